//! What there is to play, and the words to say it with.

use std::sync::{Arc, OnceLock};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::players::BotName;
use engine::players::levels::STRONGEST;
use engine::players::profile::DEFAULT_LEVEL;
use games::{GAMES, GameEntry, Info};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use words::markdown::TextBlock;
use words::{Language, Words};

use super::{QueryString, revalidated};
use crate::App;
use crate::config::{INCREMENT_MAX_S, INITIAL_MAX_S};
use crate::error::{ApiError, ErrorCode};
use crate::live::NAME_MAX;
use crate::reach::Reach;
use crate::wire::{Clock, HandleView, PictureView, SideView, Text, WirePlayer};

/// Clocks that people choose from: minutes, and seconds that a move adds.
const CLOCKS: [(u32, u32); 6] = [(1, 0), (3, 2), (5, 3), (10, 5), (15, 10), (30, 20)];

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Catalogue {
    games: Vec<RuleSet>,
    /// The bot to play against where none is chosen.
    bot: String,
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
    /// What one plays for, in one line.
    goal: Text,
    family: &'static str,
    /// `disc`, `stack`, `die` or `microbe`.
    shape: &'static str,
    sides: [SideView; 2],
    starts: Vec<StartView>,
    bots: Vec<String>,
    /// What each level is like, the first one first.
    levels: Vec<Text>,
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
            goal: Text::of(|words| words.goal(info).to_owned()),
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
            levels: (1..=STRONGEST)
                .map(|level| Text::of(|words| words.about_bot(game, BotName::Level(level))))
                .collect(),
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
        bot: BotName::Level(DEFAULT_LEVEL).to_string(),
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
#[utoipa::path(
    get, path = "/api/words/{language}",
    params(("language" = String, Path)),
    responses((status = 200), (status = 404))
)]
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

/// A board of the rules: the position, and the legal moves there.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RulesBoard {
    position: String,
    turn: WirePlayer,
    picture: PictureView,
    #[schema(value_type = Vec<Object>)]
    moves: Vec<HandleView>,
}

/// The boards of the rules, in their order
#[utoipa::path(
    get, path = "/api/rules/{game}/boards",
    params(("game" = String, Path)),
    responses((status = 200, body = Vec<RulesBoard>), (status = 422))
)]
pub async fn boards(Path(game): Path<String>) -> Result<Json<Vec<RulesBoard>>, ApiError> {
    let game = games::find(&game).ok_or(ErrorCode::UnknownGame)?;
    // The boards are the same in every language: a test compares them.
    let rules = game.info.rules.first().map_or("", |(_, rules)| rules);
    let boards = words::markdown::to_blocks(rules).into_iter().filter_map(|block| match block {
        TextBlock::Board(text) => (game.read)(&text).ok(),
        _ => None,
    });
    let boards = boards.map(|position| RulesBoard {
        position: position.to_string(),
        turn: position.turn().into(),
        picture: position.picture().into(),
        moves: position.previews().into_iter().map(HandleView::from).collect(),
    });
    Ok(Json(boards.collect()))
}

/// The rules for people
#[utoipa::path(
    get, path = "/api/rules/{game}",
    params(("game" = String, Path), RulesQuery),
    responses((status = 200, body = RulesText), (status = 422))
)]
pub async fn rules(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    QueryString(query): QueryString<RulesQuery>,
) -> Result<Json<RulesText>, ApiError> {
    let info = games::find(&game).ok_or(ErrorCode::UnknownGame)?.info;
    Ok(Json(rules_for(&app, info, query.lang.as_deref().unwrap_or("en"))))
}
