//! Thinking about the games. Prints nothing and knows no front end.
#![forbid(unsafe_code)]

pub mod knowledge;
pub mod perft;
pub mod players;
pub mod solve;

pub use players::{Bot, BotName};
