//! The inputs of a neural evaluation: where pieces stand and how strong they are, what touches them, which of
//! them could be captured, and a few counts.

use super::board::{
    CAVES, CLOSED, INDICES, RINGS, SIZE, Squares, beside, bit, index, neighbours, reach, squares,
};
use super::{QUIET_MAX, Strengths, ThreeDragons, Variant};
use crate::Features;

const SQUARES: usize = SIZE * SIZE;

/// The states of the four neighbours of a piece: empty, own, enemy, or closed to all.
const CONTACTS: usize = 256;

/// Slides of a side are counted in steps, up to a number of them.
const SLIDE_STEP: usize = 4;
const SLIDE_STEPS: usize = 16;

const QUIET_STEPS: usize = 8;

/// Pieces of the two sides around a cave, from none to four each.
const AROUND: usize = 5;

/// Where each kind of input begins. What both sides have comes first for the own side, then for the other.
struct Layout {
    contacts: usize,
    /// Pieces that can be captured between two jaws.
    bitten: usize,
    /// Own pieces that can be captured by power.
    hunted: usize,
    slides: usize,
    quiet: usize,
    caves: usize,
    end: usize,
}

const fn layout<V: Variant>() -> Layout {
    let strongest = V::Strengths::STRONGEST as usize;
    let contacts = 2 * strongest * SQUARES;
    let bitten = contacts + 2 * CONTACTS;
    let hunted = bitten + 2 * SQUARES;
    let slides = hunted + if strongest > 1 { SQUARES } else { 0 };
    let quiet = slides + 2 * SLIDE_STEPS;
    let caves = quiet + QUIET_STEPS;
    let end = caves + if V::DRAGONS { CAVES.len() * AROUND * AROUND } else { 0 };
    Layout { contacts, bitten, hunted, slides, quiet, caves, end }
}

/// Games come to fewer; of a position with more pieces than a game can have, the last are left out.
const ACTIVE_MAX: usize = 64;

const BUCKETS: usize = 8;

/// What a cell of the training data is, besides empty (0) and the strength of an own piece.
const ENEMY: u8 = 6;
const SHUT: u8 = 13;
const LIVE_CAVE: u8 = 14;

pub(super) const fn features<V: Variant>() -> Features {
    Features {
        name: V::INFO.id,
        inputs: layout::<V>().end,
        active_max: ACTIVE_MAX,
        buckets: BUCKETS,
        // One for each square, and two for the quiet plies.
        cells: SQUARES + 2,
        cell_bits: 4,
    }
}

/// The number of a square, rank by rank from a1.
const PLACES: [u8; INDICES] = {
    let mut places = [0; INDICES];
    let mut place = 0;
    while place < SQUARES {
        places[index(place % SIZE, place / SIZE)] = place as u8;
        place += 1;
    }
    places
};

/// What a side could do if it were to move.
struct Prospects {
    slides: u32,
    /// The enemies that it could capture between two jaws.
    bitten: Squares,
    /// The enemies that it could capture by power.
    hunted: Squares,
}

/// A set of squares in overlapping words, so that a square and its neighbours are found in one of them.
#[derive(Clone, Copy)]
struct Words([u64; 3]);

impl Words {
    fn new(set: Squares) -> Self {
        Self([set as u64, (set >> 32) as u64, (set >> 64) as u64])
    }

    /// Returns the bits from the neighbour below a square on.
    fn bits_at(self, square: usize) -> usize {
        let first = square - index(0, 0);
        (self.0[first / 32] >> (first % 32)) as usize
    }

    /// Returns which neighbours are in the set, as four bits: below, on the left, on the right, above.
    fn cross(self, square: usize) -> usize {
        let bits = self.bits_at(square);
        bits & 1 | bits >> 8 & 2 | bits >> 9 & 4 | bits >> 17 & 8
    }

    fn holds(self, square: usize) -> usize {
        self.bits_at(square) >> index(0, 0) & 1
    }
}

impl<V: Variant> ThreeDragons<V> {
    /// Writes the inputs that are active, as far as there is room, and returns their number.
    pub(super) fn active_inputs(&self, out: &mut [u16]) -> usize {
        let layout = layout::<V>();
        let strongest = usize::from(V::Strengths::STRONGEST);
        let mut count = 0;
        let mut add = |input: usize| {
            if let Some(place) = out.get_mut(count) {
                *place = input as u16;
                count += 1;
            }
        };
        let own = self.prospects(self.mover, self.waiting);
        let other = Prospects { hunted: self.hunted(), ..self.prospects(self.waiting, self.mover) };
        for (side, slides) in [own.slides, other.slides].into_iter().enumerate() {
            add(layout.slides + side * SLIDE_STEPS + (slides as usize / SLIDE_STEP).min(SLIDE_STEPS - 1));
        }
        add(layout.quiet
            + usize::from(self.quiet.min(QUIET_MAX)) * QUIET_STEPS / (usize::from(QUIET_MAX) + 1));
        if V::DRAGONS {
            for (cave, ring) in RINGS.into_iter().enumerate().filter(|(cave, _)| !self.is_spent(*cave)) {
                let [own, other] = [self.mover, self.waiting].map(|side| (side & ring).count_ones() as usize);
                add(layout.caves + (cave * AROUND + own) * AROUND + other);
            }
        }
        let shut = CLOSED & !(self.mover | self.waiting);
        let digits = self.strengths.digits().map(Words::new);
        let sides = [(self.mover, self.waiting, other), (self.waiting, self.mover, own)];
        for (side, (pieces, enemies, threats)) in sides.into_iter().enumerate() {
            let [low, high] = [pieces | shut, enemies | shut].map(Words::new);
            let place = |square: usize| side * SQUARES + usize::from(PLACES[square]);
            for square in squares(pieces) {
                let strength = match strongest {
                    1 => 1,
                    _ => (0..digits.len()).map(|digit| digits[digit].holds(square) << digit).sum(),
                };
                add((side * strongest + strength - 1) * SQUARES + usize::from(PLACES[square]));
                add(layout.contacts + side * CONTACTS + low.cross(square) + (high.cross(square) << 4));
            }
            squares(threats.bitten).for_each(|square| add(layout.bitten + place(square)));
            if side == 0 {
                squares(threats.hunted).for_each(|square| add(layout.hunted + place(square)));
            }
        }
        count
    }

    /// Returns the set of output weights for the number of pieces on the board.
    pub(super) fn piece_bucket(&self) -> usize {
        let pieces = (self.mover | self.waiting).count_ones() as usize;
        (pieces.saturating_sub(3) / 2).min(BUCKETS - 1)
    }

    fn prospects(&self, side: Squares, enemies: Squares) -> Prospects {
        let directions = reach(side, self.empty());
        let reached = directions.into_iter().fold(0, |all, targets| all | targets);
        let jaws = side | CLOSED & !enemies;
        let [right, up, left, down] = beside(reached);
        let [jaws_right, jaws_up, jaws_left, jaws_down] = beside(jaws);
        let bitten = right & jaws_left | left & jaws_right | up & jaws_down | down & jaws_up;
        Prospects {
            slides: directions.into_iter().map(Squares::count_ones).sum(),
            bitten: bitten & enemies,
            hunted: 0,
        }
    }

    /// Returns the own pieces that the other side could capture by power.
    fn hunted(&self) -> Squares {
        let empty = self.empty();
        let reached = |(hunters, prey)| {
            prey & neighbours(reach(hunters, empty).into_iter().fold(0, |all, targets| all | targets))
        };
        self.strengths.hunts(self.waiting, self.mover).map(reached).fold(0, |all, prey| all | prey)
    }

    /// Writes the squares rank by rank from a1, then the low and the high four bits of the quiet plies.
    pub(super) fn cell_states(&self, out: &mut [u8]) {
        for (place, cell) in out.iter_mut().take(SQUARES).enumerate() {
            let square = index(place % SIZE, place / SIZE);
            let is_live = |cave: usize| V::DRAGONS && CAVES[cave] == square && !self.is_spent(cave);
            *cell = match () {
                () if self.mover & bit(square) != 0 => self.strengths.at(square),
                () if self.waiting & bit(square) != 0 => ENEMY + self.strengths.at(square),
                () if (0..CAVES.len()).any(is_live) => LIVE_CAVE,
                () if CLOSED & bit(square) != 0 => SHUT,
                () => 0,
            };
        }
        let quiet = self.quiet.min(u16::from(u8::MAX)) as u8;
        (out[SQUARES], out[SQUARES + 1]) = (quiet & 15, quiet >> 4);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Basic, Dragons, Power};
    use super::*;
    use crate::{Heuristics, Position};

    /// A board as training data holds it.
    struct Slow<'a> {
        cells: &'a [u8],
        strongest: usize,
    }

    const STEPS: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

    impl Slow<'_> {
        /// Returns the side (own: 0) and the strength of what stands on a square.
        fn piece(&self, (file, rank): (i32, i32)) -> Option<(usize, usize)> {
            match self.cell((file, rank))? {
                cell @ 1..=6 => Some((0, cell.into())),
                cell @ 7..=12 => Some((1, usize::from(cell) - 6)),
                _ => None,
            }
        }

        fn cell(&self, (file, rank): (i32, i32)) -> Option<u8> {
            let on_board = (0..9).contains(&file) && (0..9).contains(&rank);
            on_board.then(|| self.cells[(rank * 9 + file) as usize])
        }

        fn is_shut(&self, square: (i32, i32)) -> bool {
            matches!(self.cell(square), Some(SHUT | LIVE_CAVE))
        }

        fn all() -> impl Iterator<Item = (i32, i32)> {
            (0..81).map(|place| (place % 9, place / 9))
        }

        /// Returns every square that a piece of a side can slide to, with the strength of the piece.
        fn slides(&self, side: usize) -> Vec<((i32, i32), usize)> {
            let mut found = Vec::new();
            for from in Self::all() {
                let Some((owner, strength)) = self.piece(from).filter(|(owner, _)| *owner == side) else {
                    continue;
                };
                assert_eq!(owner, side);
                for (right, up) in STEPS {
                    let squares = (1..9).map(|steps| (from.0 + right * steps, from.1 + up * steps));
                    found.extend(squares.take_while(|to| self.cell(*to) == Some(0)).map(|to| (to, strength)));
                }
            }
            found
        }

        /// Returns the inputs, from the cells alone.
        fn inputs<V: Variant>(&self) -> Vec<u16> {
            let layout = layout::<V>();
            let mut inputs = Vec::new();
            let quiet = usize::from(self.cells[81]) + 16 * usize::from(self.cells[82]);
            inputs.push(layout.quiet + quiet * 8 / 101);
            for (cave, square) in [(0, 4), (4, 4), (8, 4)].into_iter().enumerate() {
                if self.cell(square) == Some(LIVE_CAVE) {
                    let around = |side| {
                        let near = STEPS.map(|(right, up)| self.piece((square.0 + right, square.1 + up)));
                        near.into_iter().flatten().filter(|(owner, _)| *owner == side).count()
                    };
                    inputs.push(layout.caves + cave * 25 + around(0) * 5 + around(1));
                }
            }
            for side in 0..2 {
                let (slides, threats) = (self.slides(side), self.slides(1 - side));
                inputs.push(layout.slides + side * 16 + (slides.len() / 4).min(15));
                for at in Self::all() {
                    let Some((_, strength)) = self.piece(at).filter(|(owner, _)| *owner == side) else {
                        continue;
                    };
                    let place = (at.1 * 9 + at.0) as usize;
                    inputs.push((side * self.strongest + strength - 1) * 81 + place);
                    let mut contact = 0;
                    for (number, (right, up)) in STEPS.into_iter().enumerate() {
                        let near = (at.0 + right, at.1 + up);
                        let (is_own, is_enemy) = match self.piece(near) {
                            Some((owner, _)) => (owner == side, owner != side),
                            None => (self.is_shut(near), self.is_shut(near)),
                        };
                        contact |= usize::from(is_own) << number | usize::from(is_enemy) << (number + 4);
                    }
                    inputs.push(layout.contacts + side * 256 + contact);
                    let reached = |square| threats.iter().any(|(to, _)| *to == square);
                    let is_jaw = |square| match self.piece(square) {
                        Some((owner, _)) => owner != side,
                        None => self.is_shut(square),
                    };
                    if STEPS.into_iter().any(|(right, up)| {
                        reached((at.0 + right, at.1 + up)) && is_jaw((at.0 - right, at.1 - up))
                    }) {
                        inputs.push(layout.bitten + side * 81 + place);
                    }
                    let hunts = |(to, hunter): &((i32, i32), usize)| {
                        (to.0 - at.0).abs() + (to.1 - at.1).abs() == 1 && *hunter > strength
                    };
                    if self.strongest > 1 && side == 0 && threats.iter().any(hunts) {
                        inputs.push(layout.hunted + place);
                    }
                }
            }
            let mut inputs: Vec<u16> = inputs.into_iter().map(|input| input as u16).collect();
            inputs.sort_unstable();
            inputs
        }
    }

    fn inputs_are_those_of_the_cells<V: Variant>() {
        let mut dice = 7_u64;
        let mut roll = |count: usize| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (dice >> 33) as usize % count
        };
        let features = features::<V>();
        let mut seen = vec![false; features.inputs];
        for _ in 0..60 {
            let mut position = ThreeDragons::<V>::default();
            while position.outcome().is_none() {
                let (mut cells, mut inputs) = (vec![0; features.cells], vec![0; features.active_max]);
                position.cells(&mut cells);
                let count = position.features(&mut inputs);
                inputs.truncate(count);
                inputs.sort_unstable();
                let slow = Slow { cells: &cells, strongest: V::Strengths::STRONGEST.into() };
                assert_eq!(inputs, slow.inputs::<V>(), "{position}");
                assert!(position.bucket() < BUCKETS);
                inputs.iter().for_each(|input| seen[usize::from(*input)] = true);
                // Captures come first now and then, so that games do not end by the count.
                let (mut moves, mut noisy) = (Vec::new(), Vec::new());
                position.moves(&mut moves);
                position.noisy_moves(&mut noisy);
                let choice = if noisy.is_empty() || roll(2) == 0 { &moves } else { &noisy };
                position.play(choice[roll(choice.len())]);
            }
        }
        // Every kind of input occurs.
        let Layout { contacts, bitten, hunted, slides, quiet, caves, end } = layout::<V>();
        let edges = [0, contacts, bitten, hunted, slides, quiet, caves, end];
        for kind in edges.windows(2).filter(|kind| kind[0] < kind[1]) {
            assert!(seen[kind[0]..kind[1]].iter().any(|seen| *seen), "{kind:?}");
        }
    }

    #[test]
    fn inputs_are_those_of_the_cells_along_random_games() {
        inputs_are_those_of_the_cells::<Basic>();
        inputs_are_those_of_the_cells::<Power>();
        inputs_are_those_of_the_cells::<Dragons>();
    }

    #[test]
    fn a_board_with_more_pieces_than_a_game_has_is_cut_short() {
        let row = "W3B2".repeat(4) + "W1";
        let text = format!("MB3B2B2B2B2B2B3M/{row}/{row}/{row}/C3C3C/{row}/{row}/{row}/M7M w 0 1");
        let position: ThreeDragons<Dragons> = text.parse().unwrap();
        let mut inputs = [0; ACTIVE_MAX];
        assert_eq!(position.features(&mut inputs), ACTIVE_MAX);
    }
}
