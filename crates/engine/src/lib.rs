//! Search, bots, counting and solutions of the games. The crate prints nothing and depends on no front end.
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
pub mod puzzles;
pub mod reasons;
pub mod review;
pub mod search;
pub mod selfplay;
pub mod solve;
pub mod teach;
pub mod values;
pub mod winprob;

pub use players::{Bot, BotName};
