//! The list of all games of this computer: found by words, opened, deleted.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::*;
use crate::library::LibraryEntry;
use crate::tui::popups::{Popup, Question};
use crate::tui::view;

/// Longest filter.
const FILTER_MAX: usize = 60;

/// Shows the list.
pub fn list(model: &mut Model, effects: &mut Vec<Effect>) {
    effects.push(Effect::ListLibrary);
    model.popup = Some(Popup::Library { filter: String::new(), index: 0 });
}

pub fn listed(model: &mut Model, library: Vec<LibraryEntry>) {
    model.library = library;
}

pub fn press(model: &mut Model, key: KeyEvent, effects: &mut Vec<Effect>) {
    let found: Vec<(String, bool)> = view::library_found(model)
        .into_iter()
        .map(|entry| (entry.name.clone(), entry.outcome.is_some()))
        .collect();
    let Some(Popup::Library { filter, index }) = &mut model.popup else { return };
    let last = found.len().saturating_sub(1);
    match key.code {
        KeyCode::Up => *index = index.saturating_sub(1),
        KeyCode::Down => *index = (*index + 1).min(last),
        KeyCode::PageUp => *index = index.saturating_sub(10),
        KeyCode::PageDown => *index = (*index + 10).min(last),
        KeyCode::Home => *index = 0,
        KeyCode::End => *index = last,
        KeyCode::Enter => {
            if let Some((name, is_over)) = found.get(*index).cloned() {
                model.popup = None;
                effects.push(if is_over { Effect::OpenFinished(name) } else { Effect::Open(name) });
            }
        }
        KeyCode::Delete => {
            if let Some((name, _)) = found.get(*index).cloned() {
                model.confirm(Question::Delete(name));
            }
        }
        KeyCode::Backspace => {
            filter.pop();
            *index = 0;
        }
        KeyCode::Char(character) if filter.len() < FILTER_MAX && !character.is_control() => {
            filter.push(character);
            *index = 0;
        }
        KeyCode::Esc => model.popup = None,
        _ => {}
    }
}
