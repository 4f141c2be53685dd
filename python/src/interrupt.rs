//! Long work that Ctrl-C and other threads can stop.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// How often Python is asked whether it was interrupted.
const PATIENCE: Duration = Duration::from_millis(20);

/// Set once, from any thread, and never unset.
#[pyclass(module = "jogo._native", frozen)]
#[derive(Clone, Default)]
pub(crate) struct Stop {
    pub(crate) flag: Arc<AtomicBool>,
}

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

/// Does the work on a thread of its own, without the interpreter lock, and calls `on_message` with whatever
/// the work sends. An interrupt, or an exception of `on_message`, sets the flag, waits for the work to end
/// and is raised.
pub(crate) fn interruptible<T: Send, M: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce(&Sender<M>) -> T + Send,
    mut on_message: impl FnMut(M) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    thread::scope(|scope| {
        let worker = scope.spawn(move || work(&sender));
        let mut raised = Ok(());
        loop {
            // The receiver goes to where the lock is not held, and comes back.
            let (back, message) = py.detach(move || {
                let message = receiver.recv_timeout(PATIENCE);
                (receiver, message)
            });
            receiver = back;
            let heard = match message {
                Ok(message) if raised.is_ok() => on_message(message),
                Ok(_) => Ok(()),
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if raised.is_ok() {
                raised = heard.and_then(|()| py.check_signals());
                if raised.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
        match py.detach(|| worker.join()) {
            Ok(done) => raised.map(|()| done),
            Err(panic) => resume_unwind(panic),
        }
    })
}
