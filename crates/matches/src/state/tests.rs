#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;

use games::record::Closing;
use games::{Outcome, Player};

use super::super::schedule::TournamentFormat;
use super::super::standings::{NUMBER_TAG, Standings};
use super::*;

fn plan() -> MatchPlan {
    MatchPlan {
        version: 0,
        game: "ataxx".to_owned(),
        engines: vec![vec!["random".to_owned()], vec!["level:1".to_owned(), "name=One".to_owned()]],
        format: TournamentFormat::RoundRobin,
        openings: vec!["x5o/7/7/7/7/7/o5x x 0 1".to_owned(), "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1".to_owned()],
        seed: 5,
        rules: AdjudicationRules { plies_max: Some(90), easy_fill: true, ..AdjudicationRules::default() },
        sprt: Some(Sprt::default()),
        concurrency: 2,
    }
}

fn record(played: &Match, number: usize) -> Record {
    let fixture = played.schedule.fixture(number).unwrap();
    let mut record =
        Record::from_position(played.game, (played.game.read)(&played.plan.openings[fixture.round]).unwrap());
    for (tag, player) in ["First", "Second"].into_iter().zip(fixture.players) {
        record.set_tag(tag, &played.contenders[player].name);
    }
    record.set_tag(NUMBER_TAG, (number + 1).to_string());
    for mv in ["g2", "a2", "f1", "b1"] {
        record.play(mv).unwrap();
        record.set_comment(record.moves().len(), "+0.10/3 0.001s");
    }
    record.close(Closing::Adjudicated(Outcome::Win(Player::First)));
    record
}

/// Returns a folder with a match of some games in it, and the text of its log.
fn logged(numbers: &[usize]) -> (tempfile::TempDir, PathBuf, Match) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.txt");
    let played = plan().check().unwrap();
    let mut log = MatchLog::begin(&path, &played.plan).unwrap();
    for number in numbers {
        log.add(&record(&played, *number)).unwrap();
    }
    (folder, path, played)
}

#[test]
fn a_match_reads_back_as_written() {
    let (_folder, path, played) = logged(&[2, 0]);
    let (found, standings, _log) = MatchLog::resume(&path).unwrap();
    assert_eq!(found.plan, played.plan);
    assert_eq!((standings.played(), standings.games()), (2, 4));
    assert!(standings.has(0) && standings.has(2) && !standings.has(1));
}

/// Wherever a write is cut off: the whole records stay, what is left of the last one goes, and the next one
/// begins where it should.
#[test]
fn a_record_that_was_cut_off_is_dropped() {
    let (_folder, path, played) = logged(&[0, 1, 2]);
    let whole = fs::read(&path).unwrap();
    let text = String::from_utf8(whole.clone()).unwrap();
    let mut ends: Vec<usize> = text.match_indices("\n\n[Game").map(|(place, _)| place + 2).collect();
    assert_eq!(ends.len(), 2);
    ends.push(whole.len());
    for cut in 0..=whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let (_, standings, mut log) =
            MatchLog::resume(&path).unwrap_or_else(|error| panic!("cut at {cut}: {error}"));
        let kept = ends.iter().filter(|end| **end <= cut).count();
        assert_eq!(standings.played(), kept, "cut at {cut}");
        let length = kept.checked_sub(1).map_or(0, |last| ends[last]);
        assert_eq!(fs::metadata(&path).unwrap().len(), length as u64, "cut at {cut}");
        if cut % 97 == 0 {
            log.add(&record(&played, 3)).unwrap();
            drop(log);
            assert_eq!(MatchLog::resume(&path).unwrap().1.played(), kept + 1);
        }
    }
    // What a disk may leave of a write that never got there.
    fs::write(&path, [&whole[..ends[1]], &[0; 300]].concat()).unwrap();
    assert_eq!(MatchLog::resume(&path).unwrap().1.played(), 2);
}

#[test]
fn a_log_that_was_damaged_or_is_of_another_match_is_refused() {
    let (_folder, path, played) = logged(&[0, 1]);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("g2", "g9", 1)).unwrap();
    let error = MatchLog::resume(&path).unwrap_err().to_string();
    assert!(error.contains("the record at line 1: move \"g9\""), "{error}");
    for (from, to, complaint) in [
        ("[First \"random\"]", "[First \"other\"]", "game \"1\" is not of this match"),
        ("[Round \"1\"]", "[Round \"9\"]", "game \"9\" is not of this match"),
        ("[Round \"2\"]", "[Round \"0\"]", "game \"0\" is not of this match"),
    ] {
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let error = MatchLog::resume(&path).unwrap_err().to_string();
        assert!(error.ends_with(complaint), "{error}");
    }
    let mut standings = Standings::new(&played);
    assert_eq!(standings.take(&played, &record(&played, 0)), Ok(()));
    let twice = standings.take(&played, &record(&played, 0)).unwrap_err();
    assert_eq!(twice.to_string(), "game 1 stands there twice");
}

#[test]
fn a_match_is_never_overwritten_nor_played_twice_at_once() {
    let (_folder, path, played) = logged(&[0]);
    let error = MatchLog::begin(&path, &played.plan).unwrap_err().to_string();
    assert!(error.contains("holds a match already; go on with it by --resume"), "{error}");
    let (_, _, log) = MatchLog::resume(&path).unwrap();
    assert!(MatchLog::resume(&path).unwrap_err().to_string().ends_with("another match is writing there"));
    drop(log);
    assert!(MatchLog::resume(&path).is_ok());
    let other = path.with_extension("other");
    fs::write(&other, "something else\n").unwrap();
    assert!(MatchLog::begin(&other, &played.plan).is_err());
    assert_eq!(fs::read_to_string(&other).unwrap(), "something else\n");
    assert!(MatchLog::resume(&other).unwrap_err().to_string().starts_with("there is no match to go on with"));
}

#[test]
fn a_plan_from_a_file_is_checked() {
    let (_folder, path, played) = logged(&[]);
    let good = serde_json::to_value(&played.plan).unwrap();
    let write = |plan: &serde_json::Value| fs::write(plan_path(&path), plan.to_string()).unwrap();
    for (field, value, complaint) in [
        ("game", "chess".into(), "there is no game called \"chess\""),
        ("version", 7.into(), "another version"),
        ("engines", serde_json::json!([["random"]]), "2 to 64 engines, not 1"),
        ("engines", serde_json::json!([["random"], ["human"]]), "engine 2: people play"),
        ("openings", serde_json::json!([]), "1 to 500000 openings, not 0"),
        ("openings", serde_json::json!(["x6/7/7/7/7/7/7 x 0 1"]), "is over"),
        ("openings", serde_json::json!(["x"]), "the opening \"x\""),
        (
            "engines",
            serde_json::json!([["random"], ["greedy"], ["level:1"]]),
            "a test is between two engines",
        ),
        ("seed", "none".into(), "invalid type"),
    ] {
        let mut plan = good.clone();
        plan[field] = value;
        write(&plan);
        let error = MatchLog::resume(&path).unwrap_err().to_string();
        assert!(error.contains(complaint), "{field}: {error}");
    }
    write(&good);
    assert!(MatchLog::resume(&path).is_ok());
}

#[test]
fn only_programs_of_others_need_a_permission() {
    let of = |seat: &str| {
        let engines = vec![vec!["random".to_owned()], vec![seat.to_owned()]];
        MatchPlan { engines, ..plan() }.check().unwrap().starts_programs()
    };
    assert_eq!(["greedy", "jogo", "uai:./tik", "engine:./tik"].map(of), [false, false, true, true]);
}
