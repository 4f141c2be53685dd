//! What a position is worth without looking at all its moves.

use games::{Game, Glance, Outcome, Player};

use super::order::Queue;
use super::plain::outcome_score;
use super::tree::Tree;
use super::value::{EVALUATION_MAX, PLIES_MAX, PROVED, Score, WIN};

impl<P: Game> Tree<'_, P> {
    /// Goes on with captures only: standing still is always an option, so a bad capture costs nothing.
    pub(super) fn captures(&mut self, position: &P, mut alpha: Score, beta: Score, ply: usize) -> Score {
        let standing = self.judge(position, ply);
        if standing >= beta || ply >= PLIES_MAX || standing.abs() > PROVED {
            return standing;
        }
        alpha = alpha.max(standing);
        let mut best = standing;
        let mut queue = std::mem::replace(&mut self.plies[ply].queue, Queue::new());
        queue.clear();
        position.noisy_moves(&mut queue.moves);
        position.hints(&queue.moves, &mut queue.hints);
        queue.rank(|_, hint| hint);
        while let Some(mv) = queue.take() {
            let mut next = position.clone();
            next.play(mv);
            self.count_node();
            if self.is_stopped() {
                break;
            }
            let score = -self.captures(&next, -beta, -alpha, ply + 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.plies[ply].queue = queue;
        best
    }

    /// The result, or else the evaluation.
    pub(super) fn judge(&self, position: &P, ply: usize) -> Score {
        match position.outcome() {
            Some(outcome) => self.result(outcome, position.turn(), ply),
            None => self.evaluate(position, ply),
        }
    }

    /// The evaluation. A side that would rather win than draw adds its chances of that to it; they are no comfort to the other.
    pub(super) fn evaluate(&self, position: &P, ply: usize) -> Score {
        let score = if self.contempt == 0 {
            position.evaluate()
        } else {
            let (score, chances) = position.evaluate_with_chances();
            if ply.is_multiple_of(2) { score + chances } else { score - chances }
        };
        score.clamp(-EVALUATION_MAX, EVALUATION_MAX)
    }

    pub(super) fn result(&self, outcome: Outcome, turn: Player, ply: usize) -> Score {
        if outcome == Outcome::Draw { self.draw(ply) } else { outcome_score(outcome, turn, ply) }
    }

    /// A draw seems worse than it is to the side that searches, and better to the other.
    pub(super) fn draw(&self, ply: usize) -> Score {
        if ply.is_multiple_of(2) { -self.contempt } else { self.contempt }
    }

    /// Whether the position has occurred before in this search, or often enough in the game.
    pub(super) fn repeats(&self, key: u64) -> bool {
        let often = if self.contempt > 0 { 1 } else { 2 };
        let mut in_game = 0;
        // Only positions with the same player to move can be equal.
        for (index, before) in self.path.iter().enumerate().rev().skip(1).step_by(2) {
            if *before == key {
                if index >= self.root {
                    return true;
                }
                in_game += 1;
            }
        }
        in_game >= often
    }
}

/// The score of what threats decide. Nothing decided is worth nothing.
pub(super) fn glance_score(glance: Glance, turn: Player, ply: usize) -> Score {
    match glance {
        Glance::Over(outcome) => outcome_score(outcome, turn, ply),
        Glance::WinIn(plies) => WIN - ply as Score - plies as Score,
        Glance::LossIn(plies) => ply as Score + plies as Score - WIN,
        Glance::Open | Glance::Threatened => 0,
    }
}
