//! Ataxx and Infection: how far the piece comes, and the square where it arrives.

use fastrand::Rng;
use games::ataxx::{Ataxx, Edition, Step};
use games::{Player, Position};

use super::{Actions, Deed, Encoded, set_bit, set_run, spread_words};

const SIZE: usize = 7;
const SQUARES: usize = SIZE * SIZE;
const PASS: usize = 17 * SQUARES;
/// Of a mask.
const WORDS: usize = (PASS + 1).div_ceil(64);
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

/// For each jump the squares from which it stays on the board, and how far it shifts them.
const SHIFTS: [(u64, i32); 16] = {
    let mut shifts = [(0, 0); 16];
    let mut place = 0;
    while place < 16 {
        let (files, ranks) = JUMPS[place];
        let mut from = 0;
        while from < SQUARES as i32 {
            let (file, rank) = (from % SIZE as i32 + files, from / SIZE as i32 + ranks);
            if file >= 0 && file < SIZE as i32 && rank >= 0 && rank < SIZE as i32 {
                shifts[place].0 |= 1 << from;
            }
            from += 1;
        }
        shifts[place].1 = ranks * SIZE as i32 + files;
        place += 1;
    }
    shifts
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

fn shifted(set: u64, by: i32) -> u64 {
    if by >= 0 { set << by } else { set >> -by }
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
        let [own, other, gaps] = self.masks();
        let (kind, to) = (action / SQUARES, action % SQUARES);
        if (own | other | gaps) >> to & 1 == 1 {
            return None;
        }
        if kind == 0 {
            return (spread(own) >> to & 1 == 1).then(|| Deed::Play(Step::between(to, to)));
        }
        let (sources, by) = SHIFTS[kind - 1];
        let from = to as i32 - by;
        let is_there = (0..SQUARES as i32).contains(&from) && own & sources & 1 << from != 0;
        is_there.then(|| Deed::Play(Step::between(from as usize, to)))
    }

    #[inline(always)]
    fn mask(&self, _: Option<usize>, bits: &mut [u64], _: &mut Vec<Step>) {
        // With their number known, no run is checked for room.
        let Some(bits) = bits.first_chunk_mut::<WORDS>() else { return };
        if self.outcome().is_some() {
            return;
        }
        let [own, other, gaps] = self.masks();
        let empty = ALL & !(own | other | gaps);
        let clones = spread(own) & empty;
        let mut any = clones;
        set_run(bits, 0, clones);
        for (place, (sources, by)) in SHIFTS.into_iter().enumerate() {
            let targets = shifted(own & sources, by) & empty;
            any |= targets;
            set_run(bits, (place + 1) * SQUARES, targets);
        }
        if any == 0 {
            set_bit(bits, PASS);
        }
    }

    #[inline(always)]
    fn planes<const FAST: bool>(&self, _: Option<usize>, _: u8, out: &mut [u8]) {
        let mut bits = [0; (3 * SQUARES).div_ceil(64)];
        for (place, set) in self.masks().into_iter().enumerate() {
            set_run(&mut bits, place * SQUARES, set);
        }
        spread_words::<FAST>(&bits, &mut out[..3 * SQUARES]);
        out[3 * SQUARES..4 * SQUARES].fill(u8::from(self.turn() == Player::Second));
        // A position text can begin past the hundred at which the game is over.
        out[4 * SQUARES..].fill(self.clock().min(255) as u8);
    }

    #[inline(always)]
    fn draw(&self, _: Option<usize>, rng: &mut Rng, _: &mut Vec<Step>) -> Option<(usize, Deed<Step>)> {
        let mv = self.pick_move(|count| rng.usize(..count))?;
        Some((action(mv), Deed::Play(mv)))
    }
}
