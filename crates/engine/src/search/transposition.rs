//! The transposition table, shared by all threads without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use games::NO_MOVE;

use super::value::{PROVED, Score};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// A search result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move found, as its number; unique within the position.
    pub mv: Option<u32>,
    pub score: Score,
    pub depth: i32,
    pub bound: Bound,
}

/// Words of a slot: the key xor the data, and the data. A slot torn by two writers therefore matches neither
/// key.
const SLOT: usize = 2;
/// Slots of a bucket; a bucket fills one cache line.
const BUCKET: usize = 4;
const LINE: usize = SLOT * BUCKET;

/// A transposition table of fixed size with buckets of four slots, replaced by age and depth.
pub struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// The first word that is aligned to a cache line.
    first: usize,
    buckets: usize,
    /// The generation of the current search; entries of older generations are replaced first.
    age: AtomicU8,
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TranspositionTable of {} buckets", self.buckets)
    }
}

impl TranspositionTable {
    pub const MEGABYTES_MAX: usize = 64 << 10;

    /// Creates a table of about this many megabytes. Memory is zeroed lazily by the system, so a large table
    /// costs nothing until it is used.
    pub fn new(megabytes: usize) -> Self {
        let bytes = megabytes.clamp(1, Self::MEGABYTES_MAX) << 20;
        Self::with_buckets(bytes / (LINE * size_of::<u64>()) - 1)
    }

    fn with_buckets(buckets: usize) -> Self {
        let words: Box<[AtomicU64]> = bytemuck::zeroed_slice_box((buckets + 1) * LINE);
        ask_for_large_pages(&words);
        let first = words.as_ptr().align_offset(LINE * size_of::<u64>()).min(LINE);
        Self { words, first, buckets, age: AtomicU8::new(0) }
    }

    /// Starts a new generation, so that entries of earlier searches are replaced first.
    pub fn new_search(&self) {
        self.age.store(self.age.load(Ordering::Relaxed).wrapping_add(1) & AGE_MAX, Ordering::Relaxed);
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for word in &self.words {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// Removes all entries. A table so large that clearing it would take long is allocated anew instead.
    pub fn reset(&mut self) {
        const LARGE: usize = (1 << 30) / (LINE * size_of::<u64>());
        if self.buckets > LARGE {
            *self = Self::with_buckets(self.buckets);
        } else {
            self.clear();
        }
    }

    /// Prefetches the bucket of `key` into the cache.
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let line = self.bucket(key).as_ptr();
            // SAFETY: the line is within the table, and a prefetch changes nothing that can be seen.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(line.cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Returns the entry of a position `ply` plies from the root.
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).chunks_exact(SLOT).find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            let fits = data != 0 && slot[0].load(Ordering::Relaxed) ^ data == key;
            fits.then(|| unpack(data, ply))
        })
    }

    /// Stores the entry of a position `ply` plies from the root.
    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut data = pack(entry, ply, age);
        let mut least = i32::MAX;
        let bucket = self.bucket(key);
        let mut chosen = &bucket[..SLOT];
        for slot in bucket.chunks_exact(SLOT) {
            let before = slot[1].load(Ordering::Relaxed);
            if before == 0 || slot[0].load(Ordering::Relaxed) ^ before == key {
                // The same position is always overwritten, but an old best move is kept when the new entry
                // has none.
                if before != 0 && entry.mv.is_none() {
                    data = data & !MOVE | before & MOVE;
                }
                chosen = slot;
                break;
            }
            // Else entries of older generations are replaced first, then the shallowest.
            let worth = depth_of(before) + if age_of(before) == age { 256 } else { 0 };
            if worth < least {
                (least, chosen) = (worth, slot);
            }
        }
        chosen[0].store(key ^ data, Ordering::Relaxed);
        chosen[1].store(data, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        &self.words[self.first + index * LINE..][..LINE]
    }
}

/// Asks for huge pages: probes are random accesses, and with small pages nearly every one would miss the TLB.
fn ask_for_large_pages(words: &[AtomicU64]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 2 << 20;
        let bytes = size_of_val(words);
        let skipped = words.as_ptr().cast::<u8>().align_offset(PAGE);
        if bytes >= skipped.saturating_add(PAGE) {
            let pages = words.as_ptr().cast::<u8>().wrapping_add(skipped).cast_mut();
            // SAFETY: the range lies within the allocation, and the advice does not change its contents.
            #[allow(unsafe_code)]
            unsafe {
                libc::madvise(pages.cast(), (bytes - skipped) / PAGE * PAGE, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}

/// The move in bits 0 to 31, the score in 32 to 47, the depth in 48 to 55, the age in 56 to 61, the bound,
/// never 0, in 62 to 63.
const MOVE: u64 = u32::MAX as u64;
const AGE_MAX: u8 = 0x3f;

fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xff) as i32
}

fn age_of(data: u64) -> u8 {
    (data >> 56) as u8 & AGE_MAX
}

/// Packs an entry. Proved scores are stored relative to the position, not to the root.
fn pack(entry: Entry, ply: usize, age: u8) -> u64 {
    let score = match entry.score {
        score if score > PROVED => score + ply as Score,
        score if score < -PROVED => score - ply as Score,
        score => score,
    };
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let mv = u64::from(entry.mv.unwrap_or(NO_MOVE));
    mv | u64::from(score as i16 as u16) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | u64::from(age) << 56
        | bound << 62
}

fn unpack(data: u64, ply: usize) -> Entry {
    let score = match Score::from((data >> 32) as u16 as i16) {
        score if score > PROVED => score - ply as Score,
        score if score < -PROVED => score + ply as Score,
        score => score,
    };
    let bound = match data >> 62 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        _ => Bound::Upper,
    };
    Entry { mv: Some(data as u32).filter(|mv| *mv != NO_MOVE), score, depth: depth_of(data), bound }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value::WIN;

    #[test]
    fn entries_come_back_and_proofs_keep_their_distance() {
        let table = TranspositionTable::new(1);
        let entry = |score| Entry { mv: Some(u32::MAX), score, depth: 9, bound: Bound::Lower };
        let key = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for (number, score) in [(1, 0), (2, -1234), (3, WIN - 7), (4, 7 - WIN)] {
            table.store(key(number), 3, entry(score));
            assert_eq!(table.probe(key(number), 3), Some(entry(score)));
        }
        assert_eq!(
            table.probe(key(3), 1).unwrap().score,
            WIN - 5,
            "two plies nearer to the root is two plies farther from the end"
        );
        assert_eq!(table.probe(key(99), 0), None);
        table.clear();
        assert_eq!(table.probe(key(1), 3), None);
    }
}
