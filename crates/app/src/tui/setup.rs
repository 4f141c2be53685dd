//! The position editor on the screen, as plain data.

use games::editor::{CellContent, PositionEditor, SetupEdit};
use games::{Complaint, Picture};

use super::layout::{Grid, Viewport, parts};

/// A position that is put together. What lies under it waits.
#[derive(Debug)]
pub struct SetupScreen {
    pub editor: PositionEditor,
    pub cursor: String,
    /// Index in the palette of what Enter puts down.
    pub brush: usize,
    /// The size of the pieces that are put down, in games that have such.
    pub size: u8,
    /// Index of the counter that is changed next.
    pub counter: usize,
}

impl SetupScreen {
    pub fn new(editor: PositionEditor) -> Self {
        let picture = editor.picture();
        let cursor =
            picture.cells.get(picture.cells.len() / 2).map_or(String::new(), |cell| cell.name.clone());
        let size = editor.palette().sizes.map_or(1, |[least, _]| least);
        Self { editor, cursor, brush: 1, size, counter: 0 }
    }

    /// Returns what Enter puts down.
    pub fn content(&self) -> CellContent {
        let palette = self.editor.palette();
        let mut content = palette.contents[self.brush.min(palette.contents.len() - 1)];
        if let (CellContent::Piece(piece), Some(_)) = (&mut content, palette.sizes) {
            piece.size = Some(self.size);
        }
        content
    }

    /// Puts something on the cell under the cursor.
    pub fn put(&mut self, content: CellContent) -> Result<(), Complaint> {
        let result = self.editor.apply(SetupEdit::Put { cell: self.cursor.clone(), content });
        self.keep_cursor();
        result
    }

    /// Moves the cursor to a cell of the board, if it has lost its own.
    pub fn keep_cursor(&mut self) {
        let picture = self.editor.picture();
        if picture.cell(&self.cursor).is_none() {
            let middle = picture.cells.get(picture.cells.len() / 2);
            self.cursor = middle.map_or(String::new(), |cell| cell.name.clone());
        }
    }

    /// Where the cells are on a screen of this size, with the cursor in sight.
    pub fn grid(&self, picture: &Picture, size: (u16, u16)) -> Grid {
        let of = |sight| Grid::of(picture, parts(size).board, sight);
        let scroll = of(Viewport::default()).scroll_to(self.cursor_index(picture));
        of(Viewport { scroll, ..Viewport::default() })
    }

    pub fn cursor_index(&self, picture: &Picture) -> usize {
        picture.cells.iter().position(|cell| cell.name == self.cursor).unwrap_or(0)
    }
}
