//! Another try at a turning point of a review. What was played and what was better stay hidden meanwhile, and
//! the move that is tried is judged by what it is worth.

use engine::values::{MoveClass, MoveValues};

use super::advice::toggle_evaluation;
use super::analysis::{attempt, toggle_values};
use super::game::refresh;
use super::*;
use crate::tui::analysis::AnotherTry;
use crate::tui::message::AnalysisProgress;

/// Begins a try at the position that is shown. What would tell the answer is hidden.
pub fn begin(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.play.as_ref().is_some_and(|play| play.evaluation.is_some()) {
        toggle_evaluation(model, effects);
    }
    if model.play.as_ref().is_some_and(|play| play.values.is_some()) {
        toggle_values(model, effects);
    }
    let ticket = model.ticket();
    let Some(board) = &mut model.analysis else { return };
    if board.explorer.take().is_some() {
        effects.push(Effect::StopExploring);
    }
    board.trial = Some(AnotherTry::new(board.node, ticket));
    effects.push(Effect::Values { ticket, record: Box::new(board.record()) });
}

/// Takes a move that is tried. Returns whether another try goes on; else the move is simply made.
pub fn takes(model: &mut Model, mv: &str, effects: &mut Vec<Effect>) -> bool {
    let Some(board) = &mut model.analysis else { return false };
    let is_legal = || board.editor.study().position(board.node).moves().iter().any(|legal| legal == mv);
    if board.tried_again().is_none() || !is_legal() {
        return false;
    }
    if let Some(trial) = &mut board.trial {
        trial.tried = Some(mv.to_owned());
    }
    judge(model, effects);
    true
}

/// Takes in what the moves of the position are worth. Returns whether that was asked for another try.
pub fn valued(
    model: &mut Model,
    ticket: u64,
    found: &Option<MoveValues>,
    progress: AnalysisProgress,
    effects: &mut Vec<Effect>,
) -> bool {
    let trial = model.analysis.as_mut().and_then(|board| board.trial.as_mut());
    let Some(trial) = trial.filter(|trial| trial.ticket == ticket) else { return false };
    trial.values = found.clone().or(trial.values.take());
    trial.progress = progress;
    judge(model, effects);
    true
}

/// Says whether the move that was tried is right, as soon as that is known.
fn judge(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(board) = &model.analysis else { return };
    let (Some(reviewed), Some(trial)) = (board.tried_again(), &board.trial) else { return };
    let Some(mv) = trial.tried.clone() else { return };
    let is_best = reviewed.best.moves.first() == Some(&mv);
    let value = trial.values.as_ref().and_then(|values| values.of(&mv)).cloned();
    if !is_best && trial.progress == AnalysisProgress::GoesOn {
        return model.tell(model.say("tui-evaluating"));
    }
    let keeps = value.as_ref().is_some_and(|value| value.class == MoveClass::Keeps);
    if is_best || keeps && mv != reviewed.mv {
        end(model);
        attempt(model, &mv, effects);
        let args = [("move", mv.into())];
        return model.tell(model.words.say_with("analysis-right", args));
    }
    if let Some(trial) = model.analysis.as_mut().and_then(|board| board.trial.as_mut()) {
        trial.tried = None;
    }
    let line = value.map_or_else(String::new, |value| model.words.move_value(&value));
    let args = [("move", mv.into()), ("worth", line.into())];
    let told = model.words.say_with("analysis-wrong", args);
    refresh(model, effects);
    model.tell(told);
}

/// Makes the best move, and ends the try.
pub fn solve(model: &mut Model, effects: &mut Vec<Effect>) {
    let best = model.analysis.as_ref().and_then(|board| Some(board.tried_again()?.best.moves.clone()));
    let Some(best) = best.filter(|moves| !moves.is_empty()) else { return };
    end(model);
    attempt(model, &best[0], effects);
    model.tell(model.words.say_with("analysis-solution", [("moves", best.join(" ").into())]));
}

fn end(model: &mut Model) {
    if let Some(board) = &mut model.analysis {
        board.trial = None;
    }
}
