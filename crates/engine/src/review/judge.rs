//! How a move is judged: known results first, win probability elsewhere.

use std::cmp::Reverse;

use games::Record;

use super::{Assessment, ReviewedMove, line_of};
use crate::analysis::{AnalysisLine, Distance};
use crate::search::Value;
use crate::winprob::Curve;

/// From this loss of expected result on, a move is an inaccuracy, a mistake or a blunder. A win that is
/// thrown away for a draw loses 0.5.
pub const INACCURACY: f64 = 0.05;
pub const MISTAKE: f64 = 0.10;
pub const BLUNDER: f64 = 0.20;

/// A move that loses this much counts half.
const HALF: f64 = 0.10;

/// What a move of a game was like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveQuality {
    /// There was no other, as with a pass: it does not count.
    Forced,
    /// The best, and every other move would have been a mistake at least.
    Only,
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

impl MoveQuality {
    pub const ALL: [Self; 7] =
        [Self::Forced, Self::Only, Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Returns one word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Only => "only",
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Returns the sign that is written behind such a move, if any.
    pub const fn sign(self) -> Option<&'static str> {
        match self {
            Self::Forced | Self::Best | Self::Good => None,
            Self::Only => Some("!"),
            Self::Inaccuracy => Some("?!"),
            Self::Mistake => Some("?"),
            Self::Blunder => Some("??"),
        }
    }
}

/// Puts what is known of the position after a move into the lines of the position before it. The search of
/// the later position saw farther: a result that it proved counts, and a move that turns out better than all
/// lines becomes the first.
pub(super) fn take_in(lines: &mut Vec<AnalysisLine>, mv: &str, after: &Assessment) {
    let mut later = line_of(mv, after);
    // What is exact of this move need not be so of the position: another move may win faster.
    if matches!(later.value, Value::WinIn(plies) if plies > 1) {
        later.distance = Distance::AtMost;
    }
    match lines.iter().position(|line| line.moves[0] == mv) {
        Some(index) if later.value.is_proved() && !lines[index].value.is_proved() => lines[index] = later,
        Some(_) => {}
        // A guess never replaces a proof.
        None if lines[0].value.is_proved() && !later.value.is_proved() => {}
        None if lines[0].value.rank() < later.value.rank() => lines.insert(0, later),
        None => {}
    }
    lines.sort_by_key(|line| Reverse(line.value.rank()));
}

/// Judges a move by the lines of the position in which it was made.
pub(super) fn judge(
    record: &Record,
    lines: &[AnalysisLine],
    mv: &str,
    after: &Assessment,
    curve: &Curve,
) -> ReviewedMove {
    let best = &lines[0];
    let mut played =
        lines.iter().find(|line| line.moves[0] == mv).cloned().unwrap_or_else(|| line_of(mv, after));
    if matches!(best.value, Value::LossIn(_)) && !played.value.is_proved() {
        // Where the longest defence loses, every move does.
        (played.value, played.distance) = (best.value, Distance::AtMost);
    }
    let expected = |value: Value| curve.of_value(value).expectation();
    let loss = if is_same_result(best.value, played.value) {
        0.0
    } else {
        (expected(best.value) - expected(played.value)).max(0.0)
    };
    let other = lines.iter().find(|line| line.moves[0] != mv).map(|line| line.value);
    let quality = if record.position().count_moves() == 1 {
        MoveQuality::Forced
    } else if loss >= BLUNDER {
        MoveQuality::Blunder
    } else if loss >= MISTAKE {
        MoveQuality::Mistake
    } else if loss >= INACCURACY {
        MoveQuality::Inaccuracy
    } else if played.value.rank() < best.value.rank() {
        MoveQuality::Good
    } else if other.is_some_and(|other| expected(best.value) - expected(other) >= MISTAKE) {
        MoveQuality::Only
    } else {
        MoveQuality::Best
    };
    ReviewedMove {
        ply: record.moves().len(),
        player: record.position().turn(),
        mv: mv.to_owned(),
        quality,
        best: best.clone(),
        before: curve.of_value(best.value),
        after: curve.of_value(played.value),
        played,
        loss,
    }
}

/// Returns whether both values are known and mean the same result, however long it takes.
fn is_same_result(one: Value, other: Value) -> bool {
    matches!(
        (one, other),
        (Value::WinIn(_), Value::WinIn(_))
            | (Value::LossIn(_), Value::LossIn(_))
            | (Value::Draw, Value::Draw)
    )
}

/// Returns how accurate a move was that gave this much away, in percent.
pub(super) fn accuracy(loss: f64) -> f64 {
    100.0 * (-loss / HALF).exp2()
}
