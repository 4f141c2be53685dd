//! What a search may ask of Knight Line: mostly threats to complete a line of four.

use super::field::Field;
use super::{Cell, KnightLine, Rules, Split};
use crate::{Glance, Horizon, Outcome, Player, Tactics};

impl<R: Rules> Tactics for KnightLine<R> {
    const HORIZON: Horizon = Horizon::Threats;

    fn evaluate(&self) -> i32 {
        let field = Field::of(self);
        let side = |player: Player| {
            let front = field.front(self.stacks(player));
            let tall = self.stacks(player).iter().filter(|stack| stack.height() > 1).count() as i32;
            let rows = field.open_rows().map(|row| {
                let (completing, reached) = (field.completing(&front, row), field.reached(&front, row));
                let count = |cells: u64| cells.count_ones() as i32;
                // A cell that completes a line is a threat as soon as some stack can reach it, and ties the other side down until then.
                // Pairs grow into threats; cells within reach are the means to it.
                45 * count(completing) + 35 * count(completing & reached) + 7 * field.pairs(&front, row) as i32 + 2 * count(reached)
            });
            rows.sum::<i32>() + 9 * tall
        };
        side(self.turn) - side(!self.turn) + 15
    }

    /// Moves next to many stacks build and block; halves keep both parts useful.
    fn hints(&self, moves: &[Split], out: &mut Vec<i32>) {
        let field = Field::of(self);
        let [first, second] = Player::BOTH.map(|player| field.front(self.stacks(player)).stacks);
        let taken = std::array::from_fn(|row| first[row] | second[row]);
        // Moves from a stack to a cell follow one another: what is found for the first holds for all.
        let mut last = u32::MAX;
        let (mut near, mut height) = (0, 0);
        out.extend(moves.iter().map(|mv| {
            if *mv == Split::PASS {
                return 0;
            }
            if last != mv.0 >> 5 {
                last = mv.0 >> 5;
                near = field.count_around(&taken, mv.target_code());
                height = self.at(Cell::from_code(mv.source_code())).map_or(0, |(_, height)| i32::from(height));
            }
            8 * near - (2 * i32::from(mv.tiles()) - height).abs()
        }));
    }

    /// A reachable cell that completes a line wins. If the other side has two such cells, one of them stays; if it has one, it must be taken.
    /// (A cell is only ever closed by taking it: stacks do not move away, and what touches goes on touching.)
    fn glance(&self) -> Glance {
        if let Some(winner) = self.decided() {
            return Glance::Over(Outcome::Win(winner));
        }
        let field = Field::of(self);
        if let Some(outcome) = self.stuck_outcome(&field) {
            return Glance::Over(outcome);
        }
        if self.winning_cells(&field, self.turn).next().is_some() {
            return Glance::WinIn(1);
        }
        // Where spending the last spare tile loses at once, the distance may be 1 and not 2: let the search see.
        if R::STUCK_LOSES && self.spare_tiles(self.turn) <= 1 {
            return Glance::Open;
        }
        match self.winning_cells(&field, !self.turn).map(|(_, cells)| cells.count_ones()).sum() {
            0 => Glance::Open,
            1 => Glance::Threatened,
            _ => Glance::LossIn(2),
        }
    }

    fn answers(&self, moves: &mut Vec<Split>) {
        let field = Field::of(self);
        let threats: Vec<(usize, u64)> = self.winning_cells(&field, !self.turn).collect();
        moves.retain(|mv| {
            let (row, column) = if *mv == Split::PASS { (0, 0) } else { field.place(mv.target_code()) };
            threats.iter().any(|threat| threat.0 == row && threat.1 >> column & 1 == 1)
        });
    }
}

impl<R: Rules> KnightLine<R> {
    /// The cells where a player would complete a line at once, as rows of bits; only rows that have some.
    fn winning_cells(&self, field: &Field, player: Player) -> impl Iterator<Item = (usize, u64)> {
        let front = field.front(self.stacks(player));
        field.open_rows().filter_map(move |row| {
            let reached = field.reached(&front, row);
            let cells = if reached == 0 { 0 } else { reached & field.completing(&front, row) };
            (cells != 0).then_some((row, cells))
        })
    }

    /// How many more moves a player's tiles allow: each makes one more stack of the same tiles.
    fn spare_tiles(&self, player: Player) -> u32 {
        self.stacks(player).iter().map(|stack| u32::from(stack.height()) - 1).sum()
    }
}
