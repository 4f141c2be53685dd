//! The cells around the stacks as rows of bits, laid out anew for each position because the grid has no edge.

use super::{KnightLine, Rules, Stack, TILES_MAX};
use crate::Player;

/// Connected stacks span at most as many rows and columns as there are stacks.
const SPAN_MAX: usize = 2 * TILES_MAX;
/// A knight's move from the edge of the box goes two cells past it.
const RIM: usize = 2;
const HEIGHT_MAX: usize = SPAN_MAX + 2 * RIM;

/// The bits that stand for the directions of [`KNIGHT`](super::KNIGHT) in [`Field::targets`]: in their order, with what is left of the rows
/// they lie in between them.
const LANDINGS: [u32; 8] = [1, 3, 4, 8, 9, 13, 14, 16];

/// The empty cells that touch a stack, and where they lie.
pub(super) struct Field {
    /// The packed cell that bit 0 of row 0 stands for.
    corner: u32,
    open: [u64; HEIGHT_MAX],
}

impl Field {
    pub(super) fn of<R: Rules>(position: &KnightLine<R>) -> Self {
        let top = position.top() - RIM as u32;
        let left = u32::from(position.left) - RIM as u32;
        let height = (position.bottom() - top) as usize + 1;
        let mut field = Self { corner: top << 10 | left, open: [0; HEIGHT_MAX] };
        for player in Player::BOTH {
            for stack in position.stacks(player) {
                let (row, column) = field.place(stack.code());
                field.open[row] |= 1 << column;
            }
        }
        // Row by row from the top the stacks give way to the open cells around them.
        let rows = &mut field.open;
        let (mut above, mut here) = (0, 0);
        for row in RIM - 1..=height {
            let below = rows[row + 1];
            let near = above | here | below;
            rows[row] = (near | near << 1 | near >> 1) & !here;
            (above, here) = (here, below);
        }
        field
    }

    /// The knight's moves from a stack that land on an open cell: a bit for each, see [`nth_direction`].
    pub(super) fn targets(&self, stack: Stack) -> u32 {
        let (row, column) = self.place(stack.code());
        let Some(&[above_2, above, _, below, below_2]) = self.open[row - 2..].first_chunk() else { return 0 };
        // Five columns of a row, the stack's own in the middle.
        let part = |row: u64| (row >> (column - 2)) as u32;
        let far = |row: u64| part(row) & 0b01010;
        let near = |row: u64| part(row) & 0b10001;
        far(above_2) | near(above) << 4 | near(below) << 9 | far(below_2) << 13
    }

    pub(super) fn can_move<R: Rules>(&self, position: &KnightLine<R>, player: Player) -> bool {
        position.stacks(player).iter().any(|stack| stack.height() > 1 && self.targets(*stack) != 0)
    }

    /// Row and bit of a packed cell, which must be one that a stack stands on or can go to.
    fn place(&self, code: u32) -> (usize, u32) {
        let offset = code - self.corner;
        ((offset >> 10) as usize, offset & 0x3f)
    }
}

/// The direction above so many lower ones among [`Field::targets`]. To look at all of them is faster than to guess, wrongly, when to stop.
pub(super) fn nth_direction(targets: u32, lower: u32) -> u32 {
    LANDINGS.iter().map(|bit| u32::from((targets & ((2 << bit) - 1)).count_ones() <= lower)).sum()
}

/// The stacks of one player around a cell, up to three steps away, and some further right and below: 8 rows of 8 bits.
pub(super) struct Window {
    /// The packed cell of bit 0.
    corner: u32,
    cells: u64,
}

impl Window {
    const CENTRE: u64 = 1 << (3 * 8 + 3);
    /// All columns but the last: without it no run wraps around.
    const COLUMNS: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    /// The window around a stack, which it holds.
    pub(super) fn around(centre: Stack) -> Self {
        Self { corner: centre.code() - (3 << 10 | 3), cells: Self::CENTRE }
    }

    /// Puts a stack into its place, if it has one here.
    pub(super) fn add(&mut self, stack: Stack) {
        let offset = stack.code().wrapping_sub(self.corner);
        let is_here = offset & !(7 << 10 | 7) == 0;
        self.cells |= u64::from(is_here) << (offset >> 7 & 7 << 3 | offset & 7);
    }

    /// Whether the stack in the centre stands in a line of four or more.
    pub(super) fn has_line(&self) -> bool {
        let cells = self.cells & Self::COLUMNS;
        let lines = [1, 7, 8, 9].map(|step| {
            let pairs = cells & cells >> step;
            let starts = pairs & pairs >> (2 * step);
            starts | starts << step | starts << (2 * step) | starts << (3 * step)
        });
        lines.iter().any(|line| line & Self::CENTRE != 0)
    }
}

/// Whether one of these stacks stands in a line of four or more of them.
pub(super) fn is_in_line(own: &[Stack], stack: Stack) -> bool {
    let mut window = Window::around(stack);
    own.iter().for_each(|other| window.add(*other));
    window.has_line()
}

/// Whether any four of these stacks are in line.
pub(super) fn has_line(own: &[Stack]) -> bool {
    own.iter().any(|stack| is_in_line(own, *stack))
}
