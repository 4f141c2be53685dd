//! The type-erased engine: records in, analysis as text out, for any game of the registry.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use games::{Game, GameEntry, Outcome, Record, Visitor};

use crate::analysis::{Analysis, AnalysisLine, Distance, SearchOptions};
use crate::knowledge::{knowledge, network_of};
use crate::proofs::{self, Proof, Proofs};
use crate::search::tables::EndgameTables;
use crate::search::{
    Search, SearchLimits, SearchResult, TranspositionTable, Value, ValuedLine, complete, confirm,
};

/// An engine for one game. It keeps its transposition table and proofs between searches.
pub trait AnyEngine: Send {
    /// Analyses the current position and calls `on_update` with every intermediate result. Returns `None`
    /// when the game is over, and for records of other games.
    fn analyze(
        &mut self,
        record: &Record,
        options: &SearchOptions<'_>,
        on_update: &mut dyn FnMut(&Analysis),
    ) -> Option<Analysis>;

    /// Returns every legal move, in the order of the rules, with what can be said of it without a search: how
    /// it ends the game, a known result, or the evaluation of the position after it. `None` as above.
    fn glance(&self, record: &Record) -> Option<Vec<AnalysisLine>>;

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
        Box::new(Typed::<P> {
            table: TranspositionTable::new(self.megabytes),
            proofs: knowledge::<P>().proofs.map(|proofs| proofs()),
        })
    }
}

struct Typed<P> {
    table: TranspositionTable,
    proofs: Option<Box<dyn Proofs<P>>>,
}

impl<P: Game> AnyEngine for Typed<P> {
    fn analyze(
        &mut self,
        record: &Record,
        options: &SearchOptions<'_>,
        on_update: &mut dyn FnMut(&Analysis),
    ) -> Option<Analysis> {
        let position = record.position().as_any().downcast_ref::<P>()?;
        let mut history: Vec<u64> = record.keys().collect();
        history.pop();
        if let Some(exact) = knowledge::<P>().exact {
            return known(exact(position, &history), options.lines).inspect(|analysis| on_update(analysis));
        }
        let tables = shared_tables::<P>();
        let by_tables = tables.as_deref().and_then(|tables| tables.moves(position, &earlier::<P>(record)));
        if let Some(mut lines) = by_tables {
            lines.truncate(options.lines.max(1));
            // Tables know how soon a win must capture; how soon it ends is looked for where it is near.
            let nodes = confirm(position, &history, &mut lines, &options.limits, 0);
            return known_lines(lines, nodes).inspect(|analysis| on_update(analysis));
        }
        let proof =
            self.proofs.as_deref_mut().and_then(|proofs| proofs::prove(proofs, position, &options.limits));
        // The lines that were reported last.
        let mut told: Vec<AnalysisLine> = Vec::new();
        let mut tell = |analysis: &Analysis| {
            told.clone_from(&analysis.lines);
            on_update(analysis);
        };
        let mut thought = match &proof {
            Some(proof) if options.lines <= 1 && !proof.line.is_empty() => proof.into(),
            _ => {
                self.table.new_search();
                // Of a loss that is proved already, half of the time is left to show it.
                let is_lost = proof.as_ref().is_some_and(|proof| matches!(proof.value, Value::LossIn(_)));
                let time = options.limits.time.map(|time| if is_lost { time.halved() } else { time });
                let in_time = SearchOptions { limits: SearchLimits { time, ..options.limits }, ..*options };
                let lines = options.lines;
                let mut search = |options: &SearchOptions<'_>, proofs: Option<&dyn Proofs<P>>| {
                    let report = search_threads(position, &history, &self.table, options, |result| {
                        let mut thought = Thought::from(result);
                        // What is proved already is told from the first depth on.
                        let is_told = proofs.is_none_or(|proofs| {
                            proofs::amend_by_known(
                                &mut thought.lines,
                                proofs,
                                position,
                                proof.as_ref(),
                                lines,
                            )
                        });
                        if is_told {
                            tell(&thought.in_words());
                        }
                    });
                    report.as_ref().map(Thought::from)
                };
                let mut thought = search(&in_time, self.proofs.as_deref())?;
                if let Some(proofs) = &mut self.proofs
                    && !proofs::amend(&mut thought.lines, &mut **proofs, position, proof.as_ref(), options)
                {
                    // A move that the search did not think best is the best, because those that it did are
                    // known to lose.
                    let nodes = options.limits.nodes.map(|nodes| nodes.saturating_sub(thought.nodes).max(1));
                    let all = SearchOptions {
                        lines: usize::MAX,
                        limits: SearchLimits { nodes, ..in_time.limits },
                        ..in_time
                    };
                    let again = search(&all, Some(&**proofs))?;
                    thought = Thought { nodes: thought.nodes + again.nodes, ..again };
                    proofs::amend(&mut thought.lines, &mut **proofs, position, proof.as_ref(), options);
                }
                thought
            }
        };
        thought.nodes += confirm(position, &history, &mut thought.lines, &options.limits, thought.nodes);
        for line in thought.lines.iter_mut().filter(|line| line.distance == Distance::AtMost) {
            complete(position, &history, line, &self.table, tables.as_deref(), &options.limits);
        }
        let analysis = thought.in_words();
        if told != analysis.lines {
            on_update(&analysis);
        }
        Some(analysis)
    }

    fn glance(&self, record: &Record) -> Option<Vec<AnalysisLine>> {
        let position = record.position().as_any().downcast_ref::<P>()?;
        if record.outcome().is_some() {
            return None;
        }
        let mut history: Vec<u64> = record.keys().collect();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if let Some(exact) = knowledge::<P>().exact {
            history.pop();
            let lines = known(exact(position, &history), usize::MAX)?.lines;
            let line = |mv: P::Move| lines.iter().find(|line| line.moves[0] == mv.to_string()).cloned();
            return Some(moves.into_iter().filter_map(line).collect());
        }
        if let Some(tables) = shared_tables::<P>()
            && let Some(lines) = tables.moves(position, &earlier::<P>(record))
        {
            let lines = known_lines(lines, 0)?.lines;
            let line = |mv: P::Move| lines.iter().find(|line| line.moves[0] == mv.to_string()).cloned();
            return Some(moves.into_iter().filter_map(line).collect());
        }
        let glimpse = |mv: P::Move| {
            let mut next = position.clone();
            next.play(mv);
            let times = 1 + history.iter().filter(|key| **key == next.key()).count();
            let is_repetition = P::INFO.repetition.is_some_and(|limit| times >= limit as usize);
            let outcome = next.outcome().or(is_repetition.then_some(Outcome::Draw));
            let known = || self.proofs.as_deref().and_then(|proofs| proofs.known(&next));
            let (value, distance, rest) = match outcome {
                Some(Outcome::Draw) => (Value::Draw, Distance::Exact, Vec::new()),
                Some(Outcome::Win(winner)) if winner == position.turn() => {
                    (Value::WinIn(1), Distance::Exact, Vec::new())
                }
                Some(Outcome::Win(_)) => (Value::LossIn(1), Distance::Exact, Vec::new()),
                None => match known() {
                    Some(proof) => (proof.value.one_ply_earlier(), proof.distance, proof.line),
                    None => (Value::About(-next.evaluate()), Distance::AtMost, Vec::new()),
                },
            };
            let moves = std::iter::once(mv).chain(rest).map(|mv| mv.to_string()).collect();
            AnalysisLine { value, distance, moves }
        };
        Some(moves.into_iter().map(glimpse).collect())
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

/// Returns the analysis of a position whose moves all have exact values.
fn known<M: Copy + ToString>(moves: Vec<(Value, Vec<M>)>, lines_max: usize) -> Option<Analysis> {
    let nodes = moves.len() as u64;
    let line = |(value, moves)| ValuedLine { value, distance: Distance::Exact, moves };
    known_lines(moves.into_iter().take(lines_max.max(1)).map(line).collect(), nodes)
}

/// Returns the analysis of a position from lines with known values.
fn known_lines<M: Copy + ToString>(lines: Vec<ValuedLine<M>>, nodes: u64) -> Option<Analysis> {
    let depth = lines.first()?.moves.len() as u32;
    Some(Thought { depth, nodes, lines }.in_words())
}

/// Returns the positions of a game before the current one.
fn earlier<P: Game>(record: &Record) -> Vec<P> {
    let positions = (0..record.moves().len()).filter_map(|played| record.position_at(played));
    positions.filter_map(|position| position.as_any().downcast_ref::<P>().cloned()).collect()
}

/// Returns the endgame tables of a game that this process was given.
fn shared_tables<P: Game>() -> Option<Arc<dyn EndgameTables<P>>> {
    knowledge::<P>().tables?()
}

/// Nodes to look at each move that holds a draw.
const DRAW_NODES: u64 = 1_000;

/// Returns the move that endgame tables think best in the current position of a record; of several that hold
/// a draw, the one after which a short search likes the position best.
pub(crate) fn by_tables<P: Game>(record: &Record, position: &P) -> Option<P::Move> {
    let lines = shared_tables::<P>()?.moves(position, &earlier::<P>(record))?;
    if lines.first()?.value != Value::Draw {
        return lines.first()?.moves.first().copied();
    }
    let table = TranspositionTable::new(1);
    let look = |mv: P::Move| {
        let mut next = position.clone();
        next.play(mv);
        let limits = SearchLimits { nodes: Some(DRAW_NODES), ..SearchLimits::NONE };
        Search::new(next, &table, limits).run(|_| {}).map_or(0, |result| -result.lines[0].score)
    };
    let holding = lines.into_iter().take_while(|line| line.value == Value::Draw);
    holding.filter_map(|line| line.moves.first().copied()).max_by_key(|mv| look(*mv))
}

/// Searches on several threads that share the transposition table (lazy SMP). The result is that of the main
/// thread.
pub fn search_threads<P: Game>(
    position: &P,
    history: &[u64],
    table: &TranspositionTable,
    options: &SearchOptions<'_>,
    on_iteration: impl FnMut(&SearchResult<P::Move>),
) -> Option<SearchResult<P::Move>> {
    let tables = shared_tables::<P>();
    let search = |limits| Search {
        history: history.to_vec(),
        lines: options.lines,
        network: network_of::<P>(options.evaluator),
        tables: tables.as_deref(),
        ..Search::new(position.clone(), table, limits)
    };
    let (done, helped) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        for helper in 1..options.threads.min(SearchOptions::THREADS_MAX) {
            let limits = SearchLimits { stop: Some(&done), nodes: None, ..options.limits };
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

/// What is thought of a position, with its moves as the game has them.
struct Thought<M> {
    depth: u32,
    nodes: u64,
    lines: Vec<ValuedLine<M>>,
}

impl<M: Copy> From<&SearchResult<M>> for Thought<M> {
    fn from(result: &SearchResult<M>) -> Self {
        Self {
            depth: result.depth,
            nodes: result.nodes,
            lines: result.lines.iter().cloned().map(ValuedLine::from).collect(),
        }
    }
}

impl<M: Copy> From<&Proof<M>> for Thought<M> {
    fn from(proof: &Proof<M>) -> Self {
        Self { depth: proof.line.len() as u32, nodes: 0, lines: vec![proof.into()] }
    }
}

impl<M: ToString> Thought<M> {
    fn in_words(self) -> Analysis {
        let line = |line: ValuedLine<M>| AnalysisLine {
            value: line.value,
            distance: line.distance,
            moves: line.moves.iter().map(M::to_string).collect(),
        };
        Analysis { depth: self.depth, nodes: self.nodes, lines: self.lines.into_iter().map(line).collect() }
    }
}
