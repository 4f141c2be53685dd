//! Ataxx and Infection: how far the piece comes, and the square where it arrives.

mod kinds;

use fastrand::Rng;
use games::ataxx::{Ataxx, BOARD, Edition, Step};
use games::{Player, Position};

use super::{AVX512, Actions, Deed, Encoded, mask_words, set_run, spread_words};
use kinds::{Board, DISTANCES};

const SIZE: usize = 7;
const SQUARES: usize = SIZE * SIZE;
const PASS: usize = 17 * SQUARES;
/// Of a mask, as many as [`Encoded::mask`] gets.
const WORDS: usize = mask_words(PASS + 1);
const ALL: u64 = (1 << SQUARES) - 1;

/// The sixteen jumps as (files to the right, ranks up), row by row from the bottom, each row from the left.
const JUMPS: [(i32, i32); 16] = [
    (-2, -2),
    (-1, -2),
    (0, -2),
    (1, -2),
    (2, -2),
    (-2, -1),
    (2, -1),
    (-2, 0),
    (2, 0),
    (-2, 1),
    (2, 1),
    (-2, 2),
    (-1, 2),
    (0, 2),
    (1, 2),
    (2, 2),
];

/// The place of a jump in [`JUMPS`], by ranks and files from the lower left.
const JUMP_PLACES: [usize; 25] = {
    let mut places = [usize::MAX; 25];
    let mut place = 0;
    while place < 16 {
        let (files, ranks) = JUMPS[place];
        places[((ranks + 2) * 5 + files + 2) as usize] = place;
        place += 1;
    }
    places
};

const LEFT: u64 = column(0);
const RIGHT: u64 = column(SIZE - 1);

const fn column(file: usize) -> u64 {
    let mut set = 0;
    let mut rank = 0;
    while rank < SIZE {
        set |= 1 << (rank * SIZE + file);
        rank += 1;
    }
    set
}

/// Returns the squares of a set with all around it.
fn spread(set: u64) -> u64 {
    let rows = set | (set & !RIGHT) << 1 | (set & !LEFT) >> 1;
    (rows | rows << SIZE | rows >> SIZE) & ALL
}

fn action(mv: Step) -> usize {
    match mv.squares() {
        None => PASS,
        Some((from, to)) if from == to => to,
        Some((from, to)) => {
            let place = 5 * (to / SIZE + 2 - from / SIZE) + (to % SIZE + 2 - from % SIZE);
            (1 + JUMP_PLACES[place]) * SQUARES + to
        }
    }
}

impl<S: Edition> Encoded for Ataxx<S> {
    const SHAPE: [usize; 3] = [5, SIZE, SIZE];
    const ACTIONS: usize = PASS + 1;

    fn actions(&self, mv: Step) -> Option<Actions> {
        Some(Actions::One(action(mv)))
    }

    fn deed(&self, first: Option<usize>, action: usize, _: &mut Vec<Step>) -> Option<Deed<Step>> {
        if first.is_some() || action > PASS {
            return None;
        }
        if action == PASS {
            // A pass is the only move where it is one.
            return self.nth_move(0).filter(|mv| *mv == Step::PASS).map(Deed::Play);
        }
        if self.outcome().is_some() {
            return None;
        }
        let (kind, to) = (action / SQUARES, action % SQUARES);
        let is_legal = Board::new(self.masks()).set(kind) >> to & 1 == 1;
        is_legal.then(|| step(kind, to))
    }

    #[inline(always)]
    fn mask<const WIDTH: usize>(&self, _: Option<usize>, bits: &mut [u64], _: &mut Vec<Step>) {
        if let Some(bits) = bits.first_chunk_mut::<WORDS>() {
            Board::new(masks::<WIDTH, S>(self)).write::<WIDTH>(bits);
        }
    }

    #[inline(always)]
    fn planes<const WIDTH: usize>(&self, _: Option<usize>, _: u8, out: &mut [u8]) {
        let [own, other, gaps] = masks::<WIDTH, S>(self);
        let second = if self.turn() == Player::Second { ALL } else { 0 };
        let mut bits = [0; (4 * SQUARES).div_ceil(64)];
        for (place, set) in [own, other, gaps, second].into_iter().enumerate() {
            set_run(&mut bits, place * SQUARES, set);
        }
        let (sets, clock) = out.split_at_mut(4 * SQUARES);
        spread_words::<WIDTH>(&bits, sets);
        // A position text can begin past the hundred at which the game is over.
        clock.fill(self.clock().min(255) as u8);
    }

    #[inline(always)]
    fn draw<const WIDTH: usize>(
        &self,
        _: Option<usize>,
        rng: &mut Rng,
        _: &mut Vec<Step>,
    ) -> Option<(usize, Deed<Step>)> {
        let board = Board::new(masks::<WIDTH, S>(self));
        let counts = board.count::<WIDTH>();
        let total = counts.total();
        if total == 0 {
            return self.nth_move(0).map(|mv| (PASS, Deed::Play(mv)));
        }
        let (kind, lower) = counts.find(rng.u64(..total));
        let to = nth_bit::<WIDTH>(board.set(kind), lower);
        Some((kind * SQUARES + to, step(kind, to)))
    }
}

/// Returns the move of a kind that arrives on a square.
#[inline(always)]
fn step(kind: usize, to: usize) -> Deed<Step> {
    Deed::Play(Step::between(to.wrapping_add_signed(-DISTANCES[kind]), to))
}

/// Returns what [`Ataxx::masks`] does.
#[inline(always)]
fn masks<const WIDTH: usize, S: Edition>(position: &Ataxx<S>) -> [u64; 3] {
    #[cfg(target_arch = "x86_64")]
    if WIDTH >= AVX512 {
        // SAFETY: the caller has seen that the processor has the instruction. It is fast on all that have
        // AVX-512, and slow on some of the others.
        return position.sets().map(|set| unsafe { std::arch::x86_64::_pext_u64(set, BOARD) });
    }
    position.masks()
}

/// Returns the place of the bit above as many lower ones; the set must have so many.
#[inline(always)]
fn nth_bit<const WIDTH: usize>(mut set: u64, lower: u64) -> usize {
    #[cfg(target_arch = "x86_64")]
    if WIDTH >= AVX512 {
        // SAFETY: as in `masks`, and as fast.
        return unsafe { std::arch::x86_64::_pdep_u64(1 << (lower & 63), set) }.trailing_zeros() as usize;
    }
    for _ in 0..lower {
        set &= set.wrapping_sub(1);
    }
    set.trailing_zeros() as usize
}
