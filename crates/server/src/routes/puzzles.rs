//! Puzzles: for each rule set a series that follows the solver, and for each family one of the day. The
//! server judges; a solver is one row of the store, and every request says which puzzle it is about, so that
//! none counts twice.

pub mod progress;
mod solver;
mod view;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use engine::puzzles::PuzzleBook;
use engine::reasons::HintSteps;
use games::GAMES;
use puzzles::{PosedEntry, Progress, Refutation, TryVerdict};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use self::solver::Series;
use self::solver::{change, date, progress_of, today};
use self::view::{AskedView, BoardView, EndedView, PuzzleView, SolverView, play, shown};
use super::{Body, Caller, Identity};
use crate::App;
use crate::error::{ApiError, ErrorCode};
use crate::guard::{ClientAddress, RateLimit};
use crate::jobs::RefutationJob;
use crate::wire::{Problem, Text};

/// The longest text that is read as a move, in bytes.
const MOVE_MAX: usize = 100;
/// So many touched cells are judged at once.
const CELLS_MAX: usize = 8;
/// How many moves of a refutation are shown.
const REFUTATION_MAX: usize = 3;
/// The last hint is the solution of a move, whose reasons it gives.
const LAST_STEP: usize = HintSteps::COUNT - 1;

/// All series, with what is kept of the caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct PuzzlesView {
    /// Today, by UTC.
    date: String,
    families: Vec<FamilyView>,
}

#[derive(Debug, Serialize, ToSchema)]
struct FamilyView {
    family: &'static str,
    games: Vec<SeriesView>,
    /// The puzzle of the day.
    daily: SeriesView,
}

#[derive(Debug, Serialize, ToSchema)]
struct SeriesView {
    /// The rule set.
    game: &'static str,
    name: Text,
    solver: SolverView,
}

/// The puzzle that a request is about: a request about another one changes nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleRef {
    puzzle: String,
}

/// What was tried: a move, or cells that were touched and begin none.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleTry {
    puzzle: String,
    /// How many moves were found before.
    found: usize,
    #[serde(default, rename = "move")]
    mv: Option<String>,
    #[serde(default)]
    cells: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleHintAsk {
    puzzle: String,
    found: usize,
    /// How many steps were seen before.
    step: usize,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PuzzleAnswer {
    /// `right`, `wrong`, or `illegal`, which does not count.
    verdict: &'static str,
    /// Why it is illegal.
    text: Option<Text>,
    after: Option<BoardView>,
    /// The board after the answer of the other side, where the puzzle goes on.
    reply: Option<BoardView>,
    puzzle: Option<AskedView>,
    ended: Option<EndedView>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PuzzleHint {
    /// The first is 0: which piece, which kind of move, the move.
    step: usize,
    text: Text,
    /// Cells to look at, for the last step those of the move.
    cells: Vec<String>,
    #[serde(rename = "move")]
    mv: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PuzzleRefutation {
    /// The reply, and a fact about it.
    text: Option<Text>,
    /// The boards after the reply and what may follow it.
    line: Vec<BoardView>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PuzzleSolution {
    /// The first move to find, with its reasons.
    text: Text,
    /// The boards after each move that was left, replies included.
    line: Vec<BoardView>,
    /// `None` when the puzzle was over before.
    ended: Option<EndedView>,
}

/// Every series of puzzles, with your rating, counts and streaks
#[utoipa::path(get, path = "/api/puzzles", responses((status = 200, body = PuzzlesView)))]
pub async fn list(State(app): State<Arc<App>>, me: Caller) -> Result<Json<PuzzlesView>, ApiError> {
    let mut progress = progress_of(&app, me).await?;
    let day = today();
    let mut families = Vec::new();
    for games in GAMES.chunk_by(|one, next| one.info.family == next.info.family) {
        let family = games[0].info.family;
        let Some((posed, daily)) = progress.daily(family, day) else { continue };
        let solver = SolverView::daily(daily);
        let daily = SeriesView { game: posed.game.info.id, name: Text::name(posed.game.info.name), solver };
        let of = |book: &'static PuzzleBook| SeriesView {
            game: book.game.info.id,
            name: Text::name(book.game.info.name),
            solver: SolverView::training(progress.game(book.game), book),
        };
        let games = games.iter().filter_map(PuzzleBook::of).map(of).collect();
        families.push(FamilyView { family, games, daily });
    }
    Ok(Json(PuzzlesView { date: date(day), families }))
}

/// The puzzle at hand: `training` or `daily`
#[utoipa::path(
    get, path = "/api/puzzles/{series}/{game}",
    params(("series" = String, Path), ("game" = String, Path)),
    responses((status = 200, body = PuzzleView), (status = 404), (status = 422))
)]
pub async fn look(
    State(app): State<Arc<App>>,
    me: Caller,
    Path((series, game)): Path<(String, String)>,
) -> Result<Json<PuzzleView>, ApiError> {
    let series = Series::find(&series, &game)?;
    let mut progress = progress_of(&app, me).await?;
    Ok(Json(PuzzleView::of(series, &mut progress)?))
}

/// A try at the puzzle at hand
#[utoipa::path(
    post, path = "/api/puzzles/{series}/{game}/try",
    params(("series" = String, Path), ("game" = String, Path)),
    request_body = PuzzleTry,
    responses(
        (status = 200, body = PuzzleAnswer), (status = 409, body = Problem), (status = 422),
        (status = 429, body = Problem)
    )
)]
pub async fn attempt(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    me: Identity,
    Path((series, game)): Path<(String, String)>,
    Body(tried): Body<PuzzleTry>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Puzzle, address)?;
    let series = Series::find(&series, &game)?;
    let is_too_long = tried.mv.as_ref().is_some_and(|mv| mv.len() > MOVE_MAX)
        || tried.cells.len() > CELLS_MAX
        || tried.cells.iter().any(|cell| cell.len() > MOVE_MAX);
    if is_too_long {
        return Err(ErrorCode::Malformed.into());
    }
    let Some(mv) = &tried.mv else {
        return Ok(Json(objection(&app, &me, series, &tried).await?).into_response());
    };
    admit(&app, &me, address)?;
    let answer = change(&app, &me.hash, |progress| {
        let posed = series.at_hand(progress, &tried.puzzle, Some(tried.found))?;
        judge(series, progress, posed, tried.found, mv)
    });
    let answer = answer.await?;
    Ok(me.renew(Json(answer)))
}

/// Which rule the touched cells would break. Nothing is written.
async fn objection(
    app: &App,
    me: &Identity,
    series: Series,
    tried: &PuzzleTry,
) -> Result<PuzzleAnswer, ApiError> {
    let mut progress = progress_of(app, Caller(Some(me.hash))).await?;
    let posed = series.at_hand(&mut progress, &tried.puzzle, Some(tried.found))?;
    let record = posed.record(tried.found).ok_or(ErrorCode::OtherPuzzle)?;
    let cells: Vec<&str> = tried.cells.iter().map(String::as_str).collect();
    let rule = record.position().objection(&cells);
    Ok(PuzzleAnswer::illegal(
        rule.map_or_else(|| Text::say("web-no-move-there"), |rule| Text::message(&rule)),
    ))
}

fn judge(
    series: Series,
    progress: &mut Progress,
    posed: PosedEntry,
    found: usize,
    mv: &str,
) -> Result<PuzzleAnswer, ApiError> {
    let current = series.current(progress).ok_or(ErrorCode::OtherPuzzle)?;
    let mut record = posed.record(found).ok_or(ErrorCode::OtherPuzzle)?;
    let (verdict, mv, reply) = match current.attempt(posed, mv).ok_or(ErrorCode::OtherPuzzle)? {
        Err(rule) => return Ok(PuzzleAnswer::illegal(Text::message(&rule))),
        Ok(TryVerdict::Wrong { mv }) => ("wrong", mv, None),
        Ok(TryVerdict::Right { mv, reply }) => ("right", mv, reply),
    };
    let after = play(&mut record, &mv);
    let goes_on = verdict == "wrong" || reply.is_some();
    let reply = reply.and_then(|reply| play(&mut record, &reply));
    let (puzzle, ended) = if goes_on {
        (AskedView::of(posed, series.current(progress)), None)
    } else {
        (None, Some(EndedView::finish(series, progress, posed)))
    };
    Ok(PuzzleAnswer { verdict, text: None, after, reply, puzzle, ended })
}

impl PuzzleAnswer {
    fn illegal(text: Text) -> Self {
        Self { verdict: "illegal", text: Some(text), after: None, reply: None, puzzle: None, ended: None }
    }
}

/// The next step of the hint, of three
#[utoipa::path(
    post, path = "/api/puzzles/{series}/{game}/hint",
    params(("series" = String, Path), ("game" = String, Path)),
    request_body = PuzzleHintAsk,
    responses(
        (status = 200, body = PuzzleHint), (status = 409, body = Problem), (status = 422),
        (status = 429, body = Problem)
    )
)]
pub async fn hint(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    me: Identity,
    Path((series, game)): Path<(String, String)>,
    Body(ask): Body<PuzzleHintAsk>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Hint, address)?;
    admit(&app, &me, address)?;
    let series = Series::find(&series, &game)?;
    let taken = change(&app, &me.hash, |progress| {
        let posed = series.at_hand(progress, &ask.puzzle, Some(ask.found))?;
        let current = series.current(progress).ok_or(ErrorCode::OtherPuzzle)?;
        // A step that was sent before is sent again to a page that did not receive it.
        let told = current.hints > ask.step;
        Ok((posed, if told { ask.step } else { current.take_hint(HintSteps::COUNT) }))
    });
    let (posed, step) = taken.await?;
    let found = ask.found;
    // The facts may ask a solution, which is made when it is first asked.
    let steps = app.hub.read_long(move || posed.hint(found)).await?.ok_or(ErrorCode::OtherPuzzle)?;
    let cells = match step {
        LAST_STEP => posed.record(found).map(|record| shown(&record, &steps.mv)).unwrap_or_default(),
        _ => steps.piece.iter().cloned().collect(),
    };
    let text = Text::of(|words| words.hint_step(&steps, step));
    let mv = (step == LAST_STEP).then_some(steps.mv);
    Ok(me.renew(Json(PuzzleHint { step, text, cells, mv })))
}

/// What is wrong with a try
#[utoipa::path(
    post, path = "/api/puzzles/{series}/{game}/refutation",
    params(("series" = String, Path), ("game" = String, Path)),
    request_body = PuzzleTry,
    responses(
        (status = 200, body = PuzzleRefutation), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)
    )
)]
pub async fn refutation(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    me: Caller,
    Path((series, game)): Path<(String, String)>,
    Body(tried): Body<PuzzleTry>,
) -> Result<Json<PuzzleRefutation>, ApiError> {
    app.guard.check_rate(RateLimit::Hint, address)?;
    let series = Series::find(&series, &game)?;
    let mut progress = progress_of(&app, me).await?;
    let posed = series.at_hand(&mut progress, &tried.puzzle, Some(tried.found))?;
    // Only of what has counted: else one could ask which moves are wrong until none is left.
    if !series.current(&mut progress).is_some_and(|current| current.failed) {
        return Err(ErrorCode::OtherPuzzle.into());
    }
    let mv = tried.mv.filter(|mv| mv.len() <= MOVE_MAX).ok_or(ErrorCode::Malformed)?;
    let mv = match posed.judge(tried.found, &mv).ok_or(ErrorCode::OtherPuzzle)? {
        Ok(TryVerdict::Wrong { mv }) => mv,
        Ok(TryVerdict::Right { .. }) => return Err(ErrorCode::OtherPuzzle.into()),
        Err(rule) => return Err(ApiError::with_detail(ErrorCode::IllegalMove, &rule)),
    };
    let mut record = posed.record(tried.found).ok_or(ErrorCode::OtherPuzzle)?;
    record.play(&mv).map_err(|rule| ApiError::with_detail(ErrorCode::IllegalMove, &rule))?;
    let Some(line) = app.hub.jobs().ask(RefutationJob { tried: record.clone() }, address).await? else {
        return Ok(Json(PuzzleRefutation { text: None, line: Vec::new() }));
    };
    let refutation = Refutation::new(&record, line.into());
    let said = |fact| {
        Text::of(|words| {
            words.say_with("teach-fact", [("move", mv.as_str().into()), ("fact", words.message(fact).into())])
        })
    };
    let text = refutation.reason.as_ref().map(said);
    let moves = refutation.line.moves.iter().take(REFUTATION_MAX);
    let line = moves.map_while(|mv| play(&mut record, mv)).collect();
    Ok(Json(PuzzleRefutation { text, line }))
}

/// The solution; the puzzle is then over
#[utoipa::path(
    post, path = "/api/puzzles/{series}/{game}/solution",
    params(("series" = String, Path), ("game" = String, Path)),
    request_body = PuzzleRef,
    responses(
        (status = 200, body = PuzzleSolution), (status = 409, body = Problem), (status = 422),
        (status = 429, body = Problem)
    )
)]
pub async fn solution(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    me: Identity,
    Path((series, game)): Path<(String, String)>,
    Body(ask): Body<PuzzleRef>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Puzzle, address)?;
    admit(&app, &me, address)?;
    let series = Series::find(&series, &game)?;
    let ended = change(&app, &me.hash, |progress| {
        // That of the day may be seen again.
        if let Some(posed) = series.is_done(progress, &ask.puzzle) {
            return Ok((posed, 0, None));
        }
        let posed = series.at_hand(progress, &ask.puzzle, None)?;
        let current = series.current(progress).ok_or(ErrorCode::OtherPuzzle)?;
        let found = current.found;
        current.failed = true;
        Ok((posed, found, Some(EndedView::finish(series, progress, posed))))
    });
    let (posed, found, ended) = ended.await?;
    let steps = app.hub.read_long(move || posed.hint(found)).await?.ok_or(ErrorCode::OtherPuzzle)?;
    let text = Text::of(|words| words.hint_step(&steps, LAST_STEP));
    let mut record = posed.record(found).ok_or(ErrorCode::OtherPuzzle)?;
    let line = posed.solution(found).into_iter().map_while(|mv| play(&mut record, mv)).collect();
    Ok(me.renew(Json(PuzzleSolution { text, line, ended })))
}

/// Leave the puzzle at hand for the next one; it counts if it was tried
#[utoipa::path(
    post, path = "/api/puzzles/{series}/{game}/next",
    params(("series" = String, Path), ("game" = String, Path)),
    request_body = PuzzleRef,
    responses(
        (status = 200, body = PuzzleView), (status = 404), (status = 409, body = Problem), (status = 422),
        (status = 429, body = Problem)
    )
)]
pub async fn next(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    me: Identity,
    Path((series, game)): Path<(String, String)>,
    Body(ask): Body<PuzzleRef>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Puzzle, address)?;
    admit(&app, &me, address)?;
    let series = Series::find(&series, &game)?;
    let Series::Training(book) = series else { return Err(ErrorCode::PageNotFound.into()) };
    let view = change(&app, &me.hash, |progress| {
        let posed = series.at_hand(progress, &ask.puzzle, None)?;
        progress.game(book.game).skip(posed.entry);
        PuzzleView::of(series, progress)
    });
    let view = view.await?;
    Ok(me.renew(Json(view)))
}

/// Lets a client write. One who is new to the server counts like a new game.
fn admit(app: &App, me: &Identity, address: IpAddr) -> Result<(), ApiError> {
    if me.is_new() { app.guard.check_rate(RateLimit::Game, address) } else { Ok(()) }
}
