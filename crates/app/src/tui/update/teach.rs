//! A computer that teaches: it looks at a person's move before it answers, and waits when it has warned.

use engine::teach::Warning;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::game::{refresh, step};
use super::*;
use table::Table;

/// It was looked whether the last move lost much.
pub fn judged(model: &mut Model, ticket: u64, warning: Option<Box<Warning>>, effects: &mut Vec<Effect>) {
    let now = model.now;
    let Some(play) = model.play.as_mut().filter(|play| play.awaited == Some(ticket)) else { return };
    play.awaited = None;
    play.taught.judged = Some(play.table.record().moves().len());
    match warning {
        Some(warning) => play.taught.warning = Some(*warning),
        None => play.next_choice = Some(now),
    }
    refresh(model, effects);
}

/// The keys of a warning. Returns whether this was one.
pub fn press(model: &mut Model, key: KeyEvent, effects: &mut Vec<Effect>) -> bool {
    let now = model.now;
    let Some(play) = model.play.as_mut().filter(|play| play.taught.warning.is_some()) else { return false };
    match key.code {
        KeyCode::Char('u' | 'y') | KeyCode::Backspace => {
            step(model, Table::take_back, "tui-nothing-to-undo", effects);
        }
        KeyCode::Char('w') | KeyCode::Right => show_answer(model),
        KeyCode::Enter | KeyCode::Char(' ' | 'n') => {
            play.taught.warning = None;
            play.taught.shown = 0;
            play.next_choice = Some(now);
            refresh(model, effects);
        }
        _ => return false,
    }
    true
}

/// Plays one more move of the answer on the board; after the last the game is shown again.
fn show_answer(model: &mut Model) {
    let Some(play) = &mut model.play else { return };
    let Some(warning) = &play.taught.warning else { return };
    play.taught.shown = (play.taught.shown + 1) % (warning.refutation.len() + 1);
    let mut record = play.table.record().clone();
    for mv in warning.refutation.iter().take(play.taught.shown) {
        if record.play(mv).is_err() {
            break;
        }
    }
    play.picture = record.position().picture();
    if let Some(cell) = record.last_gesture().and_then(|gesture| gesture.cells.last().cloned()) {
        play.cursor = cell;
    }
    game::settle(model);
}
