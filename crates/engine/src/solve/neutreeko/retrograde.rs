//! All distances at once, from the end of the game backwards.
//!
//! Layer by layer: a position is won when a slide leads to one that is lost for the other side, and lost when
//! all slides lead to won ones. Both are a few operations on whole lines of positions. With the mover's
//! pieces fixed, a slide of one of them is possible for the sets of the other side that keep off its path
//! and, where neither the edge nor an own piece stops it, hold the square behind its end.

use super::lines::{BLOCKS, BitLine, Matrix, ROWS, transpose};
use super::sets::{CLASSES, Sets};
use super::slides::{Board, STOPS};

/// Distances are below 64 plies: half of one takes 5 bits.
pub(super) const HALVES: usize = 5;

/// When more lines than this hold new wins, nearly every open position has a slide into one: it is quicker
/// not to look which.
const CROWD: usize = 600;

/// What retrograde analysis finds out about every position; rows belong to the side to move.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Distances {
    pub(super) won: Matrix,
    pub(super) drawn: Matrix,
    /// The bits of half the plies to the end, rounded down.
    pub(super) halves: [Matrix; HALVES],
}

impl Distances {
    pub(super) fn find(sets: &Sets) -> Self {
        let board = Board::new(sets);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has just said that it has AVX2.
            #[allow(unsafe_code)]
            return unsafe { find_avx2(&board) };
        }
        find(&board)
    }

    /// Does the same without instructions that not every machine has.
    #[cfg(test)]
    pub(super) fn find_portably(sets: &Sets) -> Self {
        find(&Board::new(sets))
    }
}

/// The same code as [`find`], compiled for wider registers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn find_avx2(board: &Board) -> Distances {
    find(board)
}

#[inline(always)]
fn find(board: &Board) -> Distances {
    let nothing = || vec![BitLine::NONE; BLOCKS * ROWS];
    let mut found =
        Distances { won: nothing(), drawn: board.open.clone(), halves: std::array::from_fn(|_| nothing()) };
    let mut refuges = vec![BitLine::ALL; 8 * BLOCKS * ROWS];
    let mut layer = board.finished.clone();
    let mut turned = nothing();
    for half in 0.. {
        // 1. The mover wins by a slide to a position that is lost since the last round.
        transpose(&layer, &mut turned);
        before(board, &turned, &mut layer);
        for ((new, open), won) in layer.iter_mut().zip(&mut found.drawn).zip(&mut found.won) {
            *new = new.and(*open);
            *open = open.without(*new);
            *won = won.or(*new);
        }
        found.record(&layer, half);

        // 2. The mover loses when a slide leads to a position that is won since then, and none to one that is
        // not.
        transpose(&layer, &mut turned);
        if close(&turned, &mut refuges) > CROWD {
            layer.copy_from_slice(&found.drawn);
        } else {
            before(board, &turned, &mut layer);
            for (new, open) in layer.iter_mut().zip(&found.drawn) {
                *new = new.and(*open);
            }
        }
        refute(board, &refuges, &mut layer);
        if layer.iter().all(|line| line.is_empty()) {
            break;
        }
        for (new, open) in layer.iter().zip(&mut found.drawn) {
            *open = open.without(*new);
        }
        found.record(&layer, half + 1);
    }
    found
}

impl Distances {
    #[inline(always)]
    fn record(&mut self, layer: &[BitLine], half: usize) {
        debug_assert!(half >> HALVES == 0);
        for (_, plane) in self.halves.iter_mut().enumerate().filter(|(bit, _)| half >> bit & 1 == 1) {
            for (line, new) in plane.iter_mut().zip(layer) {
                *line = line.or(*new);
            }
        }
    }
}

/// Finds what has a slide into one of some positions, which are given in rows of the side that has just
/// moved. Those found are in rows of the same side, now to move.
#[inline(always)]
fn before(board: &Board, targets: &[BitLine], found: &mut [BitLine]) {
    found.fill(BitLine::NONE);
    for block in 0..BLOCKS {
        let stops = &board.stops[STOPS * block..][..STOPS];
        let found = &mut found[ROWS * block..][..ROWS];
        for class in 0..CLASSES {
            let target = targets[ROWS * block + class];
            if target.is_empty() {
                continue;
            }
            let images = target.images();
            for slide in board.slides_into(class) {
                let possible = stops[usize::from(slide.stop)].and(images[usize::from(slide.symmetry) % 8]);
                let source = &mut found[usize::from(slide.source)];
                *source = source.or(possible);
            }
        }
    }
}

/// Takes positions, in rows of the side that has just moved, out of that side's refuges. Returns how many
/// lines hold any.
#[inline(always)]
fn close(positions: &[BitLine], refuges: &mut [BitLine]) -> usize {
    let mut count = 0;
    for (line, refuges) in
        positions.iter().zip(refuges.chunks_exact_mut(8)).filter(|(line, _)| !line.is_empty())
    {
        for (refuge, closed) in refuges.iter_mut().zip(line.images()) {
            *refuge = refuge.without(closed);
        }
        count += 1;
    }
    count
}

/// Strikes out what has a slide into a refuge.
#[inline(always)]
fn refute(board: &Board, refuges: &[BitLine], candidates: &mut [BitLine]) {
    for block in 0..BLOCKS {
        let stops = &board.stops[STOPS * block..][..STOPS];
        let refuges = &refuges[8 * ROWS * block..][..8 * ROWS];
        for class in 0..CLASSES {
            let mut left = candidates[ROWS * block + class];
            for slide in board.slides(class) {
                if left.is_empty() {
                    break;
                }
                left = left.without(stops[usize::from(slide.stop)].and(refuges[usize::from(slide.target)]));
            }
            candidates[ROWS * block + class] = left;
        }
    }
}
