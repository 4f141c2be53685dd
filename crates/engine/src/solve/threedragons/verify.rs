//! Whether tables are right, place by place: each standing must be what the standings after its moves make of
//! it. Distances fall along the way, so only the true tables pass.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use games::Position;
use games::threedragons::{Basic, RookMove, ThreeDragons};

use super::retrograde::after_capture;
use super::{Family, Part, Standing, Tables};

/// Numbers that a thread takes at once.
const CHUNK: usize = 1 << 13;

/// A place that does not follow from its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FalseEntry {
    /// The position, or the number of a place that belongs to none.
    pub position: String,
    pub stored: Option<Standing>,
    pub found: Option<Standing>,
}

/// Checks every `step`-th place of a family on some threads, and returns how many positions were checked.
/// Calls `on_progress` now and then with the share of the work that is done.
///
/// # Errors
/// Gives one of the places that are wrong.
pub fn verify(
    tables: &Tables,
    family: Family,
    step: usize,
    threads: usize,
    on_progress: &(dyn Fn(f64) + Sync),
) -> Result<usize, FalseEntry> {
    let chunks: Vec<(&Part, usize)> = tables
        .parts_of(family)
        .flat_map(|part| (0..part.bytes.len()).step_by(CHUNK).map(move |first| (part, first)))
        .collect();
    let (next, checked, wrong) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(None));
    let take_chunks = || {
        loop {
            let taken = next.fetch_add(1, Ordering::Relaxed);
            let Some((part, first)) = chunks.get(taken) else { break };
            let last = part.bytes.len().min(first + CHUNK);
            for number in (*first..last).filter(|number| number.is_multiple_of(step)) {
                match check(tables, part, number) {
                    Ok(found) => _ = checked.fetch_add(found, Ordering::Relaxed),
                    Err(error) => {
                        wrong.lock().unwrap_or_else(|broken| broken.into_inner()).get_or_insert(error);
                        next.store(chunks.len(), Ordering::Relaxed);
                        return;
                    }
                }
            }
            on_progress(taken as f64 / chunks.len() as f64);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, take_chunks).is_err() {
                break;
            }
        }
        take_chunks();
    });
    match wrong.into_inner().unwrap_or_else(|broken| broken.into_inner()) {
        Some(wrong) => Err(wrong),
        None => Ok(checked.into_inner()),
    }
}

/// Checks a place; returns 1 if it is that of a position.
fn check(tables: &Tables, part: &Part, number: usize) -> Result<usize, FalseEntry> {
    let stored = Standing::of_byte(part.bytes[number]);
    let position = part.index.position(number).map(|(position, _)| position);
    let found = position.as_ref().map(|position| from_moves(tables, position));
    if stored == found {
        return Ok(usize::from(found.is_some()));
    }
    let position = position.map_or(number.to_string(), |position| position.to_string());
    Err(FalseEntry { position, stored, found })
}

/// Returns what the standings after the moves of a position make of it.
fn from_moves(tables: &Tables, position: &ThreeDragons<Basic>) -> Standing {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let standings = moves.into_iter().map(|mv| standing_after(tables, position, mv));
    standings.max_by_key(|standing| standing.preference()).unwrap_or(Standing::Lost(0))
}

/// Returns what a move makes of a position for the side that moves.
pub(super) fn standing_after(tables: &Tables, position: &ThreeDragons<Basic>, mv: RookMove) -> Standing {
    if mv.is_custodial() {
        return after_capture(tables, position, mv);
    }
    let mut next = position.clone();
    next.play(mv);
    tables.standing(&next).map_or(Standing::Drawn, Standing::before)
}
