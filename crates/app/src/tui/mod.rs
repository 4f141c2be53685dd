//! The full-screen app: model, update and view kept apart. It uses pictures, gestures, records and tables,
//! and no game.

mod analysis;
mod entry;
mod game;
mod layout;
mod lesson;
mod menu;
mod message;
mod model;
mod paths;
mod popups;
mod puzzle;
mod setup;
mod signals;
mod store;
mod terminal;
mod theme;
mod touch;
mod update;
mod view;
mod words_of;
mod work;

#[cfg(test)]
mod tests;

use std::env;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use games::text::Labels;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::terminal::size;
use table::{Mover, Table};
use words::Words;

use crate::failure::Failure;
use crate::library::Library;
use crate::settings::Settings;
use message::{AppMessage, Effect};
use model::{AppOptions, Model};
use store::Storage;
use work::{EffectRunner, Flow};

pub use theme::{Depth, ThemeOptions};

/// Messages that may wait; a sender of more blocks.
const INBOX: usize = 256;

/// How to run.
#[derive(Debug)]
pub struct Setup {
    pub words: &'static Words,
    pub theme: ThemeOptions,
    pub seed: u64,
    pub pace: Duration,
    /// How long another program thinks about a move.
    pub think: Duration,
    /// What the rows and columns of boards are called.
    pub labels: Labels,
    /// A game to begin with; the menu otherwise.
    pub table: Option<Table>,
    /// Whether that game is shown on the analysis board.
    pub is_analysis: bool,
}

/// Before a computer's answer to a person, so that both moves are seen.
const REPLY_DELAY: Duration = Duration::from_millis(250);

/// Whether there is a terminal to draw on.
pub fn is_possible() -> bool {
    let is_dumb = env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !(is_dumb && cfg!(unix))
}

/// Runs the app until it is left.
pub fn run(setup: Setup) -> Result<(), Failure> {
    let store = Storage::of_platform();
    let remembered = Settings::load().menu;
    let options = AppOptions {
        games: games::GAMES.iter().collect(),
        words: setup.words,
        skin: theme::detect(setup.theme, |name| env::var(name).ok()),
        seed: setup.seed,
        pace: setup.pace,
        reply_delay: REPLY_DELAY,
        labels: setup.labels,
        is_first_run: remembered.is_none(),
        remembered,
        going: store.library().and_then(Library::newest).into_iter().collect(),
    };
    let (sender, inbox) = mpsc::sync_channel(INBOX);
    // An engine that does not start is refused before the terminal is taken.
    let mut runner = EffectRunner::new(sender.clone(), store, setup.think);
    if let Some(table) = &setup.table {
        runner.seat_first(Mover::sit_both(table.seats(), table.record().game(), setup.seed)?);
    }
    let model = Model::new(options, size()?, Instant::now());
    let ended_by = signals::listen(sender.clone())?;
    let left = {
        let (_taken, screen) = terminal::take()?;
        keyboard(sender);
        run_loop(model, setup.table.map(|table| (table, setup.is_analysis)), runner, screen, &inbox)
    };
    // The program ends by the signal that it got, with the terminal as it was.
    if let Ok(signal) = ended_by.try_recv() {
        signals::terminate_by(signal);
    }
    match left? {
        None => Ok(()),
        Some(reason) => Err(Failure::World(reason)),
    }
}

/// Draws, waits for a message, updates the model; blocks as long as nothing happens. The answer says what
/// broke, if anything.
fn run_loop(
    mut model: Model,
    first: Option<(Table, bool)>,
    mut runner: EffectRunner,
    mut screen: terminal::Screen,
    inbox: &Receiver<AppMessage>,
) -> io::Result<Option<String>> {
    let mut broken = None;
    if let Some((table, is_analysis)) = first {
        let mut effects = Vec::new();
        if is_analysis {
            update::analyse(&mut model, table.record(), &mut effects);
        } else {
            update::begin(&mut model, table, None, &mut effects);
        }
        effects.into_iter().for_each(|effect| _ = runner.perform(effect));
    }
    runner.perform(Effect::ListGoing);
    loop {
        let area = screen.draw(|frame| view::view(&model, frame))?.area;
        // The terminal may have been resized before it said so.
        if (area.width, area.height) != model.size {
            update::update(&mut model, AppMessage::Resize(area.width, area.height), Instant::now());
            continue;
        }
        let mut next = Some(wait(inbox, model.next_tick()));
        // All that has come meanwhile is taken in before the next drawing.
        while let Some(message) = next {
            if let AppMessage::Broken(reason) = &message {
                broken = Some(reason.clone());
            }
            for effect in update::update(&mut model, message, Instant::now()) {
                match runner.perform(effect) {
                    Flow::Continue => {}
                    Flow::Copy(text) => terminal::copy(&text)?,
                    Flow::Quit => return Ok(broken),
                    Flow::Suspend => {
                        terminal::give_back();
                        signals::stop_here();
                        terminal::take_again(&mut screen)?;
                    }
                    Flow::Repaint => terminal::take_again(&mut screen)?,
                }
            }
            next = inbox.try_recv().ok();
        }
    }
}

/// The next message, or a tick when its time has come.
fn wait(inbox: &Receiver<AppMessage>, wake: Option<Instant>) -> AppMessage {
    let received = match wake {
        None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
        Some(time) => inbox.recv_timeout(time.saturating_duration_since(Instant::now())),
    };
    match received {
        Ok(message) => message,
        Err(RecvTimeoutError::Timeout) => AppMessage::Tick,
        Err(RecvTimeoutError::Disconnected) => AppMessage::Quit,
    }
}

/// Passes on what the keyboard and the mouse say, until the receiver is gone.
fn keyboard(inbox: SyncSender<AppMessage>) {
    thread::spawn(move || {
        loop {
            let message = match event::read() {
                Ok(Event::Key(key)) => AppMessage::Key(key),
                Ok(Event::Mouse(mouse)) => AppMessage::Mouse(mouse),
                Ok(Event::Paste(text)) => AppMessage::Paste(text),
                Ok(Event::Resize(width, height)) => AppMessage::Resize(width, height),
                Ok(_) => continue,
                // A terminal that is gone says nothing more.
                Err(_) => AppMessage::Quit,
            };
            let is_last = matches!(message, AppMessage::Quit);
            if inbox.send(message).is_err() || is_last {
                return;
            }
        }
    });
}
