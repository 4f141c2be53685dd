//! `jogo solve`: what is known for certain.

mod knightline;
mod neutreeko;
mod threedragons;

use std::io::Write;
use std::path::Path;

use clap::Subcommand;

use crate::failure::Failure;

/// The games that can be solved, each with its own questions.
#[derive(Subcommand, Debug)]
pub enum SolveCommand {
    /// All of Neutreeko: its figures, or every move of a position with its exact value
    Neutreeko(neutreeko::NeutreekoArgs),
    /// Proofs about Knight Line: the second player wins, on exactly the 10th own move
    Knightline(knightline::KnightlineArgs),
    /// Endgame tables of Three Dragons: what every position with few pieces is worth, for the folder that
    /// --tables names
    Threedragons(threedragons::ThreedragonsArgs),
}

/// Does so; `tables` is the folder of endgame tables that was named.
pub fn solve(output: &mut impl Write, command: &SolveCommand, tables: Option<&Path>) -> Result<(), Failure> {
    match command {
        SolveCommand::Neutreeko(args) => neutreeko::solve(output, args),
        SolveCommand::Knightline(args) => knightline::solve(output, args),
        SolveCommand::Threedragons(args) => threedragons::solve(output, args, tables),
    }
}
