//! Lag compensation. The time that the network takes is not the player's: up to 100 ms of it are not counted
//! for a move, from a quota of 500 ms that grows by 20 ms with every move. The lag is the least of the recent
//! round trips, so that a client that delays its answers gains the quota at most.

use std::collections::VecDeque;
use std::time::Duration;

const MOVE_MAX: Duration = Duration::from_millis(100);
const QUOTA_MAX: Duration = Duration::from_millis(500);
const REFILL: Duration = Duration::from_millis(20);
/// The number of round trips that count as recent.
const RECENT: usize = 5;

/// The lag of one player.
#[derive(Clone, Debug)]
pub struct Lag {
    round_trips: VecDeque<Duration>,
    quota: Duration,
}

impl Default for Lag {
    fn default() -> Self {
        Self { round_trips: VecDeque::new(), quota: QUOTA_MAX }
    }
}

impl Lag {
    pub fn measured(&mut self, round_trip: Duration) {
        if self.round_trips.len() == RECENT {
            self.round_trips.pop_front();
        }
        self.round_trips.push_back(round_trip);
    }

    /// Returns how much time is not counted for the next move, at most.
    pub fn allowance(&self) -> Duration {
        let least = self.round_trips.iter().min().copied().unwrap_or_default();
        least.min(MOVE_MAX).min(self.quota)
    }

    /// A move was made, and this much of its time was not counted.
    pub fn spend(&mut self, used: Duration) {
        self.quota = (self.quota.saturating_sub(used) + REFILL).min(QUOTA_MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn the_least_recent_round_trip_counts() {
        let mut lag = Lag::default();
        assert_eq!(lag.allowance(), Duration::ZERO, "nothing is known");
        for round_trip in [80, 30, 90] {
            lag.measured(round_trip * MS);
        }
        assert_eq!(lag.allowance(), 30 * MS);
        for _ in 0..RECENT {
            lag.measured(60 * MS);
        }
        assert_eq!(lag.allowance(), 60 * MS);
    }

    #[test]
    fn delayed_answers_gain_no_more_than_the_quota() {
        let mut lag = Lag::default();
        for _ in 0..RECENT {
            lag.measured(10_000 * MS);
        }
        assert_eq!(lag.allowance(), MOVE_MAX);
        let mut gained = Duration::ZERO;
        for moves in 1..100 {
            gained += lag.allowance();
            lag.spend(lag.allowance());
            assert!(gained <= QUOTA_MAX + moves * REFILL);
        }
    }
}
