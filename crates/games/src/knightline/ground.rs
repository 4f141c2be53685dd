//! Both sides' stacks as rows of bits, where they can go and what they threaten. A search asks this of every
//! position, so all rows are worked on at once, and a position keeps its ground from move to move while its
//! stacks stand close together.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use super::window::Window;
use super::{KnightLine, Rules, Stack, TILES_MAX};
use crate::Player;

/// Open cells lie one row past the box around the stacks.
const RING: usize = 1;
/// A line through an open cell reaches three rows further.
const REACH: usize = 3;
const RIM: usize = RING + REACH;

/// Hardly any game leaves a box of this many rows and columns.
pub(super) const COMPACT_SPAN: usize = 14;
/// Connected stacks span at most as many rows and columns as there are stacks.
const SPAN_MAX: usize = 2 * TILES_MAX;

/// The ground of a position whose box is small: its rows are so short that the processor handles eight in one
/// step.
pub(super) type CompactGround = Ground<u16, { COMPACT_SPAN + 2 * RIM }>;
/// The ground of any position.
pub(super) type WideGround = Ground<u64, { SPAN_MAX + 2 * RIM }>;

/// A row of cells, the lowest bit on the left. What is shifted past an end lies off the ground and does not
/// matter.
pub(super) trait Row:
    Copy
    + Default
    + Eq
    + Into<u64>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    fn bit(column: u32) -> Self;
    fn count(rows: &[Self]) -> u32;
}

impl Row for u16 {
    fn bit(column: u32) -> Self {
        1 << column
    }
    /// Four rows at once.
    fn count(rows: &[Self]) -> u32 {
        let (fours, rest) = rows.as_chunks();
        let four = |[a, b, c, d]: &[Self; 4]| {
            u64::from(*a) | u64::from(*b) << 16 | u64::from(*c) << 32 | u64::from(*d) << 48
        };
        fours.iter().map(|rows| four(rows).count_ones()).sum::<u32>()
            + rest.iter().map(|row| row.count_ones()).sum::<u32>()
    }
}

impl Row for u64 {
    fn bit(column: u32) -> Self {
        1 << column
    }
    fn count(rows: &[Self]) -> u32 {
        rows.iter().map(|row| row.count_ones()).sum()
    }
}

/// Cells of a ground, row by row from the top.
pub(super) type Cells<R, const ROWS: usize> = [R; ROWS];

/// The stacks of both sides. Equal stacks make equal grounds, however they came about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Ground<R, const ROWS: usize> {
    /// The packed cell that bit 0 of row 0 stands for.
    corner: u32,
    stacks: [Cells<R, ROWS>; 2],
    /// Those stacks that can be split.
    tall: [Cells<R, ROWS>; 2],
}

/// The open cells that matter to one player.
pub(super) struct Outlook<R, const ROWS: usize> {
    /// A knight's move from a stack that can be split.
    pub(super) reached: Cells<R, ROWS>,
    /// Four in a line with the player's stacks.
    pub(super) completing: Cells<R, ROWS>,
    /// Both: there the player would win at once.
    pub(super) winning: Cells<R, ROWS>,
}

impl<R: Row, const ROWS: usize> Ground<R, ROWS> {
    pub(super) fn of<G: Rules>(position: &KnightLine<G>) -> Self {
        let empty = [[R::default(); ROWS]; 2];
        let mut ground = Self { corner: corner(position), stacks: empty, tall: empty };
        for player in Player::BOTH {
            position.stacks(player).iter().for_each(|stack| ground.put(player, *stack));
        }
        ground
    }

    /// Puts a stack on its cell, or one of another height in its place.
    pub(super) fn put(&mut self, player: Player, stack: Stack) {
        let (row, column) = self.place(stack.code());
        let (stacks, tall) = (&mut self.stacks[player.index()][row], &mut self.tall[player.index()][row]);
        *stacks = *stacks | R::bit(column);
        *tall = *tall & !R::bit(column) | if stack.height() > 1 { R::bit(column) } else { R::default() };
    }

    /// Keeps its distance from the box around the stacks when that grows to a cell next to it.
    pub(super) fn make_room(&mut self, code: u32) {
        let (row, column) = self.place(code);
        let (above, left) = (row < RIM, column < RING as u32);
        if above || left {
            for cells in self.stacks.iter_mut().chain(&mut self.tall) {
                *cells = cells.map(|row| row << u32::from(left));
                cells.copy_within(..ROWS - 1, usize::from(above));
            }
            self.corner -= u32::from(above) << 10 | u32::from(left);
        }
    }

    /// Returns a player's stacks around a cell that a stack stands on or can go to.
    pub(super) fn window(&self, player: Player, code: u32) -> Window {
        let (row, column) = self.place(code);
        let rows =
            self.stacks[player.index()][row - REACH..].first_chunk().copied().unwrap_or([R::default(); 7]);
        Window::with_rows(code, rows.map(|row| row.into() << REACH >> column))
    }

    /// Returns the empty cells that touch a stack.
    #[inline]
    pub(super) fn open(&self) -> Cells<R, ROWS> {
        let taken = self.taken();
        let mut open = [R::default(); ROWS];
        for row in REACH..ROWS - REACH {
            let near = taken[row - 1] | taken[row] | taken[row + 1];
            open[row] = (near | near << 1 | near >> 1) & !taken[row];
        }
        open
    }

    /// Returns every cell with a stack.
    #[inline]
    pub(super) fn taken(&self) -> Cells<R, ROWS> {
        let [first, second] = &self.stacks;
        std::array::from_fn(|row| first[row] | second[row])
    }

    /// Returns whether a cell that a stack can jump to is empty and touches a stack.
    pub(super) fn is_open(&self, code: u32) -> bool {
        let (row, column) = self.place(code);
        let taken = |row: usize| (self.stacks[0][row] | self.stacks[1][row]).into() << 1 >> column & 0b111;
        // A jump may lead two columns past the box, which is off the ground.
        column < u64::BITS && taken(row) & 0b010 == 0 && taken(row - 1) | taken(row) | taken(row + 1) != 0
    }

    /// Returns the knight's moves from a stack to some cells: a bit for each, see [`nth_direction`].
    #[inline]
    pub(super) fn jumps(&self, stack: Stack, cells: &Cells<R, ROWS>) -> u32 {
        let (row, column) = self.place(stack.code());
        let Some(&[above_2, above, _, below, below_2]) = cells[row - 2..].first_chunk() else { return 0 };
        // Five columns of a row, the stack's own in the middle.
        let part = |row: R| (row.into() << 2 >> column) as u32;
        let far = |row: R| part(row) & 0b01010;
        let near = |row: R| part(row) & 0b10001;
        far(above_2) | near(above) << 4 | near(below) << 9 | far(below_2) << 13
    }

    /// Returns what a player can do on these open cells.
    #[inline]
    pub(super) fn outlook(&self, player: Player, open: &Cells<R, ROWS>) -> Outlook<R, ROWS> {
        let (reached, completing) = (self.reached(player, open), self.completing(player, open));
        Outlook { reached, completing, winning: std::array::from_fn(|row| reached[row] & completing[row]) }
    }

    #[inline]
    pub(super) fn reached(&self, player: Player, open: &Cells<R, ROWS>) -> Cells<R, ROWS> {
        let tall = &self.tall[player.index()];
        let mut reached = [R::default(); ROWS];
        for row in REACH..ROWS - REACH {
            let near = tall[row - 1] | tall[row + 1];
            let far = tall[row - 2] | tall[row + 2];
            reached[row] = (near << 2 | near >> 2 | far << 1 | far >> 1) & open[row];
        }
        reached
    }

    #[inline]
    fn completing(&self, player: Player, open: &Cells<R, ROWS>) -> Cells<R, ROWS> {
        let stacks = &self.stacks[player.index()];
        // Stacks three, two and one cell before, and one, two and three cells after.
        let complete = |[a, b, c, d, e, f]: [R; 6]| b & c & (a | d) | d & e & (c | f);
        let mut completing = [R::default(); ROWS];
        for row in REACH..ROWS - REACH {
            let own = stacks[row];
            let up = [
                stacks[row - 3],
                stacks[row - 2],
                stacks[row - 1],
                stacks[row + 1],
                stacks[row + 2],
                stacks[row + 3],
            ];
            let across = complete([own << 3, own << 2, own << 1, own >> 1, own >> 2, own >> 3]);
            let rising = complete([up[0] << 3, up[1] << 2, up[2] << 1, up[3] >> 1, up[4] >> 2, up[5] >> 3]);
            let falling = complete([up[0] >> 3, up[1] >> 2, up[2] >> 1, up[3] << 1, up[4] << 2, up[5] << 3]);
            completing[row] = (across | complete(up) | rising | falling) & open[row];
        }
        completing
    }

    /// Returns whether a packed cell, one that a stack stands on or can go to, is among these.
    pub(super) fn contains(&self, cells: &Cells<R, ROWS>, code: u32) -> bool {
        let (row, column) = self.place(code);
        cells[row] & R::bit(column) != R::default()
    }

    /// Returns how many of these cells surround a packed cell, itself not counted.
    #[inline]
    pub(super) fn count_around(&self, cells: &Cells<R, ROWS>, code: u32) -> u32 {
        let (row, column) = self.place(code);
        let part = |row: R| row.into() << 1 >> column & 0b111;
        (part(cells[row - 1]) << 6 | (part(cells[row]) & 0b101) << 3 | part(cells[row + 1])).count_ones()
    }

    /// Row and column of a packed cell.
    fn place(&self, code: u32) -> (usize, u32) {
        let offset = code - self.corner;
        ((offset >> 10) as usize, offset & 0x3ff)
    }
}

#[inline]
pub(super) fn count<R: Row, const ROWS: usize>(cells: &Cells<R, ROWS>) -> i32 {
    R::count(&cells[REACH..ROWS - REACH]) as i32
}

#[inline]
pub(super) fn is_any<R: Row, const ROWS: usize>(cells: &Cells<R, ROWS>) -> bool {
    cells[REACH..ROWS - REACH].iter().fold(R::default(), |any, row| any | *row) != R::default()
}

/// Returns the corner of a ground around the box of a position.
fn corner<G: Rules>(position: &KnightLine<G>) -> u32 {
    (position.top() - RIM as u32) << 10 | (u32::from(position.left) - RING as u32)
}

/// The bits that stand for the directions of [`KNIGHT`](super::KNIGHT) in [`Ground::jumps`]: in their order,
/// with what is left of the rows they lie in between them.
const LANDINGS: [u32; 8] = [1, 3, 4, 8, 9, 13, 14, 16];

/// Returns the lowest direction among [`Ground::jumps`], of which there must be one.
#[inline]
pub(super) fn first_direction(jumps: u32) -> u32 {
    const DIRECTIONS: [u32; 17] = {
        let mut directions = [0; 17];
        let mut direction = 0;
        while direction < LANDINGS.len() {
            directions[LANDINGS[direction] as usize] = direction as u32;
            direction += 1;
        }
        directions
    };
    DIRECTIONS[jumps.trailing_zeros() as usize]
}

/// Returns the direction above so many lower ones among [`Ground::jumps`]. To look at all of them is faster
/// than to guess, wrongly, when to stop.
pub(super) fn nth_direction(jumps: u32, lower: u32) -> u32 {
    LANDINGS.iter().map(|bit| u32::from((jumps & ((2 << bit) - 1)).count_ones() <= lower)).sum()
}
