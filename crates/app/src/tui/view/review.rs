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
    let mut notes = vec![graph(model, review, ply.min(review.moves.len()), width)];
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
    let next = review.moves.get(ply).and_then(Option::as_ref).filter(|_| is_main);
    if next.is_some_and(|reviewed| reviewed.is_turning_point()) {
        notes.push(model.say("analysis-try-again"));
    }
    notes
}

/// The expected result of the first player after every move, as high as the signs are; the position that is
/// shown stands between two bars.
fn graph(model: &Model, review: &Review, ply: usize, width: usize) -> String {
    const SIGNS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const PLAIN: [char; 8] = ['_', '.', '-', '=', '+', '*', '%', '#'];
    let signs = model.skin.pick(SIGNS, PLAIN);
    let count = review.positions.len();
    let columns = count.min(width.saturating_sub(2)).max(1);
    let mut graph = String::new();
    for column in 0..columns {
        let first = column * count / columns;
        let last = ((column + 1) * count / columns).max(first + 1);
        let expected = review.positions[first].as_ref().map(|assessment| assessment.chances.expectation());
        let sign = expected.map_or('?', |expected| signs[((expected * 7.0).round() as usize).min(7)]);
        if (first..last).contains(&ply) {
            graph.extend([model.skin.pick('┃', '['), sign, model.skin.pick('┃', ']')]);
        } else {
            graph.push(sign);
        }
    }
    graph
}
