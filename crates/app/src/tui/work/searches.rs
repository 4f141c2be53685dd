//! Searches: the analysis of the position that is shown, and the values of its moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::time::Instant;

use engine::analysis::{Analysis, SearchOptions};
use engine::any::{self, AnyEngine};
use engine::search::{SearchLimits, Time};
use engine::values::values;
use games::Record;

use super::EffectRunner;
use crate::tui::analysis::AnalysisLimits;
use crate::tui::message::{AnalysisProgress, AppMessage};

/// The effort for the values of all moves: a second or so, and the same values on every machine.
const VALUES_NODES: u64 = 200_000;

const VALUES_MEGABYTES: usize = 16;

const ANALYSIS_MEGABYTES: usize = 64;

/// A position to analyse.
pub(super) struct AnalysisRequest {
    ticket: u64,
    record: Box<Record>,
    limits: AnalysisLimits,
    stop: Arc<AtomicBool>,
}

impl EffectRunner {
    pub(super) fn analyse(&mut self, ticket: u64, record: Box<Record>, limits: AnalysisLimits) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
        let request = AnalysisRequest { ticket, record, limits, stop: Arc::clone(&self.stop) };
        let unsent = match &self.analysis_thread {
            Some(analysis_thread) => analysis_thread.send(request).err().map(|error| error.0),
            None => Some(request),
        };
        if let Some(request) = unsent {
            let (sender, requests) = mpsc::channel();
            let _ = sender.send(request);
            self.analysis_thread = Some(sender);
            self.spawn(move |inbox| {
                let mut engine: Option<(&'static str, Box<dyn AnyEngine>)> = None;
                for request in requests {
                    let id = request.record.info().id;
                    let known = engine.take().filter(|(game, _)| *game == id);
                    let (_, engine) = engine.insert(
                        known.unwrap_or_else(|| (id, any::engine(request.record.game(), ANALYSIS_MEGABYTES))),
                    );
                    analyse_until_stopped(&mut **engine, &request, inbox);
                }
            });
        }
    }
}

fn analyse_until_stopped(
    engine: &mut dyn AnyEngine,
    request: &AnalysisRequest,
    inbox: &SyncSender<AppMessage>,
) {
    if request.stop.load(Ordering::Relaxed) {
        return;
    }
    let clock = Instant::now();
    let time = Time { clock: &clock, soft: request.limits.time, hard: request.limits.time };
    let limits = SearchLimits { time: Some(time), stop: Some(&request.stop), ..SearchLimits::NONE };
    let options = SearchOptions { lines: request.limits.lines, ..SearchOptions::new(limits) };
    let mut last: Option<Analysis> = None;
    let analysis = engine.analyze(&request.record, &options, &mut |analysis| {
        last = Some(analysis.clone());
        let _ = inbox.send(AppMessage::Analysis(request.ticket, analysis.clone(), AnalysisProgress::GoesOn));
    });
    if let Some(analysis) = analysis.or(last) {
        let _ = inbox.send(AppMessage::Analysis(request.ticket, analysis, AnalysisProgress::Done));
    }
}

/// Finds what all moves of a position are worth, until it is stopped.
pub(super) fn find_values(ticket: u64, record: &Record, stop: &AtomicBool, inbox: &SyncSender<AppMessage>) {
    let limits = SearchLimits { nodes: Some(VALUES_NODES), stop: Some(stop), ..SearchLimits::NONE };
    let mut engine = any::engine(record.game(), VALUES_MEGABYTES);
    let found = values(&mut *engine, record, &SearchOptions::new(limits), &mut |found| {
        let _ = inbox.send(AppMessage::Values(ticket, Some(found.clone()), AnalysisProgress::GoesOn));
    });
    let _ = inbox.send(AppMessage::Values(ticket, found, AnalysisProgress::Done));
}
