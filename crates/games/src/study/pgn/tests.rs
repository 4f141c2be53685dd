//! PGN that other programs write, PGN that is wrong, and the way there and back.

use crate::record::Closing;
use crate::{GAMES, GameEntry, Outcome, Player, Record, find};

fn ataxx() -> &'static GameEntry {
    find("ataxx").unwrap()
}

fn read(text: &str) -> Record {
    let mut records = Record::read_all(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

fn error(text: &str) -> String {
    Record::read_all(text).expect_err(text).to_string()
}

/// Returns a record of these moves from this position.
fn play(start: &str, moves: &str) -> Record {
    let mut record = Record::from_position(ataxx(), (ataxx().read)(start).unwrap());
    for mv in moves.split(' ') {
        record.play(mv).unwrap_or_else(|complaint| panic!("{mv}: {complaint}"));
    }
    record
}

const START: &str = "x5o/7/7/7/7/7/o5x x 0 1";

/// Returns a random game, another one for each seed, with every kind of tag, comment and end.
fn random_game(seed: u64) -> Record {
    let mut state = seed;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) as usize % limit
    };
    let starts = ataxx().info.starts;
    let mut start = (ataxx().read)(starts[below(starts.len())].text).unwrap();
    if below(3) == 0 {
        start = start.after(&start.moves()[0]).unwrap();
    }
    let mut record = Record::from_position(ataxx(), start);
    let plies = below(400);
    while record.moves().len() < plies && record.outcome().is_none() {
        let moves = record.position().moves();
        record.play(&moves[below(moves.len())]).unwrap();
        if below(8) == 0 {
            record.notes[record.played].comment = "a (remark) {".to_owned();
        }
    }
    for (tag, text) in [
        ("First", "a \"name\" with \\"),
        ("Second", "human"),
        ("Date", "2024.02.29"),
        ("Event", "Test"),
        ("Elo", "1500"),
    ] {
        if below(2) == 0 {
            record.set_tag(tag, text);
        }
    }
    let loser = Player::BOTH[below(2)];
    match below(10) {
        0 => record.close(Closing::Resigned(loser)),
        1 => record.close(Closing::OutOfTime(loser)),
        2 => record.close(Closing::Agreed),
        3 => record.close(Closing::Given(Outcome::Win(loser))),
        4 => record.close(Closing::Abandoned(loser)),
        5 => record.close(Closing::Forfeited(loser)),
        6 => record.close(Closing::Adjudicated(Outcome::Draw)),
        7 => record.close(Closing::MoveLimit),
        _ => {}
    }
    record
}

#[test]
fn random_games_come_back_from_pgn() {
    let mut all = String::new();
    let mut own = String::new();
    let mut passes = 0;
    let mut closings = [0; 9];
    for seed in 0..300 {
        let record = random_game(seed);
        let pgn = record.to_pgn().unwrap();
        let back = read(&pgn);
        assert_eq!(back.to_string(), record.to_string(), "{pgn}");
        assert_eq!(back.to_pgn().unwrap(), pgn);
        assert_eq!(back.closing, record.closing);
        assert_eq!(read(&record.to_string()).to_pgn().unwrap(), pgn, "through the other form");
        passes += record.moves().iter().filter(|mv| *mv == "0000").count();
        closings[match record.closing {
            None => 0,
            Some(Closing::Resigned(_)) => 1,
            Some(Closing::OutOfTime(_)) => 2,
            Some(Closing::Agreed) => 3,
            Some(Closing::Given(_)) => 4,
            Some(Closing::Abandoned(_)) => 5,
            Some(Closing::Forfeited(_)) => 6,
            Some(Closing::Adjudicated(_)) => 7,
            Some(Closing::MoveLimit) => 8,
        }] += 1;
        all.push_str(&pgn);
        own.push_str(&record.to_string());
    }
    assert!(
        passes > 0 && closings.iter().all(|count| *count > 5),
        "the games are too much alike: {passes} {closings:?}"
    );
    let texts: String = Record::read_all(&all).unwrap().iter().map(Record::to_string).collect();
    assert_eq!(texts, own);
}

#[test]
fn only_one_game_is_kept_as_pgn() {
    let with_pgn: Vec<&str> =
        GAMES.iter().filter(|game| Record::new(game).to_pgn().is_some()).map(|game| game.info.id).collect();
    assert_eq!(with_pgn, ["ataxx"], "tags alone must tell which game a PGN is about");
}

#[test]
fn the_form_is_one_that_all_three_read() {
    let mut record = play("oxx4/xxx4/xxx4/7/7/7/7 o 3 20", "0000 d7");
    record.set_comment(1, "must pass");
    record.set_tag("First", "level:3");
    record.set_tag("Date", "2024.05.01");
    record.close(Closing::OutOfTime(Player::Second));
    let expected = "\
[Event \"?\"]
[Site \"?\"]
[Date \"2024.05.01\"]
[Round \"?\"]
[Black \"level:3\"]
[White \"?\"]
[Result \"1-0\"]
[FEN \"oxx4/xxx4/xxx4/7/7/7/7 o 3 20\"]
[Adjudicated \"Out of time\"]

1... 0000 { must pass } 2. d7 1-0
";
    assert_eq!(record.to_pgn().unwrap(), expected);
}

#[test]
fn the_reason_of_an_arbiter_is_kept() {
    let mut record = play(START, "g2 a2");
    record.set_tag("Adjudicated", "easy fill");
    record.close(Closing::Adjudicated(Outcome::Win(Player::Second)));
    let text = record.to_pgn().unwrap();
    assert!(text.contains("[Termination \"adjudication\"]\n[Adjudicated \"easy fill\"]\n"), "{text}");
    let back = read(&text);
    assert_eq!((back.closing(), back.tag("Adjudicated")), (record.closing(), Some("easy fill")));
}

#[test]
fn a_long_game_stays_on_one_line() {
    let pgn = (0..).map(random_game).find(|game| game.moves().len() > 100).unwrap().to_pgn().unwrap();
    let (_, moves) = pgn.split_once("\n\n").unwrap();
    assert_eq!(moves.lines().count(), 1);
}

#[test]
fn cuteataxx_is_read() {
    let text = "\
[Event \"Engine match\"]
[Site \"CuteAtaxx\"]
[Date \"2023-11-05 21:14:09\"]
[Round \"1\"]
[black \"Anton 2.0\"]
[white \"Berta\"]
[Result \"1-0\"]
[FEN \"x5o/7/7/7/7/7/o5x o 0 1\"]
[FinalFEN \"x4oo/7/7/7/6x/7/o5x o 0 2\"]
[Adjudicated \"Material imbalance\"]
[Winner \"Anton 2.0\"]
[Loser \"Berta\"]
[PlyCount \"2\"]
[Material \"+0\"]

1... f7 { movetime 17 } 2. g2 { movetime 9 } 1-0


";
    let record = read(text);
    assert_eq!(record.info().id, "ataxx");
    assert_eq!(record.moves(), ["f7", "g2"]);
    assert_eq!((record.tag("First"), record.tag("Second")), (Some("Anton 2.0"), Some("Berta")));
    assert_eq!(record.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(record.closing, Some(Closing::Given(Outcome::Win(Player::First))));
    assert_eq!(record.comment(1), "movetime 17");
    let own = "\
[Game \"ataxx\"]
[First \"Anton 2.0\"]
[Second \"Berta\"]
[Date \"2023-11-05 21:14:09\"]
[Start \"x5o/7/7/7/7/7/o5x o 0 1\"]
[Result \"1-0\"]
[Event \"Engine match\"]
[Site \"CuteAtaxx\"]
[Round \"1\"]
[Adjudicated \"Material imbalance\"]

1... f7 {movetime 17} 2. g2 {movetime 9} 1-0
";
    assert_eq!(record.to_string(), own);
}

#[test]
fn a_move_after_the_flag_does_not_decide_the_game() {
    let pgn = |fen: &str, moves: &str, result: &str| {
        format!(
            "[Black \"a\"]\n[White \"b\"]\n[Result \"{result}\"]\n[FEN \"{fen}\"]\n[Adjudicated \"Out of time\"]\n\n{moves} {result}\n"
        )
    };
    let lost = Some(Closing::OutOfTime(Player::First));
    let quiet = read(&pgn(START, "1. g2", "0-1"));
    assert_eq!((quiet.moves().len(), quiet.closing), (1, lost));
    // Cloning to b7 would have turned the last piece of o.
    let late = read(&pgn("x1o4/7/7/7/7/7/7 x 0 1", "1. b7", "0-1"));
    assert_eq!((late.moves().len(), late.closing), (0, lost));
    assert_eq!(late.outcome(), Some(Outcome::Win(Player::Second)));
    // Here the last move is not that of the player whose time ran out, so it was made.
    let wrong = error(&pgn("ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooox1 x 0 1", "1. g1", "1-0"));
    assert_eq!(wrong, "line 7: the result 1-0 is not the 0-1 of the last position");
}

#[test]
fn python_ataxx_is_read() {
    let text = "\
[Event \"?\"]
[Site \"?\"]
[Date \"2022.08.30\"]
[Round \"-\"]
[White \"Me\"]
[Black \"The \"other\" \\one\"]
[Result \"*\"]
[FEN \"x5o/7/7/7/7/7/o5x o 0 1\"]
[SetUp \"1\"]

1. a1c3 { Far } 1... g1f3 (1... g2 { Near (or so) } 2. b2 (2. b3) g3) 2. c3d5! $4 { here } 2... {} ;the end of the} line
a6 *";
    let record = read(text);
    assert_eq!(record.moves(), ["a1c3", "g1f3", "c3d5", "a6"]);
    let comments: Vec<&str> = (0..=4).map(|played| record.comment(played)).collect();
    assert_eq!(comments, ["", "Far", "", "here the end of the line", ""]);
    assert_eq!((record.tag("First"), record.tag("Second")), (Some("The \"other\" \\one"), Some("Me")));
    assert_eq!((record.tag("Event"), record.tag("Round"), record.outcome()), (None, None, None));
    assert_eq!(read(&record.to_pgn().unwrap()).to_string(), record.to_string());
}

#[test]
fn games_follow_one_another_in_either_form() {
    let text = "\
[Event \"first\"]\n[Black \"a\"]\n[White \"b\"]\n[Result \"0-1\"]\n\n1. g2 a2\n
[Game \"neutreeko\"]\n[Result \"*\"]\n\n1. b1-c1 *
[Black \"a\"]\n[FEN \"startpos\"]\n\n *\n
[White \"a\"]\n[FEN \"xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/oooooo1 o 0 1\"]\n\n1. g1 1-0";
    let records = Record::read_all(text).unwrap();
    let results: Vec<Option<&str>> =
        records.iter().map(|record| record.outcome().map(Outcome::result)).collect();
    assert_eq!(results, [Some("0-1"), None, None, Some("1-0")]);
    let ids: Vec<&str> = records.iter().map(|record| record.info().id).collect();
    assert_eq!(ids, ["ataxx", "neutreeko", "ataxx", "ataxx"]);
}

#[test]
fn wrong_texts_are_explained() {
    let game = |moves: &str| format!("[Event \"?\"]\n[Black \"a\"]\n[White \"b\"]\n\n{moves}");
    let cases = [
        ("1. a7c5 d4 *", "line 5: move \"d4\": Blue has no piece next to d4 to clone"),
        (
            "1. a7c5\nTest *",
            "line 6: move \"Test\": a move is written like g2 (clone), a7a5 (jump) or 0000 (pass), not \"Test\"",
        ),
        ("1. 0000 *", "line 5: move \"0000\": Red has a move and may not pass"),
        ("1. g2 { no end *", "line 5: a comment is not closed"),
        ("1. g2 (1. f1 a2 *", "line 5: a variation is not closed"),
        ("1. g2 (1. f1 a2\n\n[Event \"?\"]", "line 7: a variation is not closed"),
        ("1. g2 1. g3) a2 *", "line 5: move \"g3\": Blue has no piece next to g3 to clone"),
        ("1. g2) a2 *", "line 5: a variation is closed that was not opened"),
        ("1. g2 a2 3. g3 *", "line 5: move number \"3\" where 2 was expected"),
        (
            "1. g2 a2 2-0",
            "line 5: move \"2-0\": a move is written like g2 (clone), a7a5 (jump) or 0000 (pass), not \"2-0\"",
        ),
    ];
    for (moves, expected) in cases {
        assert_eq!(error(&game(moves)), expected);
    }
    let tagged = |tag: &str, moves: &str| error(&format!("[Black \"a\"]\n{tag}\n\n{moves}\n"));
    assert_eq!(
        tagged("[Result \"1-0\"]", "1. g2 0-1"),
        "line 4: the result 0-1 is not the 1-0 of the tag Result"
    );
    assert_eq!(
        tagged("[Result \"won\"]", "1. g2 *"),
        "line 4: a result is 1-0, 0-1, 1/2-1/2 or *, not \"won\""
    );
    assert_eq!(
        tagged("[FEN \"x5o/7/7/7/7/7/o5x\"]", "1. g2 *"),
        "line 2: the tag FEN: the side to move is missing"
    );
    assert_eq!(
        tagged("[FEN \"x1o4/7/7/7/7/7/7 x 0 1\"]", "1. b7 0-1"),
        "line 4: the result 0-1 is not the 1-0 of the last position"
    );
    assert_eq!(
        tagged("[Termination \"resignation\"]", "1. g2 1/2-1/2"),
        "line 4: the tag Termination \"resignation\" does not fit the result 1/2-1/2"
    );
    assert_eq!(
        error("[Event \"?\"]\n[FEN \"x5o/7/7/7/7/7/o5x x 0 1\"]\n\n*\n"),
        "line 4: the tag Game is missing"
    );
}
