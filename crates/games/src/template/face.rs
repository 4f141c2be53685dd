//! Noughts and crosses as people see it.

use super::text::{self, FULL, LINE, cell_name};
use super::{Mark, Noughts, SIZE, bit, line};
use crate::grid::square_name;
use crate::{Cell, Ending, Face, Game, Gesture, Ground, Heuristics, Outcome, Picture, Piece, Position, Report};

impl Heuristics for Noughts {}

impl Game for Noughts {}

impl Face for Noughts {
    fn picture(&self) -> Picture {
        let cells: Vec<Cell> = (0..SIZE)
            .rev()
            .flat_map(|rank| (0..SIZE).map(move |file| (file, rank)))
            .map(|(file, rank)| Cell {
                name: square_name(file, rank),
                ground: Ground::Plain,
                piece: self.owner(bit(file, rank)).map(|owner| Piece { owner, size: None }),
            })
            .collect();
        let columns: Vec<String> = ["a", "b", "c"].map(String::from).to_vec();
        let rows: Vec<String> = ["3", "2", "1"].map(String::from).to_vec();
        let symbol = |cell: &Cell| cell.piece.map_or(String::new(), |piece| Self::INFO.side(piece.owner).symbol.to_string());
        let symbols = cells.iter().map(symbol).collect();
        let report = Report { corner: "", columns: columns.clone(), rows: rows.clone(), symbols, captions: Vec::new(), turn: None };
        Picture { columns, rows, cells, counts: None, report }
    }

    fn gestures(&self, mv: Mark) -> Vec<Gesture> {
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

    fn to_prolog(&self) -> String {
        text::to_prolog(self)
    }
}
