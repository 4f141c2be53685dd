//! What a search may ask of a position. Every method has a default: a game without any of this can still be searched.

use crate::{Outcome, Position};

/// What a position shows without a search, by a rule of thumb that is a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// Nothing is decided.
    Open,
    /// The game is over.
    Over(Outcome),
    /// The side to move wins in exactly so many plies.
    WinIn(u32),
    /// The side to move loses in exactly so many plies.
    LossIn(u32),
    /// The side to move loses in two plies unless it answers a threat: [`Tactics::answers`] says how.
    Threatened,
}

/// What a search does when its depth runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// Judges the position as it stands.
    Judge,
    /// Goes on with noisy moves until none is worth it.
    Captures,
    /// Looks at threats, and goes on while they force the reply.
    Threats,
}

/// What a search may ask.
pub trait Tactics: Position {
    const HORIZON: Horizon = Horizon::Judge;

    /// How good the position is for the side to move, in hundredths of a unit that the game understands. Asked only while the game goes on;
    /// stays within 10,000 either way.
    fn evaluate(&self) -> i32 {
        0
    }

    /// Whether a move changes so much that a search should not stop right after it.
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Appends the noisy moves, where finding them is cheaper than listing all.
    fn noisy_moves(&self, out: &mut Vec<Self::Move>) {
        self.moves(out);
        out.retain(|mv| self.is_noisy(*mv));
    }

    /// Appends how promising each move looks before it is searched; only the order matters.
    fn hints(&self, moves: &[Self::Move], out: &mut Vec<i32>) {
        out.extend(moves.iter().map(|_| 0));
    }

    /// Appends the moves worth looking at, where many of a kind play much alike; at least one, if there are any. A selective search looks only at
    /// these.
    fn main_moves(&self, out: &mut Vec<Self::Move>) {
        self.moves(out);
    }

    /// The position with the other side to move, where doing nothing is never better than the best move. `None` where it may be.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Looks at threats. A game whose [`HORIZON`](Self::HORIZON) is threats also says here when it is over; for others that is for
    /// [`outcome`](Position::outcome) to say.
    fn glance(&self) -> Glance {
        Glance::Open
    }

    /// What [`glance`](Self::glance) sees and, where that is nothing, the evaluation: for games that find both in one go. Asked past the
    /// horizon of a search that looks at threats.
    fn judge_threats(&self) -> (Glance, i32) {
        match self.glance() {
            Glance::Open => (Glance::Open, self.evaluate()),
            decided => (decided, 0),
        }
    }

    /// Keeps only the moves that answer the threat which [`glance`](Self::glance) saw. When none is left the position is lost in two plies.
    fn answers(&self, _moves: &mut Vec<Self::Move>) {}
}
