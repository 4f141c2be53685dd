//! What clients are shown of puzzles. It contains nothing of what there is still to find.

use engine::puzzles::{PuzzleBook, PuzzleGoal};
use games::Record;
use puzzles::{CurrentPuzzle, DailyProgress, GameProgress, PosedEntry, Progress, PuzzleResult};
use serde::Serialize;
use utoipa::ToSchema;

use super::solver::{Series, date};
use crate::error::ApiError;
use crate::wire::{HandleView, LastView, PictureView, Text, WirePlayer};

/// Above this deviation a rating is a first guess.
const PROVISIONAL: f64 = 110.0;

/// A board after a move.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardView {
    picture: PictureView,
    last: Option<LastView>,
    deciding: Vec<String>,
}

/// Plays a move and returns the board after it; `None` if it is not legal.
pub fn play(record: &mut Record, mv: &str) -> Option<BoardView> {
    record.play(mv).ok()?;
    let position = record.position();
    let (picture, last) = (position.picture().into(), LastView::of(record));
    Some(BoardView { picture, last, deciding: position.ending().map_or(Vec::new(), |ending| ending.cells) })
}

/// The cells to touch for a move.
pub fn shown(record: &Record, mv: &str) -> Vec<String> {
    let gestures = record.position().gestures(mv).unwrap_or_default();
    gestures.into_iter().next().map_or(Vec::new(), |gesture| gesture.cells)
}

/// The puzzle of a series, and what is kept of the solver.
#[derive(Debug, Serialize, ToSchema)]
pub struct PuzzleView {
    /// The rule set, which that of the day may choose.
    game: &'static str,
    /// Of the puzzle of the day.
    date: Option<String>,
    puzzle: Option<AskedView>,
    solver: SolverView,
}

impl PuzzleView {
    pub fn of(series: Series, progress: &mut Progress) -> Result<Self, ApiError> {
        let posed = series.posed(progress)?;
        let date = match series {
            Series::Training(_) => None,
            Series::Daily { day, .. } => Some(date(day)),
        };
        let puzzle = AskedView::of(posed, series.current(progress));
        Ok(Self { game: posed.game.info.id, date, puzzle, solver: SolverView::of(series, progress) })
    }
}

/// A puzzle as far as it was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct AskedView {
    id: String,
    /// Moves that were found, and those there are to find in all.
    found: usize,
    count: usize,
    difficulty: u32,
    position: String,
    turn: WirePlayer,
    ask: Text,
    themes: Text,
    picture: PictureView,
    /// The reply to what was found last.
    last: Option<LastView>,
    /// The legal moves; none when the puzzle is over.
    #[schema(value_type = Vec<Object>)]
    moves: Vec<HandleView>,
    /// Steps of the hint that were given.
    hints: usize,
    /// Whether it can no longer be solved: after a wrong try, or a hint that named the move.
    failed: bool,
}

impl AskedView {
    /// `None` when all is found; as it was posed when it is not at hand.
    pub fn of(posed: PosedEntry, current: Option<&mut CurrentPuzzle>) -> Option<Self> {
        let is_over = current.is_none();
        let current = current.cloned().unwrap_or_else(|| CurrentPuzzle::new(posed.entry.id));
        let (entry, found) = (posed.entry, current.found);
        let record = posed.record(found)?;
        let position = record.position();
        let goal = match entry.goal {
            PuzzleGoal::Win { plies } => {
                PuzzleGoal::Win { plies: plies.saturating_sub(2 * found as u32).max(1) }
            }
            goal => goal,
        };
        let moves = if is_over { Vec::new() } else { position.previews() };
        Some(Self {
            id: current.id,
            found,
            count: entry.line.finds.len(),
            difficulty: entry.difficulty,
            position: position.to_string(),
            turn: position.turn().into(),
            ask: Text::of(|words| words.puzzle_question(record.info(), position.turn(), goal)),
            themes: Text::of(|words| words.puzzle_themes(entry)),
            picture: position.picture().into(),
            last: LastView::of(&record),
            moves: moves.into_iter().map(HandleView::from).collect(),
            hints: current.hints,
            failed: current.failed,
        })
    }
}

/// What is kept of a solver in one series.
#[derive(Debug, Serialize, ToSchema)]
pub struct SolverView {
    /// None for puzzles of the day, which change none.
    rating: Option<i64>,
    /// Whether the rating is a first guess.
    provisional: bool,
    /// Puzzles solved, or days in a row.
    streak: u32,
    best_streak: u32,
    solved: u32,
    /// Puzzles that have come, and those there are.
    seen: usize,
    all: usize,
    /// How the puzzle of the day has ended: `solved`, `helped` or `failed`.
    #[schema(value_type = Option<String>)]
    result: Option<PuzzleResult>,
}

impl SolverView {
    fn of(series: Series, progress: &mut Progress) -> Self {
        match series {
            Series::Training(book) => Self::training(progress.game(book.game), book),
            Series::Daily { family, day } => {
                let daily = progress.daily(family, day);
                daily.map_or_else(|| Self::daily(&DailyProgress::default()), |(_, daily)| Self::daily(daily))
            }
        }
    }

    pub fn training(game: &GameProgress, book: &PuzzleBook) -> Self {
        Self {
            rating: Some(game.rating.round() as i64),
            provisional: game.deviation > PROVISIONAL,
            streak: game.streak,
            best_streak: game.best_streak,
            solved: game.solved,
            seen: game.seen.len(),
            all: book.puzzles.len(),
            result: None,
        }
    }

    pub fn daily(daily: &DailyProgress) -> Self {
        Self {
            rating: None,
            provisional: false,
            streak: daily.streak,
            best_streak: daily.best_streak,
            solved: 0,
            seen: 0,
            all: 0,
            result: daily.result,
        }
    }
}

/// How a puzzle ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct EndedView {
    /// `solved`, `helped` or `failed`.
    #[schema(value_type = String)]
    result: PuzzleResult,
    /// By how much the rating has changed.
    change: i64,
    /// All themes, with those that would have given the solution away.
    themes: Text,
    solver: SolverView,
}

impl EndedView {
    /// Ends the puzzle at hand.
    pub fn finish(series: Series, progress: &mut Progress, posed: PosedEntry) -> Self {
        let before = SolverView::of(series, progress).rating.unwrap_or(0);
        let result = series.finish(progress, posed);
        let solver = SolverView::of(series, progress);
        let themes = Text::of(|words| words.puzzle_all_themes(posed.entry));
        Self { result, change: solver.rating.unwrap_or(0) - before, themes, solver }
    }
}
