//! The books of puzzles.

use engine::puzzles::{PuzzleBook, PuzzleEntry, PuzzleGoal};
use pyo3::prelude::*;

use crate::errors::{find_game, wrong};

/// Id, position, moves to find with what is as good as each, replies in between, goal, its number,
/// difficulty, themes.
type Puzzle =
    (String, String, Vec<Vec<String>>, Vec<String>, &'static str, Option<u32>, u32, Vec<&'static str>);

/// Returns the book of a rule set, the easiest puzzle first.
#[pyfunction]
pub(crate) fn puzzle_book(game: &str) -> PyResult<Vec<Puzzle>> {
    let game = find_game(game)?;
    let book = PuzzleBook::of(game);
    let book = book.ok_or_else(|| wrong(format_args!("{} has no book of puzzles", game.info.name)))?;
    Ok(book.puzzles.iter().map(puzzle).collect())
}

/// Returns the puzzle of a family on a day since 1970-01-01, with the id of its rule set.
#[pyfunction]
pub(crate) fn daily_puzzle(game: &str, day: u64) -> PyResult<(&'static str, Puzzle)> {
    let game = find_game(game)?;
    let found = PuzzleBook::daily(game.info.family, day);
    let (book, entry) = found.ok_or_else(|| wrong(format_args!("{} has no puzzle", game.info.name)))?;
    Ok((book.game.info.id, puzzle(entry)))
}

fn puzzle(entry: &PuzzleEntry) -> Puzzle {
    let (goal, number) = match entry.goal {
        PuzzleGoal::Win { plies } => ("win", Some(plies)),
        PuzzleGoal::Draw => ("draw", None),
        PuzzleGoal::Advantage { expected } => ("advantage", Some(expected)),
    };
    (
        entry.id.to_string(),
        entry.position.clone(),
        entry.line.finds.iter().map(|find| find.accepted.clone()).collect(),
        entry.line.replies.clone(),
        goal,
        number,
        entry.difficulty,
        entry.themes.iter().map(|theme| theme.word()).collect(),
    )
}
