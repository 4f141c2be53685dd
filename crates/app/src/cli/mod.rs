//! The command line.

mod analyze;
mod args;
mod convert;
mod datagen;
mod explore;
mod help;
mod install;
mod learn;
mod line_json;
mod matches;
mod perft;
mod play;
mod progress;
mod protocol;
mod puzzle;
mod remote;
mod review;
mod serve;
mod show;
mod solve;
mod store;
mod usage;
mod values_json;
mod worker;

use std::env;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::OnceLock;

use clap::{CommandFactory, Parser, Subcommand};
use engine::knowledge::has_tables;
use games::GameEntry;
use words::{Language, Words};

use self::analyze::Subject;
use self::args::{GameParser, language_of_args, read_language, with_short_play, without_language_after_help};
use self::play::{PlayArgs, ScreenArgs, analyze_on_screen, play, screen};
use crate::console::{self, ConsoleOptions};
use crate::failure::{self, Failure, words};
use crate::settings::Settings;
use crate::tables::use_tables;
use crate::tui;

/// The version and the commit it was built from, set by [`run`].
static VERSION: OnceLock<String> = OnceLock::new();

fn version() -> &'static str {
    VERSION.get().map_or(env!("CARGO_PKG_VERSION"), String::as_str)
}

/// Play, analyse and solve Neutreeko, Ataxx, Knight Line and Three Dragons
#[derive(Parser, Debug)]
#[command(name = "jogo", version = version(), max_term_width = 100)]
struct Cli {
    /// The language to play in and to read the rules in: en or pt [default: as chosen in the menu, else as
    /// the locale says]
    #[arg(long, value_name = "LANG", global = true, display_order = 900, value_parser = read_language)]
    lang: Option<Language>,
    /// The folder of the endgame tables that `jogo solve threedragons` makes, for whatever searches; they are
    /// never needed [default: the environment's JOGO_TABLES]
    #[arg(long, value_name = "DIR", global = true, display_order = 901)]
    tables: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    screen: ScreenArgs,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// List the rule sets
    Games {
        /// As JSON, with sides and named starts
        #[arg(long)]
        json: bool,
    },
    /// Print the rules of a game
    Rules {
        /// The rule set, by its id (`jogo games` lists them)
        #[arg(value_parser = GameParser, hide_possible_values = true)]
        game: &'static GameEntry,
    },
    /// Learn a game by making its moves, step by step
    Learn(learn::LearnArgs),
    /// Draw a position
    Show(show::ShowArgs),
    /// List the legal moves of a position
    Moves(show::MovesArgs),
    /// Play; without a game, from a menu
    Play(PlayArgs),
    /// Write recorded games in another form
    Convert(convert::ConvertArgs),
    /// Count the leaves of the tree of legal moves
    Perft(perft::PerftArgs),
    /// Say what the engine thinks of a position
    Analyze(analyze::AnalyzeArgs),
    /// Judge every move of recorded games, and say where they turned
    Review(review::ReviewArgs),
    /// Count what was played in a position in stored games, with results and known values
    Explore(explore::ExploreArgs),
    /// Search fixed positions; the last line is the same on every machine
    Bench {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Say what is known for certain about a solved game
    #[command(subcommand, arg_required_else_help = false, disable_help_subcommand = true)]
    Solve(solve::SolveCommand),
    /// Find the best move: puzzles that follow your rating, or the puzzle of the day
    Puzzle(puzzle::PuzzleArgs),
    /// Let engines and bots play matches: Elo, tests, tournaments; or examine an engine
    Match(Box<matches::MatchArgs>),
    /// Make training data: games of the engine against itself, with scores and results
    Datagen(datagen::DatagenArgs),
    /// Let people play in their browsers
    Serve(serve::ServeArgs),
    /// Look after the games of a server
    #[command(subcommand, arg_required_else_help = false, disable_help_subcommand = true)]
    Store(store::StoreCommand),
    /// Do engine work for servers, matches and training data on other machines
    Worker(worker::WorkerArgs),
    /// Be an engine that speaks UGI on standard input and output
    Ugi(protocol::UgiArgs),
    /// Be an engine that speaks UAI, the protocol of Ataxx, on standard input and output
    Uai,
    /// Print what makes a shell complete commands, games and flags
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write a manual page for every command
    Man {
        /// The folder to write to; it is made if need be
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// Reads the arguments and does what they say.
pub fn run(commit: &str) -> Result<(), Failure> {
    VERSION.get_or_init(|| format!("{} ({commit})", env!("CARGO_PKG_VERSION")));
    let args = with_short_play(env::args_os().collect());
    failure::set_language(language_of_args(&args));
    let args = without_language_after_help(args);
    let cli = match Cli::try_parse_from(&args) {
        Ok(cli) => cli,
        Err(error) => return usage::report(error, &args),
    };
    // Only text for people reads it, so that nothing else depends on settings and locale.
    let language = || cli.lang.unwrap_or_else(|| Settings::load().language());
    let is_screen = match &cli.command {
        None | Some(Command::Play(_)) => true,
        Some(Command::Analyze(args)) => args.tui,
        _ => false,
    };
    if !is_screen && (cli.screen.color.is_some() || cli.screen.ascii) {
        return Err(Failure::said("cli-screen-flags", []));
    }
    if uses_tables(cli.command.as_ref()) {
        use_tables(cli.tables.as_deref())?;
    } else if cli.tables.is_some() && !matches!(cli.command, Some(Command::Solve(_))) {
        return Err(Failure::said("tables-not-used", []));
    }
    let mut output = BufWriter::new(io::stdout().lock());
    match cli.command {
        None if tui::is_possible() => {
            screen(cli.screen, &ConsoleOptions { language: language(), ..ConsoleOptions::default() }, None)
        }
        None => console::menu(&ConsoleOptions { language: language(), ..ConsoleOptions::default() }),
        Some(Command::Games { json }) => show::games(&mut output, json),
        Some(Command::Rules { game }) => show::rules(&mut output, game, language()),
        Some(Command::Learn(args)) => learn::learn(&args, language()),
        Some(Command::Show(args)) => show::show(&mut output, &args),
        Some(Command::Moves(args)) => show::moves(&mut output, &args),
        Some(Command::Convert(args)) => convert::convert(&mut output, &args),
        Some(Command::Perft(args)) => perft::perft(&mut output, &args),
        Some(Command::Analyze(args)) if args.tui => analyze_on_screen(cli.screen, &args, language()),
        Some(Command::Analyze(args)) => analyze::analyze(&mut output, &args),
        Some(Command::Review(args)) => review::run(&mut output, &args, Words::of(language())),
        Some(Command::Explore(args)) => explore::explore(&mut output, &args, Words::of(language())),
        Some(Command::Bench { json }) => analyze::bench(&mut output, json),
        Some(Command::Solve(command)) => solve::solve(&mut output, &command, cli.tables.as_deref()),
        Some(Command::Puzzle(args)) => puzzle::puzzle(&mut output, &args, language),
        Some(Command::Play(mut args)) => {
            args.screen = args.screen.or(cli.screen);
            play(&args, language())
        }
        Some(Command::Match(args)) => matches::run(&mut output, &args),
        Some(Command::Datagen(args)) => datagen::datagen(&mut output, &args),
        Some(Command::Serve(args)) => serve::serve(&mut output, &args),
        Some(Command::Store(command)) => store::store(&mut output, &command),
        Some(Command::Worker(args)) => worker::worker(&mut output, &args),
        // Several threads write to standard output, so it must not stay locked here.
        Some(Command::Ugi(args)) => {
            drop(output);
            return protocol::ugi(&args);
        }
        Some(Command::Uai) => {
            drop(output);
            return protocol::uai();
        }
        Some(Command::Completions { shell }) => install::completions(&mut output, translated(), shell),
        Some(Command::Man { folder }) => install::manual(&mut output, translated(), &folder),
    }?;
    Ok(output.flush()?)
}

/// Whether a command searches positions of a game that can have endgame tables. Those that compare and
/// measure do not use them.
fn uses_tables(command: Option<&Command>) -> bool {
    match command {
        Some(Command::Analyze(args)) => match &args.subject {
            Subject::Game(game) => has_tables(game),
            Subject::File(_) => true,
        },
        Some(Command::Ugi(args)) => has_tables(args.game),
        Some(Command::Play(PlayArgs { game: Some(game), .. })) => has_tables(game),
        None | Some(Command::Play(_) | Command::Review(_) | Command::Serve(_) | Command::Worker(_)) => true,
        _ => false,
    }
}

/// The commands with their help texts in the language of the conversation.
fn translated() -> clap::Command {
    help::translated(Cli::command(), Words::help_of(words().language()))
}
