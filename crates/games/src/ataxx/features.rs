//! The inputs of a neural evaluation: overlapping windows of two by two squares.

use super::{Ataxx, Edition, RANK, SIZE, bit};
use crate::Features;

/// Windows along one edge of the board.
const WINDOWS: usize = SIZE - 1;

/// States of a window: four squares that are empty, own, enemy or a gap.
const STATES: usize = 256;

const BUCKETS: usize = 8;

pub(super) const FEATURES: Features = Features {
    name: "ataxx",
    inputs: WINDOWS * WINDOWS * STATES,
    active_max: WINDOWS * WINDOWS,
    buckets: BUCKETS,
    cells: SIZE * SIZE,
    cell_bits: 2,
};

/// Returns the bucket of output weights for this many empty squares.
pub(super) const fn bucket(empty: u32) -> usize {
    empty as usize * BUCKETS / (SIZE * SIZE + 1)
}

/// Returns the lowest seven bits, each as the lowest bit of a byte.
const fn one_per_byte(rank: u64) -> u64 {
    // Seven copies, seven bits apart: bit n of copy n comes to the beginning of byte n.
    const COPIES: u64 = 0x0000_0408_1020_4081;
    ((rank & 0x7f) * COPIES) & 0x01_0101_0101_0101
}

impl<S: Edition> Ataxx<S> {
    /// Two bit planes that give each square two bits: 0 empty, 1 own, 2 enemy, 3 gap.
    fn planes(&self) -> [u64; 2] {
        [self.mover | !self.ground, self.waiting | !self.ground]
    }

    /// Writes one input per window, rank by rank from a1, and returns their number. In the number of a
    /// window's state the low four bits come from the first plane; within a plane the squares go from left to
    /// right, then up.
    pub(super) fn windows(&self, out: &mut [u16]) -> usize {
        let [low, high] = self.planes();
        // The squares of each rank, a byte each: bit 0 from the first plane, bit 4 from the second.
        let rank_bytes = |rank: usize| {
            let shift = RANK * rank;
            one_per_byte(low >> shift) | one_per_byte(high >> shift) << 4
        };
        let mut below = rank_bytes(0);
        for (rank, row) in out[..WINDOWS * WINDOWS].chunks_exact_mut(WINDOWS).enumerate() {
            let above = rank_bytes(rank + 1);
            // All windows of a row at once: byte n has the states of the window that begins on file n.
            let states = below | below >> 8 << 1 | above << 2 | above >> 8 << 3;
            for (file, (input, state)) in row.iter_mut().zip(states.to_le_bytes()).enumerate() {
                *input = ((rank * WINDOWS + file) * STATES) as u16 + u16::from(state);
            }
            below = above;
        }
        WINDOWS * WINDOWS
    }

    pub(super) fn cell_states(&self, out: &mut [u8]) {
        let [low, high] = self.planes();
        for (index, cell) in out.iter_mut().take(SIZE * SIZE).enumerate() {
            let square = bit(index % SIZE, index / SIZE);
            *cell = u8::from(low & square != 0) | u8::from(high & square != 0) << 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Competitive, Step};
    use super::*;
    use crate::{Heuristics, Position};

    /// Returns the state of a window put together from the single cells.
    fn slow_windows(cells: &[u8]) -> Vec<u16> {
        let mut inputs = Vec::new();
        for rank in 0..WINDOWS {
            for file in 0..WINDOWS {
                let squares = [(0, 0), (1, 0), (0, 1), (1, 1)]
                    .map(|(right, up)| cells[(rank + up) * SIZE + file + right]);
                let plane = |shift: u8| {
                    (0..4).map(|index| u16::from(squares[index] >> shift & 1) << index).sum::<u16>()
                };
                inputs.push(((rank * WINDOWS + file) * STATES) as u16 + plane(0) + plane(1) * 16);
            }
        }
        inputs
    }

    #[test]
    fn windows_are_the_cells_four_by_four_along_random_games() {
        let mut dice = 7_u64;
        for start in <Competitive as Edition>::INFO.starts {
            let mut position: Ataxx<Competitive> = start.text.parse().unwrap();
            loop {
                let (mut cells, mut inputs) = ([0; SIZE * SIZE], [0; WINDOWS * WINDOWS]);
                position.cells(&mut cells);
                assert_eq!(position.features(&mut inputs), inputs.len());
                assert_eq!(inputs.to_vec(), slow_windows(&cells), "{position}");
                assert!(position.bucket() < BUCKETS);
                let mut moves: Vec<Step> = Vec::new();
                position.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position.play(moves[(dice >> 33) as usize % moves.len()]);
            }
        }
    }
}
