//! What those who watch a game are sent: the state when they come, changes, and who else is there.

use std::sync::Arc;
use std::time::Instant;

use games::Player;

use super::super::request::{Event, Snapshot, Subscription};
use super::super::{Moment, millis};
use super::Actor;
use crate::wire::{Cause, CauseKind, MoveListChange, ToClient, You};

impl Actor {
    pub(super) fn watch(&mut self, you: Option<You>, since: Option<u64>, now: Instant) -> Subscription {
        self.presence.arrive(you);
        self.presence_changed(now);
        // Subscribed after that announcement, so that a client gets no event about its own arrival.
        let events = self.events.subscribe();
        Subscription { you, first: self.missed(you, since, now), events }
    }

    pub(super) fn leave(&mut self, you: Option<You>, now: Instant) {
        self.presence.leave(you, now);
        self.presence_changed(now);
    }

    /// What a client has missed that has seen everything up to a version; the whole state if that is too long
    /// ago.
    pub(super) fn missed(&self, you: Option<You>, since: Option<u64>, now: Instant) -> Snapshot {
        let version = self.game.version;
        let known = since
            .filter(|since| *since == version || self.log.iter().any(|(version, _)| *version == since + 1));
        let message = match known {
            Some(since) => {
                let missed = self.log.iter().filter(|(version, _)| *version > since).map(|(_, from)| *from);
                let from = missed.min().unwrap_or(self.game.plies()).min(self.game.plies());
                self.update(Cause::new(CauseKind::CatchUp), from, now)
            }
            None => ToClient::State(Box::new(self.game.state(you, &self.presence, Moment::of(now)))),
        };
        self.snapshot(&message)
    }

    fn snapshot(&self, message: &ToClient) -> Snapshot {
        let position = Arc::from(self.game.record().position().boxed_clone());
        let (turn, ply) = (self.game.table.to_move(), self.game.plies());
        Snapshot {
            version: self.game.version,
            text: message.to_json().into(),
            turn,
            has_clock: self.game.clock.is_some(),
            ply,
            position,
        }
    }

    fn update(&self, cause: Cause, from: usize, now: Instant) -> ToClient {
        let list = self.game.record().moves().iter().skip(from).cloned().collect();
        let moves = MoveListChange { from, list };
        ToClient::Update {
            version: self.game.version,
            cause,
            moves,
            now: Box::new(self.game.now(&self.presence, Moment::of(now))),
        }
    }

    /// Announces the latest change. The clocks are as of now: writing it may have taken a while.
    pub(super) fn announce(&self, cause: Cause, from: usize) {
        if self.events.receiver_count() > 0 {
            let _ = self.events.send(Event::Update(self.snapshot(&self.update(cause, from, Instant::now()))));
        }
    }

    /// Tells the lists of those who play that something in the game has changed.
    pub(super) fn tell_lists(&self) {
        for secret in self.game.who.iter().filter_map(|who| who.secret()) {
            self.services.news.tell(secret);
        }
    }

    fn presence_changed(&mut self, now: Instant) {
        if self.presence.changed(now) {
            self.tell_presence(now);
        }
    }

    pub(super) fn tell_presence(&mut self, now: Instant) {
        let has_listeners = self.events.receiver_count() > 0;
        self.presence.told(has_listeners.then_some(now));
        if !has_listeners {
            return;
        }
        let claim = self.game.claim(&self.presence, Moment::of(now));
        let presence = ToClient::Presence {
            version: self.game.version,
            here: Player::BOTH.map(|player| self.game.is_here(player, &self.presence)),
            spectators: self.presence.spectators(),
            claim_ms: claim.map(|claim| millis(claim.left)),
            claim_kind: claim.map(|claim| claim.kind),
        };
        let _ = self.events.send(Event::Presence { text: presence.to_json().into() });
    }
}
