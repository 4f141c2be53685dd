//! What is done with a proof once it is found: its distance is made exact where that can be shown, and its
//! line is played out.

use std::cmp::Reverse;

use games::{Game, Outcome};

use super::tables::EndgameTables;
use super::{Distance, DistanceSearch, PvLine, Search, SearchLimits, TranspositionTable, Value};

/// Effort per move of a proved line that is played out; more is never needed where the proof itself was
/// found.
const COMPLETION_NODES: u64 = 400_000;

/// Effort to find exact distances, all lines together: some tenths of a second.
const CONFIRMATION_NODES: u64 = 400_000;

/// A value with the moves that show it. The first of several lines speaks for the position, each other one
/// for its first move.
#[derive(Clone, Debug)]
pub struct ValuedLine<M> {
    /// For the side to move.
    pub value: Value,
    pub distance: Distance,
    pub moves: Vec<M>,
}

impl<M> From<PvLine<M>> for ValuedLine<M> {
    /// A selective search may miss the shortest win, but nothing is shorter than one ply.
    fn from(line: PvLine<M>) -> Self {
        let is_shortest = line.value().plies() == Some(1) && line.moves.len() == 1;
        Self {
            value: line.value(),
            distance: if is_shortest { Distance::Exact } else { Distance::AtMost },
            moves: line.moves,
        }
    }
}

/// Plays a proved line out to its end, where the search cut it short, unless it is stopped.
pub fn complete<P: Game>(
    position: &P,
    history: &[u64],
    line: &mut ValuedLine<P::Move>,
    table: &TranspositionTable,
    tables: Option<&dyn EndgameTables<P>>,
    limits: &SearchLimits<'_>,
) {
    let Some(plies) = line.value.plies() else { return };
    let winner = if matches!(line.value, Value::WinIn(_)) { position.turn() } else { !position.turn() };
    let mut current = position.clone();
    let mut history = history.to_vec();
    let mut moves = Vec::new();
    while current.outcome().is_none() && moves.len() < plies as usize {
        let mv = match line.moves.get(moves.len()) {
            Some(mv) => *mv,
            // Only a capture of this line can have led to what the tables know and the search does not.
            None if let Some(rest) = tables.and_then(|tables| tables.moves(&current, &[])) => {
                let Some(rest) = rest.into_iter().next() else { return };
                for mv in rest.moves {
                    moves.push(mv);
                    current.play(mv);
                }
                break;
            }
            None => {
                let left = plies - moves.len() as u32;
                let limits = SearchLimits {
                    depth: Some(left),
                    nodes: Some(COMPLETION_NODES),
                    stop: limits.stop,
                    time: None,
                };
                let search =
                    Search { history: history.clone(), ..Search::new(current.clone(), table, limits) };
                let Some(report) = (!limits.are_spent(0)).then(|| search.run(|_| {})).flatten() else {
                    return;
                };
                report.lines[0].moves[0]
            }
        };
        moves.push(mv);
        history.push(current.key());
        current.play(mv);
    }
    // What does not end as it should is not shown.
    if current.outcome() == Some(Outcome::Win(winner)) {
        line.moves = moves;
    }
}

/// Looks for the exact distances of what is proved, as far as the limits go when a search has spent so many
/// nodes of them, and puts the lines in their order. Returns the nodes that this took.
///
/// A distance becomes exact only together with a line that takes as long: the first line's is the position's,
/// another one's that of its first move.
pub fn confirm<P: Game>(
    position: &P,
    history: &[u64],
    lines: &mut Vec<ValuedLine<P::Move>>,
    limits: &SearchLimits<'_>,
    spent: u64,
) -> u64 {
    let left = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(spent)).min(CONFIRMATION_NODES);
    let mut search = DistanceSearch::new(history, SearchLimits { nodes: Some(left), ..*limits });
    let count = lines.len();
    let is_open =
        |line: &ValuedLine<P::Move>| line.value.plies().is_some() && line.distance == Distance::AtMost;
    if let Some(best) = lines.first().filter(|line| is_open(line)) {
        let first: Vec<P::Move> = lines.iter().map(|line| line.moves[0]).collect();
        let found = search
            .exact(position, best.value)
            .and_then(|value| Some((value, search.line(position, value, &first)?)));
        if let Some((value, moves)) = found {
            lines.retain(|line| line.moves[0] != moves[0]);
            lines.insert(0, ValuedLine { value, distance: Distance::Exact, moves });
            lines.truncate(count);
        }
    }
    let bound = lines.first().map(|line| line.value);
    for line in lines.iter_mut().skip(1) {
        // Where everything loses within so many plies, so does this.
        if let (Some(Value::LossIn(longest)), Value::LossIn(plies)) = (bound, line.value)
            && longest < plies
        {
            line.value = Value::LossIn(longest);
        }
        if is_open(line) {
            let mut next = position.clone();
            next.play(line.moves[0]);
            let found = search
                .exact(&next, line.value.one_ply_later())
                .and_then(|value| Some((value, search.line(&next, value, &[])?)));
            if let Some((value, moves)) = found {
                line.moves.truncate(1);
                line.moves.extend(moves);
                (line.value, line.distance) = (value.one_ply_earlier(), Distance::Exact);
            }
        }
    }
    if let Some((_, others)) = lines.split_first_mut() {
        others.sort_by_key(|line| Reverse(line.value.rank()));
    }
    // A win that turned out to be faster than the first line's comes first. Of the position it is an upper
    // bound only.
    if let [first, second, ..] = &lines[..]
        && matches!(second.value, Value::WinIn(_))
        && second.value.rank() > first.value.rank()
    {
        lines.swap(0, 1);
        lines[0].distance = Distance::AtMost;
        lines[1..].sort_by_key(|line| Reverse(line.value.rank()));
    }
    search.nodes()
}
