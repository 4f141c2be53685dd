//! Win probability: what a value means for the result of a game, as chances of a win, a draw and a loss.
//!
//! A score is turned into chances by a curve that was fitted to games of the engine against itself, one for
//! each rule set: `curves.txt` has them, docs/review.md says how they were made, and `cargo xtask winprob`
//! fits and checks them. A known result is certain.

pub mod fit;

use std::sync::OnceLock;

use games::{Info, Outcome, Player};

use crate::net::{Evaluator, Network};
use crate::search::{Score, Value};

/// Chances of the three results for one side. They add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinChances {
    pub win: f64,
    pub draw: f64,
    pub loss: f64,
}

impl WinChances {
    pub const WON: Self = Self { win: 1.0, draw: 0.0, loss: 0.0 };
    pub const DRAWN: Self = Self { win: 0.0, draw: 1.0, loss: 0.0 };
    pub const LOST: Self = Self { win: 0.0, draw: 0.0, loss: 1.0 };

    /// Returns the chances of a player when the game has ended so.
    pub fn of_outcome(outcome: Outcome, player: Player) -> Self {
        match outcome {
            Outcome::Draw => Self::DRAWN,
            Outcome::Win(winner) if winner == player => Self::WON,
            Outcome::Win(_) => Self::LOST,
        }
    }

    /// Returns the expected result: a win counts 1, a draw 0.5.
    pub fn expectation(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// Returns the chances of the other side.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { win: self.loss, draw: self.draw, loss: self.win }
    }
}

/// Turns scores into chances: a cumulative logistic model. With `z = (score + turn) / scale`, the chance of a
/// win is `1 / (1 + exp(draw - z))` and that of a loss `1 / (1 + exp(draw + z))`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The score that multiplies the odds of a win by e.
    pub scale: f64,
    /// How much of the middle is drawn; 0 where no game is.
    pub draw: f64,
    /// What the move is worth beyond the score, in its unit.
    pub turn: f64,
}

impl Curve {
    /// For a rule set that has no curve of its own yet.
    pub const ANY: Self = Self { scale: 200.0, draw: 0.0, turn: 0.0 };

    /// Returns the curve of what evaluates positions of a rule set.
    pub fn of_evaluator(evaluator: Evaluator<'_>, info: &Info) -> Self {
        match evaluator {
            Evaluator::BuiltIn | Evaluator::ByHand => Self::of_game(info),
            Evaluator::Network(network) => Self::of_network(network),
        }
    }

    /// Returns the curve of the evaluation that is part of the program.
    pub fn of_game(info: &Info) -> Self {
        fitted().iter().find(|fitted| fitted.game == info.id).map_or(Self::ANY, |fitted| fitted.curve)
    }

    /// Returns the curve of a network: it was trained so that the logistic function of its output is the
    /// expected result.
    pub fn of_network(network: &Network) -> Self {
        Self { scale: f64::from(network.header.scale.max(1)), draw: 0.0, turn: 0.0 }
    }

    /// Returns the chances that a score of the side to move stands for.
    pub fn of_score(&self, score: Score) -> WinChances {
        let z = (f64::from(score) + self.turn) / self.scale;
        let (win, loss) = (logistic(z - self.draw), logistic(-z - self.draw));
        WinChances { win, draw: (1.0 - win - loss).max(0.0), loss }
    }

    /// Returns the chances that a value of the side to move stands for. Known results are certain.
    pub fn of_value(&self, value: Value) -> WinChances {
        match value {
            Value::WinIn(_) => WinChances::WON,
            Value::LossIn(_) => WinChances::LOST,
            Value::Draw => WinChances::DRAWN,
            Value::About(score) => self.of_score(score),
        }
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// A line of `curves.txt`: a curve and how it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedCurve {
    pub game: String,
    pub curve: Curve,
    /// Games that were played; every second one was held out and measures the errors.
    pub games: u64,
    pub positions: u64,
    pub nodes: u64,
    pub seed: u64,
    /// Calibration errors on the games that were held out, in points of a hundred.
    pub errors: fit::CalibrationErrors,
}

/// Returns every fitted curve.
pub fn fitted() -> &'static [FittedCurve] {
    static CURVES: OnceLock<Vec<FittedCurve>> = OnceLock::new();
    CURVES.get_or_init(|| {
        let lines = include_str!("winprob/curves.txt").lines();
        lines.filter(|line| !line.starts_with('#')).filter_map(FittedCurve::read).collect()
    })
}

impl FittedCurve {
    /// Reads what [`line`](Self::line) has written.
    pub fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let game = words.next()?.to_owned();
        let mut numbers = words.map(str::parse::<f64>);
        let mut next = || numbers.next()?.ok();
        let curve = Curve { scale: next()?, draw: next()?, turn: next()? };
        let [games, positions, nodes, seed] =
            [next()?, next()?, next()?, next()?].map(|number| number as u64);
        let errors = fit::CalibrationErrors { result: next()?, win: next()?, draw: next()? };
        Some(Self { game, curve, games, positions, nodes, seed, errors })
    }

    pub fn line(&self) -> String {
        let Self { game, curve: Curve { scale, draw, turn }, games, positions, nodes, seed, errors } = self;
        format!(
            "{game:<21} {scale:>7.1} {draw:>7.3} {turn:>7.1} {games:>7} {positions:>9} {nodes:>6} {seed:>5} \
             {:>6.2} {:>6.2} {:>6.2}",
            errors.result, errors.win, errors.draw
        )
    }
}

#[cfg(test)]
mod tests {
    use games::GAMES;

    use super::*;

    #[test]
    fn every_curve_was_fitted_well() {
        assert!(fitted().len() >= 8, "{:?}", fitted());
        for fitted in fitted() {
            assert!(games::find(&fitted.game).is_some(), "{fitted:?}");
            assert_eq!(FittedCurve::read(&fitted.line()).as_ref(), Some(fitted));
            assert!(fitted.errors.result <= fit::ERROR_MAX, "{fitted:?}");
            assert!(fitted.games >= 1000, "{fitted:?}");
        }
    }

    #[test]
    fn chances_rise_with_the_score_and_add_up() {
        for game in GAMES {
            let curve = Curve::of_game(game.info);
            let all: Vec<WinChances> = (-300..=300).map(|step| curve.of_score(step * 10)).collect();
            for chances in &all {
                assert!((chances.win + chances.draw + chances.loss - 1.0).abs() < 1e-9);
            }
            // Far from even, every chance is as close to certainty as a number can be.
            assert!(all.windows(2).all(|pair| pair[0].expectation() <= pair[1].expectation() + 1e-9));
            assert!(all[280..=320].windows(2).all(|pair| pair[0].expectation() < pair[1].expectation()));
            assert!(all[0].expectation() < 0.2 && all[600].expectation() > 0.8, "{}", game.info.id);
        }
    }

    #[test]
    fn known_results_are_certain() {
        let curve = Curve::ANY;
        let of = |value| curve.of_value(value).expectation();
        assert_eq!([of(Value::WinIn(9)), of(Value::Draw), of(Value::LossIn(2))], [1.0, 0.5, 0.0]);
        assert_eq!(WinChances::of_outcome(Outcome::Win(Player::First), Player::Second), WinChances::LOST);
        assert_eq!(WinChances::WON.flipped(), WinChances::LOST);
    }
}
