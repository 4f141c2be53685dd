//! What a search asks of a game beyond its rules: evaluation, move ordering and proofs by threats.
//!
//! Every method has a default, so a game that implements none of them can still be searched.

use crate::{Outcome, Position};

/// The result of a static check of threats. Every variant but [`Open`](Self::Open) is a proof, not an
/// estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaticResult {
    /// Nothing is decided.
    Open,
    /// The game is over.
    Over(Outcome),
    /// The side to move wins in exactly this many plies.
    WinIn(u32),
    /// The side to move loses in exactly this many plies.
    LossIn(u32),
    /// The side to move loses in two plies unless it answers a threat; see [`Heuristics::evasions`].
    Threatened,
}

/// What a search does when its depth is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// Evaluates the position.
    Evaluate,
    /// Continues with noisy moves until the position is quiet.
    Quiescence,
    /// Continues while a threat forces the reply.
    Threats,
}

/// The inputs of a neural evaluation, and how training data encodes a position.
#[derive(Debug, PartialEq, Eq)]
pub struct Features {
    /// The name that networks and training data carry. Rule sets that differ only in names and colours share
    /// it.
    pub name: &'static str,
    pub inputs: usize,
    /// The largest number of inputs that are active in a position.
    pub active_max: usize,
    /// The number of sets of output weights, one for each phase of the game.
    pub buckets: usize,
    /// The number of cells that training data holds of a position, and the bits of each.
    pub cells: usize,
    pub cell_bits: usize,
}

/// Evaluation, move ordering and static proofs for the search.
pub trait Heuristics: Position {
    const HORIZON: Horizon = Horizon::Evaluate;

    /// The margin per remaining ply for futility and reverse futility pruning, in the unit of
    /// [`evaluate`](Self::evaluate). `None` disables both, for games whose evaluation swings too much from
    /// ply to ply.
    const FUTILITY_MARGIN: Option<i32> = None;

    /// Whether positions have so many moves that late move pruning and internal reductions pay.
    const MANY_MOVES: bool = false;

    /// How much worse than a draw a bot may stand before it prefers the draw, in games that are otherwise
    /// drawn too often.
    const CONTEMPT: i32 = 0;

    /// The inputs of a neural evaluation, for games that can have one. All that a network sees is seen by the
    /// side to move.
    const FEATURES: Option<Features> = None;

    /// Writes the active inputs to the front of `out`, which has room for [`Features::active_max`], and
    /// returns their number.
    fn features(&self, _out: &mut [u16]) -> usize {
        0
    }

    /// Returns which set of output weights a network uses here.
    fn bucket(&self) -> usize {
        0
    }

    /// Writes the contents of each cell, as numbers of [`Features::cell_bits`] bits, for training data.
    fn cells(&self, _out: &mut [u8]) {}

    /// Returns the static evaluation for the side to move, in hundredths of a unit of the game's choice. It
    /// is called only while the game goes on and stays within 10,000 either way.
    fn evaluate(&self) -> i32 {
        0
    }

    /// Returns the evaluation for the side to move where who wins is proved, but not in how many plies. It is
    /// beyond all others, so that a search prefers it, and grows on the way to the end.
    fn foregone_evaluation(&self) -> Option<i32> {
        None
    }

    /// Returns the evaluation and a second term that is larger the farther the position is from a draw,
    /// whichever side is ahead. The search adds the second term for a side with [`CONTEMPT`](Self::CONTEMPT).
    fn evaluate_with_chances(&self) -> (i32, i32) {
        (self.evaluate(), 0)
    }

    /// Returns whether a move changes the evaluation so much that the position after it is not quiet.
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Returns whether a move rarely is the best one, so that a selective search may leave it out once it has
    /// tried others.
    fn is_poor(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Appends the noisy moves. Games override this where generating them is cheaper than filtering all
    /// moves.
    fn noisy_moves(&self, out: &mut Vec<Self::Move>) {
        self.moves(out);
        out.retain(|mv| self.is_noisy(*mv));
    }

    /// Appends one ordering score per move. Only their order matters, except in a game with a
    /// [`FUTILITY_MARGIN`](Self::FUTILITY_MARGIN): there the score predicts by how much the move changes the
    /// evaluation for its own side.
    fn score_moves(&self, moves: &[Self::Move], out: &mut Vec<i32>) {
        out.extend(moves.iter().map(|_| 0));
    }

    /// Appends the moves that a selective search considers, where many moves are nearly equivalent; at least
    /// one, if the position has any.
    fn main_moves(&self, out: &mut Vec<Self::Move>) {
        self.moves(out);
    }

    /// Generates the moves that a selective search considers together with their ordering scores.
    /// [`find_pseudo_legal`](Self::find_pseudo_legal) may have filled `moves` already. Returns whether these
    /// are all the legal moves, so that the position is lost when all of them lose.
    fn generate_scored(&self, moves: &mut Vec<Self::Move>, scores: &mut Vec<i32>) -> bool {
        if moves.is_empty() {
            self.main_moves(moves);
        }
        self.score_moves(moves, scores);
        true
    }

    /// Returns the move with this number if it can be played here, for moves from the transposition table and
    /// killers. The default generates the main moves into `moves` once; games that can test a single move
    /// leave `moves` empty.
    fn find_pseudo_legal(&self, number: u32, moves: &mut Vec<Self::Move>) -> Option<Self::Move> {
        if moves.is_empty() {
            self.main_moves(moves);
        }
        moves.iter().copied().find(|mv| (*mv).into() == number)
    }

    /// Returns the number of plies after which the game is drawn by counting, unless a move starts the count
    /// anew. The [`key`](Position::key) does not include the count, so a search must not carry a longer proof
    /// over from an equal position. `None` where no such rule exists.
    fn plies_to_draw(&self) -> Option<u32> {
        None
    }

    /// Returns the position with the other side to move, for null-move pruning. `None` where passing could be
    /// the best move.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Checks threats statically. A game whose [`HORIZON`](Self::HORIZON) is [`Horizon::Threats`] also
    /// reports here that it is over; other games leave that to [`outcome`](Position::outcome).
    fn static_result(&self) -> StaticResult {
        StaticResult::Open
    }

    /// Returns [`static_result`](Self::static_result) and, where that is open, the evaluation, for games that
    /// compute both in one pass. It is called beyond the horizon of a search that follows threats.
    fn evaluate_threats(&self) -> (StaticResult, i32) {
        match self.static_result() {
            StaticResult::Open => (StaticResult::Open, self.evaluate()),
            decided => (decided, 0),
        }
    }

    /// Keeps only the moves that answer the threat reported by [`static_result`](Self::static_result). When
    /// none is left the position is lost in two plies.
    fn evasions(&self, _moves: &mut Vec<Self::Move>) {}
}
