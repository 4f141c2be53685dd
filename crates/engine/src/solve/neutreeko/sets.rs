//! The 2,300 sets of three squares, numbered so that a symmetry acts on the last three bits of the number.

use super::symmetry::{SIZE, SQUARES, Symmetry};

/// Sets of three squares that are the same up to symmetry make one class.
pub(super) const CLASSES: usize = 319;

/// Sets of three squares.
pub(super) const SETS: usize = SQUARES * (SQUARES - 1) * (SQUARES - 2) / 6;

/// The number of a set is `8 * class + symmetry`: it is what the symmetry makes of the least set of its
/// class. A set that is symmetric itself has several numbers, of which the least is the one that is looked
/// up.
#[derive(Debug)]
pub(super) struct Sets {
    /// By [`rank`].
    numbers: [u16; SETS],
    /// By number.
    masks: [u32; 8 * CLASSES],
}

impl Sets {
    pub(super) fn new() -> Self {
        let mut sets = Self { numbers: [u16::MAX; SETS], masks: [0; 8 * CLASSES] };
        let mut number = 0;
        for set in triples() {
            if sets.numbers[rank(set)] != u16::MAX {
                continue;
            }
            for symmetry in Symmetry::ALL {
                let image = symmetry.set(set);
                sets.masks[number] = image;
                let least = &mut sets.numbers[rank(image)];
                *least = (*least).min(number as u16);
                number += 1;
            }
        }
        debug_assert!(number == 8 * CLASSES);
        sets
    }

    /// Returns the least number of a set.
    pub(super) fn number(&self, set: u32) -> usize {
        self.numbers[rank(set)].into()
    }

    /// Returns the set that stands for its class.
    pub(super) fn representative(&self, class: usize) -> u32 {
        self.masks[8 * class]
    }

    /// Returns every set with its number, which is not always the least one.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (usize, u32)> {
        self.masks.iter().copied().enumerate()
    }

    /// Returns the symmetries that change nothing in the set that stands for a class.
    pub(super) fn stabiliser(&self, class: usize) -> impl Iterator<Item = Symmetry> + Clone {
        let set = self.representative(class);
        Symmetry::ALL.into_iter().filter(move |symmetry| self.masks[8 * class + symmetry.index()] == set)
    }
}

/// Returns the sets of three squares as masks, in rising order.
pub(super) fn triples() -> impl Iterator<Item = u32> {
    (2..SQUARES).flat_map(|high| {
        (1..high).flat_map(move |middle| (0..middle).map(move |low| 1 << high | 1 << middle | 1 << low))
    })
}

/// Returns whether three squares are an unbroken line.
pub(super) fn is_line(set: u32) -> bool {
    let [low, middle, high] = corners(set);
    let step = middle - low;
    let beside = |from: usize, to: usize| (from % SIZE).abs_diff(to % SIZE) <= 1;
    [1, SIZE - 1, SIZE, SIZE + 1].contains(&step)
        && middle + step == high
        && beside(low, middle)
        && beside(middle, high)
}

/// Returns the place of a set in [`triples`].
pub(super) fn rank(set: u32) -> usize {
    let [low, middle, high] = corners(set);
    high * (high - 1) * (high - 2) / 6 + middle * (middle - 1) / 2 + low
}

/// Returns the squares of a set of three, from the lowest.
fn corners(set: u32) -> [usize; 3] {
    [
        set.trailing_zeros() as usize,
        (set & (set - 1)).trailing_zeros() as usize,
        31 - set.leading_zeros() as usize,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_back_to_their_sets() {
        let sets = Sets::new();
        for (place, set) in triples().enumerate() {
            assert_eq!(rank(set), place);
            assert_eq!(sets.masks[sets.number(set)], set);
        }
        assert_eq!(triples().count(), SETS);
        assert!(triples().is_sorted());
    }

    #[test]
    fn there_are_48_lines() {
        assert_eq!(triples().filter(|set| is_line(*set)).count(), 48);
    }
}
