//! What the engine claims, held against brute force: a fixed sample of what `cargo xtask truth` tries.

use engine::analysis::{Distance, SearchOptions};
use engine::any;
use engine::checks::truth::{self, ClaimTally, Effort, Trial};
use engine::search::{SearchLimits, Value};
use games::{GAMES, GameEntry, Record};

const FEW: &[Effort] =
    &[Effort { nodes: 20_000, threads: 1, lines: 1 }, Effort { nodes: 20_000, threads: 1, lines: 8 }];
const SAMPLE: Trial<'_> =
    Trial { seed: 1, positions: 0, stuck_min: 0, with_history: false, tree_max: 3_000, efforts: FEW };

/// Tries every rule set of a family; no claim may be wrong, and there must be some.
fn try_family(family: &str, trial: &Trial<'_>) {
    for game in GAMES.iter().filter(|game| game.info.family == family) {
        let tally = truth::try_game(game, trial).unwrap_or_else(|wrong| panic!("{}: {wrong}", game.info.id));
        let ClaimTally { positions, stuck, claims, exact } = tally;
        assert!(positions == trial.positions && stuck >= trial.stuck_min, "{}: {tally:?}", game.info.id);
        assert!(claims > positions / 4 && exact > positions / 8, "{}: {tally:?}", game.info.id);
    }
}

#[test]
fn nothing_false_is_claimed_of_knight_line_with_few_spare_tiles() {
    try_family("Knight Line", &Trial { positions: 300, stuck_min: 75, ..SAMPLE });
}

#[test]
fn nothing_false_is_claimed_of_small_trees_whatever_the_effort() {
    let efforts = truth::all_efforts();
    let trial = Trial { seed: 2, positions: 12, efforts: &efforts, ..SAMPLE };
    for family in ["Neutreeko", "Ataxx", "Knight Line", "Three Dragons"] {
        try_family(family, &trial);
    }
}

#[test]
fn nothing_false_is_claimed_after_positions_that_have_occurred_before() {
    try_family("Three Dragons", &Trial { positions: 300, with_history: true, ..SAMPLE });
    try_family("Neutreeko", &Trial { positions: 60, with_history: true, tree_max: 20_000, ..SAMPLE });
}

fn game(id: &str) -> &'static GameEntry {
    GAMES.iter().find(|game| game.info.id == id).unwrap()
}

/// Positions about which something false was once said: a wrong result, a distance that is too short, or one
/// that is not the shortest.
#[test]
fn positions_of_past_false_claims_have_true_values() {
    let stuck = "....b1.w2..../....w2.b1w1.../....b1w2w1w1b1../..b1w1w1w1b1w1.w1./b1w1.b1b1b4w1..../..w1b1w1.b1b1w1../....b1b1...b1w1/\
                 ...b1....... b @i2";
    for (id, text, value) in [
        ("knightline-feup", stuck, Value::WinIn(5)),
        ("knightline", "w3../.w1./.w1w1/.b1. w @m0", Value::WinIn(3)),
        ("knightline-feup", "w4.../.b4w1./...b1 b @l1", Value::LossIn(5)),
        ("knightline", ".b1/.w1/w4. w @l1", Value::LossIn(5)),
        ("knightline", "b1..../.w1.../.w1b1b1./...b1./..b3w1b1/..b1b1. w @ao21", Value::LossIn(2)),
        ("knightline-feup", ".w2w1/.w2./.w3./w2b2. w @ux-657", Value::WinIn(2)),
        // The only answer to a threat ends the game a ply sooner than no answer.
        ("knightline", "...w1../...b1../b2w1.b1b1./..b1w2.b2/...w1../....w1. b @m-20", Value::WinIn(3)),
        ("ataxx", "-------/-------/-------/1------/o---o--/x1o1---/--2--- x 0 1", Value::LossIn(10)),
        ("threedragons-dragons", "M7M/9/9/9/C3c3c/3W3B24/W42B3W34/1B27/MW36M b 97 1", Value::LossIn(6)),
    ] {
        let checked = truth::try_position(game(id), text, &truth::all_efforts());
        assert!(checked.as_ref().is_ok_and(|tally| tally.claims > 0), "{id} {text}: {checked:?}");
        let limits = SearchLimits { nodes: Some(1_000_000), ..SearchLimits::NONE };
        let record = Record::from_position(game(id), (game(id).read)(text).unwrap());
        let best = any::engine(game(id), 1)
            .analyze(&record, &SearchOptions::new(limits), &mut |_| {})
            .unwrap()
            .lines
            .remove(0);
        assert_eq!((best.value, best.distance), (value, Distance::Exact), "{id} {text}: {best:?}");
    }
}
