//! Many games at once, stepped in one call, without a Python object per game.
//!
//! Every game has its own generator of random numbers, so that nothing depends on how the games are shared
//! out among the threads.

mod crew;
mod lane;

use std::process;

use games::{AnyPosition, Game, GameEntry};
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::encoding::{self, Encoded, EncodedVisitor};
use crate::errors::{check_room, find_game, wrong, wrong_position};
use crew::Crew;
use lane::{Lane, Lanes, Plan, Tally};

/// Most games of one environment.
const GAMES_MAX: usize = 1 << 20;
const THREADS_MAX: usize = 256;
/// Between two looks at the signals, in steps of a single game.
const STEPS_BETWEEN_SIGNALS: u64 = 1 << 21;

/// What is written for each game.
pub(crate) struct Outputs<'a> {
    pub(crate) observations: Option<&'a mut [u8]>,
    pub(crate) masks: Option<&'a mut [u8]>,
    pub(crate) packed: Option<&'a mut [u8]>,
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) truncated: &'a mut [bool],
    pub(crate) hidden: &'a mut [bool],
    pub(crate) turns: &'a mut [u8],
    pub(crate) actions: &'a mut [i32],
}

/// The games once their type is forgotten.
pub(crate) trait AnyLanes: Send + Sync {
    fn reset(&mut self, seed: u64, plan: &Plan<'_>, outputs: Outputs<'_>);
    /// Does nothing and returns the first game with an illegal action, if there is one.
    fn step(&mut self, actions: &[i64], plan: &Plan<'_>, outputs: Outputs<'_>) -> Result<(), usize>;
    fn step_random(&mut self, steps: u64, plan: &Plan<'_>, outputs: Outputs<'_>);
    fn tally(&self) -> Tally;
    fn position(&self, game: usize) -> Option<Box<dyn AnyPosition>>;
    fn first(&self, game: usize) -> Option<usize>;
}

struct Make<'a> {
    start: &'a dyn AnyPosition,
    count: usize,
}

impl EncodedVisitor for Make<'_> {
    /// `None` for a position of another game.
    type Output = PyResult<Option<(Box<dyn AnyLanes>, [usize; 3], usize)>>;

    fn visit<P: Encoded + Game>(self) -> Self::Output {
        let Some(start) = self.start.as_any().downcast_ref::<P>() else { return Ok(None) };
        check_room::<Lane<P>>(self.count)?;
        Ok(Some((Box::new(Lanes::new(start.clone(), self.count)), P::SHAPE, P::ACTIONS)))
    }
}

/// The arrays, for the life of the environment.
struct Arrays {
    observations: Option<Array<u8>>,
    masks: Option<Array<u8>>,
    packed: Option<Array<u8>>,
    rewards: Array<f32>,
    terminated: Array<bool>,
    truncated: Array<bool>,
    hidden: Array<bool>,
    turns: Array<u8>,
    actions: Array<i32>,
}

/// An array that the environment writes, and the view of it that Python reads.
struct Array<T> {
    written: Py<PyArrayDyn<T>>,
    read: Py<PyArrayDyn<T>>,
}

/// Owns the memory of an array as far as numpy can see. It lends no writable memory, so that numpy refuses to
/// make the view writeable.
#[pyclass(module = "jogo._native", frozen)]
struct Memory {
    /// Keeps the memory alive.
    _array: Py<PyAny>,
}

impl<T: numpy::Element> Array<T> {
    fn zeros(py: Python<'_>, shape: &[usize]) -> PyResult<Self> {
        // Numpy would not say so, but panic.
        check_room::<T>(shape.iter().product())?;
        let written = PyArrayDyn::zeros(py, shape, false);
        let owner = Bound::new(py, Memory { _array: written.clone().into_any().unbind() })?.into_any();
        let view = written.readonly();
        // SAFETY: the owner keeps the array, which is never resized, since nothing else has it.
        let read = unsafe { PyArrayDyn::borrow_from_array(&view.as_array(), owner) };
        drop(view);
        read.readwrite().make_nonwriteable();
        Ok(Self { written: written.unbind(), read: read.unbind() })
    }

    fn read<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<T>> {
        self.read.bind(py).clone()
    }

    fn written<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<T>> {
        self.written.bind(py).clone()
    }
}

#[pyclass(module = "jogo._native")]
pub(crate) struct VectorEnv {
    game: &'static GameEntry,
    lanes: Box<dyn AnyLanes>,
    count: usize,
    auto_reset: bool,
    threads: usize,
    crew: Option<Crew>,
    /// A process that was forked has no threads of the crew.
    crew_owner: u32,
    /// Bytes that are written at once.
    width: usize,
    arrays: Arrays,
}

/// Returns how many bytes environments can write at once here, in different code that comes to the same.
#[pyfunction]
pub(crate) fn vector_widths() -> Vec<usize> {
    encoding::widths()
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (game, count, seed, threads, start, observations, masks, packed, auto_reset, width=None))]
    #[expect(clippy::too_many_arguments, reason = "the package names them")]
    #[expect(clippy::fn_params_excessive_bools, reason = "the package names them")]
    fn new(
        py: Python<'_>,
        game: &str,
        count: usize,
        seed: u64,
        threads: usize,
        start: Option<&str>,
        observations: bool,
        masks: bool,
        packed: bool,
        auto_reset: bool,
        width: Option<usize>,
    ) -> PyResult<Self> {
        let game = find_game(game)?;
        let widths = encoding::widths();
        let width = match width.or(widths.last().copied()) {
            Some(width) if widths.contains(&width) => width,
            _ => return Err(wrong(format_args!("this processor writes {widths:?} bytes at once"))),
        };
        if !(1..=GAMES_MAX).contains(&count) {
            return Err(wrong(format_args!("an environment has 1 to {GAMES_MAX} games")));
        }
        let start = match start {
            Some(text) => (game.read)(text).map_err(|error| wrong_position(&error))?,
            None => (game.start)(),
        };
        if start.outcome().is_some() {
            return Err(wrong("the game is over"));
        }
        let made = encoding::visit(game.info.id, Make { start: &*start, count }).transpose()?.flatten();
        let (lanes, [planes, rows, columns], size) =
            made.ok_or_else(|| wrong(format_args!("{} has no encoding", game.info.name)))?;
        let bytes = |wanted: bool, shape: &[usize]| wanted.then(|| Array::zeros(py, shape)).transpose();
        let arrays = Arrays {
            observations: bytes(observations, &[count, planes, rows, columns])?,
            masks: bytes(masks, &[count, size])?,
            packed: bytes(packed, &[count, size.div_ceil(8)])?,
            rewards: Array::zeros(py, &[count, 2])?,
            terminated: Array::zeros(py, &[count])?,
            truncated: Array::zeros(py, &[count])?,
            hidden: Array::zeros(py, &[count])?,
            turns: Array::zeros(py, &[count])?,
            actions: Array::zeros(py, &[count])?,
        };
        let available = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { available } else { threads.min(THREADS_MAX) };
        let mut env = Self {
            game,
            lanes,
            count,
            auto_reset,
            threads: threads.min(count),
            crew: None,
            crew_owner: 0,
            width,
            arrays,
        };
        env.reset(py, seed)?;
        Ok(env)
    }

    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.run(py, |lanes, plan, outputs| lanes.reset(seed, plan, outputs))
    }

    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        if actions.len() != self.count {
            return Err(wrong(format_args!("{} games take {0} actions, not {}", self.count, actions.len())));
        }
        let actions = actions.as_array().to_vec();
        self.run(py, |lanes, plan, outputs| lanes.step(&actions, plan, outputs))?
            .map_err(|game| wrong(format_args!("game {game}: action {} is not legal here", actions[game])))
    }

    fn step_random(&mut self, py: Python<'_>, steps: u64) -> PyResult<()> {
        // Only what the last step leaves is seen, so that the steps before it need not be written down.
        let at_once = (STEPS_BETWEEN_SIGNALS / self.count as u64).max(1);
        let mut left = steps;
        while left > 0 {
            let now = left.min(at_once);
            self.run(py, |lanes, plan, outputs| lanes.step_random(now, plan, outputs))?;
            left -= now;
            py.check_signals()?;
        }
        Ok(())
    }

    /// Games won by the first player, drawn, won by the second, truncated; since the last reset.
    fn tally(&self) -> [u64; 4] {
        self.lanes.tally()
    }

    fn position(&self, game: usize) -> PyResult<String> {
        let position = self.lanes.position(game);
        position.map(|position| position.to_string()).ok_or_else(|| wrong("there is no such game"))
    }

    fn first(&self, game: usize) -> Option<usize> {
        self.lanes.first(game)
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.game.info.id
    }

    #[getter]
    fn count(&self) -> usize {
        self.count
    }

    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArrayDyn<u8>>> {
        self.arrays.observations.as_ref().map(|array| array.read(py))
    }

    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArrayDyn<u8>>> {
        self.arrays.masks.as_ref().map(|array| array.read(py))
    }

    #[getter]
    fn packed_masks<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArrayDyn<u8>>> {
        self.arrays.packed.as_ref().map(|array| array.read(py))
    }

    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<f32>> {
        self.arrays.rewards.read(py)
    }

    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<bool>> {
        self.arrays.terminated.read(py)
    }

    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<bool>> {
        self.arrays.truncated.read(py)
    }

    #[getter]
    fn hidden<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<bool>> {
        self.arrays.hidden.read(py)
    }

    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<u8>> {
        self.arrays.turns.read(py)
    }

    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<i32>> {
        self.arrays.actions.read(py)
    }
}

impl VectorEnv {
    /// Does some work on all games, with their arrays and threads at hand and without the interpreter lock.
    fn run<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyLanes, &Plan<'_>, Outputs<'_>) -> T + Send,
    ) -> PyResult<T> {
        if self.threads > 1 && (self.crew.is_none() || self.crew_owner != process::id()) {
            let crew = Crew::new(self.threads - 1).map_err(wrong)?;
            // The threads of another process cannot be told to end, and one may have held the lock.
            std::mem::forget(self.crew.replace(crew));
            self.crew_owner = process::id();
        }
        let arrays = &self.arrays;
        // Bound for as long as the memory is used, so that it cannot be freed.
        let bound = |array: &Option<Array<u8>>| array.as_ref().map(|array| array.written(py));
        let mut observations = bound(&arrays.observations);
        let mut masks = bound(&arrays.masks);
        let mut packed = bound(&arrays.packed);
        let mut rewards = arrays.rewards.written(py);
        let mut terminated = arrays.terminated.written(py);
        let mut truncated = arrays.truncated.written(py);
        let mut hidden = arrays.hidden.written(py);
        let mut turns = arrays.turns.written(py);
        let mut actions = arrays.actions.written(py);
        let outputs = Outputs {
            observations: observations.as_mut().map(memory).transpose()?,
            masks: masks.as_mut().map(memory).transpose()?,
            packed: packed.as_mut().map(memory).transpose()?,
            rewards: memory(&mut rewards)?,
            terminated: memory(&mut terminated)?,
            truncated: memory(&mut truncated)?,
            hidden: memory(&mut hidden)?,
            turns: memory(&mut turns)?,
            actions: memory(&mut actions)?,
        };
        let plan = Plan {
            crew: self.crew.as_ref(),
            threads: self.threads,
            auto_reset: self.auto_reset,
            width: self.width,
        };
        let lanes = &mut *self.lanes;
        Ok(py.detach(|| work(lanes, &plan, outputs)))
    }
}

/// Returns the memory of an array of ours.
fn memory<'a, T: numpy::Element>(array: &'a mut Bound<'_, PyArrayDyn<T>>) -> PyResult<&'a mut [T]> {
    // SAFETY: only the environment has these arrays, and it is borrowed mutably while it writes; Python has
    // views that cannot be made writeable. Their memory is theirs as long as they live, and they live as long
    // as this borrow.
    unsafe { array.as_slice_mut() }.map_err(wrong)
}
