//! The engine.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use engine::analysis::{Analysis, LineFacts, SearchOptions};
use engine::any::{self, AnyEngine};
use engine::search::{SearchLimits, Time};
use pyo3::prelude::*;

use crate::errors::{find_game, wrong};
use crate::interrupt::{Stop, interruptible};
use crate::position::Position;

/// Kind, plies, distance, score, moves.
type Line = (&'static str, Option<u32>, Option<&'static str>, Option<i32>, Vec<String>);

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
            let mut engine = self.engine.lock().unwrap_or_else(|poisoned| {
                // What a panic left behind may be half written.
                let mut engine = poisoned.into_inner();
                engine.clear();
                engine
            });
            let limits = SearchLimits { depth, nodes, time, stop: Some(&stop.flag) };
            let options = SearchOptions { lines, threads, ..SearchOptions::new(limits) };
            let mut tell = |analysis: &Analysis| {
                if is_heard {
                    // Nobody listens any more when Python was interrupted.
                    let _ = sender.send(said(analysis));
                }
            };
            engine.analyze(&record, &options, &mut tell).as_ref().map(said)
        };
        interruptible(py, &stop.flag, work, |update| match &on_update {
            Some(listener) => listener.call1((update,)).map(drop),
            None => Ok(()),
        })
    }

    fn clear(&self, py: Python<'_>) {
        py.detach(|| {
            self.engine.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clear();
            self.engine.clear_poison();
        });
    }
}

fn said(analysis: &Analysis) -> Said {
    let lines = analysis.lines.iter().map(|line| {
        let LineFacts { kind, plies, distance, score } = line.facts();
        (kind, plies, distance, score, line.moves.clone())
    });
    (analysis.depth, analysis.nodes, lines.collect())
}
