//! Moves taken back: from which positions a position can come about.

use games::neutreeko::Neutreeko;
use games::{Player, Position};

use super::symmetry::{SIZE, SQUARES, squares};

const DIRECTIONS: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// Returns the positions from which one slide leads to this one. Each appears once: between two positions
/// there is at most one slide.
pub fn predecessors(position: &Neutreeko) -> impl Iterator<Item = Neutreeko> + use<> {
    let (waiting, moved) = position.masks();
    let (taken, turn) = (moved | waiting, !position.turn());
    squares(moved).flat_map(move |to| {
        DIRECTIONS.into_iter().filter(move |back| is_stopped(to, *back, taken)).flat_map(move |back| {
            let away = std::iter::successors(step(to, back), move |from| step(*from, back));
            let origins = away.take_while(move |from| taken >> from & 1 == 0);
            origins.filter_map(move |from| before(moved ^ (1 << to | 1 << from), waiting, turn))
        })
    })
}

/// Returns whether a piece that came to a square by the opposite of this direction had to stop there.
fn is_stopped(square: usize, (files, ranks): (i8, i8), taken: u32) -> bool {
    step(square, (-files, -ranks)).is_none_or(|next| taken >> next & 1 == 1)
}

/// Returns the next square in a direction, if the board goes on there.
fn step(square: usize, (files, ranks): (i8, i8)) -> Option<usize> {
    let file = (square % SIZE).checked_add_signed(files.into())?;
    let rank = (square / SIZE).checked_add_signed(ranks.into())?;
    (file < SIZE && rank < SIZE).then_some(rank * SIZE + file)
}

/// Returns a position with these pieces in which the game is not over. `None` where there is none.
fn before(mover: u32, waiting: u32, turn: Player) -> Option<Neutreeko> {
    debug_assert!(mover >> SQUARES == 0, "squares of the board");
    Neutreeko::from_masks(mover, waiting, turn).filter(|position| position.outcome().is_none())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::Solution;
    use super::*;

    fn successors(position: &Neutreeko) -> HashSet<Neutreeko> {
        let mut slides = Vec::new();
        position.moves(&mut slides);
        let played = |slide: &_| {
            let mut next = position.clone();
            next.play(*slide);
            next
        };
        slides.iter().map(played).collect()
    }

    #[test]
    fn predecessors_are_exactly_the_positions_that_lead_here() {
        for position in Solution::shared().classes().step_by(997).map(|class| class.position) {
            let before: Vec<Neutreeko> = predecessors(&position).collect();
            assert!(before.iter().all(|before| successors(before).contains(&position)), "{position}");
            assert_eq!(before.iter().collect::<HashSet<_>>().len(), before.len(), "{position} has one twice");
            for next in successors(&position) {
                assert!(predecessors(&next).any(|before| before == position), "{position} leads to {next}");
            }
        }
    }
}
