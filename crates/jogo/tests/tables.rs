//! Endgame tables through the front door: made, used, checked, refused. They are made once, because that is
//! what takes time.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const JOGO: &str = env!("CARGO_BIN_EXE_jogo");
const FILE: &str = "threedragons-2v2.tables";
/// Won for White in 13 plies, where the count leaves so many.
const BOARD: &str = "M7M/9/9/9/C3C3C/9/W18/1B15B1W1/M7M";

fn jogo(args: &[&str]) -> Output {
    Command::new(JOGO)
        .env_remove("JOGO_TABLES")
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("jogo starts")
}

fn said(args: &[&str]) -> String {
    let output = jogo(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a command that fails says, with its status.
fn refused(args: &[&str]) -> (String, Option<i32>) {
    let output = jogo(args);
    assert!(output.stdout.is_empty(), "{args:?}: {output:?}");
    (String::from_utf8(output.stderr).unwrap(), output.status.code())
}

/// What an engine answers to some lines.
fn ugi(args: &[&str], lines: &str) -> String {
    let mut engine = Command::new(JOGO)
        .env_remove("JOGO_TABLES")
        .args(["ugi", "threedragons"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    engine.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    String::from_utf8(engine.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn tables_are_made_used_checked_and_refused() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let (path, tables) = (tables.join(FILE), tables.to_str().unwrap());

    let made = said(&["solve", "threedragons", "--tables", tables, "--threads", "2"]);
    assert!(made.contains("2v2: won 980212 drawn 5899544 lost 24000\n  longest win: W13 "), "{made}");
    let file = fs::read(&path).unwrap();
    assert!(made.contains(&format!("{}: bytes {} time_ms ", path.display(), file.len())), "{made}");
    let again = said(&["solve", "threedragons", "--tables", tables]);
    assert!(again.contains(&format!("{}: is there already\n2v2: won 980212", path.display())), "{again}");
    assert_eq!(fs::read(&path).unwrap(), file);
    let checked = said(&["solve", "threedragons", "--verify", tables]);
    assert!(checked.starts_with(&format!("{}: 1727661 positions follow", path.display())), "{checked}");

    is_used(tables);
    is_refused(&path, tables, file);
}

fn is_used(tables: &str) {
    let position = |quiet: u32| format!("{BOARD} w {quiet} 60");
    let analysed = |quiet: u32, flags: &[&str]| {
        let position = position(quiet);
        said(&[&["analyze", "threedragons", "--tables", tables, "-p", &position], flags].concat())
    };
    assert!(analysed(87, &[]).contains("  wins in 13  "), "{}", analysed(87, &[]));
    assert!(analysed(88, &[]).contains("  wins, unless the quiet count ends it  "), "{}", analysed(88, &[]));
    let portuguese = analysed(88, &["--lang", "pt"]);
    assert!(
        portuguese.contains("ganha, a não ser que a contagem sem capturas termine o jogo antes"),
        "{portuguese}"
    );
    let json = analysed(88, &["--json"]).split_whitespace().collect::<String>();
    assert!(json.contains(r#""kind":"about","plies":null,"distance":"unlesscounted","score":100"#), "{json}");
    assert!(analysed(0, &["--values"]).contains("wins in 7"), "{}", analysed(0, &["--values"]));
    let by_environment = Command::new(JOGO)
        .env("JOGO_TABLES", tables)
        .args(["analyze", "threedragons", "-p", &position(0)])
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&by_environment.stdout).contains("  wins in 13  "), "{by_environment:?}");
    // Without tables nothing is known, and nothing of it is missed.
    let alone = said(&["analyze", "threedragons", "--nodes", "2000", "-p", &position(0)]);
    assert!(!alone.contains("wins in 13"), "{alone}");

    let go = format!("position fen {}\ngo nodes 2000\n", position(0));
    let heard = ugi(&[], &format!("ugi\n{go}setoption name Tables value {tables}\n{go}"));
    assert!(heard.contains("option name Tables type string default <empty>\n"), "{heard}");
    let searches: Vec<&str> = heard.split("bestmove ").collect();
    assert!(!searches[0].contains(" score mate ") && searches[1].contains(" score mate "), "{heard}");
    let given_up = ugi(&["--tables", tables], &format!("{go}setoption name Tables value <empty>\n{go}"));
    let searches: Vec<&str> = given_up.split("bestmove ").collect();
    assert!(searches[0].contains(" score mate ") && !searches[1].contains(" score mate "), "{given_up}");
}

fn is_refused(path: &Path, tables: &str, mut file: Vec<u8>) {
    let analyze = ["analyze", "threedragons", "--tables", tables];
    let is_refused = |reason: &str| {
        let line = format!("jogo: {}: {reason}\n", path.display());
        for args in [&analyze[..], &["solve", "threedragons", "--verify", tables]] {
            assert_eq!(refused(args), (line.clone(), Some(2)));
        }
        let heard = ugi(&[], &format!("setoption name Tables value {tables}\n"));
        assert_eq!(heard, format!("info string error: {}: {reason}\n", path.display()));
    };
    let middle = file.len() / 2;
    file[middle] ^= 1;
    fs::write(path, &file).unwrap();
    is_refused("the checksum does not fit: the file is damaged or cut off");
    fs::write(path, &file[..middle]).unwrap();
    is_refused("the checksum does not fit: the file is damaged or cut off");
    fs::write(path, "JOGONET1").unwrap();
    is_refused("this is no file of endgame tables of version 1");
    fs::remove_file(path).unwrap();
    let (nothing, status) = refused(&analyze);
    assert!(nothing.contains("no endgame tables are there") && status == Some(2), "{nothing}");
    let (unused, status) = refused(&["bench", "--tables", tables]);
    assert_eq!((unused.as_str(), status), ("jogo: this command does not use endgame tables\n", Some(2)));
}
