//! Depth-first proof-number search of the relaxed game.

use super::cells::Spot;
use super::proof_table::{Numbers, ProofTable};
use super::relaxed::{ExactMove, Relaxed, mix};
use super::{Control, FirstMove, Goal, ProofOptions, Splits};

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Exact,
    Free,
}

/// The search for one goal. Proofs of other distances share its table.
#[derive(Debug)]
pub struct ProofSearch {
    pub goal: Goal,
    pub first_move: FirstMove,
    splits: Splits,
    pub nodes: u64,
    nodes_end: u64,
    table: ProofTable,
    /// Set when the caller or the limit ended the search; numbers found since then are no verdict.
    pub stopped: bool,
}

/// A way on from a position: a move of the exact side with the reply it forces, or a move of the free side.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    pub step: Option<ExactMove>,
    pub reply: Option<Spot>,
    pub turn: Turn,
    pub numbers: Numbers,
}

impl Branch {
    /// Returns the position that this way leads to.
    pub fn after(&self, position: &Relaxed) -> Relaxed {
        let mut next = position.clone();
        if let Some(step) = self.step {
            next.play_exact(step);
        }
        if let Some(spot) = self.reply {
            next.play_free(spot);
        }
        next
    }
}

impl ProofSearch {
    pub fn new(goal: Goal, options: &ProofOptions, table: ProofTable) -> Self {
        let &ProofOptions { first_move, splits, .. } = options;
        Self { goal, first_move, splits, nodes: 0, nodes_end: 0, table, stopped: false }
    }

    /// Starts a new stretch of work of so many nodes.
    pub fn allow(&mut self, nodes_max: u64) {
        self.nodes_end = self.nodes.saturating_add(nodes_max);
        self.stopped = false;
    }

    /// Proof numbers of a position, once either of them has reached its limit.
    ///
    /// `left` counts what the goal counts, as it stands when the exact side moves next.
    pub fn visit(
        &mut self,
        position: &Relaxed,
        turn: Turn,
        left: u8,
        limit: Numbers,
        control: &mut Control<'_>,
    ) -> Numbers {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes >= self.nodes_end || self.nodes.is_multiple_of(1024) && control.is_stopped(self.nodes) {
            self.stopped = true;
        }
        let mut branches = match turn {
            Turn::Exact => self.exact_branches(position, left),
            Turn::Free => self.free_branches(position, left),
        };
        let key = node_key(position.key(), turn, left);
        loop {
            let numbers = combine(turn, &branches);
            if self.stopped || numbers.proof >= limit.proof || numbers.refutation >= limit.refutation {
                self.table.put(key, numbers, self.nodes - before);
                return numbers;
            }
            let (best, below) = choose(turn, &branches, numbers, limit);
            let branch = branches[best];
            let next = branch.after(position);
            let left = if turn == Turn::Exact { left - 1 } else { left };
            branches[best].numbers = self.visit(&next, branch.turn, left, below, control);
        }
    }

    /// Returns what is known of a position with the exact side to move, without looking further than threats.
    pub fn look(&self, position: &Relaxed, left: u8) -> Option<bool> {
        match (self.goal, left) {
            (Goal::Win, 0) => return Some(false),
            // The game must not have ended because a side has no move.
            (Goal::Survive, 0) => return Some(position.exact_targets().next().is_some()),
            _ => {}
        }
        if position.exact_wins().next().is_some() {
            return Some(true);
        }
        if self.goal == Goal::Win && left == 1 {
            return Some(false);
        }
        (position.free_wins().nth(1).is_some()).then_some(false)
    }

    /// Moves of the exact side that are worth a thought. It has none that wins.
    pub fn steps(&self, position: &Relaxed) -> Vec<ExactMove> {
        let mut steps = Vec::with_capacity(64);
        let mut add = |to: Spot| {
            for (from, height) in position.sources(to) {
                if position.takes_one(self.first_move) {
                    steps.push(ExactMove { from, to, tiles: 1 });
                } else {
                    steps.extend(self.splits.of(height).map(|tiles| ExactMove { from, to, tiles }));
                }
            }
        };
        match position.free_wins().next() {
            Some(to) if to.is_rim() => {}
            Some(to) => add(to),
            None => position.exact_targets().for_each(add),
        }
        steps
    }

    pub fn exact_branches(&mut self, position: &Relaxed, left: u8) -> Vec<Branch> {
        let mut branches = Vec::new();
        for step in self.steps(position) {
            let branch = self.after_exact(position, step, left);
            if branch.numbers.proof == 0 {
                return vec![branch];
            }
            if branch.numbers.refutation > 0 {
                branches.push(branch);
            }
        }
        branches
    }

    /// Returns what a move of the exact side leads to.
    pub fn after_exact(&mut self, position: &Relaxed, step: ExactMove, left: u8) -> Branch {
        let mut next = position.clone();
        next.play_exact(step);
        Branch { step: Some(step), ..self.answer_to(next, left - 1) }
    }

    /// Returns what is known with the free side to move, and the answer if only one counts. The free side has
    /// none that wins.
    pub fn answer_to(&mut self, mut position: Relaxed, left: u8) -> Branch {
        let branch = |turn, reply, numbers| Branch { step: None, reply, turn, numbers };
        let known = |proved| if proved { Numbers::PROVED } else { Numbers::REFUTED };
        if self.goal == Goal::Win && left == 0 {
            return branch(Turn::Free, None, Numbers::REFUTED);
        }
        let mut wins = position.exact_wins();
        let (win, second) = (wins.next(), wins.next());
        drop(wins);
        match win {
            Some(_) if second.is_some() => branch(Turn::Free, None, Numbers::PROVED),
            Some(win) if !position.free_reaches(win) => branch(Turn::Free, None, Numbers::PROVED),
            Some(win) => {
                position.play_free(win);
                let key = node_key(position.key(), Turn::Exact, left);
                let numbers = match self.look(&position, left) {
                    Some(proved) => known(proved),
                    None => self.table.get(key).unwrap_or(Numbers { proof: 1, refutation: 1 }),
                };
                branch(Turn::Exact, Some(win), numbers)
            }
            None => {
                let key = node_key(position.key(), Turn::Free, left);
                let numbers = match (self.goal, left) {
                    // After a pass there is no win yet.
                    (Goal::Win, ..=1) => Numbers::REFUTED,
                    (Goal::Survive, 0) => known(keeps_a_move(&position)),
                    _ => self.table.get(key).unwrap_or(Numbers { proof: 6, refutation: 1 }),
                };
                branch(Turn::Free, None, numbers)
            }
        }
    }

    /// Returns every move of the free side, and the pass. The exact side threatens nothing.
    pub fn free_branches(&mut self, position: &Relaxed, left: u8) -> Vec<Branch> {
        let mut branches = Vec::with_capacity(48);
        for reply in std::iter::once(None).chain(position.free_targets().map(Some)) {
            let mut next = position.clone();
            if let Some(spot) = reply {
                if spot.is_rim() {
                    // The window ends here: nothing is claimed about what lies beyond.
                    return vec![Branch { step: None, reply, turn: Turn::Exact, numbers: Numbers::REFUTED }];
                }
                next.play_free(spot);
            }
            let key = node_key(next.key(), Turn::Exact, left);
            let numbers = match self.look(&next, left) {
                Some(true) => continue,
                Some(false) => Numbers::REFUTED,
                None => self
                    .table
                    .get(key)
                    .unwrap_or(Numbers { proof: 1, refutation: if reply.is_none() { 1 } else { 2 } }),
            };
            let branch = Branch { step: None, reply, turn: Turn::Exact, numbers };
            if numbers.refutation == 0 {
                return vec![branch];
            }
            branches.push(branch);
        }
        branches
    }
}

/// Returns whether the exact side can still move after any move of the free side, or none.
fn keeps_a_move(position: &Relaxed) -> bool {
    let mut targets = position.exact_targets();
    let (target, second) = (targets.next(), targets.next());
    // The free side takes one cell at most, and no cell ceases to touch a stack.
    second.is_some()
        || target.is_some()
            && position.free_targets().all(|spot| {
                let mut next = position.clone();
                !spot.is_rim() && {
                    next.play_free(spot);
                    next.exact_targets().next().is_some()
                }
            })
}

/// Returns the numbers of a position from those of its branches: the exact side needs one of them proved, the
/// free side one refuted.
fn combine(turn: Turn, branches: &[Branch]) -> Numbers {
    let proofs = || branches.iter().map(|branch| branch.numbers.proof);
    let refutations = || branches.iter().map(|branch| branch.numbers.refutation);
    let least = |numbers: &mut dyn Iterator<Item = u32>| numbers.min().unwrap_or(Numbers::INFINITE);
    // Only what is decided counts as infinite, however long the sum.
    let sum = |numbers: &mut dyn Iterator<Item = u32>| {
        numbers.fold(0, |sum: u32, number| {
            if sum.max(number) == Numbers::INFINITE {
                Numbers::INFINITE
            } else {
                (sum + number).min(Numbers::INFINITE - 1)
            }
        })
    };
    match turn {
        Turn::Exact => Numbers { proof: least(&mut proofs()), refutation: sum(&mut refutations()) },
        Turn::Free => Numbers { proof: sum(&mut proofs()), refutation: least(&mut refutations()) },
    }
}

/// Returns the most promising branch and how far to follow it.
fn choose(turn: Turn, branches: &[Branch], numbers: Numbers, limit: Numbers) -> (usize, Numbers) {
    let chased =
        |branch: &Branch| if turn == Turn::Exact { branch.numbers.proof } else { branch.numbers.refutation };
    let (mut best, mut least, mut second) = (0, u32::MAX, Numbers::INFINITE);
    for (index, branch) in branches.iter().enumerate() {
        let number = chased(branch);
        if number < least {
            second = least.min(Numbers::INFINITE);
            (best, least) = (index, number);
        } else {
            second = second.min(number);
        }
    }
    // A little more than the second best, so that the search does not jump to and fro between equals.
    let follow = (second + second / 4 + 1).min(Numbers::INFINITE);
    let branch = branches[best].numbers;
    let below = match turn {
        Turn::Exact => Numbers {
            proof: limit.proof.min(follow),
            refutation: (limit.refutation - numbers.refutation + branch.refutation).min(Numbers::INFINITE),
        },
        Turn::Free => Numbers {
            proof: (limit.proof - numbers.proof + branch.proof).min(Numbers::INFINITE),
            refutation: limit.refutation.min(follow),
        },
    };
    (best, below)
}

/// Returns the key of a position with its side to move and what is left.
pub fn node_key(key: u64, turn: Turn, left: u8) -> u64 {
    key ^ mix(1 << 20 | u64::from(left) << 1 | u64::from(turn == Turn::Free))
}
