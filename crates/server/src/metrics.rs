//! Measurements, for Prometheus.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::error::ErrorCode;
use crate::jobs::{BusState, JobCounts};
use crate::store::Store;

/// A histogram of seconds, from a quarter of a millisecond to half a minute.
pub fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.000_25, 2.0, 18))
}

/// What is counted when something happens.
#[derive(Debug)]
pub struct Metrics {
    registry: Mutex<Registry>,
    requests: Histogram,
    moves: Counter,
    move_latency: Histogram,
    refused: Family<Vec<(&'static str, &'static str)>, Counter>,
    gauges: Gauges,
}

/// What is read when it is asked for.
#[derive(Clone, Debug, Default)]
struct Gauges {
    games: Gauge,
    sockets: Gauge,
    jobs_waiting: Gauge,
    jobs_running: Gauge,
    worker_threads: Gauge,
    is_queue_up: Gauge,
    writes_waiting: Gauge,
    has_lease: Gauge,
    leases_ended: Gauge,
}

/// The state of the server at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    pub games: usize,
    pub sockets: usize,
    pub jobs_waiting: usize,
    pub jobs_running: usize,
    /// The queue for workers on other machines.
    pub queue: Option<BusState>,
    pub writes_waiting: usize,
    /// Of a server among others: whether its lease holds, and how many have ended.
    pub lease: Option<(bool, u64)>,
}

impl Metrics {
    pub fn new(store: &Store, jobs: &JobCounts) -> Self {
        let mut registry = Registry::with_prefix("jogo");
        let (requests, moves, move_latency, refused) =
            (seconds(), Counter::default(), seconds(), Family::default());
        let gauges = Gauges::default();
        registry.register(
            "build",
            "The version of the server",
            Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]),
        );
        registry.register("live_games", "Games in memory", gauges.games.clone());
        registry.register("sockets", "Open WebSockets", gauges.sockets.clone());
        registry.register(
            "jobs_waiting",
            "Bots, hints and drawings that wait for a worker",
            gauges.jobs_waiting.clone(),
        );
        registry.register(
            "jobs_running",
            "Bots, hints and drawings that a worker is busy with",
            gauges.jobs_running.clone(),
        );
        registry.register(
            "worker_threads",
            "Threads of workers on other machines",
            gauges.worker_threads.clone(),
        );
        registry.register(
            "jobs_queue_up",
            "Whether the queue for workers on other machines is connected",
            gauges.is_queue_up.clone(),
        );
        registry.register(
            "jobs_came_back",
            "Jobs that the queue could not do, and threads of this process did",
            jobs.came_back.clone(),
        );
        registry.register_with_unit(
            "job",
            "Time from the beginning of a job until it is done, by what did it",
            Unit::Seconds,
            jobs.seconds.clone(),
        );
        registry.register("writes_waiting", "Writes that wait for the disk", gauges.writes_waiting.clone());
        if store.is_shared() {
            registry.register(
                "lease",
                "Whether this server may answer for its games",
                gauges.has_lease.clone(),
            );
            registry.register(
                "leases_ended",
                "How often it has lost that right, and all its games with it",
                gauges.leases_ended.clone(),
            );
        }
        registry.register("moves", "Moves that were played", moves.clone());
        registry.register(
            "refused",
            "Requests and messages that were refused, by error code",
            refused.clone(),
        );
        let unit = || Unit::Seconds;
        registry.register_with_unit("http_request", "Time to answer a request", unit(), requests.clone());
        registry.register_with_unit(
            "move",
            "Time from a move's arrival until it is announced",
            unit(),
            move_latency.clone(),
        );
        registry.register_with_unit(
            "store_write",
            "Time until a write is on disk",
            unit(),
            store.write_times().clone(),
        );
        Self { registry: Mutex::new(registry), requests, moves, move_latency, refused, gauges }
    }

    pub fn request(&self, since: Instant) {
        self.requests.observe(since.elapsed().as_secs_f64());
    }

    /// A move was announced, this long after it had arrived.
    pub fn moved(&self, latency: Duration) {
        self.moves.inc();
        self.move_latency.observe(latency.as_secs_f64());
    }

    pub fn refused(&self, code: ErrorCode) {
        self.refused.get_or_create(&vec![("code", code.as_str())]).inc();
    }

    /// Everything in the text format of Prometheus.
    pub fn text(&self, load: Load) -> String {
        let set = |gauge: &Gauge, value: usize| {
            gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        };
        let Gauges {
            games,
            sockets,
            jobs_waiting,
            jobs_running,
            worker_threads,
            is_queue_up,
            writes_waiting,
            has_lease,
            leases_ended,
        } = &self.gauges;
        let (holds, ended) = load.lease.unwrap_or_default();
        set(has_lease, usize::from(holds));
        set(leases_ended, usize::try_from(ended).unwrap_or(usize::MAX));
        let queue = load.queue.unwrap_or_default();
        set(worker_threads, queue.threads);
        set(is_queue_up, usize::from(queue.is_connected));
        set(games, load.games);
        set(sockets, load.sockets);
        set(jobs_waiting, load.jobs_waiting);
        set(jobs_running, load.jobs_running);
        set(writes_waiting, load.writes_waiting);
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry.lock().unwrap_or_else(PoisonError::into_inner));
        text
    }
}
