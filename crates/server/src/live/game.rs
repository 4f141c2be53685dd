//! A game as the store holds it: a table with two seats, a version, and what was offered. Plain data, without
//! IO.

use std::time::{Duration, Instant};

use games::record::Closing;
use games::text::{self, Labels};
use games::{AnyPosition, Player, Record};
use table::{Clocks, Table, TimeControl};

use super::presence::Presence;
use super::request::Look;
use super::{Moment, Offers, Who, millis};
use crate::config::RESUME_AFTER;
use crate::secrets::{self, Hash};
use crate::store::{Deadline, Fence, GameRow, StoreError};
use crate::wire::{
    ClaimKind, Clock, ClocksView, GameView, LastView, Now, PictureView, SideView, State, Text, WarningView,
    You,
};

/// A game with fewer moves is called off instead of won when a player leaves.
const CALLED_OFF_BEFORE: usize = 2;

#[derive(Clone, Debug)]
pub struct LiveGame {
    pub(super) no: i64,
    pub(super) id: String,
    pub(super) created_at: i64,
    pub(super) clock: Option<Clock>,
    pub(super) table: Table,
    pub(super) who: [Who; 2],
    pub(super) version: u64,
    /// How often the game had changed hands when it was loaded.
    pub(super) epoch: i64,
    pub(super) offers: Offers,
    pub(super) teaching: Teaching,
    pub(super) next: Option<String>,
    /// Whether this game between two bots is to be kept.
    pub(super) is_kept: bool,
    /// When the last move was made, in seconds since 1970.
    pub(super) moved_at: i64,
    /// Since the server was started again: until when the clock stands, unless its player comes back.
    pub(super) grace_until: Option<Instant>,
    pub(super) terms: HouseRules,
}

/// What a bot that teaches has said of the last move. Only memory holds it: a game that is loaded anew is
/// looked at again.
#[derive(Clone, Debug, Default)]
pub struct Teaching {
    pub(super) warning: Option<WarningView>,
    /// The number of moves at which the person plays on in spite of a warning.
    pub(super) insisted: Option<usize>,
}

/// The server's own rules.
#[derive(Clone, Copy, Debug)]
pub struct HouseRules {
    /// How long a player must be disconnected before the other side may claim a game with clocks.
    pub absent: Duration,
    /// How long a player must not have moved before the other side may claim a game without.
    pub silent: Duration,
    /// Moves after which a game is drawn.
    pub plies_max: usize,
}

/// What a player who waits for the other may claim, and when.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    pub against: Player,
    pub left: Duration,
    pub kind: ClaimKind,
}

impl LiveGame {
    /// Restores the game from its row. A clock that ran still does, and all the time since counts, except
    /// what the server was down.
    ///
    /// # Errors
    /// When the row is no game: unknown rules, an illegal move.
    pub fn restore(row: GameRow, terms: HouseRules, moment: Moment) -> Result<Self, StoreError> {
        let broken = |what: &dyn std::fmt::Display| {
            StoreError::Failed(format!("the game {} cannot be read: {what}", row.id))
        };
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
            let control = TimeControl {
                initial: Duration::from_millis(initial_ms),
                increment: Duration::from_millis(increment_ms),
            };
            let after_moves = row
                .moves
                .iter()
                .map(|played| played.left_ms.unwrap_or([initial_ms; 2]).map(Duration::from_millis));
            let shown = std::iter::once([control.initial; 2]).chain(after_moves).collect();
            table = table.with_clocks(Clocks::restore([control; 2], shown));
        }
        let clock = row.clock.map(|[initial, increment]| Clock {
            initial_s: (initial / 1000) as u32,
            increment_s: (increment / 1000) as u32,
        });
        let moved_at = row.moves.last().map_or(row.created_at, |played| played.at);
        let mut game = Self {
            no: row.no,
            id: row.id,
            created_at: row.created_at,
            clock,
            table,
            who,
            version: row.version,
            epoch: row.epoch,
            offers: Offers::read(&row.offers),
            teaching: Teaching::default(),
            next: row.next,
            is_kept: row.is_kept,
            moved_at,
            grace_until: None,
            terms,
        };
        game.restore_clock(row.deadline, moment);
        Ok(game)
    }

    fn restore_clock(&mut self, deadline: Option<Deadline>, moment: Moment) {
        let Some(turn) = self.table.to_move().filter(|_| self.clock.is_some() && self.plies() > 0) else {
            return;
        };
        let Some(deadline) = deadline.filter(|deadline| deadline.side == turn) else {
            // A game of a time before deadlines were stored. The clock of a bot starts with its next search.
            self.grace_until = (!self.who[turn.index()].is_bot()).then(|| moment.at + RESUME_AFTER);
            return;
        };
        let left = Duration::from_millis(u64::try_from(deadline.at_ms - moment.unix_ms).unwrap_or(0));
        let clock = Duration::from_millis(deadline.clock_ms);
        let shown = self.table.clocks().map_or(clock, |clocks| clocks.left(turn, moment.at));
        // The clock runs since a time that makes it show what is left. A deadline that is further away than
        // what the clock showed was set when the server started, and includes the time to come back.
        let used = shown.saturating_sub(left.min(clock));
        self.table.start_clocks(moment.at.checked_sub(used).unwrap_or(moment.at));
        if left > clock {
            self.table.stop_clocks(moment.at);
            self.grace_until = Some(moment.at + (left - clock));
        }
    }

    /// Lets a clock run again that waited for its player. Returns whether there was one.
    pub(super) fn resume(&mut self, now: Instant) -> bool {
        let was_waiting = self.grace_until.take().is_some();
        if was_waiting {
            self.table.start_clocks(now);
        }
        was_waiting
    }

    /// Returns the deadline of the running clock, if it is a person's: a bot moves as long as its game is in
    /// memory.
    pub(super) fn deadline(&self, moment: Moment) -> Option<Deadline> {
        let clocks = self.table.clocks()?;
        let side = clocks.running().filter(|side| !self.who[side.index()].is_bot())?;
        let clock_ms = millis(clocks.left(side, moment.at));
        Some(Deadline {
            side,
            clock_ms,
            at_ms: moment.unix_ms.saturating_add(i64::try_from(clock_ms).unwrap_or(i64::MAX)),
        })
    }

    /// Returns whether the time of the side to move is up.
    pub fn is_out_of_time(&self, moment: Moment) -> Option<Player> {
        let (turn, clocks) = self.table.to_move().zip(self.table.clocks())?;
        let lag = moment.lag.min(clocks.elapsed(moment.at));
        let at = moment.at.checked_sub(lag).unwrap_or(moment.at);
        clocks.left(turn, at).is_zero().then_some(turn)
    }

    /// Returns what must still be true in the store for changes that lead to version `to`.
    pub(super) fn fence(&self, to: u64) -> Fence {
        Fence { game: self.no, epoch: self.epoch, from: self.version, to }
    }

    pub fn is(&self, id: &str, version: u64) -> bool {
        self.id == id && self.version == version
    }

    /// Returns whether the game looks the same at any time.
    pub fn has_no_running_clock(&self) -> bool {
        self.clock.is_none() || self.table.to_move().is_none()
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
        You::of(
            [0, 1].map(|side: usize| self.who[side].secret().is_some_and(|held| secrets::same(held, secret))),
        )
    }

    /// Returns whether both seats are taken by two different people, whatever became of them.
    pub fn has_two_people(&self) -> bool {
        match &self.who {
            [Who::Person { secret: one, .. }, Who::Person { secret: other, .. }] => {
                !secrets::same(one, other)
            }
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

    /// Returns what a player who waits for the other may claim: a game that has hardly begun is called off;
    /// with clocks, the side to move must have been disconnected for a while; without, it must not have moved
    /// for days.
    pub(super) fn claim(&self, presence: &Presence, moment: Moment) -> Option<Claim> {
        let turn = self.table.to_move().filter(|_| self.has_started() && self.has_two_people())?;
        let absent = |player: Player| {
            let since = presence.away_since(player)?;
            Some((player, self.terms.absent.saturating_sub(moment.at.saturating_duration_since(since))))
        };
        let claim = |kind| move |(against, left)| Claim { against, left, kind };
        if self.plies() < CALLED_OFF_BEFORE {
            return Player::BOTH
                .into_iter()
                .filter_map(absent)
                .min_by_key(|(_, left)| *left)
                .map(claim(ClaimKind::CallOff));
        }
        if self.clock.is_some() {
            return absent(turn).map(claim(ClaimKind::Win));
        }
        let silent = Duration::from_secs(u64::try_from(moment.unix_s() - self.moved_at).unwrap_or(0));
        let left = self.terms.silent.saturating_sub(silent);
        presence.away_since(turn).map(|_| claim(ClaimKind::Win)((turn, left)))
    }

    /// Returns the game as the holder of this secret sees it.
    pub fn look(&self, secret: Option<&Hash>, presence: &Presence, moment: Moment) -> Look {
        Look {
            state: self.state(self.you(secret), presence, moment),
            record: self.record().clone(),
            labels: [0, 1].map(|side: usize| self.who[side].label()),
            has_two_people: self.has_two_people(),
        }
    }

    /// Returns the whole state, as a client with these seats may see it.
    pub(super) fn state(&self, you: Option<You>, presence: &Presence, moment: Moment) -> State {
        let moves = self.record().moves().to_vec();
        State { version: self.version, you, game: self.view(), moves, now: self.now(presence, moment) }
    }

    pub(super) fn clocks(&self, now: Instant) -> Option<ClocksView> {
        self.table.clocks().map(|clocks| ClocksView {
            left_ms: Player::BOTH.map(|player| millis(clocks.left(player, now))),
            running: clocks.running().map(Into::into),
        })
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

    pub(super) fn now(&self, presence: &Presence, moment: Moment) -> Now {
        let record = self.record();
        let position = record.position();
        let turn = self.table.to_move();
        let ending = record.ending();
        let claim = self.claim(presence, moment);
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
            seats: [Player::First, Player::Second]
                .map(|player| self.who[player.index()].view(self.is_here(player, presence))),
            spectators: presence.spectators(),
            clocks: self.clocks(moment.at),
            offers: self.offers.view(),
            claim_ms: claim.map(|claim| millis(claim.left)),
            claim_kind: claim.map(|claim| claim.kind),
            next: self.next.clone(),
            warning: self.teaching.warning.clone(),
            kept: self.who.iter().all(Who::is_bot).then_some(self.is_kept),
            picture: PictureView::from(position.picture()),
        }
    }
}

/// Whose turn it is, or who won and why.
pub fn status(record: &Record) -> Text {
    let picture = games::Picture {
        columns: Vec::new(),
        rows: Vec::new(),
        cells: Vec::new(),
        counts: None,
        report: games::Report::default(),
    };
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
pub fn closing_word(closing: Closing) -> Option<String> {
    let side = |player: Player| ["first", "second"][player.index()];
    match closing {
        Closing::Resigned(loser) => Some(format!("resigned {}", side(loser))),
        Closing::OutOfTime(loser) => Some(format!("time {}", side(loser))),
        Closing::Abandoned(loser) => Some(format!("abandoned {}", side(loser))),
        Closing::Agreed => Some("agreed".to_owned()),
        Closing::MoveLimit => Some("move-limit".to_owned()),
        // The server never closes a game in these ways.
        Closing::Forfeited(_) | Closing::Adjudicated(_) | Closing::Given(_) => None,
    }
}

fn closing_of(word: &str) -> Option<Closing> {
    let mut closings = Player::BOTH.into_iter().flat_map(|player| {
        [Closing::Resigned(player), Closing::OutOfTime(player), Closing::Abandoned(player)]
    });
    match word {
        "agreed" => Some(Closing::Agreed),
        "move-limit" => Some(Closing::MoveLimit),
        word => closings.find(|closing| closing_word(*closing).as_deref() == Some(word)),
    }
}
