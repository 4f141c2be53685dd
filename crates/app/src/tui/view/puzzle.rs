//! Puzzles: the list to choose from, and what stands beside the board of one.

use engine::puzzles::PuzzleBook;
use puzzles::PuzzleResult;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::text::Line;

use super::popups::{frame, reading_area};
use super::reading::wrap;
use crate::console::said;
use crate::solving::SolvingKind;
use crate::tui::game::Play;
use crate::tui::model::Model;
use crate::tui::popups::Popup;
use crate::tui::puzzle::{PuzzleScreen, PuzzleState, TryAnswer, listed};
use crate::tui::theme::Paint;

/// What stands beside the board, as lines of at most this width.
pub fn lines(model: &Model, screen: &PuzzleScreen, play: &Play, width: usize) -> Vec<Line<'static>> {
    let words = model.words;
    let said = |text: &str, paint: Paint| -> Vec<Line<'static>> {
        wrap(text, width).into_iter().map(|line| Line::styled(line, model.skin.text(paint))).collect()
    };
    let solving = &screen.solving;
    let (entry, info) = (solving.posed.entry, solving.posed.game.info);
    let title = match solving.kind {
        SolvingKind::Training => "tui-puzzle-training",
        SolvingKind::Daily(_) => "tui-puzzle-daily",
        SolvingKind::Practice => "tui-puzzle-practice",
    };
    let mut lines = said(&words.say_with(title, [("difficulty", entry.difficulty.into())]), Paint::Dim);
    let progress = model.progress.as_ref().and_then(|known| known.progress.games.get(info.id));
    if let Some(progress) = progress.filter(|_| solving.kind == SolvingKind::Training && !screen.is_done()) {
        let told = [("rating", said::rating(progress.rating).into()), ("streak", progress.streak.into())];
        lines.extend(said(&words.say_with("tui-puzzle-standing", told), Paint::Dim));
    }
    match &screen.state {
        PuzzleState::Asked => {
            let record = play.table.record();
            if let Some([mv, reply]) = record.moves().last_chunk() {
                let told = [("move", mv.as_str().into()), ("reply", reply.as_str().into())];
                lines.extend(said(&words.say_with("tui-puzzle-on", told), Paint::Accent));
            } else {
                let turn = record.position().turn();
                lines.extend(said(&words.puzzle_question(info, turn, entry.goal), Paint::Text));
            }
            match &screen.hint {
                Some((steps, shown)) => lines.extend(said(&words.hint_step(steps, shown - 1), Paint::Accent)),
                None if solving.current.failed => {}
                None => lines.extend(said(&words.puzzle_themes(entry), Paint::Dim)),
            }
        }
        PuzzleState::Wrong { mv, answer, shown } => match answer {
            TryAnswer::Awaited(_) => {
                lines.extend(said(
                    &words.say_with("tui-puzzle-wrong", [("move", mv.as_str().into())]),
                    Paint::Alarm,
                ));
            }
            TryAnswer::Found(found) => {
                lines.extend(said(&said::wrong_move(words, mv, found.as_deref()), Paint::Alarm));
                let moves = found.as_ref().map_or(&[][..], |found| &found.line.moves);
                if *shown > 1 {
                    lines.extend(said(&moves[..*shown.min(&moves.len())].join(" "), Paint::Accent));
                }
                let key = if moves.len() > 1 { "tui-puzzle-again-more" } else { "tui-puzzle-again" };
                lines.extend(said(&words.say(key), Paint::Accent));
            }
        },
        PuzzleState::Done { ended, told } => {
            lines.extend(said(told, Paint::Text));
            let text = said::puzzle_end(words, solving, ended);
            lines.extend(said(&text, Paint::Accent).into_iter().map(|line| line.patch_style(Modifier::BOLD)));
            let next =
                if solving.kind == SolvingKind::Training { "tui-puzzle-next" } else { "tui-puzzle-train" };
            lines.extend(said(&words.say(next), Paint::Accent));
        }
    }
    lines
}

/// Lines of the list above its rule sets.
const HEAD: u16 = 2;
/// Width of the columns behind the names: rating, puzzles that have come, puzzle of the day.
const COLUMNS: [usize; 3] = [7, 9, 10];

fn area(model: &Model) -> Rect {
    let inside = reading_area(model.size);
    let height = (listed(&model.menu.games).len() as u16 + HEAD).min(inside.height);
    Rect { height, ..inside }
}

/// The rule set of the list under the mouse.
pub fn puzzles_at(model: &Model, at: Position) -> Option<usize> {
    let Some(Popup::Puzzles { .. }) = model.popup else { return None };
    let area = area(model);
    let row = usize::from(at.y.checked_sub(area.y + HEAD)?);
    (row < listed(&model.menu.games).len() && area.contains(at)).then_some(row)
}

/// The rule sets with their puzzles.
pub fn draw_list(model: &Model, index: usize, buffer: &mut Buffer) {
    let (skin, words) = (model.skin, model.words);
    let inside = area(model);
    frame(model, buffer, inside);
    let width = usize::from(inside.width);
    let style = skin.text(Paint::Accent).add_modifier(Modifier::BOLD);
    buffer.set_stringn(inside.x, inside.y, words.say("tui-puzzles"), width, style);
    let row = |name: &str, columns: [String; 3]| {
        let room = width.saturating_sub(COLUMNS.iter().sum());
        let name: String = name.chars().take(room).collect();
        let columns = columns.into_iter().zip(COLUMNS).map(|(text, width)| format!("{text:>width$}"));
        format!("{name:<room$}{}", columns.collect::<String>())
    };
    let heads = ["tui-puzzles-rating", "tui-puzzles-seen", "tui-puzzles-today"].map(|key| words.say(key));
    buffer.set_stringn(inside.x, inside.y + 1, row("", heads), width, skin.text(Paint::Dim));
    let known = model.progress.as_ref();
    for (place, game) in listed(&model.menu.games).into_iter().enumerate() {
        let progress =
            known.and_then(|known| known.progress.games.get(game.info.id)).cloned().unwrap_or_default();
        let count = PuzzleBook::of(game).map_or(0, |book| book.puzzles.len());
        let today = known.and_then(|known| {
            let daily = known.progress.daily.get(game.info.family)?;
            daily.result.filter(|_| daily.day == known.today)
        });
        let today = match today {
            None => "tui-puzzles-open",
            Some(PuzzleResult::Solved) => "tui-puzzles-solved",
            Some(PuzzleResult::Helped) => "tui-puzzles-helped",
            Some(PuzzleResult::Failed) => "tui-puzzles-failed",
        };
        let rating = said::rating(progress.rating).to_string();
        let text = row(
            &format!("{} {}", place + 1, words.name(game.info.name)),
            [rating, format!("{}/{count}", progress.seen.len()), words.say(today)],
        );
        let style = if place == index { skin.chosen() } else { skin.text(Paint::Text) };
        buffer.set_stringn(inside.x, inside.y + HEAD + place as u16, text, width, style);
    }
    let text = words.say("tui-puzzles-keys");
    let left = inside.right().saturating_sub(text.chars().count() as u16);
    buffer.set_string(left, inside.bottom(), text, skin.text(Paint::Dim));
}
