//! What is written for one game alone: the reports' bots, perfect play, and the ladders of levels.
//!
//! [`knowledge`](crate::knowledge) lists these by game; the bots in [`players`](crate::players) look them up
//! there.

pub mod knightline;
pub mod ladders;
pub mod neutreeko;
pub mod threedragons;
