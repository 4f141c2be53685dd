//! What an engine answers.

use std::fmt;
use std::str::FromStr;

use games::{Outcome, Player, quote};

use super::{Dialect, Spin, Wrong, check_length, number, printable};
use crate::search::{Distance, Value};

/// One line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    Name(String),
    Author(String),
    Option(Spin),
    /// An option that is a text or a truth, which only our own engine announces.
    OtherOption {
        name: &'static str,
        kind: &'static str,
        default: &'static str,
    },
    /// The introduction is over.
    Ok(Dialect),
    ReadyOk,
    Info(SearchInfo),
    BestMove(String),
    Response(Answer),
    /// A line of ours was wrong, or could not be executed.
    Error(String),
}

/// What a search reports. A line from another engine may say any part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    pub depth: Option<u32>,
    /// Which of the best lines this is, from 1.
    pub rank: Option<usize>,
    /// For the engine's side; proofs count plies.
    pub value: Option<Value>,
    /// Where the value is not exact: on which side of it the true one may lie.
    pub bound: Option<ScoreBound>,
    pub nodes: Option<u64>,
    pub time_ms: Option<u64>,
    pub nps: Option<u64>,
    pub moves: Vec<String>,
}

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreBound {
    /// The true score is at least this: a win that may be faster.
    Lower,
    /// The true score is at most this: a loss that may be faster.
    Upper,
}

impl ScoreBound {
    /// Returns what a distance that may be shorter means for the score.
    pub fn of(value: Value, distance: Distance) -> Option<Self> {
        match (value, distance) {
            (Value::WinIn(_), Distance::AtMost) => Some(Self::Lower),
            (Value::LossIn(_), Distance::AtMost) => Some(Self::Upper),
            _ => None,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Lower => "lowerbound",
            Self::Upper => "upperbound",
        }
    }
}

/// The answer to a `query` about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Truth(bool),
    Result(Option<Outcome>),
}

impl Answer {
    const ALL: [Self; 6] = [
        Self::Truth(true),
        Self::Truth(false),
        Self::Result(Some(Outcome::Win(Player::First))),
        Self::Result(Some(Outcome::Win(Player::Second))),
        Self::Result(Some(Outcome::Draw)),
        Self::Result(None),
    ];

    const fn word(self) -> &'static str {
        match self {
            Self::Truth(true) => "true",
            Self::Truth(false) => "false",
            Self::Result(Some(Outcome::Win(Player::First))) => "p1win",
            Self::Result(Some(Outcome::Win(Player::Second))) => "p2win",
            Self::Result(Some(Outcome::Draw)) => "draw",
            Self::Result(None) => "none",
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(name) => write!(f, "id author {name}"),
            Self::Option(Spin { name, default, min, max }) => {
                write!(f, "option name {name} type spin default {default} min {min} max {max}")
            }
            Self::OtherOption { name, kind, default } => {
                write!(f, "option name {name} type {kind} default {default}")
            }
            Self::Ok(dialect) => write!(f, "{}ok", dialect.word()),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove(mv) => write!(f, "bestmove {mv}"),
            Self::Response(answer) => write!(f, "response {}", answer.word()),
            Self::Error(text) => write!(f, "info string error: {}", printable(text)),
        }
    }
}

impl fmt::Display for SearchInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(rank) = self.rank {
            write!(f, " multipv {rank}")?;
        }
        match self.value {
            Some(Value::Draw) => write!(f, " score cp 0")?,
            Some(Value::About(score)) => write!(f, " score cp {score}")?,
            Some(Value::WinIn(plies)) => write!(f, " score mate {plies}")?,
            Some(Value::LossIn(plies)) => write!(f, " score mate -{plies}")?,
            None => {}
        }
        if let Some(bound) = self.bound {
            write!(f, " {}", bound.word())?;
        }
        for (word, count) in [("nodes", self.nodes), ("time", self.time_ms), ("nps", self.nps)] {
            if let Some(count) = count {
                write!(f, " {word} {count}")?;
            }
        }
        if !self.moves.is_empty() {
            write!(f, " pv {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

impl FromStr for Reply {
    type Err = Wrong;

    /// Reads the replies that playing with an engine needs; engines may send many more.
    fn from_str(line: &str) -> Result<Self, Wrong> {
        check_length(line)?;
        let unknown = || Wrong::new(format_args!("no engine says {}", quote(line)));
        let mut words = line.split_whitespace();
        let rest = |words: std::str::SplitWhitespace<'_>| words.map(printable).collect::<Vec<_>>().join(" ");
        Ok(match words.next() {
            Some("ugiok") => Self::Ok(Dialect::Ugi),
            Some("uaiok") => Self::Ok(Dialect::Uai),
            Some("readyok") => Self::ReadyOk,
            Some("bestmove") => match words.next() {
                Some(mv) => Self::BestMove(printable(mv)),
                None => return Err(Wrong::new("bestmove stands without a move")),
            },
            Some("id") => match words.next() {
                Some("name") => Self::Name(rest(words)),
                Some("author") => Self::Author(rest(words)),
                _ => return Err(unknown()),
            },
            Some("response") => {
                let word = words.next().unwrap_or("");
                Self::Response(
                    Answer::ALL.into_iter().find(|answer| answer.word() == word).ok_or_else(unknown)?,
                )
            }
            Some("option") => Self::Option(read_spin(words).ok_or_else(unknown)?),
            Some("info") => match line.split_once("string error: ") {
                Some((_, text)) => Self::Error(printable(text)),
                None => Self::Info(read_info(words)?),
            },
            _ => return Err(unknown()),
        })
    }
}

fn read_spin<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Spin> {
    let mut expect = |word| (words.next() == Some(word)).then(|| words.next()).flatten();
    let name = printable(expect("name")?);
    expect("type").filter(|kind| *kind == "spin")?;
    let mut count = |word| expect(word)?.parse().ok();
    Some(Spin { name, default: count("default")?, min: count("min")?, max: count("max")? })
}

fn read_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<SearchInfo, Wrong> {
    let mut info = SearchInfo::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = Some(number(word, words.next())?.min(u32::MAX.into()) as u32),
            "multipv" => info.rank = Some(number(word, words.next())? as usize),
            "nodes" => info.nodes = Some(number(word, words.next())?),
            "time" => info.time_ms = Some(number(word, words.next())?),
            "nps" => info.nps = Some(number(word, words.next())?),
            "score" => info.value = Some(read_value(words.next(), words.next())?),
            "lowerbound" => info.bound = Some(ScoreBound::Lower),
            "upperbound" => info.bound = Some(ScoreBound::Upper),
            "pv" => info.moves = words.by_ref().map(printable).collect(),
            // The rest of the line is for people.
            "string" => break,
            // Other words come with numbers that mean nothing here.
            _ => {}
        }
    }
    Ok(info)
}

fn read_value(kind: Option<&str>, count: Option<&str>) -> Result<Value, Wrong> {
    let wrong = || Wrong::new("a score is cp NUMBER or mate PLIES");
    let count: i32 = count.and_then(|count| count.parse().ok()).ok_or_else(wrong)?;
    match kind {
        Some("cp") => Ok(Value::About(count)),
        Some("mate") if count < 0 => Ok(Value::LossIn(count.unsigned_abs())),
        Some("mate") => Ok(Value::WinIn(count.unsigned_abs())),
        _ => Err(wrong()),
    }
}
