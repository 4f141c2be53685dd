//! What was played in a position in finished games of this server, without names.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::{Extension, Json};
use engine::analysis::AnalysisLine;
use engine::explorer::{ExploredMove, Explorer, with_known};
use games::record::Closing;
use games::{AnyPosition, GameEntry, Outcome, Player, Record};
use serde::Serialize;
use utoipa::ToSchema;

use super::fair_play::{self, Help};
use super::games::{HintLine, hint_line};
use super::{Body, Caller};
use crate::App;
use crate::error::ApiError;
use crate::guard::{ClientAddress, RateLimit};
use crate::jobs::{Audience, ThoughtJob, ThoughtWanted};
use crate::store::FinishedGame;
use crate::wire::{LineAsk, Problem};

/// The number of finished games of a rule set that are counted, the latest.
const GAMES_MAX: i64 = 2000;
/// For how long results are looked for that can be proved at once.
const KNOWN_TIME_MS: u64 = 100;
/// How long they are waited for, with what is queued before.
const KNOWN_MAX: Duration = Duration::from_secs(1);
/// Games that have ended since are counted after this time.
const KEPT: Duration = Duration::from_secs(60);

/// The games of a rule set, and when they were counted.
type Counted = tokio::sync::Mutex<Option<(Instant, Arc<Explorer>)>>;

/// The explorers of the rule sets, as of a moment ago.
#[derive(Debug, Default)]
pub struct Explorers(Mutex<HashMap<&'static str, Arc<Counted>>>);

impl Explorers {
    async fn of(&self, app: &App, game: &'static GameEntry) -> Result<Arc<Explorer>, ApiError> {
        let counted = {
            let mut rules = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(rules.entry(game.info.id).or_default())
        };
        // One request counts; the others wait for it instead of doing the same.
        let mut counted = counted.lock().await;
        if let Some((_, explorer)) = counted.as_ref().filter(|(made, _)| made.elapsed() < KEPT) {
            return Ok(Arc::clone(explorer));
        }
        let finished = app.hub.store().finished(game.info.id, GAMES_MAX).await?;
        let explorer = Arc::new(app.hub.read_long(move || count(game, &finished)).await?);
        *counted = Some((Instant::now(), Arc::clone(&explorer)));
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
    /// Those with known results first, best first, but for losses, which come last; the others by games.
    moves: Vec<ExploredView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct ExploredView {
    #[serde(rename = "move")]
    mv: String,
    games: u32,
    /// Won by the first player, drawn, and won by the second.
    results: [u32; 3],
    /// The line that begins with the move, where its result is known.
    known: Option<HintLine>,
}

impl ExploredView {
    fn of(position: &dyn AnyPosition, explored: ExploredMove) -> Self {
        let ExploredMove { mv, results, known } = explored;
        Self {
            mv,
            games: results.games(),
            results: [results.won[0], results.drawn, results.won[1]],
            known: known.map(|line| hint_line(position, line)),
        }
    }
}

/// Returns the lines of all moves, as far as the engine has time for them now.
async fn lines(app: &App, record: &Record, address: IpAddr) -> Vec<AnalysisLine> {
    let Ok(_permit) = app.guard.analysis_permit(address) else { return Vec::new() };
    let job = ThoughtJob { record: record.clone(), time_ms: KNOWN_TIME_MS, wanted: ThoughtWanted::Values };
    let Ok(ticket) = app.hub.jobs().begin(job, address, Audience::Analyst) else { return Vec::new() };
    let found = tokio::time::timeout(KNOWN_MAX, ticket.output()).await.ok().flatten().flatten();
    found.map_or(Vec::new(), |found| found.into_lines().into_iter().map(|(line, _)| line).collect())
}

/// What was played in a position in finished games of this server, and what is known of it
#[utoipa::path(
    post, path = "/api/explorer",
    request_body = LineAsk,
    responses((status = 200, body = Explored), (status = 403, body = Problem), (status = 422, body = Problem))
)]
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
    let position = record.position();
    let lines = if record.outcome().is_none() { lines(&app, &record, address).await } else { Vec::new() };
    let moves = with_known(explorer.played(position), lines);
    let moves = moves.into_iter().map(|explored| ExploredView::of(position, explored)).collect();
    Ok(Json(Explored { games: explorer.games(), moves }))
}
