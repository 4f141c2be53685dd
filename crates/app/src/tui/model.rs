//! The state of the app: plain data. [`update`](super::update) changes it, [`view`](super::view) draws it.

use std::time::{Duration, Instant};

use games::GameEntry;
use games::text::Labels;
use table::Seat;
use words::{Language, Words};

use super::analysis::{AnalysisBoard, AnalysisLimits};
use super::entry::History;
use super::game::{Play, TENTHS};
use super::lesson::Lesson;
use super::menu::Menu;
use super::popups::{Confirm, Popup, Question};
use super::puzzle::{KnownProgress, PuzzleScreen};
use super::setup::SetupScreen;
use super::theme::Skin;
use crate::console::OPPONENT;
use crate::library;
use crate::settings::MenuChoice;

/// How the app was started.
#[derive(Clone, Debug)]
pub struct AppOptions {
    /// The games that the menu offers; at least one.
    pub games: Vec<&'static GameEntry>,
    pub words: &'static Words,
    pub skin: Skin,
    pub seed: u64,
    /// Between the moves of two computers.
    pub pace: Duration,
    /// Before a computer's answer to a person, so that both moves are seen.
    pub reply_delay: Duration,
    /// What the rows and columns of boards are called.
    pub labels: Labels,
    /// No game was played on this computer before.
    pub is_first_run: bool,
    pub remembered: Option<MenuChoice>,
    /// The games that go on, as far as they are known yet: the one that was played last.
    pub going: Vec<library::LibraryEntry>,
}

#[derive(Debug)]
pub struct Model {
    pub words: &'static Words,
    pub skin: Skin,
    pub size: (u16, u16),
    /// The time of the last message; the model reads no clock.
    pub now: Instant,
    pub menu: Menu,
    /// The game on the board; in a lesson, its step; in an analysis, its current position; a puzzle.
    pub play: Option<Box<Play>>,
    pub analysis: Option<Box<AnalysisBoard>>,
    /// The position that is put together, over everything else.
    pub setup: Option<Box<SetupScreen>>,
    /// How much the engine may do for a position.
    pub limits: AnalysisLimits,
    pub lesson: Option<Box<Lesson>>,
    pub puzzle: Option<Box<PuzzleScreen>>,
    /// The progress of the solver of puzzles, once it was read.
    pub progress: Option<KnownProgress>,
    /// Whether the menu is shown, or the game.
    pub is_in_menu: bool,
    pub popup: Option<Popup>,
    /// One line at the foot of the screen until the next key.
    pub notice: Option<Notice>,
    /// The games that go on, but for the one at hand; the one that was played last first.
    pub going: Vec<library::LibraryEntry>,
    /// All games of this computer, once they were asked for.
    pub library: Vec<library::LibraryEntry>,
    pub history: History,
    /// Between the moves of two computers.
    pub pace: Duration,
    /// The language that was chosen in the menu, if one was.
    pub chosen_language: Option<Language>,
    pub options: AppOptions,
    pub(super) tickets: u64,
    started_at: Instant,
}

/// How often the spinner turns.
const SPINNER_STEP: Duration = Duration::from_millis(120);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub is_alarm: bool,
}

impl Model {
    pub fn new(options: AppOptions, size: (u16, u16), now: Instant) -> Self {
        let mut menu = Menu {
            games: options.games.clone(),
            game: 0,
            line: None,
            seats: [Seat::Human, Seat::Bot(OPPONENT)],
            teaches: false,
            clock: None,
            start: 0,
        };
        if let Some(remembered) = &options.remembered {
            menu.game = menu.games.iter().position(|game| game.info.id == remembered.game).unwrap_or(0);
            let players = menu.players();
            for (seat, name) in menu.seats.iter_mut().zip(&remembered.seats) {
                *seat = players.iter().find(|player| player.to_string() == *name).unwrap_or(seat).clone();
            }
            menu.clock = remembered.clock.as_ref().and_then(|clock| clock.parse().ok());
        }
        Self {
            words: options.words,
            skin: options.skin,
            size,
            now,
            menu,
            play: None,
            analysis: None,
            setup: None,
            limits: AnalysisLimits::DEFAULT,
            lesson: None,
            puzzle: None,
            progress: None,
            is_in_menu: true,
            popup: None,
            notice: None,
            going: options.going.clone(),
            library: Vec::new(),
            history: History::default(),
            pace: options.pace,
            chosen_language: None,
            options,
            tickets: 0,
            started_at: now,
        }
    }

    /// When a tick is due without any message: for clocks, for a pause between moves, for a
    /// spinner.
    pub fn next_tick(&self) -> Option<Instant> {
        let play = self.play.as_ref()?;
        let tick = play.table.clocks().and_then(|clocks| {
            let player = clocks.running()?;
            let left = clocks.left(player, self.now);
            // Clocks show whole seconds, and tenths near the end.
            let unit = if left <= TENTHS { 100 } else { 1000 };
            let rest = (left.as_millis() % unit) as u64 + 1;
            Some(self.now + Duration::from_millis(rest).min(left))
        });
        let spinner = (!self.is_in_menu && play.awaited.is_some()).then(|| self.now + SPINNER_STEP);
        let next_puzzle = self.puzzle.as_ref().and_then(|screen| screen.next_at);
        [play.next_choice, tick, spinner, next_puzzle].into_iter().flatten().min()
    }

    /// Returns which frame of the spinner to show.
    pub fn spinner_frame(&self) -> usize {
        (self.now.saturating_duration_since(self.started_at).as_millis() / SPINNER_STEP.as_millis()) as usize
    }

    pub(super) fn ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    /// Whether the board is that of a lesson or a puzzle, which asks for moves of its own.
    pub fn has_task(&self) -> bool {
        self.lesson.is_some() || self.puzzle.is_some()
    }

    pub fn say(&self, key: &str) -> String {
        self.words.say(key)
    }

    /// Asks before something is done.
    pub(super) fn confirm(&mut self, question: Question) {
        let is_yes = question.is_harmless();
        self.popup = Some(Popup::Confirm(Confirm { question, is_yes }));
    }

    /// Shows one line until the next key.
    pub(super) fn tell(&mut self, text: String) {
        self.notice = Some(Notice { text, is_alarm: false });
    }

    /// Likewise, for what went wrong.
    pub(super) fn warn(&mut self, text: String) {
        self.notice = Some(Notice { text, is_alarm: true });
    }
}
