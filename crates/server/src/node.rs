//! This server as one of several on the same database: its name there, and its lease, the right to answer for
//! the games that it has claimed.
//!
//! A node beats: it writes the time, by the database's clock, into its row. Another node may take its games
//! once the last beat is older than [`DEAD_AFTER_MS`]. The node itself stops sooner: it counts its lease by
//! its own clock, from before it sent the beat. When the lease has lapsed it answers nothing and drops all
//! its games, even if the next beat succeeds: another node may have had them meanwhile.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use crate::secrets;
use crate::store::{Store, StoreError};

const BEAT_EVERY: Duration = Duration::from_millis(500);
/// How long a lease lasts, from before its beat was sent.
const LEASE: Duration = Duration::from_millis(1500);
/// How long a beat may take, and the last word of a node that stops.
const BEAT_MAX: Duration = Duration::from_secs(1);
/// How old the last beat of a node that lives can be, by the database's clock, in milliseconds.
pub const DEAD_AFTER_MS: i64 = 2000;
/// Most time that a clock is given back when its game passes from a dead node to another, in milliseconds.
pub const GIVEN_BACK_MAX_MS: i64 = 5000;

#[derive(Debug)]
pub struct Node {
    /// Where other nodes reach it; empty if they can't.
    url: String,
    lease: Mutex<Lease>,
    /// The term, for those that wait for its end.
    term: watch::Sender<u64>,
    /// Where the nodes are that live, as of the last beat.
    living: watch::Sender<HashSet<String>>,
}

#[derive(Debug)]
struct Lease {
    /// The name in the database; a node that was declared dead takes another.
    id: Arc<str>,
    /// Counts the times that the lease has lapsed: games that were claimed in an earlier term are lost.
    term: u64,
    until: Instant,
    /// The term has ended, and no beat has succeeded since.
    has_lapsed: bool,
}

impl Node {
    /// Enters this node into the database.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn enrol(store: &Store, url: String) -> Result<Arc<Self>, StoreError> {
        let asked_at = Instant::now();
        let id = new_name()?;
        store.enrol(&id, &url).await?;
        let lease = Mutex::new(Lease { id, term: 0, until: asked_at + LEASE, has_lapsed: false });
        let living = watch::channel(store.living().await?.into_iter().collect()).0;
        Ok(Arc::new(Self { url, lease, term: watch::channel(0).0, living }))
    }

    /// Returns the name and the term of a node whose lease holds.
    pub fn standing(&self) -> Option<(Arc<str>, u64)> {
        let lease = self.lease();
        (Instant::now() < lease.until).then(|| (Arc::clone(&lease.id), lease.term))
    }

    pub fn id(&self) -> Arc<str> {
        Arc::clone(&self.lease().id)
    }

    /// Returns whether the lease holds, and how many have ended.
    pub fn lease_counts(&self) -> (bool, u64) {
        let lease = self.lease();
        (Instant::now() < lease.until, lease.term)
    }

    /// Returns whether games that were claimed in this term are still this node's.
    pub fn holds(&self, term: u64) -> bool {
        let lease = self.lease();
        lease.term == term && Instant::now() < lease.until
    }

    /// Waits until a term has ended.
    pub async fn end_of(&self, term: u64) {
        let _ = self.term.subscribe().wait_for(|now| *now != term).await;
    }

    /// Beats until the server stops.
    pub async fn beat(self: Arc<Self>, store: Arc<Store>) {
        let mut tick = tokio::time::interval(BEAT_EVERY);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            let asked_at = Instant::now();
            let id = self.id();
            match tokio::time::timeout(BEAT_MAX, store.beat(&id)).await {
                Ok(Ok(true)) => {
                    self.renew(asked_at, None);
                    self.look_around(&store).await;
                }
                // The other nodes have given this one up.
                Ok(Ok(false)) => {
                    self.lapse();
                    match self.enrol_again(&store).await {
                        Ok(id) => self.renew(asked_at, Some(id)),
                        Err(error) => tracing::error!(%error, "the node is not entered again"),
                    }
                }
                Ok(Err(error)) => tracing::warn!(%error, "a beat failed"),
                Err(_) => tracing::warn!("a beat was not answered"),
            }
        }
    }

    /// Finds out which nodes live.
    async fn look_around(&self, store: &Store) {
        if let Ok(Ok(living)) = tokio::time::timeout(BEAT_MAX, store.living()).await {
            let living: HashSet<String> = living.into_iter().collect();
            self.living.send_if_modified(|known| {
                let is_new = *known != living;
                *known = living;
                is_new
            });
        }
    }

    /// Waits until no node lives there.
    pub async fn death_of(&self, url: &str) {
        let mut living = self.living.subscribe();
        // One that has come since the last beat is not known yet.
        if !living.borrow().contains(url) {
            tokio::time::sleep(2 * BEAT_EVERY).await;
        }
        let _ = living.wait_for(|living| !living.contains(url)).await;
    }

    async fn enrol_again(&self, store: &Store) -> Result<Arc<str>, StoreError> {
        let id = new_name()?;
        store.enrol(&id, &self.url).await.map(|()| id)
    }

    /// Ends the term as soon as the lease has lapsed, so that games go and sockets close though no request
    /// comes.
    pub async fn watch(self: Arc<Self>) {
        loop {
            let until = self.lease().until;
            let now = Instant::now();
            if now < until {
                tokio::time::sleep_until(until.into()).await;
            } else {
                self.lapse();
                tokio::time::sleep(BEAT_EVERY / 10).await;
            }
        }
    }

    /// Gives all games up: other nodes may have them at once.
    pub async fn retire(&self, store: &Store) {
        let id = self.id();
        self.lapse();
        if !matches!(tokio::time::timeout(BEAT_MAX, store.retire(&id)).await, Ok(Ok(()))) {
            tracing::warn!("the node's games are taken over only when it counts as dead");
        }
    }

    fn renew(&self, asked_at: Instant, id: Option<Arc<str>>) {
        // Games of before are lost if the lease has lapsed, even if no other node had them.
        if Instant::now() >= self.lease().until {
            self.lapse();
        }
        let mut lease = self.lease();
        if let Some(id) = id {
            lease.id = id;
        }
        lease.until = asked_at + LEASE;
        lease.has_lapsed = false;
    }

    /// Ends the term, unless that was done since the last beat.
    fn lapse(&self) {
        let mut lease = self.lease();
        lease.until = lease.until.min(Instant::now());
        if !std::mem::replace(&mut lease.has_lapsed, true) {
            lease.term += 1;
            self.term.send_replace(lease.term);
            tracing::warn!(term = lease.term, "the lease has ended: all games are dropped");
        }
    }

    fn lease(&self) -> MutexGuard<'_, Lease> {
        self.lease.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn new_name() -> Result<Arc<str>, StoreError> {
    let name = secrets::new_id().map_err(|_| StoreError::Failed("there is no randomness".to_owned()))?;
    Ok(name.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node whose lease lasts until then.
    fn node(until: Instant) -> Node {
        let lease = Lease { id: "one".into(), term: 0, until, has_lapsed: false };
        Node {
            url: String::new(),
            lease: Mutex::new(lease),
            term: watch::channel(0).0,
            living: watch::channel(HashSet::new()).0,
        }
    }

    #[test]
    fn a_lease_counts_from_before_its_beat_was_sent() {
        let now = Instant::now();
        let node = node(now + 100 * LEASE);
        // An answer that took as long as a lease lasts is worth nothing.
        node.renew(now.checked_sub(LEASE).unwrap(), None);
        assert_eq!((node.standing(), node.holds(0)), (None, false));
        node.renew(now, None);
        assert!(node.lease().until <= now + LEASE);
    }

    #[test]
    fn a_lease_that_is_regained_brings_no_game_back() {
        // As after a stop of the whole process: the end of the lease was not noticed, and a beat succeeds
        // first.
        let node = node(Instant::now());
        node.renew(Instant::now() + LEASE, None);
        assert!(node.standing().is_some_and(|(_, term)| term == 1));
        assert!(node.holds(1) && !node.holds(0), "the games of before are dropped");
        assert_eq!(*node.term.borrow(), 1, "and those who wait for the end of the term hear of it");
    }

    #[test]
    fn a_term_ends_once() {
        let node = node(Instant::now());
        node.lapse();
        node.lapse();
        assert_eq!(node.lease_counts(), (false, 1));
        node.renew(Instant::now() + LEASE, Some("two".into()));
        assert_eq!((node.lease_counts(), &*node.id()), ((true, 1), "two"), "a new name is no new term");
    }
}
