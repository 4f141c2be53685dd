//! What is installed beside the program, and what it shows on a terminal while it works.

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
            // For the others the library completes no values of arguments that have no flag.
            let is_value = word.starts_with("three") && !["bash", "zsh"].contains(&shell);
            // Fish leaves the hyphens out.
            assert!(is_value || script.contains(word.trim_start_matches('-')), "{shell}: {word}");
        }
    }
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
    use std::io::Read;
    use std::path::Path;
    use std::sync::mpsc;
    use std::thread;
    use std::time::{Duration, Instant};

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    /// Nothing here takes a tenth of this; what does hangs.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// Runs until a text is on the terminal, or all of it where it ends by itself; the program is then ended.
    fn watch(args: &[&str], folder: &Path, until: &[&str]) -> String {
        let size = PtySize { rows: 24, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(JOGO);
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.cwd(folder);
        let mut child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let mut seen = String::new();
        let deadline = Instant::now() + PATIENCE;
        while !until.iter().any(|text| seen.contains(text)) {
            match output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(bytes) => seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(_) => break,
            }
        }
        let _ = child.kill();
        let _ = child.wait();
        assert!(until.iter().any(|text| seen.contains(text)), "{args:?}: no {until:?} in {seen}");
        seen
    }

    #[test]
    fn long_work_shows_what_it_does_and_how_long_it_has_taken() {
        let folder = tempfile::tempdir().unwrap();
        watch(&["solve", "knightline", "--free-first-move"], folder.path(), &["00:00:00 within 7"]);
        watch(&["perft", "ataxx", "6"], folder.path(), &["00:00:00 counting to depth 6"]);
        // In a pipe there is nothing of it.
        let output = Command::new(JOGO).args(["perft", "ataxx", "4"]).output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }

    /// From the start, and not only once the first game is over: these engines never move.
    #[test]
    fn a_match_shows_the_time_from_the_start() {
        let folder = tempfile::tempdir().unwrap();
        let body = "while read -r word rest; do case $word in uai) echo uaiok;; isready) echo readyok;; quit) exit;; esac; done\n";
        fs::write(folder.path().join("mute"), body).unwrap();
        let args = [
            "match",
            "ataxx",
            "--engine",
            "uai:sh mute",
            "--engine",
            "random",
            "--each",
            "st=600",
            "--records",
            "log.txt",
        ];
        watch(
            &args,
            folder.path(),
            &["game 0 of 100, 0:00:01", "game 0 of 100, 0:00:02", "game 0 of 100, 0:00:03"],
        );
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
