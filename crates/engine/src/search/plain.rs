//! Plain negamax: no pruning, no table, no order. The slow twin of the search, and fast enough for a few
//! plies.

use games::{Game, Outcome, Player};

use super::value::{Score, WIN};

/// Returns the score of a position searched to an exact depth. `path` holds the keys of the positions before
/// it, newest last.
pub fn negamax<P: Game>(position: &P, depth: u32, ply: usize, path: &mut Vec<u64>) -> Score {
    if ply > 0 && P::INFO.repetition.is_some() && path.contains(&position.key()) {
        return 0;
    }
    if let Some(outcome) = position.outcome() {
        return outcome_score(outcome, position.turn(), ply);
    }
    if depth == 0 {
        return position.evaluate();
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    path.push(position.key());
    let after = |mv: &P::Move, path: &mut Vec<u64>| {
        let mut next = position.clone();
        next.play(*mv);
        -negamax(&next, depth - 1, ply + 1, path)
    };
    let best = moves.iter().map(|mv| after(mv, path)).max();
    path.pop();
    best.unwrap_or(0)
}

/// Returns the score of a finished game for the player who would be to move.
pub fn outcome_score(outcome: Outcome, turn: Player, ply: usize) -> Score {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == turn => WIN - ply as Score,
        Outcome::Win(_) => ply as Score - WIN,
    }
}
