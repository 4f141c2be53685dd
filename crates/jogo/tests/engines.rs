//! Other programs as players of `jogo play`: they play whole games, or fail in the middle of one.

#[cfg(unix)]
mod script;

#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::io::Write;
use std::process::{Command, Output, Stdio};

const JOGO: &str = env!("CARGO_BIN_EXE_jogo");

fn play(args: &[&str]) -> Output {
    Command::new(JOGO)
        .arg("play")
        .args(args)
        .args(["--seed", "1"])
        .stdin(Stdio::null())
        .output()
        .expect("jogo starts")
}

#[test]
fn jogo_plays_whole_games_against_itself() {
    let uai = format!("uai:'{JOGO}' uai");
    let ugi = format!("engine:'{JOGO}' ugi neutreeko");
    for args in [
        ["ataxx", "--first", &uai, "--second", "random", "--think", "10"],
        ["neutreeko", "--first", "random", "--second", &ugi, "--think", "10"],
    ] {
        let output = play(&args);
        let told = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let winner = if args[0] == "ataxx" { "Red wins" } else { "White wins" };
        assert!(told.contains(winner), "{args:?}: {told}");
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_fails_ends_the_game_politely() {
    let folder = tempfile::tempdir().unwrap();
    for (name, go, fault) in [
        ("crash", "exit 9", "uai:sh ended in the middle of the game (exit status: 9)"),
        ("hang", ":", "uai:sh did not say bestmove within 2050 ms"),
        (
            "babble",
            "while :; do echo info string la la la; done",
            "uai:sh did not say bestmove within 2050 ms",
        ),
        ("cheat", "echo bestmove a1a2", "uai:sh played \"a1a2\": the piece on a1 is not Red's"),
        (
            "colour",
            "printf 'bestmove \\033[31mf1\\n'",
            "uai:sh played \" [31mf1\": a move is written like g2 (clone), a7a5 (jump) or 0000 (pass), \
             not \" [31mf1\"",
        ),
    ] {
        let seat = script::engine(folder.path(), name, go);
        let output = play(&["ataxx", "--first", &seat, "--second", "random", "--think", "50"]);
        let (told, errors) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_eq!(output.status.code(), Some(1), "{name}: {told}{errors}");
        assert!(told.ends_with(&format!("{fault}.\nThe game stays unfinished.\n")), "{name}: {told}");
        assert_eq!(errors, format!("jogo: {fault}\n"));
        assert!(!told.contains('\u{1b}'));
    }
    let output = play(&["ataxx", "--first", "engine:/nowhere/to/be/found", "--second", "random"]);
    assert_eq!(output.status.code(), Some(1));
    let output =
        play(&["neutreeko", "--first", &script::engine(folder.path(), "other", ":"), "--second", "random"]);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "jogo: uai:sh plays ataxx only\n");
}

/// What a record says of an engine names the program and starts nothing.
#[cfg(unix)]
#[test]
fn a_record_names_the_program_only() {
    let folder = tempfile::tempdir().unwrap();
    let seat = script::engine(folder.path(), "private name", "echo bestmove f1");
    let path = folder.path().join("game.txt");
    let mut child = Command::new(JOGO)
        .args(["play", "ataxx", "--first", "human", "--second", &seat])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let typed = format!("save {}\nquit\n", path.display());
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    let record = fs::read_to_string(path).unwrap();
    assert!(record.contains("[Second \"uai:sh\"]") && !record.contains("private"), "{record}");
}
