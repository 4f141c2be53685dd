//! What a search may ask of a position. Every method has a default: a game without any of this can still be searched.

use crate::Position;

/// What a position shows without a search, by a rule of thumb that is a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// Nothing is decided; the moves in the list are those worth looking at, which may be fewer than all:
    /// each one left out loses, and one that stays is no worse.
    Open,
    /// The side to move wins in exactly so many plies.
    WinIn(u32),
    /// The side to move loses in exactly so many plies.
    LossIn(u32),
}

/// What a search may ask.
pub trait Tactics: Position {
    /// How good the position is for the side to move, in hundredths of a unit that the game understands. Asked only while the game goes on;
    /// stays within 10,000 either way.
    fn evaluate(&self) -> i32 {
        0
    }

    /// Whether a move changes so much that a search should not stop right after it.
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// How promising a move looks before it is searched; only the order matters.
    fn hint(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// The position with the other side to move, where doing nothing is never better than the best move. `None` where it may be.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Looks at threats: a proof that needs no search, or else drops hopeless moves from the list of all legal moves.
    fn glance(&self, _moves: &mut Vec<Self::Move>) -> Glance {
        Glance::Open
    }
}
