//! Ataxx: clone to a square nearby or jump to one farther off, and every enemy piece next to the arrival
//! changes sides.

mod eval;
mod face;
mod features;
mod fill;
mod reasons;
mod replies;
#[cfg(test)]
mod tests;
mod text;

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use crate::{Complaint, Info, Outcome, Player, Position};

/// Squares of the board per side.
pub(crate) const SIZE: usize = 7;

/// The game is drawn when the clock shows this many jumps and passes since the last clone.
pub const CLOCK_MAX: u16 = 100;

/// The full-move number stays here once it has come so far, because no position text holds more.
const NUMBER_MAX: u16 = 9999;

/// Squares are bits, rank by rank from a1. Between two ranks lie two bits that are never squares,
/// so that neither a clone nor a jump, as a shift, can run from one edge to the other.
const RANK: usize = SIZE + 2;
const BITS: usize = RANK * SIZE;

/// The bits of [`Ataxx::sets`] that are squares.
pub const BOARD: u64 = {
    let mut board = 0;
    let mut rank = 0;
    while rank < SIZE {
        board |= 0b111_1111 << (RANK * rank);
        rank += 1;
    }
    board
};

/// Tables have an entry for every bit of a word and, since an empty set is asked for its lowest bit too, one
/// more.
const WORD: usize = 65;

/// The squares at distance 1 of each square, and those at distance 2.
const NEAR: [u64; WORD] = rings(1);
const FAR: [u64; WORD] = rings(2);

/// Eight of the sixteen jumps as distances in bits; the other eight go the opposite way.
const JUMPS: [u32; 8] = [2, 7, 11, 16, 17, 18, 19, 20];

/// What the two rule sets differ in: names and colours, and who starts in which corners.
pub trait Edition: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    const INFO: Info;
    /// The player that the report calls A: theirs are the top left and the bottom right corner.
    const A: Player;
}

/// Ataxx as engines play it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Competitive;

/// The 7th Guest: Infection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Infection;

/// A board with its pieces, seen by the player to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ataxx<S: Edition> {
    mover: u64,
    waiting: u64,
    /// The squares that are no gaps.
    ground: u64,
    /// Jumps and passes since the last clone.
    clock: u16,
    /// The number of the full move; it goes up after each turn of the second player.
    number: u16,
    turn: Player,
    skin: PhantomData<S>,
}

/// A clone, which leaves from where it arrives, or a jump, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Step {
    /// Both squares of a pass are off the board.
    pub const PASS: Self = Self { from: BITS as u8, to: BITS as u8 };

    const fn clone_to(to: usize) -> Self {
        Self { from: to as u8, to: to as u8 }
    }

    const fn jump(from: usize, to: usize) -> Self {
        Self { from: from as u8, to: to as u8 }
    }
}

impl Step {
    /// From where to where, numbered rank by rank from a1; the same square twice for a clone. `None` for a
    /// pass.
    pub fn squares(self) -> Option<(usize, usize)> {
        let narrow = |square: u8| usize::from(square) / RANK * SIZE + usize::from(square) % RANK;
        (self != Self::PASS).then(|| (narrow(self.from), narrow(self.to)))
    }

    /// Returns the move between two squares, numbered likewise; a clone where both are the same.
    pub fn between(from: usize, to: usize) -> Self {
        let widen = |square: usize| square / SIZE * RANK + square % SIZE;
        Self::jump(widen(from), widen(to))
    }
}

impl From<Step> for u32 {
    fn from(step: Step) -> Self {
        Self::from(step.from) << 8 | Self::from(step.to)
    }
}

impl<S: Edition> Position for Ataxx<S> {
    type Move = Step;

    const INFO: Info = S::INFO;

    fn turn(&self) -> Player {
        self.turn
    }

    /// A decided board beats the clock.
    fn outcome(&self) -> Option<Outcome> {
        if self.is_decided() {
            Some(self.majority())
        } else {
            (self.clock >= CLOCK_MAX).then_some(Outcome::Draw)
        }
    }

    fn moves(&self, out: &mut Vec<Step>) {
        if self.is_stopped() {
            return;
        }
        let empty = self.empty();
        let before = out.len();
        out.extend(bits(spread(self.mover) & empty).map(Step::clone_to));
        for from in bits(self.mover) {
            out.extend(bits(FAR[from] & empty).map(|to| Step::jump(from, to)));
        }
        if out.len() == before && can_move(self.waiting, empty) {
            out.push(Step::PASS);
        }
    }

    fn play(&mut self, mv: Step) {
        let (mut moved, mut left) = (self.mover, self.waiting);
        // A pass keeps the clock running, else two passers could play for ever.
        let mut clock = self.clock + 1;
        if mv != Step::PASS {
            let turned = NEAR[usize::from(mv.to)] & left;
            left ^= turned;
            moved ^= turned ^ (1 << mv.from | 1 << mv.to);
            clock = if mv.from == mv.to { 0 } else { clock };
        }
        let number = (self.number + self.turn as u16).min(NUMBER_MAX);
        *self = Self { mover: left, waiting: moved, clock, number, turn: !self.turn, ..*self };
    }

    fn key(&self) -> u64 {
        let [first, second] = self.sides();
        // No step loses a bit, so two positions that differ in one of the three words only cannot share a
        // key.
        let key = mix(first | (self.turn as u64) << BITS);
        mix(mix(key ^ second) ^ self.ground)
    }

    fn read_move(&self, text: &str) -> Result<Step, Complaint> {
        text::read_move(self, text)
    }

    fn count_moves(&self) -> usize {
        if self.is_stopped() {
            return 0;
        }
        let empty = self.empty();
        let clones = (spread(self.mover) & empty).count_ones();
        let count = clones + count_jumps(self.mover, empty);
        if count == 0 { usize::from(can_move(self.waiting, empty)) } else { count as usize }
    }

    fn count_replies(&self, _: &mut Vec<Step>) -> u64 {
        replies::count(self)
    }

    fn nth_move(&self, index: usize) -> Option<Step> {
        self.pick_move(|_| index)
    }

    fn pick_move(&self, pick: impl FnOnce(usize) -> usize) -> Option<Step> {
        if self.is_stopped() {
            return None;
        }
        let empty = self.empty();
        let clones = spread(self.mover) & empty;
        let count = clones.count_ones() + count_jumps(self.mover, empty);
        if count == 0 {
            return can_move(self.waiting, empty)
                .then(|| pick(1))
                .filter(|index| *index == 0)
                .map(|_| Step::PASS);
        }
        let mut left = pick(count as usize) as u32;
        if left < clones.count_ones() {
            return Some(Step::clone_to(nth_bit(clones, left)));
        }
        left -= clones.count_ones();
        for from in bits(self.mover) {
            let targets = FAR[from] & empty;
            let count = targets.count_ones();
            if left < count {
                return Some(Step::jump(from, nth_bit(targets, left)));
            }
            left -= count;
        }
        None
    }
}

impl<S: Edition> Default for Ataxx<S> {
    fn default() -> Self {
        let falling = bit(0, SIZE - 1) | bit(SIZE - 1, 0);
        let rising = bit(0, 0) | bit(SIZE - 1, SIZE - 1);
        let (mover, waiting) = if S::A == Player::First { (falling, rising) } else { (rising, falling) };
        Self { mover, waiting, ground: BOARD, clock: 0, number: 1, turn: Player::First, skin: PhantomData }
    }
}

impl<S: Edition> Ataxx<S> {
    /// Returns the pieces of the player to move, those of the other one and the gaps, without bits between
    /// the ranks: bit 0 is a1, bit 1 is b1, bit 48 is g7.
    ///
    /// ```
    /// use games::ataxx::{Ataxx, Competitive}; let start = Ataxx::<Competitive>::default();
    /// assert_eq!(start.masks(), [1 << 6 | 1 << 42, 1 | 1 << 48, 0]);
    /// ```
    pub fn masks(&self) -> [u64; 3] {
        self.sets().map(narrow)
    }

    /// Returns the same three with two bits between the ranks that are no squares: those of [`BOARD`] are.
    pub fn sets(&self) -> [u64; 3] {
        [self.mover, self.waiting, BOARD & !self.ground]
    }

    /// Jumps and passes since the last clone.
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// Returns the pieces of the first and of the second player.
    fn sides(&self) -> [u64; 2] {
        match self.turn {
            Player::First => [self.mover, self.waiting],
            Player::Second => [self.waiting, self.mover],
        }
    }

    fn owner(&self, square: u64) -> Option<Player> {
        if self.mover & square != 0 {
            Some(self.turn)
        } else if self.waiting & square != 0 {
            Some(!self.turn)
        } else {
            None
        }
    }

    fn empty(&self) -> u64 {
        self.ground & !(self.mover | self.waiting)
    }

    /// Returns whether the game is over for a reason other than that neither side can move.
    fn is_stopped(&self) -> bool {
        self.mover == 0 || self.waiting == 0 || self.clock >= CLOCK_MAX
    }

    /// Returns whether the board alone ends the game.
    fn is_decided(&self) -> bool {
        self.mover == 0 || self.waiting == 0 || !can_move(self.mover | self.waiting, self.empty())
    }

    /// Returns the result by the number of pieces.
    fn majority(&self) -> Outcome {
        let [first, second] = self.sides().map(u64::count_ones);
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::First),
            std::cmp::Ordering::Less => Outcome::Win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}

/// Returns the square of a file from the left and a rank from the bottom, both from 0.
const fn bit(file: usize, rank: usize) -> u64 {
    1 << (RANK * rank + file)
}

/// Takes out the bits between the ranks: first within pairs of ranks, then between pairs, then between fours.
const fn narrow(set: u64) -> u64 {
    const RANK_BITS: u64 = (1 << SIZE) - 1;
    const EVEN: u64 = RANK_BITS | RANK_BITS << (2 * RANK) | RANK_BITS << (4 * RANK) | RANK_BITS << (6 * RANK);
    const PAIR: u64 = (1 << (2 * SIZE)) - 1;
    const PAIRS: u64 = PAIR | PAIR << (4 * RANK);
    const FOUR: u64 = (1 << (4 * SIZE)) - 1;
    let set = set & BOARD;
    let set = set & EVEN | (set & !EVEN) >> 2;
    let set = set & PAIRS | (set & !PAIRS) >> 4;
    set & FOUR | (set & !FOUR) >> 8
}

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        next
    })
}

/// Returns the index of the bit above as many lower ones; the set must have so many.
fn nth_bit(mut set: u64, lower: u32) -> usize {
    // Halving the set would save steps, but the branch would not be predictable.
    for _ in 0..lower {
        set &= set.wrapping_sub(1);
    }
    set.trailing_zeros() as usize
}

/// Returns the squares of a set with all around it, and some bits that are no squares.
const fn spread(set: u64) -> u64 {
    let rows = set | set << 1 | set >> 1;
    rows | rows << RANK | rows >> RANK
}

/// Returns how many jumps there are from some pieces to some squares.
fn count_jumps(pieces: u64, empty: u64) -> u32 {
    // Few pieces are counted fastest one by one, many by shifting the whole board sixteen times.
    const FEW: u32 = 8;
    if pieces.count_ones() <= FEW {
        let mut rest = pieces;
        let mut count = 0;
        while rest != 0 {
            // Four at a time, be there four or not: the end of the loop is hard to foresee and a piece too
            // many costs little.
            for _ in 0..4 {
                count += (FAR[rest.trailing_zeros() as usize] & empty).count_ones();
                rest &= rest.wrapping_sub(1);
            }
        }
        count
    } else {
        JUMPS
            .iter()
            .map(|step| (pieces & empty << step).count_ones() + (pieces & empty >> step).count_ones())
            .sum()
    }
}

/// Returns whether some of these pieces reach an empty square.
const fn can_move(pieces: u64, empty: u64) -> bool {
    // What is two steps away is one step away from the bits around, squares or not.
    spread(spread(pieces)) & empty != 0
}

/// Returns a bijection that spreads every bit over the whole word.
const fn mix(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    bits ^ bits >> 32
}

/// Returns the squares at this distance, for each square.
const fn rings(distance: usize) -> [u64; WORD] {
    let mut rings = [0; WORD];
    let mut from = 0;
    while from < SIZE * SIZE {
        let mut to = 0;
        while to < SIZE * SIZE {
            let files = (from % SIZE).abs_diff(to % SIZE);
            let ranks = (from / SIZE).abs_diff(to / SIZE);
            if files <= distance && ranks <= distance && (files == distance || ranks == distance) {
                rings[RANK * (from / SIZE) + from % SIZE] |= bit(to % SIZE, to / SIZE);
            }
            to += 1;
        }
        from += 1;
    }
    rings
}
