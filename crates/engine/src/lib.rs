//! Thinking about the games: bots, counting, solutions. Prints nothing and knows no front end.
#![deny(unsafe_code)]

pub mod analysis;
pub mod any;
pub mod bench;
pub mod checks;
pub mod experts;
pub mod explorer;
pub mod hints;
pub mod knowledge;
pub mod net;
pub mod perft;
pub mod players;
pub mod proofs;
pub mod protocol;
pub mod review;
pub mod search;
pub mod selfplay;
pub mod solve;
pub mod winprob;

pub use players::{Bot, BotName};
