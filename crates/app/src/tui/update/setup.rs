//! The position editor: cells are filled one by one, and why it is no position yet is said at once.

use games::editor::{CellContent, PositionEditor, SetupEdit};
use games::{Record, Study};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use table::Table;

use super::entry::ask;
use super::keys::direction;
use super::*;
use crate::tui::popups::Purpose;
use crate::tui::setup::SetupScreen;
use crate::tui::view;

/// Edits the position that is analysed, or the start that the menu shows.
pub fn edit(model: &mut Model) {
    let editor = match model.play.as_ref().filter(|_| !model.is_in_menu) {
        Some(play) => PositionEditor::of(play.table.record().game(), play.shown()),
        None => {
            let entry = model.menu.entry();
            let named =
                entry.info.starts.get(model.menu.start).and_then(|start| entry.named_start(start.name));
            PositionEditor::of(entry, &*named.unwrap_or_else(|| (entry.start)()))
        }
    };
    model.setup = Some(Box::new(SetupScreen::new(editor)));
}

pub fn press(model: &mut Model, key: KeyEvent, effects: &mut Vec<Effect>) {
    let size = model.size;
    let Some(screen) = &mut model.setup else { return };
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let count = screen.editor.palette().contents.len();
    if let Some(by) = direction(key.code).filter(|_| !control) {
        return walk(screen, size, by);
    }
    let changed = match key.code {
        KeyCode::Char('r' | 'y') if control => {
            screen.editor.redo();
            Ok(())
        }
        _ if control => Ok(()),
        KeyCode::Enter | KeyCode::Char(' ') => {
            let content = screen.content();
            screen.put(content)
        }
        KeyCode::Delete | KeyCode::Char('x') | KeyCode::Backspace => screen.put(CellContent::Empty),
        KeyCode::Tab => {
            screen.brush = (screen.brush + 1) % count;
            Ok(())
        }
        KeyCode::BackTab => {
            screen.brush = (screen.brush + count - 1) % count;
            Ok(())
        }
        KeyCode::Char('+' | '-' | '=') => {
            let [least, most] = screen.editor.palette().sizes.unwrap_or([1, 1]);
            let by = if key.code == KeyCode::Char('-') { -1 } else { 1 };
            screen.size = screen.size.saturating_add_signed(by).clamp(least, most);
            Ok(())
        }
        KeyCode::Char('t') => {
            let turn = screen.editor.setup().turn;
            screen.editor.apply(SetupEdit::Turn(!turn))
        }
        KeyCode::Char('C') => screen.editor.apply(SetupEdit::Clear),
        KeyCode::Char('u') => {
            screen.editor.undo();
            Ok(())
        }
        KeyCode::Char('U') => {
            screen.editor.redo();
            Ok(())
        }
        KeyCode::Char('n') => {
            let counters = screen.editor.setup().counters.clone();
            if let Some(value) = counters.get(screen.counter) {
                ask(model, Purpose::Counter, &value.to_string());
            }
            return;
        }
        KeyCode::Char('N') => {
            screen.counter = (screen.counter + 1) % screen.editor.setup().counters.len().max(1);
            Ok(())
        }
        KeyCode::Char('i') => return ask(model, Purpose::Position, ""),
        KeyCode::Char('y') => {
            return match screen.editor.position().map(|position| position.to_string()) {
                Ok(text) => analysis::copy_position(model, text, effects),
                Err(reason) => say(model, Err(reason)),
            };
        }
        KeyCode::Char('Y') => {
            let game = screen.editor.game();
            return match screen.editor.position() {
                Ok(position) => {
                    let record = Record::from_position(game, position);
                    analysis::copy_position(model, analysis::command_of(&record), effects);
                }
                Err(reason) => say(model, Err(reason)),
            };
        }
        KeyCode::Char('a') => return analyse(model, effects),
        KeyCode::Char('p') => return play(model, effects),
        KeyCode::Char('q') | KeyCode::Esc => {
            model.setup = None;
            return;
        }
        _ => Ok(()),
    };
    if let Some(screen) = &mut model.setup {
        screen.keep_cursor();
    }
    say(model, changed.map(|()| String::new()));
}

/// A click puts down what is chosen, or takes it off where it stands already; the other button removes.
pub fn mouse(model: &mut Model, event: MouseEvent, effects: &mut Vec<Effect>) {
    let at = Position::new(event.column, event.row);
    let size = model.size;
    let pressed = match event.kind {
        MouseEventKind::Down(button) => Some(button),
        MouseEventKind::Moved => None,
        _ => return,
    };
    if let (Some(MouseButton::Left), Some(code)) = (pressed, view::key_at(model, at)) {
        return keys::press(model, code.into(), effects);
    }
    let brush = view::brush_at(model, at);
    let Some(screen) = &mut model.setup else { return };
    if let (Some(MouseButton::Left), Some(brush)) = (pressed, brush) {
        screen.brush = brush;
        return;
    }
    let picture = screen.editor.picture();
    let Some(index) = screen.grid(&picture, size).hit(at.x, at.y) else { return };
    screen.cursor.clone_from(&picture.cells[index].name);
    let content = match pressed {
        Some(MouseButton::Left) if screen.editor.setup().content(&screen.cursor) != screen.content() => {
            screen.content()
        }
        Some(MouseButton::Left | MouseButton::Right) => CellContent::Empty,
        _ => return,
    };
    let changed = screen.put(content);
    model.notice = None;
    say(model, changed.map(|()| String::new()));
}

/// Says what came of a key, if there is anything to say.
fn say(model: &mut Model, said: Result<String, games::Complaint>) {
    match said {
        Ok(text) if text.is_empty() => {}
        Ok(text) => model.tell(text),
        Err(complaint) => model.warn(model.words.message(&complaint)),
    }
}

fn walk(screen: &mut SetupScreen, size: (u16, u16), (dx, dy): (isize, isize)) {
    let picture = screen.editor.picture();
    let grid = screen.grid(&picture, size);
    let (column, row) = grid.place(screen.cursor_index(&picture));
    let column = column.saturating_add_signed(dx).min(grid.whole.0 - 1);
    let row = row.saturating_add_signed(dy).min(grid.whole.1 - 1);
    screen.cursor.clone_from(&picture.cells[grid.index((column, row))].name);
}

/// A counter was typed.
pub fn counted(model: &mut Model, text: &str) {
    let Some(screen) = &mut model.setup else { return };
    // What is no number is refused as one that is too large.
    let value = text.trim().parse().unwrap_or(u16::MAX);
    let changed = screen.editor.apply(SetupEdit::Counter { index: screen.counter, value });
    say(model, changed.map(|()| String::new()));
}

/// A position was typed or pasted. Returns whether an editor took it.
pub fn pasted(model: &mut Model, text: &str) -> bool {
    let Some(screen) = &mut model.setup else { return false };
    let changed = screen.editor.paste(text.trim());
    screen.keep_cursor();
    say(model, changed.map(|()| String::new()));
    true
}

/// Takes the position to the analysis board.
fn analyse(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(screen) = &model.setup else { return };
    match screen.editor.position() {
        Ok(position) => {
            let study = Study::from_position(screen.editor.game(), position);
            model.setup = None;
            if model.analysis.is_some() {
                analysis::open(model, study, effects);
            } else {
                analysis::enter_with(model, study, effects);
            }
        }
        Err(reason) => say(model, Err(reason)),
    }
}

/// Begins a game from the position, between the players of the menu.
fn play(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(screen) = &model.setup else { return };
    match screen.editor.position() {
        Ok(position) => {
            let record = Record::from_position(screen.editor.game(), position);
            let seats = model.menu.seats.clone();
            model.setup = None;
            begin(model, Table::new(record, seats), None, effects);
        }
        Err(reason) => say(model, Err(reason)),
    }
}
