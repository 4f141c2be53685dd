//! The effort that a hint may cost.

use std::time::Duration;

use super::SearchOptions;
use crate::search::{SearchLimits, Time, TimeSource};

/// What a search for a hint may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintBudget {
    pub nodes: u64,
    /// The longest that it may take, where others wait for the machine too.
    pub time: Option<Duration>,
    /// Megabytes of the transposition table.
    pub megabytes: usize,
    /// The most lines that can be asked for.
    pub lines_max: usize,
}

impl HintBudget {
    /// On the player's own machine: a fraction of a second, and the same hint on every machine.
    pub const LOCAL: Self = Self { nodes: 200_000, time: None, megabytes: 16, lines_max: 1 };
    /// On a server that others use too. Fewer nodes where the time runs out first.
    pub const SERVER: Self =
        Self { nodes: 400_000, time: Some(Duration::from_millis(1500)), megabytes: 16, lines_max: 5 };

    /// Returns the options of the search for this many lines. The clock has run since the hint was asked for.
    pub fn options<'a>(&self, lines: usize, clock: &'a dyn TimeSource) -> SearchOptions<'a> {
        let time = self.time.map(|time| Time { clock, soft: time / 2, hard: time });
        let limits = SearchLimits { nodes: Some(self.nodes), time, ..SearchLimits::NONE };
        SearchOptions { lines: lines.clamp(1, self.lines_max), ..SearchOptions::new(limits) }
    }
}
