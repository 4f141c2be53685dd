//! The root node: no move is pruned here, and the principal variation is kept.

use games::Game;

use super::move_picker::MovePicker;
use super::transposition::{Bound, Entry};
use super::tree::{NullMove, Tree};
use super::value::{INFINITE, Score};
use super::{PvLine, SearchResult};

impl<P: Game> Tree<'_, P> {
    /// Returns the best line among those that do not begin with an excluded move. After a stop, it is the
    /// best found so far, or empty.
    pub fn root(
        &mut self,
        position: &P,
        depth: i32,
        alpha: Score,
        beta: Score,
        excluded: &[P::Move],
    ) -> PvLine<P::Move> {
        let key = position.key();
        self.path.truncate(self.root);
        let mut picker = std::mem::replace(&mut self.plies[0].picker, MovePicker::new());
        picker.clear();
        position.moves(&mut picker.moves);
        picker.moves.retain(|mv| !excluded.contains(mv));
        position.score_moves(&picker.moves, &mut picker.move_scores);
        let table_move = self.table.probe(key ^ self.salt, 0).and_then(|entry| entry.mv);
        self.rank_root(&mut picker, position, table_move);
        self.path.push(key);
        let mut best = PvLine { score: -INFINITE, moves: Vec::new() };
        let mut move_count = 0;
        while let Some(mv) = picker.pick() {
            let mut next = position.clone();
            next.play(mv);
            let nodes_before = self.nodes();
            let floor = alpha.max(best.score);
            let mut score = -INFINITE;
            if move_count > 0 {
                let reduction = if P::FUTILITY_MARGIN.is_some() {
                    self.reduction(position, mv, depth, move_count, true)
                } else {
                    0
                };
                score = -self.node(&next, depth - 1 - reduction, -floor - 1, -floor, 1, NullMove::Allowed);
                if score > floor && reduction > 0 && !self.is_stopped() {
                    score = -self.node(&next, depth - 1, -floor - 1, -floor, 1, NullMove::Allowed);
                }
            }
            if move_count == 0 || (score > floor && score < beta && !self.is_stopped()) {
                score = -self.node(&next, depth - 1, -beta, -floor, 1, NullMove::Allowed);
            }
            self.count_root_nodes(mv, self.nodes() - nodes_before);
            if self.is_stopped() {
                break;
            }
            if score > best.score {
                best.score = score;
                if score > alpha || move_count == 0 {
                    best.moves.clear();
                    best.moves.push(mv);
                    best.moves.extend_from_slice(&self.plies[1].pv);
                }
                if score >= beta {
                    break;
                }
            }
            move_count += 1;
        }
        self.path.pop();
        self.plies[0].picker = picker;
        if excluded.is_empty() && !self.is_stopped() && !best.moves.is_empty() {
            let bound = match best.score {
                score if score <= alpha => Bound::Upper,
                score if score >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let mv = best.moves.first().map(|mv| (*mv).into());
            self.table.store(key ^ self.salt, 0, Entry { mv, score: best.score, depth, bound });
        }
        best
    }

    fn count_root_nodes(&mut self, mv: P::Move, nodes: u64) {
        let number: u32 = mv.into();
        match self.root_nodes.iter_mut().find(|(other, _)| *other == number) {
            Some((_, count)) => *count += nodes,
            None => self.root_nodes.push((number, nodes)),
        }
    }

    /// Returns the share of all nodes of this search that lie below the best move.
    pub fn share_of_best(&self, result: &SearchResult<P::Move>) -> f64 {
        let Some(best) = result.lines.first().and_then(|line| line.moves.first()) else { return 0.0 };
        let number: u32 = (*best).into();
        let below = self.root_nodes.iter().find(|(other, _)| *other == number).map_or(0, |(_, count)| *count);
        below as f64 / self.nodes().max(1) as f64
    }
}
