//! What the app wants done in the world: threads that think, files. Nothing here is waited for by the screen.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use engine::any::{self, Analysis, AnyEngine, SearchOptions};
use engine::protocol::Go;
use engine::search::{Limits, Time};
use games::{GameEntry, Record};
use table::{Mover, Seat};

use super::message::{Effect, Message, Progress};
use super::store::Store;
use crate::library::Place;
use crate::{input, output};

/// Effort for a hint: a fraction of a second, and the same hint on every machine.
const HINT_NODES: u64 = 200_000;
/// Longest analysis about one position: a board that is left alone lets the machine rest.
const ANALYSIS_MAX: Duration = Duration::from_secs(60);
const ANALYSIS_LINES: usize = 4;
const ANALYSIS_MEGABYTES: usize = 64;
const HINT_MEGABYTES: usize = 16;

/// Whether the app goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    GoesOn,
    Ends,
}

/// Does what is to be done, and sends what comes of it.
#[derive(Debug)]
pub struct World {
    inbox: SyncSender<Message>,
    store: Store,
    /// Where the game at hand is kept.
    place: Option<Place>,
    /// It was said that something cannot be kept. Once is enough.
    has_complained: bool,
    /// How long another program thinks about a move.
    think: Duration,
    movers: Option<mpsc::Sender<Choice>>,
    analyst: Option<mpsc::Sender<Study>>,
    /// Ends the analysis that is going on.
    stop: Arc<AtomicBool>,
}

/// A move to be chosen.
struct Choice {
    ticket: u64,
    record: Box<Record>,
    go: Go,
}

/// A position to be analysis about.
struct Study {
    ticket: u64,
    record: Box<Record>,
    stop: Arc<AtomicBool>,
}

impl World {
    pub fn new(inbox: SyncSender<Message>, store: Store, think: Duration) -> Self {
        Self { inbox, store, place: None, has_complained: false, think, movers: None, analyst: None, stop: Arc::default() }
    }

    pub fn perform(&mut self, effect: Effect) -> Life {
        match effect {
            Effect::Seat { seats, game, seed } => self.seat(seats, game, seed),
            Effect::Choose { ticket, record, clocks } => {
                let go = match clocks {
                    Some(clocks) => Go { clocks: Some(clocks), ..Go::INFINITE },
                    None => Go { move_time: Some(self.think), ..Go::INFINITE },
                };
                // Whoever does not answer any more has said why.
                let _ = self.movers.as_ref().map(|movers| movers.send(Choice { ticket, record, go }));
            }
            Effect::Analyse { ticket, record } => self.analyse(ticket, record),
            Effect::StopAnalysis => self.stop.store(true, Ordering::Relaxed),
            Effect::Hint { ticket, record } => self.spawn(move |inbox| {
                let limits = Limits { nodes: Some(HINT_NODES), ..Limits::NONE };
                let analysis = any::engine(record.game(), HINT_MEGABYTES).analyze(&record, &SearchOptions::new(limits), &mut |_| {});
                let best = analysis.and_then(|analysis| analysis.lines.into_iter().next());
                let _ = inbox.send(Message::Hint(ticket, best));
            }),
            Effect::Save { path, mut record, replace } => {
                let saved = output::save(&path, &mut record, replace);
                self.answer(Message::Saved(path, saved));
            }
            Effect::Load(path) => {
                let loaded = input::read_record(&path).map(Box::new);
                self.answer(Message::Loaded(loaded));
            }
            Effect::Remember(remembered) => {
                let kept = self.store.remember(&remembered);
                self.complain(kept);
            }
            Effect::Settle(place) => self.place = place,
            Effect::Keep(record) => {
                let kept = self.store.keep(&mut self.place, &record);
                self.complain(kept);
            }
            Effect::Open(name) => {
                if let Some(library) = self.store.library() {
                    self.answer(Message::Opened(library.open(&name).map(Box::new)));
                }
            }
            Effect::ListGoing => {
                if let Some(library) = self.store.library().cloned() {
                    let own = self.place.as_ref().map(|place| place.name().to_owned());
                    self.spawn(move |inbox| {
                        let mut going = library.going();
                        going.retain(|entry| Some(&entry.name) != own.as_ref());
                        let _ = inbox.send(Message::Going(going));
                    });
                }
            }
            Effect::Quit => {
                self.stop.store(true, Ordering::Relaxed);
                return Life::Ends;
            }
        }
        Life::GoesOn
    }

    /// That something cannot be kept is no reason not to play, or not to leave.
    fn complain(&mut self, kept: io::Result<()>) {
        if let Err(error) = kept
            && !std::mem::replace(&mut self.has_complained, true)
        {
            self.answer(Message::NotKept(error));
        }
    }

    /// An answer at once: the screen's own thread must not wait for room in its own inbox.
    fn answer(&self, message: Message) {
        let inbox = self.inbox.clone();
        thread::spawn(move || inbox.send(message));
    }

    /// Runs work on a thread of its own; the app hears of it when that breaks down.
    fn spawn(&self, work: impl FnOnce(&SyncSender<Message>) + Send + 'static) {
        let inbox = self.inbox.clone();
        thread::spawn(move || {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(&inbox))) {
                let _ = inbox.send(Message::Broken(reason(&*panic)));
            }
        });
    }

    /// Those who sat here before finish their analysis and go.
    fn seat(&mut self, seats: [Seat; 2], game: &'static GameEntry, seed: u64) {
        let (sender, choices) = mpsc::channel::<Choice>();
        self.movers = Some(sender);
        self.spawn(move |inbox| {
            let mut movers = Mover::sit_both(&seats, game, seed).map_err(|error| error.to_string());
            for Choice { ticket, record, go } in choices {
                let turn = record.position().turn().index();
                let chosen = match &mut movers {
                    Ok(movers) => match &mut movers[turn] {
                        Some(mover) => mover.choose(&record, go).map(|choice| choice.mv).map_err(|error| error.to_string()),
                        None => return,
                    },
                    Err(error) => Err(error.clone()),
                };
                if inbox.send(Message::Chosen(ticket, chosen)).is_err() {
                    return;
                }
            }
        });
    }

    fn analyse(&mut self, ticket: u64, record: Box<Record>) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
        let study = Study { ticket, record, stop: Arc::clone(&self.stop) };
        let unsent = match &self.analyst {
            Some(analyst) => analyst.send(study).err().map(|error| error.0),
            None => Some(study),
        };
        if let Some(study) = unsent {
            let (sender, studies) = mpsc::channel();
            let _ = sender.send(study);
            self.analyst = Some(sender);
            self.spawn(move |inbox| {
                let mut engine: Option<(&'static str, Box<dyn AnyEngine>)> = None;
                for study in studies {
                    let id = study.record.info().id;
                    let known = engine.take().filter(|(game, _)| *game == id);
                    let (_, thinker) = engine.insert(known.unwrap_or_else(|| (id, any::engine(study.record.game(), ANALYSIS_MEGABYTES))));
                    think(&mut **thinker, &study, inbox);
                }
            });
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn think(engine: &mut dyn AnyEngine, study: &Study, inbox: &SyncSender<Message>) {
    if study.stop.load(Ordering::Relaxed) {
        return;
    }
    let clock = Instant::now();
    let time = Time { clock: &clock, soft: ANALYSIS_MAX, hard: ANALYSIS_MAX };
    let limits = Limits { time: Some(time), stop: Some(&study.stop), ..Limits::NONE };
    let options = SearchOptions { lines: ANALYSIS_LINES, ..SearchOptions::new(limits) };
    let mut last: Option<Analysis> = None;
    let analysis = engine.analyze(&study.record, &options, &mut |analysis| {
        last = Some(analysis.clone());
        let _ = inbox.send(Message::Analysis(study.ticket, analysis.clone(), Progress::GoesOn));
    });
    if let Some(analysis) = analysis.or(last) {
        let _ = inbox.send(Message::Analysis(study.ticket, analysis, Progress::Done));
    }
}

fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a thread broke down".to_owned())
}
