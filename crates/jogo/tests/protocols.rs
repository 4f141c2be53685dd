//! The engine protocols as other programs use them: with pauses, interruptions and sudden ends, which the
//! files of `conversations/` cannot have.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

const JOGO: &str = env!("CARGO_BIN_EXE_jogo");
/// Nothing here takes a tenth of this.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine.
struct Dialogue {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Dialogue {
    fn start(args: &[&str]) -> Self {
        let mut child = Command::new(JOGO)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("jogo starts");
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { stdin: child.stdin.take(), child, lines }
    }

    fn say(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        stdin.write_all(format!("{text}\n").as_bytes()).and_then(|()| stdin.flush()).expect("jogo listens");
    }

    /// The lines up to the first that begins so.
    fn hear(&mut self, beginning: &str) -> Vec<String> {
        let mut heard = Vec::new();
        while heard.last().is_none_or(|line: &String| !line.starts_with(beginning)) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => heard.push(line),
                Err(error) => panic!("{beginning}: {error} after {heard:?}"),
            }
        }
        heard
    }

    /// Says a line and returns the first line of the answer that begins so.
    fn ask(&mut self, text: &str, beginning: &str) -> String {
        self.say(text);
        self.hear(beginning).pop().unwrap()
    }

    /// All that is left when the input has ended, and the exit status.
    fn end(mut self) -> (Vec<String>, i32) {
        self.stdin = None;
        let mut rest = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            rest.push(line);
        }
        let asked = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (rest, status.code().expect("jogo is not killed"));
            }
            assert!(asked.elapsed() < PATIENCE, "jogo does not end");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_search_without_end_is_stopped() {
    for args in
        [&["uai"][..], &["ugi", "neutreeko"], &["ugi", "knightline"], &["ugi", "threedragons-dragons"]]
    {
        let mut engine = Dialogue::start(args);
        engine.say("position startpos\nisready");
        engine.hear("readyok");
        for _ in 0..5 {
            engine.say("go infinite");
            engine.hear("info depth");
            assert_eq!(engine.ask("isready", "readyok"), "readyok", "asked while it searches");
            engine.ask("stop", "bestmove ");
        }
        assert_eq!(engine.end(), (vec![], 0));
    }
}

#[test]
fn the_end_of_input_ends_a_search() {
    for last in ["", "quit"] {
        let mut engine = Dialogue::start(&["uai"]);
        engine.say("uai\nposition startpos\ngo infinite");
        engine.hear("info depth 1");
        if !last.is_empty() {
            engine.say(last);
        }
        let (rest, status) = engine.end();
        assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");
        assert_eq!(status, 0);
    }
}

/// What comes during a search is answered after it, in order, and each search is answered once.
#[test]
fn commands_wait_for_the_search_to_end() {
    let mut engine = Dialogue::start(&["ugi", "neutreeko"]);
    engine.say("go infinite\nposition startpos moves b1-c1\nquery p1turn\ngo infinite\nquery gameover\nstop");
    let heard = engine.hear("response false");
    assert_eq!(heard.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    let heard = engine.hear("response false");
    assert!(heard[heard.len() - 2].starts_with("bestmove "), "{heard:?}");
    engine.say("go infinite\nposition startpos");
    engine.say(&"query result\n".repeat(4100));
    assert_eq!(
        engine.hear("info string").last().unwrap(),
        "info string error: more than 4096 commands wait for the search to end"
    );
    engine.say("stop");
    engine.hear("bestmove");
    for _ in 0..4095 {
        engine.hear("response none");
    }
}

/// A search does not change the position, so a query about it need not wait.
#[test]
fn a_query_is_answered_while_it_searches() {
    let mut engine = Dialogue::start(&["ugi", "ataxx"]);
    engine.say("position startpos moves g2\ngo infinite");
    engine.hear("info depth 1 ");
    for (query, answer) in [("p1turn", "false"), ("gameover", "false"), ("result", "none")] {
        assert_eq!(engine.ask(&format!("query {query}"), "response "), format!("response {answer}"));
    }
    let rest = engine.end().0;
    assert_eq!(
        rest.iter().filter(|line| line.starts_with("bestmove ")).count(),
        1,
        "the search went on meanwhile: {rest:?}"
    );
}

#[test]
fn every_way_to_say_how_long_ends_in_a_move() {
    let mut engine = Dialogue::start(&["uai"]);
    for go in [
        "go movetime 20",
        "go btime 200 wtime 1 binc 0 winc 0",
        "go btime 1 wtime 1 binc 0 winc 0",
        "go depth 2",
        "go nodes 1",
    ] {
        engine.ask(go, "bestmove ");
    }
}

#[test]
fn go_passes_over_words_that_it_does_not_know_and_always_answers() {
    for args in [&["uai"][..], &["ugi", "threedragons"]] {
        let mut engine = Dialogue::start(args);
        engine.say("position startpos");
        for go in ["go searchmoves a1 depth 2", "go ponder nodes 50 quickly", "go mate 3 movetime 5 \u{2603}"]
        {
            assert_ne!(engine.ask(go, "bestmove "), "bestmove 0000", "{go}");
        }
        engine.say("go ponder");
        engine.hear("info depth 1 ");
        assert_ne!(engine.ask("stop", "bestmove "), "bestmove 0000");
        engine.say("go depth three");
        let heard = engine.hear("bestmove ");
        assert_eq!(heard[0], "info string error: depth needs a number, not \"three\"");
        assert_ne!(heard.last().unwrap(), "bestmove 0000");
    }
}

/// A move that was chosen in another position than the one that was asked about would be a wrong answer.
#[test]
fn nothing_is_searched_after_a_refused_position() {
    for (args, new_game, moves) in
        [(&["uai"][..], "uainewgame", "f1"), (&["ugi", "neutreeko"], "uginewgame", "b1-c1")]
    {
        let mut engine = Dialogue::start(args);
        for wrong in [
            "position fen 1/2/3",
            "position startpos moves z9",
            "position",
            "position startpos now",
            "\u{fffd}",
        ] {
            engine.say(&format!("position startpos moves {moves}"));
            match wrong {
                "\u{fffd}" => engine.stdin.as_mut().unwrap().write_all(b"position fen \xff\n").unwrap(),
                wrong => engine.say(wrong),
            }
            let told = engine.hear("info string error: ").pop().unwrap();
            let reason = told.strip_prefix("info string error: ").unwrap();
            let repeated = format!("info string error: the last position was refused: {reason}");
            for go in ["go depth 3", "go infinite", "go depth x"] {
                assert_eq!(engine.ask("isready", "readyok"), "readyok", "{wrong}");
                engine.say(go);
                let heard = engine.hear("bestmove ");
                assert!(heard.contains(&repeated), "{wrong}: {heard:?}");
                assert_eq!(heard.last().unwrap(), "bestmove 0000", "{wrong}");
            }
            engine.say("query p1turn");
            assert_eq!(
                engine.hear("response "),
                [repeated, "response false".to_owned()],
                "about the last good position"
            );
            engine.say(if wrong == "position" { new_game } else { "position startpos" });
            assert_ne!(engine.ask("go depth 1", "bestmove "), "bestmove 0000", "{wrong}");
            assert_eq!(engine.ask("query p1turn", "response "), "response true");
        }
        // Likewise where it came during a search, and what came before it is answered as ever.
        engine.say("go infinite\nposition fen 1/2/3\ngo depth 1\nposition startpos\ngo depth 1");
        engine.hear("info depth ");
        assert_ne!(engine.ask("stop", "bestmove "), "bestmove 0000");
        assert_eq!(engine.hear("bestmove ").last().unwrap(), "bestmove 0000");
        assert_ne!(engine.hear("bestmove ").last().unwrap(), "bestmove 0000");
    }
}

/// The position that cuteataxx sends is the current one; x has moved first and `btime` is x's.
#[test]
fn a_passer_passes() {
    let mut engine = Dialogue::start(&["uai"]);
    engine.say("uainewgame\nposition fen x6/-------/-------/-------/-------/-------/5oo o 0 1\nisready");
    engine.hear("readyok");
    assert!(engine.ask("go nodes 100", "bestmove ") != "bestmove 0000");
    engine.say("position fen x--4/---4/---4/7/7/7/5oo x 0 1");
    assert_eq!(engine.ask("go btime 100 wtime 100 binc 0 winc 0", "bestmove "), "bestmove 0000");
}

#[test]
fn several_lines_come_in_order() {
    let mut engine = Dialogue::start(&["ugi", "ataxx"]);
    engine
        .say("setoption name MultiPV value 3\nsetoption name Threads value 2\nposition startpos\ngo depth 5");
    let told = engine.hear("bestmove ");
    let [.., first, second, third, best] = &told[..] else { panic!("{told:?}") };
    let mut moves = Vec::new();
    for (rank, line) in [first, second, third].into_iter().enumerate() {
        assert!(line.starts_with(&format!("info depth 5 multipv {} score cp ", rank + 1)), "{line}");
        moves.push(line.split_once(" pv ").unwrap().1.split(' ').next().unwrap());
    }
    assert!(moves[0] != moves[1] && moves[1] != moves[2] && moves[0] != moves[2], "{told:?}");
    assert_eq!(*best, format!("bestmove {}", moves[0]));
}

/// From level 3 on no bot overlooks a win in one move; below full strength, none prints info lines.
#[test]
fn levels_play() {
    let mut engine = Dialogue::start(&["ugi", "neutreeko"]);
    engine.say("position fen w3w/3b1/5/5/wbb2 b");
    for level in 3..10 {
        engine
            .say(&format!("setoption name Level value {level}\ngo p1time 1000 p2time 1000 p1inc 0 p2inc 0"));
        assert_eq!(engine.hear("bestmove"), ["bestmove d4-d1"], "level {level}");
    }
    engine.say("setoption name Level value 10\ngo depth 3");
    assert!(engine.hear("bestmove").len() > 1);
}

/// The engine survives random bytes, and good lines with a few bytes changed.
#[test]
fn no_input_does_harm() {
    let mut rng = fastrand::Rng::with_seed(7);
    let good = [
        "uai",
        "isready",
        "uainewgame",
        "stop",
        "query result",
        "setoption name MultiPV value 3",
        "setoption name Hash value 2",
        "position startpos moves f1 f7",
        "position fen x5o/7/7/7/7/7/o5x x 0 1 moves g2",
        "go nodes 50",
        "go depth 2",
    ];
    let mut engine = Dialogue::start(&["uai"]);
    for _ in 0..600 {
        let mut bytes = good[rng.usize(..good.len())].as_bytes().to_vec();
        for _ in 0..rng.usize(..3) {
            let place = rng.usize(..bytes.len());
            bytes[place] = if rng.bool() { rng.u8(..) } else { *b" 0-x\x1b".get(rng.usize(..5)).unwrap() };
        }
        bytes.push(b'\n');
        // A search without end would be no harm, but would keep the rest waiting; so would a table of
        // gigabytes.
        if !bytes.starts_with(b"go")
            || bytes.starts_with(b"go nodes 50\n")
            || bytes.starts_with(b"go depth 2\n")
        {
            engine.stdin.as_mut().unwrap().write_all(&bytes).unwrap();
        }
    }
    engine.say("uai");
    for line in engine.hear("uaiok") {
        assert!(!line.contains(|c: char| c.is_control()), "{line:?}");
    }
    let (rest, status) = engine.end();
    assert!(rest.iter().all(|line| !line.contains(|c: char| c.is_control())));
    assert_eq!(status, 0);
}

/// A network whose weights are all 0, so that every position is worth `score` to the side to move.
fn constant_network(score: u32) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let (inputs, hidden, buckets) = (36 * 256_u32, 128_u32, 8_u32);
    let mut bytes = b"JOGONET1ataxx".to_vec();
    bytes.resize(40, 0);
    bytes.extend([inputs, hidden, buckets, score, 4].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(b"test");
    bytes.resize(bytes.len() + 2 * (inputs * hidden + hidden + buckets * hidden) as usize, 0);
    bytes.extend((0..buckets).flat_map(|_| (255 * 64_i32).to_le_bytes()));
    let digest = Sha256::digest(&bytes);
    bytes.extend_from_slice(&digest);
    bytes
}

#[test]
fn a_network_file_evaluates_until_it_is_turned_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("constant.net");
    fs::write(&path, constant_network(123)).unwrap();
    let mut engine = Dialogue::start(&["ugi", "ataxx"]);
    engine.say("ugi");
    let told = engine.hear("ugiok");
    assert!(told.contains(&"option name EvalFile type string default <empty>".to_owned()), "{told:?}");
    assert!(told.contains(&"option name UseNet type check default true".to_owned()), "{told:?}");
    engine.say("position startpos");
    let score = |engine: &mut Dialogue, option: &str| -> i32 {
        engine.say(&format!("{option}\ngo depth 1"));
        let told = engine.hear("bestmove ");
        told.iter()
            .rev()
            .find_map(|line| line.split_once(" score cp ")?.1.split(' ').next()?.parse().ok())
            .unwrap()
    };
    let built_in = score(&mut engine, "setoption name UseNet value true");
    let by_hand = score(&mut engine, "setoption name UseNet value false");
    assert_ne!(built_in, by_hand, "the program has a network of its own");
    engine.say("setoption name UseNet value true");
    let file = format!("setoption name EvalFile value {}", path.display());
    assert_eq!(score(&mut engine, &file), -123, "after any move the other side is to move");
    assert_eq!(score(&mut engine, "setoption name UseNet value false"), by_hand);
    assert_eq!(score(&mut engine, "setoption name usenet value true"), -123);
    for (option, complaint) in [
        ("setoption name UseNet value maybe", "UseNet is true or false, not \"maybe\""),
        ("setoption name EvalFile value no/such.net", "no/such.net: "),
    ] {
        let told = engine.ask(option, "info string error: ");
        assert!(told.contains(complaint), "{told}");
    }
    fs::write(&path, b"nonsense").unwrap();
    assert!(engine.ask(&file, "info string error: ").ends_with("this is too short for a network"));
    assert_eq!(score(&mut engine, "isready"), -123, "a refused file changes nothing");
    assert_eq!(score(&mut engine, "setoption name EvalFile value <empty>"), built_in);
    let mut engine = Dialogue::start(&["ugi", "neutreeko"]);
    assert!(engine.ask(&file, "info string error: ").contains("there is no option"));
}
