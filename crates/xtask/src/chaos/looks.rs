//! Views of a game beside those of its players: requests to any node, the broken ones too, and sockets that
//! were given up. None of them may show less than was known when it was asked for.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::load::{self, Socket};

/// How long a view is waited for: longer than a node is stopped or cut off, for that is when it could be old.
const LOOK_MAX: Duration = Duration::from_secs(6);
/// How often a socket that was given up is asked how its game stands.
const ASK_EVERY: Duration = Duration::from_millis(300);

/// Views of one game that were asked for.
pub struct Looks {
    id: String,
    /// How many moves are known, which were acknowledged or seen.
    known: watch::Sender<usize>,
    tasks: JoinSet<Result<u64, String>>,
    /// Views that came and were not old.
    pub count: u64,
}

impl Looks {
    pub fn of(id: &str) -> Self {
        Self { id: id.to_owned(), known: watch::Sender::new(0), tasks: JoinSet::new(), count: 0 }
    }

    /// So many moves are known from now on.
    pub fn know(&self, moves: usize) {
        self.known.send_replace(moves);
    }

    /// Asks a node how the game stands.
    pub fn ask(&mut self, node: SocketAddr) {
        let (id, known) = (self.id.clone(), *self.known.borrow());
        self.tasks.spawn(async move {
            let (host, path) = (node.to_string(), format!("/api/games/{id}"));
            match timeout(LOOK_MAX, load::get(&host, &path)).await {
                Ok(Ok((200, state))) => {
                    shows(&state, known).map_err(|error| format!("game {id} at {node}: {error}"))
                }
                _ => Ok(0),
            }
        });
    }

    /// Asks by a socket that was given up, again and again, until it is closed.
    pub fn ask_again(&mut self, mut socket: Socket) {
        let (id, known) = (self.id.clone(), self.known.subscribe());
        self.tasks.spawn(async move {
            let until = tokio::time::sleep(LOOK_MAX);
            tokio::pin!(until);
            let mut ticks = tokio::time::interval(ASK_EVERY);
            // What was known at each question that has no answer yet: answers come in the same order.
            let (mut asked, mut count) = (VecDeque::new(), 0);
            loop {
                tokio::select! {
                    _ = ticks.tick() => {
                        asked.push_back(*known.borrow());
                        if load::send(&mut socket, r#"{"type":"sync"}"#).await.is_err() {
                            return Ok(count);
                        }
                    }
                    text = load::next_text(&mut socket) => {
                        let Ok(text) = text else { return Ok(count) };
                        let message: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                        if message["type"] == "state" && let Some(known) = asked.pop_front() {
                            count += shows(&message, known)
                                .map_err(|error| format!("game {id}, by a socket that was given up: {error}"))?;
                        }
                    }
                    () = &mut until => return Ok(count),
                }
            }
        });
    }

    /// Collects the views that have come.
    ///
    /// # Errors
    /// When one of them was old.
    pub fn collect(&mut self) -> Result<(), String> {
        while let Some(looked) = self.tasks.try_join_next() {
            self.count += looked.map_err(|error| error.to_string())??;
        }
        Ok(())
    }

    /// Waits for all views.
    ///
    /// # Errors
    /// When one of them was old.
    pub async fn finish(&mut self) -> Result<(), String> {
        while let Some(looked) = self.tasks.join_next().await {
            self.count += looked.map_err(|error| error.to_string())??;
        }
        Ok(())
    }
}

/// Returns 1 if a state has all moves that were known, and why it is old if not.
fn shows(state: &Value, known: usize) -> Result<u64, String> {
    let shown = state["moves"].as_array().map_or(0, Vec::len);
    if shown >= known { Ok(1) } else { Err(format!("{shown} moves are shown, and {known} were known")) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_view_that_is_old_is_found() {
        let state = json!({"moves": ["a1", "b2"]});
        assert_eq!(shows(&state, 2), Ok(1));
        assert!(shows(&state, 3).is_err());
        assert!(shows(&json!({}), 1).is_err());
    }
}
