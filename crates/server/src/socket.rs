//! The WebSocket of a game: sends events, receives commands.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use governor::{Quota, RateLimiter};
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::{self, MissedTickBehavior};

use crate::App;
use crate::config::FRAME_MAX;
use crate::connection_limit::ConnectionPermit;
use crate::error::{ApiError, ErrorCode};
use crate::guard::{ClientAddress, quota};
use crate::hub::Hub;
use crate::live::{Event, GameRequest, Snapshot, Subscription};
use crate::routes::{Caller, QueryString};
use crate::secrets::Hash;
use crate::wire::{Envelope, Numbered, ToClient, You};

/// How often a socket is pinged, and after how long without a message it is given up.
const PING_EVERY: Duration = Duration::from_secs(30);
const SILENCE_MAX: Duration = Duration::from_secs(75);
/// How long the server waits for the client's close frame.
const FAREWELL_MAX: Duration = Duration::from_secs(2);
/// Sizes of the buffers in bytes. With thousands of sockets the defaults take too much memory.
const READ_BUFFER: usize = 2 << 10;
const WRITE_BUFFER: usize = 4 << 10;
/// Most bytes that wait to be sent to one client.
const WRITE_BUFFER_MAX: usize = 4 << 20;
/// The number of malformed or too frequent messages after which a socket is closed.
const STRIKES_MAX: u32 = 20;

const GONE: u16 = 1000;
const STOPPING: u16 = 1001;
const POLICY: u16 = 1008;

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct SocketQuery {
    version: Option<u64>,
    #[serde(default)]
    moves: bool,
}

pub async fn upgrade(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    QueryString(query): QueryString<SocketQuery>,
    me: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let permit = app.guard.socket_permit(address)?;
    let subscription = app
        .hub
        .ask(&id, |reply| GameRequest::Watch { secret: me.0, since: query.version, address, reply })
        .await?;
    let presence = LeaveOnDrop { hub: Arc::clone(&app.hub), id, you: subscription.you };
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(WRITE_BUFFER_MAX)
        .max_message_size(FRAME_MAX)
        .max_frame_size(FRAME_MAX);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let client = Client {
            stopping: app.hub.stopping(),
            app,
            socket,
            presence,
            secret: me.0,
            wants_moves: query.moves,
            version: subscription.first.version,
            strikes: 0,
            pings: 0,
            pinged_at: None,
            _permit: permit,
        };
        client.serve(subscription).await;
    }))
}

/// Notifies the game that a client has left, when dropped.
#[derive(Debug)]
struct LeaveOnDrop {
    hub: Arc<Hub>,
    id: String,
    you: Option<You>,
}

impl Drop for LeaveOnDrop {
    fn drop(&mut self) {
        let (hub, id, you) = (Arc::clone(&self.hub), std::mem::take(&mut self.id), self.you);
        tokio::spawn(async move { hub.notify(&id, GameRequest::Leave { you }).await });
    }
}

async fn until_true(flag: &mut watch::Receiver<bool>) {
    let _ = flag.wait_for(|is_true| *is_true).await;
}

/// A connected client.
struct Client {
    app: Arc<App>,
    socket: WebSocket,
    presence: LeaveOnDrop,
    secret: Option<Hash>,
    wants_moves: bool,
    /// The last version that was sent.
    version: u64,
    strikes: u32,
    /// The number of pings so far, which is what the last one carries, and when it was sent, unless it was
    /// answered.
    pings: u64,
    pinged_at: Option<Instant>,
    /// Kept until the socket is closed: the server waits for that before it stops.
    stopping: watch::Receiver<bool>,
    _permit: ConnectionPermit,
}

/// Why a socket ends.
enum End {
    /// The client is gone, or does not read.
    Lost,
    Close(u16, &'static str),
}

impl Client {
    async fn serve(mut self, subscription: Subscription) {
        if let Err(End::Close(code, reason)) = self.converse(subscription).await {
            let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
            let _ = time::timeout(self.app.config.limits.patience, self.socket.send(close)).await;
            // Closing while the client still sends could reset the connection before the close frame is read.
            let _ =
                time::timeout(FAREWELL_MAX, async { while let Some(Ok(_)) = self.socket.recv().await {} })
                    .await;
        }
    }

    async fn converse(&mut self, subscription: Subscription) -> Result<(), End> {
        let Subscription { first, mut events, .. } = subscription;
        self.tell(first).await?;
        let limits = self.app.config.limits;
        let messages =
            RateLimiter::direct(quota(limits.messages_burst, limits.messages_per_s, Quota::per_second));
        let mut ping = time::interval_at(time::Instant::now() + PING_EVERY, PING_EVERY);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard_at = Instant::now();
        loop {
            tokio::select! {
                event = events.recv() => match event {
                    Ok(event) => self.pass_on(event).await?,
                    Err(RecvError::Lagged(_)) => self.catch_up().await?,
                    Err(RecvError::Closed) => {
                        // So that the game is free when the client connects elsewhere.
                        self.app.hub.given_up().await;
                        return Err(End::Close(STOPPING, "connect again"));
                    }
                },
                message = self.socket.recv() => {
                    heard_at = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => self.hear(&text, messages.check().is_ok(), heard_at).await?,
                        Some(Ok(Message::Pong(nonce))) if self.answers_ping(&nonce) => self.round_trip(heard_at).await,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => self.strike_if(messages.check().is_err())?,
                        Some(Ok(Message::Binary(_))) => return Err(End::Close(POLICY, "text only")),
                        Some(Ok(Message::Close(_))) | None => return Err(End::Lost),
                        // Too large, or no WebSocket at all.
                        Some(Err(_)) => return Err(End::Close(POLICY, "not understood")),
                    }
                }
                _ = ping.tick() => {
                    if heard_at.elapsed() > SILENCE_MAX {
                        return Err(End::Lost);
                    }
                    self.ping().await?;
                }
                () = until_true(&mut self.stopping) => return Err(End::Close(STOPPING, "the server stops")),
            }
        }
    }

    async fn pass_on(&mut self, event: Event) -> Result<(), End> {
        match event {
            // The client got it when it caught up.
            Event::Update(snapshot) if snapshot.version <= self.version => Ok(()),
            Event::Update(snapshot) => self.tell(snapshot).await,
            Event::Presence { text } | Event::Clocks { text } => self.send(text).await,
            Event::Gone => Err(End::Close(GONE, "the game is gone")),
        }
    }

    /// Sends everything that a slow client has missed as one message.
    async fn catch_up(&mut self) -> Result<(), End> {
        let (you, since) = (self.presence.you, self.version);
        let news =
            self.app.hub.ask(&self.presence.id, |reply| GameRequest::CatchUp { you, since, reply }).await;
        self.tell(news.map_err(|_| End::Close(STOPPING, "connect again"))?).await
    }

    /// Sends the state; and, to a client that requests them and is to move, the legal moves.
    async fn tell(&mut self, snapshot: Snapshot) -> Result<(), End> {
        self.version = snapshot.version;
        let is_own = snapshot.turn.zip(self.presence.you).is_some_and(|(turn, you)| you.holds(turn));
        let moves = (self.wants_moves && is_own).then(|| ToClient::Moves(snapshot.moves()).to_json());
        self.send(snapshot.text).await?;
        if let Some(moves) = moves {
            self.send(moves.into()).await?;
        }
        if is_own && snapshot.has_clock { self.ping().await } else { Ok(()) }
    }

    /// Measures the round trip to a player whose clock begins to run, and finds out whether a quiet client is
    /// still there.
    async fn ping(&mut self) -> Result<(), End> {
        self.pings += 1;
        self.pinged_at = Some(Instant::now());
        self.deliver(Message::Ping(self.pings.to_be_bytes().to_vec().into())).await
    }

    /// Returns whether a pong answers the last ping.
    fn answers_ping(&self, nonce: &[u8]) -> bool {
        self.pinged_at.is_some() && nonce == self.pings.to_be_bytes()
    }

    async fn round_trip(&mut self, now: Instant) {
        if let Some((pinged_at, you)) = self.pinged_at.take().zip(self.presence.you) {
            let time = now.saturating_duration_since(pinged_at);
            self.app.hub.notify(&self.presence.id, GameRequest::RoundTrip { you, time }).await;
        }
    }

    async fn hear(&mut self, text: &str, is_in_time: bool, at: Instant) -> Result<(), End> {
        self.strike_if(!is_in_time)?;
        if !is_in_time {
            return self.refuse(&ErrorCode::TooFast.into(), None).await;
        }
        let Ok(Envelope { id, command }) = serde_json::from_str::<Envelope>(text) else {
            self.strike_if(true)?;
            // The id of a malformed message may still be readable.
            let id = serde_json::from_str::<Numbered>(text).ok().and_then(|numbered| numbered.id);
            return self.refuse(&ErrorCode::Malformed.into(), id).await;
        };
        let secret = self.secret;
        let answer = self
            .app
            .hub
            .ask(&self.presence.id, |reply| GameRequest::Act {
                secret,
                command: command.clone(),
                id,
                at,
                reply,
            })
            .await;
        match answer {
            Ok(text) => self.send(text.into()).await,
            // What a server without a lease would say is not of the game. The client keeps what it wants, and
            // asks the next one.
            Err(_) if !self.app.hub.may_answer() => {
                self.app.hub.given_up().await;
                Err(End::Close(STOPPING, "connect again"))
            }
            Err(error) => self.refuse(&error, id).await,
        }
    }

    fn strike_if(&mut self, is_wrong: bool) -> Result<(), End> {
        self.strikes += u32::from(is_wrong);
        if self.strikes > STRIKES_MAX {
            Err(End::Close(POLICY, "too fast or not understood"))
        } else {
            Ok(())
        }
    }

    async fn refuse(&mut self, error: &ApiError, id: Option<u64>) -> Result<(), End> {
        self.app.hub.metrics().refused(error.code);
        let mut message = ToClient::refused(error, self.version);
        message.answer(id);
        self.send(message.to_json().into()).await
    }

    async fn send(&mut self, text: Utf8Bytes) -> Result<(), End> {
        self.deliver(Message::Text(text)).await
    }

    async fn deliver(&mut self, message: Message) -> Result<(), End> {
        match time::timeout(self.app.config.limits.patience, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(End::Lost),
        }
    }
}
