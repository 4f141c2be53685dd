//! What belongs to a player.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;

use super::exports::{file, labelled};
use super::{Caller, QueryString};
use crate::App;
use crate::connection_limit::ConnectionPermit;
use crate::error::{ApiError, ErrorCode};
use crate::guard::{ClientAddress, RateLimit};
use crate::live::{GameRequest, Look};
use crate::news::NewsOfPlayer;
use crate::relay;
use crate::secrets::{self, Hash};
use crate::store::{Change, LISTED_MAX};
use crate::wire::{Problem, Text, You};

#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
pub struct Before {
    /// Go on where a list ended: its `more`.
    before: Option<i64>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Mine {
    games: Vec<MyGame>,
    /// There are more: ask again with this as `before`.
    more: Option<i64>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct MyGame {
    id: String,
    game: String,
    name: Text,
    sides: [String; 2],
    you: Option<You>,
    result: Option<String>,
    ply: usize,
    created_at: i64,
    status: Text,
    your_turn: bool,
}

/// Your games, newest first
#[utoipa::path(get, path = "/api/me", params(Before), responses((status = 200, body = Mine)))]
pub async fn list(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    me: Caller,
    QueryString(query): QueryString<Before>,
) -> Result<Json<Mine>, ApiError> {
    app.guard.check_rate(RateLimit::Export, address)?;
    let Some(secret) = me.0 else { return Ok(Json(Mine { games: Vec::new(), more: None })) };
    let ids = app.hub.store().games_of(&secret, query.before.unwrap_or(i64::MAX)).await?;
    let more = ids.last().filter(|_| ids.len() as i64 == LISTED_MAX).map(|(_, number)| *number);
    let mut games = Vec::new();
    for (id, _) in ids {
        let Some(look) = look_if_readable(&app, &id, secret, address).await? else { continue };
        let (state, turn) = (look.state, look.record.position().turn());
        games.push(MyGame {
            id,
            game: state.game.rules,
            name: state.game.name,
            sides: look.labels,
            you: state.you,
            ply: state.now.ply,
            created_at: state.game.created_at,
            status: state.now.status,
            your_turn: state.now.result.is_none() && state.you.is_some_and(|you| you.holds(turn)),
            result: state.now.result,
        });
    }
    Ok(Json(Mine { games, more }))
}

/// Returns a game of a player; `None` if it is gone or cannot be read, which must not keep the others from
/// the list.
async fn look_if_readable(
    app: &App,
    id: &str,
    secret: Hash,
    address: IpAddr,
) -> Result<Option<Box<Look>>, ApiError> {
    match app.look(id, Some(secret), address).await {
        Ok(look) => Ok(Some(look)),
        Err(error) if [ErrorCode::Busy, ErrorCode::TooFast].contains(&error.code) => Err(error),
        Err(_) => Ok(None),
    }
}

/// The least time between two pieces of news.
const NEWS_EVERY: Duration = Duration::from_secs(1);

/// A client that is told when its list has changed.
struct ListWatcher {
    news: NewsOfPlayer,
    stopping: watch::Receiver<bool>,
    was_told: bool,
    _permit: ConnectionPermit,
}

impl ListWatcher {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        let news = async {
            if self.was_told {
                tokio::time::sleep(NEWS_EVERY).await;
            }
            self.news.next().await;
        };
        tokio::select! {
            () = news => {}
            _ = self.stopping.wait_for(|is_stopping| *is_stopping) => return None,
        }
        self.was_told = true;
        Some((Ok(Event::default().data("changed")), self))
    }
}

/// Tells when one of your games changes, by whichever server, as server-sent events
#[utoipa::path(
    get, path = "/api/me/changes",
    responses(
        (status = 200, body = String, content_type = "text/event-stream"), (status = 403, body = Problem),
        (status = 429, body = Problem)
    )
)]
pub async fn changes(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    me: Caller,
) -> Result<Response, ApiError> {
    let secret = me.known()?;
    let watcher = ListWatcher {
        news: app.hub.news().of(&secret),
        stopping: app.hub.stopping(),
        was_told: false,
        _permit: app.guard.socket_permit(address)?,
    };
    let events = Sse::new(stream::unfold(watcher, ListWatcher::next)).keep_alive(KeepAlive::default());
    let headers =
        [(header::CACHE_CONTROL, "no-store"), (header::HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((headers, events).into_response())
}

/// All your games as one text
#[utoipa::path(
    get, path = "/api/me/export",
    responses((status = 200, body = String), (status = 403, body = Problem))
)]
pub async fn export(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    me: Caller,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Export, address)?;
    let secret = me.known()?;
    let mut records = Vec::new();
    for id in app.hub.store().all_of(&secret).await? {
        if let Some(look) = look_if_readable(&app, &id, secret, address).await? {
            records.push(labelled(*look).to_string());
        }
    }
    Ok(file(records.join("\n"), "games.txt"))
}

/// Delete all your games and your progress in puzzles, and forget who you are
#[utoipa::path(delete, path = "/api/me", responses((status = 204), (status = 403, body = Problem)))]
pub async fn forget(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    me: Caller,
) -> Result<Response, ApiError> {
    let secret = me.known()?;
    // Until none is left: once the cookie is forgotten, the rest could not be deleted.
    let mut goes_on = true;
    while goes_on {
        goes_on = false;
        for id in app.hub.store().all_of(&secret).await? {
            if let Some(url) = app.hub.elsewhere(&id).await? {
                let uri = format!("/api/games/{id}").parse().map_err(|_| ErrorCode::Malformed)?;
                let answer =
                    relay::ask(&app, &url, &Method::DELETE, &uri, &headers, address, Bytes::new()).await?;
                if answer.status().is_server_error() {
                    return Err(ErrorCode::Busy.into());
                }
                goes_on |= answer.status().is_success();
                continue;
            }
            match app.hub.ask(&id, |reply| GameRequest::Delete { secret, reply }).await {
                Ok(()) => goes_on = true,
                Err(error) if [ErrorCode::GameNotFound, ErrorCode::NotSeated].contains(&error.code) => {}
                Err(error) => return Err(error),
            }
        }
    }
    app.hub.store().write(Change::ForgetSolver { secret }).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    for cookie in secrets::forget_cookies(app.guard.is_https()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}
