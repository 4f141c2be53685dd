//! Developer chores.

mod chaos;
mod feel;
mod histories;
mod levels;
mod load;
mod perfect;
mod pty;
mod puzzles;
mod replies;
mod screenshots;
mod speed;
mod truth;
mod tune;
mod winprob;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser};
use engine::players::BotName;

/// Developer chores.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Chore {
    /// Compare the games with their twins; then run the tests and write playthroughs, error messages,
    /// conversations and screens as they are now. Read the diff.
    Bless {
        /// Only the expectations of this crate; games takes seconds.
        #[arg(short, long = "package", value_name = "CRATE")]
        package: Option<String>,
    },
    /// Let the bots play each other and print the page with the results: docs/levels.md.
    Levels {
        /// Games between any two.
        #[arg(long, value_name = "N", default_value_t = 100)]
        games: usize,
        #[command(flatten)]
        threads: Threads,
        /// Only this rule set.
        #[arg(long, value_name = "ID", value_parser = PossibleValuesParser::new(games::GAMES.iter().map(|game| game.info.id)))]
        game: Option<String>,
    },
    /// Let Knight Line's perfect seat play second against every other bot; it has to win all games in time.
    Perfect {
        /// Games against each bot.
        #[arg(long, value_name = "N", default_value_t = 77)]
        games: usize,
        #[command(flatten)]
        threads: Threads,
        /// Only against this bot.
        #[arg(long, value_name = "BOT", value_parser = |text: &str| text.parse::<BotName>().map_err(|()| "no such bot"))]
        against: Option<BotName>,
    },
    /// Decide the replies of Knight Line's second player anew, which takes minutes, and print their
    /// strategies: crates/engine/src/solve/knightline/replies.txt.
    Replies {
        #[command(flatten)]
        threads: Threads,
    },
    /// Compare the analysis of random games of Neutreeko with a slow solver that counts what has occurred,
    /// which takes minutes.
    Histories {
        /// Games to compare.
        #[arg(long, value_name = "N", default_value_t = 5000)]
        games: usize,
        /// Decides which games.
        #[arg(long, value_name = "SEED", default_value_t = 1)]
        seed: u64,
        #[command(flatten)]
        threads: Threads,
    },
    /// Search the start of every rule set: nodes per second on one thread and on two, and how soon a search
    /// stops.
    Speed,
    /// Run the program in a terminal and write the README's pictures to docs/pictures; first: cargo build
    /// --release.
    Screenshots {
        #[command(flatten)]
        program: Program,
    },
    /// Measure how soon the full-screen app answers; first: cargo build --release.
    Feel {
        #[command(flatten)]
        program: Program,
    },
    /// Hold what the engine claims against brute force, on random positions with small trees of every rule
    /// set; takes hours on one core.
    Truth {
        #[command(flatten)]
        truth: truth::Truth,
        #[command(flatten)]
        threads: Threads,
    },
    /// Fit the curves from score to win probability to games of the engine against itself, and print them:
    /// crates/engine/src/winprob/curves.txt. Fails where one is further than 3 points from what happened.
    Winprob {
        #[command(flatten)]
        options: winprob::WinProbability,
        #[command(flatten)]
        threads: Threads,
    },
    /// Play a network with some search parameters against itself with others, at equal nodes, or tune them by
    /// simultaneous perturbation.
    Tune {
        #[command(flatten)]
        tune: tune::Tune,
        #[command(flatten)]
        threads: Threads,
    },
    /// Make the books of puzzles, crates/engine/src/puzzles, going on where a book stands; or check them.
    Puzzles {
        #[command(flatten)]
        chore: puzzles::PuzzleChore,
        #[command(flatten)]
        threads: Threads,
    },
    /// Play games by sockets against a running server (jogo serve --no-limits) and print how it held up.
    Load(load::LoadArgs),
    /// Break servers that share a database while clients play, and look whether anything was lost:
    /// crates/server/tests/with-databases -- cargo xtask chaos.
    Chaos(chaos::ChaosArgs),
}

#[derive(Args)]
struct Threads {
    /// Threads that work.
    #[arg(long = "threads", value_name = "N", default_value_t = 2)]
    count: usize,
}

#[derive(Args)]
struct Program {
    /// The program to run.
    #[arg(long = "jogo", value_name = "FILE", default_value = "target/release/jogo")]
    file: PathBuf,
}

fn main() -> ExitCode {
    match Chore::parse() {
        Chore::Bless { package } => bless(package.as_deref()),
        Chore::Levels { games, threads, game } => {
            print(&levels::page(games, threads.count, game.as_deref()), true)
        }
        Chore::Perfect { games, threads, against } => {
            let (page, all_won) = perfect::page(games, threads.count, against);
            print(&page, all_won)
        }
        Chore::Replies { threads } => print(&replies::page(threads.count, say), true),
        Chore::Histories { games, seed, threads } => {
            answer(histories::run(games, seed, threads.count).map(|line| vec![line]))
        }
        Chore::Speed => {
            speed::print();
            ExitCode::SUCCESS
        }
        Chore::Screenshots { program } => {
            answer(screenshots::take(&program.file, Path::new("docs/pictures")).map(|()| Vec::new()))
        }
        Chore::Feel { program } => answer(feel::measure(&program.file).map_err(|error| error.to_string())),
        Chore::Truth { truth, threads } => {
            let (page, is_true) = truth::page(&truth, threads.count);
            print(&page, is_true)
        }
        Chore::Winprob { options, threads } => match winprob::page(&options, threads.count) {
            Ok((page, is_good)) => print(&page, is_good),
            Err(error) => answer(Err(error)),
        },
        Chore::Chaos(chaos) => answer(chaos::run(chaos).map(|line| vec![line])),
        Chore::Puzzles { chore, threads } => match puzzles::run(&chore, threads.count, say) {
            Ok((page, is_good)) => print(&page, is_good),
            Err(error) => answer(Err(error)),
        },
        Chore::Tune { tune, threads } => answer(tune::run(tune, threads.count)),
        Chore::Load(load) => answer(load::run(load).map(|line| vec![line])),
    }
}

#[expect(clippy::print_stdout, reason = "the page goes to standard output")]
fn print(page: &str, is_good: bool) -> ExitCode {
    print!("{page}");
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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

/// What is recorded of a game whose rules are wrong would look right, so the twins come first.
fn bless(package: Option<&str>) -> ExitCode {
    const TWINS: &[&str] = &["--package", "games", "--test", "twins"];
    // The rest of the crate's tests records nothing.
    const PLAYTHROUGHS: &[&str] = &["--package", "games", "--lib", "contract"];
    let chosen = package.map_or(vec!["--workspace"], |package| vec!["--package", package]);
    let steps: Vec<(&[&str], bool)> = match package {
        Some("games") => vec![(TWINS, false), (PLAYTHROUGHS, true)],
        Some(_) => vec![(&chosen, true)],
        None => vec![(TWINS, false), (&chosen, true)],
    };
    for (arguments, is_blessing) in steps {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["test", "--locked"]).args(arguments);
        if is_blessing {
            command.env("JOGO_BLESS", "1");
        }
        match command.status() {
            Ok(status) if status.success() => {}
            Ok(_) if !is_blessing => {
                say("Nothing is blessed: the comparison with the twins failed, for the reason above.");
                return ExitCode::FAILURE;
            }
            Ok(_) => return ExitCode::FAILURE,
            Err(error) => {
                say(&format!("cargo did not start: {error}"));
                return ExitCode::FAILURE;
            }
        }
    }
    say("Blessed. Read the diff before you commit it: git diff");
    ExitCode::SUCCESS
}

#[expect(clippy::print_stderr, reason = "a chore prints to the developer's terminal")]
fn say(text: &str) {
    eprintln!("{text}");
}
