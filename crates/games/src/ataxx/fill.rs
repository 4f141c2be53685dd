//! Endings that need not be played out. The easy fill: one side is shut in and the other can take what it
//! needs before anything opens again. The player of the last square has the last move.

use super::{Ataxx, CLOCK_MAX, Edition, FAR, NEAR, bits, can_move, spread};
use crate::{Outcome, Position, StaticResult};

/// Most plies that pass before the filling side has cloned: a pass, a jump, a pass.
const PLIES_TO_CLONE: u16 = 3;

impl<S: Edition> Ataxx<S> {
    /// Returns the result, if the player to move must pass and the other side can win by a fill that never
    /// lets that player move again. This is a proof; that there is none proves nothing.
    pub fn easy_fill(&self) -> Option<Outcome> {
        let empty = self.empty();
        // Most positions are left here, so the cheapest test comes first.
        if can_move(self.mover, empty) || self.clock + PLIES_TO_CLONE >= CLOCK_MAX || self.outcome().is_some()
        {
            return None;
        }
        let filled = fill(self.waiting, empty, spread(spread(self.mover)));
        // A side that still has a move must make it, and that might open what was shut.
        let ends = !can_move(filled, empty & !filled);
        (ends && filled.count_ones() > self.mover.count_ones()).then_some(Outcome::Win(!self.turn))
    }

    /// Returns the result where one square is empty, and filling it wins or is the only move.
    pub(super) fn last_square(&self) -> StaticResult {
        let empty = self.empty();
        if empty.count_ones() != 1 || self.outcome().is_some() {
            return StaticResult::Open;
        }
        let square = empty.trailing_zeros() as usize;
        let [can_fill, can_jump] = [NEAR[square], FAR[square]].map(|from| from & self.mover != 0);
        let lead = lead_after_clone(self.mover, self.waiting, square);
        if can_fill && lead > 0 {
            return StaticResult::WinIn(1);
        }
        if can_fill && lead < 0 && !can_jump {
            return StaticResult::LossIn(1);
        }
        // The pass counts for the clock, which draws before the square is filled.
        let must_pass = !can_fill && !can_jump && self.clock + 1 < CLOCK_MAX;
        let other_fills =
            NEAR[square] & self.waiting != 0 && lead_after_clone(self.waiting, self.mover, square) > 0;
        if must_pass && other_fills { StaticResult::LossIn(2) } else { StaticResult::Open }
    }
}

/// Returns how many pieces more a side has after it has cloned to a square.
fn lead_after_clone(own: u64, other: u64, square: usize) -> i32 {
    let count = |set: u64| set.count_ones() as i32;
    1 + count(own) - count(other) + 2 * count(NEAR[square] & other)
}

/// Returns all that a side can come to hold on squares that the other side, which cannot move, keeps out of.
/// The enemy has no piece next to an empty square, so nothing is ever turned.
fn fill(pieces: u64, empty: u64, enemy_reach: u64) -> u64 {
    let mut filled = pieces;
    loop {
        let cloned = filled | spread(filled) & empty;
        // A jump may leave only a square that the enemy cannot reach and that a clone takes back at once.
        let jumpers = bits(cloned & !enemy_reach).filter(|from| NEAR[*from] & cloned != 0);
        let landing = cloned | jumpers.fold(0, |squares, from| squares | FAR[from]) & empty;
        if landing == filled {
            return filled;
        }
        filled = if cloned == filled { landing } else { cloned };
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Competitive, Step};
    use super::*;
    use crate::Player;

    type Board = Ataxx<Competitive>;

    fn read(text: &str) -> Board {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn the_shut_in_side_has_lost() {
        for text in [
            "xoo4/ooo4/ooo4/7/7/7/7 x 0 1",
            "x--4/ooo4/ooo4/7/7/7/7 x 0 1",
            "xxxxxxx/ooooooo/ooooooo/7/7/7/7 x 0 1",
            "x------/-------/-------/-------/-------/-------/o1----- x 0 1",
            "xoo4/ooo4/ooo4/7/7/7/7 x 96 1",
        ] {
            assert_eq!(read(text).easy_fill(), Some(Outcome::Win(Player::Second)), "{text}");
        }
        assert_eq!(read("oxx4/xxx4/xxx4/7/7/7/7 o 0 1").easy_fill(), Some(Outcome::Win(Player::First)));
    }

    /// Compares random positions with one empty square with all that two plies can come to.
    #[test]
    fn the_last_square_is_decided_as_by_playing_it_out() {
        fn value(board: &Board, plies: u32) -> Option<i32> {
            match board.outcome() {
                Some(Outcome::Draw) => return Some(0),
                Some(Outcome::Win(winner)) => return Some(if winner == board.turn { 1 } else { -1 }),
                None if plies == 0 => return None,
                None => {}
            }
            let mut moves = Vec::new();
            board.moves(&mut moves);
            let values: Vec<Option<i32>> = moves
                .into_iter()
                .map(|mv| {
                    let mut next = board.clone();
                    next.play(mv);
                    value(&next, plies - 1).map(|value| -value)
                })
                .collect();
            let best = values.iter().flatten().max().copied();
            if best == Some(1) || values.iter().all(Option::is_some) { best } else { None }
        }
        let mut dice = 1_u64;
        let mut roll = |sides: u64| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) % sides
        };
        let mut found = [0; 4];
        for _ in 0..200_000 {
            let (mut mover, mut waiting, mut ground) = (0, 0, super::super::BOARD);
            let (gaps, share) = (roll(30), 3 + roll(14));
            let hole = bits(super::super::BOARD).nth(roll(49) as usize).expect("the board has 49 squares");
            for square in bits(super::super::BOARD).filter(|square| *square != hole) {
                match roll(20) {
                    _ if roll(40) < gaps => ground &= !(1 << square),
                    side if side < share => mover |= 1 << square,
                    _ => waiting |= 1 << square,
                }
            }
            let clock = if roll(8) == 0 { 98 + roll(3) as u16 } else { 0 };
            let board = Board { mover, waiting, ground, clock, ..Board::default() };
            let expected = match (value(&board, 1), value(&board, 2)) {
                _ if board.outcome().is_some() => StaticResult::Open,
                (Some(1), _) => StaticResult::WinIn(1),
                (Some(-1), _) => StaticResult::LossIn(1),
                (None, Some(-1)) => StaticResult::LossIn(2),
                _ => StaticResult::Open,
            };
            let claim = board.last_square();
            // What jumps decide is left to the search.
            let is_open = claim == StaticResult::Open;
            assert!(claim == expected || is_open, "{board}: {claim:?} instead of {expected:?}");
            found[match claim {
                StaticResult::WinIn(_) => 0,
                StaticResult::LossIn(1) => 1,
                StaticResult::LossIn(_) => 2,
                _ => 3,
            }] += 1;
        }
        assert!(found.iter().all(|count| *count > 500), "{found:?}");
    }

    #[test]
    fn nothing_is_claimed_that_is_open() {
        for text in [
            "x5o/7/7/7/7/7/o5x x 0 1",
            "xoo4/o1o4/ooo4/7/7/7/7 x 0 1",
            "xxxxxxx/ooooooo/7/7/7/7/7 x 0 1",
            // Too few squares are left, or the clock is nearly up.
            "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/7 x 0 1",
            "xoo4/ooo4/ooo4/7/7/7/7 x 97 1",
            "xoo4/ooo4/ooo4/7/7/7/7 x 100 1",
            // The only way out opens a door, or leads nowhere.
            "xo-4/-------/-------/-------/-------/-------/------- x 0 1",
            "x------/-------/-------/7/-------/-------/o------ x 0 1",
            "7/7/7/7/7/7/7 x 0 1",
        ] {
            assert_eq!(read(text).easy_fill(), None, "{text}");
        }
    }

    /// What is claimed is played: clones first, then jumps that are taken back, and the other side never gets
    /// a move.
    #[test]
    fn every_claim_can_be_played_out() {
        let mut dice = 1_u64;
        let mut roll = |sides: u64| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) % sides
        };
        let mut claims = 0;
        for _ in 0..400_000 {
            let (mut mover, mut waiting, mut ground) = (0, 0, super::super::BOARD);
            let wall = roll(6);
            for square in bits(super::super::BOARD) {
                match roll(8 + wall * 4) {
                    0 if square % 9 < 3 && square < 30 => mover |= 1 << square,
                    1..=3 => waiting |= 1 << square,
                    4 | 5 => {}
                    _ => ground &= !(1 << square),
                }
            }
            let board = Board { mover, waiting, ground, ..Board::default() };
            if let Some(outcome) = board.easy_fill() {
                claims += 1;
                assert_eq!(play_out(board.clone()), outcome, "{board}");
            }
        }
        assert!(claims > 500, "{claims} claims are too few to say much");
    }

    fn play_out(mut board: Board) -> Outcome {
        let shut_in = board.turn;
        let mut back: Option<usize> = None;
        loop {
            if let Some(outcome) = board.outcome() {
                return outcome;
            }
            if board.turn == shut_in {
                assert!(!can_move(board.mover, board.empty()), "{board} lets the shut-in side move");
                board.play(Step::PASS);
                continue;
            }
            let empty = board.empty();
            let enemy_reach = spread(spread(board.waiting));
            let clone = back.take().or_else(|| bits(spread(board.mover) & empty).next());
            let jump = || {
                bits(board.mover & !enemy_reach)
                    .filter(|from| NEAR[*from] & board.mover != 0)
                    .find_map(|from| bits(FAR[from] & empty).next().map(|to| (from, to)))
            };
            match (clone, jump()) {
                (Some(to), _) => board.play(Step::clone_to(to)),
                (None, Some((from, to))) => {
                    back = Some(from);
                    board.play(Step::jump(from, to));
                }
                (None, None) => panic!("{board} has no safe move"),
            }
        }
    }
}
