//! Reviews of finished games. A review is made once, in parts, by a task of its own, and kept with the game.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use engine::review::{Review, ReviewedMove};
use games::{Player, Record, Study};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Caller;
use super::fair_play::{self, Help};
use crate::App;
use crate::error::{ApiError, ErrorCode};
use crate::guard::{ClientAddress, RateLimit};
use crate::hub::Pin;
use crate::jobs::{AssessmentData, Audience, ReviewJob};
use crate::store::Change;
use crate::wire::{Problem, Text, WirePlayer};

/// Reviews that are made at once, in all and for one address.
const REVIEWS_MAX: usize = 8;
const REVIEWS_PER_ADDRESS: usize = 2;
/// Positions of one job: a fraction of a second, so that other jobs need not wait for long.
const PART: usize = 6;

/// The reviews that are being made, by game.
#[derive(Debug, Default)]
pub struct Reviews(Mutex<HashMap<String, Arc<Making>>>);

/// A review that is being made.
#[derive(Debug)]
struct Making {
    address: IpAddr,
    done: AtomicUsize,
    all: usize,
    /// Set when the client has cancelled it.
    stop: AtomicBool,
}

impl Reviews {
    fn making(&self) -> MutexGuard<'_, HashMap<String, Arc<Making>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes a review from the list when its task ends, also when it panics.
struct Entry {
    reviews: Arc<Reviews>,
    id: String,
    /// Other nodes pass on what is asked of the review meanwhile.
    _pin: Pin,
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.reviews.making().remove(&self.id);
    }
}

/// How far a review is, or what it found.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct ReviewState {
    /// `none`, `running` or `done`.
    state: &'static str,
    /// Positions that were looked at, and all there are.
    done: usize,
    all: usize,
    review: Option<GameReview>,
}

/// What a review found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameReview {
    /// Whether every move was judged.
    complete: bool,
    /// The moves that it is about: a finished game against a bot may be taken back and go on.
    moves: Vec<String>,
    /// In percent, of the first and the second player; null where no move counts.
    accuracy: [Option<f64>; 2],
    /// The expected result of the first player after so many moves, from 0 to 1.
    expected: Vec<Option<f64>>,
    judged: Vec<JudgedMove>,
    /// The game with marks, and with better lines as variations.
    study: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
struct JudgedMove {
    /// How many moves came before it.
    ply: usize,
    side: WirePlayer,
    #[serde(rename = "move")]
    mv: String,
    /// The move with its number.
    numbered: String,
    /// `forced`, `only`, `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    quality: String,
    /// How much of the expected result it gave away, from 0 to 1.
    loss: f64,
    best: Vec<String>,
    /// What is said of moves that lose something.
    text: Option<Text>,
}

impl GameReview {
    fn of(record: &Record, review: &Review) -> Self {
        let mut study = Study::of(record);
        review.annotate(&mut study, |_| None);
        let rounded = |part: f64| (part * 10_000.0).round() / 10_000.0;
        Self {
            complete: review.is_complete(),
            moves: record.moves().to_vec(),
            accuracy: Player::BOTH.map(|player| review.accuracy(player).map(rounded)),
            expected: review
                .positions
                .iter()
                .map(|found| found.as_ref().map(|found| rounded(found.chances.expectation())))
                .collect(),
            judged: review.reviewed().map(|reviewed| judged(record, reviewed)).collect(),
            study: study.to_string(),
        }
    }
}

fn judged(record: &Record, reviewed: &ReviewedMove) -> JudgedMove {
    let is_told = reviewed.loss >= engine::review::INACCURACY;
    let sentence = || Text::of(|words| words.turning_point(record.info(), reviewed));
    JudgedMove {
        ply: reviewed.ply,
        side: reviewed.player.into(),
        mv: reviewed.mv.clone(),
        numbered: reviewed.numbered(),
        quality: reviewed.quality.word().to_owned(),
        loss: (reviewed.loss * 10_000.0).round() / 10_000.0,
        best: reviewed.best.moves.iter().take(12).cloned().collect(),
        text: is_told.then(sentence),
    }
}

/// Returns the record of a finished game; its players may see a review then, unless it shows them what to do
/// in another game that goes on.
async fn finished(app: &App, id: &str, me: Caller, address: IpAddr) -> Result<Record, ApiError> {
    let record = app.look(id, me.0, address).await?.record;
    if record.outcome().is_none() {
        return Err(ErrorCode::NotOver.into());
    }
    fair_play::check(app, me, &record, Help::Review, address).await?;
    Ok(record)
}

/// Returns what is kept of a review of these moves.
async fn kept(app: &App, id: &str, record: &Record) -> Result<Option<GameReview>, ApiError> {
    let text = app.hub.store().review(id).await?;
    // A review of another version of the program that cannot be read is made again.
    let review = text.and_then(|text| serde_json::from_str::<GameReview>(&text).ok());
    Ok(review.filter(|review| review.moves == record.moves()))
}

/// How far the review of a game is, or what it found
#[utoipa::path(
    get, path = "/api/games/{id}/review",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = ReviewState), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 429, body = Problem)
    )
)]
pub async fn look(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    me: Caller,
) -> Result<Json<ReviewState>, ApiError> {
    let running = app.reviews.making().get(&id).cloned();
    if let Some(making) = running {
        return Ok(Json(running_state(&making)));
    }
    app.guard.check_rate(RateLimit::Export, address)?;
    let record = finished(&app, &id, me, address).await?;
    Ok(Json(kept(&app, &id, &record).await?.map_or_else(ReviewState::none, ReviewState::done)))
}

fn running_state(making: &Making) -> ReviewState {
    let done = making.done.load(Ordering::Relaxed);
    ReviewState { state: "running", done, all: making.all, review: None }
}

impl ReviewState {
    fn none() -> Self {
        Self { state: "none", ..Self::default() }
    }

    fn done(review: GameReview) -> Self {
        let all = review.expected.len();
        Self { state: "done", done: all, all, review: Some(review) }
    }
}

/// Review a finished game, or go on with what was stopped
#[utoipa::path(
    post, path = "/api/games/{id}/review",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = ReviewState), (status = 202, body = ReviewState),
        (status = 409, body = Problem), (status = 429, body = Problem)
    )
)]
pub async fn begin(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    me: Caller,
) -> Result<(StatusCode, Json<ReviewState>), ApiError> {
    app.guard.check_rate(RateLimit::Analysis, address)?;
    let record = finished(&app, &id, me, address).await?;
    if let Some(review) = kept(&app, &id, &record).await?.filter(|review| review.complete) {
        return Ok((StatusCode::OK, Json(ReviewState::done(review))));
    }
    let pin = app.hub.pin(&id).await?;
    let making = {
        let mut running = app.reviews.making();
        if let Some(making) = running.get(&id) {
            return Ok((StatusCode::ACCEPTED, Json(running_state(making))));
        }
        let own = running.values().filter(|making| making.address == address).count();
        if running.len() >= REVIEWS_MAX || own >= REVIEWS_PER_ADDRESS {
            return Err(ErrorCode::EngineBusy.into());
        }
        let all = record.moves().len() + 1;
        let making = Making { address, done: AtomicUsize::new(0), all, stop: AtomicBool::new(false) };
        let making = Arc::new(making);
        running.insert(id.clone(), Arc::clone(&making));
        making
    };
    let state = running_state(&making);
    let entry = Entry { reviews: Arc::clone(&app.reviews), id, _pin: pin };
    tokio::spawn(async move {
        let review = make(&app, &record, &making).await;
        let text = serde_json::to_string(&GameReview::of(&record, &review)).unwrap_or_default();
        let written = app.hub.store().write(Change::Review { id: entry.id.clone(), text }).await;
        if let Err(error) = written {
            tracing::warn!(%error, game = entry.id, "a review was not kept");
        }
    });
    Ok((StatusCode::ACCEPTED, Json(state)))
}

/// Stop a review; what is done by then is kept
#[utoipa::path(
    delete, path = "/api/games/{id}/review",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn stop(State(app): State<Arc<App>>, Path(id): Path<String>) -> StatusCode {
    if let Some(making) = app.reviews.making().get(&id) {
        making.stop.store(true, Ordering::Relaxed);
    }
    StatusCode::NO_CONTENT
}

/// Looks through a game from its end, part by part.
async fn make(app: &App, record: &Record, making: &Making) -> Review {
    let plies = making.all - 1;
    let mut review = Review { positions: vec![None; making.all], moves: vec![None; plies] };
    let (mut to, mut after): (usize, Option<AssessmentData>) = (plies, None);
    while !making.stop.load(Ordering::Relaxed) {
        let from = to.saturating_sub(PART - 1);
        let job = ReviewJob { record: record.clone(), from, to, after: after.clone() };
        let ticket = app.hub.jobs().submit(job, making.address, Audience::Patient);
        let Some(found) = ticket.output().await else { break };
        let is_whole = found.len() == to + 1 - from;
        after = found.last().map(|found| found.position.clone());
        for (ply, found) in (0..=to).rev().zip(found) {
            let (assessment, reviewed) = found.into_found();
            review.positions[ply] = Some(assessment);
            if let Some(slot) = review.moves.get_mut(ply) {
                *slot = reviewed;
            }
            making.done.fetch_add(1, Ordering::Relaxed);
        }
        if from == 0 || !is_whole {
            break;
        }
        to = from - 1;
    }
    review
}
