//! The task of a live game: takes one request after the other, so that no two things happen in a game at once. It ends when the game has
//! been idle for a while; its channel is closed then, and the next request loads the game again.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use games::Player;
use tokio::sync::{broadcast, mpsc, oneshot};

use super::acts::{Act, Transition};
use super::presence::Presence;
use super::request::{Event, GameRequest, Snapshot, Subscription};
use super::{EVENTS_MAX, Game, LOG_MAX, Moment, Who, millis};
use crate::error::{ApiError, ErrorCode};
use crate::jobs::{Job, Jobs};
use crate::secrets::{self, Hash};
use crate::store::{Change, Store, StoreError};
use crate::wire::{Cause, CauseKind, ClientCommand, MoveListChange, ToClient, You};

/// A game without clients, running clock or thinking bot is unloaded after this time.
const IDLE: Duration = Duration::from_secs(30);
/// After a restart of the server, a restored clock waits this long for its player to come back.
const RESUME_AFTER: Duration = Duration::from_secs(30);
/// The least time between the moves of two bots, so that people can watch.
const PACE: Duration = Duration::from_millis(900);
/// How long bots and flags wait after a failure of the store.
const RETRY_AFTER: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub struct Actor {
    game: Game,
    presence: Presence,
    store: Arc<Store>,
    jobs: Arc<Jobs>,
    /// The latest versions, each with the number of moves that it left as they were.
    log: VecDeque<(u64, usize)>,
    thinking: Option<Thinking>,
    /// When a restored clock runs again at the latest.
    resume_at: Option<Instant>,
    /// Until when nothing is written that no client asked for: the store has failed.
    retry_at: Option<Instant>,
    events: broadcast::Sender<Event>,
    /// Memory and store may differ: the game must be loaded again.
    is_lost: bool,
}

/// A bot chooses its move for this version of the game.
#[derive(Debug)]
struct Thinking {
    version: u64,
    mv: oneshot::Receiver<Option<String>>,
}

impl Thinking {
    /// Waits for the move; for ever if no bot is thinking.
    async fn done(thinking: &mut Option<Self>) -> Option<String> {
        match thinking {
            Some(thinking) => (&mut thinking.mv).await.ok().flatten(),
            None => std::future::pending().await,
        }
    }
}

async fn sleep_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}

impl Actor {
    pub fn new(game: Game, store: Arc<Store>, jobs: Arc<Jobs>, now: Instant) -> Self {
        Self {
            resume_at: game.has_running_clock().then(|| now + RESUME_AFTER),
            game,
            presence: Presence::new(now),
            store,
            jobs,
            log: VecDeque::new(),
            thinking: None,
            retry_at: None,
            events: broadcast::channel(EVENTS_MAX).0,
            is_lost: false,
        }
    }

    /// Serves requests until the game is idle, gone, or has to be loaded again.
    pub async fn run(mut self, mut requests: mpsc::Receiver<GameRequest>) {
        let mut idle_since = Instant::now();
        while !self.is_lost {
            self.wake_bot();
            if self.is_busy() {
                idle_since = Instant::now();
            }
            let idle_at = (!self.is_busy()).then(|| idle_since + IDLE);
            let deadline = [self.deadline(), idle_at].into_iter().flatten().min();
            tokio::select! {
                biased;
                request = requests.recv() => {
                    let Some(request) = request else { return };
                    if self.handle(request).await {
                        return;
                    }
                }
                mv = Thinking::done(&mut self.thinking) => self.bot_move(mv).await,
                () = sleep_until(deadline) => {
                    let now = Instant::now();
                    self.on_time(now).await;
                    // A request that is in the channel already is dropped with it, and its sender asks again.
                    if idle_at.is_some_and(|idle_at| idle_at <= now) && requests.is_empty() {
                        return;
                    }
                }
            }
        }
    }

    /// Returns whether a client is connected, a clock runs or a bot thinks.
    fn is_busy(&self) -> bool {
        let clock_runs = self.game.table.clocks().is_some_and(|clocks| clocks.running().is_some());
        !self.presence.is_empty() || clock_runs || self.thinking.is_some()
    }

    /// Returns when something is due without a request.
    fn deadline(&self) -> Option<Instant> {
        let flag = self.game.table.clocks().and_then(|clocks| clocks.deadline());
        let written = self.retry_at.or_else(|| [flag, self.resume_at].into_iter().flatten().min());
        [written, self.presence.tell_at()].into_iter().flatten().min()
    }

    async fn on_time(&mut self, now: Instant) {
        if self.presence.tell_at().is_some_and(|at| at <= now) {
            self.tell_presence(now);
        }
        if self.retry_at.is_some_and(|until| until <= now) {
            self.retry_at = None;
        }
        if self.retry_at.is_some() {
            return;
        }
        if self.resume_at.is_some_and(|at| at <= now) {
            self.resume(now);
        }
        // Only the store can refuse this; the flag is tried again when `retry_at` has passed.
        let _ = self.flag(now).await;
    }

    /// Lets a restored clock run again: the time of the outage is not counted.
    fn resume(&mut self, now: Instant) {
        if self.resume_at.take().is_some() {
            self.game.table.start_clocks(now);
        }
    }

    /// Handles a request. Returns whether the game is gone.
    async fn handle(&mut self, request: GameRequest) -> bool {
        let now = Instant::now();
        match request {
            GameRequest::Watch { secret, since, reply } => {
                let you = self.game.you(secret.as_ref());
                // A client that disconnected meanwhile has left.
                if let Err(Ok(subscription)) = reply.send(Ok(self.watch(you, since, now))) {
                    self.leave(subscription.you, now);
                }
            }
            GameRequest::Leave { you } => self.leave(you, now),
            GameRequest::CatchUp { you, since, reply } => {
                let _ = reply.send(Ok(self.missed(you, Some(since), now)));
            }
            GameRequest::Act { secret, command, id, at, reply } => {
                let you = self.game.you(secret.as_ref());
                if you.is_some() {
                    self.resume(at);
                }
                let answer = self.act(you, command, Moment::of(at)).await;
                let mut message = answer.unwrap_or_else(|error| ToClient::refused(&error, self.game.version));
                message.answer(id);
                let _ = reply.send(Ok(message.to_json()));
            }
            GameRequest::Look { secret, reply } => {
                let _ = reply.send(Ok(Box::new(self.game.look(secret.as_ref(), &self.presence, now))));
            }
            GameRequest::Join { secret, name, reply } => {
                let _ = reply.send(self.join(secret, name, now).await);
            }
            GameRequest::Code { secret, hash, expires_at, reply } => {
                let _ = reply.send(self.give_code(&secret, hash, expires_at).await);
            }
            GameRequest::MoveSeat { code, side, secret, reply } => {
                let _ = reply.send(self.move_seat(code, side, secret, now).await);
            }
            GameRequest::Delete { secret, reply } => {
                let gone = self.delete(&secret, now).await;
                let is_gone = matches!(gone, Ok(true));
                let _ = reply.send(gone.map(|_| ()));
                return is_gone;
            }
            GameRequest::Sweep { reply } => {
                let gone = self.sweep(now).await;
                let is_gone = matches!(gone, Ok(true));
                let _ = reply.send(gone.map(|_| ()));
                return is_gone;
            }
        }
        false
    }

    async fn act(&mut self, you: Option<You>, command: ClientCommand, moment: Moment) -> Result<ToClient, ApiError> {
        if !command.is_question() {
            self.flag(moment.at).await?;
        }
        let again = match self.game.act(you, command, &self.presence, moment)? {
            Act::Reply(message) => return Ok(*message),
            Act::Again => true,
            Act::Change(transition) => self.commit(*transition).await.map(|()| false)?,
            Act::Rematch(player) => {
                let transition = self.game.rematch(player, secrets::new_id()?, moment);
                self.commit(transition).await.map(|()| false)?
            }
        };
        Ok(ToClient::Ok { version: self.game.version, re: None, again })
    }

    async fn join(&mut self, secret: Hash, name: Option<String>, now: Instant) -> Result<Player, ApiError> {
        if let Some(player) = self.game.seat_of(&secret) {
            return Ok(player);
        }
        let (player, transition) = self.game.join(secret, name, Moment::of(now))?;
        self.presence.sit_down(player, now);
        self.commit(transition).await?;
        Ok(player)
    }

    async fn give_code(&mut self, secret: &Hash, hash: Hash, expires_at: i64) -> Result<(), ApiError> {
        let change = self.game.give_code(secret, hash, expires_at)?;
        Ok(self.store.write(vec![change]).await?)
    }

    async fn move_seat(&mut self, code: Hash, side: Player, secret: Hash, now: Instant) -> Result<(), ApiError> {
        let transition = self.game.move_seat(code, side, secret, Moment::of(now))?;
        let moved = self.commit(transition).await;
        moved.map_err(|error| if error.code == ErrorCode::WrongPly { ErrorCode::CodeUnknown.into() } else { error })
    }

    /// Returns whether the whole game is gone.
    async fn delete(&mut self, secret: &Hash, now: Instant) -> Result<bool, ApiError> {
        match self.game.delete(secret, Moment::of(now))? {
            Some(transition) => self.commit(transition).await.map(|()| false),
            None => self.erase().await.map(|()| true),
        }
    }

    /// Returns whether the whole game is gone.
    async fn sweep(&mut self, now: Instant) -> Result<bool, ApiError> {
        let Some(turn) = self.game.table.to_move().filter(|_| self.presence.is_empty()) else { return Ok(false) };
        match self.game.sweep(turn, Moment::of(now)) {
            Some(transition) => self.commit(transition).await.map(|()| false),
            None => self.erase().await.map(|()| true),
        }
    }

    async fn erase(&self) -> Result<(), ApiError> {
        self.store.write(vec![Change::Delete { game: self.game.no }]).await?;
        let _ = self.events.send(Event::Gone);
        Ok(())
    }

    /// Ends the game if the time of the side to move is up. Returns whether it did.
    async fn flag(&mut self, at: Instant) -> Result<bool, ApiError> {
        match self.game.flag(Moment::of(at)) {
            Some(transition) => self.commit(transition).await.map(|()| true),
            None => Ok(false),
        }
    }

    /// Writes a change, lets it count and announces it. What cannot be written did not happen.
    async fn commit(&mut self, transition: Transition) -> Result<(), ApiError> {
        let Transition { next, changes, cause, from } = transition;
        if let Err(error) = self.store.write(changes).await {
            self.compare_with_store(next).await;
            return Err(match error {
                StoreError::Conflict => ErrorCode::WrongPly.into(),
                error => {
                    self.retry_at = Some(Instant::now() + RETRY_AFTER);
                    error.into()
                }
            });
        }
        self.game = next;
        self.log.push_back((self.game.version, from));
        if self.log.len() > LOG_MAX {
            self.log.pop_front();
        }
        self.announce(cause, from);
        Ok(())
    }

    /// After a write that failed: goes on with the state that the store has. Usually that is the one in memory, whose clock runs on; a
    /// failure gives no time back.
    async fn compare_with_store(&mut self, next: Game) {
        match self.store.load(&self.game.id).await {
            Ok(Some(row)) if row.version == self.game.version => {}
            // The change was written, though the store said otherwise.
            Ok(Some(row)) if row.version == next.version && row.moves.len() == next.plies() => self.game = next,
            Ok(_) => self.is_lost = true,
            Err(error) => {
                tracing::error!(game = self.game.id, %error, "the game cannot be read again");
                self.is_lost = true;
            }
        }
    }

    fn watch(&mut self, you: Option<You>, since: Option<u64>, now: Instant) -> Subscription {
        self.presence.arrive(you);
        if self.game.table.to_move().zip(you).is_some_and(|(turn, you)| you.holds(turn)) {
            self.resume(now);
        }
        self.presence_changed(now);
        // Subscribed after that announcement, so that a client is not told of its own arrival.
        let events = self.events.subscribe();
        Subscription { you, first: self.missed(you, since, now), events }
    }

    fn leave(&mut self, you: Option<You>, now: Instant) {
        self.presence.leave(you, now);
        self.presence_changed(now);
    }

    /// What a client has missed that has seen everything up to a version; the whole state if that is too long ago.
    fn missed(&self, you: Option<You>, since: Option<u64>, now: Instant) -> Snapshot {
        let version = self.game.version;
        let known = since.filter(|since| *since == version || self.log.iter().any(|(version, _)| *version == since + 1));
        let message = match known {
            Some(since) => {
                let missed = self.log.iter().filter(|(version, _)| *version > since).map(|(_, from)| *from);
                let from = missed.min().unwrap_or(self.game.plies()).min(self.game.plies());
                self.update(Cause::new(CauseKind::CatchUp), from, now)
            }
            None => ToClient::State(Box::new(self.game.state(you, &self.presence, now))),
        };
        self.snapshot(&message)
    }

    fn snapshot(&self, message: &ToClient) -> Snapshot {
        let position = Arc::from(self.game.record().position().boxed_clone());
        let (turn, ply) = (self.game.table.to_move(), self.game.plies());
        Snapshot { version: self.game.version, text: message.to_json().into(), turn, ply, position }
    }

    fn update(&self, cause: Cause, from: usize, now: Instant) -> ToClient {
        let list = self.game.record().moves().iter().skip(from).cloned().collect();
        let moves = MoveListChange { from, list };
        ToClient::Update { version: self.game.version, cause, moves, now: Box::new(self.game.now(&self.presence, now)) }
    }

    /// Announces the latest change. The clocks are as of now: writing it may have taken a while.
    fn announce(&self, cause: Cause, from: usize) {
        if self.events.receiver_count() > 0 {
            let _ = self.events.send(Event::Update(self.snapshot(&self.update(cause, from, Instant::now()))));
        }
    }

    fn presence_changed(&mut self, now: Instant) {
        if self.presence.changed(now) {
            self.tell_presence(now);
        }
    }

    fn tell_presence(&mut self, now: Instant) {
        let has_listeners = self.events.receiver_count() > 0;
        self.presence.told(has_listeners.then_some(now));
        if !has_listeners {
            return;
        }
        let presence = ToClient::Presence {
            version: self.game.version,
            here: Player::BOTH.map(|player| self.game.is_here(player, &self.presence)),
            spectators: self.presence.spectators(),
            claim_ms: self.game.claim_left(&self.presence, now).map(|(_, left)| millis(left)),
        };
        let _ = self.events.send(Event::Presence { text: presence.to_json().into() });
    }

    /// Requests a bot's move, if it is a bot's turn. Two bots play only while a spectator watches.
    fn wake_bot(&mut self) {
        let Some(turn) = self.game.table.to_move() else { return };
        let Who::Bot(bot) = self.game.who[turn.index()] else { return };
        let only_bots = self.game.who.iter().all(Who::is_bot);
        let is_waiting = self.thinking.is_some() || self.retry_at.is_some() || !self.game.has_started();
        if is_waiting || (only_bots && self.presence.spectators() == 0) {
            return;
        }
        let (reply, mv) = oneshot::channel();
        self.thinking = Some(Thinking { version: self.game.version, mv });
        let (jobs, job) = (Arc::clone(&self.jobs), Job::BotMove { bot, record: self.game.record().clone() });
        let pace = if only_bots { PACE } else { Duration::ZERO };
        tokio::spawn(async move {
            let started = Instant::now();
            let mv = jobs.bot_move(job).await;
            tokio::time::sleep(pace.saturating_sub(started.elapsed())).await;
            let _ = reply.send(mv);
        });
    }

    async fn bot_move(&mut self, mv: Option<String>) {
        let now = Instant::now();
        let version = self.thinking.take().map(|thinking| thinking.version);
        // The answer to an earlier question is of no use, nor is one that comes too late.
        if version != Some(self.game.version) || !matches!(self.flag(now).await, Ok(false)) {
            return;
        }
        let Some(mv) = mv else {
            self.retry_at = Some(now + RETRY_AFTER);
            return;
        };
        let played = match self.game.make_move(&mv, Moment::of(now)) {
            Ok(transition) => self.commit(transition).await,
            Err(error) => Err(error),
        };
        if let Err(error) = played
            && error.code != ErrorCode::Storage
        {
            tracing::error!(game = self.game.id, mv, code = error.code(), "a bot's move was refused");
            self.retry_at = Some(now + RETRY_AFTER);
        }
    }
}
