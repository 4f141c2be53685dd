//! The sequential probability ratio test: a match ends as soon as it has shown which of two hypotheses about
//! the Elo difference is true.
//!
//! It is the generalized test on pairs of games: under each hypothesis the likeliest distribution of the five
//! pair scores is found, and the logarithm of the ratio of both likelihoods decides. See Michel Van den
//! Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial
//! distribution" and "Comments on normalized Elo".

use std::fmt;
use std::str::FromStr;

use games::{Message, phrases, quote};
use serde::{Deserialize, Serialize};

use super::stats::{MatchTally, NORMALIZED_ELO, PAIR_SCORES, score_of_elo};

phrases! {
    NOT_A_NUMBER = "match-not-a-number": "{key} is a number, not {value}";
    NO_MODEL = "match-no-model": "a model is normalized or logistic, not {value}";
    NO_TEST_SETTING = "match-no-test-setting": "a test has elo0=, elo1=, alpha=, beta= and model=, not {setting}";
    ELO_RANGE = "match-elo-range": "elo0 and elo1 lie within 1000 either way";
    ELO_ORDER = "match-elo-order": "elo0 must be less than elo1, not {elo0} and {elo1}";
    ERROR_RATES = "match-error-rates": "alpha and beta lie between 0 and 1, and so does their sum";
}

/// What the bounds of a test are measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Elo in units of the deviation of the results: a test takes about as long whatever the openings and
    /// draws.
    Normalized,
    /// The usual Elo.
    Logistic,
}

/// The settings of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// How often a difference of `elo0` may be taken for `elo1`.
    pub alpha: f64,
    /// How often a difference of `elo1` may be taken for `elo0`.
    pub beta: f64,
    pub model: EloModel,
}

/// What a test has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The difference is `elo0` rather than `elo1`.
    H0,
    /// The difference is `elo1` rather than `elo0`.
    H1,
}

impl fmt::Display for SprtVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
        })
    }
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized }
    }
}

/// Reads `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`; what is not said is as in [`Sprt::default`].
impl FromStr for Sprt {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let mut sprt = Self::default();
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let number = || value.parse::<f64>().ok().filter(|number| number.is_finite());
            let number = || number().ok_or_else(|| NOT_A_NUMBER.with("key", key).with("value", quote(value)));
            match (key, value) {
                ("elo0", _) => sprt.elo0 = number()?,
                ("elo1", _) => sprt.elo1 = number()?,
                ("alpha", _) => sprt.alpha = number()?,
                ("beta", _) => sprt.beta = number()?,
                ("model", "normalized") => sprt.model = EloModel::Normalized,
                ("model", "logistic") => sprt.model = EloModel::Logistic,
                ("model", _) => {
                    return Err(NO_MODEL.with("value", quote(value)));
                }
                _ => {
                    return Err(NO_TEST_SETTING.with("setting", quote(word)));
                }
            }
        }
        sprt.check()
    }
}

impl Sprt {
    /// Returns itself, if it makes sense.
    pub fn check(self) -> Result<Self, Message> {
        let is_chance = |chance: f64| 0.0 < chance && chance < 1.0;
        if self.elo0.abs().max(self.elo1.abs()) > 1000.0 || self.elo0.is_nan() || self.elo1.is_nan() {
            Err(ELO_RANGE.message())
        } else if self.elo0 >= self.elo1 {
            Err(ELO_ORDER.with("elo0", self.elo0.to_string()).with("elo1", self.elo1.to_string()))
        } else if !is_chance(self.alpha) || !is_chance(self.beta) || self.alpha + self.beta >= 1.0 {
            Err(ERROR_RATES.message())
        } else {
            Ok(self)
        }
    }

    /// The test ends when the ratio leaves these.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    pub fn verdict(&self, tally: &MatchTally) -> Option<SprtVerdict> {
        let (lower, upper) = self.bounds();
        match self.ratio(tally) {
            ratio if ratio >= upper => Some(SprtVerdict::H1),
            ratio if ratio <= lower => Some(SprtVerdict::H0),
            _ => None,
        }
    }

    /// Returns the logarithm of how much likelier the pairs are under `elo1` than under `elo0`.
    pub fn ratio(&self, tally: &MatchTally) -> f64 {
        if tally.pairs_count() == 0 {
            return 0.0;
        }
        // What has not happened yet may still happen: a count of exactly nothing would claim that it cannot.
        const NEVER_YET: f64 = 1e-3;
        let counts = tally.pairs.map(|pairs| if pairs == 0 { NEVER_YET } else { f64::from(pairs) });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [likeliest0, likeliest1] = [self.elo0, self.elo1].map(|elo| self.likeliest(&shares, elo));
        let per_pair: f64 =
            (0..5).map(|score| shares[score] * (likeliest1[score] / likeliest0[score]).ln()).sum();
        total * per_pair
    }

    /// Returns the distribution of pair scores under which these shares are likeliest, of all with this
    /// difference in strength.
    fn likeliest(&self, shares: &Shares, elo: f64) -> Shares {
        match self.model {
            EloModel::Logistic => {
                let score = score_of_elo(elo);
                tilt(shares, PAIR_SCORES.map(|value| value - score))
            }
            EloModel::Normalized => {
                likeliest_normalized(shares, std::f64::consts::SQRT_2 * elo / NORMALIZED_ELO)
            }
        }
    }
}

/// How often each pair score comes, all adding up to 1.
type Shares = [f64; 5];

/// Returns the likeliest distribution in which the mean lies this many standard deviations above one half.
/// The condition is no line but a curve: each step solves for the tangent at the last solution.
fn likeliest_normalized(shares: &Shares, deviations: f64) -> Shares {
    const STEPS_MAX: usize = 200;
    const CLOSE: f64 = 1e-10;
    let mut found = [0.2; 5];
    for _ in 0..STEPS_MAX {
        let (mean, variance) = moments(&found);
        let deviation = variance.sqrt();
        let slope = |score: f64| {
            score - 0.5 - 0.5 * deviations * deviation * (1.0 + (score - mean).powi(2) / variance)
        };
        let next = tilt(shares, PAIR_SCORES.map(slope));
        let change = found.iter().zip(next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        found = next;
        if change < CLOSE {
            break;
        }
    }
    found
}

/// Returns the likeliest distribution under which the mean of these values is 0: each share divided by `1 + t
/// * value`, with the one `t` that fits.
fn tilt(shares: &Shares, values: [f64; 5]) -> Shares {
    const HALVINGS: usize = 60;
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Values of one sign only can have no mean of 0; hypotheses are kept away from that.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mean = |t: f64| -> f64 {
        shares.iter().zip(values).map(|(share, value)| share * value / (1.0 + t * value)).sum()
    };
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if mean(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    let mut tilted = [0.0; 5];
    for (place, (share, value)) in tilted.iter_mut().zip(shares.iter().zip(values)) {
        *place = share / (1.0 + t * value);
    }
    tilted
}

fn moments(shares: &Shares) -> (f64, f64) {
    let mean: f64 = shares.iter().zip(PAIR_SCORES).map(|(share, score)| share * score).sum();
    let variance: f64 =
        shares.iter().zip(PAIR_SCORES).map(|(share, score)| share * (score - mean).powi(2)).sum();
    (mean, variance)
}

#[cfg(test)]
mod tests;
