//! The basic game backwards, for endgame tables: positions from sets of squares, and what a quiet move leads
//! from.

use std::marker::PhantomData;

use super::board::{self, Squares, bit, bitten, index, reach, squares};
use super::{Alike, Basic, ThreeDragons};
use crate::Player;

/// Returns the squares that a piece can enter, numbered rank by rank from a1.
pub fn open_squares() -> impl Iterator<Item = usize> {
    squares(board::OPEN).map(|square| board::rank(square) * board::SIZE + board::file(square))
}

impl ThreeDragons<Basic> {
    /// Returns the position with pieces of the side to move, which is White, and of the other side on these
    /// open squares, numbered rank by rank from a1.
    #[must_use]
    pub fn of_squares(
        mover: impl IntoIterator<Item = usize>,
        waiting: impl IntoIterator<Item = usize>,
    ) -> Self {
        let place = |square: usize| bit(index(square % board::SIZE, square / board::SIZE));
        let set =
            |squares: &mut dyn Iterator<Item = usize>| squares.fold(0, |set, square| set | place(square));
        let (mover, waiting) = (set(&mut mover.into_iter()), set(&mut waiting.into_iter()));
        debug_assert!(mover & waiting == 0 && (mover | waiting) & !board::OPEN == 0);
        Self {
            mover,
            waiting,
            strengths: Alike,
            turn: Player::First,
            spent: 0,
            quiet: 0,
            number: 1,
            variant: PhantomData,
        }
    }

    /// Visits every position from which a move without a capture leads to this one. Counters are not those
    /// of any game.
    pub fn before_quiet_moves(&self, mut visit: impl FnMut(&Self)) {
        // A piece that would have captured from where it stands has not come there quietly.
        let jaws = self.waiting | board::CLOSED;
        let quiet = squares(self.waiting).filter(|to| bitten(*to, self.mover, jaws) == 0);
        let quiet: Squares = quiet.fold(0, |set, to| set | bit(to));
        for to in squares(quiet) {
            for from in reach(bit(to), self.empty()).into_iter().flat_map(squares) {
                let mover = self.waiting ^ (bit(to) | bit(from));
                visit(&Self { mover, waiting: self.mover, turn: !self.turn, ..self.clone() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::RookMove;
    use super::*;
    use crate::Position;

    fn list(position: &ThreeDragons<Basic>) -> Vec<RookMove> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves
    }

    /// Both directions of the same relation, on positions that look random.
    #[test]
    fn a_quiet_move_leads_back_to_where_it_came_from() {
        let open: Vec<usize> = open_squares().collect();
        assert_eq!(open.len(), 74);
        let mut seed = 0x2545_f491_4f6c_dd1du64;
        let mut counts = [0; 2];
        for count in (2..=4).cycle().take(300) {
            let mut chosen: Vec<usize> = Vec::new();
            while chosen.len() < 2 + count {
                seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let square = open[(seed >> 33) as usize % open.len()];
                if !chosen.contains(&square) {
                    chosen.push(square);
                }
            }
            let (mover, waiting) = chosen.split_at(count);
            let position = ThreeDragons::of_squares(mover.iter().copied(), waiting.iter().copied());
            position.before_quiet_moves(|before| {
                let leads = |mv: &RookMove| {
                    let mut next = before.clone();
                    next.play(*mv);
                    !mv.is_custodial() && next.key() == position.key()
                };
                assert_eq!(list(before).iter().filter(|mv| leads(mv)).count(), 1, "{before} to {position}");
                counts[0] += 1;
            });
            for mv in list(&position).iter().filter(|mv| !mv.is_custodial()) {
                let mut next = position.clone();
                next.play(*mv);
                let mut found = 0;
                next.before_quiet_moves(|before| found += usize::from(before.key() == position.key()));
                assert_eq!(found, 1, "{position} {mv}");
                counts[1] += 1;
            }
        }
        assert!(counts.iter().all(|count| *count > 5_000), "{counts:?}");
    }
}
