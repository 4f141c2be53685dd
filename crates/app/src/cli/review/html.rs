//! A review as one page that needs nothing else: no file, no font and no address outside it.
//!
//! The boards are drawn out of symbols, so that a position takes little room. Without the script every board
//! is shown; with it, one at a time, chosen in the graph, in the list of moves, by buttons or by the arrow
//! keys.

use std::fmt::Write;

use engine::review::{Assessment, MoveQuality, ReviewedMove};
use games::svg::{escape, page};
use games::{Picture, Player};
use words::Words;

use super::ReviewedGame;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The size of the graph in its own units.
const GRAPH_WIDTH: f64 = 600.0;
const GRAPH_HEIGHT: f64 = 160.0;
/// The width of a cell in drawings of boards.
const CELL: usize = 60;

pub fn page(games: &[ReviewedGame], words: &Words) -> String {
    let mut html = String::new();
    write_page(&mut html, games, words).expect("a string takes whatever is written to it");
    html
}

fn write_page(html: &mut String, games: &[ReviewedGame], words: &Words) -> std::fmt::Result {
    let title = escape(&words.say("review-title"));
    write!(
        html,
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n",
        words.language()
    )?;
    writeln!(html, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    write!(html, "<title>{title}</title>\n<style>\n{}{STYLE}</style>\n", page::style())?;
    writeln!(
        html,
        "<noscript><style>.controls{{display:none}}.boards [hidden]{{display:block}}</style></noscript>"
    )?;
    write!(html, "</head>\n<body>\n{}\n<main>\n<h1>{title}</h1>\n", page::symbols())?;
    for game in games {
        write_game(html, game, words)?;
    }
    write!(html, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n")
}

fn write_game(html: &mut String, game: &ReviewedGame, words: &Words) -> std::fmt::Result {
    let id = format!("game-{}", game.number);
    writeln!(html, "<section class=\"game\" aria-labelledby=\"{id}\">")?;
    writeln!(html, "<h2 id=\"{id}\">{}</h2>", escape(&game.title(words)))?;
    let accuracy = Player::BOTH.map(|player| game.accuracy(words, player)).join(", ");
    writeln!(html, "<p>{}: {}</p>", escape(&words.say("review-accuracy")), escape(&accuracy))?;
    if let Some(stopped) = game.stopped(words) {
        writeln!(html, "<p>{}</p>", escape(&stopped))?;
    }
    html.push_str("<div class=\"columns\">\n<div class=\"seen\">\n");
    write_boards(html, game, words)?;
    write_graph(html, game, words)?;
    html.push_str("</div>\n<div class=\"told\">\n");
    write_turning_points(html, game, words)?;
    write_moves(html, game, words)?;
    write_counts(html, game, words)?;
    html.push_str("</div>\n</div>\n</section>\n");
    Ok(())
}

/// The position that is shown first: where the game turned, or its end.
fn shown_first(game: &ReviewedGame) -> usize {
    let turned = game.review.turning_points().next().map(|reviewed| reviewed.ply + 1);
    turned.unwrap_or(game.record.moves().len())
}

fn write_boards(html: &mut String, game: &ReviewedGame, words: &Words) -> std::fmt::Result {
    let shown = shown_first(game);
    html.push_str("<div class=\"boards\">\n");
    for ply in 0..=game.record.moves().len() {
        let Some(position) = game.record.position_at(ply) else { break };
        let hidden = if ply == shown { "" } else { " hidden" };
        let picture = position.picture();
        let board = page::draw(&picture, game.record.info());
        let last = ply.checked_sub(1).and_then(|before| last_cells(game, before));
        let board =
            board.replace("</svg>", &format!("{}</svg>", frames(&picture, &last.unwrap_or_default())));
        let said = caption(game, words, ply);
        // The caption says what the drawing shows.
        let board = board.replacen("<svg ", "<svg aria-hidden=\"true\" ", 1).replacen(" role=\"img\"", "", 1);
        let board = remove_label(&board);
        writeln!(
            html,
            "<figure data-ply=\"{ply}\"{hidden}>{board}<figcaption>{}</figcaption></figure>",
            escape(&said)
        )?;
    }
    html.push_str("</div>\n<p class=\"controls\">");
    for (step, key) in [
        ("first", "review-first"),
        ("back", "review-back"),
        ("forward", "review-forward"),
        ("last", "review-last"),
    ] {
        write!(html, "<button type=\"button\" data-step=\"{step}\">{}</button> ", escape(&words.say(key)))?;
    }
    html.push_str("</p>\n");
    Ok(())
}

/// A drawing that is hidden from screen readers has no label.
fn remove_label(board: &str) -> String {
    let Some((before, rest)) = board.split_once(" aria-label=\"") else { return board.to_owned() };
    let after = rest.split_once('"').map_or("", |(_, after)| after);
    format!("{before}{after}")
}

/// The cells of a move that was made.
fn last_cells(game: &ReviewedGame, ply: usize) -> Option<Vec<String>> {
    let mv = game.record.moves().get(ply)?;
    let gestures = game.record.position_at(ply)?.gestures(mv).ok()?;
    Some(gestures.into_iter().next()?.cells)
}

fn frames(picture: &Picture, cells: &[String]) -> String {
    let columns = picture.columns.len().max(1);
    let mut svg = String::new();
    for (index, cell) in picture.cells.iter().enumerate() {
        if cells.contains(&cell.name) {
            let (x, y) = (index % columns * CELL + 3, index / columns * CELL + 3);
            let _ = write!(svg, r#"<rect class="made" x="{x}" y="{y}" width="54" height="54" rx="6"/>"#);
        }
    }
    svg
}

/// What is said below a board: the move, what it was like, and the sentence about it.
fn caption(game: &ReviewedGame, words: &Words, ply: usize) -> String {
    let reviewed = ply.checked_sub(1).and_then(|before| game.review.moves[before].as_ref());
    let mut said = match reviewed {
        Some(reviewed) => format!("{}: {}", reviewed.numbered(), words.move_quality(reviewed.quality)),
        None => match ply.checked_sub(1).and_then(|before| game.record.moves().get(before)) {
            Some(mv) => mv.clone(),
            None => words.say("review-start"),
        },
    };
    if let Some(sentence) = reviewed.and_then(|reviewed| game.comment(words, reviewed)) {
        said = format!("{said}. {sentence}");
    }
    said
}

fn write_graph(html: &mut String, game: &ReviewedGame, words: &Words) -> std::fmt::Result {
    let count = game.review.positions.len();
    let step = GRAPH_WIDTH / count.max(2).saturating_sub(1) as f64;
    let y = |assessment: &Assessment| GRAPH_HEIGHT * (1.0 - assessment.chances.expectation());
    let label = words.say_with("review-graph", [("side", game.side(words, Player::First).into())]);
    write!(
        html,
        "<svg class=\"graph\" viewBox=\"0 0 {GRAPH_WIDTH} {GRAPH_HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\">",
        escape(&label)
    )?;
    let points: Vec<(usize, f64)> = game
        .review
        .positions
        .iter()
        .enumerate()
        .filter_map(|(ply, assessment)| Some((ply, y(assessment.as_ref()?))))
        .collect();
    if let (Some((first, _)), Some((last, _))) = (points.first(), points.last()) {
        let line: Vec<String> =
            points.iter().map(|(ply, y)| format!("{:.1},{y:.1}", *ply as f64 * step)).collect();
        let (left, right) = (*first as f64 * step, *last as f64 * step);
        write!(
            html,
            "<path class=\"area\" d=\"M{left:.1},{GRAPH_HEIGHT} L{} L{right:.1},{GRAPH_HEIGHT} Z\"/>",
            line.join(" L")
        )?;
        write!(html, "<path class=\"line\" d=\"M{}\"/>", line.join(" L"))?;
    }
    let middle = GRAPH_HEIGHT / 2.0;
    write!(html, "<path class=\"middle\" d=\"M0,{middle} H{GRAPH_WIDTH}\"/>")?;
    for reviewed in game.review.turning_points() {
        let x = (reviewed.ply + 1) as f64 * step;
        write!(html, "<path class=\"turn {}\" d=\"M{x:.1},0 V{GRAPH_HEIGHT}\"/>", reviewed.quality.word())?;
    }
    html.push_str("<path class=\"now\" d=\"\"/>");
    for ply in 0..count {
        let left = (ply as f64 - 0.5) * step;
        write!(
            html,
            "<rect class=\"touch\" data-ply=\"{ply}\" x=\"{left:.1}\" y=\"0\" width=\"{step:.1}\" height=\"{GRAPH_HEIGHT}\"/>"
        )?;
    }
    html.push_str("</svg>\n");
    Ok(())
}

fn write_turning_points(html: &mut String, game: &ReviewedGame, words: &Words) -> std::fmt::Result {
    writeln!(html, "<h3>{}</h3>", escape(&words.say("review-turning-points")))?;
    let turned: Vec<&ReviewedMove> = game.review.turning_points().collect();
    if turned.is_empty() && !game.review.is_complete() {
        return Ok(());
    }
    if turned.is_empty() {
        return writeln!(html, "<p>{}</p>", escape(&words.say("review-no-turning-points")));
    }
    html.push_str("<ul class=\"turns\">\n");
    for reviewed in turned {
        let sentence = words.turning_point(game.record.info(), reviewed);
        writeln!(
            html,
            "<li><button type=\"button\" data-ply=\"{}\">{}</button></li>",
            reviewed.ply + 1,
            escape(&sentence)
        )?;
    }
    html.push_str("</ul>\n");
    Ok(())
}

fn write_moves(html: &mut String, game: &ReviewedGame, words: &Words) -> std::fmt::Result {
    write!(html, "<h3>{}</h3>\n<ol class=\"moves\">\n", escape(&words.say("review-moves")))?;
    writeln!(
        html,
        "<li><button type=\"button\" data-ply=\"0\">{}</button></li>",
        escape(&words.say("review-start"))
    )?;
    for (ply, (mv, reviewed)) in game.record.moves().iter().zip(&game.review.moves).enumerate() {
        let (text, class, quality) = match reviewed {
            Some(reviewed) => (
                format!("{}{}", reviewed.numbered(), reviewed.quality.sign().unwrap_or("")),
                reviewed.quality.word(),
                words.move_quality(reviewed.quality),
            ),
            None => (mv.clone(), "", String::new()),
        };
        writeln!(
            html,
            "<li><button type=\"button\" class=\"{class}\" data-ply=\"{}\">{} <span>{}</span></button></li>",
            ply + 1,
            escape(&text),
            escape(&quality)
        )?;
    }
    html.push_str("</ol>\n");
    Ok(())
}

fn write_counts(html: &mut String, game: &ReviewedGame, words: &Words) -> std::fmt::Result {
    let head =
        Player::BOTH.map(|player| format!("<th scope=\"col\">{}</th>", escape(&game.side(words, player))));
    write!(
        html,
        "<table>\n<thead><tr><th scope=\"col\">{}</th>{}</tr></thead>\n<tbody>\n",
        escape(&words.say("review-quality")),
        head.concat()
    )?;
    for quality in MoveQuality::ALL.into_iter().rev() {
        let cells = Player::BOTH.map(|player| format!("<td>{}</td>", game.review.count(player, quality)));
        writeln!(
            html,
            "<tr><th scope=\"row\">{}</th>{}</tr>",
            escape(&words.move_quality(quality)),
            cells.concat()
        )?;
    }
    html.push_str("</tbody>\n</table>\n");
    Ok(())
}
