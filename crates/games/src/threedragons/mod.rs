//! Three Dragons: rooks that capture by standing on both sides of an enemy; in its variants also by strength,
//! and with dragons.

mod board;
mod eval;
mod face;
mod features;
mod prolog;
mod reasons;
pub mod retro;
mod strength;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod twin;

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use board::{
    CAVES, CLOSED, DRAGON_STRENGTHS, OPEN, RINGS, Squares, bit, near, neighbours, nth_square, reach, slider,
    squares,
};
pub use strength::{Alike, Dice, Strengths};

use crate::{Complaint, Info, Outcome, Player, Position};

/// The game is drawn when this many plies have gone by without a capture or a dragon.
pub const QUIET_MAX: u16 = 100;

/// The largest number that a position text can hold; later moves are not counted any more.
const NUMBER_MAX: u16 = 9999;

/// What the three rule sets disagree on.
pub trait Variant: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    const INFO: Info;
    /// Whether pieces differ in strength, and so capture by power.
    type Strengths: Strengths;
    /// Whether a player that surrounds a cave calls a dragon.
    const DRAGONS: bool;
}

/// Custodial capture only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Basic;

/// Adds capture by power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Power;

/// Adds capture by power and dragons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dragons;

/// The pieces of both sides, seen by the player to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ThreeDragons<V: Variant> {
    mover: Squares,
    waiting: Squares,
    strengths: V::Strengths,
    turn: Player,
    /// The caves that have called their dragon, a bit for each of [`CAVES`].
    spent: u8,
    /// Plies since the last capture or dragon.
    quiet: u16,
    /// Up after each move of the second player.
    number: u16,
    variant: PhantomData<V>,
}

/// A slide from one square to another, and what it captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RookMove {
    from: u8,
    to: u8,
    capture: Capture,
}

/// What the piece that has moved does to its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Capture {
    None,
    /// All neighbours that have a jaw behind them.
    Custodial,
    /// The weaker neighbour on this square.
    Power(u8),
}

impl From<RookMove> for u32 {
    fn from(slide: RookMove) -> Self {
        let capture = match slide.capture {
            Capture::None => 0,
            Capture::Custodial => 1,
            // No square has a number as small as those.
            Capture::Power(target) => target,
        };
        Self::from(capture) << 16 | Self::from(slide.from) << 8 | Self::from(slide.to)
    }
}

impl<V: Variant> Position for ThreeDragons<V> {
    type Move = RookMove;

    const INFO: Info = V::INFO;

    fn turn(&self) -> Player {
        self.turn
    }

    /// What the board decides comes before the count of quiet plies.
    fn outcome(&self) -> Option<Outcome> {
        if is_beaten(self.mover) {
            Some(Outcome::Win(!self.turn))
        } else if is_beaten(self.waiting) {
            Some(Outcome::Win(self.turn))
        } else if self.is_stuck() {
            Some(Outcome::Win(!self.turn))
        } else {
            (self.quiet >= QUIET_MAX).then_some(Outcome::Draw)
        }
    }

    /// First one move for each slide, without a capture or with the custodial ones as it falls out; then the
    /// captures by power.
    fn moves(&self, out: &mut Vec<RookMove>) {
        if self.is_finished() {
            return;
        }
        let biting = self.biting_squares();
        for (direction, targets) in reach(self.mover, self.empty()).into_iter().enumerate() {
            out.extend(squares(targets).map(|to| self.plain_slide(to, direction, biting)));
        }
        out.extend(self.power_captures());
    }

    fn play(&mut self, mv: RookMove) {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let mut mover = self.mover ^ (bit(from) | bit(to));
        self.strengths.slide(from, to);
        let taken = match mv.capture {
            Capture::None => 0,
            Capture::Custodial => board::bitten(to, self.waiting, self.jaws()),
            Capture::Power(target) => {
                self.strengths.weaken(to);
                bit(usize::from(target))
            }
        };
        if taken != 0 {
            self.strengths.remove(taken);
        }
        let called = if V::DRAGONS { self.call_dragons(mover) } else { 0 };
        mover |= called;
        self.quiet = if taken | called == 0 { self.quiet + 1 } else { 0 };
        self.number = NUMBER_MAX.min(self.number + self.turn.index() as u16);
        self.mover = self.waiting & !taken;
        self.waiting = mover;
        self.turn = !self.turn;
    }

    fn key(&self) -> u64 {
        let halves = |set: Squares| (set as u64, (set >> 64) as u64);
        let ((mover_low, mover_high), (waiting_low, waiting_high)) =
            (halves(self.mover), halves(self.waiting));
        let placement = fold(mover_low ^ 0x9e37_79b9_7f4a_7c15, waiting_low ^ 0xbf58_476d_1ce4_e5b9)
            ^ fold(mover_high ^ 0x94d0_49bb_1331_11eb, waiting_high ^ 0xd6e8_feb8_6659_fd93);
        let rest = u64::from(self.spent) << 1 | self.turn as u64;
        fold(placement ^ self.strengths.key() ^ 0x5895_65fa_7c5b_92d3, 0xc2b2_ae3d_27d4_eb4f ^ rest)
    }

    fn read_move(&self, text: &str) -> Result<RookMove, Complaint> {
        text::read_move(self, text)
    }

    fn count_moves(&self) -> usize {
        if self.is_finished() {
            return 0;
        }
        let empty = self.empty();
        let slides: u32 = reach(self.mover, empty).into_iter().map(Squares::count_ones).sum();
        let captures: u32 = self
            .strengths
            .hunts(self.mover, self.waiting)
            .map(|(hunters, prey)| count_captures(hunters, prey, empty))
            .sum();
        (slides + captures) as usize
    }

    fn nth_move(&self, index: usize) -> Option<RookMove> {
        if self.is_finished() {
            return None;
        }
        let mut left = index;
        for (direction, targets) in reach(self.mover, self.empty()).into_iter().enumerate() {
            let count = targets.count_ones() as usize;
            if left < count {
                return Some(self.plain_slide(nth_square(targets, left), direction, self.biting_squares()));
            }
            left -= count;
        }
        self.power_captures().nth(left)
    }
}

impl RookMove {
    /// From where to where, numbered rank by rank from a1, and the square of the neighbour that is captured
    /// by power.
    pub fn squares(self) -> (usize, usize, Option<usize>) {
        let narrow = |square: u8| board::rank(square.into()) * board::SIZE + board::file(square.into());
        let target = match self.capture {
            Capture::Power(target) => Some(narrow(target)),
            Capture::None | Capture::Custodial => None,
        };
        (narrow(self.from), narrow(self.to), target)
    }

    /// Returns whether the move captures whatever stands between its piece and a jaw.
    pub fn is_custodial(self) -> bool {
        self.capture == Capture::Custodial
    }

    /// Returns whether the move captures a weaker neighbour.
    pub fn is_by_power(self) -> bool {
        matches!(self.capture, Capture::Power(_))
    }
}

impl<V: Variant> Default for ThreeDragons<V> {
    fn default() -> Self {
        V::INFO.starts[0].text.parse().expect("the standard start is a position")
    }
}

impl<V: Variant> ThreeDragons<V> {
    fn pieces(&self, player: Player) -> Squares {
        if player == self.turn { self.mover } else { self.waiting }
    }

    /// Returns the squares of a player's pieces, numbered rank by rank from a1, with their strengths.
    pub fn placement(&self, player: Player) -> impl Iterator<Item = (usize, u8)> {
        squares(self.pieces(player)).map(|square| {
            (board::rank(square) * board::SIZE + board::file(square), self.strengths.at(square))
        })
    }

    /// Returns whether the caves on a5, e5 and i5 have called their dragons.
    pub fn spent_caves(&self) -> [bool; 3] {
        [0, 1, 2].map(|cave| self.is_spent(cave))
    }

    /// Plies since the last capture or dragon.
    pub fn quiet_plies(&self) -> u16 {
        self.quiet
    }

    /// Returns how many pieces a player has.
    pub fn count_pieces(&self, player: Player) -> u32 {
        self.pieces(player).count_ones()
    }

    /// Returns the same board were it the other side's turn.
    #[must_use]
    pub fn with_other_to_move(&self) -> Self {
        Self { mover: self.waiting, waiting: self.mover, turn: !self.turn, ..self.clone() }
    }

    /// Returns whether a move of the side to move ends next to a cave that still has its dragon.
    pub fn approaches_cave(&self, mv: RookMove) -> bool {
        let live = (0..CAVES.len()).filter(|cave| !self.is_spent(*cave));
        live.into_iter().any(|cave| RINGS[cave] >> mv.to & 1 == 1 && RINGS[cave] >> mv.from & 1 == 0)
    }

    fn owner(&self, square: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.pieces(*player) >> square & 1 == 1)
    }

    fn is_spent(&self, cave: usize) -> bool {
        self.spent >> cave & 1 == 1
    }

    /// Returns the squares that a piece can enter.
    fn empty(&self) -> Squares {
        OPEN & !(self.mover | self.waiting)
    }

    /// Returns what can stand behind an enemy to capture it: own pieces, mountains, and caves unless an enemy
    /// stands there.
    ///
    /// The piece that moves counts too. It cannot be its own jaw: it would have come through the enemy
    /// between.
    fn jaws(&self) -> Squares {
        self.mover | CLOSED & !self.waiting
    }

    fn biting_squares(&self) -> Squares {
        board::biting_squares(self.waiting, self.jaws())
    }

    /// Returns the enemies weaker than the piece on a square.
    fn prey(&self, square: usize) -> Squares {
        let hunt = self.strengths.hunts(bit(square), self.waiting).next();
        hunt.map_or(0, |(_, prey)| prey)
    }

    fn is_stuck(&self) -> bool {
        neighbours(self.mover) & self.empty() == 0
    }

    /// Returns whether there is an outcome, as far as a mover without moves does not tell by itself.
    fn is_finished(&self) -> bool {
        is_beaten(self.mover) || is_beaten(self.waiting) || self.quiet >= QUIET_MAX
    }

    /// Returns the slide that comes to a square in a direction, with no capture by power.
    fn plain_slide(&self, to: usize, direction: usize, biting: Squares) -> RookMove {
        let capture = if biting >> to & 1 == 1 { Capture::Custodial } else { Capture::None };
        RookMove { from: slider(self.mover, to, direction) as u8, to: to as u8, capture }
    }

    fn power_captures(&self) -> impl Iterator<Item = RookMove> {
        let empty = self.empty();
        self.strengths.hunts(self.mover, self.waiting).flat_map(move |(hunters, prey)| {
            reach(hunters, empty).into_iter().enumerate().flat_map(move |(direction, targets)| {
                squares(targets & neighbours(prey)).flat_map(move |to| {
                    let from = slider(hunters, to, direction) as u8;
                    squares(near(to) & prey).map(move |target| RookMove {
                        from,
                        to: to as u8,
                        capture: Capture::Power(target as u8),
                    })
                })
            })
        })
    }

    /// Marks the caves that the mover's pieces surround as spent and gives the dragons they call.
    fn call_dragons(&mut self, mover: Squares) -> Squares {
        let mut called = 0;
        for (cave, ring) in RINGS.into_iter().enumerate() {
            if mover & ring == ring && !self.is_spent(cave) {
                self.spent |= 1 << cave;
                self.strengths.put(CAVES[cave], DRAGON_STRENGTHS[cave]);
                called |= bit(CAVES[cave]);
            }
        }
        called
    }
}

/// Returns whether these are so few pieces that their owner has lost: one or none.
fn is_beaten(pieces: Squares) -> bool {
    pieces & pieces.wrapping_sub(1) == 0
}

/// Returns how many ways there are for one of the hunters to slide beside one of the prey.
fn count_captures(hunters: Squares, prey: Squares, empty: Squares) -> u32 {
    let [right, up, left, down] = board::beside(prey);
    let (across, along) = (right ^ left, up ^ down);
    // The number of prey around each square in binary. It is never four: a hunter has come from somewhere.
    let ones = across ^ along;
    let twos = right & left | up & down | across & along;
    let count = |targets: Squares| (targets & ones).count_ones() + 2 * (targets & twos).count_ones();
    reach(hunters, empty).into_iter().map(count).sum()
}

/// Returns all bits of a product of two words, in one.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
