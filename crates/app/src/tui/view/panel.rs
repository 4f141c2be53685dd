//! Beside the board: who plays, what is to be done, the moves, what the engine thinks.

mod evaluation;
mod moves;
mod status;

use games::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::reading::wrap;
use super::{analysis, explorer, review};
use crate::tui::game::{Play, TENTHS};
use crate::tui::layout::parts;
use crate::tui::model::Model;
use crate::tui::theme::Paint;
use crate::tui::words_of;

pub use moves::ply_at;
use status::status;
pub use status::{chooser_area, option_at};

/// Lines for the evaluation, and the fewest for the moves.
const EVALUATION: u16 = 7;
const EVALUATION_TALL: u16 = 8;
/// Only the bar, below a list of moves with their values.
const EVALUATION_BAR: u16 = 2;
/// From this height on a list of moves and the whole evaluation have room.
const ROOMY: u16 = 30;
/// From this height on a panel has room for more of the evaluation.
const TALL: u16 = 20;
const MOVES_MIN: u16 = 3;

/// The parts of the panel.
struct Sections {
    players: Rect,
    status: Rect,
    moves: Rect,
    evaluation: Rect,
}

fn sections(model: &Model, play: &Play) -> Sections {
    let panel = parts(model.size).panel;
    let (x, width) = (panel.x + 2, panel.width.saturating_sub(3));
    let status = status(model, play, width.into()).len() as u16 + 1;
    let is_listing =
        play.values.is_some() || model.analysis.as_ref().is_some_and(|board| board.explorer.is_some());
    let evaluation = match play.evaluation {
        Some(_) if is_listing && panel.height < ROOMY => EVALUATION_BAR,
        Some(_) if panel.height >= TALL => EVALUATION_TALL,
        Some(_) => EVALUATION,
        None => 0,
    };
    // Lessons and puzzles have no players, and more to say than a game.
    let (players, least) = if model.has_task() { (0, 0) } else { (2 * player_lines(model), MOVES_MIN) };
    let fixed = players + 1 + evaluation;
    let status = status.min(panel.height.saturating_sub(fixed + least));
    let moves = panel.height.saturating_sub(fixed + status);
    let y = panel.y + players + 1;
    Sections {
        players: Rect::new(x, panel.y, width, players),
        status: Rect::new(x, y, width, status),
        moves: Rect::new(x, y + status, width, moves),
        evaluation: Rect::new(x, y + status + moves, width, evaluation),
    }
}

/// The lines for each player. On a small analysis board the moves need the line of the player's name.
fn player_lines(model: &Model) -> u16 {
    if model.analysis.is_some() && parts(model.size).panel.height < TALL { 1 } else { 2 }
}

pub fn draw(model: &Model, play: &Play, buffer: &mut Buffer) {
    let panel = parts(model.size).panel;
    for y in panel.top()..panel.bottom() {
        buffer.set_string(panel.x, y, model.skin.pick("│", "|"), model.skin.text(Paint::Frame));
    }
    let sections = sections(model, play);
    if sections.players.height > 0 {
        players(model, play, sections.players, buffer);
    }
    for (row, line) in status(model, play, sections.status.width.into())
        .into_iter()
        .enumerate()
        .take(sections.status.height.into())
    {
        line.render(Rect { y: sections.status.y + row as u16, height: 1, ..sections.status }, buffer);
    }
    match &model.analysis {
        _ if play.values.is_some() => analysis::values(model, play, sections.moves, buffer),
        Some(board) => match &board.explorer {
            Some(panel) => explorer::draw(model, play, panel, sections.moves, buffer),
            None => analysis::tree(model, board, sections.moves, buffer),
        },
        None => moves::draw(model, play, sections.moves, buffer),
    }
    if sections.evaluation.height > 0 {
        evaluation::draw(model, play, sections.evaluation, buffer);
    }
}

fn players(model: &Model, play: &Play, area: Rect, buffer: &mut Buffer) {
    let skin = model.skin;
    let info = play.table.record().info();
    let turn = play.shown_turn();
    let lines = player_lines(model);
    for player in Player::BOTH {
        let y = area.y + lines * player.index() as u16;
        let side = info.side(player);
        let is_turn = turn == Some(player);
        if is_turn {
            buffer.set_string(area.x, y, skin.pick("▸", ">"), skin.text(Paint::Accent));
        }
        let chip = format!(" {} ", skin.pick(side.glyph, side.symbol));
        let style = Style::new()
            .fg(skin.color(Paint::Side(side.tint)))
            .bg(skin.color(Paint::Plain(info.surface)))
            .add_modifier(Modifier::BOLD);
        buffer.set_string(area.x + 2, y, chip, style);
        let name = words_of::side(model.words, info, player);
        let paint = if is_turn { Paint::Accent } else { Paint::Text };
        buffer.set_stringn(
            area.x + 6,
            y,
            name,
            usize::from(area.width) - 6,
            skin.text(paint).add_modifier(Modifier::BOLD),
        );
        if lines > 1 {
            let seat = words_of::at_table(model.words, &play.table, player);
            buffer.set_stringn(area.x + 6, y + 1, seat, usize::from(area.width) - 6, skin.text(Paint::Dim));
        }
        if let Some(counts) = play.picture.counts {
            let count = counts[player.index()];
            let then =
                play.preview.as_ref().and_then(|preview| preview.counts).map(|counts| counts[player.index()]);
            let text = match then.filter(|then| *then != count) {
                Some(then) => format!("{count} {} {then}", skin.pick("→", ">")),
                None => count.to_string(),
            };
            right(buffer, area, y, &text, skin.text(Paint::Text).add_modifier(Modifier::BOLD));
        }
        if let Some(clocks) = play.table.clocks() {
            let left = clocks.left(player, model.now);
            let paint = if left <= TENTHS { Paint::Alarm } else { paint };
            right(buffer, area, y + 1, &clock(left), skin.text(paint));
        }
    }
}

fn right(buffer: &mut Buffer, area: Rect, y: u16, text: &str, style: Style) {
    let width = text.chars().count() as u16;
    buffer.set_string(area.right().saturating_sub(width), y, text, style);
}

fn clock(left: std::time::Duration) -> String {
    if left <= TENTHS {
        return format!("{}.{}", left.as_secs(), left.subsec_millis() / 100);
    }
    // A clock shows a second until it is over.
    let seconds = left.as_millis().div_ceil(1000);
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Where the moves are listed.
pub fn moves_area(model: &Model, play: &Play) -> Rect {
    sections(model, play).moves
}

/// The number of moves before the position that a click on the graph of a review means.
pub fn graph_ply_at(model: &Model, at: Position) -> Option<usize> {
    let (board, play) = (model.analysis.as_ref()?, model.play.as_deref()?);
    let review = board.review.as_ref()?.review.as_ref()?;
    let area = sections(model, play).status;
    let width = usize::from(area.width);
    let above = analysis::notes(model, board).into_iter().skip(usize::from(player_lines(model) == 1));
    let row: usize = above.map(|note| wrap(&note, width).len()).sum();
    if !area.contains(at) || usize::from(at.y - area.y) != row {
        return None;
    }
    let signs = review::graph(model, board, review, width);
    signs.get(usize::from(at.x - area.x)).map(|(_, ply)| *ply)
}

pub fn heading(model: &Model, key: &str, area: Rect, buffer: &mut Buffer) {
    let text = model.say(key);
    let rule =
        model.skin.pick("─", "-").repeat(usize::from(area.width).saturating_sub(text.chars().count() + 1));
    buffer.set_string(area.x, area.y, &text, model.skin.text(Paint::Dim));
    buffer.set_string(area.x + text.chars().count() as u16 + 1, area.y, rule, model.skin.text(Paint::Frame));
}
