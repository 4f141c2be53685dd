//! The cells around the stacks as rows of bits, laid out anew for each position because the grid has no edge.

use super::{KnightLine, Rules, Stack, TILES_MAX};
use crate::Player;

/// Connected stacks span at most as many rows and columns as there are stacks.
const SPAN_MAX: usize = 2 * TILES_MAX;
/// A knight reaches two cells past the box; a third keeps the ring of touching cells off the border.
const RIM: usize = 3;

/// The empty cells that touch a stack.
pub(super) struct Field {
    /// Row and column (packed) that bit 0 of row 0 stands for.
    top: u32,
    left: u32,
    open: [u64; SPAN_MAX + 2 * RIM],
}

impl Field {
    pub(super) fn of<R: Rules>(position: &KnightLine<R>) -> Self {
        let top = position.top() - RIM as u32;
        let left = u32::from(position.left) - RIM as u32;
        let height = (position.bottom() - top) as usize + 1;
        let mut taken = [0u64; SPAN_MAX + 2 * RIM];
        for player in Player::BOTH {
            for stack in position.stacks(player) {
                taken[(stack.packed_row() - top) as usize] |= 1 << (stack.packed_column() - left);
            }
        }
        let mut open = [0u64; SPAN_MAX + 2 * RIM];
        for row in RIM - 1..=height {
            let near = taken[row - 1] | taken[row] | taken[row + 1];
            open[row] = (near | near << 1 | near >> 1) & !taken[row];
        }
        Self { top, left, open }
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
