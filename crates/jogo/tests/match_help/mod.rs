//! What the tests of matches share: the command, its records, and engines that are small scripts.

// Each test file uses a part of this.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use games::Record;

pub const JOGO: &str = env!("CARGO_BIN_EXE_jogo");

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(JOGO);
    command.arg("match").args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn jogo(args: &[&str]) -> Output {
    command(args).output().expect("jogo starts")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

pub fn read_log(path: &Path) -> Vec<Record> {
    Record::read_all(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The moves and the result of every game by its number. Each number may be there once.
pub fn games_by_number(path: &Path) -> BTreeMap<usize, String> {
    let mut games = BTreeMap::new();
    for record in read_log(path) {
        let number: usize = record.tag("Round").unwrap().parse().unwrap();
        let told = format!("{} {} {:?}", record.start(), record.moves().join(" "), record.outcome());
        assert!(games.insert(number, told).is_none(), "game {number} was played twice");
    }
    games
}

/// A folder, and a file in it as an argument.
pub struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn arg(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// An engine as a small shell script: it introduces itself and is ready, and answers `go` like this.
    #[cfg(unix)]
    pub fn engine(&self, name: &str, go: &str) -> String {
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
