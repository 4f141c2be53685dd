//! Both bots of the Knight Line report, as they are described there; and in [`perfect`] what is proved about
//! the game.

pub mod perfect;

use fastrand::Rng;
use games::Position;
use games::knightline::{Cell, KnightLine, Rules, Split};

/// Directions of the four lines through a cell.
const LINES: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Returns a stack, evenly among those with a legal target; then how many tiles, evenly; then a target,
/// evenly among those of that stack.
pub fn first_report<R: Rules>(position: &KnightLine<R>, rng: &mut Rng) -> Split {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let parts: Vec<(Cell, Cell, u8)> = moves.into_iter().filter_map(Split::parts).collect();
    let has_target = |cell: &Cell| parts.iter().any(|(from, ..)| from == cell);
    let stacks: Vec<Cell> =
        position.stacks(position.turn()).iter().map(|stack| stack.cell()).filter(has_target).collect();
    let Some(from) = rng.choice(&stacks).copied() else { return Split::PASS };
    // Whatever the target, the same counts are legal.
    let of_stack = || parts.iter().filter(|(stack, ..)| *stack == from);
    let tiles = rng.u8(1..=of_stack().map(|(_, _, tiles)| *tiles).max().unwrap_or(1));
    let targets: Vec<Cell> =
        of_stack().filter(|(_, _, count)| *count == tiles).map(|(_, to, _)| *to).collect();
    rng.choice(&targets).and_then(|to| Split::between(from, *to, tiles)).unwrap_or(Split::PASS)
}

/// Extends the longest line it can reach: the first empty cell, in reading order, that has the most own
/// stacks in line with it. How many tiles go there is left to chance.
pub fn report<R: Rules>(position: &KnightLine<R>, rng: &mut Rng) -> Split {
    for wanted in (0..=3).rev() {
        for to in board_cells(position) {
            let qualifies = position.at(to).is_none()
                && LINES.iter().any(|line| contact(position, to, *line).min(3) == wanted);
            if !qualifies || !position.touches(to) {
                continue;
            }
            let reaching = position
                .stacks(position.turn())
                .iter()
                .find(|stack| stack.height() > 1 && Split::between(stack.cell(), to, 1).is_some());
            if let Some(stack) = reaching {
                let most = if position.is_first_move() { 1 } else { stack.height() - 1 };
                if let Some(split) = Split::between(stack.cell(), to, rng.u8(1..=most)) {
                    return split;
                }
            }
        }
    }
    Split::PASS
}

/// Returns the box around the stacks and a ring of one cell, the top row first, each from the left.
fn board_cells<R: Rules>(position: &KnightLine<R>) -> impl Iterator<Item = Cell> {
    let (top_left, bottom_right) = position.bounds();
    let rows = (bottom_right.row - 1..=top_left.row + 1).rev();
    rows.flat_map(move |row| {
        (top_left.column - 1..=bottom_right.column + 1).map(move |column| Cell { column, row })
    })
}

/// Own stacks in unbroken contact with a cell along a line, both sides added.
fn contact<R: Rules>(position: &KnightLine<R>, cell: Cell, (right, up): (i16, i16)) -> usize {
    let run = |sign: i16| {
        let along = (1..).map(move |steps| Cell {
            column: cell.column + sign * steps * right,
            row: cell.row + sign * steps * up,
        });
        along.take_while(|cell| position.at(*cell).is_some_and(|(owner, _)| owner == position.turn())).count()
    };
    run(1) + run(-1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::knightline::Official;

    fn choice(position: &str) -> String {
        let position: KnightLine<Official> = position.parse().unwrap();
        report(&position, &mut Rng::with_seed(1)).to_string()
    }

    #[test]
    fn completes_a_line_of_four() {
        // Only l0 is left beside m0 n0 o0, and only the stack on n1 reaches it.
        assert!(choice(".w9../w1w1w1b5 w @m1").starts_with("n1-l0:"));
    }

    #[test]
    fn takes_one_tile_on_the_first_move() {
        assert_eq!(choice("w20b20 w @m0"), "m0-o1:1");
    }

    /// With stacks that differ in their targets and tiles, an even choice of moves would be uneven in stacks
    /// and counts.
    #[test]
    fn the_first_bot_draws_stack_count_and_target_evenly() {
        const DRAWS: usize = 6000;
        let position: KnightLine<Official> = "w9b5../..w3b2/.w1.. w @m2".parse().unwrap();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let parts: Vec<(Cell, Cell, u8)> = moves.into_iter().filter_map(Split::parts).collect();
        let distinct = |values: Vec<String>| values.into_iter().collect::<std::collections::BTreeSet<_>>();
        let stacks = distinct(parts.iter().map(|(from, ..)| from.to_string()).collect());
        assert!(stacks.len() >= 2, "{stacks:?}");
        let mut rng = Rng::with_seed(3);
        let drawn: Vec<(Cell, Cell, u8)> =
            (0..DRAWS).map(|_| first_report(&position, &mut rng).parts().unwrap()).collect();
        let is_even = |name: &str, chosen: usize, among: usize, of: usize| {
            let expected = of as f64 / among as f64;
            let spread = 5.0 * expected.sqrt();
            assert!((chosen as f64 - expected).abs() < spread, "{name}: {chosen}, expected {expected}");
        };
        for stack in &stacks {
            let own: Vec<&(Cell, Cell, u8)> =
                drawn.iter().filter(|(from, ..)| from.to_string() == *stack).collect();
            is_even(stack, own.len(), stacks.len(), DRAWS);
            let legal: Vec<&(Cell, Cell, u8)> =
                parts.iter().filter(|(from, ..)| from.to_string() == *stack).collect();
            let most = legal.iter().map(|(_, _, tiles)| *tiles).max().unwrap();
            for tiles in 1..=most {
                is_even("tiles", own.iter().filter(|drawn| drawn.2 == tiles).count(), most.into(), own.len());
            }
            let targets = distinct(legal.iter().map(|(_, to, _)| to.to_string()).collect());
            for target in &targets {
                is_even(
                    target,
                    own.iter().filter(|drawn| drawn.1.to_string() == *target).count(),
                    targets.len(),
                    own.len(),
                );
            }
        }
    }

    #[test]
    fn the_first_bot_takes_one_tile_first_and_passes_when_it_must() {
        let first =
            |text: &str| first_report::<Official>(&text.parse().unwrap(), &mut Rng::with_seed(1)).to_string();
        assert!(first("w20b20 w @m0").ends_with(":1"));
        assert_eq!(first("w1b20 w @m0"), "pass");
    }

    #[test]
    fn passes_when_it_must() {
        assert_eq!(choice("w1b20 w @m0"), "pass");
    }
}
