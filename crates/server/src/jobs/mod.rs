//! Work that keeps a core busy: the moves of bots, hints, drawings. A worker pool of a few threads does it,
//! or workers on other machines, by a queue on NATS (`bus`, `worker`).
//!
//! [`JobKind`] says what a kind of job is, and `kinds.rs` lists all of them. `queue.rs` says which job is
//! next.

mod bus;
mod counts;
mod data;
mod kind;
mod kinds;
mod queue;
mod task;
mod worker;

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;
use std::{fmt, thread};

use engine::analysis::Analysis;
use games::Record;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use bus::JobAnswer;
use bus::wire::Lane;
pub use bus::{Bus, BusState, QueueConfig, RunAnswer, WORKER_THREADS_MAX};
pub use counts::JobCounts;
pub use data::{AnalysisData, Base64Bytes, LineData, as_record, as_text};
pub use kind::{JobContext, JobFile, JobKind};
pub use kinds::{
    AssessmentData, BotAnswer, BotMoveJob, DrawingJob, HintJob, Kinds, RefutationJob, ReviewJob,
    THOUGHT_TIME_MAX, ThoughtData, ThoughtJob, ThoughtWanted,
};
pub use queue::{Audience, Cost};
use queue::{Claimant, Queue};
use task::Task;
pub use task::Ticket;
pub use worker::{WorkerError, work};

use crate::config;
use crate::error::{ApiError, ErrorCode};

/// The number of the form in which jobs are sent to workers. A worker of another number is refused.
pub const PROTOCOL: u32 = 1;

/// The niceness of threads that do jobs.
#[cfg(target_os = "linux")]
const JOB_NICENESS: i32 = 10;

/// A job in the queue.
struct Pending {
    task: Box<dyn Task>,
    /// What a client asked for may be refused. A bot's move is owed, and there are never more of them than
    /// games.
    may_be_refused: bool,
    /// The queue could not do it, so a thread of this process does.
    is_local: bool,
}

impl fmt::Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").field("may_be_refused", &self.may_be_refused).finish_non_exhaustive()
    }
}

/// The worker pool: threads of this process, or workers on other machines while there are any.
#[derive(Debug)]
pub struct Jobs {
    queue: Mutex<Queue<Pending>>,
    queue_max: usize,
    /// Threads of this process.
    threads: usize,
    bus: OnceLock<Arc<Bus>>,
    /// Threads for the jobs that come back while there are workers.
    spare: Arc<Semaphore>,
    counts: JobCounts,
}

impl Jobs {
    pub fn new(limits: &config::Limits) -> Self {
        // One core is left for everything else; but there is always a worker for short jobs beside the long
        // ones.
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = if limits.workers == 0 { (cores - 1).max(2) } else { limits.workers };
        Self {
            queue: Mutex::new(Queue::new(threads)),
            queue_max: limits.queue_max,
            threads,
            bus: OnceLock::new(),
            spare: Arc::new(Semaphore::new(threads)),
            counts: JobCounts::default(),
        }
    }

    /// Lets workers on other machines do the jobs, while there are any. Only the first bus is used.
    pub fn attach(self: &Arc<Self>, bus: Arc<Bus>) {
        let (mut changes, weak) = (bus.changes(), Arc::downgrade(self));
        if self.bus.set(bus).is_err() {
            return;
        }
        tokio::spawn(async move {
            // More workers may begin with what waits.
            while changes.changed().await.is_ok() {
                let Some(jobs) = weak.upgrade() else { return };
                jobs.dispatch();
            }
        });
    }

    /// Returns the state of the queue for workers, where there is one.
    pub fn bus_state(&self) -> Option<BusState> {
        self.bus.get().map(|bus| bus.state())
    }

    /// Returns what has been counted.
    pub fn counts(&self) -> &JobCounts {
        &self.counts
    }

    /// Requests what is owed, so that it is never refused: the move of a bot, of which there is at most one
    /// for each game.
    pub fn submit<K: JobKind>(self: &Arc<Self>, job: K, address: IpAddr, audience: Audience) -> Ticket<K> {
        let claimant = Claimant { address, audience, cost: job.cost() };
        self.push(claimant, job, false)
    }

    /// Requests what a client asks for.
    ///
    /// # Errors
    /// When too many such jobs wait, or too many of this address.
    pub fn begin<K: JobKind>(
        self: &Arc<Self>,
        job: K,
        address: IpAddr,
        audience: Audience,
    ) -> Result<Ticket<K>, ApiError> {
        {
            let mut queue = self.queue();
            queue.retain(|pending| pending.task.is_wanted());
            let asked = queue.waiting().filter(|(_, pending)| pending.may_be_refused);
            let (all, own) = asked.fold((0, 0), |(all, own), (claimant, _)| {
                (all + 1, own + usize::from(claimant.address == address))
            });
            if all > self.queue_max || own > self.queue_max / 2 {
                return Err(ErrorCode::EngineBusy.into());
            }
        }
        let claimant = Claimant { address, audience, cost: job.cost() };
        Ok(self.push(claimant, job, true))
    }

    /// Requests what a client asks for, and waits for it.
    ///
    /// # Errors
    /// As [`Self::begin`]; and when the job fails.
    pub async fn ask<K: JobKind>(self: &Arc<Self>, job: K, address: IpAddr) -> Result<K::Output, ApiError> {
        let ticket = self.begin(job, address, Audience::Person)?;
        ticket.output().await.ok_or_else(|| {
            tracing::error!(kind = K::NAME, "a job failed");
            ErrorCode::Busy.into()
        })
    }

    pub async fn hint(
        self: &Arc<Self>,
        record: Record,
        lines: usize,
        address: IpAddr,
    ) -> Result<Option<Analysis>, ApiError> {
        Ok(self.ask(HintJob { record, lines }, address).await?.map(Analysis::from))
    }

    pub async fn png(
        self: &Arc<Self>,
        svg: String,
        size: u32,
        address: IpAddr,
    ) -> Result<Option<Vec<u8>>, ApiError> {
        Ok(self.ask(DrawingJob { svg, size }, address).await?.map(|Base64Bytes(png)| png))
    }

    /// Returns how many jobs wait and how many run.
    pub fn load(&self) -> (usize, usize) {
        let queue = self.queue();
        (queue.waiting().count(), queue.running())
    }

    fn push<K: JobKind>(self: &Arc<Self>, claimant: Claimant, job: K, may_be_refused: bool) -> Ticket<K> {
        let (task, ticket) = task::task(job);
        self.queue().push(claimant, Pending { task, may_be_refused, is_local: false });
        self.dispatch();
        ticket
    }

    /// Gives jobs to free workers.
    fn dispatch(self: &Arc<Self>) {
        loop {
            let bus = self.bus.get().filter(|bus| bus.state().capacity() > 0);
            let next = {
                let mut queue = self.queue();
                queue.retain(|pending| pending.task.is_wanted());
                queue.set_workers(bus.map_or(self.threads, |bus| bus.state().capacity()));
                queue.start()
            };
            let Some((claimant, pending)) = next else { return };
            let worker = BusyWorker { jobs: Arc::clone(self), claimant };
            match bus {
                Some(bus) if !pending.is_local => {
                    tokio::spawn(Arc::clone(self).send(Arc::clone(bus), worker, pending));
                }
                // There are as many places as the workers have threads, and fewer threads here.
                Some(_) => {
                    let jobs = Arc::clone(self);
                    tokio::spawn(async move {
                        let spare = Arc::clone(&jobs.spare).acquire_owned().await.ok();
                        jobs.run_here(worker, pending, spare);
                    });
                }
                None => self.run_here(worker, pending, None),
            }
        }
    }

    /// Does a job by a thread of this process.
    fn run_here(&self, worker: BusyWorker, pending: Pending, spare: Option<OwnedSemaphorePermit>) {
        let (mut task, begun, counts) = (pending.task, Instant::now(), self.counts.clone());
        task.start();
        let runtime = Handle::current();
        let run = move || {
            // What ends the job begins the next one, on the runtime.
            let _entered = runtime.enter();
            let _places = (worker, spare);
            yield_to_sockets();
            task.run();
            counts.done("threads", begun.elapsed());
        };
        // Not a thread of the runtime: one that has lowered its priority may not raise it again.
        if let Err(error) = thread::Builder::new().name("job".to_owned()).spawn(run) {
            tracing::error!(%error, "no thread for a job");
        }
    }

    /// Does a job by a worker on another machine; if the queue cannot, it waits again, for a thread.
    async fn send(self: Arc<Self>, bus: Arc<Bus>, worker: BusyWorker, mut pending: Pending) {
        let begun = Instant::now();
        match bus.ask(&mut *pending.task, Lane::of(worker.claimant.audience)).await {
            JobAnswer::Done(output) => match pending.task.finish(&output) {
                Ok(()) => {
                    self.counts.done("workers", begun.elapsed());
                    return;
                }
                Err(task) => pending.task = task,
            },
            JobAnswer::Failed | JobAnswer::Unwanted => return,
            JobAnswer::Away(reason) => {
                tracing::debug!(reason, kind = pending.task.kind(), "a job came back from the queue");
            }
        }
        self.counts.came_back();
        pending.is_local = true;
        // Before the worker is free, which begins with the next job.
        self.queue().push(worker.claimant, pending);
    }

    fn queue(&self) -> MutexGuard<'_, Queue<Pending>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lowers the priority of this thread, so that moves and messages do not wait for engine work where all cores
/// are busy. Elsewhere than on Linux this would concern the whole process.
fn yield_to_sockets() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, JOB_NICENESS) {
        tracing::debug!(%error, "the priority of a job stays as it is");
    }
}

/// A busy worker; free again when dropped, also when its job panicked.
struct BusyWorker {
    jobs: Arc<Jobs>,
    claimant: Claimant,
}

impl Drop for BusyWorker {
    fn drop(&mut self) {
        self.jobs.queue().finish(&self.claimant);
        self.jobs.dispatch();
    }
}
