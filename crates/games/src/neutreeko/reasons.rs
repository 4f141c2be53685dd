//! What can be said about a move of Neutreeko. Lines and threats are said for every game alike.

use super::text::{DIAGONAL, PAIR, STRAIGHT, cell_name};
use super::{NEAR, Neutreeko, RANK, Slide, bits};
use crate::Message;

pub(super) fn kind(mv: Slide) -> Message {
    let (from, to) = (usize::from(mv.from), usize::from(mv.to));
    let is_straight = from / RANK == to / RANK || from % RANK == to % RANK;
    if is_straight { STRAIGHT } else { DIAGONAL }.message()
}

pub(super) fn facts(position: &Neutreeko, mv: Slide) -> Vec<Message> {
    let others = position.mover & !(1 << mv.from);
    bits(NEAR[usize::from(mv.to)] & others).map(|square| PAIR.with("cell", cell_name(square))).collect()
}
