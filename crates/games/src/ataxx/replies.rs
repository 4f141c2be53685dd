//! Counting two moves ahead without going there.
//!
//! What a move leaves the other side depends almost only on where it arrives: that decides which pieces
//! change sides. So all moves to one square are counted together, and only the squares that jumps vacate are
//! looked at one by one.

use super::{Ataxx, CLOCK_MAX, Edition, FAR, NEAR, Step, bits, can_move, count_jumps, spread};
use crate::Position;

/// Returns the replies to all legal moves.
pub(super) fn count<S: Edition>(position: &Ataxx<S>) -> u64 {
    if position.is_stopped() {
        return 0;
    }
    let empty = position.empty();
    let targets = spread(spread(position.mover)) & empty;
    if targets == 0 {
        return if can_move(position.waiting, empty) { count_after(position, Step::PASS) } else { 0 };
    }
    let jumps = count_jumps(position.waiting, empty);
    bits(targets).map(|to| count_at(position, to, empty, jumps)).sum()
}

/// Returns the replies to all moves that arrive on a square. `jumps` is how many the other side could make
/// before them.
fn count_at<S: Edition>(position: &Ataxx<S>, to: usize, empty: u64, jumps: u32) -> u64 {
    let turned = NEAR[to] & position.waiting;
    let left = position.waiting ^ turned;
    if left == 0 {
        return 0;
    }
    let near = spread(left);
    let clones = (near & empty & !(1 << to)).count_ones();
    // Pieces that changed sides no longer jump, and no piece jumps to the square where the move arrived.
    let jumps = jumps - pairs(turned, empty) - (FAR[to] & left).count_ones();
    let replies = clones + jumps;

    // No reply follows the jump that runs the clock out.
    let sources = if position.clock + 1 < CLOCK_MAX { FAR[to] & position.mover } else { 0 };
    let cloned = NEAR[to] & position.mover != 0;
    if replies == 0 {
        // The other side must pass or go where a jump came from, or the game is over.
        let moves =
            bits(sources).map(|from| Step::jump(from, to)).chain(cloned.then_some(Step::clone_to(to)));
        return moves.map(|mv| count_after(position, mv)).sum();
    }
    let vacated = (near & sources).count_ones() + pairs(sources, left);
    u64::from(replies * (sources.count_ones() + u32::from(cloned)) + vacated)
}

/// Returns how many pairs of squares, one of each set, are a jump apart; the first set is small.
fn pairs(few: u64, many: u64) -> u32 {
    bits(few).map(|square| (FAR[square] & many).count_ones()).sum()
}

fn count_after<S: Edition>(position: &Ataxx<S>, mv: Step) -> u64 {
    let mut next = position.clone();
    next.play(mv);
    next.count_moves() as u64
}
