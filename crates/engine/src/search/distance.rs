//! Exact distances: within how many plies a side wins, by a search that leaves nothing out.
//!
//! The question is always whether a side can force the end within a number of plies. What answers it never
//! depends on the path to a position: the fastest win never comes to a position twice, so repetition matters
//! only where the game itself has been to a position so often that once more is a draw.

use std::collections::HashMap;

use games::{Game, NO_MOVE, Outcome, StaticResult};

use super::tree::drawn_keys;
use super::{SearchLimits, Value};

/// Nodes between two checks of the limits.
const NODES_BETWEEN_CHECKS: u64 = 256;

/// Searches for exact distances that share what they find, and what they may spend.
pub struct DistanceSearch<'a, P: Game> {
    known: HashMap<u64, Known>,
    /// Positions to which the game cannot return without being drawn, in order.
    drawn: Vec<u64>,
    limits: SearchLimits<'a>,
    nodes: u64,
    /// By plies left: the latest move that held out so long, and the latest that won in time.
    killers: Vec<[u32; 2]>,
    lists: Vec<Vec<P::Move>>,
}

impl<P: Game> std::fmt::Debug for DistanceSearch<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DistanceSearch").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// What is known of a position, for the side to move.
#[derive(Clone, Copy)]
struct Known {
    /// It wins within so many plies, and not within so many.
    win: Bounds,
    /// Likewise for its loss.
    loss: Bounds,
    /// The move that decided the latest question.
    mv: u32,
}

#[derive(Clone, Copy)]
struct Bounds {
    within: u32,
    not_within: u32,
}

impl Bounds {
    /// Nothing is known.
    const NONE: Self = Self { within: u32::MAX, not_within: 0 };

    fn answer(self, plies: u32) -> Option<bool> {
        if self.within <= plies {
            Some(true)
        } else if plies <= self.not_within {
            Some(false)
        } else {
            None
        }
    }

    fn learn(&mut self, plies: u32, is_so: bool) {
        if is_so {
            self.within = self.within.min(plies);
        } else {
            self.not_within = self.not_within.max(plies);
        }
    }
}

impl Known {
    const NOTHING: Self = Self { win: Bounds::NONE, loss: Bounds::NONE, mv: NO_MOVE };
}

impl<'a, P: Game> DistanceSearch<'a, P> {
    /// Returns a search of positions that follow the game with these keys, oldest first. Its node limit is
    /// for all questions together.
    pub fn new(history: &[u64], limits: SearchLimits<'a>) -> Self {
        Self {
            known: HashMap::new(),
            drawn: drawn_keys::<P>(history),
            limits,
            nodes: 0,
            killers: Vec::new(),
            lists: Vec::new(),
        }
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the exact distance of a win or loss that is known to take no more plies than `bound` says.
    /// `None` if the limits did not allow to find it.
    pub fn exact(&mut self, position: &P, bound: Value) -> Option<Value> {
        let longest = bound.plies()?;
        if !self.is_feasible(position, longest) || self.limits.are_spent(self.nodes) {
            return None;
        }
        for plies in 0..=longest {
            let value = match bound {
                Value::WinIn(_) => self.wins(position, plies)?.then_some(Value::WinIn(plies)),
                _ => self.loses(position, plies)?.then_some(Value::LossIn(plies)),
            };
            if value.is_some() {
                return value;
            }
        }
        None
    }

    /// Returns a line that takes exactly as many plies as an exact value says, with best play by both. It
    /// begins with one of the moves in `first` if it can. `None` if the limits did not allow to find it.
    pub fn line(&mut self, position: &P, value: Value, first: &[P::Move]) -> Option<Vec<P::Move>> {
        let (mut current, mut value, mut line) = (position.clone(), value, Vec::new());
        while current.outcome().is_none() {
            let mut moves = if line.is_empty() { first.to_vec() } else { Vec::new() };
            let ranked = self.ranked(&current, false, NO_MOVE, 0);
            moves.extend_from_slice(&ranked);
            let mut best = None;
            for mv in moves {
                let mut next = current.clone();
                next.play(mv);
                let is_best = match value {
                    Value::WinIn(plies) => {
                        !self.is_drawn(&next) && self.loses(&next, plies.checked_sub(1)?)?
                    }
                    // Whatever is played loses in time, so only holding out has to be shown.
                    Value::LossIn(1) => true,
                    Value::LossIn(plies) => {
                        self.is_drawn(&next) || !self.wins(&next, plies.checked_sub(2)?)?
                    }
                    Value::Draw | Value::About(_) => return None,
                };
                if is_best {
                    best = Some((mv, next));
                    break;
                }
            }
            let (mv, next) = best?;
            line.push(mv);
            current = next;
            value = value.one_ply_later();
        }
        (value.plies() == Some(0)).then_some(line)
    }

    /// Returns whether the side to move can win within so many plies. `None` when the limits are reached.
    fn wins(&mut self, position: &P, plies: u32) -> Option<bool> {
        self.count()?;
        if let Some(outcome) = position.outcome() {
            return Some(outcome == Outcome::Win(position.turn()));
        }
        if plies == 0 {
            return Some(false);
        }
        match position.static_result() {
            StaticResult::WinIn(distance) => return Some(distance <= plies),
            StaticResult::LossIn(_) => return Some(false),
            _ => {}
        }
        let key = key(position, plies);
        let known = self.known.get(&key).copied().unwrap_or(Known::NOTHING);
        if let Some(answer) = known.win.answer(plies) {
            return Some(answer);
        }
        let moves = self.ranked(position, false, known.mv, plies);
        let mut winning = None;
        for mv in &moves {
            let mut next = position.clone();
            next.play(*mv);
            if !self.is_drawn(&next) && self.loses(&next, plies - 1)? {
                winning = Some((*mv).into());
                break;
            }
        }
        self.give_back(moves);
        self.learn(key, plies, winning, 1, |known| &mut known.win, winning.is_some());
        Some(winning.is_some())
    }

    /// Returns whether the side to move loses within so many plies, whatever it does. `None` when the limits
    /// are reached.
    fn loses(&mut self, position: &P, plies: u32) -> Option<bool> {
        self.count()?;
        if let Some(outcome) = position.outcome() {
            return Some(outcome == Outcome::Win(!position.turn()));
        }
        if plies == 0 {
            return Some(false);
        }
        let mut forced = false;
        match position.static_result() {
            StaticResult::LossIn(distance) => return Some(distance <= plies),
            StaticResult::WinIn(_) => return Some(false),
            // What does not answer the threat loses in two plies.
            StaticResult::Threatened => forced = plies >= 2,
            StaticResult::Open | StaticResult::Over(_) => {}
        }
        let key = key(position, plies);
        let known = self.known.get(&key).copied().unwrap_or(Known::NOTHING);
        if let Some(answer) = known.loss.answer(plies) {
            return Some(answer);
        }
        let moves = self.ranked(position, forced, known.mv, plies);
        let mut holding = None;
        for mv in &moves {
            let mut next = position.clone();
            next.play(*mv);
            if self.is_drawn(&next) || !self.wins(&next, plies - 1)? {
                holding = Some((*mv).into());
                break;
            }
        }
        self.give_back(moves);
        self.learn(key, plies, holding, 0, |known| &mut known.loss, holding.is_none());
        Some(holding.is_none())
    }

    fn learn(
        &mut self,
        key: u64,
        plies: u32,
        mv: Option<u32>,
        role: usize,
        bounds: fn(&mut Known) -> &mut Bounds,
        is_so: bool,
    ) {
        let known = self.known.entry(key).or_insert(Known::NOTHING);
        bounds(known).learn(plies, is_so);
        if let Some(mv) = mv {
            known.mv = mv;
            let left = plies as usize;
            if self.killers.len() <= left {
                self.killers.resize(left + 1, [NO_MOVE; 2]);
            }
            self.killers[left][role] = mv;
        }
    }

    /// Returns all moves, or all evasions, those first that are likely to decide.
    fn ranked(&mut self, position: &P, forced: bool, known: u32, plies: u32) -> Vec<P::Move> {
        let mut moves = self.lists.pop().unwrap_or_default();
        moves.clear();
        position.moves(&mut moves);
        if forced {
            position.evasions(&mut moves);
        }
        // The last ply is quicker than any order of it.
        if plies != 1 {
            let mut scores = Vec::with_capacity(moves.len());
            position.score_moves(&moves, &mut scores);
            let killers = self.killers.get(plies as usize).copied().unwrap_or([NO_MOVE; 2]);
            let worth = |mv: P::Move| match mv.into() {
                number if number == known => 2,
                number if killers.contains(&number) => 1,
                _ => 0,
            };
            let mut order: Vec<(i32, i32, usize)> = moves
                .iter()
                .zip(scores)
                .enumerate()
                .map(|(index, (mv, score))| (-worth(*mv), -score, index))
                .collect();
            order.sort_unstable();
            let sorted: Vec<P::Move> = order.into_iter().map(|(.., index)| moves[index]).collect();
            moves.copy_from_slice(&sorted);
        }
        moves
    }

    fn give_back(&mut self, moves: Vec<P::Move>) {
        self.lists.push(moves);
    }

    fn is_drawn(&self, position: &P) -> bool {
        !self.drawn.is_empty() && self.drawn.binary_search(&position.key()).is_ok()
    }

    /// Returns whether so many plies may be searched with what is left. A win takes every move of one side to
    /// rule out, and one of the other.
    fn is_feasible(&self, position: &P, plies: u32) -> bool {
        const UNDERESTIMATE: f64 = 16.0;
        let left = self.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.nodes));
        let moves = position.count_moves().max(1) as f64;
        plies <= 2 || moves.powf((f64::from(plies) - 1.0) / 2.0) <= left as f64 * UNDERESTIMATE
    }

    fn count(&mut self) -> Option<()> {
        self.nodes += 1;
        let check = self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS)
            || self.limits.nodes.is_some_and(|limit| self.nodes >= limit);
        (!check || !self.limits.are_spent(self.nodes)).then_some(())
    }
}

/// Positions that differ in nothing that can matter within so many plies have the same key.
fn key<P: Game>(position: &P, plies: u32) -> u64 {
    match position.plies_to_draw() {
        Some(left) if left < plies => {
            position.key() ^ u64::from(left + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }
        _ => position.key(),
    }
}
