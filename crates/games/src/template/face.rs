//! Noughts and crosses as people see it.

use super::text::{FULL, LINE, cell_name};
use super::{Noughts, Placement, SIZE, bit, line};
use crate::{Ending, Face, Game, Gesture, Ground, Heuristics, Outcome, Picture, Piece, Position, grid};

impl Heuristics for Noughts {}

impl Game for Noughts {}

impl Face for Noughts {
    fn picture(&self) -> Picture {
        grid::picture(&Self::INFO, SIZE, SIZE, |file, rank| {
            (Ground::Plain, self.owner(bit(file, rank)).map(Piece::of))
        })
    }

    fn gestures(&self, mv: Placement) -> Vec<Gesture> {
        vec![Gesture::touch([cell_name(mv.0.into())])]
    }

    fn ending(&self) -> Option<Ending> {
        Some(match self.outcome()? {
            Outcome::Draw => Ending { reason: FULL.message(), cells: Vec::new() },
            Outcome::Win(winner) => {
                let squares = line(self.sides[winner.index()]);
                let cells = (0..9).filter(|square| squares >> square & 1 == 1).map(cell_name).collect();
                Ending { reason: LINE.with("side", Self::INFO.named(winner)), cells }
            }
        })
    }
}
