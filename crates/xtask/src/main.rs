//! Developer chores: `cargo xtask bless` writes the recorded expectations anew.

use std::env;
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask bless
  bless    run the tests and write playthroughs, error messages and conversations as they are now; then read the diff";

fn main() -> ExitCode {
    match env::args().nth(1).as_deref() {
        Some("bless") => bless(),
        _ => {
            say(USAGE);
            ExitCode::from(2)
        }
    }
}

fn bless() -> ExitCode {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(["test", "--workspace", "--locked"]).env("JOGO_BLESS", "1").status();
    match status {
        Ok(status) if status.success() => {
            say("Blessed. Read the diff before you commit it: git diff");
            ExitCode::SUCCESS
        }
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            say(&format!("cargo did not start: {error}"));
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "a chore talks to the developer")]
fn say(text: &str) {
    eprintln!("{text}");
}
