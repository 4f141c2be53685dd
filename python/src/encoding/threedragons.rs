//! Three Dragons: what is captured, the direction of the slide, and the square where it ends. One piece at
//! most can come to a square in a direction, so that the square that it leaves need not be said.

use fastrand::Rng;
use games::threedragons::{RookMove, Strengths, ThreeDragons, Variant};
use games::{Player, Position};

use super::{Actions, Deed, Encoded, set_bit};

const SIZE: usize = 9;
const SQUARES: usize = SIZE * SIZE;
const SLIDES: usize = 4 * SQUARES;

const MOUNTAINS: [usize; 4] = [0, 8, 72, 80];
const CAVES: [usize; 3] = [36, 40, 44];

/// Right, up, left, down, from 0.
fn direction(from: usize, to: usize) -> usize {
    match (from / SIZE == to / SIZE, from < to) {
        (true, true) => 0,
        (false, true) => 1,
        (true, false) => 2,
        (false, false) => 3,
    }
}

fn action(mv: RookMove) -> usize {
    let (from, to, target) = mv.squares();
    let choice = target.map_or(0, |target| 1 + direction(to, target));
    choice * SLIDES + direction(from, to) * SQUARES + to
}

impl<V: Variant> Encoded for ThreeDragons<V> {
    const SHAPE: [usize; 3] = [6, SIZE, SIZE];
    /// Without strengths there is no choice.
    const ACTIONS: usize = if V::Strengths::STRONGEST > 1 { 5 * SLIDES } else { SLIDES };

    fn actions(&self, mv: RookMove) -> Option<Actions> {
        Some(Actions::One(action(mv)))
    }

    fn mask<const WIDTH: usize>(&self, _: Option<usize>, bits: &mut [u64], room: &mut Vec<RookMove>) {
        room.clear();
        self.moves(room);
        for mv in room {
            set_bit(bits, action(*mv));
        }
    }

    fn planes<const WIDTH: usize>(&self, _: Option<usize>, before: u8, out: &mut [u8]) {
        out.fill(0);
        let (own, rest) = out.split_at_mut(SQUARES);
        let (other, rest) = rest.split_at_mut(SQUARES);
        for (plane, player) in [(own, self.turn()), (other, !self.turn())] {
            for (square, strength) in self.placement(player) {
                plane[square] = strength;
            }
        }
        for mountain in MOUNTAINS {
            rest[mountain] = 1;
        }
        for (cave, is_spent) in CAVES.into_iter().zip(self.spent_caves()) {
            rest[cave] = if is_spent { 3 } else { 2 };
        }
        if self.turn() == Player::Second {
            rest[SQUARES..2 * SQUARES].fill(1);
        }
        rest[2 * SQUARES..3 * SQUARES].fill(self.quiet_plies().min(255) as u8);
        rest[3 * SQUARES..].fill(before);
    }

    fn draw<const WIDTH: usize>(
        &self,
        _: Option<usize>,
        rng: &mut Rng,
        _: &mut Vec<RookMove>,
    ) -> Option<(usize, Deed<RookMove>)> {
        let mv = self.pick_move(|count| rng.usize(..count))?;
        Some((action(mv), Deed::Play(mv)))
    }
}
