//! Games between two bots from balanced openings.

use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use engine::knowledge::knowledge;
use engine::players::{levels, random};
use engine::search::{Limits, Search, Style, TranspositionTable, Value};
use fastrand::Rng;
use games::{Game, Outcome, Player, Visitor};

/// Games longer than this are called a draw. Three Dragons lasts three hundred plies even by chance.
const PLIES_MAX: usize = 1_000;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Random,
    /// Takes a win in one move; else makes every other move by chance, the rest greedily.
    Beginner,
    Greedy,
    Report,
    /// A level, and the most nodes that it may spend on a move.
    Level(u8, u64),
    /// Plain alpha-beta of four plies with the same evaluation.
    Plain,
}

/// Wins, draws and losses of the first of two sides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    /// Openings that the same side of the board won with either player.
    pub by_opening: usize,
}

impl Score {
    pub fn games(self) -> usize {
        self.wins + self.draws + self.losses
    }

    pub fn percent(self) -> f64 {
        100.0 * (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }

    fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            by_opening: self.by_opening + other.by_opening,
        }
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0}% (+{} ={} -{})", self.percent(), self.wins, self.draws, self.losses)
    }
}

/// Pairs of players and how often each meets: an even number of games, two from each opening, the same openings for all.
pub struct Matches<'a> {
    pub pairs: &'a [[Side; 2]],
    pub games: usize,
    pub threads: usize,
}

impl Visitor for Matches<'_> {
    /// `None` for a pair of which a side does not play this game.
    type Output = Vec<Option<Score>>;

    fn visit<P: Game>(self) -> Self::Output {
        let count = self.games.div_ceil(2);
        let openings: Vec<Opening<P>> =
            spread(count, self.threads, || TranspositionTable::new(32), |table, number| opening(number as u64, table));
        let play = |sides: &[Side; 2]| {
            if sides.contains(&Side::Report) && knowledge::<P>().report.is_none() {
                return None;
            }
            let tables = || sides.map(|side| TranspositionTable::new(table_megabytes(side)));
            let scores = spread(count, self.threads, tables, |tables, number| both_ways(*sides, &openings[number], number as u64, tables));
            Some(scores.into_iter().fold(Score::default(), Score::plus))
        };
        self.pairs.iter().map(play).collect()
    }
}

/// Does the work of all numbers below `count` on some threads, each of which has its own room to work in. What came of it, in their order.
fn spread<R, T: Send>(count: usize, threads: usize, room: impl Fn() -> R + Sync, work: impl Fn(&R, usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let room = room();
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        numbers.take_while(|number| *number < count).map(|number| (number, work(&room, number))).collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("games do not panic")).collect()
    });
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Two games from one opening, the players changing sides.
fn both_ways<P: Game>(sides: [Side; 2], opening: &Opening<P>, number: u64, tables: &[TranspositionTable; 2]) -> Score {
    let mut score = Score::default();
    let outcomes = Player::BOTH.map(|first| {
        tables.iter().for_each(TranspositionTable::clear);
        let seat = |player: Player| if player == first { 0 } else { 1 };
        let mut rng = Rng::with_seed(2 * number + first.index() as u64);
        let outcome = play(opening.clone(), &mut rng, |position, keys, rng| {
            let seat = seat(position.turn());
            choose(sides[seat], position, keys, &tables[seat], rng)
        });
        match outcome {
            Some(Outcome::Win(winner)) if winner == first => score.wins += 1,
            Some(Outcome::Win(_)) => score.losses += 1,
            _ => score.draws += 1,
        }
        outcome
    });
    score.by_opening = usize::from(matches!(outcomes, [Some(Outcome::Win(one)), Some(Outcome::Win(other))] if one == other));
    score
}

/// A position to begin with, and the keys before it.
type Opening<P> = (P, Vec<u64>);

/// Searches that weigh openings, each longer than the one before: their nodes, and how many of the most balanced are kept.
const SIEVES: [(u64, usize); 3] = [(10_000, 4), (200_000, 2), (4_000_000, 2)];

/// Where positions can be proved, a last search goes far beyond what the strongest level sees: an opening that is lost with best play tells little
/// about the players, even if it takes long to prove.
const PROOF_NODES: u64 = 32_000_000;

/// How often to begin again when nothing is left.
const ATTEMPTS_MAX: usize = 8;

/// The most balanced of some random openings that cannot be shown to be won or lost.
fn opening<P: Game>(seed: u64, table: &TranspositionTable) -> Opening<P> {
    let mut rng = Rng::with_seed(seed ^ 0x5eed);
    let known = knowledge::<P>();
    let is_decided = |position: &P| match known.exact {
        Some(exact) => exact(position, &[]).first().is_none_or(|(value, _)| *value != Value::Draw),
        None => known.proofs.is_some_and(|proofs| proofs().known_value(position).is_some()),
    };
    let mut attempt = || {
        let mut openings: Vec<Opening<P>> = (0..12).filter_map(|_| random_opening(&mut rng)).collect();
        openings.retain(|(position, _)| !is_decided(position));
        for (nodes, kept) in SIEVES {
            let weigh = |opening: Opening<P>| Some((imbalance(&opening.0, nodes, table)?, opening));
            let mut weighed: Vec<(i32, Opening<P>)> = openings.into_iter().filter_map(weigh).collect();
            weighed.sort_by_key(|(imbalance, _)| *imbalance);
            openings = weighed.into_iter().map(|(_, opening)| opening).take(kept).collect();
        }
        openings.into_iter().find(|(position, _)| known.proofs.is_none() || imbalance(position, PROOF_NODES, table).is_some())
    };
    iter::repeat_with(&mut attempt).take(ATTEMPTS_MAX).flatten().next().unwrap_or_default()
}

fn random_opening<P: Game>(rng: &mut Rng) -> Option<Opening<P>> {
    let (mut position, mut keys) = (P::default(), Vec::new());
    for _ in 0..rng.usize(2..7) {
        keys.push(position.key());
        position.play(random(&position, rng)?);
    }
    Some((position, keys))
}

/// By how much a search prefers one side. `None` when it proves a result.
fn imbalance<P: Game>(position: &P, nodes: u64, table: &TranspositionTable) -> Option<i32> {
    table.clear();
    let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
    let report = Search::new(position.clone(), table, limits).run(|_| {})?;
    match report.lines[0].value() {
        Value::About(score) => Some(score.abs()),
        _ => None,
    }
}

/// Plays a game to its end. `None` when it was broken off.
fn play<P: Game>(
    (mut position, mut keys): Opening<P>,
    rng: &mut Rng,
    mut choose: impl FnMut(&P, &[u64], &mut Rng) -> Option<P::Move>,
) -> Option<Outcome> {
    for _ in 0..PLIES_MAX {
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        let occurred = keys.iter().filter(|key| **key == position.key()).count() + 1;
        if P::INFO.repetition.is_some_and(|times| occurred >= times as usize) {
            return Some(Outcome::Draw);
        }
        let mv = choose(&position, &keys, rng)?;
        keys.push(position.key());
        position.play(mv);
    }
    None
}

fn choose<P: Game>(side: Side, position: &P, keys: &[u64], table: &TranspositionTable, rng: &mut Rng) -> Option<P::Move> {
    match side {
        Side::Random => random(position, rng),
        Side::Beginner => beginner(position, rng),
        Side::Greedy => levels::greedy(position, rng),
        Side::Report => knowledge::<P>().report.map(|report| report(position, rng)),
        Side::Level(level, nodes) => levels::choose(level, &Limits { nodes: Some(nodes), ..Limits::NONE }, position, keys, table, rng),
        Side::Plain => plain(position, keys, table),
    }
}

/// How large a table a player needs; a small one is soon cleared.
fn table_megabytes(side: Side) -> usize {
    match side {
        Side::Level(levels::STRONGEST, _) | Side::Plain => 4,
        _ => 1,
    }
}

fn beginner<P: Game>(position: &P, rng: &mut Rng) -> Option<P::Move> {
    // Greed takes a win wherever there is one.
    let greedy = levels::greedy(position, rng)?;
    let mut next = position.clone();
    next.play(greedy);
    let wins = next.outcome() == Some(Outcome::Win(position.turn()));
    if wins || rng.bool() { Some(greedy) } else { random(position, rng) }
}

/// Four plies of exact search; equal to plain negamax, only faster.
fn plain<P: Game>(position: &P, keys: &[u64], table: &TranspositionTable) -> Option<P::Move> {
    table.clear();
    let limits = Limits { depth: Some(4), ..Limits::NONE };
    let search = Search { style: Style::Exact, history: keys.to_vec(), ..Search::new(position.clone(), table, limits) };
    let report = search.run(|_| {})?;
    Some(report.lines[0].moves[0])
}
