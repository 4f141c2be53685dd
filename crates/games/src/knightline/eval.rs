//! What a search may ask of Knight Line: mostly threats to complete a line of four.

use super::ground::{COMPACT_SPAN, CompactGround, Ground, Outlook, Row, WideGround, count, is_any};
use super::{KnightLine, Rules, Split, Stack};
use crate::{Glance, Horizon, Outcome, Player, Tactics};

/// Calls a method with the position laid out on the smaller ground that holds it.
macro_rules! on_ground {
    ($position:ident.$method:ident($($argument:expr),*)) => {
        if $position.is_compact() {
            $position.$method(&CompactGround::of($position), $($argument),*)
        } else {
            $position.$method(&WideGround::of($position), $($argument),*)
        }
    };
}

impl<R: Rules> Tactics for KnightLine<R> {
    const HORIZON: Horizon = Horizon::Threats;

    fn evaluate(&self) -> i32 {
        on_ground!(self.evaluate_on())
    }

    fn hints(&self, moves: &[Split], out: &mut Vec<i32>) {
        on_ground!(self.hints_on(moves, out));
    }

    /// Of a tall stack only a single tile, a half and all but one go: what lies between plays much alike.
    fn main_moves(&self, out: &mut Vec<Split>) {
        const ALL_TILES_MAX: u8 = 4;
        self.splits(out, |tiles_max| match tiles_max {
            0..=ALL_TILES_MAX => (2 << tiles_max) - 2,
            _ => 1 << 1 | 1 << tiles_max.div_ceil(2) | 1 << tiles_max,
        });
    }

    fn glance(&self) -> Glance {
        on_ground!(self.glance_on())
    }

    fn judge_threats(&self) -> (Glance, i32) {
        on_ground!(self.judge_threats_on())
    }

    fn answers(&self, moves: &mut Vec<Split>) {
        on_ground!(self.answers_on(moves));
    }
}

/// How each of the above is found on either ground.
impl<G: Rules> KnightLine<G> {
    fn evaluate_on<R: Row, const ROWS: usize>(&self, ground: &Ground<R, ROWS>) -> i32 {
        self.weigh(ground, &ground.outlook(self.turn), &ground.outlook(!self.turn))
    }

    #[inline]
    fn glance_on<R: Row, const ROWS: usize>(&self, ground: &Ground<R, ROWS>) -> Glance {
        self.threats(&ground.outlook(self.turn), &ground.outlook(!self.turn))
    }

    #[inline]
    fn judge_threats_on<R: Row, const ROWS: usize>(&self, ground: &Ground<R, ROWS>) -> (Glance, i32) {
        let (mover, other) = (ground.outlook(self.turn), ground.outlook(!self.turn));
        match self.threats(&mover, &other) {
            Glance::Open => (Glance::Open, self.weigh(ground, &mover, &other)),
            decided => (decided, 0),
        }
    }

    /// How much better the mover's outlook is than the other's.
    #[inline]
    fn weigh<R: Row, const ROWS: usize>(&self, ground: &Ground<R, ROWS>, mover: &Outlook<R, ROWS>, other: &Outlook<R, ROWS>) -> i32 {
        let side = |player: Player, outlook: &Outlook<R, ROWS>| {
            // A cell that completes a line is a threat as soon as some stack can reach it, and ties the other side down until then.
            // Pairs grow into threats; cells within reach are the means to it.
            let threats = 45 * count(&outlook.completing) + 35 * count(&outlook.winning);
            (threats + 7 * ground.pairs(player) + 2 * count(&outlook.reached) + 9 * ground.tall(player)) as i32
        };
        side(self.turn, mover) - side(!self.turn, other) + 15
    }

    /// A reachable cell that completes a line wins. If the other side has two such cells, one of them stays; if it has one, it must be taken.
    /// (A cell is only ever closed by taking it: stacks do not move away, and what touches goes on touching.)
    #[inline]
    fn threats<R: Row, const ROWS: usize>(&self, mover: &Outlook<R, ROWS>, other: &Outlook<R, ROWS>) -> Glance {
        if let Some(winner) = self.decided() {
            return Glance::Over(Outcome::Win(winner));
        }
        if let Some(outcome) = self.stuck_outcome(|player| is_any(if player == self.turn { &mover.reached } else { &other.reached })) {
            return Glance::Over(outcome);
        }
        if is_any(&mover.winning) {
            return Glance::WinIn(1);
        }
        // Where spending the last spare tile loses at once, the distance may be 1 and not 2: let the search see.
        if G::STUCK_LOSES && self.spare_tiles(self.turn) <= 1 {
            return Glance::Open;
        }
        match count(&other.winning) {
            0 => Glance::Open,
            1 => Glance::Threatened,
            _ => Glance::LossIn(2),
        }
    }

    fn answers_on<R: Row, const ROWS: usize>(&self, ground: &Ground<R, ROWS>, moves: &mut Vec<Split>) {
        let threats = ground.outlook(!self.turn).winning;
        moves.retain(|mv| *mv != Split::PASS && ground.contains(&threats, mv.target_code()));
    }

    /// Moves next to many stacks build and block; halves keep both parts useful.
    fn hints_on<R: Row, const ROWS: usize>(&self, ground: &Ground<R, ROWS>, moves: &[Split], out: &mut Vec<i32>) {
        let taken = ground.taken();
        // Moves from a stack to a cell follow one another: what is found for the first holds for all.
        let mut last = u32::MAX;
        let mut near = 0;
        let mut source = Stack::default();
        out.extend(moves.iter().map(|mv| {
            if *mv == Split::PASS {
                return 0;
            }
            if last != mv.0 >> 5 {
                last = mv.0 >> 5;
                near = ground.count_around(&taken, mv.target_code()) as i32;
            }
            if source.code() != mv.source_code() {
                source = self.source(*mv);
            }
            8 * near - (2 * i32::from(mv.tiles()) - i32::from(source.height())).abs()
        }));
    }

    /// The stack that a move splits.
    fn source(&self, mv: Split) -> Stack {
        self.stacks(self.turn).iter().copied().find(|stack| stack.code() == mv.source_code()).unwrap_or_default()
    }

    /// Whether the box around the stacks fits the smaller ground.
    fn is_compact(&self) -> bool {
        usize::from(self.right - self.left) < COMPACT_SPAN && ((self.bottom() - self.top()) as usize) < COMPACT_SPAN
    }

    /// How many more moves a player's tiles allow: each makes one more stack of the same tiles.
    fn spare_tiles(&self, player: Player) -> u32 {
        self.stacks(player).iter().map(|stack| u32::from(stack.height()) - 1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
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
        for position in some_positions::<G>().iter().filter(|position| position.is_compact()) {
            let (compact, wide) = (CompactGround::of(position), WideGround::of(position));
            assert_eq!(position.judge_threats_on(&compact), position.judge_threats_on(&wide), "{position}");
            assert_eq!(position.evaluate_on(&compact), position.evaluate_on(&wide), "{position}");
        }
    }

    #[test]
    fn the_ground_makes_no_difference() {
        both_grounds_agree::<Official>();
        both_grounds_agree::<Feup>();
    }

    #[test]
    fn a_glance_sees_exactly_the_wins_in_one() {
        let mut wins = 0;
        for position in some_positions::<Official>() {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let winning = moves.iter().any(|mv| {
                let mut next = position.clone();
                next.play(*mv);
                next.line
            });
            assert_eq!(position.glance() == Glance::WinIn(1), winning, "{position}");
            wins += usize::from(winning);
        }
        assert!(wins > 20, "only {wins} wins were seen");
    }
}
