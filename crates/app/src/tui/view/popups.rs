//! What lies over the screen.

use games::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::library;
use super::puzzle;
use super::reading::{LaidOut, Sketch, markdown, wrap};
use crate::tui::model::Model;
use crate::tui::popups::{Confirm, Popup, Question, RulesReader, SketchCell};
use crate::tui::theme::Paint;
use crate::tui::words_of;

/// The widest a text is read with ease.
const WIDTH_MAX: u16 = 92;

/// The keys that `?` explains: what is pressed, and the text that says what it does.
const KEYS: [(&str, &str); 44] = [
    ("← ↑ ↓ →  h j k l", "tui-key-cursor"),
    ("↵  Space", "tui-key-touch"),
    ("Tab  Shift-Tab", "tui-key-cycle"),
    ("Esc", "tui-key-escape"),
    (":  /", "tui-key-type"),
    ("0-9  ↑ ↓", "tui-key-number"),
    ("u  Backspace", "tui-key-undo"),
    ("U  Ctrl-R", "tui-key-redo"),
    ("t", "tui-key-hint"),
    ("e", "tui-key-evaluation"),
    ("v", "analysis-key-values"),
    ("a", "analysis-key-board"),
    ("R  ( )", "analysis-key-review"),
    ("E", "setup-key"),
    ("L", "library-key"),
    ("[ ]  { }  1-9", "analysis-key-walk"),
    ("P  D  u U", "analysis-key-tree"),
    ("x", "analysis-key-explorer"),
    ("c  !", "analysis-key-notes"),
    ("< >  T", "analysis-key-leash"),
    ("b  i  y Y C", "analysis-key-leave"),
    ("[ ]  PgUp PgDn", "tui-key-look"),
    ("Home  End", "tui-key-ends"),
    ("f", "tui-key-flip"),
    ("+ -  0", "tui-key-zoom"),
    ("Shift-←↑↓→  H J K L", "tui-key-pan"),
    ("Space  ]  < >", "tui-key-computers"),
    ("d  x", "tui-key-close"),
    ("n", "tui-key-new"),
    ("s  o", "tui-key-files"),
    ("r", "tui-key-rules"),
    ("t  s  n", "tui-key-lesson"),
    ("p  t  s  w  n", "tui-key-puzzles"),
    ("q  m", "tui-key-menu"),
    ("Q  Ctrl-C", "tui-key-quit"),
    ("Ctrl-Z", "tui-key-suspend"),
    ("•  •2", "tui-mark-goes"),
    ("+  +2", "tui-mark-stays"),
    ("3 → 5", "tui-mark-counts"),
    ("✕", "tui-mark-taken"),
    ("«5»", "tui-mark-dragon"),
    ("+0.35  #5  ≤  =", "tui-mark-value"),
    ("!  ?  *", "tui-mark-notes"),
    ("", "tui-key-mouse"),
];

pub fn draw(model: &Model, buffer: &mut Buffer) {
    match &model.popup {
        Some(Popup::Confirm(question)) => confirm(model, question, buffer),
        Some(Popup::Keys { scroll } | Popup::Rules(RulesReader { scroll, .. })) => {
            let inside = reading_area(model.size);
            frame(model, buffer, inside);
            let lines = lines(model);
            let shown = usize::from(inside.height);
            for (row, line) in lines.iter().skip(*scroll).take(shown).enumerate() {
                line.render(Rect { y: inside.y + row as u16, height: 1, ..inside }, buffer);
            }
            let more = scroll + shown < lines.len();
            let key = if more { "tui-read-more" } else { "tui-read-end" };
            let mut text = model.say(key);
            if matches!(model.popup, Some(Popup::Rules(_))) {
                text = format!("{}, {text}", model.say("tui-read-boards"));
            }
            let left = inside.right().saturating_sub(text.chars().count() as u16);
            buffer.set_string(left, inside.bottom(), text, model.skin.text(Paint::Dim));
        }
        Some(Popup::Going { index }) => going(model, *index, buffer),
        Some(Popup::Library { filter, index }) => library::draw(model, filter, *index, buffer),
        Some(Popup::Puzzles { index }) => puzzle::draw_list(model, *index, buffer),
        Some(Popup::Entry(_)) | None => {}
    }
}

/// How far the text that is read can be scrolled.
pub fn scroll_max(model: &Model) -> usize {
    lines(model).len().saturating_sub(reading_area(model.size).height.into())
}

/// The boards among the rules that are read.
pub fn sketches(model: &Model) -> Vec<Sketch> {
    rules(model).map_or(Vec::new(), |text| text.sketches)
}

/// The cell of such a board at a place of the screen, and the cells of that board that can be touched.
pub fn sketch_cell_at(model: &Model, at: Position) -> Option<(SketchCell, Vec<String>)> {
    let Some(Popup::Rules(reader)) = &model.popup else { return None };
    let inside = reading_area(model.size);
    if !inside.contains(at) {
        return None;
    }
    let line = usize::from(at.y - inside.y) + reader.scroll;
    sketches(model).into_iter().enumerate().find_map(|(board, sketch)| {
        let row = line.checked_sub(sketch.lines.start).filter(|_| line < sketch.lines.end)?;
        let cell = sketch.cell_at(at.x - inside.x, row as u16)?;
        Some((SketchCell { board, cell }, sketch.starts()))
    })
}

fn rules(model: &Model) -> Option<LaidOut> {
    let Some(Popup::Rules(reader)) = &model.popup else { return None };
    let width = usize::from(reading_area(model.size).width);
    let text = model.words.rules(reader.game.info);
    Some(markdown(text, reader.game, width, model.skin, reader.touched.as_ref()))
}

pub fn reading_area((width, height): (u16, u16)) -> Rect {
    let inner = width.saturating_sub(6).min(WIDTH_MAX);
    Rect::new((width - inner) / 2, 2, inner, height.saturating_sub(4))
}

fn lines(model: &Model) -> Vec<Line<'static>> {
    let width = usize::from(reading_area(model.size).width);
    let skin = model.skin;
    match &model.popup {
        Some(Popup::Rules(_)) => rules(model).map_or(Vec::new(), |text| text.lines),
        Some(Popup::Keys { .. }) => KEYS
            .iter()
            .flat_map(|(key, text)| {
                let key = key.replace("Space", &model.say("tui-space"));
                let key = if skin.is_unicode() {
                    key
                } else {
                    key.replace("← ↑ ↓ →", "arrows")
                        .replace("←↑↓→", "arrows")
                        .replace("↑ ↓", "arrows")
                        .replace('↵', "Enter")
                        .replace('•', "*")
                        .replace('→', ">")
                        .replace('✕', "X")
                        .replace("«5»", "<5>")
                        .replace('≤', "<")
                };
                const KEY: usize = 21;
                let mut text = wrap(&model.say(text), width.saturating_sub(KEY + 1)).into_iter();
                let first = Line::from(vec![
                    Span::styled(format!("{key:<KEY$} "), skin.text(Paint::Accent)),
                    Span::styled(text.next().unwrap_or_default(), skin.text(Paint::Text)),
                ]);
                let rest = text.map(move |line| {
                    Line::from(Span::styled(format!("{:KEY$} {line}", ""), skin.text(Paint::Text)))
                });
                std::iter::once(first).chain(rest).collect::<Vec<_>>()
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// An empty box around an area.
pub fn frame(model: &Model, buffer: &mut Buffer, inside: Rect) {
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

/// The rows of the list of games that are seen: the first, and how many.
fn going_rows(model: &Model, index: usize) -> (usize, usize) {
    let shown = model.going.len().min(usize::from(model.size.1.saturating_sub(6)));
    ((index + 1).saturating_sub(shown), shown)
}

fn going_area(model: &Model, index: usize) -> Rect {
    let (_, shown) = going_rows(model, index);
    let inside = reading_area(model.size);
    Rect { height: shown as u16 + 1, ..inside }
}

/// The game of the list under the mouse.
pub fn going_at(model: &Model, at: Position) -> Option<usize> {
    let Some(Popup::Going { index }) = model.popup else { return None };
    let area = going_area(model, index);
    let row = usize::from(at.y.checked_sub(area.y + 1)?);
    let (first, shown) = going_rows(model, index);
    (row < shown && (area.left()..area.right()).contains(&at.x)).then_some(first + row)
}

fn going(model: &Model, index: usize, buffer: &mut Buffer) {
    let skin = model.skin;
    let inside = going_area(model, index);
    frame(model, buffer, inside);
    buffer.set_stringn(
        inside.x,
        inside.y,
        model.say("tui-going"),
        inside.width.into(),
        skin.text(Paint::Accent).add_modifier(Modifier::BOLD),
    );
    let (first, shown) = going_rows(model, index);
    for (row, entry) in model.going.iter().enumerate().skip(first).take(shown) {
        let [first_player, second_player] =
            entry.players.each_ref().map(|name| words_of::player(model.words, name));
        let text = model.words.say_with(
            "tui-going-line",
            [
                ("game", model.words.name(entry.game.info.name).into()),
                ("moves", entry.moves.into()),
                ("first", first_player.into()),
                ("second", second_player.into()),
            ],
        );
        let text = if entry.is_in_use { format!("{text} ({})", model.say("tui-in-use-mark")) } else { text };
        let day: String = entry.name.chars().take(10).collect();
        let style = match (row == index, entry.is_in_use) {
            (true, _) => skin.chosen(),
            (false, true) => skin.text(Paint::Dim),
            (false, false) => skin.text(Paint::Text),
        };
        let y = inside.y + 1 + (row - first) as u16;
        buffer.set_stringn(inside.x, y, format!("{day}  {text}"), inside.width.into(), style);
    }
    let text = model.say("tui-going-keys");
    buffer.set_string(
        inside.right().saturating_sub(text.chars().count() as u16),
        inside.bottom(),
        text,
        skin.text(Paint::Dim),
    );
}

/// Where a question is asked: around its text, with the answers on the last line.
struct Asked {
    lines: Vec<String>,
    inside: Rect,
    /// No, and yes.
    answers: [(String, Rect); 2],
}

fn asked(model: &Model, question: &Question) -> Asked {
    let area = Rect::new(0, 0, model.size.0, model.size.1);
    let text = match question {
        Question::Resign => model.say("tui-ask-resign"),
        Question::Draw => model.say("tui-ask-draw"),
        Question::NewGame => model.say("tui-ask-new"),
        Question::Replace(path) => {
            model.words.say_with("tui-ask-replace", [("file", path.display().to_string().into())])
        }
        Question::Sides => model.say("tui-ask-sides"),
        Question::Delete(name) => model.words.say_with("library-ask-delete", [("name", name.clone().into())]),
        Question::Branch(mv) => model.words.say_with("tui-ask-branch", [("move", mv.clone().into())]),
    };
    let info = model.play.as_ref().map(|play| play.table.record().info());
    let [no, yes] = match (question, info) {
        (Question::Sides, Some(info)) => {
            [Player::Second, Player::First].map(|player| words_of::side(model.words, info, player))
        }
        _ => ["tui-no", "tui-yes"].map(|key| model.say(key)),
    };
    let [no, yes] = [no, yes].map(|text| format!("  {text}  "));
    let (no_width, yes_width) = (no.chars().count() as u16, yes.chars().count() as u16);
    let width = (text.chars().count() as u16).max(no_width + yes_width + 2).min(area.width.saturating_sub(8));
    let lines = wrap(&text, width.into());
    let height = lines.len() as u16 + 2;
    let inside = Rect::new((area.width - width) / 2, area.height.saturating_sub(height) / 2, width, height);
    let y = inside.bottom() - 1;
    let answers = [
        (no, Rect::new(inside.x, y, no_width, 1)),
        (yes, Rect::new(inside.x + no_width + 2, y, yes_width, 1)),
    ];
    Asked { lines, inside, answers }
}

fn confirm(model: &Model, confirm: &Confirm, buffer: &mut Buffer) {
    let Asked { lines, inside, answers } = asked(model, &confirm.question);
    frame(model, buffer, inside);
    for (row, line) in lines.iter().enumerate() {
        buffer.set_string(
            inside.x,
            inside.y + row as u16,
            line,
            model.skin.text(Paint::Text).add_modifier(Modifier::BOLD),
        );
    }
    for (is_yes, (text, area)) in [false, true].into_iter().zip(answers) {
        let is_chosen = is_yes == confirm.is_yes;
        let style = if is_chosen { model.skin.chosen() } else { model.skin.text(Paint::Dim) };
        // The answer that Enter gives is marked without colours too.
        let text = if is_chosen { format!("[{}]", &text[1..text.len() - 1]) } else { text };
        buffer.set_string(area.x, area.y, text, style);
    }
}

/// The answer under the mouse: whether it is yes.
pub fn answer_at(model: &Model, at: Position) -> Option<bool> {
    let Some(Popup::Confirm(confirm)) = &model.popup else { return None };
    let [(_, no), (_, yes)] = asked(model, &confirm.question).answers;
    yes.contains(at).then_some(true).or_else(|| no.contains(at).then_some(false))
}
