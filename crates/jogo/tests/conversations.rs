//! The program through its front door: what was typed, what it answered, how it ended.
//!
//! Each file in `conversations/` holds cases: `$ ARGS`, with `NAME=VALUE` for the environment before them,
//! then `< INPUT` lines, then what is expected: `status N`, `> OUTPUT` and `! ERROR` lines. Between the
//! inputs, `= WORD` waits for a line of output that begins so. The cases of a file share a temporary folder.
//! With `JOGO_BLESS=1` the expectations are written anew; read the diff.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use games::{GAMES, GameEntry};
use words::{Language, Words};

/// No case takes a hundredth of this; one that does hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the other side of the conversation does.
#[derive(Clone)]
enum Typed {
    Line(String),
    Wait(String),
}

impl std::fmt::Display for Typed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Line(line) if line.is_empty() => f.write_str("<"),
            Self::Line(line) => write!(f, "< {line}"),
            Self::Wait(word) => write!(f, "= {word}"),
        }
    }
}

#[derive(Default)]
struct Case {
    comments: Vec<String>,
    args: String,
    input: Vec<Typed>,
    expected: Vec<String>,
}

fn read_cases(text: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut comments = Vec::new();
    for line in text.lines() {
        let line = if line == "$" { "$ " } else { line };
        let case = cases.last_mut();
        match (line.split_at_checked(2), case) {
            (Some(("$ ", args)), _) => {
                cases.push(Case {
                    comments: std::mem::take(&mut comments),
                    args: args.to_owned(),
                    ..Case::default()
                });
            }
            (Some(("< ", input)), Some(case)) => case.input.push(Typed::Line(input.to_owned())),
            (Some(("= ", word)), Some(case)) => case.input.push(Typed::Wait(word.to_owned())),
            (None, Some(case)) if line == "<" => case.input.push(Typed::Line(String::new())),
            _ if line.is_empty() || line.starts_with('#') => comments.push(line.to_owned()),
            (_, Some(case)) => case.expected.push(line.to_owned()),
            (_, None) => panic!("a conversation starts with a command: {line}"),
        }
    }
    cases
}

/// Words separated by spaces, single quotes around those that hold spaces; a doubled quote inside is a quote.
fn split_args(text: &str) -> Vec<String> {
    let mut words = vec![];
    let mut word: Option<String> = None;
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\'' if quoted && characters.next_if_eq(&'\'').is_some() => {
                word.get_or_insert_default().push('\'');
            }
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

/// What stands before the arguments and sets the environment, and the arguments.
fn split_environment(words: &[String]) -> (Vec<(&str, &str)>, &[String]) {
    let variables: Vec<(&str, &str)> = words
        .iter()
        .map_while(|word| word.split_once('='))
        .take_while(|(name, _)| name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_'))
        .collect();
    let count = variables.len();
    (variables, &words[count..])
}

fn run(words: &[String], input: &[Typed], folder: &Path) -> (Vec<String>, String, String) {
    let (variables, args) = split_environment(words);
    let mut child = Command::new(env!("CARGO_BIN_EXE_jogo"))
        .args(args)
        .current_dir(folder)
        .env_clear()
        // The settings of the user who runs the tests are neither read nor written.
        .env("JOGO_CONFIG_DIR", "config")
        .envs(variables)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("jogo starts");
    let (mut stdin, stdout, mut stderr) =
        (child.stdin.take().unwrap(), child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let input = input.to_owned();
    let (say, heard) = mpsc::channel::<String>();
    thread::spawn(move || {
        for typed in input {
            // A program that stops reading or speaking early is within its rights.
            let _ = match typed {
                Typed::Line(line) => stdin.write_all(format!("{line}\n").as_bytes()).is_ok(),
                Typed::Wait(word) => heard.iter().any(|line| line.starts_with(&word)),
            };
        }
    });
    let errors = thread::spawn(move || {
        let mut text = String::new();
        stderr.read_to_string(&mut text).expect("errors are UTF-8");
        text
    });
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = String::new();
        let mut stdout = BufReader::new(stdout);
        loop {
            let start = text.len();
            if stdout.read_line(&mut text).expect("output is UTF-8") == 0 {
                return sender.send(text);
            }
            // Most conversations wait for nothing, and the receiver is gone.
            let _ = say.send(text[start..].to_owned());
        }
    });
    let output = receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        let _ = child.kill();
        panic!("jogo {args:?} did not come to an end")
    });
    let errors = errors.join().unwrap();
    let status = child.wait().expect("jogo ends").code().expect("jogo is not killed");
    let mut told = vec![format!("status {status}")];
    let [output_told, errors_told] = [&output, &errors].map(|text| without_lists(text));
    let mark = |mark: &str, line: &str| format!("{mark} {}", without_chance(line)).trim_end().to_owned();
    told.extend(output_told.lines().map(|line| mark(">", line)));
    told.extend(errors_told.lines().map(|line| mark("!", line)));
    (told, output, errors)
}

/// Lists of all games stand by a name in braces, so that a new game changes no conversation. What they stand
/// for is compared all the same: another list is not replaced.
fn without_lists(text: &str) -> String {
    let list = |line: &dyn Fn((usize, &GameEntry)) -> String| -> Vec<String> {
        GAMES.iter().enumerate().map(|(index, game)| line((index, game))).collect()
    };
    let ids = list(&|(_, game)| game.info.id.to_owned()).join(", ");
    let mut text = text.replace(&ids, "{ids of all games}");
    for words in Language::ALL.map(Words::of) {
        let menu =
            list(&|(index, game)| format!("{:>3}  {}\n", index + 1, words.name(game.info.name))).concat();
        let names = list(&|(_, game)| format!("{}\t{}\n", game.info.id, words.name(game.info.name))).concat();
        let unknown = words.say_with("menu-unknown", [("text", "".into()), ("most", GAMES.len().into())]);
        let range = unknown.trim_start_matches(|c: char| !c.is_ascii_digit());
        text = text
            .replace(&menu, "{menu of all games}\n")
            .replace(&names, "{ids and names of all games}\n")
            .replace(range, &range.replacen(&GAMES.len().to_string(), "{count of games}", 1));
    }
    text
}

/// How long something took is no behaviour, what an engine thinks of a position changes as it learns, and
/// every system has its own words for its errors.
fn without_chance(line: &str) -> String {
    if let Some((before, after)) = line.split_once(" (os error ")
        && let (Some((place, _)), Some((_, rest))) = (before.rsplit_once(": "), after.split_once(')'))
    {
        return format!("{place}: _{rest}");
    }
    let mut words: Vec<&str> = line.split(' ').collect();
    let is_info = words[0] == "info";
    for index in 1..words.len() {
        let word = words[index - 1];
        if ["time_ms", "nps", "time"].contains(&word) || (is_info && ["nodes", "cp"].contains(&word)) {
            words[index] = "_";
        }
    }
    let line = words.join(" ");
    match line.split_once("\"time_ms\":") {
        Some((before, after)) => {
            format!("{before}\"time_ms\":_{}", after.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        None => line,
    }
}

fn check_file(path: &Path) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = fs::read_to_string(path).expect("conversations are readable");
    let mut blessed = String::new();
    let blessing = std::env::var_os("JOGO_BLESS").is_some();
    for case in read_cases(&text) {
        let (told, _, errors) = run(&split_args(&case.args), &case.input, folder.path());
        assert!(!errors.contains("panicked"), "jogo {}: {errors}", case.args);
        if !blessing {
            assert_eq!(told.join("\n"), case.expected.join("\n"), "{}: jogo {}", path.display(), case.args);
        }
        for line in case.comments {
            blessed.push_str(&format!("{line}\n"));
        }
        blessed.push_str(format!("$ {}", case.args).trim_end());
        blessed.push('\n');
        for typed in case.input {
            blessed.push_str(&format!("{typed}\n"));
        }
        blessed.push_str(&told.join("\n"));
        blessed.push('\n');
    }
    if blessing {
        fs::write(path, blessed).expect("the source tree is writable");
    }
}

macro_rules! conversations {
    ($($name:ident),*) => {
        $(#[test]
        fn $name() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conversations/", stringify!($name), ".txt");
            check_file(Path::new(file));
        })*

        #[test]
        fn every_file_is_run() {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conversations");
            for file in fs::read_dir(folder).expect("the folder is there") {
                let name = file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
                assert!([$(stringify!($name)),*].contains(&name.as_str()), "{name} is not listed");
            }
        }
    };
}

conversations![
    analysis,
    commands,
    examples,
    flags,
    knightline,
    knightline_report,
    matches,
    menu,
    neutreeko,
    portuguese_commands,
    portuguese_games,
    portuguese_help,
    portuguese_matches,
    portuguese_menu,
    portuguese_more,
    portuguese_training,
    proofs,
    lessons,
    puzzles,
    records,
    reviews,
    saved_games,
    solve,
    training,
    uai,
    ugi,
    wrong_input,
    values
];

#[test]
fn bytes_that_are_no_text_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for command in [["moves", "neutreeko"], ["perft", "knightline"], ["show", "knightline-feup"]] {
        let depth: &[&str] = if command[0] == "perft" { &["2"] } else { &[] };
        let format: &[&str] = if command[0] == "show" { &["--format", "json"] } else { &[] };
        let args = command
            .iter()
            .chain(depth)
            .chain(&["-p", "-"])
            .chain(format)
            .map(|arg| (*arg).to_owned())
            .collect::<Vec<_>>();
        let mut child = Command::new(env!("CARGO_BIN_EXE_jogo"))
            .args(&args)
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut input = vec![0xff, 0xfe, b'\n'];
        input.extend(vec![b'x'; 300_000]);
        input.extend(b"\n\n\0\n");
        let writer = thread::spawn(move || stdin.write_all(&input));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap().expect("all of the input is read");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "error\n".repeat(4), "{args:?}");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(
            errors.starts_with("line 1: not UTF-8\nline 2: longer than 65536 bytes\nline 3: "),
            "{args:?}: {errors}"
        );
        assert_eq!(errors.lines().count(), 4);
    }
}

/// A study of other people, with all that can stand in one.
const STUDY: &str = "\
[Game \"ataxx\"]
[First \"Anton 2.0\"]
[Second \"Berta\"]
[Date \"2023.11.05\"]
[Result \"*\"]
[Event \"Engine match\"]
[Colour_of_the_table \"green\"]

{A study} 1. g2! {Near} (1. f1 $14 {also good} 1... a2) 1... a2 *
";

#[test]
fn a_loaded_record_is_saved_with_all_that_it_came_with() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("study.jogo"), STUDY).unwrap();
    let args = |text: &str| split_args(text);
    let typed = |lines: &[&str]| lines.iter().map(|line| Typed::Line((*line).to_owned())).collect::<Vec<_>>();
    run(
        &args("play --load study.jogo --first human --second human --plain"),
        &typed(&["save same.jogo", "quit"]),
        folder.path(),
    );
    assert_eq!(fs::read_to_string(folder.path().join("same.jogo")).unwrap(), STUDY);
    // From the menu of another game, played on, and as PGN.
    let lines = ["load study.jogo", "g3", "save on.pgn", "quit"];
    run(&args("play neutreeko --first human --second human --plain"), &typed(&lines), folder.path());
    let pgn = fs::read_to_string(folder.path().join("on.pgn")).unwrap();
    assert!(pgn.contains("[Black \"Anton 2.0\"]\n[White \"Berta\"]\n"), "{pgn}");
    assert!(pgn.contains("[Colour_of_the_table \"green\"]"), "{pgn}");
    assert!(
        pgn.contains("{ A study } 1. g2! { Near } (1. f1 $14 { also good } 1... a2) 1... a2 2. g3 *\n"),
        "{pgn}"
    );
    let (_, converted, _) = run(&args("convert study.jogo"), &[], folder.path());
    assert_eq!(converted, STUDY);
}
