//! A puzzle session, the same for every front end: which puzzle comes next, what a try is
//! worth, hints in three steps, the refutation of a try, and a rating that follows the solver. It does no IO:
//! front ends keep [`Progress`] as JSON.

mod posed;
mod progress;

pub use posed::{PosedEntry, Refutation, TryVerdict};
pub use progress::{CurrentPuzzle, DailyProgress, GameProgress, Progress, PuzzleResult};

/// The day of a time in milliseconds since 1970-01-01, by UTC: what the puzzle of the day goes by.
pub fn day_of(unix_ms: u64) -> u64 {
    unix_ms / 86_400_000
}

#[cfg(test)]
mod tests;
