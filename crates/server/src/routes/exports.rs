//! Games as text and as pictures.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use games::svg::{self, Layers};
use games::{Orientation, Record, text};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::QueryString;
use super::assets::Files;
use super::games::at_ply;
use crate::error::{ApiError, ErrorCode};
use crate::guard::{ClientAddress, RateLimit};
use crate::live::Look;
use crate::{App, draw};

/// The longer side of a PNG, in pixels.
const PNG_SIZE: u32 = 1200;

/// The game as text
#[utoipa::path(
    get, path = "/api/games/{id}/record.txt",
    params(("id" = String, Path)),
    responses((status = 200, body = String), (status = 404))
)]
pub async fn record(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Export, address)?;
    let record = labelled(*app.look(&id, None, address).await?);
    Ok(file(record.to_string(), &format!("{id}.txt")))
}

/// The game as other programs write it
#[utoipa::path(
    get, path = "/api/games/{id}/record.pgn",
    params(("id" = String, Path)),
    responses((status = 200, body = String), (status = 404))
)]
pub async fn pgn(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Export, address)?;
    let record = labelled(*app.look(&id, None, address).await?);
    Ok(file(record.to_pgn().ok_or(ErrorCode::NoPgn)?, &format!("{id}.pgn")))
}

/// The position as text
#[utoipa::path(
    get, path = "/api/games/{id}/position.txt",
    params(("id" = String, Path), Board),
    responses((status = 200, body = String), (status = 404))
)]
pub async fn position(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    QueryString(board): QueryString<Board>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Export, address)?;
    let record = board.of(app.look(&id, None, address).await?.record)?;
    Ok(plain(format!("{}\n", record.position())))
}

/// The record with the names of its players and its date.
pub fn labelled(look: Look) -> Record {
    let Look { mut record, labels: [first, second], state, .. } = look;
    record.set_tag("First", first);
    record.set_tag("Second", second);
    if state.now.seats.iter().any(|seat| seat.teaches) {
        record.set_tag(engine::teach::TAG, "yes");
    }
    if let Ok(time) = jiff::Timestamp::from_second(state.game.created_at) {
        record.set_tag("Date", time.strftime("%Y.%m.%d").to_string());
    }
    record
}

fn plain(text: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// A text to be saved under a name.
pub fn file(text: String, name: &str) -> Response {
    let about = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"jogo-{name}\"")),
    ];
    (about, text).into_response()
}

#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
pub struct Board {
    /// After so many moves; absent: now.
    ply: Option<usize>,
    /// Seen from the opposite side.
    #[serde(default)]
    flip: bool,
}

impl Board {
    fn of(self, record: Record) -> Result<Record, ApiError> {
        let plies = record.moves().len();
        at_ply(record, self.ply.unwrap_or(plies)).ok_or(ErrorCode::NoSuchPly.into())
    }

    fn svg(self, record: Record) -> Result<String, ApiError> {
        let record = self.of(record)?;
        let orientation = if self.flip { Orientation::Flipped } else { Orientation::Upright };
        let text::Marks { last_move, deciding } = text::marks(&record);
        let layers = Layers { last_move: &last_move, deciding: &deciding, orientation, ..Layers::default() };
        Ok(svg::draw(&record.position().picture(), record.info(), &layers))
    }
}

/// The board as SVG
#[utoipa::path(
    get, path = "/api/games/{id}/board.svg",
    params(("id" = String, Path), Board),
    responses((status = 200), (status = 404))
)]
pub async fn svg(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    QueryString(board): QueryString<Board>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Export, address)?;
    Ok(drawing(board.svg(app.look(&id, None, address).await?.record)?))
}

/// The board as PNG
#[utoipa::path(
    get, path = "/api/games/{id}/board.png",
    params(("id" = String, Path), Board),
    responses((status = 200), (status = 404), (status = 429))
)]
pub async fn png(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    QueryString(board): QueryString<Board>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Export, address)?;
    let svg = board.svg(app.look(&id, None, address).await?.record)?;
    let png = app.hub.jobs().png(svg, PNG_SIZE, address).await?.ok_or(ErrorCode::Busy)?;
    Ok(([(header::CONTENT_TYPE, "image/png")], png).into_response())
}

/// The board as a picture for links to the game
#[utoipa::path(
    get, path = "/api/games/{id}/preview.png",
    params(("id" = String, Path), Board),
    responses((status = 200), (status = 404), (status = 429))
)]
pub async fn preview(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    QueryString(board): QueryString<Board>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Export, address)?;
    let svg =
        draw::card(Files::now().text("icon.svg"), &[board.svg(app.look(&id, None, address).await?.record)?]);
    let png = app.hub.jobs().png(svg, draw::CARD_WIDTH, address).await?.ok_or(ErrorCode::Busy)?;
    Ok(([(header::CONTENT_TYPE, "image/png")], png).into_response())
}

/// A QR code of the game's link
#[utoipa::path(
    get, path = "/api/games/{id}/link.svg",
    params(("id" = String, Path)),
    responses((status = 200), (status = 404))
)]
pub async fn link(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Export, address)?;
    app.look(&id, None, address).await?;
    let url = format!("{}/g/{id}", app.reach.best());
    Ok(drawing(draw::qr_svg(&url).ok_or(ErrorCode::Busy)?))
}

/// An SVG that may style itself and do nothing else: its style element is allowed by its hash.
fn drawing(svg: String) -> Response {
    let style = svg
        .split_once("<style>")
        .and_then(|(_, rest)| rest.split_once("</style>"))
        .map_or("", |(style, _)| style);
    let policy =
        format!("default-src 'none'; style-src 'sha256-{}'; sandbox", draw::base64(&Sha256::digest(style)));
    ([(header::CONTENT_TYPE, "image/svg+xml".to_owned()), (header::CONTENT_SECURITY_POLICY, policy)], svg)
        .into_response()
}
