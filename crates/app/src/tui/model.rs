//! The state of the app: plain data. [`update`](super::update) changes it, [`view`](super::view) draws it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use engine::analysis::{Analysis, AnalysisLine};
use engine::knowledge;
use engine::reasons::HintSteps;
use engine::teach::{self, Warning};
use games::lesson::LessonStep;
use games::record::Closing;
use games::text::Labels;
use games::{AnyPosition, GameEntry, Handle, Orientation, Picture, Player, Record};
use table::{Clocks, Pie, Seat, Table, TimeControl, bots_for};
use words::{Language, Words};

use super::analysis::{AnalysisBoard, EngineLeash, ValuesState};
use super::entry::{History, TextEntry};
use super::layout::{Grid, Sight, parts};
use super::message::AnalysisProgress;
use super::puzzle::{KnownProgress, PuzzleScreen};
use super::setup::SetupScreen;
use super::theme::Skin;
use super::touch::{Chooser, Target, TouchPreview};
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
    pub breath: Duration,
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
    pub leash: EngineLeash,
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
    born: Instant,
}

/// How often the sign of thinking moves.
const SIGN: Duration = Duration::from_millis(120);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub is_alarm: bool,
}

/// What lies over the screen and takes the keys.
#[derive(Clone, Debug)]
pub enum Popup {
    Keys {
        scroll: usize,
    },
    Rules {
        game: &'static str,
        scroll: usize,
    },
    Confirm(Confirm),
    /// The games that go on: one of them is to be chosen.
    Going {
        index: usize,
    },
    /// All games of this computer, those that fit the words of the filter.
    Library {
        filter: String,
        index: usize,
    },
    /// The rule sets with their puzzles: one of them is to be chosen.
    Puzzles {
        index: usize,
    },
    /// A line being typed.
    Entry(TextEntry),
}

/// A question, and the answer that Enter gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirm {
    pub question: Question,
    pub is_yes: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    Resign,
    /// The other person is asked.
    Draw,
    NewGame,
    Replace(PathBuf),
    /// The second player's choice of a side: no stays, yes swaps.
    Sides,
    /// Play this move from the position that is looked back at, as a game of its own.
    Branch(String),
    /// Delete the game of this name from the library.
    Delete(String),
}

impl Question {
    /// The answer that costs nothing: what can be undone is done.
    const fn is_harmless(&self) -> bool {
        matches!(self, Self::NewGame | Self::Branch(_))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A move or a command.
    Command,
    Save,
    Load,
    /// A comment on the move that is analysed.
    Comment,
    /// The level to go on against.
    Opponent,
    /// A position or a record to analyse.
    Position,
    /// A counter of the position that is put together.
    Counter,
}

/// The lines of the menu beside the list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    Seat(Player),
    Clock,
    Start,
    Language,
    /// Whether a computer teaches the person that it plays.
    Teach,
}

impl Line {
    pub const ALL: [Self; 6] = [
        Self::Seat(Player::First),
        Self::Seat(Player::Second),
        Self::Clock,
        Self::Start,
        Self::Language,
        Self::Teach,
    ];
}

/// The clocks that the menu offers.
pub const CLOCKS: [Option<(u64, u64)>; 7] =
    [None, Some((60, 0)), Some((60, 2)), Some((180, 2)), Some((300, 3)), Some((600, 5)), Some((1800, 10))];

#[derive(Clone, Debug)]
pub struct Menu {
    /// The games to choose from.
    pub games: Vec<&'static GameEntry>,
    /// Index in the games.
    pub game: usize,
    /// The line that has the focus; the list of games has it otherwise.
    pub line: Option<usize>,
    pub seats: [Seat; 2],
    /// Whether a computer is to teach, where it plays a person.
    pub teaches: bool,
    pub clock: Option<TimeControl>,
    /// Index in the starts of the game; past the last come a balanced one, where there are such, and the pie
    /// rule.
    pub start: usize,
}

impl Menu {
    pub fn entry(&self) -> &'static GameEntry {
        self.games[self.game]
    }

    /// The seats that can be chosen for this game.
    pub fn players(&self) -> Vec<Seat> {
        std::iter::once(Seat::Human).chain(bots_for(self.entry()).into_iter().map(Seat::Bot)).collect()
    }

    /// How many starts there are to choose from.
    pub fn starts(&self) -> usize {
        self.entry().info.starts.len() + usize::from(knowledge::has_balanced_starts(self.entry())) + 1
    }

    pub fn has_balanced_start(&self) -> bool {
        self.start >= self.entry().info.starts.len() && !self.has_pie()
    }

    /// Whether a computer teaches in the next game: one person plays one computer.
    pub fn is_taught(&self) -> bool {
        self.teaches && self.seats.iter().filter(|seat| **seat == Seat::Human).count() == 1
    }

    pub fn has_pie(&self) -> bool {
        self.start + 1 == self.starts()
    }
}

/// A game on the screen.
#[derive(Debug)]
pub struct Play {
    pub table: Table,
    /// The picture of the position that is shown.
    pub picture: Picture,
    /// The ply that is looked back at; the game itself otherwise.
    pub looking: Option<usize>,
    pub sight: Sight,
    pub cursor: String,
    /// The legal moves, while a person is to move and the game itself is shown.
    pub handles: Vec<Handle>,
    pub touched: Vec<String>,
    pub targets: Vec<Target>,
    pub preview: Option<TouchPreview>,
    pub chooser: Option<Chooser>,
    /// The ticket of the move that a computer is choosing.
    pub awaited: Option<u64>,
    /// When a computer may begin to choose.
    pub next_choice: Option<Instant>,
    pub hint: Option<HintState>,
    pub taught: Taught,
    pub evaluation: Option<Evaluation>,
    /// What all moves are worth, where that is shown.
    pub values: Option<ValuesState>,
    /// The first game of all: a few words on how to play are shown until the first move.
    pub shows_how_to: bool,
    /// The first game of all: its goal stays in sight.
    pub is_first_game: bool,
    /// Something was done in this game, now or on another day; before that there is nothing to keep.
    pub is_kept: bool,
    /// Two computers play, and wait.
    pub is_paused: bool,
}

/// A lesson on the screen. Its step is played on the board of [`Model::play`].
#[derive(Debug)]
pub struct Lesson {
    pub game: &'static GameEntry,
    pub steps: Vec<LessonStep>,
    pub index: usize,
    pub state: LessonState,
    /// The game that was at hand before.
    pub aside: Option<Box<Play>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonState {
    /// The step asks for a move.
    Asked,
    /// It does, and one was shown.
    Shown { mv: String, cells: Vec<String> },
    /// The move that it asks for was made.
    Done,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintState {
    Awaited(u64),
    Given {
        line: AnalysisLine,
        cells: Vec<String>,
    },
    /// In a game in which a computer teaches: this many of the steps are shown.
    Steps {
        steps: HintSteps,
        shown: usize,
    },
}

/// What a computer that teaches has said of the last move.
#[derive(Debug, Default)]
pub struct Taught {
    /// The number of moves after which it was looked whether the last one lost much.
    pub judged: Option<usize>,
    pub warning: Option<Warning>,
    /// How many moves of the answer are played out on the board.
    pub shown: usize,
}

/// What the engine thinks of the position that is shown.
#[derive(Clone, Debug)]
pub struct Evaluation {
    pub ticket: u64,
    pub thought: Option<Analysis>,
    pub progress: AnalysisProgress,
}

impl Play {
    pub fn new(table: Table) -> Self {
        let picture = table.record().position().picture();
        Self {
            table,
            picture,
            looking: None,
            sight: Sight::default(),
            cursor: String::new(),
            handles: Vec::new(),
            touched: Vec::new(),
            targets: Vec::new(),
            preview: None,
            chooser: None,
            awaited: None,
            next_choice: None,
            hint: None,
            taught: Taught::default(),
            evaluation: None,
            values: None,
            shows_how_to: false,
            is_first_game: false,
            is_kept: false,
            is_paused: false,
        }
    }

    /// How many moves lie before the position that is shown.
    pub fn ply(&self) -> usize {
        self.looking.unwrap_or(self.table.record().moves().len())
    }

    pub fn is_live(&self) -> bool {
        self.looking.is_none()
    }

    /// Whether a person may move, and sees the position to move in. While two computers wait, any user may
    /// move for them.
    pub fn is_persons_turn(&self) -> bool {
        let may_move =
            self.table.to_act().is_some_and(|player| self.table.is_human(player) || self.is_paused);
        self.is_live() && may_move && self.table.pie() != Some(Pie::Choose)
    }

    /// The position that is shown.
    pub fn shown(&self) -> &dyn AnyPosition {
        let record = self.table.record();
        record.position_at(self.ply()).unwrap_or(record.position())
    }

    /// Whose turn it is in the position that is shown.
    pub fn shown_turn(&self) -> Option<Player> {
        match self.looking {
            Some(_) => self.shown().outcome().is_none().then(|| self.shown().turn()),
            None => self.table.to_move(),
        }
    }

    /// The only move there is, when it touches no cell: a pass.
    pub fn forced(&self) -> Option<&Handle> {
        match &self.handles[..] {
            [handle] if handle.gestures.iter().all(|gesture| gesture.cells.is_empty()) => Some(handle),
            _ => None,
        }
    }

    /// Whether a computer teaches here.
    pub fn is_taught(&self) -> bool {
        self.table.record().tag(teach::TAG).is_some()
    }

    /// The record up to the position that is shown.
    pub fn shown_record(&self) -> Record {
        let mut record = self.table.record().clone();
        let ply = self.ply();
        // A game that was closed by hand is opened again by the first step back.
        while self.looking.is_some() && record.moves().len() > ply && record.undo() {}
        record
    }

    pub fn grid(&self, size: (u16, u16)) -> Grid {
        Grid::of(&self.picture, parts(size).board, self.sight)
    }

    pub fn cursor_index(&self) -> usize {
        self.picture.cells.iter().position(|cell| cell.name == self.cursor).unwrap_or(0)
    }

    pub fn turn_round(&mut self) {
        self.sight.orientation = match self.sight.orientation {
            Orientation::Upright => Orientation::Flipped,
            Orientation::Flipped => Orientation::Upright,
        };
    }
}

/// Tags in which a kept game remembers its clocks.
const CONTROL: &str = "TimeControl";
const LEFT: &str = "ClocksLeft";

/// The record of a game with all that is needed to go on with it another day.
pub fn kept(table: &Table, now: Instant) -> Record {
    let mut record = table.record().clone();
    if let Some(clocks) = table.clocks() {
        let left = |player| clocks.left(player, now).as_millis();
        record.set_tag(CONTROL, clocks.control(Player::First).to_string());
        record.set_tag(LEFT, format!("{} {}", left(Player::First), left(Player::Second)));
    }
    record
}

/// A table on which a kept or loaded game goes on, between the same players. Other programs are never started
/// by a record.
pub fn resumed(record: Record) -> Table {
    let seat = |tag: &str, otherwise: Seat| match record.tag(tag) {
        Some("human") => Seat::Human,
        Some(name) => name.parse().map_or(otherwise, Seat::Bot),
        None => otherwise,
    };
    let seats = [seat("First", Seat::Human), seat("Second", Seat::Human)];
    let control: Option<TimeControl> = record.tag(CONTROL).and_then(|text| text.parse().ok());
    let left: Option<Vec<u64>> =
        record.tag(LEFT).map(|text| text.split(' ').filter_map(|part| part.parse().ok()).collect());
    let played = record.moves().len();
    let table = Table::new(record, seats);
    match (control, left.as_deref()) {
        (Some(control), Some([first, second])) => {
            let shown = [*first, *second].map(Duration::from_millis);
            table.with_clocks(Clocks::restore([control; 2], vec![shown; played + 1]))
        }
        _ => table,
    }
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
            leash: EngineLeash::DEFAULT,
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
            born: now,
        }
    }

    /// When a tick is due without any message: for clocks, for a pause between moves, for a
    /// spinner.
    pub fn wake(&self) -> Option<Instant> {
        let play = self.play.as_ref()?;
        let tick = play.table.clocks().and_then(|clocks| {
            let player = clocks.running()?;
            let left = clocks.left(player, self.now);
            // Clocks show whole seconds, and tenths near the end.
            let unit = if left <= TENTHS { 100 } else { 1000 };
            let rest = (left.as_millis() % unit) as u64 + 1;
            Some(self.now + Duration::from_millis(rest).min(left))
        });
        let sign = (!self.is_in_menu && play.awaited.is_some()).then(|| self.now + SIGN);
        let next_puzzle = self.puzzle.as_ref().and_then(|screen| screen.next_at);
        [play.next_choice, tick, sign, next_puzzle].into_iter().flatten().min()
    }

    /// Which of its shapes the sign of thinking has now.
    pub fn sign(&self) -> usize {
        (self.now.saturating_duration_since(self.born).as_millis() / SIGN.as_millis()) as usize
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

/// From here on a clock shows tenths of seconds.
pub const TENTHS: Duration = Duration::from_secs(10);

/// Returns the side that resigns: the side to move, or that of the only person.
pub fn resigning(table: &Table) -> Option<Closing> {
    let turn = table.to_move()?;
    let loser = if table.is_human(turn) { turn } else { !turn };
    table.is_human(loser).then_some(Closing::Resigned(loser))
}
