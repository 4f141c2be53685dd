//! Matches that are cut off at any moment and go on.

mod match_help;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use match_help::{Scratch, command, games_by_number, jogo, text};

/// Nothing here takes a tenth of this.
const PATIENCE: Duration = Duration::from_secs(120);

/// A match that ends by itself or is ended after some lines of output.
struct Running {
    child: Child,
    lines: mpsc::Receiver<String>,
}

impl Running {
    fn start(args: &[&str]) -> Self {
        let mut child = command(args).stderr(Stdio::null()).spawn().expect("jogo starts");
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { child, lines }
    }

    /// Waits until so many lines were said, or the match is over.
    fn hear(&mut self, count: usize) {
        for _ in 0..count {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(_) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return,
                Err(mpsc::RecvTimeoutError::Timeout) => panic!("the match says nothing"),
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let asked = Instant::now();
    while !is_so() {
        assert!(asked.elapsed() < PATIENCE, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

const GAMES: usize = 24;

/// Arguments of a match whose result depends on nothing but its seed.
fn fixed_match(records: &str) -> Vec<&str> {
    let players = [
        "ataxx", "--engine", "level:4", "--engine", "level:3", "--engine", "greedy", "--games", "8",
        "--seed", "7",
    ];
    [&players[..], &["--concurrency", "2", "--records", records]].concat()
}

/// Killed at random moments and resumed as often, even with half a record at the end of the log: no game is
/// lost, and none is played twice.
#[test]
fn a_match_survives_being_killed() {
    let scratch = Scratch::new();
    let whole = scratch.arg("whole.txt");
    assert_eq!(jogo(&fixed_match(&whole)).status.code(), Some(0));
    let expected = games_by_number(Path::new(&whole));
    assert_eq!(expected.len(), GAMES);
    let mut rng = fastrand::Rng::with_seed(5);
    let mut kills = 0;
    for round in 0..3 {
        let records = scratch.arg(&format!("killed{round}.txt"));
        let mut running = Running::start(&fixed_match(&records));
        loop {
            running.hear(rng.usize(1..5));
            let _ = running.child.kill();
            let _ = running.child.wait();
            kills += 1;
            let mut log = fs::read(&records).unwrap();
            if rng.bool() && log.len() > 100 {
                log.truncate(log.len() - rng.usize(1..100));
                fs::write(&records, log).unwrap();
            }
            let done = fs::read_to_string(&records).unwrap().matches("[Game \"").count();
            if done >= GAMES - 1 {
                break;
            }
            running = Running::start(&["--resume", &records]);
        }
        let output = jogo(&["--resume", &records, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(games_by_number(Path::new(&records)), expected, "after {kills} kills");
        // What is finished stays so.
        assert_eq!(jogo(&["--resume", &records]).status.code(), Some(0));
        assert_eq!(games_by_number(Path::new(&records)), expected);
    }
    assert!(kills >= 9, "{kills} kills are too few to say much");
}

/// Ctrl-C ends a match in the middle of a game, says how to go on, and leaves no trace of the game that it
/// cut off.
#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_how_to_go_on() {
    let scratch = Scratch::new();
    let (records, asked) = (scratch.arg("log.txt"), scratch.arg("asked"));
    let seat = scratch.engine("slow", &format!("echo > '{asked}'"));
    let args = [
        "ataxx",
        "--engine",
        &seat,
        "name=slow",
        "st=600",
        "--engine",
        "random",
        "--games",
        "4",
        "--records",
        &records,
    ];
    let mut child = command(&args).spawn().unwrap();
    wait_until("the engine is asked", || Path::new(&asked).exists());
    // It would be waited for ten minutes.
    assert!(
        Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap().success()
    );
    wait_until("the match ends", || child.try_wait().unwrap().is_some());
    let output = child.wait_with_output().unwrap();
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert_eq!(
        errors,
        format!("jogo: stopped after 0 of 4 games; go on with: jogo match --resume {records}\n")
    );
    assert_eq!(fs::read_to_string(&records).unwrap(), "");
}

#[cfg(unix)]
#[test]
fn programs_of_a_plan_are_shown_and_not_started_unasked() {
    let scratch = Scratch::new();
    let records = scratch.arg("log.txt");
    let seat = scratch.engine("mover", "echo bestmove 0000");
    let args = [
        "ataxx",
        "--engine",
        &seat,
        "name=mover",
        "--engine",
        "random",
        "--games",
        "2",
        "--records",
        &records,
    ];
    assert_eq!(jogo(&args).status.code(), Some(1), "it cheats");
    // One game is taken from the log, so that there is something to go on with.
    let log = fs::read_to_string(&records).unwrap();
    let cut = log.rfind("[Game").unwrap();
    fs::write(&records, &log[..cut]).unwrap();
    let touched = scratch.arg("touched");
    let plan = fs::read_to_string(scratch.path("log.txt.match")).unwrap();
    fs::write(scratch.path("log.txt.match"), plan.replace("uai:sh", &format!("uai:touch {touched}")))
        .unwrap();
    let output = jogo(&["--resume", &records]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains(&format!("touch {touched}")), "{}", text(&output.stderr));
    assert!(!Path::new(&touched).exists(), "nothing was started");
    fs::write(scratch.path("log.txt.match"), plan).unwrap();
    let output = jogo(&["--resume", &records, "--yes"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(games_by_number(Path::new(&records)).len(), 2);
}
