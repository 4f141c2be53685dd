//! What is done with a proof once it is found: its line is played out, and a shorter one is looked for.

use games::Game;

use super::{Limits, PvLine, Search, SearchResult, Style, TranspositionTable, Value};

/// Effort per move of a proved line that is played out; more is never needed where the proof itself was found.
const COMPLETION_NODES: u64 = 400_000;

/// Effort to show that no proof of a report is longer than need be, all its lines together: some tenths of a second.
const CONFIRMATION_NODES: u64 = 400_000;

/// Plays a proved line out to its end, where the search cut it short; unless it is told to stop.
pub fn complete<P: Game>(position: &P, line: &mut PvLine<P::Move>, table: &TranspositionTable, limits: &Limits<'_>) {
    let Some(plies) = plies(line.value()) else { return };
    let mut current = position.clone();
    for mv in &line.moves {
        current.play(*mv);
    }
    while current.outcome().is_none() && line.moves.len() < plies as usize {
        let left = plies - line.moves.len() as u32;
        let limits = Limits { depth: Some(left), nodes: Some(COMPLETION_NODES), stop: limits.stop, time: None };
        if limits.are_spent(0) {
            return;
        }
        let Some(report) = (Search { style: Style::Exact, ..Search::new(current.clone(), table, limits) }).run(|_| {}) else { return };
        let mv = report.lines[0].moves[0];
        line.moves.push(mv);
        current.play(mv);
    }
}

/// Looks for shorter proofs than a selective search has found, as far as the limits go, and puts them in their places. Says of each line
/// whether its distance is exact: that of the first is the position's, that of another its first move's.
pub fn confirm<P: Game>(position: &P, history: &[u64], report: &mut SearchResult<P::Move>, limits: &Limits<'_>) -> Vec<bool> {
    let count = report.lines.len();
    // Most searches prove nothing, and then there is nothing to look for.
    if report.lines.iter().all(|line| plies(line.value()).is_none()) {
        return vec![true; count];
    }
    let left = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(report.nodes));
    let mut shortest =
        Shortest { table: TranspositionTable::new(1), limits: Limits { nodes: Some(left.min(CONFIRMATION_NODES)), ..*limits }, nodes: 0 };
    let (found, is_exact) = shortest.of(position, history, report.lines[0].value());
    if let Some(found) = found {
        report.lines.retain(|line| line.moves[0] != found.moves[0]);
        report.lines.insert(0, found);
        report.lines.truncate(count);
    }
    let mut confirmed = vec![(report.lines.remove(0), is_exact)];
    let history = [history, &[position.key()]].concat();
    for mut line in report.lines.drain(..) {
        let mut next = position.clone();
        next.play(line.moves[0]);
        let (found, is_exact) = shortest.of(&next, &history, after_a_move(line.value()));
        if let Some(found) = found {
            line.moves.truncate(1);
            line.moves.extend(found.moves);
            // For the other side, and one ply farther from the end.
            line.score = found.score.signum() - found.score;
        }
        confirmed.push((line, is_exact));
    }
    confirmed.sort_by_key(|(line, _)| -line.score);
    report.nodes += shortest.nodes;
    let (lines, exact) = confirmed.into_iter().unzip();
    report.lines = lines;
    exact
}

/// Searches that leave nothing out, and what they may still spend.
struct Shortest<'a> {
    /// Not that of the selective search, which knows less of a position than its depth says.
    table: TranspositionTable,
    limits: Limits<'a>,
    nodes: u64,
}

impl Shortest<'_> {
    /// A shorter proof of the same result, if there is one, and whether there is none shorter than that.
    fn of<P: Game>(&mut self, position: &P, history: &[u64], value: Value) -> (Option<PvLine<P::Move>>, bool) {
        let Some(plies) = plies(value) else { return (None, true) };
        // Nothing is shorter than one ply.
        if plies <= 1 {
            return (None, true);
        }
        let limits =
            Limits { depth: Some(plies - 1), nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes)), ..self.limits };
        if limits.are_spent(0) {
            return (None, false);
        }
        let search = Search { style: Style::Exact, history: history.to_vec(), ..Search::new(position.clone(), &self.table, limits) };
        let Some(report) = search.run(|_| {}) else { return (None, true) };
        self.nodes += report.nodes;
        // Where no time was left for another iteration, the search ends without being told to.
        let (is_cut_short, is_deep_enough) = (limits.are_spent(report.nodes), report.depth >= plies - 1);
        let found = report.lines.into_iter().next().filter(|line| same_result(line.value(), value));
        let is_exact = !is_cut_short && (is_deep_enough || found.is_some());
        (found, is_exact)
    }
}

fn plies(value: Value) -> Option<u32> {
    match value {
        Value::WinIn(plies) | Value::LossIn(plies) => Some(plies),
        Value::Draw | Value::About(_) => None,
    }
}

/// The value for the other side, after the first move of a line of this value.
fn after_a_move(value: Value) -> Value {
    match value {
        Value::WinIn(plies) => Value::LossIn(plies.saturating_sub(1)),
        Value::LossIn(plies) => Value::WinIn(plies.saturating_sub(1)),
        other => other,
    }
}

fn same_result(one: Value, other: Value) -> bool {
    matches!((one, other), (Value::WinIn(_), Value::WinIn(_)) | (Value::LossIn(_), Value::LossIn(_)))
}
