//! What a search may ask of Knight Line: mostly threats to complete a line of four.

use super::field::{Field, Rows};
use super::{KnightLine, Rules, Split};
use crate::{Glance, Player, Tactics};

impl<R: Rules> Tactics for KnightLine<R> {
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

    /// Moves to many neighbours build and block; halves keep both parts useful.
    fn hint(&self, mv: Split) -> i32 {
        let Some((from, to, tiles)) = mv.parts() else { return 0 };
        let near = to.neighbours().filter(|cell| self.at(*cell).is_some()).count() as i32;
        let height = self.at(from).map_or(0, |(_, height)| i32::from(height));
        8 * near - (2 * i32::from(tiles) - height).abs()
    }

    /// A reachable cell that completes a line wins. If the other side has two such cells, one of them stays; if it has one, it must be taken.
    /// (A cell is only ever closed by taking it: stacks do not move away, and what touches goes on touching.)
    fn glance(&self, moves: &mut Vec<Split>) -> Glance {
        let field = Field::of(self);
        let winning = |player: Player| {
            let reached = field.reach(&field.tall_stacks(self, player));
            field.completing(&field.stacks(self, player)).and(&reached)
        };
        if !winning(self.turn).is_empty() {
            return Glance::WinIn(1);
        }
        let threats = winning(!self.turn);
        // Where spending the last spare tile loses at once, the distance may be 1 and not 2: let the search see.
        if threats.is_empty() || R::STUCK_LOSES && self.spare_tiles(self.turn) <= 1 {
            return Glance::Open;
        }
        if threats.count() == 1 {
            moves.retain(|mv| mv.parts().is_some_and(|(_, to, _)| field.contains(&threats, to)));
            if !moves.is_empty() {
                return Glance::Open;
            }
        }
        Glance::LossIn(2)
    }
}

impl<R: Rules> KnightLine<R> {
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
