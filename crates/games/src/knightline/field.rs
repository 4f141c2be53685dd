//! The cells around the stacks as rows of bits, laid out anew for each position because the grid has no edge.

use super::{KnightLine, Rules, Stack, TILES_MAX};
use crate::Player;

/// Connected stacks span at most as many rows and columns as there are stacks.
const SPAN_MAX: usize = 2 * TILES_MAX;
/// The ring of touching cells lies one cell past the box, and a line of four that ends there reaches three cells further.
const RIM: usize = 4;
const HEIGHT_MAX: usize = SPAN_MAX + 2 * RIM;

/// The empty cells that touch a stack, and where they lie.
pub(super) struct Field {
    /// Row and column (packed) that bit 0 of row 0 stands for.
    top: u32,
    left: u32,
    /// Rows that hold anything but the outermost rim.
    height: usize,
    open: [u64; HEIGHT_MAX],
}

/// One side's stacks on a field, row by row.
pub(super) struct Front {
    pub(super) stacks: [u64; HEIGHT_MAX],
    tall: [u64; HEIGHT_MAX],
}

impl Field {
    pub(super) fn of<R: Rules>(position: &KnightLine<R>) -> Self {
        let top = position.top() - RIM as u32;
        let left = u32::from(position.left) - RIM as u32;
        let height = (position.bottom() - top) as usize + 1;
        let mut taken = [0u64; HEIGHT_MAX];
        for player in Player::BOTH {
            for stack in position.stacks(player) {
                taken[(stack.packed_row() - top) as usize] |= 1 << (stack.packed_column() - left);
            }
        }
        let mut open = [0u64; HEIGHT_MAX];
        for row in RIM - 1..=height {
            let near = taken[row - 1] | taken[row] | taken[row + 1];
            open[row] = (near | near << 1 | near >> 1) & !taken[row];
        }
        Self { top, left, height, open }
    }

    /// The knight's moves from a stack that land on an open cell, one bit per direction.
    pub(super) fn targets(&self, stack: Stack) -> u32 {
        let row = (stack.packed_row() - self.top) as usize;
        let shift = stack.packed_column() - self.left - 2;
        // Five columns of a row, the stack's own in the middle.
        let part = |row: usize| (self.open[row] >> shift) as u32;
        let far = |bits: u32| bits >> 1 & 1 | bits >> 2 & 2;
        let near = |bits: u32| bits & 1 | bits >> 3 & 2;
        far(part(row - 2)) | near(part(row - 1)) << 2 | near(part(row + 1)) << 4 | far(part(row + 2)) << 6
    }

    pub(super) fn can_move<R: Rules>(&self, position: &KnightLine<R>, player: Player) -> bool {
        position.stacks(player).iter().any(|stack| stack.height() > 1 && self.targets(*stack) != 0)
    }

    /// The stacks of one side, and those of them that can be split.
    pub(super) fn front(&self, stacks: &[Stack]) -> Front {
        let mut front = Front { stacks: [0; HEIGHT_MAX], tall: [0; HEIGHT_MAX] };
        for stack in stacks {
            let (row, column) = self.place(stack.code());
            front.stacks[row] |= 1 << column;
            front.tall[row] |= u64::from(stack.height() > 1) << column;
        }
        front
    }

    /// The rows in which there are open cells.
    pub(super) fn open_rows(&self) -> std::ops::RangeInclusive<usize> {
        RIM - 1..=self.height
    }

    /// Open cells of a row a knight's move from the stacks that can be split.
    pub(super) fn reached(&self, front: &Front, row: usize) -> u64 {
        let near = front.tall[row - 1] | front.tall[row + 1];
        let far = front.tall[row - 2] | front.tall[row + 2];
        (near << 2 | near >> 2 | far << 1 | far >> 1) & self.open[row]
    }

    /// Open cells of a row that make four in a line with the stacks.
    pub(super) fn completing(&self, front: &Front, row: usize) -> u64 {
        let stacks = &front.stacks;
        if stacks[row - 1] | stacks[row] | stacks[row + 1] == 0 {
            return 0;
        }
        // Stacks three, two and one cell before, and one, two and three cells after.
        let complete = |[a, b, c, d, e, f]: [u64; 6]| b & c & (a | d) | d & e & (c | f);
        let own = stacks[row];
        let up = [stacks[row - 3], stacks[row - 2], stacks[row - 1], stacks[row + 1], stacks[row + 2], stacks[row + 3]];
        let across = complete([own << 3, own << 2, own << 1, own >> 1, own >> 2, own >> 3]);
        let rising = complete([up[0] << 3, up[1] << 2, up[2] << 1, up[3] >> 1, up[4] >> 2, up[5] >> 3]);
        let falling = complete([up[0] >> 3, up[1] >> 2, up[2] >> 1, up[3] << 1, up[4] << 2, up[5] << 3]);
        (across | complete(up) | rising | falling) & self.open[row]
    }

    /// How many pairs of stacks stand in line next to each other, the left or upper one in this row.
    pub(super) fn pairs(&self, front: &Front, row: usize) -> u32 {
        let (own, below) = (front.stacks[row], front.stacks[row + 1]);
        [own >> 1, below, below >> 1, below << 1].map(|other| (own & other).count_ones()).iter().sum()
    }

    /// How many of these cells surround a packed cell.
    pub(super) fn count_around(&self, cells: &[u64; HEIGHT_MAX], code: u32) -> i32 {
        let (row, column) = self.place(code);
        let around: u32 = (row - 1..=row + 1).map(|row| (cells[row] >> (column - 1) & 0b111).count_ones()).sum();
        around as i32 - (cells[row] >> column & 1) as i32
    }

    /// Row and bit of a packed cell, which must be one that a stack stands on or can go to.
    pub(super) fn place(&self, code: u32) -> (usize, u32) {
        let stack = Stack::new(code, 0);
        ((stack.packed_row() - self.top) as usize, stack.packed_column() - self.left)
    }
}

/// The bit of the stack in the middle of [`line_through`]'s window.
pub(super) const CENTRE: u32 = 3 * 8 + 3;

/// The lines of four or more around a stack, in a window of 8 by 8 bits with the stack at [`CENTRE`]; 0 if there is none.
pub(super) fn line_through(own: &[Stack], centre: Stack) -> u64 {
    let top = centre.packed_row() - 3;
    let left = centre.packed_column() - 3;
    let mut window = 0u64;
    for stack in own {
        let row = stack.packed_row().wrapping_sub(top);
        let column = stack.packed_column().wrapping_sub(left);
        window |= u64::from(row < 7 && column < 7) << (8 * (row & 7) + (column & 7));
    }
    // The eighth column is always empty, so no run wraps around.
    let mut line = 0;
    for step in [1, 7, 8, 9] {
        let pairs = window & window >> step;
        let starts = pairs & pairs >> (2 * step);
        line |= starts | starts << step | starts << (2 * step) | starts << (3 * step);
    }
    line
}

/// Whether any four of these stacks are in line.
pub(super) fn has_line(own: &[Stack]) -> bool {
    own.iter().any(|stack| line_through(own, *stack) != 0)
}
