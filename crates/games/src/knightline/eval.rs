//! What a search may ask of Knight Line: mostly threats to complete a line of four.

use super::field::{Field, Rows};
use super::{Cell, KnightLine, Rules, Split};
use crate::{Glance, Horizon, Player, Tactics};

impl<R: Rules> Tactics for KnightLine<R> {
    const HORIZON: Horizon = Horizon::Threats;

    fn evaluate(&self) -> i32 {
        let field = Field::of(self);
        let side = |player: Player| {
            let rows = field.stacks(self, player);
            let tall = field.tall_stacks(self, player);
            // A cell that completes a line is a threat as soon as some stack can reach it, and ties the other side down until then.
            let completing = field.completing(&rows);
            let reached = field.reach(&tall);
            // Pairs grow into threats; stacks that can move are the means to it.
            45 * completing.count()
                + 35 * completing.and(&reached).count()
                + 7 * field.pairs(&rows)
                + 9 * tall.count()
                + 2 * reached.count()
        };
        side(self.turn) - side(!self.turn) + 15
    }

    /// Moves next to many stacks build and block; halves keep both parts useful.
    fn hints(&self, moves: &[Split], out: &mut Vec<i32>) {
        let field = Field::of(self);
        let taken = field.rows(Player::BOTH.into_iter().flat_map(|player| self.stacks(player).iter().copied()));
        let mut last = (u32::MAX, 0);
        out.extend(moves.iter().map(|mv| {
            if *mv == Split::PASS {
                return 0;
            }
            // Moves from a stack to a cell follow one another: what is found for the first holds for all.
            if last.0 != mv.0 >> 5 {
                let height = self.at(Cell::from_code(mv.source_code())).map_or(0, |(_, height)| i32::from(height));
                last = (mv.0 >> 5, (8 * field.count_around(&taken, mv.target_code())) << 8 | height);
            }
            let (near, height) = (last.1 >> 8, last.1 & 0xff);
            near - (2 * i32::from(mv.tiles()) - height).abs()
        }));
    }

    /// A reachable cell that completes a line wins. If the other side has two such cells, one of them stays; if it has one, it must be taken.
    /// (A cell is only ever closed by taking it: stacks do not move away, and what touches goes on touching.)
    fn glance(&self) -> Glance {
        let field = Field::of(self);
        if !self.winning_cells(&field, self.turn).is_empty() {
            return Glance::WinIn(1);
        }
        // Where spending the last spare tile loses at once, the distance may be 1 and not 2: let the search see.
        if R::STUCK_LOSES && self.spare_tiles(self.turn) <= 1 {
            return Glance::Open;
        }
        match self.winning_cells(&field, !self.turn).count() {
            0 => Glance::Open,
            1 => Glance::Threatened,
            _ => Glance::LossIn(2),
        }
    }

    fn answers(&self, moves: &mut Vec<Split>) {
        let field = Field::of(self);
        let threats = self.winning_cells(&field, !self.turn);
        moves.retain(|mv| *mv != Split::PASS && field.contains(&threats, mv.target_code()));
    }
}

impl<R: Rules> KnightLine<R> {
    /// The cells where a player would complete a line at once.
    fn winning_cells(&self, field: &Field, player: Player) -> Rows {
        let reached = field.reach(&field.tall_stacks(self, player));
        field.completing(&field.stacks(self, player)).and(&reached)
    }

    /// How many more moves a player's tiles allow: each makes one more stack of the same tiles.
    fn spare_tiles(&self, player: Player) -> u32 {
        self.stacks(player).iter().map(|stack| u32::from(stack.height()) - 1).sum()
    }
}

impl Field {
    pub(super) fn stacks<R: Rules>(&self, position: &KnightLine<R>, player: Player) -> Rows {
        self.rows(position.stacks(player).iter().copied())
    }

    fn tall_stacks<R: Rules>(&self, position: &KnightLine<R>, player: Player) -> Rows {
        self.rows(position.stacks(player).iter().copied().filter(|stack| stack.height() > 1))
    }
}
