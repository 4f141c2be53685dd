//! The page of a lesson, with its first step drawn.

use games::lesson::lesson;

use super::*;

pub async fn learn(State(app): State<Arc<App>>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    let words = words_for(&headers);
    let Some(game) = games::find(&id) else { return nothing_here(&app, &headers) };
    // A lesson that cannot be read has no steps: a test reads them all.
    let steps = lesson(game).unwrap_or_default();
    let Some(first) = steps.first() else { return nothing_here(&app, &headers) };
    let title = words.say_with("web-learn-game", [("game", words.name(game.info.name).into())]);
    let goal = words.goal(game.info);
    let preview = Preview::new(&app, title, goal.to_owned(), &format!("/learn/{id}"));
    let files = Files::now();
    let page = Learn {
        id: game.info.id,
        goal,
        ask: first.ask(words.language().tag()),
        board: svg::page::draw(&first.position.picture(), game.info),
        modules: files.graph(&["main.js", "learn.js"]),
        frame: Frame { words, preview, files },
    };
    send(&headers, StatusCode::OK, &page)
}

#[derive(Template)]
#[template(path = "learn.html")]
struct Learn {
    frame: Frame,
    id: &'static str,
    goal: &'static str,
    /// What the first step says.
    ask: &'static str,
    /// The board of the first step.
    board: String,
    /// What the page needs before it can begin.
    modules: Vec<String>,
}
