//! What a number of games says about two players: score, Elo with its error, likelihood of superiority.
//!
//! Games come in pairs, one opening with both sides, and the two games of a pair depend on each other. So the
//! unit of all variance here is the pair: its five possible scores are counted (the pentanomial model).

/// Half the width of an interval that holds the truth 19 times out of 20, in standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// Elo points per unit of normalized strength: 800 / ln 10.
pub const NORMALIZED_ELO: f64 = 347.435_585_522_601_5;

/// The results of one player against one other, or against all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchTally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// Finished pairs by the points they gave: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u32; 5],
}

/// Half points of one game: a loss is 0, a draw 1, a win 2.
pub type HalfPoints = u8;

/// A figure and how far off the truth may be, 19 times out of 20.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub error: f64,
}

impl MatchTally {
    pub fn add_game(&mut self, points: HalfPoints) {
        match points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts a pair whose games were both added.
    pub fn add_pair(&mut self, points: HalfPoints) {
        self.pairs[usize::from(points).min(4)] += 1;
    }

    pub fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (pairs, more) in self.pairs.iter_mut().zip(other.pairs) {
            *pairs += more;
        }
    }

    /// Returns the same games as the other player sees them.
    pub fn reversed(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub fn pairs_count(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// Points, a draw being half a one.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Returns the share of points won, of all games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / f64::from(self.games()))
    }

    /// Returns how much stronger the player is in Elo, with its error. `None` while there is no finished
    /// pair, or where every point went one way: that is beyond what Elo can say.
    pub fn elo(&self) -> Option<Estimate> {
        let (mean, deviation) = self.distribution()?;
        let bounds = [mean - Z95 * deviation, mean + Z95 * deviation].map(elo_of_score);
        let value = elo_of_score(mean);
        let error = (bounds[1] - bounds[0]) / 2.0;
        value.is_finite().then_some(Estimate { value, error })
    }

    /// Normalized Elo: the score in units of its own deviation, so that draws and openings do not change the
    /// scale.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let (mean, deviation) = self.distribution()?;
        let pairs = f64::from(self.pairs_count());
        let scale = NORMALIZED_ELO / (2.0 * pairs).sqrt() / deviation;
        let value = (mean - 0.5) * scale;
        value.is_finite().then_some(Estimate { value, error: Z95 * deviation * scale })
    }

    /// Returns how likely it is that the player is the stronger one, from 0 to 1.
    pub fn superiority(&self) -> Option<f64> {
        let (mean, deviation) = self.distribution()?;
        let distance = (mean - 0.5) / deviation;
        (!distance.is_nan()).then(|| libm::erfc(-distance / std::f64::consts::SQRT_2) / 2.0)
    }

    /// Mean score of the finished pairs, and the standard deviation of that mean.
    fn distribution(&self) -> Option<(f64, f64)> {
        let count = f64::from(self.pairs_count());
        let shares =
            || self.pairs.iter().zip(PAIR_SCORES).map(|(pairs, score)| (f64::from(*pairs) / count, score));
        let mean: f64 = shares().map(|(share, score)| share * score).sum();
        let variance: f64 = shares().map(|(share, score)| share * (score - mean).powi(2)).sum();
        (count > 0.0).then(|| (mean, (variance / count).sqrt()))
    }
}

/// The score per game of a pair, in the order in which pairs are counted.
pub const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns the difference in Elo at which this score is expected.
pub fn elo_of_score(score: f64) -> f64 {
    match score {
        _ if score <= 0.0 => f64::NEG_INFINITY,
        _ if score >= 1.0 => f64::INFINITY,
        _ => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

/// Returns the score that is expected at this difference in Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_pairs(pairs: [u32; 5]) -> MatchTally {
        MatchTally { pairs, ..MatchTally::default() }
    }

    fn near(found: f64, expected: f64) -> bool {
        (found - expected).abs() <= 0.005 + 1e-9
    }

    /// The figures that fastchess publishes for these counts.
    #[test]
    fn elo_is_what_others_make_of_the_same_pairs() {
        for (pairs, elo, error, normalized, normalized_error, superiority) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28, 1.0),
            ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.96, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, -19.01, 2.65, 0.0),
        ] {
            let tally = of_pairs(pairs);
            let (found, scaled) = (tally.elo().unwrap(), tally.normalized_elo().unwrap());
            assert!(near(found.value, elo) && near(found.error, error), "{pairs:?}: {found:?}");
            assert!(
                near(scaled.value, normalized) && near(scaled.error, normalized_error),
                "{pairs:?}: {scaled:?}"
            );
            assert!((tally.superiority().unwrap() - superiority).abs() < 0.00006, "{pairs:?}");
        }
    }

    #[test]
    fn the_score_of_the_other_player_is_the_opposite() {
        let tally = MatchTally { wins: 7, draws: 4, losses: 1, pairs: [0, 1, 1, 1, 3] };
        let other = tally.reversed();
        assert_eq!((other.wins, other.draws, other.losses, other.pairs), (1, 4, 7, [3, 1, 1, 1, 0]));
        assert!(near(tally.elo().unwrap().value, -other.elo().unwrap().value));
        assert!(near(tally.superiority().unwrap(), 1.0 - other.superiority().unwrap()));
        assert_eq!((tally.points(), other.points(), tally.games()), (9.0, 3.0, 12));
    }

    #[test]
    fn elo_is_missing_without_enough_games() {
        assert_eq!(MatchTally::default().elo(), None);
        assert_eq!(MatchTally::default().score(), None);
        assert_eq!(MatchTally::default().superiority(), None);
        assert_eq!(of_pairs([0, 0, 0, 0, 9]).elo(), None);
        assert_eq!(of_pairs([0, 0, 0, 0, 9]).superiority(), Some(1.0));
        // All pairs shared: equal as far as is known, without an error bar that could be computed.
        assert_eq!(of_pairs([0, 0, 9, 0, 0]).elo(), Some(Estimate { value: 0.0, error: 0.0 }));
        assert_eq!(of_pairs([0, 0, 9, 0, 0]).superiority(), None);
    }

    #[test]
    fn elo_and_score_convert_both_ways() {
        for elo in [-700.0, -35.0, 0.0, 1.5, 400.0] {
            assert!(near(elo_of_score(score_of_elo(elo)), elo));
        }
        assert!(near(score_of_elo(400.0), 10.0 / 11.0));
    }
}
