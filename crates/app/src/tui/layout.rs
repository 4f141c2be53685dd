//! Where things are on the screen. Drawing and the mouse both ask here, so that a click lands on what is
//! seen.

use games::{Orientation, Picture};
use ratatui::layout::Rect;

/// Below this the screen shows only that it is too small.
pub const WIDTH_MIN: u16 = 60;
pub const HEIGHT_MIN: u16 = 18;

/// Heights of a cell, in lines.
pub const ZOOM_MIN: u16 = 1;
pub const ZOOM_MAX: u16 = 7;

/// The parts of the screen during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    pub header: Rect,
    pub board: Rect,
    pub panel: Rect,
    pub footer: Rect,
}

pub fn is_too_small(size: (u16, u16)) -> bool {
    size.0 < WIDTH_MIN || size.1 < HEIGHT_MIN
}

pub fn parts((width, height): (u16, u16)) -> Parts {
    let panel = if width < 80 { 24 } else { (width / 4).clamp(28, 46) };
    let body = height.saturating_sub(2);
    Parts {
        header: Rect::new(0, 0, width, 1),
        board: Rect::new(0, 1, width.saturating_sub(panel), body),
        panel: Rect::new(width.saturating_sub(panel), 1, panel, body),
        footer: Rect::new(0, height.saturating_sub(1), width, 1),
    }
}

/// How much of a board is seen, and how large. Columns and rows are counted as they are seen: on a flipped
/// board from the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Upper left corner of the first cell that is seen.
    left: u16,
    top: u16,
    /// Width and height of a cell.
    pub cell: (u16, u16),
    /// The first column and row that are seen, and how many.
    pub first: (usize, usize),
    pub shown: (usize, usize),
    /// Columns and rows of the whole picture.
    pub whole: (usize, usize),
    orientation: Orientation,
}

/// The part of the board that is shown, as it was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Viewport {
    /// Height of a cell; without one, as large as the board allows.
    pub zoom: Option<u16>,
    /// The first column and row to show, where not all can be.
    pub scroll: (usize, usize),
    pub orientation: Orientation,
}

impl Grid {
    pub fn of(picture: &Picture, area: Rect, viewport: Viewport) -> Self {
        let whole = (picture.columns.len(), picture.rows.len());
        let margin = margin(picture);
        // One line below for the labels of the columns.
        let room = (area.width.saturating_sub(margin + 1), area.height.saturating_sub(1));
        let has_sizes = picture.cells.iter().any(|cell| cell.piece.is_some_and(|piece| piece.size.is_some()));
        let fits = |zoom: &u16| {
            let (width, height) = cell_size(*zoom, has_sizes);
            usize::from(width) * whole.0 <= room.0.into() && usize::from(height) * whole.1 <= room.1.into()
        };
        let zoom = viewport
            .zoom
            .unwrap_or_else(|| (ZOOM_MIN..=ZOOM_MAX).rev().find(fits).unwrap_or(ZOOM_MIN))
            .clamp(ZOOM_MIN, ZOOM_MAX);
        // Where even the smallest cells are too wide, those of numbers go without the space between them.
        let cell =
            cell_size(zoom, has_sizes && !(viewport.zoom.is_none() && zoom == ZOOM_MIN && !fits(&zoom)));
        let shown =
            (whole.0.min((room.0 / cell.0).max(1).into()), whole.1.min((room.1 / cell.1).max(1).into()));
        let first = (viewport.scroll.0.min(whole.0 - shown.0), viewport.scroll.1.min(whole.1 - shown.1));
        let (width, height) = (shown.0 as u16 * cell.0, shown.1 as u16 * cell.1);
        let left = area.x + margin + (room.0.saturating_sub(width)) / 2;
        let top = area.y + (room.1.saturating_sub(height)) / 2;
        Self { left, top, cell, first, shown, whole, orientation: viewport.orientation }
    }

    /// Whether all of the board is seen.
    pub fn is_whole(&self) -> bool {
        self.shown == self.whole
    }

    /// Where the cell of this index in the picture is seen: column and row of the whole board.
    pub fn place(&self, index: usize) -> (usize, usize) {
        let (column, row) = (index % self.whole.0, index / self.whole.0);
        match self.orientation {
            Orientation::Upright => (column, row),
            Orientation::Flipped => (self.whole.0 - 1 - column, self.whole.1 - 1 - row),
        }
    }

    /// The index in the picture of what is seen at a column and row.
    pub fn index(&self, (column, row): (usize, usize)) -> usize {
        match self.orientation {
            Orientation::Upright => row * self.whole.0 + column,
            Orientation::Flipped => (self.whole.1 - 1 - row) * self.whole.0 + self.whole.0 - 1 - column,
        }
    }

    /// The part of the screen on which a cell of the picture is drawn, if it is in sight.
    pub fn rect(&self, index: usize) -> Option<Rect> {
        let (column, row) = self.place(index);
        let column = column.checked_sub(self.first.0).filter(|column| *column < self.shown.0)? as u16;
        let row = row.checked_sub(self.first.1).filter(|row| *row < self.shown.1)? as u16;
        Some(Rect::new(
            self.left + column * self.cell.0,
            self.top + row * self.cell.1,
            self.cell.0,
            self.cell.1,
        ))
    }

    /// All cells that are in sight.
    pub fn area(&self) -> Rect {
        Rect::new(self.left, self.top, self.shown.0 as u16 * self.cell.0, self.shown.1 as u16 * self.cell.1)
    }

    /// The cell of the picture at a place of the screen.
    pub fn hit(&self, x: u16, y: u16) -> Option<usize> {
        let column = usize::from(x.checked_sub(self.left)? / self.cell.0);
        let row = usize::from(y.checked_sub(self.top)? / self.cell.1);
        (column < self.shown.0 && row < self.shown.1)
            .then(|| self.index((self.first.0 + column, self.first.1 + row)))
    }

    /// The nearest scroll at which a cell of the picture is in sight, with a neighbour on each side where
    /// there is one.
    pub fn scroll_to(&self, index: usize) -> (usize, usize) {
        let (column, row) = self.place(index);
        (
            slide(self.first.0, self.shown.0, self.whole.0, column),
            slide(self.first.1, self.shown.1, self.whole.1, row),
        )
    }
}

fn slide(first: usize, shown: usize, whole: usize, wanted: usize) -> usize {
    let rim = usize::from(shown > 2);
    let most = whole - shown;
    if wanted < first + rim {
        wanted.saturating_sub(rim).min(most)
    } else if wanted + rim >= first + shown {
        (wanted + rim + 1).saturating_sub(shown).min(most)
    } else {
        first
    }
}

/// Width of the labels of the rows, and a space after them.
pub fn margin(picture: &Picture) -> u16 {
    picture.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0) as u16 + 1
}

/// Characters are about twice as high as wide; an odd width has a middle. Small pieces with sizes need room
/// for two digits.
fn cell_size(zoom: u16, has_sizes: bool) -> (u16, u16) {
    match zoom {
        1 if has_sizes => (4, 1),
        1 => (3, 1),
        _ => (2 * zoom + 1, zoom),
    }
}
