//! Puzzles, from the menu on.

use engine::puzzles::PuzzleBook;
use puzzles::{PosedEntry, PuzzleResult, TryVerdict};

use super::lessons::{make, panel, walk};
use super::*;
use crate::console::said;
use crate::tui::popups::Popup;
use crate::tui::puzzle::{PuzzleState, TryAnswer};

/// The app in training in a rule set.
fn training(id: &str, language: Language, size: (u16, u16), store: Storage) -> Bench {
    let options = AppOptions { words: Words::of(language), ..options() };
    let mut bench = Bench::with_store(options, size, store);
    let index = RECORDED.iter().position(|game| *game == id).expect("a recorded game");
    bench.press(&format!("{} p Enter", index + 1));
    bench
}

fn posed(bench: &Bench) -> PosedEntry {
    bench.model.puzzle.as_ref().expect("a puzzle").solving.posed
}

fn book_size(id: &str) -> usize {
    let book = games::find(id).and_then(PuzzleBook::of);
    book.expect("a book").puzzles.len()
}

fn found(bench: &Bench) -> usize {
    bench.model.puzzle.as_ref().expect("a puzzle").solving.current.found
}

/// Puts another puzzle of the book on the board.
fn pose(bench: &mut Bench, posed: PosedEntry) {
    let known = bench.model.progress.as_mut().expect("the progress is known");
    known.progress.game(posed.game).begin(posed.entry.id);
    bench.press("p Enter");
    assert_eq!(self::posed(bench).entry.id, posed.entry.id);
}

/// A legal move that is not the one to find.
fn wrong_move(posed: PosedEntry) -> String {
    let record = posed.record(0).expect("a record");
    let is_wrong = |mv: &String| matches!(posed.judge(0, mv), Some(Ok(TryVerdict::Wrong { .. })));
    record.position().moves().into_iter().find(is_wrong).expect("a wrong move")
}

fn result(bench: &Bench) -> Option<PuzzleResult> {
    match bench.model.puzzle.as_ref()?.state {
        PuzzleState::Done { ended, .. } => Some(ended.result),
        _ => None,
    }
}

#[test]
fn puzzles_of_every_game_are_solved_by_keys_alone_in_both_languages() {
    for language in Language::ALL {
        for id in RECORDED {
            let mut bench = training(id, language, (80, 24), Storage::default());
            for streak in 1..=2 {
                let posed = posed(&bench);
                assert_eq!(posed.game.info.id, id);
                while found(&bench) < posed.entry.line.finds.len() {
                    let mv = posed.entry.line.finds[found(&bench)].shown().to_owned();
                    make(&mut bench, &mv);
                }
                assert_eq!(result(&bench), Some(PuzzleResult::Solved), "{id}");
                let known = bench.model.progress.as_ref().expect("progress");
                let progress = &known.progress.games[id];
                assert_eq!((progress.streak, progress.seen.len()), (streak, streak as usize));
                assert!(progress.rating > 1500.0);
                let told = Words::of(language).say_with("training-streak", [("streak", streak.into())]);
                assert!(panel(&bench).contains(&told), "{}", panel(&bench));
                bench.press("Enter");
                assert_ne!(self::posed(&bench).entry.id, posed.entry.id);
            }
        }
    }
}

#[test]
fn the_next_puzzle_comes_by_itself_unless_a_key_is_pressed() {
    for (key, comes) in [("", true), ("[", false)] {
        let mut bench = training("ataxx", Language::English, (80, 24), Storage::default());
        let posed = posed(&bench);
        posed.entry.line.finds.iter().for_each(|find| make(&mut bench, find.shown()));
        if !key.is_empty() {
            bench.press(key);
        }
        let due = bench.model.next_tick();
        assert_eq!(due.is_some(), comes);
        bench.send(AppMessage::Tick);
        assert!(bench.model.puzzle.as_ref().is_some_and(|screen| screen.is_done()), "there is time to read");
        bench.now = due.unwrap_or(bench.now + Duration::from_secs(60));
        bench.send(AppMessage::Tick);
        assert_eq!(self::posed(&bench).entry.id != posed.entry.id, comes);
    }
}

#[test]
fn everything_is_read_whole_on_the_smallest_screen() {
    for language in Language::ALL {
        let words = Words::of(language);
        for id in RECORDED {
            let mut bench = training(id, language, (60, 18), Storage::default());
            let book = PuzzleBook::of(posed(&bench).game).expect("a book");
            for entry in book.puzzles.iter().step_by(book.puzzles.len() / 6) {
                pose(&mut bench, PosedEntry::new(book, entry));
                let turn = bench.play().shown().turn();
                let holds = |bench: &Bench, text: &str| {
                    assert!(panel(bench).contains(text), "{id}: {text}\n{}", bench.screen().join("\n"));
                };
                holds(&bench, &words.puzzle_question(book.game.info, turn, entry.goal));
                let steps = posed(&bench).hint(0).expect("a hint");
                for step in 0..3 {
                    bench.press("t");
                    holds(&bench, &words.hint_step(&steps, step));
                }
                bench.press(":");
                bench.type_text(&wrong_move(posed(&bench)));
                let state = &bench.model.puzzle.as_ref().expect("a puzzle").state;
                let PuzzleState::Wrong { mv, answer: TryAnswer::Found(found), .. } = state else {
                    panic!("{state:?}")
                };
                holds(&bench, &said::wrong_move(words, mv, found.as_deref()));
                let again = words.say("tui-puzzle-again");
                holds(&bench, &again);
                // The puzzle again, and its right moves.
                for find in &entry.line.finds {
                    bench.press(":");
                    bench.type_text(find.shown());
                }
                let PuzzleState::Done { told, .. } = &bench.model.puzzle.as_ref().expect("a puzzle").state
                else {
                    panic!("{id}: {}", entry.text())
                };
                holds(&bench, told);
                holds(&bench, &words.say("tui-puzzle-next"));
                pose(&mut bench, PosedEntry::new(book, entry));
                bench.press("s");
                assert_eq!(result(&bench), Some(PuzzleResult::Failed));
                holds(&bench, entry.line.finds[0].shown());
                holds(&bench, &words.say("tui-puzzle-next"));
            }
        }
    }
}

#[test]
fn a_wrong_try_is_answered_on_the_board_and_can_be_followed_by_another() {
    let mut bench = training("neutreeko", Language::English, (80, 24), Storage::default());
    let posed = posed(&bench);
    let wrong = wrong_move(posed);
    make(&mut bench, &wrong);
    let moves = bench.moves().to_vec();
    assert_eq!((moves.len(), &moves[0]), (2, &wrong), "the try and the reply");
    let text = panel(&bench);
    assert!(text.contains("Wrong:") && text.contains(&format!("is answered by {}", moves[1])), "{text}");
    bench.press("w");
    assert!(bench.moves().len() == 3 || bench.play().table.to_move().is_none());
    bench.press("Enter");
    assert!(bench.moves().is_empty() && bench.play().is_persons_turn());
    // Found after all, it has failed.
    for find in &posed.entry.line.finds {
        make(&mut bench, find.shown());
    }
    assert_eq!(result(&bench), Some(PuzzleResult::Failed));
    assert!(panel(&bench).contains("does not count"), "{}", panel(&bench));
    // The moves can be looked back at.
    bench.press("[");
    assert!(!bench.play().is_live());
    bench.press("Enter");
    assert!(bench.play().is_live() && bench.model.puzzle.is_some());
}

#[test]
fn what_a_game_can_do_a_puzzle_cannot() {
    let mut bench = training("ataxx", Language::English, (80, 24), Storage::default());
    let id = posed(&bench).entry.id;
    bench.press("u U x d o e v a R ] [ C-r");
    assert!(
        bench.model.popup.is_none() && bench.play().evaluation.is_none() && bench.model.analysis.is_none()
    );
    assert!(bench.moves().is_empty());
    bench.press(":");
    bench.type_text("undo");
    assert!(bench.moves().is_empty() && bench.model.notice.is_some());
    // A piece that cannot move is refused by the rule.
    let empty =
        bench.play().picture.cells.iter().find(|cell| cell.piece.is_none()).expect("a gap").name.clone();
    walk(&mut bench, &empty);
    for word in ["hint", "moves", "position"] {
        bench.press(":");
        bench.type_text(word);
    }
    bench.press(":");
    bench.type_text("next");
    assert_ne!(posed(&bench).entry.id, id);
    bench.press(":");
    bench.type_text("quit");
    assert!(bench.model.is_in_menu && bench.model.puzzle.is_none() && !bench.has_left);
}

#[test]
fn the_puzzle_of_the_day_is_solved_once_and_changes_no_rating() {
    let mut bench = training("knightline", Language::English, (80, 24), Storage::default());
    let today = 20_513;
    let list = |bench: &mut Bench| {
        bench.press("p");
        bench.model.progress.as_mut().expect("progress").today = today;
    };
    list(&mut bench);
    bench.press("d");
    let (book, entry) = PuzzleBook::daily("Knight Line", today).expect("a puzzle");
    assert_eq!((posed(&bench).entry.id, posed(&bench).game.info.id), (entry.id, book.game.info.id));
    assert!(panel(&bench).contains("Puzzle of the day"), "{}", panel(&bench));
    for find in &entry.line.finds {
        make(&mut bench, find.shown());
    }
    let text = panel(&bench);
    assert!(text.contains("Days in a row: 1") && !text.contains("Rating"), "{text}");
    list(&mut bench);
    let line = bench
        .screen()
        .into_iter()
        .find(|line| line.contains("Knight Line") && line.contains(&format!("/{}", book_size("knightline"))))
        .expect("a line");
    assert!(line.contains("solved"), "{line}");
    bench.press("d");
    assert!(panel(&bench).contains("again"), "{}", panel(&bench));
    let daily = bench.model.progress.as_ref().expect("progress").progress.daily.clone();
    bench.press("s Enter");
    assert_eq!(bench.model.progress.as_ref().expect("progress").progress.daily, daily);
    assert_eq!(posed(&bench).game.info.id, book.game.info.id, "training goes on");
}

#[test]
fn progress_is_kept_and_the_puzzle_at_hand_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Storage::at(folder.path());
    let mut bench = training("ataxx", Language::English, (80, 24), store.clone());
    bench.press("s Enter t");
    let (id, second) = (posed(&bench).entry.id, bench.model.progress.as_ref().unwrap().progress.clone());
    let kept = || store.progress_file().expect("a file").expect("one").open().expect("progress").progress;
    assert_eq!(kept(), second);
    assert_eq!((kept().games["ataxx"].failed, kept().games["ataxx"].seen.len()), (1, 1));
    // Another run, and what another program solves meanwhile is seen in the list.
    let mut other = training("ataxx", Language::English, (80, 24), store.clone());
    assert_eq!(posed(&other).entry.id, id);
    assert!(other.model.puzzle.as_ref().unwrap().solving.current.helped);
    other.press("s");
    bench.press("p");
    let seen = format!("2/{}", book_size("ataxx"));
    assert!(bench.screen().iter().any(|line| line.contains(&seen)), "{}", bench.screen().join("\n"));
    bench.press("Enter");
    assert_ne!(posed(&bench).entry.id, id);
}

#[test]
fn the_game_at_hand_waits_for_the_end_of_the_puzzles() {
    let game = games::find("neutreeko").expect("a game");
    let level = "level:1".parse().expect("a seat");
    let mut bench = Bench::playing(game, [Seat::Human, level], (80, 24));
    bench.press("Enter Enter");
    let moves = bench.moves().to_vec();
    assert_eq!(moves.len(), 2, "{moves:?}");
    bench.press("q p Enter n n q");
    assert!(bench.model.is_in_menu && bench.model.puzzle.is_none());
    bench.press("c");
    assert_eq!(bench.moves(), moves);
}

#[test]
fn the_list_is_used_with_the_mouse() {
    let mut bench = Bench::new(options(), (80, 24));
    bench.tap("Puzzles");
    bench.tap("5 Knight Line");
    assert_eq!(posed(&bench).game.info.id, "knightline-feup");
    let find = posed(&bench).entry.line.finds[0].shown().to_owned();
    let gesture = bench.play().shown().gestures(&find).expect("a legal move").swap_remove(0);
    gesture.cells.iter().for_each(|cell| bench.click(bench.place(cell)));
    assert!(bench.play().chooser.is_some() || found(&bench) > 0 || result(&bench).is_some());
}

#[test]
fn keys_that_mean_nothing_leave_the_list_of_puzzles_open() {
    let mut bench = Bench::with_store(options(), (80, 24), Storage::default());
    let index = |bench: &Bench| match bench.model.popup {
        Some(Popup::Puzzles { index }) => Some(index),
        _ => None,
    };
    bench.press("p End");
    let last = index(&bench).expect("the list");
    assert!(last > 0);
    bench.press("Tab x Home");
    assert_eq!(index(&bench), Some(0));
    bench.press("Esc");
    assert_eq!(index(&bench), None);
}
