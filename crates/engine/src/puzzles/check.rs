//! Whether a position is a puzzle: a search with several lines says which move is best and how much worse the
//! next one is. Mining uses it with a small budget first and with a large one to accept; the same check
//! verifies the books.

use games::{AnyPosition, GameEntry, Outcome, Record};

use super::book::{PuzzleEntry, PuzzleGoal, PuzzleLine, SolverMove};
use crate::analysis::{Analysis, AnalysisLine, SearchOptions};
use crate::any::{self, AnyEngine};
use crate::knowledge;
use crate::search::{SearchLimits, Value};
use crate::winprob::Curve;

/// How far a check searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheckBudget {
    /// Nodes per line that is searched.
    pub nodes: u64,
    /// How much the best move must be worth more than every other, as an expected result.
    pub gap: f64,
}

impl CheckBudget {
    /// To look at every position of a game.
    pub const GLANCE: Self = Self { nodes: 1_500, gap: 0.2 };
    /// To find the solution of a candidate.
    pub const SOLVE: Self = Self { nodes: 15_000, gap: 0.25 };
    /// To accept it: the second, longer search.
    pub const ACCEPT: Self = Self { nodes: 60_000, gap: 0.25 };
    /// To verify a book: farther still, and content with a little less than what was accepted, because
    /// another search gives another score.
    pub const VERIFY: Self = Self { nodes: 100_000, gap: 0.15 };
}

/// An advantage that is worth finding.
const ADVANTAGE_MIN: f64 = 0.45;
/// Moves with the same cells that differ by this much or less are the same solution.
const ALIKE_MAX: f64 = 0.05;
/// The longest win that is asked for, in plies.
const WIN_PLIES_MAX: u32 = 11;
/// The fewest legal moves that leave something to find.
const MOVES_MIN: usize = 4;

/// Why a line of a book is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleFault {
    /// The text of the position or a move of the line is refused.
    Illegal(String),
    /// The search has no single best move, or another one, at this move to find.
    NotUnique { at: usize, found: String },
    /// What the puzzle asks for is not what there is.
    WrongGoal(String),
}

/// What is to be found in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    pub solver: SolverMove,
    pub goal: PuzzleGoal,
    /// The reply that a search found best.
    pub reply: Option<String>,
    /// The depth from which on the search would have played it.
    pub found_at: u32,
}

impl Find {
    /// How deep it lies. A search may play the right move early and prove it late; a solver must see the end
    /// of a win.
    pub(super) fn depth(&self) -> u32 {
        match self.goal {
            PuzzleGoal::Win { plies } => self.found_at.max(plies),
            PuzzleGoal::Draw | PuzzleGoal::Advantage { .. } => self.found_at,
        }
    }
}

/// Judges positions of one game.
pub struct PuzzleReferee {
    game: &'static GameEntry,
    engine: Box<dyn AnyEngine>,
    curve: Curve,
    /// Where positions can be proved, nothing less than a proof counts.
    proofs_only: bool,
}

impl std::fmt::Debug for PuzzleReferee {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PuzzleReferee({})", self.game.info.id)
    }
}

impl PuzzleReferee {
    const MEGABYTES: usize = 16;

    pub fn new(game: &'static GameEntry) -> Self {
        Self {
            game,
            engine: any::engine(game, Self::MEGABYTES),
            curve: Curve::of_game(game.info),
            proofs_only: knowledge::has_proofs(game),
        }
    }

    /// Analyses a position by itself: what was searched before does not matter, so that a check gives the
    /// same answer again.
    fn analyze(
        &mut self,
        record: &Record,
        nodes: u64,
        lines: usize,
    ) -> Option<(Analysis, Vec<(u32, String)>)> {
        self.engine.clear();
        let limits = SearchLimits { nodes: Some(nodes * lines as u64), ..SearchLimits::NONE };
        let options = SearchOptions { lines, ..SearchOptions::new(limits) };
        let mut firsts = Vec::new();
        let analysis = self.engine.analyze(record, &options, &mut |update| {
            firsts.extend(update.best_move().map(|mv| (update.depth, mv.to_owned())));
        })?;
        Some((analysis, firsts))
    }

    /// A quick look: the moves that a player could make here, best first, and whether there may be a puzzle.
    pub(super) fn glance(&mut self, record: &Record) -> Option<(Vec<AnalysisLine>, bool)> {
        let (analysis, _) = self.analyze(record, CheckBudget::GLANCE.nodes, 2)?;
        let is_candidate = record.position().count_moves() >= MOVES_MIN
            && match &analysis.lines[..] {
                [best, second, ..] => {
                    let gap = self.expected(best) - self.expected(second);
                    let same = same_cells(record.position(), &best.moves[0], &second.moves[0]);
                    let counts = !self.proofs_only || matches!(best.value, Value::WinIn(_));
                    counts && (gap >= CheckBudget::GLANCE.gap || same)
                }
                _ => false,
            };
        Some((analysis.lines, is_candidate))
    }

    fn expected(&self, line: &AnalysisLine) -> f64 {
        self.curve.of_value(line.value).expectation()
    }

    /// What is to be found in the position of a record, if one move is clearly best.
    pub fn find(&mut self, record: &Record, budget: CheckBudget) -> Option<Find> {
        let position = record.position();
        // With one line more than moves share cells with the best, the best of the others is among them.
        let (first, _) = self.analyze(record, budget.nodes, 1)?;
        let alike = |mv: &str| -> usize {
            position.moves().iter().filter(|other| same_cells(position, mv, other)).count()
        };
        let lines = alike(first.best_move()?) + 1;
        let (analysis, firsts) = self.analyze(record, budget.nodes, lines)?;
        let best = analysis.lines.first()?;
        let mv = &best.moves[0];
        if alike(mv) + 1 > lines {
            return None;
        }
        let (group, others): (Vec<&AnalysisLine>, Vec<&AnalysisLine>) =
            analysis.lines.iter().partition(|line| same_cells(position, mv, &line.moves[0]));
        let worth = self.expected(best);
        let next = others.first().map_or(0.0, |line| self.expected(line));
        let goal = match best.value {
            Value::WinIn(plies) if plies <= WIN_PLIES_MAX => PuzzleGoal::Win { plies },
            Value::Draw if knowledge::is_solved(self.game) => PuzzleGoal::Draw,
            Value::About(_) if !self.proofs_only && worth >= ADVANTAGE_MIN => {
                PuzzleGoal::Advantage { expected: (worth * 100.0).round() as u32 }
            }
            _ => return None,
        };
        let two_wins = others.iter().any(|line| matches!(line.value, Value::WinIn(_)));
        if worth - next < budget.gap || matches!(best.value, Value::WinIn(_)) && two_wins {
            return None;
        }
        let is_as_good = |line: &&&AnalysisLine| match best.value {
            Value::WinIn(_) => matches!(line.value, Value::WinIn(_)),
            _ => worth - self.expected(line) <= ALIKE_MAX,
        };
        let accepted: Vec<String> =
            group.iter().filter(is_as_good).map(|line| line.moves[0].clone()).collect();
        let late = firsts.iter().rposition(|(_, first)| !accepted.contains(first));
        let found_at =
            firsts.get(late.map_or(0, |late| late + 1)).map_or(analysis.depth, |(depth, _)| *depth);
        Some(Find { solver: SolverMove { accepted }, goal, reply: best.moves.get(1).cloned(), found_at })
    }

    /// Checks a whole puzzle with one budget.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn check(&mut self, puzzle: &PuzzleEntry, budget: CheckBudget) -> Result<(), PuzzleFault> {
        let position = (self.game.read)(&puzzle.position).map_err(|e| PuzzleFault::Illegal(e.to_string()))?;
        if position.to_string() != puzzle.position {
            return Err(PuzzleFault::Illegal(position.to_string()));
        }
        let mut record = Record::from_position(self.game, position);
        let PuzzleLine { finds, replies } = &puzzle.line;
        for (at, solver) in finds.iter().enumerate() {
            let is_last = at + 1 == finds.len();
            if !(is_last && at > 0 && wins_at_once(record.position(), solver.shown())) {
                let found = self.find(&record, budget);
                let shown =
                    found.as_ref().map_or("nothing".to_owned(), |found| found.solver.accepted.join(","));
                let Some(found) = found.filter(|found| found.solver.accepted.contains(&solver.accepted[0]))
                else {
                    return Err(PuzzleFault::NotUnique { at, found: shown });
                };
                if at == 0 && !same_kind(found.goal, puzzle.goal) {
                    return Err(PuzzleFault::WrongGoal(format!("{:?}", found.goal)));
                }
            }
            for mv in [Some(solver.shown()), replies.get(at).map(String::as_str)].into_iter().flatten() {
                record.play(mv).map_err(|complaint| PuzzleFault::Illegal(complaint.to_string()))?;
            }
        }
        Ok(())
    }
}

/// Whether two goals ask for the same: a longer search may know more of a distance or an advantage.
fn same_kind(found: PuzzleGoal, asked: PuzzleGoal) -> bool {
    match (found, asked) {
        (PuzzleGoal::Win { plies: found }, PuzzleGoal::Win { plies: asked }) => found <= asked,
        // What was an advantage may turn out to be a win.
        (PuzzleGoal::Win { .. } | PuzzleGoal::Advantage { .. }, PuzzleGoal::Advantage { .. }) => true,
        (found, asked) => found == asked,
    }
}

/// Whether a move ends the game with a win for the side that makes it.
pub(super) fn wins_at_once(position: &dyn AnyPosition, mv: &str) -> bool {
    position.after(mv).is_ok_and(|next| next.outcome() == Some(Outcome::Win(position.turn())))
}

/// Whether two moves touch the same cells, and differ at most in a choice.
fn same_cells(position: &dyn AnyPosition, one: &str, other: &str) -> bool {
    let cells =
        |mv: &str| position.gestures(mv).ok().and_then(|mut all| all.pop()).map(|gesture| gesture.cells);
    one == other || cells(one).is_some_and(|cells_of_one| Some(cells_of_one) == cells(other))
}
