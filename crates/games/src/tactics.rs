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

    /// How far one more ply seldom takes the search from the evaluation, where hints say how far each move does. What then lies outside the
    /// window by more than this for every ply that is left, a selective search leaves out. `None` where the evaluation is not as steady as that.
    const DRIFT: Option<i32> = None;

    /// Whether there are so many moves that late ones are seldom worth a look.
    const MANY_MOVES: bool = false;

    /// What a bot would rather be behind by than draw, where without that neither side makes headway.
    const CONTEMPT: i32 = 0;

    /// How good the position is for the side to move, in hundredths of a unit that the game understands. Asked only while the game goes on;
    /// stays within 10,000 either way.
    fn evaluate(&self) -> i32 {
        0
    }

    /// The evaluation, and how far from a draw the position seems, whoever is ahead: what a bot likes that would rather win than draw. Of a game
    /// with [`CONTEMPT`](Self::CONTEMPT).
    fn evaluate_with_chances(&self) -> (i32, i32) {
        (self.evaluate(), 0)
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

    /// Appends how promising each move looks before it is searched. Only the order matters, except to a game with a [`DRIFT`](Self::DRIFT):
    /// its hints say by how much the evaluation will have changed for the mover when the other side is to move.
    fn hints(&self, moves: &[Self::Move], out: &mut Vec<i32>) {
        out.extend(moves.iter().map(|_| 0));
    }

    /// Appends the moves worth looking at, where many of a kind play much alike; at least one, if there are any. A selective search looks only at
    /// these.
    fn main_moves(&self, out: &mut Vec<Self::Move>) {
        self.moves(out);
    }

    /// Lists the moves that a selective search looks at, with their hints; [`recall`](Self::recall) may have listed the main ones already. Says
    /// whether the position is lost when all of these lose.
    fn promising(&self, moves: &mut Vec<Self::Move>, hints: &mut Vec<i32>) -> bool {
        if moves.is_empty() {
            self.main_moves(moves);
        }
        self.hints(moves, hints);
        true
    }

    /// The move of this number, if it is one that a search would look at. A game that cannot tell otherwise lists its main moves, once.
    fn recall(&self, number: u32, moves: &mut Vec<Self::Move>) -> Option<Self::Move> {
        if moves.is_empty() {
            self.main_moves(moves);
        }
        moves.iter().copied().find(|mv| (*mv).into() == number)
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
