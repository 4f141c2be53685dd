//! A strategy that is closed: for each position that it leads to, the move that keeps the promise.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::proof_table::Numbers;
use super::relaxed::{ExactMove, Relaxed};
use super::search::{Branch, ProofSearch, Turn};
use super::{Control, Goal};

/// A position with the exact side to move, and its move.
#[derive(Clone, Debug)]
pub struct Inner {
    pub position: Relaxed,
    /// What the goal counts, as it stands here: the moves that the strategy takes to win at worst, or the
    /// turns to survive.
    pub left: u8,
    pub step: ExactMove,
}

/// What distinguishes the positions of a strategy. A winning strategy has one move for a position, however
/// many are left.
type Name = (u64, u8);

fn name(search: &ProofSearch, position: &Relaxed, left: u8) -> Name {
    (position.key(), if search.goal == Goal::Survive { left } else { 0 })
}

/// Collects a strategy for a position that has been proved, the position itself first. `None` when the search
/// was stopped.
pub fn collect(
    search: &mut ProofSearch,
    root: &Relaxed,
    left: u8,
    first: Option<ExactMove>,
    control: &mut Control<'_>,
) -> Option<Vec<Inner>> {
    let mut found: HashMap<Name, (u8, ExactMove)> = HashMap::new();
    let mut open = vec![(root.clone(), left, first)];
    while let Some((position, left, first)) = open.pop() {
        let place = name(search, &position, left);
        // Of several moves for one position the one for the fewest moves left is kept.
        if found.get(&place).is_some_and(|(known, _)| *known <= left) {
            continue;
        }
        let branch = match first {
            Some(step) => search.after_exact(&position, step, left),
            None => proved_branch(search, &position, left, control)?,
        };
        let step = branch.step?;
        open.extend(
            answers(search, &position, branch, left - 1).into_iter().map(|next| (next, left - 1, None)),
        );
        found.insert(place, (left, step));
    }
    // What was replaced by a faster win may have left positions behind that nothing leads to any more.
    walk(search, root, left, &mut |place| found.get(&place).map(|(_, step)| *step))
}

/// Returns the strategy whose moves these are, in the order in which [`collect`] gives them. `None` if they
/// are not.
pub fn unfold(
    search: &mut ProofSearch,
    root: &Relaxed,
    left: u8,
    mut steps: impl Iterator<Item = ExactMove>,
) -> Option<Vec<Inner>> {
    let inner = walk(search, root, left, &mut |_| steps.next())?;
    steps.next().is_none().then_some(inner)
}

/// Follows a strategy to every position that it leads to, the root first, each one once.
fn walk(
    search: &mut ProofSearch,
    root: &Relaxed,
    left: u8,
    choose: &mut dyn FnMut(Name) -> Option<ExactMove>,
) -> Option<Vec<Inner>> {
    // How far off a win is will be seen at the end.
    let left = if search.goal == Goal::Survive { left } else { u8::MAX };
    let mut places: HashMap<Name, usize> = HashMap::new();
    let mut inner: Vec<Inner> = Vec::new();
    let mut next_names: Vec<Vec<Name>> = Vec::new();
    let mut open = vec![(root.clone(), left)];
    while let Some((position, left)) = open.pop() {
        let place = name(search, &position, left);
        if places.contains_key(&place) {
            continue;
        }
        let step = choose(place)?;
        if !position.sources(step.to).any(|(from, height)| from == step.from && step.tiles < height) {
            return None;
        }
        let branch = search.after_exact(&position, step, left);
        let next = answers(search, &position, branch, left - 1);
        next_names.push(next.iter().map(|next| name(search, next, left - 1)).collect());
        open.extend(next.into_iter().rev().map(|next| (next, left - 1)));
        places.insert(place, inner.len());
        inner.push(Inner { position, left, step });
    }
    if search.goal == Goal::Win {
        // Each move adds a stack, so what follows a position is known before it when the largest come first.
        let mut order: Vec<usize> = (0..inner.len()).collect();
        order.sort_by_key(|index| Reverse(inner[*index].position.heights().len()));
        for index in order {
            let worst = next_names[index].iter().map(|place| inner[places[place]].left).max();
            // Where nothing follows, the next move wins whatever the answer.
            inner[index].left = 1 + worst.unwrap_or(1);
        }
    }
    Some(inner)
}

/// Returns a move that keeps the promise. The position has been proved, but the table may have lost the
/// proof.
fn proved_branch(
    search: &mut ProofSearch,
    position: &Relaxed,
    left: u8,
    control: &mut Control<'_>,
) -> Option<Branch> {
    for attempt in 0..2 {
        if attempt > 0 {
            search.visit(position, Turn::Exact, left, Numbers::UNLIMITED, control);
        }
        let proved = |branch: &Branch| branch.numbers.proof == 0;
        let branches = search.exact_branches(position, left);
        // Forcing moves make the smaller strategy.
        let forcing = branches
            .iter()
            .copied()
            .filter(proved)
            .find(|branch| branch.turn == Turn::Exact || branches.len() == 1);
        if let Some(branch) = forcing.or_else(|| branches.iter().copied().find(proved)) {
            return Some(branch);
        }
    }
    for branch in search.exact_branches(position, left) {
        let numbers =
            search.visit(&branch.after(position), branch.turn, left - 1, Numbers::UNLIMITED, control);
        if numbers.proof == 0 {
            return Some(branch);
        }
    }
    None
}

/// Returns the positions after a move of the exact side that need a move in turn: all but those where it wins
/// at once or nothing is left to do.
fn answers(search: &mut ProofSearch, position: &Relaxed, branch: Branch, left: u8) -> Vec<Relaxed> {
    let next = branch.after(position);
    let open = |search: &ProofSearch, next: &Relaxed| search.look(next, left).is_none();
    match branch.turn {
        Turn::Exact => open(search, &next).then_some(next).into_iter().collect(),
        Turn::Free if next.exact_wins().next().is_some() => Vec::new(),
        Turn::Free => {
            let replies = std::iter::once(None).chain(next.free_targets().map(Some));
            let after = |reply| {
                Branch { step: None, reply, turn: Turn::Exact, numbers: Numbers::PROVED }.after(&next)
            };
            replies.map(after).filter(|next| open(search, next)).collect()
        }
    }
}
