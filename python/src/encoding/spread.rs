//! Bits written as bytes of 0 or 1.

/// Bytes that are written at once, which stand for the instructions that the code may use: those of every
/// processor, AVX2 with what came along with it, and AVX-512 with what came later.
pub(crate) const PLAIN: usize = 8;
pub(crate) const AVX2: usize = 32;
pub(crate) const AVX512: usize = 64;

/// Returns a byte of 0 or 1 for each bit, the lowest first.
pub(crate) fn spread_bits(bits: u8) -> [u8; 8] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let picked = u64::from(bits).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    ((picked + 0x7f * ONES) >> 7 & ONES).to_le_bytes()
}

/// Returns the widths that this processor has the instructions for, the widest last.
pub(crate) fn widths() -> Vec<usize> {
    let mut widths = vec![PLAIN];
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
    {
        widths.push(AVX2);
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vpopcntdq")
        {
            widths.push(AVX512);
        }
    }
    widths
}

/// Writes a byte of 0 or 1 for each of the first bits of some words, as many as there is room for. Code of a
/// `WIDTH` must run only where [`widths`] has it.
#[inline(always)]
pub(crate) fn spread_words<const WIDTH: usize>(words: &[u64], out: &mut [u8]) {
    #[cfg(target_arch = "x86_64")]
    if WIDTH >= AVX512 && out.len() >= AVX512 {
        // SAFETY: the caller has seen that the processor has the instructions.
        return unsafe { widest::spread(words, out) };
    }
    #[cfg(target_arch = "x86_64")]
    if WIDTH >= AVX2 && out.len() >= AVX2 {
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

/// Returns the 64 bits from a place on; 0 for those beyond the words.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn bits_from(words: &[u64], place: usize) -> u64 {
    let (word, shift) = (place / 64, place % 64);
    let low = words.get(word).copied().unwrap_or(0) >> shift;
    let high = words.get(word + 1).copied().unwrap_or(0);
    low | if shift == 0 { 0 } else { high << (64 - shift) }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256i, _mm256_and_si256, _mm256_min_epu8, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_set1_epi64x,
        _mm256_setr_epi64x, _mm256_shuffle_epi8, _mm256_storeu_si256,
    };

    use super::{AVX2 as BLOCK, bits_from};

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
            write(block, bits_from(words, last) as u32);
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

#[cfg(target_arch = "x86_64")]
mod widest {
    use std::arch::x86_64::{
        __m512i, _mm512_and_si512, _mm512_loadu_si512, _mm512_maskz_set1_epi8, _mm512_min_epu8,
        _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_set1_epi64, _mm512_storeu_si512,
    };

    use super::{AVX512 as BLOCK, bits_from};

    /// For each word of a vector, eight times every byte of it.
    static COPIES: [[u8; BLOCK]; 8] = {
        let mut copies = [[0; BLOCK]; 8];
        let mut place = 0;
        while place < 8 * BLOCK {
            copies[place / BLOCK][place % BLOCK] = (place / 8) as u8;
            place += 1;
        }
        copies
    };

    /// There must be room for a block.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn spread(words: &[u64], out: &mut [u8]) {
        let last = out.len() - BLOCK;
        let (blocks, rest) = out.as_chunks_mut::<BLOCK>();
        // Eight words at once stay in a vector.
        let (eights, few) = words.as_chunks::<8>();
        let (of_eights, of_few) = blocks.split_at_mut((8 * eights.len()).min(blocks.len()));
        for (blocks, eight) in of_eights.chunks_mut(8).zip(eights) {
            // SAFETY: eight words have the bytes of the vector, and the load needs no alignment.
            let words = unsafe { _mm512_loadu_si512(eight.as_ptr().cast::<__m512i>()) };
            for (block, copies) in blocks.iter_mut().zip(&COPIES) {
                // SAFETY: likewise.
                let copies = unsafe { _mm512_loadu_si512(copies.as_ptr().cast::<__m512i>()) };
                let copies = _mm512_permutexvar_epi8(copies, words);
                let own = _mm512_set1_epi64(0x8040_2010_0804_0201_u64.cast_signed());
                store(block, _mm512_min_epu8(_mm512_and_si512(copies, own), _mm512_set1_epi8(1)));
            }
        }
        for (block, word) in of_few.iter_mut().zip(few) {
            store(block, _mm512_maskz_set1_epi8(*word, 1));
        }
        // The last block overlaps the one before it, so that no byte is written alone.
        if !rest.is_empty()
            && let Some((block, [])) = out[last..].split_first_chunk_mut::<BLOCK>()
        {
            store(block, _mm512_maskz_set1_epi8(bits_from(words, last), 1));
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store(block: &mut [u8; BLOCK], bytes: __m512i) {
        // SAFETY: a block has room for the vector, and the store needs no alignment.
        unsafe { _mm512_storeu_si512(block.as_mut_ptr().cast::<__m512i>(), bytes) };
    }
}
