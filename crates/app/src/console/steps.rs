//! The reports' way to move: cell by cell, column and then row, then a choice where there is one.

use games::{AnyPosition, Gesture, Ground, Picture, quote};

use super::Console;
use crate::failure::Failure;

/// What the dialogue came to.
pub enum Step {
    /// A legal move.
    Move(String),
    /// Something that is no column: a command, or a whole move.
    Line(String),
    /// What was chosen is against the rules; it has been said why.
    Refused,
    EndOfInput,
}

/// Asks for one move.
pub fn ask(console: &mut Console, position: &dyn AnyPosition, name: &str) -> Result<Step, Failure> {
    let handles = position.handles();
    let mut open: Vec<(&str, &Gesture)> =
        handles.iter().flat_map(|handle| handle.gestures.iter().map(|gesture| (handle.mv.as_str(), gesture))).collect();
    let picture = position.picture();
    let mut touched: Vec<String> = Vec::new();
    while open.iter().any(|(_, gesture)| gesture.cells.len() > touched.len()) {
        console.say(if touched.is_empty() { "To play" } else { "Where to play" })?;
        let Some(column) = console.ask(&format!("{name}, column"))? else { return Ok(Step::EndOfInput) };
        if touched.is_empty() && !picture.report.columns.contains(&column) && column.parse::<u32>().is_err() {
            return Ok(Step::Line(column));
        }
        let Some(row) = console.ask(&format!("{name}, row"))? else { return Ok(Step::EndOfInput) };
        let Some(cell) = on_board(&picture, &column, &row) else {
            console.say(&format!(
                "No: the tile must belong to the board, and there is no column {}, row {}.",
                quote(&column),
                quote(&row)
            ))?;
            return Ok(Step::Refused);
        };
        touched.push(cell);
        open.retain(|(_, gesture)| gesture.cells.starts_with(&touched));
        if open.is_empty() {
            let cells: Vec<&str> = touched.iter().map(String::as_str).collect();
            let objection = position.objection(&cells).map_or("no move begins so".to_owned(), |complaint| complaint.to_string());
            console.say(&format!("No: {objection}."))?;
            return Ok(Step::Refused);
        }
    }
    choose(console, &open, name)
}

/// The cell that the report calls so, unless it is only drawn to fill the grid and was never part of a board.
fn on_board(picture: &Picture, column: &str, row: &str) -> Option<String> {
    let cell = picture.report_cell(column, row)?;
    (cell.ground != Ground::Gap).then(|| cell.name.clone())
}

/// Asks for the choice that tells the moves left apart, if there is more than one.
fn choose(console: &mut Console, open: &[(&str, &Gesture)], name: &str) -> Result<Step, Failure> {
    if let [(mv, gesture)] = open
        && gesture.choice.is_none()
    {
        return Ok(Step::Move((*mv).to_owned()));
    }
    let choices: Vec<&str> = open.iter().filter_map(|(_, gesture)| gesture.choice.as_deref()).collect();
    console.say(&format!("Choose one of: {}", choices.join(" ")))?;
    let Some(choice) = console.ask(&format!("{name}, choice"))? else { return Ok(Step::EndOfInput) };
    match open.iter().find(|(_, gesture)| gesture.choice.as_deref() == Some(choice.as_str())) {
        Some((mv, _)) => Ok(Step::Move((*mv).to_owned())),
        None => {
            console.say(&format!("No: {} is not one of: {}.", quote(&choice), choices.join(" ")))?;
            Ok(Step::Refused)
        }
    }
}
