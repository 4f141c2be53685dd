//! Proofs about single positions of a game that is not solved as a whole, and how they change the result of a
//! search.

use std::cmp::Reverse;

use games::Position;

use crate::analysis::{Distance, SearchOptions};
use crate::search::value::EVALUATION_MAX;
use crate::search::{SearchLimits, Time, Value, ValuedLine};

/// What is proved of a position.
#[derive(Clone, Debug)]
pub struct Proof<M> {
    /// A win or a loss, for the side to move.
    pub value: Value,
    pub distance: Distance,
    /// How the game may go on, if that is known: it begins with the move to play, and ends the game.
    pub line: Vec<M>,
}

/// Proves positions one by one and keeps the proofs, for the moves to come. What it says nothing about is
/// not known.
pub trait Proofs<P: Position>: Send {
    /// Returns what is known without any search.
    fn known(&self, position: &P) -> Option<Proof<P::Move>>;

    /// Likewise, without a line.
    fn known_value(&self, position: &P) -> Option<(Value, Distance)>;

    /// Tries to prove that the side to move wins.
    fn prove_win(&mut self, position: &P, limits: &SearchLimits<'_>) -> Option<Proof<P::Move>>;

    /// Tries to prove that the side to move loses.
    fn prove_loss(&mut self, position: &P, limits: &SearchLimits<'_>) -> Option<Proof<P::Move>>;

    /// Makes ready what takes a while and can be done before it is needed.
    fn prepare(&self) {}
}

/// Positions that an attempt may visit without another limit: about half a second.
const NODES_MAX: u64 = 100_000;
/// What part of the nodes and of the time one attempt may take. The search has at least half of it left.
const SHARE: u32 = 4;

/// Returns what is known of a position or can be proved with a part of these limits.
pub fn prove<P: Position>(
    proofs: &mut dyn Proofs<P>,
    position: &P,
    limits: &SearchLimits<'_>,
) -> Option<Proof<P::Move>> {
    let nodes = limits.nodes.map_or(NODES_MAX, |nodes| (nodes / u64::from(SHARE)).min(NODES_MAX));
    let part = |parts: u32| {
        let time = limits.time.map(|time| Time { hard: time.hard * parts / SHARE, ..time });
        SearchLimits { nodes: Some(nodes), time, ..*limits }
    };
    proofs
        .known(position)
        .or_else(|| proofs.prove_win(position, &part(1)))
        .or_else(|| proofs.prove_loss(position, &part(2)))
}

impl<M: Copy> From<&Proof<M>> for ValuedLine<M> {
    fn from(proof: &Proof<M>) -> Self {
        Self { value: proof.value, distance: proof.distance, moves: proof.line.clone() }
    }
}

/// Puts what is proved of a position and of its moves into the result of a search. At most so many
/// lines are kept.
///
/// A line is given the value of a proof only together with the moves of that proof, so that it always ends as
/// it says. Returns `false` when every line is proved to lose and the position is not: then there is a better
/// move that the search has not shown.
pub fn amend<P: Position>(
    lines: &mut Vec<ValuedLine<P::Move>>,
    proofs: &mut dyn Proofs<P>,
    position: &P,
    proof: Option<&Proof<P::Move>>,
    options: &SearchOptions<'_>,
) -> bool {
    let is_lost = proof.is_some_and(|proof| matches!(proof.value, Value::LossIn(_)));
    let limits = SearchLimits { nodes: Some(NODES_MAX), depth: None, ..options.limits };
    // Where everything loses, so does every move, and what shows it is a part of what showed the whole.
    let after =
        |next: &P| proofs.known(next).or_else(|| is_lost.then(|| proofs.prove_win(next, &limits)).flatten());
    amend_by(lines, after, position, proof, options.lines)
}

/// Likewise, with what is proved already and no more: for what is told while a search goes on.
pub fn amend_by_known<P: Position>(
    lines: &mut Vec<ValuedLine<P::Move>>,
    proofs: &dyn Proofs<P>,
    position: &P,
    proof: Option<&Proof<P::Move>>,
    count: usize,
) -> bool {
    amend_by(lines, |next| proofs.known(next), position, proof, count)
}

fn amend_by<P: Position>(
    lines: &mut Vec<ValuedLine<P::Move>>,
    mut after: impl FnMut(&P) -> Option<Proof<P::Move>>,
    position: &P,
    proof: Option<&Proof<P::Move>>,
    count: usize,
) -> bool {
    // What the search proved of its first line it proved of the position.
    let bounds = [lines.first().map(|line| line.value), proof.map(|proof| proof.value)];
    for line in lines.iter_mut() {
        let mut next = position.clone();
        next.play(line.moves[0]);
        if let Some(after) = after(&next).filter(|after| !after.line.is_empty())
            && is_news(line.value, after.value.one_ply_earlier(), after.distance)
        {
            (line.value, line.distance) = (after.value.one_ply_earlier(), after.distance);
            line.moves.truncate(1);
            line.moves.extend_from_slice(&after.line);
        }
    }
    // Where the position is lost within so many plies, every move loses within them.
    if let Some(Value::LossIn(plies)) = proof.map(|proof| proof.value) {
        for line in lines.iter_mut().filter(|line| !line.value.is_proved()) {
            line.moves.truncate(1);
            (line.value, line.distance) = (Value::LossIn(plies), Distance::AtMost);
        }
    }
    if let Some(proved) = proof.filter(|proof| !proof.line.is_empty()).map(ValuedLine::from) {
        match lines.iter().position(|line| line.moves[0] == proved.moves[0]) {
            Some(place) if is_news(lines[place].value, proved.value, proved.distance) => {
                lines[place] = proved;
            }
            Some(_) => {}
            None => lines.insert(0, proved),
        }
    }
    lines.sort_by_key(|line| Reverse(line.value.rank()));
    lines.truncate(count.max(1));
    if let Some(first) = lines.first_mut() {
        let is_known =
            proof.is_some_and(|proof| proof.distance == Distance::Exact && proof.value == first.value);
        if !is_known {
            first.distance = Distance::AtMost;
        }
        // That the move of a line loses soon does not mean that the position does: another move may hold out
        // longer.
        if matches!(first.value, Value::LossIn(_)) {
            let losses = bounds.into_iter().flatten().filter(|value| matches!(value, Value::LossIn(_)));
            let bound = losses.min_by_key(|value| value.plies());
            first.value = bound.unwrap_or(Value::About(-EVALUATION_MAX));
            return bound.is_some();
        }
    }
    true
}

/// Returns whether a proof says more than a search did: something at all, or a shorter way, or that there is
/// none.
fn is_news(searched: Value, proved: Value, distance: Distance) -> bool {
    match (searched, proved) {
        (Value::WinIn(known), Value::WinIn(plies)) | (Value::LossIn(known), Value::LossIn(plies)) => {
            plies < known || distance == Distance::Exact
        }
        _ => true,
    }
}
