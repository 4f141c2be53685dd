//! Hints: what the engine would play, within a budget that all front ends share.

use games::Record;

use crate::analysis::{Analysis, HintBudget};
use crate::any;
use crate::search::TimeSource;

/// Analyses the current position of a record for a hint of this many lines. The clock has run since the hint
/// was asked for. Returns `None` when the game is over.
pub fn hint(record: &Record, lines: usize, budget: HintBudget, clock: &dyn TimeSource) -> Option<Analysis> {
    any::engine(record.game(), budget.megabytes).analyze(record, &budget.options(lines, clock), &mut |_| {})
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A clock that has always run for this long.
    struct Stopped(Duration);

    impl TimeSource for Stopped {
        fn elapsed(&self) -> Duration {
            self.0
        }
    }

    #[test]
    fn hints_keep_within_their_budget() {
        let record = Record::new(games::find("ataxx").unwrap());
        let local = hint(&record, 9, HintBudget::LOCAL, &Stopped(Duration::from_secs(9))).unwrap();
        assert_eq!(local.lines.len(), HintBudget::LOCAL.lines_max);
        assert!(local.depth > 3 && local.nodes <= HintBudget::LOCAL.nodes, "time does not matter: {local:?}");
        let late = hint(&record, 9, HintBudget::SERVER, &Stopped(Duration::from_secs(9))).unwrap();
        assert!(late.nodes < 10_000 && late.best_move().is_some(), "the time is over: {late:?}");
    }
}
