//! What every move of a position is worth, as `jogo analyze --values` says it.

use std::io::{self, Write};
use std::time::Duration;

use engine::values::{MoveValue, MoveValues};
use games::Record;
use serde::Serialize;

use super::line_json::{LineJson, rounded};
use crate::failure::words;

/// The JSON form is documented in docs/json.md; what stands there stays.
#[derive(Serialize)]
pub struct ValuesJson {
    game: &'static str,
    position: String,
    /// `1-0`, `0-1`, `1/2-1/2` or null while the game goes on.
    result: Option<&'static str>,
    depth: u32,
    nodes: u64,
    time_ms: u128,
    /// How many moves keep the value.
    keeping: usize,
    moves: Vec<MoveValueJson>,
    #[serde(skip)]
    found: Option<MoveValues>,
}

#[derive(Serialize)]
struct MoveValueJson {
    #[serde(rename = "move")]
    mv: String,
    /// `keeps`, `loses-little` or `loses`.
    class: &'static str,
    /// `exact`, `at-most` or `estimated`.
    sureness: &'static str,
    /// What the move gives away of the expected result, from 0 to 1.
    loss: f64,
    value: LineJson,
}

impl MoveValueJson {
    fn of(value: &MoveValue) -> Self {
        Self {
            mv: value.mv().to_owned(),
            class: value.class.word(),
            sureness: value.sureness.word(),
            loss: rounded(value.loss, 1000.0),
            value: LineJson::of(&value.line, value.chances),
        }
    }
}

impl ValuesJson {
    pub fn of(record: &Record, found: Option<MoveValues>, time: Duration) -> Self {
        let values = found.as_ref();
        Self {
            game: record.info().id,
            position: record.position().to_string(),
            result: record.outcome().map(games::Outcome::result),
            depth: values.map_or(0, |values| values.depth),
            nodes: values.map_or(0, |values| values.nodes),
            time_ms: time.as_millis(),
            keeping: values.map_or(0, MoveValues::keeping),
            moves: values.map_or(Vec::new(), |values| values.moves.iter().map(MoveValueJson::of).collect()),
            found,
        }
    }

    /// All moves in one line, or the result.
    pub fn line(&self) -> String {
        let Some(found) = &self.found else { return self.result.unwrap_or_default().to_owned() };
        let said = |value: &MoveValue| format!("{} {}", value.mv(), value.line.verdict());
        found.moves.iter().map(said).collect::<Vec<_>>().join(", ")
    }

    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let Some(found) = &self.found else {
            let result = self.result.unwrap_or_default();
            return writeln!(output, "{}", words().say_with("cli-over", [("result", result.into())]));
        };
        let width = found.moves.iter().map(|value| value.mv().len()).max().unwrap_or(0);
        for value in &found.moves {
            let (sign, said) = (value.class.sign(), words().move_value(value));
            writeln!(output, "{sign} {:<width$}  {said}", value.mv())?;
        }
        writeln!(output, "{}", words().keeping_moves(found))
    }
}
