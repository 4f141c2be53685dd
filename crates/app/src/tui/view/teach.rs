//! What a computer that teaches says beside the board: warnings, and hints in steps.

use engine::reasons::HintSteps;
use ratatui::text::Line;

use super::reading::wrap;
use crate::tui::game::{HintState, Play};
use crate::tui::model::Model;
use crate::tui::theme::Paint;

/// Returns what it says, as lines of at most this width.
pub fn lines(model: &Model, play: &Play, width: usize) -> Vec<Line<'static>> {
    let words = model.words;
    let said = |text: &str, paint: Paint| -> Vec<Line<'static>> {
        wrap(text, width).into_iter().map(|line| Line::styled(line, model.skin.text(paint))).collect()
    };
    if let Some(warning) = &play.taught.warning {
        let (text, facts) = words.warning(play.table.record().info(), warning);
        let mut lines = said(&words.say("teach-wait"), Paint::Alarm);
        lines.extend(said(&text, Paint::Text));
        lines.extend(facts.first().map_or(Vec::new(), |fact| said(fact, Paint::Text)));
        let shown = warning.refutation[..play.taught.shown.min(warning.refutation.len())].join(" ");
        if !shown.is_empty() {
            lines.extend(said(&shown, Paint::Accent));
        }
        lines.extend(said(&words.say("tui-teach-keys"), Paint::Accent));
        return lines;
    }
    let Some(HintState::Steps { steps, shown }) = &play.hint else { return Vec::new() };
    let mut lines = match &steps.piece {
        Some(cell) => said(&words.say_with("teach-piece", [("cell", cell.as_str().into())]), Paint::Accent),
        None => said(&words.say("teach-pass"), Paint::Accent),
    };
    if *shown > 1 {
        let kind = words.message(&steps.kind);
        lines.extend(said(&words.say_with("teach-kind", [("kind", kind.into())]), Paint::Accent));
    }
    if *shown >= HintSteps::COUNT {
        lines.extend(said(&steps.mv, Paint::Text));
        for reason in &steps.reasons {
            let (mv, fact) = (steps.mv.as_str(), words.message(reason));
            lines.extend(said(
                &words.say_with("teach-fact", [("move", mv.into()), ("fact", fact.into())]),
                Paint::Text,
            ));
        }
    }
    let more = if *shown < HintSteps::COUNT { "tui-teach-more" } else { "tui-teach-play" };
    lines.extend(said(&words.say(more), Paint::Dim));
    lines
}
