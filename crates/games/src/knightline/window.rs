//! The stacks of one player near a cell: whether they are in line with it.

use super::Stack;

/// The stacks of one player around a cell, up to three steps away, and some further right and below: 8 rows
/// of 8 bits.
pub(super) struct Window {
    /// The packed cell of bit 0.
    corner: u32,
    cells: u64,
}

impl Window {
    const CENTRE: u64 = 1 << (3 * 8 + 3);
    /// The eight cells around the centre.
    const AROUND: u64 = (7 << 16 | 5 << 24 | 7 << 32) << 2;
    /// All columns but the last: without it no run wraps around.
    const COLUMNS: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    /// Returns the window around a packed cell, with a stack there and nothing else.
    pub(super) fn around(code: u32) -> Self {
        Self { corner: code.wrapping_sub(3 << 10 | 3), cells: Self::CENTRE }
    }

    /// Returns the same with seven rows of seven columns, from the top.
    pub(super) fn with_rows(code: u32, rows: [u64; 7]) -> Self {
        let mut window = Self::around(code);
        for (row, cells) in rows.into_iter().enumerate() {
            window.cells |= (cells & 0x7f) << (8 * row);
        }
        window
    }

    /// Returns the same with those of these stacks that have a place here.
    pub(super) fn with_stacks(code: u32, stacks: &[Stack]) -> Self {
        let mut window = Self::around(code);
        for stack in stacks {
            let offset = stack.code().wrapping_sub(window.corner);
            let is_here = offset & !(7 << 10 | 7) == 0;
            window.cells |= u64::from(is_here) << (offset >> 7 & 7 << 3 | offset & 7);
        }
        window
    }

    /// Returns how many stacks touch the one in the centre.
    pub(super) fn touching(&self) -> u8 {
        (self.cells & Self::AROUND).count_ones() as u8
    }

    /// Returns whether the stack in the centre stands in a line of four or more.
    pub(super) fn has_line(&self) -> bool {
        let cells = self.cells & Self::COLUMNS;
        let lines = [1, 7, 8, 9].map(|step| {
            let pairs = cells & cells >> step;
            let starts = pairs & pairs >> (2 * step);
            starts | starts << step | starts << (2 * step) | starts << (3 * step)
        });
        lines.iter().fold(0, |all, line| all | line) & Self::CENTRE != 0
    }
}

/// Returns whether one of these stacks stands in a line of four or more of them.
pub(super) fn is_in_line(own: &[Stack], stack: Stack) -> bool {
    Window::with_stacks(stack.code(), own).has_line()
}

/// Returns whether any four of these stacks are in line.
pub(super) fn has_line(own: &[Stack]) -> bool {
    own.iter().any(|stack| is_in_line(own, *stack))
}
