//! The type-erased engine: records in, analysis as text out, for any game of the registry.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use games::{Game, GameEntry, Record, Visitor};

use crate::analysis::{Analysis, AnalysisLine, Distance, SearchOptions};
use crate::knowledge::knowledge;
use crate::proofs::{self, Proofs};
use crate::search::{Limits, Search, SearchResult, TranspositionTable, Value, complete, confirm};

/// An engine for one game. It keeps its transposition table and proofs between searches.
pub trait AnyEngine: Send {
    /// Analyses the current position and calls `on_update` with every intermediate result. Returns `None` when the game is
    /// over, and for records of other games.
    fn analyze(&mut self, record: &Record, options: &SearchOptions<'_>, on_update: &mut dyn FnMut(&Analysis)) -> Option<Analysis>;

    /// Loads what takes a while, so that the first search does not wait for it.
    fn prepare(&mut self);

    /// Clears the transposition table and the proofs, for a new game.
    fn clear(&mut self);
}

/// Creates an engine for a game with a transposition table of about this many megabytes.
pub fn engine(game: &'static GameEntry, megabytes: usize) -> Box<dyn AnyEngine> {
    games::visit(game.info.id, Make { megabytes }).expect("a registered game is visited")
}

struct Make {
    megabytes: usize,
}

impl Visitor for Make {
    type Output = Box<dyn AnyEngine>;

    fn visit<P: Game>(self) -> Self::Output {
        Box::new(Typed::<P> { table: TranspositionTable::new(self.megabytes), proofs: knowledge::<P>().proofs.map(|proofs| proofs()) })
    }
}

struct Typed<P> {
    table: TranspositionTable,
    proofs: Option<Box<dyn Proofs<P>>>,
}

impl<P: Game> AnyEngine for Typed<P> {
    fn analyze(&mut self, record: &Record, options: &SearchOptions<'_>, on_update: &mut dyn FnMut(&Analysis)) -> Option<Analysis> {
        let position = record.position().as_any().downcast_ref::<P>()?;
        let mut history: Vec<u64> = record.keys().collect();
        history.pop();
        if let Some(exact) = knowledge::<P>().exact {
            return known(exact(position, &history), options).inspect(|analysis| on_update(analysis));
        }
        let proof = self.proofs.as_deref_mut().and_then(|proofs| proofs::prove(proofs, position, &options.limits));
        if let Some(proof) = proof.as_ref().filter(|proof| options.lines <= 1 && !proof.line.is_empty()) {
            return Some(proofs::analysis(proof)).inspect(|analysis| on_update(analysis));
        }
        self.table.new_search();
        // Of a loss that is proved already, half of the time is left to show it.
        let is_lost = proof.as_ref().is_some_and(|proof| matches!(proof.value, Value::LossIn(_)));
        let time = options.limits.time.map(|time| if is_lost { time.halved() } else { time });
        let in_time = SearchOptions { limits: Limits { time, ..options.limits }, ..*options };
        let mut report = search_threads(position, &history, &self.table, &in_time, |result| on_update(&analysis(result)))?;
        let exact = confirm(position, &history, &mut report, &options.limits);
        for line in &mut report.lines {
            complete(position, line, &self.table, &options.limits);
        }
        let mut analysis = analysis(&report);
        for (line, _) in analysis.lines.iter_mut().zip(exact).filter(|(_, is_exact)| *is_exact) {
            line.distance = Distance::Exact;
        }
        if let Some(proofs) = &mut self.proofs {
            proofs::amend(&mut analysis, &mut **proofs, position, proof.as_ref(), options);
        }
        Some(analysis)
    }

    fn prepare(&mut self) {
        if let Some(proofs) = &self.proofs {
            proofs.prepare();
        }
    }

    fn clear(&mut self) {
        self.table.reset();
        self.proofs = knowledge::<P>().proofs.map(|proofs| proofs());
    }
}

/// The analysis of a position whose moves all have exact values.
fn known<M: ToString>(moves: Vec<(Value, Vec<M>)>, options: &SearchOptions<'_>) -> Option<Analysis> {
    let count = moves.len() as u64;
    let line = |(value, moves): (Value, Vec<M>)| AnalysisLine {
        value,
        distance: Distance::Exact,
        moves: moves.iter().map(M::to_string).collect(),
    };
    let lines: Vec<AnalysisLine> = moves.into_iter().take(options.lines.max(1)).map(line).collect();
    let depth = lines.first()?.moves.len() as u32;
    Some(Analysis { depth, nodes: count, lines })
}

/// Searches on several threads that share the transposition table (lazy SMP). The result is that of the main thread.
pub fn search_threads<P: Game>(
    position: &P,
    history: &[u64],
    table: &TranspositionTable,
    options: &SearchOptions<'_>,
    on_iteration: impl FnMut(&SearchResult<P::Move>),
) -> Option<SearchResult<P::Move>> {
    let search = |limits| Search { history: history.to_vec(), lines: options.lines, ..Search::new(position.clone(), table, limits) };
    let (done, helped) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        for helper in 1..options.threads.min(SearchOptions::THREADS_MAX) {
            let limits = Limits { stop: Some(&done), nodes: None, ..options.limits };
            let (search, helped) = (Search { helper, lines: 1, ..search(limits) }, &helped);
            let help = move || {
                let nodes = search.run(|_| {}).map_or(0, |report| report.nodes);
                helped.fetch_add(nodes, Ordering::Relaxed);
            };
            // If the system refuses another thread, the search continues with those it has.
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        let report = search(options.limits).run(on_iteration);
        done.store(true, Ordering::Relaxed);
        report
    })
    .map(|report| SearchResult { nodes: report.nodes + helped.load(Ordering::Relaxed), ..report })
}

fn analysis<M: ToString>(report: &SearchResult<M>) -> Analysis {
    let line = |line: &crate::search::PvLine<M>| AnalysisLine {
        value: line.value(),
        // A selective search may miss the shortest win.
        distance: Distance::AtMost,
        moves: line.moves.iter().map(M::to_string).collect(),
    };
    Analysis { depth: report.depth, nodes: report.nodes, lines: report.lines.iter().map(line).collect() }
}
