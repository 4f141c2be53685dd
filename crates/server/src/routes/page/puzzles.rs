//! The pages of puzzles: the list of all series, and the board of one. What is kept of the solver, the page
//! fetches itself.

use engine::puzzles::PuzzleBook;

use super::*;

/// Every series, as links that work before any script has run.
pub async fn list(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let words = words_for(&headers);
    let preview = Preview::new(&app, words.say("web-puzzles"), words.say("web-puzzles-about"), "/puzzles");
    let families = GAMES.chunk_by(|one, next| one.info.family == next.info.family);
    let cards = families.filter_map(|family| SeriesCard::new(family, words)).collect();
    let page = SeriesList { cards, frame: Frame { words, preview, files: Files::now() } };
    send(&headers, StatusCode::OK, &page)
}

pub async fn training(State(app): State<Arc<App>>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    board(&app, &headers, &id, "training", |words, info| {
        words.say_with("web-puzzles-of", [("game", words.name(info.name).into())])
    })
}

/// The puzzle of the day of the family of these rules.
pub async fn daily(State(app): State<Arc<App>>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    board(&app, &headers, &id, "daily", |words, info| {
        words.say_with("web-puzzle-daily-of", [("game", info.family.into())])
    })
}

fn board(
    app: &App,
    headers: &HeaderMap,
    id: &str,
    series: &'static str,
    title: impl Fn(&Words, &Info) -> String,
) -> Response {
    let words = words_for(headers);
    let Some(book) = games::find(id).and_then(PuzzleBook::of) else { return nothing_here(app, headers) };
    let title = title(words, book.game.info);
    let path = if series == "daily" { format!("/puzzles/daily/{id}") } else { format!("/puzzles/{id}") };
    let files = Files::now();
    let page = PuzzlePage {
        id: book.game.info.id,
        series,
        modules: files.graph(&["main.js", "puzzle.js"]),
        frame: Frame {
            words,
            preview: Preview::new(app, title, words.say("web-puzzles-about"), &path),
            files,
        },
    };
    send(headers, StatusCode::OK, &page)
}

#[derive(Template)]
#[template(path = "puzzles.html")]
struct SeriesList {
    frame: Frame,
    cards: Vec<SeriesCard>,
}

/// A family of rule sets with puzzles.
struct SeriesCard {
    id: &'static str,
    family: &'static str,
    slug: String,
    /// Its rule sets, each with a series, by id and name.
    games: Vec<(&'static str, String)>,
    solve: String,
    daily: String,
    /// The start, drawn.
    board: String,
}

impl SeriesCard {
    fn new(family: &'static [GameEntry], words: &Words) -> Option<Self> {
        let games: Vec<&GameEntry> = family.iter().filter(|game| PuzzleBook::of(game).is_some()).collect();
        let first = games.first()?;
        Some(Self {
            id: first.info.id,
            family: first.info.family,
            slug: svg::slug(first.info.family),
            games: games.iter().map(|game| (game.info.id, words.name(game.info.name))).collect(),
            solve: words.say_with("web-puzzle-solve-of", [("game", first.info.family.into())]),
            daily: words.say_with("web-puzzle-daily-of", [("game", first.info.family.into())]),
            board: svg::page::draw(&(first.start)().picture(), first.info),
        })
    }
}

#[derive(Template)]
#[template(path = "puzzle.html")]
struct PuzzlePage {
    frame: Frame,
    id: &'static str,
    /// `training` or `daily`.
    series: &'static str,
    /// What the page needs before it can begin.
    modules: Vec<String>,
}
