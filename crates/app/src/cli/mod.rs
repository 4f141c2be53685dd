//! The command line.

mod analyze;
mod convert;
mod datagen;
mod explore;
mod help;
mod install;
mod learn;
mod line_json;
mod matches;
mod perft;
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
use std::ffi::{OsStr, OsString};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use engine::knowledge::has_tables;
use games::text::{Labels, Pieces, View};
use games::{GAMES, GameEntry, Record, quote};

use self::analyze::Subject;
use crate::console::said;
use crate::console::{self, ConsoleOptions};
use crate::failure::{self, Failure, words};
use crate::input::{self, PositionArgs};
use crate::settings::Settings;
use crate::tables::use_tables;
use crate::tui::{self, Depth, Wish};
use table::{Clocks, Seat, Table, TimeControl};
use words::{Language, Words};

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
    /// These, and what was said before the command where nothing is said here.
    fn or(self, before: Self) -> Self {
        Self { color: self.color.or(before.color), ascii: self.ascii || before.ascii }
    }

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

/// The help of `--first`, with the one list of seats.
fn seat_help() -> String {
    format!("Who plays first: {} (programs that speak UGI or UAI)", Seat::list())
}

#[derive(Args, Debug)]
struct PlayArgs {
    /// The rule set, by its id (`jogo games` lists them)
    #[arg(value_parser = GameParser, hide_possible_values = true)]
    game: Option<&'static GameEntry>,
    #[arg(long, value_name = "SEAT", requires = "game", value_parser = read_seat, help = seat_help())]
    first: Option<Seat>,
    /// Who plays second, likewise
    #[arg(long, value_name = "SEAT", requires = "game", value_parser = read_seat)]
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
    /// Play with clocks: the time for a side and what every move adds, in seconds such as 300+3, or 5m
    #[arg(long, value_name = "TIME", conflicts_with = "load", requires = "game", value_parser = read_clock)]
    clock: Option<TimeControl>,
    /// The computer warns you of moves that lose much, and gives hints in steps; without clocks
    #[arg(long, requires = "game", conflicts_with = "clock")]
    teach: bool,
    /// Milliseconds that another engine may think about a move, where there is no clock
    #[arg(
        long, value_name = "MS", default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..=3_600_000)
    )]
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
pub fn run(commit: &str) -> Result<(), Failure> {
    VERSION.get_or_init(|| format!("{} ({commit})", env!("CARGO_PKG_VERSION")));
    let args = with_short_play(env::args_os().collect());
    failure::speak(language_of_args(&args));
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

fn play(args: &PlayArgs, language: Language) -> Result<(), Failure> {
    let defaults = ConsoleOptions::default();
    let options = ConsoleOptions {
        view: args.view.view(),
        seed: args.seed.unwrap_or(defaults.seed),
        pace: args.pace.map_or(defaults.pace, Duration::from_millis),
        think: Duration::from_millis(args.think),
        language,
    };
    if args.position.is_stdin() {
        return Err(Failure::said("cli-play-lines", []));
    }
    let seats = [args.first.clone(), args.second.clone()];
    if let Some(path) = &args.load {
        let record = input::read_record(path)
            .map_err(|trouble| Failure::Input(said::record_trouble(words(), &trouble)))?;
        return play_record(args, record, seats, &options);
    }
    match args.game {
        None if args.position.position.is_some() || args.position.start.is_some() => {
            Err(Failure::said("cli-play-which", []))
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
fn play_record(
    args: &PlayArgs,
    mut record: Record,
    seats: [Option<Seat>; 2],
    options: &ConsoleOptions,
) -> Result<(), Failure> {
    if args.teach {
        record.set_tag(engine::teach::TAG, "yes");
    }
    let clocks = args.clock.map(Clocks::new);
    if args.plain || !tui::is_possible() {
        return console::play(record, seats, clocks, options);
    }
    let seats = console::seats(&record, seats);
    for seat in &seats {
        if let Seat::Bot(name) = seat {
            engine::players::bot(*name, record.game(), 0).map_err(Failure::input)?;
        }
    }
    let table = Table::new(record, seats);
    screen(
        args.screen,
        options,
        Some(if let Some(clocks) = clocks { table.with_clocks(clocks) } else { table }),
    )
}

/// Begins with the analysis board.
fn analyze_on_screen(
    screen: ScreenArgs,
    args: &analyze::AnalyzeArgs,
    language: Language,
) -> Result<(), Failure> {
    let record = args.record()?;
    if !tui::is_possible() {
        return Err(Failure::said("analysis-no-terminal", []));
    }
    let options = ConsoleOptions { language, ..ConsoleOptions::default() };
    let table = Table::new(record, [Seat::Human, Seat::Human]);
    tui::run(tui::Setup { is_analysis: true, ..setup(screen, &options, Some(table)) })
}

fn screen(args: ScreenArgs, options: &ConsoleOptions, table: Option<Table>) -> Result<(), Failure> {
    tui::run(setup(args, options, table))
}

fn setup(args: ScreenArgs, options: &ConsoleOptions, table: Option<Table>) -> tui::Setup {
    tui::Setup {
        words: Words::of(options.language),
        wish: args.wish(),
        seed: options.seed,
        pace: options.pace,
        think: options.think,
        labels: options.view.labels,
        table,
        is_analysis: false,
    }
}

/// Reads the id of a game, in any case, and lets shells complete it.
#[derive(Clone, Copy, Debug)]
struct GameParser;

impl TypedValueParser for GameParser {
    type Value = &'static GameEntry;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        TypedValueParser::parse_ref(&find_game, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(GAMES.iter().map(|game| PossibleValue::new(game.info.id).help(game.info.name))))
    }
}

/// Reads the id of a game, or the name of a file.
#[derive(Clone, Copy, Debug)]
struct SubjectParser;

impl TypedValueParser for SubjectParser {
    type Value = Subject;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let is_game = value.to_str().is_some_and(|id| game_called(id).is_some());
        if !is_game && Path::new(value).is_file() {
            return Ok(Subject::File(value.into()));
        }
        GameParser.parse_ref(command, arg, value).map(Subject::Game)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        GameParser.possible_values()
    }
}

/// The game with this id, in any case.
fn game_called(id: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|game| game.info.id.eq_ignore_ascii_case(id))
}

fn find_game(id: &str) -> Result<&'static GameEntry, String> {
    game_called(id).ok_or_else(|| {
        let ids: Vec<&str> = GAMES.iter().map(|game| game.info.id).collect();
        let told = [("game", quote(id).into()), ("games", ids.join(", ").into())];
        match similar_game(id) {
            Some(meant) => {
                words().say_with("cli-no-game-but", told.into_iter().chain([("meant", meant.into())]))
            }
            None => words().say_with("cli-no-game", told),
        }
    })
}

fn read_seat(text: &str) -> Result<Seat, String> {
    text.parse().map_err(|error| words().message(&error))
}

fn read_language(text: &str) -> Result<Language, String> {
    text.parse().map_err(|_| words().say_with("cli-no-language", [("language", quote(text).into())]))
}

fn read_clock(text: &str) -> Result<TimeControl, String> {
    text.parse().map_err(|error| words().message(&error))
}

/// The id that this may be a slip of.
fn similar_game(id: &str) -> Option<&'static str> {
    const LIKENESS_MIN: f64 = 0.8;
    let id = id.to_lowercase();
    if game_called(&id).is_some() {
        return None;
    }
    let likeness = |game: &GameEntry| strsim::jaro(&id, game.info.id);
    let nearest = GAMES.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    nearest.filter(|game| likeness(game) >= LIKENESS_MIN).map(|game| game.info.id)
}

/// `jogo ataxx` is short for `jogo play ataxx`: no command has the name of a game.
fn with_short_play(mut args: Vec<OsString>) -> Vec<OsString> {
    let mut index = 1;
    while let Some(arg) = args.get(index) {
        match arg.to_str() {
            Some("--lang" | "--color") => index += 2,
            Some(flag) if flag.starts_with('-') => index += 1,
            Some(word) if game_called(word).is_some() => {
                args.insert(index, "play".into());
                break;
            }
            _ => break,
        }
    }
    args
}

/// The command `help` takes names of commands only. The language has been read by then and can be left out.
fn without_language_after_help(mut args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_some_and(|arg| arg == "help") {
        if let Some(index) = args.iter().position(|arg| arg == "--lang") {
            args.drain(index..args.len().min(index + 2));
        }
        args.retain(|arg| !arg.to_str().is_some_and(|arg| arg.starts_with("--lang=")));
    }
    args
}

/// The language that the arguments ask for, or that was chosen before; told even where they are otherwise
/// wrong.
fn language_of_args(args: &[OsString]) -> Language {
    let texts = || args.iter().map(|arg| arg.to_str().unwrap_or(""));
    let after = texts().zip(texts().skip(1)).find_map(|(flag, value)| (flag == "--lang").then_some(value));
    let asked = after.or_else(|| texts().find_map(|arg| arg.strip_prefix("--lang=")));
    asked.and_then(|tag| tag.parse().ok()).unwrap_or_else(Settings::chosen_language)
}
