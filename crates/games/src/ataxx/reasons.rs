//! What can be said about a move of Ataxx: what it turns, and what it leaves to be turned.

use super::text::{CLONE, JUMP, LEAVES, LEAVES_ONE, PASS, SAFE, STOPS, TURNS, TURNS_ONE, cell_name};
use super::{Ataxx, Edition, NEAR, Step, bits, can_move, spread};
use crate::{Message, Position};

pub(super) fn kind(mv: Step) -> Message {
    match mv {
        Step::PASS => PASS,
        _ if mv.from == mv.to => CLONE,
        _ => JUMP,
    }
    .message()
}

pub(super) fn facts<S: Edition>(position: &Ataxx<S>, mv: Step) -> Vec<Message> {
    let mut facts = Vec::new();
    if mv != Step::PASS {
        match (NEAR[usize::from(mv.to)] & position.waiting).count_ones() {
            0 => {}
            1 => facts.push(TURNS_ONE.message()),
            count => facts.push(TURNS.with("count", count)),
        }
    }
    let mut next = position.clone();
    next.play(mv);
    if next.outcome().is_some() {
        return facts;
    }
    let empty = next.empty();
    if !can_move(next.mover, empty) {
        facts.push(STOPS.with("side", S::INFO.named(next.turn)));
        return facts;
    }
    // A move comes to any empty square within two steps of a piece, and turns what stands next to it.
    let turned = |square: &usize| (NEAR[*square] & next.waiting).count_ones();
    let squares = bits(spread(spread(next.mover)) & empty);
    // The first of the worst squares, so that the words do not depend on the way it is found.
    let worst = squares.map(|square| (turned(&square), square)).reduce(|a, b| if b.0 > a.0 { b } else { a });
    facts.extend(worst.map(|(count, square)| match count {
        0 => SAFE.message(),
        1 => LEAVES_ONE.with("cell", cell_name(square)),
        _ => LEAVES.with("count", count).with("cell", cell_name(square)),
    }));
    facts
}
