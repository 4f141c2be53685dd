//! Games between two bots from balanced openings.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use engine::knowledge::knowledge;
use engine::players::{levels, random};
use engine::search::{Limits, Search, Style, Table, Value};
use fastrand::Rng;
use games::{Game, Outcome, Player, Visitor};

/// Games longer than this are called a draw; random play in some games would not end sooner.
const PLIES_MAX: usize = 300;

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

/// Two players and how often they meet: an even number of games, two from each opening.
pub struct Match {
    pub sides: [Side; 2],
    pub games: usize,
    pub threads: usize,
}

impl Visitor for Match {
    /// `None` where a side does not play this game.
    type Output = Option<Score>;

    fn visit<P: Game>(self) -> Self::Output {
        if self.sides.contains(&Side::Report) && knowledge::<P>().report.is_none() {
            return None;
        }
        let next = AtomicUsize::new(0);
        let worker = || {
            let mut score = Score::default();
            let tables = self.sides.map(|side| Table::new(table_megabytes(side)));
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if 2 * number >= self.games {
                    return score;
                }
                score = score.plus(self.both_ways::<P>(number as u64, &tables));
            }
        };
        let scores: Vec<Score> = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(worker)).collect();
            workers.into_iter().map(|worker| worker.join().expect("games do not panic")).collect()
        });
        Some(scores.into_iter().fold(Score::default(), Score::plus))
    }
}

impl Match {
    /// Two games from one opening, the players changing sides.
    fn both_ways<P: Game>(&self, number: u64, tables: &[Table; 2]) -> Score {
        let opening = opening::<P>(number, &tables[0]);
        let mut score = Score::default();
        let outcomes = Player::BOTH.map(|first| {
            tables.iter().for_each(Table::clear);
            let seat = |player: Player| if player == first { 0 } else { 1 };
            let mut rng = Rng::with_seed(2 * number + first.index() as u64);
            let outcome = play(opening.clone(), &mut rng, |position, keys, rng| {
                let seat = seat(position.turn());
                choose(self.sides[seat], position, keys, &tables[seat], rng)
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
}

/// The most balanced of some random openings, by a short search, and the keys before it.
fn opening<P: Game>(seed: u64, table: &Table) -> (P, Vec<u64>) {
    let mut rng = Rng::with_seed(seed ^ 0x5eed);
    let candidates = (0..12).filter_map(|_| {
        let (mut position, mut keys) = (P::default(), Vec::new());
        for _ in 0..rng.usize(2..7) {
            keys.push(position.key());
            position.play(random(&position, &mut rng)?);
        }
        table.clear();
        let limits = Limits { nodes: Some(10_000), ..Limits::NONE };
        let report = Search::new(position.clone(), table, limits).run(|_| {})?;
        match report.lines[0].value() {
            Value::About(score) => Some((score.abs(), position, keys)),
            _ => None,
        }
    });
    let best = candidates.min_by_key(|(score, ..)| *score);
    best.map_or_else(|| (P::default(), Vec::new()), |(_, position, keys)| (position, keys))
}

/// Plays a game to its end. `None` when it was broken off.
fn play<P: Game>(
    (mut position, mut keys): (P, Vec<u64>),
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

fn choose<P: Game>(side: Side, position: &P, keys: &[u64], table: &Table, rng: &mut Rng) -> Option<P::Move> {
    match side {
        Side::Random => random(position, rng),
        Side::Beginner => beginner(position, rng),
        Side::Greedy => levels::greedy(position, rng),
        Side::Report => knowledge::<P>().report.map(|report| report(position, rng)),
        Side::Level(level, nodes) => levels::choose_within(level, nodes, position, keys, table, rng),
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
fn plain<P: Game>(position: &P, keys: &[u64], table: &Table) -> Option<P::Move> {
    table.clear();
    let limits = Limits { depth: Some(4), ..Limits::NONE };
    let search = Search { style: Style::Exact, history: keys.to_vec(), ..Search::new(position.clone(), table, limits) };
    let report = search.run(|_| {})?;
    Some(report.lines[0].moves[0])
}
