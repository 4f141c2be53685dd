//! The strong solution of Neutreeko: every position's value and exact distance, found when first asked.
//!
//! Nothing is stored or shipped. The table ignores repetition: a player who follows falling distances never
//! repeats a position, but entering one that occurred twice earlier in the game is a draw, so players must
//! look at the record too.
//!
//! ```
//! use engine::solve::neutreeko::{Solution, ExactValue};
//! use games::neutreeko::Neutreeko;
//!
//! let solution = Solution::shared();
//! assert_eq!(solution.value(&Neutreeko::default()), ExactValue::Draw);
//! let middle = "3w1/b4/5/bw3/1wb2 b".parse().unwrap();
//! let (best, value) = solution.moves(&middle)[0];
//! assert_eq!((best.to_string().as_str(), value), ("a2-a3", ExactValue::Win(17)));
//! ```

mod figures;
mod lines;
mod paths;
mod predecessors;
mod puzzles;
pub mod record_twin;
mod retrograde;
mod sets;
mod slides;
mod starts;
pub mod symmetry;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

use std::cmp::Reverse;
use std::fmt;
use std::sync::OnceLock;

use games::Position;
use games::neutreeko::{Neutreeko, Slide};

use lines::place;
use retrograde::Distances;
use sets::{Sets, is_line, triples};
use symmetry::Symmetry;

pub use figures::{Class, Figures, Tally, reachable};
pub use predecessors::predecessors;
pub use puzzles::{Puzzle, PuzzleKind};
pub use starts::BalancedStart;

/// What a position is worth to the side to move, with best play by both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExactValue {
    /// The side to move wins in this odd number of plies, its own last one counted.
    Win(u8),
    /// The side to move loses in this even number of plies; 0 when the other side has its line already.
    Loss(u8),
    Draw,
}

/// The value and distance of every position.
#[derive(Debug)]
pub struct Solution {
    sets: Sets,
    distances: Distances,
}

impl Solution {
    /// Solves the game, which takes some milliseconds.
    pub fn solve() -> Self {
        let sets = Sets::new();
        let distances = Distances::find(&sets);
        Self { sets, distances }
    }

    /// Returns the solution, computed on first use.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Solution> = OnceLock::new();
        SHARED.get_or_init(Self::solve)
    }

    pub fn value(&self, position: &Neutreeko) -> ExactValue {
        let (mover, waiting) = position.masks();
        self.value_of_sets(mover, waiting)
    }

    /// Returns what each move is worth to the side that makes it, in plies from here; the best first. Best is
    /// the shortest win, then a draw, then the longest loss; equal ones keep the order of the rules.
    pub fn moves(&self, position: &Neutreeko) -> Vec<(Slide, ExactValue)> {
        let mut slides = Vec::with_capacity(24);
        position.moves(&mut slides);
        let mut judged: Vec<(Slide, ExactValue)> = slides
            .into_iter()
            .map(|slide| {
                let mut next = position.clone();
                next.play(slide);
                (slide, self.value(&next).before())
            })
            .collect();
        judged.sort_by_key(|(_, value)| Reverse(value.preference()));
        judged
    }

    /// Returns the whole table, one byte per placement: the mover's sets in rising order as masks (a1 is bit
    /// 0, b1 bit 1, e5 bit 24) and for each of them the other side's disjoint sets in rising order. 254 is
    /// impossible, 255 a draw, else the plies to the end.
    pub fn table_bytes(&self) -> impl Iterator<Item = u8> {
        triples().flat_map(move |mover| {
            let impossible = is_line(mover);
            triples()
                .filter(move |waiting| mover & waiting == 0)
                .map(move |waiting| if impossible { 254 } else { self.value_of_sets(mover, waiting).byte() })
        })
    }

    fn value_of_sets(&self, mover: u32, waiting: u32) -> ExactValue {
        let (mover, waiting) = (self.sets.number(mover), self.sets.number(waiting));
        // Rows are kept for the sets that stand for their classes: both sides are turned until the mover's is
        // one.
        let back = Symmetry::ALL[mover % 8].inverse();
        let waiting = waiting & !7 | back.after(Symmetry::ALL[waiting % 8]).index();
        let (line, bit) = place(mover / 8, waiting);
        if self.distances.drawn[line].contains(bit) {
            return ExactValue::Draw;
        }
        let halves = self.distances.halves.iter().enumerate();
        let half = halves.fold(0, |half, (power, plane)| half | u8::from(plane[line].contains(bit)) << power);
        if self.distances.won[line].contains(bit) {
            ExactValue::Win(2 * half + 1)
        } else {
            ExactValue::Loss(2 * half)
        }
    }
}

/// `W3`, `L4` or `D`.
impl fmt::Display for ExactValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "W{plies}"),
            Self::Loss(plies) => write!(f, "L{plies}"),
            Self::Draw => f.write_str("D"),
        }
    }
}

impl ExactValue {
    /// Returns the value to the other side, one ply earlier, of a move that leads here.
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss, however long it takes.
    pub fn result(self) -> i8 {
        match self {
            Self::Win(_) => 1,
            Self::Draw => 0,
            Self::Loss(_) => -1,
        }
    }

    /// Higher is better.
    pub fn preference(self) -> i16 {
        match self {
            Self::Win(plies) => 256 - i16::from(plies),
            Self::Draw => 0,
            Self::Loss(plies) => i16::from(plies) - 256,
        }
    }

    fn byte(self) -> u8 {
        match self {
            Self::Win(plies) | Self::Loss(plies) => plies,
            Self::Draw => 255,
        }
    }
}
