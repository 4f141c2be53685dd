//! Moves as integers and positions as planes. docs/python.md describes every encoding; what stands there
//! stays.
//!
//! Planes are rows of cells from the bottom, each from the left. "Own" is the player to move.

mod ataxx;
mod knightline;
mod neutreeko;
pub(crate) mod python;
mod spread;
mod threedragons;

use fastrand::Rng;
use games::ataxx::{Ataxx, Competitive, Infection};
use games::knightline::{Feup, KnightLine, Official};
use games::neutreeko::Neutreeko;
use games::threedragons::{Basic, Dragons, Power, ThreeDragons};
use games::{Game, Position};

pub(crate) use spread::{AVX2, AVX512, PLAIN, spread_bits, spread_words, widths};

/// A rule set whose moves have numbers and whose positions have planes.
pub(crate) trait Encoded: Position {
    /// Planes, rows, columns.
    const SHAPE: [usize; 3];
    /// Actions are `0..ACTIONS`.
    const ACTIONS: usize;

    /// Returns the actions that make a legal move. `None` where the encoding cannot hold it.
    fn actions(&self, mv: Self::Move) -> Option<Actions>;

    /// Returns what a legal action does, when `first` was done before it. `None` for every other number. The
    /// list is room to work in.
    fn deed(
        &self,
        first: Option<usize>,
        action: usize,
        room: &mut Vec<Self::Move>,
    ) -> Option<Deed<Self::Move>> {
        room.clear();
        self.moves(room);
        let found = room.iter().copied().find(|mv| self.actions(*mv) == Some(Actions::One(action)))?;
        first.is_none().then_some(Deed::Play(found))
    }

    /// Sets the bits of the legal actions. There are [`mask_words`], all bits are clear before, and the game
    /// is not over. `WIDTH` is that of [`spread_words`].
    fn mask<const WIDTH: usize>(&self, first: Option<usize>, bits: &mut [u64], room: &mut Vec<Self::Move>);

    /// Writes every byte of the planes. `before` counts how often the position occurred earlier. `WIDTH` is
    /// that of [`spread_words`].
    fn planes<const WIDTH: usize>(&self, first: Option<usize>, before: u8, out: &mut [u8]);

    /// Returns a legal action, each as likely as any other, and what it does. `None` when there is none. The
    /// action does not depend on `WIDTH`, which is that of [`spread_words`].
    fn draw<const WIDTH: usize>(
        &self,
        first: Option<usize>,
        rng: &mut Rng,
        room: &mut Vec<Self::Move>,
    ) -> Option<(usize, Deed<Self::Move>)>;

    /// Returns whether there are legal moves that the encoding cannot hold.
    fn hides_moves(&self, _room: &mut Vec<Self::Move>) -> bool {
        false
    }

    /// Returns whether the encoding can hold none of the legal moves.
    fn is_out_of_sight(&self) -> bool {
        false
    }
}

/// The integers that stand for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actions {
    One(usize),
    Two(usize, usize),
}

/// What an action does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed<M> {
    Play(M),
    /// The first of two; the same player goes on.
    Begin(usize),
}

/// Work to do with a rule set that has an encoding.
pub(crate) trait EncodedVisitor {
    type Output;
    fn visit<P: Encoded + Game>(self) -> Self::Output;
}

macro_rules! encoded {
    ($($game:ty),* $(,)?) => {
        /// Calls the visitor with the type of the rule set of this id, where that has an encoding.
        pub(crate) fn visit<V: EncodedVisitor>(id: &str, visitor: V) -> Option<V::Output> {
            $(if id == <$game as Position>::INFO.id {
                return Some(visitor.visit::<$game>());
            })*
            None
        }
    };
}

encoded![
    Neutreeko,
    Ataxx<Competitive>,
    Ataxx<Infection>,
    KnightLine<Official>,
    KnightLine<Feup>,
    ThreeDragons<Basic>,
    ThreeDragons<Power>,
    ThreeDragons<Dragons>,
];

/// Returns how many words a mask has: sixty-four bytes at once, so that they can be written together.
pub(crate) const fn mask_words(actions: usize) -> usize {
    actions.div_ceil(512) * 8
}

pub(crate) fn set_bit(bits: &mut [u64], index: usize) {
    bits[index / 64] |= 1 << (index % 64);
}

/// Sets the bits of a run that begins at an index.
#[inline(always)]
pub(crate) fn set_run(bits: &mut [u64], index: usize, run: u64) {
    let (word, shift) = (index / 64, index % 64);
    bits[word] |= run << shift;
    if shift > 0
        && let Some(next) = bits.get_mut(word + 1)
    {
        *next |= run >> (64 - shift);
    }
}

/// Writes 1 where a set has a square.
pub(crate) fn write_set(plane: &mut [u8], set: u64) {
    let (eights, rest) = plane.as_chunks_mut::<8>();
    let mut left = set;
    for bytes in eights {
        *bytes = spread_bits(left as u8);
        left >>= 8;
    }
    for byte in rest {
        *byte = left as u8 & 1;
        left >>= 1;
    }
}
