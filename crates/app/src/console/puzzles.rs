//! Puzzles from a solution in the console: a board, a question, and moves until the right one comes.

use games::text::View;
use games::{AnyPosition, Record};
use words::Language;

use super::Console;
use super::commands::ConsoleCommand;
use crate::failure::Failure;

/// Something to find.
pub struct PosedPuzzle {
    /// The position, with nothing played yet.
    pub record: Record,
    pub question: String,
    pub length: Length,
    /// The moves to find, with the replies in between.
    pub solution: Vec<String>,
}

/// What has to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    OneMove,
    /// Every move to the end of the game.
    WholeGame,
}

/// A legal move and what it is worth.
pub struct Judged {
    pub mv: String,
    /// As in "Black wins in 3 plies".
    pub verdict: String,
    pub is_best: bool,
}

/// How an attempt at one puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attempt {
    Solved,
    GivenUp,
    Quit,
    EndOfInput,
}

/// Asks one puzzle after the other. Where no input is left to solve them, the rest is only shown. `judge`
/// lists the moves of a position, the best first.
pub fn puzzles(
    puzzles: Vec<PosedPuzzle>,
    view: View,
    language: Language,
    judge: impl Fn(&dyn AnyPosition) -> Vec<Judged>,
) -> Result<(), Failure> {
    let mut console = Console::new(language);
    let count = puzzles.len();
    let mut solved = 0_usize;
    let mut listening = true;
    for (index, puzzle) in puzzles.into_iter().enumerate() {
        let number = console
            .words
            .say_with("puzzle-number", [("number", (index + 1).into()), ("count", count.into())]);
        console.say(&format!("\n{number}"))?;
        console.show(&puzzle.record, view)?;
        console.say(&puzzle.question)?;
        if !listening {
            continue;
        }
        match attempt(&mut console, puzzle, view, &judge)? {
            Attempt::Solved => solved += 1,
            Attempt::GivenUp => {}
            Attempt::Quit => break,
            Attempt::EndOfInput => listening = false,
        }
    }
    if !listening {
        return Ok(());
    }
    let solved =
        console.words.say_with("puzzle-solved", [("solved", solved.into()), ("count", count.into())]);
    console.say(&format!("\n{solved}"))
}

fn attempt(
    console: &mut Console,
    puzzle: PosedPuzzle,
    view: View,
    judge: &impl Fn(&dyn AnyPosition) -> Vec<Judged>,
) -> Result<Attempt, Failure> {
    let PosedPuzzle { mut record, length, solution, .. } = puzzle;
    let words = console.words;
    loop {
        let Some(line) = console.ask(&words.say("prompt-move"))? else { return Ok(Attempt::EndOfInput) };
        match ConsoleCommand::read(&line, ConsoleCommand::PUZZLE, words) {
            Some(ConsoleCommand::Quit) => return Ok(Attempt::Quit),
            Some(ConsoleCommand::Skip) => return Ok(Attempt::GivenUp),
            Some(ConsoleCommand::Show) => {
                console.tell("puzzle-solution", [("moves", solution.join(" ").into())])?;
                return Ok(Attempt::GivenUp);
            }
            Some(_) => {
                console.tell("puzzle-help", [])?;
                continue;
            }
            None => {}
        }
        let typed = match record.position().read_move(&line) {
            Ok(mv) => mv,
            Err(complaint) => {
                let (complaint, help) = (words.message(&complaint), words.say("puzzle-help"));
                console.tell("puzzle-refused", [("complaint", complaint.into()), ("help", help.into())])?;
                continue;
            }
        };
        let judged = judge(record.position());
        let Some(found) = judged.iter().find(|judged| judged.mv == typed) else { continue };
        let said = if found.is_best { "puzzle-right" } else { "puzzle-wrong" };
        console.tell(said, [("move", typed.as_str().into()), ("verdict", found.verdict.as_str().into())])?;
        if !found.is_best {
            continue;
        }
        record.play(&typed).map_err(Failure::input)?;
        if length == Length::OneMove {
            return Ok(Attempt::Solved);
        }
        let Some(reply) = judge(record.position()).into_iter().next() else {
            console.show(&record, view)?;
            return Ok(Attempt::Solved);
        };
        record.play(&reply.mv).map_err(Failure::input)?;
        console.tell("puzzle-reply", [("move", reply.mv.into())])?;
        console.show(&record, view)?;
    }
}
