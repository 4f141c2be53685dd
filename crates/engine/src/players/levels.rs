//! Bots of every strength. A level is a budget of nodes and a model of how people err, never a time, so that
//! it plays the same everywhere.

use fastrand::Rng;
use games::Game;

use crate::experts::ladders::{Level, Lookahead};
use crate::knowledge::{knowledge, network_of};
use crate::net::Evaluator;
use crate::search::plain::outcome_score;
use crate::search::{Score, Search, SearchLimits, TranspositionTable, Value};

/// The strongest level. It searches without any error.
pub const STRONGEST: u8 = 10;

/// Returns the size of the transposition table that a level needs.
pub fn table_megabytes(level: u8) -> usize {
    if level < STRONGEST { 1 } else { 64 }
}

/// Returns a move of this level, from 1 to [`STRONGEST`]; a level spends no more than its own budget,
/// whatever the limits allow. `None` when the game is over.
pub fn choose<P: Game>(
    level: u8,
    limits: &SearchLimits<'_>,
    position: &P,
    history: &[u64],
    table: &TranspositionTable,
    rng: &mut Rng,
) -> Option<P::Move> {
    let how = knowledge::<P>().levels[usize::from(level.clamp(1, STRONGEST)) - 1];
    // What was found for another move must not help a weaker bot now.
    if level < STRONGEST {
        table.clear();
    }
    // The other levels keep the evaluation that their strength was measured with.
    let evaluator = if level < STRONGEST { Evaluator::ByHand } else { Evaluator::BuiltIn };
    choose_as(how, evaluator, limits, position, history, table, rng)
}

/// Chooses a move as this level does.
fn choose_as<P: Game>(
    how: Level,
    evaluator: Evaluator<'_>,
    limits: &SearchLimits<'_>,
    position: &P,
    history: &[u64],
    table: &TranspositionTable,
    rng: &mut Rng,
) -> Option<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let any = *moves.get(rng.usize(..moves.len().max(1)))?;
    if how.takes_wins
        && let Some(win) = moves.iter().copied().find(|mv| wins(position, *mv))
    {
        return Some(win);
    }
    let luck = rng.u8(..100);
    if luck < how.random_percent {
        return Some(any);
    }
    if luck < how.random_percent + how.one_ply_percent {
        return Some(noisy_one_ply(position, &moves, rng));
    }
    let known = knowledge::<P>();
    match (how.lookahead, known.exact, known.perfect) {
        (Lookahead::Nodes(nodes), ..) => {
            table.new_search();
            let limits = SearchLimits { nodes: Some(nodes.min(limits.nodes.unwrap_or(nodes))), ..*limits };
            let tables =
                known.tables.filter(|_| matches!(evaluator, Evaluator::BuiltIn)).and_then(|find| find());
            let report = Search {
                history: history.to_vec(),
                contempt: P::CONTEMPT,
                network: network_of::<P>(evaluator),
                tables: tables.as_deref(),
                ..Search::new(position.clone(), table, limits)
            }
            .run(|_| {})?;
            Some(report.lines[0].moves[0])
        }
        (Lookahead::Plies(plies), Some(exact), _) => {
            within_horizon(position, &exact(position, history), plies, rng)
        }
        (Lookahead::Perfect, _, Some(perfect)) => perfect(position, history, rng),
        _ => Some(noisy_one_ply(position, &moves, rng)),
    }
}

/// Chooses by the results within a horizon, and by noisy evaluation where there are none.
fn within_horizon<P: Game>(
    position: &P,
    moves: &[(Value, Vec<P::Move>)],
    horizon: u32,
    rng: &mut Rng,
) -> Option<P::Move> {
    let mut score = |(value, line): &(Value, Vec<P::Move>)| {
        let mut next = position.clone();
        next.play(*line.first()?);
        let looks = match value {
            Value::WinIn(plies) if *plies <= horizon => 1_000_000 - *plies as Score,
            Value::LossIn(plies) if *plies <= horizon => *plies as Score - 1_000_000,
            _ => -next.evaluate(),
        };
        Some((looks + rng.i32(0..12), line[0]))
    };
    moves.iter().filter_map(&mut score).max_by_key(|(looks, _)| *looks).map(|(_, mv)| mv)
}

fn wins<P: Game>(position: &P, mv: P::Move) -> bool {
    let mut next = position.clone();
    next.play(mv);
    next.outcome() == Some(games::Outcome::Win(position.turn()))
}

/// Returns the evaluation right after a move, for the side that makes it.
fn evaluate_after<P: Game>(position: &P, mv: P::Move) -> Score {
    let mut next = position.clone();
    next.play(mv);
    match next.outcome() {
        Some(outcome) => -outcome_score(outcome, next.turn(), 1),
        None => -next.evaluate(),
    }
}

/// The scale of the noise on an evaluation, in standard deviations of the evaluations of all moves.
const NOISE: f64 = 0.5;

/// Returns the move with the best evaluation after noise (of Gumbel's distribution) has been added to each.
fn noisy_one_ply<P: Game>(position: &P, moves: &[P::Move], rng: &mut Rng) -> P::Move {
    let scores: Vec<Score> = moves.iter().map(|mv| evaluate_after(position, *mv)).collect();
    let ordinary: Vec<f64> = scores
        .iter()
        .filter(|score| !Value::from(**score).is_proved())
        .map(|score| f64::from(*score))
        .collect();
    let count = ordinary.len().max(1) as f64;
    let mean = ordinary.iter().sum::<f64>() / count;
    let spread = (ordinary.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / count).sqrt().max(10.0);
    let noisy = scores.iter().map(|score| {
        // A win counts as an unusually good evaluation, so that even it can be missed.
        let score = f64::from(*score).clamp(mean - 4.0 * spread, mean + 4.0 * spread);
        let noise = -(-rng.f64().max(1e-12).ln()).max(1e-12).ln();
        score + NOISE * spread * noise
    });
    let best = noisy.zip(moves).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(moves[0], |(_, mv)| *mv)
}

/// Returns the move with the best evaluation right after it; among equals, any.
pub fn greedy<P: Game>(position: &P, rng: &mut Rng) -> Option<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let values: Vec<Score> = moves.iter().map(|mv| evaluate_after(position, *mv)).collect();
    let best = values.iter().copied().max()?;
    let equal: Vec<P::Move> =
        moves.iter().copied().zip(values).filter(|(_, value)| *value == best).map(|(mv, _)| mv).collect();
    Some(equal[rng.usize(..equal.len())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experts::ladders;
    use games::neutreeko::Neutreeko;

    #[test]
    fn levels_from_three_on_take_a_win_in_one() {
        let position: Neutreeko = "3w1/b4/5/bw3/1wb2 w".parse().unwrap();
        let table = TranspositionTable::new(1);
        for level in 3..=STRONGEST {
            for seed in 0..20 {
                let mv =
                    choose(level, &SearchLimits::NONE, &position, &[], &table, &mut Rng::with_seed(seed));
                assert_eq!(mv.unwrap().to_string(), "d5-b3", "level {level}");
            }
        }
    }

    #[test]
    fn every_ladder_takes_wins_from_its_third_step_on_and_ends_without_errors() {
        for ladder in [
            ladders::ANY,
            ladders::NEUTREEKO,
            ladders::ATAXX,
            ladders::KNIGHT_LINE,
            ladders::THREE_DRAGONS,
            ladders::THREE_DRAGONS_POWER,
        ] {
            assert!(ladder[2..].iter().all(|level| level.takes_wins));
            let last = ladder[usize::from(STRONGEST) - 1];
            assert_eq!((last.one_ply_percent, last.random_percent), (0, 0));
            assert!(ladder.iter().all(|level| level.one_ply_percent + level.random_percent <= 100));
        }
    }

    #[test]
    fn a_level_plays_the_same_for_the_same_seed() {
        let position = Neutreeko::default();
        for level in 1..STRONGEST {
            let choices = [(); 2].map(|()| {
                choose(
                    level,
                    &SearchLimits::NONE,
                    &position,
                    &[],
                    &TranspositionTable::new(1),
                    &mut Rng::with_seed(7),
                )
            });
            assert_eq!(choices[0], choices[1]);
        }
    }
}
