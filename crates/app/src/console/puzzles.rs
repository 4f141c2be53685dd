//! Puzzles in the console: a board, a question, and moves until the right one comes.

use games::text::{self, View};
use games::{AnyPosition, Record};

use super::Console;
use crate::failure::Failure;

const HELP: &str = "Type a move, or: show (the solution), skip (the next puzzle), quit.";

/// Something to find.
pub struct Puzzle {
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

/// Asks one puzzle after the other. Where no input is left to solve them, the rest is only shown. `judge` lists the moves of a position,
/// the best first.
pub fn puzzles(puzzles: Vec<Puzzle>, view: View, judge: impl Fn(&dyn AnyPosition) -> Vec<Judged>) -> Result<(), Failure> {
    let mut console = Console::new();
    let count = puzzles.len();
    let mut solved = 0;
    let mut listening = true;
    for (index, puzzle) in puzzles.into_iter().enumerate() {
        console.say(&format!("\nPuzzle {} of {count}", index + 1))?;
        show(&mut console, &puzzle.record, view)?;
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
    if listening { console.say(&format!("\nSolved {solved} of {count}.")) } else { Ok(()) }
}

fn show(console: &mut Console, record: &Record, view: View) -> Result<(), Failure> {
    console.say(&format!("\n{}", text::page(record, view).trim_end_matches('\n')))
}

fn attempt(
    console: &mut Console,
    puzzle: Puzzle,
    view: View,
    judge: &impl Fn(&dyn AnyPosition) -> Vec<Judged>,
) -> Result<Attempt, Failure> {
    let Puzzle { mut record, length, solution, .. } = puzzle;
    loop {
        let Some(line) = console.ask("move")? else { return Ok(Attempt::EndOfInput) };
        match line.as_str() {
            "quit" | "exit" | "q" => return Ok(Attempt::Quit),
            "skip" => return Ok(Attempt::GivenUp),
            "show" => {
                console.say(&format!("The solution: {}", solution.join(" ")))?;
                return Ok(Attempt::GivenUp);
            }
            "help" | "?" => {
                console.say(HELP)?;
                continue;
            }
            _ => {}
        }
        let typed = match record.position().read_move(&line) {
            Ok(mv) => mv,
            Err(complaint) => {
                console.say(&format!("No: {complaint}. {HELP}"))?;
                continue;
            }
        };
        let judged = judge(record.position());
        let Some(found) = judged.iter().find(|judged| judged.mv == typed) else { continue };
        if !found.is_best {
            console.say(&format!("Wrong: after {typed} {}.", found.verdict))?;
            continue;
        }
        console.say(&format!("Right: after {typed} {}.", found.verdict))?;
        record.play(&typed).map_err(Failure::input)?;
        if length == Length::OneMove {
            return Ok(Attempt::Solved);
        }
        let Some(reply) = judge(record.position()).into_iter().next() else {
            show(console, &record, view)?;
            return Ok(Attempt::Solved);
        };
        record.play(&reply.mv).map_err(Failure::input)?;
        console.say(&format!("The reply is {}.", reply.mv))?;
        show(console, &record, view)?;
    }
}
