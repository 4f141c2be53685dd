//! What is proved about Knight Line: the stored strategies, and what a bounded search can add to them.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

use games::knightline::{KnightLine, Rules, Split};
use games::{Player, Position};

use crate::analysis::Distance;
use crate::proofs::{Proof, Proofs};
use crate::search::{SearchLimits, Value};
use crate::solve::knightline::replies::{self, DecidedReply};
use crate::solve::knightline::{Book, Control, Goal, ProofOptions, Prover, Verdict};

/// Proofs that are remembered: a game seldom needs more than one.
const BOOKS_MAX: usize = 8;
/// How far a win is looked for, in own moves.
const COUNT_MAX: u8 = 12;
/// Positions that one attempt may visit where the limits do not say.
const NODES_MAX: u64 = 1_000_000;
const MEMORY_MB: usize = 8;
/// With best play the game from the start takes so many plies.
const GAME_PLIES: u32 = 20;

/// Plays by the stored strategies and by its own proofs.
#[derive(Debug, Default)]
pub struct Proved {
    books: VecDeque<Book>,
}

impl<R: Rules> Proofs<KnightLine<R>> for Proved {
    fn known(&self, position: &KnightLine<R>) -> Option<Proof<Split>> {
        let found = self.consult_all(position)?;
        let longest = || found.reply.filter(|_| found.distance == Distance::Exact)?.longest_line(position);
        let line = longest().unwrap_or_else(|| found.book.line(position));
        // A distance that the line does not show is not called exact.
        let distance =
            if line.len() as u32 == plies(found.value) { found.distance } else { Distance::AtMost };
        Some(Proof { value: found.value, distance, line })
    }

    fn known_value(&self, position: &KnightLine<R>) -> Option<(Value, Distance)> {
        self.consult_all(position).map(|found| (found.value, found.distance))
    }

    fn prove_win(&mut self, position: &KnightLine<R>, limits: &SearchLimits<'_>) -> Option<Proof<Split>> {
        let mut prover = Prover::new(position, None, Goal::Win, &options()).ok()?;
        let book = within(limits, |control| {
            shortest(&mut prover, limits, control)?;
            Some(Book::from(&prover.certificate(control)?))
        })?;
        self.books.truncate(BOOKS_MAX - 1);
        self.books.push_front(book);
        self.known(position)
    }

    fn prove_loss(&mut self, position: &KnightLine<R>, limits: &SearchLimits<'_>) -> Option<Proof<Split>> {
        let mut prover = Prover::against_mover(position, &options()).ok()?;
        let count = within(limits, |control| shortest(&mut prover, limits, control))?;
        Some(Proof {
            value: Value::LossIn(2 * u32::from(count)),
            distance: Distance::AtMost,
            line: Vec::new(),
        })
    }

    fn prepare(&self) {
        for reply in replies::decided() {
            reply.book();
        }
    }
}

/// What a book says of a position.
struct Found<'a> {
    /// Where the book is stored with the program: the reply that it is about.
    reply: Option<&'a DecidedReply>,
    book: &'a Book,
    value: Value,
    distance: Distance,
}

impl Proved {
    fn consult_all<R: Rules>(&self, position: &KnightLine<R>) -> Option<Found<'_>> {
        let stored = replies::decided().iter().filter(|reply| reply.may_lead_to(position));
        let stored = stored.filter_map(|reply| Some((Some(reply), reply.book()?)));
        stored.chain(self.books.iter().map(|book| (None, book))).find_map(|(reply, book)| {
            let value = consult(book, position)?;
            Some(Found { reply, book, value, distance: distance(value, position, reply) })
        })
    }
}

/// Returns what a book says of a position.
fn consult<R: Rules>(book: &Book, position: &KnightLine<R>) -> Option<Value> {
    // A side whose every move ends the game has lost with it.
    let waiting =
        || book.left_after_any_move(position).map(|left| Value::LossIn((2 * u32::from(left)).max(1)));
    book.find(position).map(|(left, _)| Value::WinIn(2 * u32::from(left) - 1)).or_else(waiting)
}

/// Returns whether a win from a book is the fastest: at once, or that of the start, which the other
/// side can put off so long.
fn distance<R: Rules>(value: Value, position: &KnightLine<R>, reply: Option<&DecidedReply>) -> Distance {
    // The first player survives nine turns of the second from the start, so up to the first reply nothing is
    // faster than the tenth.
    let played = Player::BOTH.map(|player| position.stacks(player).len() - 1).iter().sum::<usize>() as u32;
    let second_wins = matches!(value, Value::WinIn(_)) == (position.turn() == Player::Second);
    let is_fastest = reply.is_some_and(DecidedReply::is_fastest) && replies::is_early(position);
    let is_best = is_fastest && second_wins && plies(value) + played == GAME_PLIES;
    if plies(value) <= 1 || is_best { Distance::Exact } else { Distance::AtMost }
}

fn plies(value: Value) -> u32 {
    value.plies().unwrap_or(u32::MAX)
}

fn options() -> ProofOptions {
    ProofOptions { memory_mb: MEMORY_MB, ..ProofOptions::default() }
}

/// Does some work that ends when it is stopped or its time is over.
fn within<T>(limits: &SearchLimits<'_>, work: impl FnOnce(&mut Control<'_>) -> Option<T>) -> Option<T> {
    let limits = SearchLimits { nodes: None, ..*limits };
    let stop = AtomicBool::new(limits.are_spent(0));
    let mut progress = |nodes| stop.store(limits.are_spent(nodes), Ordering::Relaxed);
    if stop.load(Ordering::Relaxed) {
        None
    } else {
        work(&mut Control { stop: &stop, progress: &mut progress })
    }
}

/// Returns the fewest own moves within which a win can be proved.
fn shortest(prover: &mut Prover, limits: &SearchLimits<'_>, control: &mut Control<'_>) -> Option<u8> {
    let nodes_max = limits.nodes.unwrap_or(NODES_MAX);
    for count in 1..=COUNT_MAX {
        prover.allow(nodes_max.saturating_sub(prover.nodes()));
        match prover.prove(count, control) {
            Verdict::Proved => {
                // A few more nodes to write a proof out, so that it is not lost.
                prover.allow(nodes_max);
                return Some(count);
            }
            Verdict::NoProof => {}
            Verdict::Stopped => return None,
        }
    }
    None
}
