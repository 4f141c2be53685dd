//! Perfect play of Neutreeko, and as hard to hold as perfect play can be.
//!
//! This player never loses from a drawn position. What it can do well or badly is to win such games: so it
//! keeps the draw where the other side is likeliest to lose its way, as `chances` reckons it, and shuns what
//! has been on the board before.

mod chances;
mod repetition;
#[cfg(test)]
mod tests;

use fastrand::Rng;
use games::Position;
use games::neutreeko::{Neutreeko, Slide};

use crate::search;
use crate::solve::neutreeko::{ExactValue, Solution};
use chances::Chances;
use repetition::{JudgedMove, Occurrences, Rest};

/// Returns a best move; `history` has the keys of all positions of the game before this one. `None` when the
/// game is over.
///
/// A position that has occurred twice is a draw when it comes again. With that in mind it wins as fast as it
/// can or loses as late, and among equal moves takes one after which the other side is likeliest to err.
pub fn perfect(position: &Neutreeko, history: &[u64], rng: &mut Rng) -> Option<Slide> {
    let solution = Solution::shared();
    let occurrences = Occurrences::of(position, history);
    let best = Rest::new(solution, &occurrences).best(position);
    let is_draw = best.first()?.value == Some(ExactValue::Draw);
    let hope = |judged: &JudgedMove| {
        let next = played(position, judged.slide);
        match judged.table {
            ExactValue::Draw if is_draw => match occurrences.times(&next) {
                0 => Chances::shared().of(&next),
                // A player that has found the way once is likely to find it again.
                1 => Chances::shared().of(&next) / 2.0,
                _ => 0.0,
            },
            // The record spoils this win; it is worth trying unless it does so at once.
            ExactValue::Win(_) if is_draw && occurrences.times(&next) < 2 => 1.0,
            _ if is_draw => 0.0,
            _ => scarcity(solution, &next),
        }
    };
    let hopes: Vec<f64> = best.iter().map(hope).collect();
    let most = hopes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Mirror images have the same hope, up to rounding where sums were made in another order.
    let likeliest =
        best.iter().zip(hopes).filter(|(_, hope)| *hope > most - 1e-9).map(|(judged, _)| judged.slide);
    rng.choice(likeliest.collect::<Vec<_>>())
}

/// A drawn line has no end; its first moves say enough.
const DRAWN_LINE_MAX: usize = 9;

/// Returns every move with its value, best first, and the best line that it begins. Values and lines regard
/// the record: what has occurred twice is a draw when it comes again, and spoils the wins that lead through
/// it.
pub fn exact_moves(position: &Neutreeko, history: &[u64]) -> Vec<(search::Value, Vec<Slide>)> {
    let solution = Solution::shared();
    let occurrences = Occurrences::of(position, history);
    let rest = Rest::new(solution, &occurrences);
    let line = |judged: JudgedMove| {
        let value = match judged.value {
            Some(ExactValue::Win(plies)) => search::Value::WinIn(plies.into()),
            Some(ExactValue::Loss(plies)) => search::Value::LossIn(plies.into()),
            Some(ExactValue::Draw) => search::Value::Draw,
            None => search::Value::About(0),
        };
        let replies = rest.line(&played(position, judged.slide), DRAWN_LINE_MAX);
        (value, std::iter::once(judged.slide).chain(replies).collect())
    };
    rest.moves(position).into_iter().map(line).collect()
}

/// Returns how few of the replies are as good as the best one, from 0 to 1: how likely a player who chose
/// blindly would err.
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
