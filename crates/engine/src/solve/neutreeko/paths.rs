//! Lines of play read from the solution.

use std::collections::HashSet;

use games::Position;
use games::neutreeko::{Neutreeko, Slide};

use super::Solution;

impl Solution {
    /// Best moves by both: to the end of the game or, where that is a draw, up to the first position that
    /// occurs again.
    pub fn best_line(&self, from: &Neutreeko) -> Vec<Slide> {
        follow(from, |position| self.moves(position).first().map(|(slide, _)| *slide))
    }

    /// Returns a move that keeps the value and then, for as long as there is just one such move, those.
    pub fn narrow_path(&self, from: &Neutreeko) -> Vec<Slide> {
        follow(from, |position| match self.holding(position)[..] {
            [slide] => Some(slide),
            [slide, ..] if position == from => Some(slide),
            _ => None,
        })
    }
}

/// Returns the moves that a rule chooses, up to the first position that occurs again.
fn follow(from: &Neutreeko, choose: impl Fn(&Neutreeko) -> Option<Slide>) -> Vec<Slide> {
    let mut position = from.clone();
    let mut seen = HashSet::new();
    let mut line = Vec::new();
    while seen.insert(position.clone())
        && let Some(slide) = choose(&position)
    {
        line.push(slide);
        position.play(slide);
    }
    line
}
