//! A live game is a task of its own: it takes one question after the other, so nothing in it is ever done twice at once. It ends when nobody
//! has looked at it for a while.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::extract::ws::Utf8Bytes;
use games::{AnyPosition, Player, Record};
use tokio::sync::{broadcast, mpsc, oneshot};

use super::{Live, Who};
use crate::hub::Hub;
use crate::refusal::{Reason, Refusal};
use crate::secrets::Hash;
use crate::wire::{self, Cause, CauseKind, Change, Command, MovesView, State, ToClient, You};

/// A game that nobody looks at is put back after so long.
const IDLE: Duration = Duration::from_secs(30);
/// Who is here is told this often at most: each who comes is told to all, and a crowd would be told of a crowd.
const PRESENCE_EVERY: Duration = Duration::from_millis(250);
/// Between the moves of two bots, so that people can watch.
const PACE: Duration = Duration::from_millis(900);
/// How long bots rest when the disk has failed.
pub(super) const REST: Duration = Duration::from_secs(5);

pub type Answer<T> = oneshot::Sender<Result<T, Refusal>>;

/// What others ask of a live game.
#[derive(Debug)]
pub enum Ask {
    /// Somebody connects, and has seen everything up to a version.
    Watch {
        secret: Option<Hash>,
        since: Option<u64>,
        answer: Answer<Watching>,
    },
    /// Somebody who watched has left.
    Leave {
        you: Option<You>,
    },
    /// A client has fallen behind.
    CatchUp {
        you: Option<You>,
        since: u64,
        answer: Answer<Bulletin>,
    },
    Act {
        secret: Option<Hash>,
        command: Command,
        id: Option<u64>,
        at: Instant,
        answer: Answer<String>,
    },
    Look {
        secret: Option<Hash>,
        answer: Answer<Box<Look>>,
    },
    Join {
        secret: Hash,
        name: Option<String>,
        answer: Answer<Player>,
    },
    Code {
        secret: Hash,
        hash: Hash,
        expires_at: i64,
        answer: Answer<()>,
    },
    MoveSeat {
        code: Hash,
        side: Player,
        secret: Hash,
        answer: Answer<()>,
    },
    Delete {
        secret: Hash,
        answer: Answer<()>,
    },
    Sweep {
        answer: Answer<()>,
    },
    BotMove {
        generation: u64,
        mv: Option<String>,
    },
}

/// A game at one moment.
#[derive(Debug)]
pub struct Look {
    pub state: State,
    pub record: Record,
    pub labels: [String; 2],
    pub has_two_people: bool,
}

/// A place among those who watch.
#[derive(Debug)]
pub struct Watching {
    pub you: Option<You>,
    pub first: Bulletin,
    pub notes: broadcast::Receiver<Note>,
}

/// How the game stands: the message that says so, and the position for those who want to know its moves.
#[derive(Clone, Debug)]
pub struct Bulletin {
    pub version: u64,
    pub text: Utf8Bytes,
    pub turn: Option<Player>,
    ply: usize,
    position: Arc<dyn AnyPosition>,
}

impl Bulletin {
    /// The legal moves; none when it is nobody's turn.
    pub fn moves(&self) -> MovesView {
        moves(self.version, self.ply, self.turn, &*self.position)
    }
}

/// What all who watch are told.
#[derive(Clone, Debug)]
pub enum Note {
    Update(Bulletin),
    Presence {
        text: Utf8Bytes,
    },
    /// The game was deleted.
    Gone,
}

/// Seconds since 1970.
pub fn unix_now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

/// The legal moves; none when it is nobody's turn.
pub(super) fn moves(version: u64, ply: usize, turn: Option<Player>, position: &dyn AnyPosition) -> MovesView {
    MovesView { version, re: None, ply, moves: turn.map_or(Vec::new(), |_| wire::handles(position)) }
}

/// Runs a game until it can be put back.
pub async fn run(mut live: Live, mut asks: mpsc::Receiver<Ask>, hub: Arc<Hub>) {
    let mut idle_since = Instant::now();
    loop {
        live.wake_bot(&hub);
        if live.is_busy() {
            idle_since = Instant::now();
        }
        let idle_at = (!live.is_busy()).then(|| idle_since + IDLE);
        let deadline = [live.deadline(), idle_at].into_iter().flatten().min();
        tokio::select! {
            biased;
            ask = asks.recv() => {
                let Some(ask) = ask else { return };
                if live.handle(&hub, ask).await || live.is_lost {
                    hub.put_back(&live.id);
                    return;
                }
            }
            () = sleep_until(deadline) => {
                let now = Instant::now();
                live.on_time(&hub, now).await;
                if live.is_lost {
                    hub.put_back(&live.id);
                    return;
                }
                if idle_at.is_some_and(|idle_at| idle_at <= now) && hub.put_back_if(&live.id, || asks.is_empty()) {
                    return;
                }
            }
        }
    }
}

async fn sleep_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}

impl Live {
    /// Whether somebody watches, a clock runs or a bot thinks.
    fn is_busy(&self) -> bool {
        let clock_runs = self.table.clocks().is_some_and(|clocks| clocks.running().is_some());
        self.crowd.spectators > 0 || self.crowd.players != [0; 2] || clock_runs || self.thinking.is_some()
    }

    /// When something happens by itself.
    fn deadline(&self) -> Option<Instant> {
        let flag = self.table.clocks().and_then(|clocks| clocks.deadline());
        // While the disk rests, so does everything that is written.
        let written = self.rest_until.or_else(|| [flag, self.resume_at].into_iter().flatten().min());
        [written, self.crowd.tell_at].into_iter().flatten().min()
    }

    async fn on_time(&mut self, hub: &Hub, now: Instant) {
        if self.crowd.tell_at.is_some_and(|at| at <= now) {
            self.tell_presence(now);
        }
        if self.rest_until.is_some_and(|until| until <= now) {
            self.rest_until = None;
        }
        if self.rest_until.is_some() {
            return;
        }
        if self.resume_at.is_some_and(|at| at <= now) {
            self.resume(now);
        }
        // Who refuses here is the store; the clock is asked again when it has had some rest.
        let _ = self.flag(hub, now).await;
    }

    /// Lets a restored clock run again: what the outage took is given back.
    fn resume(&mut self, now: Instant) {
        if self.resume_at.take().is_some() {
            self.table.start_clocks(now);
        }
    }

    /// Does what is asked. Whether the game is gone.
    async fn handle(&mut self, hub: &Hub, ask: Ask) -> bool {
        let now = Instant::now();
        match ask {
            Ask::Watch { secret, since, answer } => {
                let you = self.you(secret.as_ref());
                // Who went away meanwhile has left.
                if let Err(Ok(watching)) = answer.send(Ok(self.watch(you, since, now))) {
                    self.leave(watching.you, now);
                }
            }
            Ask::Leave { you } => self.leave(you, now),
            Ask::CatchUp { you, since, answer } => {
                let _ = answer.send(Ok(self.news(you, Some(since), now)));
            }
            Ask::Act { secret, command, id, at, answer } => {
                let you = self.you(secret.as_ref());
                if you.is_some() {
                    self.resume(at);
                }
                let reply = self.act(hub, you, command, at).await;
                let _ = answer.send(Ok(self.reply(reply, id)));
            }
            Ask::Look { secret, answer } => {
                let _ = answer.send(Ok(Box::new(self.look(secret.as_ref(), now))));
            }
            Ask::Join { secret, name, answer } => {
                let _ = answer.send(self.join(hub, secret, name, now).await);
            }
            Ask::Code { secret, hash, expires_at, answer } => {
                let _ = answer.send(self.give_code(hub, &secret, hash, expires_at).await);
            }
            Ask::MoveSeat { code, side, secret, answer } => {
                let _ = answer.send(self.move_seat(hub, code, side, secret, now).await);
            }
            Ask::Delete { secret, answer } => {
                let gone = self.delete(hub, &secret, now).await;
                let is_gone = matches!(gone, Ok(true));
                let _ = answer.send(gone.map(|_| ()));
                return is_gone;
            }
            Ask::Sweep { answer } => {
                let gone = self.sweep(hub, now).await;
                let is_gone = matches!(gone, Ok(true));
                let _ = answer.send(gone.map(|_| ()));
                return is_gone;
            }
            Ask::BotMove { generation, mv } => self.bot_move(hub, generation, mv, now).await,
        }
        false
    }

    /// The game as the holder of this secret sees it.
    pub fn look(&self, secret: Option<&Hash>, now: Instant) -> Look {
        Look {
            state: self.state(self.you(secret), now),
            record: self.record().clone(),
            labels: [0, 1].map(|side: usize| self.who[side].label()),
            has_two_people: self.has_two_people(),
        }
    }

    fn reply(&self, reply: Result<ToClient, Refusal>, id: Option<u64>) -> String {
        let mut message = reply.unwrap_or_else(|refusal| ToClient::refused(&refusal, self.version));
        message.answer(id);
        message.to_json()
    }

    fn watch(&mut self, you: Option<You>, since: Option<u64>, now: Instant) -> Watching {
        match you {
            None => self.crowd.spectators += 1,
            Some(you) => {
                for player in Player::BOTH.into_iter().filter(|player| you.holds(*player)) {
                    self.crowd.players[player.index()] += 1;
                    self.crowd.away_since[player.index()] = None;
                    if self.table.to_move() == Some(player) {
                        self.resume(now);
                    }
                }
            }
        }
        self.presence_changed(now);
        // From here on, so that it does not hear of its own coming.
        let notes = self.notes.subscribe();
        Watching { you, first: self.news(you, since, now), notes }
    }

    fn leave(&mut self, you: Option<You>, now: Instant) {
        match you {
            None => self.crowd.spectators = self.crowd.spectators.saturating_sub(1),
            Some(you) => {
                for player in Player::BOTH.into_iter().filter(|player| you.holds(*player)) {
                    let here = &mut self.crowd.players[player.index()];
                    *here = here.saturating_sub(1);
                    if *here == 0 {
                        self.crowd.away_since[player.index()] = Some(now);
                    }
                }
            }
        }
        self.presence_changed(now);
    }

    /// What somebody has missed who has seen everything up to a version, or the whole state.
    fn news(&self, you: Option<You>, since: Option<u64>, now: Instant) -> Bulletin {
        let known = since.filter(|since| *since == self.version || self.log.iter().any(|(version, _)| *version == since + 1));
        let message = match known {
            Some(since) => {
                let missed = self.log.iter().filter(|(version, _)| *version > since).map(|(_, from)| *from);
                let from = missed.min().unwrap_or(self.plies()).min(self.plies());
                self.update(Cause::new(CauseKind::CatchUp), from, now)
            }
            None => ToClient::State(Box::new(self.state(you, now))),
        };
        self.bulletin(&message)
    }

    fn bulletin(&self, message: &ToClient) -> Bulletin {
        let position = Arc::from(self.record().position().boxed_clone());
        Bulletin { version: self.version, text: message.to_json().into(), turn: self.table.to_move(), ply: self.plies(), position }
    }

    fn update(&self, cause: Cause, from: usize, now: Instant) -> ToClient {
        let list = self.record().moves().iter().skip(from).cloned().collect();
        ToClient::Update { version: self.version, cause, moves: Change { from, list }, now: Box::new(self.now(now)) }
    }

    pub(super) fn announce(&self, cause: Cause, from: usize, now: Instant) {
        if self.notes.receiver_count() == 0 {
            return;
        }
        let _ = self.notes.send(Note::Update(self.bulletin(&self.update(cause, from, now))));
    }

    /// Lets the others know who is here: now, or together with what else happens until it is time.
    fn presence_changed(&mut self, now: Instant) {
        let at = self.crowd.told_at.map_or(now, |told_at| told_at + PRESENCE_EVERY);
        if at <= now {
            self.tell_presence(now);
        } else {
            self.crowd.tell_at = Some(at);
        }
    }

    fn tell_presence(&mut self, now: Instant) {
        self.crowd.tell_at = None;
        if self.notes.receiver_count() == 0 {
            return;
        }
        self.crowd.told_at = Some(now);
        let presence = ToClient::Presence {
            version: self.version,
            here: Player::BOTH.map(|player| self.here(player)),
            spectators: self.crowd.spectators,
            claim_ms: self.claim_left(now).map(|(_, left)| super::millis(left)),
        };
        let _ = self.notes.send(Note::Presence { text: presence.to_json().into() });
    }

    /// Lets a bot think, if it is its turn. Two bots play only while somebody watches.
    fn wake_bot(&mut self, hub: &Arc<Hub>) {
        let Some(turn) = self.table.to_move() else { return };
        let Who::Bot(bot) = self.who[turn.index()] else { return };
        let only_bots = self.who.iter().all(Who::is_bot);
        if self.thinking.is_some() || self.rest_until.is_some() || !self.has_started() || (only_bots && self.crowd.spectators == 0) {
            return;
        }
        self.thinking = Some(self.generation);
        let (hub, id, record, generation) = (Arc::clone(hub), self.id.clone(), self.record().clone(), self.generation);
        let pace = if only_bots { PACE } else { Duration::ZERO };
        tokio::spawn(async move {
            let started = Instant::now();
            let mv = hub.thinkers().choose(bot, record).await;
            tokio::time::sleep(pace.saturating_sub(started.elapsed())).await;
            hub.tell(&id, Ask::BotMove { generation, mv }).await;
        });
    }

    async fn bot_move(&mut self, hub: &Hub, generation: u64, mv: Option<String>, now: Instant) {
        self.thinking = None;
        if generation != self.generation || !matches!(self.flag(hub, now).await, Ok(false)) {
            return;
        }
        match mv {
            Some(mv) => {
                if let Err(refusal) = self.make_move(hub, &mv, now).await
                    && refusal.reason != Reason::Storage
                {
                    tracing::error!(game = self.id, mv, code = refusal.code(), "a bot's move was refused");
                    self.rest_until = Some(now + REST);
                }
            }
            None => self.rest_until = Some(now + REST),
        }
    }

    /// Reads the game again from the store. If even that fails nobody may go on with what is in memory.
    pub(super) async fn reload(&mut self, hub: &Hub) {
        let now = Instant::now();
        let restored = match hub.store().load(&self.id).await {
            Ok(Some(row)) => Self::restore(row, self.crowd.claim_after, now).map(Some),
            Ok(None) => Ok(None),
            Err(error) => Err(error),
        };
        match restored {
            Ok(Some(mut live)) => {
                std::mem::swap(&mut live.crowd, &mut self.crowd);
                std::mem::swap(&mut live.notes, &mut self.notes);
                std::mem::swap(&mut live.log, &mut self.log);
                live.rest_until = self.rest_until;
                live.generation = self.generation + 1;
                live.thinking = self.thinking;
                live.resume(now);
                *self = live;
            }
            Ok(None) => self.is_lost = true,
            Err(error) => {
                tracing::error!(game = self.id, %error, "cannot be read again");
                self.is_lost = true;
            }
        }
    }
}
