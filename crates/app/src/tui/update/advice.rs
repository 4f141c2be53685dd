//! What the engine thinks: the evaluation that runs beside a game, and hints.

use engine::analysis::{Analysis, AnalysisLine};
use engine::reasons::{self, HintSteps};

use super::game::{make, not_now, refresh};
use super::*;
use crate::tui::game::{Evaluation, HintState};
use crate::tui::message::AnalysisProgress;

pub fn toggle_evaluation(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(play) = &mut model.play else { return };
    if play.evaluation.take().is_some() {
        effects.push(Effect::StopAnalysis);
    } else {
        play.evaluation = Some(Evaluation { ticket: 0, analysis: None, progress: AnalysisProgress::GoesOn });
        let (touched, chooser, preview, targets) =
            (play.touched.clone(), play.chooser.clone(), play.preview.clone(), play.targets.clone());
        refresh(model, effects);
        // What was being done with the hands goes on.
        if let Some(play) = &mut model.play {
            (play.touched, play.chooser, play.preview, play.targets) = (touched, chooser, preview, targets);
        }
    }
}

pub fn evaluated(model: &mut Model, ticket: u64, analysis: Analysis, progress: AnalysisProgress) {
    let evaluation = model.play.as_mut().and_then(|play| play.evaluation.as_mut());
    if let Some(evaluation) = evaluation.filter(|evaluation| evaluation.ticket == ticket) {
        // The last word of a search that was stopped early may be empty.
        evaluation.progress = progress;
        if !analysis.lines.is_empty() {
            evaluation.analysis = Some(analysis.clone());
            analysis::keep_analysis(model, &analysis, progress);
        }
    }
}

/// Asks for a hint; once there is one, plays it.
pub fn ask_hint(model: &mut Model, effects: &mut Vec<Effect>) {
    let ticket = model.ticket();
    let Some(play) = &mut model.play else { return };
    if let Some(HintState::Steps { steps, shown }) = &mut play.hint
        && *shown < HintSteps::COUNT
    {
        *shown += 1;
        if *shown < HintSteps::COUNT {
            return;
        }
        // The last step shows the move on the board.
        let mv = steps.mv.clone();
        return show_move(model, &mv);
    }
    if let Some(HintState::Steps { steps, .. }) = &play.hint
        && play.is_persons_turn()
    {
        let mv = steps.mv.clone();
        return make(model, &mv, effects);
    }
    if let Some(HintState::Given { line, .. }) = &play.hint
        && let Some(mv) = line.moves.first().cloned()
        && play.is_persons_turn()
    {
        return make(model, &mv, effects);
    }
    if play.is_persons_turn() {
        play.hint = Some(HintState::Awaited(ticket));
        effects.push(Effect::Hint { ticket, record: Box::new(play.table.record().clone()) });
    } else {
        not_now(model);
    }
}

pub fn hinted(model: &mut Model, ticket: u64, hint: Option<AnalysisLine>) {
    let Some(play) = model.play.as_mut().filter(|play| play.hint == Some(HintState::Awaited(ticket))) else {
        return;
    };
    if play.is_taught() {
        let record = play.table.record();
        let steps = hint.and_then(|line| reasons::hint_steps(record, line.moves.first()?));
        play.hint = steps.map(|steps| HintState::Steps { steps, shown: 1 });
        if let Some(HintState::Steps { steps: HintSteps { piece: Some(cell), .. }, .. }) = &play.hint {
            play.cursor.clone_from(cell);
        }
        return game::settle(model);
    }
    play.hint = hint.map(|line| {
        let gestures = line
            .moves
            .first()
            .map_or(Vec::new(), |mv| play.table.record().position().gestures(mv).unwrap_or_default());
        let cells = gestures.into_iter().next().map_or(Vec::new(), |gesture| gesture.cells);
        HintState::Given { line, cells }
    });
}

/// Puts the cursor where a move ends.
fn show_move(model: &mut Model, mv: &str) {
    let Some(play) = &mut model.play else { return };
    let gestures = play.table.record().position().gestures(mv).unwrap_or_default();
    if let Some(cell) = gestures.into_iter().next().and_then(|gesture| gesture.cells.last().cloned()) {
        play.cursor = cell;
    }
    game::settle(model);
}
