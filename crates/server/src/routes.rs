//! HTTP. Every route is listed here, and described for OpenAPI beside its function.

mod analysis;
mod assets;
mod catalogue;
mod editor;
mod explorer;
mod exports;
mod fair_play;
mod games;
mod install;
mod lessons;
mod me;
mod page;
mod puzzles;
mod review;
mod study;
mod thinking;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Extension, Json, Router, middleware};
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;

use crate::config::{BODY_MAX, STUDY_MAX};
use crate::error::{ApiError, ErrorCode};
use crate::guard::{self, ClientAddress};
use crate::secrets::{self, Hash};
use crate::{App, relay, socket};
pub use page::refusal;
pub use review::Reviews;

/// Every path of the server.
pub fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/openapi.json", get(openapi))
        .route("/catalogue", get(catalogue::catalogue))
        .route("/words/{language}", get(catalogue::words))
        .route("/rules/{game}", get(catalogue::rules))
        .route("/rules/{game}/boards", get(catalogue::boards))
        .route("/lessons/{game}/{step}", get(lessons::step).post(lessons::attempt))
        .route("/lessons/{game}/{step}/solution", get(lessons::solution))
        .route("/puzzles", get(puzzles::list))
        .route("/puzzles/progress", get(puzzles::progress::export).delete(puzzles::progress::reset))
        .route("/puzzles/progress", post(puzzles::progress::import).layer(DefaultBodyLimit::max(STUDY_MAX)))
        .route("/puzzles/{series}/{game}", get(puzzles::look))
        .route("/puzzles/{series}/{game}/try", post(puzzles::attempt))
        .route("/puzzles/{series}/{game}/hint", post(puzzles::hint))
        .route("/puzzles/{series}/{game}/refutation", post(puzzles::refutation))
        .route("/puzzles/{series}/{game}/solution", post(puzzles::solution))
        .route("/puzzles/{series}/{game}/next", post(puzzles::next))
        .route("/games", post(games::create))
        .route("/games/{id}", get(games::look).delete(games::delete))
        .route("/games/{id}/join", post(games::join))
        .route("/games/{id}/code", post(games::code))
        .route("/games/{id}/keep", post(games::keep))
        .route("/games/{id}/positions", get(games::positions))
        .route("/games/{id}/hint", post(games::hint))
        .route("/games/{id}/refutation", get(games::refutation))
        .route("/games/{id}/record.txt", get(exports::record))
        .route("/games/{id}/record.pgn", get(exports::pgn))
        .route("/games/{id}/position.txt", get(exports::position))
        .route("/games/{id}/board.svg", get(exports::svg))
        .route("/games/{id}/board.png", get(exports::png))
        .route("/games/{id}/preview.png", get(exports::preview))
        .route("/games/{id}/link.svg", get(exports::link))
        .route("/study", post(study::study).layer(DefaultBodyLimit::max(STUDY_MAX)))
        .route("/analysis", post(thinking::analyze).layer(DefaultBodyLimit::max(STUDY_MAX)))
        .route("/editor", post(editor::edit).layer(DefaultBodyLimit::max(STUDY_MAX)))
        .route("/explorer", post(explorer::explore).layer(DefaultBodyLimit::max(STUDY_MAX)))
        .route("/games/{id}/review", get(review::look).post(review::begin).delete(review::stop))
        .route("/seats", post(games::redeem))
        .route("/me", get(me::list))
        .route("/me", delete(me::forget))
        .route("/me/changes", get(me::changes))
        .route("/me/export", get(me::export));
    let pages = Router::new()
        .nest("/api", api)
        .route("/", get(page::home))
        .route("/new/{id}", get(page::new))
        .route("/rules/{id}", get(page::rules))
        .route("/learn/{id}", get(page::learn::learn))
        .route("/puzzles", get(page::puzzles::list))
        .route("/puzzles/{id}", get(page::puzzles::training))
        .route("/puzzles/daily/{id}", get(page::puzzles::daily))
        .route("/g/{id}", get(page::game))
        .route("/analysis/{id}", get(analysis::page))
        .route("/editor/{id}", get(analysis::editor))
        .route("/library", get(analysis::library))
        .route("/preview.png", get(install::preview))
        .route("/manifest.webmanifest", get(install::manifest))
        .route("/icons/{name}", get(install::icon))
        .route("/worker.js", get(install::worker))
        .route("/assets/{version}/{*path}", get(assets::asset))
        .route("/healthz", get(health))
        .route("/readyz", get(ready))
        .fallback(page::missing)
        .layer(Extension(Arc::new(page::FirstPages::default())))
        .layer(Extension(Arc::new(explorer::Explorers::default())))
        .layer(CompressionLayer::new())
        // Sockets are not compressed.
        .route("/api/games/{id}/socket", get(socket::upgrade));
    pages
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), relay::pass_on))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::check_request))
        .with_state(app)
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "jogo",
        description = "Games by HTTP. What happens in a game comes by its socket: see docs/wire.md."
    ),
    paths(
        openapi,
        health,
        ready,
        catalogue::catalogue,
        catalogue::words,
        catalogue::rules,
        catalogue::boards,
        lessons::step,
        lessons::attempt,
        lessons::solution,
        puzzles::list,
        puzzles::look,
        puzzles::attempt,
        puzzles::hint,
        puzzles::refutation,
        puzzles::solution,
        puzzles::next,
        puzzles::progress::export,
        puzzles::progress::import,
        puzzles::progress::reset,
        games::create,
        games::look,
        games::delete,
        games::join,
        games::code,
        games::keep,
        games::redeem,
        games::positions,
        games::hint,
        games::refutation,
        exports::record,
        exports::pgn,
        exports::position,
        exports::svg,
        exports::png,
        exports::preview,
        exports::link,
        study::study,
        thinking::analyze,
        explorer::explore,
        editor::edit,
        review::look,
        review::begin,
        review::stop,
        me::list,
        me::changes,
        me::forget,
        me::export
    )
)]
struct Description;

/// This description
#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200)))]
async fn openapi() -> Response {
    static TEXT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let text = TEXT.get_or_init(|| serde_json::to_string(&Description::openapi()).unwrap_or_default());
    ([(header::CONTENT_TYPE, "application/json")], text.as_str()).into_response()
}

/// Whether the server is alive
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = String)))]
async fn health() -> Response {
    ([(header::CACHE_CONTROL, "no-store")], "ok").into_response()
}

/// Whether the store can be written, and where engine work is done if workers can do it
#[utoipa::path(
    get, path = "/readyz",
    responses((status = 200, body = String), (status = 503, body = String))
)]
async fn ready(axum::extract::State(app): axum::extract::State<Arc<App>>) -> Response {
    let (status, text) = match app.is_ready().await {
        // Without the queue, threads of this process do its work: that is no reason to send clients
        // elsewhere.
        Ok(()) => match app.hub.jobs().bus_state() {
            None => (StatusCode::OK, "ok"),
            Some(state) if !state.is_connected => (StatusCode::OK, "ok\njobs: threads; the queue is away"),
            Some(state) if state.threads == 0 => (StatusCode::OK, "ok\njobs: threads; no worker is there"),
            Some(_) => (StatusCode::OK, "ok\njobs: workers"),
        },
        Err(error) => {
            tracing::error!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the store cannot be written")
        }
    };
    (status, [(header::CACHE_CONTROL, "no-store")], text).into_response()
}

/// The identity of the client, if its request has a cookie.
#[derive(Clone, Copy, Debug)]
pub struct Caller(pub Option<Hash>);

impl Caller {
    pub fn known(self) -> Result<Hash, ApiError> {
        self.0.ok_or_else(|| ErrorCode::NotSeated.into())
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        Ok(Self(secrets::secret_of(&parts.headers).map(secrets::hash)))
    }
}

/// The identity of the client; a client without one gets a cookie with the response.
#[derive(Clone, Debug)]
pub struct Identity {
    pub hash: Hash,
    is_new: bool,
    cookie: Option<HeaderValue>,
}

impl Identity {
    /// Returns whether the client gets its cookie only now.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Returns a response, with the cookie if it is new.
    pub fn respond(self, answer: impl IntoResponse) -> Response {
        if self.is_new { self.renew(answer) } else { answer.into_response() }
    }

    /// Returns a response with the cookie, which the browser keeps for its full time from now.
    pub fn renew(self, answer: impl IntoResponse) -> Response {
        let mut response = answer.into_response();
        if let Some(cookie) = self.cookie {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        response
    }
}

impl FromRequestParts<Arc<App>> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let of = |secret: &str, is_new| {
            let cookie = secrets::set_cookie(secret, app.guard.is_https());
            Self { hash: secrets::hash(secret), is_new, cookie }
        };
        // Only an identity that the server has given. Any other is replaced.
        if let Some(secret) = secrets::secret_of(&parts.headers)
            && app.hub.store().has_issued(&secrets::hash(secret)).await?
        {
            return Ok(of(secret, false));
        }
        Ok(of(&secrets::new_secret()?, true))
    }
}

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get::<Self>().copied().ok_or_else(|| ErrorCode::Malformed.into())
    }
}

/// A JSON body, or an [`ApiError`].
#[derive(Clone, Copy, Debug)]
pub struct Body<T>(pub T);

impl<T: serde::de::DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let body = Json::<T>::from_request(request, app);
        match tokio::time::timeout(app.config.limits.patience, body).await {
            Ok(Ok(Json(body))) => Ok(Self(body)),
            Ok(Err(error)) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(ErrorCode::TooLarge.into())
            }
            // Malformed, or not sent in time.
            Ok(Err(_)) | Err(_) => Err(ErrorCode::Malformed.into()),
        }
    }
}

/// The query string, or an [`ApiError`].
#[derive(Clone, Copy, Debug)]
pub struct QueryString<T>(pub T);

impl<T: serde::de::DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryString<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        query.map(|query| Self(query.0)).map_err(|_| ErrorCode::Malformed.into())
    }
}

/// A response that a browser may cache but must revalidate; without a body if nothing has changed.
fn revalidated(headers: &HeaderMap, tag: &str, kind: &str, body: impl Into<axum::body::Body>) -> Response {
    let tag = format!("W/\"{tag}\"");
    let fresh = is_known(headers, &tag);
    let about = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::CONTENT_TYPE, kind.to_owned()),
    ];
    if fresh {
        (StatusCode::NOT_MODIFIED, about).into_response()
    } else {
        (about, body.into()).into_response()
    }
}

/// Returns whether the client has the version with this tag already.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag))
}
