//! What was played in a position, in the place of the tree of a study.

use engine::explorer::ExploredMove;
use games::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::analysis::{class_paint, short};
use super::panel::heading;
use super::reading::wrap;
use crate::tui::analysis::ExplorerPanel;
use crate::tui::game::Play;
use crate::tui::model::Model;
use crate::tui::theme::Paint;
use crate::tui::words_of;
use engine::values::MoveClass;

/// Rows that have a number, the key that plays their move.
const NUMBERED: usize = 9;

pub fn draw(model: &Model, play: &Play, panel: &ExplorerPanel, area: Rect, buffer: &mut Buffer) {
    let skin = model.skin;
    heading(model, "explorer-title", area, buffer);
    let width = usize::from(area.width);
    let Some(found) = &panel.found else {
        buffer.set_stringn(area.x, area.y + 1, model.say("explorer-reading"), width, skin.text(Paint::Dim));
        return;
    };
    let side = |player| words_of::side(model.words, play.table.record().info(), player);
    let [first, second] = Player::BOTH.map(side);
    let count = model.words.say_with("explore-games", [("count", found.games.into())]);
    let legend =
        model.words.say_with("explorer-legend", [("first", first.into()), ("second", second.into())]);
    let mut below = wrap(&count, width);
    if found.moves.is_empty() {
        below.extend(wrap(&model.say("explore-nothing"), width));
    } else if usize::from(area.height) > 8 {
        below.extend(wrap(&legend, width));
    }
    let seen = usize::from(area.height).saturating_sub(1 + below.len());
    let mut y = area.y + 1;
    for (index, explored) in found.moves.iter().take(seen).enumerate() {
        let number = if index < NUMBERED { (index + 1).to_string() } else { " ".to_owned() };
        let text =
            format!("{number} {:<7} {:>4} {}", explored.mv, explored.results.games(), worth(model, explored));
        buffer.set_stringn(area.x, y, text, width, skin.text(paint(explored)));
        y += 1;
    }
    for line in below.iter().take(usize::from(area.bottom().saturating_sub(y))) {
        buffer.set_stringn(area.x, y, line, width, skin.text(Paint::Dim));
        y += 1;
    }
}

/// What is known of a move, or how the games went on that were played to their end.
fn worth(model: &Model, explored: &ExploredMove) -> String {
    if let Some(line) = &explored.known {
        return short(model, line);
    }
    let results = explored.results;
    let finished = results.games() - results.unfinished;
    if finished == 0 {
        return String::new();
    }
    let percent = |count: u32| words::percent(f64::from(count) / f64::from(finished));
    format!("{}/{}/{} %", percent(results.won[0]), percent(results.drawn), percent(results.won[1]))
}

fn paint(explored: &ExploredMove) -> Paint {
    match explored.known.as_ref().map(|line| line.value.rank().0) {
        Some(rank) if rank > 0 => class_paint(MoveClass::Keeps),
        Some(rank) if rank < 0 => class_paint(MoveClass::Loses),
        _ => Paint::Text,
    }
}
