//! Iterative deepening over principal-variation alpha-beta, for every game alike.
//!
//! The recursive search is in `tree`; this module holds iterative deepening, aspiration windows and multiple
//! lines.

mod distance;
mod evaluate;
mod history;
pub mod limits;
mod move_picker;
pub mod parameters;
pub mod plain;
mod proved;
mod root;
pub mod tables;
pub mod transposition;
mod tree;
pub mod value;

use std::fmt;

use games::Game;

use crate::net::Network;

pub use distance::DistanceSearch;
pub use limits::{SearchLimits, Time, TimeSource};
pub use parameters::SearchParameters;
pub use proved::{ValuedLine, complete, confirm};
use tables::EndgameTables;
pub use transposition::TranspositionTable;
use tree::Tree;
pub use value::{Distance, Score, Value};
use value::{INFINITE, PLIES_MAX};

/// How selective the search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// With pruning, reductions and quiescence search: strongest.
    Selective,
    /// Only with pruning that cannot change the score at a fixed depth: agrees with [`plain::negamax`].
    Exact,
}

/// A principal variation with its score for the side to move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvLine<M> {
    pub score: Score,
    pub moves: Vec<M>,
}

impl<M> PvLine<M> {
    pub fn value(&self) -> Value {
        self.score.into()
    }
}

/// The result of an iteration.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    pub depth: u32,
    pub nodes: u64,
    /// The principal variations, best first: the number asked for, or one per legal move if there are fewer.
    pub lines: Vec<PvLine<M>>,
}

/// A search of one position. Only the transposition table outlives it.
pub struct Search<'a, P: Game> {
    pub table: &'a TranspositionTable,
    pub limits: SearchLimits<'a>,
    pub style: Style,
    /// The number of lines to find (MultiPV).
    pub lines: usize,
    /// Keys of the game's positions before this one, oldest first.
    pub history: Vec<u64>,
    /// How much worse than even a draw is for the side to move. If it is positive, a single repetition of a
    /// position of the game counts as a draw, and the evaluation includes winning chances.
    pub contempt: Score,
    /// The network that evaluates positions; without one, or where every line must be proved, the game's own
    /// evaluation does.
    pub network: Option<&'a Network>,
    /// The numbers of the search; those of the evaluation in use where there are none.
    pub parameters: Option<SearchParameters>,
    /// What is known of positions with few pieces.
    pub tables: Option<&'a dyn EndgameTables<P>>,
    /// 0 for the main thread; helper threads search the root moves in an order that depends on their number.
    pub helper: usize,
    pub position: P,
}

impl<P: Game> fmt::Debug for Search<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("position", &self.position).finish_non_exhaustive()
    }
}

impl<'a, P: Game> Search<'a, P> {
    pub fn new(position: P, table: &'a TranspositionTable, limits: SearchLimits<'a>) -> Self {
        Self {
            table,
            limits,
            style: Style::Selective,
            lines: 1,
            history: Vec::new(),
            contempt: 0,
            network: None,
            parameters: None,
            tables: None,
            helper: 0,
            position,
        }
    }

    /// Searches until a limit is reached and calls `on_iteration` with each result. Returns the last one,
    /// whose first line begins with the move to play, or `None` when the game is over.
    pub fn run(self, mut on_iteration: impl FnMut(&SearchResult<P::Move>)) -> Option<SearchResult<P::Move>> {
        let mut roots = Vec::new();
        self.position.moves(&mut roots);
        let first = *roots.first()?;
        let mut tree: Tree<'_, P> = Tree::new(self.table, self.limits, self.style, self.history, self.helper);
        tree.contempt = self.contempt;
        // An exact search agrees with plain negamax, which uses the game's own evaluation.
        tree.network = self.network.filter(|_| self.style == Style::Selective);
        tree.parameters =
            self.parameters.unwrap_or_else(|| SearchParameters::of::<P>(tree.network.is_some()));
        tree.tables = self.tables.filter(|_| self.style == Style::Selective);
        tree.root_plies = self.position.plies_to_draw();
        let mut best =
            SearchResult { depth: 0, nodes: 0, lines: vec![PvLine { score: 0, moves: vec![first] }] };
        let depth_max = self.limits.depth.unwrap_or(u32::MAX).min(PLIES_MAX as u32 / 2);
        for depth in 1..=depth_max {
            // The first iteration always runs, so that there is a move to play.
            if depth > 1 && !self.limits.allow_iteration(depth - 1, tree.share_of_best(&best)) {
                break;
            }
            let lines =
                search_lines(&mut tree, &self.position, depth, self.lines.clamp(1, roots.len()), &best);
            let finished = !tree.is_stopped();
            if finished || improves(&lines, &best, depth) {
                best = SearchResult { depth, nodes: tree.nodes(), lines };
            }
            best.nodes = tree.nodes();
            on_iteration(&best);
            if !finished || is_settled(&best, depth) {
                break;
            }
        }
        Some(best)
    }
}

/// Returns whether the lines of an interrupted iteration replace the last result: only if complete, and never
/// to claim a loss, because a move that was not searched might avoid it.
fn improves<M>(lines: &[PvLine<M>], best: &SearchResult<M>, depth: u32) -> bool {
    let is_found = |line: &PvLine<M>| !line.moves.is_empty() && !matches!(line.value(), Value::LossIn(_));
    lines.len() == best.lines.len() && lines.iter().all(is_found) && depth > best.depth
}

/// Returns whether deeper iterations could change nothing: all lines are proved within the depth.
fn is_settled<M>(result: &SearchResult<M>, depth: u32) -> bool {
    let within = |line: &PvLine<M>| match line.value() {
        Value::WinIn(plies) | Value::LossIn(plies) => plies <= depth,
        Value::Draw | Value::About(_) => false,
    };
    result.lines.iter().all(within)
}

/// Finds the best lines at a depth, each without the first moves of the lines before it.
fn search_lines<P: Game>(
    tree: &mut Tree<'_, P>,
    position: &P,
    depth: u32,
    count: usize,
    last: &SearchResult<P::Move>,
) -> Vec<PvLine<P::Move>> {
    let mut lines: Vec<PvLine<P::Move>> = Vec::new();
    for index in 0..count {
        let excluded: Vec<P::Move> = lines.iter().map(|line| line.moves[0]).collect();
        let guess = last.lines.get(index).map(|line| line.score);
        let line = search_window(tree, position, depth, guess.filter(|_| depth > 3), &excluded);
        if line.moves.is_empty() {
            break;
        }
        lines.push(line);
        if tree.is_stopped() {
            break;
        }
    }
    lines.sort_by_key(|line| -line.score);
    lines
}

/// Searches with an aspiration window around the last score and widens it until the score lies inside.
fn search_window<P: Game>(
    tree: &mut Tree<'_, P>,
    position: &P,
    depth: u32,
    guess: Option<Score>,
    excluded: &[P::Move],
) -> PvLine<P::Move> {
    let mut margin = tree.parameters.aspiration;
    let (mut alpha, mut beta) = match guess {
        Some(score) if !Value::from(score).is_proved() => (score - margin, score + margin),
        _ => (-INFINITE, INFINITE),
    };
    loop {
        let line = tree.root(position, depth as i32, alpha, beta, excluded);
        if tree.is_stopped() {
            return line;
        }
        margin *= 4;
        if line.score <= alpha && alpha > -INFINITE {
            alpha = if margin > 2000 { -INFINITE } else { alpha - margin };
        } else if line.score >= beta && beta < INFINITE {
            beta = if margin > 2000 { INFINITE } else { beta + margin };
        } else {
            return line;
        }
    }
}

#[cfg(test)]
mod tests;
