//! Analyses of any position, streamed while the search runs.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use engine::values::MoveClass;
use engine::winprob::Curve;
use futures_util::stream;
use games::{Player, Record};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fair_play::{self, Help};
use super::games::{HintLine, hint_line};
use super::{Body, Caller};
use crate::App;
use crate::connection_limit::ConnectionPermit;
use crate::error::{ApiError, ErrorCode};
use crate::guard::{ClientAddress, RateLimit};
use crate::jobs::{Audience, THOUGHT_TIME_MAX, ThoughtData, ThoughtJob, ThoughtWanted, Ticket};
use crate::wire::{LineAsk, Problem, WirePlayer};

/// The most lines that can be asked for, and the least time.
const LINES_MAX: usize = 5;
const TIME_MIN_MS: u64 = 50;
/// How many moves of a line are shown.
const SHOWN_MAX: usize = 12;

#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ThoughtAsk {
    #[serde(flatten)]
    line: LineAsk,
    /// How many lines, at most 5; absent: three.
    #[serde(default)]
    lines: Option<usize>,
    /// Whether every legal move is to be valued, instead of the best lines.
    #[serde(default)]
    values: bool,
    /// For how long, at most 3000.
    #[serde(default)]
    time_ms: Option<u64>,
}

/// What is known so far; every event has one.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ThoughtView {
    position: String,
    turn: WirePlayer,
    depth: u32,
    nodes: u64,
    /// The expected result of the first player, from 0 to 1.
    expected: f64,
    /// Best first; all legal moves where values were asked for.
    lines: Vec<ThoughtLine>,
    /// How many moves keep the value of the position, where values were asked for.
    keeping: Option<usize>,
    /// Whether nothing more follows.
    done: bool,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct ThoughtLine {
    #[serde(flatten)]
    line: HintLine,
    /// What the first move does to the value: `keeps`, `loses-little` or `loses`.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'static str>,
}

impl ThoughtView {
    fn of(record: &Record, data: ThoughtData, done: bool) -> Self {
        let (position, depth, nodes) = (record.position(), data.depth, data.nodes);
        let lines = data.into_lines();
        let curve = Curve::of_game(record.info());
        let best = lines.first().map(|(line, _)| curve.of_value(line.value).expectation());
        let expected =
            best.map_or(0.5, |best| if position.turn() == Player::First { best } else { 1.0 - best });
        let is_valued = lines.iter().any(|(_, class)| class.is_some());
        let keeping = || lines.iter().filter(|(_, class)| *class == Some(MoveClass::Keeps)).count();
        let keeping = is_valued.then(keeping);
        let line = |(mut line, class): (engine::analysis::AnalysisLine, Option<MoveClass>)| {
            line.moves.truncate(SHOWN_MAX);
            ThoughtLine { line: hint_line(position, line), class: class.map(MoveClass::word) }
        };
        Self {
            position: position.to_string(),
            turn: position.turn().into(),
            depth,
            nodes,
            // Enough digits for a bar.
            expected: (expected * 10_000.0).round() / 10_000.0,
            lines: lines.into_iter().map(line).collect(),
            keeping,
            done,
        }
    }
}

/// An analysis that is being streamed.
struct Telling {
    /// `None` once all is sent.
    ticket: Option<Ticket<ThoughtJob>>,
    record: Record,
    /// What was sent last: an update without news is not sent.
    told: Option<ThoughtData>,
    _permit: ConnectionPermit,
}

impl Telling {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        let mut ticket = self.ticket.take()?;
        let (data, done) = loop {
            match ticket.update().await {
                Some(data) if self.told.as_ref() == Some(&data) => {}
                Some(data) => {
                    self.ticket = Some(ticket);
                    break (Some(data), false);
                }
                None => break (ticket.output().await.flatten(), true),
            }
        };
        let event = match data {
            Some(data) => {
                self.told = Some(data.clone());
                Event::default().json_data(ThoughtView::of(&self.record, data, done))
            }
            None => Event::default().event("failed").json_data(()),
        };
        Some((Ok(event.unwrap_or_default()), self))
    }
}

/// What the engine thinks of a position, as server-sent events
#[utoipa::path(
    post, path = "/api/analysis",
    request_body = ThoughtAsk,
    responses(
        (status = 200, body = ThoughtView, content_type = "text/event-stream"),
        (status = 403, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)
    )
)]
pub async fn analyze(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    me: Caller,
    Body(ask): Body<ThoughtAsk>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Analysis, address)?;
    let line = ask.line;
    let bytes = line.moves.iter().map(String::len).sum();
    let record = app.hub.read(bytes, address, move || line.record()).await??;
    if record.outcome().is_some() {
        return Err(ErrorCode::GameOver.into());
    }
    fair_play::check(&app, me, &record, Help::Position, address).await?;
    let permit = app.guard.analysis_permit(address)?;
    let longest = u64::try_from(THOUGHT_TIME_MAX.as_millis()).unwrap_or(u64::MAX);
    let job = ThoughtJob {
        record: record.clone(),
        time_ms: ask.time_ms.unwrap_or(longest).clamp(TIME_MIN_MS, longest),
        wanted: if ask.values {
            ThoughtWanted::Values
        } else {
            ThoughtWanted::Lines(ask.lines.unwrap_or(3).clamp(1, LINES_MAX))
        },
    };
    let ticket = app.hub.jobs().begin(job, address, Audience::Analyst)?;
    let telling = Telling { ticket: Some(ticket), record, told: None, _permit: permit };
    let events = Sse::new(stream::unfold(telling, Telling::next));
    // A proxy that gathers what it passes on would hold the first lines back.
    Ok((
        [(header::CACHE_CONTROL, "no-store"), (header::HeaderName::from_static("x-accel-buffering"), "no")],
        events,
    )
        .into_response())
}
