//! Matches through the front door: with engines that misbehave, and cut off at any moment.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use games::Record;

const JOGO: &str = env!("CARGO_BIN_EXE_jogo");
/// Nothing here takes a tenth of this.
const PATIENCE: Duration = Duration::from_secs(120);

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(JOGO);
    command.arg("match").args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn jogo(args: &[&str]) -> Output {
    command(args).output().expect("jogo starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn read_log(path: &Path) -> Vec<Record> {
    Record::read_all(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The moves and the result of every game by its number. Each number may be there once.
fn games_by_number(path: &Path) -> BTreeMap<usize, String> {
    let mut games = BTreeMap::new();
    for record in read_log(path) {
        let number: usize = record.tag("Round").unwrap().parse().unwrap();
        let told = format!("{} {} {:?}", record.start(), record.moves().join(" "), record.outcome());
        assert!(games.insert(number, told).is_none(), "game {number} was played twice");
    }
    games
}

/// A folder, and a file in it as an argument.
struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn arg(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// An engine as a small shell script: it introduces itself and is ready, and answers `go` like this.
    #[cfg(unix)]
    fn engine(&self, name: &str, go: &str) -> String {
        let body = format!(
            "while read -r word rest; do case $word in
                uai) echo id name {name}; echo id author nobody; echo uaiok;;
                isready) echo readyok;;
                go) {go};;
                quit) exit;;
            esac; done\n"
        );
        fs::write(self.path(name), body).unwrap();
        format!("uai:sh '{}'", self.arg(name))
    }
}

#[test]
fn bots_play_a_tournament() {
    let scratch = Scratch::new();
    let records = scratch.arg("log.txt");
    let args = [
        "ataxx",
        "--engine",
        "greedy",
        "--engine",
        "random",
        "name=dice",
        "--engine",
        "level:1",
        "--games",
        "4",
        "--seed",
        "3",
    ];
    let output = jogo(&[&args[..], &["--records", &records, "--easy-fill"]].concat());
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{told}{}", text(&output.stderr));
    assert_eq!(told.lines().filter(|line| line.contains(" plies, ")).count(), 12, "{told}");
    for name in ["greedy", "dice", "level:1"] {
        assert!(told.lines().any(|line| line.contains(name) && line.contains('%')), "{told}");
    }
    assert!(!told.contains('\u{1b}'), "no terminal, no cursor");
    let games = games_by_number(Path::new(&records));
    assert_eq!(games.keys().copied().collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
    let log = read_log(Path::new(&records));
    assert!(log.iter().all(|record| record.comment(1).ends_with('s')), "the time of every move is told");
    // Played again with more threads, it is the same match.
    let again = scratch.arg("again.txt");
    let output =
        jogo(&[&args[..], &["--records", &again, "--easy-fill", "--concurrency", "3", "--json"]].concat());
    assert_eq!(games_by_number(Path::new(&again)), games);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (json["games"].as_u64(), json["played"].as_u64(), json["finished"].as_bool()),
        (Some(12), Some(12), Some(true))
    );
    assert_eq!(json["players"].as_array().unwrap().len(), 3);
    let points: f64 =
        json["players"].as_array().unwrap().iter().map(|player| player["points"].as_f64().unwrap()).sum();
    assert!((points - 12.0).abs() < 1e-9);
}

#[test]
fn engines_play_by_the_clock_and_say_what_they_think() {
    let scratch = Scratch::new();
    let records = scratch.arg("log.txt");
    let own = format!("uai:'{JOGO}' uai");
    let args = [
        "ataxx",
        "--engine",
        "jogo",
        "tc=1+0.01",
        "option.Hash=1",
        "margin=5000",
        "--engine",
        &own,
        "name=other",
        "depth=2",
        "--games",
        "2",
    ];
    let output =
        jogo(&[&args[..], &["--records", &records, "--random-plies", "0", "--max-plies", "6"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    for record in read_log(Path::new(&records)) {
        assert!(
            record.comment(1).contains('/') && record.comment(1).starts_with(['+', '-']),
            "{}",
            record.comment(1)
        );
        assert_eq!(record.tag("Adjudicated"), Some("length: 6 plies"));
        assert!(record.to_string().contains("[Termination \"adjudication\"]"));
    }
}

/// Whatever an engine does, it loses that game with the reason in the record, and gets another chance in the next.
#[cfg(unix)]
#[test]
fn engines_that_misbehave_lose_and_are_started_again() {
    let scratch = Scratch::new();
    for (name, go, termination, fault) in [
        ("crash", "exit 9", "rules infraction", "crash ended in the middle of the game (exit status: 9)"),
        ("hang", ":", "time forfeit", "hang did not say bestmove within 70 ms"),
        (
            "babble",
            "while :; do echo info string la la la; done",
            "time forfeit",
            "babble did not say bestmove within 70 ms",
        ),
        ("cheat", "echo bestmove a1a2", "rules infraction", "cheat played \"a1a2\": "),
        (
            "mumble",
            "echo bestmove",
            "rules infraction",
            "mumble said something wrong: bestmove stands without a move",
        ),
        (
            "deaf",
            "trap '' TERM; while :; do sleep 1; done",
            "time forfeit",
            "deaf did not say bestmove within 70 ms",
        ),
        (
            "long",
            "head -c 100000 /dev/zero | tr '\\0' x; echo",
            "rules infraction",
            "long said something wrong: a line is longer than 65536 bytes",
        ),
    ] {
        let records = scratch.arg(&format!("{name}.txt"));
        let seat = scratch.engine(name, go);
        let engine = ["--engine", &seat, &format!("name={name}"), "st=0.05"];
        let output = jogo(
            &[&["ataxx", "--engine", "random"], &engine[..], &["--games", "2", "--records", &records]]
                .concat(),
        );
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {}{errors}", text(&output.stdout));
        assert!(errors.starts_with("jogo: games were lost to engine faults: "), "{errors}");
        let log = read_log(Path::new(&records));
        assert_eq!(log.len(), 2, "{name}");
        for record in log {
            let written = record.to_string();
            assert!(written.contains(&format!("[Termination \"{termination}\"]")), "{written}");
            assert!(
                record.tag("Fault").is_some_and(|told| told.starts_with(fault)),
                "{name}: {:?}",
                record.tag("Fault")
            );
            let lost = if record.tag("First") == Some(name) { "0-1" } else { "1-0" };
            assert!(written.trim_end().ends_with(lost), "{written}");
        }
    }
}

#[cfg(unix)]
#[test]
fn what_cannot_begin_leaves_nothing_behind() {
    let scratch = Scratch::new();
    let records = scratch.arg("log.txt");
    let silent = scratch.engine("silent", ":").replace("uai:sh", "uai:true");
    for (args, status, complaint) in [
        (
            &["ataxx", "--engine", "random", "--engine", &silent][..],
            1,
            "jogo: true ended in the middle of the game (exit status: 0)",
        ),
        (
            &["ataxx", "--engine", "random", "--engine", "uai:/nowhere/at/all"],
            1,
            "jogo: all does not start: ",
        ),
        (&["ataxx", "--engine", "random", "--engine", "perfect"], 2, "jogo: Ataxx has no bot called perfect"),
        (&["ataxx", "--engine", "random"], 2, "jogo: a match is played by 2 to 64 engines, not 1"),
        (&["--engine", "random", "--engine", "greedy"], 2, "jogo: which game? jogo match GAME"),
        (
            &["ataxx", "--engine", "random", "--engine", "greedy", "--sprt", "elo0=9"],
            2,
            "jogo: --sprt: elo0 must be less than elo1",
        ),
        (
            &["ataxx", "--engine", "random", "--engine", "greedy", "--resign", "x=1"],
            2,
            "jogo: --resign: expected movecount=NUMBER",
        ),
        (
            &["ataxx", "--engine", "random", "--engine", "greedy", "--openings", "/nowhere"],
            2,
            "jogo: /nowhere: ",
        ),
        (
            &["ataxx", "--engine", "random", "--engine", "greedy", "--start", "none"],
            2,
            "jogo: Ataxx has no start called \"none\"; it has: ",
        ),
    ] {
        let output = jogo(&[args, &["--records", &records]].concat());
        let errors = text(&output.stderr);
        assert!(errors.starts_with(complaint) && errors.lines().count() == 1, "{args:?}: {errors}");
        assert_eq!(output.status.code(), Some(status), "{args:?}");
        assert!(!Path::new(&records).exists(), "{args:?}");
    }
}

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

const GAMES: usize = 24;

/// Arguments of a match whose result depends on nothing but its seed.
fn fixed_match(records: &str) -> Vec<&str> {
    let players = [
        "ataxx", "--engine", "level:4", "--engine", "level:3", "--engine", "greedy", "--games", "8",
        "--seed", "7",
    ];
    [&players[..], &["--concurrency", "2", "--records", records]].concat()
}

/// Killed at random moments and resumed as often, even with half a record at the end of the log: no game is lost, and none is played twice.
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

/// Ctrl-C ends a match in the middle of a game, says how to go on, and leaves no trace of the game that it cut off.
#[cfg(unix)]
#[test]
fn a_match_that_is_interrupted_says_how_to_go_on() {
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
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let asked = Instant::now();
    while !is_so() {
        assert!(asked.elapsed() < PATIENCE, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(2));
    }
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

#[test]
fn a_test_ends_early() {
    let scratch = Scratch::new();
    let records = scratch.arg("log.txt");
    let args = [
        "ataxx", "--engine", "level:3", "--engine", "random", "--games", "4000", "--seed", "2", "--sprt",
        "elo0=0", "elo1=100",
    ];
    let output = jogo(&[&args[..], &["--records", &records, "--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["sprt"]["verdict"].as_str(), Some("H1"));
    assert!(json["played"].as_u64().unwrap() < 400 && json["finished"].as_bool() == Some(true), "{json}");
    assert_eq!(json["played"].as_u64().unwrap() as usize, read_log(Path::new(&records)).len());
}

#[test]
fn our_own_engine_passes_the_examination() {
    for args in [
        &["--compliance", &format!("uai:'{JOGO}' uai")][..],
        &["neutreeko", "--compliance", &format!("'{JOGO}' ugi neutreeko")],
    ] {
        let output = jogo(args);
        let told = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{told}{}", text(&output.stderr));
        assert!(
            told.lines().count() > 15 && told.lines().rev().skip(1).all(|line| line.starts_with("ok ")),
            "{told}"
        );
        assert!(told.trim_end().ends_with("0 failed"), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn what_an_engine_does_wrong_is_said() {
    let scratch = Scratch::new();
    for (name, go, failures) in [
        (
            "cheat",
            "echo bestmove a1a2",
            &[
                "moves within a time: in x5o/7/7/7/7/7/o5x x 0 1 it plays \"a1a2\": the piece on a1 is not Red's",
            ][..],
        ),
        (
            "eager",
            "echo info depth x; echo bestmove g2",
            &[
                "stops when told to: a search without end ended before it was told to",
                "tells of its search in the protocol's words: \"info depth x\"",
                "knows every position of a random game: in ",
            ],
        ),
        ("crash", "exit 3", &["searches to a depth: expected bestmove, but it ended (exit status: 3)"]),
        (
            "twice",
            "echo bestmove g2; echo bestmove g2",
            &["moves by the clock: after its move it says \"bestmove g2\""],
        ),
    ] {
        let seat = scratch.engine(name, go);
        let output = jogo(&["--compliance", &seat]);
        let told = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{told}");
        for failure in failures {
            assert!(told.contains(&format!("FAILED  {failure}")), "{name}: {told}");
        }
        assert!(told.contains("ok      is ready\n") && told.contains("ok      quits\n"), "{name}: {told}");
    }
    let output = jogo(&["--compliance", "true"]);
    assert_eq!(
        (output.status.code(), text(&output.stderr)),
        (Some(1), "jogo: \"true\" answers neither uai nor ugi\n".to_owned())
    );
    let output = jogo(&["--compliance", "engine:true"]);
    assert_eq!(output.status.code(), Some(2));
}

/// Nothing is left in the folder where the command is typed, and no match overwrites another.
#[test]
fn without_a_file_the_records_go_to_a_new_one_among_the_games() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path("here")).unwrap();
    let play = || {
        let args = ["ataxx", "--engine", "random", "--engine", "greedy", "--games", "2", "--max-plies", "4"];
        command(&args)
            .current_dir(scratch.path("here"))
            .env("JOGO_CONFIG_DIR", scratch.path("config"))
            .output()
            .unwrap()
    };
    for number in 1..=2 {
        let output = play();
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{errors}");
        let path = errors
            .trim_end()
            .strip_prefix("the records go to ")
            .unwrap_or_else(|| panic!("{errors}"))
            .to_owned();
        assert!(path.ends_with(&format!("-ataxx-{number}.txt")), "{path}");
        assert_eq!(Path::new(&path).parent(), Some(&*scratch.path("config").join("matches")));
        assert_eq!(games_by_number(Path::new(&path)).len(), 2);
        assert_eq!(
            jogo(&["--resume", &path]).status.code(),
            Some(0),
            "a match that is over can be looked at again"
        );
    }
    assert_eq!(fs::read_dir(scratch.path("here")).unwrap().count(), 0);
}
