//! What there is to play, and the words to say it with.

use std::sync::{Arc, OnceLock};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use games::{GAMES, GameEntry, Info};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use words::{Language, Words};

use super::{QueryString, revalidated};
use crate::App;
use crate::config::{INCREMENT_MAX_S, INITIAL_MAX_S};
use crate::error::{ApiError, ErrorCode};
use crate::live::NAME_MAX;
use crate::reach::Reach;
use crate::wire::{Clock, PictureView, SideView, Text};

/// Clocks that people choose from: minutes, and seconds that a move adds.
const CLOCKS: [(u32, u32); 6] = [(1, 0), (3, 2), (5, 3), (10, 5), (15, 10), (30, 20)];

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Catalogue {
    games: Vec<RuleSet>,
    clocks: Vec<Clock>,
    clock_limits: Clock,
    name_max: usize,
    languages: Vec<LanguageView>,
    reach: Reach,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct RuleSet {
    id: &'static str,
    name: Text,
    family: &'static str,
    /// `disc`, `stack`, `die` or `microbe`.
    shape: &'static str,
    sides: [SideView; 2],
    starts: Vec<StartView>,
    bots: Vec<String>,
    counts: bool,
    picture: PictureView,
    pgn: bool,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct StartView {
    name: &'static str,
    title: Text,
    position: &'static str,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct LanguageView {
    tag: &'static str,
    name: String,
}

impl RuleSet {
    fn of(game: &'static GameEntry) -> Self {
        let info = game.info;
        let picture = PictureView::from((game.start)().picture());
        Self {
            id: info.id,
            name: Text::name(info.name),
            family: info.family,
            shape: info.shape.word(),
            sides: SideView::both(info),
            starts: info
                .starts
                .iter()
                .map(|start| StartView {
                    name: start.name,
                    title: Text::name(start.name),
                    position: start.text,
                })
                .collect(),
            bots: table::bots_for(game).iter().map(ToString::to_string).collect(),
            counts: picture.counts.is_some(),
            picture,
            pgn: info.pgn.is_some(),
        }
    }
}

/// What there is to play
#[utoipa::path(get, path = "/api/catalogue", responses((status = 200, body = Catalogue)))]
pub async fn catalogue(State(app): State<Arc<App>>) -> Json<Catalogue> {
    static GAMES_LISTED: OnceLock<Vec<RuleSet>> = OnceLock::new();
    Json(Catalogue {
        games: GAMES_LISTED.get_or_init(|| GAMES.iter().map(RuleSet::of).collect()).clone(),
        clocks: CLOCKS
            .iter()
            .map(|(minutes, increment_s)| Clock { initial_s: minutes * 60, increment_s: *increment_s })
            .collect(),
        clock_limits: Clock { initial_s: INITIAL_MAX_S, increment_s: INCREMENT_MAX_S },
        name_max: NAME_MAX,
        languages: Language::ALL
            .iter()
            .map(|language| LanguageView {
                tag: language.tag(),
                name: Words::of(*language).say("language-name"),
            })
            .collect(),
        reach: app.reach.clone(),
    })
}

/// The texts of the page
#[utoipa::path(get, path = "/api/words/{language}", params(("language" = String, Path)), responses((status = 200), (status = 404)))]
pub async fn words(Path(language): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    static TEXTS: [OnceLock<(String, String)>; 2] = [OnceLock::new(), OnceLock::new()];
    let language =
        Language::ALL.into_iter().find(|one| one.tag() == language).ok_or(ErrorCode::PageNotFound)?;
    let (tag, text) = TEXTS[language as usize].get_or_init(|| {
        let texts: std::collections::BTreeMap<String, String> =
            Words::of(language).page_texts().into_iter().collect();
        let text = serde_json::to_string(&texts).unwrap_or_default();
        (short_hash(text.as_bytes()), text)
    });
    Ok(revalidated(&headers, tag, "application/json", text.as_str()))
}

/// Enough of a hash to tell one version from another.
pub fn short_hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct RulesQuery {
    /// `en` or `pt`.
    lang: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Rules)]
pub struct RulesText {
    pub language: &'static str,
    pub markdown: String,
}

/// Returns the rules in this language or the first there is, with the server's own.
pub fn rules_for(app: &App, info: &'static Info, wanted: &str) -> RulesText {
    let (language, markdown) =
        info.rules.iter().find(|(language, _)| *language == wanted).unwrap_or(&info.rules[0]);
    let words = Words::of(language.parse().unwrap_or_default());
    let limit = words.say_with("web-rules-move-limit", [("limit", app.config.limits.plies_max.into())]);
    RulesText { language, markdown: format!("{}\n\n{limit}\n", markdown.trim_end()) }
}

/// The rules for people
#[utoipa::path(get, path = "/api/rules/{game}", params(("game" = String, Path), RulesQuery), responses((status = 200, body = RulesText), (status = 422)))]
pub async fn rules(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    QueryString(query): QueryString<RulesQuery>,
) -> Result<Json<RulesText>, ApiError> {
    let info = games::find(&game).ok_or(ErrorCode::UnknownGame)?.info;
    Ok(Json(rules_for(&app, info, query.lang.as_deref().unwrap_or("en"))))
}
