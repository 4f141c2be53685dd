//! The 8 symmetries of the board, and of positions.

use games::Position;
use games::neutreeko::Neutreeko;

/// Squares of the board per side.
pub(super) const SIZE: usize = 5;
pub(super) const SQUARES: usize = SIZE * SIZE;

/// A symmetry of the board, as three bits: 4 when the diagonal a1-e5 is mirrored first,
/// then 2 when the ranks are mirrored, then 1 when the files are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the symmetry that applies `first` and then this one.
    #[must_use]
    pub const fn after(self, first: Self) -> Self {
        // Mirroring the diagonal later turns the mirrored files into mirrored ranks.
        let first =
            if self.0 & 4 != 0 { first.0 & 4 | (first.0 & 1) << 1 | first.0 >> 1 & 1 } else { first.0 };
        Self(self.0 ^ first)
    }

    /// Returns the symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // Only the quarter turns are not their own inverses.
        match self.0 {
            5 => Self(6),
            6 => Self(5),
            own => Self(own),
        }
    }

    /// Returns where the square goes; squares count from a1 by files, then by ranks.
    pub const fn square(self, square: usize) -> usize {
        let (file, rank) =
            if self.0 & 4 != 0 { (square / SIZE, square % SIZE) } else { (square % SIZE, square / SIZE) };
        let rank = if self.0 & 2 != 0 { SIZE - 1 - rank } else { rank };
        let file = if self.0 & 1 != 0 { SIZE - 1 - file } else { file };
        rank * SIZE + file
    }

    /// Returns where the squares of a set go.
    pub fn set(self, set: u32) -> u32 {
        squares(set).fold(0, |image, square| image | 1 << self.square(square))
    }

    /// Returns the position seen through the symmetry.
    #[must_use]
    pub fn position(self, position: &Neutreeko) -> Neutreeko {
        let (mover, waiting) = position.masks();
        Neutreeko::from_masks(self.set(mover), self.set(waiting), position.turn())
            .expect("a symmetry keeps lines and their absence")
    }
}

/// Returns the position seen through each of [`Symmetry::ALL`].
pub fn symmetries(position: &Neutreeko) -> [Neutreeko; 8] {
    Symmetry::ALL.map(|symmetry| symmetry.position(position))
}

/// Returns the one position that stands for all that are the same up to symmetry: the mover's squares come
/// first, as a number with a1 as its lowest bit, and then the other side's.
pub fn canonical(position: &Neutreeko) -> Neutreeko {
    let (mover, waiting) = position.masks();
    let least = Symmetry::ALL.into_iter().min_by_key(|symmetry| (symmetry.set(mover), symmetry.set(waiting)));
    least.expect("there are 8 symmetries").position(position)
}

/// Returns the squares of a set in rising order.
pub(super) fn squares(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        next
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_inverses_act_as_they_say() {
        for left in Symmetry::ALL {
            for square in 0..SQUARES {
                assert_eq!(left.inverse().square(left.square(square)), square);
                for right in Symmetry::ALL {
                    assert_eq!(left.after(right).square(square), left.square(right.square(square)));
                }
            }
        }
    }

    #[test]
    fn all_images_have_one_canonical_form() {
        let position: Neutreeko = "3w1/b4/5/bw3/1wb2 b".parse().unwrap();
        let images = symmetries(&position);
        assert_eq!(images.iter().collect::<std::collections::HashSet<_>>().len(), 8);
        assert!(images.contains(&canonical(&position)));
        assert!(images.iter().all(|image| canonical(image) == canonical(&position)));
    }
}
