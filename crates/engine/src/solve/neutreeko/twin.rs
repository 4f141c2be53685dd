//! A plain retrograde solver, one position at a time: slow, and nothing in common with the fast one.

use std::collections::VecDeque;

use games::neutreeko::Neutreeko;
use games::{Player, Position};

use super::ExactValue;
use super::record_twin::{SETS, rank, sets_before};

/// The value of every position, by the mover's and the other side's squares.
pub(super) struct Twin {
    /// Plies to the end; [`UNKNOWN`] in draws.
    plies: Vec<u8>,
}

const UNKNOWN: u8 = u8::MAX;

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
        while let Some((mover, waiting)) = queue.pop_front() {
            let distance = plies[index(mover, waiting)];
            for before in sets_before(waiting, mover) {
                let place = index(before, mover);
                // Every slide is taken off once, so none are left only where there never were any: the game
                // is over there or cannot come there.
                if slides_left[place] == 0 {
                    continue;
                }
                slides_left[place] -= 1;
                // The queue is in order of distance: the first loss to move into is the nearest, the last win
                // the farthest.
                if plies[place] == UNKNOWN && (distance.is_multiple_of(2) || slides_left[place] == 0) {
                    plies[place] = distance + 1;
                    queue.push_back((before, mover));
                }
            }
        }
        Self { plies }
    }

    pub(super) fn value(&self, mover: u32, waiting: u32) -> ExactValue {
        match self.plies[index(mover, waiting)] {
            UNKNOWN => ExactValue::Draw,
            plies if plies % 2 == 1 => ExactValue::Win(plies),
            plies => ExactValue::Loss(plies),
        }
    }
}

fn index(mover: u32, waiting: u32) -> usize {
    rank(mover) * SETS + rank(waiting)
}
