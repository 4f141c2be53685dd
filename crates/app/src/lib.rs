//! The program jogo as a library: command line, console and full-screen app. The package `jogo` makes the
//! executable of it, so that a new commit links the program anew without compiling this crate.

mod cli;
mod console;
mod explored;
mod failure;
mod input;
mod library;
mod output;
mod progress_file;
mod settings;
mod solving;
mod tables;
mod tui;

use std::process::ExitCode;

/// Runs the program with the arguments of this process. `commit` is shown beside the version.
#[must_use]
pub fn run(commit: &str) -> ExitCode {
    cli::run(commit).map_or_else(|failure| failure.report(), |()| ExitCode::SUCCESS)
}
