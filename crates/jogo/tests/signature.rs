//! What the program says about itself: which build it is, and how it searches.

use std::process::{Command, Stdio};

fn jogo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_jogo"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("jogo starts");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the answer is text")
}

#[test]
fn two_runs_of_the_bench_agree_in_their_last_line() {
    let [once, again] = [(); 2].map(|()| jogo(&["bench"]).lines().last().map(str::to_owned));
    assert_eq!(once, again);
    let count = once
        .as_deref()
        .and_then(|line| line.strip_prefix("bench: "))
        .and_then(|count| count.parse::<u64>().ok());
    assert!(count.is_some_and(|count| count > 100_000), "{once:?}");
}

#[test]
fn the_version_names_the_commit() {
    let version = jogo(&["--version"]);
    let commit = version
        .trim()
        .strip_prefix(concat!("jogo ", env!("CARGO_PKG_VERSION"), " ("))
        .and_then(|rest| rest.strip_suffix(')'));
    let is_commit = |commit: &str| {
        commit == "unknown" || commit.trim_end_matches("-dirty").bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    assert!(commit.is_some_and(|commit| commit.len() >= 7 && is_commit(commit)), "{version}");
}
