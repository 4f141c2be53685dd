//! The perfect bot plays as the proofs say, and nothing is claimed that is not proved.

use games::knightline::{Feup, Official};
use games::{GameEntry, Outcome, Record};

use super::*;
use crate::analysis::{Analysis, SearchOptions};
use crate::any;
use crate::players::{self, BotName};
use crate::solve::knightline::{FirstMove, verify::verify};

const OFFICIAL: &GameEntry = &GameEntry::of::<KnightLine<Official>>();
const FEUP: &GameEntry = &GameEntry::of::<KnightLine<Feup>>();

fn after(game: &'static GameEntry, moves: &str) -> Record {
    let mut record = Record::new(game);
    for mv in moves.split_whitespace() {
        record.play(mv).unwrap();
    }
    record
}

/// Lets two bots finish a game. Gives it with the winner's own moves since.
fn finish(mut record: Record, names: [BotName; 2], seed: u64) -> (Record, usize) {
    let before = record.moves().len();
    let first_turn = record.position().turn();
    let mut bots = names.map(|name| players::bot(name, record.game(), seed).unwrap());
    while record.outcome().is_none() {
        let mv = bots[record.position().turn().index()].choose(&record).unwrap();
        record.play(&mv).unwrap();
    }
    let plies = record.moves().len() - before;
    let winner_began = record.outcome() == Some(Outcome::Win(first_turn));
    (record, if winner_began { plies.div_ceil(2) } else { plies / 2 })
}

#[test]
fn every_stored_strategy_is_a_proof() {
    for reply in replies::decided() {
        let summary = verify(&reply.certificate().unwrap().to_string(), FirstMove::OneTile).unwrap();
        assert_eq!(
            (summary.goal, summary.player, summary.count),
            (Goal::Win, reply.winner, reply.count),
            "{}",
            reply.opening()
        );
        for tiles in reply.tiles.clone() {
            let opening = crate::solve::knightline::Opening::<Official>::read(
                &replies::opening(reply.cells, tiles),
                FirstMove::OneTile,
            );
            let opening = opening.unwrap();
            let (position, mv) = opening.turn_of(reply.winner).unwrap();
            assert!(summary.begins_at(position), "{} {tiles}", reply.cells);
            assert!(mv.is_none() || reply.book().unwrap().choose(position) == mv);
        }
    }
    let of = |player| {
        replies::decided()
            .iter()
            .filter(|reply| reply.winner == player)
            .map(|reply| reply.tiles.len())
            .sum::<usize>()
    };
    assert_eq!((of(Player::First), of(Player::Second)), (2 + 3 * 19, 10));
}

#[test]
fn the_second_player_wins_within_ten_moves() {
    for game in [OFFICIAL, FEUP] {
        // The strongest level is left to a longer run: it thinks too long for a test.
        let opponents =
            BotName::ALL.iter().filter(|name| !matches!(name, BotName::Perfect | BotName::Level(10)));
        for (seed, opponent) in (0..).zip(opponents) {
            for seed in [seed, seed + 100] {
                let (record, own_moves) = finish(Record::new(game), [*opponent, BotName::Perfect], seed);
                assert_eq!(record.outcome(), Some(Outcome::Win(Player::Second)), "{opponent} {record}");
                assert!(own_moves <= 10, "{opponent} {record}");
            }
        }
    }
}

#[test]
fn the_first_player_wins_after_a_wrong_reply() {
    for game in [OFFICIAL, FEUP] {
        for reply in replies::decided().iter().filter(|reply| reply.winner == Player::First) {
            for (tiles, opponent) in
                [(*reply.tiles.start(), BotName::Greedy), (*reply.tiles.end(), BotName::Level(5))]
            {
                // The other first move is the mirror image.
                let mirrored = |text: String| {
                    if tiles % 2 == 0 { text.replace("o1", "o-1").replace("p1", "p-1") } else { text }
                };
                let moves = replies::opening(reply.cells, tiles);
                let moves = if reply.cells == "n0-p1" { mirrored(moves) } else { moves };
                let (record, own_moves) = finish(after(game, &moves), [BotName::Perfect, opponent], 3);
                assert_eq!(record.outcome(), Some(Outcome::Win(Player::First)), "{record}");
                assert!(own_moves <= usize::from(reply.count), "{record}");
            }
        }
    }
}

#[test]
fn what_no_strategy_has_is_proved_on_the_spot() {
    let position = (OFFICIAL.read)("w9w9./b1.b2 w @m1").unwrap();
    let (record, own_moves) =
        finish(Record::from_position(OFFICIAL, position), [BotName::Perfect, BotName::Greedy], 1);
    assert_eq!(record.outcome(), Some(Outcome::Win(Player::First)));
    assert!(own_moves <= 5, "{record}");
}

fn think(record: &Record, lines: usize) -> Analysis {
    let limits = SearchLimits { nodes: Some(20_000), ..SearchLimits::NONE };
    any::engine(record.game(), 1)
        .analyze(record, &SearchOptions { lines, ..SearchOptions::new(limits) }, &mut |_| {})
        .unwrap()
}

#[test]
fn analysis_has_proved_values_and_the_certainty_of_their_distance() {
    for game in [OFFICIAL, FEUP] {
        for (moves, value, distance) in [
            ("", Value::LossIn(20), Distance::Exact),
            ("m0-o1:1", Value::WinIn(19), Distance::Exact),
            ("m0-o-1:1", Value::WinIn(19), Distance::Exact),
            ("m0-o1:1 n0-o2:10", Value::LossIn(18), Distance::Exact),
            ("m0-o1:1 n0-o2:7", Value::LossIn(20), Distance::AtMost),
            ("m0-o1:1 n0-l1:5", Value::WinIn(17), Distance::AtMost),
        ] {
            let record = after(game, moves);
            let best = &think(&record, 1).lines[0];
            assert_eq!((best.value, best.distance), (value, distance), "{moves}");
            let mut after = record.clone();
            assert!(
                best.moves.iter().all(|mv| after.play(mv).is_ok()) && after.outcome().is_some(),
                "{moves}: {best:?}"
            );
            assert!(
                distance == Distance::AtMost || value.plies() == Some(best.moves.len() as u32),
                "{moves}: {best:?}"
            );
        }
    }
}

#[test]
fn every_reply_has_the_value_of_the_table_or_none() {
    let thought = think(&after(OFFICIAL, "m0-o1:1"), 100);
    assert_eq!(thought.lines.len(), 76);
    let mut open = 0;
    for line in &thought.lines {
        let (cells, tiles) = line.moves[0].split_once(':').unwrap();
        let tiles: u8 = tiles.parse().unwrap();
        match replies::decided().iter().find(|reply| reply.cells == cells && reply.tiles.contains(&tiles)) {
            Some(reply) if reply.winner == Player::Second => {
                assert!(matches!(line.value, Value::WinIn(19 | 21)), "{line:?}");
            }
            Some(reply) => assert_eq!(line.value, Value::LossIn(2 * u32::from(reply.count)), "{line:?}"),
            None => open += 1,
        }
    }
    assert_eq!(open, 7);
    assert_eq!((thought.lines[0].value, thought.lines[75].value), (Value::WinIn(19), Value::LossIn(12)));
}

/// Plays every proved line out. Gives how many there were.
fn check_lines(record: &Record, thought: &Analysis) -> usize {
    let mut proved = 0;
    for line in &thought.lines {
        let (winner, plies) = match line.value {
            Value::WinIn(plies) => (record.position().turn(), plies),
            Value::LossIn(plies) => (!record.position().turn(), plies),
            Value::Draw | Value::About(_) => continue,
        };
        let mut after = record.clone();
        for mv in &line.moves {
            after.play(mv).unwrap();
        }
        assert_eq!(after.outcome(), Some(Outcome::Win(winner)), "{record}: {line:?}");
        assert!((1..=plies as usize).contains(&line.moves.len()), "{record}: {line:?}");
        proved += 1;
    }
    proved
}

#[test]
fn every_proved_line_ends_as_it_says() {
    let mut proved = 0;
    for game in [OFFICIAL, FEUP] {
        let mut rng = fastrand::Rng::with_seed(5);
        let books = ["", "m0-o1:1 n0-l1:19 m0-n2:16 l1-m3:7 n2-o0:8 m3-k2:2 m0-o-1:1 m3-o2:2 n2-l3:5"]
            .map(|moves| after(game, moves));
        let random = (0..12).map(|_| {
            let mut record = Record::new(game);
            for _ in 0..rng.usize(2..12) {
                let moves = record.position().moves();
                let Some(mv) = rng.choice(&moves).filter(|_| record.outcome().is_none()) else { break };
                record.play(mv).unwrap();
            }
            record
        });
        let open = books.into_iter().chain(random).filter(|record| record.outcome().is_none());
        proved += open.map(|record| check_lines(&record, &think(&record, 3))).sum::<usize>();
    }
    assert!(proved > 30, "only {proved}");
}

#[test]
fn a_side_whose_every_move_ends_the_game_has_not_lost_yet() {
    let text = ".....w1.../....b1w1b1../..b1w1w1..b1./b2w1w1.b1b1w1b1./..b1w1b1w1b1b1b1/w2w1..b1w1b1../..w1b1w1..b1./.w1..w1b1w1../\
                ..w1w1...../....b1.... b @i5";
    let record = Record::from_position(FEUP, (FEUP.read)(text).unwrap());
    assert!(check_lines(&record, &think(&record, 9)) > 0);
}

/// A position is not the book's only because its stacks stand where the book has them.
#[test]
fn a_stack_that_a_strategy_takes_for_dead_must_be() {
    let proved = Proved::default();
    let known = |text: &str| proved.known_value(&text.parse::<KnightLine<Official>>().unwrap());
    assert_eq!(known("..w1/w19b20. b @m1"), Some((Value::WinIn(19), Distance::Exact)));
    assert_eq!(known("..w1/w9b20. b @m1"), Some((Value::WinIn(19), Distance::AtMost)));
    assert_eq!(known("..w2/w19b20. b @m1"), None);
    assert_eq!(known("..w1/w19b19. b @m1"), None);
}

#[test]
fn proofs_end_with_their_limits() {
    let position: KnightLine<Official> =
        after(OFFICIAL, "m0-o1:1 n0-o2:5").position().to_string().parse().unwrap();
    let stop = AtomicBool::new(true);
    let stopped = SearchLimits { stop: Some(&stop), ..SearchLimits::NONE };
    let few = SearchLimits { nodes: Some(3000), ..SearchLimits::NONE };
    for limits in [stopped, few] {
        let mut proved = Proved::default();
        assert!(proved.prove_win(&position, &limits).is_none());
        assert!(proved.prove_loss(&position, &limits).is_none());
    }
}
