//! The page itself: a few files built into the program.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;
use words::{Language, Words};

use super::catalogue::short_hash;
use super::revalidated;
use crate::App;
use crate::live::Look;
use crate::refusal::{Reason, Refusal};

#[derive(Embed)]
#[folder = "assets"]
struct Assets;

/// Where in the page the tags of a link preview go.
const PREVIEW: &str = "<!-- preview -->";

pub async fn home(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Refusal> {
    let words = words_for(&headers);
    let preview = Preview { title: "jogo".to_owned(), about: words.say("preview-home"), path: "/".to_owned(), image: None };
    page(&app, &headers, StatusCode::OK, &preview)
}

/// The page of a game. Looking at it takes no seat, and a link to a game that is gone still shows the page, which says so.
pub async fn game(State(app): State<Arc<App>>, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, Refusal> {
    let words = words_for(&headers);
    let look = match app.look(&id, None).await {
        Ok(look) => look,
        Err(refusal) if refusal.reason == Reason::GameNotFound => {
            let preview = Preview { title: "jogo".to_owned(), about: refusal_text(&refusal, words), path: "/".to_owned(), image: None };
            return page(&app, &headers, StatusCode::NOT_FOUND, &preview);
        }
        Err(refusal) => return Err(refusal),
    };
    let is_open = look.state.now.seats.iter().any(|seat| seat.open);
    let Look { state, labels: [first, second], .. } = *look;
    let name = in_language(state.game.name, words);
    let title = if is_open {
        format!("{name} · {}", words.say("preview-play"))
    } else {
        words.say_with("preview-game", [("game", name.into()), ("first", first.into()), ("second", second.into())])
    };
    let about = if is_open {
        words.say("preview-home")
    } else {
        format!("{} · {}", words.say("preview-watch"), in_language(state.now.status, words))
    };
    let image = Some(format!("/api/games/{id}/board.png"));
    page(&app, &headers, StatusCode::OK, &Preview { title, about, path: format!("/g/{id}"), image })
}

fn in_language(text: crate::wire::Text, words: &Words) -> String {
    match words.language() {
        Language::English => text.en,
        Language::Portuguese => text.pt,
    }
}

fn refusal_text(refusal: &Refusal, words: &Words) -> String {
    in_language(refusal.text(), words)
}

/// The first language that the browser wants and there is.
fn words_for(headers: &HeaderMap) -> &'static Words {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let language = wanted.split([',', ';']).find_map(|tag| tag.trim().parse::<Language>().ok());
    Words::of(language.unwrap_or_default())
}

/// What others show of a link.
struct Preview {
    title: String,
    about: String,
    path: String,
    image: Option<String>,
}

impl Preview {
    fn tags(&self, base: &str) -> String {
        let mut pairs = vec![
            ("og:site_name", "jogo".to_owned()),
            ("og:type", "website".to_owned()),
            ("og:title", self.title.clone()),
            ("og:description", self.about.clone()),
            ("og:url", format!("{base}{}", self.path)),
        ];
        if let Some(image) = &self.image {
            pairs.push(("og:image", format!("{base}{image}")));
            pairs.push(("og:image:type", "image/png".to_owned()));
        }
        let tags = pairs.iter().map(|(name, value)| format!("<meta property=\"{name}\" content=\"{}\">\n", escape(value)));
        format!("{}<meta name=\"description\" content=\"{}\">", tags.collect::<String>(), escape(&self.about))
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

fn page(app: &App, headers: &HeaderMap, status: StatusCode, preview: &Preview) -> Result<Response, Refusal> {
    let index = Assets::get("index.html").ok_or(Reason::PageNotFound)?;
    let html = String::from_utf8_lossy(&index.data).replace(PREVIEW, &preview.tags(app.reach.best()));
    if status != StatusCode::OK {
        return Ok((status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response());
    }
    Ok(revalidated(headers, &short_hash(html.as_bytes()), "text/html; charset=utf-8", html))
}

/// One of the files of the page.
pub async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Refusal> {
    let file = Assets::get(&path).ok_or(Reason::PageNotFound)?;
    let tag: String = file.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    Ok(revalidated(&headers, &tag, file.metadata.mimetype(), file.data.into_owned()))
}
