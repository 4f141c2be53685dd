//! How the levels fare against each other and against the simple bots: the tables of docs/levels.md.

use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use engine::knowledge::knowledge;
use engine::players::{levels, random};
use engine::search::{Limits, Search, Style, Table, Value};
use fastrand::Rng;
use games::{Game, GameEntry, Outcome, Player, Visitor};

/// Nodes for the strongest level: about 10 ms a move.
const NODES_MAX: u64 = 30_000;
/// Games longer than this are called a draw; random play in some games would not end sooner.
const PLIES_MAX: usize = 300;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Random,
    Greedy,
    Report,
    Level(u8),
    /// Plain alpha-beta of four plies with the same evaluation.
    Plain,
}

/// Wins, draws and losses of the first of two sides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
}

impl Score {
    fn games(self) -> usize {
        self.wins + self.draws + self.losses
    }

    fn percent(self) -> f64 {
        100.0 * (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0}% (+{} ={} -{})", self.percent(), self.wins, self.draws, self.losses)
    }
}

/// The whole page.
pub fn page(games: usize, threads: usize, only: Option<&str>) -> String {
    let mut page = format!(
        "# Levels\n\nMade by `cargo xtask levels --games {games}` in a release build. Each level plays {games} games against the one below, from random openings that a\n\
         short search finds balanced, each opening with both sides; draws count half. The strongest level is held to {NODES_MAX} nodes a move here,\n\
         about 10 ms; the others have their own budgets.\n"
    );
    let chosen: Vec<&GameEntry> = games::GAMES.iter().filter(|game| only.is_none_or(|id| game.info.id == id)).collect();
    let mut pairs: Vec<(Side, Side)> = (2..=levels::STRONGEST).map(|level| (Side::Level(level), Side::Level(level - 1))).collect();
    pairs.extend([
        (Side::Level(1), Side::Random),
        (Side::Level(5), Side::Report),
        (Side::Level(10), Side::Greedy),
        (Side::Level(10), Side::Plain),
    ]);
    for game in chosen {
        let _ = write!(page, "\n## {}\n\n| | score |\n|---|---|\n", game.info.name);
        for (one, other) in &pairs {
            let score = games::visit(game.info.id, Match { sides: [*one, *other], games, threads });
            if let Some(Some(score)) = score {
                let _ = writeln!(page, "| {} against {} | {score} |", name(*one), name(*other));
            }
        }
    }
    page
}

fn name(side: Side) -> String {
    match side {
        Side::Random => "random".into(),
        Side::Greedy => "greedy".into(),
        Side::Report => "report".into(),
        Side::Level(level) => format!("level {level}"),
        Side::Plain => "plain depth 4".into(),
    }
}

struct Match {
    sides: [Side; 2],
    games: usize,
    threads: usize,
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
            let table = Table::new(4);
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= self.games {
                    return score;
                }
                // Two games from each opening, sides swapped.
                let opening = opening::<P>(game as u64 / 2, &table);
                let swapped = game % 2 == 1;
                let sides = if swapped { [self.sides[1], self.sides[0]] } else { self.sides };
                let first = if swapped { Player::Second } else { Player::First };
                match play::<P>(opening, sides, game as u64, &table) {
                    Some(Outcome::Win(winner)) if winner == first => score.wins += 1,
                    Some(Outcome::Win(_)) => score.losses += 1,
                    _ => score.draws += 1,
                }
            }
        };
        let scores: Vec<Score> = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(worker)).collect();
            workers.into_iter().map(|worker| worker.join().expect("games do not panic")).collect()
        });
        Some(scores.into_iter().fold(Score::default(), |sum, score| Score {
            wins: sum.wins + score.wins,
            draws: sum.draws + score.draws,
            losses: sum.losses + score.losses,
        }))
    }
}

/// The most balanced of some random openings, by a short search.
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

fn play<P: Game>((mut position, mut keys): (P, Vec<u64>), sides: [Side; 2], seed: u64, table: &Table) -> Option<Outcome> {
    let mut rng = Rng::with_seed(seed);
    for _ in 0..PLIES_MAX {
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        let occurred = keys.iter().filter(|key| **key == position.key()).count() + 1;
        if P::INFO.repetition.is_some_and(|times| occurred >= times as usize) {
            return Some(Outcome::Draw);
        }
        let mv = choose(sides[position.turn().index()], &position, &keys, table, &mut rng)?;
        keys.push(position.key());
        position.play(mv);
    }
    None
}

fn choose<P: Game>(side: Side, position: &P, keys: &[u64], table: &Table, rng: &mut Rng) -> Option<P::Move> {
    match side {
        Side::Random => random(position, rng),
        Side::Greedy => levels::greedy(position, rng),
        Side::Report => knowledge::<P>().report.map(|report| report(position, rng)),
        Side::Level(level) => levels::choose_within(level, NODES_MAX, position, keys, table, rng),
        Side::Plain => plain(position, keys, table),
    }
}

/// Four plies of exact search; equal to plain negamax, only faster.
fn plain<P: Game>(position: &P, keys: &[u64], table: &Table) -> Option<P::Move> {
    table.clear();
    let limits = Limits { depth: Some(4), ..Limits::NONE };
    let search = Search { style: Style::Exact, history: keys.to_vec(), ..Search::new(position.clone(), table, limits) };
    let report = search.run(|_| {})?;
    Some(report.lines[0].moves[0])
}
