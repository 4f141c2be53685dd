//! Fits a curve to scores and results, and measures how far its chances are from what happened.

use std::collections::BTreeMap;

use super::{Curve, WinChances};
use crate::search::Score;

/// How games went on from positions of the same score: how many were won, drawn and lost by the side to move.
#[derive(Clone, Debug, Default)]
pub struct ScoreResults {
    counts: BTreeMap<Score, [u32; 3]>,
}

impl ScoreResults {
    /// Counts a position with the result of its game, which is certain.
    pub fn add(&mut self, score: Score, result: WinChances) {
        let index = if result.win > 0.5 {
            0
        } else if result.draw > 0.5 {
            1
        } else {
            2
        };
        self.counts.entry(score).or_default()[index] += 1;
    }

    pub fn count(&self) -> u64 {
        self.counts.values().flatten().map(|count| u64::from(*count)).sum()
    }

    /// Returns the mean surprise of the results: the negative logarithm of their chances.
    fn surprise(&self, curve: &Curve) -> f64 {
        let mut sum = 0.0;
        for (score, counts) in &self.counts {
            let WinChances { win, draw, loss } = curve.of_score(*score);
            for (count, chance) in counts.iter().zip([win, draw, loss]) {
                sum -= f64::from(*count) * chance.max(1e-9).ln();
            }
        }
        sum / self.count().max(1) as f64
    }

    /// Returns the curve that these results surprise least, by trying steps in every direction, smaller and
    /// smaller.
    pub fn fit(&self) -> Curve {
        let mut best = Curve { scale: 200.0, draw: 0.5, turn: 0.0 };
        let mut surprise = self.surprise(&best);
        let mut step = 1.0;
        while step > 1e-4 {
            let Curve { scale, draw, turn } = best;
            let grown = scale * f64::exp(step);
            let shrunk = scale * f64::exp(-step);
            let candidates = [
                Curve { scale: grown, ..best },
                Curve { scale: shrunk, ..best },
                // A score beside zero keeps its distance from the edge of the drawn middle.
                Curve { scale: grown, turn: turn * grown / scale, ..best },
                Curve { scale: shrunk, turn: turn * shrunk / scale, ..best },
                Curve { draw: draw + step, ..best },
                Curve { draw: (draw - step).max(0.0), ..best },
                Curve { turn: turn + step * scale, ..best },
                Curve { turn: turn - step * scale, ..best },
            ];
            let before = surprise;
            for candidate in candidates {
                let found = self.surprise(&candidate);
                if found < surprise {
                    (best, surprise) = (candidate, found);
                }
            }
            if surprise >= before {
                step /= 2.0;
            }
        }
        best
    }

    /// Measures a curve on these results.
    pub fn errors(&self, curve: &Curve) -> CalibrationErrors {
        let result = |[win, draw, _]: [f64; 3]| win + draw / 2.0;
        CalibrationErrors {
            result: self.error(curve, result),
            win: self.error(curve, |[win, ..]| win),
            draw: self.error(curve, |[_, draw, _]| draw),
        }
    }

    /// Returns the expected calibration error of something that follows from the three chances: positions in
    /// ten bins of equal size by what is predicted, and the mean distance between prediction and fact, in
    /// points.
    fn error(&self, curve: &Curve, of: impl Fn([f64; 3]) -> f64) -> f64 {
        let mut points: Vec<(f64, f64, f64)> = Vec::new();
        for (score, counts) in &self.counts {
            let WinChances { win, draw, loss } = curve.of_score(*score);
            let [won, drawn, lost] = counts.map(f64::from);
            points.push((of([win, draw, loss]), won + drawn + lost, of([won, drawn, lost])));
        }
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        let all: f64 = points.iter().map(|(_, count, _)| count).sum();
        let mut bins = [(0.0, 0.0); BINS];
        let mut passed = 0.0;
        for (predicted, count, happened) in points {
            let bin = ((passed + count / 2.0) * BINS as f64 / all) as usize;
            bins[bin.min(BINS - 1)].0 += predicted * count;
            bins[bin.min(BINS - 1)].1 += happened;
            passed += count;
        }
        bins.iter().map(|(predicted, happened)| (predicted - happened).abs()).sum::<f64>() * 100.0
            / all.max(1.0)
    }
}

/// The largest error of the expected result that is accepted, in points.
pub const ERROR_MAX: f64 = 3.0;

const BINS: usize = 10;

/// Calibration errors in points of a hundred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationErrors {
    /// Of the expected result.
    pub result: f64,
    pub win: f64,
    pub draw: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ScoreResults that happen exactly as often as a curve says.
    fn results_of(curve: &Curve) -> ScoreResults {
        let mut results = ScoreResults::default();
        for score in (-900..=900).step_by(15) {
            let WinChances { win, draw, loss } = curve.of_score(score);
            let counts = [win, draw, loss].map(|chance| (chance * 1000.0).round() as u32);
            results.counts.insert(score, counts);
        }
        results
    }

    #[test]
    fn a_fit_finds_the_curve_that_made_the_results() {
        for (scale, draw, turn) in [(150.0, 0.0, 0.0), (400.0, 1.2, 30.0), (80.0, 0.4, -20.0)] {
            let curve = Curve { scale, draw, turn };
            let results = results_of(&curve);
            let found = results.fit();
            assert!((found.scale / scale - 1.0).abs() < 0.03, "{found:?}");
            assert!((found.draw - draw).abs() < 0.05 && (found.turn - turn).abs() < 8.0, "{found:?}");
            assert!(results.errors(&found).result < 0.3);
        }
    }

    #[test]
    fn a_wrong_curve_is_measured_as_wrong() {
        let results = results_of(&Curve { scale: 150.0, draw: 0.5, turn: 0.0 });
        assert!(results.errors(&Curve { scale: 600.0, draw: 0.5, turn: 0.0 }).result > 8.0);
        assert!(results.errors(&Curve { scale: 150.0, draw: 2.0, turn: 0.0 }).draw > 8.0);
    }
}
