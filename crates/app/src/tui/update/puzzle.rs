//! Puzzles: the list to choose from, and the one on the board. The game that was at hand waits aside.

use std::time::Duration;

use engine::reasons::reasons;
use games::Record;
use puzzles::{Progress, PuzzleResult, Refutation, TryVerdict};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use table::{Seat, Table};

use super::entry::ask;
use super::game::refresh;
use super::hand::{place_cursor, play_typed};
use super::*;
use crate::console::commands::ConsoleCommand;
use crate::progress_file::OpenedProgress;
use crate::solving::{Solving, SolvingEvent, SolvingKind};
use crate::tui::game::HintState;
use crate::tui::popups::{Popup, Purpose};
use crate::tui::puzzle::{KnownProgress, PuzzleScreen, PuzzleState, TryAnswer, listed};

/// Time to read how a puzzle ended, before the next one comes.
const READ: Duration = Duration::from_secs(4);

/// Shows the rule sets with their puzzles. Other programs may have solved some since the last time.
pub fn list(model: &mut Model, effects: &mut Vec<Effect>) {
    let here = model.puzzle.as_ref().map_or(model.menu.entry(), |screen| screen.solving.posed.game);
    let index = listed(&model.menu.games).iter().position(|game| game.info.id == here.info.id).unwrap_or(0);
    model.popup = Some(Popup::Puzzles { index });
    effects.push(Effect::OpenProgress);
}

/// The progress as its file has it now.
pub fn opened(model: &mut Model, opened: Option<Box<OpenedProgress>>, today: u64) {
    let Some(opened) = opened else {
        // Where it is not kept, it lasts as long as the program.
        let known =
            model.progress.get_or_insert_with(|| KnownProgress { progress: Progress::default(), today });
        known.today = today;
        return;
    };
    model.progress = Some(KnownProgress { progress: opened.progress, today });
    if let Some((path, wrong)) = opened.damaged {
        let told = [("path", path.display().to_string().into()), ("error", wrong.into())];
        model.warn(model.words.say_with("training-damaged", told));
    }
}

/// The keys of the list.
pub fn press_list(model: &mut Model, key: KeyEvent, effects: &mut Vec<Effect>) {
    let last = listed(&model.menu.games).len().saturating_sub(1);
    let Some(Popup::Puzzles { index }) = &mut model.popup else { return };
    match key.code {
        KeyCode::Up | KeyCode::Char('k') => *index = index.saturating_sub(1),
        KeyCode::Down | KeyCode::Char('j') => *index = (*index + 1).min(last),
        KeyCode::Home => *index = 0,
        KeyCode::End => *index = last,
        KeyCode::Char(digit) if ('1'..='9').contains(&digit) => {
            *index = (digit as usize - '1' as usize).min(last);
        }
        KeyCode::Enter | KeyCode::Char(' ') => {
            let index = *index;
            choose(model, index, effects);
        }
        KeyCode::Char('d') => {
            let index = *index;
            choose_daily(model, index, effects);
        }
        KeyCode::Esc | KeyCode::Backspace | KeyCode::Char('q' | 'p') => model.popup = None,
        _ => {}
    }
}

/// Trains in a rule set of the list.
pub fn choose(model: &mut Model, index: usize, effects: &mut Vec<Effect>) {
    let Some(game) = listed(&model.menu.games).get(index).copied() else { return };
    // Which puzzle is next is known once the progress has been read.
    let Some(known) = &mut model.progress else { return };
    if let Some(solving) = Solving::training(&mut known.progress, game) {
        open(model, solving, effects);
    }
}

fn choose_daily(model: &mut Model, index: usize, effects: &mut Vec<Effect>) {
    let Some(game) = listed(&model.menu.games).get(index).copied() else { return };
    let Some(known) = &mut model.progress else { return };
    if let Some(solving) = Solving::daily(&mut known.progress, game.info.family, known.today, known.today) {
        open(model, solving, effects);
    }
}

/// Puts a puzzle on the board.
fn open(model: &mut Model, solving: Solving, effects: &mut Vec<Effect>) {
    let Some(record) = solving.posed.record(solving.current.found) else { return };
    let aside = match model.puzzle.take() {
        Some(screen) => screen.aside,
        None => lesson::set_aside(model, effects),
    };
    let is_second = record.position().turn() == games::Player::Second;
    let mut play = Play::new(Table::new(record, [Seat::Human, Seat::Human]));
    if is_second {
        play.turn_round();
    }
    model.play = Some(Box::new(play));
    model.puzzle =
        Some(Box::new(PuzzleScreen { solving, state: PuzzleState::Asked, hint: None, next_at: None, aside }));
    (model.is_in_menu, model.popup) = (false, None);
    refresh(model, effects);
    place_cursor(model);
    show_hint(model);
}

/// Shows a position on the board as it is seen now.
fn stand(model: &mut Model, record: Record, effects: &mut Vec<Effect>) {
    if let Some(play) = &mut model.play {
        play.table = Table::new(record, [Seat::Human, Seat::Human]);
        play.looking = None;
    }
    refresh(model, effects);
    let is_asked = model.puzzle.as_ref().is_some_and(|screen| matches!(screen.state, PuzzleState::Asked));
    if is_asked {
        place_cursor(model);
        show_hint(model);
    } else if let Some(play) = &mut model.play {
        // It would be the turn of the other side, which the puzzle plays.
        play.handles.clear();
        play.targets.clear();
    }
}

/// Takes a move that was made by hand or typed, instead of a game.
pub fn attempt(model: &mut Model, mv: &str, effects: &mut Vec<Effect>) {
    let ticket = model.ticket();
    let (Some(screen), Some(play)) = (&mut model.puzzle, &model.play) else { return };
    if !matches!(screen.state, PuzzleState::Asked) {
        return;
    }
    let found = screen.solving.current.found;
    let mut record = play.table.record().clone();
    match screen.solving.attempt(mv) {
        Some(Ok(TryVerdict::Right { mv, reply })) => {
            screen.hint = None;
            let mut facts = reasons(&record, &mv);
            facts.truncate(1);
            let told = said::right_move(model.words, &mv, &facts);
            for mv in [Some(mv), reply.clone()].into_iter().flatten() {
                let _ = record.play(&mv);
            }
            match reply {
                Some(_) => _ = apply(model, SolvingEvent::GoesOn, effects),
                None => end(model, told, effects),
            }
            stand(model, record, effects);
        }
        Some(Ok(TryVerdict::Wrong { mv })) => {
            let posed = screen.solving.posed;
            let _ = record.play(&mv);
            let answer = TryAnswer::Awaited(ticket);
            screen.state = PuzzleState::Wrong { mv: mv.clone(), answer, shown: 0 };
            apply(model, SolvingEvent::GoesOn, effects);
            effects.push(Effect::Refute { ticket, posed, found, mv });
            stand(model, record, effects);
        }
        Some(Err(complaint)) => {
            refresh(model, effects);
            model.warn(model.words.message(&complaint));
        }
        None => {}
    }
}

/// The refutation of a try was found.
pub fn refuted(model: &mut Model, ticket: u64, found: Option<Box<Refutation>>, effects: &mut Vec<Effect>) {
    let Some(screen) = &mut model.puzzle else { return };
    if let PuzzleState::Wrong { answer, .. } = &mut screen.state
        && matches!(answer, TryAnswer::Awaited(awaited) if *awaited == ticket)
    {
        *answer = TryAnswer::Found(found);
        show_answer(model, effects);
    }
}

/// Plays one more move of the refutation on the board; after the last the first again.
fn show_answer(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(screen) = &mut model.puzzle else { return };
    let PuzzleState::Wrong { mv, answer: TryAnswer::Found(Some(found)), shown } = &mut screen.state else {
        return;
    };
    *shown = *shown % found.line.moves.len().max(1) + 1;
    let Some(mut record) = screen.solving.posed.record(screen.solving.current.found) else { return };
    for mv in std::iter::once(&*mv).chain(found.line.moves.iter().take(*shown)) {
        if record.play(mv).is_err() {
            break;
        }
    }
    stand(model, record, effects);
}

/// Back from a wrong try to the position in which it was made.
pub fn try_again(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(screen) = &mut model.puzzle else { return };
    if matches!(screen.state, PuzzleState::Wrong { .. })
        && let Some(record) = screen.solving.posed.record(screen.solving.current.found)
    {
        screen.state = PuzzleState::Asked;
        stand(model, record, effects);
    }
}

/// The next step of the hint.
fn hint(model: &mut Model, effects: &mut Vec<Effect>) {
    try_again(model, effects);
    let Some(screen) = &mut model.puzzle else { return };
    if let Some((steps, step)) = screen.solving.take_hint() {
        screen.hint = Some((steps, step + 1));
        apply(model, SolvingEvent::GoesOn, effects);
        hand::untouch(model);
        show_hint(model);
    }
}

/// Marks on the board what the hint names, and puts the cursor on its piece.
fn show_hint(model: &mut Model) {
    let (Some(screen), Some(play)) = (&model.puzzle, &mut model.play) else { return };
    let Some((steps, shown)) = screen.hint.clone() else { return };
    if let Some(cell) = &steps.piece {
        play.cursor.clone_from(cell);
    }
    play.hint = Some(HintState::Steps { steps, shown });
    game::settle(model);
}

/// Plays the solution on the board.
fn solve(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(screen) = &mut model.puzzle else { return };
    let found = screen.solving.current.found;
    let Some(mut record) = screen.solving.posed.record(found) else { return };
    let moves = screen.solving.show();
    for mv in &moves {
        let _ = record.play(mv);
    }
    let told = model.words.say_with("puzzle-solution", [("moves", moves.join(" ").into())]);
    end(model, told, effects);
    stand(model, record, effects);
}

/// Leaves the puzzle for the next one; that of the day can be gone on with.
pub fn next(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(screen) = &model.puzzle else { return };
    if screen.solving.kind == SolvingKind::Training && !screen.is_done() {
        let solving = screen.solving.clone();
        if let Some(ended) = apply(model, SolvingEvent::Skipped, effects) {
            model.tell(said::puzzle_end(model.words, &solving, &ended));
        }
    }
    let (Some(screen), Some(known)) = (&model.puzzle, &mut model.progress) else { return };
    if let Some(solving) = Solving::training(&mut known.progress, screen.solving.posed.game) {
        open(model, solving, effects);
    }
}

fn end(model: &mut Model, told: String, effects: &mut Vec<Effect>) {
    let ended = apply(model, SolvingEvent::Finished, effects);
    if let (Some(screen), Some(ended)) = (&mut model.puzzle, ended) {
        let goes_on = screen.solving.kind == SolvingKind::Training && ended.result == PuzzleResult::Solved;
        screen.next_at = goes_on.then(|| model.now + READ);
        screen.state = PuzzleState::Done { ended, told };
    }
}

/// The next puzzle comes by itself once its time has come.
pub fn tick(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(screen) = &mut model.puzzle else { return };
    if screen.next_at.take_if(|time| *time <= model.now).is_some() && model.popup.is_none() {
        next(model, effects);
    }
}

/// After a key or a click the next puzzle waits until it is asked for.
pub fn wait(model: &mut Model) {
    if let Some(screen) = &mut model.puzzle {
        screen.next_at = None;
    }
}

/// Applies what happened to the progress, here and in its file.
fn apply(model: &mut Model, event: SolvingEvent, effects: &mut Vec<Effect>) -> Option<crate::solving::Ended> {
    let (Some(screen), Some(known)) = (&model.puzzle, &mut model.progress) else { return None };
    if screen.solving.kind != SolvingKind::Practice {
        effects.push(Effect::Solve { solving: Box::new(screen.solving.clone()), event });
    }
    screen.solving.apply(event, &mut known.progress)
}

/// Back to the menu, and to the game that has waited.
pub fn leave_puzzle(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(screen) = model.puzzle.take() else { return };
    model.play = screen.aside;
    model.is_in_menu = true;
    refresh(model, effects);
}

/// The keys of a puzzle that a game does not have, or has for something else. Returns whether this was one.
pub fn press(model: &mut Model, key: KeyEvent, effects: &mut Vec<Effect>) -> bool {
    let (Some(screen), Some(play)) = (&model.puzzle, &model.play) else { return false };
    let (is_done, is_live, is_holding) = (screen.is_done(), play.is_live(), !play.touched.is_empty());
    let is_wrong = matches!(screen.state, PuzzleState::Wrong { .. });
    match key.code {
        KeyCode::Enter | KeyCode::Char(' ') if is_done && is_live => next(model, effects),
        KeyCode::Enter | KeyCode::Char(' ' | 'u') | KeyCode::Backspace | KeyCode::Esc if is_wrong => {
            try_again(model, effects);
        }
        KeyCode::Char('w' | ']') | KeyCode::PageDown if is_wrong => show_answer(model, effects),
        KeyCode::Char('n') => next(model, effects),
        KeyCode::Char('t') if !is_done => hint(model, effects),
        KeyCode::Char('s') if !is_done => solve(model, effects),
        KeyCode::Char('p') => list(model, effects),
        KeyCode::Char('r') => {
            model.popup = Some(Popup::rules(screen.solving.posed.game));
        }
        KeyCode::Char(':' | '/') => ask(model, Purpose::Command, ""),
        KeyCode::Char('q' | 'm') => leave_puzzle(model, effects),
        KeyCode::Esc if !is_holding && is_live => leave_puzzle(model, effects),
        // Once it is over, its moves can be looked back at. The rest of what a game can do, a puzzle cannot.
        KeyCode::Char('[' | ',' | ']' | '.' | '{' | '}' | '<' | '>')
        | KeyCode::PageUp
        | KeyCode::PageDown
        | KeyCode::Home
        | KeyCode::End => return !is_done,
        KeyCode::Char('u' | 'U' | 'e' | 'v' | 'a' | 'R' | 's' | 't' | 'o' | 'x' | 'd')
        | KeyCode::Backspace => {}
        _ => return false,
    }
    true
}

/// A typed line: a command of a session in the console, or a move.
pub fn obey(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    let Some(screen) = &model.puzzle else { return };
    let is_done = screen.is_done();
    match ConsoleCommand::read(text, ConsoleCommand::TRAINING, model.words) {
        Some(ConsoleCommand::Hint) if !is_done => hint(model, effects),
        Some(ConsoleCommand::Show) if !is_done => solve(model, effects),
        Some(ConsoleCommand::Skip) => next(model, effects),
        Some(ConsoleCommand::Quit) => leave_puzzle(model, effects),
        Some(ConsoleCommand::Help) => model.popup = Some(Popup::Keys { scroll: 0 }),
        Some(ConsoleCommand::Rules) => {
            model.popup = Some(Popup::rules(screen.solving.posed.game));
        }
        Some(ConsoleCommand::Hint | ConsoleCommand::Show) => {}
        Some(command) => {
            let position = model.play.as_ref().map(|play| play.table.record().position());
            let text = position.map(|position| match command {
                ConsoleCommand::Moves => position.moves().join(" "),
                _ => position.to_string(),
            });
            model.tell(text.unwrap_or_default());
        }
        None if !is_done => {
            try_again(model, effects);
            play_typed(model, text, effects);
        }
        None => {}
    }
}
