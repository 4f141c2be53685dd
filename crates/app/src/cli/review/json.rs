//! A review as JSON: docs/json.md describes it, and what stands there stays.

use engine::review::{MoveQuality, ReviewedMove};
use games::{Outcome, Player};
use serde::Serialize;

use super::ReviewedGame;
use crate::cli::line_json::{ChancesJson, LineJson, rounded};

#[derive(Serialize)]
pub struct ReviewsJson {
    games: Vec<ReviewJson>,
}

#[derive(Serialize)]
struct ReviewJson {
    number: usize,
    game: &'static str,
    first: Option<String>,
    second: Option<String>,
    result: Option<&'static str>,
    /// Whether every move was judged.
    complete: bool,
    /// In percent, of the first and of the second player.
    accuracy: [Option<f64>; 2],
    counts: Vec<CountJson>,
    positions: Vec<PositionJson>,
    moves: Vec<MoveJson>,
    /// The plies of the mistakes and blunders.
    turning_points: Vec<usize>,
}

#[derive(Serialize)]
struct CountJson {
    quality: &'static str,
    first: usize,
    second: usize,
}

#[derive(Serialize)]
struct PositionJson {
    ply: usize,
    position: String,
    /// Of the first player.
    chances: ChancesJson,
}

#[derive(Serialize)]
struct MoveJson {
    ply: usize,
    player: &'static str,
    r#move: String,
    quality: &'static str,
    loss: f64,
    best: LineJson,
    played: LineJson,
}

impl ReviewsJson {
    pub fn of(games: &[ReviewedGame]) -> Self {
        Self { games: games.iter().map(ReviewJson::of).collect() }
    }
}

impl ReviewJson {
    fn of(game: &ReviewedGame) -> Self {
        let ReviewedGame { number, record, review } = game;
        let tag = |name: &str| record.tag(name).map(str::to_owned);
        let count = |quality: MoveQuality| CountJson {
            quality: quality.word(),
            first: review.count(Player::First, quality),
            second: review.count(Player::Second, quality),
        };
        let assessed = review.positions.iter().enumerate().filter_map(|(ply, assessment)| {
            let position = record.position_at(ply)?.to_string();
            Some(PositionJson { ply, position, chances: ChancesJson::of(assessment.as_ref()?.chances) })
        });
        Self {
            number: *number,
            game: record.info().id,
            first: tag("First"),
            second: tag("Second"),
            result: record.outcome().map(Outcome::result),
            complete: review.is_complete(),
            accuracy: Player::BOTH
                .map(|player| review.accuracy(player).map(|percent| rounded(percent, 10.0))),
            counts: MoveQuality::ALL.into_iter().map(count).collect(),
            positions: assessed.collect(),
            moves: review.reviewed().map(MoveJson::of).collect(),
            turning_points: review.turning_points().map(|reviewed| reviewed.ply).collect(),
        }
    }
}

impl MoveJson {
    fn of(reviewed: &ReviewedMove) -> Self {
        Self {
            ply: reviewed.ply,
            player: if reviewed.player == Player::First { "first" } else { "second" },
            r#move: reviewed.mv.clone(),
            quality: reviewed.quality.word(),
            loss: rounded(reviewed.loss, 1000.0),
            best: LineJson::of(&reviewed.best, reviewed.before),
            played: LineJson::of(&reviewed.played, reviewed.after),
        }
    }
}
