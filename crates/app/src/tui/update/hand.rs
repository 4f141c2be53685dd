//! Moves made by hand: the cursor, what is touched with it, and what is typed.

use games::quote;

use super::game::{make, not_now, settle};
use super::*;
use crate::tui::lesson::LessonState;
use crate::tui::popups::Question;
use crate::tui::puzzle::PuzzleState;
use crate::tui::touch::{self, Touch};

/// Puts the cursor where the next move is likely: on the piece that this side moved last, else on the nearest
/// that can be moved to where the last move went.
pub fn place_cursor(model: &mut Model) {
    let size = model.size;
    let Some(play) = &mut model.play else { return };
    let may_touch = |play: &Play, cell: &str| play.targets.iter().any(|target| target.cell == cell);
    if !play.is_live() || play.targets.is_empty() || may_touch(play, &play.cursor) {
        return;
    }
    let record = play.table.record();
    let goal = |back: usize| {
        let ply = record.moves().len().checked_sub(back)?;
        record.position_at(ply)?.gestures(&record.moves()[ply]).ok()?.first()?.cells.last().cloned()
    };
    let grid = play.grid(size);
    let place = |cell: &str| {
        play.picture.cells.iter().position(|other| other.name == cell).map(|index| grid.place(index))
    };
    let (last, own) = (goal(1), goal(2));
    let here = last.as_deref().and_then(place).unwrap_or_else(|| grid.place(play.cursor_index()));
    let distance = |cell: &str| {
        place(cell).map_or(usize::MAX, |there| there.0.abs_diff(here.0).max(there.1.abs_diff(here.1)))
    };
    let nearest =
        || play.targets.iter().min_by_key(|target| distance(&target.cell)).map(|target| target.cell.clone());
    if let Some(cell) = own.filter(|cell| may_touch(play, cell)).or_else(nearest) {
        play.cursor = cell;
    }
    settle(model);
}

/// Touches the cell under the cursor, as a key or a click does.
pub fn touch_cursor(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.lesson.as_ref().is_some_and(|lesson| lesson.state == LessonState::Done) {
        return lesson::go_on(model, effects);
    }
    match model.puzzle.as_ref().map(|screen| &screen.state) {
        Some(PuzzleState::Done { .. }) => return puzzle::next(model, effects),
        Some(PuzzleState::Wrong { .. }) => return puzzle::try_again(model, effects),
        Some(PuzzleState::Asked) | None => {}
    }
    let Some(play) = &mut model.play else { return };
    if let Some(handle) = play.forced() {
        let mv = handle.mv.clone();
        return make(model, &mv, effects);
    }
    let mut touched = play.touched.clone();
    touched.push(play.cursor.clone());
    if play.touched.last() == Some(&play.cursor) {
        return untouch(model);
    }
    match touch::touch(&play.handles, &touched) {
        Touch::Move(mv) => make(model, &mv, effects),
        Touch::More => {
            play.touched = touched;
            retarget(model);
        }
        Touch::Choose(chooser) => {
            play.touched = touched;
            play.chooser = Some(chooser);
            play.targets.clear();
            show_choice(model);
        }
        Touch::Nothing => {
            // Another piece of one's own is a new beginning.
            let alone = vec![play.cursor.clone()];
            if !play.touched.is_empty() && touch::touch(&play.handles, &alone) == Touch::More {
                play.touched = alone;
                return retarget(model);
            }
            let cells: Vec<&str> = touched.iter().map(String::as_str).collect();
            let objection =
                play.table.record().position().objection(&cells).filter(|_| play.is_persons_turn());
            if let Some(complaint) = objection {
                model.warn(model.words.message(&complaint));
            } else if play.is_persons_turn() {
                let key = if touched.len() > 1 { "tui-not-there" } else { "tui-no-piece" };
                model.warn(model.say(key));
            }
        }
    }
}

/// The cells that may be touched next, after one was.
pub fn retarget(model: &mut Model) {
    let Some(play) = &mut model.play else { return };
    let record = play.table.record();
    play.targets = touch::targets(record.position(), &play.picture, &play.handles, &play.touched);
    look_ahead(model);
}

/// Forgets what was touched.
pub fn untouch(model: &mut Model) {
    let Some(play) = &mut model.play else { return };
    if let Some(origin) = play.touched.first() {
        play.cursor.clone_from(origin);
    }
    play.touched.clear();
    play.chooser = None;
    retarget(model);
    settle(model);
}

/// Shows what the move to the cell under the cursor would change.
pub fn look_ahead(model: &mut Model) {
    let Some(play) = &mut model.play else { return };
    let mut touched = play.touched.clone();
    touched.push(play.cursor.clone());
    let mv = if play.touched.is_empty() { None } else { touch::meant(&play.handles, &touched) };
    play.preview = mv.and_then(|mv| touch::preview(play.table.record().position(), &play.picture, &mv));
}

/// Shows what the choice at hand would change.
pub fn show_choice(model: &mut Model) {
    let Some(play) = &mut model.play else { return };
    if let Some(chooser) = &play.chooser {
        play.preview = touch::preview(play.table.record().position(), &play.picture, chooser.mv());
    }
}

/// Plays what was typed: a move, or the beginning of just one.
pub fn play_typed(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    let Some(play) = &mut model.play else { return };
    if play.is_live() && !play.is_persons_turn() {
        return not_now(model);
    }
    let is_live = play.is_live();
    let position = play.shown();
    match games::typed_move(position, text) {
        Ok(mv) if is_live => make(model, &mv, effects),
        // The game has gone on from here, so this would be another one.
        Ok(mv) => model.confirm(Question::Branch(mv)),
        Err(complaint) => {
            let reason = model.words.message(&complaint);
            model.warn(format!("{}: {reason}", quote(text)));
        }
    }
}
