//! What lies over the screen: keys, rules, questions, a line to type on.

use std::path::PathBuf;

use games::record::Closing;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Position;
use table::Sides;

use super::entry::ask;
use super::game::{rematch, step};
use super::hand::play_typed;
use super::*;
use crate::console::commands::ConsoleCommand;
use crate::output::{Replace, Saved};
use crate::tui::game::resigning;
use crate::tui::popups::{Confirm, Popup, Purpose, Question, RulesReader, SketchCell};
use crate::tui::view;

pub fn press(model: &mut Model, key: KeyEvent, effects: &mut Vec<Effect>) {
    match &mut model.popup {
        Some(Popup::Rules(reader)) => match key.code {
            KeyCode::Tab => touch_next(model, 1),
            KeyCode::BackTab => touch_next(model, -1),
            KeyCode::Esc if reader.touched.is_some() => reader.touched = None,
            _ => read(model, key),
        },
        Some(Popup::Keys { .. }) => read(model, key),
        Some(Popup::Confirm(confirm)) => match key.code {
            KeyCode::Left | KeyCode::Right | KeyCode::Tab | KeyCode::BackTab | KeyCode::Char('h' | 'l') => {
                confirm.is_yes = !confirm.is_yes;
            }
            KeyCode::Char('y' | 'Y' | 's' | 'S') => answer(model, true, effects),
            // A choice of sides waits until it is made.
            KeyCode::Char('q') | KeyCode::Esc if confirm.question == Question::Sides => model.popup = None,
            KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc => answer(model, false, effects),
            KeyCode::Enter | KeyCode::Char(' ') => {
                let is_yes = confirm.is_yes;
                answer(model, is_yes, effects);
            }
            _ => {}
        },
        Some(Popup::Going { index }) => match key.code {
            KeyCode::Up | KeyCode::Char('k') => *index = index.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => {
                *index = (*index + 1).min(model.going.len().saturating_sub(1));
            }
            KeyCode::Enter | KeyCode::Char(' ') => {
                let index = *index;
                menu::open(model, index, effects);
            }
            _ => model.popup = None,
        },
        Some(Popup::Library { .. }) => library::press(model, key, effects),
        Some(Popup::Puzzles { .. }) => puzzle::press_list(model, key, effects),
        Some(Popup::Entry(_)) => entry::press(model, key, effects),
        None => {}
    }
}

/// Keys while a text is read.
fn read(model: &mut Model, key: KeyEvent) {
    let page = isize::from(i16::try_from(model.size.1).unwrap_or(i16::MAX)) - 6;
    match key.code {
        KeyCode::Up | KeyCode::Char('k') => scroll(model, -1),
        KeyCode::Down | KeyCode::Char('j') => scroll(model, 1),
        KeyCode::PageUp | KeyCode::Char('b') => scroll(model, -page),
        KeyCode::PageDown | KeyCode::Char(' ' | 'f') => scroll(model, page),
        KeyCode::Home | KeyCode::Char('g') => scroll(model, isize::MIN / 2),
        KeyCode::End | KeyCode::Char('G') => scroll(model, isize::MAX / 2),
        _ => model.popup = None,
    }
}

/// Shows the moves of the next piece on the boards among the rules, or of the one before.
fn touch_next(model: &mut Model, by: isize) {
    let (sketches, shown) = (view::sketches(model), view::reading_area(model.size).height.into());
    let most = view::scroll_max(model);
    let Some(Popup::Rules(reader)) = &mut model.popup else { return };
    let cells = sketches
        .iter()
        .enumerate()
        .flat_map(|(board, sketch)| sketch.starts().into_iter().map(move |cell| SketchCell { board, cell }));
    let cells: Vec<SketchCell> = cells.collect();
    let Some(last) = cells.len().checked_sub(1) else { return };
    let here = reader.touched.as_ref().and_then(|touched| cells.iter().position(|cell| cell == touched));
    // The first piece is one of the first board that is in sight.
    let in_sight = |cell: &SketchCell| sketches[cell.board].lines.end > reader.scroll;
    let next = match here {
        Some(here) => (here + cells.len()).saturating_add_signed(by) % cells.len(),
        None if by > 0 => cells.iter().position(in_sight).unwrap_or(0),
        None => cells
            .iter()
            .rposition(|cell| sketches[cell.board].lines.start < reader.scroll + shown)
            .unwrap_or(last),
    };
    let lines = &sketches[cells[next].board].lines;
    reader.scroll = reader.scroll.max(lines.end.saturating_sub(shown)).min(lines.start).min(most);
    reader.touched = Some(cells[next].clone());
}

pub fn scroll(model: &mut Model, by: isize) {
    let most = view::scroll_max(model);
    match &mut model.popup {
        Some(Popup::Keys { scroll } | Popup::Rules(RulesReader { scroll, .. })) => {
            *scroll = scroll.saturating_add_signed(by).min(most);
        }
        Some(Popup::Going { index }) => {
            *index = index.saturating_add_signed(by.signum()).min(model.going.len().saturating_sub(1));
        }
        _ => {}
    }
}

/// A click beside a text that is read, or on a question, lets it be.
pub fn click(model: &mut Model, at: Position, effects: &mut Vec<Effect>) {
    if let Some((touched, starts)) = view::sketch_cell_at(model, at) {
        if let Some(Popup::Rules(reader)) = &mut model.popup {
            reader.touched = starts.contains(&touched.cell).then_some(touched);
        }
        return;
    }
    if let Some(index) = view::going_at(model, at) {
        return menu::open(model, index, effects);
    }
    if let Some(index) = view::puzzles_at(model, at) {
        return puzzle::choose(model, index, effects);
    }
    match (&model.popup, view::answer_at(model, at)) {
        (Some(Popup::Confirm(_)), Some(is_yes)) => answer(model, is_yes, effects),
        (Some(Popup::Confirm(Confirm { question: Question::Sides, .. })), None) => model.popup = None,
        (Some(Popup::Confirm(_)), None) => answer(model, false, effects),
        (Some(Popup::Entry(_)), _) => {}
        _ => model.popup = None,
    }
}

/// A question was answered.
fn answer(model: &mut Model, is_yes: bool, effects: &mut Vec<Effect>) {
    let Some(Popup::Confirm(Confirm { question, .. })) = model.popup.take() else { return };
    if question == Question::Sides {
        game::choose_sides(model, if is_yes { Sides::Swap } else { Sides::Stay }, effects);
    } else if is_yes {
        confirmed(model, question, effects);
    } else if question == Question::Draw {
        model.tell(model.say("draw-declined"));
    }
}

fn confirmed(model: &mut Model, question: Question, effects: &mut Vec<Effect>) {
    let now = model.now;
    match question {
        Question::NewGame => rematch(model, effects),
        Question::Replace(path) => save(model, path, Replace::Asked, effects),
        Question::Branch(mv) => game::branch(model, &mv, effects),
        Question::Sides => {}
        Question::Delete(name) => {
            effects.push(Effect::Delete(name));
            model.popup = Some(Popup::Library { filter: String::new(), index: 0 });
        }
        Question::Resign | Question::Draw => {
            let Some(play) = &mut model.play else { return };
            let closing =
                if question == Question::Draw { Some(Closing::Agreed) } else { resigning(&play.table) };
            if let Some(closing) = closing {
                play.table.close(closing, now);
                game::ended(model, effects);
            }
        }
    }
}

/// A draw needs two people, or a computer that would take it; none does.
pub fn offer_draw(model: &mut Model) {
    let Some(play) = &model.play else { return };
    match play.table.to_move() {
        None => model.tell(model.say("game-over")),
        Some(player) if play.table.is_human(player) && play.table.is_human(!player) => {
            model.confirm(Question::Draw);
        }
        Some(_) => model.tell(model.say("draw-declined-by-computer")),
    }
}

/// Asks a person to confirm that they resign. Two computers cannot resign.
pub fn ask_resign(model: &mut Model) {
    let Some(play) = &model.play else { return };
    match (play.table.to_move(), resigning(&play.table)) {
        (None, _) => model.tell(model.say("game-over")),
        (_, None) => model.tell(model.say("tui-nobody-resigns")),
        _ => model.confirm(Question::Resign),
    }
}

pub fn to_menu(model: &mut Model, effects: &mut Vec<Effect>) {
    model.is_in_menu = true;
    // The board is not shown, so the clocks stand.
    if let Some(play) = &mut model.play {
        play.table.stop_clocks(model.now);
    }
    model.menu.line = None;
    effects.push(Effect::ListGoing);
}

/// Proposes a name that says what is in the file.
pub fn ask_save(model: &mut Model) {
    let Some(play) = &model.play else { return };
    let name = format!("{}.jogo", play.table.record().info().id);
    ask(model, Purpose::Save, &name);
}

pub fn save(model: &mut Model, path: PathBuf, replace: Replace, effects: &mut Vec<Effect>) {
    if analysis::save_study(model, path.clone(), replace, effects) {
        return;
    }
    if let Some(play) = &model.play {
        effects.push(Effect::Save { path, record: Box::new(play.table.record().clone()), replace });
    }
}

pub fn saved(model: &mut Model, path: PathBuf, saved: Saved) {
    let name = path.display().to_string();
    match saved {
        Saved::Done => model.tell(model.words.say_with("saved", [("name", name.into())])),
        Saved::Exists => model.confirm(Question::Replace(path)),
        Saved::NoPgn => {
            let game = model
                .play
                .as_ref()
                .map_or(String::new(), |play| model.words.name(play.table.record().info().name));
            model.warn(model.words.say_with("save-no-pgn", [("game", game.into()), ("name", name.into())]));
        }
        Saved::Failed(error) => model.warn(said::file_trouble(model.words, &name, &error)),
    }
}

/// A typed line: a command of the console, or a move.
pub fn obey(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    if model.puzzle.is_some() {
        return puzzle::obey(model, text, effects);
    }
    let (word, rest) = text.split_once(' ').map_or((text, ""), |(word, rest)| (word, rest.trim()));
    let command = ConsoleCommand::read(word, ConsoleCommand::GAME, model.words);
    match (command, rest) {
        (Some(ConsoleCommand::Save | ConsoleCommand::Replace), "") => ask_save(model),
        (Some(ConsoleCommand::Save), path) => save(model, PathBuf::from(path), Replace::Never, effects),
        (Some(ConsoleCommand::Replace), path) => save(model, PathBuf::from(path), Replace::Asked, effects),
        (Some(ConsoleCommand::Load), "") => ask(model, Purpose::Load, ""),
        (Some(ConsoleCommand::Load), path) => effects.push(Effect::Load(PathBuf::from(path))),
        (Some(ConsoleCommand::Undo), "") => {
            step(model, table::Table::take_back, "tui-nothing-to-undo", effects);
        }
        (Some(ConsoleCommand::Redo), "") => {
            step(model, table::Table::play_again, "tui-nothing-to-redo", effects);
        }
        (Some(ConsoleCommand::Hint), "") => advice::ask_hint(model, effects),
        (Some(ConsoleCommand::Resign), "") => ask_resign(model),
        (Some(ConsoleCommand::Draw), "") => offer_draw(model),
        (Some(ConsoleCommand::Help), "") => model.popup = Some(Popup::Keys { scroll: 0 }),
        (Some(ConsoleCommand::Quit), "") => leave(model, effects),
        (Some(ConsoleCommand::Flip), "") => {
            if let Some(play) = &mut model.play {
                play.turn_round();
            }
            game::settle(model);
        }
        (Some(ConsoleCommand::Moves | ConsoleCommand::Position), "") => {
            let position = model.play.as_ref().map(|play| play.table.record().position());
            let text = position.map(|position| match command {
                Some(ConsoleCommand::Moves) => position.moves().join(" "),
                _ => position.to_string(),
            });
            model.tell(text.unwrap_or_default());
        }
        (Some(ConsoleCommand::Rules), "") => {
            model.popup = model.play.as_ref().map(|play| Popup::rules(play.table.record().game()));
        }
        _ => play_typed(model, text, effects),
    }
}
