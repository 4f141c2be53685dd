//! One game that somebody looks at: a table with two seats, in memory as it is in the store.

mod actor;
mod acts;
mod offers;
mod seats;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use games::record::Closing;
use games::text::{self, Labels};
use games::{AnyPosition, Player, Record};
use table::{Clocks, Table, TimeControl};
use tokio::sync::broadcast;

use crate::secrets::{self, Hash};
use crate::store::{GameRow, StoreError};
use crate::wire::{self, Clock, ClocksView, GameView, LastView, Now, PictureView, SideView, State, Text, You};
pub use actor::{Answer, Ask, Bulletin, Look, Note, Watching, run, unix_now};
pub use offers::Offers;
pub use seats::{NAME_MAX, Who, clean_name};

/// How many of the latest changes a client can catch up with; beyond that it gets the whole state.
const LOG_MAX: usize = 256;
/// How many messages wait for a slow client before it has to catch up.
const NOTES_MAX: usize = 16;
/// After the server was started again, a clock waits so long for its player to come back.
const RESUME_AFTER: Duration = Duration::from_secs(30);

/// Who looks on, and since when players are away.
#[derive(Debug)]
struct Crowd {
    players: [u32; 2],
    spectators: u32,
    away_since: [Option<Instant>; 2],
    /// When the others were last told who is here, and when they are to be told next.
    told_at: Option<Instant>,
    tell_at: Option<Instant>,
    /// How long somebody must be away before the other side may claim the game.
    claim_after: Duration,
}

#[derive(Debug)]
pub struct Live {
    no: i64,
    id: String,
    created_at: i64,
    clock: Option<Clock>,
    table: Table,
    who: [Who; 2],
    version: u64,
    /// The latest versions, each with the number of moves that it left as they were.
    log: VecDeque<(u64, usize)>,
    offers: Offers,
    next: Option<String>,
    crowd: Crowd,
    /// Grows with every change, so that a bot's answer to an earlier question is known as such.
    generation: u64,
    /// The generation that a bot thinks about.
    thinking: Option<u64>,
    /// A restored clock runs again at the latest then.
    resume_at: Option<Instant>,
    /// After a failure of the disk, bots wait so long.
    rest_until: Option<Instant>,
    notes: broadcast::Sender<Note>,
    /// Memory and store may differ: to be read anew before anything else.
    is_lost: bool,
}

impl Live {
    /// The game as it is kept.
    ///
    /// # Errors
    /// When the store holds what cannot be.
    pub fn restore(row: GameRow, claim_after: Duration, now: Instant) -> Result<Self, StoreError> {
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
            Who::of(first).ok_or_else(|| broken(&"nobody knows who plays"))?,
            Who::of(second).ok_or_else(|| broken(&"nobody knows who plays"))?,
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
        let runs = clock.is_some() && !row.moves.is_empty() && table.to_move().is_some();
        Ok(Self {
            no: row.no,
            id: row.id,
            created_at: row.created_at,
            clock,
            table,
            who,
            version: row.version,
            log: VecDeque::new(),
            offers: Offers::read(&row.offers),
            next: row.next,
            crowd: Crowd { players: [0; 2], spectators: 0, away_since: [Some(now); 2], told_at: None, tell_at: None, claim_after },
            generation: 0,
            thinking: None,
            resume_at: runs.then(|| now + RESUME_AFTER),
            rest_until: None,
            notes: broadcast::channel(NOTES_MAX).0,
            is_lost: false,
        })
    }

    pub fn record(&self) -> &Record {
        self.table.record()
    }

    fn plies(&self) -> usize {
        self.record().moves().len()
    }

    /// Which seats this secret holds.
    pub fn you(&self, secret: Option<&Hash>) -> Option<You> {
        let secret = secret?;
        You::of([0, 1].map(|side: usize| self.who[side].secret().is_some_and(|held| secrets::same(held, secret))))
    }

    /// Whether both seats are taken by two different people, whatever became of them.
    pub fn has_two_people(&self) -> bool {
        match &self.who {
            [Who::Person { secret: one, .. }, Who::Person { secret: other, .. }] => !secrets::same(one, other),
            [one, other] => !one.is_bot() && !other.is_bot(),
        }
    }

    /// Whether both sides are there to be played.
    fn has_started(&self) -> bool {
        !self.who.iter().any(|who| matches!(who, Who::Open))
    }

    fn here(&self, player: Player) -> bool {
        self.who[player.index()].is_bot() || self.crowd.players[player.index()] > 0
    }

    /// How long until somebody who left has left for good.
    fn claim_left(&self, now: Instant) -> Option<(Player, Duration)> {
        if self.table.to_move().is_none() || !self.has_started() || !self.has_two_people() {
            return None;
        }
        let left = |player: Player| {
            let since = self.crowd.away_since[player.index()].filter(|_| !self.here(player))?;
            Some((player, self.crowd.claim_after.saturating_sub(now.saturating_duration_since(since))))
        };
        Player::BOTH.into_iter().filter_map(left).min_by_key(|(_, left)| *left)
    }

    /// The whole state, as this one may see it.
    pub fn state(&self, you: Option<You>, now: Instant) -> State {
        State { version: self.version, you, game: self.view(), moves: self.record().moves().to_vec(), now: self.now(now) }
    }

    fn view(&self) -> GameView {
        let info = self.record().info();
        GameView {
            id: self.id.clone(),
            rules: info.id.to_owned(),
            name: Text::name(info.name),
            family: info.family.to_owned(),
            shape: wire::shape_word(info.shape).to_owned(),
            sides: SideView::both(info),
            clock: self.clock,
            start: self.record().start().to_string(),
            created_at: self.created_at,
            pgn: info.pgn.is_some(),
        }
    }

    fn now(&self, now: Instant) -> Now {
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
            seats: [Player::First, Player::Second].map(|player| self.who[player.index()].view(self.here(player))),
            spectators: self.crowd.spectators,
            clocks: self.table.clocks().map(|clocks| ClocksView {
                left_ms: Player::BOTH.map(|player| millis(clocks.left(player, now))),
                running: clocks.running().map(Into::into),
            }),
            offers: self.offers.view(),
            claim_ms: self.claim_left(now).map(|(_, left)| millis(left)),
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

pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// How a game ended, in words for the store.
fn closing_word(closing: Closing) -> Option<String> {
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
