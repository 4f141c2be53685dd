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

/// From this depth on, the share of the nodes below the best move says how clear the choice is.
const SHARE_DEPTH: u32 = 6;

impl Time<'_> {
    /// Returns the soft limit after an iteration: less than [`soft`](Self::soft) when nearly all nodes were
    /// spent on the best move, and more when other moves needed many to be refuted. Where both limits are the
    /// same, all of the time is meant to be used.
    fn soft_after(&self, depth: u32, share: f64) -> Duration {
        if self.soft >= self.hard || depth < SHARE_DEPTH {
            return self.soft;
        }
        let clear = share.clamp(0.0, 1.0);
        self.soft.mul_f64((1.55 - clear) * 1.35).min(self.hard)
    }

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

    /// Returns whether another iteration is worth starting, after one of this depth that spent `share` of its
    /// nodes on the best move.
    pub fn allow_iteration(&self, depth: u32, share: f64) -> bool {
        self.depth.is_none_or(|limit| depth < limit)
            && self.time.is_none_or(|time| time.clock.elapsed() < time.soft_after(depth, share))
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

#[cfg(test)]
mod tests {
    use super::*;

    struct At(Duration);

    impl TimeSource for At {
        fn elapsed(&self) -> Duration {
            self.0
        }
    }

    #[test]
    fn a_clear_choice_ends_a_search_early_and_an_open_one_late() {
        let (soft, hard) = (Duration::from_millis(600), Duration::from_millis(1_000));
        let goes_on = |elapsed, hard, depth, share| {
            let clock = At(Duration::from_millis(elapsed));
            let time = Some(Time { clock: &clock, soft, hard });
            SearchLimits { time, ..SearchLimits::NONE }.allow_iteration(depth, share)
        };
        // In time, nearly all nodes, hardly any: with most nodes on one move the search ends before the soft
        // limit, with few after it, and never after the hard one.
        for (elapsed, share, expected) in [
            (400, 0.99, true),
            (500, 0.99, false),
            (700, 0.3, true),
            (700, 0.9, false),
            (999, 0.0, true),
            (1_000, 0.0, false),
        ] {
            assert_eq!(goes_on(elapsed, hard, 10, share), expected, "{elapsed} ms, {share}");
        }
        // Shallow iterations say little, and a fixed time is used up.
        assert!(goes_on(599, hard, 5, 1.0) && !goes_on(601, hard, 5, 0.0));
        assert!(goes_on(599, soft, 10, 1.0) && !goes_on(601, soft, 10, 0.0));
    }
}
