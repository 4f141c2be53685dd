//! The hidden layer with the vector instructions of x86-64: the same sums as the plain loop, in registers.
#![allow(unsafe_code)]

use super::aligned::AlignedWords;
use super::{LANES, Network, UNIT};

/// Defines `$name`, with the instructions of one width, for registers of `$width` words.
macro_rules! forward {
    ($name:ident, $features:literal, $width:literal, $register:ident, $set1:ident, $zero:ident,
     $load:ident, $add16:ident, $min:ident, $max:ident, $mullo:ident, $madd:ident, $add32:ident) => {
        #[target_feature(enable = $features)]
        pub(super) fn $name(network: &Network, active: &[u16], bucket: usize) -> i32 {
            use std::arch::x86_64::{
                $add16, $add32, $load, $madd, $max, $min, $mullo, $register, $set1, $zero,
            };

            #[target_feature(enable = $features)]
            fn columns<const REGISTERS: usize>(network: &Network, active: &[u16], bucket: usize) -> i32 {
                let hidden = network.header.hidden;
                // The rows are the file's, so this holds for every input of the game that the network was
                // checked for.
                assert!(
                    active.iter().all(|input| usize::from(*input) < network.header.inputs)
                        && bucket < network.header.buckets
                );
                // SAFETY: rows of `hidden` words, a multiple of those in the registers, exist for every input
                // and bucket that was checked above; the words are aligned to 64 bytes, and so is every row.
                // (Aligned, since compilers split other loads for old machines.)
                let load = |words: &AlignedWords, at: usize| unsafe {
                    $load(words.as_ptr().add(at).cast::<$register>())
                };
                let (zero, one) = ($zero(), $set1(UNIT as i16));
                let mut sum = zero;
                for first in (0..hidden).step_by(REGISTERS * $width) {
                    let mut units: [$register; REGISTERS] =
                        std::array::from_fn(|index| load(&network.biases, first + index * $width));
                    for input in active {
                        let row = usize::from(*input) * hidden + first;
                        for (index, unit) in units.iter_mut().enumerate() {
                            *unit = $add16(*unit, load(&network.weights, row + index * $width));
                        }
                    }
                    for (index, unit) in units.into_iter().enumerate() {
                        let unit = $min($max(unit, zero), one);
                        let weight = load(&network.output_weights, bucket * hidden + first + index * $width);
                        sum = $add32(sum, $madd($mullo(unit, weight), unit));
                    }
                }
                // SAFETY: a register is so many numbers of 32 bits.
                let parts: [i32; $width / 2] = unsafe { std::mem::transmute(sum) };
                network.scaled(parts.into_iter().map(i64::from).sum(), bucket)
            }

            // As many columns at once as the registers hold.
            if network.header.hidden.is_multiple_of(2 * LANES) {
                columns::<{ 2 * LANES / $width }>(network, active, bucket)
            } else {
                columns::<{ LANES / $width }>(network, active, bucket)
            }
        }
    };
}

forward!(
    avx2,
    "avx2",
    16,
    __m256i,
    _mm256_set1_epi16,
    _mm256_setzero_si256,
    _mm256_load_si256,
    _mm256_add_epi16,
    _mm256_min_epi16,
    _mm256_max_epi16,
    _mm256_mullo_epi16,
    _mm256_madd_epi16,
    _mm256_add_epi32
);

forward!(
    avx512,
    "avx512f,avx512bw",
    32,
    __m512i,
    _mm512_set1_epi16,
    _mm512_setzero_si512,
    _mm512_load_si512,
    _mm512_add_epi16,
    _mm512_min_epi16,
    _mm512_max_epi16,
    _mm512_mullo_epi16,
    _mm512_madd_epi16,
    _mm512_add_epi32
);
