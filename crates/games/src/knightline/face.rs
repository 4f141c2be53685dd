//! Knight Line as people see it: the box around the stacks and a ring of one cell, growing with the game.

use super::cell::{Cell, column_name};
use super::reasons;
use super::text::{self, BOTH_STUCK, LINE, SPENT, STUCK};
use super::{KnightLine, Rules, Split, TILES_MAX, setup, window};
use crate::editor::{BoardSetup, Palette};
use crate::{
    Complaint, Ending, Face, Gesture, Ground, Message, Outcome, ParseError, Picture, Piece, Player, Position,
    Report,
};

impl<R: Rules> Face for KnightLine<R> {
    fn picture(&self) -> Picture {
        let (top_left, bottom_right) = self.bounds();
        let columns = top_left.column - 1..=bottom_right.column + 1;
        let rows = bottom_right.row - 1..=top_left.row + 1;
        let cells: Vec<crate::PictureCell> = rows
            .clone()
            .rev()
            .flat_map(|row| columns.clone().map(move |column| self.picture_cell(Cell { column, row })))
            .collect();
        // The report writes X for black, O for white.
        let symbol = |cell: &crate::PictureCell| match cell.piece {
            Some(Piece { owner, size }) => {
                let letter = if R::INFO.side(owner).letter == 'b' { 'X' } else { 'O' };
                format!("{letter},{}", size.unwrap_or(0))
            }
            None => String::new(),
        };
        Picture {
            columns: columns.clone().map(column_name).collect(),
            rows: rows.clone().rev().map(|row| row.to_string()).collect(),
            counts: None,
            report: Report {
                corner: "////",
                columns: (0..columns.count()).map(|number| number.to_string()).collect(),
                rows: (0..rows.count()).map(report_row).collect(),
                symbols: cells.iter().map(symbol).collect(),
                captions: Vec::new(),
                turn: None,
            },
            cells,
        }
    }

    /// Stacks are sorted as their cells are read; one that only one of both has, has changed.
    fn changes(&self, later: &Self) -> Vec<crate::PictureCell> {
        let differing = |one: &Self, other: &Self| -> Vec<u32> {
            let stacks = Player::BOTH
                .into_iter()
                .flat_map(|player| one.stacks(player).iter().map(move |stack| (player, *stack)));
            stacks
                .filter(|(player, stack)| other.stacks(*player).binary_search(stack).is_err())
                .map(|(_, stack)| stack.code())
                .collect()
        };
        let mut codes = [differing(self, later), differing(later, self)].concat();
        codes.sort_unstable();
        codes.dedup();
        codes.into_iter().map(|code| later.picture_cell(Cell::from_code(code))).collect()
    }

    fn gestures(&self, mv: Split) -> Vec<Gesture> {
        vec![match mv.parts() {
            Some((from, to, tiles)) => Gesture::touch([from, to]).choosing(tiles),
            None => Gesture::touch::<Cell>([]).choosing("pass"),
        }]
    }

    fn objection(&self, cells: &[&str]) -> Option<Complaint> {
        let cell = |index: usize| cells.get(index).map(|name| name.parse::<Cell>());
        match (cell(0)?, cell(1)) {
            (Err(error), _) | (_, Some(Err(error))) => Some(error),
            (Ok(from), None) => text::check_source(self, from).err(),
            (Ok(from), Some(Ok(to))) => {
                text::check_source(self, from).and_then(|_| text::check_target(self, from, to)).err()
            }
        }
    }

    fn move_kind(&self, mv: Split) -> Option<Message> {
        Some(reasons::kind(mv))
    }

    fn facts(&self, mv: Split) -> Vec<Message> {
        reasons::facts(self, mv)
    }

    /// Neither side has a line as long as the game goes on, so that nothing else changes.
    fn passed(&self) -> Option<Self> {
        Some(Self { turn: !self.turn, ..self.clone() })
    }

    fn ending(&self) -> Option<Ending> {
        let Outcome::Win(winner) = self.outcome()? else { return None };
        let side = |player: Player| R::INFO.named(player);
        Some(if self.line {
            Ending { reason: LINE.with("side", side(winner)), cells: self.line_cells(winner) }
        } else if !R::STUCK_LOSES {
            Ending { reason: BOTH_STUCK.with("side", side(winner)), cells: Vec::new() }
        } else {
            // The player who has just moved loses by being spent, the player to move by having no move.
            let reason = if winner == self.turn { SPENT } else { STUCK };
            Ending { reason: reason.with("side", side(!winner)), cells: Vec::new() }
        })
    }

    fn palette() -> Palette {
        Palette::plain().with_sizes(1, TILES_MAX as u8)
    }

    /// The box around the stacks and a ring of one cell, as in a game. Without stacks, the cells around the
    /// first one of a game.
    fn setup_picture(setup: &BoardSetup) -> Picture {
        setup::picture(setup)
    }

    fn set_up(setup: &BoardSetup) -> Result<Self, ParseError> {
        setup::read(setup)
    }

    fn to_prolog(&self) -> Option<String> {
        Some(text::to_prolog(self))
    }
}

impl<R: Rules> KnightLine<R> {
    fn picture_cell(&self, cell: Cell) -> crate::PictureCell {
        let stack = self.at(cell);
        crate::PictureCell {
            name: cell.to_string(),
            ground: if stack.is_some() || self.touches(cell) { Ground::Plain } else { Ground::Beyond },
            piece: stack.map(|(owner, height)| Piece { owner, size: Some(height) }),
        }
    }

    /// Returns every stack that stands in a line of four or more of its owner.
    fn line_cells(&self, player: Player) -> Vec<String> {
        let stacks = self.stacks(player);
        let in_line = |stack: &&super::Stack| window::is_in_line(stacks, **stack);
        stacks.iter().filter(in_line).map(|stack| stack.cell().to_string()).collect()
    }
}

/// Rows of the report's board are letters from the top: A to Z, then AA, AB and so on.
fn report_row(row: usize) -> String {
    let letter = |index: usize| char::from(b'A' + index as u8);
    if row < 26 { letter(row).to_string() } else { format!("{}{}", letter(row / 26 - 1), letter(row % 26)) }
}
