//! The position editor: cells that are filled one by one, until they are a position of the game.
//!
//! A [`BoardSetup`] is what stands on the board while it is edited, whether or not a game could come to it.
//! What can be put there is data ([`Palette`]), and why it is no position yet is what the game's own reader
//! says, so front ends know no game.

use std::collections::BTreeMap;

use crate::grid;
use crate::{
    AnyPosition, Complaint, Face, GameEntry, Ground, Info, ParseError, Phrase, Picture, Piece, Player,
};
use crate::{PictureCell, quote};

phrases! {
    CELL = "editor-cell": "{text} is not a cell that can be edited here";
    CONTENT = "editor-content": "{text} cannot hold this in this game";
    COUNTER = "editor-counter": "a counter is a number from 0 to {most}";
    FULL = "editor-full": "there is no room for more than {most} cells";
}

/// Most changes that can be taken back.
pub const SETUPS_MAX: usize = 500;
/// Most cells of a setup that are not as the empty board has them. No game has as many.
pub const CELLS_MAX: usize = 128;
/// The most that a counter of a position shows.
pub const COUNTER_MAX: u16 = 9999;

/// What can be put on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellContent {
    /// What the cell is on the empty board.
    Empty,
    /// A ground other than that, without a piece.
    Ground(Ground),
    Piece(Piece),
}

/// What the editor of a game offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Everything that can be put on cells; pieces in their smallest size.
    pub contents: Vec<CellContent>,
    /// The smallest and the largest size of a piece, in games whose pieces have sizes.
    pub sizes: Option<[u8; 2]>,
    /// The counters of a position, in the order of its text, with what they are at the start of a game.
    pub counters: Vec<CounterField>,
}

/// A number that belongs to a position besides the board and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterField {
    pub name: &'static Phrase,
    pub start: u16,
}

impl Palette {
    /// An eraser and the pieces of both sides, all alike.
    pub fn plain() -> Self {
        let pieces = Player::BOTH.map(|owner| CellContent::Piece(Piece::of(owner)));
        let contents = [CellContent::Empty].into_iter().chain(pieces).collect();
        Self { contents, sizes: None, counters: Vec::new() }
    }

    #[must_use]
    pub fn with_ground(mut self, ground: Ground) -> Self {
        self.contents.insert(1, CellContent::Ground(ground));
        self
    }

    #[must_use]
    pub fn with_sizes(mut self, least: u8, most: u8) -> Self {
        for content in &mut self.contents {
            if let CellContent::Piece(piece) = content {
                piece.size = Some(least);
            }
        }
        self.sizes = Some([least, most]);
        self
    }

    pub(crate) fn with_counter(mut self, name: &'static Phrase, start: u16) -> Self {
        self.counters.push(CounterField { name, start });
        self
    }

    /// Returns whether this can be put on cells, in whatever size a piece can have.
    pub fn offers(&self, content: CellContent) -> bool {
        let CellContent::Piece(piece) = content else { return self.contents.contains(&content) };
        match (piece.size, self.sizes) {
            (None, None) => true,
            (Some(size), Some([least, most])) => (least..=most).contains(&size),
            _ => false,
        }
    }
}

/// A position as it is being put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSetup {
    /// The cells that are not as the empty board has them, by name.
    pub cells: BTreeMap<String, CellContent>,
    pub turn: Player,
    /// As many as the palette has, in its order.
    pub counters: Vec<u16>,
}

impl BoardSetup {
    /// The empty board at the start of a game.
    pub fn empty(palette: &Palette) -> Self {
        let counters = palette.counters.iter().map(|counter| counter.start).collect();
        Self { cells: BTreeMap::new(), turn: Player::First, counters }
    }

    /// What stands on a cell.
    pub fn content(&self, cell: &str) -> CellContent {
        self.cells.get(cell).copied().unwrap_or(CellContent::Empty)
    }
}

/// A change to a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupEdit {
    Put {
        cell: String,
        content: CellContent,
    },
    Turn(Player),
    /// Sets the counter of this index in the palette.
    Counter {
        index: usize,
        value: u16,
    },
    /// Takes everything off the board.
    Clear,
    /// Puts another setup in the place of this one, such as that of a position that was pasted.
    Replace(BoardSetup),
}

/// A setup that is edited, with undo and redo.
#[derive(Clone, Debug)]
pub struct PositionEditor {
    game: &'static GameEntry,
    setup: BoardSetup,
    /// The setups before each change, the latest last.
    done: Vec<BoardSetup>,
    undone: Vec<BoardSetup>,
}

impl PositionEditor {
    /// An editor that begins with the empty board.
    pub fn new(game: &'static GameEntry) -> Self {
        let setup = BoardSetup::empty(&(game.palette)());
        Self { game, setup, done: Vec::new(), undone: Vec::new() }
    }

    /// An editor that begins with a position of its game.
    pub fn of(game: &'static GameEntry, position: &dyn AnyPosition) -> Self {
        Self { setup: setup_of(game, position), ..Self::new(game) }
    }

    pub fn game(&self) -> &'static GameEntry {
        self.game
    }

    pub fn palette(&self) -> Palette {
        (self.game.palette)()
    }

    pub fn setup(&self) -> &BoardSetup {
        &self.setup
    }

    /// The board as it is now. Cells that are not in it cannot be edited; a board without edges grows with
    /// what is put on its rim.
    pub fn picture(&self) -> Picture {
        (self.game.setup_picture)(&self.setup)
    }

    /// The position that stands on the board.
    ///
    /// # Errors
    /// Says why it is none.
    pub fn position(&self) -> Result<Box<dyn AnyPosition>, ParseError> {
        (self.game.set_up)(&self.setup)
    }

    /// Makes a change.
    ///
    /// # Errors
    /// Says why it cannot be made; nothing is changed then. A change may well lead to what is no position.
    pub fn apply(&mut self, edit: SetupEdit) -> Result<(), Complaint> {
        let mut setup = self.setup.clone();
        match edit {
            SetupEdit::Put { cell, content } => {
                if self.picture().cell(&cell).is_none() {
                    return Err(CELL.with("text", quote(&cell)));
                }
                self.check_content(&cell, content)?;
                put(&mut setup, cell, content);
            }
            SetupEdit::Turn(turn) => setup.turn = turn,
            SetupEdit::Counter { index, value } => match setup.counters.get_mut(index) {
                Some(counter) if value <= COUNTER_MAX => *counter = value,
                _ => return Err(COUNTER.with("most", u32::from(COUNTER_MAX))),
            },
            SetupEdit::Clear => setup.cells.clear(),
            SetupEdit::Replace(other) => setup = self.checked(other)?,
        }
        self.check_cells(&setup)?;
        if setup != self.setup {
            self.undone.clear();
            self.done.push(std::mem::replace(&mut self.setup, setup));
            if self.done.len() > SETUPS_MAX {
                self.done.remove(0);
            }
        }
        Ok(())
    }

    /// Puts a position of the game on the board, as one change.
    ///
    /// # Errors
    /// Says why the text is no position.
    pub fn paste(&mut self, text: &str) -> Result<(), Complaint> {
        let position = (self.game.read)(text)?;
        self.apply(SetupEdit::Replace(setup_of(self.game, &*position)))
    }

    /// Takes the last change back. Returns `false` where there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.done.pop() else { return false };
        self.undone.push(std::mem::replace(&mut self.setup, before));
        true
    }

    /// Makes the change again that was taken back last, likewise.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.undone.pop() else { return false };
        self.done.push(std::mem::replace(&mut self.setup, after));
        true
    }

    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    fn check_content(&self, cell: &str, content: CellContent) -> Result<(), Complaint> {
        if self.palette().offers(content) { Ok(()) } else { Err(CONTENT.with("text", quote(cell))) }
    }

    /// Returns a setup from outside, if this game can show it.
    fn checked(&self, setup: BoardSetup) -> Result<BoardSetup, Complaint> {
        let mut checked = BoardSetup::empty(&self.palette());
        if setup.counters.len() != checked.counters.len()
            || setup.counters.iter().any(|counter| *counter > COUNTER_MAX)
        {
            return Err(COUNTER.with("most", u32::from(COUNTER_MAX)));
        }
        (checked.turn, checked.counters) = (setup.turn, setup.counters);
        for (cell, content) in setup.cells {
            self.check_content(&cell, content)?;
            put(&mut checked, cell, content);
        }
        Ok(checked)
    }

    /// Returns whether a setup is small enough and all of it can be shown.
    fn check_cells(&self, setup: &BoardSetup) -> Result<(), Complaint> {
        if setup.cells.len() > CELLS_MAX {
            return Err(FULL.with("most", CELLS_MAX));
        }
        let picture = (self.game.setup_picture)(setup);
        match setup.cells.keys().find(|cell| picture.cell(cell).is_none()) {
            Some(cell) => Err(CELL.with("text", quote(cell))),
            None => Ok(()),
        }
    }
}

fn put(setup: &mut BoardSetup, cell: String, content: CellContent) {
    match content {
        CellContent::Empty => setup.cells.remove(&cell),
        content => setup.cells.insert(cell, content),
    };
}

/// Returns a position as a setup.
pub fn setup_of(game: &'static GameEntry, position: &dyn AnyPosition) -> BoardSetup {
    let empty = (game.setup_picture)(&BoardSetup::empty(&(game.palette)()));
    let content = |cell: &PictureCell| match (cell.piece, empty.cell(&cell.name)) {
        (Some(piece), _) => Some(CellContent::Piece(piece)),
        (None, Some(before)) if before.ground != cell.ground => Some(CellContent::Ground(cell.ground)),
        _ => None,
    };
    let cells = position.picture().cells;
    BoardSetup {
        cells: cells.iter().filter_map(|cell| Some((cell.name.clone(), content(cell)?))).collect(),
        turn: position.turn(),
        // What follows the board and the side in the text of a position, as far as it is numbers.
        counters: position
            .to_string()
            .split_whitespace()
            .skip(2)
            .filter_map(|field| field.parse().ok())
            .collect(),
    }
}

/// The picture of a setup on a board whose cells are those of the standard start.
pub(crate) fn grid_picture<P: Face>(setup: &BoardSetup) -> Picture {
    let start = P::default().picture();
    let cells = start.cells.into_iter().map(|cell| match setup.cells.get(&cell.name) {
        Some(CellContent::Piece(piece)) => PictureCell { piece: Some(*piece), ..cell },
        Some(CellContent::Ground(ground)) => PictureCell { piece: None, ground: *ground, ..cell },
        Some(CellContent::Empty) | None => PictureCell { piece: None, ..cell },
    });
    Picture { cells: cells.collect(), counts: None, ..start }
}

/// The text of a setup in the notation of games on squares, for their own reader to judge.
pub(crate) fn grid_text<P: Face>(setup: &BoardSetup) -> String {
    let picture = P::setup_picture(setup);
    let (columns, rows) = (picture.columns.len(), picture.rows.len());
    let mut text =
        BoardText { columns, rows, cells: picture.cells.iter().map(P::cell_text).collect() }.to_string();
    text.push(' ');
    text.push(P::INFO.side(setup.turn).letter);
    for counter in &setup.counters {
        text.push(' ');
        text.push_str(&counter.to_string());
    }
    text
}

/// How position texts write a cell, unless a game says otherwise: the letter of a piece with its size, or a
/// sign for the ground; `None` for an empty square.
pub(crate) fn cell_text(info: &Info, cell: &PictureCell) -> Option<String> {
    if let Some(Piece { owner, size }) = cell.piece {
        let size = size.map_or(String::new(), |size| size.to_string());
        return Some(format!("{}{size}", info.side(owner).letter));
    }
    let sign = match cell.ground {
        Ground::Plain | Ground::Beyond => return None,
        Ground::Gap => "-",
        Ground::Mountain => "M",
        Ground::Cave => "C",
        Ground::SpentCave => "c",
    };
    Some(sign.to_owned())
}

struct BoardText {
    columns: usize,
    rows: usize,
    cells: Vec<Option<String>>,
}

impl std::fmt::Display for BoardText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cell = |place: grid::Place| self.cells[place.row * self.columns + place.column].as_deref();
        grid::write_board(f, self.columns, self.rows, cell)
    }
}
