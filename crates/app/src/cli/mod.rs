//! The command line.

mod analyze;
mod convert;
mod matches;
mod perft;
mod protocol;
mod puzzle;
mod serve;
mod show;
mod solve;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use games::text::{Labels, Pieces, View};
use games::{GAMES, GameEntry, Record, quote};

use crate::console::{self, Options};
use crate::failure::Failure;
use crate::input::{self, PositionArgs};
use crate::settings::Settings;
use crate::tui::{self, Depth, Wish};
use table::{Seat, Table};
use words::{Language, Words};

/// The version and the commit it was built from.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("JOGO_COMMIT"), ")");

/// Play, analyse and solve Neutreeko, Ataxx, Knight Line and Three Dragons
#[derive(Parser, Debug)]
#[command(name = "jogo", version = VERSION, max_term_width = 100)]
struct Cli {
    /// The language to play in and to read the rules in: en or pt [default: as chosen in the menu, else as the locale says]
    #[arg(long, value_name = "LANG", global = true)]
    lang: Option<Language>,
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    screen: ScreenArgs,
}

/// How the full-screen app is drawn.
#[derive(Args, Debug, Clone, Copy)]
struct ScreenArgs {
    /// Colours of the full-screen app; the terminal is asked otherwise
    #[arg(long, value_name = "COLOURS", value_enum)]
    color: Option<Colours>,
    /// Draw the full-screen app with ASCII only
    #[arg(long)]
    ascii: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colours {
    Truecolor,
    #[value(name = "256")]
    TwoFiftySix,
    #[value(name = "16")]
    Sixteen,
    None,
}

impl ScreenArgs {
    fn wish(self) -> Wish {
        let depth = self.color.map(|colours| match colours {
            Colours::Truecolor => Depth::True,
            Colours::TwoFiftySix => Depth::TwoFiftySix,
            Colours::Sixteen => Depth::Sixteen,
            Colours::None => Depth::None,
        });
        Wish { depth, ascii: self.ascii }
    }
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
        #[arg(value_parser = find_game)]
        game: &'static GameEntry,
    },
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
    /// Search fixed positions; the last line is the same on every machine
    Bench {
        #[arg(long)]
        json: bool,
    },
    /// Say what is known for certain about a solved game
    #[command(subcommand, arg_required_else_help = false, disable_help_subcommand = true)]
    Solve(solve::SolveCommand),
    /// Find the moves that a solution knows
    #[command(subcommand, arg_required_else_help = false, disable_help_subcommand = true)]
    Puzzle(puzzle::PuzzleCommand),
    /// Let engines and bots play matches: Elo, tests, tournaments; or examine an engine
    Match(Box<matches::MatchArgs>),
    /// Let people play in their browsers
    Serve(serve::ServeArgs),
    /// Be an engine that speaks UGI on standard input and output
    Ugi(protocol::UgiArgs),
    /// Be an engine that speaks UAI, the protocol of Ataxx, on standard input and output
    Uai,
}

#[derive(Args, Debug)]
struct PlayArgs {
    #[arg(value_parser = find_game)]
    game: Option<&'static GameEntry>,
    /// Who plays first: human, random, greedy, report (in Knight Line also report:1), level:1 to level:10, perfect, engine:COMMAND (UGI), uai:COMMAND
    #[arg(long, value_name = "SEAT", requires = "game")]
    first: Option<Seat>,
    /// Who plays second, likewise
    #[arg(long, value_name = "SEAT", requires = "game")]
    second: Option<Seat>,
    #[command(flatten)]
    position: PositionArgs,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "start"])]
    load: Option<PathBuf>,
    /// Line by line on standard input and output
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    view: ViewArgs,
    #[command(flatten)]
    screen: ScreenArgs,
    /// Fixes all randomness
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Milliseconds between the moves of two computers [default: 700 on a terminal, else 0]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=60_000))]
    pace: Option<u64>,
    /// Milliseconds that another engine may think about a move
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    think: u64,
}

/// How boards are drawn.
#[derive(Args, Debug)]
struct ViewArgs {
    /// Labels of the board: the notation's cell names, or those of the game's report
    #[arg(long, value_name = "LABELS", default_value = "notation", value_parser = ["notation", "report"])]
    labels: String,
    /// Draw pieces as Unicode symbols
    #[arg(long)]
    unicode: bool,
}

impl ViewArgs {
    fn view(&self) -> View {
        View {
            labels: if self.labels == "report" { Labels::Report } else { Labels::Notation },
            pieces: if self.unicode { Pieces::Unicode } else { Pieces::Letters },
            ..View::default()
        }
    }
}

/// Reads the arguments and does what they say.
pub fn run() -> Result<(), Failure> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    // Only what people read asks for it, so that nothing else depends on settings and locale.
    let language = || cli.lang.unwrap_or_else(|| Settings::load().language());
    let mut output = BufWriter::new(io::stdout().lock());
    match cli.command {
        None if tui::is_possible() => screen(cli.screen, &Options { language: language(), ..Options::default() }, None),
        None => console::menu(&Options { language: language(), ..Options::default() }),
        Some(Command::Games { json }) => show::games(&mut output, json),
        Some(Command::Rules { game }) => show::rules(&mut output, game, language()),
        Some(Command::Show(args)) => show::show(&mut output, &args),
        Some(Command::Moves(args)) => show::moves(&mut output, &args),
        Some(Command::Convert(args)) => convert::convert(&mut output, &args),
        Some(Command::Perft(args)) => perft::perft(&mut output, &args),
        Some(Command::Analyze(args)) => analyze::analyze(&mut output, &args),
        Some(Command::Bench { json }) => analyze::bench(&mut output, json),
        Some(Command::Solve(command)) => solve::solve(&mut output, &command),
        Some(Command::Puzzle(command)) => puzzle::puzzle(&mut output, &command, language),
        Some(Command::Play(args)) => play(&args, language()),
        Some(Command::Match(args)) => matches::run(&mut output, &args),
        Some(Command::Serve(args)) => serve::serve(&mut output, &args),
        // Several threads write there, so nobody may hold standard output.
        Some(Command::Ugi(args)) => {
            drop(output);
            return protocol::ugi(&args);
        }
        Some(Command::Uai) => {
            drop(output);
            return protocol::uai();
        }
    }?;
    Ok(output.flush()?)
}

fn play(args: &PlayArgs, language: Language) -> Result<(), Failure> {
    let defaults = Options::default();
    let options = Options {
        view: args.view.view(),
        seed: args.seed.unwrap_or(defaults.seed),
        pace: args.pace.map_or(defaults.pace, Duration::from_millis),
        think: Duration::from_millis(args.think),
        language,
    };
    if args.position.is_stdin() {
        return Err(Failure::input("play takes one position: standard input is for the moves"));
    }
    let seats = [args.first.clone(), args.second.clone()];
    if let Some(path) = &args.load {
        let record = input::read_record(path).map_err(Failure::input)?;
        return play_record(args, record, seats, &options);
    }
    match args.game {
        None if args.position.position.is_some() || args.position.start.is_some() => {
            Err(Failure::input("a position needs a game: jogo play GAME -p POS"))
        }
        None if !args.plain && tui::is_possible() => screen(args.screen, &options, None),
        None => console::menu(&options),
        Some(game) => {
            let record = if args.position.is_pie() {
                let mut record = Record::new(game);
                table::pie::begin(&mut record);
                record
            } else {
                Record::from_position(game, args.position.read(game)?)
            };
            play_record(args, record, seats, &options)
        }
    }
}

/// On a terminal in the full-screen app, else line by line.
fn play_record(args: &PlayArgs, record: Record, seats: [Option<Seat>; 2], options: &Options) -> Result<(), Failure> {
    if args.plain || !tui::is_possible() {
        return console::play(record, seats, options);
    }
    let seats = console::seats(&record, seats);
    for seat in &seats {
        if let Seat::Bot(name) = seat {
            engine::players::bot(*name, record.game(), 0).map_err(Failure::input)?;
        }
    }
    screen(args.screen, options, Some(Table::new(record, seats)))
}

fn screen(args: ScreenArgs, options: &Options, table: Option<Table>) -> Result<(), Failure> {
    tui::run(tui::Setup {
        words: Words::of(options.language),
        wish: args.wish(),
        seed: options.seed,
        pace: options.pace,
        think: options.think,
        labels: options.view.labels,
        table,
    })
}

fn find_game(id: &str) -> Result<&'static GameEntry, String> {
    games::find(id).ok_or_else(|| {
        let ids: Vec<&str> = GAMES.iter().map(|game| game.info.id).collect();
        format!("there is no game called {}; games are: {}", quote(id), ids.join(", "))
    })
}

/// Help and version are answers; anything else is one line that says what is wrong.
fn usage(error: &clap::Error) -> Result<(), Failure> {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return Ok(error.print()?);
    }
    let text = error.render().to_string();
    let cause = text.split("\n\nUsage:").next().unwrap_or("");
    let cause = cause.split("\n\nFor more information").next().unwrap_or("");
    let words: Vec<&str> = cause.trim_start_matches("error:").split_whitespace().collect();
    Err(Failure::Input(words.join(" ")))
}
