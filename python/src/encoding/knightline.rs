//! Knight Line: a window around the stacks, and two actions for a move: first the stack and where its tiles
//! go, then how many.
//!
//! The window has the box around all stacks in its middle. A move to a cell beyond it has no actions.

use fastrand::Rng;
use games::knightline::{Cell, KnightLine, Rules, Split, TILES_MAX};
use games::{Player, Position};

use super::{Actions, Deed, Encoded, set_bit};

/// Cells of the window per side.
const SIZE: usize = 16;
const CELLS: usize = SIZE * SIZE;
const PASS: usize = 8 * CELLS;
/// `COUNTS + n` takes n tiles.
const COUNTS: usize = PASS;

/// The knight's moves as (columns to the right, rows up), row by row from the bottom, each row from the left.
const KNIGHT: [(i16, i16); 8] = [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];

/// The cell in the lower left corner of the window.
struct Window {
    column: i16,
    row: i16,
}

impl Window {
    fn around<R: Rules>(position: &KnightLine<R>) -> Self {
        let (top_left, bottom_right) = position.bounds();
        let margin = |low: i16, high: i16| (SIZE as i16 - (high - low + 1)).div_euclid(2);
        Self {
            column: top_left.column - margin(top_left.column, bottom_right.column),
            row: bottom_right.row - margin(bottom_right.row, top_left.row),
        }
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        let inside = |distance: i16| usize::try_from(distance).ok().filter(|distance| *distance < SIZE);
        Some(inside(cell.row - self.row)? * SIZE + inside(cell.column - self.column)?)
    }

    /// Returns the first action of a move.
    fn action(&self, from: Cell, to: Cell) -> Option<usize> {
        let step = (to.column - from.column, to.row - from.row);
        let direction = KNIGHT.iter().position(|knight| *knight == step)?;
        self.place(to)?;
        Some(direction * CELLS + self.place(from)?)
    }
}

/// Returns the legal moves that take one tile, with their first actions, as far as the window holds them; and
/// a pass.
fn beginnings<'a, R: Rules>(
    position: &KnightLine<R>,
    room: &'a mut Vec<Split>,
) -> impl Iterator<Item = (usize, Deed<Split>)> + use<'a, R> {
    room.clear();
    position.moves(room);
    let window = Window::around(position);
    room.iter().filter_map(move |mv| match mv.parts() {
        None => Some((PASS, Deed::Play(*mv))),
        Some((from, to, 1)) => window.action(from, to).map(|action| (action, Deed::Begin(action))),
        Some(_) => None,
    })
}

/// Returns the legal moves that go on from a first action, with their counts.
fn endings<'a, R: Rules>(
    position: &KnightLine<R>,
    first: usize,
    room: &'a mut Vec<Split>,
) -> impl Iterator<Item = (u8, Split)> + use<'a, R> {
    room.clear();
    position.moves(room);
    let window = Window::around(position);
    room.iter().filter_map(move |mv| {
        let (from, to, tiles) = mv.parts()?;
        (window.action(from, to) == Some(first)).then_some((tiles, *mv))
    })
}

impl<R: Rules> Encoded for KnightLine<R> {
    const SHAPE: [usize; 3] = [5, SIZE, SIZE];
    /// The largest count is one less than the tallest stack.
    const ACTIONS: usize = COUNTS + TILES_MAX;

    fn actions(&self, mv: Split) -> Option<Actions> {
        match mv.parts() {
            None => Some(Actions::One(PASS)),
            Some((from, to, tiles)) => {
                let first = Window::around(self).action(from, to)?;
                Some(Actions::Two(first, COUNTS + usize::from(tiles)))
            }
        }
    }

    fn deed(&self, first: Option<usize>, action: usize, room: &mut Vec<Split>) -> Option<Deed<Split>> {
        match first {
            None => beginnings(self, room).find(|(begun, _)| *begun == action).map(|(_, deed)| deed),
            Some(first) => {
                let ends = |(tiles, _): &(u8, Split)| COUNTS + usize::from(*tiles) == action;
                endings(self, first, room).find(ends).map(|(_, mv)| Deed::Play(mv))
            }
        }
    }

    fn mask<const WIDTH: usize>(&self, first: Option<usize>, bits: &mut [u64], room: &mut Vec<Split>) {
        match first {
            None => {
                for (action, _) in beginnings(self, room) {
                    set_bit(bits, action);
                }
            }
            Some(first) => {
                for (tiles, _) in endings(self, first, room) {
                    set_bit(bits, COUNTS + usize::from(tiles));
                }
            }
        }
    }

    fn planes<const WIDTH: usize>(&self, first: Option<usize>, _: u8, out: &mut [u8]) {
        out.fill(0);
        let window = Window::around(self);
        for (plane, player) in out.chunks_exact_mut(CELLS).zip([self.turn(), !self.turn()]) {
            for stack in self.stacks(player) {
                if let Some(place) = window.place(stack.cell()) {
                    plane[place] = stack.height();
                }
            }
        }
        if self.turn() == Player::Second {
            out[2 * CELLS..3 * CELLS].fill(1);
        }
        if let Some(first) = first.filter(|first| *first < PASS) {
            let from = first % CELLS;
            let (columns, rows) = KNIGHT[first / CELLS];
            let to = from as i16 + rows * SIZE as i16 + columns;
            out[3 * CELLS + from] = 1;
            if let Some(target) = usize::try_from(to).ok().filter(|to| *to < CELLS) {
                out[4 * CELLS + target] = 1;
            }
        }
    }

    fn draw<const WIDTH: usize>(
        &self,
        first: Option<usize>,
        rng: &mut Rng,
        room: &mut Vec<Split>,
    ) -> Option<(usize, Deed<Split>)> {
        match first {
            None => {
                let count = beginnings(self, room).count();
                if count == 0 {
                    return None;
                }
                beginnings(self, room).nth(rng.usize(..count))
            }
            Some(first) => {
                let count = endings(self, first, room).count();
                if count == 0 {
                    return None;
                }
                let (tiles, mv) = endings(self, first, room).nth(rng.usize(..count))?;
                Some((COUNTS + usize::from(tiles), Deed::Play(mv)))
            }
        }
    }

    fn hides_moves(&self, room: &mut Vec<Split>) -> bool {
        room.clear();
        if reaches_the_rim(self) {
            self.moves(room);
        }
        room.iter().any(|mv| self.actions(*mv).is_none())
    }

    fn is_out_of_sight(&self) -> bool {
        reaches_the_rim(self) && beginnings(self, &mut Vec::new()).next().is_none()
    }
}

/// Returns whether a move could leave the window: a new stack touches another, so the box grows by one cell
/// at most.
fn reaches_the_rim<R: Rules>(position: &KnightLine<R>) -> bool {
    let (top_left, bottom_right) = position.bounds();
    let spans = [bottom_right.column - top_left.column, top_left.row - bottom_right.row];
    spans.iter().any(|span| *span + 3 > SIZE as i16)
}
