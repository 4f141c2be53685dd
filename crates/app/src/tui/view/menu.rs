//! The menu: games at the left, the terms of the next one at the right, its start below.

use games::{Info, Player};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use super::board::miniature;
use super::reading::wrap;
use crate::tui::layout::HEIGHT_MIN;
use crate::tui::menu::MenuLine;
use crate::tui::model::Model;
use crate::tui::theme::{Paint, Skin};
use crate::tui::words_of;
use table::Seat;

/// What a click in the menu means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuTarget {
    Game(usize),
    /// A line of the terms, and whether its value goes on or back.
    Line(usize, isize),
    Start,
    GoOn,
    /// The list of games that go on.
    Going,
    Analysis,
    Library,
    Lesson,
    Puzzles,
}

const LEFT: u16 = 2;
const TOP: u16 = 2;
/// Width of the list of games.
const LIST: u16 = 29;
/// Left of the terms, and where their values begin.
const TERMS: u16 = LEFT + LIST + 1;
const VALUES: u16 = TERMS + 13;

fn go_on_row(model: &Model) -> u16 {
    // On the smallest screen every line counts.
    TOP + model.menu.games.len() as u16 + u16::from(model.size.1 > HEIGHT_MIN)
}

fn list_row(model: &Model) -> u16 {
    go_on_row(model) + 2
}

fn library_row(model: &Model) -> u16 {
    list_row(model) + 1
}

fn analysis_row(model: &Model) -> u16 {
    list_row(model) + 4
}

fn lesson_row(model: &Model) -> u16 {
    list_row(model) + 2
}

fn puzzles_row(model: &Model) -> u16 {
    list_row(model) + 3
}

fn start_row() -> u16 {
    TOP + MenuLine::ALL.len() as u16 + 2
}

pub fn menu_spot(model: &Model, at: Position) -> Option<MenuTarget> {
    let row = at.y.checked_sub(TOP)?;
    if at.x < LEFT + LIST {
        return match row {
            _ if usize::from(row) < model.menu.games.len() => Some(MenuTarget::Game(row.into())),
            _ if (go_on_row(model)..list_row(model)).contains(&at.y) && last(model).is_some() => {
                Some(MenuTarget::GoOn)
            }
            _ if at.y == list_row(model) && others(model) > 0 => Some(MenuTarget::Going),
            _ if at.y == library_row(model) && !model.options.is_first_run => Some(MenuTarget::Library),
            _ if at.y == analysis_row(model) => Some(MenuTarget::Analysis),
            _ if at.y == lesson_row(model) => Some(MenuTarget::Lesson),
            _ if at.y == puzzles_row(model) => Some(MenuTarget::Puzzles),
            _ => None,
        };
    }
    match row.checked_sub(1) {
        Some(line) if usize::from(line) < MenuLine::ALL.len() => {
            // The sign before the value goes back, all else goes on.
            let is_back = (VALUES..VALUES + 2).contains(&at.x);
            Some(MenuTarget::Line(line.into(), if is_back { -1 } else { 1 }))
        }
        _ if row == 0 || at.y >= start_row() => Some(MenuTarget::Start),
        _ => None,
    }
}

/// The game that can be gone on with by one key: its kind, and how far it went.
fn last(model: &Model) -> Option<(&'static Info, usize)> {
    let at_hand =
        model.play.as_ref().map(|play| (play.table.record().info(), play.table.record().moves().len()));
    at_hand.or_else(|| model.going.first().map(|entry| (entry.game.info, entry.moves)))
}

/// How many games go on besides that one.
fn others(model: &Model) -> usize {
    model.going.len().saturating_sub(usize::from(model.play.is_none()))
}

pub fn draw(model: &Model, buffer: &mut Buffer, area: Rect) {
    let skin = model.skin;
    buffer.set_string(LEFT - 1, 0, "jogo", skin.text(Paint::Accent).add_modifier(Modifier::BOLD));
    buffer.set_stringn(
        LEFT + 5,
        0,
        model.say("tui-tagline"),
        usize::from(area.width.saturating_sub(8)),
        skin.text(Paint::Dim),
    );
    games(model, buffer);
    terms(model, buffer, area);
    let top = start_row() + about(model, buffer, area);
    let room =
        Rect::new(TERMS, top, area.width.saturating_sub(TERMS + 1), area.height.saturating_sub(top + 1));
    let entry = model.menu.entry();
    let named = entry.info.starts.get(model.menu.start).and_then(|start| entry.named_start(start.name));
    let picture = named.unwrap_or_else(|| (entry.start)()).picture();
    if room.height > picture.rows.len() as u16 {
        miniature(skin, entry.info, &picture, room, buffer);
    }
}

/// Says what the computer that plays is like; of two, the one whose line is chosen, or the second. Returns
/// how many lines that takes.
fn about(model: &Model, buffer: &mut Buffer, area: Rect) -> u16 {
    let bot = |player: Player| match &model.menu.seats[player.index()] {
        Seat::Bot(name) => Some(*name),
        _ => None,
    };
    let chosen = match model.menu.line.map(|line| MenuLine::ALL[line]) {
        Some(MenuLine::Seat(player)) => bot(player),
        _ => bot(Player::Second).or_else(|| bot(Player::First)),
    };
    let Some(name) = chosen else { return 0 };
    let text = model.words.about_bot(model.menu.entry(), name);
    if text.is_empty() {
        return 0;
    }
    let text = format!("{}: {text}", model.words.bot_title(name));
    let lines = wrap(&text, usize::from(area.width.saturating_sub(TERMS + 1)));
    for (row, line) in lines.iter().enumerate() {
        buffer.set_string(TERMS, start_row() - 1 + row as u16, line, model.skin.text(Paint::Dim));
    }
    lines.len() as u16
}

fn games(model: &Model, buffer: &mut Buffer) {
    let skin = model.skin;
    for (index, game) in model.menu.games.iter().enumerate() {
        let text = format!(" {} {}", index + 1, model.words.name(game.info.name));
        let text = format!("{text:<width$}", width = usize::from(LIST));
        let is_chosen = index == model.menu.game;
        let style = match (is_chosen, model.menu.line) {
            (true, None) => skin.chosen(),
            (true, Some(_)) => skin.text(Paint::Accent).add_modifier(Modifier::BOLD),
            (false, _) => skin.text(Paint::Text),
        };
        buffer.set_stringn(LEFT, TOP + index as u16, text, LIST.into(), style);
    }
    for (key, name, y) in [
        ("L", "library-menu", library_row(model)),
        ("t", "tui-menu-learn", lesson_row(model)),
        ("p", "tui-menu-puzzles", puzzles_row(model)),
        ("a", "analysis-menu", analysis_row(model)),
    ] {
        // Where no game was played yet, there are none to list.
        if key != "L" || !model.options.is_first_run {
            buffer.set_stringn(LEFT + 3, y, model.say(name), usize::from(LIST) - 3, skin.text(Paint::Text));
            buffer.set_string(LEFT + 1, y, key, skin.text(Paint::Accent));
        }
    }
    if let Some((info, moves)) = last(model) {
        let arguments = [("game", model.words.name(info.name).into()), ("moves", moves.into())];
        let text = model.words.say_with("tui-go-on", arguments);
        for (row, line) in wrap(&text, usize::from(LIST) - 3).into_iter().enumerate() {
            buffer.set_string(LEFT + 3, go_on_row(model) + row as u16, line, skin.text(Paint::Text));
        }
        buffer.set_string(LEFT + 1, go_on_row(model), "c", skin.text(Paint::Accent));
        if others(model) > 0 {
            let text = model.words.say_with("tui-others", [("games", others(model).into())]);
            buffer.set_stringn(
                LEFT + 3,
                list_row(model),
                text,
                usize::from(LIST) - 3,
                skin.text(Paint::Text),
            );
            buffer.set_string(LEFT + 1, list_row(model), "g", skin.text(Paint::Accent));
        }
    } else if model.options.is_first_run {
        for (row, line) in wrap(&model.say("tui-welcome"), usize::from(LIST) - 1).into_iter().enumerate() {
            buffer.set_string(LEFT + 1, go_on_row(model) + row as u16, line, skin.text(Paint::Accent));
        }
    }
}

fn terms(model: &Model, buffer: &mut Buffer, area: Rect) {
    let skin = model.skin;
    let info = model.menu.entry().info;
    let width = usize::from(area.width.saturating_sub(TERMS + 1));
    buffer.set_stringn(
        TERMS,
        TOP,
        model.words.name(info.name),
        width,
        skin.text(Paint::Accent).add_modifier(Modifier::BOLD),
    );
    let [less, more] = skin.pick(["‹", "›"], ["<", ">"]);
    for (index, line) in MenuLine::ALL.into_iter().enumerate() {
        let y = TOP + 1 + index as u16;
        let is_chosen = model.menu.line == Some(index);
        let name = match line {
            MenuLine::Seat(player) => {
                let key = if player == Player::First { "tui-menu-first" } else { "tui-menu-second" };
                model.words.say_with(key, [("side", words_of::side(model.words, info, player).into())])
            }
            MenuLine::Teach => model.say("tui-menu-teach"),
            MenuLine::Clock => model.say("tui-menu-clock"),
            MenuLine::Start => model.say("tui-menu-start"),
            MenuLine::Language => model.say("tui-menu-language"),
        };
        buffer.set_stringn(TERMS, y, name, usize::from(VALUES - TERMS - 1), skin.text(Paint::Dim));
        let value = value(model, line);
        let room = usize::from(area.width.saturating_sub(VALUES + 4));
        let value = cut(&value, room, skin);
        let style = if is_chosen { skin.chosen() } else { skin.text(Paint::Text) };
        buffer.set_string(VALUES, y, format!("{less} {value} {more}"), style);
    }
}

/// As much of a text as there is room for, with a mark where it is cut.
fn cut(text: &str, room: usize, skin: Skin) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(skin.pick("…", ".").chars()).collect()
}

fn value(model: &Model, line: MenuLine) -> String {
    match line {
        MenuLine::Seat(player) => words_of::seat(model.words, &model.menu.seats[player.index()]),
        MenuLine::Teach => model.say(if model.menu.teaches { "yes" } else { "no" }),
        MenuLine::Clock if model.menu.is_taught() => model.say("tui-menu-no-clock"),
        MenuLine::Clock => match model.menu.clock {
            None => model.say("tui-menu-no-clock"),
            Some(clock) => {
                let initial = clock.initial.as_secs();
                let text = model.words.say_with("tui-menu-minutes", [("minutes", (initial / 60).into())]);
                match clock.increment.as_secs() {
                    0 => text,
                    seconds => format!("{text}+{seconds} s"),
                }
            }
        },
        MenuLine::Start if model.menu.has_pie() => model.say("tui-menu-pie"),
        MenuLine::Start if model.menu.has_balanced_start() => model.say("tui-menu-balanced"),
        MenuLine::Start => model.words.name(model.menu.entry().info.starts[model.menu.start].name),
        MenuLine::Language => model.say("language-name"),
    }
}
