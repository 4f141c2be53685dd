//! What is installed beside the program, and what it shows on a terminal while it works.

#[cfg(unix)]
mod pty;

use std::fs;
use std::process::Command;

const JOGO: &str = env!("CARGO_BIN_EXE_jogo");

#[test]
fn every_shell_completes_commands_flags_and_games() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = Command::new(JOGO).args(["completions", shell]).output().unwrap();
        assert!(output.status.success(), "{shell}");
        let script = String::from_utf8(output.stdout).unwrap();
        for word in ["analyze", "--multipv", "threedragons-dragons", "completions"] {
            // Fish leaves the hyphens out.
            assert!(script.contains(word.trim_start_matches('-')), "{shell}: {word}");
        }
    }
}

/// The part of a text from a beginning to an end.
fn part<'a>(text: &'a str, beginning: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(beginning).unwrap_or_else(|| panic!("there is no {beginning}"));
    rest.split_once(end).map_or(rest, |(part, _)| part)
}

#[test]
fn every_shell_completes_games_after_a_command_and_flags_after_a_game() {
    let script = |shell: &str| {
        let output = Command::new(JOGO).args(["completions", shell]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let bash = script("bash");
    let analyze = part(&bash, "\n        jogo__subcmd__analyze)", "return 0");
    assert!(analyze.contains(" threedragons-dragons\"") && analyze.contains(" --multipv "), "{analyze}");
    let zsh = script("zsh");
    let analyze = part(&zsh, "\n(analyze)\n", "\n;;");
    assert!(analyze.contains("threedragons-dragons\\:\"Three Dragons\\: Dragons\""), "{analyze}");
    assert!(analyze.contains("'--multipv="), "{analyze}");
    let fish = script("fish");
    let analyze: Vec<&str> =
        fish.lines().filter(|line| line.contains("__fish_jogo_using_subcommand analyze")).collect();
    assert!(
        analyze.iter().any(|line| line.contains("-a \"threedragons-dragons\" -d 'Three Dragons")),
        "{analyze:#?}"
    );
    let after_a_game = |line: &&&str| line.contains("and __fish_seen_subcommand_from ataxx");
    assert!(analyze.iter().filter(after_a_game).any(|line| line.contains("-l multipv")), "{analyze:#?}");
    let elvish = script("elvish");
    assert!(part(&elvish, "&'jogo;analyze'= {", "}").contains("cand threedragons-dragons 'Three Dragons"));
    assert!(part(&elvish, "&'jogo;analyze;ataxx'= {", "}").contains("cand --multipv "));
    let powershell = script("powershell");
    assert!(part(&powershell, "'jogo;analyze' {", "break").contains("new('threedragons-dragons'"));
    assert!(part(&powershell, "'jogo;analyze;ataxx' {", "break").contains("new('--multipv'"));
}

#[test]
fn completions_are_explained_in_the_language_of_the_user() {
    let output = Command::new(JOGO).args(["--lang", "pt", "completions", "fish"]).output().unwrap();
    let script = String::from_utf8(output.stdout).unwrap();
    assert!(script.contains("-l clock -d 'Joga com relógios"), "{script}");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    let output = Command::new(JOGO).arg("man").arg(&pages).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8(output.stdout).unwrap();
    for name in ["jogo.1", "jogo-play.1", "jogo-solve.1", "jogo-solve-neutreeko.1", "jogo-match.1"] {
        let page = fs::read_to_string(pages.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(page.contains(".TH"), "{name}");
        assert!(told.contains(name), "{told}");
    }
    assert!(fs::read_to_string(pages.join("jogo-play.1")).unwrap().contains("\\-\\-clock"));
    assert_eq!(told.lines().count(), fs::read_dir(&pages).unwrap().count());
}

#[cfg(unix)]
mod on_a_terminal {
    use super::pty::Session;
    use super::*;

    #[test]
    fn long_work_shows_what_it_does_and_how_long_it_has_taken() {
        let folder = tempfile::tempdir().unwrap();
        for (language, searching, counting) in [
            ("en", "within 7: ", "counting to depth 6"),
            ("pt", "em 7 ou menos: ", "a contar até à profundidade 6"),
        ] {
            let solve = ["solve", "knightline", "--free-first-move", "--lang", language];
            let perft = ["perft", "ataxx", "6", "--lang", language];
            for (args, told) in [(&solve[..], searching), (&perft, counting)] {
                let mut session = Session::start(args, folder.path());
                session.wait_until_written(&[told]);
                session.wait_until_written(&["00:00:"]);
            }
        }
        // In a pipe there is nothing of it.
        let output = Command::new(JOGO).args(["perft", "ataxx", "4"]).output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }

    /// The time is shown from the start, and not only once the first game is over: this engine never moves.
    #[test]
    fn a_match_shows_the_time_from_the_start() {
        let folder = tempfile::tempdir().unwrap();
        let body = "while read -r word rest; do case $word in \
                    uai) echo uaiok;; isready) echo readyok;; quit) exit;; esac; done\n";
        fs::write(folder.path().join("mute"), body).unwrap();
        let players = ["match", "ataxx", "--engine", "uai:sh mute", "--engine", "random"];
        let mut session = Session::start(
            &[&players[..], &["--each", "st=600", "--records", "log.txt"]].concat(),
            folder.path(),
        );
        // On a busy machine some seconds may be skipped.
        let times: Vec<String> = (1..60).map(|second| format!("game 0 of 100, 0:00:{second:02}")).collect();
        session.wait_until_written(&times.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn help_lists_every_seat_that_messages_list() {
    for (args, list) in
        [(["play", "--help"], table::Seat::list()), (["match", "--help"], table::Seat::list_of_computers())]
    {
        let output = Command::new(JOGO).args(args).output().expect("jogo runs");
        let help = String::from_utf8(output.stdout).expect("help is UTF-8");
        let words: Vec<&str> = help.split_whitespace().collect();
        assert!(words.join(" ").contains(&list), "{list} in {help}");
    }
}
