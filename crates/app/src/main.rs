//! jogo: one program that plays the games, shows them and counts in them.

mod cli;
mod console;
mod failure;
mod input;
mod library;
mod output;
mod settings;
mod tui;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run().map_or_else(|failure| failure.report(), |()| ExitCode::SUCCESS)
}
