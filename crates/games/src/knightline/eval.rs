//! What a search may ask of Knight Line: mostly threats to complete a line of four.

use super::ground::{Ground, Outlook, Row, WideGround, count, first_direction, is_any};
use super::{KnightLine, Rules, Split, Stack, on_ground};
use crate::{Heuristics, Horizon, Outcome, Player, StaticResult};

impl<R: Rules> Heuristics for KnightLine<R> {
    const HORIZON: Horizon = Horizon::Threats;

    fn evaluate(&self) -> i32 {
        on_ground!(self.evaluate_on())
    }

    fn score_moves(&self, moves: &[Split], out: &mut Vec<i32>) {
        on_ground!(self.hints_on(moves, out));
    }

    fn main_moves(&self, out: &mut Vec<Split>) {
        self.splits(out, main_counts);
    }

    fn generate_scored(&self, moves: &mut Vec<Split>, hints: &mut Vec<i32>) -> bool {
        on_ground!(self.generate_scored_on(moves, hints))
    }

    fn find_pseudo_legal(&self, number: u32, _: &mut Vec<Split>) -> Option<Split> {
        let mv = Split(number);
        let source = self.source(mv);
        let is_main = source.height() > 1 && main_counts(self.tiles_max(source)) >> mv.tiles() & 1 == 1;
        (is_main && self.decided().is_none() && on_ground!(self.is_open_on(mv.target_code()))).then_some(mv)
    }

    fn static_result(&self) -> StaticResult {
        self.evaluate_threats().0
    }

    fn evaluate_threats(&self) -> (StaticResult, i32) {
        on_ground!(self.judge_threats_on())
    }

    fn evasions(&self, moves: &mut Vec<Split>) {
        on_ground!(self.answers_on(moves));
    }
}

/// Returns how many of the most tiles that may go are worth a look, as a set of bits. Of a tall stack only a
/// single tile, a half and all but one go: what lies between plays much alike.
fn main_counts(tiles_max: u8) -> u32 {
    const ALL_TILES_MAX: u8 = 4;
    match tiles_max {
        0..=ALL_TILES_MAX => (2 << tiles_max) - 2,
        _ => 1 << 1 | 1 << tiles_max.div_ceil(2) | 1 << tiles_max,
    }
}

/// Moves next to many stacks build and block; halves keep both parts useful.
fn hint(near: u32, tiles: u8, height: u8) -> i32 {
    8 * near as i32 - (2 * i32::from(tiles) - i32::from(height)).abs()
}

/// How each of the above is found on either ground.
impl<G: Rules> KnightLine<G> {
    fn evaluate_on<R: Row, const ROWS: usize>(&self, ground: &Ground<R, ROWS>) -> i32 {
        let open = ground.open();
        self.weigh(&ground.outlook(self.turn, &open), &ground.outlook(!self.turn, &open))
    }

    /// Returns how much better the mover's outlook is than the other's.
    #[inline]
    fn weigh<R: Row, const ROWS: usize>(&self, mover: &Outlook<R, ROWS>, other: &Outlook<R, ROWS>) -> i32 {
        let side = |player: Player, outlook: &Outlook<R, ROWS>| {
            let kept = |of_sides: [u8; 2]| i32::from(of_sides[player.index()]);
            // A cell that completes a line is a threat as soon as some stack can reach it, and ties the other
            // side down until then. Pairs grow into threats; cells within reach are the means to it.
            let threats = 45 * count(&outlook.completing) + 35 * count(&outlook.winning);
            threats + 7 * kept(self.pairs) + 2 * count(&outlook.reached) + 9 * kept(self.tall)
        };
        side(self.turn, mover) - side(!self.turn, other) + 15
    }

    /// A reachable cell that completes a line wins. If the other side has two such cells, one of them stays;
    /// if it has one, it must be taken. (A cell is only ever closed by taking it: stacks do not move away,
    /// and what touches goes on touching.)
    #[inline]
    fn judge_threats_on<R: Row, const ROWS: usize>(&self, ground: &Ground<R, ROWS>) -> (StaticResult, i32) {
        if let Some(winner) = self.decided() {
            return (StaticResult::Over(Outcome::Win(winner)), 0);
        }
        let open = ground.open();
        let mover = ground.outlook(self.turn, &open);
        if is_any(&mover.winning) {
            return (StaticResult::WinIn(1), 0);
        }
        let other = ground.outlook(!self.turn, &open);
        if let Some(outcome) = self
            .stuck_outcome(|player| is_any(if player == self.turn { &mover.reached } else { &other.reached }))
        {
            return (StaticResult::Over(outcome), 0);
        }
        // Where spending the last spare tile loses at once, the distance may be 1 and not 2: let the search
        // see.
        let is_exact = !G::STUCK_LOSES || self.spare_tiles(self.turn) > 1;
        match count(&other.winning) {
            1 if is_exact => (StaticResult::Threatened, 0),
            2.. if is_exact => (StaticResult::LossIn(2), 0),
            _ => (StaticResult::Open, self.weigh(&mover, &other)),
        }
    }

    fn answers_on<R: Row, const ROWS: usize>(&self, ground: &Ground<R, ROWS>, moves: &mut Vec<Split>) {
        let threats = ground.outlook(!self.turn, &ground.open()).winning;
        moves.retain(|mv| *mv != Split::PASS && ground.contains(&threats, mv.target_code()));
    }

    fn is_open_on<R: Row, const ROWS: usize>(&self, ground: &Ground<R, ROWS>, code: u32) -> bool {
        ground.is_open(code)
    }

    /// Lists the main moves with their hints, and returns whether they are all moves.
    fn generate_scored_on<R: Row, const ROWS: usize>(
        &self,
        ground: &Ground<R, ROWS>,
        moves: &mut Vec<Split>,
        hints: &mut Vec<i32>,
    ) -> bool {
        if self.decided().is_some() {
            return true;
        }
        let (taken, open) = (ground.taken(), ground.open());
        let mut is_complete = true;
        for stack in self.stacks(self.turn).iter().filter(|stack| stack.height() > 1) {
            let counts = main_counts(self.tiles_max(*stack));
            let mut jumps = ground.jumps(*stack, &open);
            is_complete &= jumps == 0 || counts.count_ones() == u32::from(self.tiles_max(*stack));
            while jumps != 0 {
                let jump = Split::new(stack.code(), first_direction(jumps), 0);
                let near = ground.count_around(&taken, jump.target_code());
                let mut left = counts;
                while left != 0 {
                    let tiles = left.trailing_zeros() as u8;
                    moves.push(Split(jump.0 | u32::from(tiles)));
                    hints.push(hint(near, tiles, stack.height()));
                    left &= left - 1;
                }
                jumps &= jumps - 1;
            }
        }
        if moves.is_empty() && self.must_pass() {
            moves.push(Split::PASS);
            hints.push(0);
        }
        is_complete
    }

    fn hints_on<R: Row, const ROWS: usize>(
        &self,
        ground: &Ground<R, ROWS>,
        moves: &[Split],
        out: &mut Vec<i32>,
    ) {
        let taken = ground.taken();
        out.extend(moves.iter().map(|mv| match *mv {
            Split::PASS => 0,
            mv => hint(ground.count_around(&taken, mv.target_code()), mv.tiles(), self.source(mv).height()),
        }));
    }

    /// Returns the stack that a move splits; none if there is no such stack.
    fn source(&self, mv: Split) -> Stack {
        self.stacks(self.turn)
            .iter()
            .copied()
            .find(|stack| stack.code() == mv.source_code())
            .unwrap_or_default()
    }

    /// Returns how many more moves a player's tiles allow: each makes one more stack of the same tiles.
    fn spare_tiles(&self, player: Player) -> u32 {
        self.stacks(player).iter().map(|stack| u32::from(stack.height()) - 1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::knightline::ground::CompactGround;
    use crate::knightline::{Feup, Official};

    /// Positions along games of arbitrary moves.
    fn some_positions<G: Rules>() -> Vec<KnightLine<G>> {
        let mut positions = Vec::new();
        for game in 1..60usize {
            let mut position = KnightLine::<G>::default();
            let mut number = game;
            while let Some(mv) = position.pick_move(|count| number % count) {
                number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(game) >> 7;
                position.play(mv);
                positions.push(position.clone());
            }
        }
        positions
    }

    fn both_grounds_agree<G: Rules>() {
        for position in &some_positions::<G>() {
            let Some(kept) = &position.ground else { continue };
            assert_eq!(*kept, CompactGround::of(position), "{position}");
            let wide = WideGround::of(position);
            assert_eq!(position.judge_threats_on(kept), position.judge_threats_on(&wide), "{position}");
            assert_eq!(position.evaluate_on(kept), position.evaluate_on(&wide), "{position}");
            assert_eq!(position.jumps_on(kept), position.jumps_on(&wide), "{position}");
        }
    }

    #[test]
    fn the_ground_makes_no_difference() {
        both_grounds_agree::<Official>();
        both_grounds_agree::<Feup>();
    }

    #[test]
    fn static_result_finds_exactly_the_wins_in_one() {
        let mut wins = 0;
        for position in some_positions::<Official>() {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let winning = moves.iter().any(|mv| {
                let mut next = position.clone();
                next.play(*mv);
                next.line
            });
            assert_eq!(position.static_result() == StaticResult::WinIn(1), winning, "{position}");
            wins += usize::from(winning);
        }
        assert!(wins > 20, "only {wins} wins were seen");
    }
}
