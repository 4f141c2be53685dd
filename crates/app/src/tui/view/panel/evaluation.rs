//! What the engine thinks of the position: a bar, the verdict, and the lines that it found.

use engine::analysis::{AnalysisLine, Distance};
use engine::search::Value;
use games::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{EVALUATION_BAR, heading, right};
use crate::tui::game::Play;
use crate::tui::message::AnalysisProgress;
use crate::tui::model::Model;
use crate::tui::theme::Paint;
use crate::tui::view::reading::wrap;
use crate::tui::words_of;

pub(super) fn draw(model: &Model, play: &Play, area: Rect, buffer: &mut Buffer) {
    let skin = model.skin;
    heading(model, "tui-evaluation", area, buffer);
    let Some(evaluation) = &play.evaluation else { return };
    let record = play.table.record();
    let turn = play.shown().turn();
    let Some(analysis) = &evaluation.analysis else {
        let key =
            if evaluation.progress == AnalysisProgress::GoesOn { "tui-evaluating" } else { "game-over" };
        buffer.set_string(area.x, area.y + 1, model.say(key), skin.text(Paint::Dim));
        return;
    };
    let Some(best) = analysis.lines.first() else { return };
    if best.value != Value::Draw {
        right(
            buffer,
            area,
            area.y,
            &format!(" {} {}", model.say("tui-depth"), analysis.depth),
            skin.text(Paint::Dim),
        );
    }
    bar(model, play, best.value, turn, Rect { y: area.y + 1, height: 1, ..area }, buffer);
    if area.height <= EVALUATION_BAR {
        return;
    }
    let mut y = area.y + 2;
    for line in wrap(&model.words.verdict_by_side(record.info(), turn, best), area.width.into()) {
        buffer.set_string(area.x, y, line, skin.text(Paint::Text).add_modifier(Modifier::BOLD));
        y += 1;
    }
    let legend = area.bottom() - 1;
    for line in analysis.lines.iter().take(usize::from(legend.saturating_sub(y))) {
        buffer.set_string(area.x, y, format!("{:>6}", short(model, turn, line)), skin.text(Paint::Accent));
        let room = usize::from(area.width).saturating_sub(7);
        let mut text = line.moves.join(" ");
        if text.chars().count() > room {
            text = text.chars().take(room.saturating_sub(1)).chain(skin.pick("…", ".").chars()).collect();
        }
        buffer.set_string(area.x + 7, y, text, skin.text(Paint::Dim));
        y += 1;
    }
    let [first, second] = Player::BOTH.map(|player| words_of::side(model.words, record.info(), player));
    let text = model.words.say_with("tui-legend", [("first", first.into()), ("second", second.into())]);
    buffer.set_stringn(area.x, legend, text, area.width.into(), skin.text(Paint::Dim));
}

/// What a line is worth in few signs, always seen from the first player's side, as the bar is.
fn short(model: &Model, turn: Player, line: &AnalysisLine) -> String {
    let bound = if line.distance == Distance::AtMost { model.skin.pick("≤", "<") } else { "" };
    match (line.winner(turn), line.value) {
        (Some((winner, moves)), _) => {
            format!("{}#{bound}{moves}", if winner == Player::First { '+' } else { '-' })
        }
        (None, Value::About(score)) => model.words.score(if turn == Player::First { score } else { -score }),
        (None, _) => "=".to_owned(),
    }
}

/// How the prospects are shared between both sides.
fn bar(model: &Model, play: &Play, value: Value, turn: Player, area: Rect, buffer: &mut Buffer) {
    /// The score at which a side has about three quarters of the bar.
    const QUARTER: f64 = 300.0;
    let share = match value {
        Value::WinIn(_) => 1.0,
        Value::LossIn(_) => 0.0,
        Value::Draw => 0.5,
        Value::About(score) => 1.0 / (1.0 + (-1.1 * f64::from(score) / QUARTER).exp()),
    };
    let share = if turn == Player::First { share } else { 1.0 - share };
    let first = (share * f64::from(area.width)).round() as u16;
    let skin = model.skin;
    let info = play.table.record().info();
    for x in 0..area.width {
        let player = if x < first { Player::First } else { Player::Second };
        let side = info.side(player);
        let cell = &mut buffer[(area.x + x, area.y)];
        if skin.has_color() {
            let is_dark = side.tint.body.is_dark();
            // Black on a dark screen needs a pattern to be seen.
            let symbol = if is_dark { skin.pick('░', '.') } else { ' ' };
            cell.set_char(symbol)
                .set_style(Style::new().bg(skin.color(Paint::Side(side.tint))).fg(skin.color(Paint::Frame)));
        } else {
            cell.set_char(skin.pick(if player == Player::First { '█' } else { '░' }, side.symbol));
        }
    }
}
