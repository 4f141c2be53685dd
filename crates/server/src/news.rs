//! News for lists that span games and nodes: that something has changed in a game of some player. They say no
//! more; whoever hears them reads the list again.
//!
//! Nodes tell one another by NOTIFY. What is to be told is gathered for a moment and sent beside the writes:
//! the database commits transactions that notify one after the other, and moves must not wait for that.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};

use crate::secrets::Hash;
use crate::store::Store;

/// For how long news are gathered before they go to the other nodes.
const GATHER: Duration = Duration::from_millis(250);
/// The pause before the database is asked for news again after a failure.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// The number of players in one notification, which PostgreSQL limits to 8,000 bytes.
const PLAYERS_MAX: usize = 400;
/// Hexadecimal digits of one player in a notification.
const DIGITS: usize = 16;

/// A player, as the beginning of the hash of the secret: enough to tell players apart, and no use to anybody
/// else.
type Player = u64;

#[derive(Debug)]
pub struct News {
    /// Those who wait for news.
    listeners: Mutex<HashMap<Player, watch::Sender<()>>>,
    /// What other nodes are not told yet; none if there are no others.
    outbox: Option<Mutex<BTreeSet<Player>>>,
    /// Turns when something comes into the outbox.
    filled: Notify,
}

/// News of the games of one player.
#[derive(Debug)]
pub struct NewsOfPlayer {
    news: Arc<News>,
    player: Player,
    changed: watch::Receiver<()>,
}

impl NewsOfPlayer {
    /// Waits until a game has changed since the last call.
    pub async fn next(&mut self) {
        if self.changed.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for NewsOfPlayer {
    fn drop(&mut self) {
        let mut listeners = self.news.listeners();
        // This one is still counted.
        if listeners.get(&self.player).is_some_and(|sender| sender.receiver_count() <= 1) {
            listeners.remove(&self.player);
        }
    }
}

impl News {
    pub fn new(is_shared: bool) -> Arc<Self> {
        let outbox = is_shared.then(Mutex::default);
        Arc::new(Self { listeners: Mutex::default(), outbox, filled: Notify::new() })
    }

    /// Tells that a game of this player has changed.
    pub fn tell(&self, secret: &Hash) {
        let player = player(secret);
        self.hear(player);
        if let Some(outbox) = &self.outbox {
            lock(outbox).insert(player);
            self.filled.notify_one();
        }
    }

    /// Listens to the news of a player from now on.
    pub fn of(self: &Arc<Self>, secret: &Hash) -> NewsOfPlayer {
        let player = player(secret);
        let changed = self.listeners().entry(player).or_insert_with(|| watch::channel(()).0).subscribe();
        NewsOfPlayer { news: Arc::clone(self), player, changed }
    }

    /// Sends to the other nodes what is told here, until the server stops.
    pub async fn send(self: Arc<Self>, store: Arc<Store>) {
        let Some(outbox) = &self.outbox else { return };
        loop {
            self.filled.notified().await;
            tokio::time::sleep(GATHER).await;
            let players: Vec<Player> = std::mem::take(&mut *lock(outbox)).into_iter().collect();
            for players in players.chunks(PLAYERS_MAX) {
                let text: String = players.iter().map(|player| format!("{player:016x}")).collect();
                // What is lost is seen when the list is read the next time.
                if let Err(error) = store.notify(&text).await {
                    tracing::warn!(%error, "other servers were not told what has changed");
                }
            }
        }
    }

    /// Hears what other nodes tell, until the server stops.
    pub async fn receive(self: Arc<Self>, store: Arc<Store>) {
        loop {
            let heard = store.hear(|notification| match notification {
                Some(text) => self.hear_text(text),
                // Whatever was told until now is lost.
                None => self.listeners().values().for_each(|sender| sender.send_replace(())),
            });
            if let Err(error) = heard.await {
                tracing::warn!(%error, "other servers are not heard");
            }
            tokio::time::sleep(RETRY_AFTER).await;
        }
    }

    fn hear_text(&self, text: &str) {
        let players = text.as_bytes().chunks(DIGITS).filter_map(|digits| std::str::from_utf8(digits).ok());
        for player in players.filter_map(|digits| Player::from_str_radix(digits, 16).ok()) {
            self.hear(player);
        }
    }

    fn hear(&self, player: Player) {
        if let Some(sender) = self.listeners().get(&player) {
            sender.send_replace(());
        }
    }

    fn listeners(&self) -> MutexGuard<'_, HashMap<Player, watch::Sender<()>>> {
        lock(&self.listeners)
    }
}

fn player(secret: &Hash) -> Player {
    secret.first_chunk().map_or(0, |bytes| Player::from_be_bytes(*bytes))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn a_player_hears_of_own_games_alone() {
        let news = News::new(false);
        let (mut ana, mut rui) = (news.of(&[1; 32]), news.of(&[2; 32]));
        news.tell(&[1; 32]);
        news.tell(&[1; 32]);
        assert!(ana.next().now_or_never().is_some());
        assert!(ana.next().now_or_never().is_none(), "several changes are one piece of news");
        assert!(rui.next().now_or_never().is_none());
        news.hear_text("01010101010101010202020202020202nonsense");
        assert!(ana.next().now_or_never().is_some() && rui.next().now_or_never().is_some());
        let other = news.of(&[1; 32]);
        drop(ana);
        assert_eq!(news.listeners().len(), 2);
        drop((other, rui));
        assert!(news.listeners().is_empty());
    }
}
