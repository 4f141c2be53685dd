//! The page of a review: it needs nothing else, every part of it is named, and both languages have it.

mod pty;

use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Stdio};

const GAMES: &str = "\
[Game \"neutreeko\"]
[First \"<Ana> & \\\"Bo\\\"\"]
[Start \"3w1/b4/5/bw3/1wb2 b\"]

1. a2-c4 d5-e4 *

[Game \"threedragons-dragons\"]

1. b1b4 b9b8 *
";

fn page(language: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_jogo"))
        .args(["--lang", language, "review", "-", "--html", "--nodes", "500"])
        .env("JOGO_CONFIG_DIR", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("jogo starts");
    child.stdin.take().unwrap().write_all(GAMES.as_bytes()).unwrap();
    let output = child.wait_with_output().expect("jogo ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("pages are UTF-8")
}

/// The texts between every occurrence of two marks.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Vec<&'a str> {
    text.split(open).skip(1).map(|rest| rest.split(close).next().unwrap()).collect()
}

#[test]
fn a_page_needs_nothing_else() {
    let page = page("en");
    for outside in ["http:", "https:", "<link", "<img", " src=", "@import", "url(h"] {
        assert!(!page.contains(outside), "{outside}");
    }
    // Every symbol that is used is there, once.
    let ids = between(&page, " id=\"", "\"");
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "an id stands twice: {ids:?}");
    for used in between(&page, "href=\"#", "\"").into_iter().chain(between(&page, "aria-labelledby=\"", "\""))
    {
        assert!(ids.contains(&used), "{used}");
    }
}

#[test]
fn a_page_shows_every_position_and_names_every_part() {
    let page = page("en");
    assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">"));
    assert!(page.contains("color-scheme: light dark"));
    assert_eq!((page.matches("<h1>").count(), page.matches("<h2 ").count()), (1, 2));
    for game in page.split("<section ").skip(1) {
        let boards = game.matches("<figure ").count();
        assert_eq!((boards, game.matches("<figcaption>").count()), (3, 3));
        // One board is shown; each can be chosen in the graph and in the list of moves.
        assert_eq!(game.matches("<figure ").count() - game.matches(" hidden>").count(), 1);
        for ply in 0..boards {
            assert!(game.contains(&format!("<rect class=\"touch\" data-ply=\"{ply}\"")));
            let in_list = between(game, "<ol class=\"moves\">", "</ol>")[0];
            assert!(in_list.contains(&format!("data-ply=\"{ply}\"")));
        }
        for button in between(game, "<button", "</button>") {
            let said: String =
                button.split('>').skip(1).map(|part| part.split('<').next().unwrap()).collect();
            assert!(!said.trim().is_empty(), "a button without a name: {button}");
        }
        assert!(game.contains("role=\"img\" aria-label=\"Expected result of "));
    }
    assert!(page.contains("&lt;Ana&gt; &amp; &quot;Bo&quot;"));
    assert!(page.contains("After 1. a2-c4 the game is drawn; a2-a3 kept the win."));
}

#[test]
fn a_page_speaks_portuguese() {
    let page = page("pt");
    assert!(page.contains("<html lang=\"pt\">"));
    assert!(page.contains("Depois de 1. a2-c4, o jogo está empatado; a2-a3 mantinha a vitória."));
    assert!(!page.contains("Turning points") && page.contains("Momentos decisivos"));
}

/// Two games that chance has played, long enough that a review of them does not end soon.
fn long_games() -> String {
    let game = games::find("threedragons-dragons").expect("a game");
    let mut rng = fastrand::Rng::with_seed(4);
    let played = || {
        let mut record = games::Record::new(game);
        while record.outcome().is_none() && record.moves().len() < 120 {
            let moves = record.position().moves();
            record.play(&moves[rng.usize(..moves.len())]).expect("it is legal");
        }
        record.to_string()
    };
    std::iter::repeat_with(played).take(2).collect::<Vec<_>>().join("\n")
}

#[test]
#[cfg(unix)]
fn a_review_shows_how_far_it_is_and_keeps_what_is_done_when_it_is_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.jogo"), long_games()).unwrap();
    let arguments = ["review", "games.jogo", "--nodes", "400000", "--annotate", "new.jogo"];
    let mut session = pty::Session::start(&arguments, folder.path());
    let far: Vec<String> = (2..60).map(|done| format!("game 1 of 2: {done} of 121 positions")).collect();
    session.wait_until_written(&far.iter().map(String::as_str).collect::<Vec<_>>());
    session.signal("INT");
    session.wait_until_written(&["stopped: 1 of 2 games are reviewed"]);
    assert_eq!(session.wait_for_end().exit_code(), 1);
    let written = std::fs::read_to_string(folder.path().join("new.jogo")).unwrap();
    let games = games::Study::read_all(&written).unwrap();
    let moves: Vec<usize> = games.iter().map(|game| game.main_line().len() - 1).collect();
    assert_eq!(moves, [120, 120], "both games are there, also what was not looked at");
}
