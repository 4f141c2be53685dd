//! The second bot of the Knight Line report, as it is described there; and in [`perfect`] what is proved about the game.

pub mod perfect;

use fastrand::Rng;
use games::Position;
use games::knightline::{Cell, KnightLine, Rules, Split};

/// Directions of the four lines through a cell.
const LINES: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Extends the longest line it can reach: the first empty cell, in reading order, that has the most own stacks in line with it.
/// How many tiles go there is left to chance.
pub fn report<R: Rules>(position: &KnightLine<R>, rng: &mut Rng) -> Split {
    for wanted in (0..=3).rev() {
        for to in board_cells(position) {
            let qualifies = position.at(to).is_none() && LINES.iter().any(|line| contact(position, to, *line).min(3) == wanted);
            if !qualifies || !position.touches(to) {
                continue;
            }
            let reaching =
                position.stacks(position.turn()).iter().find(|stack| stack.height() > 1 && Split::between(stack.cell(), to, 1).is_some());
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

/// The box around the stacks and a ring of one cell, the top row first, each from the left.
fn board_cells<R: Rules>(position: &KnightLine<R>) -> impl Iterator<Item = Cell> {
    let (top_left, bottom_right) = position.bounds();
    let rows = (bottom_right.row - 1..=top_left.row + 1).rev();
    rows.flat_map(move |row| (top_left.column - 1..=bottom_right.column + 1).map(move |column| Cell { column, row }))
}

/// Own stacks in unbroken contact with a cell along a line, both sides added.
fn contact<R: Rules>(position: &KnightLine<R>, cell: Cell, (right, up): (i16, i16)) -> usize {
    let run = |sign: i16| {
        let along = (1..).map(move |steps| Cell { column: cell.column + sign * steps * right, row: cell.row + sign * steps * up });
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

    #[test]
    fn passes_when_it_must() {
        assert_eq!(choice("w1b20 w @m0"), "pass");
    }
}
