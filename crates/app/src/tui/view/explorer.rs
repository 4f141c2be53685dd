//! What was played in a position, in the place of the tree of a study.

use engine::explorer::ExploredMove;
use games::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::analysis::{class_paint, short};
use super::panel::heading;
use super::reading::wrap;
use crate::tui::analysis::{ExplorerMoves, ExplorerPanel};
use crate::tui::game::Play;
use crate::tui::model::Model;
use crate::tui::theme::Paint;
use crate::tui::words_of;
use engine::values::MoveClass;

/// Rows that have a number, the key that plays their move.
const NUMBERED: usize = 9;
/// Rows that are worth more than the words that explain them.
const ROWS_MIN: usize = 6;

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
    } else {
        let legend = wrap(&legend, width);
        // The moves come first where there is little room.
        if usize::from(area.height) >= ROWS_MIN + 1 + below.len() + legend.len() {
            below.extend(legend);
        }
    }
    let seen = usize::from(area.height).saturating_sub(1 + below.len());
    let mut y = area.y + 1;
    // Columns are as wide as what stands in them; where nothing was played, there is none of games.
    let moves = found.moves.iter().map(|explored| explored.mv.len()).max().unwrap_or(0);
    let games = found.moves.iter().map(|explored| explored.results.games()).max().unwrap_or(0);
    let counts = if games == 0 { 0 } else { games.to_string().len() };
    let first = through(play, found).map_or(0, |here| (here + 1).saturating_sub(seen));
    for (index, explored) in found.moves.iter().enumerate().skip(first).take(seen) {
        let number = if index < NUMBERED { (index + 1).to_string() } else { " ".to_owned() };
        let gap = if counts == 0 { "" } else { " " };
        let count = match explored.results.games() {
            0 => String::new(),
            count => count.to_string(),
        };
        let text =
            format!("{number} {:<moves$} {count:>counts$}{gap}{}", explored.mv, worth(model, explored));
        buffer.set_stringn(area.x, y, text, width, skin.text(paint(explored)));
        y += 1;
    }
    for line in below.iter().take(usize::from(area.bottom().saturating_sub(y))) {
        buffer.set_stringn(area.x, y, line, width, skin.text(Paint::Dim));
        y += 1;
    }
}

/// The first of the moves that the cursor leads to: it is kept in sight.
fn through(play: &Play, found: &ExplorerMoves) -> Option<usize> {
    let mut touched = play.touched.clone();
    touched.push(play.cursor.clone());
    let moves: Vec<&str> = games::open_gestures(&play.handles, &touched).map(|(mv, _)| mv).collect();
    found.moves.iter().position(|explored| moves.contains(&explored.mv.as_str()))
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
