//! Knight Line: split a stack by a knight's move, keep everything connected, make a line of four stacks.

mod cell;
mod eval;
mod face;
mod ground;
mod reasons;
mod setup;
mod text;
mod window;

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

pub use cell::{Cell, Stack, column_name};
use ground::{COMPACT_SPAN, CompactGround, Ground, Row, WideGround, first_direction, is_any, nth_direction};
use window::Window;

use crate::{Complaint, Info, Outcome, Player, Position};

/// No side has more tiles than this, and so no more stacks. Play starts with 20.
pub const TILES_MAX: usize = 24;

/// What the two rule sets disagree on.
pub trait Rules: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    const INFO: Info;
    /// A player without a move loses, and so does one with single tiles only; in the other rule set a player
    /// without a move passes.
    const STUCK_LOSES: bool;
}

/// The rulebook's game: White starts, and a player without a move passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Official;

/// The student report's game: Black starts, and a player without a move loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feup;

/// Stacks of both sides on a grid without edge.
///
/// Each side's stacks are a sorted list, unused places zero, so that equal positions are equal values however
/// they came about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct KnightLine<R: Rules> {
    stacks: [[Stack; TILES_MAX]; 2],
    counts: [u8; 2],
    /// How many of each side's stacks can be split.
    tall: [u8; 2],
    /// How many pairs of each side's stacks touch each other.
    pairs: [u8; 2],
    turn: Player,
    /// The player who moved last has four in a line.
    line: bool,
    /// Leftmost and rightmost packed columns that hold a stack.
    left: u16,
    right: u16,
    /// The stacks once more, as bits, as long as they stand close together.
    ground: Option<CompactGround>,
    rules: PhantomData<R>,
}

/// A split: part of a stack goes a knight's move away. Or a pass.
///
/// The packed cell of the stack, the direction and the count in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Split(u32);

/// The knight's moves as (columns to the right, rows downward), in reading order.
pub(crate) const KNIGHT: [(i16, i16); 8] =
    [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];

impl Split {
    pub const PASS: Self = Self(u32::MAX);

    const fn new(code: u32, direction: u32, count: u8) -> Self {
        Self(code << 8 | direction << 5 | count as u32)
    }

    const fn source_code(self) -> u32 {
        self.0 >> 8
    }

    /// Cells are packed linearly, so a step is one addition.
    fn target_code(self) -> u32 {
        const STEPS: [i32; 8] = {
            let mut steps = [0; 8];
            let mut direction = 0;
            while direction < 8 {
                let (column, row) = KNIGHT[direction];
                steps[direction] = (row as i32) * 1024 + column as i32;
                direction += 1;
            }
            steps
        };
        self.source_code().wrapping_add_signed(STEPS[(self.0 >> 5 & 7) as usize])
    }

    const fn tiles(self) -> u8 {
        (self.0 & 31) as u8
    }

    /// From where, to where, how many; `None` for a pass.
    pub fn parts(self) -> Option<(Cell, Cell, u8)> {
        (self != Self::PASS)
            .then(|| (Cell::from_code(self.source_code()), Cell::from_code(self.target_code()), self.tiles()))
    }

    /// Returns the move of so many tiles between two cells, if they are a knight's move apart.
    pub fn between(from: Cell, to: Cell, tiles: u8) -> Option<Self> {
        let step = (to.column - from.column, from.row - to.row);
        let direction = KNIGHT.iter().position(|knight| *knight == step)?;
        Some(Self::new(from.code(), direction as u32, tiles))
    }
}

impl From<Split> for u32 {
    fn from(split: Split) -> Self {
        split.0
    }
}

/// Calls a method with the position laid out on the smaller ground that holds it.
macro_rules! on_ground {
    ($position:ident.$method:ident($($argument:expr),*)) => {
        match &$position.ground {
            Some(ground) => $position.$method(ground, $($argument),*),
            None => $position.$method(&WideGround::of($position), $($argument),*),
        }
    };
}
use on_ground;

impl<R: Rules> Position for KnightLine<R> {
    type Move = Split;

    const INFO: Info = R::INFO;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.decided() {
            return Some(Outcome::Win(winner));
        }
        self.stuck_outcome(|player| self.can_move(player))
    }

    fn moves(&self, out: &mut Vec<Split>) {
        self.splits(out, |tiles_max| (2 << tiles_max) - 2);
    }

    fn play(&mut self, mv: Split) {
        if mv != Split::PASS {
            self.split(mv);
        }
        self.turn = !self.turn;
    }

    /// Stacks relative to the corner of their box, so that the place on the grid does not count.
    fn key(&self) -> u64 {
        let top = self.top();
        let stacks_key = |player: Player| {
            let side = player.index() as u32;
            self.stacks(player).iter().fold(0u64, |sum, stack| {
                let row = stack.packed_row() - top;
                let column = stack.packed_column() - u32::from(self.left);
                sum.wrapping_add(scatter(row << 12 | column << 6 | u32::from(stack.height()) << 1 | side))
            })
        };
        let sum = stacks_key(Player::First).wrapping_add(stacks_key(Player::Second));
        if self.turn == Player::First { sum } else { !sum }
    }

    fn read_move(&self, text: &str) -> Result<Split, Complaint> {
        text::read_move(self, text)
    }

    fn count_moves(&self) -> usize {
        if self.decided().is_some() {
            return 0;
        }
        let mut count = 0;
        for (stack, jumps) in self.stacks(self.turn).iter().zip(self.jumps()) {
            count += usize::from(self.tiles_max(*stack)) * jumps.count_ones() as usize;
        }
        if count == 0 { usize::from(self.must_pass()) } else { count }
    }

    /// How many tiles go makes no difference to the replies, as long as there are some that are no pass.
    fn count_replies(&self, _: &mut Vec<Split>) -> u64 {
        if self.decided().is_some() {
            return 0;
        }
        let after = |mv: Split| {
            let mut next = self.clone();
            next.play(mv);
            next.count_moves() as u64
        };
        let mut count = 0;
        let mut can_move = false;
        for (stack, mut jumps) in self.stacks(self.turn).iter().zip(self.jumps()) {
            let tiles_max = self.tiles_max(*stack);
            can_move |= jumps != 0;
            while jumps != 0 {
                let split = |tiles| Split::new(stack.code(), first_direction(jumps), tiles);
                count += match after(split(1)) {
                    0 | 1 => (1..=tiles_max).map(|tiles| after(split(tiles))).sum(),
                    replies => replies * u64::from(tiles_max),
                };
                jumps &= jumps - 1;
            }
        }
        if !can_move && self.must_pass() { after(Split::PASS) } else { count }
    }

    fn nth_move(&self, index: usize) -> Option<Split> {
        self.pick_move(|_| index)
    }

    fn pick_move(&self, pick: impl FnOnce(usize) -> usize) -> Option<Split> {
        if self.decided().is_some() {
            return None;
        }
        let stacks = self.stacks(self.turn);
        // For each stack where it can go, and how many moves there are up to its last one.
        let jumps = self.jumps();
        let mut ends = [u32::MAX; TILES_MAX];
        let mut count = 0;
        for (place, stack) in stacks.iter().enumerate() {
            count += u32::from(self.tiles_max(*stack)) * jumps[place].count_ones();
            ends[place] = count;
        }
        if count == 0 {
            return self.must_pass().then(|| pick(1)).filter(|index| *index == 0).map(|_| Split::PASS);
        }
        let index = pick(count as usize) as u32;
        let place = ends.iter().filter(|end| **end <= index).count();
        let tiles_max = u32::from(self.tiles_max(*stacks.get(place)?));
        let skipped = tiles_max * jumps[place].count_ones() - (ends[place] - index);
        let direction = nth_direction(jumps[place], skipped / tiles_max);
        Some(Split::new(stacks[place].code(), direction, (skipped % tiles_max) as u8 + 1))
    }
}

impl<R: Rules> Default for KnightLine<R> {
    fn default() -> Self {
        let home = |column| Stack::new(Cell { column, row: 0 }.code(), 20);
        Self::assemble([&[home(cell::HOME_COLUMN)], &[home(cell::HOME_COLUMN + 1)]], Player::First)
    }
}

impl<R: Rules> KnightLine<R> {
    /// Returns the stacks of one player in reading order: the top row first, each row from the left.
    pub fn stacks(&self, player: Player) -> &[Stack] {
        &self.stacks[player.index()][..usize::from(self.counts[player.index()])]
    }

    /// Returns the owner of the stack on this cell, and its height.
    pub fn at(&self, cell: Cell) -> Option<(Player, u8)> {
        Player::BOTH.into_iter().find_map(|player| {
            let stacks = self.stacks(player);
            let index = stacks.binary_search_by_key(&cell.code(), |stack| stack.code()).ok()?;
            Some((player, stacks[index].height()))
        })
    }

    /// Returns whether any stack touches this cell, diagonally or not.
    pub fn touches(&self, cell: Cell) -> bool {
        cell.neighbours().any(|neighbour| self.at(neighbour).is_some())
    }

    /// Returns whether the rule holds that the first move of the game takes one tile.
    pub fn is_first_move(&self) -> bool {
        self.counts == [1, 1]
    }

    /// Returns the smallest box around all stacks: its top left and its bottom right cell.
    pub fn bounds(&self) -> (Cell, Cell) {
        let corner = |row: u32, column: u16| Cell::from_code(row << 10 | u32::from(column));
        (corner(self.top(), self.left), corner(self.bottom(), self.right))
    }

    fn top(&self) -> u32 {
        self.stacks[0][0].packed_row().min(self.stacks[1][0].packed_row())
    }

    fn bottom(&self) -> u32 {
        let last = |player: Player| self.stacks(player).last().map_or(0, |stack| stack.packed_row());
        last(Player::First).max(last(Player::Second))
    }

    /// Returns the most tiles that may leave a stack: one always stays.
    fn tiles_max(&self, stack: Stack) -> u8 {
        let limit = if self.is_first_move() { 1 } else { TILES_MAX as u8 };
        limit.min(stack.height() - 1)
    }

    /// Returns where each stack of the player to move can go: the bits of [`Ground::jumps`], none for a
    /// single tile.
    fn jumps(&self) -> [u32; TILES_MAX] {
        on_ground!(self.jumps_on())
    }

    fn jumps_on<C: Row, const ROWS: usize>(&self, ground: &Ground<C, ROWS>) -> [u32; TILES_MAX] {
        let open = ground.open();
        let mut jumps = [0; TILES_MAX];
        for (jumps, stack) in jumps.iter_mut().zip(self.stacks(self.turn)) {
            *jumps = ground.jumps(*stack, &open) * u32::from(stack.height() > 1);
        }
        jumps
    }

    fn can_move(&self, player: Player) -> bool {
        on_ground!(self.can_move_on(player))
    }

    fn can_move_on<C: Row, const ROWS: usize>(&self, ground: &Ground<C, ROWS>, player: Player) -> bool {
        is_any(&ground.reached(player, &ground.open()))
    }

    /// Appends the moves of those counts, as a set of bits, that `counts` chooses for the most tiles that may
    /// leave a stack.
    fn splits(&self, out: &mut Vec<Split>, counts: impl Fn(u8) -> u32) {
        if self.decided().is_some() {
            return;
        }
        let before = out.len();
        for (stack, mut jumps) in self.stacks(self.turn).iter().zip(self.jumps()) {
            let counts = counts(self.tiles_max(*stack));
            while jumps != 0 {
                let direction = first_direction(jumps);
                jumps &= jumps - 1;
                let mut left = counts;
                while left != 0 {
                    out.push(Split::new(stack.code(), direction, left.trailing_zeros() as u8));
                    left &= left - 1;
                }
            }
        }
        if out.len() == before && self.must_pass() {
            out.push(Split::PASS);
        }
    }

    /// Returns the winner, as far as the stacks alone decide.
    fn decided(&self) -> Option<Player> {
        if self.line {
            Some(!self.turn)
        } else if R::STUCK_LOSES && self.is_spent(!self.turn) && !self.is_first_move() {
            Some(self.turn)
        } else {
            None
        }
    }

    /// Returns whether a player has only single tiles.
    fn is_spent(&self, player: Player) -> bool {
        self.tall[player.index()] == 0
    }

    /// Returns the result if the player to move has no move and that ends the game.
    fn stuck_outcome(&self, can_move: impl Fn(Player) -> bool) -> Option<Outcome> {
        if can_move(self.turn) {
            None
        } else if R::STUCK_LOSES {
            Some(Outcome::Win(!self.turn))
        } else {
            // A stuck player passes; when both are stuck, not having moved first is made good.
            (!can_move(!self.turn)).then_some(Outcome::Win(Player::Second))
        }
    }

    /// Returns whether a player without a move passes.
    fn must_pass(&self) -> bool {
        !R::STUCK_LOSES && self.can_move(!self.turn)
    }

    fn split(&mut self, mv: Split) {
        let side = self.turn.index();
        let arrival = Stack::new(mv.target_code(), mv.tiles());
        let window = match &self.ground {
            Some(ground) => ground.window(self.turn, arrival.code()),
            None => Window::with_stacks(arrival.code(), self.stacks(self.turn)),
        };
        self.line = window.has_line();
        self.pairs[side] += window.touching();

        // One pass takes the tiles off the split stack and carries the new one, then each that must make room
        // for it, to its place.
        let count = usize::from(self.counts[side]);
        let (mut carried, mut rest) = (arrival, arrival);
        for stack in &mut self.stacks[side][..count] {
            let is_split = stack.code() == mv.source_code();
            stack.0 -= u32::from(is_split) * u32::from(mv.tiles());
            rest = if is_split { *stack } else { rest };
            (*stack, carried) = (carried.min(*stack), carried.max(*stack));
        }
        self.stacks[side][count] = carried;
        self.counts[side] += 1;
        self.tall[side] += u8::from(arrival.height() > 1);
        self.tall[side] -= u8::from(rest.height() == 1);

        let column = arrival.packed_column() as u16;
        self.left = self.left.min(column);
        self.right = self.right.max(column);
        if !self.is_compact() {
            self.ground = None;
        } else if let Some(ground) = &mut self.ground {
            ground.make_room(arrival.code());
            ground.put(self.turn, arrival);
            ground.put(self.turn, rest);
        }
    }

    /// Returns whether the box around the stacks fits the smaller ground.
    fn is_compact(&self) -> bool {
        usize::from(self.right - self.left) < COMPACT_SPAN
            && ((self.bottom() - self.top()) as usize) < COMPACT_SPAN
    }

    /// Makes a position from the sorted stacks of both sides. They must be connected and at most
    /// [`TILES_MAX`] tiles each.
    fn assemble(sides: [&[Stack]; 2], turn: Player) -> Self {
        let mut stacks = [[Stack::default(); TILES_MAX]; 2];
        for (list, side) in stacks.iter_mut().zip(sides) {
            list[..side.len()].copy_from_slice(side);
        }
        let columns = || sides.into_iter().flatten().map(|stack| stack.packed_column() as u16);
        let touching = |side: &[Stack]| {
            side.iter().map(|stack| Window::with_stacks(stack.code(), side).touching()).sum::<u8>()
        };
        let mut position = Self {
            stacks,
            counts: sides.map(|side| side.len() as u8),
            tall: sides.map(|side| side.iter().filter(|stack| stack.height() > 1).count() as u8),
            pairs: sides.map(|side| touching(side) / 2),
            turn,
            line: window::has_line(sides[(!turn).index()]),
            left: columns().min().unwrap_or(0),
            right: columns().max().unwrap_or(0),
            ground: None,
            rules: PhantomData,
        };
        position.ground = position.is_compact().then(|| CompactGround::of(&position));
        position
    }
}

/// Returns a word for a stack such that sums of them tell sets of stacks apart.
fn scatter(stack: u32) -> u64 {
    let bits = (u64::from(stack) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits ^ bits >> 32
}
