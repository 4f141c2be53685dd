//! A job in the queue, whatever its kind, and the ticket of the one that it was accepted from.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use super::kind::{JobContext, JobFile, JobKind};

/// Updates that wait to be read. More are dropped: the output does not depend on them.
const UPDATES_MAX: usize = 256;

/// A job that was accepted. When the ticket is dropped, a job that waits is removed, and one that runs is
/// told to stop.
#[derive(Debug)]
pub struct Ticket<K: JobKind> {
    started: oneshot::Receiver<()>,
    updates: mpsc::Receiver<K::Update>,
    done: oneshot::Receiver<K::Output>,
    _stop: StopOnDrop,
}

impl<K: JobKind> Ticket<K> {
    /// Returns whether no worker has begun with the job yet.
    pub fn is_waiting(&mut self) -> bool {
        self.started.try_recv() == Err(oneshot::error::TryRecvError::Empty)
    }

    /// Waits until a worker begins with the job.
    pub async fn started(&mut self) {
        if !self.started.is_terminated() {
            let _ = (&mut self.started).await;
        }
    }

    /// Waits for the next update; `None` when the job has ended.
    pub async fn update(&mut self) -> Option<K::Update> {
        self.updates.recv().await
    }

    /// Waits for the output; `None` if the job failed.
    pub async fn output(mut self) -> Option<K::Output> {
        (&mut self.done).await.ok()
    }
}

#[derive(Debug)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A job of any kind.
pub(super) trait Task: Send + Sync {
    /// Returns whether the output is still waited for.
    fn is_wanted(&self) -> bool;

    /// Reports that a worker begins.
    fn start(&mut self);

    /// Does the work on this thread.
    fn run(self: Box<Self>);

    fn kind(&self) -> &'static str;

    fn key(&self) -> Option<String>;

    fn time_max(&self) -> Duration;

    fn file(&self) -> Option<JobFile>;

    /// Returns the request as JSON.
    fn request(&self) -> serde_json::Result<Vec<u8>>;

    /// Passes on an update that came as JSON.
    fn update(&self, update: &[u8]);

    /// Passes on an output that came as JSON.
    ///
    /// # Errors
    /// Gives the job back when the output cannot be read.
    fn finish(self: Box<Self>, output: &[u8]) -> Result<(), Box<dyn Task>>;

    /// Is ready when the output is no longer waited for.
    fn poll_unwanted(&mut self, context: &mut Context<'_>) -> Poll<()>;
}

/// Makes a job of one kind, and its ticket.
pub(super) fn task<K: JobKind>(job: K) -> (Box<dyn Task>, Ticket<K>) {
    let (started, on_started) = oneshot::channel();
    let (updates, on_update) = mpsc::channel(UPDATES_MAX);
    let (done, on_done) = oneshot::channel();
    let stop = Arc::new(AtomicBool::new(false));
    let ticket = Ticket {
        started: on_started,
        updates: on_update,
        done: on_done,
        _stop: StopOnDrop(Arc::clone(&stop)),
    };
    (Box::new(TypedTask { job, started: Some(started), updates, done, stop }), ticket)
}

struct TypedTask<K: JobKind> {
    job: K,
    /// `None` once a worker has begun.
    started: Option<oneshot::Sender<()>>,
    updates: mpsc::Sender<K::Update>,
    done: oneshot::Sender<K::Output>,
    stop: Arc<AtomicBool>,
}

impl<K: JobKind> Task for TypedTask<K> {
    fn is_wanted(&self) -> bool {
        !self.done.is_closed()
    }

    fn start(&mut self) {
        if let Some(started) = self.started.take() {
            let _ = started.send(());
        }
    }

    fn run(self: Box<Self>) {
        let Self { job, updates, done, stop, .. } = *self;
        let on_update = |update| {
            let _ = updates.try_send(update);
        };
        let (clock, file) = (Instant::now(), job.file());
        let context = JobContext { clock, stop: &stop, file, on_update: &on_update };
        let _ = done.send(job.run(&context));
    }

    fn kind(&self) -> &'static str {
        K::NAME
    }

    fn key(&self) -> Option<String> {
        self.job.key()
    }

    fn time_max(&self) -> Duration {
        K::TIME_MAX
    }

    fn file(&self) -> Option<JobFile> {
        self.job.file().cloned()
    }

    fn request(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(&self.job)
    }

    fn update(&self, update: &[u8]) {
        if let Ok(update) = serde_json::from_slice(update) {
            let _ = self.updates.try_send(update);
        }
    }

    fn finish(self: Box<Self>, output: &[u8]) -> Result<(), Box<dyn Task>> {
        match serde_json::from_slice(output) {
            Ok(output) => {
                let _ = self.done.send(output);
                Ok(())
            }
            Err(error) => {
                tracing::warn!(%error, kind = K::NAME, "the output of a worker cannot be read");
                Err(self)
            }
        }
    }

    fn poll_unwanted(&mut self, context: &mut Context<'_>) -> Poll<()> {
        self.done.poll_closed(context)
    }
}
