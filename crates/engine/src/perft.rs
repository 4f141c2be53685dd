//! Counting the leaves of the tree of legal moves: the standard test and benchmark of move generation.

use std::sync::atomic::{AtomicUsize, Ordering};

use games::{AnyPosition, Game, Position, Visitor};

/// Leaves at this depth below a position of whatever game; 1 at depth 0.
pub fn leaves(position: &dyn AnyPosition, depth: u32, threads: usize) -> u64 {
    let count = Leaves { position, depth, threads };
    games::visit(position.info().id, count).expect("a position's game is registered")
}

/// Leaves at this depth below each legal move, in the order of the moves.
pub fn leaves_by_move(position: &dyn AnyPosition, depth: u32, threads: usize) -> Vec<(String, u64)> {
    let count = LeavesByMove(Leaves { position, depth, threads });
    games::visit(position.info().id, count).expect("a position's game is registered")
}

struct Leaves<'a> {
    position: &'a dyn AnyPosition,
    depth: u32,
    threads: usize,
}

impl<'a> Leaves<'a> {
    fn position<P: Game>(&self) -> &'a P {
        self.position.as_any().downcast_ref().expect("visited by its own id")
    }
}

impl Visitor for Leaves<'_> {
    type Output = u64;

    fn visit<P: Game>(self) -> u64 {
        perft_parallel::<P>(self.position(), self.depth, self.threads)
    }
}

struct LeavesByMove<'a>(Leaves<'a>);

impl Visitor for LeavesByMove<'_> {
    type Output = Vec<(String, u64)>;

    fn visit<P: Game>(self) -> Self::Output {
        let counts = divide::<P>(self.0.position(), self.0.depth, self.0.threads);
        counts.into_iter().map(|(mv, leaves)| (mv.to_string(), leaves)).collect()
    }
}

/// Leaves at this depth below each legal move, in the order of the moves.
fn divide<P: Game>(position: &P, depth: u32, threads: usize) -> Vec<(P::Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let moves = list(position);
    let counts = in_parallel(&moves, threads, |mv| {
        let mut next = position.clone();
        next.play(mv);
        perft(&next, below)
    });
    moves.into_iter().zip(counts).collect()
}

/// Leaves at this depth; 1 at depth 0.
fn perft_parallel<P: Game>(position: &P, depth: u32, threads: usize) -> u64 {
    if depth < 3 || threads <= 1 {
        return perft(position, depth);
    }
    // Two plies make enough pieces of work to keep every thread busy to the end.
    let mut positions = Vec::new();
    for mv in list(position) {
        let mut next = position.clone();
        next.play(mv);
        positions.extend(list(&next).into_iter().map(|reply| (next.clone(), reply)));
    }
    let counts = in_parallel(&(0..positions.len()).collect::<Vec<_>>(), threads, |index| {
        let (position, mv) = &positions[index];
        let mut next = position.clone();
        next.play(*mv);
        perft(&next, depth - 2)
    });
    counts.into_iter().sum()
}

/// Leaves at this depth, on this thread. The last ply is counted, not played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    count(position, depth, &mut lists)
}

fn count<P: Position>(position: &P, depth: u32, lists: &mut [Vec<P::Move>]) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.count_moves() as u64,
        _ => {}
    }
    let Some((moves, deeper)) = lists.split_first_mut() else { return 0 };
    if depth == 2 {
        return position.count_replies(moves);
    }
    moves.clear();
    position.moves(moves);
    let mut leaves = 0;
    for mv in moves {
        let mut next = position.clone();
        next.play(*mv);
        leaves += count(&next, depth - 1, deeper);
    }
    leaves
}

fn list<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// Does the work for each item on so many threads, and gives the results in the order of the items.
fn in_parallel<T: Copy + Sync>(items: &[T], threads: usize, work: impl Fn(T) -> u64 + Sync) -> Vec<u64> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, work(*item)));
        }
    };
    let mut counts = vec![0; items.len()];
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads.clamp(1, items.len().max(1))).map(|_| scope.spawn(worker)).collect();
        for (index, count) in
            workers.into_iter().flat_map(|worker| worker.join().expect("counting does not panic"))
        {
            counts[index] = count;
        }
    });
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::knightline::{KnightLine, Official};
    use games::neutreeko::Neutreeko;

    #[test]
    fn threads_and_division_agree_with_the_plain_count() {
        let start = Neutreeko::default();
        for depth in 0..5 {
            let plain = perft(&start, depth);
            assert_eq!(perft_parallel(&start, depth, 3), plain);
            if depth > 0 {
                assert_eq!(divide(&start, depth, 2).iter().map(|(_, leaves)| leaves).sum::<u64>(), plain);
            }
        }
    }

    #[test]
    fn a_finished_game_has_no_leaves() {
        let over: KnightLine<Official> = "w1w1w1w1b5 b @m0".parse().unwrap();
        assert_eq!((perft(&over, 0), perft(&over, 1), perft_parallel(&over, 4, 2)), (1, 0, 0));
    }
}
