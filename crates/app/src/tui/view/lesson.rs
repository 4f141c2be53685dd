//! Beside the board of a lesson: which step it is, what it asks for, and what comes after it.

use ratatui::style::Modifier;
use ratatui::text::Line;

use super::reading::wrap;
use crate::tui::lesson::{Lesson, LessonState};
use crate::tui::model::Model;
use crate::tui::theme::Paint;

/// What the step says, as lines of at most this width.
pub fn lines(model: &Model, lesson: &Lesson, width: usize) -> Vec<Line<'static>> {
    let words = model.words;
    let Some(step) = lesson.steps.get(lesson.index) else { return Vec::new() };
    let said = |text: &str, paint: Paint| -> Vec<Line<'static>> {
        wrap(text, width).into_iter().map(|line| Line::styled(line, model.skin.text(paint))).collect()
    };
    let number = [("number", (lesson.index + 1).into()), ("count", lesson.steps.len().into())];
    let mut lines = said(&words.say_with("lesson-step", number), Paint::Dim);
    match &lesson.state {
        LessonState::Done => {
            let is_last = lesson.index + 1 == lesson.steps.len();
            let right = words.say("lesson-right");
            lines
                .extend(said(&right, Paint::Accent).into_iter().map(|line| line.patch_style(Modifier::BOLD)));
            if let Some(reply) = &step.reply {
                lines.extend(said(
                    &words.say_with("puzzle-reply", [("move", reply.as_str().into())]),
                    Paint::Text,
                ));
            }
            let next = if is_last { "tui-lesson-end" } else { "tui-lesson-next" };
            lines.extend(said(&words.say(next), Paint::Accent));
        }
        state => {
            lines.extend(said(step.ask(words.language().tag()), Paint::Text));
            if let LessonState::Shown { mv, .. } = state {
                let text = words.say_with("tui-lesson-shown", [("move", mv.as_str().into())]);
                lines.extend(said(&text, Paint::Accent));
            }
        }
    }
    lines
}
