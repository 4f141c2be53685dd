//! Matches through the front door: tournaments, engines that misbehave, and the examination of engines.

mod match_help;

use std::fs;
use std::path::Path;

use match_help::{JOGO, Scratch, command, games_by_number, jogo, read_log, text};

#[test]
fn bots_play_a_tournament() {
    let scratch = Scratch::new();
    let records = scratch.arg("log.txt");
    let args = [
        "ataxx",
        "--engine",
        "greedy",
        "--engine",
        "random",
        "name=dice",
        "--engine",
        "level:1",
        "--games",
        "4",
        "--seed",
        "3",
    ];
    let output = jogo(&[&args[..], &["--records", &records, "--easy-fill"]].concat());
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{told}{}", text(&output.stderr));
    assert_eq!(told.lines().filter(|line| line.contains(" plies, ")).count(), 12, "{told}");
    for name in ["greedy", "dice", "level:1"] {
        assert!(told.lines().any(|line| line.contains(name) && line.contains('%')), "{told}");
    }
    assert!(!told.contains('\u{1b}'), "no terminal, no cursor");
    let games = games_by_number(Path::new(&records));
    assert_eq!(games.keys().copied().collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
    let log = read_log(Path::new(&records));
    assert!(log.iter().all(|record| record.comment(1).ends_with('s')), "the time of every move is told");
    // Played again with more threads, it is the same match.
    let again = scratch.arg("again.txt");
    let output =
        jogo(&[&args[..], &["--records", &again, "--easy-fill", "--concurrency", "3", "--json"]].concat());
    assert_eq!(games_by_number(Path::new(&again)), games);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (json["games"].as_u64(), json["played"].as_u64(), json["finished"].as_bool()),
        (Some(12), Some(12), Some(true))
    );
    assert_eq!(json["players"].as_array().unwrap().len(), 3);
    let points: f64 =
        json["players"].as_array().unwrap().iter().map(|player| player["points"].as_f64().unwrap()).sum();
    assert!((points - 12.0).abs() < 1e-9);
}

#[test]
fn engines_play_by_the_clock_and_say_what_they_think() {
    let scratch = Scratch::new();
    let records = scratch.arg("log.txt");
    let own = format!("uai:'{JOGO}' uai");
    let args = [
        "ataxx",
        "--engine",
        "jogo",
        "tc=1+0.01",
        "option.Hash=1",
        "margin=5000",
        "--engine",
        &own,
        "name=other",
        "depth=2",
        "--games",
        "2",
    ];
    let output =
        jogo(&[&args[..], &["--records", &records, "--random-plies", "0", "--max-plies", "6"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    for record in read_log(Path::new(&records)) {
        assert!(
            record.comment(1).contains('/') && record.comment(1).starts_with(['+', '-']),
            "{}",
            record.comment(1)
        );
        assert_eq!(record.tag("Adjudicated"), Some("length: 6 plies"));
        assert!(record.to_string().contains("[Termination \"adjudication\"]"));
    }
}

/// Whatever an engine does, it loses that game with the reason in the record, and gets another chance in the
/// next.
#[cfg(unix)]
#[test]
fn engines_that_misbehave_lose_and_are_started_again() {
    let scratch = Scratch::new();
    for (name, go, termination, fault) in [
        ("crash", "exit 9", "rules infraction", "crash ended in the middle of the game (exit status: 9)"),
        ("hang", ":", "time forfeit", "hang did not say bestmove within 70 ms"),
        (
            "babble",
            "while :; do echo info string la la la; done",
            "time forfeit",
            "babble did not say bestmove within 70 ms",
        ),
        ("cheat", "echo bestmove a1a2", "rules infraction", "cheat played \"a1a2\": "),
        (
            "mumble",
            "echo bestmove",
            "rules infraction",
            "mumble said something wrong: bestmove stands without a move",
        ),
        (
            "deaf",
            "trap '' TERM; while :; do sleep 1; done",
            "time forfeit",
            "deaf did not say bestmove within 70 ms",
        ),
        (
            "long",
            "head -c 100000 /dev/zero | tr '\\0' x; echo",
            "rules infraction",
            "long said something wrong: a line is longer than 65536 bytes",
        ),
    ] {
        let records = scratch.arg(&format!("{name}.txt"));
        let seat = scratch.engine(name, go);
        let engine = ["--engine", &seat, &format!("name={name}"), "st=0.05"];
        let output = jogo(
            &[&["ataxx", "--engine", "random"], &engine[..], &["--games", "2", "--records", &records]]
                .concat(),
        );
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {}{errors}", text(&output.stdout));
        assert!(errors.starts_with("jogo: games were lost to engine faults: "), "{errors}");
        let log = read_log(Path::new(&records));
        assert_eq!(log.len(), 2, "{name}");
        for record in log {
            let written = record.to_string();
            assert!(written.contains(&format!("[Termination \"{termination}\"]")), "{written}");
            assert!(
                record.tag("Fault").is_some_and(|told| told.starts_with(fault)),
                "{name}: {:?}",
                record.tag("Fault")
            );
            let lost = if record.tag("First") == Some(name) { "0-1" } else { "1-0" };
            assert!(written.trim_end().ends_with(lost), "{written}");
        }
    }
}

#[cfg(unix)]
#[test]
fn what_cannot_begin_leaves_nothing_behind() {
    let scratch = Scratch::new();
    let records = scratch.arg("log.txt");
    let silent = scratch.engine("silent", ":").replace("uai:sh", "uai:true");
    for (args, status, complaint) in [
        (
            &["ataxx", "--engine", "random", "--engine", &silent][..],
            1,
            "jogo: true ended in the middle of the game (exit status: 0)",
        ),
        (
            &["ataxx", "--engine", "random", "--engine", "uai:/nowhere/at/all"],
            1,
            "jogo: all does not start: ",
        ),
        (&["ataxx", "--engine", "random", "--engine", "perfect"], 2, "jogo: Ataxx has no bot called perfect"),
        (&["ataxx", "--engine", "random"], 2, "jogo: a match is played by 2 to 64 engines, not 1"),
        (&["--engine", "random", "--engine", "greedy"], 2, "jogo: which game? jogo match GAME"),
        (
            &["ataxx", "--engine", "random", "--engine", "greedy", "--sprt", "elo0=9"],
            2,
            "jogo: --sprt: elo0 must be less than elo1",
        ),
        (
            &["ataxx", "--engine", "random", "--engine", "greedy", "--resign", "x=1"],
            2,
            "jogo: --resign: expected movecount=NUMBER",
        ),
        (
            &["ataxx", "--engine", "random", "--engine", "greedy", "--openings", "/nowhere"],
            2,
            "jogo: /nowhere: ",
        ),
        (
            &["ataxx", "--engine", "random", "--engine", "greedy", "--start", "none"],
            2,
            "jogo: Ataxx has no start called \"none\"; it has: ",
        ),
    ] {
        let output = jogo(&[args, &["--records", &records]].concat());
        let errors = text(&output.stderr);
        assert!(errors.starts_with(complaint) && errors.lines().count() == 1, "{args:?}: {errors}");
        assert_eq!(output.status.code(), Some(status), "{args:?}");
        assert!(!Path::new(&records).exists(), "{args:?}");
    }
}

#[test]
fn a_test_ends_early() {
    let scratch = Scratch::new();
    let records = scratch.arg("log.txt");
    let args = [
        "ataxx", "--engine", "level:3", "--engine", "random", "--games", "4000", "--seed", "2", "--sprt",
        "elo0=0", "elo1=100",
    ];
    let output = jogo(&[&args[..], &["--records", &records, "--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["sprt"]["verdict"].as_str(), Some("H1"));
    assert!(json["played"].as_u64().unwrap() < 400 && json["finished"].as_bool() == Some(true), "{json}");
    assert_eq!(json["played"].as_u64().unwrap() as usize, read_log(Path::new(&records)).len());
}

#[test]
fn our_own_engine_passes_the_examination() {
    for args in [
        &["--compliance", &format!("uai:'{JOGO}' uai")][..],
        &["neutreeko", "--compliance", &format!("'{JOGO}' ugi neutreeko")],
    ] {
        let output = jogo(args);
        let told = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{told}{}", text(&output.stderr));
        assert!(
            told.lines().count() > 15 && told.lines().rev().skip(1).all(|line| line.starts_with("ok ")),
            "{told}"
        );
        assert!(told.trim_end().ends_with("0 failed"), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn what_an_engine_does_wrong_is_said() {
    let scratch = Scratch::new();
    for (name, go, failures) in [
        (
            "cheat",
            "echo bestmove a1a2",
            &["moves within a time: in x5o/7/7/7/7/7/o5x x 0 1 it plays \"a1a2\": the piece on a1 is not \
                 Red's"][..],
        ),
        (
            "eager",
            "echo info depth x; echo bestmove g2",
            &[
                "stops when told to: a search without end ended before it was told to",
                "tells of its search in the protocol's words: \"info depth x\"",
                "knows every position of a random game: in ",
            ],
        ),
        ("crash", "exit 3", &["searches to a depth: expected bestmove, but it ended (exit status: 3)"]),
        (
            "twice",
            "echo bestmove g2; echo bestmove g2",
            &["moves by the clock: after its move it says \"bestmove g2\""],
        ),
    ] {
        let seat = scratch.engine(name, go);
        let output = jogo(&["--compliance", &seat]);
        let told = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{told}");
        for failure in failures {
            assert!(told.contains(&format!("FAILED  {failure}")), "{name}: {told}");
        }
        assert!(told.contains("ok      is ready\n") && told.contains("ok      quits\n"), "{name}: {told}");
    }
    let output = jogo(&["--compliance", "true"]);
    assert_eq!(
        (output.status.code(), text(&output.stderr)),
        (Some(1), "jogo: \"true\" answers neither uai nor ugi\n".to_owned())
    );
    let output = jogo(&["--compliance", "engine:true"]);
    assert_eq!(output.status.code(), Some(2));
}

/// Nothing is left in the folder where the command is typed, and no match overwrites another.
#[test]
fn without_a_file_the_records_go_to_a_new_one_among_the_games() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path("here")).unwrap();
    let play = || {
        let args = ["ataxx", "--engine", "random", "--engine", "greedy", "--games", "2", "--max-plies", "4"];
        command(&args)
            .current_dir(scratch.path("here"))
            .env("JOGO_CONFIG_DIR", scratch.path("config"))
            .output()
            .unwrap()
    };
    for number in 1..=2 {
        let output = play();
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{errors}");
        let path = errors
            .trim_end()
            .strip_prefix("the records go to ")
            .unwrap_or_else(|| panic!("{errors}"))
            .to_owned();
        assert!(path.ends_with(&format!("-ataxx-{number}.txt")), "{path}");
        assert_eq!(Path::new(&path).parent(), Some(&*scratch.path("config").join("matches")));
        assert_eq!(games_by_number(Path::new(&path)).len(), 2);
        assert_eq!(
            jogo(&["--resume", &path]).status.code(),
            Some(0),
            "a match that is over can be looked at again"
        );
    }
    assert_eq!(fs::read_dir(scratch.path("here")).unwrap().count(), 0);
}
