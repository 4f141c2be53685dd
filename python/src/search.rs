//! The engine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use engine::analysis::{Analysis, AnalysisLine, LineFacts, SearchOptions};
use engine::any::{self, AnyEngine};
use engine::search::{SearchLimits, Time};
use pyo3::prelude::*;

use crate::errors::{check_memory, find_game, wrong};
use crate::interrupt::{Stop, interruptible};
use crate::position::Position;

/// How often a thread that waits for a busy engine looks whether it is free or the wait is over.
const WAIT: Duration = Duration::from_millis(2);

/// Kind, plies, distance, score, moves.
pub(crate) type Line = (&'static str, Option<u32>, Option<&'static str>, Option<i32>, Vec<String>);

/// Depth, nodes, lines.
type Said = (u32, u64, Vec<Line>);

/// Keeps its transposition table and its proofs from one analysis to the next.
#[pyclass(module = "jogo._native", frozen)]
pub(crate) struct Engine {
    game: &'static str,
    engine: Mutex<Box<dyn AnyEngine>>,
}

#[pymethods]
impl Engine {
    #[new]
    fn new(game: &str, megabytes: usize) -> PyResult<Self> {
        let game = find_game(game)?;
        check_memory(megabytes)?;
        Ok(Self { game: game.info.id, engine: Mutex::new(any::engine(game, megabytes)) })
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.game
    }

    /// The position is analysed as it is now, whatever is pushed meanwhile.
    #[pyo3(signature = (position, depth, nodes, seconds, lines, threads, stop, on_update=None))]
    #[expect(clippy::too_many_arguments, reason = "the package names them")]
    fn analyze(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        lines: usize,
        threads: usize,
        stop: &Stop,
        on_update: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Option<Said>> {
        let record = position.borrow().record.clone();
        if record.info().id != self.game {
            return Err(wrong(format_args!("this is an engine for {}, not {}", self.game, record.info().id)));
        }
        if record.outcome().is_some() {
            return Ok(None);
        }
        let clock = Instant::now();
        let time = match seconds.map(Duration::try_from_secs_f64) {
            Some(Ok(time)) => Some(Time { clock: &clock, soft: time, hard: time }),
            Some(Err(error)) => return Err(wrong(error)),
            None => None,
        };
        let is_heard = on_update.is_some();
        let work = |sender: &std::sync::mpsc::Sender<Said>| {
            let Some(mut engine) = self.wait(&stop.flag) else { return Err(Stopped) };
            let limits = SearchLimits { depth, nodes, time, stop: Some(&stop.flag) };
            let options = SearchOptions { lines, threads, ..SearchOptions::new(limits) };
            let mut tell = |analysis: &Analysis| {
                if is_heard {
                    // The receiver is gone when Python was interrupted.
                    let _ = sender.send(said(analysis));
                }
            };
            Ok(engine.analyze(&record, &options, &mut tell).as_ref().map(said))
        };
        let done = interruptible(py, &stop.flag, work, |update| match &on_update {
            Some(listener) => listener.call1((update,)).map(drop),
            None => Ok(()),
        })?;
        done.map_err(|Stopped| wrong("the analysis was stopped while it waited for the engine"))
    }

    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let stop = AtomicBool::new(false);
        let work = |_: &std::sync::mpsc::Sender<()>| {
            if let Some(mut engine) = self.wait(&stop) {
                engine.clear();
            }
        };
        interruptible(py, &stop, work, |()| Ok(()))
    }
}

/// The work was stopped before it began.
struct Stopped;

impl Engine {
    /// Waits until no other thread uses the engine. Returns `None` if the flag is set before that.
    fn wait(&self, stop: &AtomicBool) -> Option<MutexGuard<'_, Box<dyn AnyEngine>>> {
        loop {
            match self.engine.try_lock() {
                Ok(engine) => return Some(engine),
                Err(TryLockError::Poisoned(poisoned)) => {
                    // What a panic left behind may be half written.
                    let mut engine = poisoned.into_inner();
                    engine.clear();
                    self.engine.clear_poison();
                    return Some(engine);
                }
                Err(TryLockError::WouldBlock) if stop.load(Ordering::Relaxed) => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(WAIT),
            }
        }
    }
}

fn said(analysis: &Analysis) -> Said {
    (analysis.depth, analysis.nodes, analysis.lines.iter().map(line).collect())
}

pub(crate) fn line(line: &AnalysisLine) -> Line {
    let LineFacts { kind, plies, distance, score } = line.facts();
    (kind, plies, distance, score, line.moves.clone())
}
