//! The line that is typed at the foot of the screen.

use std::path::PathBuf;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use tui_input::backend::crossterm::EventHandler;
use tui_input::{Input, InputRequest};

use super::popups::obey;
use super::*;
use crate::console::commands::ConsoleCommand;
use crate::output::Replace;
use crate::tui::entry::TextEntry;
use crate::tui::popups::{Popup, Purpose};

/// Longest line that can be typed.
const ENTRY_MAX: usize = 1000;

pub fn ask(model: &mut Model, purpose: Purpose, proposal: &str) {
    model.popup = Some(Popup::Entry(TextEntry::new(purpose, proposal)));
}

pub fn press(model: &mut Model, key: KeyEvent, effects: &mut Vec<Effect>) {
    let Some(Popup::Entry(entry)) = &mut model.popup else { return };
    let found = std::mem::take(&mut entry.candidates);
    match key.code {
        KeyCode::Enter => enter(model, effects),
        KeyCode::Esc => model.popup = None,
        KeyCode::Backspace if entry.input.value().is_empty() => model.popup = None,
        KeyCode::Up => entry.recall(&model.history, 1),
        KeyCode::Down => entry.recall(&model.history, -1),
        KeyCode::Tab => {
            entry.candidates = found;
            complete(model, effects);
        }
        _ => {
            let types =
                matches!(key.code, KeyCode::Char(_)) && !key.modifiers.contains(KeyModifiers::CONTROL);
            if types {
                make_room(entry);
            }
            let is_full = types && entry.input.value().len() >= ENTRY_MAX;
            if !is_full && entry.input.handle_event(&Event::Key(key)).is_some() {
                entry.is_proposed = false;
            }
        }
    }
}

/// Puts in what was pasted, as one line; where nothing is being typed, a line begins with it.
pub fn paste(model: &mut Model, text: &str) {
    if model.popup.is_none() && model.play.is_some() && !model.is_in_menu {
        ask(model, Purpose::Command, "");
    }
    let Some(Popup::Entry(entry)) = &mut model.popup else { return };
    make_room(entry);
    for character in
        text.lines().next().unwrap_or_default().chars().filter(|character| !character.is_control())
    {
        if entry.input.value().len() < ENTRY_MAX {
            entry.input.handle(InputRequest::InsertChar(character));
        }
    }
}

/// What is typed takes the place of what was proposed.
fn make_room(entry: &mut TextEntry) {
    if std::mem::take(&mut entry.is_proposed) {
        entry.input = Input::default();
    }
}

/// The beginning of a line and the path that it ends with, where it ends with one.
fn path_in<'a>(entry: &'a TextEntry, words: &Words) -> Option<(&'a str, &'a str)> {
    let text = entry.input.value();
    match entry.purpose {
        Purpose::Command => {}
        Purpose::Save | Purpose::Load => return Some(("", text)),
        Purpose::Comment | Purpose::Opponent | Purpose::Position | Purpose::Counter => return None,
    }
    let (word, path) = text.split_once(' ')?;
    ConsoleCommand::read(
        word,
        &[ConsoleCommand::Save, ConsoleCommand::Replace, ConsoleCommand::Load],
        words,
    )?;
    Some((&text[..=word.len()], path))
}

fn complete(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(Popup::Entry(entry)) = &mut model.popup else { return };
    if let Some((_, path)) = path_in(entry, model.words) {
        effects.push(Effect::Complete(path.to_owned()));
        return;
    }
    if entry.purpose != Purpose::Command {
        return;
    }
    let beginning = entry.input.value().to_lowercase();
    let mut candidates = ConsoleCommand::words(
        if model.puzzle.is_some() { ConsoleCommand::TRAINING } else { ConsoleCommand::GAME },
        model.words,
    );
    let position = model
        .play
        .as_ref()
        .map(|play| play.table.record().position_at(play.ply()).unwrap_or(play.table.record().position()));
    candidates.extend(position.map_or(Vec::new(), |position| position.moves()));
    candidates.retain(|candidate| candidate.starts_with(&beginning));
    entry.complete(candidates);
}

/// What a path that was typed can become.
pub fn completed(model: &mut Model, typed: &str, candidates: Vec<String>) {
    let words = model.words;
    let Some(Popup::Entry(entry)) = &mut model.popup else { return };
    if let Some((before, path)) = path_in(entry, words)
        && path == typed
    {
        let candidates = candidates.into_iter().map(|path| format!("{before}{path}")).collect();
        entry.complete(candidates);
    }
}

/// The line is complete.
fn enter(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(Popup::Entry(entry)) = model.popup.take() else { return };
    let text = entry.input.value().trim();
    if entry.purpose == Purpose::Comment {
        return analysis::commented(model, text, effects);
    }
    if text.is_empty() {
        return;
    }
    model.history.add(entry.purpose, text);
    match entry.purpose {
        Purpose::Command => obey(model, text, effects),
        Purpose::Save => popups::save(model, PathBuf::from(text), Replace::Never, effects),
        Purpose::Load => effects.push(Effect::Load(PathBuf::from(text))),
        Purpose::Opponent => analysis::play_on(model, text, effects),
        Purpose::Position => {
            let _ = setup::pasted(model, text) || analysis::pasted(model, text, effects);
        }
        Purpose::Counter => setup::counted(model, text),
        Purpose::Comment => {}
    }
}
