//! What can be said about a move of Three Dragons: captures, dangers, dragons.

use super::board::{self, CAVES, Squares, bit, cell_name, cell_names, near, squares};
use super::text::{
    BETWEEN, BY_POWER, CALLS, CUSTODIAL, LEAVES, LEAVES_ONE, QUIET_MOVE, RINGS, SAVES, TAKES, TAKES_BY_POWER,
};
use super::{Capture, RookMove, Strengths, ThreeDragons, Variant};
use crate::{Message, Position};

pub(super) fn kind(mv: RookMove) -> Message {
    match mv.capture {
        Capture::None => QUIET_MOVE,
        Capture::Custodial => CUSTODIAL,
        Capture::Power(_) => BY_POWER,
    }
    .message()
}

pub(super) fn facts<V: Variant>(position: &ThreeDragons<V>, mv: RookMove) -> Vec<Message> {
    let mut facts = Vec::new();
    let to = usize::from(mv.to);
    let mut next = position.clone();
    next.play(mv);
    match mv.capture {
        Capture::None => {}
        Capture::Custodial => {
            facts.push(TAKES.with("cells", cell_names(taken(position, mv)).join(", ")));
        }
        Capture::Power(target) => facts.push(
            TAKES_BY_POWER.with("cell", cell_name(target.into())).with("strength", next.strengths.at(to)),
        ),
    }
    for (cave, ring) in board::RINGS.into_iter().enumerate().filter(|_| V::DRAGONS) {
        let cell = cell_name(CAVES[cave]);
        let held = (next.waiting & ring).count_ones();
        if next.is_spent(cave) && !position.is_spent(cave) {
            facts.push(CALLS.with("cell", cell));
        } else if !next.is_spent(cave) && ring >> to & 1 == 1 && held >= 2 {
            facts.push(RINGS.with("count", held).with("all", ring.count_ones()).with("cell", cell));
        }
    }
    // Enemies on opposite sides of the arrival: those that the move captured are gone.
    let [right, up, left, down] = board::beside(bit(to)).map(|side| side & next.mover);
    for (one, two) in [(left, right), (down, up)] {
        if let (Some(first), Some(second)) = (squares(one).next(), squares(two).next()) {
            facts.push(BETWEEN.with("first", cell_name(first)).with("second", cell_name(second)));
        }
    }
    if next.outcome().is_none() {
        facts.extend(danger(position, &next));
    }
    facts
}

/// What the other side can capture after a move, or that it can capture nothing any more.
fn danger<V: Variant>(position: &ThreeDragons<V>, next: &ThreeDragons<V>) -> Option<Message> {
    match worst_capture(next) {
        Some((1, reply)) => Some(LEAVES_ONE.with("reply", reply.to_string())),
        Some((count, reply)) => Some(LEAVES.with("count", count).with("reply", reply.to_string())),
        None => {
            let (_, threat) = worst_capture(&position.with_other_to_move())?;
            Some(SAVES.with("threat", threat.to_string()))
        }
    }
}

/// The first of the moves that capture most, with the number of its captures; `None` if no move captures.
fn worst_capture<V: Variant>(position: &ThreeDragons<V>) -> Option<(u32, RookMove)> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let captures = moves.into_iter().map(|mv| (taken(position, mv).count_ones(), mv));
    captures.filter(|(count, _)| *count > 0).reduce(|a, b| if b.0 > a.0 { b } else { a })
}

/// The pieces that a move captures.
fn taken<V: Variant>(position: &ThreeDragons<V>, mv: RookMove) -> Squares {
    match mv.capture {
        Capture::None => 0,
        Capture::Custodial => board::bitten(mv.to.into(), position.waiting, position.jaws()),
        Capture::Power(target) => near(mv.to.into()) & bit(target.into()),
    }
}
