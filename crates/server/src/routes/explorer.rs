//! What was played in a position in finished games of this server, without names.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::{Extension, Json};
use engine::explorer::{ExploredMove, Explorer};
use games::record::Closing;
use games::{GameEntry, Outcome, Player, Record};
use serde::Serialize;
use utoipa::ToSchema;

use super::fair_play::{self, Help};
use super::{Body, Caller};
use crate::App;
use crate::error::ApiError;
use crate::guard::{ClientAddress, RateLimit};
use crate::store::FinishedGame;
use crate::wire::{LineAsk, Problem};

/// The number of finished games of a rule set that are counted, the latest.
const GAMES_MAX: i64 = 2000;
/// Games that have ended since are counted after this time.
const KEPT: Duration = Duration::from_secs(60);

/// The explorers of the rule sets, as of a moment ago.
#[derive(Debug, Default)]
pub struct Explorers(Mutex<HashMap<&'static str, (Instant, Arc<Explorer>)>>);

impl Explorers {
    fn kept(&self, rules: &str) -> Option<Arc<Explorer>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(rules).filter(|(made, _)| made.elapsed() < KEPT).map(|(_, explorer)| Arc::clone(explorer))
    }

    async fn of(&self, app: &App, game: &'static GameEntry) -> Result<Arc<Explorer>, ApiError> {
        if let Some(explorer) = self.kept(game.info.id) {
            return Ok(explorer);
        }
        let finished = app.hub.store().finished(game.info.id, GAMES_MAX).await?;
        let explorer = Arc::new(app.hub.read_long(move || count(game, &finished)).await?);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(game.info.id, (Instant::now(), Arc::clone(&explorer)));
        Ok(explorer)
    }
}

fn count(game: &'static GameEntry, finished: &[FinishedGame]) -> Explorer {
    let mut explorer = Explorer::new(game);
    for one in finished {
        let Ok(start) = (game.read)(&one.start) else { continue };
        let mut record = Record::from_position(game, start);
        if !one.moves.iter().all(|mv| record.play(mv).is_ok()) {
            continue;
        }
        let results = [Outcome::Draw, Outcome::Win(Player::First), Outcome::Win(Player::Second)];
        if let Some(outcome) = results.into_iter().find(|outcome| outcome.result() == one.result)
            && record.outcome().is_none()
        {
            record.close(Closing::Given(outcome));
        }
        explorer.add(&record);
    }
    explorer
}

/// What was played in a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Explored {
    /// How many finished games of the rule set were counted.
    games: usize,
    /// Most games first.
    moves: Vec<ExploredView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct ExploredView {
    #[serde(rename = "move")]
    mv: String,
    games: u32,
    /// Won by the first player, drawn, and won by the second.
    results: [u32; 3],
}

impl From<ExploredMove> for ExploredView {
    fn from(explored: ExploredMove) -> Self {
        let ExploredMove { mv, results, .. } = explored;
        Self { mv, games: results.games(), results: [results.won[0], results.drawn, results.won[1]] }
    }
}

/// What was played in a position in finished games of this server
#[utoipa::path(post, path = "/api/explorer", request_body = LineAsk, responses((status = 200, body = Explored), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub async fn explore(
    State(app): State<Arc<App>>,
    Extension(explorers): Extension<Arc<Explorers>>,
    ClientAddress(address): ClientAddress,
    me: Caller,
    Body(line): Body<LineAsk>,
) -> Result<Json<Explored>, ApiError> {
    app.guard.check_rate(RateLimit::Analysis, address)?;
    let bytes = line.moves.iter().map(String::len).sum();
    let record = app.hub.read(bytes, address, move || line.record()).await??;
    fair_play::check(&app, me, &record, Help::Position, address).await?;
    let explorer = explorers.of(&app, record.game()).await?;
    let moves = explorer.played(record.position()).into_iter().map(ExploredView::from).collect();
    Ok(Json(Explored { games: explorer.games(), moves }))
}
