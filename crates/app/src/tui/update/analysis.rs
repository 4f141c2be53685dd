//! The analysis board: moves for both sides, variations, the engine on a limits. The game that was at hand
//! waits aside.

use std::path::PathBuf;

use engine::analysis::Analysis;
use engine::players::BotName;
use engine::values::MoveValues;
use games::study::{Mark, NodeId};
use games::{Record, Study};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use table::{Clocks, Seat, Table};

use super::advice::toggle_evaluation;
use super::entry::ask;
use super::game::{interrupt, refresh};
use super::*;
use crate::library::LibraryPlace;
use crate::output::Replace;
use crate::tui::analysis::{AnalysisBoard, KeptAnalysis, ValuesState};
use crate::tui::message::AnalysisProgress;
use crate::tui::popups::Purpose;

/// Longest text that can be pasted: that of a study.
const PASTE_MAX: usize = games::study::TEXT_MAX;

/// Takes the game at hand to the analysis board, at the position that is shown.
pub fn enter(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(play) = model.play.as_ref().filter(|_| !model.has_task()) else { return };
    let study = Study::of(play.table.record());
    let node = study.main_line().get(play.ply()).copied().unwrap_or(NodeId::ROOT);
    set_aside(model, AnalysisBoard::new(study, node), effects);
}

/// Begins an analysis of the game that the menu shows.
pub fn enter_from_menu(model: &mut Model, effects: &mut Vec<Effect>) {
    let entry = model.menu.entry();
    let named = entry.info.starts.get(model.menu.start).and_then(|start| entry.named_start(start.name));
    enter_with(model, Study::from_position(entry, named.unwrap_or_else(|| (entry.start)())), effects);
}

/// Begins the analysis of a study from the menu.
pub fn enter_with(model: &mut Model, study: Study, effects: &mut Vec<Effect>) {
    enter_from(model, AnalysisBoard::new(study, NodeId::ROOT), effects);
}

/// Begins the analysis of a record where it ends.
pub fn enter_at_end(model: &mut Model, record: &Record, effects: &mut Vec<Effect>) {
    let study = Study::of(record);
    let node = study.main_end();
    enter_from(model, AnalysisBoard::new(study, node), effects);
}

fn enter_from(model: &mut Model, mut board: AnalysisBoard, effects: &mut Vec<Effect>) {
    board.is_from_menu = true;
    set_aside(model, board, effects);
}

fn set_aside(model: &mut Model, mut board: AnalysisBoard, effects: &mut Vec<Effect>) {
    keep(model, effects);
    effects.push(Effect::SettleAnalysis(None));
    let now = model.now;
    board.aside = model.play.take();
    if let Some(play) = &mut board.aside {
        interrupt(play, effects);
        play.table.stop_clocks(now);
    }
    let mut play = Play::new(Table::new(board.record(), [Seat::Human, Seat::Human]));
    if let Some(aside) = board.aside.as_ref().filter(|_| !board.is_from_menu) {
        play.viewport = aside.viewport;
        play.cursor.clone_from(&aside.cursor);
    }
    model.analysis = Some(Box::new(board));
    model.play = Some(Box::new(play));
    (model.is_in_menu, model.popup) = (false, None);
    toggle_evaluation(model, effects);
    hand::place_cursor(model);
}

/// Keeps the study if it was changed, so that leaving the board, or the end of the program, loses nothing.
fn keep_study(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(board) = &mut model.analysis else { return };
    let changes = board.editor.changes();
    if board.kept != changes {
        (board.kept, board.has_file) = (changes, true);
        effects.extend(record_to_save(model).map(|record| Effect::KeepAnalysis(Box::new(record))));
    }
}

/// Back to where the analysis began.
pub fn leave_board(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(board) = model.analysis.take() else { return };
    effects.push(Effect::SettleAnalysis(None));
    effects.extend([Effect::StopAnalysis, Effect::StopValues, Effect::StopReview, Effect::StopExploring]);
    model.play = board.aside;
    model.is_in_menu = board.is_from_menu || model.play.is_none();
    let now = model.now;
    if let Some(play) = model.play.as_mut().filter(|_| !model.is_in_menu)
        && play.table.clocks().is_some_and(Clocks::have_started)
    {
        play.table.start_clocks(now);
    }
    refresh(model, effects);
}

/// Shows the current node on the board.
fn show(model: &mut Model, effects: &mut Vec<Effect>) {
    let (Some(board), Some(play)) = (&mut model.analysis, &mut model.play) else { return };
    // A try ends when another position is shown.
    board.trial.take_if(|trial| trial.node != board.node);
    play.table = Table::new(board.record(), [Seat::Human, Seat::Human]);
    play.looking = None;
    refresh(model, effects);
    hand::place_cursor(model);
}

pub fn go_to(model: &mut Model, node: Option<NodeId>, effects: &mut Vec<Effect>) {
    if let (Some(board), Some(node)) = (&mut model.analysis, node)
        && board.node != node
    {
        board.node = node;
        show(model, effects);
    }
}

/// Plays a move of either side: along the tree where it is known, else as a new variation.
pub fn attempt(model: &mut Model, mv: &str, effects: &mut Vec<Effect>) {
    if trial::takes(model, mv, effects) {
        return;
    }
    let Some(board) = &mut model.analysis else { return };
    let count = board.editor.study().count_moves();
    match board.editor.play(board.node, mv) {
        Ok(node) => {
            let is_new = board.editor.study().count_moves() > count;
            go_to(model, Some(node), effects);
            if is_new {
                keep_study(model, effects);
            }
        }
        Err(complaint) => {
            model.warn(model.words.message(&complaint));
            refresh(model, effects);
        }
    }
}

/// The keys of the analysis board that a game does not have, or has for something else. Returns whether this
/// was one.
pub fn press(model: &mut Model, key: KeyEvent, effects: &mut Vec<Effect>) -> bool {
    let (Some(board), Some(play)) = (&mut model.analysis, &model.play) else { return false };
    let study = board.editor.study();
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let sibling = |by: isize| {
        let siblings = board.siblings();
        let here = siblings.iter().position(|node| *node == board.node)?;
        siblings.get(here.checked_add_signed(by)?).copied()
    };
    match key.code {
        KeyCode::Char('r' | 'y') if control => step(model, true, effects),
        _ if control => return false,
        KeyCode::PageUp | KeyCode::Char('[' | ',') => {
            let node = study.parent(board.node);
            go_to(model, node, effects);
        }
        KeyCode::PageDown | KeyCode::Char(']' | '.') => {
            let node = study.children(board.node).first().copied();
            go_to(model, node, effects);
        }
        KeyCode::Home => go_to(model, Some(NodeId::ROOT), effects),
        KeyCode::End => {
            let line = std::iter::successors(Some(board.node), |node| study.children(*node).first().copied());
            let node = line.last();
            go_to(model, node, effects);
        }
        KeyCode::Char('{') => {
            let node = sibling(-1);
            go_to(model, node, effects);
        }
        KeyCode::Char('}') => {
            let node = sibling(1);
            go_to(model, node, effects);
        }
        KeyCode::Char(digit) if ('1'..='9').contains(&digit) => play_line(model, digit, effects),
        KeyCode::Char('u') | KeyCode::Backspace => step(model, false, effects),
        KeyCode::Char('U') => step(model, true, effects),
        KeyCode::Char('P') => {
            let promoted = board.editor.promote(board.node);
            match promoted {
                Ok(()) => keep_study(model, effects),
                Err(complaint) => model.warn(model.words.message(&complaint)),
            }
        }
        KeyCode::Char('D') | KeyCode::Delete => {
            let (node, parent) = (board.node, study.parent(board.node));
            board.editor.remove(node);
            go_to(model, parent, effects);
            keep_study(model, effects);
        }
        KeyCode::Char('C') => {
            let text = command_of(&study.record_to(board.node));
            model.tell(model.words.say_with("analysis-copied", [("text", text.clone().into())]));
            effects.push(Effect::Copy(text));
        }
        KeyCode::Char('!') => {
            mark(board);
            keep_study(model, effects);
        }
        KeyCode::Char('c') => {
            let comment = study.comment(board.node).to_owned();
            ask(model, Purpose::Comment, &comment);
        }
        KeyCode::Char('<') => limits(model, -1, effects),
        KeyCode::Char('>') => limits(model, 1, effects),
        KeyCode::Char('T') => limits(model, 0, effects),
        KeyCode::Char('b') => ask(model, Purpose::Opponent, "3"),
        KeyCode::Char('i') => ask(model, Purpose::Position, ""),
        KeyCode::Char('y') => {
            let text = study.position(board.node).to_string();
            copy_position(model, text, effects);
        }
        KeyCode::Char('Y') => {
            let text = study.to_string();
            model.tell(model.say("analysis-record-copied"));
            effects.push(Effect::Copy(text));
        }
        KeyCode::Char('E') => setup::edit(model),
        KeyCode::Char('s') if board.tried_again().is_some() => trial::solve(model, effects),
        KeyCode::Char('R') => review::start_or_stop(model, effects),
        KeyCode::Char('(') => review::jump(model, false, effects),
        KeyCode::Char(')') => review::jump(model, true, effects),
        KeyCode::Char('q' | 'm') => leave_board(model, effects),
        KeyCode::Esc if play.touched.is_empty() => leave_board(model, effects),
        KeyCode::Char('x') => explorer::toggle(model, effects),
        KeyCode::Char('a' | 'n' | 'd' | 'p') => {}
        _ => return false,
    }
    true
}

/// Shows a position as text, and lets the terminal copy it.
pub fn copy_position(model: &mut Model, text: String, effects: &mut Vec<Effect>) {
    model.tell(model.words.say_with("analysis-copied", [("text", text.clone().into())]));
    effects.push(Effect::Copy(text));
}

/// Returns the command that opens the analysis board at the end of a line: the link of the terminal.
pub fn command_of(record: &Record) -> String {
    let mut words = vec!["jogo".to_owned(), "analyze".to_owned(), record.info().id.to_owned()];
    let start = record.start().to_string();
    if start != (record.game().start)().to_string() {
        words.extend(["--position".to_owned(), start]);
    }
    if !record.moves().is_empty() {
        words.extend(["--moves".to_owned(), record.moves().join(" ")]);
    }
    words.push("--tui".to_owned());
    shell_words::join(words)
}

/// Takes the last change of the study back, or makes it again.
fn step(model: &mut Model, is_redo: bool, effects: &mut Vec<Effect>) {
    let Some(board) = &mut model.analysis else { return };
    match if is_redo { board.editor.redo() } else { board.editor.undo() } {
        Some(node) => {
            board.node = node;
            show(model, effects);
            keep_study(model, effects);
        }
        None => {
            let key = if is_redo { "tui-nothing-to-redo" } else { "tui-nothing-to-undo" };
            model.tell(model.say(key));
        }
    }
}

/// Plays the first move of one of the engine's lines, or of what the explorer shows.
fn play_line(model: &mut Model, digit: char, effects: &mut Vec<Effect>) {
    let index = (digit as usize).wrapping_sub('1' as usize);
    if explorer::play_row(model, index, effects) {
        return;
    }
    let analysis = model.play.as_ref().and_then(|play| play.evaluation.as_ref()?.analysis.as_ref());
    let mv = analysis.and_then(|analysis| analysis.lines.get(index)?.moves.first().cloned());
    match mv {
        Some(mv) => attempt(model, &mv, effects),
        None => model.tell(model.say("analysis-no-line")),
    }
}

/// Gives the current move the next mark, and after the last none.
fn mark(board: &mut AnalysisBoard) {
    const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
    if board.node == NodeId::ROOT {
        return;
    }
    let marks = board.editor.study().marks(board.node).to_vec();
    let now = marks.iter().find_map(|mark| mark.sign());
    let next = match now {
        None => SIGNS.first(),
        Some(sign) => SIGNS.iter().position(|other| *other == sign).and_then(|index| SIGNS.get(index + 1)),
    };
    // Marks without a sign are not ours to change.
    let mut changed: Vec<Mark> = next.and_then(|sign| Mark::of_sign(sign)).into_iter().collect();
    changed.extend(marks.into_iter().filter(|mark| mark.sign().is_none()));
    board.editor.set_marks(board.node, &changed);
}

/// Lets the engine find more lines or fewer, or think longer.
fn limits(model: &mut Model, lines: isize, effects: &mut Vec<Effect>) {
    model.limits = if lines == 0 { model.limits.with_next_time() } else { model.limits.with_lines(lines) };
    let args = [("lines", model.limits.lines.into()), ("seconds", model.limits.time.as_secs().into())];
    model.tell(model.words.say_with("analysis-leash", args));
    refresh(model, effects);
}

/// A comment was typed; an empty one is taken away.
pub fn commented(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    if let Some(board) = &mut model.analysis {
        board.editor.set_comment(board.node, text);
        show(model, effects);
        keep_study(model, effects);
    }
}

/// The game goes on from here against a level.
pub fn play_on(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    let level = text.trim().parse::<u8>().ok().filter(|level| (1..=10).contains(level));
    let Some(level) = level else { return model.warn(model.say("analysis-level")) };
    let Some(board) = &model.analysis else { return };
    let record = board.record();
    if record.outcome().is_some() {
        return model.tell(model.say("game-over"));
    }
    let mut seats = [Seat::Human, Seat::Human];
    seats[(!record.position().turn()).index()] = Seat::Bot(BotName::Level(level));
    model.analysis = None;
    effects.extend([Effect::StopAnalysis, Effect::StopValues, Effect::StopReview, Effect::StopExploring]);
    effects.push(Effect::SettleAnalysis(None));
    model.play = None;
    begin(model, Table::new(record, seats), None, effects);
}

/// Takes a position or a record that was pasted or typed. Returns whether there is an analysis to take it.
pub fn pasted(model: &mut Model, text: &str, effects: &mut Vec<Effect>) -> bool {
    let Some(board) = &model.analysis else { return false };
    let text = text.trim();
    if text.len() > PASTE_MAX {
        model.warn(model.say("analysis-too-long"));
        return true;
    }
    let game = board.editor.study().game();
    let mut count = 1;
    let opened = match (game.read)(text) {
        Ok(position) => Ok(Study::from_position(game, position)),
        // Records name their game and have moves; what looks like neither is a position with something wrong.
        Err(error) if !text.contains(['[', '\n']) => Err(model.words.message(&error)),
        Err(_) => match Study::read_all(text) {
            Ok(mut studies) if !studies.is_empty() => {
                count = studies.len();
                Ok(studies.swap_remove(0))
            }
            Ok(_) => Err(model.say("analysis-no-game")),
            Err(error) => Err(said::record_trouble(
                model.words,
                &crate::input::RecordTrouble::Wrong { name: model.say("analysis-pasted"), error },
            )),
        },
    };
    match opened {
        Ok(study) => {
            open(model, study, effects);
            if count > 1 {
                model.tell(model.words.say_with("analysis-first-of", [("count", count.into())]));
            }
        }
        Err(reason) => model.warn(reason),
    }
    true
}

/// Shows another study in the place of this one.
pub fn open(model: &mut Model, study: Study, effects: &mut Vec<Effect>) {
    effects.extend([Effect::StopReview, Effect::SettleAnalysis(None)]);
    if let Some(play) = &mut model.play {
        play.cursor.clear();
    }
    replace_study(model, study, NodeId::ROOT, effects);
}

/// Likewise, at one of its nodes.
pub fn replace_study(model: &mut Model, study: Study, node: NodeId, effects: &mut Vec<Effect>) {
    let Some(board) = &mut model.analysis else { return };
    let mut other = AnalysisBoard::new(study, node);
    (other.aside, other.is_from_menu) = (board.aside.take(), board.is_from_menu);
    other.explorer = board.explorer.take();
    **board = other;
    show(model, effects);
}

/// The study on the board is the one of this file.
pub fn settle(model: &mut Model, place: LibraryPlace, effects: &mut Vec<Effect>) {
    if let Some(board) = &mut model.analysis {
        board.has_file = true;
    }
    effects.push(Effect::SettleAnalysis(Some(place)));
}

/// Takes in the study that a review has made of the one on the board. Where that has a file, so has this.
pub fn take_annotated(model: &mut Model, study: Study, node: NodeId, effects: &mut Vec<Effect>) {
    let has_file = model.analysis.as_ref().is_some_and(|board| board.has_file);
    replace_study(model, study, node, effects);
    if let Some(board) = model.analysis.as_mut().filter(|_| has_file) {
        board.has_file = true;
        effects.extend(record_to_save(model).map(|record| Effect::KeepAnalysis(Box::new(record))));
    }
}

/// Returns the study as a record to save, if there is an analysis.
pub fn record_to_save(model: &Model) -> Option<Record> {
    model.analysis.as_ref().map(|board| board.editor.study().clone().into_record())
}

pub fn save_study(model: &Model, path: PathBuf, replace: Replace, effects: &mut Vec<Effect>) -> bool {
    let Some(record) = record_to_save(model) else { return false };
    effects.push(Effect::Save { path, record: Box::new(record), replace });
    true
}

/// Keeps what the engine found for when the position is shown again.
pub fn keep_analysis(model: &mut Model, analysis: &Analysis, progress: AnalysisProgress) {
    let limits = model.limits;
    if let (Some(board), Some(play)) = (&mut model.analysis, &model.play) {
        let kept = KeptAnalysis { analysis: analysis.clone(), progress, limits };
        board.keep_analysis(play.table.record(), kept);
    }
}

/// Shows the values of all moves, or shows them no more.
pub fn toggle_values(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(play) = &mut model.play else { return };
    if play.values.take().is_some() {
        effects.push(Effect::StopValues);
        return;
    }
    play.values = Some(ValuesState { ticket: 0, found: None, progress: AnalysisProgress::GoesOn });
    let (touched, chooser, preview, targets) =
        (play.touched.clone(), play.chooser.clone(), play.preview.clone(), play.targets.clone());
    refresh(model, effects);
    // What was being done with the hands goes on.
    if let Some(play) = &mut model.play {
        (play.touched, play.chooser, play.preview, play.targets) = (touched, chooser, preview, targets);
    }
}

/// Takes in what the moves are worth.
pub fn valued(
    model: &mut Model,
    ticket: u64,
    found: Option<MoveValues>,
    progress: AnalysisProgress,
    effects: &mut Vec<Effect>,
) {
    if trial::valued(model, ticket, &found, progress, effects) {
        return;
    }
    let state = model.play.as_mut().and_then(|play| play.values.as_mut());
    if let Some(state) = state.filter(|state| state.ticket == ticket) {
        state.found = found.or(state.found.take());
        state.progress = progress;
    }
}
