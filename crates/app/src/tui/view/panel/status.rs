//! What is to be done now: whose turn it is, how the game ended, what a choice is between.

use games::Player;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use table::Pie;

use super::{player_lines, sections};
use crate::tui::game::{HintState, Play};
use crate::tui::model::Model;
use crate::tui::theme::Paint;
use crate::tui::view::reading::wrap;
use crate::tui::view::{analysis, lesson, puzzle, review, teach};
use crate::tui::words_of;

/// What is to be done now.
pub(super) fn status(model: &Model, play: &Play, width: usize) -> Vec<Line<'static>> {
    if let Some(lesson) = &model.lesson {
        let mut lines = lesson::lines(model, lesson, width);
        lines.extend(choices(model, play, width));
        return lines;
    }
    if let Some(screen) = &model.puzzle {
        let mut lines = puzzle::lines(model, screen, play, width);
        lines.extend(choices(model, play, width));
        return lines;
    }
    let skin = model.skin;
    let record = play.table.record();
    let info = record.info();
    let said = |text: String, paint: Paint| -> Vec<Line<'static>> {
        wrap(&text, width).into_iter().map(|line| Line::from(Span::styled(line, skin.text(paint)))).collect()
    };
    let mut lines = Vec::new();
    if let Some(board) = &model.analysis {
        let notes = analysis::notes(model, board).into_iter().chain(review::notes(model, board, width));
        // The first says what this is; on a small screen the list below does.
        for note in notes.skip(usize::from(player_lines(model) == 1)) {
            lines.extend(said(note, Paint::Dim));
        }
    }
    let seat = |player| words_of::at_table(model.words, &play.table, player);
    match play.table.to_move() {
        _ if !play.is_live() => {
            let text = model
                .words
                .say_with("tui-looking", [("ply", play.ply().into()), ("last", record.moves().len().into())]);
            lines.extend(said(text, Paint::Accent));
        }
        None => {
            if let Some(ending) = record.ending() {
                let reason = model.words.message(&ending.reason);
                let text = match record.outcome() {
                    Some(games::Outcome::Win(winner)) => {
                        let side = words_of::side(model.words, info, winner);
                        let key = match Player::BOTH.map(|player| play.table.is_human(player)) {
                            [true, false] | [false, true] if play.table.is_human(winner) => {
                                "tui-over-you-win"
                            }
                            [true, false] | [false, true] => "tui-over-you-lose",
                            _ => "tui-over-win",
                        };
                        model.words.say_with(key, [("side", side.into()), ("reason", reason.into())])
                    }
                    _ => model.words.say_with("tui-over-draw", [("reason", reason.into())]),
                };
                lines.extend(said(text, Paint::Accent));
            }
            if model.analysis.is_none() {
                lines.extend(said(model.say("tui-after-game"), Paint::Dim));
            }
        }
        Some(_) if play.table.pie() == Some(Pie::Choose) && play.table.is_human(Player::Second) => {
            lines.extend(said(model.say("tui-pie-choose"), Paint::Accent));
        }
        Some(_) if play.table.pie() == Some(Pie::Divide) && play.table.is_human(Player::First) => {
            lines.extend(said(model.say("tui-pie-divide"), Paint::Accent));
        }
        Some(_) if play.is_paused && play.awaited.is_none() => {
            lines.extend(said(model.say("tui-paused"), Paint::Accent));
        }
        // What it says stands below.
        Some(_) if play.taught.warning.is_some() => {}
        Some(_) if play.table.to_act().is_some_and(|player| !play.table.is_human(player)) => {
            let player = play.table.to_act().unwrap_or(Player::First);
            const SIGNS: [&str; 8] = ["⣾", "⣽", "⣻", "⢿", "⡿", "⣟", "⣯", "⣷"];
            let step = play.awaited.map_or(0, |_| model.spinner_frame());
            let sign = skin.pick(SIGNS[step % 8], ["-", "\\", "|", "/"][step % 4]);
            lines.extend(said(
                format!("{} {sign}", model.words.say_with("tui-thinks", [("seat", seat(player).into())])),
                Paint::Dim,
            ));
        }
        Some(player) => {
            let is_alone = !play.table.is_human(!player);
            let text = if play.forced().is_some() {
                model
                    .words
                    .say_with("tui-forced-pass", [("side", words_of::side(model.words, info, player).into())])
            } else if is_alone {
                model.say("tui-your-move")
            } else {
                model
                    .words
                    .say_with("tui-to-move", [("side", words_of::side(model.words, info, player).into())])
            };
            let paint = if play.forced().is_some() { Paint::Accent } else { Paint::Text };
            lines.extend(said(text, paint));
        }
    }
    lines.extend(teach::lines(model, play, width));
    let comment = record.comment(play.ply());
    if !comment.is_empty() {
        lines.extend(said(comment.to_owned(), Paint::Target));
    }
    match &play.hint {
        Some(HintState::Awaited(_)) => lines.extend(said(model.say("tui-hint-awaited"), Paint::Dim)),
        Some(HintState::Given { line, .. }) => {
            let value = model.words.verdict_by_side(info, record.position().turn(), line);
            let mv = line.moves.first().cloned().unwrap_or_default();
            let text = model.words.say_with("tui-hint", [("move", mv.into()), ("value", value.into())]);
            lines.extend(said(text, Paint::Accent));
        }
        Some(HintState::Steps { .. }) | None => {}
    }
    lines.extend(choices(model, play, width));
    lines
}

/// The choice at hand; it stands last, an option a line where they are words.
fn choices(model: &Model, play: &Play, width: usize) -> Vec<Line<'static>> {
    let Some(chooser) = &play.chooser else { return Vec::new() };
    let skin = model.skin;
    if chooser.has_numbers() {
        let first = chooser.options.first().map_or("", |option| &option.0);
        let last = chooser.options.last().map_or("", |option| &option.0);
        let [less, more] = skin.pick(["◂", "▸"], ["<", ">"]);
        return vec![
            Line::from(Span::styled(model.say("tui-how-many"), skin.text(Paint::Accent))),
            Line::from(vec![
                Span::styled(format!(" {less} "), skin.text(Paint::Accent)),
                Span::styled(format!(" {} ", chooser.choice()), skin.chosen().add_modifier(Modifier::BOLD)),
                Span::styled(format!(" {more} "), skin.text(Paint::Accent)),
                Span::styled(format!("({first}-{last})"), skin.text(Paint::Dim)),
            ]),
        ];
    }
    let mut lines = vec![Line::from(Span::styled(model.say("tui-which"), skin.text(Paint::Accent)))];
    for (index, (choice, _)) in chooser.options.iter().enumerate() {
        let key = format!("tui-choice-{choice}");
        let text = if play.picture.cell(choice).is_some() {
            model.words.say_with("tui-choice-cell", [("cell", choice.clone().into())])
        } else if model.words.has(&key) {
            model.say(&key)
        } else {
            model.words.choice(choice)
        };
        let style = if index == chooser.index { skin.chosen() } else { skin.text(Paint::Text) };
        let text: String = format!(" {} {text} ", index + 1).chars().take(width).collect();
        lines.push(Line::from(Span::styled(text, style)));
    }
    lines
}

/// Where the choice at hand is drawn.
pub fn chooser_area(model: &Model) -> Option<Rect> {
    let play = model.play.as_deref()?;
    let status_area = sections(model, play).status;
    let width = status_area.width.into();
    let (all, own) = (status(model, play, width).len() as u16, choices(model, play, width).len() as u16);
    (own > 0).then(|| Rect::new(status_area.x, status_area.y + all - own, status_area.width, own))
}

/// The option of a list under the mouse.
pub fn option_at(model: &Model, at: Position) -> Option<usize> {
    let chooser = model.play.as_ref()?.chooser.as_ref()?;
    let area = chooser_area(model)?;
    let index = usize::from(at.y.checked_sub(area.y + 1)?);
    (!chooser.has_numbers() && index < chooser.options.len()).then_some(index)
}
