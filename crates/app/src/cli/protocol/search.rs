//! One search for the other side: its limits, its info lines, and the move.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::BotName;
use engine::analysis::{Analysis, SearchOptions};
use engine::any::AnyEngine;
use engine::net::Evaluator;
use engine::players;
use engine::protocol::{EngineOptions, Go, Reply, ScoreBound, SearchInfo};
use engine::search::limits::share_of_clock;
use engine::search::{SearchLimits, Time, Value};
use games::{Player, Record};

use super::say;

/// Kept back of a time for one move, for the way between the engine and the program that measures it.
const OVERHEAD: Duration = Duration::from_millis(5);

/// The move to play, telling what is found on the way. `None` when the game is over.
pub(super) fn choose(
    engine: &mut dyn AnyEngine,
    record: &Record,
    options: EngineOptions,
    evaluator: Evaluator<'_>,
    go: &Go,
    stop: &AtomicBool,
    asked: Instant,
) -> Option<String> {
    if record.outcome().is_some() {
        return None;
    }
    if options.level < EngineOptions::LEVEL_MAX {
        return choose_at_level(options.level, record);
    }
    let limits = limits(go, record.position().turn(), &asked, stop);
    let options = SearchOptions {
        lines: options.lines,
        threads: options.threads,
        evaluator,
        ..SearchOptions::new(limits)
    };
    let mut told = Vec::new();
    let analysis = engine.analyze(record, &options, &mut |analysis| {
        tell(analysis, asked.elapsed());
        told = said_of(analysis);
    })?;
    // The end of a search may lengthen its lines, or shorten its proofs.
    if told != said_of(&analysis) {
        tell(&analysis, asked.elapsed());
    }
    analysis.best_move().map(str::to_owned)
}

/// What the info lines report.
fn said_of(analysis: &Analysis) -> Vec<(Value, Vec<String>)> {
    analysis.lines.iter().map(|line| (line.value, line.moves.clone())).collect()
}

/// The move of a bot below full strength. It thinks in nodes and not for long, so it keeps within any time
/// without looking at it.
fn choose_at_level(level: u8, record: &Record) -> Option<String> {
    let mut bot = players::bot(BotName::Level(level), record.game(), fastrand::u64(..)).ok()?;
    bot.choose(record)
}

fn limits<'a>(go: &Go, turn: Player, asked: &'a Instant, stop: &'a AtomicBool) -> SearchLimits<'a> {
    let clock = go.clocks.map(|clocks| share_of_clock(clocks.left(turn), clocks.increment(turn)));
    let fixed = go.move_time.map(|time| time.saturating_sub(OVERHEAD)).map(|time| (time, time));
    let (soft, hard) = match (clock, fixed) {
        (Some(clock), Some(fixed)) => (Some(clock.0.min(fixed.0)), Some(clock.1.min(fixed.1))),
        (Some(only), None) | (None, Some(only)) => (Some(only.0), Some(only.1)),
        (None, None) => (None, None),
    };
    let time = soft.zip(hard).map(|(soft, hard)| Time { clock: asked, soft, hard });
    // A move must be found even where no depth is allowed.
    SearchLimits { depth: go.depth.map(|depth| depth.max(1)), nodes: go.nodes, time, stop: Some(stop) }
}

fn tell(analysis: &Analysis, elapsed: Duration) {
    let nps = analysis.nodes as f64 / elapsed.as_secs_f64().max(1e-6);
    for (index, line) in analysis.lines.iter().enumerate() {
        let info = SearchInfo {
            depth: Some(analysis.depth),
            rank: Some(index + 1),
            value: Some(line.value),
            bound: ScoreBound::of(line.value, line.distance),
            nodes: Some(analysis.nodes),
            time_ms: Some(elapsed.as_millis() as u64),
            nps: Some(nps as u64),
            moves: line.moves.clone(),
        };
        let _ = say(&Reply::Info(info));
    }
}
