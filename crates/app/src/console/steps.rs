//! The reports' way to move: cell by cell, column and then row, then a choice where there is one.

use games::{AnyPosition, Arg, Complaint, Gesture, Ground, Picture, open_gestures, quote, text};
use words::Words;

use super::Console;
use super::session::is_command;
use crate::failure::Failure;

/// What the dialogue came to.
pub enum SquareChoice {
    /// A legal move.
    Move(String),
    /// Something that is no label: a command, or a whole move.
    Line(String),
    EndOfInput,
}

/// What one prompt came to.
enum Answer {
    Label(String),
    Step(SquareChoice),
}

/// A legal move and a gesture that makes it.
type Way<'a> = (&'a str, &'a Gesture);

/// Asks for one move. What is against the rules is asked for again, from the cell that was wrong.
pub fn ask(console: &mut Console, position: &dyn AnyPosition, name: &str) -> Result<SquareChoice, Failure> {
    let handles = position.handles();
    let picture = position.picture();
    let mut touched: Vec<String> = Vec::new();
    loop {
        let open: Vec<Way<'_>> = open_gestures(&handles, &touched).collect();
        if open.iter().all(|(_, gesture)| gesture.cells.len() == touched.len()) {
            return choose(console, &open, &picture, name);
        }
        console.tell(if touched.is_empty() { "step-from" } else { "step-to" }, [])?;
        let words = console.words;
        let question = words.say_with("prompt-column", [("side", name.into())]);
        let others = if touched.is_empty() { |_: &str, _: &Words| true } else { is_command };
        let column = match prompt(console, &question, &picture.report.columns, others)? {
            Answer::Label(label) => label,
            Answer::Step(step) => return Ok(step),
        };
        let row = match prompt(
            console,
            &words.say_with("prompt-row", [("side", name.into())]),
            &picture.report.rows,
            is_command,
        )? {
            Answer::Label(label) => label,
            Answer::Step(step) => return Ok(step),
        };
        let cell = match on_board(&picture, &column, &row) {
            Ok(cell) => cell,
            Err(wrong) => {
                let said = |label: &str| {
                    if matches!(wrong, OffBoard::Gap) { label.to_owned() } else { quote(label) }
                };
                console.tell(wrong.key(), [("column", said(&column).into()), ("row", said(&row).into())])?;
                continue;
            }
        };
        touched.push(cell);
        if open_gestures(&handles, &touched).next().is_some() {
            continue;
        }
        let cells: Vec<&str> = touched.iter().map(String::as_str).collect();
        let objection =
            position.objection(&cells).map(|complaint| words.message(&in_labels(complaint, &picture, words)));
        console.tell(
            "step-refused",
            [("complaint", objection.unwrap_or_else(|| words.say("step-no-move")).into())],
        )?;
        touched.pop();
    }
}

/// Asks for a label, unless something else is said that is meant for others: a command, or before anything is
/// touched also a whole move.
fn prompt(
    console: &mut Console,
    question: &str,
    labels: &[String],
    is_meant_for_others: fn(&str, &Words) -> bool,
) -> Result<Answer, Failure> {
    let Some(line) = console.ask(question)? else { return Ok(Answer::Step(SquareChoice::EndOfInput)) };
    // A single letter or a number that is no label is a wrong one: no game writes a move so.
    let looks_like_one =
        line.parse::<u32>().is_ok() || (line.chars().count() == 1 && !is_command(&line, console.words));
    let is_label = labels.iter().any(|label| label.eq_ignore_ascii_case(&line)) || looks_like_one;
    if !is_label && is_meant_for_others(&line, console.words) {
        return Ok(Answer::Step(SquareChoice::Line(line)));
    }
    Ok(Answer::Label(line))
}

/// What is wrong with a column and a row.
enum OffBoard {
    Column,
    Row,
    Both,
    /// Both are there, and what they name is a hole in the board.
    Gap,
}

impl OffBoard {
    const fn key(&self) -> &'static str {
        match self {
            Self::Column => "step-no-column",
            Self::Row => "step-no-row",
            Self::Both => "step-off-board",
            Self::Gap => "step-gap",
        }
    }
}

/// The cell that the report calls so.
fn on_board(picture: &Picture, column: &str, row: &str) -> Result<String, OffBoard> {
    let is_there =
        |labels: &[String], typed: &str| labels.iter().any(|label| label.eq_ignore_ascii_case(typed));
    let report = &picture.report;
    match (is_there(&report.columns, column), is_there(&report.rows, row), picture.report_cell(column, row)) {
        (true, true, Some(cell)) if cell.ground != Ground::Gap => Ok(cell.name.clone()),
        (true, true, _) => Err(OffBoard::Gap),
        (false, true, _) => Err(OffBoard::Column),
        (true, false, _) => Err(OffBoard::Row),
        (false, false, _) => Err(OffBoard::Both),
    }
}

/// The legal moves by the report's labels: a line for each way from cell to cell, with what can be chosen
/// there.
pub fn list_moves(position: &dyn AnyPosition, words: &Words) -> String {
    let picture = position.picture();
    let mut ways: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for gesture in position.handles().into_iter().flat_map(|handle| handle.gestures) {
        let choice = gesture.choice.map(|choice| words.choice(&choice));
        match ways.iter_mut().find(|(cells, _)| *cells == gesture.cells) {
            Some((_, choices)) => choices.extend(choice),
            None => ways.push((gesture.cells, choice.into_iter().collect())),
        }
    }
    let line = |(cells, choices): (Vec<String>, Vec<String>)| {
        let path = words.message(&text::report_move(&picture, &Gesture { cells, choice: None }));
        if choices.is_empty() { path } else { format!("{path}: {}", choices.join(" ")) }
    };
    ways.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A complaint that names cells as the board is labelled.
fn in_labels(mut complaint: Complaint, picture: &Picture, words: &Words) -> Complaint {
    for (_, value) in &mut complaint.args {
        if let Arg::Plain(name) = value
            && let Some(cell) = text::report_cell(picture, name)
        {
            *name = words.message(&cell);
        }
    }
    complaint
}

/// What a choice does, where that is not plain from what it is called.
fn meaning(choice: &str, picture: &Picture, words: &Words) -> Option<String> {
    let key = format!("step-choice-{choice}");
    if words.has(&key) {
        return Some(words.say_with(&key, [("choice", words.choice(choice).into())]));
    }
    picture.cell(choice).map(|_| words.say_with("step-choice-cell", [("choice", choice.into())]))
}

/// Asks for the choice that distinguishes the moves left, if there is one to make.
fn choose(
    console: &mut Console,
    open: &[Way<'_>],
    picture: &Picture,
    name: &str,
) -> Result<SquareChoice, Failure> {
    if let [(mv, gesture)] = open
        && gesture.choice.is_none()
    {
        return Ok(SquareChoice::Move((*mv).to_owned()));
    }
    let words = console.words;
    let choices: Vec<String> = open
        .iter()
        .filter_map(|(_, gesture)| gesture.choice.as_deref())
        .map(|choice| words.choice(choice))
        .collect();
    let choices = choices.join(" ");
    console.tell("step-choose", [("choices", choices.as_str().into())])?;
    let meanings = open.iter().filter_map(|(_, gesture)| meaning(gesture.choice.as_deref()?, picture, words));
    for meaning in meanings.collect::<Vec<_>>() {
        console.say(&meaning)?;
    }
    loop {
        let Some(line) = console.ask(&words.say_with("prompt-choice", [("side", name.into())]))? else {
            return Ok(SquareChoice::EndOfInput);
        };
        let is_chosen = |choice: &str| choice == line || words.choice(choice) == line;
        if let Some((mv, _)) =
            open.iter().find(|(_, gesture)| gesture.choice.as_deref().is_some_and(is_chosen))
        {
            return Ok(SquareChoice::Move((*mv).to_owned()));
        }
        if is_command(&line, words) {
            return Ok(SquareChoice::Line(line));
        }
        console
            .tell("step-no-choice", [("text", quote(&line).into()), ("choices", choices.as_str().into())])?;
    }
}
