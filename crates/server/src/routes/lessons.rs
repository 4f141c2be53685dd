//! Lessons, step by step. Nothing of them is kept here: a request says which step it is about.

use axum::Json;
use axum::extract::Path;
use games::lesson::{LessonStep, lesson};
use games::{GameEntry, Record};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::Language;

use super::Body;
use crate::error::{ApiError, ErrorCode};
use crate::wire::{HandleView, LastView, PictureView, Text, WirePlayer};

/// The longest text that is read as a move, in bytes.
const MOVE_MAX: usize = 100;
/// So many touched cells are judged at once.
const CELLS_MAX: usize = 8;

/// A step: a position, what it says, and the legal moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LessonStepView {
    /// The first is 1.
    step: usize,
    count: usize,
    position: String,
    turn: WirePlayer,
    ask: Text,
    picture: PictureView,
    #[schema(value_type = Vec<Object>)]
    moves: Vec<HandleView>,
}

/// What was tried: a move, or cells that were touched and begin none.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonTry {
    #[serde(default, rename = "move")]
    mv: Option<String>,
    #[serde(default)]
    cells: Vec<String>,
}

/// A board after a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct LessonBoard {
    picture: PictureView,
    last: Option<LastView>,
    deciding: Vec<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LessonAnswer {
    accepted: bool,
    /// Why the try is not what was asked for: the rule that it breaks, or what the step says of it.
    text: Option<Text>,
    /// The board after the move, if it is accepted.
    after: Option<LessonBoard>,
    /// The board after the answer of the other side, where there is one.
    reply: Option<LessonBoard>,
    /// The step that follows, if there is one.
    next: Option<usize>,
}

/// A move that is right, and the cells to touch for it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LessonSolution {
    #[serde(rename = "move")]
    mv: String,
    cells: Vec<String>,
}

/// A step and the number of all steps.
fn find(game: &str, step: usize) -> Result<(&'static GameEntry, LessonStep, usize), ApiError> {
    let game = games::find(game).ok_or(ErrorCode::UnknownGame)?;
    // A lesson that cannot be read has no steps: a test reads them all.
    let mut steps = lesson(game).unwrap_or_default();
    let count = steps.len();
    let index = step.checked_sub(1).filter(|index| *index < count).ok_or(ErrorCode::PageNotFound)?;
    Ok((game, steps.swap_remove(index), count))
}

/// A step of a lesson
#[utoipa::path(
    get, path = "/api/lessons/{game}/{step}",
    params(("game" = String, Path), ("step" = usize, Path)),
    responses((status = 200, body = LessonStepView), (status = 404), (status = 422))
)]
pub async fn step(Path((game, number)): Path<(String, usize)>) -> Result<Json<LessonStepView>, ApiError> {
    let (_, step, count) = find(&game, number)?;
    let position = &step.position;
    Ok(Json(LessonStepView {
        step: number,
        count,
        position: position.to_string(),
        turn: position.turn().into(),
        ask: text(|language| step.ask(language)),
        picture: position.picture().into(),
        moves: position.previews().into_iter().map(HandleView::from).collect(),
    }))
}

/// A try at what a step asks for
#[utoipa::path(
    post, path = "/api/lessons/{game}/{step}",
    params(("game" = String, Path), ("step" = usize, Path)),
    request_body = LessonTry,
    responses((status = 200, body = LessonAnswer), (status = 404), (status = 422))
)]
pub async fn attempt(
    Path((game, number)): Path<(String, usize)>,
    Body(tried): Body<LessonTry>,
) -> Result<Json<LessonAnswer>, ApiError> {
    let (game, step, count) = find(&game, number)?;
    let is_too_long = tried.mv.as_ref().is_some_and(|mv| mv.len() > MOVE_MAX)
        || tried.cells.len() > CELLS_MAX
        || tried.cells.iter().any(|cell| cell.len() > MOVE_MAX);
    if is_too_long {
        return Err(ErrorCode::Malformed.into());
    }
    let refused = |text| LessonAnswer { accepted: false, text, after: None, reply: None, next: Some(number) };
    let Some(mv) = tried.mv else {
        let cells: Vec<&str> = tried.cells.iter().map(String::as_str).collect();
        let objection = step.position.objection(&cells);
        let said = objection.map_or_else(|| Text::say("web-no-move-there"), |rule| Text::message(&rule));
        return Ok(Json(refused(Some(said))));
    };
    let mv = match step.position.read_move(&mv) {
        Ok(mv) => mv,
        Err(rule) => return Ok(Json(refused(Some(Text::message(&rule))))),
    };
    if !step.accepts(&mv) {
        return Ok(Json(refused(Some(text(|language| step.miss(language))))));
    }
    let mut record = Record::from_position(game, step.position.boxed_clone());
    let mut play = |mv: &str| record.play(mv).is_ok().then(|| board(&record));
    let after = play(&mv);
    // The reply is one to the move that the lesson goes on with, and may be none to another.
    let reply = step.reply.as_deref().and_then(&mut play);
    let next = (number < count).then_some(number + 1);
    Ok(Json(LessonAnswer { accepted: true, text: None, after, reply, next }))
}

/// A move that a step asks for
#[utoipa::path(
    get, path = "/api/lessons/{game}/{step}/solution",
    params(("game" = String, Path), ("step" = usize, Path)),
    responses((status = 200, body = LessonSolution), (status = 404), (status = 422))
)]
pub async fn solution(Path((game, number)): Path<(String, usize)>) -> Result<Json<LessonSolution>, ApiError> {
    let (_, step, _) = find(&game, number)?;
    // Every step has one: a lesson without is not read.
    let mv = step.solution().ok_or(ErrorCode::PageNotFound)?;
    let gestures = step.position.gestures(&mv).unwrap_or_default();
    let cells = gestures.into_iter().next().map_or(Vec::new(), |gesture| gesture.cells);
    Ok(Json(LessonSolution { mv, cells }))
}

fn board(record: &Record) -> LessonBoard {
    LessonBoard {
        picture: record.position().picture().into(),
        last: LastView::of(record),
        deciding: record.position().ending().map_or(Vec::new(), |ending| ending.cells),
    }
}

/// A text of a lesson in every language.
pub fn text(say: impl Fn(&str) -> &'static str) -> Text {
    Text { en: say(Language::English.tag()).to_owned(), pt: say(Language::Portuguese.tag()).to_owned() }
}
