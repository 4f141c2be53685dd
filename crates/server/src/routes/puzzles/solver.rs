//! Which puzzle of which series is at hand, and what is kept of a solver.

use engine::puzzles::PuzzleBook;
use puzzles::{CurrentPuzzle, PosedEntry, Progress, PuzzleResult};

use crate::App;
use crate::error::{ApiError, ErrorCode};
use crate::routes::Caller;
use crate::secrets::Hash;
use crate::store::{Change, SolverRow, StoreError};
use crate::time::{unix_ms, unix_s};

/// How often a change is tried again when another one of the same solver was faster.
const TRIES_MAX: usize = 10;

/// A series of puzzles.
#[derive(Clone, Copy, Debug)]
pub enum Series {
    /// Those of a rule set, one after the other.
    Training(&'static PuzzleBook),
    /// Those of the days of a family.
    Daily { family: &'static str, day: u64 },
}

impl Series {
    pub fn find(series: &str, game: &str) -> Result<Self, ApiError> {
        let book = games::find(game).and_then(PuzzleBook::of).ok_or(ErrorCode::UnknownGame)?;
        match series {
            "training" => Ok(Self::Training(book)),
            "daily" => Ok(Self::Daily { family: book.game.info.family, day: today() }),
            _ => Err(ErrorCode::PageNotFound.into()),
        }
    }

    /// Returns the puzzle of this series, begun; also one of the day that is over.
    pub fn posed(self, progress: &mut Progress) -> Result<PosedEntry, ApiError> {
        let posed = match self {
            Self::Training(book) => progress.game(book.game).next(book),
            Self::Daily { family, day } => progress.daily(family, day).map(|(posed, _)| posed),
        };
        posed.ok_or_else(|| ErrorCode::UnknownGame.into())
    }

    /// Returns the puzzle at hand.
    ///
    /// # Errors
    /// When it is not the one that a request is about, or was found farther.
    pub fn at_hand(
        self,
        progress: &mut Progress,
        asked: &str,
        found: Option<usize>,
    ) -> Result<PosedEntry, ApiError> {
        let posed = self.posed(progress)?;
        let current = self.current(progress).filter(|current| current.id == asked);
        let is_same = current.is_some_and(|current| found.is_none_or(|found| found == current.found));
        if is_same { Ok(posed) } else { Err(ErrorCode::OtherPuzzle.into()) }
    }

    /// Returns the state of the puzzle at hand.
    pub fn current(self, progress: &mut Progress) -> Option<&mut CurrentPuzzle> {
        match self {
            Self::Training(book) => progress.game(book.game).current.as_mut(),
            Self::Daily { family, day } => progress.daily(family, day)?.1.current.as_mut(),
        }
    }

    /// Returns how the puzzle of the day has ended.
    pub fn result(self, progress: &mut Progress) -> Option<PuzzleResult> {
        match self {
            Self::Training(_) => None,
            Self::Daily { family, day } => progress.daily(family, day)?.1.result,
        }
    }

    /// Returns the puzzle of the day if it is the one that a request is about and has ended.
    pub fn is_done(self, progress: &mut Progress, asked: &str) -> Option<PosedEntry> {
        self.result(progress)?;
        self.posed(progress).ok().filter(|posed| posed.entry.id.to_string() == asked)
    }

    /// Ends the puzzle at hand.
    pub fn finish(self, progress: &mut Progress, posed: PosedEntry) -> PuzzleResult {
        match self {
            Self::Training(book) => progress.game(book.game).finish(posed.entry),
            Self::Daily { family, day } => progress.finish_daily(family, day).unwrap_or(PuzzleResult::Failed),
        }
    }
}

/// Returns the day by UTC, counted from 1970-01-01.
pub fn today() -> u64 {
    puzzles::day_of(unix_ms().unsigned_abs())
}

/// A day as a date.
pub fn date(day: u64) -> String {
    let noon = i64::try_from(day).unwrap_or(0).saturating_mul(24 * 3600).saturating_add(12 * 3600);
    let date = jiff::Timestamp::from_second(noon).map(|noon| noon.strftime("%Y-%m-%d").to_string());
    date.unwrap_or_default()
}

/// Reads what is kept of a solver. An unknown solver has solved nothing.
pub async fn progress_of(app: &App, me: Caller) -> Result<Progress, ApiError> {
    let Some(secret) = me.0 else { return Ok(Progress::default()) };
    let kept = app.hub.store().solver(&secret).await?;
    Ok(kept.map_or_else(Progress::default, |kept| Progress::read(&kept.text)))
}

/// Changes what is kept of a solver. When another request was faster, the change is made anew, on what that
/// one has left: nothing is lost, and nothing counts twice.
pub async fn change<T>(
    app: &App,
    secret: &Hash,
    mut act: impl FnMut(&mut Progress) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    for _ in 0..TRIES_MAX {
        let kept = app.hub.store().solver(secret).await?;
        let (version, before) =
            kept.map_or_else(Default::default, |kept| (kept.version, Progress::read(&kept.text)));
        let mut progress = before.clone();
        let answer = act(&mut progress)?;
        if progress == before {
            return Ok(answer);
        }
        let (secret, text, touched_at) = (*secret, progress.text(), unix_s());
        let solver = SolverRow { secret, version: version + 1, text, touched_at };
        match app.hub.store().write(Change::Solver(solver)).await {
            Ok(()) => return Ok(answer),
            Err(StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(ErrorCode::Busy.into())
}
