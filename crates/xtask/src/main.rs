//! Developer chores.

mod feel;
mod levels;
mod load;
mod perfect;
mod pty;
mod replies;
mod screenshots;
mod speed;

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask bless
       cargo xtask levels [--games N] [--threads N] [--game ID] > docs/levels.md
       cargo xtask perfect [--games N] [--threads N] [--against BOT]
       cargo xtask replies [--threads N] > crates/engine/src/solve/knightline/replies.txt
       cargo xtask speed
       cargo xtask screenshots [--jogo FILE]
       cargo xtask feel [--jogo FILE]
       cargo xtask load [--host 127.0.0.1:7878] [--games N] [--seconds S] [--every-ms MS] [--pages] [--pid PID]
  bless         run the tests and write playthroughs, error messages and conversations as they are now; then read the diff
  levels        let the bots play each other and print the page with the results
  perfect       let Knight Line's perfect seat play second against every other bot; it has to win all games in time
  replies       decide the replies of Knight Line's second player anew, which takes minutes, and print their strategies
  speed         search the start of every rule set: nodes per second on one thread and on two, and how soon a search stops
  screenshots   run the program in a terminal and write the README's pictures to docs/pictures; first: cargo build --release
  feel          measure how soon the full-screen app answers; first: cargo build --release
  load          play N games by sockets against a running server (jogo serve --no-limits) and print how it held up; with --pid also its memory
                and CPU";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("bless") => bless(),
        Some("levels") => print_levels(&args[1..]),
        Some("perfect") => print_perfect(&args[1..]),
        Some("replies") => print_replies(&args[1..]),
        Some("speed") => {
            speed::print();
            ExitCode::SUCCESS
        }
        Some("screenshots") => answer(screenshots::take(program(&args), Path::new("docs/pictures")).map(|()| Vec::new())),
        Some("feel") => answer(feel::measure(program(&args)).map_err(|error| error.to_string())),
        Some("load") => print_load(&args[1..]),
        _ => {
            say(USAGE);
            ExitCode::from(2)
        }
    }
}

/// The program that a chore runs.
fn program(args: &[String]) -> &Path {
    let named = args.iter().position(|arg| arg == "--jogo").and_then(|place| args.get(place + 1));
    Path::new(named.map_or("target/release/jogo", String::as_str))
}

#[expect(clippy::print_stdout, reason = "what was measured goes to standard output")]
fn answer(done: Result<Vec<String>, String>) -> ExitCode {
    match done {
        Ok(lines) => {
            lines.iter().for_each(|line| println!("{line}"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            say(&error);
            ExitCode::FAILURE
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

/// The number after an option, or what it is when nobody says; `None` where there is no number.
fn number(args: &[String], name: &str, default: usize) -> Option<usize> {
    let place = args.iter().position(|arg| arg == name);
    place.map_or(Some(default), |place| args.get(place + 1)?.parse().ok())
}

#[expect(clippy::print_stdout, reason = "the page goes to standard output")]
fn print_levels(args: &[String]) -> ExitCode {
    let (Some(games), Some(threads)) = (number(args, "--games", 100), number(args, "--threads", 2)) else {
        say(USAGE);
        return ExitCode::from(2);
    };
    let game = args.iter().position(|arg| arg == "--game").and_then(|place| args.get(place + 1));
    print!("{}", levels::page(games, threads, game.map(String::as_str)));
    ExitCode::SUCCESS
}

#[expect(clippy::print_stdout, reason = "the page goes to standard output")]
fn print_perfect(args: &[String]) -> ExitCode {
    let (Some(games), Some(threads)) = (number(args, "--games", 77), number(args, "--threads", 2)) else {
        say(USAGE);
        return ExitCode::from(2);
    };
    let only = args.iter().position(|arg| arg == "--against").and_then(|place| args.get(place + 1)?.parse().ok());
    let (page, all_won) = perfect::page(games, threads, only);
    print!("{page}");
    if all_won { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[expect(clippy::print_stdout, reason = "the page goes to standard output")]
fn print_replies(args: &[String]) -> ExitCode {
    let Some(threads) = number(args, "--threads", 2) else {
        say(USAGE);
        return ExitCode::from(2);
    };
    print!("{}", replies::page(threads, say));
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
