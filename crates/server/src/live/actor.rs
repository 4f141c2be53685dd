//! The task of a live game: takes one request after the other, so that no two things happen in a game at
//! once. It ends when the game has been idle for a while; its channel is closed then, and the next request
//! loads the game again. `bots` requests and plays the moves of bots, `seats` has what concerns those who
//! play, `tell` says what those who watch are sent.

mod bots;
mod seats;
mod tell;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use games::Player;
use tokio::sync::{broadcast, mpsc};

use self::bots::{Thinking, Thought};
use super::acts::{Act, Transition};
use super::lag::Lag;
use super::presence::Presence;
use super::request::{Event, GameRequest, ReplySender};
use super::{EVENTS_MAX, LOG_MAX, LiveGame, Moment, Who};
use crate::error::{ApiError, ErrorCode};
use crate::jobs::Jobs;
use crate::metrics::Metrics;
use crate::news::News;
use crate::node::Node;
use crate::secrets;
use crate::store::{Change, ChangeSet, Store, StoreError};
use crate::wire::{ClientCommand, ToClient, You};

/// How long bots and flags wait after a failure of the store.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// What all games share.
#[derive(Clone, Debug)]
pub struct Services {
    pub store: Arc<Store>,
    pub jobs: Arc<Jobs>,
    pub metrics: Arc<Metrics>,
    pub news: Arc<News>,
    /// This server among others, if they share the store.
    pub node: Option<Arc<Node>>,
    /// How long a game that no client watches stays in memory.
    pub unload_after: Duration,
    /// How long after a person's move a bot's answer is played.
    pub bot_delay: Duration,
}

#[derive(Debug)]
pub struct Actor {
    game: LiveGame,
    presence: Presence,
    services: Services,
    /// The term of the node's lease in which the game was claimed.
    term: u64,
    /// How long the network takes to each player.
    lag: [Lag; 2],
    /// The address of the client that bots think for.
    address: Option<IpAddr>,
    /// The latest versions, each with the number of moves that it left as they were.
    log: VecDeque<(u64, usize)>,
    thinking: Option<Thinking>,
    /// How many want the game to stay in memory.
    pins: usize,
    /// The latest change is a person's move, which a bot is to answer.
    person_has_moved: bool,
    /// A clock was set going or stopped, and the store does not know.
    clock_is_unsaved: bool,
    /// Until when only requests of clients are written: the store has failed.
    retry_at: Option<Instant>,
    events: broadcast::Sender<Event>,
    /// Memory and store may differ: the game must be loaded again.
    is_lost: bool,
    /// Another writer has changed or taken the game: nothing of its state here may be sent any more.
    is_fenced: bool,
}

async fn sleep_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}

impl Actor {
    pub fn new(game: LiveGame, services: Services, term: u64, now: Instant) -> Self {
        Self {
            game,
            presence: Presence::new(now),
            services,
            term,
            lag: Default::default(),
            address: None,
            person_has_moved: false,
            clock_is_unsaved: false,
            log: VecDeque::new(),
            thinking: None,
            pins: 0,
            retry_at: None,
            events: broadcast::channel(EVENTS_MAX).0,
            is_lost: false,
            is_fenced: false,
        }
    }

    /// Serves requests until the game is idle, gone, or has to be loaded again.
    pub async fn run(mut self, mut requests: mpsc::Receiver<GameRequest>) {
        let mut idle_since = Instant::now();
        let (node, term) = (self.services.node.clone(), self.term);
        let lapsed = async move {
            match node {
                Some(node) => node.end_of(term).await,
                None => std::future::pending().await,
            }
        };
        tokio::pin!(lapsed);
        // A clock may have run out while the game was not in memory.
        self.on_time(idle_since).await;
        while !self.is_lost && !self.is_fenced {
            self.wake_bot();
            if self.is_busy() {
                idle_since = Instant::now();
            }
            let idle_at = (!self.is_busy()).then(|| idle_since + self.services.unload_after);
            let deadline = [self.deadline(), idle_at].into_iter().flatten().min();
            tokio::select! {
                biased;
                () = &mut lapsed => return,
                request = requests.recv() => {
                    let Some(request) = request else { return };
                    if self.handle(request).await {
                        return;
                    }
                }
                thought = Thinking::next(&mut self.thinking) => match thought {
                    Thought::Started => self.bot_started(),
                    Thought::Answer(answer) => self.bot_answer(answer).await,
                },
                () = sleep_until(deadline) => {
                    let now = Instant::now();
                    self.on_time(now).await;
                    // A request that is in the channel already is dropped with it, and its sender asks again.
                    if idle_at.is_some_and(|idle_at| idle_at <= now) && requests.is_empty() {
                        requests.close();
                        return self.release().await;
                    }
                }
            }
        }
    }

    /// Lets any node have the game.
    async fn release(self) {
        if self.services.node.is_some() && !self.is_fenced {
            let release = Change::Release { game: self.game.no, epoch: self.game.epoch };
            // Whatever comes of it: this node answers for the game until it is dead or another one asks.
            let _ = self.services.store.write(release).await;
        }
    }

    /// Finds out whether the node still has the right to answer for the game.
    fn check_lease(&mut self) {
        self.is_fenced |= self.services.node.as_ref().is_some_and(|node| !node.holds(self.term));
    }

    /// Returns whether the game has to stay in memory: a client is connected, a bot thinks, something else
    /// wants it, or the store does not know how the clock stands.
    fn is_busy(&self) -> bool {
        self.pins > 0 || !self.presence.is_empty() || self.thinking.is_some() || self.clock_is_unsaved
    }

    /// The moment of something that happened at `at`, with the lag of the side to move.
    fn moment(&self, at: Instant) -> Moment {
        let turn = self.game.table.to_move();
        let elapsed = self.game.table.clocks().map_or(Duration::ZERO, |clocks| clocks.elapsed(at));
        let lag = turn.map_or(Duration::ZERO, |turn| self.lag[turn.index()].allowance());
        Moment { lag: lag.min(elapsed), ..Moment::of(at) }
    }

    /// Returns when something is due without a request.
    fn deadline(&self) -> Option<Instant> {
        let lag = self.game.table.to_move().map_or(Duration::ZERO, |turn| self.lag[turn.index()].allowance());
        let flag = self.game.table.clocks().and_then(|clocks| clocks.deadline()?.checked_add(lag));
        let written = self.retry_at.or_else(|| [flag, self.game.grace_until].into_iter().flatten().min());
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
        if self.game.grace_until.is_some_and(|at| at <= now) || self.clock_is_unsaved {
            self.resume(now).await;
        }
        // Only the store can refuse this; the flag is tried again when `retry_at` has passed.
        let _ = self.flag(now).await;
    }

    /// Lets a clock run again that waited for its player after a restart, and writes that it does: else the
    /// game, once unloaded, would wait again.
    async fn resume(&mut self, now: Instant) {
        if !self.game.resume(now) && !self.clock_is_unsaved {
            return;
        }
        let change = Change::Clock { game: self.game.no, deadline: self.game.deadline(Moment::of(now)) };
        self.clock_is_unsaved = self.write_beside(change).await.is_err();
        if self.clock_is_unsaved {
            self.retry_at = Some(Instant::now() + RETRY_AFTER);
        }
    }

    /// As [`Self::resume`], if the client has the side to move. The other side must not be able to start a
    /// clock.
    async fn resume_by(&mut self, you: Option<You>, now: Instant) {
        if self.game.table.to_move().zip(you).is_some_and(|(turn, you)| you.holds(turn)) {
            self.resume(now).await;
        }
    }

    /// Handles a request. Returns whether the game is gone.
    async fn handle(&mut self, request: GameRequest) -> bool {
        let now = Instant::now();
        self.check_lease();
        if self.is_fenced {
            return false;
        }
        match request {
            GameRequest::Watch { secret, since, address, reply } => {
                let you = self.game.you(secret.as_ref());
                if you.is_some() || self.game.who.iter().all(Who::is_bot) {
                    self.address = Some(address);
                }
                self.resume_by(you, now).await;
                // Before the snapshot, which then shows a clock that runs.
                self.wake_bot();
                self.check_lease();
                // A client that disconnected meanwhile has left.
                if !self.is_fenced
                    && let Err(Ok(subscription)) = reply.send(Ok(self.watch(you, since, now)))
                {
                    self.leave(subscription.you, now);
                }
            }
            GameRequest::Leave { you } => self.leave(you, now),
            GameRequest::RoundTrip { you, time } => {
                for player in Player::BOTH.into_iter().filter(|player| you.holds(*player)) {
                    self.lag[player.index()].measured(time);
                }
            }
            GameRequest::CatchUp { you, since, reply } => {
                let _ = reply.send(Ok(self.missed(you, Some(since), now)));
            }
            GameRequest::Act { secret, command, id, at, reply } => {
                let you = self.game.you(secret.as_ref());
                self.resume_by(you, at).await;
                let answer = self.act(you, command, self.moment(at)).await;
                let is_gone = matches!(answer, Ok(None));
                if let Err(error) = &answer {
                    self.services.metrics.refused(error.code);
                }
                let done = ToClient::Ok { version: self.game.version, re: None, again: false };
                let mut message = answer.map_or_else(
                    |error| ToClient::refused(&error, self.game.version),
                    |said| said.unwrap_or(done),
                );
                message.answer(id);
                self.reply(reply, Ok(message.to_json()));
                if is_gone {
                    let _ = self.events.send(Event::Gone);
                }
                return is_gone;
            }
            GameRequest::Look { secret, reply } => {
                let _ = reply.send(Ok(Box::new(self.game.look(
                    secret.as_ref(),
                    &self.presence,
                    Moment::of(now),
                ))));
            }
            GameRequest::Join { secret, name, reply } => {
                let joined = self.join(secret, name, now).await;
                self.reply(reply, joined);
            }
            GameRequest::Code { secret, hash, expires_at, reply } => {
                let given = self.give_code(&secret, hash, expires_at).await;
                self.reply(reply, given);
            }
            GameRequest::MoveSeat { code, side, secret, reply } => {
                let moved = self.move_seat(code, side, secret, now).await;
                self.reply(reply, moved);
            }
            GameRequest::Keep { reply } => {
                let kept = self.keep(now).await;
                self.reply(reply, kept);
            }
            GameRequest::Delete { secret, reply } => {
                let gone = self.delete(&secret, now).await;
                let is_gone = matches!(gone, Ok(true));
                self.reply(reply, gone.map(|_| ()));
                return is_gone;
            }
            GameRequest::Pin { reply } => {
                self.pins += 1;
                self.reply(reply, Ok(()));
            }
            GameRequest::Unpin => self.pins = self.pins.saturating_sub(1),
            #[cfg(test)]
            GameRequest::Panic => panic!("as a test wants"),
            GameRequest::Sweep { reply } => {
                let gone = self.sweep(now).await;
                let is_gone = matches!(gone, Ok(true));
                self.reply(reply, gone.map(|_| ()));
                return is_gone;
            }
        }
        false
    }

    /// Answers a request. One that found the game fenced gets no answer: its sender asks again, and so asks
    /// the game as it is loaded anew.
    fn reply<T>(&mut self, reply: ReplySender<T>, answer: Result<T, ApiError>) {
        self.check_lease();
        if !self.is_fenced {
            let _ = reply.send(answer);
        }
    }

    /// Writes changes. Without a lease nobody waits for what comes of them: what was written is fenced, and
    /// whoever has the game next has read it.
    async fn write(&self, set: ChangeSet) -> Result<(), StoreError> {
        tokio::select! {
            biased;
            written = self.services.store.write(set) => written,
            () = self.lease_end() => Err(StoreError::Fenced),
        }
    }

    /// Waits until the node's right to answer for the game has ended.
    async fn lease_end(&self) {
        match &self.services.node {
            Some(node) => node.end_of(self.term).await,
            None => std::future::pending().await,
        }
    }

    /// Writes what is no new version of the game.
    async fn write_beside(&mut self, change: Change) -> Result<(), StoreError> {
        let fence = self.game.fence(self.game.version);
        let written = self.write(ChangeSet::fenced(fence, vec![change])).await;
        self.is_fenced |= matches!(written, Err(StoreError::Fenced));
        written
    }

    /// Does what a client commands. Returns the answer; `None` if the game is gone.
    async fn act(
        &mut self,
        you: Option<You>,
        command: ClientCommand,
        moment: Moment,
    ) -> Result<Option<ToClient>, ApiError> {
        if !command.is_question() {
            self.flag(moment.at).await?;
        }
        let mover = self.game.table.to_move().filter(|_| matches!(command, ClientCommand::Move { .. }));
        let again = match self.game.act(you, command, &self.presence, moment)? {
            Act::Reply(message) => return Ok(Some(*message)),
            Act::Again => true,
            Act::CallOff => return self.erase().await.map(|()| None),
            Act::Change(transition) => {
                self.person_has_moved = mover.is_some();
                self.commit(*transition).await?;
                if let Some(mover) = mover {
                    self.lag[mover.index()].spend(moment.lag);
                    self.services.metrics.moved(moment.at.elapsed());
                }
                false
            }
            Act::Rematch(player) => {
                let transition = self.game.rematch(player, secrets::new_id()?, moment);
                self.commit(transition).await.map(|()| false)?
            }
        };
        Ok(Some(ToClient::Ok { version: self.game.version, re: None, again }))
    }

    /// Ends the game if the time of the side to move is up. Returns whether it did.
    async fn flag(&mut self, at: Instant) -> Result<bool, ApiError> {
        match self.game.flag(self.moment(at)) {
            Some(transition) => self.commit(transition).await.map(|()| true),
            None => Ok(false),
        }
    }

    /// Writes a change, lets it count and announces it. What cannot be written did not happen.
    async fn commit(&mut self, transition: Transition) -> Result<(), ApiError> {
        let Transition { next, changes, cause, from } = transition;
        let set = ChangeSet::fenced(self.game.fence(next.version), changes);
        if let Err(error) = self.write(set).await {
            if matches!(error, StoreError::Fenced) {
                self.is_fenced = true;
                return Err(error.into());
            }
            self.compare_with_store().await;
            return Err(match error {
                StoreError::Conflict => ErrorCode::WrongPly.into(),
                error => {
                    self.retry_at = Some(Instant::now() + RETRY_AFTER);
                    error.into()
                }
            });
        }
        self.check_lease();
        if self.is_fenced {
            // It is written, and the node that has the game now announces it.
            return Err(ErrorCode::Busy.into());
        }
        if next.who != self.game.who {
            // Whoever gave a seat away has another list now.
            self.tell_lists();
        }
        self.game = next;
        self.tell_lists();
        self.clock_is_unsaved = false;
        self.log.push_back((self.game.version, from));
        if self.log.len() > LOG_MAX {
            self.log.pop_front();
        }
        // First, so that what is announced says whether the bot's clock runs.
        self.wake_bot();
        self.announce(cause, from);
        Ok(())
    }

    /// After a write that failed: goes on if the store has the state that is in memory, whose clock runs on;
    /// a failure gives no time back. Otherwise the game is loaded again, and its clients, whose events end,
    /// connect again and get what the store has. That is so for a change too that was written though the
    /// store reported an error: only a new read shows it.
    async fn compare_with_store(&mut self) {
        // Boxed: every game has room for this in its task, and hardly ever needs it.
        let load = Box::pin(self.services.store.load(&self.game.id));
        let loaded = tokio::select! {
            loaded = load => loaded,
            () = self.lease_end() => Ok(None),
        };
        match loaded {
            Ok(Some(row)) if (row.version, row.epoch) == (self.game.version, self.game.epoch) => {}
            Ok(_) => self.is_lost = true,
            Err(error) => {
                tracing::error!(game = self.game.id, %error, "the game cannot be read again");
                self.is_lost = true;
            }
        }
    }
}
