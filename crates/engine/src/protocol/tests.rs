#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::Duration;

use fastrand::Rng;
use games::{Outcome, Player};

use super::*;
use crate::search::Value;

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn read(line: &str) -> Result<Command, String> {
    line.parse().map_err(|wrong: Wrong| wrong.to_string())
}

/// Lines that are understood, each a start for mutations.
const COMMANDS: &[&str] = &[
    "ugi",
    "uai",
    "isready",
    "stop",
    "quit",
    "query p1turn",
    "query gameover",
    "query result",
    "setoption name Hash value 64",
    "position startpos",
    "position startpos moves b1-c1 b5-b2",
    "position fen x5o/7/7/7/7/7/o5x x 0 1",
    "position fen x5o/7/7/7/7/7/o5x x 0 1 moves g2 a7a5 0000",
    "go infinite",
    "go movetime 500",
    "go depth 3",
    "go nodes 5000",
    "go p1time 1000 p2time 2000 p1inc 10 p2inc 20",
];

#[test]
fn commands_are_written_as_they_are_read() {
    for line in COMMANDS {
        assert_eq!(read(line).unwrap().in_dialect(Dialect::Ugi).to_string(), *line);
    }
    for (line, dialect) in [
        ("uginewgame", Dialect::Ugi),
        ("uainewgame", Dialect::Uai),
        ("go btime 1 wtime 2 binc 3 winc 4", Dialect::Uai),
    ] {
        assert_eq!(read(line).unwrap().in_dialect(dialect).to_string(), line);
    }
}

#[test]
fn reading_is_liberal() {
    assert_eq!(read("  go\t infinite \r"), Ok(Command::Go(Go::INFINITE)));
    assert_eq!(read("go"), Ok(Command::Go(Go::INFINITE)));
    assert_eq!(read("position startpos moves"), Ok(Command::Position { start: None, moves: vec![] }));
    let clocks = ClockTimes { left: [ms(0), ms(7)], increment: [ms(0), ms(5)] };
    assert_eq!(
        read("go p2inc 5 btime -20 wtime 7 movestogo 3"),
        Ok(Command::Go(Go { clocks: Some(clocks), ..Go::INFINITE }))
    );
    assert_eq!(clocks.left(Player::Second), ms(7));
    assert_eq!(clocks.increment(Player::First), ms(0));
    assert_eq!(read("go ponder"), Ok(Command::Go(Go::INFINITE)));
    let go = Go { depth: Some(3), nodes: Some(7), ..Go::INFINITE };
    assert_eq!(read("go searchmoves g2 mate 5 depth 3 perft \u{1b} nodes 7 quickly"), Ok(Command::Go(go)));
    let huge = "9".repeat(30);
    let go = Go { depth: Some(u32::MAX), nodes: Some(u64::MAX), move_time: Some(ms(MS_MAX)), clocks: None };
    assert_eq!(read(&format!("go depth {huge} nodes {huge} movetime {huge}")), Ok(Command::Go(go)));
}

#[test]
fn replies_to_wrong_lines_name_the_fault() {
    for (line, wrong) in [
        ("", "the line is empty"),
        ("hello", "there is no command \"hello\""),
        ("quit now", "nothing was expected where \"now\" stands"),
        ("query", "a query is p1turn, gameover or result, not \"\""),
        ("go depth", "depth needs a number"),
        ("go depth three", "depth needs a number, not \"three\""),
        ("go nodes -", "nodes needs a number, not \"-\""),
        ("setoption Hash 3", "an option is set by: setoption name NAME value VALUE"),
        ("setoption name Hash", "an option is set by: setoption name NAME value VALUE"),
        ("position", "a position is: startpos or fen POSITION, then moves MOVE ... where there are any"),
        (
            "position fen moves g2",
            "a position is: startpos or fen POSITION, then moves MOVE ... where there are any",
        ),
        ("\u{1b}[2J", "there is no command \"\\u{1b}[2J\""),
    ] {
        assert_eq!(read(line), Err(wrong.to_owned()), "{line:?}");
    }
    assert_eq!(read(&"x".repeat(LINE_MAX + 1)), Err("a line has at most 65536 bytes".to_owned()));
}

#[test]
fn options_have_limits() {
    let mut options = EngineOptions::default();
    options.set("hash", "64").unwrap();
    options.set("THREADS", "256").unwrap();
    options.set("MultiPV", "3").unwrap();
    options.set("Level", "1").unwrap();
    assert_eq!(options, EngineOptions { hash: 64, threads: 256, lines: 3, level: 1 });
    for (name, value) in [
        ("Hash", "0"),
        ("Hash", "65537"),
        ("Threads", "257"),
        ("MultiPV", "65"),
        ("Level", "11"),
        ("Level", "x"),
        ("Level", "-3"),
        ("", "1"),
    ] {
        assert!(options.set(name, value).is_err(), "{name} {value}");
    }
    assert_eq!(options.set("Level", "11").unwrap_err().to_string(), "Level is a number from 1 to 10, not 11");
    for spin in EngineOptions::spins() {
        for value in [spin.min, spin.default, spin.max] {
            options.set(&spin.name, &value.to_string()).unwrap();
        }
    }
}

fn replies() -> Vec<Reply> {
    let info = SearchInfo {
        depth: Some(5),
        rank: Some(1),
        nodes: Some(12),
        time_ms: Some(3),
        nps: Some(4000),
        ..SearchInfo::default()
    };
    let valued = |value| {
        Reply::Info(SearchInfo {
            value: Some(value),
            moves: vec!["g2".to_owned(), "0000".to_owned()],
            ..info.clone()
        })
    };
    let bounded =
        |value, bound| Reply::Info(SearchInfo { value: Some(value), bound: Some(bound), ..info.clone() });
    let mut replies = vec![
        Reply::Name("jogo 1.0".to_owned()),
        Reply::Author("somebody".to_owned()),
        Reply::Ok(Dialect::Ugi),
        Reply::Ok(Dialect::Uai),
        Reply::ReadyOk,
        Reply::BestMove("a7a5".to_owned()),
        Reply::Error("row 3 is 8 wide".to_owned()),
        valued(Value::About(-35)),
        valued(Value::WinIn(7)),
        valued(Value::LossIn(2)),
        bounded(Value::WinIn(19), ScoreBound::Lower),
        bounded(Value::LossIn(12), ScoreBound::Upper),
        Reply::Info(info.clone()),
        Reply::Info(SearchInfo { depth: Some(1), ..SearchInfo::default() }),
        Reply::Response(Answer::Truth(true)),
        Reply::Response(Answer::Truth(false)),
    ];
    let outcomes =
        [None, Some(Outcome::Draw), Some(Outcome::Win(Player::First)), Some(Outcome::Win(Player::Second))];
    replies.extend(outcomes.map(|outcome| Reply::Response(Answer::Result(outcome))));
    replies.extend(EngineOptions::spins().map(Reply::Option));
    replies
}

#[test]
fn replies_are_read_as_they_are_written() {
    for reply in replies() {
        assert_eq!(reply.to_string().parse(), Ok(reply.clone()), "{reply}");
    }
    assert_eq!(
        replies()[7].to_string(),
        "info depth 5 multipv 1 score cp -35 nodes 12 time 3 nps 4000 pv g2 0000"
    );
    assert_eq!(
        replies()[9].to_string(),
        "info depth 5 multipv 1 score mate -2 nodes 12 time 3 nps 4000 pv g2 0000"
    );
    assert_eq!(
        replies()[10].to_string(),
        "info depth 5 multipv 1 score mate 19 lowerbound nodes 12 time 3 nps 4000"
    );
    assert_eq!(
        replies()[11].to_string(),
        "info depth 5 multipv 1 score mate -12 upperbound nodes 12 time 3 nps 4000"
    );
}

#[test]
fn replies_of_other_engines_are_read_in_part() {
    let line =
        "info depth 4 seldepth 9 score cp 200 lowerbound time 1 nodes 473 tthits 38 hashfull 0 pv f1 b1";
    let Ok(Reply::Info(info)) = line.parse::<Reply>() else { panic!("it is an info") };
    assert_eq!(
        (info.depth, info.value, info.nodes, info.moves.len()),
        (Some(4), Some(Value::About(200)), Some(473), 2)
    );
    assert_eq!(info.bound, Some(ScoreBound::Lower));
    assert_eq!("info string depth of winter".parse(), Ok(Reply::Info(SearchInfo::default())));
    assert_eq!("bestmove g2 ponder a1".parse(), Ok(Reply::BestMove("g2".to_owned())));
    for line in [
        "",
        "bestmove",
        "id",
        "response maybe",
        "Hello!",
        "info score cp",
        "option name Book type check default false",
    ] {
        assert!(line.parse::<Reply>().is_err(), "{line}");
    }
}

#[test]
fn an_error_is_one_printable_line() {
    let told = Reply::Error("bad \u{1b}[2J\r\nbestmove a1".to_owned()).to_string();
    assert_eq!(told, "info string error: bad  [2J  bestmove a1");
    assert!(Reply::Error("x".repeat(100_000)).to_string().len() < 500);
}

/// Bytes at random, and lines that were good until a few bytes changed. Nothing may panic, and what is
/// understood stays the same when it is written and read again.
#[test]
fn no_line_makes_a_reader_panic() {
    let mut rng = Rng::with_seed(4);
    let replies: Vec<String> = replies().iter().map(Reply::to_string).collect();
    let lines: Vec<&str> = COMMANDS.iter().copied().chain(replies.iter().map(String::as_str)).collect();
    let mut understood = 0;
    for _ in 0..40_000 {
        let mut bytes = lines[rng.usize(..lines.len())].as_bytes().to_vec();
        if rng.u8(..10) == 0 {
            bytes = (0..rng.usize(..80)).map(|_| rng.u8(..)).collect();
        }
        for _ in 0..rng.usize(..4) {
            let place = rng.usize(..=bytes.len());
            match rng.u8(..3) {
                0 => bytes.insert(place, *b" -0a\x1b\xff9\n".get(rng.usize(..8)).unwrap()),
                1 => bytes.truncate(place),
                _ if place < bytes.len() => drop(bytes.remove(place)),
                _ => {}
            }
        }
        let line = String::from_utf8_lossy(&bytes);
        match line.parse::<Command>() {
            Ok(command) => {
                understood += 1;
                for dialect in Dialect::BOTH {
                    assert_eq!(
                        command.in_dialect(dialect).to_string().parse(),
                        Ok(command.clone()),
                        "{line:?}"
                    );
                }
            }
            Err(wrong) => assert!(!wrong.to_string().contains(char::is_control)),
        }
        if let Ok(reply) = line.parse::<Reply>() {
            assert!(!reply.to_string().contains(char::is_control), "{line:?}");
        }
    }
    assert!(understood > 1000, "{understood}");
}
