//! Beside the board: who plays, what is to be done, the moves, what the engine thinks.

use engine::analysis::{AnalysisLine, Distance};
use engine::search::Value;
use games::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use table::Pie;

use super::analysis;
use super::explorer;
use super::lesson;
use super::puzzle;
use super::reading::wrap;
use super::review;
use super::teach;
use crate::tui::layout::parts;
use crate::tui::message::AnalysisProgress;
use crate::tui::model::{HintState, Model, Play, TENTHS};
use crate::tui::theme::Paint;
use crate::tui::words_of;

/// Lines for the evaluation, and the fewest for the moves.
const EVALUATION: u16 = 7;
const EVALUATION_TALL: u16 = 8;
/// Only the bar, below a list of moves with their values.
const EVALUATION_BAR: u16 = 2;
/// From this height on a list of moves and the whole evaluation have room.
const ROOMY: u16 = 30;
/// From this height on a panel has room for more of the evaluation.
const TALL: u16 = 20;
const MOVES_MIN: u16 = 3;

/// The parts of the panel.
struct Sections {
    players: Rect,
    status: Rect,
    moves: Rect,
    evaluation: Rect,
}

fn sections(model: &Model, play: &Play) -> Sections {
    let panel = parts(model.size).panel;
    let (x, width) = (panel.x + 2, panel.width.saturating_sub(3));
    let status = status(model, play, width.into()).len() as u16 + 1;
    let is_listing =
        play.values.is_some() || model.analysis.as_ref().is_some_and(|board| board.explorer.is_some());
    let evaluation = match play.evaluation {
        Some(_) if is_listing && panel.height < ROOMY => EVALUATION_BAR,
        Some(_) if panel.height >= TALL => EVALUATION_TALL,
        Some(_) => EVALUATION,
        None => 0,
    };
    // Lessons and puzzles have no players, and more to say than a game.
    let (players, least) = if model.has_task() { (0, 0) } else { (2 * player_lines(model), MOVES_MIN) };
    let fixed = players + 1 + evaluation;
    let status = status.min(panel.height.saturating_sub(fixed + least));
    let moves = panel.height.saturating_sub(fixed + status);
    let y = panel.y + players + 1;
    Sections {
        players: Rect::new(x, panel.y, width, players),
        status: Rect::new(x, y, width, status),
        moves: Rect::new(x, y + status, width, moves),
        evaluation: Rect::new(x, y + status + moves, width, evaluation),
    }
}

/// The lines for each player. On a small analysis board the moves need the line of the player's name.
fn player_lines(model: &Model) -> u16 {
    if model.analysis.is_some() && parts(model.size).panel.height < TALL { 1 } else { 2 }
}

pub fn draw(model: &Model, play: &Play, buffer: &mut Buffer) {
    let panel = parts(model.size).panel;
    for y in panel.top()..panel.bottom() {
        buffer.set_string(panel.x, y, model.skin.pick("│", "|"), model.skin.text(Paint::Frame));
    }
    let sections = sections(model, play);
    if sections.players.height > 0 {
        players(model, play, sections.players, buffer);
    }
    for (row, line) in status(model, play, sections.status.width.into())
        .into_iter()
        .enumerate()
        .take(sections.status.height.into())
    {
        line.render(Rect { y: sections.status.y + row as u16, height: 1, ..sections.status }, buffer);
    }
    match &model.analysis {
        _ if play.values.is_some() => analysis::values(model, play, sections.moves, buffer),
        Some(board) => match &board.explorer {
            Some(panel) => explorer::draw(model, play, panel, sections.moves, buffer),
            None => analysis::tree(model, board, sections.moves, buffer),
        },
        None => moves(model, play, sections.moves, buffer),
    }
    if sections.evaluation.height > 0 {
        evaluation(model, play, sections.evaluation, buffer);
    }
}

fn players(model: &Model, play: &Play, area: Rect, buffer: &mut Buffer) {
    let skin = model.skin;
    let info = play.table.record().info();
    let turn = play.shown_turn();
    let lines = player_lines(model);
    for player in Player::BOTH {
        let y = area.y + lines * player.index() as u16;
        let side = info.side(player);
        let is_turn = turn == Some(player);
        if is_turn {
            buffer.set_string(area.x, y, skin.pick("▸", ">"), skin.text(Paint::Accent));
        }
        let chip = format!(" {} ", skin.pick(side.glyph, side.symbol));
        let style = Style::new()
            .fg(skin.color(Paint::Side(side.tint)))
            .bg(skin.color(Paint::Plain(info.surface)))
            .add_modifier(Modifier::BOLD);
        buffer.set_string(area.x + 2, y, chip, style);
        let name = words_of::side(model.words, info, player);
        let paint = if is_turn { Paint::Accent } else { Paint::Text };
        buffer.set_stringn(
            area.x + 6,
            y,
            name,
            usize::from(area.width) - 6,
            skin.text(paint).add_modifier(Modifier::BOLD),
        );
        if lines > 1 {
            let seat = words_of::at_table(model.words, &play.table, player);
            buffer.set_stringn(area.x + 6, y + 1, seat, usize::from(area.width) - 6, skin.text(Paint::Dim));
        }
        if let Some(counts) = play.picture.counts {
            let count = counts[player.index()];
            let then =
                play.preview.as_ref().and_then(|preview| preview.counts).map(|counts| counts[player.index()]);
            let text = match then.filter(|then| *then != count) {
                Some(then) => format!("{count} {} {then}", skin.pick("→", ">")),
                None => count.to_string(),
            };
            right(buffer, area, y, &text, skin.text(Paint::Text).add_modifier(Modifier::BOLD));
        }
        if let Some(clocks) = play.table.clocks() {
            let left = clocks.left(player, model.now);
            let paint = if left <= TENTHS { Paint::Alarm } else { paint };
            right(buffer, area, y + 1, &clock(left), skin.text(paint));
        }
    }
}

fn right(buffer: &mut Buffer, area: Rect, y: u16, text: &str, style: Style) {
    let width = text.chars().count() as u16;
    buffer.set_string(area.right().saturating_sub(width), y, text, style);
}

fn clock(left: std::time::Duration) -> String {
    if left <= TENTHS {
        return format!("{}.{}", left.as_secs(), left.subsec_millis() / 100);
    }
    // A clock shows a second until it is over.
    let seconds = left.as_millis().div_ceil(1000);
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// What is to be done now.
fn status(model: &Model, play: &Play, width: usize) -> Vec<Line<'static>> {
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
            let step = play.awaited.map_or(0, |_| model.sign());
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

/// The rows of the move list that are seen: the index of the first, how moves are paired, and how wide
/// columns are.
struct Rows {
    first: usize,
    /// Of the numbers, with a space after them, and of the moves of a side.
    number: u16,
    column: u16,
    /// 1 when the second player began.
    offset: usize,
}

fn rows(play: &Play, area: Rect) -> Rows {
    let offset = usize::from(play.table.record().start().turn() == Player::Second);
    let count = (play.table.record().moves().len() + offset).div_ceil(2);
    let seen = usize::from(area.height.saturating_sub(1)).max(1);
    let row = (play.ply() + offset).saturating_sub(1) / 2;
    let first = (row + 1 + seen / 3).saturating_sub(seen).min(count.saturating_sub(seen));
    let number = (count.max(1).ilog10() as u16 + 1).max(2) + 1;
    Rows { first, number, column: area.width.saturating_sub(number) / 2, offset }
}

/// Returns the goal of the game as lines below the moves, in the first game of all and where there is room.
fn goal_lines(model: &Model, play: &Play, area: Rect) -> Vec<String> {
    let lines = wrap(model.words.goal(play.table.record().info()), area.width.into());
    let has_room = usize::from(area.height) > lines.len() + usize::from(MOVES_MIN);
    if play.is_first_game && has_room { lines } else { Vec::new() }
}

/// Returns where the moves are listed, above the goal.
fn list_area(model: &Model, play: &Play, area: Rect) -> Rect {
    Rect { height: area.height - goal_lines(model, play, area).len() as u16, ..area }
}

fn moves(model: &Model, play: &Play, area: Rect, buffer: &mut Buffer) {
    let skin = model.skin;
    if area.height == 0 {
        return;
    }
    let record = play.table.record();
    if play.shows_how_to || record.moves().is_empty() || model.has_task() {
        return card(model, play, area, buffer);
    }
    heading(model, "tui-moves", area, buffer);
    let goal = goal_lines(model, play, area);
    let list = list_area(model, play, area);
    for (row, line) in goal.iter().enumerate() {
        buffer.set_string(list.x, list.bottom() + row as u16, line, skin.text(Paint::Dim));
    }
    let area = list;
    let Rows { first, number, column, offset } = rows(play, area);
    for row in 0..usize::from(area.height - 1) {
        let y = area.y + 1 + row as u16;
        for half in 0..2 {
            let Some(index) = (2 * (first + row) + half).checked_sub(offset) else { continue };
            let Some(mv) = record.moves().get(index) else { continue };
            let width = usize::from(number) - 1;
            buffer.set_string(area.x, y, format!("{:>width$}", first + row + 1), skin.text(Paint::Dim));
            let style = if index + 1 == play.ply() { skin.chosen() } else { skin.text(Paint::Text) };
            let signs = record.marks(index + 1).iter().filter_map(|mark| mark.sign());
            let comment = if record.comment(index + 1).is_empty() { None } else { Some("*") };
            let text: String = mv
                .chars()
                .chain(signs.chain(comment).flat_map(str::chars))
                .take(usize::from(column) - 1)
                .collect();
            buffer.set_string(area.x + number + half as u16 * column, y, text, style);
        }
    }
}

/// Before the first move: what the game is about, and in the first game of all how to play. What has no room
/// is left out whole; how to move comes first, if need be in fewer words.
fn card(model: &Model, play: &Play, area: Rect, buffer: &mut Buffer) {
    let skin = model.skin;
    let mut y = area.y + 1;
    let mut write = |text: &str, paint: Paint, buffer: &mut Buffer| {
        let lines = wrap(text, area.width.into());
        let has_room = usize::from(area.bottom().saturating_sub(y)) >= lines.len();
        for line in lines.iter().filter(|_| has_room) {
            buffer.set_string(area.x, y, line, skin.text(paint));
            y += 1;
        }
        has_room
    };
    if !write(model.words.goal(play.table.record().info()), Paint::Text, buffer) {
        return;
    }
    heading(model, "tui-goal", area, buffer);
    if play.shows_how_to {
        let _ = write(&model.say("tui-how-1"), Paint::Accent, buffer)
            || write(&model.say("tui-how-1-short"), Paint::Accent, buffer);
        for key in ["tui-how-2", "tui-how-3"] {
            write(&model.say(key), Paint::Accent, buffer);
        }
    }
}

/// Where the moves are listed.
pub fn moves_area(model: &Model, play: &Play) -> Rect {
    sections(model, play).moves
}

/// The number of moves before the position that a click on the graph of a review means.
pub fn graph_ply_at(model: &Model, at: Position) -> Option<usize> {
    let (board, play) = (model.analysis.as_ref()?, model.play.as_deref()?);
    let review = board.review.as_ref()?.review.as_ref()?;
    let area = sections(model, play).status;
    let width = usize::from(area.width);
    let above = analysis::notes(model, board).into_iter().skip(usize::from(player_lines(model) == 1));
    let row: usize = above.map(|note| wrap(&note, width).len()).sum();
    if !area.contains(at) || usize::from(at.y - area.y) != row {
        return None;
    }
    let signs = review::graph(model, board, review, width);
    signs.get(usize::from(at.x - area.x)).map(|(_, ply)| *ply)
}

/// The number of moves before the position that a click on the move list means.
pub fn ply_at(model: &Model, at: Position) -> Option<usize> {
    let play = model.play.as_deref()?;
    let area = sections(model, play).moves;
    if !area.contains(at) || play.shows_how_to || model.has_task() {
        return None;
    }
    let area = list_area(model, play, area);
    let Rows { first, number, column, offset } = rows(play, area);
    let row = usize::from(at.y.checked_sub(area.y + 1)?);
    let half = usize::from(at.x >= area.x + number + column);
    let index = (2 * (first + row) + half).checked_sub(offset)?;
    (index < play.table.record().moves().len()).then_some(index + 1)
}

pub fn heading(model: &Model, key: &str, area: Rect, buffer: &mut Buffer) {
    let text = model.say(key);
    let rule =
        model.skin.pick("─", "-").repeat(usize::from(area.width).saturating_sub(text.chars().count() + 1));
    buffer.set_string(area.x, area.y, &text, model.skin.text(Paint::Dim));
    buffer.set_string(area.x + text.chars().count() as u16 + 1, area.y, rule, model.skin.text(Paint::Frame));
}

fn evaluation(model: &Model, play: &Play, area: Rect, buffer: &mut Buffer) {
    let skin = model.skin;
    heading(model, "tui-evaluation", area, buffer);
    let Some(evaluation) = &play.evaluation else { return };
    let record = play.table.record();
    let turn = play.shown().turn();
    let Some(thought) = &evaluation.thought else {
        let key =
            if evaluation.progress == AnalysisProgress::GoesOn { "tui-evaluating" } else { "game-over" };
        buffer.set_string(area.x, area.y + 1, model.say(key), skin.text(Paint::Dim));
        return;
    };
    let Some(best) = thought.lines.first() else { return };
    if best.value != Value::Draw {
        right(
            buffer,
            area,
            area.y,
            &format!(" {} {}", model.say("tui-depth"), thought.depth),
            skin.text(Paint::Dim),
        );
    }
    bar(model, play, best.value, turn, Rect { y: area.y + 1, height: 1, ..area }, buffer);
    if area.height <= EVALUATION_BAR {
        return;
    }
    let mut y = area.y + 2;
    for line in wrap(&model.words.verdict_by_side(record.info(), turn, best), area.width.into()) {
        buffer.set_string(area.x, y, line, skin.text(Paint::Text).add_modifier(Modifier::BOLD));
        y += 1;
    }
    let legend = area.bottom() - 1;
    for line in thought.lines.iter().take(usize::from(legend.saturating_sub(y))) {
        buffer.set_string(area.x, y, format!("{:>6}", short(model, turn, line)), skin.text(Paint::Accent));
        let room = usize::from(area.width).saturating_sub(7);
        let mut text = line.moves.join(" ");
        if text.chars().count() > room {
            text = text.chars().take(room.saturating_sub(1)).chain(skin.pick("…", ".").chars()).collect();
        }
        buffer.set_string(area.x + 7, y, text, skin.text(Paint::Dim));
        y += 1;
    }
    let [first, second] = Player::BOTH.map(|player| words_of::side(model.words, record.info(), player));
    let text = model.words.say_with("tui-legend", [("first", first.into()), ("second", second.into())]);
    buffer.set_stringn(area.x, legend, text, area.width.into(), skin.text(Paint::Dim));
}

/// What a line is worth in few signs, always seen from the first player's side, as the bar is.
fn short(model: &Model, turn: Player, line: &AnalysisLine) -> String {
    let bound = if line.distance == Distance::AtMost { model.skin.pick("≤", "<") } else { "" };
    match (line.winner(turn), line.value) {
        (Some((winner, moves)), _) => {
            format!("{}#{bound}{moves}", if winner == Player::First { '+' } else { '-' })
        }
        (None, Value::About(score)) => model.words.score(if turn == Player::First { score } else { -score }),
        (None, _) => "=".to_owned(),
    }
}

/// How the prospects are shared between both sides.
fn bar(model: &Model, play: &Play, value: Value, turn: Player, area: Rect, buffer: &mut Buffer) {
    /// The score at which a side has about three quarters of the bar.
    const QUARTER: f64 = 300.0;
    let share = match value {
        Value::WinIn(_) => 1.0,
        Value::LossIn(_) => 0.0,
        Value::Draw => 0.5,
        Value::About(score) => 1.0 / (1.0 + (-1.1 * f64::from(score) / QUARTER).exp()),
    };
    let share = if turn == Player::First { share } else { 1.0 - share };
    let first = (share * f64::from(area.width)).round() as u16;
    let skin = model.skin;
    let info = play.table.record().info();
    for x in 0..area.width {
        let player = if x < first { Player::First } else { Player::Second };
        let side = info.side(player);
        let cell = &mut buffer[(area.x + x, area.y)];
        if skin.has_color() {
            let is_dark = side.tint.body.is_dark();
            // Black on a dark screen needs a pattern to be seen.
            let symbol = if is_dark { skin.pick('░', '.') } else { ' ' };
            cell.set_char(symbol)
                .set_style(Style::new().bg(skin.color(Paint::Side(side.tint))).fg(skin.color(Paint::Frame)));
        } else {
            cell.set_char(skin.pick(if player == Player::First { '█' } else { '░' }, side.symbol));
        }
    }
}
