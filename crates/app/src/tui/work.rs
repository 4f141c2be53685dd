//! Effects: searches on threads, files. The screen never waits for them.

mod movers;
mod searches;

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use engine::analysis::HintBudget;
use engine::hints;
use engine::protocol::Go;
use engine::review::{ReviewOptions, review};
use engine::teach;
use table::{Mover, Pie, Sides};

use self::movers::Choice;
use self::searches::{AnalysisRequest, find_values};
use super::analysis::ExplorerMoves;
use super::message::{AppMessage, Effect};
use super::paths;
use super::store::Storage;
use crate::explored::ReadGames;
use crate::library::{Library, LibraryPlace};
use crate::progress_file::{OpenedProgress, ProgressFile};
use crate::{input, output, solving};

/// The effort for results that can be proved at once, beside what was played.
const EXPLORED_NODES: u64 = 20_000;
/// How long the app waits at its end for engines to go.
const ENGINES_END_MAX: Duration = Duration::from_millis(600);

/// What the app does after an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    Continue,
    /// Copy a text by the terminal.
    Copy(String),
    /// Stops the program until its shell continues it.
    Suspend,
    /// Takes the terminal again after that, which may be as the shell left it.
    Repaint,
    Quit,
}

/// Performs effects and sends their results as messages.
#[derive(Debug)]
pub struct EffectRunner {
    inbox: SyncSender<AppMessage>,
    store: Storage,
    /// Where the game at hand is kept.
    place: Option<LibraryPlace>,
    /// Where the study of the analysis board is kept.
    analysis_place: Option<LibraryPlace>,
    /// Whether a failed write was reported: once is enough.
    has_reported_unkept: bool,
    /// How long another program thinks about a move.
    think: Duration,
    movers: Option<mpsc::Sender<Choice>>,
    /// The movers of the first game, made before the app began so that an engine which does not start is
    /// refused.
    seated: Option<[Option<Mover>; 2]>,
    /// Ends the choice of a move that is going on.
    stop_choosing: Arc<AtomicBool>,
    /// Disconnected once the thread of the movers has ended.
    movers_ended: Option<Receiver<()>>,
    analysis_thread: Option<mpsc::Sender<AnalysisRequest>>,
    /// Ends the analysis that is going on.
    stop: Arc<AtomicBool>,
    /// Ends the search for the values of moves.
    stop_values: Arc<AtomicBool>,
    /// Ends the review of a game.
    stop_review: Arc<AtomicBool>,
    /// Ends a look into the games that were played.
    stop_exploring: Arc<AtomicBool>,
    /// These games, as of a moment ago.
    explored: ReadGames,
}

impl EffectRunner {
    pub fn new(inbox: SyncSender<AppMessage>, store: Storage, think: Duration) -> Self {
        Self {
            inbox,
            store,
            place: None,
            analysis_place: None,
            has_reported_unkept: false,
            think,
            movers: None,
            seated: None,
            stop_choosing: Arc::default(),
            movers_ended: None,
            analysis_thread: None,
            stop: Arc::default(),
            stop_values: Arc::default(),
            stop_review: Arc::default(),
            stop_exploring: Arc::default(),
            explored: ReadGames::default(),
        }
    }

    /// Takes the movers of the first game, which have been started already.
    pub fn seat_first(&mut self, movers: [Option<Mover>; 2]) {
        self.seated = Some(movers);
    }

    pub fn perform(&mut self, effect: Effect) -> Flow {
        match effect {
            Effect::Seat { seats, game, seed } => self.seat(seats, game, seed),
            Effect::Choose { ticket, record, clocks } => {
                let go = match clocks {
                    Some(clocks) => Go { clocks: Some(clocks), ..Go::INFINITE },
                    None => Go { move_time: Some(self.think), ..Go::INFINITE },
                };
                self.stop_choosing = Arc::default();
                let choice = Choice { ticket, record, go, stop: Arc::clone(&self.stop_choosing) };
                // A mover that has gone has reported why.
                if let Some(movers) = &self.movers {
                    let _ = movers.send(choice);
                }
            }
            Effect::Pie { ticket, pie, seat, record, seed } => self.spawn(move |inbox| {
                let message = match pie {
                    Pie::Divide => {
                        AppMessage::Chosen(ticket, Ok(seat.divide(&record, seed).unwrap_or_default()))
                    }
                    Pie::Choose => {
                        AppMessage::Sides(ticket, seat.choose_sides(&record, seed).unwrap_or(Sides::Stay))
                    }
                };
                let _ = inbox.send(message);
            }),
            Effect::StopChoosing => self.stop_choosing.store(true, Ordering::Relaxed),
            // The terminal is given back and taken again where it is at hand.
            Effect::Copy(text) => return Flow::Copy(text),
            Effect::Suspend => return Flow::Suspend,
            Effect::Repaint => return Flow::Repaint,
            Effect::Analyse { ticket, record, limits } => self.analyse(ticket, record, limits),
            Effect::Values { ticket, record } => {
                self.stop_values.store(true, Ordering::Relaxed);
                self.stop_values = Arc::default();
                let stop = Arc::clone(&self.stop_values);
                self.spawn(move |inbox| find_values(ticket, &record, &stop, inbox));
            }
            Effect::StopValues => self.stop_values.store(true, Ordering::Relaxed),
            Effect::Explore { ticket, record } => {
                self.stop_exploring.store(true, Ordering::Relaxed);
                self.stop_exploring = Arc::default();
                let (stop, games) = (Arc::clone(&self.stop_exploring), self.explored.clone());
                let folders = self.store.library().map_or_else(Vec::new, Library::game_folders);
                self.spawn(move |inbox| {
                    let explorer = games.of(record.game(), &folders);
                    if !stop.load(Ordering::Relaxed) {
                        let moves = explorer.explore(&record, EXPLORED_NODES);
                        let found = ExplorerMoves { games: explorer.games(), moves };
                        let _ = inbox.send(AppMessage::Explored(ticket, found));
                    }
                });
            }
            Effect::StopExploring => self.stop_exploring.store(true, Ordering::Relaxed),
            Effect::Review { ticket, record } => {
                self.stop_review.store(true, Ordering::Relaxed);
                self.stop_review = Arc::default();
                let stop = Arc::clone(&self.stop_review);
                self.spawn(move |inbox| {
                    let options = ReviewOptions { stop: Some(&stop), ..ReviewOptions::DEFAULT };
                    let found = review(&record, &options, &mut |done, all| {
                        let _ = inbox.send(AppMessage::ReviewProgress(ticket, done, all));
                    });
                    let _ = inbox.send(AppMessage::Reviewed(ticket, Box::new(found)));
                });
            }
            Effect::StopReview => self.stop_review.store(true, Ordering::Relaxed),
            Effect::StopAnalysis => self.stop.store(true, Ordering::Relaxed),
            Effect::Judge { ticket, record } => self.spawn(move |inbox| {
                let warning = teach::warning(&record, &ReviewOptions::DEFAULT).map(Box::new);
                let _ = inbox.send(AppMessage::Judged(ticket, warning));
            }),
            Effect::Hint { ticket, record } => self.spawn(move |inbox| {
                let analysis = hints::hint(&record, 1, HintBudget::LOCAL, &Instant::now());
                let best = analysis.and_then(|analysis| analysis.lines.into_iter().next());
                let _ = inbox.send(AppMessage::Hint(ticket, best));
            }),
            Effect::Save { path, mut record, replace } => {
                let day = self.place.as_ref().map_or_else(output::today, |place| place.day().to_owned());
                let saved = output::save(&paths::expand(&path), &mut record, &day, replace);
                self.answer(AppMessage::Saved(path, saved));
            }
            Effect::Load(path) => {
                let loaded = input::read_record(&paths::expand(&path)).map(Box::new);
                self.answer(AppMessage::Loaded(loaded));
            }
            Effect::Complete(typed) => self.spawn(move |inbox| {
                let found = paths::complete(&typed);
                let _ = inbox.send(AppMessage::Completed(typed, found));
            }),
            Effect::Remember(remembered) => {
                let kept = self.store.remember(&remembered);
                self.report_unkept(kept);
            }
            Effect::Settle(place) => self.place = place,
            Effect::Keep(record) => {
                let kept = self.store.keep(&mut self.place, &record);
                self.report_unkept(kept);
            }
            Effect::SettleAnalysis(place) => self.analysis_place = place,
            Effect::KeepAnalysis(record) => {
                let kept = self.store.keep_analysis(&mut self.analysis_place, &record);
                self.report_unkept(kept);
            }
            Effect::Open(name) => {
                if let Some(library) = self.store.library().cloned() {
                    self.spawn(move |inbox| {
                        let _ =
                            inbox.send(AppMessage::Opened(library.part_of(&name).open(&name).map(Box::new)));
                    });
                }
            }
            Effect::ListGoing => {
                if let Some(library) = self.store.library().cloned() {
                    let own = self.place.as_ref().map(|place| place.name().to_owned());
                    self.spawn(move |inbox| {
                        let mut going = library.going();
                        going.retain(|entry| Some(&entry.name) != own.as_ref());
                        let _ = inbox.send(AppMessage::Going(going));
                    });
                }
            }
            Effect::ListLibrary => {
                if let Some(library) = self.store.library().cloned() {
                    self.spawn(move |inbox| {
                        let _ = inbox.send(AppMessage::Library(library.all()));
                    });
                }
            }
            Effect::OpenFinished(name) => {
                if let Some(library) = self.store.library().cloned() {
                    self.spawn(move |inbox| {
                        let _ = inbox.send(AppMessage::Loaded(library.read(&name).map(Box::new)));
                    });
                }
            }
            Effect::Delete(name) => {
                if let Some(library) = self.store.library().cloned() {
                    self.spawn(move |inbox| {
                        let message = match library.part_of(&name).delete(&name) {
                            Ok(()) => AppMessage::Library(library.all()),
                            Err(trouble) => AppMessage::NotDeleted(trouble),
                        };
                        let _ = inbox.send(message);
                    });
                }
            }
            Effect::OpenProgress => {
                let file = self.store.progress_file();
                let opened = file.and_then(|file| file.map(|file| file.open()).transpose());
                self.tell_progress(opened);
            }
            Effect::Solve { solving, event } => {
                let file = self.store.progress_file();
                let change = |file: ProgressFile| file.change(|progress| solving.apply(event, progress));
                match file.and_then(|file| file.map(change).transpose()) {
                    Ok(None) => {}
                    changed => self.tell_progress(changed.map(|changed| changed.map(|(opened, _)| opened))),
                }
            }
            Effect::Refute { ticket, posed, found, mv } => self.spawn(move |inbox| {
                let refutation = posed.refute(found, &mv).map(Box::new);
                let _ = inbox.send(AppMessage::Refuted(ticket, refutation));
            }),
            Effect::Quit => {
                self.stop.store(true, Ordering::Relaxed);
                self.stop_values.store(true, Ordering::Relaxed);
                self.stop_review.store(true, Ordering::Relaxed);
                return Flow::Quit;
            }
        }
        Flow::Continue
    }

    /// Reports the first write that fails; the game goes on without.
    fn report_unkept(&mut self, kept: io::Result<()>) {
        if let Err(error) = kept
            && !std::mem::replace(&mut self.has_reported_unkept, true)
        {
            self.answer(AppMessage::NotKept(error));
        }
    }

    fn tell_progress(&mut self, opened: io::Result<Option<OpenedProgress>>) {
        let opened = opened.unwrap_or_else(|error| {
            self.report_unkept(Err(error));
            None
        });
        self.answer(AppMessage::Progress(opened.map(Box::new), solving::today()));
    }

    /// An answer at once: the screen's own thread must not wait for room in its own inbox.
    fn answer(&self, message: AppMessage) {
        let inbox = self.inbox.clone();
        thread::spawn(move || inbox.send(message));
    }

    /// Runs work on a thread of its own; a panic there becomes a message to the app.
    fn spawn(&self, work: impl FnOnce(&SyncSender<AppMessage>) + Send + 'static) {
        let inbox = self.inbox.clone();
        thread::spawn(move || {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(&inbox))) {
                let _ = inbox.send(AppMessage::Broken(reason(&*panic)));
            }
        });
    }
}

impl Drop for EffectRunner {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop_values.store(true, Ordering::Relaxed);
        self.stop_review.store(true, Ordering::Relaxed);
        self.stop_choosing.store(true, Ordering::Relaxed);
        self.movers = None;
        // Dropping the movers ends their engine processes.
        let _ = self.movers_ended.as_ref().map(|movers_ended| movers_ended.recv_timeout(ENGINES_END_MAX));
    }
}

fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a thread broke down".to_owned())
}
