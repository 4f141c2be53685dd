//! Neutreeko: a direction and the square of the piece.

use fastrand::Rng;
use games::neutreeko::{Neutreeko, Slide};
use games::{Player, Position};

use super::{Actions, Deed, Encoded, set_bit, write_set};

const SIZE: usize = 5;
const SQUARES: usize = SIZE * SIZE;

/// Of a slide, from 0: down left, down, down right, left, right, up left, up, up right.
fn direction(from: usize, to: usize) -> usize {
    let files = (to % SIZE).cmp(&(from % SIZE)) as i32 + 1;
    let ranks = (to / SIZE).cmp(&(from / SIZE)) as i32 + 1;
    let place = (3 * ranks + files) as usize;
    place - usize::from(place > 4)
}

impl Encoded for Neutreeko {
    const SHAPE: [usize; 3] = [4, SIZE, SIZE];
    const ACTIONS: usize = 8 * SQUARES;

    fn actions(&self, mv: Slide) -> Option<Actions> {
        let (from, to) = mv.squares();
        Some(Actions::One(direction(from, to) * SQUARES + from))
    }

    fn mask<const WIDTH: usize>(&self, _: Option<usize>, bits: &mut [u64], room: &mut Vec<Slide>) {
        room.clear();
        self.moves(room);
        for mv in room {
            let (from, to) = mv.squares();
            set_bit(bits, direction(from, to) * SQUARES + from);
        }
    }

    fn planes<const WIDTH: usize>(&self, _: Option<usize>, before: u8, out: &mut [u8]) {
        out.fill(0);
        let (mover, waiting) = self.masks();
        write_set(&mut out[..SQUARES], mover.into());
        write_set(&mut out[SQUARES..2 * SQUARES], waiting.into());
        if self.turn() == Player::Second {
            out[2 * SQUARES..3 * SQUARES].fill(1);
        }
        out[3 * SQUARES..].fill(before);
    }

    fn draw<const WIDTH: usize>(
        &self,
        _: Option<usize>,
        rng: &mut Rng,
        _: &mut Vec<Slide>,
    ) -> Option<(usize, Deed<Slide>)> {
        let mv = self.pick_move(|count| rng.usize(..count))?;
        let (from, to) = mv.squares();
        Some((direction(from, to) * SQUARES + from, Deed::Play(mv)))
    }
}
