//! The pages: what stands on them before any script has run.

pub mod learn;
pub mod puzzles;

use std::sync::{Arc, OnceLock};

use askama::Template;
use askama::filters::Safe;
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use games::{GAMES, GameEntry, Info, svg};
use words::{Argument, Language, Words};

use super::assets::{ASKED_ABOUT, Files, Packed};
use super::catalogue::{RulesText, rules_for, short_hash};
use super::revalidated;
use crate::App;
use crate::error::{ApiError, ErrorCode};
use crate::guard::ClientAddress;
use crate::live::Look;
use crate::wire::{SeatView, Text};

const HTML: &str = "text/html; charset=utf-8";
/// The language that was chosen on the page; otherwise the browser's.
const LANGUAGE_COOKIE: &str = "language=";

/// The first page, which is the same for all clients of a language.
#[derive(Debug, Default)]
pub struct FirstPages([OnceLock<Packed>; 2]);

pub async fn home(
    State(app): State<Arc<App>>,
    Extension(pages): Extension<Arc<FirstPages>>,
    headers: HeaderMap,
) -> Response {
    let words = words_for(&headers);
    let write = || {
        let preview = Preview::new(&app, words.say("web-title"), words.say("preview-home"), "/");
        Packed::new(HTML, html(&Home::new(words, preview)))
    };
    let answer = if cfg!(debug_assertions) {
        write().answer(&headers, ASKED_ABOUT)
    } else {
        pages.0[words.language() as usize].get_or_init(write).answer(&headers, ASKED_ABOUT)
    };
    with_policy(answer)
}

/// The first page, about to begin a game of these rules. Where there are no scripts it says what can be done
/// without them.
pub async fn new(State(app): State<Arc<App>>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    let words = words_for(&headers);
    let Some(game) = games::find(&id) else { return nothing_here(&app, &headers) };
    let name = words.name(game.info.name);
    let title = words.say_with("web-play-game", [("game", name.clone().into())]);
    let preview = Preview::new(&app, title, words.say("preview-home"), &format!("/new/{id}"));
    let wanted = Wanted {
        text: words.say_with("web-no-script-new", [("game", name.into())]),
        variants: variants(game, words),
    };
    send(&headers, StatusCode::OK, &Home { wanted: Some(wanted), ..Home::new(words, preview) })
}

/// The rules, as a page to read.
pub async fn rules(State(app): State<Arc<App>>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    let words = words_for(&headers);
    let Some(game) = games::find(&id) else { return nothing_here(&app, &headers) };
    let title = words.say_with("web-rules-of", [("game", words.name(game.info.name).into())]);
    let preview = Preview::new(&app, title, words.say("preview-home"), &format!("/rules/{id}"));
    send(&headers, StatusCode::OK, &RulesPage::new(&app, game, words, preview))
}

/// The rule sets of a game's family, by id and name.
fn variants(game: &GameEntry, words: &Words) -> Vec<(&'static str, String)> {
    let family = GAMES.iter().filter(|one| one.info.family == game.info.family);
    family.map(|one| (one.info.id, words.name(one.info.name))).collect()
}

pub async fn missing(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    nothing_here(&app, &headers)
}

/// Where there is nothing.
pub(super) fn nothing_here(app: &App, headers: &HeaderMap) -> Response {
    refusal(app, headers, ErrorCode::PageNotFound.into())
}

/// What is refused: people get the first page, which says why, and programs the refusal.
pub fn refusal(app: &App, headers: &HeaderMap, error: ApiError) -> Response {
    let wants_page = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|types| types.contains("text/html"));
    let words = words_for(headers);
    let notice = in_language(error.text(), words);
    let refused = error.into_response();
    if !wants_page {
        return refused;
    }
    let preview = Preview::new(app, notice.clone(), words.say("preview-home"), "/");
    let home = Home { notice: Some(notice), ..Home::new(words, preview) };
    let mut answer = send(headers, refused.status(), &home);
    if let Some(after) = refused.headers().get(header::RETRY_AFTER) {
        answer.headers_mut().insert(header::RETRY_AFTER, after.clone());
    }
    answer
}

/// The page of a game. Looking at it takes no seat, and a link to a game that is gone still shows the page,
/// which says so.
pub async fn game(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let words = words_for(&headers);
    let look = match app.look(&id, None, address).await {
        Ok(look) => look,
        Err(error) if error.code == ErrorCode::GameNotFound => {
            let preview = Preview::new(&app, "jogo".to_owned(), in_language(error.text(), words), "/");
            return send(&headers, StatusCode::NOT_FOUND, &Game::new(words, preview, None));
        }
        Err(error) => return refusal(&app, &headers, error),
    };
    let Look { state, .. } = *look;
    let seats = &state.now.seats;
    let is_open = seats.iter().any(|seat| seat.open);
    let host = seats.iter().find_map(|seat| seat.name.clone());
    let game: Argument = ("game", in_language(state.game.name, words).into());
    let title = match host {
        Some(host) if is_open => words.say_with("web-invited-by", [game, ("name", host.into())]),
        None if is_open => words.say_with("preview-invited", [game]),
        _ => {
            let [first, second] = [0, 1].map(|index: usize| seat_name(&seats[index], words));
            words.say_with("preview-game", [game, ("first", first.into()), ("second", second.into())])
        }
    };
    let about = if is_open {
        words.say("preview-home")
    } else {
        format!("{} · {}", words.say("preview-watch"), in_language(state.now.status, words))
    };
    // The number of moves is in the address, so that a site that keeps pictures asks again when there is more
    // to see.
    let image = format!("{}/api/games/{id}/preview.png?ply={}", app.reach.best(), state.now.ply);
    let preview = Preview { image, ..Preview::new(&app, title, about, &format!("/g/{id}")) };
    send(&headers, StatusCode::OK, &Game::new(words, preview, Some(id)))
}

pub(super) fn send(headers: &HeaderMap, status: StatusCode, page: &impl Template) -> Response {
    let html = html(page);
    if status != StatusCode::OK {
        return with_policy((status, [(header::CONTENT_TYPE, HTML)], html).into_response());
    }
    with_policy(revalidated(headers, &short_hash(html.as_bytes()), HTML, html))
}

/// The policy of pages instead of that of all else, also where the browser has the page already: it takes
/// over the headers.
fn with_policy(mut answer: Response) -> Response {
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, Files::now().policy.clone());
    answer
}

/// A page as text. Writing to a string does not fail.
fn html(page: &impl Template) -> String {
    page.render().unwrap_or_default()
}

fn in_language(text: Text, words: &Words) -> String {
    match words.language() {
        Language::English => text.en,
        Language::Portuguese => text.pt,
    }
}

/// The name of a seat's player.
fn seat_name(seat: &SeatView, words: &Words) -> String {
    let Some(bot) = &seat.bot else { return seat.name.clone().unwrap_or_else(|| words.say("web-somebody")) };
    if let Some(level) = bot.strip_prefix("level:") {
        return words.say_with("web-bot-level", [("level", level.to_owned().into())]);
    }
    let key = format!("web-bot-{}", bot.replace(':', "-"));
    if words.has(&key) { words.say(&key) } else { bot.clone() }
}

/// The language that was chosen on the page, or the first of the browser's that is translated.
pub fn words_for(headers: &HeaderMap) -> &'static Words {
    let texts = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let chosen = texts(header::COOKIE)
        .flat_map(|value| value.split(';'))
        .find_map(|cookie| cookie.trim().strip_prefix(LANGUAGE_COOKIE));
    let wanted = texts(header::ACCEPT_LANGUAGE).flat_map(|value| value.split([',', ';']));
    let language = chosen.into_iter().chain(wanted).find_map(|tag| tag.trim().parse::<Language>().ok());
    Words::of(language.unwrap_or_default())
}

/// What others show of a link.
pub(super) struct Preview {
    pub title: String,
    pub about: String,
    url: String,
    image: String,
}

impl Preview {
    pub(super) fn new(app: &App, title: String, about: String, path: &str) -> Self {
        Self {
            title,
            about,
            url: format!("{}{path}", app.reach.best()),
            image: format!("{}/preview.png", app.reach.best()),
        }
    }

    pub(super) fn tags(&self) -> [(&'static str, &str); 10] {
        [
            ("og:site_name", "jogo"),
            ("og:type", "website"),
            ("og:title", &self.title),
            ("og:description", &self.about),
            ("og:url", &self.url),
            ("og:image", &self.image),
            ("og:image:type", "image/png"),
            ("og:image:width", "1200"),
            ("og:image:height", "630"),
            ("og:image:alt", &self.title),
        ]
    }
}

/// What all pages have.
pub(super) struct Frame {
    pub words: &'static Words,
    pub preview: Preview,
    pub files: Arc<Files>,
}

impl Frame {
    pub(super) fn language(&self) -> &'static str {
        self.words.language().tag()
    }

    pub(super) fn other_languages(&self) -> Vec<(&'static str, String)> {
        let others = Language::ALL.into_iter().filter(|language| *language != self.words.language());
        others.map(|language| (language.tag(), Words::of(language).say("language-name"))).collect()
    }

    /// A text of the page.
    pub(super) fn t(&self, key: &str) -> String {
        self.words.say(&format!("web-{key}"))
    }

    /// Every piece and ground, for the boards of the page.
    pub(super) fn symbols(&self) -> Safe<String> {
        Safe(svg::page::symbols())
    }

    pub(super) fn icon(&self, name: &'static str) -> Safe<String> {
        let about = r#"class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false""#;
        Safe(format!("<svg {about}><use href=\"#icon-{name}\"/></svg>"))
    }
}

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    frame: Frame,
    /// What has to be said first.
    notice: Option<String>,
    /// The game that is about to begin.
    wanted: Option<Wanted>,
    cards: Vec<Card>,
}

impl Home {
    fn new(words: &'static Words, preview: Preview) -> Self {
        let families = GAMES.chunk_by(|one, next| one.info.family == next.info.family);
        let cards = families.map(|family| Card::new(family, words)).collect();
        Self { frame: Frame { words, preview, files: Files::now() }, notice: None, wanted: None, cards }
    }
}

/// What to tell those who want to play and have no scripts.
struct Wanted {
    text: String,
    variants: Vec<(&'static str, String)>,
}

/// A game on the first page: a family of rule sets.
struct Card {
    /// The rule set of the texts: the first, unless they name another.
    id: &'static str,
    family: &'static str,
    /// The family as one class of the stylesheet, and as a part of its texts' names.
    slug: String,
    about: String,
    /// Other rule sets of the family.
    others: Vec<(&'static str, String)>,
    play: String,
    learn: String,
    rules: String,
    analyse: String,
    puzzles: String,
    /// The start, drawn.
    board: String,
}

impl Card {
    fn new(family: &[GameEntry], words: &Words) -> Self {
        let slug = svg::slug(family[0].info.family);
        let spoken_of = format!("web-card-{slug}");
        let wanted = if words.has(&spoken_of) { words.say(&spoken_of) } else { String::new() };
        let entry = family.iter().find(|game| game.info.id == wanted).unwrap_or(&family[0]);
        let info = entry.info;
        let say = |key: &str, argument: Argument| words.say_with(key, [argument]);
        let about = format!("web-about-{slug}");
        Self {
            id: info.id,
            family: info.family,
            about: if words.has(&about) { words.say(&about) } else { String::new() },
            slug,
            others: variants(entry, words).into_iter().filter(|(id, _)| *id != info.id).collect(),
            play: say("web-play-game", ("game", info.family.into())),
            learn: say("web-learn-game", ("game", info.family.into())),
            rules: say("web-rules-of", ("game", info.family.into())),
            analyse: say("web-analyse-game", ("game", info.family.into())),
            puzzles: say("web-puzzles-of", ("game", info.family.into())),
            board: svg::page::draw(&(entry.start)().picture(), info),
        }
    }
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage {
    frame: Frame,
    id: &'static str,
    /// The language that these rules are written in.
    language: &'static str,
    text: String,
    play: String,
    /// The other rule sets of the family.
    others: Vec<(&'static str, String)>,
}

impl RulesPage {
    fn new(app: &App, game: &GameEntry, words: &'static Words, preview: Preview) -> Self {
        let info = game.info;
        let wanted = words.language().tag();
        let RulesText { language, markdown } = rules_for(app, info, wanted);
        Self {
            id: info.id,
            language,
            text: words::markdown::to_html(&markdown, |position| rules_board(game, position)),
            play: words.say_with("web-play-game", [("game", words.name(info.name).into())]),
            others: variants(game, words).into_iter().filter(|(id, _)| *id != info.id).collect(),
            frame: Frame { words, preview, files: Files::now() },
        }
    }
}

/// A board among the words of the rules; pages make it live.
fn rules_board(game: &GameEntry, position: &str) -> String {
    let Ok(found) = (game.read)(position) else { return String::new() };
    let drawn = svg::page::draw(&found.picture(), game.info);
    let position = svg::escape(position);
    format!(
        r#"<figure class="sketch" data-game="{}" data-position="{position}">{drawn}</figure>"#,
        game.info.id
    )
}

#[derive(Template)]
#[template(path = "game.html")]
struct Game {
    frame: Frame,
    /// Its id, where there is such a game.
    id: Option<String>,
    /// What the page needs before it can begin.
    modules: Vec<String>,
}

impl Game {
    fn new(words: &'static Words, preview: Preview, id: Option<String>) -> Self {
        let files = Files::now();
        Self { id, modules: files.graph(&["main.js", "game.js"]), frame: Frame { words, preview, files } }
    }
}
