//! The solution of Neutreeko as one array, and the numbers of its positions.

use std::sync::OnceLock;

use engine::solve::neutreeko::{PuzzleKind, Solution};
use games::neutreeko::Neutreeko;
use games::{Position as _, Record};
use numpy::ndarray::ArrayView1;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::errors::{find_game, wrong};
use crate::position::{Position, player};

const SQUARES: usize = 25;
/// Sets of three squares, and those that are left beside one.
const SETS: usize = 2300;
const SETS_BESIDE: usize = 1540;
const POSITIONS: usize = SETS * SETS_BESIDE;
/// Most moves of a position.
const MOVES_MAX: usize = 24;

static TABLE: OnceLock<Vec<u8>> = OnceLock::new();

/// Owns the table as far as numpy can see.
#[pyclass(module = "jogo._native", frozen)]
struct Table;

/// One byte per placement, read-only. Every call returns a view of the same memory.
#[pyfunction]
pub(crate) fn neutreeko_solution(py: Python<'_>) -> PyResult<Bound<'_, PyArray1<u8>>> {
    let table = py.detach(|| TABLE.get_or_init(|| Solution::shared().table_bytes().collect()));
    let owner = Bound::new(py, Table)?.into_any();
    // SAFETY: the table is never changed, moved or freed.
    let array = unsafe { PyArray1::borrow_from_array(&ArrayView1::from(table.as_slice()), owner) };
    array.readwrite().make_nonwriteable();
    Ok(array)
}

/// Returns the place of a set of three among all of them in rising order.
fn rank(set: u32) -> usize {
    let low = set.trailing_zeros() as usize;
    let middle = (set & (set - 1)).trailing_zeros() as usize;
    let high = 31 - set.leading_zeros() as usize;
    high * (high - 1) * (high - 2) / 6 + middle * middle.saturating_sub(1) / 2 + low
}

/// Returns the inverse of [`rank`].
fn unrank(mut place: usize) -> u32 {
    let binomial = |n: usize, k: usize| (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1));
    let mut set = 0;
    for size in (1..=3).rev() {
        let square = (0..SQUARES).rev().find(|square| binomial(*square, size) <= place).unwrap_or(0);
        place -= binomial(square, size);
        set |= 1 << square;
    }
    set
}

/// Returns the squares that are left, numbered anew, and back.
fn close_up(set: u32, gone: u32) -> u32 {
    squares(set).fold(0, |closed, square| closed | 1 << (square - (gone & ((1 << square) - 1)).count_ones()))
}

fn open_up(set: u32, gone: u32) -> u32 {
    let mut left = (0..SQUARES as u32).filter(|square| gone >> square & 1 == 0);
    let mut opened = 0;
    for place in 0..SQUARES as u32 {
        let Some(square) = left.next() else { break };
        opened |= (set >> place & 1) << square;
    }
    opened
}

fn squares(set: u32) -> impl Iterator<Item = u32> {
    (0..SQUARES as u32).filter(move |square| set >> square & 1 == 1)
}

fn index(position: &Neutreeko) -> usize {
    let (mover, waiting) = position.masks();
    rank(mover) * SETS_BESIDE + rank(close_up(waiting, mover))
}

fn masks(index: usize) -> (u32, u32) {
    let mover = unrank(index / SETS_BESIDE);
    (mover, open_up(unrank(index % SETS_BESIDE), mover))
}

fn at(index: i64, turn: games::Player) -> PyResult<Neutreeko> {
    let known = usize::try_from(index).ok().filter(|index| *index < POSITIONS);
    let (mover, waiting) =
        masks(known.ok_or_else(|| wrong(format_args!("an index is 0 to {}", POSITIONS - 1)))?);
    Neutreeko::from_masks(mover, waiting, turn)
        .ok_or_else(|| wrong("no position: the player to move already has a line"))
}

#[pyfunction]
pub(crate) fn neutreeko_index(position: &Position) -> PyResult<usize> {
    let position = position.record.position().as_any().downcast_ref::<Neutreeko>();
    position.map(index).ok_or_else(|| wrong("only positions of neutreeko have an index"))
}

#[pyfunction]
pub(crate) fn neutreeko_position(index: i64, turn: u8) -> PyResult<Position> {
    let position = at(index, player(turn)?)?;
    Ok(Position { record: Record::from_position(find_game("neutreeko")?, Box::new(position)) })
}

/// Returns the indices of the positions after each move, in the order of the moves, the rest of a row -1.
/// Positions that are over or impossible have none.
#[pyfunction]
pub(crate) fn neutreeko_successors<'py>(
    py: Python<'py>,
    indices: PyReadonlyArray1<'py, i64>,
) -> PyResult<Bound<'py, PyArray2<i32>>> {
    let indices = indices.as_array().to_vec();
    if let Some(index) = indices.iter().find(|index| !(0..POSITIONS as i64).contains(*index)) {
        return Err(wrong(format_args!("an index is 0 to {}, not {index}", POSITIONS - 1)));
    }
    let rows = indices.len();
    let table = py.detach(|| {
        let mut table = vec![-1_i32; rows * MOVES_MAX];
        let mut moves = Vec::with_capacity(MOVES_MAX);
        for (row, number) in table.chunks_exact_mut(MOVES_MAX).zip(indices) {
            let (mover, waiting) = masks(number as usize);
            let Some(position) = Neutreeko::from_masks(mover, waiting, games::Player::First) else {
                continue;
            };
            moves.clear();
            position.moves(&mut moves);
            for (cell, mv) in row.iter_mut().zip(&moves) {
                let mut next = position.clone();
                next.play(*mv);
                *cell = index(&next) as i32;
            }
        }
        table
    });
    PyArray1::from_vec(py, table).reshape([rows, MOVES_MAX])
}

/// Puzzles as positions and moves to find, at most so many.
#[pyfunction]
pub(crate) fn neutreeko_puzzles(
    py: Python<'_>,
    kind: &str,
    plies: u8,
    seed: u64,
    count: usize,
) -> PyResult<Vec<(String, Vec<String>)>> {
    let kind = match kind {
        "one win" if plies % 2 == 1 => PuzzleKind::OneWin { plies },
        "only moves" if plies % 2 == 1 && plies >= 3 => PuzzleKind::OnlyMoves { plies },
        "one win" | "only moves" => {
            return Err(wrong("a win takes an odd number of plies, 3 or more for only moves"));
        }
        "hold the draw" => PuzzleKind::HoldDraw,
        "mutual zugzwang" => PuzzleKind::MutualZugzwang,
        _ => return Err(wrong("a puzzle is one win, only moves, hold the draw or mutual zugzwang")),
    };
    Ok(py.detach(|| {
        let puzzles = Solution::shared().puzzles(kind, seed).take(count);
        puzzles
            .map(|puzzle| {
                (puzzle.position.to_string(), puzzle.solution.iter().map(ToString::to_string).collect())
            })
            .collect()
    }))
}
