//! Knight Line in the position editor: a board without edges that grows with what is put on its rim.

use super::cell::{Cell, HOME_COLUMN, column_name};
use super::text::{self, ANCHOR_COLUMNS_MAX, ANCHOR_ROWS_MAX};
use super::{KnightLine, Rules, TILES_MAX};
use crate::editor::{BoardSetup, CellContent};
use crate::{Ground, ParseError, Picture, PictureCell, Piece, Player, Report};

/// No connected stacks span more, in either direction.
const SPAN_MAX: i16 = 2 * TILES_MAX as i16;
const HOME: Cell = Cell { column: HOME_COLUMN, row: 0 };

/// The stacks of a setup, as far as their cells have names and lie where positions can lie.
fn stacks(setup: &BoardSetup) -> impl Iterator<Item = (Cell, Player, u8)> {
    setup.cells.iter().filter_map(|(name, content)| {
        let CellContent::Piece(Piece { owner, size }) = content else { return None };
        let cell: Cell = name.parse().ok()?;
        let right = cell.column - HOME_COLUMN;
        let is_near = (-ANCHOR_COLUMNS_MAX..=ANCHOR_COLUMNS_MAX + SPAN_MAX).contains(&right)
            && (-ANCHOR_ROWS_MAX - SPAN_MAX..=ANCHOR_ROWS_MAX).contains(&cell.row);
        // The editor lets no other heights through.
        let height = size.unwrap_or(1).clamp(1, TILES_MAX as u8);
        (is_near && cell.to_string() == *name).then_some((cell, *owner, height))
    })
}

/// The top left and the bottom right cell of the box around the stacks.
fn bounds(stacks: &[(Cell, Player, u8)]) -> Option<(Cell, Cell)> {
    let columns = || stacks.iter().map(|(cell, ..)| cell.column);
    let rows = || stacks.iter().map(|(cell, ..)| cell.row);
    let top_left = Cell { column: columns().min()?, row: rows().max()? };
    Some((top_left, Cell { column: columns().max()?, row: rows().min()? }))
}

/// The board of a setup: the box around its stacks and a ring of one cell. Stacks too far away from the first
/// ones are left out.
pub(super) fn picture(setup: &BoardSetup) -> Picture {
    let stacks: Vec<_> = stacks(setup).collect();
    let (top_left, bottom_right) = bounds(&stacks).unwrap_or((HOME, HOME));
    let right = bottom_right.column.min(top_left.column + SPAN_MAX - 1);
    let bottom = bottom_right.row.max(top_left.row - SPAN_MAX + 1);
    let columns = top_left.column - 1..=right + 1;
    let rows = || (bottom - 1..=top_left.row + 1).rev();
    let cell = |cell: Cell| {
        let stack = stacks.iter().find(|(at, ..)| *at == cell);
        let piece = stack.map(|(_, owner, height)| Piece { owner: *owner, size: Some(*height) });
        PictureCell { name: cell.to_string(), ground: Ground::Plain, piece }
    };
    Picture {
        columns: columns.clone().map(column_name).collect(),
        rows: rows().map(|row| row.to_string()).collect(),
        cells: rows()
            .flat_map(|row| columns.clone().map(move |column| Cell { column, row }))
            .map(cell)
            .collect(),
        counts: None,
        report: Report::default(),
    }
}

/// Reads the position of a setup.
pub(super) fn read<R: Rules>(setup: &BoardSetup) -> Result<KnightLine<R>, ParseError> {
    let stacks: Vec<_> = stacks(setup).collect();
    let (top_left, bottom_right) = bounds(&stacks).unwrap_or((HOME, HOME));
    let stack =
        |at: Cell| stacks.iter().find(|(cell, ..)| *cell == at).map(|(_, owner, height)| (*owner, *height));
    let row = |row: i16| {
        (top_left.column..=bottom_right.column).map(|column| stack(Cell { column, row })).collect()
    };
    let board = (bottom_right.row..=top_left.row).rev().map(row).collect();
    text::build(&board, setup.turn, text::read_anchor(&format!("@{top_left}"))?)
}
