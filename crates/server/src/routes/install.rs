//! What browsers want of a page that can be kept like a program: a manifest, icons, a service worker; and the
//! picture of a link to the page.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use games::{GAMES, svg};
use serde_json::json;
use tokio::sync::OnceCell;

use super::assets::{ASKED_ABOUT, Files, Packed};
use super::page::words_for;
use crate::error::{ApiError, ErrorCode};
use crate::guard::{ClientAddress, RateLimit};
use crate::{App, draw};

/// Pictures that are the same for all clients may be cached for a day.
const KEPT_A_DAY: &str = "public, max-age=86400";

/// The icons: their names, their sizes, and whether they fill their square, for systems that cut their own
/// shape out of it.
const ICONS: [(&str, u32, bool); 4] = [
    ("icon-192.png", 192, false),
    ("icon-512.png", 512, false),
    ("mask-512.png", 512, true),
    ("touch-180.png", 180, true),
];

/// The manifest, in the language of the request.
pub async fn manifest(headers: HeaderMap) -> Response {
    let words = words_for(&headers);
    let icons = ICONS.iter().map(|(name, size, fills)| {
        let purpose = if *fills { "maskable" } else { "any" };
        json!({"src": format!("/icons/{name}"), "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": purpose})
    });
    let manifest = json!({
        "id": "/",
        "name": words.say("web-title"),
        "short_name": "jogo",
        "description": words.say("preview-home"),
        "lang": words.language().tag(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f4ee",
        "theme_color": "#2c6e5c",
        "icons": icons.collect::<Vec<_>>(),
    });
    Packed::new("application/manifest+json", manifest.to_string()).answer(&headers, ASKED_ABOUT)
}

/// One of the icons, drawn when it is first asked for.
pub async fn icon(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    static DRAWN: [OnceCell<Vec<u8>>; ICONS.len()] = [const { OnceCell::const_new() }; ICONS.len()];
    let index = ICONS.iter().position(|(known, ..)| *known == name).ok_or(ErrorCode::PageNotFound)?;
    let (_, size, fills) = ICONS[index];
    let picture = || async {
        let mark = Files::now().text("icon.svg").replacen("<svg ", r#"<svg width="64" height="64" "#, 1);
        let mark = if fills { mark.replacen(r#" rx="15""#, "", 1) } else { mark };
        app.guard.check_rate(RateLimit::Export, address)?;
        app.hub.jobs().png(mark, size, address).await?.ok_or(ApiError::from(ErrorCode::Busy))
    };
    Ok(kept(DRAWN[index].get_or_try_init(picture).await?))
}

/// What a link to the first page shows: the mark, and a board of every family.
pub async fn preview(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
) -> Result<Response, ApiError> {
    static DRAWN: OnceCell<Vec<u8>> = OnceCell::const_new();
    let picture = || async {
        let families = GAMES.chunk_by(|one, next| one.info.family == next.info.family);
        let boards: Vec<String> = families
            .map(|family| svg::draw(&(family[0].start)().picture(), family[0].info, &svg::Layers::default()))
            .collect();
        let card = draw::card(Files::now().text("icon.svg"), &boards);
        app.guard.check_rate(RateLimit::Export, address)?;
        app.hub.jobs().png(card, draw::CARD_WIDTH, address).await?.ok_or(ApiError::from(ErrorCode::Busy))
    };
    Ok(kept(DRAWN.get_or_try_init(picture).await?))
}

fn kept(png: &[u8]) -> Response {
    ([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, KEPT_A_DAY)], png.to_vec()).into_response()
}

/// The service worker. Its scope is the whole site, so its path is at the root, without a version, and
/// browsers ask for it each time.
pub async fn worker(headers: HeaderMap) -> Response {
    let script = Files::now().text("worker.js").to_owned();
    let mut answer = Packed::new("text/javascript; charset=utf-8", script).answer(&headers, ASKED_ABOUT);
    // It asks the server on behalf of the pages.
    let policy = HeaderValue::from_static("default-src 'none'; connect-src 'self'");
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    answer
}
