//! Beside the board: the tree of a study, and what every move is worth.

use engine::analysis::{AnalysisLine, Distance};
use engine::search::Value;
use engine::values::{MoveClass, MoveValue};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::panel::heading;
use super::reading::wrap;
use crate::tui::analysis::{AnalysisBoard, TreeRow, tree_rows};
use crate::tui::game::Play;
use crate::tui::model::Model;
use crate::tui::theme::Paint;
use crate::tui::touch;
use games::study::NodeId;

/// The colour of a class of moves. Its sign stands beside it.
pub fn class_paint(class: MoveClass) -> Paint {
    match class {
        MoveClass::Keeps => Paint::Keeps,
        MoveClass::LosesLittle => Paint::Target,
        MoveClass::Loses => Paint::Alarm,
    }
}

/// The tree of the moves, the current one in sight.
pub fn tree(model: &Model, board: &AnalysisBoard, area: Rect, buffer: &mut Buffer) {
    let skin = model.skin;
    heading(model, "analysis-tree", area, buffer);
    let study = board.editor.study();
    let is_hidden = board.tried_again().is_some();
    let rows = if is_hidden { Vec::new() } else { tree_rows(study, area.width.into()) };
    if rows.is_empty() {
        let text = model.say(if is_hidden { "analysis-hidden" } else { "analysis-empty" });
        for (row, line) in
            wrap(&text, area.width.into()).iter().enumerate().take(usize::from(area.height.saturating_sub(1)))
        {
            buffer.set_string(area.x, area.y + 1 + row as u16, line, skin.text(Paint::Dim));
        }
        return;
    }
    for (row, TreeRow { indent, moves }) in seen_rows(&rows, board.node, area).enumerate() {
        let mut x = area.x + (*indent as u16).min(area.width / 2);
        for (node, text) in moves {
            let style = match (*node == board.node, indent) {
                (true, _) => skin.chosen(),
                (false, 0) => skin.text(Paint::Text),
                (false, _) => skin.text(Paint::Dim),
            };
            let room = usize::from(area.right().saturating_sub(x));
            buffer.set_stringn(x, area.y + 1 + row as u16, text, room, style);
            x += text.chars().count() as u16 + 1;
        }
    }
}

/// The rows of a tree that are seen.
fn seen_rows(rows: &[TreeRow], node: NodeId, area: Rect) -> impl Iterator<Item = &TreeRow> {
    let seen = usize::from(area.height.saturating_sub(1)).max(1);
    let here = rows.iter().position(|row| row.moves.iter().any(|(other, _)| *other == node)).unwrap_or(0);
    let first = (here + 1 + seen / 3).saturating_sub(seen).min(rows.len().saturating_sub(seen));
    rows.iter().skip(first).take(seen)
}

/// The node of the move of the tree at a place of the screen.
pub fn node_at(model: &Model, at: Position) -> Option<NodeId> {
    let (board, play) = (model.analysis.as_ref()?, model.play.as_deref()?);
    let area = super::panel::moves_area(model, play);
    if !area.contains(at)
        || play.values.is_some()
        || board.explorer.is_some()
        || board.tried_again().is_some()
    {
        return None;
    }
    let rows = tree_rows(board.editor.study(), area.width.into());
    let row = seen_rows(&rows, board.node, area).nth(usize::from(at.y.checked_sub(area.y + 1)?))?;
    let mut x = area.x + (row.indent as u16).min(area.width / 2);
    row.moves.iter().find_map(|(node, text)| {
        let right = x + text.chars().count() as u16;
        let is_hit = (x..right).contains(&at.x);
        x = right + 1;
        is_hit.then_some(*node)
    })
}

/// The move that the cursor is at, or the best one with the piece under it.
fn focus<'a>(play: &Play, moves: &'a [MoveValue]) -> Option<&'a MoveValue> {
    if let Some(chooser) = &play.chooser {
        return moves.iter().find(|value| value.mv() == chooser.mv());
    }
    let mut touched = play.touched.clone();
    touched.push(play.cursor.clone());
    let meant = touch::meant(&play.handles, &touched);
    let through: Vec<&str> = games::open_gestures(&play.handles, &touched).map(|(mv, _)| mv).collect();
    match meant {
        Some(mv) => moves.iter().find(|value| value.mv() == mv),
        None => moves.iter().find(|value| through.contains(&value.mv())),
    }
}

/// The list of all moves with their values, best first, the move under the cursor in words, and what the
/// signs mean.
pub fn values(model: &Model, play: &Play, area: Rect, buffer: &mut Buffer) {
    let skin = model.skin;
    heading(model, "values-title", area, buffer);
    let width = usize::from(area.width);
    let mut y = area.y + 1;
    let Some(found) = play.values.as_ref().and_then(|state| state.found.as_ref()) else {
        let key = if play.table.to_move().is_none() { "game-over" } else { "tui-evaluating" };
        buffer.set_stringn(area.x, y, model.say(key), width, skin.text(Paint::Dim));
        return;
    };
    let focused = focus(play, &found.moves);
    let legend: Vec<(String, Paint)> = MoveClass::ALL
        .into_iter()
        .map(|class| (format!("{} {}", class.sign(), model.words.move_class(class)), class_paint(class)))
        .collect();
    let mut below: Vec<(String, Paint)> = Vec::new();
    // Where there is little room, its sign says the class of a move.
    let said = match focused {
        None => model.words.keeping_moves(found),
        Some(value) if area.height < 11 => format!("{}: {}", value.mv(), model.words.move_value(value)),
        Some(value) => model.words.said_move(value),
    };
    below.extend(wrap(&said, width).into_iter().map(|line| (line, Paint::Accent)));
    if usize::from(area.height) >= 9 + below.len() {
        below.extend(legend);
    }
    let seen = usize::from(area.height).saturating_sub(1 + below.len());
    let here = focused.and_then(|focused| found.moves.iter().position(|value| value == focused)).unwrap_or(0);
    let first = (here + 1).saturating_sub(seen).min(found.moves.len().saturating_sub(seen));
    for value in found.moves.iter().skip(first).take(seen) {
        let paint = class_paint(value.class);
        let style = if focused == Some(value) { skin.chosen() } else { skin.text(paint) };
        let text = format!("{} {:<8} {}", value.class.sign(), value.mv(), short(model, &value.line));
        buffer.set_stringn(area.x, y, text, width, style);
        y += 1;
    }
    for (line, paint) in below {
        if y >= area.bottom() {
            break;
        }
        buffer.set_stringn(area.x, y, line, width, skin.text(paint));
        y += 1;
    }
}

/// What a move is worth to the side that makes it, in few words.
pub fn short(model: &Model, line: &AnalysisLine) -> String {
    let bound = if line.distance == Distance::AtMost { model.skin.pick("≤", "<") } else { "" };
    let (key, plies) = match line.value {
        Value::WinIn(plies) => ("values-short-win", plies),
        Value::LossIn(plies) => ("values-short-loss", plies),
        Value::Draw => return model.say("value-draw"),
        Value::About(score) => return model.words.score(score),
    };
    model.words.say_with(key, [("moves", format!("{bound}{}", plies.div_ceil(2)).into())])
}

/// The part of the screen for notes of the analysis, under the players.
pub fn notes(model: &Model, board: &AnalysisBoard) -> Vec<String> {
    let study = board.editor.study();
    let siblings = board.siblings();
    let mut notes = vec![model.say("analysis-title")];
    if siblings.len() > 1 {
        let place = siblings.iter().position(|node| *node == board.node).map_or(0, |index| index + 1);
        let args = [("place", place.into()), ("all", siblings.len().into())];
        notes.push(model.words.say_with("analysis-variation", args));
    }
    let before = study.comment_before(board.node);
    notes.extend((!before.is_empty()).then(|| before.to_owned()));
    notes
}
