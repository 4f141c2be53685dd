//! The transposition table: what was found out about positions, shared by all threads without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

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

/// What is stored about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move found, as its number; unique within the position.
    pub mv: Option<u32>,
    pub score: Score,
    pub depth: i32,
    pub bound: Bound,
}

/// A slot holds the key mixed with the data, so that a slot torn by two writers fits neither key.
#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
    mv: AtomicU64,
}

/// Slots that a position may be in.
const BUCKET: usize = 2;

/// A table of bounded size.
pub struct Table {
    slots: Vec<Slot>,
    /// Which search wrote an entry; older ones are replaced first.
    age: AtomicU8,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table of {} slots", self.slots.len())
    }
}

impl Table {
    pub const MEGABYTES_MAX: usize = 64 << 10;

    /// A table of about this many megabytes, at least a small one.
    pub fn new(megabytes: usize) -> Self {
        let bytes = megabytes.clamp(1, Self::MEGABYTES_MAX) << 20;
        let buckets = (bytes / (BUCKET * size_of::<Slot>())).max(1);
        let slots = std::iter::repeat_with(Slot::default).take(buckets * BUCKET).collect();
        Self { slots, age: AtomicU8::new(0) }
    }

    /// Starts a new search: what stands in the table gives way to what comes.
    pub fn grow_older(&self) {
        self.age.store(self.age.load(Ordering::Relaxed).wrapping_add(1) & 0x3f, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot.mixed.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
            slot.mv.store(0, Ordering::Relaxed);
        }
    }

    /// What is known of a position that stands `ply` plies into the search.
    pub fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let (data, mv) = (slot.data.load(Ordering::Relaxed), slot.mv.load(Ordering::Relaxed));
            let fits = data != 0 && slot.mixed.load(Ordering::Relaxed) ^ data ^ mv.rotate_left(32) == key;
            fits.then(|| unpack(data, mv, ply))
        })
    }

    pub fn put(&self, key: u64, ply: usize, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let (data, mv) = pack(entry, ply, age);
        let worth = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let same = slot.mixed.load(Ordering::Relaxed) ^ data ^ slot.mv.load(Ordering::Relaxed).rotate_left(32) == key;
            let stale = (data >> 32 & 0x3f) as u8 != age;
            // The same position is always renewed; then go the stale, then the shallow.
            if data == 0 || same { -1 } else { (data & 0xff) as i32 + if stale { 0 } else { 256 } }
        };
        let bucket = self.bucket(key);
        let slot = bucket.iter().min_by_key(|slot| worth(slot)).unwrap_or(&bucket[0]);
        slot.mixed.store(key ^ data ^ mv.rotate_left(32), Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
        slot.mv.store(mv, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let buckets = self.slots.len() / BUCKET;
        let index = ((u128::from(key) * buckets as u128) >> 64) as usize;
        &self.slots[index * BUCKET..][..BUCKET]
    }
}

/// Depth in bits 0 to 7, score in 8 to 23, bound in 24 to 25, a bit that is always set, age in 32 to 37.
/// Proofs are stored as distances from the position, not from the root.
fn pack(entry: Entry, ply: usize, age: u8) -> (u64, u64) {
    let score = match entry.score {
        score if score > PROVED => score + ply as Score,
        score if score < -PROVED => score - ply as Score,
        score => score,
    };
    let bound = match entry.bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    let data = entry.depth.clamp(0, 255) as u64 | u64::from(score as i16 as u16) << 8 | bound << 24 | 1 << 26 | u64::from(age) << 32;
    (data, entry.mv.map_or(0, |mv| u64::from(mv) + 1))
}

fn unpack(data: u64, mv: u64, ply: usize) -> Entry {
    let score = Score::from((data >> 8) as u16 as i16);
    let bound = match data >> 24 & 3 {
        0 => Bound::Exact,
        1 => Bound::Lower,
        _ => Bound::Upper,
    };
    let score = match score {
        score if score > PROVED => score - ply as Score,
        score if score < -PROVED => score + ply as Score,
        score => score,
    };
    Entry { mv: mv.checked_sub(1).map(|mv| mv as u32), score, depth: (data & 0xff) as i32, bound }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value::WIN;

    #[test]
    fn entries_come_back_and_proofs_keep_their_distance() {
        let table = Table::new(1);
        let entry = |score| Entry { mv: Some(u32::MAX), score, depth: 9, bound: Bound::Lower };
        let key = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for (number, score) in [(1, 0), (2, -1234), (3, WIN - 7), (4, 7 - WIN)] {
            table.put(key(number), 3, entry(score));
            assert_eq!(table.get(key(number), 3), Some(entry(score)));
        }
        assert_eq!(table.get(key(3), 1).unwrap().score, WIN - 5, "two plies nearer to the root is two plies farther from the end");
        assert_eq!(table.get(key(99), 0), None);
        table.clear();
        assert_eq!(table.get(key(1), 3), None);
    }
}
