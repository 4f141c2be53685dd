//! When a search ends. The search never reads the time itself: its caller passes a clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Time since the search was asked for.
pub trait TimeSource: Sync {
    fn elapsed(&self) -> Duration;
}

impl TimeSource for std::time::Instant {
    fn elapsed(&self) -> Duration {
        Self::elapsed(self)
    }
}

/// What a search may spend. It ends at whatever comes first.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchLimits<'a> {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<Time<'a>>,
    /// Set from outside to end the search.
    pub stop: Option<&'a AtomicBool>,
}

/// A clock and how much of it may be used.
#[derive(Clone, Copy)]
pub struct Time<'a> {
    pub clock: &'a dyn TimeSource,
    /// No new iteration starts after this.
    pub soft: Duration,
    /// The search ends wherever it is.
    pub hard: Duration,
}

impl Time<'_> {
    #[must_use]
    pub fn halved(self) -> Self {
        Self { soft: self.soft / 2, hard: self.hard / 2, ..self }
    }
}

impl std::fmt::Debug for Time<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} to {:?}", self.soft, self.hard)
    }
}

impl SearchLimits<'_> {
    pub const NONE: Self = Self { depth: None, nodes: None, time: None, stop: None };

    /// Returns whether the search must end now.
    pub fn are_spent(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
            || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.time.is_some_and(|time| time.clock.elapsed() >= time.hard)
    }

    /// Returns whether another iteration is worth starting.
    pub fn allow_iteration(&self, depth: u32) -> bool {
        self.depth.is_none_or(|limit| depth <= limit)
            && self.time.is_none_or(|time| time.clock.elapsed() < time.soft)
    }
}

/// Returns how much of a clock with increment to spend on one move, in a game that goes on for about this
/// many more moves.
pub fn share_of_clock(left: Duration, increment: Duration) -> (Duration, Duration) {
    /// Kept back for what lies between the engine and the clock.
    const OVERHEAD: Duration = Duration::from_millis(15);
    const MOVES_LEFT: u32 = 22;
    let usable = left.saturating_sub(OVERHEAD);
    let share = usable / MOVES_LEFT + increment * 3 / 4;
    let hard = (share * 3).min(usable * 2 / 5).min(usable);
    ((share * 6 / 10).min(hard), hard)
}
