//! All distances of a family of tables at once, from the end of a quiet stretch backwards.
//!
//! Layer by layer: a position is won when a move captures with advantage or leads to one that is lost in a
//! ply less, and lost when every move leads to the contrary. Captures lead to smaller tables, which are
//! complete.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::thread;

use games::threedragons::{Basic, RookMove, ThreeDragons};
use games::{Heuristics, Outcome, Position};

use super::index::Index;
use super::{Material, Part, Standing, Tables, standing_at_zero};

/// The byte of a number that no position has.
pub(super) const NOTHING: u8 = u8::MAX;
/// Numbers that a thread takes at once.
const CHUNK: usize = 1 << 15;

/// The layer that is being found, and how many places of the tables are decided.
#[derive(Clone, Copy, Debug)]
pub struct Layer {
    pub plies: u8,
    pub decided: usize,
}

/// Finds every standing of the tables of a family.
pub(super) fn find(
    family: &[Material],
    smaller: &Tables,
    threads: usize,
    on_layer: &mut dyn FnMut(Layer),
) -> Vec<Part> {
    let parts: Vec<Growing> = family.iter().map(|material| Growing::new(*material)).collect();
    let builder = Builder { parts: &parts, smaller };
    let mut decided = builder.for_all(threads, &|part, number| builder.begin(part, number));
    for plies in 1..=Standing::PLIES_MAX {
        on_layer(Layer { plies, decided });
        let found = builder.for_all(threads, &|part, number| builder.extend(part, number, plies));
        decided += found;
        // What captures decide is in the first layer from the beginning.
        if found == 0 && plies > 1 {
            break;
        }
        assert!(plies < Standing::PLIES_MAX, "no quiet stretch of a won ending is that long");
    }
    let rest = smaller.longest();
    parts.into_iter().map(|part| part.finish(rest)).collect()
}

/// A table while it grows: every place goes from undecided to what it stays.
struct Growing {
    material: Material,
    index: Index,
    bytes: Vec<AtomicU8>,
}

impl Growing {
    fn new(material: Material) -> Self {
        let index = Index::new(material.mover, material.waiting);
        let bytes = (0..index.len()).map(|_| AtomicU8::new(Standing::Drawn.byte())).collect();
        Self { material, index, bytes }
    }

    fn finish(self, rest: u8) -> Part {
        let bytes = self.bytes.into_iter().map(AtomicU8::into_inner).collect();
        Part { material: self.material, index: self.index, bytes, rest }
    }

    fn byte(&self, number: usize) -> u8 {
        self.bytes[number].load(Ordering::Relaxed)
    }

    /// Decides an open place. Threads may do so at once, and all say the same. Returns whether it was open.
    fn decide(&self, number: usize, standing: Standing) -> bool {
        self.bytes[number].swap(standing.byte(), Ordering::Relaxed) == Standing::Drawn.byte()
    }
}

struct Builder<'a> {
    parts: &'a [Growing],
    smaller: &'a Tables,
}

impl Builder<'_> {
    /// Calls `work` with every number of every table, on some threads, and adds up what it returns.
    fn for_all(&self, threads: usize, work: &(dyn Fn(&Growing, usize) -> usize + Sync)) -> usize {
        let chunks: Vec<(&Growing, usize)> = self
            .parts
            .iter()
            .flat_map(|part| (0..part.bytes.len()).step_by(CHUNK).map(move |first| (part, first)))
            .collect();
        let (next, sum) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let take_chunks = || {
            while let Some((part, first)) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let last = part.bytes.len().min(first + CHUNK);
                let found: usize = (*first..last).map(|number| work(part, number)).sum();
                sum.fetch_add(found, Ordering::Relaxed);
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                // If the system refuses a thread, the others do its work.
                if thread::Builder::new().spawn_scoped(scope, take_chunks).is_err() {
                    break;
                }
            }
            take_chunks();
        });
        sum.into_inner()
    }

    /// Decides what needs no quiet move: ends, and captures.
    fn begin(&self, part: &Growing, number: usize) -> usize {
        let Some((position, _)) = part.index.position(number) else {
            part.bytes[number].store(NOTHING, Ordering::Relaxed);
            return 0;
        };
        if position.outcome().is_some() {
            // Both sides have two pieces at least, so the side to move has no move.
            return usize::from(part.decide(number, Standing::Lost(0)));
        }
        let mut captures = Vec::new();
        position.noisy_moves(&mut captures);
        let standings: Vec<Standing> =
            captures.iter().map(|mv| after_capture(self.smaller, &position, *mv)).collect();
        let standing = if standings.contains(&Standing::Won(1)) {
            Standing::Won(1)
        } else if standings.len() == position.count_moves()
            && standings.iter().all(|standing| *standing == Standing::Lost(1))
        {
            Standing::Lost(1)
        } else {
            return 0;
        };
        usize::from(part.decide(number, standing))
    }

    /// Decides what comes before a position of the last layer. Returns how many were open.
    fn extend(&self, part: &Growing, number: usize, plies: u8) -> usize {
        let byte = part.byte(number);
        let is_lost = byte == Standing::Lost(plies - 1).byte();
        if !is_lost && (byte != Standing::Won(plies - 1).byte() || plies == 1) {
            return 0;
        }
        let Some((position, _)) = part.index.position(number) else { return 0 };
        let Some(source) = self.part(part.material.turned()) else { return 0 };
        let mut found = 0;
        position.before_quiet_moves(|before| {
            let number = source.index.number(before);
            if source.byte(number) != Standing::Drawn.byte() {
                return;
            }
            let standing = if is_lost {
                Standing::Won(plies)
            } else if self.has_lost(before, part, plies) {
                Standing::Lost(plies)
            } else {
                return;
            };
            found += usize::from(source.decide(number, standing));
        });
        found
    }

    /// Returns whether every move leads to a win of the other side that is known before this layer.
    fn has_lost(&self, position: &ThreeDragons<Basic>, target: &Growing, plies: u8) -> bool {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves.iter().all(|mv| {
            if mv.is_custodial() {
                return after_capture(self.smaller, position, *mv) == Standing::Lost(1);
            }
            let mut next = position.clone();
            next.play(*mv);
            let byte = target.byte(target.index.number(&next));
            matches!(Standing::of_byte(byte), Some(Standing::Won(distance)) if distance < plies)
        })
    }

    fn part(&self, material: Material) -> Option<&Growing> {
        self.parts.iter().find(|part| part.material == material)
    }
}

/// Returns what a capture makes of a position for the side that moves: it ends the stretch with this ply.
pub(super) fn after_capture(smaller: &Tables, position: &ThreeDragons<Basic>, mv: RookMove) -> Standing {
    let mut next = position.clone();
    next.play(mv);
    match next.outcome() {
        Some(Outcome::Win(winner)) if winner == position.turn() => Standing::Won(1),
        Some(Outcome::Win(_)) => Standing::Lost(1),
        Some(Outcome::Draw) => Standing::Drawn,
        // The count begins anew, so the table alone decides.
        None => match smaller.standing(&next).map(standing_at_zero) {
            Some(Standing::Lost(_)) => Standing::Won(1),
            Some(Standing::Won(_)) => Standing::Lost(1),
            Some(Standing::Drawn) => Standing::Drawn,
            None => unreachable!("the tables of fewer pieces come first"),
        },
    }
}
