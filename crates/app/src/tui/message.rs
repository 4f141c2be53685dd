//! Messages, the input of the app, and effects, its output.

use std::io;
use std::path::PathBuf;

use engine::analysis::{Analysis, AnalysisLine};
use engine::protocol::ClockTimes;
use engine::review::Review;
use engine::teach::Warning;
use engine::values::MoveValues;
use games::{GameEntry, Record};
use puzzles::{PosedEntry, Refutation};
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use table::{Pie, Seat, Sides};
use words::Language;

use super::analysis::{AnalysisLimits, ExplorerMoves};
use crate::input::RecordTrouble;
use crate::library::{LibraryEntry, LibraryPlace, OpenTrouble};
use crate::output::{Replace, Saved};
use crate::progress_file::OpenedProgress;
use crate::settings::MenuChoice;
use crate::solving::{Solving, SolvingEvent};

/// What happens to the app.
#[derive(Debug)]
pub enum AppMessage {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    Resize(u16, u16),
    /// The time asked for by [`Model::next_tick`](super::model::Model::next_tick) has come.
    Tick,
    /// A bot or an engine has chosen.
    Chosen(u64, Result<String, String>),
    /// A computer has chosen its side.
    Sides(u64, Sides),
    /// The engine has something to say about the position that is shown, and perhaps nothing to add.
    Analysis(u64, Analysis, AnalysisProgress),
    /// What all moves of the position that is shown are worth.
    Values(u64, Option<MoveValues>, AnalysisProgress),
    /// What was played in the position that is shown.
    Explored(u64, ExplorerMoves),
    /// A review has judged so many positions of all.
    ReviewProgress(u64, usize, usize),
    Reviewed(u64, Box<Review>),
    Hint(u64, Option<AnalysisLine>),
    /// What a computer that teaches says of the last move.
    Judged(u64, Option<Box<Warning>>),
    Saved(PathBuf, Saved),
    /// What the beginning of a path can become.
    Completed(String, Vec<String>),
    Loaded(Result<Box<Record>, RecordTrouble>),
    /// A game of the library, and the place that is now ours.
    Opened(Result<Box<(LibraryPlace, Record)>, OpenTrouble>),
    /// The games that go on, but for the one at hand.
    Going(Vec<LibraryEntry>),
    /// All games of the library.
    Library(Vec<LibraryEntry>),
    /// A game of the library could not be deleted.
    NotDeleted(OpenTrouble),
    /// The progress of the solver of puzzles, where it is kept, and the day by UTC.
    Progress(Option<Box<OpenedProgress>>, u64),
    /// The refutation of a try at a puzzle.
    Refuted(u64, Option<Box<Refutation>>),
    /// Something could not be kept.
    NotKept(io::Error),
    /// A thread of ours broke down.
    Broken(String),
    /// The program is to stop until its shell lets it go on.
    Suspend,
    /// The program goes on after it was stopped; anything may be on the screen.
    Resumed,
    /// A signal asks the program to end.
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisProgress {
    GoesOn,
    Done,
}

/// Work outside the model: threads, files, the terminal.
#[derive(Debug)]
pub enum Effect {
    /// Start the movers of a new game.
    Seat {
        seats: [Seat; 2],
        game: &'static GameEntry,
        seed: u64,
    },
    /// Let the side to move choose, and answer with this ticket.
    Choose {
        ticket: u64,
        record: Box<Record>,
        clocks: Option<ClockTimes>,
    },
    /// Let a computer make a move of the division of the pie, or choose a side, and answer with this ticket.
    Pie {
        ticket: u64,
        pie: Pie,
        seat: Seat,
        record: Box<Record>,
        seed: u64,
    },
    /// Cancel the choice of a move.
    StopChoosing,
    /// Let the terminal copy a text.
    Copy(String),
    /// Let the shell have the terminal until it lets this program go on.
    Suspend,
    /// Take the terminal again, and draw everything anew.
    Repaint,
    /// Analyse a position until another effect replaces or stops it.
    Analyse {
        ticket: u64,
        record: Box<Record>,
        limits: AnalysisLimits,
    },
    StopAnalysis,
    /// Find what all moves of a position are worth.
    Values {
        ticket: u64,
        record: Box<Record>,
    },
    StopValues,
    /// Find what was played in a position in the games of this computer.
    Explore {
        ticket: u64,
        record: Box<Record>,
    },
    StopExploring,
    /// Judge every move of a game.
    Review {
        ticket: u64,
        record: Box<Record>,
    },
    StopReview,
    /// Look whether the last move lost much.
    Judge {
        ticket: u64,
        record: Box<Record>,
    },
    Hint {
        ticket: u64,
        record: Box<Record>,
    },
    Save {
        path: PathBuf,
        record: Box<Record>,
        replace: Replace,
    },
    Load(PathBuf),
    /// Find what the beginning of a path can become.
    Complete(String),
    /// Remember the choices made in the menu.
    Remember(Remembered),
    /// The game that is played from now on is kept in this place; in a new one, once there is something to
    /// keep.
    Settle(Option<LibraryPlace>),
    /// Keep the game for another day.
    Keep(Box<Record>),
    /// The analysis is kept in this place; in a new one, once something was changed in it.
    SettleAnalysis(Option<LibraryPlace>),
    /// Keep the study of the analysis board.
    KeepAnalysis(Box<Record>),
    /// Go on with a game of the library.
    Open(String),
    /// Find the games that go on.
    ListGoing,
    /// Find all games of the library.
    ListLibrary,
    /// Show a game of the archive.
    OpenFinished(String),
    /// Delete a game of the library.
    Delete(String),
    /// Read the progress of the solver of puzzles.
    OpenProgress,
    /// Keep what happened to a puzzle.
    Solve {
        solving: Box<Solving>,
        event: SolvingEvent,
    },
    /// Find what is wrong with a try at a puzzle, once so many moves were found.
    Refute {
        ticket: u64,
        posed: PosedEntry,
        found: usize,
        mv: String,
    },
    Quit,
}

/// What is remembered from one day to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The language, where one was chosen in the menu.
    pub language: Option<Language>,
    pub menu: MenuChoice,
}
