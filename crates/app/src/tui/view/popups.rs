//! What lies over the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::reading::{markdown, wrap};
use crate::tui::model::{Model, Popup, Question};
use crate::tui::theme::Paint;

/// The widest a text is read with ease.
const WIDTH_MAX: u16 = 92;

/// The keys that `?` explains: what is pressed, and the text that says what it does.
const KEYS: [(&str, &str); 22] = [
    ("← ↑ ↓ →  h j k l", "tui-key-cursor"),
    ("↵  Space", "tui-key-touch"),
    ("Tab  Shift-Tab", "tui-key-cycle"),
    ("Esc", "tui-key-escape"),
    (":  /", "tui-key-type"),
    ("0-9  ↑ ↓", "tui-key-number"),
    ("u  Ctrl-Z", "tui-key-undo"),
    ("U  Ctrl-R", "tui-key-redo"),
    ("t", "tui-key-hint"),
    ("e", "tui-key-evaluation"),
    ("[ ]  PgUp PgDn", "tui-key-look"),
    ("Home  End", "tui-key-ends"),
    ("f", "tui-key-flip"),
    ("+ -  0", "tui-key-zoom"),
    ("Shift-←↑↓→  H J K L", "tui-key-pan"),
    ("d  x", "tui-key-close"),
    ("n", "tui-key-new"),
    ("s  o", "tui-key-files"),
    ("r", "tui-key-rules"),
    ("q  m", "tui-key-menu"),
    ("Q  Ctrl-C", "tui-key-quit"),
    ("", "tui-key-mouse"),
];

pub fn draw(model: &Model, buffer: &mut Buffer, area: Rect) {
    match &model.popup {
        Some(Popup::Confirm(question)) => confirm(model, question, buffer, area),
        Some(Popup::Keys { scroll } | Popup::Rules { scroll, .. }) => {
            let inside = reading_area(model.size);
            frame(model, buffer, inside);
            let lines = lines(model);
            let shown = usize::from(inside.height);
            for (row, line) in lines.iter().skip(*scroll).take(shown).enumerate() {
                line.render(Rect { y: inside.y + row as u16, height: 1, ..inside }, buffer);
            }
            let more = scroll + shown < lines.len();
            let key = if more { "tui-read-more" } else { "tui-read-end" };
            let text = model.say(key);
            let left = inside.right().saturating_sub(text.chars().count() as u16);
            buffer.set_string(left, inside.bottom(), text, model.skin.text(Paint::Dim));
        }
        Some(Popup::Entry { .. }) | None => {}
    }
}

/// How far the text that is read can be scrolled.
pub fn scroll_max(model: &Model) -> usize {
    lines(model).len().saturating_sub(reading_area(model.size).height.into())
}

fn reading_area((width, height): (u16, u16)) -> Rect {
    let inner = width.saturating_sub(6).min(WIDTH_MAX);
    Rect::new((width - inner) / 2, 2, inner, height.saturating_sub(4))
}

fn lines(model: &Model) -> Vec<Line<'static>> {
    let width = usize::from(reading_area(model.size).width);
    let skin = model.skin;
    match &model.popup {
        Some(Popup::Rules { game, .. }) => games::find(game).map_or(Vec::new(), |game| markdown(model.words.rules(game.info), width, skin)),
        Some(Popup::Keys { .. }) => KEYS
            .iter()
            .flat_map(|(key, text)| {
                let key = if skin.is_unicode() {
                    (*key).to_owned()
                } else {
                    key.replace("← ↑ ↓ →", "arrows").replace("←↑↓→", "arrows").replace("↑ ↓", "arrows").replace('↵', "Enter")
                };
                const KEY: usize = 21;
                let mut text = wrap(&model.say(text), width.saturating_sub(KEY + 1)).into_iter();
                let first = Line::from(vec![
                    Span::styled(format!("{key:<KEY$} "), skin.text(Paint::Accent)),
                    Span::styled(text.next().unwrap_or_default(), skin.text(Paint::Text)),
                ]);
                let rest = text.map(move |line| Line::from(Span::styled(format!("{:KEY$} {line}", ""), skin.text(Paint::Text))));
                std::iter::once(first).chain(rest).collect::<Vec<_>>()
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// An empty box around an area.
fn frame(model: &Model, buffer: &mut Buffer, inside: Rect) {
    let skin = model.skin;
    let style = skin.text(Paint::Frame);
    let outside = Rect::new(inside.x - 2, inside.y - 1, inside.width + 4, inside.height + 2);
    let [across, down, corners] = skin.pick(["─", "│", "╭╮╰╯"], ["-", "|", "++++"]);
    for y in outside.top()..outside.bottom() {
        buffer.set_string(outside.x, y, " ".repeat(outside.width.into()), skin.text(Paint::Text));
        buffer.set_string(outside.x, y, down, style);
        buffer.set_string(outside.right() - 1, y, down, style);
    }
    let mut corners = corners.chars();
    for y in [outside.top(), outside.bottom() - 1] {
        buffer.set_string(outside.x, y, across.repeat(outside.width.into()), style);
        for x in [outside.x, outside.right() - 1] {
            buffer[(x, y)].set_char(corners.next().unwrap_or('+')).set_style(style);
        }
    }
}

fn confirm(model: &Model, question: &Question, buffer: &mut Buffer, area: Rect) {
    let text = match question {
        Question::Resign => model.say("tui-ask-resign"),
        Question::Draw => model.say("tui-ask-draw"),
        Question::NewGame => model.say("tui-ask-new"),
        Question::Replace(path) => model.words.say_with("tui-ask-replace", [("file", path.display().to_string().into())]),
    };
    let answers = model.say("tui-yes-no");
    let width = (text.chars().count().max(answers.chars().count()) as u16).min(area.width.saturating_sub(8));
    let lines = wrap(&text, width.into());
    let height = lines.len() as u16 + 2;
    let inside = Rect::new((area.width - width) / 2, area.height.saturating_sub(height) / 2, width, height);
    frame(model, buffer, inside);
    for (row, line) in lines.iter().enumerate() {
        buffer.set_string(inside.x, inside.y + row as u16, line, model.skin.text(Paint::Text).add_modifier(Modifier::BOLD));
    }
    buffer.set_stringn(inside.x, inside.bottom() - 1, answers, width.into(), model.skin.text(Paint::Dim));
}
