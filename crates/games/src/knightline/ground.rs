//! Both sides' stacks as rows of bits, and what they threaten. A search asks this of every position, so all rows are worked on at once.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use super::{KnightLine, Rules, TILES_MAX};
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

/// The ground of a position whose box is small: its rows are so short that the processor handles eight in one step.
pub(super) type CompactGround = Ground<u16, { COMPACT_SPAN + 2 * RIM }>;
/// The ground of any position.
pub(super) type WideGround = Ground<u64, { SPAN_MAX + 2 * RIM }>;

/// A row of cells, the lowest bit on the left. What is shifted past an end lies off the ground and does not matter.
pub(super) trait Row:
    Copy + Default + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + Shl<u32, Output = Self> + Shr<u32, Output = Self>
{
    fn bit(column: u32) -> Self;
    fn count(self) -> u32;
}

impl Row for u16 {
    fn bit(column: u32) -> Self {
        1 << column
    }
    fn count(self) -> u32 {
        self.count_ones()
    }
}

impl Row for u64 {
    fn bit(column: u32) -> Self {
        1 << column
    }
    fn count(self) -> u32 {
        self.count_ones()
    }
}

/// Cells of a ground, row by row from the top.
pub(super) type Cells<R, const ROWS: usize> = [R; ROWS];

/// The stacks of both sides, and the empty cells that touch one.
pub(super) struct Ground<R, const ROWS: usize> {
    /// The packed cell that bit 0 of row 0 stands for.
    corner: u32,
    stacks: [Cells<R, ROWS>; 2],
    /// Those stacks that can be split.
    tall: [Cells<R, ROWS>; 2],
    open: Cells<R, ROWS>,
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
    #[inline]
    pub(super) fn of<G: Rules>(position: &KnightLine<G>) -> Self {
        let empty = [R::default(); ROWS];
        let corner = (position.top() - RIM as u32) << 10 | (u32::from(position.left) - RING as u32);
        let mut ground = Self { corner, stacks: [empty; 2], tall: [empty; 2], open: empty };
        for player in Player::BOTH {
            let (stacks, tall) = (&mut ground.stacks[player.index()], &mut ground.tall[player.index()]);
            for stack in position.stacks(player) {
                let (row, column) = place(corner, stack.code());
                stacks[row] = stacks[row] | R::bit(column);
                tall[row] = tall[row] | if stack.height() > 1 { R::bit(column) } else { R::default() };
            }
        }
        let taken = ground.taken();
        for row in REACH..ROWS - REACH {
            let near = taken[row - 1] | taken[row] | taken[row + 1];
            ground.open[row] = (near | near << 1 | near >> 1) & !taken[row];
        }
        ground
    }

    /// Every cell with a stack.
    pub(super) fn taken(&self) -> Cells<R, ROWS> {
        let [first, second] = &self.stacks;
        std::array::from_fn(|row| first[row] | second[row])
    }

    #[inline]
    pub(super) fn outlook(&self, player: Player) -> Outlook<R, ROWS> {
        let (reached, completing) = (self.reached(player), self.completing(player));
        Outlook { reached, completing, winning: std::array::from_fn(|row| reached[row] & completing[row]) }
    }

    #[inline]
    fn reached(&self, player: Player) -> Cells<R, ROWS> {
        let tall = &self.tall[player.index()];
        let mut reached = [R::default(); ROWS];
        for row in REACH..ROWS - REACH {
            let near = tall[row - 1] | tall[row + 1];
            let far = tall[row - 2] | tall[row + 2];
            reached[row] = (near << 2 | near >> 2 | far << 1 | far >> 1) & self.open[row];
        }
        reached
    }

    #[inline]
    fn completing(&self, player: Player) -> Cells<R, ROWS> {
        let stacks = &self.stacks[player.index()];
        // Stacks three, two and one cell before, and one, two and three cells after.
        let complete = |[a, b, c, d, e, f]: [R; 6]| b & c & (a | d) | d & e & (c | f);
        let mut completing = [R::default(); ROWS];
        for row in REACH..ROWS - REACH {
            let own = stacks[row];
            let up = [stacks[row - 3], stacks[row - 2], stacks[row - 1], stacks[row + 1], stacks[row + 2], stacks[row + 3]];
            let across = complete([own << 3, own << 2, own << 1, own >> 1, own >> 2, own >> 3]);
            let rising = complete([up[0] << 3, up[1] << 2, up[2] << 1, up[3] >> 1, up[4] >> 2, up[5] >> 3]);
            let falling = complete([up[0] >> 3, up[1] >> 2, up[2] >> 1, up[3] << 1, up[4] << 2, up[5] << 3]);
            completing[row] = (across | complete(up) | rising | falling) & self.open[row];
        }
        completing
    }

    /// How many pairs of a player's stacks stand in line next to each other.
    #[inline]
    pub(super) fn pairs(&self, player: Player) -> u32 {
        let stacks = &self.stacks[player.index()];
        let pairs = |other: fn(R, R) -> R| {
            let mut pairs = [R::default(); ROWS];
            for row in REACH..ROWS - REACH {
                pairs[row] = stacks[row] & other(stacks[row], stacks[row + 1]);
            }
            count(&pairs)
        };
        pairs(|own, _| own >> 1) + pairs(|_, below| below) + pairs(|_, below| below >> 1) + pairs(|_, below| below << 1)
    }

    /// How many of a player's stacks can be split.
    pub(super) fn tall(&self, player: Player) -> u32 {
        count(&self.tall[player.index()])
    }

    /// Whether a packed cell, one that a stack stands on or can go to, is among these.
    pub(super) fn contains(&self, cells: &Cells<R, ROWS>, code: u32) -> bool {
        let (row, column) = place(self.corner, code);
        cells[row] & R::bit(column) != R::default()
    }

    /// How many of these cells surround a packed cell, itself not counted.
    pub(super) fn count_around(&self, cells: &Cells<R, ROWS>, code: u32) -> u32 {
        let (row, column) = place(self.corner, code);
        let middle = R::bit(column);
        let around = middle << 1 | middle >> 1;
        (cells[row - 1] & (around | middle)).count() + (cells[row] & around).count() + (cells[row + 1] & (around | middle)).count()
    }
}

pub(super) fn count<R: Row, const ROWS: usize>(cells: &Cells<R, ROWS>) -> u32 {
    cells[REACH..ROWS - REACH].iter().map(|row| row.count()).sum()
}

pub(super) fn is_any<R: Row, const ROWS: usize>(cells: &Cells<R, ROWS>) -> bool {
    cells[REACH..ROWS - REACH].iter().fold(R::default(), |any, row| any | *row) != R::default()
}

/// Row and column of a packed cell.
fn place(corner: u32, code: u32) -> (usize, u32) {
    let offset = code - corner;
    ((offset >> 10) as usize, offset & 0x3ff)
}
