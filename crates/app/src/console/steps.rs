//! The reports' way to move: cell by cell, column and then row, then a choice where there is one.

use games::{AnyPosition, Arg, Complaint, Gesture, Ground, Picture, quote};

use super::Console;
use super::session::is_command;
use crate::failure::Failure;

/// What the dialogue came to.
pub enum Step {
    /// A legal move.
    Move(String),
    /// Something that is no label: a command, or a whole move.
    Line(String),
    EndOfInput,
}

/// What one prompt came to.
enum Answer {
    Label(String),
    Step(Step),
}

/// A legal move and a gesture that makes it.
type Way<'a> = (&'a str, &'a Gesture);

/// Asks for one move. What is against the rules is asked for again, from the cell that was wrong.
pub fn ask(console: &mut Console, position: &dyn AnyPosition, name: &str) -> Result<Step, Failure> {
    let handles = position.handles();
    let ways: Vec<Way<'_>> =
        handles.iter().flat_map(|handle| handle.gestures.iter().map(|gesture| (handle.mv.as_str(), gesture))).collect();
    let picture = position.picture();
    let mut touched: Vec<String> = Vec::new();
    loop {
        let open: Vec<Way<'_>> = ways.iter().copied().filter(|(_, gesture)| gesture.cells.starts_with(&touched)).collect();
        if open.iter().all(|(_, gesture)| gesture.cells.len() == touched.len()) {
            return choose(console, &open, name);
        }
        console.say(if touched.is_empty() { "To play" } else { "Where to play" })?;
        let column = match prompt(
            console,
            &format!("{name}, column"),
            &picture.report.columns,
            if touched.is_empty() { |_| true } else { is_command },
        )? {
            Answer::Label(label) => label,
            Answer::Step(step) => return Ok(step),
        };
        let row = match prompt(console, &format!("{name}, row"), &picture.report.rows, is_command)? {
            Answer::Label(label) => label,
            Answer::Step(step) => return Ok(step),
        };
        let Some(cell) = on_board(&picture, &column, &row) else {
            let place = format!("there is no column {}, row {}", quote(&column), quote(&row));
            console.say(&format!("No: the tile must belong to the board, and {place}."))?;
            continue;
        };
        touched.push(cell);
        if ways.iter().any(|(_, gesture)| gesture.cells.starts_with(&touched)) {
            continue;
        }
        let cells: Vec<&str> = touched.iter().map(String::as_str).collect();
        let objection = position.objection(&cells).map_or("no move begins so".to_owned(), |complaint| in_labels(complaint, &picture));
        console.say(&format!("No: {objection}."))?;
        touched.pop();
    }
}

/// Asks for a label, unless something else is said that is meant for others: a command, or before anything is touched also a whole move.
fn prompt(console: &mut Console, question: &str, labels: &[String], is_meant_for_others: fn(&str) -> bool) -> Result<Answer, Failure> {
    let Some(line) = console.ask(question)? else { return Ok(Answer::Step(Step::EndOfInput)) };
    let is_label = labels.iter().any(|label| label.eq_ignore_ascii_case(&line)) || line.parse::<u32>().is_ok();
    if !is_label && is_meant_for_others(&line) {
        return Ok(Answer::Step(Step::Line(line)));
    }
    Ok(Answer::Label(line))
}

/// The cell that the report calls so, unless it is a hole in the board.
fn on_board(picture: &Picture, column: &str, row: &str) -> Option<String> {
    let cell = picture.report_cell(column, row)?;
    (cell.ground != Ground::Gap).then(|| cell.name.clone())
}

/// A complaint that names cells as the board is labelled.
fn in_labels(mut complaint: Complaint, picture: &Picture) -> String {
    for (_, value) in &mut complaint.args {
        if let Arg::Plain(name) = value
            && let Some(index) = picture.cells.iter().position(|cell| cell.name == *name)
        {
            let (row, column) = (index / picture.columns.len(), index % picture.columns.len());
            *name = format!("column {}, row {}", picture.report.columns[column], picture.report.rows[row]);
        }
    }
    complaint.to_string()
}

/// Asks for the choice that tells the moves left apart, if there is one to make.
fn choose(console: &mut Console, open: &[Way<'_>], name: &str) -> Result<Step, Failure> {
    if let [(mv, gesture)] = open
        && gesture.choice.is_none()
    {
        return Ok(Step::Move((*mv).to_owned()));
    }
    let choices: Vec<&str> = open.iter().filter_map(|(_, gesture)| gesture.choice.as_deref()).collect();
    console.say(&format!("Choose one of: {}", choices.join(" ")))?;
    loop {
        let Some(line) = console.ask(&format!("{name}, choice"))? else { return Ok(Step::EndOfInput) };
        if let Some((mv, _)) = open.iter().find(|(_, gesture)| gesture.choice.as_deref() == Some(line.as_str())) {
            return Ok(Step::Move((*mv).to_owned()));
        }
        if is_command(&line) {
            return Ok(Step::Line(line));
        }
        console.say(&format!("No: {} is not one of: {}.", quote(&line), choices.join(" ")))?;
    }
}
