//! Openings that are balanced as far as long searches can tell.

use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use engine::knowledge::knowledge;
use engine::players::random;
use engine::search::{Search, SearchLimits, TranspositionTable, Value};
use fastrand::Rng;
use games::{Game, Visitor};

/// Finds so many openings of a game, as position texts.
#[derive(Debug)]
pub struct Openings {
    pub count: usize,
    pub threads: usize,
}

impl Visitor for Openings {
    type Output = Vec<String>;

    fn visit<P: Game>(self) -> Self::Output {
        let table = || TranspositionTable::new(32);
        spread(self.count, self.threads, table, |table, number| {
            opening::<P>(number as u64, table).to_string()
        })
    }
}

/// Does the work of all numbers below `count` on some threads, each of which has its own room to work in.
/// What came of it, in their order.
fn spread<R, T: Send>(
    count: usize,
    threads: usize,
    room: impl Fn() -> R + Sync,
    work: impl Fn(&R, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let room = room();
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        numbers
            .take_while(|number| *number < count)
            .map(|number| (number, work(&room, number)))
            .collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("games do not panic")).collect()
    });
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Searches that weigh openings, each longer than the one before: their nodes, and how many of the most
/// balanced are kept.
const SIEVES: [(u64, usize); 3] = [(10_000, 4), (200_000, 2), (4_000_000, 2)];

/// Where positions can be proved, a last search goes far beyond what the strongest level sees: an opening
/// that is lost with best play tells little about the players, even if it takes long to prove.
const PROOF_NODES: u64 = 32_000_000;

/// How often to begin again when nothing is left.
const ATTEMPTS_MAX: usize = 8;

/// Returns the most balanced of some random openings that cannot be shown to be won or lost.
fn opening<P: Game>(seed: u64, table: &TranspositionTable) -> P {
    let mut rng = Rng::with_seed(seed ^ 0x5eed);
    let known = knowledge::<P>();
    let is_decided = |position: &P| match known.exact {
        Some(exact) => exact(position, &[]).first().is_none_or(|(value, _)| *value != Value::Draw),
        None => known.proofs.is_some_and(|proofs| proofs().known_value(position).is_some()),
    };
    let mut attempt = || {
        let mut openings: Vec<P> = (0..12).filter_map(|_| random_opening(&mut rng)).collect();
        openings.retain(|position| !is_decided(position));
        for (nodes, kept) in SIEVES {
            let weigh = |opening: P| Some((imbalance(&opening, nodes, table)?, opening));
            let mut weighed: Vec<(i32, P)> = openings.into_iter().filter_map(weigh).collect();
            weighed.sort_by_key(|(imbalance, _)| *imbalance);
            openings = weighed.into_iter().map(|(_, opening)| opening).take(kept).collect();
        }
        openings
            .into_iter()
            .find(|position| known.proofs.is_none() || imbalance(position, PROOF_NODES, table).is_some())
    };
    iter::repeat_with(&mut attempt).take(ATTEMPTS_MAX).flatten().next().unwrap_or_default()
}

fn random_opening<P: Game>(rng: &mut Rng) -> Option<P> {
    let mut position = P::default();
    for _ in 0..rng.usize(2..7) {
        position.play(random(&position, rng)?);
    }
    Some(position)
}

/// By how much a search prefers one side. `None` when it proves a result.
fn imbalance<P: Game>(position: &P, nodes: u64, table: &TranspositionTable) -> Option<i32> {
    table.clear();
    let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::NONE };
    let report = Search::new(position.clone(), table, limits).run(|_| {})?;
    match report.lines[0].value() {
        Value::About(score) => Some(score.abs()),
        _ => None,
    }
}
