//! What is wrong with a try at a puzzle.

use std::time::Duration;

use games::Record;
use puzzles::Refutation;
use serde::{Deserialize, Serialize};

use super::super::data::{LineData, as_record};
use super::super::kind::{JobContext, JobKind};
use super::super::queue::Cost;

/// Searches for the reply to the last move of a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RefutationJob {
    #[serde(with = "as_record")]
    pub tried: Record,
}

impl JobKind for RefutationJob {
    const NAME: &'static str = "refutation";
    const TIME_MAX: Duration = Duration::from_secs(10);
    type Update = ();
    /// `None` when the move has ended the game.
    type Output = Option<LineData>;

    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn run(&self, _: &JobContext<'_, ()>) -> Option<LineData> {
        Refutation::search(&self.tried).map(LineData::from)
    }
}
