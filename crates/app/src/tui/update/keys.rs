//! The keyboard.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use table::{Pie, Table};

use super::advice::{ask_hint, toggle_evaluation};
use super::entry::ask;
use super::game::{ask_sides, change_pace, look_at, not_now, pause, refresh, rematch, settle, step, step_on};
use super::hand::{look_ahead, show_choice, touch_cursor, untouch};
use super::*;
use crate::tui::layout::{ZOOM_MAX, ZOOM_MIN, is_too_small};
use crate::tui::popups::{Popup, Purpose, Question};

pub fn press(model: &mut Model, key: KeyEvent, effects: &mut Vec<Effect>) {
    if key.kind == KeyEventKind::Release {
        return;
    }
    model.notice = None;
    puzzle::wait(model);
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    if control && key.code == KeyCode::Char('c') {
        return leave(model, effects);
    }
    if control && key.code == KeyCode::Char('z') {
        effects.push(Effect::Suspend);
        return;
    }
    if is_too_small(model.size) {
        // Other keys would have effects that cannot be seen.
        if key.code == KeyCode::Char('q') {
            leave(model, effects);
        }
        return;
    }
    if model.popup.is_some() {
        return popups::press(model, key, effects);
    }
    if model.setup.is_some() && key.code != KeyCode::Char('?') {
        return setup::press(model, key, effects);
    }
    if key.code == KeyCode::Char('?') || key.code == KeyCode::F(1) {
        model.popup = Some(Popup::Keys { scroll: 0 });
        return;
    }
    let is_at_hand = model.play.as_ref().is_some_and(|play| play.chooser.is_none()) && !model.is_in_menu;
    if is_at_hand && analysis::press(model, key, effects) {
        return;
    }
    match (model.is_in_menu, &mut model.play) {
        (false, Some(play)) if play.chooser.is_some() => choose(model, key, effects),
        (false, Some(_))
            if control
                && model.lesson.is_none()
                && model.puzzle.is_none()
                && matches!(key.code, KeyCode::Char('r' | 'y')) =>
        {
            step(model, Table::play_again, "tui-nothing-to-redo", effects);
        }
        (false, Some(_)) if control => {}
        (false, Some(_)) => {
            if !lesson::press(model, key, effects)
                && !puzzle::press(model, key, effects)
                && !teach::press(model, key, effects)
            {
                in_game(model, key, effects);
            }
        }
        _ => menu::press(model, key, effects),
    }
}

fn in_game(model: &mut Model, key: KeyEvent, effects: &mut Vec<Effect>) {
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    if let Some(by) = direction(key.code) {
        let pans = shift || matches!(key.code, KeyCode::Char('H' | 'J' | 'K' | 'L'));
        return if pans { pan(model, by) } else { walk(model, by) };
    }
    let Some(play) = &mut model.play else { return };
    let (ply, last) = (play.ply(), play.table.record().moves().len());
    let is_over = play.table.to_move().is_none();
    let has_people = play.table.has_people();
    match key.code {
        KeyCode::Enter | KeyCode::Char(' ' | 'p') if !play.is_live() => look_at(model, last, effects),
        KeyCode::Enter if is_over => rematch(model, effects),
        KeyCode::Char(' ' | 'p') if !has_people && !is_over => pause(model, effects),
        KeyCode::Enter if !has_people && !play.is_paused => pause(model, effects),
        KeyCode::Char('<') if !has_people => change_pace(model, 1),
        KeyCode::Char('>') if !has_people => change_pace(model, -1),
        KeyCode::PageDown | KeyCode::Char(']' | '.') if play.is_paused && play.is_live() && !is_over => {
            step_on(model);
        }
        KeyCode::Enter | KeyCode::Char(' ') if play.table.pie() == Some(Pie::Choose) => ask_sides(model),
        KeyCode::Enter | KeyCode::Char(' ') => touch_and_go(model, effects),
        KeyCode::Char('p') if play.forced().is_some() => touch_cursor(model, effects),
        KeyCode::Esc if !play.touched.is_empty() => untouch(model),
        KeyCode::Esc if !play.is_live() => look_at(model, last, effects),
        KeyCode::Esc => {
            play.hint = None;
            play.shows_how_to = false;
        }
        KeyCode::Tab => cycle(model, 1),
        KeyCode::BackTab => cycle(model, -1),
        KeyCode::PageUp | KeyCode::Char('[' | ',') => look_at(model, ply.saturating_sub(1), effects),
        KeyCode::PageDown | KeyCode::Char(']' | '.') => look_at(model, ply + 1, effects),
        KeyCode::Home | KeyCode::Char('{' | '<') => look_at(model, 0, effects),
        KeyCode::End | KeyCode::Char('}' | '>') => look_at(model, last, effects),
        KeyCode::Char('u') | KeyCode::Backspace => {
            step(model, Table::take_back, "tui-nothing-to-undo", effects);
        }
        KeyCode::Char('U') => step(model, Table::play_again, "tui-nothing-to-redo", effects),
        KeyCode::Char('t') => ask_hint(model, effects),
        KeyCode::Char('e') => toggle_evaluation(model, effects),
        KeyCode::Char('v') => analysis::toggle_values(model, effects),
        KeyCode::Char('a') => analysis::enter(model, effects),
        KeyCode::Char('R') => review::start_or_stop(model, effects),
        KeyCode::Char('f') => {
            play.turn_round();
            settle(model);
        }
        KeyCode::Char('+' | '=') => zoom(model, 1),
        KeyCode::Char('-') => zoom(model, -1),
        KeyCode::Char('0') => {
            play.viewport.zoom = None;
            settle(model);
        }
        KeyCode::Char(':' | '/') => ask(model, Purpose::Command, ""),
        KeyCode::Char('s') => popups::ask_save(model),
        KeyCode::Char('o') => ask(model, Purpose::Load, ""),
        KeyCode::Char('x') => popups::ask_resign(model),
        KeyCode::Char('d') => popups::offer_draw(model),
        KeyCode::Char('n') if is_over => rematch(model, effects),
        KeyCode::Char('n') => model.confirm(Question::NewGame),
        KeyCode::Char('r') => {
            model.popup = Some(Popup::rules(play.table.record().game()));
        }
        KeyCode::Char('q' | 'm') => popups::to_menu(model, effects),
        KeyCode::Char('Q') => leave(model, effects),
        _ => {}
    }
}

/// The direction of an arrow, or of the keys that stand for them.
pub fn direction(code: KeyCode) -> Option<(isize, isize)> {
    Some(match code {
        KeyCode::Left | KeyCode::Char('h' | 'H') => (-1, 0),
        KeyCode::Down | KeyCode::Char('j' | 'J') => (0, 1),
        KeyCode::Up | KeyCode::Char('k' | 'K') => (0, -1),
        KeyCode::Right | KeyCode::Char('l' | 'L') => (1, 0),
        _ => return None,
    })
}

/// Moves the cursor by one cell, as the board is seen.
fn walk(model: &mut Model, (dx, dy): (isize, isize)) {
    let size = model.size;
    let Some(play) = &mut model.play else { return };
    let grid = play.grid(size);
    let (column, row) = grid.place(play.cursor_index());
    let column = column.saturating_add_signed(dx).min(grid.whole.0 - 1);
    let row = row.saturating_add_signed(dy).min(grid.whole.1 - 1);
    play.cursor.clone_from(&play.picture.cells[grid.index((column, row))].name);
    look_ahead(model);
    settle(model);
}

/// Moves the part of the board that is seen; the cursor comes along when it would be lost from sight.
fn pan(model: &mut Model, (dx, dy): (isize, isize)) {
    /// Cells at a time.
    const STRIDE: isize = 2;
    let size = model.size;
    let Some(play) = &mut model.play else { return };
    let grid = play.grid(size);
    if grid.is_whole() {
        return walk(model, (dx, dy));
    }
    let scroll =
        (grid.first.0.saturating_add_signed(dx * STRIDE), grid.first.1.saturating_add_signed(dy * STRIDE));
    play.viewport.scroll =
        (scroll.0.min(grid.whole.0 - grid.shown.0), scroll.1.min(grid.whole.1 - grid.shown.1));
    let (column, row) = grid.place(play.cursor_index());
    let within = |place: usize, first: usize, shown: usize| {
        let rim = usize::from(shown > 2);
        place.clamp(first + rim, (first + shown).saturating_sub(1 + rim).max(first + rim))
    };
    let column = within(column, play.viewport.scroll.0, grid.shown.0);
    let row = within(row, play.viewport.scroll.1, grid.shown.1);
    play.cursor.clone_from(
        &play.picture.cells[grid.index((column.min(grid.whole.0 - 1), row.min(grid.whole.1 - 1)))].name,
    );
    look_ahead(model);
}

pub fn zoom(model: &mut Model, by: i16) {
    let size = model.size;
    let Some(play) = &mut model.play else { return };
    let now = play.grid(size).cell.1;
    play.viewport.zoom = Some(now.saturating_add_signed(by).clamp(ZOOM_MIN, ZOOM_MAX));
    settle(model);
}

/// Jumps from one cell that may be touched to the next.
fn cycle(model: &mut Model, by: isize) {
    let Some(play) = &mut model.play else { return };
    let count = play.targets.len();
    if count == 0 {
        return not_now(model);
    }
    let here = play.targets.iter().position(|target| target.cell == play.cursor);
    let next = here.map_or(0, |index| (index + count).wrapping_add_signed(by) % count);
    play.cursor.clone_from(&play.targets[next].cell);
    look_ahead(model);
    settle(model);
}

/// Touches the cell under the cursor; where more is to be touched, the cursor goes to the nearest cell that
/// can be.
fn touch_and_go(model: &mut Model, effects: &mut Vec<Effect>) {
    let size = model.size;
    touch_cursor(model, effects);
    let Some(play) = &mut model.play else { return };
    if play.touched.is_empty() || play.touched.last() != Some(&play.cursor) || play.chooser.is_some() {
        return;
    }
    let grid = play.grid(size);
    let here = grid.place(play.cursor_index());
    let distance = |cell: &str| {
        let place = play
            .picture
            .cells
            .iter()
            .position(|other| other.name == cell)
            .map_or(here, |index| grid.place(index));
        (place.0.abs_diff(here.0).max(place.1.abs_diff(here.1)), place.1, place.0)
    };
    if let Some(target) = play.targets.iter().min_by_key(|target| distance(&target.cell)) {
        play.cursor.clone_from(&target.cell);
        look_ahead(model);
        settle(model);
    }
}

/// A choice is open: a number or a word.
fn choose(model: &mut Model, key: KeyEvent, effects: &mut Vec<Effect>) {
    let Some(play) = &mut model.play else { return };
    let Some(chooser) = &mut play.chooser else { return };
    match key.code {
        KeyCode::Enter | KeyCode::Char(' ') => return take_choice(model, effects),
        KeyCode::Esc => {
            untouch(model);
            return;
        }
        KeyCode::Char(digit) if digit.is_ascii_digit() && chooser.has_numbers() => chooser.type_digit(digit),
        KeyCode::Char(digit) if digit.is_ascii_digit() => {
            let index = (digit as usize).wrapping_sub('1' as usize);
            if index < chooser.options.len() {
                chooser.index = index;
            }
        }
        KeyCode::Home => chooser.step(isize::MIN),
        KeyCode::End => chooser.step(isize::MAX),
        KeyCode::Char('e') => return toggle_evaluation(model, effects),
        KeyCode::Char('v') => return analysis::toggle_values(model, effects),
        // More is up for numbers; lists read downwards.
        code => match (direction(code), chooser.has_numbers()) {
            (Some((dx, dy)), true) => chooser.step(dx - dy),
            (Some((dx, dy)), false) => chooser.step(dx + dy),
            (None, _) => {}
        },
    }
    show_choice(model);
}

/// Plays the move that was chosen.
pub fn take_choice(model: &mut Model, effects: &mut Vec<Effect>) {
    let mv =
        model.play.as_ref().and_then(|play| play.chooser.as_ref()).map(|chooser| chooser.mv().to_owned());
    match mv {
        Some(mv) => game::make(model, &mv, effects),
        None => refresh(model, effects),
    }
}
