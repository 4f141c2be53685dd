//! The mouse: click and click, or drag; the wheel turns what is under it.

use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::game::look_at;
use super::hand::{look_ahead, show_choice, touch_cursor};
use super::keys::{take_choice, zoom};
use super::*;
use crate::tui::layout::{is_too_small, parts};
use crate::tui::view;

pub fn mouse(model: &mut Model, event: MouseEvent, effects: &mut Vec<Effect>) {
    let at = Position::new(event.column, event.row);
    if is_too_small(model.size) {
        return;
    }
    if model.setup.is_some() && model.popup.is_none() {
        return setup::mouse(model, event, effects);
    }
    if matches!(event.kind, MouseEventKind::Down(_)) {
        puzzle::wait(model);
    }
    match event.kind {
        MouseEventKind::ScrollUp => wheel(model, at, -1, effects),
        MouseEventKind::ScrollDown => wheel(model, at, 1, effects),
        MouseEventKind::Down(MouseButton::Left) if model.popup.is_some() => popups::click(model, at, effects),
        _ if model.popup.is_some() => {}
        MouseEventKind::Down(MouseButton::Left) if view::key_at(model, at).is_some() => {
            if let Some(code) = view::key_at(model, at) {
                keys::press(model, code.into(), effects);
            }
        }
        MouseEventKind::Down(MouseButton::Left) if model.is_in_menu => menu::click(model, at, effects),
        MouseEventKind::Down(MouseButton::Left) => click(model, at, effects),
        MouseEventKind::Up(MouseButton::Left) if !model.is_in_menu => drop(model, at, effects),
        MouseEventKind::Down(MouseButton::Right) if !model.is_in_menu => hand::untouch(model),
        MouseEventKind::Moved | MouseEventKind::Drag(_) if !model.is_in_menu => hover(model, at),
        _ => {}
    }
}

/// The cell under the mouse, by its name.
fn cell_at(model: &Model, at: Position) -> Option<String> {
    let play = model.play.as_ref()?;
    let index = play.grid(model.size).hit(at.x, at.y)?;
    Some(play.picture.cells[index].name.clone())
}

fn hover(model: &mut Model, at: Position) {
    let Some(cell) = cell_at(model, at) else { return };
    let Some(play) = &mut model.play else { return };
    if play.cursor != cell && play.chooser.is_none() {
        play.cursor = cell;
        look_ahead(model);
    }
}

fn click(model: &mut Model, at: Position, effects: &mut Vec<Effect>) {
    model.notice = None;
    if model.analysis.is_some() {
        if let Some(node) = view::node_at(model, at) {
            return analysis::go_to(model, Some(node), effects);
        }
        if let Some(ply) = view::graph_ply_at(model, at) {
            return review::look_at(model, ply, effects);
        }
    } else if let Some(ply) = view::ply_at(model, at) {
        return look_at(model, ply, effects);
    }
    let cell = cell_at(model, at);
    let Some(play) = &mut model.play else { return };
    if let Some(chooser) = &mut play.chooser {
        // A choice that names a cell is made on the board; elsewhere a click takes what is shown or lets it
        // be.
        match cell {
            Some(cell) if chooser.pick(&cell) || play.touched.last() == Some(&cell) => {
                take_choice(model, effects);
            }
            _ if view::chooser_area(model).is_some_and(|area| area.contains(at)) => {
                if let Some(index) = view::option_at(model, at)
                    && let Some(chooser) = model.play.as_mut().and_then(|play| play.chooser.as_mut())
                {
                    chooser.index = index;
                }
                take_choice(model, effects);
            }
            _ => hand::untouch(model),
        }
        return;
    }
    if !play.is_live() {
        let last = play.table.record().moves().len();
        return look_at(model, last, effects);
    }
    let Some(cell) = cell else { return hand::untouch(model) };
    play.cursor = cell;
    touch_cursor(model, effects);
}

/// The end of a drag: somewhere else than it began, it touches there too.
fn drop(model: &mut Model, at: Position, effects: &mut Vec<Effect>) {
    let Some(cell) = cell_at(model, at) else { return };
    let Some(play) = &mut model.play else { return };
    let is_drag = play.chooser.is_none() && play.touched.last().is_some_and(|origin| *origin != cell);
    if is_drag && play.targets.iter().any(|target| target.cell == cell) {
        play.cursor = cell;
        touch_cursor(model, effects);
    }
}

fn wheel(model: &mut Model, at: Position, by: isize, effects: &mut Vec<Effect>) {
    if model.popup.is_some() {
        return popups::scroll(model, by * 3);
    }
    if model.is_in_menu {
        return menu::turn(model, by);
    }
    let is_on_board = parts(model.size).board.contains(at);
    let Some(play) = &mut model.play else { return };
    if let Some(chooser) = &mut play.chooser {
        let by = if chooser.has_numbers() { -by } else { by };
        chooser.step(by);
        return show_choice(model);
    }
    if model.analysis.is_some() && !is_on_board {
        let code = if by < 0 { KeyCode::PageUp } else { KeyCode::PageDown };
        analysis::press(model, code.into(), effects);
    } else if is_on_board {
        zoom(model, if by < 0 { 1 } else { -1 });
    } else if model.lesson.is_none() && model.puzzle.is_none() {
        let ply = play.ply().saturating_add_signed(by);
        look_at(model, ply, effects);
    }
}
