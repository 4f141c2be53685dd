//! The games in a browser: play by a link, against the engine, with nothing to install.
//!
//! `routes` serves HTTP and `socket` the WebSocket of each game; both use the types of `wire`. A game in use
//! is a task (`live`), which `hub` finds or loads; `store` keeps all games; `jobs` runs bots and hints on a
//! worker pool; `guard` checks every request.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
#![forbid(unsafe_code)]

mod config;
mod connection_limit;
mod draw;
mod error;
mod guard;
mod hub;
pub mod jobs;
mod listen;
mod live;
mod metrics;
mod news;
mod node;
mod reach;
mod relay;
mod routes;
mod secrets;
mod socket;
mod store;
mod sweep;
mod time;
pub mod wire;

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::header;
use axum::routing::get;
use tokio::net::TcpListener;

pub use config::{Cluster, ClusterKey, Config, DatabaseUrl, Limits};
pub use draw::qr_text;
use error::ApiError;
use guard::Guard;
use hub::Hub;
use jobs::Bus;
use live::Look;
#[doc(hidden)]
pub use live::fuzz::check_messages;
use metrics::Load;
use node::Node;
pub use reach::Reach;
use relay::Door;
use routes::Reviews;
use secrets::Hash;
use store::Store;
pub use store::StoreError;
pub use store::copy::{Copied, StorePlace, copy_games};

/// How long a server that stops waits for open connections.
const GOODBYE_MAX: Duration = Duration::from_secs(5);
/// The text format that Prometheus reads.
const METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// How often the store is probed at most.
const PROBE_EVERY: Duration = Duration::from_secs(1);

/// What all requests share.
#[derive(Debug)]
pub(crate) struct App {
    hub: Arc<Hub>,
    guard: Guard,
    config: Config,
    reach: Reach,
    readiness: Readiness,
    reviews: Arc<Reviews>,
}

/// Whether the store can be written, as of a moment ago: a probe costs a write, and any client may request
/// one.
#[derive(Debug, Default)]
struct Readiness(Arc<tokio::sync::Mutex<Option<Probed>>>);

/// When the store was probed last, and what came of it.
type Probed = (Instant, Result<(), StoreError>);

impl App {
    /// Returns whether the store can be written.
    async fn is_ready(&self) -> Result<(), StoreError> {
        if self.hub.node().is_some_and(|node| node.standing().is_none()) {
            return Err(StoreError::Failed("the lease has lapsed".to_owned()));
        }
        let mut last = Arc::clone(&self.readiness.0).lock_owned().await;
        if let Some((at, result)) = &*last
            && at.elapsed() < PROBE_EVERY
        {
            return result.clone();
        }
        let silent = || StoreError::Failed("the store does not answer".to_owned());
        let (hub, patience) = (Arc::clone(&self.hub), self.config.limits.probe_max);
        // In a task of its own: a client that hangs up must not make the next one probe again.
        let probed = tokio::spawn(async move {
            let probe = tokio::time::timeout(patience, hub.store().probe());
            let result = probe.await.unwrap_or_else(|_| Err(silent()));
            *last = Some((Instant::now(), result.clone()));
            result
        });
        probed.await.unwrap_or_else(|_| Err(StoreError::Failed("the probe panicked".to_owned())))
    }

    /// Returns the measurements as text.
    fn measurements(&self) -> String {
        let (jobs_waiting, jobs_running) = self.hub.jobs().load();
        self.hub.metrics().text(Load {
            games: self.hub.count(),
            sockets: self.guard.sockets(),
            jobs_waiting,
            jobs_running,
            queue: self.hub.jobs().bus_state(),
            writes_waiting: self.hub.store().writes_waiting(),
            lease: self.hub.node().map(|node| node.lease_counts()),
        })
    }

    /// Returns a game as the holder of this secret sees it.
    async fn look(&self, id: &str, secret: Option<Hash>, address: IpAddr) -> Result<Box<Look>, ApiError> {
        self.hub.look(id, secret, address).await
    }
}

/// Why a server does not start.
#[derive(Debug)]
pub enum ServeError {
    Store(StoreError),
    Listen(SocketAddr, std::io::Error),
    /// The queue of engine work, whose certificates cannot be read.
    Queue(String),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Listen(addr, error) => write!(f, "cannot listen on {addr}: {error}"),
            Self::Queue(error) => write!(f, "the queue of engine work: {error}"),
        }
    }
}

impl std::error::Error for ServeError {}

/// A server that listens and has its folder.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    addr: SocketAddr,
    /// Where measurements are served.
    metrics: Option<(TcpListener, SocketAddr)>,
    /// Where other nodes are listened to.
    cluster: Option<TcpListener>,
    app: Arc<App>,
}

impl Server {
    /// Opens the folder and the address.
    ///
    /// # Errors
    /// When another server holds either, or the folder cannot be written.
    pub async fn bind(config: Config) -> Result<Self, ServeError> {
        let store = match &config.database {
            Some(url) => Store::connect(url).await,
            None => Store::open(&config.data).await,
        };
        let store = store.map_err(ServeError::Store)?;
        let listen = |error| ServeError::Listen(config.addr, error);
        let listener = TcpListener::bind(config.addr).await.map_err(listen)?;
        let addr = listener.local_addr().map_err(listen)?;
        let metrics = match config.metrics {
            Some(addr) => {
                let listen = |error| ServeError::Listen(addr, error);
                let listener = TcpListener::bind(addr).await.map_err(listen)?;
                let addr = listener.local_addr().map_err(listen)?;
                Some((listener, addr))
            }
            None => None,
        };
        let (mut cluster, mut url) = (None, String::new());
        if let Some(wanted) = config.cluster.as_ref().filter(|_| store.is_shared()) {
            let listen = |error| ServeError::Listen(wanted.listen, error);
            let listener = TcpListener::bind(wanted.listen).await.map_err(listen)?;
            let addr = listener.local_addr().map_err(listen)?;
            url = wanted.url.clone().unwrap_or_else(|| format!("http://{addr}"));
            cluster = Some(listener);
        }
        let node = if store.is_shared() {
            Some(Node::enrol(&store, url).await.map_err(ServeError::Store)?)
        } else {
            None
        };
        let hub = Hub::new(store, node, &config);
        if let Some(queue) = &config.jobs {
            hub.jobs().attach(Bus::connect(queue).await.map_err(ServeError::Queue)?);
        }
        let reach = Reach::of(&config, addr);
        let (guard, readiness, reviews) = (Guard::new(&config), Readiness::default(), Arc::default());
        let app = Arc::new(App { hub, guard, reach, config, readiness, reviews });
        Ok(Self { listener, addr, metrics, cluster, app })
    }

    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Returns where measurements are served.
    pub fn metrics_addr(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().map(|(_, addr)| *addr)
    }

    /// Returns where other nodes are listened to.
    pub fn cluster_addr(&self) -> Option<SocketAddr> {
        self.cluster.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    pub fn reach(&self) -> &Reach {
        &self.app.reach
    }

    /// Returns all routes, to be called without a network.
    pub fn router(&self) -> Router {
        routes::router(Arc::clone(&self.app))
    }

    /// Serves until `stop` is ready; then closes all connections and writes what is queued.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let router = self.router();
        let Self { listener, app, addr, metrics, cluster } = self;
        tracing::info!(%addr, "listening");
        let sweeper =
            tokio::spawn(sweep::sweep_now_and_then(Arc::clone(&app.hub), app.config.keep_finished_days));
        let checker = tokio::spawn(sweep::check_now_and_then(Arc::clone(&app.hub)));
        let measuring = metrics.map(|(listener, addr)| {
            tracing::info!(%addr, "measurements");
            let app = Arc::clone(&app);
            let text =
                move || std::future::ready(([(header::CONTENT_TYPE, METRICS_TYPE)], app.measurements()));
            tokio::spawn(axum::serve(listener, Router::new().route("/metrics", get(text))).into_future())
        });
        let node_tasks = app.hub.node().map(|node| {
            let beat = tokio::spawn(Arc::clone(node).beat(Arc::clone(app.hub.shared_store())));
            (beat, tokio::spawn(Arc::clone(node).watch()))
        });
        let news = app.hub.node().map(|_| {
            let (news, store) = (app.hub.news(), app.hub.shared_store());
            let sending = tokio::spawn(Arc::clone(news).send(Arc::clone(store)));
            (sending, tokio::spawn(Arc::clone(news).receive(Arc::clone(store))))
        });
        let hub = Arc::clone(&app.hub);
        let stop = async move {
            stop.await;
            tracing::info!("stopping");
            if let Some((beat, watch)) = node_tasks {
                beat.abort();
                watch.abort();
            }
            // First, so that clients who connect again elsewhere find their games free.
            hub.leave().await;
            hub.stop();
        };
        let mut stopping = app.hub.stopping();
        let cluster = cluster.map(|listener| {
            let (router, config) = (router.clone(), app.config.clone());
            tokio::spawn(async move {
                let stop = async move { drop(stopping.wait_for(|is_stopping| *is_stopping).await) };
                listen::serve(listener, Door::Cluster, router, &config, stop).await;
            })
        });
        listen::serve(listener, Door::Public, router, &app.config, stop).await;
        if let Some(cluster) = cluster {
            let _ = cluster.await;
        }
        let _ = tokio::time::timeout(GOODBYE_MAX, app.hub.all_gone()).await;
        sweeper.abort();
        checker.abort();
        if let Some((sending, receiving)) = news {
            sending.abort();
            receiving.abort();
        }
        if let Some(measuring) = measuring {
            measuring.abort();
        }
        app.hub.store().close().await;
        tracing::info!("stopped");
    }

    /// Returns the disk, for tests that fill it.
    #[doc(hidden)]
    pub fn disk(&self) -> Disk {
        Disk(Arc::clone(&self.app.hub))
    }
}

/// The disk of the store.
#[doc(hidden)]
#[derive(Debug)]
pub struct Disk(Arc<Hub>);

impl Disk {
    /// Keeps the store from growing, or lets it grow again.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn fill(&self, is_full: bool) -> Result<(), StoreError> {
        self.0.store().limit_pages(is_full.then_some(1)).await
    }

    /// Keeps the store from answering until what is returned is dropped.
    ///
    /// # Errors
    /// When the store does not answer already.
    pub async fn stall(&self) -> Result<tokio::sync::oneshot::Sender<()>, StoreError> {
        self.0.store().stall().await
    }
}
