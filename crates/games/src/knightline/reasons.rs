//! What can be said about a move of Knight Line: the lines it makes and those it meets.

use super::cell::Cell;
use super::text::{MAKES_LINE, MEETS_LINE, PASS, SPLIT, SPLIT_ONE, SPLITS_UP, STOPS};
use super::{KnightLine, Rules, Split};
use crate::{Message, Player, Position};

/// One direction of each axis; the other is the opposite one.
const AXES: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

pub(super) fn kind(mv: Split) -> Message {
    match mv.parts() {
        None => PASS.message(),
        Some((_, _, 1)) => SPLIT_ONE.message(),
        Some((_, _, tiles)) => SPLIT.with("count", tiles),
    }
}

pub(super) fn facts<R: Rules>(position: &KnightLine<R>, mv: Split) -> Vec<Message> {
    let mut facts = Vec::new();
    let me = position.turn;
    let mut next = position.clone();
    next.play(mv);
    if let Some((from, to, _)) = mv.parts() {
        facts.extend(line_made(&next, me, to));
        let met = directions().map(|step| run(&next, !me, to, step).0).max().unwrap_or(0);
        if met >= 2 {
            facts.push(MEETS_LINE.with("count", met).with("side", R::INFO.named(!me)));
        }
        if next.at(from) == Some((me, 1)) {
            facts.push(SPLITS_UP.with("cell", from));
        }
    }
    if next.outcome().is_none() && !next.can_move(next.turn) {
        facts.push(STOPS.with("side", R::INFO.named(next.turn)));
    }
    facts
}

/// The longest line of two or three through a new stack that can grow at one of its ends.
fn line_made<R: Rules>(next: &KnightLine<R>, me: Player, to: Cell) -> Option<Message> {
    let mut best: Option<(u32, Cell)> = None;
    for (right, up) in AXES {
        let ((ahead, end), (behind, start)) =
            (run(next, me, to, (right, up)), run(next, me, to, (-right, -up)));
        let count = 1 + ahead + behind;
        let open = [end, start].into_iter().find(|cell| next.at(*cell).is_none());
        if let (2..=3, Some(open)) = (count, open)
            && best.is_none_or(|(longest, _)| count > longest)
        {
            best = Some((count, open));
        }
    }
    best.map(|(count, open)| MAKES_LINE.with("count", count).with("cell", open))
}

/// The number of a player's stacks in unbroken line beyond a cell, and the cell after them.
fn run<R: Rules>(
    position: &KnightLine<R>,
    player: Player,
    from: Cell,
    (right, up): (i16, i16),
) -> (u32, Cell) {
    let mut count = 0;
    let mut cell = Cell { column: from.column + right, row: from.row + up };
    while position.at(cell).is_some_and(|(owner, _)| owner == player) {
        count += 1;
        cell = Cell { column: cell.column + right, row: cell.row + up };
    }
    (count, cell)
}

fn directions() -> impl Iterator<Item = (i16, i16)> {
    AXES.into_iter().flat_map(|(right, up)| [(right, up), (-right, -up)])
}
