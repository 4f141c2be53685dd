//! The WebSocket of one open game: what happens goes out, what a player does comes in.

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
use crate::guard::{Address, quota};
use crate::hub::Hub;
use crate::live::{Ask, Bulletin, Note, Watching};
use crate::places::Place;
use crate::refusal::{Reason, Refusal};
use crate::routes::{Me, Query};
use crate::secrets::Hash;
use crate::wire::{Envelope, Numbered, ToClient, You};

/// How often a quiet socket is asked whether it is still there, and after how long without an answer it is not.
const PING_EVERY: Duration = Duration::from_secs(30);
const SILENCE_MAX: Duration = Duration::from_secs(75);
/// How long a client may take to say goodbye.
const FAREWELL_MAX: Duration = Duration::from_secs(2);
/// What is read at once and what is gathered before it is sent, in bytes: with thousands of sockets the usual sizes are too much.
const READ_BUFFER: usize = 2 << 10;
const WRITE_BUFFER: usize = 4 << 10;
/// Most that waits to be sent to one client.
const WRITE_BUFFER_MAX: usize = 4 << 20;
/// How many messages may be malformed or too fast before a socket is closed.
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
    Address(address): Address,
    Path(id): Path<String>,
    Query(query): Query<SocketQuery>,
    me: Me,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let place = app.guard.admit(address)?;
    let watching = app.hub.ask(&id, |answer| Ask::Watch { secret: me.0, since: query.version, answer }).await?;
    let presence = Presence { hub: Arc::clone(&app.hub), id, you: watching.you };
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
            version: watching.first.version,
            strikes: 0,
            _place: place,
        };
        client.serve(watching).await;
    }))
}

/// Somebody who watches a game, until dropped.
#[derive(Debug)]
struct Presence {
    hub: Arc<Hub>,
    id: String,
    you: Option<You>,
}

impl Drop for Presence {
    fn drop(&mut self) {
        let (hub, id, you) = (Arc::clone(&self.hub), std::mem::take(&mut self.id), self.you);
        tokio::spawn(async move { hub.tell(&id, Ask::Leave { you }).await });
    }
}

async fn until_true(flag: &mut watch::Receiver<bool>) {
    let _ = flag.wait_for(|is_true| *is_true).await;
}

struct Client {
    app: Arc<App>,
    socket: WebSocket,
    presence: Presence,
    secret: Option<Hash>,
    wants_moves: bool,
    /// The last version that it was sent.
    version: u64,
    strikes: u32,
    /// Kept to the very end: the server waits for it to go before it stops.
    stopping: watch::Receiver<bool>,
    _place: Place,
}

/// Why a socket ends.
enum End {
    /// The client is gone, or does not take what it is sent.
    Lost,
    Close(u16, &'static str),
}

impl Client {
    async fn serve(mut self, watching: Watching) {
        if let Err(End::Close(code, reason)) = self.converse(watching).await {
            let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
            let _ = time::timeout(self.app.config.limits.patience, self.socket.send(close)).await;
            // Who hangs up while the other still talks is not heard.
            let _ = time::timeout(FAREWELL_MAX, async { while let Some(Ok(_)) = self.socket.recv().await {} }).await;
        }
    }

    async fn converse(&mut self, watching: Watching) -> Result<(), End> {
        let Watching { first, mut notes, .. } = watching;
        self.tell(first).await?;
        let limits = self.app.config.limits;
        let messages = RateLimiter::direct(quota(limits.messages_burst, limits.messages_per_s, Quota::per_second));
        let mut ping = time::interval_at(time::Instant::now() + PING_EVERY, PING_EVERY);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard_at = Instant::now();
        loop {
            tokio::select! {
                note = notes.recv() => match note {
                    Ok(note) => self.pass_on(note).await?,
                    Err(RecvError::Lagged(_)) => self.catch_up().await?,
                    Err(RecvError::Closed) => return Err(End::Close(STOPPING, "connect again")),
                },
                message = self.socket.recv() => {
                    heard_at = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => self.hear(&text, messages.check().is_ok(), heard_at).await?,
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
                    self.deliver(Message::Ping(Default::default())).await?;
                }
                () = until_true(&mut self.stopping) => return Err(End::Close(STOPPING, "the server stops")),
            }
        }
    }

    async fn pass_on(&mut self, note: Note) -> Result<(), End> {
        match note {
            // It was in what the client has caught up with.
            Note::Update(bulletin) if bulletin.version <= self.version => Ok(()),
            Note::Update(bulletin) => self.tell(bulletin).await,
            Note::Presence { text } => self.send(text).await,
            Note::Gone => Err(End::Close(GONE, "the game is gone")),
        }
    }

    /// A client that was too slow for some messages gets what they said in one.
    async fn catch_up(&mut self) -> Result<(), End> {
        let (you, since) = (self.presence.you, self.version);
        let news = self.app.hub.ask(&self.presence.id, |answer| Ask::CatchUp { you, since, answer }).await;
        self.tell(news.map_err(|_| End::Close(STOPPING, "connect again"))?).await
    }

    /// Says how the game stands; and whose turn it is gets the legal moves with it, if it wants them.
    async fn tell(&mut self, bulletin: Bulletin) -> Result<(), End> {
        self.version = bulletin.version;
        let is_own = bulletin.turn.zip(self.presence.you).is_some_and(|(turn, you)| you.holds(turn));
        let moves = (self.wants_moves && is_own).then(|| ToClient::Moves(bulletin.moves()).to_json());
        self.send(bulletin.text).await?;
        match moves {
            Some(moves) => self.send(moves.into()).await,
            None => Ok(()),
        }
    }

    async fn hear(&mut self, text: &str, is_in_time: bool, at: Instant) -> Result<(), End> {
        self.strike_if(!is_in_time)?;
        if !is_in_time {
            return self.refuse(&Reason::TooFast.into(), None).await;
        }
        let Ok(Envelope { id, command }) = serde_json::from_str::<Envelope>(text) else {
            self.strike_if(true)?;
            // What cannot be understood may still say which message it was.
            let id = serde_json::from_str::<Numbered>(text).ok().and_then(|numbered| numbered.id);
            return self.refuse(&Reason::Malformed.into(), id).await;
        };
        let secret = self.secret;
        let answer = self.app.hub.ask(&self.presence.id, |answer| Ask::Act { secret, command: command.clone(), id, at, answer }).await;
        match answer {
            Ok(text) => self.send(text.into()).await,
            Err(refusal) => self.refuse(&refusal, id).await,
        }
    }

    fn strike_if(&mut self, is_wrong: bool) -> Result<(), End> {
        self.strikes += u32::from(is_wrong);
        if self.strikes > STRIKES_MAX { Err(End::Close(POLICY, "too fast or not understood")) } else { Ok(()) }
    }

    async fn refuse(&mut self, refusal: &Refusal, id: Option<u64>) -> Result<(), End> {
        let mut message = ToClient::refused(refusal, self.version);
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
