//! Ataxx as people see it.

use super::reasons;
use super::text::{
    self, ALL_GONE, BLANK, CLOCK, FULL, FULL_EVEN, NO_PIECES, PLAYER_TURN, PLAYERS, POINTS, STUCK,
    STUCK_EVEN, cell_name, cell_names,
};
use super::{Ataxx, CLOCK_MAX, Edition, NEAR, SIZE, Step, bit, bits};
use crate::editor::Palette;
use crate::grid::{self, reading_order, square_name};
use crate::{
    Complaint, Ending, Face, Gesture, Ground, Message, Outcome, Picture, PictureCell, Piece, Player,
    Position, Report,
};

impl<S: Edition> Face for Ataxx<S> {
    fn picture(&self) -> Picture {
        let mut picture = grid::picture(&S::INFO, SIZE, SIZE, |file, rank| self.square(file, rank));
        let symbol = |cell: &PictureCell| match (cell.piece, cell.ground) {
            (Some(piece), _) => text::prolog_name::<S>(piece.owner),
            (None, Ground::Gap) => "-",
            (None, _) => "",
        };
        let numbers: Vec<String> = (1..=SIZE).map(|number| number.to_string()).collect();
        let symbols = picture.cells.iter().map(|cell| symbol(cell).to_owned()).collect();
        let turn = Some(PLAYER_TURN.with("player", if self.turn == S::A { 'A' } else { 'B' }));
        picture.report = Report {
            corner: "",
            columns: numbers.clone(),
            rows: numbers,
            symbols,
            captions: self.captions(),
            turn,
        };
        picture.counts = self.counts();
        picture
    }

    fn counts(&self) -> Option<[u32; 2]> {
        Some(self.sides().map(u64::count_ones))
    }

    fn changes(&self, later: &Self) -> Vec<PictureCell> {
        let [first, second] = [0, 1].map(|side: usize| self.sides()[side] ^ later.sides()[side]);
        reading_order(SIZE)
            .filter(|(file, rank)| (first | second) & bit(*file, *rank) != 0)
            .map(|(file, rank)| later.cell(file, rank))
            .collect()
    }

    /// A clone is made from any of the pieces it could come from.
    fn gestures(&self, mv: Step) -> Vec<Gesture> {
        let to = usize::from(mv.to);
        if mv == Step::PASS {
            vec![Gesture::touch::<String>([]).choosing("pass")]
        } else if mv.from == mv.to {
            bits(NEAR[to] & self.mover).map(|from| Gesture::touch([cell_name(from), cell_name(to)])).collect()
        } else {
            vec![Gesture::touch([cell_name(mv.from.into()), cell_name(to)])]
        }
    }

    fn objection(&self, cells: &[&str]) -> Option<Complaint> {
        match cells {
            [from] => text::check_source(self, from).err(),
            [from, to] => self.read_move(&format!("{from}-{to}")).err(),
            _ => None,
        }
    }

    fn move_kind(&self, mv: Step) -> Option<Message> {
        Some(reasons::kind(mv))
    }

    fn facts(&self, mv: Step) -> Vec<Message> {
        reasons::facts(self, mv)
    }

    fn passed(&self) -> Option<Self> {
        Some(Self { mover: self.waiting, waiting: self.mover, turn: !self.turn, ..self.clone() })
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.outcome()?;
        if !self.is_decided() {
            return Some(Ending { reason: CLOCK.with("count", CLOCK_MAX), cells: Vec::new() });
        }
        let full = self.empty() == 0;
        let Outcome::Win(winner) = outcome else {
            let count = self.mover.count_ones();
            let reason = match count {
                0 => ALL_GONE.message(),
                _ if full => FULL_EVEN.with("count", count),
                _ => STUCK_EVEN.with("count", count),
            };
            return Some(Ending { reason, cells: Vec::new() });
        };
        let (more, fewer) = (self.sides()[winner.index()], self.sides()[(!winner).index()]);
        let reason = if fewer == 0 {
            NO_PIECES.with("side", S::INFO.named(!winner))
        } else {
            let phrase = if full { FULL } else { STUCK };
            phrase.with("more", more.count_ones()).with("fewer", fewer.count_ones())
        };
        Some(Ending { reason, cells: cell_names(more) })
    }

    fn palette() -> Palette {
        Palette::plain()
            .with_ground(Ground::Gap)
            .with_counter(grid::CLOCK, 0)
            .with_counter(grid::FULL_NUMBER, 1)
    }

    fn to_prolog(&self) -> Option<String> {
        Some(text::to_prolog(self))
    }
}

impl<S: Edition> Ataxx<S> {
    fn cell(&self, file: usize, rank: usize) -> PictureCell {
        let (ground, piece) = self.square(file, rank);
        PictureCell { name: square_name(file, rank), ground, piece }
    }

    fn square(&self, file: usize, rank: usize) -> (Ground, Option<Piece>) {
        let square = bit(file, rank);
        (
            if self.ground & square == 0 { Ground::Gap } else { Ground::Plain },
            self.owner(square).map(Piece::of),
        )
    }

    /// Returns the points of both players side by side.
    fn captions(&self) -> Vec<Message> {
        let points = |player: Player| self.sides()[player.index()].count_ones();
        vec![
            PLAYERS.message(),
            POINTS.with("left", format!("{:<18}", points(S::A))).with("right", points(!S::A)),
            BLANK.message(),
        ]
    }
}
