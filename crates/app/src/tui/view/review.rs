//! What a review says, beside the board: a graph of the game, accuracy, the move that is shown.

use engine::review::Review;
use games::Player;

use crate::tui::analysis::AnalysisBoard;
use crate::tui::model::Model;
use crate::tui::words_of;

/// The lines that a review adds to the notes of an analysis.
pub fn notes(model: &Model, board: &AnalysisBoard, width: usize) -> Vec<String> {
    let Some(state) = &board.review else { return Vec::new() };
    let Some(review) = &state.review else {
        let args = [("done", state.done.into()), ("all", state.all.into())];
        return vec![model.words.say_with("analysis-reviewing", args)];
    };
    let study = board.editor.study();
    let ply = study.ply(board.node);
    let is_main = study.main_line().get(ply) == Some(&board.node);
    let mut notes = vec![graph(model, board, review, width).into_iter().map(|(sign, _)| sign).collect()];
    let accuracy = Player::BOTH.map(|player| {
        let side = words_of::side(model.words, study.info(), player);
        match review.accuracy(player) {
            Some(percent) => {
                let percent = percent.round() as u32;
                model
                    .words
                    .say_with("review-accuracy-of", [("side", side.into()), ("percent", percent.into())])
            }
            None => model.words.say_with("review-accuracy-none", [("side", side.into())]),
        }
    });
    notes.push(format!("{}: {}", model.say("review-accuracy"), accuracy.join(", ")));
    let made = ply.checked_sub(1).and_then(|index| review.moves.get(index)?.as_ref()).filter(|_| is_main);
    if let Some(reviewed) = made {
        let quality = model.words.move_quality(reviewed.quality);
        notes.push(format!("{}: {quality}", reviewed.numbered()));
    }
    if let Some(reviewed) = board.tried_again() {
        notes.push(model.words.say_with("analysis-try-again", [("move", reviewed.mv.clone().into())]));
    }
    notes
}

/// The expected result of the first player after every move, as high as the signs are, each with the number
/// of moves that it stands for; the position that is shown stands between two bars.
pub fn graph(model: &Model, board: &AnalysisBoard, review: &Review, width: usize) -> Vec<(char, usize)> {
    const SIGNS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const PLAIN: [char; 8] = ['_', '.', '-', '=', '+', '*', '%', '#'];
    let signs = model.skin.pick(SIGNS, PLAIN);
    let ply = board.editor.study().ply(board.node).min(review.moves.len());
    let count = review.positions.len();
    let columns = count.min(width.saturating_sub(2)).max(1);
    let mut graph = Vec::new();
    for column in 0..columns {
        let first = column * count / columns;
        let last = ((column + 1) * count / columns).max(first + 1);
        let expected = review.positions[first].as_ref().map(|assessment| assessment.chances.expectation());
        let sign = expected.map_or('?', |expected| signs[((expected * 7.0).round() as usize).min(7)]);
        if (first..last).contains(&ply) {
            graph
                .extend([model.skin.pick('┃', '['), sign, model.skin.pick('┃', ']')].map(|sign| (sign, ply)));
        } else {
            graph.push((sign, first));
        }
    }
    graph
}
