//! A strategy that is closed: for each position that it leads to, the move that keeps the promise.

use std::collections::HashMap;

use super::relaxed::{Relaxed, Step};
use super::search::{Branch, Search, Turn};
use super::table::Numbers;
use super::{Control, Goal};

/// A position with the exact side to move, and its move.
#[derive(Clone, Debug)]
pub struct Inner {
    pub position: Relaxed,
    /// What the goal counts, as it stands here.
    pub left: u8,
    pub step: Step,
}

/// Collects a strategy for a position that has been proved, the position itself first. `None` when the search was stopped.
pub fn collect(search: &mut Search, root: &Relaxed, left: u8, first: Option<Step>, control: &mut Control<'_>) -> Option<Vec<Inner>> {
    let mut found: HashMap<(u64, u8), Inner> = HashMap::new();
    // A winning strategy has one move for a position, whatever led there: the one for the fewest moves left.
    let name = |search: &Search, position: &Relaxed, left| (position.key(), if search.goal == Goal::Survive { left } else { 0 });
    let mut open = vec![(root.clone(), left, first)];
    while let Some((position, left, first)) = open.pop() {
        let place = name(search, &position, left);
        if found.get(&place).is_some_and(|inner| inner.left <= left) {
            continue;
        }
        let branch = match first {
            Some(step) => search.after_exact(&position, step, left),
            None => proved_branch(search, &position, left, control)?,
        };
        let step = branch.step?;
        open.extend(answers(search, &position, branch, left - 1).into_iter().map(|next| (next, left - 1, None)));
        found.insert(place, Inner { position, left, step });
    }
    // What was replaced by a faster win may have left positions behind that nothing leads to any more.
    let mut kept = Vec::new();
    let mut open = vec![(root.clone(), left)];
    while let Some((position, left)) = open.pop() {
        let Some(inner) = found.remove(&name(search, &position, left)) else { continue };
        let branch = search.after_exact(&inner.position, inner.step, inner.left);
        open.extend(answers(search, &inner.position, branch, inner.left - 1).into_iter().rev().map(|next| (next, inner.left - 1)));
        kept.push(inner);
    }
    Some(kept)
}

/// A move that keeps the promise. The position has been proved, but the table may have forgotten how.
fn proved_branch(search: &mut Search, position: &Relaxed, left: u8, control: &mut Control<'_>) -> Option<Branch> {
    for attempt in 0..2 {
        if attempt > 0 {
            search.visit(position, Turn::Exact, left, Numbers::UNLIMITED, control);
        }
        let proved = |branch: &Branch| branch.numbers.proof == 0;
        let branches = search.exact_branches(position, left);
        // Forcing moves make the smaller strategy.
        let forcing = branches.iter().copied().filter(proved).find(|branch| branch.turn == Turn::Exact || branches.len() == 1);
        if let Some(branch) = forcing.or_else(|| branches.iter().copied().find(proved)) {
            return Some(branch);
        }
    }
    for branch in search.exact_branches(position, left) {
        let numbers = search.visit(&branch.after(position), branch.turn, left - 1, Numbers::UNLIMITED, control);
        if numbers.proof == 0 {
            return Some(branch);
        }
    }
    None
}

/// The positions after a move of the exact side that need a move in turn: all but those where it wins at once or nothing is left to do.
fn answers(search: &mut Search, position: &Relaxed, branch: Branch, left: u8) -> Vec<Relaxed> {
    let next = branch.after(position);
    let open = |search: &Search, next: &Relaxed| search.look(next, left).is_none();
    match branch.turn {
        Turn::Exact => open(search, &next).then_some(next).into_iter().collect(),
        Turn::Free if next.exact_wins().next().is_some() => Vec::new(),
        Turn::Free => {
            let replies = std::iter::once(None).chain(next.free_targets().map(Some));
            let after = |reply| Branch { step: None, reply, turn: Turn::Exact, numbers: Numbers::PROVED }.after(&next);
            replies.map(after).filter(|next| open(search, next)).collect()
        }
    }
}
