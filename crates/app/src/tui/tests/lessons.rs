//! Lessons, from the menu to their end.

use games::lesson::{LessonStep, lesson};

use super::*;
use crate::tui::lesson::LessonState;
use crate::tui::popups::Popup;

/// The app in the lesson of a game.
fn learning(id: &str, language: Language, size: (u16, u16)) -> (Bench, Vec<LessonStep>) {
    let mut options = options();
    options.words = Words::of(language);
    let mut bench = Bench::new(options, size);
    let index = RECORDED.iter().position(|game| *game == id).expect("a recorded game");
    bench.press(&format!("{} t", index + 1));
    (bench, lesson(games::find(id).expect("a game")).expect("a lesson"))
}

/// Walks to a cell with the arrow keys.
pub fn walk(bench: &mut Bench, cell: &str) {
    let play = bench.play();
    let grid = play.grid(bench.model.size);
    let index = play.picture.cells.iter().position(|other| other.name == cell).expect("a cell");
    let (from, to) = (grid.place(play.cursor_index()), grid.place(index));
    for (key, count) in [
        ("Left", from.0.saturating_sub(to.0)),
        ("Right", to.0.saturating_sub(from.0)),
        ("Up", from.1.saturating_sub(to.1)),
        ("Down", to.1.saturating_sub(from.1)),
    ] {
        (0..count).for_each(|_| bench.press(key));
    }
}

/// Makes a move with keys alone.
pub fn make(bench: &mut Bench, mv: &str) {
    let gesture = bench.play().shown().gestures(mv).expect("a legal move").swap_remove(0);
    if gesture.cells.is_empty() {
        return bench.press("Enter");
    }
    for cell in &gesture.cells {
        walk(bench, cell);
        bench.press("Enter");
    }
    if let Some(chooser) = &bench.play().chooser {
        let choice = gesture.choice.clone().unwrap_or_default();
        let index = chooser.options.iter().position(|(option, _)| *option == choice).expect("an option");
        let keys: Vec<String> = if chooser.has_numbers() {
            choice.chars().map(String::from).collect()
        } else {
            vec![(index + 1).to_string()]
        };
        keys.iter().for_each(|key| bench.press(key));
        bench.press("Enter");
    }
}

fn state(bench: &Bench) -> (usize, LessonState) {
    let lesson = bench.model.lesson.as_ref().expect("a lesson");
    (lesson.index, lesson.state.clone())
}

#[test]
fn every_lesson_is_finished_by_keys_alone_in_both_languages() {
    for language in Language::ALL {
        for id in RECORDED {
            let (mut bench, steps) = learning(id, language, (80, 24));
            for (index, step) in steps.iter().enumerate() {
                assert_eq!(state(&bench), (index, LessonState::Asked), "{id}");
                make(&mut bench, &step.solution().expect("a solution"));
                assert_eq!(state(&bench), (index, LessonState::Done), "{id}, step {}", index + 1);
                bench.press("Enter");
            }
            // After the lesson there is a game against the weakest level.
            assert!(bench.model.lesson.is_none() && !bench.model.is_in_menu, "{id}");
            assert_eq!(bench.play().table.record().info().id, id);
            assert_eq!(bench.play().table.seats()[1].to_string(), "level:1");
        }
    }
}

/// The words beside the board, as one text.
pub fn panel(bench: &Bench) -> String {
    let left = usize::from(crate::tui::layout::parts(bench.model.size).panel.x) + 1;
    let rows = bench.screen().into_iter().map(|row| row.chars().skip(left).collect::<String>());
    rows.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_step_is_read_whole_on_the_smallest_screen() {
    for language in Language::ALL {
        for id in RECORDED {
            let (mut bench, steps) = learning(id, language, (60, 18));
            for step in &steps {
                let ask = step.ask(language.tag());
                assert!(panel(&bench).contains(ask), "{id}: {ask}\n{}", bench.screen().join("\n"));
                bench.press("n");
            }
        }
    }
}

#[test]
fn a_wrong_try_says_why_and_a_right_move_can_be_shown() {
    let (mut bench, steps) = learning("ataxx", Language::English, (80, 24));
    bench.press("n");
    // Growing is legal, and not what was asked for.
    make(&mut bench, "b7");
    let said = |bench: &Bench| bench.model.notice.as_ref().map(|notice| notice.text.clone());
    assert_eq!(said(&bench).as_deref(), Some(steps[1].miss("en")));
    assert_eq!(state(&bench), (1, LessonState::Asked));
    // A piece of the other side is refused by the rule.
    walk(&mut bench, "g7");
    bench.press("Enter");
    assert!(said(&bench).is_some_and(|text| text != steps[1].miss("en")), "{:?}", said(&bench));
    bench.press("s");
    let solution = steps[1].solution().expect("a solution");
    assert!(panel(&bench).contains(&solution), "{}", panel(&bench));
    assert_eq!(bench.play().cursor, "a7");
    // What a game can do, a lesson cannot.
    bench.press("u x d o e");
    assert!(bench.model.popup.is_none() && bench.play().evaluation.is_none());
    bench.press("[");
    assert_eq!(state(&bench), (0, LessonState::Asked));
}

#[test]
fn the_game_at_hand_waits_for_the_end_of_a_lesson() {
    let game = games::find("neutreeko").expect("a game");
    let level = "level:1".parse().expect("a seat");
    let mut bench = Bench::playing(game, [Seat::Human, level], (80, 24));
    bench.press("Enter Enter");
    let moves = bench.moves().to_vec();
    assert_eq!(moves.len(), 2, "{moves:?}");
    bench.press("q t");
    assert!(bench.moves().is_empty() && bench.model.lesson.is_some());
    bench.press("q");
    assert!(bench.model.is_in_menu && bench.model.lesson.is_none());
    bench.press("c");
    assert_eq!(bench.moves(), moves);
}

/// White threatens to slide from d1 to d5 and to win.
const THREAT: &str = "1ww2/5/b3b/2b2/3w1 b";

fn taught() -> Bench {
    let game = games::find("neutreeko").expect("a game");
    let mut record = Record::from_position(game, (game.read)(THREAT).expect("a position"));
    record.set_tag(engine::teach::TAG, "yes");
    let mut bench = Bench::new(options(), (80, 24));
    bench.begin(Table::new(record, [Seat::Human, "level:10".parse().expect("a seat")]));
    bench
}

#[test]
fn a_computer_that_teaches_warns_shows_why_and_takes_back() {
    let mut bench = taught();
    make(&mut bench, "c2-c4");
    assert_eq!(bench.moves(), ["c2-c4"], "the computer waits");
    let text = panel(&bench);
    assert!(text.contains("Wait!") && text.contains("u takes it back"), "{text}");
    // The answer on the board, and the game again.
    bench.press("w");
    assert!(panel(&bench).contains("d1-d5"), "{}", panel(&bench));
    assert!(bench.play().picture.cell("d5").is_some_and(|cell| cell.piece.is_some()));
    bench.press("w");
    assert!(bench.play().picture.cell("d5").is_some_and(|cell| cell.piece.is_none()));
    bench.press("u");
    assert!(bench.moves().is_empty() && bench.play().is_persons_turn());
    // Kept in spite of the warning, it is answered.
    make(&mut bench, "c2-c4");
    bench.press("Enter");
    assert_eq!(bench.moves(), ["c2-c4", "d1-d5"]);
}

#[test]
fn hints_of_a_computer_that_teaches_come_in_three_steps() {
    let mut bench = taught();
    bench.press("t");
    let first = panel(&bench);
    assert!(first.contains("Look at the piece on"), "{first}");
    bench.press("t");
    assert!(panel(&bench).contains("Make it"), "{}", panel(&bench));
    bench.press("t");
    assert!(panel(&bench).contains("t plays it"), "{}", panel(&bench));
    bench.press("t");
    assert_eq!(bench.moves().len(), 2, "the move was made and answered");
}

#[test]
fn the_menu_offers_a_teacher_without_clocks() {
    let mut bench = Bench::new(options(), (80, 24));
    // The last line of the terms.
    bench.press("BackTab Right Enter");
    assert!(bench.play().is_taught());
    assert!(bench.play().table.clocks().is_none());
    assert_eq!(bench.play().table.record().tag(engine::teach::TAG), Some("yes"));
}

#[test]
fn the_goal_stays_in_sight_during_the_first_game_alone() {
    let game = games::find("neutreeko").expect("a game");
    for is_first_run in [true, false] {
        let mut bench = Bench::new(AppOptions { is_first_run, ..options() }, (80, 24));
        bench.begin(Table::new(Record::new(game), [Seat::Human, Seat::Human]));
        make(&mut bench, "b1-b4");
        make(&mut bench, "b5-a4");
        assert_eq!(bench.moves().len(), 2);
        let goal = Words::of(Language::English).goal(game.info);
        assert_eq!(panel(&bench).contains(goal), is_first_run, "{}", panel(&bench));
    }
}

#[test]
fn boards_among_the_rules_show_the_moves_of_their_pieces() {
    for language in Language::ALL {
        for id in RECORDED {
            let mut options = options();
            options.words = Words::of(language);
            let mut bench = Bench::new(options, (60, 18));
            let index = RECORDED.iter().position(|game| *game == id).expect("a recorded game");
            bench.press(&format!("{} r", index + 1));
            let touched = |bench: &Bench| match &bench.model.popup {
                Some(Popup::Rules(reader)) => reader.touched.clone(),
                _ => None,
            };
            let read = bench.screen();
            // The moves of each piece in turn, with the piece in sight.
            bench.press("Tab");
            let (piece, first) = (touched(&bench), bench.screen());
            assert!(piece.is_some() && read != first, "{id}");
            bench.press("Tab");
            assert!(touched(&bench) != piece && bench.screen() != first, "{id}");
            bench.press("BackTab");
            assert_eq!(touched(&bench), piece, "{id}");
            // The board without the moves, and then the menu.
            bench.press("Esc");
            assert!(bench.model.popup.is_some() && touched(&bench).is_none(), "{id}");
            bench.press("Esc");
            assert!(bench.model.popup.is_none(), "{id}");
        }
    }
}

#[test]
fn a_click_touches_a_piece_on_a_board_among_the_rules() {
    let mut bench = Bench::new(options(), (80, 40));
    bench.press("1 r");
    let sketch = &view::sketches(&bench.model)[0];
    let area = view::reading_area(bench.model.size);
    let place = |cell: &str| {
        (0..area.width)
            .flat_map(|x| (0..sketch.lines.len() as u16).map(move |y| (x, y)))
            .find(|(x, y)| sketch.cell_at(*x, *y).as_deref() == Some(cell))
            .map(|(x, y)| (area.x + x, area.y + sketch.lines.start as u16 + y))
            .expect("a cell")
    };
    let (piece, empty) = (place("c4"), place("a1"));
    let before = bench.screen();
    bench.click(piece);
    let touched = bench.screen();
    assert_ne!(touched, before);
    // c4 slides to e2, among others.
    let target = place("e2");
    let row: Vec<char> = touched[usize::from(target.1)].chars().collect();
    let cells: String = row[usize::from(target.0)..usize::from(target.0) + 5].iter().collect();
    let other = touched[usize::from(target.1) + 1].chars().skip(target.0.into()).take(5).collect::<String>();
    assert!(cells.contains('•') || other.contains('•'), "{}", touched.join("\n"));
    bench.click(empty);
    assert_eq!(bench.screen(), before, "an empty cell lets go of it");
}
