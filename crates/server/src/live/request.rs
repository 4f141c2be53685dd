//! What a live game is asked, and what it sends to those who watch it.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use games::{AnyPosition, Player, Record};
use tokio::sync::{broadcast, oneshot};

use crate::error::ApiError;
use crate::secrets::Hash;
use crate::wire::{self, ClientCommand, MovesView, State, You};

pub type ReplySender<T> = oneshot::Sender<Result<T, ApiError>>;

/// A request to the task of a live game.
#[derive(Debug)]
pub enum GameRequest {
    /// A client connects; it has seen everything up to version `since`.
    Watch {
        secret: Option<Hash>,
        since: Option<u64>,
        address: IpAddr,
        reply: ReplySender<Subscription>,
    },
    /// A client that watched has disconnected.
    Leave {
        you: Option<You>,
    },
    /// How long a player's client took to answer a ping.
    RoundTrip {
        you: You,
        time: Duration,
    },
    /// A client was too slow and has missed events.
    CatchUp {
        you: Option<You>,
        since: u64,
        reply: ReplySender<Snapshot>,
    },
    Act {
        secret: Option<Hash>,
        command: ClientCommand,
        id: Option<u64>,
        at: Instant,
        reply: ReplySender<String>,
    },
    Look {
        secret: Option<Hash>,
        reply: ReplySender<Box<Look>>,
    },
    Join {
        secret: Hash,
        name: Option<String>,
        reply: ReplySender<Player>,
    },
    Code {
        secret: Hash,
        hash: Hash,
        expires_at: i64,
        reply: ReplySender<()>,
    },
    MoveSeat {
        code: Hash,
        side: Player,
        secret: Hash,
        reply: ReplySender<()>,
    },
    /// Keeps a finished game between two bots.
    Keep {
        reply: ReplySender<()>,
    },
    Delete {
        secret: Hash,
        reply: ReplySender<()>,
    },
    /// Keeps the game in memory until as many [`GameRequest::Unpin`] have come.
    Pin {
        reply: ReplySender<()>,
    },
    Unpin,
    #[cfg(test)]
    Panic,
    /// Ends or deletes the game, because nothing has happened in it for too long.
    Sweep {
        reply: ReplySender<()>,
    },
}

/// A game at one moment, as one client may see it.
#[derive(Debug)]
pub struct Look {
    pub state: State,
    pub record: Record,
    pub labels: [String; 2],
    pub has_two_people: bool,
}

/// The events of a game from now on, and what the client has missed until now.
#[derive(Debug)]
pub struct Subscription {
    pub you: Option<You>,
    pub first: Snapshot,
    pub events: broadcast::Receiver<Event>,
}

/// The state of a game as a message, and its position for the legal moves.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub version: u64,
    pub text: Utf8Bytes,
    pub turn: Option<Player>,
    pub has_clock: bool,
    pub(super) ply: usize,
    pub(super) position: Arc<dyn AnyPosition>,
}

impl Snapshot {
    /// Returns the legal moves; none once the game is over.
    pub fn moves(&self) -> MovesView {
        wire::legal_moves(self.version, self.ply, self.turn, &*self.position)
    }
}

/// What all who watch a game are sent.
#[derive(Clone, Debug)]
pub enum Event {
    Update(Snapshot),
    Presence {
        text: Utf8Bytes,
    },
    Clocks {
        text: Utf8Bytes,
    },
    /// The game was deleted.
    Gone,
}
