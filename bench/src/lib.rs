//! Timing that a noisy machine can spoil but little: the sides take turns, only time on the processor counts,
//! and reports the median.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// Once the fewest rounds are done, a race goes on no longer than this.
const RACE_MAX: Duration = Duration::from_secs(2);

/// A named piece of work, which returns how many units it did.
pub struct Side<'a> {
    name: &'static str,
    work: Box<dyn FnMut() -> u64 + 'a>,
}

impl fmt::Debug for Side<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Side").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<'a> Side<'a> {
    pub fn new(name: &'static str, work: impl FnMut() -> u64 + 'a) -> Self {
        Self { name, work: Box::new(work) }
    }
}

/// What one side did, round by round.
#[derive(Debug)]
pub struct Laps {
    pub name: &'static str,
    /// Units done in each round.
    pub units: Vec<u64>,
    /// Units per second in each round.
    rates: Vec<f64>,
}

impl Laps {
    /// Units per second in the middle of all rounds.
    pub fn median(&self) -> f64 {
        median(self.rates.clone())
    }

    /// Units per second in the best round: the least disturbed by other load.
    pub fn fastest(&self) -> f64 {
        self.rates.iter().copied().fold(0.0, f64::max)
    }

    /// How many times as fast as the other. Each round is compared with the same round of the other side, so
    /// that a slow spell of the machine, which hits both, counts for little.
    pub fn ratio(&self, other: &Self) -> f64 {
        median(self.rates.iter().zip(&other.rates).map(|(rate, other)| rate / other).collect())
    }
}

/// Lets all sides work in turn, A B C A B C and so on, after one round that is not counted.
pub fn race(rounds: RangeInclusive<usize>, mut sides: Vec<Side<'_>>) -> Vec<Laps> {
    let mut laps: Vec<Laps> =
        sides.iter().map(|side| Laps { name: side.name, units: Vec::new(), rates: Vec::new() }).collect();
    let start = Instant::now();
    for round in 0..=*rounds.end() {
        if round > *rounds.start() && start.elapsed() > RACE_MAX {
            break;
        }
        for (side, laps) in sides.iter_mut().zip(&mut laps) {
            let start = ThreadTime::now();
            let units = (side.work)();
            let seconds = start.elapsed().as_secs_f64();
            if round > 0 {
                laps.units.push(units);
                laps.rates.push(units as f64 / seconds);
            }
        }
    }
    laps
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len().is_multiple_of(2) { (values[middle - 1] + values[middle]) / 2.0 } else { values[middle] }
}
