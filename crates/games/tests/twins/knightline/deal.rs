//! Ways to deal stacks of Knight Line so that lines, dead ends and spent sides are common.

use std::collections::BTreeMap;

use super::{ANCHOR_COLUMNS_MAX, ANCHOR_ROWS_MAX, HOME, KnightLine, LINE, NEIGHBOURS, Rules, other};
use crate::dice::Dice;

const TILES_MAX: usize = 24;

impl KnightLine {
    pub(super) fn dealt(rules: Rules, dice: &mut Dice) -> Self {
        loop {
            let cells = match dice.below(8) {
                0 => grow(2, dice),
                1 => stretch(dice),
                2 => block(dice),
                _ => {
                    let count = dice.between(3, 20);
                    grow(count, dice)
                }
            };
            let stacks = colour(&cells, dice);
            let mut dealt = Self { rules, stacks, side: *dice.pick(&['w', 'b']) };
            dealt.pile_up(dice);
            dealt.move_away(dice);
            let both = ['w', 'b'].iter().all(|side| dealt.stacks.values().any(|(owner, _)| owner == side));
            if both && !dealt.has_line(dealt.side, LINE) {
                return dealt;
            }
        }
    }

    /// Gives the stacks heights, each side as many tiles as the text allows at most, often only singles.
    fn pile_up(&mut self, dice: &mut Dice) {
        for side in ['w', 'b'] {
            let own: Vec<(i32, i32)> =
                self.stacks.keys().copied().filter(|cell| self.owns(side, *cell)).collect();
            if own.is_empty() {
                continue;
            }
            let spare = TILES_MAX - own.len();
            let extra = match dice.below(4) {
                0 | 1 => 0,
                2 => dice.below(spare.min(4) + 1),
                _ => dice.below(spare + 1),
            };
            // All on one stack makes tall ones; spread out they are small.
            let tall = *dice.pick(&own);
            for _ in 0..extra {
                let on = if dice.one_in(3) { *dice.pick(&own) } else { tall };
                self.stacks.get_mut(&on).expect("an own stack").1 += 1;
            }
        }
    }

    /// Moves everything so that the anchor is home, anywhere allowed, or at the limits.
    fn move_away(&mut self, dice: &mut Dice) {
        let mut within = |limit: i32| match dice.below(3) {
            0 => 0,
            1 => limit * (dice.below(3) as i32 - 1),
            _ => dice.between(0, 2 * limit as usize) as i32 - limit,
        };
        let (column, row) = (HOME.0 + within(ANCHOR_COLUMNS_MAX), HOME.1 + within(ANCHOR_ROWS_MAX));
        let ((left, top), _) = self.corners();
        let moved =
            self.stacks.iter().map(|(cell, stack)| ((cell.0 - left + column, cell.1 - top + row), *stack));
        self.stacks = moved.collect();
    }
}

/// Returns a shape that grows at random cells.
fn grow(count: usize, dice: &mut Dice) -> Vec<(i32, i32)> {
    let mut cells = vec![(0, 0)];
    while cells.len() < count {
        let (column, row) = *dice.pick(&cells);
        let (right, up) = *dice.pick(&NEIGHBOURS);
        if !cells.contains(&(column + right, row + up)) {
            cells.push((column + right, row + up));
        }
    }
    cells
}

/// Returns a shape that always goes on from its last cell and mostly in one direction.
fn stretch(dice: &mut Dice) -> Vec<(i32, i32)> {
    let towards = dice.below(8);
    let mut cells = vec![(0, 0)];
    for _ in 0..dice.between(4, 28) {
        let (column, row) = cells[cells.len() - 1];
        let (right, up) = NEIGHBOURS[(towards + *dice.pick(&[0, 0, 0, 1, 7])) % 8];
        cells.push((column + right, row + up));
    }
    cells
}

/// Returns a solid block with a hole at most: the stacks inside it have nowhere to go.
fn block(dice: &mut Dice) -> Vec<(i32, i32)> {
    let (width, height) = (dice.between(4, 7) as i32, dice.between(4, 6) as i32);
    let mut cells: Vec<(i32, i32)> =
        (0..width * height).map(|place| (place % width, place / width)).collect();
    if dice.one_in(2) {
        cells.swap_remove(dice.below(cells.len()));
    }
    cells
}

/// Gives the cells to the two sides, small shapes at random, large ones in a pattern that has no line of its
/// own.
fn colour(cells: &[(i32, i32)], dice: &mut Dice) -> BTreeMap<(i32, i32), (char, usize)> {
    let shift = dice.below(4) as i32;
    let patterned = cells.len() > 9 && !dice.one_in(3);
    let mut stacks = BTreeMap::new();
    for (column, row) in cells {
        let white = if patterned && !dice.one_in(16) {
            (column + 2 * row + shift).rem_euclid(4) < 2
        } else {
            dice.one_in(2)
        };
        stacks.insert((*column, *row), (if white { 'w' } else { 'b' }, 1));
    }
    // No side may have more stacks than tiles.
    for side in ['w', 'b'] {
        while stacks.values().filter(|(owner, _)| *owner == side).count() > TILES_MAX {
            let surplus =
                stacks.values_mut().find(|(owner, _)| *owner == side).expect("a stack of this side");
            surplus.0 = other(side);
        }
    }
    stacks
}
