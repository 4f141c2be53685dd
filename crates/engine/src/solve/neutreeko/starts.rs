//! Other positions to start from, as fair as the standard one.

use games::neutreeko::{Neutreeko, Slide};
use std::cmp::Reverse;

use super::symmetry::Symmetry;
use super::{ExactValue, Solution};

/// A drawn position in which both sides stand alike: some symmetry of the board trades their pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalancedStart {
    /// In canonical form, the first player to move.
    pub position: Neutreeko,
    /// The first moves that keep the draw.
    pub holding: Vec<Slide>,
}

impl Solution {
    /// Returns every balanced start up to symmetry. Those with most moves that hold come first, equal ones
    /// are in the order of their texts.
    pub fn balanced_starts(&self) -> Vec<BalancedStart> {
        let balanced = self.classes().map(|class| class.position).filter(|position| {
            let (mover, waiting) = position.masks();
            let trades =
                |symmetry: Symmetry| symmetry.set(mover) == waiting && symmetry.set(waiting) == mover;
            self.value(position) == ExactValue::Draw && Symmetry::ALL.into_iter().any(trades)
        });
        let mut starts: Vec<BalancedStart> =
            balanced.map(|position| BalancedStart { holding: self.holding(&position), position }).collect();
        starts.sort_by_cached_key(|start| (Reverse(start.holding.len()), start.position.to_string()));
        starts
    }

    /// Returns the moves that keep the value of a position, win, draw or loss, however long they take.
    pub fn holding(&self, position: &Neutreeko) -> Vec<Slide> {
        let judged = self.moves(position);
        let best = judged.first().map(|(_, value)| value.result());
        judged.iter().filter(|(_, value)| Some(value.result()) == best).map(|(slide, _)| *slide).collect()
    }
}
