//! Puzzles: positions with one clearly best move to find. The books stand beside this file as data, one line
//! each; `cargo xtask puzzles` makes them and checks them again (docs/puzzles.md).

mod book;
mod check;
mod mine;
mod sources;

pub use book::{PuzzleBook, PuzzleEntry, PuzzleGoal, PuzzleId, PuzzleLine, PuzzleTheme, SolverMove};
pub use check::{CheckBudget, PuzzleFault, PuzzleReferee};
pub use mine::{MinedGame, Miner, WantedPuzzles};
pub use sources::from_solution;

#[cfg(test)]
mod tests;
