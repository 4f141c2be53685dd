//! The course of a game: begin, move, answer, look back, end.

use std::time::Duration;

use games::record::Closing;
use games::text::Labels;
use games::{Ground, Picture, Player, Record};
use table::{Clocks, Pie, Sides, Table};

use super::hand::place_cursor;
use super::*;
use crate::library::LibraryPlace;
use crate::tui::analysis::ValuesState;
use crate::tui::game::{Evaluation, Taught};
use crate::tui::message::AnalysisProgress;
use crate::tui::popups::Question;
use crate::tui::touch;

/// Puts a table on the screen.
///
/// The game before it is kept as it stands now.
pub fn begin(model: &mut Model, table: Table, place: Option<LibraryPlace>, effects: &mut Vec<Effect>) {
    keep(model, effects);
    model.analysis = None;
    let is_kept = place.is_some();
    effects.push(Effect::Settle(place));
    let seed = model.options.seed.wrapping_add(model.tickets);
    effects.push(Effect::Seat { seats: table.seats().clone(), game: table.record().game(), seed });
    let evaluates = model.play.as_ref().is_some_and(|play| play.evaluation.is_some());
    let mut play = Play::new(table);
    play.is_kept = is_kept;
    // A single person who plays second sees the board from that side.
    if !play.table.is_human(Player::First) && play.table.is_human(Player::Second) {
        play.turn_round();
    }
    let is_lesson = play.table.has_people() && play.table.record().moves().is_empty();
    play.shows_how_to = is_lesson && std::mem::take(&mut model.options.is_first_run);
    play.is_first_game = play.shows_how_to;
    if evaluates {
        play.evaluation = Some(Evaluation { ticket: 0, analysis: None, progress: AnalysisProgress::GoesOn });
    }
    if play.table.clocks().is_some_and(Clocks::have_started) || !play.table.record().moves().is_empty() {
        play.table.start_clocks(model.now);
    }
    model.play = Some(Box::new(play));
    model.is_in_menu = false;
    model.popup = None;
    refresh(model, effects);
    place_cursor(model);
}

/// The same players again from the same start, in each other's places.
pub fn rematch(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(play) = &model.play else { return };
    let old = play.table.record();
    let record =
        Record::from_position(old.game(), old.position_at(0).unwrap_or(old.position()).boxed_clone());
    let [first, second] = play.table.seats().clone();
    let mut table = Table::new(record, [second, first]);
    if let Some(clocks) = play.table.clocks() {
        let [first, second] = Player::BOTH.map(|player| clocks.control(player));
        table = table.with_clocks(Clocks::of_each([second, first]));
    }
    begin(model, table, None, effects);
}

/// Everything that follows from the position on the screen, after it has changed.
pub fn refresh(model: &mut Model, effects: &mut Vec<Effect>) {
    let ticket = model.ticket();
    let Some(play) = &mut model.play else { return };
    let record = play.table.record();
    play.looking = play.looking.filter(|ply| *ply < record.moves().len());
    let position = record.position_at(play.ply()).unwrap_or(record.position());
    play.picture = position.picture();
    if model.options.labels == Labels::Report {
        play.picture.columns.clone_from(&play.picture.report.columns);
        play.picture.rows.clone_from(&play.picture.report.rows);
    }
    play.handles = if play.is_persons_turn() { position.handles() } else { Vec::new() };
    play.targets = touch::targets(position, &play.picture, &play.handles, &[]);
    play.touched.clear();
    play.preview = None;
    play.chooser = None;
    play.hint = None;
    if play.picture.cell(&play.cursor).is_none() {
        let start = play.targets.last().map(|target| target.cell.clone());
        let middle = play.picture.cells.get(play.picture.cells.len() / 2).map(|cell| cell.name.clone());
        play.cursor = start.or(middle).unwrap_or_default();
    }
    if play.evaluation.is_some() {
        let progress =
            if position.outcome().is_some() { AnalysisProgress::Done } else { AnalysisProgress::GoesOn };
        // What was found before is shown at once, and searched again only if more was to be found.
        let kept = model.analysis.as_ref().and_then(|board| board.kept_analysis(play.table.record()));
        let is_done = kept.is_some_and(|kept| {
            kept.progress == AnalysisProgress::Done
                && kept.limits.lines >= model.limits.lines
                && kept.limits.time >= model.limits.time
        });
        let progress = if is_done { AnalysisProgress::Done } else { progress };
        let analysis = kept.map(|kept| kept.analysis.clone());
        play.evaluation = Some(Evaluation { ticket, analysis, progress });
        let limits = model.limits;
        effects.push(match progress {
            AnalysisProgress::GoesOn => {
                Effect::Analyse { ticket, record: Box::new(play.shown_record()), limits }
            }
            AnalysisProgress::Done => Effect::StopAnalysis,
        });
    }
    if play.values.is_some() {
        let record = play.shown_record();
        let progress =
            if record.outcome().is_some() { AnalysisProgress::Done } else { AnalysisProgress::GoesOn };
        play.values = Some(ValuesState { ticket, found: None, progress });
        effects.push(match progress {
            AnalysisProgress::GoesOn => Effect::Values { ticket, record: Box::new(record) },
            AnalysisProgress::Done => Effect::StopValues,
        });
    }
    let computer_moves = play.table.to_act().is_some_and(|player| !play.table.is_human(player));
    let holds_back = play.taught.warning.is_some();
    if computer_moves && play.awaited.is_none() && !play.is_paused && !holds_back {
        let pause = if play.table.has_people() { model.options.reply_delay } else { model.pace };
        play.next_choice = Some(play.next_choice.unwrap_or(model.now + pause));
    }
    explorer::explore(model, effects);
    settle(model);
}

/// Keeps the cursor in sight.
pub fn settle(model: &mut Model) {
    let size = model.size;
    if let Some(play) = &mut model.play {
        let grid = play.grid(size);
        play.viewport.scroll = if grid.is_whole() { (0, 0) } else { grid.scroll_to(play.cursor_index()) };
    }
}

pub fn tick(model: &mut Model, effects: &mut Vec<Effect>) {
    let (now, ticket) = (model.now, model.ticket());
    let Some(play) = &mut model.play else { return };
    if play.table.flag(now) {
        return ended(model, effects);
    }
    if play.next_choice.is_some_and(|time| time <= now) {
        play.next_choice = None;
        play.awaited = Some(ticket);
        if play.is_taught()
            && play.table.has_people()
            && play.taught.judged != Some(play.table.record().moves().len())
        {
            effects.push(Effect::Judge { ticket, record: Box::new(play.table.record().clone()) });
            return;
        }
        if let (Some(pie), Some(actor)) = (play.table.pie(), play.table.to_act()) {
            let (seat, record) = (play.table.seat(actor).clone(), Box::new(play.table.record().clone()));
            let seed = model.options.seed.wrapping_add(ticket);
            effects.push(Effect::Pie { ticket, pie, seat, record, seed });
            return;
        }
        let clocks = play.table.clocks().map(|clocks| engine::protocol::ClockTimes {
            left: Player::BOTH.map(|player| clocks.left(player, now)),
            increment: Player::BOTH.map(|player| clocks.control(player).increment),
        });
        effects.push(Effect::Choose { ticket, record: Box::new(play.table.record().clone()), clocks });
    }
}

/// Cancels the choice of a computer that is awaited or due.
pub fn interrupt(play: &mut Play, effects: &mut Vec<Effect>) {
    play.next_choice = None;
    if play.awaited.take().is_some() {
        effects.push(Effect::StopChoosing);
    }
}

/// The game was ended other than by a move.
pub fn ended(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(play) = &mut model.play else { return };
    interrupt(play, effects);
    play.taught = Taught::default();
    play.looking = None;
    play.is_kept = true;
    keep(model, effects);
    refresh(model, effects);
}

/// A computer has made up its mind.
pub fn chosen(model: &mut Model, ticket: u64, choice: Result<String, String>, effects: &mut Vec<Effect>) {
    let Some(play) = model.play.as_mut().filter(|play| play.awaited == Some(ticket)) else { return };
    play.awaited = None;
    match choice {
        Ok(mv) => make(model, &mv, effects),
        Err(reason) => {
            if let Some(player) = play.table.to_move() {
                play.table.close(Closing::Forfeited(player), model.now);
            }
            model.warn(reason);
            ended(model, effects);
        }
    }
}

/// A computer has chosen its side.
pub fn sides_chosen(model: &mut Model, ticket: u64, sides: Sides, effects: &mut Vec<Effect>) {
    if let Some(play) = model.play.as_mut().filter(|play| play.awaited == Some(ticket)) {
        play.awaited = None;
        choose_sides(model, sides, effects);
    }
}

/// Gives the second player the side that was chosen.
pub fn choose_sides(model: &mut Model, sides: Sides, effects: &mut Vec<Effect>) {
    let now = model.now;
    let seed = model.options.seed.wrapping_add(model.ticket());
    let Some(play) = model.play.as_mut().filter(|play| play.table.pie() == Some(Pie::Choose)) else { return };
    play.table.choose_sides(sides, now);
    if sides == Sides::Swap {
        // The movers change seats too.
        effects.push(Effect::Seat {
            seats: play.table.seats().clone(),
            game: play.table.record().game(),
            seed,
        });
    }
    let chosen = if sides == Sides::Stay { Player::Second } else { Player::First };
    let side = words_of::side(model.words, play.table.record().info(), chosen);
    model.tell(model.words.say_with("tui-pie-taken", [("side", side.into())]));
    keep(model, effects);
    refresh(model, effects);
    place_cursor(model);
}

/// Asks a person which side they want, where the pie rule does.
pub fn ask_sides(model: &mut Model) {
    let is_asked = |play: &Play| play.table.pie() == Some(Pie::Choose) && play.table.is_human(Player::Second);
    if model.play.as_ref().is_some_and(|play| is_asked(play)) {
        model.confirm(Question::Sides);
    }
}

/// Plays a move of a person or a computer.
pub fn make(model: &mut Model, mv: &str, effects: &mut Vec<Effect>) {
    if model.analysis.is_some() {
        return analysis::attempt(model, mv, effects);
    }
    if model.lesson.is_some() {
        return lesson::attempt(model, mv, effects);
    }
    if model.puzzle.is_some() {
        return puzzle::attempt(model, mv, effects);
    }
    let now = model.now;
    let Some(play) = &mut model.play else { return };
    play.taught = Taught::default();
    let player = play.table.record().position().turn();
    let before = play.table.record().position().picture();
    match play.table.play(mv, now).map(drop) {
        Ok(()) => {
            play.table.start_clocks(now);
            if model.is_in_menu {
                play.table.stop_clocks(now);
            }
            play.is_kept = true;
            play.shows_how_to &= !play.table.is_human(player);
            let passed = play.table.record().last_gesture().is_some_and(|gesture| gesture.cells.is_empty());
            let was_computer = !play.table.is_human(player);
            let info = play.table.record().info();
            if passed && was_computer {
                let side = words_of::side(model.words, info, player);
                model.tell(model.words.say_with("tui-passed", [("side", side.into())]));
            }
            announce(model, &before);
            keep(model, effects);
            refresh(model, effects);
            place_cursor(model);
            return ask_sides(model);
        }
        Err(complaint) => model.warn(model.words.message(&complaint)),
    }
    refresh(model, effects);
}

/// Says that a cave has called its dragon.
fn announce(model: &mut Model, before: &Picture) {
    let Some(play) = &model.play else { return };
    let record = play.table.record();
    let after = record.position().picture();
    let woken = after.cells.iter().find(|cell| {
        let was_asleep = before.cell(&cell.name).is_some_and(|before| before.ground == Ground::Cave);
        cell.ground == Ground::SpentCave && was_asleep
    });
    if let Some((cell, piece)) = woken.and_then(|cell| Some((cell.name.clone(), cell.piece?))) {
        let side = words_of::side(model.words, record.info(), piece.owner);
        model.tell(model.words.say_with("tui-dragon", [("side", side.into()), ("cell", cell.into())]));
    }
}

/// Takes back, or plays again, what persons and computers have moved.
pub fn step(
    model: &mut Model,
    step: fn(&mut Table, Instant) -> bool,
    otherwise: &str,
    effects: &mut Vec<Effect>,
) {
    let now = model.now;
    let Some(play) = &mut model.play else { return };
    if !play.is_live() {
        // The move that would be taken back is not on the screen.
        return model.tell(model.say("tui-looking-back"));
    }
    // Two computers would play on at once.
    play.is_paused |= !play.table.has_people();
    if step(&mut play.table, now) {
        play.taught = Taught::default();
        interrupt(play, effects);
        play.looking = None;
        play.is_kept = true;
        keep(model, effects);
        refresh(model, effects);
        place_cursor(model);
    } else {
        model.tell(model.say(otherwise));
    }
}

/// Looks at the position after so many moves; at the game itself from the last on.
pub fn look_at(model: &mut Model, ply: usize, effects: &mut Vec<Effect>) {
    let Some(play) = &mut model.play else { return };
    let last = play.table.record().moves().len();
    let wanted = (ply < last).then_some(ply);
    if play.looking != wanted {
        play.looking = wanted;
        refresh(model, effects);
    }
}

/// Says why nothing can be moved or asked now.
pub fn not_now(model: &mut Model) {
    let Some(play) = &model.play else { return };
    let key = match play.table.to_move() {
        _ if !play.is_live() => "tui-looking-back",
        None => "game-over",
        Some(_) if !play.table.has_people() => "tui-pause-first",
        Some(_) => "tui-not-your-turn",
    };
    model.tell(model.say(key));
}

/// Lets two computers wait, or go on.
pub fn pause(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(play) = &mut model.play else { return };
    play.is_paused = !play.is_paused;
    if play.is_paused {
        interrupt(play, effects);
    }
    refresh(model, effects);
}

/// Lets the computer whose turn it is move, and then wait again.
pub fn step_on(model: &mut Model) {
    let now = model.now;
    if let Some(play) = model.play.as_mut().filter(|play| play.awaited.is_none()) {
        play.next_choice = Some(now);
    }
}

/// Between the moves of two computers, in milliseconds.
const PACES_MS: [u64; 7] = [0, 100, 300, 700, 1500, 3000, 6000];

/// Makes two computers faster or slower.
pub fn change_pace(model: &mut Model, by: isize) {
    let here = PACES_MS.iter().rposition(|pace| u128::from(*pace) <= model.pace.as_millis()).unwrap_or(0);
    let pace = PACES_MS[here.saturating_add_signed(by).min(PACES_MS.len() - 1)];
    model.pace = Duration::from_millis(pace);
    if let Some(play) = &mut model.play {
        play.next_choice = play.next_choice.map(|_| model.now + model.pace);
    }
    let seconds = format!("{:.1}", model.pace.as_secs_f64()).replace('.', &model.say("decimal-mark"));
    model.tell(model.words.say_with("tui-pace", [("seconds", seconds.into())]));
}

/// Plays a move from the position that is looked back at, as a game of its own: the other one is kept as it
/// is.
pub fn branch(model: &mut Model, mv: &str, effects: &mut Vec<Effect>) {
    let Some(play) = &model.play else { return };
    let (record, played) = (play.shown_record(), play.ply());
    let mut table = Table::new(record, play.table.seats().clone());
    if let Some(clocks) = play.table.clocks() {
        let shown = (0..=played).map_while(|ply| clocks.shown(ply)).collect();
        table = table.with_clocks(Clocks::restore(Player::BOTH.map(|player| clocks.control(player)), shown));
    }
    let is_paused = play.is_paused;
    begin(model, table, None, effects);
    if let Some(play) = &mut model.play {
        play.is_paused = is_paused || !play.table.has_people();
        play.next_choice = None;
    }
    make(model, mv, effects);
}
