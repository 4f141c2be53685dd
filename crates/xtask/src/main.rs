//! Developer chores.

mod levels;
mod load;

use std::env;
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask bless
       cargo xtask levels [--games N] [--threads N] [--game ID] > docs/levels.md
       cargo xtask load [--host 127.0.0.1:7878] [--games N] [--seconds S] [--every-ms MS] [--pages] [--pid PID]
  bless    run the tests and write playthroughs, error messages and conversations as they are now; then read the diff
  levels   let the bots play each other and print the page with the results
  load     play N games by sockets against a running server (jogo serve --no-limits) and print how it held up; with --pid also its memory and CPU";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("bless") => bless(),
        Some("levels") => print_levels(&args[1..]),
        Some("load") => print_load(&args[1..]),
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

#[expect(clippy::print_stdout, reason = "the figures go to standard output")]
fn print_load(args: &[String]) -> ExitCode {
    let option = |name: &str| args.iter().position(|arg| arg == name).and_then(|place| args.get(place + 1));
    let number = |name: &str, default: u64| option(name).map_or(Some(default), |text| text.parse().ok());
    let (Some(games), Some(seconds), Some(every_ms)) = (number("--games", 100), number("--seconds", 20), number("--every-ms", 1000)) else {
        say(USAGE);
        return ExitCode::from(2);
    };
    let load = load::Load {
        host: option("--host").cloned().unwrap_or_else(|| "127.0.0.1:7878".to_owned()),
        games: usize::try_from(games).unwrap_or(usize::MAX),
        seconds,
        every_ms,
        pages: args.iter().any(|arg| arg == "--pages"),
        pid: option("--pid").and_then(|text| text.parse().ok()),
    };
    match load::run(load) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            say(&error);
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "a chore talks to the developer")]
fn say(text: &str) {
    eprintln!("{text}");
}
