//! Matrices of bits between sets of three squares, kept as lines of 64 bytes.
//!
//! A row belongs to one class of sets, seen from the set that stands for it. Its byte `c` holds the 8 sets of
//! class `c`, bit `g` being number `8c + g`. So a symmetry of the board moves bits only within each byte, the
//! same way in all of them. A matrix is cut into blocks of 64 columns of bytes; all the lines of a block lie
//! together.

use super::sets::CLASSES;

/// Bytes in a line.
pub(super) const WIDTH: usize = 64;
/// Lines in a row.
pub(super) const BLOCKS: usize = CLASSES.div_ceil(WIDTH);
/// Rows of a square matrix: a whole number of lines, so that it can be transposed.
pub(super) const ROWS: usize = BLOCKS * WIDTH;

const WORDS: usize = WIDTH / 8;

/// A part of a row: 512 sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct BitLine([u64; WORDS]);

/// One row for each class; line `ROWS * block + class`.
pub(super) type Matrix = Vec<BitLine>;

impl BitLine {
    pub(super) const NONE: Self = Self([0; WORDS]);
    pub(super) const ALL: Self = Self([!0; WORDS]);

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub(super) fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    pub(super) fn contains(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Returns what each of the 8 symmetries makes of the line.
    #[inline(always)]
    pub(super) fn images(self) -> [Self; 8] {
        let plain = self;
        let files = plain.swap::<1, 0x5555_5555_5555_5555>();
        let turned = plain.swap::<4, 0x0f0f_0f0f_0f0f_0f0f>().swap::<1, 0x2222_2222_2222_2222>();
        let turned_files = turned.swap::<1, 0x5555_5555_5555_5555>();
        let ranks = |line: Self| line.swap::<2, 0x3333_3333_3333_3333>();
        [plain, files, ranks(plain), ranks(files), turned, turned_files, ranks(turned), ranks(turned_files)]
    }

    /// Swaps each bit of the mask with the one `STEP` above it.
    #[inline(always)]
    fn swap<const STEP: u32, const MASK: u64>(self) -> Self {
        Self(self.0.map(|word| {
            let differ = (word ^ word >> STEP) & MASK;
            word ^ differ ^ differ << STEP
        }))
    }
}

/// Returns the line and the bit in it of a number in a row.
pub(super) fn place(class: usize, number: usize) -> (usize, usize) {
    (ROWS * (number / (8 * WIDTH)) + class, number % (8 * WIDTH))
}

/// Makes of a matrix from A to B the one from B to A.
///
/// If B is what `g` makes of its class's set, then A seen from that set is what the inverse of `g` makes of
/// A's: so bytes trade rows with columns, and bits within them go from `g` to its inverse, which only trades
/// the two quarter turns.
#[inline(always)]
pub(super) fn transpose(matrix: &[BitLine], out: &mut [BitLine]) {
    out.fill(BitLine::NONE);
    for block in 0..BLOCKS {
        for group in 0..ROWS / 8 {
            let first = ROWS * block + 8 * group;
            let mut lines: [BitLine; 8] = std::array::from_fn(|line| matrix[first + line]);
            if lines.iter().fold(BitLine::NONE, |all, line| all.or(*line)).is_empty() {
                continue;
            }
            exchange::<4, 32, 0x0000_0000_ffff_ffff>(&mut lines);
            exchange::<2, 16, 0x0000_ffff_0000_ffff>(&mut lines);
            exchange::<1, 8, 0x00ff_00ff_00ff_00ff>(&mut lines);
            let (out_block, out_word) = (group / WORDS, group % WORDS);
            let rows = &mut out[ROWS * out_block + WIDTH * block..][..WIDTH];
            for (byte, line) in lines.into_iter().enumerate() {
                let line = line.swap::<1, 0x2020_2020_2020_2020>();
                for word in 0..WORDS {
                    rows[8 * word + byte].0[out_word] = line.0[word];
                }
            }
        }
    }
}

/// One of three steps that transpose 8 by 8 bytes, in all words of the lines at once: trades the high part of
/// each line with the low part of the line `DISTANCE` further on.
#[inline(always)]
fn exchange<const DISTANCE: usize, const SHIFT: u32, const LOW: u64>(lines: &mut [BitLine; 8]) {
    for low in (0..8).filter(|line| line & DISTANCE == 0) {
        let high = low + DISTANCE;
        for word in 0..WORDS {
            let differ = (lines[low].0[word] >> SHIFT ^ lines[high].0[word]) & LOW;
            lines[low].0[word] ^= differ << SHIFT;
            lines[high].0[word] ^= differ;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::symmetry::Symmetry;
    use super::*;

    #[test]
    fn images_move_bits_as_symmetries_multiply() {
        for bit in [0, 1, 2, 3, 4, 5, 6, 7, 509] {
            let mut line = BitLine::NONE;
            line.insert(bit);
            for (symmetry, image) in Symmetry::ALL.into_iter().zip(line.images()) {
                let mut expected = BitLine::NONE;
                expected.insert(bit & !7 | symmetry.after(Symmetry::ALL[bit % 8]).index());
                assert_eq!(image, expected);
            }
        }
    }

    #[test]
    fn transposing_trades_rows_with_columns_and_symmetries_with_inverses() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut matrix = vec![BitLine::NONE; BLOCKS * ROWS];
        let mut expected = matrix.clone();
        for _ in 0..5000 {
            let (row, column, symmetry) =
                (rng.usize(..CLASSES), rng.usize(..CLASSES), Symmetry::ALL[rng.usize(..8)]);
            let (line, bit) = place(row, 8 * column + symmetry.index());
            matrix[line].insert(bit);
            let (line, bit) = place(column, 8 * row + symmetry.inverse().index());
            expected[line].insert(bit);
        }
        let mut turned = vec![BitLine::ALL; BLOCKS * ROWS];
        transpose(&matrix, &mut turned);
        assert!(turned == expected);
    }
}
