//! The review of a game on the analysis board: every move judged, marks and better lines in the tree, and the
//! turning points to try again from.

use engine::review::Review;
use games::study::NodeId;

use super::advice::toggle_evaluation;
use super::analysis::{enter, go_to, take_annotated};
use super::*;
use crate::tui::analysis::ReviewPanel;

/// Reviews the game at hand, or the main line of the study. Once more, it stops; what is done by then is
/// kept.
pub fn start_or_stop(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.analysis.as_ref().is_some_and(|board| board.is_reviewing()) {
        effects.push(Effect::StopReview);
        return;
    }
    let is_new = model.analysis.is_none();
    if is_new {
        enter(model, effects);
    }
    let ticket = model.ticket();
    let Some(board) = &mut model.analysis else { return };
    let study = board.editor.study();
    let record = study.record_to(study.main_end());
    if record.moves().is_empty() {
        return model.tell(model.say("analysis-nothing-to-review"));
    }
    board.review = Some(ReviewPanel { ticket, done: 0, all: record.moves().len() + 1, review: None });
    effects.push(Effect::Review { ticket, record: Box::new(record) });
    // The review has the machine for itself; its key starts the analysis again.
    if model.play.as_ref().is_some_and(|play| play.evaluation.is_some()) {
        toggle_evaluation(model, effects);
    }
}

pub fn progressed(model: &mut Model, ticket: u64, done: usize, all: usize) {
    let state = model.analysis.as_mut().and_then(|board| board.review.as_mut());
    if let Some(state) = state.filter(|state| state.ticket == ticket) {
        (state.done, state.all) = (done, all);
    }
}

/// Takes the review in: marks, words and better lines become a part of the study.
pub fn reviewed(model: &mut Model, ticket: u64, review: Review, effects: &mut Vec<Effect>) {
    let words = model.words;
    let Some(board) = &mut model.analysis else { return };
    let Some(mut state) = board.review.take_if(|state| state.ticket == ticket) else { return };
    let mut study = board.editor.study().clone();
    let info = study.info();
    review.annotate(&mut study, |reviewed| {
        reviewed.is_turning_point().then(|| words.turning_point(info, reviewed))
    });
    state.review = Some(review);
    let ply = board.editor.study().ply(board.node);
    let node = study.main_line().get(ply).copied().unwrap_or(NodeId::ROOT);
    take_annotated(model, study, node, effects);
    if let Some(board) = &mut model.analysis {
        board.review = Some(state);
    }
}

/// Goes to the position of the game after so many moves.
pub fn look_at(model: &mut Model, ply: usize, effects: &mut Vec<Effect>) {
    let Some(board) = &model.analysis else { return };
    let node = board.editor.study().main_line().get(ply).copied();
    go_to(model, node, effects);
}

/// Goes to the position before the next turning point, or before the last one, and lets another move be tried
/// there.
pub fn jump(model: &mut Model, forward: bool, effects: &mut Vec<Effect>) {
    let Some(board) = &model.analysis else { return };
    let study = board.editor.study();
    let ply = study.ply(board.node);
    let points: Vec<usize> = board
        .review
        .as_ref()
        .and_then(|state| state.review.as_ref())
        .map_or(Vec::new(), |review| review.turning_points().map(|reviewed| reviewed.ply).collect());
    let line = study.main_line();
    // Where nothing is tried yet, the position that is shown may be the next.
    let is_here = board.tried_again().is_some();
    let wanted = if forward {
        points.iter().find(|point| **point > ply || **point == ply && !is_here)
    } else {
        points.iter().rev().find(|point| **point < ply)
    };
    match wanted.and_then(|point| line.get(*point).copied()) {
        Some(node) => {
            go_to(model, Some(node), effects);
            trial::begin(model, effects);
        }
        None => model.tell(model.say("analysis-no-turning-point")),
    }
}
