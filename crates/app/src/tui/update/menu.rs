//! The menu: which game, who plays, on what terms.

use std::time::Duration;

use engine::knowledge;
use games::Record;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Position;
use table::{Clocks, Seat, Table, TimeControl};
use words::{Language, Words};

use super::entry::ask;
use super::*;
use crate::library::LibraryEntry;
use crate::settings::MenuChoice;
use crate::tui::menu::{CLOCKS, MenuLine};
use crate::tui::message::Remembered;
use crate::tui::popups::{Popup, Purpose};
use crate::tui::view;

pub fn press(model: &mut Model, key: KeyEvent, effects: &mut Vec<Effect>) {
    match key.code {
        KeyCode::Enter | KeyCode::Char(' ') => start(model, effects),
        KeyCode::Up | KeyCode::Char('k') => turn(model, -1),
        KeyCode::Down | KeyCode::Char('j') => turn(model, 1),
        KeyCode::Tab => model.menu.line = next_line(model.menu.line, 1),
        KeyCode::BackTab => model.menu.line = next_line(model.menu.line, -1),
        KeyCode::Left | KeyCode::Char('h') => change(model, -1, effects),
        KeyCode::Right | KeyCode::Char('l') => change(model, 1, effects),
        KeyCode::Char(digit) if ('1'..='9').contains(&digit) => {
            let game = digit as usize - '1' as usize;
            if game < model.menu.games.len() {
                choose(model, game);
            }
        }
        KeyCode::Char('x') => {
            model.menu.seats.swap(0, 1);
            remember(model, effects);
        }
        KeyCode::Char('r') => {
            model.popup = Some(Popup::rules(model.menu.entry()));
        }
        KeyCode::Char('t') => lesson::begin(model, effects),
        KeyCode::Char('p') => puzzle::list(model, effects),
        KeyCode::Char('o') => ask(model, Purpose::Load, ""),
        KeyCode::Char('E') => setup::edit(model),
        KeyCode::Char('L') => library::list(model, effects),
        KeyCode::Char('a') => analysis::enter_from_menu(model, effects),
        KeyCode::Char('c') => go_on(model, effects),
        KeyCode::Char('g') => list(model, effects),
        KeyCode::Esc if model.menu.line.is_some() => model.menu.line = None,
        KeyCode::Esc if model.play.is_some() => back(model),
        KeyCode::Char('q' | 'Q') => leave(model, effects),
        _ => {}
    }
}

fn next_line(line: Option<usize>, by: isize) -> Option<usize> {
    let count = MenuLine::ALL.len() as isize + 1;
    let place = line.map_or(0, |line| line as isize + 1);
    usize::try_from((place + by).rem_euclid(count) - 1).ok()
}

/// Moves through the list that has the focus.
pub fn turn(model: &mut Model, by: isize) {
    match &mut model.menu.line {
        None => choose(model, model.menu.game.saturating_add_signed(by).min(model.menu.games.len() - 1)),
        Some(line) => *line = line.saturating_add_signed(by).min(MenuLine::ALL.len() - 1),
    }
}

/// Chooses another game. A seat that cannot play it is replaced.
fn choose(model: &mut Model, game: usize) {
    model.menu.game = game;
    model.menu.start = 0;
    let players = model.menu.players();
    for seat in &mut model.menu.seats {
        if !players.contains(seat) {
            *seat = Seat::Bot(crate::console::OPPONENT);
        }
    }
}

/// Changes the line that has the focus; from the list of games one gets there.
fn change(model: &mut Model, by: isize, effects: &mut Vec<Effect>) {
    let Some(line) = model.menu.line else {
        model.menu.line = (by > 0).then_some(1);
        return;
    };
    let cycle = |index: usize, count: usize| (index + count).wrapping_add_signed(by) % count.max(1);
    match MenuLine::ALL[line] {
        MenuLine::Seat(player) => {
            let players = model.menu.players();
            let seat = &mut model.menu.seats[player.index()];
            let index = players.iter().position(|other| other == seat).unwrap_or(0);
            *seat = players[cycle(index, players.len())].clone();
        }
        MenuLine::Teach => model.menu.teaches = !model.menu.teaches,
        MenuLine::Clock => {
            let clocks = CLOCKS.map(|clock| clock.map(|(initial, increment)| control(initial, increment)));
            let index = clocks.iter().position(|clock| *clock == model.menu.clock).unwrap_or(0);
            model.menu.clock = clocks[cycle(index, clocks.len())];
        }
        MenuLine::Start => model.menu.start = cycle(model.menu.start, model.menu.starts()),
        MenuLine::Language => {
            let index =
                Language::ALL.iter().position(|language| *language == model.words.language()).unwrap_or(0);
            let language = Language::ALL[cycle(index, Language::ALL.len())];
            model.words = Words::of(language);
            model.chosen_language = Some(language);
        }
    }
    remember(model, effects);
}

fn control(initial: u64, increment: u64) -> TimeControl {
    TimeControl { initial: Duration::from_secs(initial), increment: Duration::from_secs(increment) }
}

fn remember(model: &Model, effects: &mut Vec<Effect>) {
    effects.push(Effect::Remember(Remembered {
        language: model.chosen_language,
        menu: MenuChoice {
            game: model.menu.entry().info.id.to_owned(),
            seats: model.menu.seats.clone().map(|seat| seat.to_string()),
            clock: model.menu.clock.map(|clock| clock.to_string()),
        },
    }));
}

/// Begins a game as the menu says.
pub fn start(model: &mut Model, effects: &mut Vec<Effect>) {
    let entry = model.menu.entry();
    let position = if model.menu.has_balanced_start() {
        let mut starts = knowledge::balanced_starts(entry);
        let index = fastrand::Rng::with_seed(model.options.seed.wrapping_add(model.tickets))
            .usize(..starts.len().max(1));
        if starts.is_empty() { (entry.start)() } else { starts.swap_remove(index) }
    } else {
        let named = entry.info.starts.get(model.menu.start).and_then(|start| entry.named_start(start.name));
        named.unwrap_or_else(|| (entry.start)())
    };
    let mut record = Record::from_position(entry, position);
    if model.menu.has_pie() {
        table::pie::begin(&mut record);
    }
    let is_taught = model.menu.is_taught();
    if is_taught {
        record.set_tag(engine::teach::TAG, "yes");
    }
    let mut table = Table::new(record, model.menu.seats.clone());
    if let Some(clock) = model.menu.clock.filter(|_| !is_taught) {
        table = table.with_clocks(Clocks::new(clock));
    }
    remember(model, effects);
    begin(model, table, None, effects);
}

/// Goes on with the game that was left, or with the one that was kept.
pub fn go_on(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.play.is_some() {
        back(model);
    } else if let Some(entry) = model.going.first() {
        effects.push(Effect::Open(entry.name.clone()));
    } else {
        model.tell(model.say("tui-no-last-game"));
    }
}

/// Back to the game at hand, and its clocks run again.
fn back(model: &mut Model) {
    model.is_in_menu = false;
    if let Some(play) = &mut model.play
        && play.table.clocks().is_some_and(Clocks::have_started)
    {
        play.table.start_clocks(model.now);
    }
}

/// Goes on with one of the games of the list.
pub fn open(model: &mut Model, index: usize, effects: &mut Vec<Effect>) {
    model.popup = None;
    if let Some(entry) = model.going.get(index) {
        effects.push(Effect::Open(entry.name.clone()));
    }
}

/// Shows the games that go on. Other programs may have changed them since the list was made.
fn list(model: &mut Model, effects: &mut Vec<Effect>) {
    effects.push(Effect::ListGoing);
    if model.going.is_empty() {
        model.tell(model.say("tui-no-last-game"));
    } else {
        model.popup = Some(Popup::Going { index: 0 });
    }
}

/// Takes a new list. The game that was chosen in the old one stays chosen.
pub fn listed(model: &mut Model, going: Vec<LibraryEntry>) {
    if let Some(Popup::Going { index }) = &mut model.popup {
        let chosen = model.going.get(*index).map(|entry| &entry.name);
        *index = chosen.and_then(|name| going.iter().position(|entry| entry.name == *name)).unwrap_or(0);
    }
    model.going = going;
}

pub fn click(model: &mut Model, at: Position, effects: &mut Vec<Effect>) {
    match view::menu_spot(model, at) {
        Some(view::MenuTarget::Game(game)) if game == model.menu.game && model.menu.line.is_none() => {
            start(model, effects);
        }
        Some(view::MenuTarget::Game(game)) => {
            model.menu.line = None;
            choose(model, game);
        }
        Some(view::MenuTarget::Line(line, by)) => {
            model.menu.line = Some(line);
            change(model, by, effects);
        }
        Some(view::MenuTarget::Start) => start(model, effects),
        Some(view::MenuTarget::GoOn) => go_on(model, effects),
        Some(view::MenuTarget::Library) => library::list(model, effects),
        Some(view::MenuTarget::Analysis) => analysis::enter_from_menu(model, effects),
        Some(view::MenuTarget::Going) => list(model, effects),
        Some(view::MenuTarget::Lesson) => lesson::begin(model, effects),
        Some(view::MenuTarget::Puzzles) => puzzle::list(model, effects),
        None => {}
    }
}
