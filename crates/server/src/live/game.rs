//! A game as the store holds it: a table with two seats, a version, and what was offered. Plain data, without IO.

use std::time::{Duration, Instant};

use games::record::Closing;
use games::text::{self, Labels};
use games::{AnyPosition, Player, Record};
use table::{Clocks, Table, TimeControl};

use super::presence::Presence;
use super::request::Look;
use super::{Offers, Who, millis};
use crate::secrets::{self, Hash};
use crate::store::{GameRow, StoreError};
use crate::wire::{Clock, ClocksView, GameView, LastView, Now, PictureView, SideView, State, Text, You};

#[derive(Clone, Debug)]
pub struct Game {
    pub(super) no: i64,
    pub(super) id: String,
    pub(super) created_at: i64,
    pub(super) clock: Option<Clock>,
    pub(super) table: Table,
    pub(super) who: [Who; 2],
    pub(super) version: u64,
    pub(super) offers: Offers,
    pub(super) next: Option<String>,
    /// How long a player must be away before the other side may claim the game.
    pub(super) claim_after: Duration,
}

impl Game {
    /// Restores the game from its row. Its clocks stand still.
    ///
    /// # Errors
    /// When the row is no game: unknown rules, an illegal move.
    pub fn restore(row: GameRow, claim_after: Duration) -> Result<Self, StoreError> {
        let broken = |what: &dyn std::fmt::Display| StoreError::Failed(format!("the game {} cannot be read: {what}", row.id));
        let game = games::find(&row.rules).ok_or_else(|| broken(&"there are no such rules"))?;
        let start = (game.read)(&row.start).map_err(|error| broken(&error))?;
        let mut record = Record::from_position(game, start);
        for played in &row.moves {
            record.play(&played.mv).map_err(|error| broken(&error))?;
        }
        if let Some(word) = &row.closing {
            record.close(closing_of(word).ok_or_else(|| broken(&"it ended in no known way"))?);
        }
        let [first, second] = &row.seats;
        let who = [
            Who::of(first).ok_or_else(|| broken(&"a seat is held by an unknown player"))?,
            Who::of(second).ok_or_else(|| broken(&"a seat is held by an unknown player"))?,
        ];
        let mut table = Table::new(record, [who[0].seat(), who[1].seat()]);
        if let Some([initial_ms, increment_ms]) = row.clock {
            let control = TimeControl { initial: Duration::from_millis(initial_ms), increment: Duration::from_millis(increment_ms) };
            let after_moves = row.moves.iter().map(|played| played.left_ms.unwrap_or([initial_ms; 2]).map(Duration::from_millis));
            let shown = std::iter::once([control.initial; 2]).chain(after_moves).collect();
            table = table.with_clocks(Clocks::restore([control; 2], shown));
        }
        let clock =
            row.clock.map(|[initial, increment]| Clock { initial_s: (initial / 1000) as u32, increment_s: (increment / 1000) as u32 });
        Ok(Self {
            no: row.no,
            id: row.id,
            created_at: row.created_at,
            clock,
            table,
            who,
            version: row.version,
            offers: Offers::read(&row.offers),
            next: row.next,
            claim_after,
        })
    }

    /// Returns whether a clock of the restored game has to run again: it was played, and it is not over.
    pub fn has_running_clock(&self) -> bool {
        self.clock.is_some() && self.plies() > 0 && self.table.to_move().is_some()
    }

    pub fn record(&self) -> &Record {
        self.table.record()
    }

    pub(super) fn plies(&self) -> usize {
        self.record().moves().len()
    }

    /// Returns the seats that this secret holds.
    pub fn you(&self, secret: Option<&Hash>) -> Option<You> {
        let secret = secret?;
        You::of([0, 1].map(|side: usize| self.who[side].secret().is_some_and(|held| secrets::same(held, secret))))
    }

    /// Returns whether both seats are taken by two different people, whatever became of them.
    pub fn has_two_people(&self) -> bool {
        match &self.who {
            [Who::Person { secret: one, .. }, Who::Person { secret: other, .. }] => !secrets::same(one, other),
            [one, other] => !one.is_bot() && !other.is_bot(),
        }
    }

    /// Returns whether both seats are taken.
    pub(super) fn has_started(&self) -> bool {
        !self.who.iter().any(|who| matches!(who, Who::Open))
    }

    pub(super) fn is_here(&self, player: Player, presence: &Presence) -> bool {
        self.who[player.index()].is_bot() || presence.is_connected(player)
    }

    /// Returns the player who is away, and how long until the other side may claim the game.
    pub(super) fn claim_left(&self, presence: &Presence, now: Instant) -> Option<(Player, Duration)> {
        if self.table.to_move().is_none() || !self.has_started() || !self.has_two_people() {
            return None;
        }
        let left = |player: Player| {
            let since = presence.away_since(player)?;
            Some((player, self.claim_after.saturating_sub(now.saturating_duration_since(since))))
        };
        Player::BOTH.into_iter().filter_map(left).min_by_key(|(_, left)| *left)
    }

    /// Returns the game as the holder of this secret sees it.
    pub fn look(&self, secret: Option<&Hash>, presence: &Presence, now: Instant) -> Look {
        Look {
            state: self.state(self.you(secret), presence, now),
            record: self.record().clone(),
            labels: [0, 1].map(|side: usize| self.who[side].label()),
            has_two_people: self.has_two_people(),
        }
    }

    /// Returns the whole state, as a client with these seats may see it.
    pub(super) fn state(&self, you: Option<You>, presence: &Presence, now: Instant) -> State {
        let moves = self.record().moves().to_vec();
        State { version: self.version, you, game: self.view(), moves, now: self.now(presence, now) }
    }

    fn view(&self) -> GameView {
        let info = self.record().info();
        GameView {
            id: self.id.clone(),
            rules: info.id.to_owned(),
            name: Text::name(info.name),
            family: info.family.to_owned(),
            shape: info.shape.word().to_owned(),
            sides: SideView::both(info),
            clock: self.clock,
            start: self.record().start().to_string(),
            created_at: self.created_at,
            pgn: info.pgn.is_some(),
        }
    }

    pub(super) fn now(&self, presence: &Presence, now: Instant) -> Now {
        let record = self.record();
        let position = record.position();
        let turn = self.table.to_move();
        let ending = record.ending();
        Now {
            ply: self.plies(),
            turn: turn.map(Into::into),
            position: position.to_string(),
            status: status(record),
            last: LastView::of(record),
            result: record.outcome().map(|outcome| outcome.result().to_owned()),
            deciding: ending.as_ref().map_or(Vec::new(), |ending| ending.cells.clone()),
            ending: ending.map(|ending| Text::message(&ending.reason)),
            forced: turn.and_then(|_| forced(position)),
            seats: [Player::First, Player::Second].map(|player| self.who[player.index()].view(self.is_here(player, presence))),
            spectators: presence.spectators(),
            clocks: self.table.clocks().map(|clocks| ClocksView {
                left_ms: Player::BOTH.map(|player| millis(clocks.left(player, now))),
                running: clocks.running().map(Into::into),
            }),
            offers: self.offers.view(),
            claim_ms: self.claim_left(presence, now).map(|(_, left)| millis(left)),
            next: self.next.clone(),
            picture: PictureView::from(position.picture()),
        }
    }
}

/// Whose turn it is, or who won and why.
pub fn status(record: &Record) -> Text {
    let picture =
        games::Picture { columns: Vec::new(), rows: Vec::new(), cells: Vec::new(), counts: None, report: games::Report::default() };
    text::status(record, &picture, Labels::Report).last().map_or_else(|| Text::name(""), Text::message)
}

/// The only legal move, when it is a pass: one that touches no cell.
fn forced(position: &dyn AnyPosition) -> Option<String> {
    if position.count_moves() != 1 {
        return None;
    }
    let handle = position.handles().into_iter().next()?;
    handle.gestures.iter().all(|gesture| gesture.cells.is_empty()).then_some(handle.mv)
}

/// How a game ended, in words for the store.
pub(super) fn closing_word(closing: Closing) -> Option<String> {
    let side = |player: Player| ["first", "second"][player.index()];
    match closing {
        Closing::Resigned(loser) => Some(format!("resigned {}", side(loser))),
        Closing::OutOfTime(loser) => Some(format!("time {}", side(loser))),
        Closing::Abandoned(loser) => Some(format!("abandoned {}", side(loser))),
        Closing::Agreed => Some("agreed".to_owned()),
        // Nobody here forfeits or adjudicates.
        Closing::Forfeited(_) | Closing::Adjudicated(_) | Closing::Given(_) => None,
    }
}

fn closing_of(word: &str) -> Option<Closing> {
    let mut closings =
        Player::BOTH.into_iter().flat_map(|player| [Closing::Resigned(player), Closing::OutOfTime(player), Closing::Abandoned(player)]);
    if word == "agreed" { Some(Closing::Agreed) } else { closings.find(|closing| closing_word(*closing).as_deref() == Some(word)) }
}
