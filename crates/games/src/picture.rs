//! What people see and touch. Front ends draw pictures and match gestures and contain no rules.

use crate::editor::{self, BoardSetup, Palette};
use crate::{Complaint, Heuristics, Message, ParseError, Player, Position};

/// A position as a grid of cells, row by row from the top, as far as it is worth drawing now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Labels of the columns from the left, in the notation of the game.
    pub columns: Vec<String>,
    /// Labels of the rows from the top, in the notation of the game.
    pub rows: Vec<String>,
    /// `rows.len() * columns.len()` cells.
    pub cells: Vec<PictureCell>,
    /// Pieces of the first and of the second player, where players count them.
    pub counts: Option<[u32; 2]>,
    /// The labels and captions of the report that first described the game as a program.
    pub report: Report,
}

/// One cell of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureCell {
    /// The cell in the notation of the game; opaque to front ends.
    pub name: String,
    pub ground: Ground,
    pub piece: Option<Piece>,
}

/// What a cell is when nothing stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// An ordinary cell of the board.
    Plain,
    /// Drawn only to keep the grid square: no piece can stand there yet.
    Beyond,
    /// A hole in the board.
    Gap,
    Mountain,
    Cave,
    /// A cave that has called its dragon.
    SpentCave,
}

impl Ground {
    /// Returns one word for it, for programs: a class in SVG, a value in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Beyond => "beyond",
            Self::Gap => "gap",
            Self::Mountain => "mountain",
            Self::Cave => "cave",
            Self::SpentCave => "spent-cave",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    pub owner: Player,
    /// Height of a stack or strength of a piece, in games that have such.
    pub size: Option<u8>,
}

impl Piece {
    /// Returns a piece of a game whose pieces are all alike.
    pub const fn of(owner: Player) -> Self {
        Self { owner, size: None }
    }
}

/// How the report labelled its board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What stands in the corner between both rows of labels.
    pub corner: &'static str,
    pub columns: Vec<String>,
    pub rows: Vec<String>,
    /// One symbol per cell of the picture.
    pub symbols: Vec<String>,
    /// Lines under the board.
    pub captions: Vec<Message>,
    /// How the report says whose turn it is, where it has words of its own for that.
    pub turn: Option<Message>,
}

/// A way to make a move by hand: cells touched in order, then perhaps a choice by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gesture {
    pub cells: Vec<String>,
    pub choice: Option<String>,
}

impl Gesture {
    pub fn touch<C: ToString>(cells: impl IntoIterator<Item = C>) -> Self {
        Self { cells: cells.into_iter().map(|cell| cell.to_string()).collect(), choice: None }
    }

    #[must_use]
    pub fn choosing(mut self, choice: impl ToString) -> Self {
        self.choice = Some(choice.to_string());
        self
    }
}

/// From which side the board is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orientation {
    /// As the picture has it.
    #[default]
    Upright,
    /// From the opposite side of the table.
    Flipped,
}

/// Why a game is over, and the cells that decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub reason: Message,
    pub cells: Vec<String>,
}

impl Picture {
    pub fn cell(&self, name: &str) -> Option<&PictureCell> {
        self.cells.iter().find(|cell| cell.name == name)
    }

    /// Returns the notation's name of the cell that the report calls by this column and row.
    pub fn report_cell(&self, column: &str, row: &str) -> Option<&PictureCell> {
        let column = self.report.columns.iter().position(|label| label.eq_ignore_ascii_case(column))?;
        let row = self.report.rows.iter().position(|label| label.eq_ignore_ascii_case(row))?;
        self.cells.get(row * self.columns.len() + column)
    }

    /// Returns the cells of a later picture that look different from here. Ground that comes into view as the
    /// board grows is no change.
    pub fn changes(&self, later: &Self) -> Vec<PictureCell> {
        let same_grid = self.columns == later.columns && self.rows == later.rows;
        let differs = |(index, cell): &(usize, &PictureCell)| {
            let before = if same_grid { self.cells.get(*index) } else { self.cell(&cell.name) };
            match before {
                Some(before) => {
                    before.piece != cell.piece
                        || (before.ground != cell.ground
                            && !matches!(before.ground, Ground::Beyond | Ground::Plain))
                }
                None => cell.piece.is_some(),
            }
        };
        later.cells.iter().enumerate().filter(differs).map(|(_, cell)| cell.clone()).collect()
    }
}

/// What people see and touch of a game.
pub trait Face: Position {
    fn picture(&self) -> Picture;

    /// Pieces of the first and of the second player, where players count them.
    fn counts(&self) -> Option<[u32; 2]> {
        None
    }

    /// Returns the cells that look different in a later position, as they look there, in the order of its
    /// picture. Games compute them without drawing.
    fn changes(&self, later: &Self) -> Vec<PictureCell> {
        self.picture().changes(&later.picture())
    }

    /// Returns every way to make this legal move by hand; never empty. No two moves of a position share a
    /// gesture.
    fn gestures(&self, mv: Self::Move) -> Vec<Gesture>;

    /// Returns why no legal move begins with touching these cells, where the game can say more than that.
    fn objection(&self, _cells: &[&str]) -> Option<Complaint> {
        None
    }

    /// What kind of move it is, without its cells: "a jump". `None` where all moves are of one kind.
    fn move_kind(&self, _mv: Self::Move) -> Option<Message> {
        None
    }

    /// What the game can say about a legal move beyond what [`crate::reasons`] says for every game, the
    /// weightiest first. Each fact must be checked against the position.
    fn facts(&self, _mv: Self::Move) -> Vec<Message> {
        Vec::new()
    }

    /// The position of a game that goes on with the other side to move, to see what it threatens; it need not
    /// be one that a game comes to. `None` where the game cannot say.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// `Some` exactly when the position has an outcome.
    fn ending(&self) -> Option<Ending>;

    /// What can be put on the cells of this game, and its counters, when a position is set up by hand.
    fn palette() -> Palette {
        Palette::plain()
    }

    /// The board of a setup, as far as it is worth drawing; every cell of it can be edited. Cells of the
    /// setup that the game cannot show are missing.
    fn setup_picture(setup: &BoardSetup) -> Picture {
        editor::grid_picture::<Self>(setup)
    }

    /// How position texts write a cell of a picture; `None` for an empty square.
    fn cell_text(cell: &PictureCell) -> Option<String> {
        editor::cell_text(&Self::INFO, cell)
    }

    /// Reads a position from a setup.
    ///
    /// # Errors
    /// Says why no game comes to it.
    fn set_up(setup: &BoardSetup) -> Result<Self, ParseError> {
        editor::grid_text::<Self>(setup).parse()
    }

    /// Returns the position as the report's Prolog programs hold it, for games that have such a report.
    /// [`Position`] then reads it too.
    fn to_prolog(&self) -> Option<String> {
        None
    }
}

/// What the registry lists and its visitors receive.
pub trait Game: Face + Heuristics {}
