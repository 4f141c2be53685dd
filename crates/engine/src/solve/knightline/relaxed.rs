//! The relaxed game: one side plays by the rules, the other's stacks never shrink and it may pass.
//!
//! The side that plays by the rules is called *exact*, the other one *free*. Whatever the exact side achieves
//! here it achieves in the real game too; docs/knightline.md has the proof.

use games::Player;
use games::knightline::{Cell, KnightLine, Rules, Split};

use super::cells::{Cells, SIDE, Spot};
use super::{FirstMove, Unfit};

/// A side has at most as many stacks as tiles.
const STACKS_MAX: usize = games::knightline::TILES_MAX;

/// The four directions of lines, as steps of (rows, columns).
const LINES: [(i16, i16); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Where the window lies on the grid, and whose stacks are which.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The cell of the grid at row 0, column 0 of the window. Rows of the window count upward like the
    /// grid's.
    corner: Cell,
    pub exact: Player,
}

impl Window {
    /// Returns a window with the stacks in its middle.
    pub fn around<R: Rules>(position: &KnightLine<R>, exact: Player) -> Self {
        let (top_left, bottom_right) = position.bounds();
        let middle = Cell {
            column: (top_left.column + bottom_right.column) / 2,
            row: (top_left.row + bottom_right.row) / 2,
        };
        let half = SIDE as i16 / 2;
        Self { corner: Cell { column: middle.column - half, row: middle.row - half }, exact }
    }

    pub fn cell(&self, spot: Spot) -> Cell {
        Cell { column: self.corner.column + spot.column() as i16, row: self.corner.row + spot.row() as i16 }
    }

    /// Returns the place of a cell in the window, if stacks may stand there.
    fn spot(&self, cell: Cell) -> Option<Spot> {
        let inside = |number: i16| usize::try_from(number).ok().filter(|number| *number < SIDE);
        let spot = Spot::new(inside(cell.row - self.corner.row)?, inside(cell.column - self.corner.column)?);
        (!spot.is_rim()).then_some(spot)
    }

    pub fn split(&self, step: ExactMove) -> Split {
        let split = Split::between(self.cell(step.from), self.cell(step.to), step.tiles);
        split.expect("a step is a knight's move")
    }

    pub fn step(&self, split: Split) -> Option<ExactMove> {
        let (from, to, tiles) = split.parts()?;
        Some(ExactMove { from: self.spot(from)?, to: self.spot(to)?, tiles })
    }
}

/// A move of the exact side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactMove {
    pub from: Spot,
    pub to: Spot,
    pub tiles: u8,
}

/// The cells of one side.
#[derive(Clone, Debug)]
struct Stacks {
    all: Cells,
    /// Those that can still be split.
    live: Cells,
    /// Empty cells that would complete a line. Each touches a stack of that line.
    completing: Cells,
}

impl Stacks {
    const NONE: Self = Self { all: Cells::EMPTY, live: Cells::EMPTY, completing: Cells::EMPTY };
}

/// A position of the relaxed game, without the side to move.
#[derive(Clone, Debug)]
pub struct Relaxed {
    exact: Stacks,
    free: Stacks,
    /// Cells on or around a stack.
    near: Cells,
    /// The exact side's stacks in the order in which they came to be, with their heights.
    heights: [(Spot, u8); STACKS_MAX],
    count: usize,
    /// Stacks of both sides.
    total: usize,
    key: u64,
}

/// Kinds of stacks of the free side, beside the heights of the exact side's.
const LIVE: u8 = 30;
const DEAD: u8 = 31;

impl Relaxed {
    /// Returns the relaxation of a real position.
    ///
    /// # Errors
    /// When the stacks are spread too far for the window.
    pub fn of<R: Rules>(position: &KnightLine<R>, window: &Window) -> Result<Self, Unfit> {
        let mut relaxed = Self {
            exact: Stacks::NONE,
            free: Stacks::NONE,
            near: Cells::EMPTY,
            heights: [(Spot(0), 0); STACKS_MAX],
            count: 0,
            total: 0,
            key: 0,
        };
        for stack in position.stacks(window.exact) {
            relaxed.add_exact(window.spot(stack.cell()).ok_or(Unfit::TooWide)?, stack.height());
        }
        for stack in position.stacks(!window.exact) {
            let spot = window.spot(stack.cell()).ok_or(Unfit::TooWide)?;
            relaxed.add_free(spot, if stack.height() > 1 { LIVE } else { DEAD });
        }
        Ok(relaxed)
    }

    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Returns the exact side's stacks.
    pub fn heights(&self) -> &[(Spot, u8)] {
        &self.heights[..self.count]
    }

    /// Returns the free side's stacks, and whether each is live.
    pub fn free_stacks(&self) -> impl Iterator<Item = (Spot, bool)> + '_ {
        self.free.all.iter().map(|spot| (spot, self.free.live.has(spot)))
    }

    pub fn play_exact(&mut self, step: ExactMove) {
        for (spot, height) in &mut self.heights[..self.count] {
            if *spot == step.from {
                self.key ^= scatter(*spot, *height);
                *height -= step.tiles;
                self.key ^= scatter(*spot, *height);
                if *height == 1 {
                    self.exact.live.remove(step.from);
                }
            }
        }
        self.add_exact(step.to, step.tiles);
    }

    pub fn play_free(&mut self, spot: Spot) {
        self.add_free(spot, LIVE);
    }

    /// Cells where the exact side wins at once.
    pub fn exact_wins(&self) -> impl Iterator<Item = Spot> + '_ {
        // The window ends before the grid does: what cannot be followed is not claimed.
        self.exact.completing.iter().filter(|spot| !spot.is_rim() && self.exact.live.knight_from(*spot))
    }

    /// Cells where the free side wins at once.
    pub fn free_wins(&self) -> impl Iterator<Item = Spot> + '_ {
        self.free.completing.iter().filter(|spot| self.free.live.knight_from(*spot))
    }

    /// Returns whether the free side can put a stack on this empty cell that touches a stack.
    pub fn free_reaches(&self, spot: Spot) -> bool {
        self.free.live.knight_from(spot)
    }

    /// Returns every cell where the free side can put a stack. Some may lie on the rim.
    pub fn free_targets(&self) -> impl Iterator<Item = Spot> + '_ {
        self.near.iter().filter(|spot| self.is_empty(*spot) && self.free.live.knight_from(*spot))
    }

    /// Returns every cell where the exact side can put a stack, except on the rim.
    pub fn exact_targets(&self) -> impl Iterator<Item = Spot> + '_ {
        self.near
            .iter()
            .filter(|spot| self.is_empty(*spot) && !spot.is_rim() && self.exact.live.knight_from(*spot))
    }

    /// Returns the stacks that can be split onto this cell, with their heights.
    pub fn sources(&self, to: Spot) -> impl Iterator<Item = (Spot, u8)> + '_ {
        self.heights().iter().copied().filter(move |(from, height)| {
            let (rows, columns) = (to.row().abs_diff(from.row()), to.column().abs_diff(from.column()));
            *height > 1 && matches!((rows, columns), (1, 2) | (2, 1))
        })
    }

    /// Returns whether the rule holds that the first move takes one tile.
    pub fn takes_one(&self, first_move: FirstMove) -> bool {
        first_move == FirstMove::OneTile && self.total == 2
    }

    fn is_empty(&self, spot: Spot) -> bool {
        !self.exact.all.has(spot) && !self.free.all.has(spot)
    }

    fn add_exact(&mut self, spot: Spot, height: u8) {
        self.heights[self.count] = (spot, height);
        self.count += 1;
        if height > 1 {
            self.exact.live.add(spot);
        }
        self.add(spot, height);
        self.exact.all.add(spot);
        complete(&mut self.exact, &self.free.all, spot);
    }

    fn add_free(&mut self, spot: Spot, kind: u8) {
        if kind == LIVE {
            self.free.live.add(spot);
        }
        self.add(spot, kind);
        self.free.all.add(spot);
        complete(&mut self.free, &self.exact.all, spot);
    }

    fn add(&mut self, spot: Spot, kind: u8) {
        self.total += 1;
        self.key ^= scatter(spot, kind);
        self.near.add_block(spot);
        self.exact.completing.remove(spot);
        self.free.completing.remove(spot);
    }
}

/// Adds the cells where a new stack of this side lets a line be completed.
fn complete(side: &mut Stacks, others: &Cells, spot: Spot) {
    for (rows, columns) in LINES {
        let mut offsets = COMPLETIONS[side.all.along(spot, (rows, columns))];
        while offsets != 0 {
            let offset = offsets.trailing_zeros() as i16 - 3;
            offsets &= offsets - 1;
            let completing = spot.step(rows * offset, columns * offset);
            if !others.has(completing) {
                side.completing.add(completing);
            }
        }
    }
}

/// For each pattern of own stacks on seven cells in a row: the other cells that would make a line of four
/// with the one in the middle.
const COMPLETIONS: [u8; 128] = {
    let mut table = [0; 128];
    let mut own = 0u32;
    while own < 128 {
        let mut first = 0;
        while first < 4 {
            let missing: u32 = 15 << first & !own;
            if own >> 3 & 1 == 1 && missing.count_ones() == 1 {
                table[own as usize] |= missing as u8;
            }
            first += 1;
        }
        own += 1;
    }
    table
};

/// Returns a word for each stack such that sets of stacks differ in their sum without carry.
fn scatter(spot: Spot, kind: u8) -> u64 {
    mix(u64::from(spot.0) << 5 | u64::from(kind))
}

/// Spreads the bits of a small number over a word.
pub fn mix(number: u64) -> u64 {
    let bits = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
