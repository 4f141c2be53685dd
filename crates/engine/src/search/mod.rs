//! Iterative deepening over principal-variation alpha-beta, for every game alike.
//!
//! The tree is in [`tree`]; here are its root, its limits and its report.

mod judge;
pub mod limits;
mod order;
pub mod plain;
mod proved;
mod root;
pub mod table;
mod tree;
pub mod value;

use games::Game;

pub use limits::{Clock, Limits, Time};
pub use proved::{complete, confirm};
pub use table::Table;
use tree::Tree;
use value::{INFINITE, PLIES_MAX};
pub use value::{Score, Value};

/// How freely the search may leave things out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Reductions, null moves and looking past the horizon: strongest.
    Selective,
    /// Only what cannot change the result at a fixed depth: agrees with [`plain::negamax`].
    Exact,
}

/// One line of play with its score for the side to move at its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    pub score: Score,
    pub moves: Vec<M>,
}

impl<M> Line<M> {
    pub fn value(&self) -> Value {
        self.score.into()
    }
}

/// What an iteration has found.
#[derive(Clone, Debug)]
pub struct Report<M> {
    pub depth: u32,
    pub nodes: u64,
    /// The best lines, best first; as many as were asked for and there are moves.
    pub lines: Vec<Line<M>>,
}

/// A search of one position. Everything it needs comes with it; nothing outlives it but the table.
#[derive(Debug)]
pub struct Search<'a, P: Game> {
    pub table: &'a Table,
    pub limits: Limits<'a>,
    pub style: Style,
    /// How many lines to find.
    pub lines: usize,
    /// Keys of the game's positions before this one, oldest first.
    pub history: Vec<u64>,
    /// How much worse than even a draw is to the side to move. Where it is worse at all, coming back to any position of the game is as good as one,
    /// and chances to win count.
    pub contempt: Score,
    /// Threads that help search the same position each begin a little differently.
    pub helper: usize,
    pub position: P,
}

impl<'a, P: Game> Search<'a, P> {
    pub fn new(position: P, table: &'a Table, limits: Limits<'a>) -> Self {
        Self { table, limits, style: Style::Selective, lines: 1, history: Vec::new(), contempt: 0, helper: 0, position }
    }

    /// Searches until a limit is reached, reporting each finished iteration. The last report is returned: its first line begins with the move
    /// to play. `None` when the game is over.
    pub fn run(self, mut tell: impl FnMut(&Report<P::Move>)) -> Option<Report<P::Move>> {
        let mut roots = Vec::new();
        self.position.moves(&mut roots);
        let first = *roots.first()?;
        let mut tree: Tree<'_, P> = Tree::new(self.table, self.limits, self.style, self.history, self.helper);
        tree.contempt = self.contempt;
        let mut best = Report { depth: 0, nodes: 0, lines: vec![Line { score: 0, moves: vec![first] }] };
        let depth_max = self.limits.depth.unwrap_or(u32::MAX).min(PLIES_MAX as u32 / 2);
        for depth in 1..=depth_max {
            // Something must be found before time counts.
            if depth > 1 && !self.limits.allow_iteration(depth) {
                break;
            }
            let lines = search_lines(&mut tree, &self.position, depth, self.lines.clamp(1, roots.len()), &best);
            let finished = !tree.is_stopped();
            if finished || improves(&lines, &best, depth) {
                best = Report { depth, nodes: tree.nodes(), lines };
            }
            best.nodes = tree.nodes();
            tell(&best);
            if !finished || is_settled(&best, depth, roots.len()) {
                break;
            }
        }
        Some(best)
    }
}

/// An iteration cut short is still worth something when it got as far as a first line. But it proves no loss: another move might have held.
fn improves<M>(lines: &[Line<M>], best: &Report<M>, depth: u32) -> bool {
    let is_found = |line: &Line<M>| !line.moves.is_empty() && !matches!(line.value(), Value::LossIn(_));
    lines.len() == best.lines.len() && lines.iter().all(is_found) && depth > best.depth
}

/// Whether deeper iterations could change nothing: all lines are proved within the depth.
fn is_settled<M>(report: &Report<M>, depth: u32, moves: usize) -> bool {
    let within = |line: &Line<M>| match line.value() {
        Value::WinIn(plies) | Value::LossIn(plies) => plies <= depth,
        Value::Draw | Value::About(_) => false,
    };
    report.lines.len() == moves.min(report.lines.len()) && report.lines.iter().all(within)
}

/// The best lines at a depth, each searched without the first moves of those before it.
fn search_lines<P: Game>(tree: &mut Tree<'_, P>, position: &P, depth: u32, count: usize, last: &Report<P::Move>) -> Vec<Line<P::Move>> {
    let mut lines: Vec<Line<P::Move>> = Vec::new();
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

/// Begins with a narrow window around what was found before and widens it until the score lies inside.
fn search_window<P: Game>(tree: &mut Tree<'_, P>, position: &P, depth: u32, guess: Option<Score>, excluded: &[P::Move]) -> Line<P::Move> {
    let mut margin = 40;
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
