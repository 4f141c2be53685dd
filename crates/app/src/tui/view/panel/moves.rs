//! The moves of the game in two columns, and before the first of them what the game is about.

use games::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{MOVES_MIN, heading, sections};
use crate::tui::game::Play;
use crate::tui::model::Model;
use crate::tui::theme::Paint;
use crate::tui::view::reading::wrap;

/// The rows of the move list that are seen: the index of the first, how moves are paired, and how wide
/// columns are.
struct Rows {
    first: usize,
    /// Of the numbers, with a space after them, and of the moves of a side.
    number: u16,
    column: u16,
    /// 1 when the second player began.
    offset: usize,
}

fn rows(play: &Play, area: Rect) -> Rows {
    let offset = usize::from(play.table.record().start().turn() == Player::Second);
    let count = (play.table.record().moves().len() + offset).div_ceil(2);
    let seen = usize::from(area.height.saturating_sub(1)).max(1);
    let row = (play.ply() + offset).saturating_sub(1) / 2;
    let first = (row + 1 + seen / 3).saturating_sub(seen).min(count.saturating_sub(seen));
    let number = (count.max(1).ilog10() as u16 + 1).max(2) + 1;
    Rows { first, number, column: area.width.saturating_sub(number) / 2, offset }
}

/// Returns the goal of the game as lines below the moves, in the first game of all and where there is room.
fn goal_lines(model: &Model, play: &Play, area: Rect) -> Vec<String> {
    let lines = wrap(model.words.goal(play.table.record().info()), area.width.into());
    let has_room = usize::from(area.height) > lines.len() + usize::from(MOVES_MIN);
    if play.is_first_game && has_room { lines } else { Vec::new() }
}

/// Returns where the moves are listed, above the goal.
fn list_area(model: &Model, play: &Play, area: Rect) -> Rect {
    Rect { height: area.height - goal_lines(model, play, area).len() as u16, ..area }
}

/// Draws the list of moves; before the first move, the goal of the game.
pub(super) fn draw(model: &Model, play: &Play, area: Rect, buffer: &mut Buffer) {
    let skin = model.skin;
    if area.height == 0 {
        return;
    }
    let record = play.table.record();
    if play.shows_how_to || record.moves().is_empty() || model.has_task() {
        return card(model, play, area, buffer);
    }
    heading(model, "tui-moves", area, buffer);
    let goal = goal_lines(model, play, area);
    let list = list_area(model, play, area);
    for (row, line) in goal.iter().enumerate() {
        buffer.set_string(list.x, list.bottom() + row as u16, line, skin.text(Paint::Dim));
    }
    let area = list;
    let Rows { first, number, column, offset } = rows(play, area);
    for row in 0..usize::from(area.height - 1) {
        let y = area.y + 1 + row as u16;
        for half in 0..2 {
            let Some(index) = (2 * (first + row) + half).checked_sub(offset) else { continue };
            let Some(mv) = record.moves().get(index) else { continue };
            let width = usize::from(number) - 1;
            buffer.set_string(area.x, y, format!("{:>width$}", first + row + 1), skin.text(Paint::Dim));
            let style = if index + 1 == play.ply() { skin.chosen() } else { skin.text(Paint::Text) };
            let signs = record.marks(index + 1).iter().filter_map(|mark| mark.sign());
            let comment = if record.comment(index + 1).is_empty() { None } else { Some("*") };
            let text: String = mv
                .chars()
                .chain(signs.chain(comment).flat_map(str::chars))
                .take(usize::from(column) - 1)
                .collect();
            buffer.set_string(area.x + number + half as u16 * column, y, text, style);
        }
    }
}

/// Before the first move: what the game is about, and in the first game of all how to play. What has no room
/// is left out whole; how to move comes first, if need be in fewer words.
fn card(model: &Model, play: &Play, area: Rect, buffer: &mut Buffer) {
    let skin = model.skin;
    let mut y = area.y + 1;
    let mut write = |text: &str, paint: Paint, buffer: &mut Buffer| {
        let lines = wrap(text, area.width.into());
        let has_room = usize::from(area.bottom().saturating_sub(y)) >= lines.len();
        for line in lines.iter().filter(|_| has_room) {
            buffer.set_string(area.x, y, line, skin.text(paint));
            y += 1;
        }
        has_room
    };
    if !write(model.words.goal(play.table.record().info()), Paint::Text, buffer) {
        return;
    }
    heading(model, "tui-goal", area, buffer);
    if play.shows_how_to {
        let _ = write(&model.say("tui-how-1"), Paint::Accent, buffer)
            || write(&model.say("tui-how-1-short"), Paint::Accent, buffer);
        for key in ["tui-how-2", "tui-how-3"] {
            write(&model.say(key), Paint::Accent, buffer);
        }
    }
}

/// The number of moves before the position that a click on the move list means.
pub fn ply_at(model: &Model, at: Position) -> Option<usize> {
    let play = model.play.as_deref()?;
    let area = sections(model, play).moves;
    if !area.contains(at) || play.shows_how_to || model.has_task() {
        return None;
    }
    let area = list_area(model, play, area);
    let Rows { first, number, column, offset } = rows(play, area);
    let row = usize::from(at.y.checked_sub(area.y + 1)?);
    let half = usize::from(at.x >= area.x + number + column);
    let index = (2 * (first + row) + half).checked_sub(offset)?;
    (index < play.table.record().moves().len()).then_some(index + 1)
}
