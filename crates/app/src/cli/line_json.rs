//! A line of an analysis as JSON, the same wherever one stands: docs/json.md describes it.

use engine::analysis::{AnalysisLine, LineFacts};
use engine::winprob::WinChances;
use serde::Serialize;

#[derive(Serialize)]
pub struct LineJson {
    /// `win`, `loss`, `draw` or `about`.
    kind: &'static str,
    /// Plies to the end of a win or loss.
    plies: Option<u32>,
    /// Whether it takes that many plies (`exact`) or the winner may be faster (`at most`).
    distance: Option<&'static str>,
    /// Hundredths of a unit, for the side to move.
    score: Option<i32>,
    moves: Vec<String>,
    /// Of the side to move.
    chances: ChancesJson,
}

impl LineJson {
    pub fn of(line: &AnalysisLine, chances: WinChances) -> Self {
        let LineFacts { kind, plies, distance, score } = line.facts();
        let moves = line.moves.clone();
        Self { kind, plies, distance, score, moves, chances: ChancesJson::of(chances) }
    }
}

/// Chances of a win, a draw and a loss, to three places.
#[derive(Serialize)]
pub struct ChancesJson {
    win: f64,
    draw: f64,
    loss: f64,
}

impl ChancesJson {
    pub fn of(chances: WinChances) -> Self {
        let [win, draw, loss] = [chances.win, chances.draw, chances.loss].map(|part| rounded(part, 1000.0));
        Self { win, draw, loss }
    }
}

/// Rounds a number to so many steps in one.
pub fn rounded(number: f64, steps: f64) -> f64 {
    (number * steps).round() / steps
}
