//! The menu, as plain data: the games to choose from, and how the next one is played.

use engine::knowledge;
use games::{GameEntry, Player};
use table::{Seat, TimeControl, bots_for};

/// The lines of the menu beside the list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuLine {
    Seat(Player),
    Clock,
    Start,
    Language,
    /// Whether a computer teaches the person that it plays.
    Teach,
}

impl MenuLine {
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
