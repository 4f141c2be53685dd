//! Endgame tables as a search and an analysis ask them: what they say of single positions, and of all moves.
//! [`knowledge`](crate::knowledge) says which game has them; none needs them.

use games::Position;

use super::value::{EVALUATION_MAX, PROVED, WIN};
use super::{Distance, Score, Value, ValuedLine};

/// What is won, unless a count of quiet plies ends it, as a score: better than a draw, and no proof.
pub const UNLESS_COUNTED: Score = 100;

/// What tables say of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableValue {
    pub value: Value,
    /// [`Distance::UnlessCounted`] where the win or loss is only a score.
    pub distance: Distance,
}

/// The endgame tables of a game.
pub trait EndgameTables<P: Position>: Send + Sync {
    /// Returns what is known of a position, as if no position of its quiet stretch had occurred before.
    fn probe(&self, position: &P) -> Option<TableValue>;

    /// Returns every legal move with its value, best first, and how the game may go on with best play. Gets
    /// the positions of the game before this one, because one that has occurred too often is a draw.
    fn moves(&self, position: &P, earlier: &[P]) -> Option<Vec<ValuedLine<P::Move>>>;
}

impl TableValue {
    /// Returns the value as a score of the search; `draw` is that of a draw there.
    pub(crate) fn score(self, ply: usize, draw: Score) -> Score {
        // What takes too long for a score that proves it is as good as an evaluation can be.
        let won = |plies: u32| match WIN - plies as Score - ply as Score {
            score if score > PROVED => score,
            _ => EVALUATION_MAX,
        };
        match self.value {
            Value::WinIn(plies) => won(plies),
            Value::LossIn(plies) => -won(plies),
            Value::Draw => draw,
            Value::About(score) => score,
        }
    }
}
