//! The memory of the search: proof numbers of positions, in a table of fixed size.

/// How far a position is from being proved and from being refuted: the fewest positions that must still be
/// decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    pub proof: u32,
    pub refutation: u32,
}

impl Numbers {
    /// More than any sum of numbers that the search goes after.
    pub const INFINITE: u32 = (1 << Entry::NUMBER_BITS) - 1;
    pub const PROVED: Self = Self { proof: 0, refutation: Self::INFINITE };
    /// Goes on until there is a decision.
    pub const UNLIMITED: Self = Self { proof: Self::INFINITE, refutation: Self::INFINITE };
    pub const REFUTED: Self = Self { proof: Self::INFINITE, refutation: 0 };

    pub const fn is_decided(self) -> bool {
        self.proof == 0 || self.refutation == 0
    }
}

/// A key and, in one word, both numbers and what they cost. Zero is no entry.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    packed: u64,
}

impl Entry {
    const NUMBER_BITS: u32 = 28;

    fn of(&[key, packed]: &[u64; 2]) -> Self {
        Self { key, packed }
    }

    fn new(key: u64, numbers: Numbers, effort: u64) -> Self {
        // Of the effort its size in binary digits is enough to compare by.
        let digits = u64::from(effort.max(1).ilog2()) + 1;
        let packed = digits << (2 * Self::NUMBER_BITS)
            | u64::from(numbers.proof) << Self::NUMBER_BITS
            | u64::from(numbers.refutation);
        Self { key, packed }
    }

    fn numbers(self) -> Numbers {
        let number = |bits: u64| bits as u32 & Numbers::INFINITE;
        Numbers { proof: number(self.packed >> Self::NUMBER_BITS), refutation: number(self.packed) }
    }

    fn effort(self) -> u64 {
        self.packed >> (2 * Self::NUMBER_BITS)
    }
}

/// Words of a bucket, the entries for some keys: one line of a processor's cache.
const BUCKET: usize = 8;

/// Numbers by key. When a bucket is full the entry that cost least goes.
#[derive(Debug)]
pub struct ProofTable {
    /// The entries as pairs of words, from `first` on. Untouched pages of a large table take no memory.
    words: Box<[u64]>,
    /// Where a line of the cache begins.
    first: usize,
    buckets: usize,
}

impl ProofTable {
    /// Returns `None` where there is no memory for it.
    pub fn new(memory_mb: usize) -> Option<Self> {
        let buckets = (memory_mb.max(1) << 20) / (BUCKET * size_of::<u64>());
        let words: Box<[u64]> = bytemuck::try_zeroed_slice_box((buckets + 1) * BUCKET).ok()?;
        let first = words.as_ptr().align_offset(BUCKET * size_of::<u64>()).min(BUCKET);
        Some(Self { words, first, buckets })
    }

    pub fn get(&self, key: u64) -> Option<Numbers> {
        let place = self.place(key);
        let mut entries = self.words[place..place + BUCKET].as_chunks().0.iter().map(Entry::of);
        entries.find(|entry| entry.key == key && entry.packed != 0).map(Entry::numbers)
    }

    /// Remembers the numbers of a position that took so many visits.
    pub fn put(&mut self, key: u64, numbers: Numbers, effort: u64) {
        let place = self.place(key);
        let entries = self.words[place..place + BUCKET].as_chunks_mut().0;
        let same = entries.iter().map(Entry::of).position(|entry| entry.key == key && entry.packed != 0);
        let cheapest = || (0..entries.len()).min_by_key(|index| Entry::of(&entries[*index]).effort());
        let index = same.or_else(cheapest).unwrap_or(0);
        let Entry { key, packed } = Entry::new(key, numbers, effort);
        entries[index] = [key, packed];
    }

    /// Returns the first word of the bucket of a key.
    fn place(&self, key: u64) -> usize {
        let bucket = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        self.first + bucket * BUCKET
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_the_cheapest_entry_goes() {
        let mut table = ProofTable::new(1).unwrap();
        let numbers = |proof| Numbers { proof, refutation: Numbers::INFINITE };
        // Keys that differ in low bits only share a bucket.
        for (key, effort) in [(1, 100), (2, 5), (3, 100), (4, 100), (5, 7)] {
            table.put(key, numbers(key as u32), effort);
        }
        assert_eq!(
            [1, 2, 3, 4, 5].map(|key| table.get(key)),
            [Some(numbers(1)), None, Some(numbers(3)), Some(numbers(4)), Some(numbers(5))]
        );
        table.put(3, Numbers::PROVED, 1);
        assert_eq!((table.get(3), table.get(6)), (Some(Numbers::PROVED), None));
    }

    #[test]
    fn a_table_beyond_all_memory_is_refused() {
        // 2^52 bytes are more than any processor addresses.
        assert!(ProofTable::new(1 << 32).is_none());
    }
}
