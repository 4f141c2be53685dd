//! A plain retrograde solver, one position at a time: slow, and nothing in common with the fast one.

use std::collections::VecDeque;

use games::neutreeko::Neutreeko;
use games::{Player, Position};

use super::Value;

/// The value of every position, by the mover's and the other side's squares.
pub(super) struct Twin {
    /// Plies to the end; [`UNKNOWN`] in draws.
    plies: Vec<u8>,
}

const UNKNOWN: u8 = u8::MAX;
const SIZE: i32 = 5;
const SETS: usize = 25 * 24 * 23 / 6;

impl Twin {
    pub(super) fn solve() -> Self {
        let mut plies = vec![UNKNOWN; SETS * SETS];
        let mut slides_left = vec![0_u8; plies.len()];
        let mut queue = VecDeque::new();
        let all: Vec<u32> = (0_u32..1 << 25).filter(|set| set.count_ones() == 3).collect();
        for &mover in &all {
            for &waiting in &all {
                let Some(position) = Neutreeko::from_masks(mover, waiting, Player::First) else { continue };
                slides_left[index(mover, waiting)] = position.count_moves() as u8;
                if position.outcome().is_some() {
                    plies[index(mover, waiting)] = 0;
                    queue.push_back((mover, waiting));
                }
            }
        }
        let mut sets = Vec::new();
        while let Some((mover, waiting)) = queue.pop_front() {
            let distance = plies[index(mover, waiting)];
            sets.clear();
            sets_before(waiting, mover, &mut sets);
            for before in &sets {
                let place = index(*before, mover);
                // Every slide is taken off once, so none are left only where there never were any: the game is over there or cannot come there.
                if slides_left[place] == 0 {
                    continue;
                }
                slides_left[place] -= 1;
                // The queue is in order of distance: the first loss to move into is the nearest, the last win the farthest.
                if plies[place] == UNKNOWN && (distance.is_multiple_of(2) || slides_left[place] == 0) {
                    plies[place] = distance + 1;
                    queue.push_back((*before, mover));
                }
            }
        }
        Self { plies }
    }

    pub(super) fn value(&self, mover: u32, waiting: u32) -> Value {
        match self.plies[index(mover, waiting)] {
            UNKNOWN => Value::Draw,
            plies if plies % 2 == 1 => Value::Win(plies),
            plies => Value::Loss(plies),
        }
    }
}

fn index(mover: u32, waiting: u32) -> usize {
    let rank = |set: u32| {
        let low = set.trailing_zeros() as usize;
        let middle = (set & (set - 1)).trailing_zeros() as usize;
        let high = set.ilog2() as usize;
        low + middle * (middle - 1) / 2 + high * (high - 1) * (high - 2) / 6
    };
    rank(mover) * SETS + rank(waiting)
}

/// Appends the sets from which a slide leads to this one.
fn sets_before(set: u32, others: u32, before: &mut Vec<u32>) {
    let taken = set | others;
    let occupied =
        |file: i32, rank: i32| !(0..SIZE).contains(&file) || !(0..SIZE).contains(&rank) || taken >> (rank * SIZE + file) & 1 == 1;
    for to in (0..SIZE * SIZE).filter(|square| set >> square & 1 == 1) {
        for (files, ranks) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let (mut file, mut rank) = (to % SIZE, to / SIZE);
            if !occupied(file - files, rank - ranks) {
                continue;
            }
            while !occupied(file + files, rank + ranks) {
                (file, rank) = (file + files, rank + ranks);
                before.push(set ^ (1 << to | 1 << (rank * SIZE + file)));
            }
        }
    }
}
