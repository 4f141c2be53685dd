//! The game on plain standard input and output: menus, prompts, boards as text. Works as well from a file or
//! a pipe.

pub mod commands;
pub mod lessons;
mod menu;
mod pie;
pub mod puzzles;
pub mod said;
mod session;
mod steps;
mod teach;
pub mod training;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use engine::BotName;
use engine::players::profile::DEFAULT_LEVEL;
use games::Record;
use games::text::{self, View};

use crate::failure::Failure;
use session::Session;
use table::lines::read_line;
use table::mover::THINK;
use table::{Clocks, Mover, Seat, Table};
use words::{Argument, Language, Words};

pub use menu::menu;

/// How to play in the console.
#[derive(Debug)]
pub struct ConsoleOptions {
    pub view: View,
    pub seed: u64,
    /// Pause after each move while no person plays.
    pub pace: Duration,
    /// How long another program thinks about a move.
    pub think: Duration,
    pub language: Language,
}

impl Default for ConsoleOptions {
    fn default() -> Self {
        let pace_ms = if io::stdout().is_terminal() { 700 } else { 0 };
        Self {
            view: View::default(),
            seed: fastrand::u64(..),
            pace: Duration::from_millis(pace_ms),
            think: THINK,
            language: Language::default(),
        }
    }
}

/// The opponent where none is named.
pub const OPPONENT: BotName = BotName::Level(DEFAULT_LEVEL);

/// Plays one game. Seats that are not given are a person first and a bot second.
pub fn play(
    record: Record,
    seats: [Option<Seat>; 2],
    clocks: Option<Clocks>,
    options: &ConsoleOptions,
) -> Result<(), Failure> {
    let seats = self::seats(&record, seats);
    let movers = Mover::sit_both(&seats, record.game(), options.seed)?;
    let mut console = Console::new(options.language);
    let mut table = Table::new(record, seats);
    if let Some(clocks) = clocks {
        table = table.with_clocks(clocks);
    }
    Session::new(&mut console, table, movers, options).run()?;
    Ok(())
}

/// The seats: those of the command line, those of a saved game, else a person first and a bot second.
pub fn seats(record: &Record, named: [Option<Seat>; 2]) -> [Seat; 2] {
    let [first, second] = named;
    // A saved game goes on between the same players; other programs are never started by a record.
    let saved = |tag: &str| match record.tag(tag)? {
        "human" => Some(Seat::Human),
        name => name.parse().ok().map(Seat::Bot),
    };
    [
        first.or_else(|| saved("First")).unwrap_or(Seat::Human),
        second.or_else(|| saved("Second")).unwrap_or(Seat::Bot(OPPONENT)),
    ]
}

/// Standard input and output as a conversation.
pub struct Console {
    /// Whether a person sees what they type. Otherwise it is repeated, so that the output reads like the
    /// conversation it was.
    echo: bool,
    words: &'static Words,
}

impl Console {
    fn new(language: Language) -> Self {
        Self { echo: !io::stdin().is_terminal(), words: Words::of(language) }
    }

    /// Says a text of the console.
    fn tell<'b>(
        &mut self,
        key: &str,
        arguments: impl IntoIterator<Item = Argument<'b>>,
    ) -> Result<(), Failure> {
        self.say(&self.words.say_with(key, arguments))
    }

    /// Shows the current position with all that a reader needs.
    fn show(&mut self, record: &Record, view: View) -> Result<(), Failure> {
        let page = text::page_said(record, view, &|message| self.words.message(message));
        self.say(&format!("\n{}", page.trim_end_matches('\n')))
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        let mut output = io::stdout().lock();
        writeln!(output, "{text}")?;
        Ok(output.flush()?)
    }

    /// Asks until a line of text comes, white space around it taken away. `None` at the end of the input.
    fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        loop {
            let mut output = io::stdout().lock();
            write!(output, "{prompt}> ")?;
            output.flush()?;
            let line = read_line(&mut io::stdin().lock())?;
            let printable = match line {
                None => {
                    writeln!(output)?;
                    return Ok(None);
                }
                Some(Ok(line)) => line.trim().chars().filter(|c| !c.is_control()).collect::<String>(),
                Some(Err(bad)) => {
                    writeln!(
                        output,
                        "{}{}",
                        if self.echo { "\n" } else { "" },
                        said::bad_line(self.words, bad)
                    )?;
                    continue;
                }
            };
            if self.echo {
                writeln!(output, "{printable}")?;
            }
            if !printable.is_empty() {
                return Ok(Some(printable));
            }
        }
    }
}
