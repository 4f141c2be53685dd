//! What a search may ask of Three Dragons.

use super::board::{CAVES, RINGS, Squares, bitten, near, reach, squares};
use super::{Capture, QUIET_MAX, Slide, Strengths, ThreeDragons, Variant};
use crate::{Horizon, Tactics};

impl<V: Variant> Tactics for ThreeDragons<V> {
    const HORIZON: Horizon = Horizon::Captures;

    fn evaluate(&self) -> i32 {
        let side = |own: Squares| {
            let slides: u32 = reach(own, self.empty()).into_iter().map(Squares::count_ones).sum();
            // Pieces decide the game; strength captures and is not captured; a piece that moves can do either.
            120 * own.count_ones() as i32 + 25 * self.strengths.sum(own) as i32 + 2 * slides as i32 + self.cave_progress(own)
        };
        let score = side(self.mover) - side(self.waiting) + 12;
        // A lead that captures nothing fades towards the draw.
        score * (i32::from(2 * QUIET_MAX) - i32::from(self.quiet)) / i32::from(2 * QUIET_MAX)
    }

    fn is_noisy(&self, mv: Slide) -> bool {
        mv.capture != Capture::None
    }

    fn noisy_moves(&self, out: &mut Vec<Slide>) {
        if self.is_finished() {
            return;
        }
        let biting = self.biting_squares();
        if biting & self.empty() != 0 {
            for (direction, targets) in reach(self.mover, self.empty()).into_iter().enumerate() {
                out.extend(squares(targets & biting).map(|to| self.plain_slide(to, direction, biting)));
            }
        }
        out.extend(self.power_captures());
    }

    /// Captures first; then moves next to own pieces, which are jaws for the next capture.
    fn hints(&self, moves: &[Slide], out: &mut Vec<i32>) {
        let jaws = self.jaws();
        out.extend(moves.iter().map(|mv| {
            let to = usize::from(mv.to);
            match mv.capture {
                Capture::Custodial => 100 + 40 * bitten(to, self.waiting, jaws).count_ones() as i32,
                Capture::Power(target) => 80 + 5 * i32::from(self.strengths.at(target.into())),
                Capture::None => (near(to) & self.mover).count_ones() as i32,
            }
        }));
    }

    /// Rooks seldom run out of harmless moves; with few pieces they may.
    fn pass(&self) -> Option<Self> {
        let many = self.mover.count_ones() > 3 && self.waiting.count_ones() > 3;
        (many && self.quiet + 1 < QUIET_MAX).then(|| Self {
            mover: self.waiting,
            waiting: self.mover,
            turn: !self.turn,
            quiet: self.quiet + 1,
            ..self.clone()
        })
    }
}

impl<V: Variant> ThreeDragons<V> {
    /// How far the caves that still have a dragon are surrounded.
    fn cave_progress(&self, own: Squares) -> i32 {
        if !V::DRAGONS {
            return 0;
        }
        let progress = |cave: usize| {
            let around = (RINGS[cave] & own).count_ones() as i32;
            let free = (RINGS[cave] & (self.mover | self.waiting) & !own).count_ones() == 0;
            if self.is_spent(cave) || !free { 0 } else { 6 * around * around }
        };
        (0..CAVES.len()).map(progress).sum()
    }
}
