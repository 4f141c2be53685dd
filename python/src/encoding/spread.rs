//! Bits written as bytes of 0 or 1.

/// Returns a byte of 0 or 1 for each bit, the lowest first.
pub(crate) fn spread_bits(bits: u8) -> [u8; 8] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let picked = u64::from(bits).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    ((picked + 0x7f * ONES) >> 7 & ONES).to_le_bytes()
}

/// Returns whether this processor has the instructions that `FAST` code uses.
pub(crate) fn has_fast_spread() -> bool {
    #[cfg(target_arch = "x86_64")]
    let has = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    let has = false;
    has
}

/// Writes a byte of 0 or 1 for each of the first bits of some words, as many as there is room for. `FAST`
/// code must run only where [`has_fast_spread`].
#[inline(always)]
pub(crate) fn spread_words<const FAST: bool>(words: &[u64], out: &mut [u8]) {
    #[cfg(target_arch = "x86_64")]
    if FAST && out.len() >= wide::BLOCK {
        // SAFETY: the caller has seen that the processor has the instructions.
        return unsafe { wide::spread(words, out) };
    }
    let (eights, rest) = out.as_chunks_mut::<8>();
    let mut bytes = words.iter().flat_map(|word| word.to_le_bytes());
    for (eight, byte) in eights.iter_mut().zip(&mut bytes) {
        *eight = spread_bits(byte);
    }
    if let Some(byte) = bytes.next() {
        let left = rest.len();
        rest.copy_from_slice(&spread_bits(byte)[..left]);
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256i, _mm256_and_si256, _mm256_min_epu8, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_set1_epi64x,
        _mm256_setr_epi64x, _mm256_shuffle_epi8, _mm256_storeu_si256,
    };

    /// Bytes that are written at once.
    pub(super) const BLOCK: usize = 32;

    /// There must be room for a block.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn spread(words: &[u64], out: &mut [u8]) {
        let rest = out.len() % BLOCK;
        let last = out.len() - BLOCK;
        for (pair, word) in out.chunks_mut(2 * BLOCK).zip(words) {
            let (blocks, _) = pair.as_chunks_mut::<BLOCK>();
            if let Some(block) = blocks.first_mut() {
                write(block, *word as u32);
            }
            if let Some(block) = blocks.get_mut(1) {
                write(block, (*word >> 32) as u32);
            }
        }
        // The last block overlaps the one before it, so that no byte is written alone.
        if rest > 0
            && let Some((block, [])) = out[last..].split_first_chunk_mut::<BLOCK>()
        {
            let (place, shift) = (last / 64, last % 64);
            let low = words.get(place).copied().unwrap_or(0) >> shift;
            let high = words.get(place + 1).copied().unwrap_or(0);
            let high = if shift == 0 { 0 } else { high << (64 - shift) };
            write(block, (low | high) as u32);
        }
    }

    /// Writes 32 bits: each byte of the vector gets the byte that has its bit, keeps that bit alone, and
    /// becomes 1 if it is set.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn write(block: &mut [u8; BLOCK], bits: u32) {
        let byte = |number: i64| number * 0x0101_0101_0101_0101;
        let places = _mm256_setr_epi64x(byte(0), byte(1), byte(2), byte(3));
        let copies = _mm256_shuffle_epi8(_mm256_set1_epi32(bits.cast_signed()), places);
        let own = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
        let ones = _mm256_min_epu8(_mm256_and_si256(copies, own), _mm256_set1_epi8(1));
        // SAFETY: a block has room for the vector, and the store needs no alignment.
        unsafe { _mm256_storeu_si256(block.as_mut_ptr().cast::<__m256i>(), ones) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_write_every_bit_and_nothing_else() {
        let mut rng = fastrand::Rng::with_seed(1);
        for length in 1..300_usize {
            let words: Vec<u64> = (0..length.div_ceil(64)).map(|_| rng.u64(..)).collect();
            let expected: Vec<u8> =
                (0..length).map(|bit| (words[bit / 64] >> (bit % 64) & 1) as u8).collect();
            let mut out = vec![7; length];
            spread_words::<false>(&words, &mut out);
            assert_eq!(out, expected, "{length} plain");
            if has_fast_spread() {
                out.fill(7);
                spread_words::<true>(&words, &mut out);
                assert_eq!(out, expected, "{length} fast");
            }
        }
    }
}
