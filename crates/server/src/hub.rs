//! Who looks at which game: all fan-out goes through here. Games are read from the store when somebody asks for them and put back when nobody
//! does any more.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot, watch};

use crate::config::Config;
use crate::live::{self, Answer, Ask, Live, Look};
use crate::refusal::{Reason, Refusal};
use crate::secrets::{self, Hash};
use crate::store::Store;
use crate::thinkers::Thinkers;

/// How many questions wait for one game.
const ASKS_MAX: usize = 64;
/// How often a question is asked again when its game was put back in between.
const TRIES_MAX: usize = 4;
/// Games of the same door are read from the store one after the other.
const DOORS: usize = 64;

#[derive(Debug)]
pub struct Hub {
    store: Store,
    thinkers: Thinkers,
    live: Mutex<HashMap<String, mpsc::Sender<Ask>>>,
    live_max: usize,
    claim_after: Duration,
    doors: Vec<tokio::sync::Mutex<()>>,
    hasher: RandomState,
    stopping: watch::Sender<bool>,
}

impl Hub {
    pub fn new(store: Store, config: &Config) -> Arc<Self> {
        Arc::new(Self {
            store,
            thinkers: Thinkers::new(config.limits.queue_max),
            live: Mutex::default(),
            live_max: config.limits.live_max,
            claim_after: config.claim_after,
            doors: (0..DOORS).map(|_| tokio::sync::Mutex::default()).collect(),
            hasher: RandomState::new(),
            stopping: watch::channel(false).0,
        })
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    pub fn thinkers(&self) -> &Thinkers {
        &self.thinkers
    }

    /// Turns true when the server stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Tells all sockets that the server stops.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Waits until all sockets have said goodbye.
    pub async fn all_gone(&self) {
        self.stopping.closed().await;
    }

    /// How many games are in memory.
    pub fn count(&self) -> usize {
        self.live().len()
    }

    /// Asks a game something.
    ///
    /// # Errors
    /// What the game refuses; or that there is no such game.
    pub async fn ask<T>(self: &Arc<Self>, id: &str, ask: impl Fn(Answer<T>) -> Ask) -> Result<T, Refusal> {
        for _ in 0..TRIES_MAX {
            let game = self.open(id).await?;
            let (sender, answer) = oneshot::channel();
            if game.send(ask(sender)).await.is_err() {
                continue;
            }
            if let Ok(answer) = answer.await {
                return answer;
            }
        }
        Err(Reason::Busy.into())
    }

    /// A game as it stands. One that nobody plays or watches is read for this, and not kept in memory.
    ///
    /// # Errors
    /// When there is no such game.
    pub async fn look(self: &Arc<Self>, id: &str, secret: Option<Hash>) -> Result<Box<Look>, Refusal> {
        if !secrets::is_id(id) {
            return Err(Reason::GameNotFound.into());
        }
        let is_live = self.live().contains_key(id);
        if is_live {
            return self.ask(id, |answer| Ask::Look { secret, answer }).await;
        }
        let row = self.store.load(id).await?.ok_or(Reason::GameNotFound)?;
        let now = Instant::now();
        Ok(Box::new(Live::restore(row, self.claim_after, now)?.look(secret.as_ref(), now)))
    }

    /// Tells a game something, if it is in memory.
    pub async fn tell(&self, id: &str, ask: Ask) {
        let game = self.live().get(id).cloned();
        if let Some(game) = game {
            let _ = game.send(ask).await;
        }
    }

    async fn open(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<Ask>, Refusal> {
        if !secrets::is_id(id) {
            return Err(Reason::GameNotFound.into());
        }
        let found = self.live().get(id).cloned();
        if let Some(game) = found {
            return Ok(game);
        }
        let door = self.hasher.hash_one(id) as usize % DOORS;
        let _door = self.doors[door].lock().await;
        // Somebody may have come through the door before.
        let found = self.live().get(id).cloned();
        if let Some(game) = found {
            return Ok(game);
        }
        if self.count() >= self.live_max {
            return Err(Reason::Busy.into());
        }
        let row = self.store.load(id).await?.ok_or(Reason::GameNotFound)?;
        let live = Live::restore(row, self.claim_after, Instant::now())?;
        let (sender, asks) = mpsc::channel(ASKS_MAX);
        self.live().insert(id.to_owned(), sender.clone());
        tokio::spawn(live::run(live, asks, Arc::clone(self)));
        Ok(sender)
    }

    /// Forgets a game that is gone from the store or must be read anew.
    pub(crate) fn put_back(&self, id: &str) {
        self.live().remove(id);
    }

    /// Forgets a game unless somebody has asked for it again. Whether it did.
    pub(crate) fn put_back_if(&self, id: &str, is_unasked: impl FnOnce() -> bool) -> bool {
        let mut live = self.live();
        let may_go = is_unasked();
        if may_go {
            live.remove(id);
        }
        may_go
    }

    fn live(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Ask>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
