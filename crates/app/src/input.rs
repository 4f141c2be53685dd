//! Text from outside: positions, records. Nothing here grows with what the other side sends.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use clap::Args;
use engine::knowledge;
use engine::net::{BadNetwork, Network};
use games::study::{RecordError, TEXT_MAX};
use games::{AnyPosition, Game, GameEntry, Record, quote};
use table::lines::{LINE_MAX, read_line};

use crate::console::said;
use crate::failure::{Failure, complain, words};

/// A start that is no position but a way to begin.
const PIE: &str = "pie";

/// Which position a command is about.
#[derive(Args, Debug, Clone)]
pub struct PositionArgs {
    /// The position, in the game's notation or as a Prolog term; where a command answers line by line, `-`
    /// reads one per line from standard input
    #[arg(short, long, value_name = "POS", allow_hyphen_values = true, conflicts_with = "start")]
    pub position: Option<String>,
    /// A named starting position (`jogo games --json` lists them); in Neutreeko also balanced:1 to
    /// balanced:20, the fairest first; to play, also pie: the first player makes the first move of both
    /// sides, then the other one chooses a side
    #[arg(long, value_name = "NAME")]
    pub start: Option<String>,
}

impl PositionArgs {
    /// Whether positions come from standard input.
    pub fn is_stdin(&self) -> bool {
        self.position.as_deref() == Some("-")
    }

    /// Whether a position or a start was named.
    pub fn is_given(&self) -> bool {
        self.position.is_some() || self.start.is_some()
    }

    /// Whether the game is to begin with the pie rule.
    pub fn is_pie(&self) -> bool {
        self.start.as_deref() == Some(PIE)
    }

    /// The one position that the arguments name.
    pub fn read(&self, game: &'static GameEntry) -> Result<Box<dyn AnyPosition>, Failure> {
        match (&self.position, &self.start) {
            (Some(text), _) => (game.read)(text)
                .map_err(|error| Failure::said("cli-position", [("reason", words().message(&error).into())])),
            (None, Some(name)) if name == PIE => Err(Failure::said("cli-pie", [])),
            (None, Some(name)) => game.named_start(name).map_or_else(|| balanced_start(game, name), Ok),
            (None, None) => Ok((game.start)()),
        }
    }
}

/// `balanced` or `balanced:N`, where the game is known well enough to have such starts.
fn balanced_start(game: &'static GameEntry, name: &str) -> Result<Box<dyn AnyPosition>, Failure> {
    let mut balanced = knowledge::balanced_starts(game);
    let number = match name.strip_prefix("balanced") {
        Some("") => Some(1),
        Some(rest) => rest.strip_prefix(':').and_then(|number| number.parse::<usize>().ok()),
        None => None,
    };
    if let Some(number) = number
        && (1..=balanced.len()).contains(&number)
    {
        return Ok(balanced.swap_remove(number - 1));
    }
    let mut names: Vec<String> = game.info.starts.iter().map(|start| start.name.to_owned()).collect();
    if !balanced.is_empty() {
        names.push(words().say_with("cli-balanced", [("count", balanced.len().into())]));
    }
    let game = words().name(game.info.name);
    Err(Failure::said(
        "cli-no-start",
        [("game", game.into()), ("name", quote(name).into()), ("names", names.join(", ").into())],
    ))
}

/// Answers each position on standard input with what `answer` makes of it, exactly one line each. A bad line
/// is answered by `error` and explained on standard error, and the rest goes on. Everything is flushed before
/// a read that could block, so that a program can wait for each answer before it asks again; while more lines
/// are waiting nothing is flushed, which would cost throughput.
pub fn answer_each_line(
    game: &'static GameEntry,
    output: &mut impl io::Write,
    mut answer: impl FnMut(&dyn AnyPosition) -> Result<String, Failure>,
) -> Result<(), Failure> {
    // Standard input has a buffer too, but does not tell what is in it.
    let mut input = BufReader::with_capacity(LINE_MAX, io::stdin().lock());
    let mut all_good = true;
    let mut number = 0;
    loop {
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        let Some(line) = read_line(&mut input)? else { break };
        number += 1;
        let position = line
            .map_err(|bad| said::bad_line_reason(words(), bad))
            .and_then(|text| (game.read)(&text).map_err(|error| words().message(&error)));
        match position {
            Ok(position) => writeln!(output, "{}", answer(&*position)?)?,
            Err(error) => {
                all_good = false;
                writeln!(output, "error")?;
                complain(
                    &words().say_with("cli-line", [("number", number.into()), ("reason", error.into())]),
                );
            }
        }
    }
    output.flush()?;
    if all_good { Ok(()) } else { Err(Failure::Reported) }
}

/// Why no games could be read, and from where.
#[derive(Debug)]
pub enum RecordTrouble {
    File { name: String, error: io::Error },
    TooLong { name: String, limit: usize },
    NotUtf8 { name: String },
    NoGame { name: String },
    NoSuchGame { name: String, number: usize, count: usize },
    Wrong { name: String, error: RecordError },
}

impl fmt::Display for RecordTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { name, error } => write!(f, "{name}: {error}"),
            Self::TooLong { name, limit } => write!(f, "{name}: longer than {limit} bytes"),
            Self::NotUtf8 { name } => write!(f, "{name}: not UTF-8"),
            Self::NoGame { name } => write!(f, "{name}: no game"),
            Self::NoSuchGame { name, number, count } => write!(f, "{name}: no game {number} of {count}"),
            Self::Wrong { name, error } => write!(f, "{name}: {error}"),
        }
    }
}

/// Reads the last game of a file of records.
pub fn read_record(path: &Path) -> Result<Record, RecordTrouble> {
    read_records(path)?.pop().ok_or_else(|| RecordTrouble::NoGame { name: path.display().to_string() })
}

/// Reads one of the games of a file of records, counted from 1.
pub fn read_numbered_record(path: &Path, number: usize) -> Result<Record, RecordTrouble> {
    let mut records = read_records(path)?;
    if (1..=records.len()).contains(&number) {
        return Ok(records.swap_remove(number - 1));
    }
    Err(RecordTrouble::NoSuchGame { name: path.display().to_string(), number, count: records.len() })
}

/// Reads every game of a file of records.
pub fn read_records(path: &Path) -> Result<Vec<Record>, RecordTrouble> {
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => read_records_from(file, &name),
        Err(error) => Err(RecordTrouble::File { name, error }),
    }
}

/// Reads every game from anywhere; errors begin with the name of that place.
pub fn read_records_from(source: impl Read, name: &str) -> Result<Vec<Record>, RecordTrouble> {
    let name = name.to_owned();
    let mut bytes = Vec::new();
    // One byte more than is taken, so that what is too long is seen to be so.
    let limit = TEXT_MAX as u64 + 1;
    if let Err(error) = source.take(limit).read_to_end(&mut bytes) {
        return Err(RecordTrouble::File { name, error });
    }
    if bytes.len() > TEXT_MAX {
        return Err(RecordTrouble::TooLong { name, limit: TEXT_MAX });
    }
    let Ok(text) = String::from_utf8(bytes) else { return Err(RecordTrouble::NotUtf8 { name }) };
    Record::read_all(&text).map_err(|error| RecordTrouble::Wrong { name, error })
}

/// Reads a network from a file and checks that it fits a game.
pub fn read_network<P: Game>(path: &Path) -> Result<Network, Failure> {
    /// More than the largest network that can be read.
    const BYTES_MAX: u64 = 64 << 20;
    let name = path.display();
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BYTES_MAX + 1).read_to_end(&mut bytes));
    read.map_err(|error| Failure::Input(said::file_trouble(words(), &name.to_string(), &error)))?;
    if bytes.len() as u64 > BYTES_MAX {
        let limit = [("name", name.to_string().into()), ("limit", BYTES_MAX.into())];
        return Err(Failure::said("load-too-long", limit));
    }
    let network = Network::read(&bytes).and_then(|network| network.check_for::<P>().map(|()| network));
    network.map_err(|BadNetwork(error)| Failure::Input(format!("{name}: {}", words().message(&error))))
}
