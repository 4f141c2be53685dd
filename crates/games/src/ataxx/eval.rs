//! What a search may ask of Ataxx.

use super::{Ataxx, NEAR, Skin, Step, spread};
use crate::Tactics;

impl<S: Skin> Tactics for Ataxx<S> {
    fn evaluate(&self) -> i32 {
        let empty = self.empty();
        let open = spread(empty);
        let count = |set: u64| set.count_ones() as i32;
        // Pieces are what counts in the end.
        let material = count(self.mover) - count(self.waiting);
        // Next to an empty square a piece can be turned at once; one that is walled in is safe.
        let exposed = count(self.mover & open) - count(self.waiting & open);
        // Squares to clone to are next turn's pieces.
        let growth = count(spread(self.mover) & empty) - count(spread(self.waiting) & empty);
        100 * material - 14 * exposed + 10 * growth + 60
    }

    /// What is turned, what is won, and what is left open behind a jump.
    fn hints(&self, moves: &[Step], out: &mut Vec<i32>) {
        let taken = !self.empty();
        let count = |set: u64| set.count_ones() as i32;
        out.extend(moves.iter().map(|mv| {
            // The tables have an entry for the squares of a pass, and it is empty.
            let near = NEAR[usize::from(mv.to)];
            let arrival = 20 * count(near & self.waiting) + count(near & taken);
            arrival + if mv.from == mv.to { 12 } else { -2 * count(NEAR[usize::from(mv.from)] & self.mover) }
        }));
    }

    /// With a square to clone to, a move never hurts: not moving is worse.
    fn pass(&self) -> Option<Self> {
        let clones = spread(self.mover) & self.empty() != 0;
        (clones && !self.is_stopped() && self.clock < 90).then(|| Self {
            mover: self.waiting,
            waiting: self.mover,
            turn: !self.turn,
            clock: self.clock + 1,
            ..self.clone()
        })
    }

    /// Turning three or more swings the count too far to stop there.
    fn is_noisy(&self, mv: Step) -> bool {
        mv != Step::PASS && (NEAR[usize::from(mv.to)] & self.waiting).count_ones() >= 3
    }
}
