//! How strong pieces are: a type of its own, so that the basic game, where all are alike, carries nothing for
//! it.

use std::fmt::Debug;
use std::hash::Hash;

use super::board::{Squares, bit};

/// The strengths of all pieces of a position.
pub trait Strengths: Copy + Default + Debug + Eq + Hash + Send + Sync + 'static {
    /// The most that a piece can have; 1 where pieces are all alike.
    const STRONGEST: u8;

    /// Returns the strength of the piece on a square.
    fn at(&self, square: usize) -> u8;

    /// Gives a new piece its strength.
    fn put(&mut self, square: usize, strength: u8);

    fn slide(&mut self, from: usize, to: usize);

    /// Takes one level off the piece on a square, which has more than one.
    fn weaken(&mut self, square: usize);

    /// Forgets pieces that have left the board.
    fn remove(&mut self, pieces: Squares);

    /// Pieces of equal strength, each time with the enemies strictly weaker than they; only where there are
    /// both.
    fn hunts(&self, pieces: Squares, enemies: Squares) -> impl Iterator<Item = (Squares, Squares)>;

    /// Returns the binary digits of the strengths of all pieces, the lowest first.
    fn digits(&self) -> [Squares; 3];

    /// Returns those of these pieces that are weaker than this.
    fn weaker(&self, pieces: Squares, strength: u8) -> Squares;

    /// Returns the strength of the strongest of these pieces.
    fn strongest(&self, pieces: Squares) -> u8;

    /// Returns the strengths of these pieces added up, each without its first level.
    fn sum(&self, pieces: Squares) -> u32;

    /// Returns a word that differs where strengths do.
    fn key(&self) -> u64;
}

/// Every piece is as strong as every other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Alike;

impl Strengths for Alike {
    const STRONGEST: u8 = 1;

    fn at(&self, _: usize) -> u8 {
        1
    }
    fn put(&mut self, _: usize, _: u8) {}
    fn slide(&mut self, _: usize, _: usize) {}
    fn weaken(&mut self, _: usize) {}
    fn remove(&mut self, _: Squares) {}
    fn hunts(&self, _: Squares, _: Squares) -> impl Iterator<Item = (Squares, Squares)> {
        std::iter::empty()
    }
    fn digits(&self) -> [Squares; 3] {
        [Squares::MAX, 0, 0]
    }
    fn weaker(&self, _: Squares, _: u8) -> Squares {
        0
    }
    fn strongest(&self, _: Squares) -> u8 {
        1
    }
    fn sum(&self, _: Squares) -> u32 {
        0
    }
    fn key(&self) -> u64 {
        0
    }
}

/// A die for each piece: the binary digits of the number on top, as three sets of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dice {
    digits: [Squares; 3],
}

impl Dice {
    /// Returns the squares whose die shows exactly this.
    fn showing(&self, strength: u8) -> Squares {
        let [ones, twos, fours] = self.digits;
        let digit = |set: Squares, place: u8| if strength >> place & 1 == 1 { set } else { !set };
        digit(ones, 0) & digit(twos, 1) & digit(fours, 2)
    }
}

impl Strengths for Dice {
    const STRONGEST: u8 = 6;

    fn at(&self, square: usize) -> u8 {
        let [ones, twos, fours] = self.digits.map(|digit| (digit >> square) as u8 & 1);
        ones | twos << 1 | fours << 2
    }

    fn put(&mut self, square: usize, strength: u8) {
        for (place, digit) in self.digits.iter_mut().enumerate() {
            *digit = *digit & !bit(square) | Squares::from(strength >> place & 1) << square;
        }
    }

    fn slide(&mut self, from: usize, to: usize) {
        let strength = self.at(from);
        let path = bit(from) | bit(to);
        for (place, digit) in self.digits.iter_mut().enumerate() {
            // All ones where the digit is set: the target is empty, so flipping both ends moves it.
            *digit ^= path & Squares::from(strength >> place & 1).wrapping_neg();
        }
    }

    fn weaken(&mut self, square: usize) {
        self.put(square, self.at(square) - 1);
    }

    fn remove(&mut self, pieces: Squares) {
        for digit in &mut self.digits {
            *digit &= !pieces;
        }
    }

    fn hunts(&self, pieces: Squares, enemies: Squares) -> impl Iterator<Item = (Squares, Squares)> {
        let mut prey = 0;
        (2..=Self::STRONGEST).filter_map(move |strength| {
            prey |= enemies & self.showing(strength - 1);
            let hunters = pieces & self.showing(strength);
            (hunters != 0 && prey != 0).then_some((hunters, prey))
        })
    }

    fn digits(&self) -> [Squares; 3] {
        self.digits
    }

    fn weaker(&self, pieces: Squares, strength: u8) -> Squares {
        // From the last digit on: a smaller digit decides, an equal one leaves it to those after it.
        let compare = |weaker: Squares, (place, digit): (usize, &Squares)| {
            if strength >> place & 1 == 1 { weaker | !digit } else { weaker & !digit }
        };
        pieces & self.digits.iter().enumerate().fold(0, compare)
    }

    fn strongest(&self, pieces: Squares) -> u8 {
        let narrow = |(strength, best): (u8, Squares), digit: &Squares| match best & digit {
            0 => (2 * strength, best),
            better => (2 * strength + 1, better),
        };
        self.digits.iter().rev().fold((0, pieces), narrow).0
    }

    fn sum(&self, pieces: Squares) -> u32 {
        let [ones, twos, fours] = self.digits.map(|digit| (digit & pieces).count_ones());
        ones + 2 * twos + 4 * fours - pieces.count_ones()
    }

    fn key(&self) -> u64 {
        let [ones, twos, fours] = self.digits;
        let word = |set: Squares| [set as u64, (set >> 64) as u64];
        let ([a, b], [c, d], [e, f]) = (word(ones), word(twos), word(fours));
        super::fold(a ^ 0x2d35_8dcc_aa6c_78a5, c ^ 0x8bb8_4b93_962e_acc9)
            ^ super::fold(e ^ 0x4b33_a62e_d433_d4a3, b ^ 0x4d5a_2da5_1de1_aa47)
            ^ super::fold(d ^ 0xa076_1d64_78bd_642f, f ^ 0xe703_7ed1_a0b4_28db)
    }
}
