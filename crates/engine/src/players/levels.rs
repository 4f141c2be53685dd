//! Bots of every strength. A level is a budget of nodes and a model of how people err, never a time, so that it plays the same everywhere.

use fastrand::Rng;
use games::Game;

use crate::knowledge::knowledge;
use crate::search::{Limits, Score, Search, Table, Value};

/// The strongest level. It searches without any error.
pub const STRONGEST: u8 = 10;

/// How one level thinks.
struct Level {
    /// How deep it looks after each of its moves, or, where it makes no mistakes, how many nodes it may spend in all.
    sight: Sight,
    /// How far a worse move may seem better, in units of how much the moves differ.
    confusion: f64,
    /// Out of a hundred moves, how many are made without looking.
    oversights: u8,
}

enum Sight {
    /// Every move is judged by itself to this depth, within so many nodes.
    Short { depth: u32, nodes: u64 },
    /// One search.
    Full { nodes: u64 },
}

const LEVELS: [Level; STRONGEST as usize] = [
    Level { sight: Sight::Short { depth: 0, nodes: 100 }, confusion: 2.0, oversights: 40 },
    Level { sight: Sight::Short { depth: 0, nodes: 100 }, confusion: 1.5, oversights: 28 },
    Level { sight: Sight::Short { depth: 0, nodes: 100 }, confusion: 1.0, oversights: 18 },
    Level { sight: Sight::Short { depth: 0, nodes: 100 }, confusion: 0.6, oversights: 10 },
    Level { sight: Sight::Full { nodes: 300 }, confusion: 0.0, oversights: 8 },
    Level { sight: Sight::Full { nodes: 500 }, confusion: 0.0, oversights: 3 },
    Level { sight: Sight::Full { nodes: 1_200 }, confusion: 0.0, oversights: 0 },
    Level { sight: Sight::Full { nodes: 4_000 }, confusion: 0.0, oversights: 0 },
    Level { sight: Sight::Full { nodes: 12_000 }, confusion: 0.0, oversights: 0 },
    Level { sight: Sight::Full { nodes: 1_000_000 }, confusion: 0.0, oversights: 0 },
];

/// From this level on nobody overlooks a win in one move.
const SEES_WINS: u8 = 3;

/// How large a table a level needs.
pub fn table_megabytes(level: u8) -> usize {
    if level < STRONGEST { 1 } else { 64 }
}

/// A move of this level, from 1 to [`STRONGEST`]. `None` when the game is over.
pub fn choose<P: Game>(level: u8, position: &P, history: &[u64], table: &Table, rng: &mut Rng) -> Option<P::Move> {
    choose_within(level, u64::MAX, position, history, table, rng)
}

/// Likewise, but spending at most this many nodes.
pub fn choose_within<P: Game>(level: u8, nodes_max: u64, position: &P, history: &[u64], table: &Table, rng: &mut Rng) -> Option<P::Move> {
    let level = level.clamp(1, STRONGEST);
    let how = &LEVELS[usize::from(level) - 1];
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let any = *moves.get(rng.usize(..moves.len().max(1)))?;
    if level >= SEES_WINS
        && let Some(win) = moves.iter().copied().find(|mv| wins(position, *mv))
    {
        return Some(win);
    }
    if rng.u8(..100) < how.oversights {
        return Some(any);
    }
    let known = knowledge::<P>();
    if let Some(exact) = known.exact {
        return match known.perfect {
            Some(perfect) if level == STRONGEST => perfect(position, history, rng),
            _ => within_horizon(position, &exact(position, history), HORIZONS[usize::from(level) - 1], rng),
        };
    }
    // What was found for another move must not help a weaker bot now.
    if level < STRONGEST {
        table.clear();
    }
    table.grow_older();
    match how.sight {
        Sight::Full { nodes } => {
            let limits = Limits { nodes: Some(nodes.min(nodes_max)), ..Limits::NONE };
            let report = Search { history: history.to_vec(), ..Search::new(position.clone(), table, limits) }.run(|_| {})?;
            Some(report.lines[0].moves[0])
        }
        Sight::Short { depth, nodes } => {
            let budget = nodes / moves.len() as u64 + 1;
            let scores: Vec<Score> = moves.iter().map(|mv| judge(position, *mv, depth, budget, history, table)).collect();
            Some(moves[confused_choice(&scores, how.confusion, rng)])
        }
    }
}

/// Where everything is known, a level is how many plies ahead of the end it sees it.
const HORIZONS: [u32; STRONGEST as usize] = [0, 1, 2, 3, 4, 6, 8, 12, 20, u32::MAX];

/// Plays for what it sees decided, and beyond that for what looks good.
fn within_horizon<P: Game>(position: &P, moves: &[(Value, Vec<P::Move>)], horizon: u32, rng: &mut Rng) -> Option<P::Move> {
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

/// What a move seems worth after a short look.
fn judge<P: Game>(position: &P, mv: P::Move, depth: u32, nodes: u64, history: &[u64], table: &Table) -> Score {
    let mut next = position.clone();
    next.play(mv);
    if let Some(outcome) = next.outcome() {
        return -crate::search::plain::outcome_score(outcome, next.turn(), 1);
    }
    if depth == 0 {
        return -next.evaluate();
    }
    let mut before = history.to_vec();
    before.push(position.key());
    let limits = Limits { depth: Some(depth), nodes: Some(nodes.max(20)), ..Limits::NONE };
    let report = Search { history: before, ..Search::new(next, table, limits) }.run(|_| {});
    report.map_or(0, |report| -report.lines[0].score)
}

/// The place of the best score once each has been blurred.
fn confused_choice(scores: &[Score], confusion: f64, rng: &mut Rng) -> usize {
    let ordinary: Vec<f64> = scores.iter().filter(|score| !Value::from(**score).is_proved()).map(|score| f64::from(*score)).collect();
    let count = ordinary.len().max(1) as f64;
    let mean = ordinary.iter().sum::<f64>() / count;
    let spread = (ordinary.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / count).sqrt().max(10.0);
    let blurred = scores.iter().map(|score| {
        // A proof is as good as an unusually good score, so that even it can be missed.
        let score = f64::from(*score).clamp(mean - 4.0 * spread, mean + 4.0 * spread);
        let noise = -(-rng.f64().max(1e-12).ln()).max(1e-12).ln();
        score + confusion * spread * noise
    });
    let best = blurred.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(0, |(place, _)| place)
}

/// The move that looks best right after it is made; among equals, any.
pub fn greedy<P: Game>(position: &P, rng: &mut Rng) -> Option<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let value = |mv: &P::Move| {
        let mut next = position.clone();
        next.play(*mv);
        match next.outcome() {
            Some(outcome) => -crate::search::plain::outcome_score(outcome, next.turn(), 1),
            None => -next.evaluate(),
        }
    };
    let values: Vec<Score> = moves.iter().map(value).collect();
    let best = values.iter().copied().max()?;
    let equal: Vec<P::Move> = moves.iter().copied().zip(values).filter(|(_, value)| *value == best).map(|(mv, _)| mv).collect();
    Some(equal[rng.usize(..equal.len())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::neutreeko::Neutreeko;

    #[test]
    fn from_level_three_on_nobody_misses_a_win_in_one() {
        let position: Neutreeko = "3w1/b4/5/bw3/1wb2 w".parse().unwrap();
        let table = Table::new(1);
        for level in 3..=STRONGEST {
            for seed in 0..20 {
                let mv = choose(level, &position, &[], &table, &mut Rng::with_seed(seed));
                assert_eq!(mv.unwrap().to_string(), "d5-b3", "level {level}");
            }
        }
    }

    #[test]
    fn levels_are_the_same_for_the_same_seed() {
        let position = Neutreeko::default();
        for level in 1..STRONGEST {
            let choices = [(); 2].map(|()| choose(level, &position, &[], &Table::new(1), &mut Rng::with_seed(7)));
            assert_eq!(choices[0], choices[1]);
        }
    }
}
