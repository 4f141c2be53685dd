//! A template for a new game: noughts and crosses. Copy the folder, rename the type, change the rules.
//!
//! It is compiled and kept to the contract like every game, but not listed in the registry.

mod face;
mod text;

use crate::{Complaint, Info, Outcome, Player, Position, Side, Start, Tint};

pub(crate) const SIZE: usize = 3;

/// Every line of three, as bits of squares: bit 0 is a1, bit 1 is b1, bit 8 is c3.
const LINES: [u16; 8] = [
    0b111,
    0b111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];
const BOARD: u16 = 0b111_111_111;

/// The squares of both sides.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Noughts {
    sides: [u16; 2],
    turn: usize,
}

/// The square that gets a mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement(u8);

impl From<Placement> for u32 {
    fn from(mark: Placement) -> Self {
        Self::from(mark.0)
    }
}

impl Position for Noughts {
    type Move = Placement;

    const INFO: Info = Info {
        id: "template",
        name: "Noughts and Crosses",
        family: "Template",
        sides: [
            Side { name: "Crosses", letter: 'x', symbol: 'x', glyph: '╳', tint: Tint::RED },
            Side { name: "Noughts", letter: 'o', symbol: 'o', glyph: '○', tint: Tint::BLUE },
        ],
        starts: &[Start { name: "standard", text: "3/3/3 x" }],
        rules: &[("en", include_str!("rules.md")), ("pt", include_str!("rules.pt.md"))],
        goal: &[("en", include_str!("goal.txt")), ("pt", include_str!("goal.pt.txt"))],
        phrases: text::PHRASES,
        ..Info::DEFAULT
    };

    fn turn(&self) -> Player {
        Player::BOTH[self.turn]
    }

    fn outcome(&self) -> Option<Outcome> {
        if line(self.sides[1 - self.turn]) != 0 {
            Some(Outcome::Win(!self.turn()))
        } else {
            (self.empty() == 0).then_some(Outcome::Draw)
        }
    }

    fn moves(&self, out: &mut Vec<Placement>) {
        if self.outcome().is_none() {
            out.extend((0..9).filter(|square| self.empty() >> square & 1 == 1).map(Placement));
        }
    }

    fn play(&mut self, mv: Placement) {
        self.sides[self.turn] |= 1 << mv.0;
        self.turn = 1 - self.turn;
    }

    fn key(&self) -> u64 {
        let [first, second] = self.sides.map(u64::from);
        (first | second << 9 | (self.turn as u64) << 18).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn read_move(&self, text: &str) -> Result<Placement, Complaint> {
        text::read_move(self, text)
    }
}

impl Noughts {
    fn empty(&self) -> u16 {
        BOARD & !(self.sides[0] | self.sides[1])
    }

    fn owner(&self, square: u16) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.sides[player.index()] & square != 0)
    }
}

/// The squares of a line of three, 0 if there is none.
fn line(squares: u16) -> u16 {
    LINES.into_iter().find(|line| squares & line == *line).unwrap_or(0)
}

/// The square of a file from the left and a rank from the bottom, both from 0.
fn bit(file: usize, rank: usize) -> u16 {
    1 << (SIZE * rank + file)
}
