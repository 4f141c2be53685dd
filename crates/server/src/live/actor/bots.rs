//! The moves of bots: requested from the worker pool, held back so that people see their own move first, and
//! played like any other.

use std::time::{Duration, Instant};

use games::Player;
use table::Clocks;
use tokio::sync::oneshot;

use super::super::request::Event;
use super::super::{Moment, Who};
use super::{Actor, RETRY_AFTER};
use crate::error::ErrorCode;
use crate::jobs::{Audience, BotAnswer, BotMoveJob};
use crate::wire::ToClient;

/// The least time between the moves of two bots, so that people can watch.
const PACE: Duration = Duration::from_millis(900);
/// A bot does not hold its move back when a clock shows less than this.
const HURRY: Duration = Duration::from_secs(10);

/// A bot chooses its move for this version of the game.
#[derive(Debug)]
pub(super) struct Thinking {
    version: u64,
    /// Notified when a worker begins; `None` once it has.
    started: Option<oneshot::Receiver<()>>,
    answer: oneshot::Receiver<Option<BotAnswer>>,
}

pub(super) enum Thought {
    Started,
    Answer(Option<BotAnswer>),
}

impl Thinking {
    /// Waits until a worker begins, then for the answer; for ever if no bot is thinking.
    pub(super) async fn next(thinking: &mut Option<Self>) -> Thought {
        let Some(thinking) = thinking else { return std::future::pending().await };
        if let Some(started) = &mut thinking.started {
            let _ = started.await;
            thinking.started = None;
            return Thought::Started;
        }
        Thought::Answer((&mut thinking.answer).await.ok().flatten())
    }
}

impl Actor {
    /// Requests a bot's move, if it is a bot's turn. Two bots play only while a spectator watches.
    pub(super) fn wake_bot(&mut self) {
        let Some(turn) = self.game.table.to_move() else { return };
        let who = &self.game.who[turn.index()];
        let Some(bot) = who.bot() else { return };
        // A bot that has warned waits for what the person does about it.
        if self.game.teaching.warning.is_some() {
            return;
        }
        let teaches = who.teaches() && self.game.teaching.insisted != Some(self.game.plies());
        // A search for a position that is no longer there is given up.
        let version = self.game.version;
        self.thinking.take_if(|thinking| thinking.version != version);
        let only_bots = self.game.who.iter().all(Who::is_bot);
        let is_waiting = self.thinking.is_some() || self.retry_at.is_some() || !self.game.has_started();
        if is_waiting {
            return;
        }
        let now = Instant::now();
        if only_bots && self.presence.spectators() == 0 {
            // No search runs, so no clock does.
            self.game.table.stop_clocks(now);
            return;
        }
        // Jobs are counted by the address of the client that they are for; before one has come, none is
        // requested.
        let Some(address) = self.address else { return };
        let audience = if only_bots { Audience::Spectators } else { Audience::Person };
        let job = BotMoveJob {
            game: self.game.id.clone(),
            version,
            bot,
            teaches,
            record: self.game.record().clone(),
        };
        let mut ticket = self.services.jobs.submit(job, address, audience);
        let is_waiting = ticket.is_waiting();
        let (start, started) = oneshot::channel();
        let (mut reply, answer) = oneshot::channel();
        self.thinking = Some(Thinking { version, started: is_waiting.then_some(started), answer });
        // Neither the time in the queue nor that of the write before is the bot's.
        self.game.table.forgive(Duration::MAX, now);
        if is_waiting {
            self.game.table.stop_clocks(now);
        } else if self.game.plies() > 0 {
            self.game.table.start_clocks(now);
        }
        let not_before = if only_bots { Some(now + PACE) } else { self.answer_at(now) };
        tokio::spawn(async move {
            let answer = async move {
                if is_waiting {
                    ticket.started().await;
                    let _ = start.send(());
                }
                let answer = ticket.output().await.flatten();
                if let Some(not_before) = not_before {
                    tokio::time::sleep_until(not_before.into()).await;
                }
                answer
            };
            // When the search is given up, the ticket is dropped, and with it a job that still waits.
            let answer = tokio::select! { () = reply.closed() => return, answer = answer => answer };
            let _ = reply.send(answer);
        });
    }

    /// Returns when a bot's answer may be played, so that a person sees their own move first; `None` when a
    /// clock is short.
    fn answer_at(&mut self, now: Instant) -> Option<Instant> {
        let is_answer = std::mem::take(&mut self.person_has_moved);
        let is_short =
            |clocks: &Clocks| Player::BOTH.into_iter().any(|player| clocks.left(player, now) < HURRY);
        (is_answer && !self.game.table.clocks().is_some_and(is_short)).then(|| now + self.services.bot_delay)
    }

    /// A worker has begun with the bot's move: now its clock runs.
    pub(super) fn bot_started(&mut self) {
        if self.thinking.as_ref().map(|thinking| thinking.version) != Some(self.game.version)
            || self.game.plies() == 0
        {
            return;
        }
        let now = Instant::now();
        self.game.table.start_clocks(now);
        if let Some(clocks) = self.game.clocks(now) {
            let text = ToClient::Clocks { version: self.game.version, clocks }.to_json().into();
            let _ = self.events.send(Event::Clocks { text });
        }
    }

    pub(super) async fn bot_answer(&mut self, answer: Option<BotAnswer>) {
        let now = Instant::now();
        let version = self.thinking.take().map(|thinking| thinking.version);
        // The answer to an earlier question is of no use, nor is one that comes too late.
        if version != Some(self.game.version) || !matches!(self.flag(now).await, Ok(false)) {
            return;
        }
        let mv = match answer {
            Some(BotAnswer::Move(mv)) => mv,
            Some(BotAnswer::Warning(warning)) => {
                let transition = self.game.warn(warning, Moment::of(now));
                // What is not written was not said, and is found again after the retry.
                let _ = self.commit(transition).await;
                return;
            }
            None => {
                self.game.table.stop_clocks(now);
                self.retry_at = Some(now + RETRY_AFTER);
                return;
            }
        };
        let played = match self.game.make_move(&mv, Moment::of(now)) {
            Ok(transition) => self.commit(transition).await,
            Err(error) => Err(error),
        };
        if played.is_ok() {
            self.services.metrics.moved(now.elapsed());
        }
        if let Err(error) = played {
            // What the bot has to do again is not on its time.
            self.game.table.stop_clocks(now);
            self.retry_at = Some(now + RETRY_AFTER);
            if error.code != ErrorCode::Storage {
                tracing::error!(game = self.game.id, mv, code = error.code(), "a bot's move was refused");
            }
        }
    }
}
