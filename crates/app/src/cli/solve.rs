//! `jogo solve`: what is known for certain.

mod neutreeko;

use std::io::Write;

use clap::Subcommand;

use crate::failure::Failure;

/// The games that can be solved, each with its own questions.
#[derive(Subcommand, Debug)]
pub enum SolveCommand {
    /// All of Neutreeko: its figures, or every move of a position with its exact value
    Neutreeko(neutreeko::NeutreekoArgs),
}

pub fn solve(output: &mut impl Write, command: &SolveCommand) -> Result<(), Failure> {
    match command {
        SolveCommand::Neutreeko(args) => neutreeko::solve(output, args),
    }
}
