//! Finds live games. A game is loaded from the store at the first request for it, and unloaded when it has
//! been idle for a while.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, mpsc, oneshot, watch};

use crate::config::Config;
use crate::connection_limit::{ConnectionLimit, LimitReached};
use crate::error::{ApiError, ErrorCode};
use crate::jobs::Jobs;
use crate::live::{Actor, GameRequest, HouseRules, LiveGame, Look, Moment, Presence, ReplySender, Services};
use crate::metrics::Metrics;
use crate::news::News;
use crate::node::Node;
use crate::secrets::{self, Hash};
use crate::store::{Claimed, GameRow, Store};

/// The number of requests that wait for one game.
const REQUESTS_MAX: usize = 64;
/// How often a request is sent again when its game was unloaded in between.
const TRIES_MAX: usize = 4;
/// Games that share a lock are loaded one after the other.
const LOAD_LOCKS: usize = 64;

/// The number of replayed games that are remembered, and that may wait.
const REPLAYS_KEPT: usize = 64;
const REPLAYS_WAITING_MAX: usize = 256;

/// From so many bytes on a text takes long to read.
const LONG_TEXT: usize = 8 << 10;

const DAY: Duration = Duration::from_secs(24 * 3600);

type Mailbox = mpsc::Sender<GameRequest>;

#[derive(Debug)]
pub struct Hub {
    services: Services,
    live: Mutex<HashMap<String, Mailbox>>,
    live_max: usize,
    terms: HouseRules,
    load_locks: Vec<tokio::sync::Mutex<()>>,
    /// The games that were replayed last.
    replays: Mutex<VecDeque<Arc<LiveGame>>>,
    replay_long: usize,
    replay_limit: ConnectionLimit,
    replay_slots: Semaphore,
    study_limit: ConnectionLimit,
    study_slots: Semaphore,
    hasher: RandomState,
    /// Whether the games are being given up, which comes before the stop.
    is_leaving: AtomicBool,
    stopping: watch::Sender<bool>,
}

/// Removes a game from the list when its task ends, also when it panics.
struct Entry {
    hub: Arc<Hub>,
    id: String,
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut live = self.hub.live();
        // The game may have been loaded again already.
        if live.get(&self.id).is_some_and(Mailbox::is_closed) {
            live.remove(&self.id);
        }
    }
}

/// A game that stays in memory, and so at this node, until this is dropped.
#[derive(Debug)]
pub struct Pin {
    hub: Arc<Hub>,
    id: String,
}

impl Drop for Pin {
    fn drop(&mut self) {
        let (hub, id) = (Arc::clone(&self.hub), std::mem::take(&mut self.id));
        tokio::spawn(async move { hub.notify(&id, GameRequest::Unpin).await });
    }
}

impl Hub {
    /// The games of a server: one node among others, if they share the store.
    pub fn new(store: Store, node: Option<Arc<Node>>, config: &Config) -> Arc<Self> {
        let jobs = Jobs::new(&config.limits);
        Arc::new(Self {
            services: Services {
                metrics: Arc::new(Metrics::new(&store, jobs.counts())),
                news: News::new(store.is_shared()),
                store: Arc::new(store),
                node,
                jobs: Arc::new(jobs),
                unload_after: config.limits.unload_after,
                bot_delay: config.bot_delay,
            },
            live: Mutex::default(),
            live_max: config.limits.live_max,
            terms: HouseRules {
                absent: config.claim_after,
                silent: DAY * config.claim_days,
                plies_max: config.limits.plies_max,
            },
            replays: Mutex::default(),
            replay_long: config.limits.replay_long,
            replay_limit: ConnectionLimit::new(REPLAYS_WAITING_MAX, config.limits.replays_per_address),
            replay_slots: Semaphore::new(config.limits.replays_max.max(1)),
            study_limit: ConnectionLimit::new(REPLAYS_WAITING_MAX, config.limits.replays_per_address),
            study_slots: Semaphore::new(config.limits.replays_max.max(1)),
            load_locks: (0..LOAD_LOCKS).map(|_| tokio::sync::Mutex::default()).collect(),
            hasher: RandomState::new(),
            is_leaving: AtomicBool::new(false),
            stopping: watch::channel(false).0,
        })
    }

    pub fn store(&self) -> &Store {
        &self.services.store
    }

    pub fn shared_store(&self) -> &Arc<Store> {
        &self.services.store
    }

    pub fn node(&self) -> Option<&Arc<Node>> {
        self.services.node.as_ref()
    }

    /// Returns where the other node is that has a game; none if this one may answer for it.
    ///
    /// # Errors
    /// When the store cannot be read, or this node may answer for no game.
    pub async fn elsewhere(&self, id: &str) -> Result<Option<String>, ApiError> {
        let Some(node) = self.node().filter(|_| secrets::is_id(id)) else { return Ok(None) };
        let (me, _) = node.standing().ok_or(ErrorCode::Busy)?;
        if self.find(id).is_some() {
            return Ok(None);
        }
        Ok(self.store().owner(id, &me).await?)
    }

    pub fn jobs(&self) -> &Arc<Jobs> {
        &self.services.jobs
    }

    pub fn news(&self) -> &Arc<News> {
        &self.services.news
    }

    pub fn metrics(&self) -> &Metrics {
        &self.services.metrics
    }

    /// Turns true when the server stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Returns whether this server has the right to answer for games: alone it always has.
    pub fn may_answer(&self) -> bool {
        self.node().is_none_or(|node| node.standing().is_some())
    }

    /// Gives the games up, so that other nodes may have them. Sockets stay open until that is done.
    pub async fn leave(&self) {
        self.is_leaving.store(true, Ordering::Relaxed);
        if let Some(node) = self.node() {
            node.retire(self.store()).await;
        }
    }

    /// Waits, if the games are being given up, until other nodes may have them.
    pub async fn given_up(&self) {
        if self.is_leaving.load(Ordering::Relaxed) {
            let _ = self.stopping().wait_for(|is_stopping| *is_stopping).await;
        }
    }

    /// Announces to all sockets that the server stops.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Waits until all sockets are closed.
    pub async fn all_gone(&self) {
        self.stopping.closed().await;
    }

    /// Returns the number of games in memory.
    pub fn count(&self) -> usize {
        self.live().len()
    }

    /// Sends a request to a game and waits for the reply.
    ///
    /// # Errors
    /// What the game refuses; or that there is no such game.
    pub async fn ask<T>(
        self: &Arc<Self>,
        id: &str,
        request: impl Fn(ReplySender<T>) -> GameRequest,
    ) -> Result<T, ApiError> {
        for _ in 0..TRIES_MAX {
            let game = self.open(id).await?;
            let (sender, reply) = oneshot::channel();
            if game.send(request(sender)).await.is_err() {
                continue;
            }
            if let Ok(reply) = reply.await {
                return reply;
            }
        }
        Err(ErrorCode::Busy.into())
    }

    /// Keeps a game in memory, so that whatever is asked about it comes to this node.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be loaded.
    pub async fn pin(self: &Arc<Self>, id: &str) -> Result<Pin, ApiError> {
        self.ask(id, |reply| GameRequest::Pin { reply }).await?;
        Ok(Pin { hub: Arc::clone(self), id: id.to_owned() })
    }

    /// Returns a game as it stands. A game that is not in memory is read for this, and not kept.
    ///
    /// # Errors
    /// When there is no such game.
    pub async fn look(
        self: &Arc<Self>,
        id: &str,
        secret: Option<Hash>,
        address: IpAddr,
    ) -> Result<Box<Look>, ApiError> {
        if !secrets::is_id(id) {
            return Err(ErrorCode::GameNotFound.into());
        }
        if self.find(id).is_some() {
            return self.ask(id, |reply| GameRequest::Look { secret, reply }).await;
        }
        let game = self.replay(id, address).await?;
        let moment = Moment::of(Instant::now());
        if game.is_out_of_time(moment).is_some() && self.elsewhere(id).await?.is_none() {
            // It ends now, not when the sweeper comes.
            return self.ask(id, |reply| GameRequest::Look { secret, reply }).await;
        }
        Ok(Box::new(game.look(secret.as_ref(), &Presence::new(moment.at), moment)))
    }

    /// Reads a game that is not in memory and plays its moves again, off the threads that serve requests and
    /// only so many at a time. Of long games an address has only so many at a time, and one that was replayed
    /// a moment ago is remembered.
    async fn replay(&self, id: &str, address: IpAddr) -> Result<Arc<LiveGame>, ApiError> {
        let (version, plies) = self.store().version(id).await?.ok_or(ErrorCode::GameNotFound)?;
        if plies < self.replay_long {
            return self.restore(id).await;
        }
        if let Some(game) = self.replays().iter().find(|game| game.is(id, version)) {
            return Ok(Arc::clone(game));
        }
        let _permit = self.replay_limit.acquire(address).map_err(|limit| match limit {
            LimitReached::Total => ErrorCode::Busy,
            LimitReached::PerAddress => ErrorCode::TooFast,
        })?;
        let game = self.restore(id).await?;
        // A clock that runs would be remembered as it was.
        if game.has_no_running_clock() {
            let mut replays = self.replays();
            replays.truncate(REPLAYS_KEPT - 1);
            replays.push_front(Arc::clone(&game));
        }
        Ok(game)
    }

    /// Reads a text of so many bytes off the threads that serve requests, and only so many at a time. Of long
    /// texts an address has only so many at a time.
    ///
    /// # Errors
    /// When too many wait.
    pub async fn read<T: Send + 'static>(
        &self,
        bytes: usize,
        address: IpAddr,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = (bytes > LONG_TEXT).then(|| self.study_limit.acquire(address)).transpose();
        let _permit = permit.map_err(|limit| match limit {
            LimitReached::Total => ErrorCode::Busy,
            LimitReached::PerAddress => ErrorCode::TooFast,
        })?;
        self.read_long(read).await
    }

    /// Does something off the threads that serve requests, and only so many at a time.
    ///
    /// # Errors
    /// When it fails.
    pub async fn read_long<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let _slot = self.study_slots.acquire().await.map_err(|_| ErrorCode::Busy)?;
        tokio::task::spawn_blocking(read).await.map_err(|_| ErrorCode::Busy.into())
    }

    async fn restore(&self, id: &str) -> Result<Arc<LiveGame>, ApiError> {
        let _slot = self.replay_slots.acquire().await.map_err(|_| ErrorCode::Busy)?;
        let row = self.store().load(id).await?.ok_or(ErrorCode::GameNotFound)?;
        let terms = self.terms;
        let restored =
            tokio::task::spawn_blocking(move || LiveGame::restore(row, terms, Moment::of(Instant::now())));
        Ok(Arc::new(restored.await.map_err(|_| ErrorCode::Busy)??))
    }

    fn replays(&self) -> MutexGuard<'_, VecDeque<Arc<LiveGame>>> {
        self.replays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request to a game that is in memory, and does not wait.
    pub async fn notify(&self, id: &str, request: GameRequest) {
        if let Some(game) = self.find(id) {
            let _ = game.send(request).await;
        }
    }

    async fn open(self: &Arc<Self>, id: &str) -> Result<Mailbox, ApiError> {
        if !secrets::is_id(id) {
            return Err(ErrorCode::GameNotFound.into());
        }
        if let Some(game) = self.find(id) {
            return Ok(game);
        }
        // Boxed: every socket has room for this in its task, and hardly ever needs it.
        Box::pin(self.bring_up(id)).await
    }

    async fn bring_up(self: &Arc<Self>, id: &str) -> Result<Mailbox, ApiError> {
        let lock = self.hasher.hash_one(id) as usize % LOAD_LOCKS;
        let _lock = self.load_locks[lock].lock().await;
        // Another request may have loaded it while this one waited.
        if let Some(game) = self.find(id) {
            return Ok(game);
        }
        if self.count() >= self.live_max {
            return Err(ErrorCode::Busy.into());
        }
        let (row, term) = self.claim(id).await?;
        let (now, terms) = (Instant::now(), self.terms);
        // A long game takes a while, so its moves are played off the threads that serve requests.
        let restored = tokio::task::spawn_blocking(move || LiveGame::restore(row, terms, Moment::of(now)));
        let game = restored.await.map_err(|_| ErrorCode::Busy)??;
        let actor = Actor::new(game, self.services.clone(), term, now);
        let (mailbox, requests) = mpsc::channel(REQUESTS_MAX);
        self.live().insert(id.to_owned(), mailbox.clone());
        let entry = Entry { hub: Arc::clone(self), id: id.to_owned() };
        tokio::spawn(async move {
            // Declared first, so that it is dropped after the channel.
            let _entry = entry;
            actor.run(requests).await;
        });
        Ok(mailbox)
    }

    /// Loads a game, for this node if there are others. Returns the term of the lease too.
    async fn claim(&self, id: &str) -> Result<(GameRow, u64), ApiError> {
        let Some(node) = self.node() else {
            return Ok((self.store().load(id).await?.ok_or(ErrorCode::GameNotFound)?, 0));
        };
        let (me, term) = node.standing().ok_or(ErrorCode::Busy)?;
        match self.store().claim(id, &me).await? {
            Claimed::Mine(row) => Ok((*row, term)),
            Claimed::NotFound => Err(ErrorCode::GameNotFound.into()),
            // A request that comes again is passed on.
            Claimed::Elsewhere | Claimed::Lapsed => Err(ErrorCode::Busy.into()),
        }
    }

    /// Returns the channel of a game in memory, unless its task has ended.
    pub fn find(&self, id: &str) -> Option<Mailbox> {
        self.live().get(id).filter(|mailbox| !mailbox.is_closed()).cloned()
    }

    fn live(&self) -> MutexGuard<'_, HashMap<String, Mailbox>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Change, NewGame, SeatRow};

    #[tokio::test]
    async fn a_game_whose_task_panics_is_loaded_again() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned());
        let hub = Hub::new(Store::open(folder.path()).await.unwrap(), None, &config);
        let id = "AAAAAAAAAAA";
        let seat = SeatRow { who: "open".to_owned(), name: None, secret: None };
        let start = (games::find("neutreeko").unwrap().start)().to_string();
        let seats = [seat.clone(), seat];
        let game =
            NewGame { id: id.to_owned(), rules: "neutreeko", start, created_at: 0, clock: None, seats };
        hub.store().write(Change::Create(game)).await.unwrap();
        let look = async || hub.ask(id, |reply| GameRequest::Look { secret: None, reply }).await;
        look().await.unwrap();
        let mailbox = hub.find(id).unwrap();
        hub.notify(id, GameRequest::Panic).await;
        mailbox.closed().await;
        look().await.unwrap();
        assert_eq!(hub.count(), 1);
        hub.notify(id, GameRequest::Panic).await;
        // The entry goes with the task.
        while hub.count() > 0 {
            tokio::task::yield_now().await;
        }
    }
}
