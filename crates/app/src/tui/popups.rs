//! What lies over the screen and takes the keys, as plain data.

use std::path::PathBuf;

use games::GameEntry;

use super::entry::TextEntry;

/// What lies over the screen and takes the keys.
#[derive(Clone, Debug)]
pub enum Popup {
    Keys {
        scroll: usize,
    },
    Rules(RulesReader),
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

/// The rules of a game, while they are read.
#[derive(Clone, Debug)]
pub struct RulesReader {
    pub game: &'static GameEntry,
    pub scroll: usize,
    /// The piece whose moves are shown.
    pub touched: Option<SketchCell>,
}

/// A cell of one of the boards among the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SketchCell {
    pub board: usize,
    pub cell: String,
}

impl Popup {
    pub fn rules(game: &'static GameEntry) -> Self {
        Self::Rules(RulesReader { game, scroll: 0, touched: None })
    }
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
    pub const fn is_harmless(&self) -> bool {
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
