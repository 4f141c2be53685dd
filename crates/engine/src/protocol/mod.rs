//! UGI and UAI as types: what may be said to an engine, and what it answers. Lines in, lines out; nothing
//! here reads or writes them.
//!
//! Both descend from UCI and differ in a few words only, so one [`Command`] and one [`Reply`] serve both.
//! Reading is liberal: either dialect's words are understood, in any order. Writing follows the dialect of
//! the other side.
//!
//! ```
//! use engine::protocol::{Command, Dialect};
//! let command: Command = "go p1time 1000 p2time 900 p1inc 10 p2inc 10".parse().unwrap();
//! assert_eq!(command.in_dialect(Dialect::Uai).to_string(), "go btime 1000 wtime 900 binc 10 winc 10");
//! ```
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod command;
mod options;
mod reply;

use std::fmt;

pub use command::{ClockTimes, Command, Go, Query, Spoken};
pub use options::{EngineOptions, Spin};
pub use reply::{Answer, Reply, ScoreBound, SearchInfo};

/// Longest line that is understood, in bytes: room for a game of several thousand moves.
pub const LINE_MAX: usize = 64 << 10;

/// The move that is sent where one is due and there is none: the game is over, or no position was understood.
/// Ataxx writes its pass in the same way, and there it is a move.
pub const NO_MOVE: &str = "0000";

/// Longest time that is understood; longer ones mean as much.
const MS_MAX: u64 = 7 * 24 * 3600 * 1000;

/// One of the two protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The Universal Game Interface, for every game.
    Ugi,
    /// The Universal Ataxx Interface.
    Uai,
}

impl Dialect {
    pub const BOTH: [Self; 2] = [Self::Ugi, Self::Uai];

    /// Returns the word that begins a conversation.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::Uai => "uai",
        }
    }

    /// Returns the one rule set that the protocol is about, if it is not about all.
    pub const fn only_game(self) -> Option<&'static str> {
        match self {
            Self::Ugi => None,
            Self::Uai => Some("ataxx"),
        }
    }

    /// Time left to the first player and to the second, then what a move adds to either.
    const fn clock_words(self) -> [&'static str; 4] {
        match self {
            Self::Ugi => ["p1time", "p2time", "p1inc", "p2inc"],
            Self::Uai => ["btime", "wtime", "binc", "winc"],
        }
    }
}

/// What is wrong with a line, in one line for people: whatever it quotes is printable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(String);

impl Wrong {
    pub fn new(text: impl fmt::Display) -> Self {
        Self(printable(&text.to_string()))
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

/// Text from outside on one line: control characters become spaces, and it is never long.
pub fn printable(text: &str) -> String {
    const SHOWN_MAX: usize = 400;
    text.chars().take(SHOWN_MAX).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Refuses what is too long to be looked at.
fn check_length(line: &str) -> Result<(), Wrong> {
    if line.len() > LINE_MAX {
        Err(Wrong::new(format_args!("a line has at most {LINE_MAX} bytes")))
    } else {
        Ok(())
    }
}

/// Returns a whole number after a word. What is too large to be counted means the largest; clocks that ran
/// out may be below zero.
fn number(word: &str, text: Option<&str>) -> Result<u64, Wrong> {
    let text = text.ok_or_else(|| Wrong::new(format_args!("{word} needs a number")))?;
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Wrong::new(format_args!("{word} needs a number, not {}", games::quote(text))));
    }
    Ok(if sign.is_empty() { digits.parse().unwrap_or(u64::MAX) } else { 0 })
}

#[cfg(test)]
mod tests;
