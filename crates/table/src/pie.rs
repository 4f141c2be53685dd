//! The pie rule: one player makes the first move of both sides, then the other one chooses which side to
//! play.
//!
//! The state is a tag of the record, `Pie`: `open` until the choice, then `stay` or `swap`. So a game can be
//! put away and taken up again anywhere on the way. The first seat divides, the second chooses.

use std::time::Instant;

use engine::players::{BotName, pie};
use games::{Player, Record};

use crate::{Seat, Table};

const TAG: &str = "Pie";
const OPEN: &str = "open";

/// How many plies the divider makes.
pub const PLIES: usize = 2;

/// What is to be done before the game is an ordinary one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pie {
    /// The first seat moves, for either side.
    Divide,
    /// The second seat says which side to play.
    Choose,
}

/// The choice of the second seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Both keep their sides.
    Stay,
    /// They change places.
    Swap,
}

/// Makes this a game that begins with the pie rule.
pub fn begin(record: &mut Record) {
    record.set_tag(TAG, OPEN);
}

/// Returns whether the sides of this game are still to be chosen.
pub fn is_open(record: &Record) -> bool {
    state(record).is_some()
}

pub(crate) fn state(record: &Record) -> Option<Pie> {
    let is_open = record.tag(TAG) == Some(OPEN) && record.outcome().is_none();
    is_open.then(|| if record.moves().len() < PLIES { Pie::Divide } else { Pie::Choose })
}

/// Returns whether the sides have been chosen, so that what was divided stays so.
pub(crate) fn is_settled(record: &Record) -> bool {
    record.tag(TAG).is_some_and(|state| state != OPEN)
}

impl Table {
    /// Returns what the pie rule asks for now, if this is a game with that rule.
    pub fn pie(&self) -> Option<Pie> {
        state(self.record())
    }

    /// Both stay, or they change places and the game goes on.
    pub fn choose_sides(&mut self, sides: Sides, now: Instant) {
        if sides == Sides::Swap {
            self.swap_seats();
        }
        let word = match sides {
            Sides::Stay => "stay",
            Sides::Swap => "swap",
        };
        self.record_mut().set_tag(TAG, word);
        self.start_clocks(now);
    }
}

impl Seat {
    /// Returns a move that leaves the game as even as this player can judge; `None` for a person.
    pub fn divide(&self, record: &Record, seed: u64) -> Option<String> {
        pie::divide(self.judge()?, record, seed)
    }

    /// Returns what this player says when asked to choose; `None` for a person.
    pub fn choose_sides(&self, record: &Record, seed: u64) -> Option<Sides> {
        let side = pie::choose_side(self.judge()?, record, seed);
        Some(if side == Player::Second { Sides::Stay } else { Sides::Swap })
    }

    fn judge(&self) -> Option<BotName> {
        match self {
            Self::Human => None,
            Self::Bot(name) => Some(*name),
            // No protocol has a word for this.
            Self::Engine(_) => Some(pie::PROXY),
        }
    }
}
