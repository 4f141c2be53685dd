//! Sets of cells in a fixed window of the grid, as rows of bits.

/// Rows and columns of the window.
pub const SIDE: usize = 32;

/// No stack stands in the outer cells of the window, so that knight's moves and lines of four around any
/// stack stay inside it.
const RIM: u16 = 3;

/// A cell of the window: five bits of row, five of column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(pub u16);

impl Spot {
    pub const fn new(row: usize, column: usize) -> Self {
        Self((row * SIDE + column) as u16)
    }

    pub const fn row(self) -> usize {
        (self.0 >> 5 & 31) as usize
    }

    pub const fn column(self) -> u32 {
        (self.0 & 31) as u32
    }

    /// Returns whether this cell is too near the edge of the window to hold a stack.
    pub const fn is_rim(self) -> bool {
        let last = SIDE as u16 - RIM;
        let (row, column) = (self.0 >> 5, self.0 & 31);
        row < RIM || row >= last || column < RIM || column >= last
    }

    /// Returns the cell so many rows and columns away. The caller stays inside the window.
    pub const fn step(self, rows: i16, columns: i16) -> Self {
        Self(self.0.wrapping_add_signed(rows * SIDE as i16 + columns))
    }
}

/// A set of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    rows: [u32; SIDE],
    /// The rows that may hold a cell, so that loops skip the others.
    used: u32,
}

impl Cells {
    pub const EMPTY: Self = Self { rows: [0; SIDE], used: 0 };

    pub const fn has(&self, spot: Spot) -> bool {
        self.rows[spot.row()] >> spot.column() & 1 == 1
    }

    pub const fn add(&mut self, spot: Spot) {
        self.rows[spot.row()] |= 1 << spot.column();
        self.used |= 1 << spot.row();
    }

    pub const fn remove(&mut self, spot: Spot) {
        self.rows[spot.row()] &= !(1 << spot.column());
    }

    /// Adds the eight cells around this one, and itself.
    pub fn add_block(&mut self, spot: Spot) {
        for row in spot.row() - 1..=spot.row() + 1 {
            self.rows[row] |= 7 << (spot.column() - 1);
            self.used |= 1 << row;
        }
    }

    /// Returns whether a member of the set is a knight's move away.
    pub fn knight_from(&self, spot: Spot) -> bool {
        let (row, column) = (spot.row(), spot.column());
        let at = |row: usize| self.rows[row & 31];
        // Cells next to the rim have knight's moves out of the window; there is nothing there.
        let far = ((5u64 << column) >> 1) as u32;
        let near = ((17u64 << column) >> 2) as u32;
        let two_rows = at(row.wrapping_sub(2)) | at(row + 2);
        let one_row = at(row.wrapping_sub(1)) | at(row + 1);
        two_rows & far | one_row & near != 0
    }

    /// Seven cells along a line with this one in the middle, as bits.
    pub fn along(&self, spot: Spot, (rows, columns): (i16, i16)) -> usize {
        if rows == 0 {
            return (self.rows[spot.row()] >> (spot.column() - 3) & 127) as usize;
        }
        let mut bits = 0;
        for index in 0..7 {
            bits |= usize::from(self.has(spot.step(rows * (index - 3), columns * (index - 3)))) << index;
        }
        bits
    }

    pub fn iter(&self) -> impl Iterator<Item = Spot> + '_ {
        let mut used = self.used;
        let mut bits = 0u32;
        let mut row = 0;
        std::iter::from_fn(move || {
            while bits == 0 {
                if used == 0 {
                    return None;
                }
                row = used.trailing_zeros() as usize;
                used &= used - 1;
                bits = self.rows[row];
            }
            let column = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(Spot::new(row, column))
        })
    }
}
