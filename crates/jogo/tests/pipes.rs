//! The program at the end of a pipe: as a coprocess, with an output that closes, with files that have no end,
//! on a disk that is full.

#[cfg(unix)]
mod script;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

const JOGO: &str = env!("CARGO_BIN_EXE_jogo");
/// Nothing here takes a tenth of this; what does hangs.
const PATIENCE: Duration = Duration::from_secs(60);

fn start(args: &[&str]) -> Child {
    Command::new(JOGO)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("jogo starts")
}

fn start_text(game: &str) -> String {
    (games::find(game).unwrap().start)().to_string()
}

/// Every command that reads positions from standard input answers each before the next one is written, and
/// before the end of the input.
#[test]
fn positions_are_answered_while_the_pipe_stays_open() {
    for (args, game) in [
        (&["moves", "neutreeko"][..], "neutreeko"),
        (&["moves", "ataxx", "--json"], "ataxx"),
        (&["show", "knightline", "--format", "json"], "knightline"),
        (&["show", "threedragons", "--format", "prolog"], "threedragons"),
        (&["perft", "infection", "2"], "infection"),
        (&["analyze", "threedragons-power", "--nodes", "100"], "threedragons-power"),
        (&["analyze", "knightline-feup", "--nodes", "100", "--json"], "knightline-feup"),
        (&["solve", "neutreeko"], "neutreeko"),
    ] {
        let mut child = start(&[args, &["-p", "-"]].concat());
        let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let position = start_text(game);
        let mut first = None;
        for asked in 0..3 {
            writeln!(stdin, "{position}").unwrap();
            let answer = answers
                .recv_timeout(PATIENCE)
                .unwrap_or_else(|_| panic!("{args:?} keeps answer {asked} to itself"));
            assert!(!answer.is_empty() && answer != "error", "{args:?}: {answer}");
            first.get_or_insert(answer);
        }
        // Half a line is no question yet, and a wrong one is answered at once too.
        write!(stdin, "nonsense").unwrap();
        stdin.flush().unwrap();
        writeln!(stdin).unwrap();
        assert_eq!(answers.recv_timeout(PATIENCE).as_deref(), Ok("error"), "{args:?}");
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(2), "{args:?}");
    }
}

/// Many positions that wait are answered with few writes: no answer is flushed by itself.
#[cfg(target_os = "linux")]
#[test]
fn positions_that_wait_are_answered_together() {
    const LINES: usize = 5_000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.txt");
    fs::write(&path, format!("{}\n", start_text("neutreeko")).repeat(LINES)).unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    let input = fs::File::open(&path).unwrap();
    let mut child = Command::new(JOGO)
        .args(["moves", "neutreeko", "-p", "-"])
        .stdin(input)
        .stdout(writer)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let counted = thread::spawn(move || BufReader::new(reader).lines().map_while(Result::ok).count());
    let process = child.id();
    let mut writes = None;
    // The kernel counts the writes of a process for as long as it lives.
    while child.try_wait().unwrap().is_none() {
        let told = fs::read_to_string(format!("/proc/{process}/io")).unwrap_or_default();
        let count = told.lines().find_map(|line| line.strip_prefix("syscw: ")?.parse::<usize>().ok());
        writes = writes.max(count);
        thread::yield_now();
    }
    assert_eq!(counted.join().unwrap(), LINES);
    // Some kernels do not report it.
    assert!(writes.is_none_or(|writes| writes < LINES / 5), "{writes:?} writes for {LINES} answers");
}

#[test]
fn a_match_with_a_closed_output_prints_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("log.txt");
    let path = records.to_str().unwrap();
    let mut child = start(&[
        "match",
        "ataxx",
        "--engine",
        "random",
        "--engine",
        "greedy",
        "--games",
        "2000",
        "--seed",
        "5",
        "--records",
        path,
    ]);
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert!(line.starts_with("1/2000 game "), "{line}");
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    let count = games::Record::read_all(&fs::read_to_string(&records).unwrap()).unwrap().len();
    assert!((1..2000).contains(&count), "{count} games are kept");
    assert_eq!(
        errors,
        format!(
            "jogo: the output was closed after {count} of 2000 games; go on with: jogo match --resume {path}\n"
        )
    );
    // And so it does: what was played is not played again.
    let mut child = start(&["match", "--resume", path]);
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with(&format!("{}/2000 game ", count + 1)), "{line}");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[cfg(unix)]
#[test]
fn files_without_an_end_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("log.txt");
    let matched = |book: &str| {
        let args = [
            "match",
            "ataxx",
            "--engine",
            "random",
            "--engine",
            "greedy",
            "--openings",
            book,
            "--records",
            records.to_str().unwrap(),
        ];
        Command::new(JOGO).args(args).output().unwrap()
    };
    let output = matched("/dev/zero");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "jogo: /dev/zero: a line goes on for more than 67108864 bytes\n"
    );
    // Blank lines and comments are passed over, but not for ever.
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut writer = Command::new("sh")
        .args(["-c", "exec yes '#' > \"$0\""])
        .arg(&pipe)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = matched(pipe.to_str().unwrap());
    let errors = String::from_utf8(output.stderr).unwrap();
    let _ = writer.wait();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.ends_with("a book has at most 4000000 lines and 536870912 bytes\n"), "{errors}");
    assert!(!records.exists(), "nothing was begun");
    for args in [
        &["convert", "/dev/zero"][..],
        &["play", "--load", "/dev/zero"],
        &["solve", "knightline", "--verify", "/dev/zero"],
        &["datagen", "ataxx", "--vectors", "1", "--net", "/dev/zero"],
    ] {
        let output = Command::new(JOGO).args(args).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
    for args in
        [&["moves", "neutreeko", "-p", "-"][..], &["play", "neutreeko", "--plain"], &["ugi", "neutreeko"]]
    {
        let zeros = fs::File::open("/dev/zero").unwrap();
        let output = Command::new(JOGO).args(args).stdin(zeros).output().unwrap();
        assert_ne!(output.status.code(), None, "{args:?} ends by itself");
    }
}

/// The shell's limit on file sizes stands for a disk that is full: a write fails in the middle of a
/// certificate.
#[cfg(unix)]
#[test]
fn a_certificate_that_the_disk_cuts_off_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate.txt");
    let cut_off = |script: &str| {
        let script = format!("trap '' XFSZ; ulimit -f 1; {script}");
        let output =
            Command::new("sh").args(["-c", &script, JOGO]).current_dir(folder.path()).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains("certificate") || errors.contains("replies"), "{errors}");
    };
    let prove = "exec \"$0\" solve knightline --free-first-move --certificate certificate.txt";
    cut_off(prove);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
    fs::write(&path, "an old one").unwrap();
    cut_off(prove);
    assert_eq!(fs::read_to_string(&path).unwrap(), "an old one");
    cut_off("exec \"$0\" solve knightline --replies --certificates replies");
    for file in fs::read_dir(folder.path().join("replies")).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(text.ends_with('\n') && text.len() <= 1024, "half a certificate is left");
    }
}

#[cfg(unix)]
fn converse(args: &[&str], typed: &str) -> (Option<i32>, String, String) {
    let mut child = start(args);
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[cfg(unix)]
#[test]
fn an_engine_that_crashes_leaves_the_game_and_another_opponent_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let seat = script::engine(folder.path(), "engine.sh", "exit 9");
    let saved = folder.path().join("game.txt");
    let args =
        ["play", "ataxx", "--plain", "--first", "human", "--second", &seat, "--think", "50", "--seed", "1"];
    let typed = format!("f1\nnobody\nsave {}\nrandom\nhint\nquit\n", saved.display());
    let (status, told, errors) = converse(&args, &typed);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{told}");
    assert!(told.contains("uai:sh ended in the middle of the game (exit status: 9)."), "{told}");
    assert!(
        told.contains("The game stands as it was. Who plays Blue from here on?")
            && told.contains("  1  random\n"),
        "{told}"
    );
    assert!(told.contains("Type a number from 1 to"), "what is nobody's name is asked for again: {told}");
    let record = fs::read_to_string(&saved).unwrap();
    assert!(record.contains("1. f1"), "the game can be saved before anybody is chosen: {record}");
    assert!(told.contains("random plays Blue from here on.") && told.contains("Blue plays "), "{told}");
    // Taking back goes on too, and a person can take the side.
    let (status, told, _) = converse(&args, "f1\nundo\ng2\nhuman\na2\nsave x/y\nquit\n");
    assert_eq!(status, Some(0));
    assert!(told.contains("Human plays Blue from here on.") && told.contains("Last move: a2"), "{told}");
    // Without a person to choose another opponent, the fault ends the game.
    let (status, told, errors) = converse(&args, "f1\n");
    assert_eq!(
        (status, errors.as_str()),
        (Some(1), "jogo: uai:sh ended in the middle of the game (exit status: 9)\n"),
        "{told}"
    );
    // In Portuguese, with the words that it says can be typed.
    let portuguese = [&["--lang", "pt"], &args[..]].concat();
    let (status, told, _) = converse(&portuguese, "f1\naleatório\nsair\n");
    assert_eq!(status, Some(0));
    assert!(
        told.contains("Quem joga com as Azuis a partir daqui?")
            && told.contains("aleatório joga com as Azuis"),
        "{told}"
    );
}
