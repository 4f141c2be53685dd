//! Creating games, taking seats, reading games.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::Response;
use engine::analysis::{AnalysisLine, LineFacts};
use engine::players::BotName;
use games::{AnyPosition, GameEntry, Record};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fair_play::{self, Help};
use super::{Body, Caller, Identity, QueryString};
use crate::App;
use crate::config::{CODE_AGE_S, INCREMENT_MAX_S, INITIAL_MAX_S, POSITION_MAX, POSITIONS_MAX};
use crate::error::{ApiError, ErrorCode};
use crate::guard::{ClientAddress, RateLimit};
use crate::live::{self, GameRequest, Look, Who, check_name};
use crate::relay;
use crate::secrets::{self, Hash};
use crate::store::{Change, NewGame};
use crate::time::unix_s;
use crate::wire::{
    Clock, Create, HintAsk, Join, LastView, PictureView, Problem, Redeem, State as GameState, Text,
    WirePlayer, wanted_side,
};

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Created {
    pub id: String,
    pub path: String,
}

/// Create a game
#[utoipa::path(
    post, path = "/api/games",
    request_body = Create,
    responses((status = 201, body = Created), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn create(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    me: Identity,
    Body(create): Body<Create>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Game, address)?;
    let game = games::find(&create.game).ok_or(ErrorCode::UnknownGame)?;
    if create.teach && create.clock.is_some() {
        return Err(ErrorCode::BadClock.into());
    }
    let (start, seats) = (start(game, &create)?, seats(game, &create, me.hash)?);
    // A bot that is put in the player's place would reveal its move as an analysis does.
    if create.position.is_some() && seats.iter().any(Who::is_bot) {
        let record = Record::from_position(game, start.boxed_clone());
        fair_play::check(&app, Caller(Some(me.hash)), &record, Help::Position, address).await?;
    }
    let new = NewGame {
        id: secrets::new_id()?,
        rules: game.info.id,
        start: start.to_string(),
        created_at: unix_s(),
        clock: create.clock.map(check_clock).transpose()?,
        seats: seats.map(|who| who.row()),
    };
    let id = new.id.clone();
    app.hub.store().write(Change::Create(new)).await?;
    app.hub.news().tell(&me.hash);
    tracing::info!(game = id, rules = create.game, opponent = create.opponent, "created");
    Ok(me.respond((StatusCode::CREATED, Json(Created { path: format!("/g/{id}"), id }))))
}

fn start(game: &'static GameEntry, create: &Create) -> Result<Box<dyn AnyPosition>, ApiError> {
    let position = match (&create.position, &create.start) {
        (Some(_), Some(_)) => return Err(ErrorCode::Malformed.into()),
        (Some(text), None) if text.len() > POSITION_MAX => return Err(ErrorCode::TooLarge.into()),
        (Some(text), None) => {
            (game.read)(text).map_err(|error| ApiError::with_detail(ErrorCode::BadPosition, &error))?
        }
        (None, Some(name)) => game.named_start(name).ok_or(ErrorCode::UnknownStart)?,
        (None, None) => (game.start)(),
    };
    if position.outcome().is_some() { Err(ErrorCode::GameOver.into()) } else { Ok(position) }
}

fn check_clock(clock: Clock) -> Result<[u64; 2], ApiError> {
    if clock.initial_s == 0 || clock.initial_s > INITIAL_MAX_S || clock.increment_s > INCREMENT_MAX_S {
        return Err(ErrorCode::BadClock.into());
    }
    Ok([clock.initial_s, clock.increment_s].map(|seconds| u64::from(seconds) * 1000))
}

/// Returns the holders of both seats. Bots come from a closed list; no request can start a program.
fn seats(game: &'static GameEntry, create: &Create, me: Hash) -> Result<[Who; 2], ApiError> {
    let bot = |name: &str| {
        let bot = name.parse::<BotName>().ok().filter(|bot| table::bots_for(game).contains(bot));
        bot.map(Who::Bot).ok_or(ApiError::from(ErrorCode::UnknownOpponent))
    };
    let person = Who::Person { secret: me, name: check_name(create.name.as_deref())? };
    let mine = create.watch.as_deref().map_or_else(|| Ok(person.clone()), bot)?;
    let other = match create.opponent.as_str() {
        "friend" | "self" if mine.is_bot() => return Err(ErrorCode::UnknownOpponent.into()),
        "friend" => Who::Open,
        "self" => person,
        name => bot(name)?,
    };
    let other = match (other, &mine) {
        (Who::Bot(bot), Who::Person { .. }) if create.teach => Who::Teacher(bot),
        _ if create.teach => return Err(ErrorCode::UnknownOpponent.into()),
        (other, _) => other,
    };
    let side = wanted_side(create.side.as_deref()).ok_or(ErrorCode::BadSide)?;
    let side = side.unwrap_or_else(|| if fastrand::bool() { WirePlayer::First } else { WirePlayer::Second });
    Ok(if side == WirePlayer::First { [mine, other] } else { [other, mine] })
}

/// A game at this moment
#[utoipa::path(
    get, path = "/api/games/{id}",
    params(("id" = String, Path)),
    responses((status = 200, body = GameState), (status = 404, body = Problem))
)]
pub async fn look(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    me: Caller,
) -> Result<Json<GameState>, ApiError> {
    Ok(Json(app.look(&id, me.0, address).await?.state))
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
pub struct Seated {
    pub side: WirePlayer,
}

/// Take the free seat
#[utoipa::path(
    post, path = "/api/games/{id}/join",
    params(("id" = String, Path)),
    request_body = Join,
    responses((status = 200, body = Seated), (status = 409, body = Problem))
)]
pub async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    me: Identity,
    Body(join): Body<Join>,
) -> Result<Response, ApiError> {
    let name = check_name(join.name.as_deref())?;
    let secret = me.hash;
    let side = app.hub.ask(&id, |reply| GameRequest::Join { secret, name: name.clone(), reply }).await?;
    Ok(me.respond(Json(Seated { side: side.into() })))
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Code {
    pub code: String,
    pub expires_s: i64,
}

/// A one-time code that moves your seat to another device
#[utoipa::path(
    post, path = "/api/games/{id}/code",
    params(("id" = String, Path)),
    responses((status = 200, body = Code), (status = 403, body = Problem))
)]
pub async fn code(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    me: Caller,
) -> Result<Json<Code>, ApiError> {
    let (secret, code) = (me.known()?, secrets::new_code()?);
    let (hash, expires_at) = (secrets::hash_code(&code), unix_s() + CODE_AGE_S);
    app.hub.ask(&id, |reply| GameRequest::Code { secret, hash, expires_at, reply }).await?;
    Ok(Json(Code { code, expires_s: CODE_AGE_S }))
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Redeemed {
    pub id: String,
    pub side: WirePlayer,
}

/// Take the seat that a code stands for
#[utoipa::path(
    post, path = "/api/seats",
    request_body = Redeem,
    responses((status = 200, body = Redeemed), (status = 404, body = Problem))
)]
pub async fn redeem(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    me: Identity,
    Body(redeem): Body<Redeem>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Code, address)?;
    let (code, secret) = (secrets::hash_code(&redeem.code), me.hash);
    let (id, side) = app.hub.store().seat_of_code(&code, unix_s()).await?.ok_or(ErrorCode::CodeUnknown)?;
    if let Some(url) = app.hub.elsewhere(&id).await? {
        let body = serde_json::to_vec(&redeem).unwrap_or_default().into();
        let uri = Uri::from_static("/api/seats");
        return relay::ask(&app, &url, &Method::POST, &uri, &headers, address, body).await;
    }
    app.hub.ask(&id, |reply| GameRequest::MoveSeat { code, side, secret, reply }).await?;
    Ok(me.respond(Json(Redeemed { id, side: side.into() })))
}

/// Keep a finished game between two bots
#[utoipa::path(
    post, path = "/api/games/{id}/keep",
    params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem))
)]
pub async fn keep(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    // It is written, and sent to the sockets of watched games.
    app.guard.check_rate(RateLimit::Export, address)?;
    app.hub.ask(&id, |reply| GameRequest::Keep { reply }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete a game of yours
#[utoipa::path(
    delete, path = "/api/games/{id}",
    params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = Problem))
)]
pub async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    me: Caller,
) -> Result<StatusCode, ApiError> {
    let secret = me.known()?;
    app.hub.ask(&id, |reply| GameRequest::Delete { secret, reply }).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
pub struct Range {
    /// The first; 0 is the start.
    from: Option<usize>,
    /// The last.
    to: Option<usize>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Positions {
    version: u64,
    positions: Vec<PositionView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct PositionView {
    ply: usize,
    position: String,
    picture: PictureView,
    last: Option<LastView>,
    status: Text,
}

/// Earlier positions of a game
#[utoipa::path(
    get, path = "/api/games/{id}/positions",
    params(("id" = String, Path), Range),
    responses((status = 200, body = Positions))
)]
pub async fn positions(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    QueryString(range): QueryString<Range>,
) -> Result<Json<Positions>, ApiError> {
    let Look { record, state, .. } = *app.look(&id, None, address).await?;
    let plies = record.moves().len();
    let from = range.from.unwrap_or(0);
    let to = range.to.unwrap_or(plies).min(plies).min(from.saturating_add(POSITIONS_MAX - 1));
    let mut positions = Vec::new();
    let mut at = at_ply(record, to).filter(|_| from <= to).ok_or(ErrorCode::NoSuchPly)?;
    loop {
        positions.push(position_view(&at));
        let ply = at.moves().len();
        if ply == from {
            break;
        }
        while at.moves().len() == ply && at.undo() {}
    }
    positions.reverse();
    Ok(Json(Positions { version: state.version, positions }))
}

/// How the game could go on after a move that a bot warns of
#[utoipa::path(
    get, path = "/api/games/{id}/refutation",
    params(("id" = String, Path)),
    responses((status = 200, body = Positions), (status = 404, body = Problem))
)]
pub async fn refutation(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
) -> Result<Json<Positions>, ApiError> {
    let Look { mut record, state, .. } = *app.look(&id, None, address).await?;
    let warning = state.now.warning.ok_or(ErrorCode::NoSuchPly)?;
    let mut positions = vec![position_view(&record)];
    for mv in &warning.line {
        if record.play(mv).is_err() {
            break;
        }
        positions.push(position_view(&record));
    }
    Ok(Json(Positions { version: state.version, positions }))
}

fn position_view(record: &Record) -> PositionView {
    let ply = record.moves().len();
    let position = record.position();
    let (last, picture) = (LastView::of(record), position.picture().into());
    PositionView { ply, position: position.to_string(), status: live::status(record), last, picture }
}

/// Returns the record as it was after this many moves.
pub fn at_ply(mut record: Record, ply: usize) -> Option<Record> {
    if ply > record.moves().len() {
        return None;
    }
    while record.moves().len() > ply && record.undo() {}
    Some(record)
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Hint {
    ply: usize,
    position: String,
    depth: u32,
    nodes: u64,
    lines: Vec<HintLine>,
    /// The best move in three steps.
    steps: Option<HintStepsView>,
}

/// A hint in steps: the cell to begin with, the kind of move, the move with what is certain about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct HintStepsView {
    piece: Option<String>,
    kind: Text,
    #[serde(rename = "move")]
    mv: String,
    reasons: Vec<Text>,
}

impl HintStepsView {
    fn of(record: &Record, mv: &str) -> Option<Self> {
        let steps = engine::reasons::hint_steps(record, mv)?;
        Some(Self {
            piece: steps.piece,
            kind: Text::message(&steps.kind),
            mv: steps.mv,
            reasons: steps.reasons.iter().map(Text::message).collect(),
        })
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HintLine {
    /// `win`, `loss`, `draw` or `about`.
    kind: &'static str,
    plies: Option<u32>,
    /// `exact`, or `at most` where the winner may be faster.
    distance: Option<&'static str>,
    score: Option<i32>,
    moves: Vec<String>,
    cells: Vec<String>,
    text: Text,
}

/// What the engine thinks
#[utoipa::path(
    post, path = "/api/games/{id}/hint",
    params(("id" = String, Path)),
    request_body = HintAsk,
    responses((status = 200, body = Hint), (status = 403, body = Problem), (status = 429, body = Problem))
)]
pub async fn hint(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    me: Caller,
    Body(ask): Body<HintAsk>,
) -> Result<Json<Hint>, ApiError> {
    app.guard.check_rate(RateLimit::Hint, address)?;
    let look = *app.look(&id, me.0, address).await?;
    if look.has_two_people && look.record.outcome().is_none() {
        return Err(ErrorCode::HintRefused.into());
    }
    let ply = ask.ply.unwrap_or(look.record.moves().len());
    let record = at_ply(look.record, ply).ok_or(ErrorCode::NoSuchPly)?;
    fair_play::check(&app, me, &record, Help::Position, address).await?;
    let position = record.position().boxed_clone();
    let thought = app
        .hub
        .jobs()
        .hint(record.clone(), ask.lines.unwrap_or(1), address)
        .await?
        .ok_or(ErrorCode::GameOver)?;
    let steps = thought.best_move().and_then(|mv| HintStepsView::of(&record, mv));
    let (depth, nodes) = (thought.depth, thought.nodes);
    let lines = thought.lines.into_iter().map(|line| hint_line(&*position, line)).collect();
    Ok(Json(Hint { ply, position: position.to_string(), depth, nodes, lines, steps }))
}

pub fn hint_line(position: &dyn AnyPosition, line: AnalysisLine) -> HintLine {
    let LineFacts { kind, plies, distance, score } = line.facts();
    let text = Text::of(|words| words.verdict(&line));
    let moves = line.moves;
    let gesture = moves.first().and_then(|mv| position.gestures(mv).ok()?.into_iter().next());
    HintLine {
        kind,
        plies,
        distance,
        score,
        moves,
        cells: gesture.map_or(Vec::new(), |gesture| gesture.cells),
        text,
    }
}
