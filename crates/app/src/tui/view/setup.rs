//! The position editor: the board, what can be put on it, and whether it is a position.

use games::editor::CellContent;
use games::{Info, Outcome};
use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::Modifier;

use super::board::{frame_cell, labelled};
use super::reading::wrap;
use crate::tui::layout::parts;
use crate::tui::model::Model;
use crate::tui::setup::SetupScreen;
use crate::tui::theme::Paint;
use crate::tui::words_of;

pub fn draw(model: &Model, screen: &SetupScreen, buffer: &mut Buffer) {
    let skin = model.skin;
    let areas = parts(model.size);
    let info = screen.editor.game().info;
    let picture = screen.editor.picture();
    let title = format!(" jogo {} {}", skin.pick("·", "-"), model.words.name(info.name));
    buffer.set_stringn(
        0,
        0,
        title,
        areas.header.width.into(),
        skin.text(Paint::Accent).add_modifier(Modifier::BOLD),
    );
    let grid = screen.grid(&picture, model.size);
    let index = screen.cursor_index(&picture);
    labelled(skin, info, &picture, &grid, index, buffer);
    if let Some(area) = grid.rect(index) {
        frame_cell(skin, area, &picture.cells[index], buffer);
    }
    panel(model, screen, buffer);
}

/// What a content is called.
fn name(model: &Model, info: &'static Info, content: CellContent) -> String {
    match content {
        CellContent::Empty => model.say("setup-empty"),
        CellContent::Ground(ground) => model.say(&format!("setup-ground-{}", ground.word())),
        CellContent::Piece(piece) => {
            let side = words_of::side(model.words, info, piece.owner);
            match piece.size {
                Some(size) => format!("{side} {size}"),
                None => side,
            }
        }
    }
}

/// The index in the palette of what is named at a place of the screen.
pub fn brush_at(model: &Model, at: Position) -> Option<usize> {
    let (screen, area) = (model.setup.as_ref()?, parts(model.size).panel);
    let row = usize::from(at.y.checked_sub(area.y + 1)?);
    (area.contains(at) && row < screen.editor.palette().contents.len()).then_some(row)
}

fn panel(model: &Model, screen: &SetupScreen, buffer: &mut Buffer) {
    let skin = model.skin;
    let area = parts(model.size).panel;
    let (x, width) = (area.x + 2, usize::from(area.width.saturating_sub(3)));
    let info = screen.editor.game().info;
    let palette = screen.editor.palette();
    let mut lines: Vec<(String, Paint, bool)> = vec![(model.say("setup-title"), Paint::Accent, false)];
    for (index, content) in palette.contents.iter().enumerate() {
        let is_chosen = index == screen.brush;
        let content = if is_chosen { screen.content() } else { *content };
        let mark = if is_chosen { ">" } else { " " };
        lines.push((format!("{mark} {}", name(model, info, content)), Paint::Text, is_chosen));
    }
    let setup = screen.editor.setup();
    let side = words_of::side(model.words, info, setup.turn);
    lines.push((model.words.say_with("tui-to-move", [("side", side.into())]), Paint::Text, false));
    for (index, (counter, value)) in palette.counters.iter().zip(&setup.counters).enumerate() {
        let mark = if index == screen.counter { ">" } else { " " };
        let label = model.words.message(&counter.name.message());
        // A counter whose name needs more than a line still shows its number.
        let text = wrap(&format!("{label}: {value}"), width.saturating_sub(2));
        let marks = std::iter::once(mark).chain(std::iter::repeat(" "));
        lines.extend(marks.zip(text).map(|(mark, text)| (format!("{mark} {text}"), Paint::Dim, false)));
    }
    let verdict = match screen.editor.position() {
        Err(reason) => (model.words.message(&reason), Paint::Alarm),
        Ok(position) => match position.outcome() {
            None => (model.say("setup-valid"), Paint::Keeps),
            Some(outcome) => (over(model, info, outcome), Paint::Accent),
        },
    };
    lines.extend(wrap(&verdict.0, width).into_iter().map(|line| (line, verdict.1, false)));
    lines.extend(wrap(&model.say("setup-help"), width).into_iter().map(|line| (line, Paint::Dim, false)));
    for (row, (line, paint, is_chosen)) in lines.iter().enumerate().take(area.height.into()) {
        let style = if *is_chosen { skin.chosen() } else { skin.text(*paint) };
        buffer.set_stringn(x, area.y + row as u16, line, width, style);
    }
}

fn over(model: &Model, info: &'static Info, outcome: Outcome) -> String {
    let result = match outcome {
        Outcome::Draw => model.say("value-draw"),
        Outcome::Win(winner) => {
            let side = words_of::side(model.words, info, winner);
            model.words.say_with("tui-wins", [("side", side.into())])
        }
    };
    model.words.say_with("setup-over", [("result", result.into())])
}
