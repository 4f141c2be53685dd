//! The queue of engine work for workers on other machines, as the one that asks sees it: NATS JetStream.
//!
//! A job is a message in a work queue; what is said of it comes on subjects of its own. The bus counts the
//! threads of the workers that are there, and is up while there are any. When it is not, jobs are done by
//! threads of this process.

mod ask;
mod config;
pub(super) mod files;
pub(super) mod wire;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::{self, Context};
use async_nats::{Client, Event};
use futures_util::StreamExt;
use tokio::sync::watch;

pub use ask::{JobAnswer, RunAnswer};
pub use config::QueueConfig;
use files::SentFiles;
use wire::Subjects;

/// How often a worker says that it is there, and when it is no longer counted.
pub(super) const BEAT_EVERY: Duration = Duration::from_secs(1);
const BEATS_FOR: Duration = Duration::from_millis(3500);
/// Workers that are counted.
const WORKERS_MAX: usize = 10_000;
/// Threads that one worker can have.
pub const WORKER_THREADS_MAX: usize = 1024;
/// The pause after the queue could not be set up.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// A connection to the queue.
#[derive(Debug)]
pub struct Bus {
    client: Client,
    context: Context,
    subjects: Subjects,
    state: watch::Sender<BusState>,
    workers: Mutex<HashMap<String, Beat>>,
    files: SentFiles,
}

/// What is known of the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BusState {
    /// Whether NATS is there and the streams are.
    pub is_connected: bool,
    /// Threads of all workers.
    pub threads: usize,
    /// Counts connections. What was under way on an earlier one may be lost.
    pub connection: u64,
}

impl BusState {
    /// Returns how many jobs the workers can do at once; 0 when the queue cannot be used.
    pub fn capacity(self) -> usize {
        if self.is_connected { self.threads } else { 0 }
    }
}

/// The time of a worker's last beat, and its threads.
#[derive(Clone, Copy, Debug)]
struct Beat {
    at: Instant,
    threads: usize,
}

impl Bus {
    /// Begins to connect, and goes on until the bus is dropped.
    ///
    /// # Errors
    /// When the certificates cannot be read.
    pub async fn connect(config: &QueueConfig) -> Result<Arc<Self>, String> {
        let (client, mut connected) = connect(config).await?;
        let subjects = Subjects(config.protocol);
        let context = jetstream::new(client.clone());
        let state = watch::Sender::default();
        let bus = Arc::new(Self {
            client,
            context,
            subjects,
            state,
            workers: Mutex::default(),
            files: SentFiles::default(),
        });
        let weak = Arc::downgrade(&bus);
        tokio::spawn(async move {
            loop {
                let is_connected = *connected.borrow_and_update();
                let Some(bus) = weak.upgrade() else { return };
                bus.set(|state| {
                    state.is_connected = false;
                    state.connection += 1;
                });
                let pause = if !is_connected {
                    None
                } else if let Err(error) = bus.set_up().await {
                    tracing::warn!(%error, "the queue of engine work cannot be set up");
                    Some(RETRY_AFTER)
                } else {
                    bus.set(|state| state.is_connected = true);
                    tracing::info!("connected to the queue of engine work");
                    None
                };
                drop(bus);
                let is_over = match pause {
                    Some(pause) => tokio::time::timeout(pause, connected.changed()).await,
                    None => Ok(connected.changed().await),
                };
                if matches!(is_over, Ok(Err(_))) {
                    return;
                }
            }
        });
        bus.listen().await?;
        Ok(bus)
    }

    pub fn state(&self) -> BusState {
        *self.state.borrow()
    }

    /// Waits until there are workers, and returns how many jobs they can do at once.
    pub async fn capacity(&self) -> usize {
        let mut changes = self.changes();
        changes.wait_for(|state| state.capacity() > 0).await.map_or(0, |state| state.capacity())
    }

    /// Turns when the queue comes or goes, or workers do.
    pub fn changes(&self) -> watch::Receiver<BusState> {
        self.state.subscribe()
    }

    /// Makes the streams, where they are not there.
    async fn set_up(&self) -> Result<(), async_nats::Error> {
        for config in self.subjects.streams() {
            self.context.get_or_create_stream(config).await?;
        }
        Ok(())
    }

    /// Counts the workers from now on.
    async fn listen(self: &Arc<Self>) -> Result<(), String> {
        let mut beats =
            self.client.subscribe(self.subjects.beats()).await.map_err(|error| error.to_string())?;
        let weak = Arc::downgrade(self);
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(BEAT_EVERY / 2);
            loop {
                let message = tokio::select! {
                    message = beats.next() => match message {
                        Some(message) => Some(message),
                        None => return,
                    },
                    _ = ticks.tick() => None,
                };
                let Some(bus) = weak.upgrade() else { return };
                if let Some(message) = message
                    && let Ok(threads) = String::from_utf8_lossy(&message.payload).parse::<usize>()
                {
                    bus.heard_of(message.subject.to_string(), threads.min(WORKER_THREADS_MAX));
                }
                bus.count_workers();
            }
        });
        Ok(())
    }

    fn heard_of(&self, worker: String, threads: usize) {
        let mut workers = self.workers();
        if threads == 0 {
            workers.remove(&worker);
        } else if workers.len() < WORKERS_MAX || workers.contains_key(&worker) {
            workers.insert(worker, Beat { at: Instant::now(), threads });
        }
    }

    fn count_workers(&self) {
        let threads = {
            let mut workers = self.workers();
            workers.retain(|_, beat| beat.at.elapsed() < BEATS_FOR);
            workers.values().map(|beat| beat.threads).sum()
        };
        self.set(|state| state.threads = threads);
    }

    fn set(&self, change: impl FnOnce(&mut BusState)) {
        self.state.send_if_modified(|state| {
            let before = *state;
            change(state);
            before != *state
        });
    }

    fn workers(&self) -> MutexGuard<'_, HashMap<String, Beat>> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Begins to connect. What is returned beside the client turns with the connection.
pub(super) async fn connect(config: &QueueConfig) -> Result<(Client, watch::Receiver<bool>), String> {
    let (sender, connected) = watch::channel(false);
    let on_event = move |event: Event| match event {
        // A connection that was lost and is there again is another one: what was under way on it is lost.
        Event::Connected => {
            sender.send_replace(true);
        }
        Event::Disconnected | Event::Closed if sender.send_replace(false) => {
            tracing::warn!("the queue of engine work is away");
        }
        Event::ServerError(error) => tracing::warn!(%error, "the queue of engine work"),
        Event::ClientError(error) => tracing::debug!(%error, "the queue of engine work"),
        _ => {}
    };
    let on_event = Arc::new(on_event);
    let options = config.options(move |event| on_event(event));
    let client = options.connect(config.servers()).await.map_err(|error| error.to_string())?;
    Ok((client, connected))
}
