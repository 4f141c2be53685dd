//! What the search remembers: proof numbers of positions, in a table of fixed size.

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
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    packed: u64,
}

impl Entry {
    const NUMBER_BITS: u32 = 28;

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

/// The entries for some keys: one line of a processor's cache.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// Numbers by key. When a bucket is full the entry that cost least goes.
#[derive(Debug)]
pub struct ProofTable {
    buckets: Vec<Bucket>,
}

impl ProofTable {
    pub fn new(memory_mb: usize) -> Self {
        let buckets = (memory_mb.max(1) << 20) / size_of::<Bucket>();
        Self { buckets: vec![Bucket::default(); buckets] }
    }

    pub fn get(&self, key: u64) -> Option<Numbers> {
        let Bucket(entries) = &self.buckets[self.place(key)];
        entries.iter().find(|entry| entry.key == key && entry.packed != 0).map(|entry| entry.numbers())
    }

    /// Remembers the numbers of a position that took so many visits.
    pub fn put(&mut self, key: u64, numbers: Numbers, effort: u64) {
        let place = self.place(key);
        let Bucket(entries) = &mut self.buckets[place];
        let same = entries.iter().position(|entry| entry.key == key && entry.packed != 0);
        let index = same
            .unwrap_or_else(|| (0..entries.len()).min_by_key(|index| entries[*index].effort()).unwrap_or(0));
        entries[index] = Entry::new(key, numbers, effort);
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_the_cheapest_entry_goes() {
        let mut table = ProofTable::new(1);
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
}
