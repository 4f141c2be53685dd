use games::Record;

use super::*;
use crate::search::Distance;

fn said(record: &Record, mv: &str) -> Vec<String> {
    reasons(record, mv).iter().map(Message::to_string).collect()
}

#[test]
fn the_start_of_neutreeko_has_two_moves_that_keep_the_draw() {
    let record = Record::new(games::find("neutreeko").unwrap());
    assert_eq!(said(&record, "b1-c1")[0], "keeps the draw: one of 2 moves that do");
    assert_eq!(said(&record, "b1-a1")[0], "gives the draw away: b1-c1 keeps it");
    assert_eq!(said(&record, "b1-b9"), [""; 0], "no words for what is not legal");
}

#[test]
fn a_refutation_names_the_reply_and_what_it_does() {
    let game = games::find("neutreeko").unwrap();
    // White threatens d5-b3.
    let after = Record::from_position(game, (game.read)("3w1/b4/5/bw3/1wb2 w").unwrap());
    let win =
        AnalysisLine { value: Value::WinIn(1), distance: Distance::Exact, moves: vec!["d5-b3".to_owned()] };
    assert_eq!(refutation(&after, &win).unwrap().to_string(), "is answered by d5-b3, which wins at once");
    let longer = AnalysisLine { value: Value::WinIn(5), moves: vec!["d5-e5".to_owned()], ..win };
    let said = refutation(&after, &longer).unwrap().to_string();
    assert_eq!(said, "is answered by d5-e5, which wins within 3 moves");
    let illegal = AnalysisLine { moves: vec!["a1-a2".to_owned()], ..longer };
    assert_eq!(refutation(&after, &illegal), None);
}

#[test]
fn a_hint_goes_from_the_piece_to_the_move() {
    let record = Record::new(games::find("ataxx").unwrap());
    let steps = hint_steps(&record, "a7a5").unwrap();
    assert_eq!((steps.piece.as_deref(), steps.kind.to_string().as_str()), (Some("a7"), "a jump"));
    assert_eq!(hint_steps(&record, "d4"), None);
}

#[test]
fn nothing_is_said_of_what_would_follow_a_draw_by_repetition() {
    let game = games::find("neutreeko").unwrap();
    let mut record = Record::from_position(game, (game.read)("1b2w/w2w1/2b2/5/4b b").unwrap());
    for mv in "e1-a1 e5-c5 a1-e1 c5-e5 e1-a1 e5-c5 a1-e1".split(' ') {
        record.play(mv).unwrap();
    }
    let without_record = Record::from_position(game, record.position().boxed_clone());
    let is_pair = |fact: &String| fact.contains("next to its own piece on d4");
    assert!(said(&without_record, "c5-e5").iter().any(is_pair));
    let facts = said(&record, "c5-e5");
    assert!(facts.contains(&"ends the game in a draw".to_owned()), "{facts:?}");
    assert!(!facts.iter().any(is_pair), "{facts:?}");
}
