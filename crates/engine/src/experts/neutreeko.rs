//! Perfect play of Neutreeko, and as hard to hold as perfect play can be.
//!
//! Nobody beats this player from a drawn position. What it can do well or badly is to win such games: so it keeps the draw
//! where the other side is likeliest to lose its way, as `chances` reckons it, and shuns what has been on the board before.

mod chances;
mod repetition;
#[cfg(test)]
mod tests;

use fastrand::Rng;
use games::Position;
use games::neutreeko::{Neutreeko, Slide};

use crate::search;
use crate::solve::neutreeko::{Solution, Value};
use chances::Chances;
use repetition::{Occurrences, Rest};

/// A best move; `history` has the keys of all positions of the game before this one. `None` when the game is over.
///
/// A position that has occurred twice is a draw when it comes again. With that in mind it wins as fast as it can or loses as late, and
/// among equal moves takes one after which the other side is likeliest to err.
pub fn perfect(position: &Neutreeko, history: &[u64], rng: &mut Rng) -> Option<Slide> {
    let solution = Solution::shared();
    let occurrences = Occurrences::of(position, history);
    let (best, equal) = Rest::new(solution, &occurrences).best(position)?;
    let hope = |slide: &Slide| {
        let next = played(position, *slide);
        match (best, solution.value(&next)) {
            (Value::Draw, Value::Draw) => match occurrences.times(&next) {
                0 => Chances::shared().of(&next),
                // Whoever has found the way once is likely to find it again.
                1 => Chances::shared().of(&next) / 2.0,
                _ => 0.0,
            },
            // The record spoils this win or loss; it is worth trying unless it does so at once.
            (Value::Draw, Value::Loss(_)) if occurrences.times(&next) < 2 => 1.0,
            (Value::Draw, _) => 0.0,
            (Value::Win(_) | Value::Loss(_), _) => scarcity(solution, &next),
        }
    };
    let hopes: Vec<f64> = equal.iter().map(hope).collect();
    let most = hopes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Mirror images have the same hope, up to rounding where sums were made in another order.
    let likeliest = equal.into_iter().zip(hopes).filter(|(_, hope)| *hope > most - 1e-9).map(|(slide, _)| slide);
    rng.choice(likeliest.collect::<Vec<_>>())
}

/// A drawn line has no end; its first moves say enough.
const DRAWN_LINE_MAX: usize = 9;

/// Every move with its value, best first, and the best line that it begins. Values and lines know the record: what has occurred twice is a
/// draw when it comes again, and spoils the wins that lead through it. What is then left of them is not always known.
pub fn exact_moves(position: &Neutreeko, history: &[u64]) -> Vec<(search::Value, Vec<Slide>)> {
    let solution = Solution::shared();
    let occurrences = Occurrences::of(position, history);
    let moves = solution.moves(position);
    let count = moves.len();
    let judge = |(slide, value): (Slide, Value)| {
        // Each move is judged for itself, so that one that takes long to judge takes nothing from the others.
        let rest = Rest::one_of(count, solution, &occurrences);
        let known = rest.value_of(position, slide, value).filter(|known| *known == value || !rest.is_full());
        let line: Vec<Slide> = std::iter::once(slide).chain(rest.line(&played(position, slide), DRAWN_LINE_MAX)).collect();
        // What cannot be shown is not claimed.
        let is_shown = |known: &Value| !matches!(known, Value::Win(plies) | Value::Loss(plies) if usize::from(*plies) != line.len());
        (known.filter(is_shown), line)
    };
    let mut judged: Vec<(Option<Value>, Vec<Slide>)> = moves.into_iter().map(judge).collect();
    judged.sort_by_key(|(value, _)| std::cmp::Reverse(value.unwrap_or(Value::Draw).preference()));
    let public = |value| match value {
        Some(Value::Win(plies)) => search::Value::WinIn(plies.into()),
        Some(Value::Loss(plies)) => search::Value::LossIn(plies.into()),
        Some(Value::Draw) => search::Value::Draw,
        None => search::Value::About(0),
    };
    judged.into_iter().map(|(value, line)| (public(value), line)).collect()
}

/// How few of the replies are as good as the best one, from 0 to 1: how likely somebody who chose blindly would err.
fn scarcity(solution: &Solution, position: &Neutreeko) -> f64 {
    let replies = solution.moves(position);
    let Some((_, best)) = replies.first() else { return 1.0 };
    let as_good = replies.iter().filter(|(_, value)| value == best).count();
    1.0 - as_good as f64 / replies.len() as f64
}

fn played(position: &Neutreeko, slide: Slide) -> Neutreeko {
    let mut next = position.clone();
    next.play(slide);
    next
}
