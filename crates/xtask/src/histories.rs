//! Neutreeko with a record: random games, every move compared with a slow solver that counts what has
//! occurred.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use engine::checks::histories::{Compared, GAMES_MAX, compare, random_record};
use fastrand::Rng;
use games::Record;

/// Compares so many games and says what came of it.
///
/// # Errors
/// Names the first game found whose analysis is wrong.
pub fn run(count: usize, seed: u64, threads: usize) -> Result<String, String> {
    let mut rng = Rng::with_seed(seed);
    let records: Vec<Record> = (0..count).map(|_| random_record(&mut rng)).collect();
    let batches: Vec<&[Record]> = records.chunks(GAMES_MAX).collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Ok(Compared::default()));
    let work = || {
        while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
            let compared = compare(batch);
            let mut found = found.lock().expect("a comparison does not panic");
            *found = match (found.clone(), compared) {
                (Ok(sum), Ok(more)) => Ok(sum + more),
                (Err(error), _) | (_, Err(error)) => Err(error),
            };
            if found.is_err() {
                next.store(batches.len(), Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| (0..threads.max(1)).for_each(|_| drop(scope.spawn(work))));
    let Compared { games, moves, changed } = found.into_inner().expect("a comparison does not panic")?;
    Ok(format!(
        "{games} games, {moves} moves, {changed} of them worth something else than without a record: no difference"
    ))
}
