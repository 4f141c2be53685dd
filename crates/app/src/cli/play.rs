//! `jogo play`, and what else opens the full-screen app.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use games::text::{Labels, Pieces, View};
use games::{GameEntry, Record};
use table::{Clocks, Seat, Table, TimeControl};
use words::{Language, Words};

use super::analyze::AnalyzeArgs;
use super::args::{GameParser, read_clock, read_seat};
use crate::console::{self, ConsoleOptions, said};
use crate::failure::{Failure, words};
use crate::input::{self, PositionArgs};
use crate::tui::{self, Depth, ThemeOptions};

/// How the full-screen app is drawn.
#[derive(Args, Debug, Clone, Copy)]
pub struct ScreenArgs {
    /// Colours of the full-screen app; the terminal is asked otherwise
    #[arg(long, value_name = "COLOURS", value_enum)]
    pub color: Option<Colours>,
    /// Draw the full-screen app with ASCII only
    #[arg(long)]
    pub ascii: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colours {
    Truecolor,
    #[value(name = "256")]
    TwoFiftySix,
    #[value(name = "16")]
    Sixteen,
    None,
}

impl ScreenArgs {
    /// These, and what was said before the command where nothing is said here.
    pub fn or(self, before: Self) -> Self {
        Self { color: self.color.or(before.color), ascii: self.ascii || before.ascii }
    }

    fn theme(self) -> ThemeOptions {
        let depth = self.color.map(|colours| match colours {
            Colours::Truecolor => Depth::True,
            Colours::TwoFiftySix => Depth::TwoFiftySix,
            Colours::Sixteen => Depth::Sixteen,
            Colours::None => Depth::None,
        });
        ThemeOptions { depth, ascii: self.ascii }
    }
}

/// The help of `--first`, with the one list of seats.
fn seat_help() -> String {
    format!("Who plays first: {} (programs that speak UGI or UAI)", Seat::list())
}

#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The rule set, by its id (`jogo games` lists them)
    #[arg(value_parser = GameParser, hide_possible_values = true)]
    pub game: Option<&'static GameEntry>,
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
    pub screen: ScreenArgs,
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
pub struct ViewArgs {
    /// Labels of the board: the notation's cell names, or those of the game's report
    #[arg(long, value_name = "LABELS", default_value = "notation", value_parser = ["notation", "report"])]
    labels: String,
    /// Draw pieces as Unicode symbols
    #[arg(long)]
    unicode: bool,
}

impl ViewArgs {
    pub fn view(&self) -> View {
        View {
            labels: if self.labels == "report" { Labels::Report } else { Labels::Notation },
            pieces: if self.unicode { Pieces::Unicode } else { Pieces::Letters },
            ..View::default()
        }
    }
}

pub fn play(args: &PlayArgs, language: Language) -> Result<(), Failure> {
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
pub fn analyze_on_screen(screen: ScreenArgs, args: &AnalyzeArgs, language: Language) -> Result<(), Failure> {
    let record = args.record()?;
    if !tui::is_possible() {
        return Err(Failure::said("analysis-no-terminal", []));
    }
    let options = ConsoleOptions { language, ..ConsoleOptions::default() };
    let table = Table::new(record, [Seat::Human, Seat::Human]);
    tui::run(tui::Setup { is_analysis: true, ..setup(screen, &options, Some(table)) })
}

pub fn screen(args: ScreenArgs, options: &ConsoleOptions, table: Option<Table>) -> Result<(), Failure> {
    tui::run(setup(args, options, table))
}

fn setup(args: ScreenArgs, options: &ConsoleOptions, table: Option<Table>) -> tui::Setup {
    tui::Setup {
        words: Words::of(options.language),
        theme: args.theme(),
        seed: options.seed,
        pace: options.pace,
        think: options.think,
        labels: options.view.labels,
        table,
        is_analysis: false,
    }
}
