//! What Python sees of jogo. The classes here are plain: the package `jogo`, in Python, gives them their
//! types, their documentation and their manners.

mod bots;
mod encoding;
mod errors;
mod game;
mod interrupt;
mod position;
mod proofs;
mod puzzles;
mod reviews;
mod search;
mod solution;
mod training;
mod vector;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::bots::{Bot, bot_names};
    #[pymodule_export]
    use super::encoding::python::{
        encoding_sizes, position_actions, position_hides_moves, position_mask, position_move, position_planes,
    };
    #[pymodule_export]
    use super::errors::Error;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::interrupt::Stop;
    #[pymodule_export]
    use super::position::{Position, game_ids, game_info};
    #[pymodule_export]
    use super::proofs::{prove, verify};
    #[pymodule_export]
    use super::puzzles::{daily_puzzle, puzzle_book};
    #[pymodule_export]
    use super::reviews::{Review, review_game};
    #[pymodule_export]
    use super::search::Engine;
    #[pymodule_export]
    use super::solution::{
        neutreeko_index, neutreeko_position, neutreeko_puzzles, neutreeko_solution, neutreeko_successors,
    };
    #[pymodule_export]
    use super::training::{Network, read_samples};
    #[pymodule_export]
    use super::vector::{VectorEnv, vector_widths};
}
