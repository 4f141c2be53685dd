//! The full-screen app in a real pseudo-terminal: a whole game, and signals in the middle of one. Either way
//! the terminal is left as it was.
#![cfg(unix)]

mod pty;

use std::fs;
use std::num::NonZero;
use std::path::Path;

use engine::BotName;
use games::Record;
use portable_pty::PtySize;

use pty::{Session, settings};

/// The records in a part of the library.
fn records(folder: &Path, part: &str) -> Vec<String> {
    let files = fs::read_dir(folder.join("games").join(part)).expect("games are kept");
    let paths = files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jogo"));
    paths.map(|path| fs::read_to_string(path).expect("it can be read")).collect()
}

/// The only record in a part of the library.
fn kept(folder: &Path, part: &str) -> String {
    let mut records = records(folder, part);
    assert_eq!(records.len(), 1, "{records:?}");
    records.swap_remove(0)
}

/// A game that chance plays to its end.
fn played_by_chance(id: &str) -> Record {
    let game = games::find(id).expect("a game");
    let mut bot = engine::players::bot(BotName::Random, game, 3).expect("every game has this bot");
    let mut record = Record::new(game);
    while record.outcome().is_none() {
        let mv = bot.choose(&record).expect("a game that goes on has a move");
        record.play(&mv).expect("bots play legal moves");
    }
    record
}

#[test]
fn a_whole_game_is_played_and_the_terminal_given_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = played_by_chance("neutreeko");
    let mut session = Session::start(&["play", "neutreeko", "--second", "human"], folder.path());
    session.wait_for("Black to move");
    assert!(session.parser.screen().alternate_screen());
    assert_ne!(settings(&*session.pair.master), session.before, "keys come one by one");
    for (ply, mv) in record.moves().iter().enumerate() {
        session.press(&format!(":{mv}\r"));
        let turn = if ply % 2 == 0 { "White to move" } else { "Black to move" };
        if ply + 1 < record.moves().len() {
            session.wait_for(turn);
        }
    }
    session.wait_for("Enter: play again");
    session.press("q");
    session.wait_for("Go on: Neutreeko");
    session.press("q");
    assert!(session.end().success());
    let kept = kept(folder.path(), "finished");
    assert_eq!(Record::read_all(&kept).expect("it can be read")[0].moves(), record.moves());
}

#[test]
fn signals_end_the_program_in_order() {
    for name in ["TERM", "HUP", "INT"] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = Session::start(&["play", "knightline", "--second", "random"], folder.path());
        session.wait_for("White to move");
        session.press(":m0-o1:1\r");
        session.wait_for("m0-o1:1");
        session.signal(name);
        assert!(!session.end().success(), "{name} is seen by whoever started the program");
        let kept = kept(folder.path(), "going");
        assert!(kept.contains("m0-o1:1"), "{kept}");
    }
}

#[test]
fn a_program_that_is_killed_has_kept_every_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(&["play", "neutreeko", "--second", "human"], folder.path());
    session.wait_for("Black to move");
    session.press(":c4-a2\r");
    session.wait_for("White to move");
    session.signal("KILL");
    session.wait_for_end();
    let kept = kept(folder.path(), "going");
    assert_eq!(Record::read_all(&kept).expect("it can be read")[0].moves(), ["c4-a2"]);
}

#[test]
fn a_game_of_an_earlier_version_goes_on_beside_a_new_one() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(
        folder.path().join("last.jogo"),
        "[Game \"neutreeko\"]\n[First \"human\"]\n[Second \"human\"]\n\n1. b1-c1 *\n",
    )
    .expect("a file");
    let mut session = Session::start(&["play", "neutreeko", "--second", "human"], folder.path());
    session.wait_for("Black to move");
    session.press(":c4-a2\r");
    session.wait_for("White to move");
    session.press("q");
    session.wait_for("1 more game going on");
    session.press("g\r");
    session.wait_for("b1-c1");
    session.press(":c2-c3\r");
    session.wait_for("Black to move");
    session.press("Q");
    assert!(session.end().success());
    let mut kept: Vec<String> = records(folder.path(), "going");
    kept.sort();
    assert!(
        kept.len() == 2
            && kept.iter().any(|text| text.contains("1. c4-a2 *"))
            && kept.iter().any(|text| text.contains("1. b1-c1 c2-c3 *")),
        "{kept:?}"
    );
}

#[test]
fn programs_that_begin_at_once_take_no_place_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["play", "neutreeko", "--second", "human"];
    let moves = ["b1-c1", "b1-a1", "c4-a2", "d1-e1"];
    let mut sessions: Vec<Session> = moves.iter().map(|_| Session::start(&args, folder.path())).collect();
    sessions.iter_mut().for_each(|session| session.wait_for("Black to move"));
    // All moves are typed before any program is waited for.
    for (session, mv) in sessions.iter_mut().zip(moves) {
        session.press(&format!(":{mv}\r"));
    }
    for session in &mut sessions {
        session.wait_for("White to move");
        session.press("Q");
    }
    sessions.iter_mut().for_each(|session| assert!(session.end().success()));
    let kept = records(folder.path(), "going");
    for mv in moves {
        assert_eq!(kept.iter().filter(|text| text.contains(&format!("1. {mv} *"))).count(), 1, "{kept:?}");
    }
    assert_eq!(kept.len(), moves.len());
}

#[test]
fn a_game_that_another_program_plays_is_not_opened_until_that_one_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut one = Session::start(&["play", "neutreeko", "--second", "human"], folder.path());
    one.wait_for("Black to move");
    one.press(":b1-c1\r");
    one.wait_for("White to move");
    let mut other = Session::start(&["play", "ataxx", "--second", "human"], folder.path());
    other.wait_for("Red to move");
    other.press(":g2\r");
    other.wait_for("Blue to move");
    other.press("q");
    other.wait_for("1 more game going on");
    other.press("g");
    other.wait_for("in another window");
    other.press("\r");
    other.wait_for("played in another window");
    // What the first one does meanwhile is kept.
    one.press(":c2-c3\r");
    one.wait_for("Black to move");
    one.press("Q");
    assert!(one.end().success());
    other.press("\x1bg");
    other.wait_until("a game that is free", |screen| {
        let text = screen.contents();
        text.contains("Games going on") && !text.contains("in another window")
    });
    other.press("\r");
    other.wait_for("c2-c3");
    other.press("Q");
    assert!(other.end().success());
    assert!(records(folder.path(), "going").iter().any(|text| text.contains("1. b1-c1 c2-c3 *")));
}

#[test]
fn a_home_that_cannot_be_written_is_said_once() {
    let folder = tempfile::tempdir().expect("a folder");
    // A file where the folder should be: not even the superuser can write there.
    let home = folder.path().join("file");
    fs::write(&home, "").expect("a file");
    let mut session = Session::start_in(&["play", "neutreeko", "--second", "human"], &home, folder.path());
    session.wait_for("Black to move");
    session.press(":b1-c1\r");
    session.wait_for("cannot be kept");
    session.press(":c2-c3\r");
    session.wait_for("Black to move");
    session.press(":c1-a3\r");
    session.wait_for("White to move");
    session.wait_until("no second word of it", |screen| !screen.contents().contains("cannot be kept"));
    session.press("Q");
    assert!(session.end().success());
}

#[test]
fn control_z_gives_the_terminal_to_the_shell_until_it_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(&["play", "neutreeko", "--second", "human"], folder.path());
    session.wait_for("Black to move");
    // By the key, and by the signal that it stands for elsewhere.
    for round in 0..2 {
        match round {
            0 => session.press("\x1a"),
            _ => session.signal("TSTP"),
        }
        session
            .wait_until("the shell's screen", |screen| !screen.alternate_screen() && !screen.hide_cursor());
        session.wait_until_stopped();
        assert_eq!(settings(&*session.pair.master), session.before);
        session.signal("CONT");
        session.wait_until("the board again", |screen| {
            screen.alternate_screen() && screen.contents().contains("Black to move")
        });
    }
    session.press(":b1-c1\r");
    session.wait_for("White to move");
    session.press("Q");
    assert!(session.end().success());
}

#[test]
fn a_file_is_found_by_its_beginning() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("records")).expect("a folder");
    for (name, mv) in [("first.jogo", "b1-c1"), ("second.jogo", "c4-a2")] {
        fs::write(folder.path().join("records").join(name), format!("[Game \"neutreeko\"]\n\n1. {mv} *\n"))
            .expect("a file");
    }
    let mut session = Session::start(&[], folder.path());
    session.wait_for("Neutreeko");
    session.press("o\x1b[200~~/rec\x1b[201~\t");
    session.wait_for("Open: ~/records/");
    session.press("\t");
    session.wait_for("first.jogo  second.jogo");
    session.press("s\t");
    session.wait_for("Open: ~/records/second.jogo");
    session.press("\r");
    session.wait_for("c4-a2");
    session.press("Q");
    assert!(session.end().success());
}

#[test]
fn the_pie_rule_and_the_labels_of_a_report_have_their_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(
        &["play", "ataxx", "--start", "pie", "--second", "human", "--labels", "report"],
        folder.path(),
    );
    session.wait_for("Pie rule");
    assert!(session.parser.screen().alternate_screen());
    session.wait_until("the labels of the report", |screen| {
        screen.rows(0, 80).any(|row| row.split_whitespace().take(7).eq(["1", "2", "3", "4", "5", "6", "7"]))
    });
    session.press("Q");
    assert!(session.end().success());
}

#[test]
fn an_engine_that_does_not_start_is_refused_before_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session =
        Session::start(&["play", "neutreeko", "--second", "engine:/no/such/program"], folder.path());
    session.wait_for("does not start");
    assert!(!session.parser.screen().alternate_screen());
    assert_eq!(session.wait_for_end().exit_code(), 1);
    assert!(!folder.path().join("games/going").exists(), "there was no game");
}

#[test]
fn resizing_and_leaving_by_control_c() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(&[], folder.path());
    session.wait_for("Neutreeko");
    session.press("\r");
    session.wait_for("Arrows move the cursor");
    let size = PtySize { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 };
    session.parser.screen_mut().set_size(NonZero::new(40).unwrap(), NonZero::new(120).unwrap());
    session.pair.master.resize(size).expect("terminals can be resized");
    session.wait_until("keys on the last line of the larger screen", |screen| {
        screen.rows(0, 120).nth(39).is_some_and(|line| line.contains("? keys"))
    });
    session.press("\x03");
    assert!(session.end().success());
}

#[test]
fn positions_and_records_are_copied_by_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(&["analyze", "neutreeko", "--tui"], folder.path());
    session.wait_for("Black to move");
    // `1w1w1/2b2/5/2w2/1b1b1 b`, in base 64.
    session.press("y");
    session.wait_until_written(&["\u{1b}]52;c;MXcxdzEvMmIyLzUvMncyLzFiMWIxIGI="]);
    session.wait_for("1w1w1/2b2/5/2w2/1b1b1 b (copied");
    // `[Game "neutreeko"]`
    session.press("Y");
    session.wait_until_written(&["\u{1b}]52;c;W0dhbWUgIm5ldXRyZWVrbyJd"]);
    session.press("Q");
    assert!(session.end().success());
}
