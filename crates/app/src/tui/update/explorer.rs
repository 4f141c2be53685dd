//! The opening explorer on the analysis board: what was played in a position in the games of this computer.

use super::analysis::{attempt, toggle_values};
use super::game::refresh;
use super::*;
use crate::tui::analysis::{ExplorerMoves, ExplorerPanel};

/// Shows the explorer in the place of the tree, or shows it no more.
pub fn toggle(model: &mut Model, effects: &mut Vec<Effect>) {
    let hides_it = model.play.as_ref().is_some_and(|play| play.values.is_some());
    if hides_it {
        toggle_values(model, effects);
    }
    let Some(board) = &mut model.analysis else { return };
    if board.explorer.take().is_some() && !hides_it {
        effects.push(Effect::StopExploring);
        return;
    }
    board.explorer = Some(ExplorerPanel::default());
    refresh(model, effects);
}

/// Asks about the position that is shown, where the explorer is shown.
pub fn explore(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.analysis.as_ref().is_none_or(|board| board.explorer.is_none()) {
        return;
    }
    let ticket = model.ticket();
    if let Some(board) = &mut model.analysis {
        board.explorer = Some(ExplorerPanel { ticket, found: None });
        effects.push(Effect::Explore { ticket, record: Box::new(board.record()) });
    }
}

pub fn explored(model: &mut Model, ticket: u64, found: ExplorerMoves) {
    let panel = model.analysis.as_mut().and_then(|board| board.explorer.as_mut());
    if let Some(panel) = panel.filter(|panel| panel.ticket == ticket) {
        panel.found = Some(found);
    }
}

/// Plays the move of a row of the explorer. Returns whether the explorer is shown.
pub fn play_row(model: &mut Model, index: usize, effects: &mut Vec<Effect>) -> bool {
    let is_hidden = model.play.as_ref().is_none_or(|play| play.values.is_some());
    let panel = model.analysis.as_ref().and_then(|board| board.explorer.as_ref());
    let Some(panel) = panel.filter(|_| !is_hidden) else { return false };
    let mv = panel.found.as_ref().and_then(|found| Some(found.moves.get(index)?.mv.clone()));
    match mv {
        Some(mv) => attempt(model, &mv, effects),
        None => model.tell(model.say("explorer-no-row")),
    }
    true
}
