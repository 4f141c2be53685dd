//! What a search or a proof says of a position, as data: the same for the console, the app, the web and the
//! protocols.
//!
//! How it is worded is in the crate `words`; what programs read is in [`LineFacts`].

mod hint;

use games::Player;

use crate::net::Evaluator;
use crate::search::{SearchLimits, Value};

pub use crate::search::Distance;
pub use hint::HintBudget;

/// The options of one search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions<'a> {
    pub limits: SearchLimits<'a>,
    /// The number of best lines to find (MultiPV).
    pub lines: usize,
    pub threads: usize,
    pub evaluator: Evaluator<'a>,
}

impl<'a> SearchOptions<'a> {
    pub const THREADS_MAX: usize = 256;

    pub fn new(limits: SearchLimits<'a>) -> Self {
        Self { limits, lines: 1, threads: 1, evaluator: Evaluator::BuiltIn }
    }
}

/// The result of a search of one position, with moves as text.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub depth: u32,
    pub nodes: u64,
    /// Best first; the first move of the first line is the move to play.
    pub lines: Vec<AnalysisLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisLine {
    /// For the side to move.
    pub value: Value,
    /// Whether a win or loss could be faster than the value says.
    pub distance: Distance,
    pub moves: Vec<String>,
}

/// A line as programs read it: the words and numbers of every JSON form of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineFacts {
    /// `win`, `loss`, `draw` or `about`.
    pub kind: &'static str,
    /// Plies to the end of a win or loss.
    pub plies: Option<u32>,
    /// Whether it takes that many plies (`exact`) or the winner may be faster (`at most`). Of a score that
    /// tables call won or lost: that only the count of quiet plies can prevent it (`unless counted`).
    pub distance: Option<&'static str>,
    /// Hundredths of a unit, for the side to move.
    pub score: Option<i32>,
}

impl Analysis {
    pub fn best_move(&self) -> Option<&str> {
        self.lines.first()?.moves.first().map(String::as_str)
    }
}

impl AnalysisLine {
    /// Returns the value in English, as the command line and the protocols say it.
    pub fn verdict(&self) -> String {
        match (self.value, self.distance) {
            (Value::WinIn(plies), Distance::AtMost) => format!("wins within {plies}"),
            (Value::LossIn(plies), Distance::AtMost) => format!("loses within {plies}"),
            (Value::About(score), Distance::UnlessCounted) => {
                format!("{}, unless the quiet count ends it", if score > 0 { "wins" } else { "loses" })
            }
            (value, _) => value.to_string(),
        }
    }

    /// Returns the winner and the number of the winner's own moves, where a win or loss is known.
    pub fn winner(&self, turn: Player) -> Option<(Player, u32)> {
        match self.value {
            Value::WinIn(plies) => Some((turn, plies.div_ceil(2))),
            Value::LossIn(plies) => Some((!turn, plies.div_ceil(2))),
            Value::Draw | Value::About(_) => None,
        }
    }

    /// Returns the line as programs read it.
    pub fn facts(&self) -> LineFacts {
        let (kind, plies, score) = match self.value {
            Value::WinIn(plies) => ("win", Some(plies), None),
            Value::LossIn(plies) => ("loss", Some(plies), None),
            Value::Draw => ("draw", None, None),
            Value::About(score) => ("about", None, Some(score)),
        };
        let distance = match self.distance {
            Distance::Exact => "exact",
            Distance::AtMost => "at most",
            Distance::UnlessCounted => "unless counted",
        };
        let is_told = plies.is_some() || self.distance == Distance::UnlessCounted;
        LineFacts { kind, plies, distance: is_told.then_some(distance), score }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_name_a_distance_only_for_wins_and_losses() {
        let facts = |value, distance| AnalysisLine { value, distance, moves: Vec::new() }.facts();
        assert_eq!(
            facts(Value::LossIn(4), Distance::AtMost),
            LineFacts { kind: "loss", plies: Some(4), distance: Some("at most"), score: None }
        );
        assert_eq!(facts(Value::WinIn(1), Distance::Exact).distance, Some("exact"));
        assert_eq!(
            facts(Value::About(-7), Distance::AtMost),
            LineFacts { kind: "about", plies: None, distance: None, score: Some(-7) }
        );
        assert_eq!(
            facts(Value::Draw, Distance::Exact),
            LineFacts { kind: "draw", plies: None, distance: None, score: None }
        );
    }
}
