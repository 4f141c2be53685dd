//! The line that is being typed, at the foot of the screen.

use ratatui::layout::Position;

use crate::tui::layout::parts;
use crate::tui::model::Model;
use crate::tui::popups::{Popup, Purpose};

/// What is seen of a line that is being typed.
pub struct Typed {
    pub prompt: String,
    /// As much of the text as there is room for, the cursor within it.
    pub text: String,
    pub cursor: Position,
}

pub fn line(model: &Model) -> Option<Typed> {
    let Some(Popup::Entry(entry)) = &model.popup else { return None };
    let area = parts(model.size).footer;
    let prompt = model.say(match entry.purpose {
        Purpose::Command => "tui-prompt-command",
        Purpose::Save => "tui-prompt-save",
        Purpose::Load => "tui-prompt-load",
        Purpose::Comment => "analysis-prompt-comment",
        Purpose::Opponent => "analysis-prompt-level",
        Purpose::Position => "analysis-prompt-position",
        Purpose::Counter => "setup-prompt-counter",
    });
    let left = prompt.chars().count() + 2;
    let room = usize::from(area.width).saturating_sub(left + 2);
    let skipped = entry.input.visual_scroll(room);
    let text = entry.input.value().chars().skip(skipped).take(room + 1).collect();
    let column = left + entry.input.visual_cursor().saturating_sub(skipped);
    let column = u16::try_from(column).unwrap_or(u16::MAX).min(area.width.saturating_sub(1));
    Some(Typed { prompt, text, cursor: Position::new(column, area.y) })
}
