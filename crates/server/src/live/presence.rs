//! The clients connected to a game, and since when a player is absent.

use std::time::{Duration, Instant};

use games::Player;

use crate::wire::You;

/// Throttles presence messages: n arrivals would otherwise cost O(n^2) messages.
const PRESENCE_EVERY: Duration = Duration::from_millis(250);

#[derive(Clone, Debug)]
pub struct Presence {
    players: [u32; 2],
    spectators: u32,
    away_since: [Option<Instant>; 2],
    /// When presence was last announced, and when it is due to be announced next.
    told_at: Option<Instant>,
    tell_at: Option<Instant>,
}

impl Presence {
    pub fn new(now: Instant) -> Self {
        Self { players: [0; 2], spectators: 0, away_since: [Some(now); 2], told_at: None, tell_at: None }
    }

    pub fn spectators(&self) -> u32 {
        self.spectators
    }

    pub fn is_connected(&self, player: Player) -> bool {
        self.players[player.index()] > 0
    }

    /// Returns whether no client is connected at all.
    pub fn is_empty(&self) -> bool {
        self.spectators == 0 && self.players == [0; 2]
    }

    /// Returns since when a player has had no connection.
    pub fn away_since(&self, player: Player) -> Option<Instant> {
        self.away_since[player.index()].filter(|_| !self.is_connected(player))
    }

    pub fn arrive(&mut self, you: Option<You>) {
        let Some(you) = you else {
            self.spectators += 1;
            return;
        };
        for player in Player::BOTH.into_iter().filter(|player| you.holds(*player)) {
            self.players[player.index()] += 1;
            self.away_since[player.index()] = None;
        }
    }

    pub fn leave(&mut self, you: Option<You>, now: Instant) {
        let Some(you) = you else {
            self.spectators = self.spectators.saturating_sub(1);
            return;
        };
        for player in Player::BOTH.into_iter().filter(|player| you.holds(*player)) {
            let connections = &mut self.players[player.index()];
            *connections = connections.saturating_sub(1);
            if *connections == 0 {
                self.away_since[player.index()] = Some(now);
            }
        }
    }

    /// A player has just taken a seat, and connects later.
    pub fn sit_down(&mut self, player: Player, now: Instant) {
        self.away_since[player.index()] = Some(now);
    }

    /// Schedules an announcement of a change. Returns whether it is due at once.
    pub fn changed(&mut self, now: Instant) -> bool {
        let at = self.told_at.map_or(now, |told_at| told_at + PRESENCE_EVERY);
        self.tell_at = Some(at);
        at <= now
    }

    /// Returns when the next announcement is due.
    pub fn tell_at(&self) -> Option<Instant> {
        self.tell_at
    }

    /// The announcement was made at `at`; `None` if no client was there to read it.
    pub fn told(&mut self, at: Option<Instant>) {
        self.tell_at = None;
        self.told_at = at.or(self.told_at);
    }
}
