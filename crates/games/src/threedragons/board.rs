//! The ground of Three Dragons, and what can be said about sets of squares without knowing whose they are.

use crate::grid;

/// Squares of the board per side.
pub(super) const SIZE: usize = 9;

/// A set of squares: one bit each, rank by rank from a1.
///
/// Between two ranks lies one bit that is never a square, and a whole rank of such bits below the first, so
/// that a shift by a step cannot run from one edge to the other and steps off the board need no check.
pub(super) type Squares = u128;

const RANK: usize = SIZE + 1;
pub(super) const INDICES: usize = RANK * (SIZE + 2);

/// Where dragons live: a5, e5, i5.
pub(super) const CAVES: [usize; 3] = [index(0, 4), index(4, 4), index(8, 4)];
/// The strength of the dragon that each cave calls.
pub(super) const DRAGON_STRENGTHS: [u8; 3] = [3, 5, 3];
/// The squares that one must occupy to call it.
pub(super) const RINGS: [Squares; 3] = [near(CAVES[0]) & BOARD, near(CAVES[1]), near(CAVES[2]) & BOARD];

const BOARD: Squares = {
    let mut board = 0;
    let mut rank = 0;
    while rank < SIZE {
        board |= 0x1ff << index(0, rank);
        rank += 1;
    }
    board
};
pub(super) const MOUNTAINS: Squares =
    bit(index(0, 0)) | bit(index(8, 0)) | bit(index(0, 8)) | bit(index(8, 8));
pub(super) const CAVE_SQUARES: Squares = bit(CAVES[0]) | bit(CAVES[1]) | bit(CAVES[2]);
/// No piece enters or crosses these.
pub(super) const CLOSED: Squares = MOUNTAINS | CAVE_SQUARES;
pub(super) const OPEN: Squares = BOARD & !CLOSED;

/// The four directions of a rook, as places in the arrays that [`reach`] gives and [`RAYS_BACK`] holds:
/// right, up, left, down.
const DIRECTIONS: usize = 4;
const STEPS: [isize; DIRECTIONS] = [1, RANK as isize, -1, -(RANK as isize)];
/// The first directions lead to higher bits, the others to lower ones.
const UPWARD: usize = 2;

/// The squares that lie behind a square when one comes to it in a direction.
static RAYS_BACK: [[Squares; DIRECTIONS]; INDICES] = rays_back();

/// Returns the square of a file from the left and a rank from the bottom, both from 0.
pub(super) const fn index(file: usize, rank: usize) -> usize {
    RANK * (rank + 1) + file
}

pub(super) const fn file(square: usize) -> usize {
    square % RANK
}

pub(super) const fn rank(square: usize) -> usize {
    square / RANK - 1
}

pub(super) const fn bit(square: usize) -> Squares {
    1 << square
}

/// Returns the orthogonal neighbours of one square, and perhaps bits off the board.
pub(super) const fn near(square: usize) -> Squares {
    neighbours(bit(square))
}

/// Returns the orthogonal neighbours of any of these squares, and perhaps bits off the board.
pub(super) const fn neighbours(set: Squares) -> Squares {
    let [right, up, left, down] = beside(set);
    right | up | left | down
}

/// Returns the neighbours of these squares on the right, above, on the left and below.
pub(super) const fn beside(set: Squares) -> [Squares; DIRECTIONS] {
    [set << 1, set << RANK, set >> 1, set >> RANK]
}

/// Returns the enemies next to the piece on `to` that have a jaw behind them.
pub(super) fn bitten(to: usize, enemies: Squares, jaws: Squares) -> Squares {
    let to = bit(to);
    enemies
        & (to << 1 & jaws >> 1 | to >> 1 & jaws << 1 | to << RANK & jaws >> RANK | to >> RANK & jaws << RANK)
}

/// Returns every square on which a piece has an enemy beside it and a jaw behind that.
pub(super) fn biting_squares(enemies: Squares, jaws: Squares) -> Squares {
    (enemies & jaws >> 1) >> 1
        | (enemies & jaws << 1) << 1
        | (enemies & jaws >> RANK) >> RANK
        | (enemies & jaws << RANK) << RANK
}

/// Returns the empty squares to which some piece can slide, for each direction.
///
/// In one direction no two pieces slide to the same square, so the sizes of these sets are numbers of slides.
#[inline]
pub(super) fn reach(pieces: Squares, empty: Squares) -> [Squares; DIRECTIONS] {
    // To the right the run of empty squares beside a piece is carried through by one addition.
    let right = empty & !empty.wrapping_add(pieces << 1 & empty);
    [right, slide_up(pieces, empty), slide_down::<1>(pieces, empty), slide_down::<RANK>(pieces, empty)]
}

/// The farthest slide is 8 steps: 1 + 2 + 4 while filling, and the last one.
fn slide_up(pieces: Squares, empty: Squares) -> Squares {
    let filled = pieces | empty & pieces << RANK;
    let open = empty & empty << RANK;
    let filled = filled | open & filled << (2 * RANK);
    let open = open & open << (2 * RANK);
    let filled = filled | open & filled << (4 * RANK);
    empty & filled << RANK
}

fn slide_down<const STEP: usize>(pieces: Squares, empty: Squares) -> Squares {
    let filled = pieces | empty & pieces >> STEP;
    let open = empty & empty >> STEP;
    let filled = filled | open & filled >> (2 * STEP);
    let open = open & open >> (2 * STEP);
    let filled = filled | open & filled >> (4 * STEP);
    empty & filled >> STEP
}

/// Returns the piece that slides to a square in a direction, of those whose [`reach`] holds the square.
#[inline]
pub(super) fn slider(pieces: Squares, to: usize, direction: usize) -> usize {
    let behind = pieces & RAYS_BACK[to][direction];
    (if direction < UPWARD { 127 - behind.leading_zeros() } else { behind.trailing_zeros() }) as usize
}

/// Returns the direction in which one slides from one square to another, if there is one and all squares
/// after the first are empty.
#[inline]
pub(super) fn slide_direction(from: usize, to: usize, empty: Squares) -> Option<usize> {
    let direction = (0..DIRECTIONS).find(|direction| RAYS_BACK[to][*direction] >> from & 1 == 1)?;
    let path = RAYS_BACK[to][direction] & !RAYS_BACK[from][direction] & !bit(from) | bit(to);
    (path & !empty == 0).then_some(direction)
}

/// Returns the squares of a set from a1 on.
#[inline]
pub(super) fn squares(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        next
    })
}

/// Returns the square at `place` of [`squares`]; the set must be larger than that.
#[inline]
pub(super) fn nth_square(set: Squares, place: usize) -> usize {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let below = low.count_ones() as usize;
    let (mut word, skipped, base) = if place < below { (low, place, 0) } else { (high, place - below, 64) };
    for _ in 0..skipped {
        word &= word.wrapping_sub(1);
    }
    base + word.trailing_zeros() as usize
}

/// Returns the squares strictly between two squares of one rank or file; `None` when they do not lie so.
pub(super) fn between(from: usize, to: usize) -> Option<impl Iterator<Item = usize>> {
    let step = match () {
        () if from == to => return None,
        () if rank(from) == rank(to) => 1,
        () if file(from) == file(to) => RANK,
        () => return None,
    };
    let distance = from.abs_diff(to) / step;
    Some((1..distance).map(move |steps| if from < to { from + steps * step } else { from - steps * step }))
}

pub(super) fn cell_name(square: usize) -> String {
    grid::square_name(file(square), rank(square))
}

pub(super) fn cell_names(set: Squares) -> Vec<String> {
    squares(set).map(cell_name).collect()
}

const fn rays_back() -> [[Squares; DIRECTIONS]; INDICES] {
    let mut rays = [[0; DIRECTIONS]; INDICES];
    let mut square = 0;
    while square < INDICES {
        let mut direction = 0;
        while direction < DIRECTIONS && BOARD >> square & 1 == 1 {
            let mut behind = square as isize - STEPS[direction];
            while BOARD >> behind & 1 == 1 {
                rays[square][direction] |= bit(behind as usize);
                behind -= STEPS[direction];
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}
