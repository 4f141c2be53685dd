//! Hints.

use std::time::Duration;

use engine::analysis::HintBudget;
use engine::hints;
use games::Record;
use serde::{Deserialize, Serialize};

use super::super::data::{AnalysisData, as_record};
use super::super::kind::{JobContext, JobKind};
use super::super::queue::Cost;

/// Analyses the current position of a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HintJob {
    #[serde(with = "as_record")]
    pub record: Record,
    pub lines: usize,
}

impl JobKind for HintJob {
    const NAME: &'static str = "hint";
    const TIME_MAX: Duration = Duration::from_secs(10);
    type Update = ();
    /// `None` when the game is over.
    type Output = Option<AnalysisData>;

    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn run(&self, context: &JobContext<'_, ()>) -> Option<AnalysisData> {
        hints::hint(&self.record, self.lines, HintBudget::SERVER, &context.clock).map(AnalysisData::from)
    }
}
