//! What a search says about a position, always for the side to move.

use std::fmt;

/// A score inside the search: hundredths of a unit, or a proof as [`WIN`] less its distance in plies.
pub type Score = i32;

/// A win in 0 plies. Every score beyond [`PROVED`] is a proof.
pub const WIN: Score = 30_000;
pub const INFINITE: Score = WIN + 1;
/// No game searched here is longer than this in plies.
pub const PLIES_MAX: usize = 250;
pub const PROVED: Score = WIN - 2 * PLIES_MAX as Score;
/// Evaluations stay on this side of every proof.
pub const EVALUATION_MAX: Score = 20_000;

/// A score for those outside the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The side to move wins in so many plies against any defence.
    WinIn(u32),
    /// The side to move loses in so many plies against best play.
    LossIn(u32),
    /// A draw against best play, known and not only guessed.
    Draw,
    /// Not decided as far as was seen; hundredths of a unit.
    About(Score),
}

impl From<Score> for Value {
    fn from(score: Score) -> Self {
        match score {
            _ if score > PROVED => Self::WinIn((WIN - score) as u32),
            _ if score < -PROVED => Self::LossIn((WIN + score) as u32),
            _ => Self::About(score),
        }
    }
}

/// What is meant by the number of plies to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// With best play by both: nothing is faster, and the line that is shown takes as long.
    Exact,
    /// The winner needs no more than that, perhaps less.
    AtMost,
    /// Of a value that is no proof: endgame tables call it won, for the side that the score favours, unless
    /// the count of quiet plies ends the game before.
    UnlessCounted,
}

impl Value {
    /// Returns the distance of a win or loss.
    pub fn plies(self) -> Option<u32> {
        match self {
            Self::WinIn(plies) | Self::LossIn(plies) => Some(plies),
            Self::Draw | Self::About(_) => None,
        }
    }

    /// Returns the same result as the other side sees it after a move towards it.
    #[must_use]
    pub fn one_ply_later(self) -> Self {
        match self {
            Self::WinIn(plies) => Self::LossIn(plies.saturating_sub(1)),
            Self::LossIn(plies) => Self::WinIn(plies.saturating_sub(1)),
            other => other,
        }
    }

    /// Returns the same result as the other side saw it before a move towards it.
    #[must_use]
    pub fn one_ply_earlier(self) -> Self {
        match self {
            Self::WinIn(plies) => Self::LossIn(plies + 1),
            Self::LossIn(plies) => Self::WinIn(plies + 1),
            other => other,
        }
    }

    /// Greater for what is better for the side to move. Among unproved values a draw is even.
    pub fn rank(self) -> (i32, i64) {
        match self {
            Self::WinIn(plies) => (1, -i64::from(plies)),
            Self::Draw => (0, 0),
            Self::About(score) => (0, i64::from(score)),
            Self::LossIn(plies) => (-1, i64::from(plies)),
        }
    }

    pub fn is_proved(self) -> bool {
        !matches!(self, Self::About(_))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WinIn(plies) => write!(f, "wins in {plies}"),
            Self::LossIn(plies) => write!(f, "loses in {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::About(score) => write!(f, "{:+.2}", f64::from(*score) / 100.0),
        }
    }
}
