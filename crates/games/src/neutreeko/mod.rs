//! Neutreeko: three pieces a side slide until something stops them; three in a row wins.

mod eval;
mod face;
mod reasons;
mod text;

use crate::{Complaint, Info, Outcome, Player, Position, Shape, Side, Start, Surface, Tint};

/// Squares of the board per side.
pub(crate) const SIZE: usize = 5;

/// Squares are bits, rank by rank from a1. Between two ranks lies one bit that is never a square,
/// so that a shift by a step cannot run from one edge to the other.
const RANK: usize = SIZE + 1;
const BITS: usize = RANK * SIZE;
const BOARD: u32 = {
    let mut board = 0;
    let mut rank = 0;
    while rank < SIZE {
        board |= 0b11111 << (RANK * rank);
        rank += 1;
    }
    board
};

/// The 8 directions as distances in bits, downward ones first.
const STEPS: [i32; 8] = [-7, -6, -5, -1, 1, 5, 6, 7];
const DOWNWARD: usize = 4;

/// Rays are looked up on a wider board, one step of `MARGIN` bits up, whose margin all counts as occupied:
/// every ray ends.
const MARGIN: usize = 7;
const WALL: u64 = !((BOARD as u64) << MARGIN);
const RAYS: [[u64; 8]; BITS] = rays();

/// The squares next to each square.
const NEAR: [u32; BITS] = neighbours();

/// Three pieces each, seen by the player to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Neutreeko {
    mover: u32,
    waiting: u32,
    turn: Player,
}

/// A slide from one square to where it stops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slide {
    from: u8,
    to: u8,
}

impl From<Slide> for u32 {
    fn from(slide: Slide) -> Self {
        Self::from(slide.from) << 8 | Self::from(slide.to)
    }
}

impl Slide {
    /// From where to where, as the bits of [`Neutreeko::masks`] are numbered.
    pub fn squares(self) -> (usize, usize) {
        let narrow = |square: u8| usize::from(square) / RANK * SIZE + usize::from(square) % RANK;
        (narrow(self.from), narrow(self.to))
    }
}

impl Position for Neutreeko {
    type Move = Slide;

    const INFO: Info = Info {
        id: "neutreeko",
        name: "Neutreeko",
        family: "Neutreeko",
        sides: [
            Side { name: "Black", letter: 'b', symbol: 'b', glyph: '●', tint: Tint::BLACK },
            Side { name: "White", letter: 'w', symbol: 'w', glyph: '○', tint: Tint::WHITE },
        ],
        shape: Shape::Disc,
        surface: Surface::WOOD,
        starts: &[Start { name: "standard", text: "1w1w1/2b2/5/2w2/1b1b1 b" }],
        repetition: Some(3),
        pgn: None,
        rules: &[("en", include_str!("rules.md")), ("pt", include_str!("rules.pt.md"))],
        goal: &[("en", include_str!("goal.txt")), ("pt", include_str!("goal.pt.txt"))],
        lesson: include_str!("lesson.txt"),
        phrases: text::PHRASES,
    };

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        has_line(self.waiting).then_some(Outcome::Win(!self.turn))
    }

    fn moves(&self, out: &mut Vec<Slide>) {
        if has_line(self.waiting) {
            return;
        }
        let blockers = self.blockers();
        // All 24 candidates are written and the blocked ones written over: cheaper than asking about each.
        let mut slides = [Slide { from: 0, to: 0 }; 25];
        let mut count = 0;
        for from in bits(self.mover) {
            for direction in 0..STEPS.len() {
                let to = stop(from, direction, blockers);
                slides[count] = Slide { from: from as u8, to: to as u8 };
                count += usize::from(to != from);
            }
        }
        out.extend_from_slice(&slides[..count]);
    }

    fn play(&mut self, mv: Slide) {
        let moved = self.mover ^ (1 << mv.from | 1 << mv.to);
        *self = Self { mover: self.waiting, waiting: moved, turn: !self.turn };
    }

    /// No two positions share a key: it mixes all of the position's 61 bits and loses none.
    fn key(&self) -> u64 {
        let [first, second] = self.sides();
        mix(u64::from(first) | u64::from(second) << BITS | (self.turn as u64) << (2 * BITS))
    }

    fn read_move(&self, text: &str) -> Result<Slide, Complaint> {
        text::read_move(self, text)
    }

    /// A piece can slide wherever its neighbour square is empty, however far.
    fn count_moves(&self) -> usize {
        if has_line(self.waiting) {
            return 0;
        }
        count_ways(self.mover, self.empty()) as usize
    }

    /// A move changes the replies only next to the square it leaves and the square it comes to, and a line
    /// ends the game.
    fn count_replies(&self, _: &mut Vec<Slide>) -> u64 {
        if has_line(self.waiting) {
            return 0;
        }
        let (empty, blockers) = (self.empty(), self.blockers());
        let replies = count_ways(self.waiting, empty);
        let mut count = 0;
        for from in bits(self.mover) {
            let stops =
                (0..STEPS.len()).fold(0, |stops, direction| stops | 1 << stop(from, direction, blockers));
            let targets = stops & empty & !completing(self.mover ^ 1 << from);
            let closed: u32 = bits(self.waiting).map(|square| (NEAR[square] & targets).count_ones()).sum();
            let opened = (NEAR[from] & self.waiting).count_ones();
            count += targets.count_ones() * (replies + opened) - closed;
        }
        u64::from(count)
    }

    fn nth_move(&self, index: usize) -> Option<Slide> {
        self.pick_move(|_| index)
    }

    fn pick_move(&self, pick: impl FnOnce(usize) -> usize) -> Option<Slide> {
        if has_line(self.waiting) {
            return None;
        }
        let empty = u64::from(self.empty()) << MARGIN;
        // For each piece a byte with a bit for every direction in which its neighbour square is empty.
        let ways = bits(self.mover).enumerate().fold(0, |ways, (piece, from)| {
            let around = (empty >> from) as u32;
            let byte =
                around & 0b111 | around >> 3 & 1 << 3 | around >> 4 & 1 << 4 | around >> 7 & 0b111 << 5;
            ways | byte << (8 * piece)
        });
        let index = pick(ways.count_ones() as usize);
        let way = bits(ways).nth(index)?;
        let from = bits(self.mover).nth(way / STEPS.len())?;
        let to = stop(from, way % STEPS.len(), self.blockers());
        Some(Slide { from: from as u8, to: to as u8 })
    }
}

impl Default for Neutreeko {
    fn default() -> Self {
        let first = bit(1, 0) | bit(3, 0) | bit(2, 3);
        let second = bit(1, 4) | bit(3, 4) | bit(2, 1);
        Self { mover: first, waiting: second, turn: Player::First }
    }
}

impl Neutreeko {
    /// Returns the position with these pieces, as [`masks`](Self::masks) gives them. `None` when they are not
    /// three each on different squares of the board, or the player to move already has a line.
    ///
    /// ```
    /// use games::{Player, neutreeko::Neutreeko}; let start = Neutreeko::default(); let (mover, waiting) =
    /// start.masks(); assert_eq!(mover, 1 << 1 | 1 << 3 | 1 << 17); assert_eq!(Neutreeko::from_masks(mover,
    /// waiting, Player::First), Some(start)); assert_eq!(Neutreeko::from_masks(mover, mover, Player::First),
    /// None); assert_eq!(Neutreeko::from_masks(0b111, waiting, Player::First), None);
    /// assert_eq!(Neutreeko::from_masks(0b11 | 1 << 25, waiting, Player::First), None);
    /// ```
    pub fn from_masks(mover: u32, waiting: u32, turn: Player) -> Option<Self> {
        let sets = [mover, waiting].iter().all(|set| set.count_ones() == 3 && set >> (SIZE * SIZE) == 0);
        let (mover, waiting) = (widen(mover), widen(waiting));
        (sets && mover & waiting == 0 && !has_line(mover)).then_some(Self { mover, waiting, turn })
    }

    /// Returns the pieces of the player to move and of the other one, without gaps between the ranks:
    /// bit 0 is a1, bit 1 is b1, bit 24 is e5.
    pub fn masks(&self) -> (u32, u32) {
        (narrow(self.mover), narrow(self.waiting))
    }

    /// Returns the position that has this [`key`](Position::key). `None` when there is none.
    ///
    /// ```
    /// use games::{Position, neutreeko::Neutreeko};
    /// let start = Neutreeko::default();
    /// assert_eq!(Neutreeko::from_key(start.key()), Some(start));
    /// assert_eq!(Neutreeko::from_key(0), None);
    /// ```
    pub fn from_key(key: u64) -> Option<Self> {
        let bits = unmix(key);
        let side = |shift: usize| (bits >> shift) as u32 & ((1 << BITS) - 1);
        let turn = *Player::BOTH.get((bits >> (2 * BITS)) as usize)?;
        let (first, second) = (side(0), side(BITS));
        let (mover, waiting) = if turn == Player::First { (first, second) } else { (second, first) };
        // The bits between the ranks are lost here, so a key that has any belongs to no position.
        Self::from_masks(narrow(mover), narrow(waiting), turn).filter(|position| position.key() == key)
    }

    /// Returns the pieces of the first and of the second player.
    fn sides(&self) -> [u32; 2] {
        match self.turn {
            Player::First => [self.mover, self.waiting],
            Player::Second => [self.waiting, self.mover],
        }
    }

    fn owner(&self, square: u32) -> Option<Player> {
        if self.mover & square != 0 {
            Some(self.turn)
        } else if self.waiting & square != 0 {
            Some(!self.turn)
        } else {
            None
        }
    }

    fn empty(&self) -> u32 {
        BOARD & !(self.mover | self.waiting)
    }

    fn blockers(&self) -> u64 {
        u64::from(self.mover | self.waiting) << MARGIN | WALL
    }
}

/// Returns the square of a file from the left and a rank from the bottom, both from 0.
const fn bit(file: usize, rank: usize) -> u32 {
    1 << (RANK * rank + file)
}

/// Takes out the bits between the ranks.
fn narrow(set: u32) -> u32 {
    (0..SIZE).fold(0, |narrow, rank| narrow | (set >> (RANK * rank) & 0b11111) << (SIZE * rank))
}

/// Puts the bits between the ranks back.
fn widen(set: u32) -> u32 {
    (0..SIZE).fold(0, |wide, rank| wide | (set >> (SIZE * rank) & 0b11111) << (RANK * rank))
}

fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        next
    })
}

/// Returns where a piece sliding from a square comes to rest; the square itself when it is blocked at once.
fn stop(from: usize, direction: usize, blockers: u64) -> usize {
    let ahead = RAYS[from][direction] & blockers;
    // The nearest blocker is the highest bit on the way down and the lowest on the way up.
    let nearest = if direction < DOWNWARD { 63 - ahead.leading_zeros() } else { ahead.trailing_zeros() };
    (nearest as i32 - STEPS[direction] - MARGIN as i32) as usize
}

/// Returns how many pairs there are of a piece and an empty square next to it.
fn count_ways(pieces: u32, empty: u32) -> u32 {
    let ways = |step: u32| (pieces & empty << step).count_ones() + (pieces & empty >> step).count_ones();
    ways(1) + ways(5) + ways(6) + ways(7)
}

/// Returns the bits that make an unbroken line with two pieces, be they squares or not.
fn completing(pair: u32) -> u32 {
    let with = |step: u32| {
        let (lower, between) = (pair & pair >> step, pair & pair >> (2 * step));
        lower << (2 * step) | lower >> step | between << step
    };
    with(1) | with(5) | with(6) | with(7)
}

/// Returns whether three pieces stand in an unbroken line.
fn has_line(pieces: u32) -> bool {
    let in_line = |step: u32| pieces & pieces >> step & pieces >> (2 * step);
    in_line(1) | in_line(5) | in_line(6) | in_line(7) != 0
}

/// Returns a bijection that spreads every bit over the whole word.
fn mix(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// Returns the inverse of [`mix`].
fn unmix(bits: u64) -> u64 {
    let bits = bits ^ bits >> 31 ^ bits >> 62;
    let bits = bits.wrapping_mul(odd_inverse(0x94d0_49bb_1331_11eb));
    let bits = bits ^ bits >> 27 ^ bits >> 54;
    let bits = bits.wrapping_mul(odd_inverse(0xbf58_476d_1ce4_e5b9));
    bits ^ bits >> 30 ^ bits >> 60
}

/// Returns the inverse of an odd number modulo 2^64, by Newton's method: each step doubles the number of
/// right bits.
const fn odd_inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut right_bits = 3;
    while right_bits < 64 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        right_bits *= 2;
    }
    inverse
}

/// Returns the cells ahead of each square in each direction, up to and with the first one off the board.
const fn rays() -> [[u64; 8]; BITS] {
    let mut rays = [[0; 8]; BITS];
    let mut from = 0;
    while from < BITS {
        let mut direction = 0;
        while direction < 8 {
            let mut cell = (from + MARGIN) as i32;
            loop {
                cell += STEPS[direction];
                if cell < 0 || cell > 63 {
                    break;
                }
                rays[from][direction] |= 1 << cell;
                if WALL & 1 << cell != 0 {
                    break;
                }
            }
            direction += 1;
        }
        from += 1;
    }
    rays
}

const fn neighbours() -> [u32; BITS] {
    let mut near = [0; BITS];
    let mut from = 0;
    while from < BITS {
        let mut direction = 0;
        while direction < STEPS.len() {
            let to = from as i32 + STEPS[direction];
            if to >= 0 && to < BITS as i32 {
                near[from] |= BOARD & 1 << to;
            }
            direction += 1;
        }
        from += 1;
    }
    near
}
