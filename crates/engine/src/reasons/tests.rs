use fastrand::Rng;
use games::neutreeko::Neutreeko;
use games::{Position, Record};

use super::*;
use crate::search::Distance;
use crate::solve::neutreeko::Solution;

fn said(record: &Record, mv: &str) -> Vec<String> {
    reasons(record, mv).iter().map(Message::to_string).collect()
}

fn is_of_value(fact: &Message) -> bool {
    ["reason-keeps", "reason-gives", "reason-resists"].iter().any(|key| fact.key().starts_with(key))
}

#[test]
fn the_start_of_neutreeko_has_two_moves_that_keep_the_draw() {
    let record = Record::new(games::find("neutreeko").unwrap());
    assert_eq!(said(&record, "b1-c1")[0], "keeps the draw: one of 2 moves that do");
    assert_eq!(said(&record, "b1-a1")[0], "gives the draw away: b1-c1 keeps it");
    assert_eq!(said(&record, "b1-b9"), [""; 0], "no words for what is not legal");
}

#[test]
fn what_is_said_of_results_is_what_the_solution_says() {
    let game = games::find("neutreeko").unwrap();
    let (solution, mut rng) = (Solution::shared(), Rng::with_seed(22));
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..2000 {
        let mut set = || (0..3).fold(0_u32, |set, _| set | 1 << rng.u32(..25));
        let Some(position) = Neutreeko::from_masks(set(), set(), games::Player::First) else { continue };
        if Position::outcome(&position).is_some() {
            continue;
        }
        let record = Record::from_position(game, (game.read)(&position.to_string()).unwrap());
        let moves = solution.moves(&position);
        let best = moves[0].1.result();
        for (mv, value) in &moves {
            for fact in reasons(&record, &mv.to_string()).iter().filter(|fact| is_of_value(fact)) {
                *seen.entry(fact.key()).or_insert(0) += 1;
                let count = moves.iter().filter(|(_, value)| value.result() == best).count();
                let expected = match (fact.key(), best) {
                    ("reason-keeps-win", 1) | ("reason-keeps-draw", 0) => {
                        value.result() == best && fact.to_string().contains(&format!(" {count} "))
                    }
                    ("reason-keeps-win-alone", 1) | ("reason-keeps-draw-alone", 0) => {
                        value.result() == best && count == 1
                    }
                    ("reason-gives-win", 1) | ("reason-gives-draw", 0) => value.result() < best,
                    ("reason-resists", -1) => *value == moves[0].1,
                    _ => false,
                };
                assert!(expected, "{position}: {mv}: {fact}");
            }
        }
    }
    assert_eq!(seen.len(), 7, "{seen:?}");
}

#[test]
fn a_refutation_names_the_reply_and_what_it_does() {
    let game = games::find("neutreeko").unwrap();
    // White threatens d5-b3.
    let after = (game.read)("3w1/b4/5/bw3/1wb2 w").unwrap();
    let win =
        AnalysisLine { value: Value::WinIn(1), distance: Distance::Exact, moves: vec!["d5-b3".to_owned()] };
    assert_eq!(refutation(&*after, &win).unwrap().to_string(), "is answered by d5-b3, which wins at once");
    let longer = AnalysisLine { value: Value::WinIn(5), moves: vec!["d5-e5".to_owned()], ..win };
    let said = refutation(&*after, &longer).unwrap().to_string();
    assert_eq!(said, "is answered by d5-e5, which wins within 3 moves");
    let illegal = AnalysisLine { moves: vec!["a1-a2".to_owned()], ..longer };
    assert_eq!(refutation(&*after, &illegal), None);
}

#[test]
fn a_hint_goes_from_the_piece_to_the_move() {
    let record = Record::new(games::find("ataxx").unwrap());
    let steps = hint_steps(&record, "a7a5").unwrap();
    assert_eq!((steps.piece.as_deref(), steps.kind.to_string().as_str()), (Some("a7"), "a jump"));
    assert_eq!(hint_steps(&record, "d4"), None);
}
