//! Leaf nodes: results, static evaluation and quiescence search.

use games::{Game, Outcome, Player, StaticResult};

use super::move_picker::MovePicker;
use super::plain::outcome_score;
use super::tree::Tree;
use super::value::{EVALUATION_MAX, PLIES_MAX, PROVED, Score, WIN};

impl<P: Game> Tree<'_, P> {
    /// Goes on with captures only: static_eval still is always an option, so a bad capture costs nothing.
    pub(super) fn quiescence(&mut self, position: &P, mut alpha: Score, beta: Score, ply: usize) -> Score {
        if self.tables.is_some()
            && let Some(score) = self.probe_tables(position, ply)
        {
            return score;
        }
        let static_eval = self.evaluate_or_result(position, ply);
        if static_eval >= beta || ply >= PLIES_MAX || static_eval.abs() > PROVED {
            return static_eval;
        }
        alpha = alpha.max(static_eval);
        let mut best = static_eval;
        let mut picker = std::mem::replace(&mut self.plies[ply].picker, MovePicker::new());
        picker.clear();
        position.noisy_moves(&mut picker.moves);
        position.score_moves(&picker.moves, &mut picker.move_scores);
        picker.rank(|_, move_score| move_score);
        while let Some(mv) = picker.pick() {
            let mut next = position.clone();
            next.play(mv);
            self.count_node();
            if self.is_stopped() {
                break;
            }
            let score = -self.quiescence(&next, -beta, -alpha, ply + 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.plies[ply].picker = picker;
        best
    }

    /// Returns what endgame tables say of a position whose quiet stretch began in this search: of a stretch
    /// that began in the game, some positions may have occurred so often that coming to them is a draw.
    pub(super) fn probe_tables(&self, position: &P, ply: usize) -> Option<Score> {
        let (left, at_root) = (position.plies_to_draw()?, self.root_plies?);
        let is_new = left + ply as u32 > at_root;
        Some(self.tables.filter(|_| is_new)?.probe(position)?.score(ply, self.draw(ply)))
    }

    /// Returns the score of the result of a finished game, else the static evaluation.
    pub(super) fn evaluate_or_result(&self, position: &P, ply: usize) -> Score {
        match position.outcome() {
            Some(outcome) => self.result(outcome, position.turn(), ply),
            None => self.evaluate(position, ply),
        }
    }

    /// Returns the score at the horizon of a selective search, which is a proof where few plies are left.
    pub(super) fn evaluate_or_static_result(&self, position: &P, ply: usize) -> Score {
        if let Some(outcome) = position.outcome() {
            return self.result(outcome, position.turn(), ply);
        }
        match position.static_result() {
            StaticResult::Open | StaticResult::Threatened => self.evaluate(position, ply),
            decided => static_result_score(decided, position.turn(), ply),
        }
    }

    /// Returns the static evaluation. With contempt, the side to move at the root also counts how far the
    /// position is from a draw.
    pub(super) fn evaluate(&self, position: &P, ply: usize) -> Score {
        let score = if let Some(score) = self.is_selective().then(|| position.foregone_evaluation()).flatten()
        {
            score
        } else if let Some(network) = self.network {
            network.evaluate(position)
        } else if self.contempt == 0 {
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

    /// Returns the score of a draw: worse than even for the side to move at the root by its contempt.
    pub(super) fn draw(&self, ply: usize) -> Score {
        if ply.is_multiple_of(2) { -self.contempt } else { self.contempt }
    }

    /// Returns whether the position has occurred before in this search, or often enough in the game to count
    /// as a draw.
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

/// Returns the score of a static result; 0 where nothing is decided.
pub(super) fn static_result_score(result: StaticResult, turn: Player, ply: usize) -> Score {
    match result {
        StaticResult::Over(outcome) => outcome_score(outcome, turn, ply),
        StaticResult::WinIn(plies) => WIN - ply as Score - plies as Score,
        StaticResult::LossIn(plies) => ply as Score + plies as Score - WIN,
        StaticResult::Open | StaticResult::Threatened => 0,
    }
}
