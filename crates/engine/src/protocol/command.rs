//! What is said to an engine.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use games::{Player, quote};

use super::{Dialect, MS_MAX, Wrong, check_length, number};

/// One line to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Introduce yourself.
    Hello(Dialect),
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position {
        /// A position text; none is the standard start.
        start: Option<String>,
        moves: Vec<String>,
    },
    Go(Go),
    Stop,
    Query(Query),
    Quit,
}

/// How long to think. Where several limits are given, the first one reached counts; without any, until
/// `stop`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    pub clocks: Option<ClockTimes>,
    pub move_time: Option<Duration>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

/// What both clocks show, first player first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockTimes {
    pub left: [Duration; 2],
    pub increment: [Duration; 2],
}

impl ClockTimes {
    pub fn left(&self, player: Player) -> Duration {
        let [first, second] = self.left;
        if player == Player::First { first } else { second }
    }

    pub fn increment(&self, player: Player) -> Duration {
        let [first, second] = self.increment;
        if player == Player::First { first } else { second }
    }
}

/// What UGI lets a stranger to the game ask about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    FirstToMove,
    GameOver,
    Result,
}

impl Go {
    pub const INFINITE: Self = Self { clocks: None, move_time: None, depth: None, nodes: None };
}

impl Query {
    const ALL: [Self; 3] = [Self::FirstToMove, Self::GameOver, Self::Result];

    const fn word(self) -> &'static str {
        match self {
            Self::FirstToMove => "p1turn",
            Self::GameOver => "gameover",
            Self::Result => "result",
        }
    }
}

impl FromStr for Command {
    type Err = Wrong;

    fn from_str(line: &str) -> Result<Self, Wrong> {
        check_length(line)?;
        let mut words = line.split_whitespace();
        let command = match words.next() {
            None => return Err(Wrong::new("the line is empty")),
            Some("ugi") => Self::Hello(Dialect::Ugi),
            Some("uai") => Self::Hello(Dialect::Uai),
            Some("isready") => Self::IsReady,
            Some("uginewgame" | "uainewgame") => Self::NewGame,
            Some("stop") => Self::Stop,
            Some("quit") => Self::Quit,
            Some("setoption") => return read_option(words),
            Some("position") => return read_position(words),
            Some("go") => return read_go(words).map(Self::Go),
            Some("query") => {
                let word = words.next().unwrap_or("");
                let query = Query::ALL.into_iter().find(|query| query.word() == word);
                Self::Query(query.ok_or_else(|| {
                    Wrong::new(format_args!("a query is p1turn, gameover or result, not {}", quote(word)))
                })?)
            }
            Some(word) => return Err(Wrong::new(format_args!("there is no command {}", quote(word)))),
        };
        match words.next() {
            None => Ok(command),
            Some(word) => Err(Wrong::new(format_args!("nothing was expected where {} stands", quote(word)))),
        }
    }
}

fn read_option<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, Wrong> {
    let form = || Wrong::new("an option is set by: setoption name NAME value VALUE");
    if words.next() != Some("name") {
        return Err(form());
    }
    let mut name = Vec::new();
    loop {
        match words.next() {
            Some("value") => break,
            Some(word) => name.push(word),
            None => return Err(form()),
        }
    }
    let value: Vec<&str> = words.collect();
    if name.is_empty() || value.is_empty() {
        return Err(form());
    }
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn read_position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, Wrong> {
    let form =
        || Wrong::new("a position is: startpos or fen POSITION, then moves MOVE ... where there are any");
    let mut text = Vec::new();
    let has_text = match words.next() {
        Some("startpos") => false,
        Some("fen") => true,
        _ => return Err(form()),
    };
    let mut moves = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "moves" => moves.extend(words.by_ref().map(str::to_owned)),
            word if has_text => text.push(word),
            _ => return Err(form()),
        }
    }
    if has_text && text.is_empty() {
        return Err(form());
    }
    Ok(Command::Position { start: has_text.then(|| text.join(" ")), moves })
}

/// Reads the limits of a search. Words that are not known are passed over, as UCI asks for and UGI and UAI
/// leave open: a controller waits for a move, whatever else it said.
fn read_go<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Go, Wrong> {
    let mut go = Go::INFINITE;
    while let Some(word) = words.next() {
        let clock = Dialect::BOTH
            .iter()
            .find_map(|dialect| dialect.clock_words().into_iter().position(|known| known == word));
        if clock.is_none() && !["movetime", "depth", "nodes"].contains(&word) {
            continue;
        }
        let value = number(word, words.next())?;
        let time = Duration::from_millis(value.min(MS_MAX));
        match (word, clock) {
            ("movetime", _) => go.move_time = Some(time),
            ("depth", _) => go.depth = Some(u32::try_from(value).unwrap_or(u32::MAX)),
            ("nodes", _) => go.nodes = Some(value),
            (_, Some(place)) => {
                let clocks = go.clocks.get_or_insert_default();
                if let Some(clock) = clocks.left.iter_mut().chain(&mut clocks.increment).nth(place) {
                    *clock = time;
                }
            }
            (_, None) => {}
        }
    }
    Ok(go)
}

/// A command in the words of one dialect.
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'a> {
    command: &'a Command,
    dialect: Dialect,
}

impl Command {
    pub fn in_dialect(&self, dialect: Dialect) -> Spoken<'_> {
        Spoken { command: self, dialect }
    }
}

impl fmt::Display for Spoken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.command {
            Command::Hello(dialect) => f.write_str(dialect.word()),
            Command::IsReady => f.write_str("isready"),
            Command::NewGame => write!(f, "{}newgame", self.dialect.word()),
            Command::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Command::Position { start, moves } => {
                match start {
                    None => f.write_str("position startpos")?,
                    Some(text) => write!(f, "position fen {text}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Command::Go(go) => write_go(f, go, self.dialect),
            Command::Stop => f.write_str("stop"),
            Command::Query(query) => write!(f, "query {}", query.word()),
            Command::Quit => f.write_str("quit"),
        }
    }
}

fn write_go(f: &mut fmt::Formatter<'_>, go: &Go, dialect: Dialect) -> fmt::Result {
    f.write_str("go")?;
    if *go == Go::INFINITE {
        return f.write_str(" infinite");
    }
    if let Some(clocks) = go.clocks {
        for (word, time) in dialect.clock_words().iter().zip(clocks.left.iter().chain(&clocks.increment)) {
            write!(f, " {word} {}", time.as_millis())?;
        }
    }
    if let Some(time) = go.move_time {
        write!(f, " movetime {}", time.as_millis())?;
    }
    if let Some(depth) = go.depth {
        write!(f, " depth {depth}")?;
    }
    if let Some(nodes) = go.nodes {
        write!(f, " nodes {nodes}")?;
    }
    Ok(())
}
