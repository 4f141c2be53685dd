//! The course of a game: begin, move, answer, look back, end.

use engine::any::{Analysis, AnalysisLine};
use games::record::Closing;
use games::{Player, Record, quote};
use table::{Clocks, Table};

use super::*;
use crate::library::Place;
use crate::tui::message::Progress;
use crate::tui::model::{Evaluation, Hint};
use crate::tui::touch::{self, Touch};

/// Puts a table on the screen.
///
/// The game before it is kept as it stands now.
pub fn begin(model: &mut Model, table: Table, place: Option<Place>, effects: &mut Vec<Effect>) {
    keep(model, effects);
    let is_kept = place.is_some();
    effects.push(Effect::Settle(place));
    let seed = model.options.seed.wrapping_add(model.tickets);
    effects.push(Effect::Seat { seats: table.seats().clone(), game: table.record().game(), seed });
    let evaluates = model.play.as_ref().is_some_and(|play| play.evaluation.is_some());
    let mut play = Play::new(table);
    play.is_kept = is_kept;
    // Whoever sits second and alone looks from the second player's side.
    if !play.table.is_human(Player::First) && play.table.is_human(Player::Second) {
        play.turn_round();
    }
    play.shows_how_to = std::mem::take(&mut model.options.is_first_run);
    if evaluates {
        play.evaluation = Some(Evaluation { ticket: 0, thought: None, progress: Progress::GoesOn });
    }
    if play.table.clocks().is_some_and(Clocks::have_started) || !play.table.record().moves().is_empty() {
        play.table.start_clocks(model.now);
    }
    model.play = Some(Box::new(play));
    model.is_in_menu = false;
    model.popup = None;
    refresh(model, effects);
}

/// The same players again from the same start, in each other's places.
pub fn rematch(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(play) = &model.play else { return };
    let old = play.table.record();
    let record = Record::from_position(old.game(), old.position_at(0).unwrap_or(old.position()).boxed_clone());
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
        let progress = if position.outcome().is_some() { Progress::Done } else { Progress::GoesOn };
        play.evaluation = Some(Evaluation { ticket, thought: None, progress });
        effects.push(match progress {
            Progress::GoesOn => Effect::Analyse { ticket, record: Box::new(play.shown_record()) },
            Progress::Done => Effect::StopAnalysis,
        });
    }
    let computer_moves = play.table.to_move().is_some_and(|player| !play.table.is_human(player));
    if computer_moves && play.awaited.is_none() {
        let pause = if play.table.has_people() { model.options.breath } else { model.options.pace };
        play.next_choice = Some(play.next_choice.unwrap_or(model.now + pause));
    }
    settle(model);
}

/// Keeps the cursor in sight.
pub fn settle(model: &mut Model) {
    let size = model.size;
    if let Some(play) = &mut model.play {
        let grid = play.grid(size);
        play.sight.scroll = if grid.is_whole() { (0, 0) } else { grid.scroll_to(play.cursor_index()) };
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
        let clocks = play.table.clocks().map(|clocks| engine::protocol::ClockTimes {
            left: Player::BOTH.map(|player| clocks.left(player, now)),
            increment: Player::BOTH.map(|player| clocks.control(player).increment),
        });
        effects.push(Effect::Choose { ticket, record: Box::new(play.table.record().clone()), clocks });
    }
}

/// Whatever a computer chooses now, nobody waits for it.
fn interrupt(play: &mut Play, effects: &mut Vec<Effect>) {
    play.next_choice = None;
    if play.awaited.take().is_some() {
        effects.push(Effect::StopChoosing);
    }
}

/// The game was ended other than by a move.
pub fn ended(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(play) = &mut model.play else { return };
    interrupt(play, effects);
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

/// Plays a move on the table, whoever made it.
pub fn make(model: &mut Model, mv: &str, effects: &mut Vec<Effect>) {
    let now = model.now;
    let Some(play) = &mut model.play else { return };
    let player = play.table.record().position().turn();
    match play.table.play(mv, now).map(drop) {
        Ok(()) => {
            play.table.start_clocks(now);
            play.is_kept = true;
            play.shows_how_to &= !play.table.is_human(player);
            let passed = play.table.record().last_gesture().is_some_and(|gesture| gesture.cells.is_empty());
            let was_computer = !play.table.is_human(player);
            let info = play.table.record().info();
            if passed && was_computer {
                let side = words_of::side(model.words, info, player);
                model.tell(model.words.say_with("tui-passed", [("side", side.into())]));
            } else if was_computer && play.is_live() {
                // The eye finds the piece that moved last; so does the cursor.
                play.cursor = play.table.record().last_gesture().and_then(|gesture| gesture.cells.last().cloned()).unwrap_or_default();
            }
            keep(model, effects);
        }
        Err(complaint) => model.warn(model.words.message(&complaint)),
    }
    refresh(model, effects);
}

/// Touches the cell under the cursor, as a key or a click does.
pub fn touch_cursor(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(play) = &mut model.play else { return };
    if let Some(handle) = play.forced() {
        let mv = handle.mv.clone();
        return make(model, &mv, effects);
    }
    let mut touched = play.touched.clone();
    touched.push(play.cursor.clone());
    if play.touched.last() == Some(&play.cursor) {
        return untouch(model);
    }
    match touch::touch(&play.handles, &touched) {
        Touch::Move(mv) => make(model, &mv, effects),
        Touch::More => {
            play.touched = touched;
            retarget(model);
        }
        Touch::Choose(chooser) => {
            play.touched = touched;
            play.chooser = Some(chooser);
            play.targets.clear();
            show_choice(model);
        }
        Touch::Nothing => {
            // Another piece of one's own is a new beginning.
            let alone = vec![play.cursor.clone()];
            if !play.touched.is_empty() && touch::touch(&play.handles, &alone) == Touch::More {
                play.touched = alone;
                return retarget(model);
            }
            let cells: Vec<&str> = touched.iter().map(String::as_str).collect();
            let objection = play.table.record().position().objection(&cells).filter(|_| play.is_persons_turn());
            if let Some(complaint) = objection {
                model.warn(model.words.message(&complaint));
            } else if play.is_persons_turn() {
                let key = if touched.len() > 1 { "tui-not-there" } else { "tui-no-piece" };
                model.warn(model.say(key));
            }
        }
    }
}

/// The cells that may be touched next, after one was.
pub fn retarget(model: &mut Model) {
    let Some(play) = &mut model.play else { return };
    let record = play.table.record();
    play.targets = touch::targets(record.position(), &play.picture, &play.handles, &play.touched);
    look_ahead(model);
}

/// Forgets what was touched.
pub fn untouch(model: &mut Model) {
    let Some(play) = &mut model.play else { return };
    if let Some(origin) = play.touched.first() {
        play.cursor.clone_from(origin);
    }
    play.touched.clear();
    play.chooser = None;
    retarget(model);
    settle(model);
}

/// Shows what the move to the cell under the cursor would change.
pub fn look_ahead(model: &mut Model) {
    let Some(play) = &mut model.play else { return };
    let mut touched = play.touched.clone();
    touched.push(play.cursor.clone());
    let mv = if play.touched.is_empty() { None } else { touch::meant(&play.handles, &touched) };
    play.preview = mv.and_then(|mv| touch::preview(play.table.record().position(), &play.picture, &mv));
}

/// Shows what the choice at hand would change.
pub fn show_choice(model: &mut Model) {
    let Some(play) = &mut model.play else { return };
    if let Some(chooser) = &play.chooser {
        play.preview = touch::preview(play.table.record().position(), &play.picture, chooser.mv());
    }
}

/// Takes back, or plays again, what persons and computers have moved.
pub fn step(model: &mut Model, step: fn(&mut Table, Instant) -> bool, otherwise: &str, effects: &mut Vec<Effect>) {
    let now = model.now;
    let Some(play) = &mut model.play else { return };
    if step(&mut play.table, now) {
        interrupt(play, effects);
        play.looking = None;
        play.is_kept = true;
        keep(model, effects);
        refresh(model, effects);
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

pub fn toggle_evaluation(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(play) = &mut model.play else { return };
    if play.evaluation.take().is_some() {
        effects.push(Effect::StopAnalysis);
    } else {
        play.evaluation = Some(Evaluation { ticket: 0, thought: None, progress: Progress::GoesOn });
        let (touched, chooser, preview, targets) = (play.touched.clone(), play.chooser.clone(), play.preview.clone(), play.targets.clone());
        refresh(model, effects);
        // What was being done with the hands goes on.
        if let Some(play) = &mut model.play {
            (play.touched, play.chooser, play.preview, play.targets) = (touched, chooser, preview, targets);
        }
    }
}

pub fn evaluated(model: &mut Model, ticket: u64, thought: Analysis, progress: Progress) {
    let evaluation = model.play.as_mut().and_then(|play| play.evaluation.as_mut());
    if let Some(evaluation) = evaluation.filter(|evaluation| evaluation.ticket == ticket) {
        // The last word of a search that was stopped early may be empty.
        if !thought.lines.is_empty() {
            evaluation.thought = Some(thought);
        }
        evaluation.progress = progress;
    }
}

pub fn ask_hint(model: &mut Model, effects: &mut Vec<Effect>) {
    let ticket = model.ticket();
    let Some(play) = &mut model.play else { return };
    if play.is_persons_turn() {
        play.hint = Some(Hint::Awaited(ticket));
        effects.push(Effect::Hint { ticket, record: Box::new(play.table.record().clone()) });
    } else {
        model.tell(model.say("tui-not-your-turn"));
    }
}

pub fn hinted(model: &mut Model, ticket: u64, hint: Option<AnalysisLine>) {
    let Some(play) = model.play.as_mut().filter(|play| play.hint == Some(Hint::Awaited(ticket))) else { return };
    play.hint = hint.map(|line| {
        let gestures = line.moves.first().map_or(Vec::new(), |mv| play.table.record().position().gestures(mv).unwrap_or_default());
        let cells = gestures.into_iter().next().map_or(Vec::new(), |gesture| gesture.cells);
        Hint::Given { line, cells }
    });
}

/// Plays what was typed: a move, or the beginning of just one.
pub fn play_typed(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    let Some(play) = &mut model.play else { return };
    play.looking = None;
    if !play.is_persons_turn() {
        let key = if play.table.to_move().is_some() { "tui-not-your-turn" } else { "game-over" };
        model.warn(model.say(key));
        return refresh(model, effects);
    }
    let position = play.table.record().position();
    let beginning = text.to_lowercase();
    let meant: Vec<String> = position.moves().into_iter().filter(|mv| mv.starts_with(&beginning)).collect();
    match (position.read_move(text), &meant[..]) {
        (Ok(mv), _) => make(model, &mv, effects),
        (Err(_), [mv]) => make(model, mv, effects),
        (Err(complaint), _) => {
            let reason = model.words.message(&complaint);
            model.warn(format!("{}: {reason}", quote(text)));
        }
    }
}
