//! A lesson: its steps on the board of the app. The game that was at hand waits aside.

use engine::players::BotName;
use games::Record;
use games::lesson::lesson;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use table::{Seat, Table};

use super::game::refresh;
use super::*;
use crate::tui::lesson::{Lesson, LessonState};
use crate::tui::popups::Popup;

/// Begins the lesson of the game that the menu shows.
pub fn begin(model: &mut Model, effects: &mut Vec<Effect>) {
    let game = model.menu.entry();
    let steps = match lesson(game) {
        Ok(steps) if !steps.is_empty() => steps,
        Ok(_) => {
            return model.tell(model.words.say_with("lesson-none", [("game", game.info.id.into())]));
        }
        Err(wrong) => return model.warn(wrong),
    };
    let aside = set_aside(model, effects);
    model.lesson = Some(Box::new(Lesson { game, steps, index: 0, state: LessonState::Asked, aside }));
    model.is_in_menu = false;
    open(model, 0, effects);
}

/// Takes the game at hand from the board, where it waits for nothing.
pub fn set_aside(model: &mut Model, effects: &mut Vec<Effect>) -> Option<Box<Play>> {
    let mut aside = model.play.take();
    if let Some(play) = &mut aside {
        play.next_choice = None;
        if play.awaited.take().is_some() {
            effects.push(Effect::StopChoosing);
        }
        if play.evaluation.is_some() {
            effects.push(Effect::StopAnalysis);
        }
    }
    aside
}

/// Shows a step.
fn open(model: &mut Model, index: usize, effects: &mut Vec<Effect>) {
    let Some(lesson) = &mut model.lesson else { return };
    let Some(step) = lesson.steps.get(index) else { return };
    (lesson.index, lesson.state) = (index, LessonState::Asked);
    let record = Record::from_position(lesson.game, step.position.boxed_clone());
    let mut play = Play::new(Table::new(record, [Seat::Human, Seat::Human]));
    if step.position.turn() == games::Player::Second {
        play.turn_round();
    }
    model.play = Some(Box::new(play));
    refresh(model, effects);
    hand::place_cursor(model);
}

/// Takes a move that was made by hand or typed, instead of a game.
pub fn attempt(model: &mut Model, mv: &str, effects: &mut Vec<Effect>) {
    let (now, tag) = (model.now, model.words.language().tag());
    let (Some(lesson), Some(play)) = (&mut model.lesson, &mut model.play) else { return };
    let Some(step) = lesson.steps.get(lesson.index) else { return };
    if lesson.state == LessonState::Done {
        return;
    }
    if !step.accepts(mv) {
        let said = step.miss(tag).to_owned();
        refresh(model, effects);
        return model.warn(said);
    }
    match play.table.play(mv, now).map(drop) {
        Ok(()) => lesson.state = LessonState::Done,
        Err(complaint) => return model.warn(model.words.message(&complaint)),
    }
    refresh(model, effects);
    // It would be the turn of the other side, which the lesson plays.
    if let Some(play) = &mut model.play {
        play.handles.clear();
        play.targets.clear();
    }
}

/// Goes on after a step that is done; after the last with a game of these rules.
pub fn go_on(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(lesson) = &model.lesson else { return };
    if lesson.index + 1 < lesson.steps.len() {
        return open(model, lesson.index + 1, effects);
    }
    let record = Record::new(lesson.game);
    leave(model, effects);
    super::begin(model, Table::new(record, [Seat::Human, Seat::Bot(BotName::Level(1))]), None, effects);
}

/// Back to the menu, and to the game that has waited.
pub fn leave(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(lesson) = model.lesson.take() else { return };
    model.play = lesson.aside;
    model.is_in_menu = true;
    refresh(model, effects);
}

/// The keys of a lesson that a game does not have, or has for something else. Returns whether this was one.
pub fn press(model: &mut Model, key: KeyEvent, effects: &mut Vec<Effect>) -> bool {
    let Some(lesson) = &model.lesson else { return false };
    let is_holding = model.play.as_ref().is_some_and(|play| !play.touched.is_empty());
    let (index, is_done) = (lesson.index, lesson.state == LessonState::Done);
    match key.code {
        KeyCode::Enter | KeyCode::Char(' ' | 'n') if is_done => go_on(model, effects),
        KeyCode::Char('n') if index + 1 < lesson.steps.len() => open(model, index + 1, effects),
        KeyCode::Char('[' | ',') | KeyCode::PageUp | KeyCode::Backspace => {
            open(model, index.saturating_sub(1), effects);
        }
        KeyCode::Char('s' | 't') if !is_done => show(model),
        KeyCode::Char('q' | 'm') => leave(model, effects),
        KeyCode::Esc if !is_holding => leave(model, effects),
        KeyCode::Char('r') => model.popup = Some(Popup::rules(lesson.game)),
        // The rest of what a game can do, a lesson cannot.
        KeyCode::Char('u' | 'U' | 'e' | 'o' | 'x' | 'd' | ']' | '.' | '{' | '}' | '<' | '>')
        | KeyCode::PageDown
        | KeyCode::Home
        | KeyCode::End => {}
        _ => return false,
    }
    true
}

/// Says a move that is right, and marks its cells.
fn show(model: &mut Model) {
    let (Some(lesson), Some(play)) = (&mut model.lesson, &mut model.play) else { return };
    let Some(step) = lesson.steps.get(lesson.index) else { return };
    let Some(mv) = step.solution() else { return };
    let gestures = step.position.gestures(&mv).unwrap_or_default();
    let cells = gestures.into_iter().next().map_or(Vec::new(), |gesture| gesture.cells);
    if let Some(first) = cells.first() {
        play.cursor.clone_from(first);
    }
    lesson.state = LessonState::Shown { mv, cells };
    hand::untouch(model);
}
