//! The rules, as a search sees them: a position, its moves, its result.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::Not;
use std::str::FromStr;

use crate::{Arg, Complaint, ParseError, Phrase, Surface, Tint};

/// The player that moves first in this rule set, and the other one. Colours are a skin on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    First,
    Second,
}

impl Player {
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 for the first player, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Player {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// How a game ended; absolute, never relative to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Win(Player),
    Draw,
}

impl Outcome {
    /// Returns the result as records write it: `1-0` means that the first player won.
    pub const fn result(self) -> &'static str {
        match self {
            Self::Win(Player::First) => "1-0",
            Self::Win(Player::Second) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// One of the two sides, as people call and draw it.
#[derive(Debug)]
pub struct Side {
    pub name: &'static str,
    /// The letter that names the side to move in position texts.
    pub letter: char,
    /// A piece in a plain view.
    pub symbol: char,
    /// The piece where Unicode can be drawn.
    pub glyph: char,
    /// The colours of its pieces, wherever colours are drawn.
    pub tint: Tint,
}

/// What a piece looks like where one can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    Disc,
    /// Flat tiles on one another: the size of a piece is their number.
    Stack,
    /// The size of a piece is the strength it shows.
    Die,
    Microbe,
}

impl Shape {
    /// Returns one word for it, for programs: a name in SVG, a value in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Disc => "disc",
            Self::Stack => "stack",
            Self::Die => "die",
            Self::Microbe => "microbe",
        }
    }
}

/// A starting position that has a name.
#[derive(Debug)]
pub struct Start {
    pub name: &'static str,
    pub text: &'static str,
}

/// What is always true of a rule set.
#[derive(Debug)]
pub struct Info {
    pub id: &'static str,
    pub name: &'static str,
    pub family: &'static str,
    /// First player, second player.
    pub sides: [Side; 2],
    /// The pieces of both sides.
    pub shape: Shape,
    /// The colours of the board.
    pub surface: Surface,
    /// The standard start comes first.
    pub starts: &'static [Start],
    /// The game is drawn when a position occurs for this many times.
    pub repetition: Option<u32>,
    /// The tags of the first and of the second player in the PGN in which other programs keep such games, if
    /// they do.
    pub pgn: Option<[&'static str; 2]>,
    /// The rules for people, as (language, text); English comes first.
    pub rules: &'static [(&'static str, &'static str)],
    /// What one plays for, in one line, likewise: for the first screen of a game.
    pub goal: &'static [(&'static str, &'static str)],
    /// The steps of the lesson, as [`crate::lesson`] reads them; empty where there is none.
    pub lesson: &'static str,
    /// Every sentence this game can say.
    pub phrases: &'static [&'static Phrase],
}

impl Info {
    /// What a rule set is unless it says otherwise: discs on a plain board, no repetition rule, no PGN.
    pub const DEFAULT: Self = Self {
        id: "",
        name: "",
        family: "",
        sides: [
            Side { name: "Black", letter: 'b', symbol: 'b', glyph: '●', tint: Tint::BLACK },
            Side { name: "White", letter: 'w', symbol: 'w', glyph: '○', tint: Tint::WHITE },
        ],
        shape: Shape::Disc,
        surface: Surface::PLAIN,
        starts: &[],
        repetition: None,
        pgn: None,
        goal: &[],
        lesson: "",
        rules: &[],
        phrases: &[],
    };

    pub fn side(&self, player: Player) -> &Side {
        &self.sides[player.index()]
    }

    /// Returns the name of a side, to stand in a message.
    pub fn named(&self, player: Player) -> Arg {
        Arg::Name(self.side(player).name)
    }

    /// Returns the player whose pieces position texts write with this letter.
    pub fn player(&self, letter: char) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.side(*player).letter == letter)
    }
}

/// The number that no move of any game has, so that a search can store "no move" in the same 32 bits.
pub const NO_MOVE: u32 = u32::MAX - 1;

/// A position of one game. The type is the game: there is no game object beside it.
pub trait Position:
    Default + Clone + Eq + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
    /// The `u32` is unique among the legal moves of one position, and never [`NO_MOVE`].
    type Move: Copy + Eq + Hash + Debug + Display + Into<u32> + Send + Sync + 'static;

    const INFO: Info;

    fn turn(&self) -> Player;

    /// Returns the result that the position itself shows. Never depends on the moves that led here.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the legal moves in a fixed order; none exactly when [`outcome`](Self::outcome) is `Some`.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a legal move. There is no undo: keep a copy.
    fn play(&mut self, mv: Self::Move);

    /// Equal for equal placement and side to move; counters, move number and anchor do not count.
    fn key(&self) -> u64;

    /// Reads a legal move in any accepted form.
    ///
    /// # Errors
    /// Names the rule that the move would break.
    fn read_move(&self, text: &str) -> Result<Self::Move, Complaint>;

    /// Returns how many legal moves there are, where counting is cheaper than listing.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.len()
    }

    /// Returns how many ways there are to make two moves, where counting is cheaper than going there. The
    /// list is room to work in.
    fn count_replies(&self, room: &mut Vec<Self::Move>) -> u64 {
        room.clear();
        self.moves(room);
        let replies = |mv: &Self::Move| {
            let mut next = self.clone();
            next.play(*mv);
            next.count_moves() as u64
        };
        room.iter().map(replies).sum()
    }

    /// Returns the move at `index` of [`moves`](Self::moves), where picking is cheaper than listing. `None`
    /// past the end.
    fn nth_move(&self, index: usize) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.get(index).copied()
    }

    /// Returns the move at the index of [`moves`](Self::moves) that `pick` returns, given how many
    /// there are. `None` when there are none.
    fn pick_move(&self, pick: impl FnOnce(usize) -> usize) -> Option<Self::Move> {
        match self.count_moves() {
            0 => None,
            count => self.nth_move(pick(count)),
        }
    }
}
