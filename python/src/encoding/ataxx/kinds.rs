//! The moves of a position by their kinds, all kinds at once: 0 is a clone, and the sixteen jumps follow. A
//! set has the empty squares where a kind arrives.

use super::super::{AVX512, set_run};
use super::{ALL, JUMPS, PASS, SIZE, SQUARES, WORDS, spread};

pub(super) const KINDS: usize = 17;

/// How a kind shifts pieces: those that stay on the board, by so many squares down and up.
#[derive(Clone, Copy)]
struct Shift {
    sources: u64,
    down: u64,
    up: u64,
}

const SHIFTS: [Shift; KINDS] = {
    let mut shifts = [Shift { sources: 0, down: 0, up: 0 }; KINDS];
    let mut kind = 1;
    while kind < KINDS {
        let (files, ranks) = JUMPS[kind - 1];
        let mut from = 0;
        while from < SQUARES as i32 {
            let (file, rank) = (from % SIZE as i32 + files, from / SIZE as i32 + ranks);
            if file >= 0 && file < SIZE as i32 && rank >= 0 && rank < SIZE as i32 {
                shifts[kind].sources |= 1 << from;
            }
            from += 1;
        }
        let distance = DISTANCES[kind];
        shifts[kind].down = if distance < 0 { -distance as u64 } else { 0 };
        shifts[kind].up = if distance > 0 { distance as u64 } else { 0 };
        kind += 1;
    }
    shifts
};

/// For each kind how far it is from where the piece leaves.
pub(super) const DISTANCES: [isize; KINDS] = {
    let mut distances = [0; KINDS];
    let mut kind = 1;
    while kind < KINDS {
        let (files, ranks) = JUMPS[kind - 1];
        distances[kind] = (ranks * SIZE as i32 + files) as isize;
        kind += 1;
    }
    distances
};

/// The pieces of the player to move, and what is empty.
#[derive(Clone, Copy)]
pub(super) struct Board {
    own: u64,
    empty: u64,
    clones: u64,
}

impl Board {
    #[inline(always)]
    pub(super) fn new([own, other, gaps]: [u64; 3]) -> Self {
        let empty = ALL & !(own | other | gaps);
        Self { own, empty, clones: spread(own) & empty }
    }

    #[inline(always)]
    pub(super) fn set(self, kind: usize) -> u64 {
        let shift = SHIFTS[kind];
        let jumps = (self.own & shift.sources) >> shift.down << shift.up & self.empty;
        if kind == 0 { self.clones } else { jumps }
    }

    /// Sets the bits of the actions; all are clear before.
    #[inline(always)]
    pub(super) fn write<const WIDTH: usize>(self, bits: &mut [u64; WORDS]) {
        #[cfg(target_arch = "x86_64")]
        if WIDTH >= AVX512 {
            let last = self.set(KINDS - 1);
            // SAFETY: the caller has seen that the processor has the instructions.
            return unsafe { wide::write(self.own, self.empty, self.clones, last, bits) };
        }
        let mut any = 0;
        for kind in 0..KINDS {
            let set = self.set(kind);
            any |= set;
            set_run(bits, kind * SQUARES, set);
        }
        if any == 0 {
            set_run(bits, PASS, 1);
        }
    }

    /// Counts the moves by their kinds.
    #[inline(always)]
    pub(super) fn count<const WIDTH: usize>(self) -> Counts {
        let last = u64::from(self.set(KINDS - 1).count_ones());
        #[cfg(target_arch = "x86_64")]
        if WIDTH >= AVX512 {
            // SAFETY: the caller has seen that the processor has the instructions.
            return Counts::new(unsafe { wide::count(self.own, self.empty, self.clones) }, last);
        }
        let count = |kind| u64::from(self.set(kind).count_ones());
        let eight = |first| (0..8_usize).fold(0, |counts, kind| counts | count(first + kind) << (8 * kind));
        Counts::new([eight(0), eight(8)], last)
    }
}

/// How many moves there are of each kind. Sixteen kinds have a byte each, with those before them in the same
/// word counted in.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    sums: [u64; 2],
    last: u64,
}

impl Counts {
    #[inline(always)]
    fn new(counts: [u64; 2], last: u64) -> Self {
        // No sum is above 192. At most 48 squares hold pieces of the player to move or are empty. A jump has
        // no more ways than either has squares, so at most 24; clones may have the more, the more are empty,
        // but then seven jumps have the fewer.
        Self { sums: counts.map(|counts| counts.wrapping_mul(0x0101_0101_0101_0101)), last }
    }

    #[inline(always)]
    pub(super) fn total(self) -> u64 {
        let [low, high] = self.sums.map(|sums| sums >> 56);
        low + high + self.last
    }

    /// Returns the kind that a number below the total falls on, and how many of that kind are before it.
    /// Which that is cannot be foreseen, so that there should be no branch for it.
    #[inline(always)]
    pub(super) fn find(self, number: u64) -> (usize, u64) {
        const WIDE: u64 = 0x0001_0001_0001_0001;
        const EVEN: u64 = 0xff * WIDE;
        let [low, high] = self.sums.map(|sums| sums >> 56);
        let (first, left, sums) =
            if number < low { (0, number, self.sums[0]) } else { (8, number - low, self.sums[1]) };
        let (first, left, sums) =
            if number < low + high { (first, left, sums) } else { (16, left - high, u64::MAX) };
        // The bit above the byte stays where what is left is not below the sum.
        let lefts = (0x100 | left & 0xff) * WIDE;
        let passed = |sums: u64| (lefts - (sums & EVEN)) & (0x100 * WIDE);
        let place = u64::from((passed(sums) | passed(sums >> 8) << 1).count_ones()) & 7;
        (first + place as usize, left - (sums << 8 >> (8 * place) & 0xff))
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m512i, _mm_cvtsi128_si64, _mm512_and_si512, _mm512_cvtepi64_epi8, _mm512_loadu_si512,
        _mm512_mask_set1_epi64, _mm512_maskz_permutexvar_epi8, _mm512_maskz_set1_epi64, _mm512_or_si512,
        _mm512_popcnt_epi64, _mm512_set1_epi64, _mm512_sllv_epi64, _mm512_srlv_epi64, _mm512_storeu_si512,
        _mm512_test_epi64_mask,
    };

    use super::{SHIFTS, SQUARES, WORDS};

    /// What is the same for two times eight kinds.
    struct Table {
        sources: [[u64; 8]; 2],
        down: [[u64; 8]; 2],
        up: [[u64; 8]; 2],
    }

    static TABLE: Table = {
        let mut table = Table { sources: [[0; 8]; 2], down: [[0; 8]; 2], up: [[0; 8]; 2] };
        let mut kind = 0;
        while kind < 16 {
            table.sources[kind / 8][kind % 8] = SHIFTS[kind].sources;
            table.down[kind / 8][kind % 8] = SHIFTS[kind].down;
            table.up[kind / 8][kind % 8] = SHIFTS[kind].up;
            kind += 1;
        }
        table
    };

    /// Which bytes of a vector go where, and to which places of the other one.
    struct Moves {
        from: [u8; 64],
        to: u64,
    }

    /// Eight sets of 49 bits make 49 bytes. When the set `k` has been shifted by `k` bits, its first six
    /// bytes belong at `6 k`, and the seventh is the eighth part of the next byte, which has bits of the next
    /// set too. Such 49 bytes, placed so many bytes up (or down): the first six, and the seventh.
    const fn moves(up: isize, is_seventh: bool) -> Moves {
        let mut moves = Moves { from: [0; 64], to: 0 };
        let mut set = 0;
        while set < 8 {
            let (mut byte, end) = if is_seventh { (6, 7) } else { (0, 6) };
            while byte < end {
                let place = 6 * set + byte + up;
                if place >= 0 && place < 64 {
                    moves.from[place as usize] = (8 * set + byte) as u8;
                    moves.to |= 1 << place;
                }
                byte += 1;
            }
            set += 1;
        }
        moves
    }

    /// Of the first eight kinds to the first eight words, of the next eight to the same, and of these to the
    /// words after them.
    static MOVES: [[Moves; 2]; 3] = [both(0), both(SQUARES as isize), both(SQUARES as isize - 64)];

    const fn both(up: isize) -> [Moves; 2] {
        [moves(up, false), moves(up, true)]
    }

    const OWN_NUMBERS: [u64; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(words: &[u64; 8]) -> __m512i {
        // SAFETY: the array has the bytes of the vector, and the load needs no alignment.
        unsafe { _mm512_loadu_si512(words.as_ptr().cast::<__m512i>()) }
    }

    /// The sets of all kinds but the last, of own pieces, what is empty, and clones.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn sets(own: u64, empty: u64, clones: u64) -> [__m512i; 2] {
        let own = _mm512_set1_epi64(own.cast_signed());
        let empty = _mm512_set1_epi64(empty.cast_signed());
        let [first, second] = [0, 1].map(|eight| {
            let pieces = _mm512_and_si512(own, load(&TABLE.sources[eight]));
            let lower = _mm512_srlv_epi64(pieces, load(&TABLE.down[eight]));
            _mm512_and_si512(_mm512_sllv_epi64(lower, load(&TABLE.up[eight])), empty)
        });
        [_mm512_mask_set1_epi64(first, 1, clones.cast_signed()), second]
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    pub(super) fn count(own: u64, empty: u64, clones: u64) -> [u64; 2] {
        sets(own, empty, clones).map(|sets| {
            let counts = _mm512_cvtepi64_epi8(_mm512_popcnt_epi64(sets));
            _mm_cvtsi128_si64(counts).cast_unsigned()
        })
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn write(own: u64, empty: u64, clones: u64, last: u64, bits: &mut [u64; WORDS]) {
        let [first, second] = sets(own, empty, clones);
        let either = _mm512_or_si512(first, second);
        let must_pass = last == 0 && _mm512_test_epi64_mask(either, either) == 0;
        let last = last | u64::from(must_pass) << SQUARES;

        let numbers = load(&OWN_NUMBERS);
        let [first, second] = [first, second].map(|sets| _mm512_sllv_epi64(sets, numbers));
        let [low, middle, high] = [(first, 0), (second, 1), (second, 2)].map(|(bytes, place)| {
            let [six, seventh] = MOVES[place].each_ref().map(|moves| {
                // SAFETY: as in `load`.
                let from = unsafe { _mm512_loadu_si512(moves.from.as_ptr().cast::<__m512i>()) };
                _mm512_maskz_permutexvar_epi8(moves.to, from, bytes)
            });
            _mm512_or_si512(six, seventh)
        });
        // The last kind begins at bit 784, which is bit 16 of word 12.
        let tail = [(1 << 4, last << 16), (1 << 5, last >> 48)];
        let [tail, rest] = tail.map(|(place, word)| _mm512_maskz_set1_epi64(place, word.cast_signed()));
        let halves = [_mm512_or_si512(low, middle), _mm512_or_si512(high, _mm512_or_si512(tail, rest))];
        for (eight, half) in bits.as_chunks_mut::<8>().0.iter_mut().zip(halves) {
            // SAFETY: eight words have the bytes of the vector, and the store needs no alignment.
            unsafe { _mm512_storeu_si512(eight.as_mut_ptr().cast::<__m512i>(), half) };
        }
    }
}
