//! Reviews against brute force, against the table of Neutreeko, and on games made for a purpose.

use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;
use games::{GAMES, Game, GameEntry, Player, Record, Study, Visitor};

use super::*;
use crate::checks::histories::random_record;
use crate::checks::truth::{Oracle, deal};

const QUICK: ReviewOptions<'_> = ReviewOptions { nodes: 2_000, megabytes: 1, ..ReviewOptions::DEFAULT };

fn game(id: &str) -> &'static GameEntry {
    games::find(id).expect("it is registered")
}

fn record(id: &str, position: &str, moves: &str) -> Record {
    let mut record = Record::from_position(game(id), (game(id).read)(position).expect("a position"));
    for mv in moves.split_whitespace() {
        record.play(mv).unwrap_or_else(|complaint| panic!("{mv}: {complaint}"));
    }
    record
}

fn quick(record: &Record) -> Review {
    review(record, &QUICK, &mut |_, _| {})
}

/// 1 for a win, 0 for a draw, -1 for a loss, where the result is known.
fn result(value: Value) -> Option<i32> {
    match value {
        Value::WinIn(_) => Some(1),
        Value::Draw => Some(0),
        Value::LossIn(_) => Some(-1),
        Value::About(_) => None,
    }
}

struct Compare {
    game: &'static GameEntry,
    games: usize,
}

impl Visitor for Compare {
    /// How many known results were compared.
    type Output = usize;

    fn visit<P: Game>(self) -> usize {
        let mut rng = Rng::with_seed(3);
        let (mut compared, mut played) = (0, 0);
        while played < self.games {
            let Some(start) = deal::<P>(&mut rng) else { continue };
            let mut record = Record::from_position(self.game, Box::new(start));
            for _ in 0..5 {
                let moves = record.position().moves();
                if record.outcome().is_some() || moves.is_empty() {
                    break;
                }
                record.play(&moves[rng.usize(..moves.len())]).expect("it is legal");
            }
            played += 1;
            let review = quick(&record);
            assert!(review.is_complete());
            let keys: Vec<u64> = record.keys().collect();
            for (ply, assessment) in review.positions.iter().flatten().enumerate() {
                let Some(claimed) = result(assessment.value) else { continue };
                let position: &P = record.position_at(ply).unwrap().as_any().downcast_ref().unwrap();
                let judged = Oracle::<P>::new(&keys[..ply], 20_000).judge(position);
                if judged.is_final() {
                    let truth = judged.value.and_then(result).unwrap_or(0);
                    assert_eq!(claimed, truth, "{position} after {ply} of\n{record}");
                    compared += 1;
                }
            }
            for reviewed in review.reviewed() {
                let results = (result(reviewed.best.value), result(reviewed.played.value));
                if let (Some(best), Some(played)) = results {
                    let lost = f64::from(best - played) / 2.0;
                    assert!((reviewed.loss - lost).abs() < 1e-9, "{reviewed:?}");
                }
            }
        }
        compared
    }
}

#[test]
fn known_results_of_a_review_are_those_of_brute_force() {
    let compare = |game: &'static GameEntry| games::visit(game.info.id, Compare { game, games: 30 });
    let compared: usize = GAMES.iter().filter_map(compare).sum();
    assert!(compared >= 12 * 8, "{compared}");
}

#[test]
fn a_review_of_neutreeko_never_contradicts_the_table() {
    let mut rng = Rng::with_seed(8);
    let mut blunders = 0;
    for _ in 0..12 {
        let record = random_record(&mut rng);
        let review = quick(&record);
        let mut table = any::engine(record.game(), 1);
        let all = SearchOptions { lines: usize::MAX, ..SearchOptions::new(SearchLimits::NONE) };
        let mut before = record.clone();
        for ply in (0..record.moves().len()).rev() {
            before.undo();
            let reviewed = review.moves[ply].as_ref().expect("every move was judged");
            let lines = table.analyze(&before, &all, &mut |_| {}).expect("the game went on").lines;
            let value = lines.iter().find(|line| line.moves[0] == reviewed.mv).expect("it was legal").value;
            assert_eq!((reviewed.played.value, reviewed.best.value), (value, lines[0].value));
            let kept = lines.iter().filter(|line| result(line.value) == result(lines[0].value)).count();
            let expected = if lines.len() == 1 {
                MoveQuality::Forced
            } else if result(value) < result(lines[0].value) {
                MoveQuality::Blunder
            } else if kept == 1 {
                MoveQuality::Only
            } else if value == lines[0].value {
                MoveQuality::Best
            } else {
                MoveQuality::Good
            };
            assert_eq!(reviewed.quality, expected, "{} {}", before.position(), reviewed.mv);
            blunders += usize::from(expected == MoveQuality::Blunder);
        }
    }
    assert!(blunders > 20, "{blunders}");
}

/// The search of the later position proves that the played move wins in five plies, and exactly that; but
/// another move wins in three.
#[test]
fn an_exact_distance_of_the_played_move_is_not_taken_for_that_of_the_position() {
    let start = "o--xxxx/---xxxx/---xxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxx2 x 0 1";
    let game = record("ataxx", start, "e1g1 0000 f1 0000 e1");
    for nodes in [1, 2, 5, 20, 100, 1_000, 20_000] {
        let review = review(&game, &ReviewOptions { nodes, ..QUICK }, &mut |_, _| {});
        let first = review.positions[0].as_ref().expect("the review is complete");
        let is_true = first.value == Value::WinIn(3) || first.distance == Distance::AtMost;
        assert!(is_true || !first.value.is_proved(), "{nodes}: {:?} {:?}", first.value, first.distance);
    }
}

#[test]
fn a_slower_win_is_no_mistake_and_a_thrown_win_is_a_blunder() {
    // Black wins in 17 plies by a2-a3; a2-c4 only draws, and a2-a1 loses.
    let at = "3w1/b4/5/bw3/1wb2 b";
    let judged = |mv: &str| quick(&record("neutreeko", at, mv)).moves[0].clone().expect("it was judged");
    assert_eq!((judged("a2-a3").quality, judged("a2-a3").loss), (MoveQuality::Only, 0.0));
    let drawn = judged("a2-c4");
    assert_eq!((drawn.quality, drawn.loss), (MoveQuality::Blunder, 0.5));
    assert_eq!((drawn.best.moves[0].as_str(), drawn.played.value), ("a2-a3", Value::Draw));
    assert_eq!(judged("a2-a1").loss, 1.0);
}

#[test]
fn forced_moves_and_passes_do_not_count() {
    let only = record(
        "ataxx",
        "oooox1x/xxxoxxx/xxxoxxx/xxooxxx/xxooooo/ooooooo/ooooooo o 12 116",
        "d5f7 b5d5 a7b5 0000",
    );
    let review = quick(&only);
    let pass = review.moves[3].as_ref().expect("it was judged");
    assert_eq!((pass.mv.as_str(), pass.quality), ("0000", MoveQuality::Forced));
    let counted =
        review.reviewed().filter(|one| one.player == pass.player && one.quality != MoveQuality::Forced);
    let mean = |losses: Vec<f64>| {
        losses.iter().map(|loss| judge::accuracy(*loss)).sum::<f64>() / losses.len() as f64
    };
    assert_eq!(review.accuracy(pass.player), Some(mean(counted.map(|one| one.loss).collect())));
    // The opponent's side of the same game has an accuracy too; a record without moves has none.
    assert!(review.accuracy(!pass.player).is_some());
    assert_eq!(quick(&Record::new(game("ataxx"))).accuracy(Player::First), None);
}

#[test]
fn repetition_is_known_from_the_game() {
    // The players go back and forth; the last move makes the position occur for the third time, which draws.
    let mut rng = Rng::with_seed(5);
    let (record, draw) = loop {
        let mut record = random_record(&mut rng);
        let moves = record.position().moves();
        let repeats = |mv: &&String| {
            let mut next = record.clone();
            next.play(mv).is_ok() && next.outcome() == Some(Outcome::Draw)
        };
        if let Some(mv) = moves.iter().find(repeats).cloned() {
            record.play(&mv).expect("it was tried");
            break (record, mv);
        }
    };
    let review = quick(&record);
    let last = review.moves.last().unwrap().as_ref().unwrap();
    assert_eq!((last.mv.as_str(), last.played.value), (draw.as_str(), Value::Draw));
    let end = review.positions.last().unwrap().as_ref().unwrap();
    assert_eq!((end.value, end.chances), (Value::Draw, WinChances::DRAWN));
}

#[test]
fn a_review_that_is_stopped_keeps_what_is_done() {
    let record = record("ataxx", "x5o/7/7/7/7/7/o5x x 0 1", "g2 a2 g3 a3 f1 b1");
    let stop = AtomicBool::new(false);
    let options = ReviewOptions { stop: Some(&stop), ..QUICK };
    let mut told = Vec::new();
    let part = review(&record, &options, &mut |done, all| {
        told.push((done, all));
        stop.store(done == 3, Ordering::Relaxed);
    });
    assert_eq!(told, [(1, 7), (2, 7), (3, 7)]);
    assert!(!part.is_complete());
    assert_eq!(part.reviewed().map(|reviewed| reviewed.ply).collect::<Vec<_>>(), [4, 5]);
    let whole = quick(&record);
    assert!(whole.is_complete());
    assert_eq!(part.moves[4..], whole.moves[4..]);
}

#[test]
fn how_a_game_was_closed_does_not_change_its_review() {
    let mut closed = record("neutreeko", "3w1/b4/5/bw3/1wb2 b", "a2-c4");
    let open = quick(&closed);
    closed.close(games::record::Closing::Resigned(Player::First));
    assert_eq!(quick(&closed).moves, open.moves);
}

#[test]
fn a_study_is_annotated_with_the_better_line_and_read_back() {
    let played = record("neutreeko", "3w1/b4/5/bw3/1wb2 b", "a2-c4 d5-e4");
    let mut study = Study::of(&played);
    let first = study.main_line()[1];
    study.set_comment(first, "Mine.");
    quick(&played).annotate(&mut study, |reviewed| reviewed.is_turning_point().then(|| "Said.".to_owned()));
    assert_eq!((study.comment(first), study.marks(first)), ("Mine. Said.", &[Mark(4)][..]));
    let variation = study.children(NodeId::ROOT)[1];
    assert_eq!((study.mv(variation), study.children(variation).len()), (Some("a2-a3"), 1));
    let text = study.to_string();
    assert_eq!(Study::read_all(&text).unwrap()[0].to_string(), text);
    // A mark that stands there already stays, and the same review adds no second one.
    quick(&played).annotate(&mut study, |_| None);
    assert_eq!(study.to_string(), text);
}

#[test]
fn moves_are_numbered_as_records_number_them() {
    let white_begins = record("neutreeko", "3w1/b4/5/bw3/1wb2 w", "d5-e4 a2-a3 e4-e1");
    let numbered: Vec<String> = quick(&white_begins).reviewed().map(ReviewedMove::numbered).collect();
    assert_eq!(numbered, ["1... d5-e4", "2. a2-a3", "2... e4-e1"]);
    let written = white_begins.to_string();
    assert!(written.contains("1... d5-e4 2. a2-a3 e4-e1"), "{written}");
}

#[test]
fn a_review_in_parts_is_the_review_where_all_is_known() {
    let record = record("neutreeko", "3w1/b4/5/bw3/1wb2 b", "a2-c4 d5-e4 a4-d1 e4-c2");
    let whole = quick(&record);
    let part = |from, to, after| review_part(&record, from, to, after, &ReviewOptions::DEFAULT);
    let late = part(3, 9, None);
    let early = part(0, 2, Some(late.last().unwrap().0.clone()));
    let mut found: Vec<_> = late.into_iter().chain(early).collect();
    found.reverse();
    let positions: Vec<_> = found.iter().map(|(position, _)| Some(position.clone())).collect();
    let moves: Vec<_> = found.into_iter().map(|(_, reviewed)| reviewed).take(whole.moves.len()).collect();
    assert_eq!((positions, moves), (whole.positions, whole.moves));
}
