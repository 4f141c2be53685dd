//! The files of `deploy/` use flags and variables that the program has.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

const JOGO: &str = env!("CARGO_BIN_EXE_jogo");

/// What no variable of the program can be: neither an address, a number nor a switch.
const NONSENSE: &str = "no such value";

/// Read by the Compose file and the proxy, not by the program.
const OF_COMPOSE: &str = "JOGO_HOST";
/// Whatever they say may be right: secrets, and addresses of what comes later.
const SECRETS: [&str; 3] = ["JOGO_CLUSTER_KEY", "JOGO_DATABASE", "JOGO_JOBS"];

fn deploy() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    let files = ["compose.yaml", "Containerfile", "systemd/jogo.service", "systemd/jogo@.service"];
    let files = files.into_iter().chain(["systemd/jogo-worker.service"]);
    files.map(|file| std::fs::read_to_string(folder.join(file)).unwrap()).collect()
}

/// The words that begin so, up to the first character that names do not have.
fn words(text: &str, start: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let words = text.split(|c: char| !is_name(c)).filter(|word| word.starts_with(start));
    words.map(str::to_owned).collect()
}

fn jogo(command: &str, arguments: &[&str], variable: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let mut jogo = Command::new(JOGO);
    jogo.arg(command).args(arguments).env("XDG_DATA_HOME", folder.path());
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("JOGO_")) {
        jogo.env_remove(name);
    }
    jogo.env(variable, NONSENSE).output().unwrap()
}

#[test]
fn the_program_has_every_flag_that_is_used() {
    let help = |command| String::from_utf8(jogo(command, &["--help"], "UNUSED").stdout).unwrap();
    let known = words(&(help("serve") + &help("worker")), "--");
    // Of package managers, cargo and systemctl.
    let others = ["--from", "--no-install-recommends", "--system", "--uid", "--home-dir", "--create-home"];
    let others = others.into_iter().chain(["--release", "--locked", "--package", "--now"]);
    let known: BTreeSet<String> = known.into_iter().chain(others.map(str::to_owned)).collect();
    let unknown: Vec<String> = words(&deploy(), "--").difference(&known).cloned().collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn the_program_reads_every_variable_that_is_used() {
    let used = words(&deploy(), "JOGO_");
    assert!(used.len() > 6, "{used:?}");
    let more = ["JOGO_THREADS", "JOGO_LAN"].map(str::to_owned);
    for variable in used.iter().chain(&more) {
        if variable == OF_COMPOSE || SECRETS.contains(&variable.as_str()) {
            continue;
        }
        let command = if variable == "JOGO_THREADS" { "worker" } else { "serve" };
        let refused = jogo(command, &[], variable);
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success() && said.contains(NONSENSE), "{variable}: {said}");
    }
}
