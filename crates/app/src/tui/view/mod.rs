//! The screen, from the model alone.

mod analysis;
mod board;
mod entry;
mod explorer;
mod footer;
mod lesson;
mod library;
mod menu;
mod panel;
mod pieces;
mod popups;
mod puzzle;
mod reading;
mod review;
mod setup;
mod teach;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::game::Play;
use super::layout::{HEIGHT_MIN, WIDTH_MIN, is_too_small, parts};
use super::model::Model;
use super::theme::Paint;
use super::words_of;
use games::Outcome;

pub use analysis::node_at;
pub use footer::key_at;
pub use library::library_found;
pub use menu::{MenuTarget, menu_spot};
pub use panel::{chooser_area, graph_ply_at, option_at, ply_at};
pub use popups::{answer_at, going_at, reading_area, scroll_max, sketch_cell_at, sketches};
pub use puzzle::puzzles_at;
pub use setup::brush_at;

/// Draws everything.
pub fn view(model: &Model, frame: &mut Frame<'_>) {
    let area = frame.area();
    // Everything is laid out for the size in the model; any other may lack the room for it.
    if (area.width, area.height) == model.size {
        draw(model, frame.buffer_mut(), area);
        if let Some(line) = entry::line(model) {
            frame.set_cursor_position(line.cursor);
        }
    }
}

fn draw(model: &Model, buffer: &mut Buffer, area: Rect) {
    let skin = model.skin;
    buffer.set_style(area, Style::new().fg(skin.color(Paint::Text)).bg(skin.color(Paint::Screen)));
    if is_too_small((area.width, area.height)) {
        return too_small(model, buffer, area);
    }
    if let Some(screen) = &model.setup {
        setup::draw(model, screen, buffer);
        footer::draw(model, buffer);
        return popups::draw(model, buffer);
    }
    match (&model.play, model.is_in_menu) {
        (Some(play), false) => {
            header(model, play, buffer);
            board::draw(model, play, buffer);
            panel::draw(model, play, buffer);
            footer::draw(model, buffer);
        }
        _ => {
            menu::draw(model, buffer, area);
            footer::draw(model, buffer);
        }
    }
    popups::draw(model, buffer);
}

fn too_small(model: &Model, buffer: &mut Buffer, area: Rect) {
    let text =
        model.words.say_with("tui-too-small", [("width", WIDTH_MIN.into()), ("height", HEIGHT_MIN.into())]);
    let lines = reading::wrap(&text, area.width.saturating_sub(2).max(1).into());
    let top = area.height.saturating_sub(lines.len() as u16) / 2;
    for (row, line) in lines.iter().enumerate().take(area.height.into()) {
        let left = (usize::from(area.width).saturating_sub(line.chars().count()) / 2) as u16;
        buffer.set_stringn(
            left,
            (top + row as u16).min(area.height - 1),
            line,
            area.width.into(),
            model.skin.text(Paint::Text),
        );
    }
}

/// The name of the game, and how it stands.
fn header(model: &Model, play: &Play, buffer: &mut Buffer) {
    let skin = model.skin;
    let area = parts(model.size).header;
    let record = play.table.record();
    let title = Line::from(vec![
        Span::styled(" jogo ", skin.text(Paint::Accent).add_modifier(Modifier::BOLD)),
        Span::styled(skin.pick("· ", "- "), skin.text(Paint::Dim)),
        Span::styled(
            model.words.name(record.info().name),
            skin.text(Paint::Text).add_modifier(Modifier::BOLD),
        ),
    ]);
    let used = title.width() as u16 + 2;
    title.render(area, buffer);
    let side = |player| words_of::side(model.words, record.info(), player);
    let text = match record.outcome().filter(|_| play.is_live()) {
        Some(Outcome::Win(winner)) => model.words.say_with("tui-wins", [("side", side(winner).into())]),
        Some(Outcome::Draw) => model.say("value-draw"),
        None => model.words.say_with("tui-to-move", [("side", side(play.shown().turn()).into())]),
    };
    let text = match play.looking {
        Some(ply) => format!("{ply}/{} {} {text}", record.moves().len(), skin.pick("·", "-")),
        None => text,
    };
    let paint = if !play.is_live() || record.outcome().is_some() { Paint::Accent } else { Paint::Dim };
    let room = usize::from(area.width.saturating_sub(used + 1));
    let text: String = text.chars().take(room).collect();
    let left = area.width - 1 - text.chars().count() as u16;
    buffer.set_string(left, area.y, text, skin.text(paint));
}
