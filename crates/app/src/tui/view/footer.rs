//! The foot of the screen: what was said last, what is being typed, or the keys that matter most, which can
//! be clicked.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use super::entry;
use super::reading::wrap;
use crate::tui::layout::parts;
use crate::tui::lesson::LessonState;
use crate::tui::model::Model;
use crate::tui::popups::Popup;
use crate::tui::puzzle::PuzzleState;
use crate::tui::theme::Paint;

/// Most lines of a notice.
const NOTICE_MAX: usize = 4;

pub fn draw(model: &Model, buffer: &mut Buffer) {
    let skin = model.skin;
    let area = parts(model.size).footer;
    let width = usize::from(area.width.saturating_sub(2));
    if let Some(line) = entry::line(model) {
        let style = skin.text(Paint::Text).add_modifier(Modifier::BOLD);
        buffer.set_stringn(area.x + 1, area.y, &line.prompt, width, style);
        let is_proposed = matches!(&model.popup, Some(Popup::Entry(entry)) if entry.is_proposed);
        let style = if is_proposed { skin.chosen() } else { style };
        buffer.set_string(area.x + line.prompt.chars().count() as u16 + 2, area.y, line.text, style);
        candidates(model, buffer);
    } else if let Some(notice) = &model.notice {
        let paint = if notice.is_alarm { Paint::Alarm } else { Paint::Accent };
        let text: String = notice.text.chars().filter(|c| !c.is_control()).collect();
        // What is said is said whole: it grows upwards.
        let lines = wrap(&text, width);
        let shown = lines.len().min(NOTICE_MAX);
        let top = area.y.saturating_sub(shown as u16 - 1);
        for (row, line) in lines.iter().take(shown).enumerate() {
            let y = top + row as u16;
            buffer.set_string(area.x, y, " ".repeat(area.width.into()), skin.text(paint));
            buffer.set_stringn(area.x + 1, y, line, width, skin.text(paint));
        }
    } else {
        for hint in hints(model) {
            let Rect { x, y, .. } = hint.area;
            buffer.set_string(x, y, &hint.key, skin.text(Paint::Accent));
            buffer.set_string(x + hint.key.chars().count() as u16 + 1, y, hint.what, skin.text(Paint::Dim));
        }
    }
}

/// What the line can become, above it.
fn candidates(model: &Model, buffer: &mut Buffer) {
    let Some(Popup::Entry(entry)) = &model.popup else { return };
    if entry.candidates.is_empty() {
        return;
    }
    let area = parts(model.size).footer;
    let y = area.y.saturating_sub(1);
    let width = usize::from(area.width);
    let name = |text: &String| text.trim_end_matches('/').rsplit('/').next().unwrap_or(text).to_owned();
    let text = entry.candidates.iter().map(name).collect::<Vec<_>>().join("  ");
    buffer.set_string(area.x, y, " ".repeat(width), model.skin.text(Paint::Text));
    buffer.set_stringn(area.x + 1, y, text, width.saturating_sub(2), model.skin.text(Paint::Dim));
}

/// A key that is named, where it stands, and what it does.
struct Hint {
    /// As the text has it.
    name: String,
    /// As it is drawn.
    key: String,
    what: String,
    area: Rect,
}

/// The keys that fit. Those that lead to all others and out of here always do.
fn hints(model: &Model) -> Vec<Hint> {
    let area = parts(model.size).footer;
    let text = model.say(keys(model));
    let mut hints: Vec<Hint> = text
        .split("  ")
        .map(|hint| {
            let (name, what) = hint.split_once(' ').unwrap_or((hint, ""));
            let key = if model.skin.is_unicode() {
                name.to_owned()
            } else {
                name.replace("↑↓", "up/down").replace('↵', "Enter")
            };
            let width = (key.chars().count() + what.chars().count() + 1) as u16;
            Hint { name: name.to_owned(), key, what: what.to_owned(), area: Rect::new(0, area.y, width, 1) }
        })
        .collect();
    let needed = |hints: &[Hint]| hints.iter().map(|hint| hint.area.width + 2).sum::<u16>();
    while needed(&hints) > area.width.saturating_sub(1)
        && let Some(last) = hints.iter().rposition(|hint| !matches!(hint.name.as_str(), "?" | "q"))
    {
        hints.remove(last);
    }
    let mut x = area.x + 1;
    for hint in &mut hints {
        hint.area.x = x;
        x += hint.area.width + 2;
    }
    hints
}

/// The text that lists the keys which matter now.
fn keys(model: &Model) -> &'static str {
    match (&model.lesson, &model.play) {
        _ if model.setup.is_some() => "setup-keys",
        _ if model.puzzle.is_some() => match model.puzzle.as_ref().map(|screen| &screen.state) {
            Some(PuzzleState::Wrong { .. }) => "tui-keys-puzzle-wrong",
            Some(PuzzleState::Done { .. }) => "tui-keys-puzzle-done",
            _ => "tui-keys-puzzle",
        },
        (Some(lesson), _) if lesson.state == LessonState::Done => "tui-keys-lesson-done",
        (Some(_), _) => "tui-keys-lesson",
        (None, Some(_)) if !model.is_in_menu && model.analysis.is_some() => "analysis-keys",
        (None, Some(play)) if !model.is_in_menu => match play.table.to_move() {
            _ if !play.is_live() => "tui-keys-look",
            None => "tui-keys-over",
            Some(_) if play.table.has_people() => "tui-keys-game",
            Some(_) if play.is_paused => "tui-keys-paused",
            Some(_) => "tui-keys-computers",
        },
        _ => "tui-keys-menu",
    }
}

/// The key that a click at the foot of the screen stands for.
pub fn key_at(model: &Model, at: Position) -> Option<KeyCode> {
    if model.popup.is_some() || model.notice.is_some() {
        return None;
    }
    let hint = hints(model).into_iter().find(|hint| hint.area.contains(at))?;
    Some(match hint.name.as_str() {
        "↵" => KeyCode::Enter,
        "↑↓" => KeyCode::Down,
        "[" => KeyCode::PageUp,
        "Tab" => KeyCode::Tab,
        "Space" | "Espaço" => KeyCode::Char(' '),
        "Home" => KeyCode::Home,
        name => KeyCode::Char(name.chars().next()?),
    })
}
