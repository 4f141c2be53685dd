//! One game in memory.
//!
//! `game` is the game as the store holds it and `acts` is what can be done in it; both are plain data and do
//! no IO. An act returns a `Transition`: the next state, what to write and what to announce. `actor` is the
//! task that owns a game: it alone writes, and announces a change only once the store has it.

mod actor;
mod acts;
#[doc(hidden)]
pub mod fuzz;
mod game;
mod lag;
mod offers;
mod presence;
mod request;
mod seats;

use std::time::{Duration, Instant};

use crate::time::unix_ms;

pub use actor::{Actor, Services};
pub use game::{HouseRules, LiveGame, closing_word, status};
pub use offers::Offers;
pub use presence::Presence;
pub use request::{Event, GameRequest, Look, ReplySender, Snapshot, Subscription};
pub use seats::{NAME_MAX, Who, check_name};

/// The number of recent changes that a client can catch up with; a client that missed more gets the whole
/// state.
const LOG_MAX: usize = 256;
/// The number of events that wait for a slow client before it has to catch up.
const EVENTS_MAX: usize = 16;

/// The time of an act, by both clocks: the monotonic one for the clocks of the game, that of the calendar for
/// the store.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    pub at: Instant,
    /// Milliseconds since 1970.
    pub unix_ms: i64,
    /// How much of the time that the side to move has used went to the network, and is not counted.
    pub lag: Duration,
}

impl Moment {
    /// The moment of something that happened at `at`, which is now or a little earlier.
    pub fn of(at: Instant) -> Self {
        Self {
            at,
            unix_ms: unix_ms() - i64::try_from(at.elapsed().as_millis()).unwrap_or(0),
            lag: Duration::ZERO,
        }
    }

    pub fn unix_s(self) -> i64 {
        self.unix_ms.div_euclid(1000)
    }
}

pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
