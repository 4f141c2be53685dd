//! `jogo solve`: what is known for certain.

mod knightline;
mod neutreeko;

use std::io::Write;

use clap::Subcommand;

use crate::failure::Failure;

/// The games that can be solved, each with its own questions.
#[derive(Subcommand, Debug)]
pub enum SolveCommand {
    /// All of Neutreeko: its figures, or every move of a position with its exact value
    Neutreeko(neutreeko::NeutreekoArgs),
    /// Proofs about Knight Line: the second player wins, on exactly the 10th own move
    Knightline(knightline::KnightlineArgs),
}

pub fn solve(output: &mut impl Write, command: &SolveCommand) -> Result<(), Failure> {
    match command {
        SolveCommand::Neutreeko(args) => neutreeko::solve(output, args),
        SolveCommand::Knightline(args) => knightline::solve(output, args),
    }
}
