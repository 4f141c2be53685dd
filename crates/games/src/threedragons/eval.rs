//! What a search may ask of Three Dragons.

use super::board::{
    CAVES, DRAGON_STRENGTHS, INDICES, RINGS, Squares, beside, bit, bitten, near, neighbours, reach,
    slide_direction, slider, squares,
};
use super::{Capture, QUIET_MAX, RookMove, Strengths, ThreeDragons, Variant, features};
use crate::{Features, Heuristics, Horizon};

/// Pieces decide the game.
const PIECE: i32 = 120;
/// Strength captures, and is not captured; each level after the first.
const LEVEL: i32 = 25;
/// A piece that moves can capture and escape; each slide.
const SLIDE: i32 = 3;
/// To be on the move.
const TEMPO: i32 = 12;

/// Every piece on the board, of either side, makes a draw less likely.
pub(super) const KEPT: i32 = 10;
/// What makes it more likely: ten slides of either side, and each two enemies that stand side by side.
pub(super) const ROOM: i32 = 12;
pub(super) const CONTACT: i32 = 15;

impl<V: Variant> Heuristics for ThreeDragons<V> {
    const HORIZON: Horizon = Horizon::Quiescence;

    /// Half a piece: what matters beyond that is a capture, and those have hints.
    const FUTILITY_MARGIN: Option<i32> = Some(60);

    /// Two sides that only answer each other's threats go round and round, though either could leave at
    /// little cost.
    const CONTEMPT: i32 = 120;

    const FEATURES: Option<Features> = Some(features::features::<V>());

    fn features(&self, out: &mut [u16]) -> usize {
        self.active_inputs(out)
    }

    fn bucket(&self) -> usize {
        self.piece_bucket()
    }

    fn cells(&self, out: &mut [u8]) {
        self.cell_states(out);
    }

    fn evaluate(&self) -> i32 {
        self.evaluate_with_chances().0
    }

    /// Few pieces can always evade each other, in a wide space too, and walls that touch stay as they are.
    fn evaluate_with_chances(&self) -> (i32, i32) {
        let slides = |own| reach(own, self.empty()).into_iter().map(Squares::count_ones).sum::<u32>() as i32;
        let (ours, theirs) = (slides(self.mover), slides(self.waiting));
        let side = |own: Squares, slides: i32| self.worth(own) + SLIDE * slides + self.cave_progress(own);
        let score = side(self.mover, ours) - side(self.waiting, theirs) + TEMPO;
        // A lead that captures nothing fades towards the draw.
        let score = score * (i32::from(2 * QUIET_MAX) - i32::from(self.quiet)) / i32::from(2 * QUIET_MAX);
        let pieces = (self.mover | self.waiting).count_ones() as i32;
        let contacts: u32 =
            beside(self.mover).into_iter().map(|near| (near & self.waiting).count_ones()).sum();
        (score, KEPT * pieces - ROOM * (ours + theirs) / 10 - CONTACT * contacts as i32)
    }

    fn is_noisy(&self, mv: RookMove) -> bool {
        mv.capture != Capture::None
    }

    fn noisy_moves(&self, out: &mut Vec<RookMove>) {
        if self.is_finished() {
            return;
        }
        let (empty, biting) = (self.empty(), self.biting_squares());
        let hunting = neighbours(self.strengths.weaker(self.waiting, self.strengths.strongest(self.mover)));
        if (biting | hunting) & empty == 0 {
            return;
        }
        for (direction, targets) in reach(self.mover, empty).into_iter().enumerate() {
            for to in squares(targets & (biting | hunting)) {
                let from = slider(self.mover, to, direction);
                let slide = |capture| RookMove { from: from as u8, to: to as u8, capture };
                if biting >> to & 1 == 1 {
                    out.push(slide(Capture::Custodial));
                }
                if hunting >> to & 1 == 1 {
                    let prey = self.strengths.weaker(near(to) & self.waiting, self.strengths.at(from));
                    out.extend(squares(prey).map(|target| slide(Capture::Power(target as u8))));
                }
            }
        }
    }

    /// What is won and lost; then moves next to own pieces, which are jaws for the next capture.
    fn score_moves(&self, moves: &[RookMove], out: &mut Vec<i32>) {
        let jaws = self.jaws();
        out.extend(moves.iter().map(|mv| {
            let to = usize::from(mv.to);
            let gain = match mv.capture {
                Capture::Custodial => self.worth(bitten(to, self.waiting, jaws)),
                Capture::Power(target) => self.worth(bit(target.into())) - LEVEL,
                Capture::None => (near(to) & self.mover).count_ones() as i32,
            };
            gain + self.dragon_worth(*mv)
        }));
    }

    /// Recognises a move by its squares without listing others.
    fn find_pseudo_legal(&self, number: u32, _: &mut Vec<RookMove>) -> Option<RookMove> {
        let [to, from, code, _] = number.to_le_bytes();
        if self.is_finished() || self.mover.checked_shr(from.into())? & 1 == 0 || usize::from(to) >= INDICES {
            return None;
        }
        let direction = slide_direction(from.into(), to.into(), self.empty())?;
        let plain = self.plain_slide(to.into(), direction, self.biting_squares());
        let by_power = RookMove { capture: Capture::Power(code), ..plain };
        let prey = self.strengths.weaker(near(to.into()) & self.waiting, self.strengths.at(from.into()));
        let can_hunt = prey.checked_shr(code.into()).is_some_and(|rest| rest & 1 == 1);
        [Some(plain), can_hunt.then_some(by_power)].into_iter().flatten().find(|mv| u32::from(*mv) == number)
    }

    fn plies_to_draw(&self) -> Option<u32> {
        Some(QUIET_MAX.saturating_sub(self.quiet).into())
    }

    /// Rooks seldom run out of harmless moves; with few pieces they may.
    fn pass(&self) -> Option<Self> {
        let many = self.mover.count_ones() > 3 && self.waiting.count_ones() > 3;
        (many && self.quiet + 1 < QUIET_MAX)
            .then(|| Self { quiet: self.quiet + 1, ..self.with_other_to_move() })
    }
}

impl<V: Variant> ThreeDragons<V> {
    fn worth(&self, pieces: Squares) -> i32 {
        PIECE * pieces.count_ones() as i32 + LEVEL * self.strengths.sum(pieces) as i32
    }

    /// Returns what the dragons are worth that a move calls.
    fn dragon_worth(&self, mv: RookMove) -> i32 {
        if !V::DRAGONS {
            return 0;
        }
        let after = self.mover ^ (bit(mv.from.into()) | bit(mv.to.into()));
        let calls = |cave: &usize| RINGS[*cave] & !after == 0 && !self.is_spent(*cave);
        (0..CAVES.len())
            .filter(calls)
            .map(|cave| PIECE + LEVEL * (i32::from(DRAGON_STRENGTHS[cave]) - 1))
            .sum()
    }

    /// Returns how far the caves that still have a dragon are surrounded.
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
