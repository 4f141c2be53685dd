//! What hands do to a game: take back, look back, save, load, leave, run out of time.

use engine::BotName;
use games::{Outcome, Player};

use super::*;
use crate::settings::MenuChoice;
use crate::tui::theme::Paint;

fn people(game: &str) -> Bench {
    Bench::playing(games::find(game).expect("a game"), [Seat::Human, Seat::Human], (80, 24))
}

fn against_computer(game: &str) -> Bench {
    Bench::playing(games::find(game).expect("a game"), [Seat::Human, Seat::Bot(BotName::Level(2))], (80, 24))
}

fn type_move(bench: &mut Bench, mv: &str) {
    bench.press(":");
    bench.type_text(mv);
}

#[test]
fn saving_never_replaces_a_file_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jogo");
    std::fs::write(&path, "something else").expect("a file");
    let mut bench = people("neutreeko");
    type_move(&mut bench, "b1-c1");
    let save = format!("save {}", path.display());
    let read = || std::fs::read_to_string(&path).expect("the file is there");
    type_move(&mut bench, &save);
    assert_eq!(read(), "something else");
    bench.press("Esc");
    assert_eq!(read(), "something else");
    type_move(&mut bench, &save);
    bench.press("y");
    assert!(read().contains("1. b1-c1"), "{}", read());
    let mut other = people("ataxx");
    type_move(&mut other, &format!("load {}", path.display()));
    assert_eq!(other.moves(), ["b1-c1"]);
    type_move(&mut other, "load /nowhere/at/all");
    assert_eq!(other.moves(), ["b1-c1"]);
    assert!(other.model.notice.is_some_and(|notice| notice.is_alarm));
}

#[test]
fn a_game_that_was_left_goes_on_another_day() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Storage::at(folder.path());
    let mut bench = Bench::with_store(options(), (80, 24), store.clone());
    let clock = "300+3".parse().expect("a clock");
    let table = Table::new(
        Record::new(games::find("knightline").expect("a game")),
        [Seat::Human, Seat::Bot(BotName::Random)],
    );
    bench.begin(table.with_clocks(table::Clocks::new(clock)));
    type_move(&mut bench, "m0-o1:1");
    bench.now += Duration::from_secs(20);
    bench.press("C-c");
    assert!(bench.has_left);
    let moves = bench.moves().to_vec();
    assert_eq!(moves.len(), 2);
    drop(bench);
    let mut later = Bench::with_store(options(), (80, 24), store);
    later.press("c");
    assert_eq!(later.moves(), moves);
    assert_eq!(*later.play().table.seat(Player::Second), Seat::Bot(BotName::Random));
    let clocks = later.play().table.clocks().expect("the clocks come along");
    assert_eq!(clocks.left(Player::First, later.now), Duration::from_secs(280));
    assert_eq!(clocks.running(), Some(Player::First));
}

#[test]
fn another_game_leaves_the_one_before_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Storage::at(folder.path());
    let library = store.library().expect("games are kept").clone();
    let people = MenuChoice { seats: ["human".to_owned(), "human".to_owned()], ..MenuChoice::default() };
    let mut bench = Bench::with_store(AppOptions { remembered: Some(people), ..options() }, (80, 24), store);
    bench.press("1 Enter");
    type_move(&mut bench, "b1-c1");
    // Looking at the menu, another kind of game without a move, and a file that is opened: nothing is
    // touched.
    bench.press("q 2 Enter q 1 Enter");
    let path = folder.path().join("other.jogo");
    std::fs::write(&path, "[Game \"knightline\"]\n\n1. m0-o1:1 *\n").expect("a file");
    type_move(&mut bench, &format!("load {}", path.display()));
    assert_eq!(bench.moves(), ["m0-o1:1"]);
    bench.press("q");
    let going = library.going();
    assert_eq!(going.len(), 1);
    assert_eq!((going[0].game.info.id, going[0].moves), ("neutreeko", 1));
    // A second game gets a file of its own, and both can be gone on with.
    bench.press("1 Enter");
    type_move(&mut bench, "c4-a2");
    bench.press("q");
    assert_eq!(library.going().len(), 2);
    bench.press("g Enter");
    assert_eq!(bench.moves(), ["b1-c1"]);
    type_move(&mut bench, "c2-c3");
    bench.press("q g Enter");
    assert_eq!(bench.moves(), ["c4-a2"]);
    // A game that ends is archived; one that is taken back goes on.
    bench.press("x y");
    assert_eq!(library.going().len(), 1);
    assert_eq!(std::fs::read_dir(folder.path().join("finished")).expect("an archive").count(), 1);
    bench.press("u");
    assert_eq!(library.going().len(), 2);
}

#[test]
fn a_game_that_another_window_plays_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Storage::at(folder.path());
    let mut one = Bench::with_store(options(), (80, 24), store.clone());
    one.press("1 Enter");
    type_move(&mut one, "b1-c1");
    let mut two = Bench::with_store(options(), (80, 24), store);
    two.press("c");
    assert!(two.model.play.is_none());
    assert!(two.model.notice.as_ref().is_some_and(|notice| notice.is_alarm), "{:?}", two.model.notice);
    drop(one);
    two.press("c");
    assert_eq!(two.moves().first().map(String::as_str), Some("b1-c1"));
}

#[test]
fn a_clock_that_runs_out_ends_the_game() {
    let mut bench = Bench::new(options(), (80, 24));
    let record = Record::new(games::find("ataxx").expect("a game"));
    bench.begin(
        Table::new(record, [Seat::Human, Seat::Human])
            .with_clocks(table::Clocks::new("60".parse().expect("a clock"))),
    );
    assert_eq!(bench.model.next_tick(), None, "clocks stand until the first move");
    type_move(&mut bench, "b7");
    let wake = bench.model.next_tick().expect("a running clock is shown running");
    assert!(wake <= bench.now + Duration::from_millis(1001));
    bench.now += Duration::from_secs(61);
    bench.send(AppMessage::Tick);
    assert_eq!(bench.play().table.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(bench.model.next_tick(), None);
}

#[test]
fn no_time_is_used_in_the_menu() {
    let mut bench = Bench::new(options(), (80, 24));
    let record = Record::new(games::find("ataxx").expect("a game"));
    bench.begin(
        Table::new(record, [Seat::Human, Seat::Human])
            .with_clocks(table::Clocks::new("60".parse().expect("a clock"))),
    );
    type_move(&mut bench, "b7");
    bench.now += Duration::from_secs(10);
    bench.press("q");
    assert_eq!(bench.model.next_tick(), None);
    bench.now += Duration::from_secs(300);
    bench.send(AppMessage::Tick);
    bench.press("c");
    let clocks = bench.play().table.clocks().expect("there are clocks");
    assert_eq!(clocks.left(Player::Second, bench.now), Duration::from_secs(50));
    assert_eq!(clocks.running(), Some(Player::Second));
    bench.now += Duration::from_secs(51);
    bench.send(AppMessage::Tick);
    assert_eq!(bench.play().table.outcome(), Some(Outcome::Win(Player::First)));
}

#[test]
fn a_record_that_is_opened_keeps_what_it_came_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, copy) = (folder.path().join("game.jogo"), folder.path().join("copy.jogo"));
    let text = "[Game \"neutreeko\"]\n[First \"Ana\"]\n[Second \"Rui\"]\n[Date \"2024.02.29\"]\n\
                [Event \"Friday\"]\n[Result \"*\"]\n\n\
        1. b1-c1! {towards the middle} (1. c4-a2) 1... c2-c3 *\n";
    let text = games::Study::read_all(text).expect("a study")[0].to_string();
    std::fs::write(&path, &text).expect("a file");
    let mut bench = people("ataxx");
    type_move(&mut bench, &format!("load {}", path.display()));
    let screen = |bench: &Bench| bench.screen().join("\n");
    assert!(screen(&bench).contains("Ana") && screen(&bench).contains("Rui"), "{}", screen(&bench));
    assert!(screen(&bench).contains("b1-c1!*"), "{}", screen(&bench));
    bench.press("[");
    assert!(screen(&bench).contains("towards the middle"), "{}", screen(&bench));
    bench.press("End");
    type_move(&mut bench, &format!("save {}", copy.display()));
    assert_eq!(std::fs::read_to_string(&copy).expect("a file"), text);
}

#[test]
fn nothing_wakes_an_app_in_which_nothing_happens() {
    let mut bench = against_computer("threedragons-dragons");
    assert_eq!(bench.model.next_tick(), None);
    type_move(&mut bench, "e2e4");
    assert_eq!(bench.moves().len(), 2);
    assert_eq!(bench.model.next_tick(), None);
    bench.press("q");
    assert_eq!(bench.model.next_tick(), None);
}

#[test]
fn taking_back_and_playing_again() {
    let mut bench = against_computer("neutreeko");
    type_move(&mut bench, "b1-c1");
    let moves = bench.moves().to_vec();
    assert_eq!(moves.len(), 2);
    bench.press("u");
    assert!(bench.moves().is_empty());
    bench.press("U");
    assert_eq!(bench.moves(), moves);
    bench.press("u u");
    assert!(bench.model.notice.is_some());
}

#[test]
fn a_move_taken_back_while_the_computer_thinks_stays_taken_back() {
    let game = games::find("neutreeko").expect("a game");
    let mut bench = Bench::playing(game, [Seat::Human, Seat::Bot(BotName::Level(10))], (80, 24));
    for character in ":b1-c1".chars() {
        bench.send(AppMessage::Key(key(&character.to_string())));
    }
    bench.send(AppMessage::Key(key("Enter")));
    bench.now += Duration::from_secs(1);
    bench.send(AppMessage::Tick);
    assert!(bench.play().awaited.is_some());
    bench.send(AppMessage::Key(key("u")));
    assert!(bench.moves().is_empty());
    // The answer comes all the same, and is dropped.
    bench.receive();
    assert!(bench.moves().is_empty());
}

/// After an engine did not answer one move, the move can be taken back and another one tried.
#[cfg(unix)]
#[test]
fn an_engine_that_thinks_for_ever_is_interrupted() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("engine.sh");
    let script = "#!/bin/sh\nwhile read -r line; do case \"$line\" in
            ugi) echo ugiok;; isready) echo readyok;; *'moves b1-c1'*) deaf=1;; position*) deaf=;;
            go*) [ $deaf ] || echo bestmove c2-c3;; quit) exit;;
        esac; done\n";
    std::fs::write(&path, script).expect("a file");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("a program");
    let engine: Seat = format!("engine:{}", path.display()).parse().expect("a seat");
    let mut bench =
        Bench::playing(games::find("neutreeko").expect("a game"), [Seat::Human, engine], (80, 24));
    for character in ":b1-c1".chars() {
        bench.send(AppMessage::Key(key(&character.to_string())));
    }
    bench.send(AppMessage::Key(key("Enter")));
    bench.send(AppMessage::Tick);
    assert!(bench.play().awaited.is_some());
    bench.send(AppMessage::Key(key("u")));
    assert!(bench.moves().is_empty());
    type_move(&mut bench, "d1-c1");
    assert_eq!(bench.moves(), ["d1-c1", "c2-c3"]);
}

#[test]
fn looking_back_while_the_game_goes_on() {
    let mut bench = people("neutreeko");
    for mv in ["b1-c1", "c2-c3", "c1-a3"] {
        type_move(&mut bench, mv);
    }
    bench.press("[ [");
    assert_eq!(bench.play().ply(), 1);
    assert_eq!(
        bench.play().picture,
        bench.play().table.record().position_at(1).expect("it was played").picture()
    );
    bench.press("Enter");
    assert!(bench.play().is_live());
    bench.press("Home");
    assert_eq!(bench.play().ply(), 0);
    bench.press("End");
    assert_eq!(bench.moves().len(), 3);
    // A click on the list of moves looks there too.
    let row =
        bench.screen().iter().position(|line| line.contains("c2-c3")).expect("the list shows it") as u16;
    bench.click((60, row));
    assert_eq!(bench.play().ply(), 1);
}

#[test]
fn resigning_and_draws_are_asked_for_twice() {
    let mut bench = against_computer("infection");
    bench.press("x n");
    assert_eq!(bench.play().table.outcome(), None);
    bench.press("d");
    assert!(bench.model.popup.is_none(), "a computer declines at once");
    bench.press("x y");
    assert_eq!(bench.play().table.outcome(), Some(Outcome::Win(Player::Second)));
    bench.press("Enter");
    assert!(bench.play().table.is_human(Player::Second), "sides are changed");
    let mut bench = people("infection");
    bench.press("d y");
    assert_eq!(bench.play().table.outcome(), Some(Outcome::Draw));
}

#[test]
fn giving_up_needs_more_than_enter() {
    let mut bench = against_computer("infection");
    bench.press("x Enter");
    assert_eq!(bench.play().table.outcome(), None);
    bench.press("x");
    bench.tap("No ]");
    assert_eq!(bench.play().table.outcome(), None);
    bench.press("x");
    bench.click((0, 0));
    assert!(bench.model.popup.is_none() && bench.play().table.outcome().is_none());
    bench.press("x");
    bench.tap("Yes");
    assert_eq!(bench.play().table.outcome(), Some(Outcome::Win(Player::Second)));
    let mut bench = against_computer("infection");
    bench.press("x Right Enter");
    assert_eq!(bench.play().table.outcome(), Some(Outcome::Win(Player::Second)));
}

#[test]
fn the_foot_of_the_screen_and_the_signs_of_the_menu_can_be_clicked() {
    let mut bench = Bench::new(options(), (80, 24));
    let seats = bench.model.menu.seats.clone();
    let row =
        bench.screen().iter().position(|line| line.contains("Level")).expect("the seat is shown") as u16;
    let column =
        bench.screen()[usize::from(row)].chars().position(|sign| sign == '‹').expect("a sign that goes back")
            as u16;
    bench.click((column + 4, row));
    let on = bench.model.menu.seats.clone();
    assert_ne!(on, seats);
    bench.click((column, row));
    assert_eq!(bench.model.menu.seats, seats);
    bench.click((column, row));
    assert!(bench.model.menu.seats != on && bench.model.menu.seats != seats);
    bench.tap("? keys");
    assert!(matches!(bench.model.popup, Some(super::super::popups::Popup::Keys { .. })));
    bench.press("Esc");
    bench.tap("↵ play");
    assert!(!bench.model.is_in_menu);
    bench.tap("e evaluation");
    assert!(bench.play().evaluation.is_some());
    bench.tap("q menu");
    assert!(bench.model.is_in_menu);
    bench.tap("q quit");
    assert!(bench.has_left);
}

#[test]
fn a_branch_leaves_the_game_that_it_came_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Storage::at(folder.path());
    let library = store.library().expect("games are kept").clone();
    let mut bench = Bench::with_store(options(), (80, 24), store);
    bench.begin(Table::new(
        Record::new(games::find("neutreeko").expect("a game")),
        [Seat::Human, Seat::Human],
    ));
    for mv in ["b1-c1", "c2-c3", "c1-a3"] {
        type_move(&mut bench, mv);
    }
    bench.press("Home");
    type_move(&mut bench, "d1-c1");
    assert_eq!(bench.moves().len(), 3);
    bench.press("Enter");
    assert_eq!(bench.moves(), ["d1-c1"]);
    let mut kept: Vec<usize> = library.going().iter().map(|entry| entry.moves).collect();
    kept.sort_unstable();
    assert_eq!(kept, [1, 3]);
}

#[test]
fn the_last_move_and_what_is_touched_are_marked_by_colour() {
    let mut bench = people("neutreeko");
    type_move(&mut bench, "b1-c1");
    bench.click(bench.place("c2"));
    let ground = |bench: &Bench, cell: &str| {
        let (x, y) = bench.place(cell);
        let area = bench.play().grid(bench.model.size).cell;
        bench.buffer()[(x - area.0 / 2 + 1, y - area.1 / 2)].bg
    };
    let color = |paint| bench.model.skin.color(paint);
    assert_eq!(ground(&bench, "b1"), color(Paint::LastMove));
    assert_eq!(ground(&bench, "c2"), color(Paint::Touched));
    assert_ne!(ground(&bench, "d4"), color(Paint::LastMove));
}

#[test]
fn every_screen_is_drawn_whatever_its_size() {
    let mut bench = people("threedragons-power");
    bench.press("e ?");
    for width in [1, 2, 5, 20, 59, 60, 79, 80, 250] {
        for height in [1, 2, 5, 17, 18, 24, 90] {
            bench.resize((width, height));
            assert_eq!(bench.screen().len(), usize::from(height));
        }
    }
    bench.press("Esc q");
    for size in [(1, 1), (60, 18), (70, 20), (300, 100)] {
        bench.resize(size);
        assert_eq!(bench.screen().len(), usize::from(size.1));
    }
}
