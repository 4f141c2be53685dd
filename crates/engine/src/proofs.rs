//! Proofs about single positions of a game that is not known as a whole, and how they change what a search thinks.

use games::Position;

use crate::analysis::{Analysis, AnalysisLine, Distance, SearchOptions};
use crate::search::{Limits, Time, Value};

/// What is proved of a position.
#[derive(Clone, Debug)]
pub struct Proof<M> {
    /// A win or a loss, for the side to move.
    pub value: Value,
    pub distance: Distance,
    /// How the game may go on, if that is known: it begins with the move to play, and ends the game.
    pub line: Vec<M>,
}

/// Proves positions one by one and remembers the proofs, for the moves to come. What it says nothing about is not known.
pub trait Proofs<P: Position>: Send {
    /// What is known without any search.
    fn known(&self, position: &P) -> Option<Proof<P::Move>>;

    /// Likewise, without a line.
    fn known_value(&self, position: &P) -> Option<(Value, Distance)>;

    /// Tries to prove that the side to move wins.
    fn prove_win(&mut self, position: &P, limits: &Limits<'_>) -> Option<Proof<P::Move>>;

    /// Tries to prove that the side to move loses.
    fn prove_loss(&mut self, position: &P, limits: &Limits<'_>) -> Option<Proof<P::Move>>;

    /// Makes ready what takes a while and can be done before it is needed.
    fn prepare(&self) {}
}

/// Positions that an attempt may visit where nobody says how long to think: about half a second.
const NODES_MAX: u64 = 100_000;
/// What part of the nodes and of the time one attempt may take. The search has at least half of it left.
const SHARE: u32 = 4;

/// What is known of a position or can be proved with a part of these limits.
pub fn prove<P: Position>(proofs: &mut dyn Proofs<P>, position: &P, limits: &Limits<'_>) -> Option<Proof<P::Move>> {
    let nodes = limits.nodes.map_or(NODES_MAX, |nodes| (nodes / u64::from(SHARE)).min(NODES_MAX));
    let part = |parts: u32| {
        let time = limits.time.map(|time| Time { hard: time.hard * parts / SHARE, ..time });
        Limits { nodes: Some(nodes), time, ..*limits }
    };
    proofs.known(position).or_else(|| proofs.prove_win(position, &part(1))).or_else(|| proofs.prove_loss(position, &part(2)))
}

/// What there is to say of a position when the line of its proof is enough.
pub fn analysis<M: ToString>(proof: &Proof<M>) -> Analysis {
    let line = proved_line(proof);
    Analysis { depth: line.moves.len() as u32, nodes: 0, lines: vec![line] }
}

fn proved_line<M: ToString>(proof: &Proof<M>) -> AnalysisLine {
    AnalysisLine { value: proof.value, distance: proof.distance, moves: proof.line.iter().map(M::to_string).collect() }
}

/// Puts what is proved of a position and of its moves into what a search thinks of them. At most so many lines are kept.
///
/// A line is given the value of a proof only together with the moves of that proof, so that it always ends as it says.
pub fn amend<P: Position>(
    analysis: &mut Analysis,
    proofs: &mut dyn Proofs<P>,
    position: &P,
    proof: Option<&Proof<P::Move>>,
    options: &SearchOptions<'_>,
) {
    let is_lost = proof.is_some_and(|proof| matches!(proof.value, Value::LossIn(_)));
    let limits = Limits { nodes: Some(NODES_MAX), depth: None, ..options.limits };
    for line in &mut analysis.lines {
        let Some(mv) = line.moves.first().and_then(|text| position.read_move(text).ok()) else { continue };
        let mut next = position.clone();
        next.play(mv);
        // Where everything loses, so does this, and what shows it is a part of what showed the whole.
        let after = proofs.known(&next).or_else(|| is_lost.then(|| proofs.prove_win(&next, &limits))?);
        if let Some(after) = after.filter(|after| !after.line.is_empty())
            && is_news(line.value, one_ply_earlier(after.value), after.distance)
        {
            (line.value, line.distance) = (one_ply_earlier(after.value), after.distance);
            line.moves.truncate(1);
            line.moves.extend(after.line.iter().map(P::Move::to_string));
        }
    }
    if let Some(proved) = proof.filter(|proof| !proof.line.is_empty()).map(proved_line) {
        match analysis.lines.iter().position(|line| line.moves.first() == proved.moves.first()) {
            Some(place) if is_news(analysis.lines[place].value, proved.value, proved.distance) => analysis.lines[place] = proved,
            Some(_) => {}
            None => analysis.lines.insert(0, proved),
        }
    }
    analysis.lines.sort_by_key(|line| match line.value {
        Value::WinIn(plies) => (0, i64::from(plies)),
        Value::Draw => (1, 0),
        Value::About(score) => (1, -i64::from(score)),
        Value::LossIn(plies) => (2, -i64::from(plies)),
    });
    analysis.lines.truncate(options.lines.max(1));
}

/// Whether a proof says more than a search did: something at all, or a shorter way, or that there is none.
fn is_news(searched: Value, proved: Value, distance: Distance) -> bool {
    match (searched, proved) {
        (Value::WinIn(known), Value::WinIn(plies)) | (Value::LossIn(known), Value::LossIn(plies)) => {
            plies < known || distance == Distance::Exact
        }
        _ => true,
    }
}

fn one_ply_earlier(value: Value) -> Value {
    match value {
        Value::WinIn(plies) => Value::LossIn(plies + 1),
        Value::LossIn(plies) => Value::WinIn(plies + 1),
        other => other,
    }
}
