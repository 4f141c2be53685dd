//! Developer chores.

mod levels;
mod screenshots;

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask bless
       cargo xtask levels [--games N] [--threads N] [--game ID] > docs/levels.md
       cargo xtask screenshots [--jogo FILE]
  bless    run the tests and write playthroughs, error messages and conversations as they are now; then read the diff
  levels   let the bots play each other and print the page with the results
  screenshots   run the program in a terminal and write the README's pictures to docs/pictures; first: cargo build --release";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("bless") => bless(),
        Some("levels") => print_levels(&args[1..]),
        Some("screenshots") => {
            let jogo = if let [_, flag, file] = &args[..] && flag == "--jogo" { file } else { "target/release/jogo" };
            match screenshots::take(Path::new(jogo), Path::new("docs/pictures")) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    say(&error);
                    ExitCode::FAILURE
                }
            }
        }
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

#[expect(clippy::print_stdout, reason = "the page goes to standard output")]
fn print_levels(args: &[String]) -> ExitCode {
    let option = |name: &str| args.iter().position(|arg| arg == name).and_then(|place| args.get(place + 1));
    let number = |name: &str, default| option(name).map_or(Some(default), |text| text.parse().ok());
    let (Some(games), Some(threads)) = (number("--games", 100), number("--threads", 2)) else {
        say(USAGE);
        return ExitCode::from(2);
    };
    print!("{}", levels::page(games, threads, option("--game").map(String::as_str)));
    ExitCode::SUCCESS
}

#[expect(clippy::print_stderr, reason = "a chore talks to the developer")]
fn say(text: &str) {
    eprintln!("{text}");
}
