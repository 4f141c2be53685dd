//! Neutreeko as people see it.

use super::reasons;
use super::text::{self, LINE, cell_name, cell_names};
use super::{Neutreeko, SIZE, Slide, bit};
use crate::grid::{self, reading_order, square_name};
use crate::{
    Complaint, Ending, Face, Gesture, Ground, Message, Outcome, Picture, PictureCell, Piece, Position, Report,
};

impl Face for Neutreeko {
    fn picture(&self) -> Picture {
        let mut picture =
            grid::picture(&Self::INFO, SIZE, SIZE, |file, rank| (Ground::Plain, self.piece(file, rank)));
        let symbol = |cell: &PictureCell| {
            cell.piece.map_or(String::new(), |piece| Self::INFO.side(piece.owner).glyph.to_string())
        };
        let numbers: Vec<String> = (1..=SIZE).map(|number| number.to_string()).collect();
        let symbols = picture.cells.iter().map(symbol).collect();
        picture.report = Report { columns: numbers.clone(), rows: numbers, symbols, ..Report::default() };
        picture
    }

    fn changes(&self, later: &Self) -> Vec<PictureCell> {
        let [first, second] = [0, 1].map(|side: usize| self.sides()[side] ^ later.sides()[side]);
        reading_order(SIZE)
            .filter(|(file, rank)| (first | second) & bit(*file, *rank) != 0)
            .map(|(file, rank)| later.cell(file, rank))
            .collect()
    }

    fn gestures(&self, mv: Slide) -> Vec<Gesture> {
        vec![Gesture::touch([cell_name(mv.from.into()), cell_name(mv.to.into())])]
    }

    fn objection(&self, cells: &[&str]) -> Option<Complaint> {
        match cells {
            [from] => text::check_source(self, from).err(),
            [from, to] => self.read_move(&format!("{from}-{to}")).err(),
            _ => None,
        }
    }

    fn move_kind(&self, mv: Slide) -> Option<Message> {
        Some(reasons::kind(mv))
    }

    fn facts(&self, mv: Slide) -> Vec<Message> {
        reasons::facts(self, mv)
    }

    fn passed(&self) -> Option<Self> {
        Some(Self { mover: self.waiting, waiting: self.mover, turn: !self.turn })
    }

    fn ending(&self) -> Option<Ending> {
        let Outcome::Win(winner) = self.outcome()? else { return None };
        let reason = LINE.with("side", Self::INFO.named(winner));
        Some(Ending { reason, cells: cell_names(self.waiting) })
    }

    fn to_prolog(&self) -> Option<String> {
        Some(text::to_prolog(self))
    }
}

impl Neutreeko {
    fn cell(&self, file: usize, rank: usize) -> PictureCell {
        PictureCell { name: square_name(file, rank), ground: Ground::Plain, piece: self.piece(file, rank) }
    }

    fn piece(&self, file: usize, rank: usize) -> Option<Piece> {
        self.owner(bit(file, rank)).map(Piece::of)
    }
}
