//! What every move is said to be worth, held against brute force on the rules alone.

use std::sync::atomic::AtomicBool;

use engine::analysis::SearchOptions;
use engine::any;
use engine::checks::truth::{self, Oracle};
use engine::search::{SearchLimits, Value};
use engine::solve::neutreeko::{ExactValue, Solution};
use engine::values::{MoveClass, MoveValues, Sureness, values};
use fastrand::Rng;
use games::neutreeko::Neutreeko;
use games::{GAMES, Game, GameEntry, Record, Visitor};

fn nodes(nodes: u64) -> SearchOptions<'static> {
    SearchOptions::new(SearchLimits { nodes: Some(nodes), ..SearchLimits::NONE })
}

fn find(record: &Record, options: &SearchOptions<'_>) -> (Vec<MoveValues>, Option<MoveValues>) {
    let mut told = Vec::new();
    let last =
        values(&mut *any::engine(record.game(), 1), record, options, &mut |values| told.push(values.clone()));
    (told, last)
}

fn from_text(id: &str, text: &str) -> Record {
    let game = games::find(id).unwrap();
    Record::from_position(game, (game.read)(text).unwrap())
}

/// Compares every list, from the first glance on, with brute force.
struct Compare {
    game: &'static GameEntry,
    positions: usize,
    with_history: bool,
    stuck_only: bool,
}

impl Visitor for Compare {
    type Output = usize;

    fn visit<P: Game>(self) -> usize {
        let mut rng = Rng::with_seed(21);
        let (mut positions, mut claims) = (0, 0);
        while positions < self.positions {
            let Some(position) = truth::deal::<P>(&mut rng) else { continue };
            if self.stuck_only && !truth::has_stuck_side(&position) {
                continue;
            }
            let mut record = Record::from_position(self.game, Box::new(position));
            if self.with_history {
                truth::shuffle(&mut record, &mut rng);
            }
            let position: &P = record.position().as_any().downcast_ref().unwrap();
            let keys: Vec<u64> = record.keys().collect();
            let mut oracle = Oracle::new(&keys, 3_000);
            if !oracle.judge_current(position).is_final() {
                continue;
            }
            positions += 1;
            let (told, last) = find(&record, &nodes(10_000));
            for list in told.iter().chain(&last) {
                claims += truth::check_values(position, list, &mut oracle)
                    .unwrap_or_else(|wrong| panic!("{wrong}\n{list:#?}\nin\n{record}"));
                check_list(&record, list);
            }
        }
        claims
    }
}

/// What holds for every list: all legal moves once, best first, and classes that fit the values.
fn check_list(record: &Record, list: &MoveValues) {
    let mut found: Vec<&str> = list.moves.iter().map(|value| value.mv()).collect();
    let mut legal = record.position().moves();
    found.sort_unstable();
    legal.sort_unstable();
    assert_eq!(found, legal);
    assert!(list.moves.is_sorted_by(|one, other| one.line.value.rank() >= other.line.value.rank()));
    let best = list.moves[0].line.value;
    assert_eq!(list.moves[0].class, MoveClass::Keeps);
    for value in &list.moves {
        let expected = match (best, value.line.value) {
            (Value::WinIn(_), Value::WinIn(_)) | (Value::Draw, Value::Draw) | (Value::LossIn(_), _) => {
                Some(MoveClass::Keeps)
            }
            (Value::WinIn(_), Value::Draw | Value::LossIn(_)) | (Value::Draw, Value::LossIn(_)) => {
                Some(MoveClass::Loses)
            }
            _ => None,
        };
        assert!(expected.is_none_or(|class| class == value.class), "{value:?} beside {best:?}");
        assert_eq!(value.sureness == Sureness::Estimated, matches!(value.line.value, Value::About(_)));
        assert!((0.0..=1.0).contains(&value.loss));
    }
    assert!(list.keeping() >= 1);
}

fn compare(family: &str, positions: usize, with_history: bool, stuck_only: bool) {
    for game in GAMES.iter().filter(|game| game.info.family == family) {
        let compare = Compare { game, positions, with_history, stuck_only };
        let claims = games::visit(game.info.id, compare).unwrap();
        assert!(claims > positions / 4, "{}: {claims}", game.info.id);
    }
}

#[test]
fn no_value_is_false() {
    compare("Neutreeko", 20, false, false);
    compare("Ataxx", 20, false, false);
    compare("Knight Line", 40, false, false);
    compare("Three Dragons", 20, false, false);
}

#[test]
fn no_value_is_false_after_positions_that_have_occurred_before() {
    compare("Neutreeko", 20, true, false);
    compare("Three Dragons", 40, true, false);
}

#[test]
fn no_value_is_false_where_a_side_is_stuck() {
    compare("Knight Line", 40, false, true);
}

#[test]
fn all_values_of_neutreeko_come_at_once() {
    let mut rng = Rng::with_seed(4);
    let mut record = Record::new(games::find("neutreeko").unwrap());
    for _ in 0..30 {
        let (told, last) = find(&record, &nodes(1));
        assert_eq!(told.len(), 1, "nothing is left to search");
        let last = last.unwrap();
        assert!(last.is_exact() && told[0] == last);
        // Nothing has occurred twice yet, so the record does not matter.
        let position: &Neutreeko = record.position().as_any().downcast_ref().unwrap();
        for (slide, value) in Solution::shared().moves(position) {
            let expected = match value {
                ExactValue::Win(plies) => Value::WinIn(plies.into()),
                ExactValue::Loss(plies) => Value::LossIn(plies.into()),
                ExactValue::Draw => Value::Draw,
            };
            assert_eq!(last.of(&slide.to_string()).unwrap().line.value, expected);
        }
        let keys: Vec<u64> = record.keys().collect();
        let fresh = |mv: &&String| {
            let next = record.position().after(mv).unwrap();
            next.outcome().is_none() && !keys.contains(&next.key())
        };
        let moves = record.position().moves();
        let Some(mv) = rng.choice(moves.iter().filter(fresh).collect::<Vec<_>>()) else { break };
        let mv = mv.clone();
        record.play(&mv).unwrap();
    }
    assert!(record.moves().len() > 10);
}

/// Back and forth until every way back would be the third occurrence.
#[test]
fn what_is_proved_is_told_from_the_first_line_on_and_never_contradicted() {
    let lost = Record::new(games::find("knightline").unwrap());
    let mut won = lost.clone();
    won.play("m0-o1:1").unwrap();
    for (record, is_won) in [(lost, false), (won, true)] {
        let mut told = Vec::new();
        let options = SearchOptions { lines: 4, ..nodes(30_000) };
        let mut engine = any::engine(record.game(), 4);
        engine.analyze(&record, &options, &mut |analysis| told.push(analysis.lines.clone())).unwrap();
        assert!(told.len() > 2, "a search was shown");
        for lines in told {
            let is_so = if is_won {
                lines[0].value == Value::WinIn(19)
            } else {
                lines.iter().all(|line| matches!(line.value, Value::LossIn(_)))
            };
            assert!(is_so, "{}: {lines:?}", record.position());
        }
    }
}

#[test]
fn a_move_that_repeats_for_the_third_time_is_a_draw() {
    let mut record = from_text("threedragons-power", "MW35W3M/9/9/9/C3C3C/9/9/9/MB35B3M w 0 1");
    for mv in ["b9b8", "b1b2", "b8b9", "b2b1", "b9b8", "b1b2", "b8b9"] {
        record.play(mv).unwrap_or_else(|complaint| panic!("{mv}: {complaint}"));
    }
    let (told, _) = find(&record, &nodes(2_000));
    let value = told[0].of("b2b1").unwrap();
    assert_eq!((value.line.value, value.sureness), (Value::Draw, Sureness::Exact));
}

#[test]
fn a_move_that_ends_the_game_is_known_at_a_glance() {
    let record = from_text("knightline", "w3../.w1./.w1w1/.b1. w @m0");
    let (told, last) = find(&record, &nodes(20_000));
    let wins = |list: &MoveValues| list.moves[0].line.value;
    assert!(matches!(wins(last.as_ref().unwrap()), Value::WinIn(3)), "{last:?}");
    assert_eq!(told[0].depth, 0);
    let last_square = from_text("ataxx", "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxo1 x 0 1");
    let (told, last) = find(&last_square, &nodes(1));
    let last = last.unwrap();
    assert!(told.len() == 1 && last.is_exact(), "{last:?}");
    assert!(last.moves.iter().all(|value| value.line.value == Value::WinIn(1)), "{last:?}");
}

#[test]
fn a_game_that_is_over_has_no_values() {
    let mut record = Record::new(games::find("ataxx").unwrap());
    record.close(games::record::Closing::Agreed);
    assert_eq!(find(&record, &nodes(100)), (Vec::new(), None));
}

#[test]
fn stopping_keeps_what_was_found() {
    let stop = AtomicBool::new(true);
    for game in GAMES {
        let record = Record::new(game);
        let options = SearchOptions::new(SearchLimits { stop: Some(&stop), ..SearchLimits::NONE });
        let (told, last) = find(&record, &options);
        assert_eq!(told[0].moves.len(), record.position().count_moves());
        check_list(&record, &last.unwrap());
    }
}
