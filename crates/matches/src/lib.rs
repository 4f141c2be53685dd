//! Matches: engines and bots against each other, and what the results say.
//!
//! A match is a [`MatchPlan`](state::MatchPlan), fixed before the first game and kept in a file, and a log of
//! records to which every finished game is added. All reports of a match are computed from these two, so
//! one that was cut off goes on as if nothing had been.

pub mod adjudicate;
pub mod compliance;
pub mod contender;
pub mod game;
pub mod openings;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod state;
pub mod stats;
mod trouble;

/// Every sentence about a match that cannot begin or went wrong.
pub const PHRASES: &[&[&games::Phrase]] = &[
    adjudicate::PHRASES,
    contender::PHRASES,
    openings::PHRASES,
    report::PHRASES,
    sprt::PHRASES,
    standings::PHRASES,
    state::PHRASES,
    trouble::PHRASES,
];

pub use game::{BotSource, Bots};

/// Returns a seed for one part of something that has a seed: parts must not be like each other, nor like the
/// parts of the next seed.
pub fn mix(seed: u64, part: u64) -> u64 {
    fastrand::Rng::with_seed(seed ^ part.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)).u64(..)
}
