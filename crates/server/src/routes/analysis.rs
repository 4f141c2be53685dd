//! The pages of analysis.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use games::svg;

use super::assets::Files;
use super::page::{Frame, Preview, nothing_here, send, words_for};
use crate::App;

#[derive(Template)]
#[template(path = "analysis.html")]
struct AnalysisPage {
    frame: Frame,
    /// The rule set that the page begins with.
    id: &'static str,
    /// The module that makes the page live, without its ending.
    module: &'static str,
    /// What the page needs before it can begin.
    modules: Vec<String>,
    /// The start, drawn, for browsers without scripts.
    board: String,
}

/// The analysis board. What it shows stands in the query and in the fragment of its address, which the page
/// reads itself.
pub async fn page(State(app): State<Arc<App>>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    show(&app, &headers, &id, "analysis", "web-analysis-of")
}

/// The position editor.
pub async fn editor(State(app): State<Arc<App>>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    show(&app, &headers, &id, "editor", "web-editor-of")
}

#[derive(Template)]
#[template(path = "library.html")]
struct LibraryPage {
    frame: Frame,
}

/// The games of the caller, which the page fetches itself.
pub async fn library(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let words = words_for(&headers);
    let preview = Preview::new(&app, words.say("web-library"), words.say("preview-home"), "/library");
    send(&headers, StatusCode::OK, &LibraryPage { frame: Frame { words, preview, files: Files::now() } })
}

fn show(app: &App, headers: &HeaderMap, id: &str, module: &'static str, title: &str) -> Response {
    let words = words_for(headers);
    let Some(game) = games::find(id) else { return nothing_here(app, headers) };
    let title = words.say_with(title, [("game", words.name(game.info.name).into())]);
    let preview = Preview::new(app, title, words.say("preview-home"), &format!("/{module}/{id}"));
    let files = Files::now();
    let page = AnalysisPage {
        id: game.info.id,
        module,
        modules: files.graph(&["main.js", &format!("{module}.js")]),
        board: svg::page::draw(&(game.start)().picture(), game.info),
        frame: Frame { words, preview, files },
    };
    send(headers, StatusCode::OK, &page)
}
