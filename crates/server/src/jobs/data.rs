//! Forms of data for jobs whose own types cannot be sent: records, analyses, bytes.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use engine::analysis::{Analysis, AnalysisLine, Distance};
use engine::search::Value;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A record as its game, start and moves: what a search needs of it. Use by `#[serde(with = "as_record")]`.
pub mod as_record {
    use games::Record;

    use super::{Deserialize, Deserializer, Serialize, Serializer, de};

    #[derive(Serialize, Deserialize)]
    struct Data {
        game: String,
        start: String,
        moves: Vec<String>,
    }

    pub fn serialize<S: Serializer>(record: &Record, serializer: S) -> Result<S::Ok, S::Error> {
        let data = Data {
            game: record.info().id.to_owned(),
            start: record.start().to_string(),
            moves: record.moves().to_vec(),
        };
        data.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Record, D::Error> {
        let Data { game, start, moves } = Data::deserialize(deserializer)?;
        let game = games::find(&game).ok_or_else(|| de::Error::custom("unknown game"))?;
        let start = (game.read)(&start).map_err(de::Error::custom)?;
        let mut record = Record::from_position(game, start);
        for mv in &moves {
            record.play(mv).map_err(de::Error::custom)?;
        }
        Ok(record)
    }
}

/// A value as the text that it is written as and read from. Use by `#[serde(with = "as_text")]`.
pub mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use super::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| de::Error::custom(format_args!("not understood: {text:?}")))
    }
}

/// Bytes that are text in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base64Bytes(pub Vec<u8>);

impl Serialize for Base64Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_STANDARD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Base64Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        BASE64_STANDARD.decode(text).map(Self).map_err(de::Error::custom)
    }
}

/// An [`Analysis`] that can be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysisData {
    depth: u32,
    nodes: u64,
    lines: Vec<LineData>,
}

/// An [`AnalysisLine`] that can be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineData {
    value: ValueData,
    is_exact: bool,
    /// Won or lost by endgame tables, unless the count of quiet plies ends the game.
    #[serde(default)]
    is_unless_counted: bool,
    moves: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ValueData {
    WinIn(u32),
    LossIn(u32),
    Draw,
    About(i32),
}

impl From<Analysis> for AnalysisData {
    fn from(analysis: Analysis) -> Self {
        let Analysis { depth, nodes, lines } = analysis;
        Self { depth, nodes, lines: lines.into_iter().map(LineData::from).collect() }
    }
}

impl From<AnalysisData> for Analysis {
    fn from(data: AnalysisData) -> Self {
        let AnalysisData { depth, nodes, lines } = data;
        Self { depth, nodes, lines: lines.into_iter().map(AnalysisLine::from).collect() }
    }
}

impl From<AnalysisLine> for LineData {
    fn from(line: AnalysisLine) -> Self {
        let value = match line.value {
            Value::WinIn(plies) => ValueData::WinIn(plies),
            Value::LossIn(plies) => ValueData::LossIn(plies),
            Value::Draw => ValueData::Draw,
            Value::About(score) => ValueData::About(score),
        };
        Self {
            value,
            is_exact: line.distance == Distance::Exact,
            is_unless_counted: line.distance == Distance::UnlessCounted,
            moves: line.moves,
        }
    }
}

impl From<LineData> for AnalysisLine {
    fn from(data: LineData) -> Self {
        let value = match data.value {
            ValueData::WinIn(plies) => Value::WinIn(plies),
            ValueData::LossIn(plies) => Value::LossIn(plies),
            ValueData::Draw => Value::Draw,
            ValueData::About(score) => Value::About(score),
        };
        let distance = match data {
            LineData { is_exact: true, .. } => Distance::Exact,
            LineData { is_unless_counted: true, .. } => Distance::UnlessCounted,
            _ => Distance::AtMost,
        };
        Self { value, distance, moves: data.moves }
    }
}
