//! Passes requests and sockets on to the node that has their game, so that any node can be asked for any
//! game. One hop: what came from another node is answered here or refused. Nodes know one another by a key
//! that they share, and listen to one another on an address of its own, which clients can't reach.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use subtle::ConstantTimeEq;
use tokio::io::copy_bidirectional_with_sizes;
use tokio::net::TcpStream;

use crate::App;
use crate::config::BODY_MAX;
use crate::error::{ApiError, ErrorCode};
use crate::guard::ClientAddress;
use crate::node::Node;
use crate::routes::refusal;

/// How long it may take to reach another node, and to get an answer from it.
const CONNECT_MAX: Duration = Duration::from_secs(1);
const ANSWER_MAX: Duration = Duration::from_secs(30);
/// Bytes that wait on their way between a client and another node, in each direction.
const BUFFER: usize = 4 << 10;

/// The key that the nodes share, and the client's address, in requests between nodes.
const KEY: HeaderName = HeaderName::from_static("x-jogo-cluster");
const CLIENT: HeaderName = HeaderName::from_static("x-jogo-client");

/// What concerns one connection and not the request.
const HOP_BY_HOP: [HeaderName; 7] = [
    header::CONNECTION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    header::PROXY_AUTHORIZATION,
    header::CONTENT_LENGTH,
];

/// Where a request came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    Public,
    Cluster,
}

/// Returns the client's address in a request of another node.
///
/// # Errors
/// When the request does not have the key of the nodes.
pub fn client_of(headers: &HeaderMap, key: &str) -> Result<IpAddr, ApiError> {
    let given = headers.get(KEY).map_or(&[][..], HeaderValue::as_bytes);
    if !bool::from(given.ct_eq(key.as_bytes())) {
        return Err(ErrorCode::ForeignOrigin.into());
    }
    let address = headers.get(CLIENT).and_then(|value| value.to_str().ok()?.parse().ok());
    address.ok_or_else(|| ErrorCode::Malformed.into())
}

/// Passes a request on if another node has its game.
pub async fn pass_on(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let came_from_node = request.extensions().get::<Door>() == Some(&Door::Cluster);
    let Some(id) = game_of(request.uri().path()).filter(|_| app.hub.node().is_some() && !came_from_node)
    else {
        return next.run(request).await;
    };
    match app.hub.elsewhere(id).await {
        Ok(None) => next.run(request).await,
        Ok(Some(url)) => {
            let headers = request.headers().clone();
            relay(&app, &url, request).await.unwrap_or_else(|error| refusal(&app, &headers, error))
        }
        Err(error) => refusal(&app, request.headers(), error),
    }
}

/// Returns the game that a path is about.
fn game_of(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/api/games/").or_else(|| path.strip_prefix("/g/"))?;
    rest.split('/').next().filter(|id| !id.is_empty())
}

async fn relay(app: &Arc<App>, url: &str, mut request: Request) -> Result<Response, ApiError> {
    let on_upgrade = request.extensions_mut().remove::<OnUpgrade>();
    let (parts, body) = request.into_parts();
    let ClientAddress(address) = parts.extensions.get().copied().ok_or(ErrorCode::Malformed)?;
    let is_socket = parts.headers.contains_key(header::UPGRADE);
    if let (true, Some(on_upgrade)) = (is_socket, on_upgrade) {
        return relay_socket(app, url, &parts, address, on_upgrade).await;
    }
    let body = tokio::time::timeout(app.config.limits.patience, axum::body::to_bytes(body, BODY_MAX)).await;
    let body = body.map_err(|_| ErrorCode::Malformed)?.map_err(|_| ErrorCode::TooLarge)?;
    ask(app, url, &parts.method, &parts.uri, &parts.headers, address, body).await
}

/// Asks another node, and returns its answer.
///
/// # Errors
/// When it cannot be reached, or counts as dead before it has answered.
pub async fn ask(
    app: &Arc<App>,
    url: &str,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    address: IpAddr,
    body: Bytes,
) -> Result<Response, ApiError> {
    let request = passed(app, method, uri, headers, address, Body::from(body))?;
    let answer = send(app, url, request).await?;
    let (mut parts, body) = answer.into_parts();
    for name in &HOP_BY_HOP {
        parts.headers.remove(name);
    }
    Ok(Response::from_parts(parts, Body::new(body)))
}

async fn relay_socket(
    app: &Arc<App>,
    url: &str,
    parts: &Parts,
    address: IpAddr,
    client: OnUpgrade,
) -> Result<Response, ApiError> {
    let permit = app.guard.socket_permit(address)?;
    let mut request = passed(app, &parts.method, &parts.uri, &parts.headers, address, Body::empty())?;
    request.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    request.headers_mut().insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    let mut answer = send(app, url, request).await?;
    if answer.status() != StatusCode::SWITCHING_PROTOCOLS {
        return Ok(answer.map(Body::new));
    }
    let owner = hyper::upgrade::on(&mut answer);
    let (app, url) = (Arc::clone(app), url.to_owned());
    tokio::spawn(async move {
        let _permit = permit;
        let (Ok(client), Ok(owner)) = tokio::join!(client, owner) else { return };
        let (mut client, mut owner) = (TokioIo::new(client), TokioIo::new(owner));
        let mut stopping = app.hub.stopping();
        let Some(node) = app.hub.node() else { return };
        // A client whose node is dead connects again, and so does one whose node is this one, which stops.
        tokio::select! {
            _ = copy_bidirectional_with_sizes(&mut client, &mut owner, BUFFER, BUFFER) => {}
            () = node.death_of(&url) => {}
            _ = stopping.wait_for(|is_stopping| *is_stopping) => {}
        }
    });
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    *response.headers_mut() = answer.headers().clone();
    Ok(response)
}

/// Returns a request as another node gets it.
fn passed(
    app: &App,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    address: IpAddr,
    body: Body,
) -> Result<Request, ApiError> {
    let cluster = app.config.cluster.as_ref().ok_or(ErrorCode::Busy)?;
    let target = uri.path_and_query().map_or("/", |target| target.as_str());
    let mut request = Request::new(body);
    *request.method_mut() = method.clone();
    *request.uri_mut() = target.parse().map_err(|_| ErrorCode::Malformed)?;
    let kept =
        headers.iter().filter(|(name, _)| !HOP_BY_HOP.contains(name) && *name != KEY && *name != CLIENT);
    for (name, value) in kept {
        request.headers_mut().append(name, value.clone());
    }
    let value = |text: &str| HeaderValue::from_str(text).map_err(|_| ApiError::from(ErrorCode::Busy));
    request.headers_mut().insert(KEY, value(&cluster.key.0)?);
    request.headers_mut().insert(CLIENT, value(&address.to_string())?);
    Ok(request)
}

async fn send(app: &App, url: &str, request: Request) -> Result<hyper::Response<Incoming>, ApiError> {
    let gone = |reason: &dyn std::fmt::Display| {
        tracing::warn!(url, %reason, "another node was not reached");
        ApiError::from(ErrorCode::Busy)
    };
    let node: &Node = app.hub.node().ok_or(ErrorCode::Busy)?;
    let place = url.strip_prefix("http://").ok_or_else(|| gone(&"it has no address"))?.trim_end_matches('/');
    let stream = tokio::time::timeout(CONNECT_MAX, TcpStream::connect(place)).await;
    let stream = stream.map_err(|error| gone(&error))?.map_err(|error| gone(&error))?;
    let _ = stream.set_nodelay(true);
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error| gone(&error))?;
    tokio::spawn(async move {
        let _ = connection.with_upgrades().await;
    });
    tokio::select! {
        answer = sender.send_request(request) => answer.map_err(|error| gone(&error)),
        () = node.death_of(url) => Err(gone(&"it is dead")),
        () = tokio::time::sleep(ANSWER_MAX) => Err(gone(&"it does not answer")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_games_are_known() {
        for (path, id) in [
            ("/api/games/AAAAAAAAAAA", Some("AAAAAAAAAAA")),
            ("/api/games/AAAAAAAAAAA/socket", Some("AAAAAAAAAAA")),
            ("/g/AAAAAAAAAAA", Some("AAAAAAAAAAA")),
            ("/api/games", None),
            ("/api/games/", None),
            ("/api/me", None),
            ("/", None),
        ] {
            assert_eq!(game_of(path), id, "{path}");
        }
    }

    #[test]
    fn only_a_request_with_the_key_is_from_a_node() {
        let request = |key: &str, client: &str| {
            let pairs = [(KEY, key), (CLIENT, client)];
            pairs.into_iter().map(|(name, value)| (name, value.parse().unwrap())).collect::<HeaderMap>()
        };
        let code = |headers: &HeaderMap| client_of(headers, "secret").map_err(|error| error.code);
        assert_eq!(code(&request("secret", "203.0.113.9")), Ok("203.0.113.9".parse().unwrap()));
        assert_eq!(code(&request("secre", "203.0.113.9")), Err(ErrorCode::ForeignOrigin));
        assert_eq!(code(&HeaderMap::new()), Err(ErrorCode::ForeignOrigin));
        assert_eq!(code(&request("secret", "nobody")), Err(ErrorCode::Malformed));
    }
}
