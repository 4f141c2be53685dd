//! A worker: takes jobs from the queue, does them, and answers.
//!
//! Jobs that can wait never keep back those that a person waits for: they start only on threads that are
//! free, and one thread is left for the others where there are several.

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::{self, AckKind, Context, Message};
use futures_util::{StreamExt, TryStreamExt};
use tokio::sync::{Notify, mpsc, watch};
use tokio::task::JoinSet;

use super::bus::files::FetchedFiles;
use super::bus::wire::{ACK_WAIT, JobHead, Lane, Subjects, Word, unix_ms};
use super::bus::{self, BEAT_EVERY, QueueConfig};
use super::kinds::Kinds;

/// How long a request for jobs stands.
const PULL_FOR: Duration = Duration::from_secs(10);
/// The pause after the queue could not be asked.
const RETRY_AFTER: Duration = Duration::from_millis(500);
/// A job that this many workers have begun and not ended is given up: it may be what ended them.
const DELIVERIES_MAX: i64 = 3;
/// Updates that wait to be sent.
const UPDATES_MAX: usize = 64;
/// How long a worker goes on with jobs that a person waits for after a signal to stop.
const STOP_MAX: Duration = Duration::from_secs(20);

/// Why a worker ends.
#[derive(Debug)]
pub enum WorkerError {
    /// The queue belongs to servers of other protocol numbers.
    OtherProtocol { own: u32, others: Vec<u32> },
    /// The connection cannot be begun.
    Connect(String),
}

impl fmt::Display for WorkerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherProtocol { own, others } => write!(
                f,
                "refused: the jobs in this queue have protocol {}, and this worker knows protocol {own}",
                others.iter().map(u32::to_string).collect::<Vec<_>>().join(" and ")
            ),
            Self::Connect(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WorkerError {}

/// Does the jobs of the queue until `stop` is ready.
///
/// # Errors
/// When the queue is one of other protocol numbers.
pub async fn work(
    config: &QueueConfig,
    threads: usize,
    kinds: Kinds,
    stop: impl Future<Output = ()>,
) -> Result<(), WorkerError> {
    let (client, connected) = bus::connect(config).await.map_err(WorkerError::Connect)?;
    let subjects = Subjects(config.protocol);
    let worker = Arc::new(WorkerState {
        name: subjects.beat(&format!("{:016x}", fastrand::u64(..))),
        context: jetstream::new(client.clone()),
        client,
        subjects,
        kinds,
        files: FetchedFiles::default(),
        threads: threads.clamp(1, bus::WORKER_THREADS_MAX),
        busy: Mutex::default(),
        freed: Notify::new(),
        is_stopping: watch::Sender::new(false),
    });
    tokio::pin!(stop);
    tokio::select! {
        () = &mut stop => return Ok(()),
        found = worker.await_queue(connected.clone()) => found?,
    }
    tracing::info!(threads = worker.threads, "working");
    let mut loops = JoinSet::new();
    for lane in Lane::BOTH {
        loops.spawn(Arc::clone(&worker).take(lane, connected.clone()));
    }
    loops.spawn(Arc::clone(&worker).hear_stops());
    loops.spawn(Arc::clone(&worker).beat());
    stop.await;
    tracing::info!("stopping");
    worker.is_stopping.send_replace(true);
    loops.shutdown().await;
    worker.say_beat(0).await;
    worker.finish().await;
    let _ = worker.client.flush().await;
    Ok(())
}

/// What all jobs of a worker share.
struct WorkerState {
    /// The subject of its beats.
    name: String,
    client: Client,
    context: Context,
    subjects: Subjects,
    kinds: Kinds,
    files: FetchedFiles,
    threads: usize,
    busy: Mutex<Busy>,
    /// Turns when a job has ended.
    freed: Notify,
    is_stopping: watch::Sender<bool>,
}

/// The jobs that run: by number, because a job may come twice.
#[derive(Default)]
struct Busy {
    count: u64,
    jobs: HashMap<u64, RunningJob>,
}

struct RunningJob {
    key: String,
    lane: Lane,
    stop: Arc<AtomicBool>,
}

impl WorkerState {
    /// Waits until the queue is there. A server makes it.
    async fn await_queue(&self, mut connected: watch::Receiver<bool>) -> Result<(), WorkerError> {
        let mut has_said = false;
        loop {
            if connected.wait_for(|connected| *connected).await.is_err() {
                return Err(WorkerError::Connect("the connection is closed".to_owned()));
            }
            let error = match self.context.get_stream(self.subjects.jobs_stream()).await {
                Ok(_) => return Ok(()),
                Err(error) => error,
            };
            if matches!(error.kind(), GetStreamErrorKind::JetStream(_)) {
                let names: Vec<String> = self.context.stream_names().try_collect().await.unwrap_or_default();
                let others: Vec<u32> = names.iter().filter_map(|name| Subjects::number_of(name)).collect();
                if !others.is_empty() && !others.contains(&self.subjects.0) {
                    return Err(WorkerError::OtherProtocol { own: self.subjects.0, others });
                }
            }
            if !has_said {
                tracing::info!("waiting for a server to make the queue");
                has_said = true;
            }
            tokio::time::sleep(RETRY_AFTER).await;
        }
    }

    /// Takes one job after another from a lane, for ever.
    async fn take(self: Arc<Self>, lane: Lane, mut connected: watch::Receiver<bool>) {
        let mut consumer = None;
        loop {
            self.until_free(lane).await;
            connected.mark_unchanged();
            let message = tokio::select! {
                message = self.pull(lane, &mut consumer) => message,
                // What was asked of a connection that is gone is never answered.
                _ = connected.changed() => {
                    consumer = None;
                    continue;
                }
            };
            match message {
                Ok(Some(message)) => self.begin(lane, message),
                Ok(None) => {}
                Err(error) => {
                    tracing::debug!(%error, lane = lane.name(), "no jobs from the queue");
                    consumer = None;
                    tokio::time::sleep(RETRY_AFTER).await;
                }
            }
        }
    }

    /// Waits until a job of this lane may begin.
    async fn until_free(&self, lane: Lane) {
        loop {
            let freed = self.freed.notified();
            if self.may_begin(lane) {
                return;
            }
            freed.await;
        }
    }

    fn may_begin(&self, lane: Lane) -> bool {
        let busy = self.busy();
        let count = |lane: Lane| busy.jobs.values().filter(|job| job.lane == lane).count();
        match lane {
            Lane::Now => count(Lane::Now) < self.threads,
            Lane::Later => busy.jobs.len() < self.threads && count(Lane::Later) < (self.threads - 1).max(1),
        }
    }

    /// Waits for a job; `None` when there was none for a while.
    async fn pull(
        &self,
        lane: Lane,
        kept: &mut Option<PullConsumer>,
    ) -> Result<Option<Message>, async_nats::Error> {
        let consumer = match kept {
            Some(consumer) => consumer,
            None => {
                let (config, stream) = (self.subjects.consumer(lane), self.subjects.jobs_stream());
                kept.insert(self.context.create_consumer_on_stream(config, stream).await?)
            }
        };
        let mut messages = consumer.batch().max_messages(1).expires(PULL_FOR).messages().await?;
        messages.next().await.transpose()
    }

    /// Begins with a job, in a task of its own.
    fn begin(self: &Arc<Self>, lane: Lane, message: Message) {
        let worker = Arc::clone(self);
        let Some(head) = JobHead::of(&message).filter(|head| head.protocol == self.subjects.0) else {
            tokio::spawn(async move { worker.refuse(&message).await });
            return;
        };
        let stop = Arc::new(AtomicBool::new(false));
        let number = {
            let mut busy = self.busy();
            busy.count += 1;
            let number = busy.count;
            busy.jobs.insert(number, RunningJob { key: head.key.clone(), lane, stop: Arc::clone(&stop) });
            number
        };
        tokio::spawn(async move {
            let _place = Place { worker: &worker, number };
            worker.do_job(&head, lane, &message, &stop).await;
        });
    }

    /// A message that is no job of this protocol number.
    async fn refuse(&self, message: &Message) {
        if let Some(head) = JobHead::of(message) {
            tracing::warn!(protocol = head.protocol, "a job of another protocol number was refused");
            self.say(Word::Refused, &head.key, Vec::new()).await;
        }
        let _ = message.ack_with(AckKind::Term).await;
    }

    async fn do_job(&self, head: &JobHead, lane: Lane, message: &Message, stop: &Arc<AtomicBool>) {
        if head.expires_ms < unix_ms() {
            tracing::debug!(kind = head.kind, "a job came too late");
            let _ = message.ack().await;
            return;
        }
        if message.info().is_ok_and(|info| info.delivered > DELIVERIES_MAX) {
            tracing::error!(kind = head.kind, key = head.key, "a job was given up");
            self.say(Word::Failed, &head.key, Vec::new()).await;
            let _ = message.ack_with(AckKind::Term).await;
            return;
        }
        self.say(Word::Started, &head.key, Vec::new()).await;
        let output = self.run(head, message, stop).await;
        let is_released = lane == Lane::Later && *self.is_stopping.borrow();
        match output {
            // Another worker does it.
            _ if is_released => {
                let _ = message.ack_with(AckKind::Nak(None)).await;
                return;
            }
            _ if stop.load(Ordering::Relaxed) => self.say(Word::Stopped, &head.key, Vec::new()).await,
            RunOutput::Done(output) => self.say(Word::Done, &head.key, output).await,
            RunOutput::Failed => self.say(Word::Failed, &head.key, Vec::new()).await,
            RunOutput::Unknown => self.say(Word::Refused, &head.key, Vec::new()).await,
        }
        let _ = message.ack().await;
    }

    /// Does the work on a thread, and reports to the queue meanwhile that it goes on.
    async fn run(&self, head: &JobHead, message: &Message, stop: &Arc<AtomicBool>) -> RunOutput {
        let (updates, mut on_update) = mpsc::channel(UPDATES_MAX);
        let (kinds, kind, payload, stop) =
            (self.kinds.clone(), head.kind.clone(), message.payload.clone(), Arc::clone(stop));
        let work = async {
            let file = match &head.file {
                Some(name) => Some(self.files.get(&self.context, self.subjects, name).await?),
                None => None,
            };
            let ran = tokio::task::spawn_blocking(move || {
                let on_update = |update| {
                    let _ = updates.try_send(update);
                };
                let run = || kinds.run(&kind, &payload, file.as_ref(), &stop, &on_update);
                catch_unwind(AssertUnwindSafe(run))
            });
            Ok::<_, async_nats::Error>(ran.await)
        };
        tokio::pin!(work);
        let mut ticks = tokio::time::interval(ACK_WAIT / 4);
        let done = loop {
            tokio::select! {
                done = &mut work => break done,
                Some(update) = on_update.recv() => self.say(Word::Update, &head.key, update).await,
                _ = ticks.tick() => {
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
        };
        while let Ok(update) = on_update.try_recv() {
            self.say(Word::Update, &head.key, update).await;
        }
        let done = match done {
            Ok(done) => done,
            Err(error) => {
                tracing::warn!(%error, kind = head.kind, "the file of a job was not fetched");
                return RunOutput::Unknown;
            }
        };
        match done {
            Ok(Ok(Some(Ok(output)))) if output.len() <= self.client.max_payload() / 2 => {
                RunOutput::Done(output)
            }
            Ok(Ok(Some(Ok(_)) | None)) => RunOutput::Unknown,
            Ok(Ok(Some(Err(error)))) => {
                tracing::warn!(%error, kind = head.kind, "a job cannot be read");
                RunOutput::Unknown
            }
            Ok(Err(_)) | Err(_) => {
                tracing::error!(kind = head.kind, key = head.key, "a job panicked");
                RunOutput::Failed
            }
        }
    }

    /// Says something of a job. Answers that are lost are asked for again.
    async fn say(&self, word: Word, key: &str, payload: Vec<u8>) {
        let (subject, headers) = (self.subjects.word(word, key), self.subjects.word_headers(word));
        let _ = self.client.publish_with_headers(subject, headers, payload.into()).await;
    }

    /// Stops the jobs that are not wanted any more.
    async fn hear_stops(self: Arc<Self>) {
        let Ok(mut stops) = self.client.subscribe(self.subjects.stops()).await else { return };
        while let Some(message) = stops.next().await {
            let Some(key) = Subjects::key(&message.subject) else { continue };
            for job in self.busy().jobs.values().filter(|job| job.key == key) {
                job.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Says every second that this worker is there.
    async fn beat(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(BEAT_EVERY);
        loop {
            ticks.tick().await;
            self.say_beat(self.threads).await;
        }
    }

    async fn say_beat(&self, threads: usize) {
        let _ = self.client.publish(self.name.clone(), threads.to_string().into()).await;
    }

    /// Gives back the jobs that can wait, and waits for the others to end.
    async fn finish(&self) {
        for job in self.busy().jobs.values().filter(|job| job.lane == Lane::Later) {
            job.stop.store(true, Ordering::Relaxed);
        }
        let idle = async {
            loop {
                let freed = self.freed.notified();
                if self.busy().jobs.is_empty() {
                    return;
                }
                freed.await;
            }
        };
        let _ = tokio::time::timeout(STOP_MAX, idle).await;
    }

    fn busy(&self) -> MutexGuard<'_, Busy> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum RunOutput {
    Done(Vec<u8>),
    Failed,
    /// The kind is not known here, or the request is not understood.
    Unknown,
}

/// A job that runs; the place is free again when this is dropped.
struct Place<'a> {
    worker: &'a WorkerState,
    number: u64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.worker.busy().jobs.remove(&self.number);
        self.worker.freed.notify_waiters();
    }
}
