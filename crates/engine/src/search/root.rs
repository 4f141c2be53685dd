//! The root of the tree: no move is left out here, and the best line is kept.

use games::Game;

use super::Line;
use super::order::Queue;
use super::table::{Bound, Entry};
use super::tree::{Null, Tree};
use super::value::{INFINITE, Score};

impl<P: Game> Tree<'_, P> {
    /// The best line of the position, without those that begin with excluded moves. Stopped early, the line is the best so far, or empty.
    pub fn root(&mut self, position: &P, depth: i32, alpha: Score, beta: Score, excluded: &[P::Move]) -> Line<P::Move> {
        let key = position.key();
        self.path.truncate(self.root);
        let mut queue = std::mem::replace(&mut self.plies[0].queue, Queue::new());
        queue.clear();
        position.moves(&mut queue.moves);
        queue.moves.retain(|mv| !excluded.contains(mv));
        position.hints(&queue.moves, &mut queue.hints);
        let known = self.table.get(key, 0).and_then(|entry| entry.mv);
        self.rank_root(&mut queue, position, known);
        self.path.push(key);
        let mut best = Line { score: -INFINITE, moves: Vec::new() };
        let mut place = 0;
        while let Some(mv) = queue.take() {
            let mut next = position.clone();
            next.play(mv);
            let floor = alpha.max(best.score);
            let mut score = -INFINITE;
            if place > 0 {
                let reduction = if P::DRIFT.is_some() { self.reduction(position, mv, depth, place, true) } else { 0 };
                score = -self.node(&next, depth - 1 - reduction, -floor - 1, -floor, 1, Null::Allowed);
                if score > floor && reduction > 0 && !self.is_stopped() {
                    score = -self.node(&next, depth - 1, -floor - 1, -floor, 1, Null::Allowed);
                }
            }
            if place == 0 || (score > floor && score < beta && !self.is_stopped()) {
                score = -self.node(&next, depth - 1, -beta, -floor, 1, Null::Allowed);
            }
            if self.is_stopped() {
                break;
            }
            if score > best.score {
                best.score = score;
                if score > alpha || place == 0 {
                    best.moves.clear();
                    best.moves.push(mv);
                    best.moves.extend_from_slice(&self.plies[1].line);
                }
                if score >= beta {
                    break;
                }
            }
            place += 1;
        }
        self.path.pop();
        self.plies[0].queue = queue;
        if excluded.is_empty() && !self.is_stopped() && !best.moves.is_empty() {
            let bound = match best.score {
                score if score <= alpha => Bound::Upper,
                score if score >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let mv = best.moves.first().map(|mv| (*mv).into());
            self.table.put(key, 0, Entry { mv, score: best.score, depth, bound });
        }
        best
    }
}
