//! A live game: the record, the seats, and the clocks. The console, the full-screen app, the match
//! runner and the server all play here.
//!
//! A [`Table`] is plain data: it never thinks, waits or asks the time. The caller brings the time, and
//! lets a [`Mover`] choose the moves of bots and engines, on whatever thread that suits.

pub mod clock;
pub mod engines;
pub mod lines;
pub mod mover;
pub mod pie;
pub mod seat;

use std::time::{Duration, Instant};

use games::record::Closing;
use games::{Complaint, Outcome, Phrase, Player, Record};

pub use clock::{Clocks, TimeControl};
pub use mover::{Mover, SeatError};
pub use pie::{Pie, Sides};
pub use seat::{Seat, bots_for};

/// Every sentence about seats, clocks and commands of engines.
pub const PHRASES: &[&[&Phrase]] = &[clock::PHRASES, engines::PHRASES, seat::PHRASES];

/// The tags of a record that name its players.
const PLAYER_TAGS: [(Player, &str); 2] = [(Player::First, "First"), (Player::Second, "Second")];

/// A game in play.
#[derive(Clone, Debug)]
pub struct Table {
    record: Record,
    seats: [Seat; 2],
    clocks: Option<Clocks>,
}

impl Table {
    pub fn new(record: Record, seats: [Seat; 2]) -> Self {
        let mut table = Self { record, seats, clocks: None };
        for (player, tag) in PLAYER_TAGS {
            // A record that came with names of people keeps them; a seat that it names may be taken by
            // another now.
            let keeps_name = table
                .record
                .tag(tag)
                .is_some_and(|name| !["", "?"].contains(&name) && name.parse::<Seat>().is_err());
            if !keeps_name {
                table.record.set_tag(tag, table.seats[player.index()].to_string());
            }
        }
        table
    }

    /// Puts clocks beside the board. They stand still until [`Table::start_clocks`].
    #[must_use]
    pub fn with_clocks(self, clocks: Clocks) -> Self {
        Self { clocks: Some(clocks), ..self }
    }

    pub fn record(&self) -> &Record {
        &self.record
    }

    /// For tags and comments; moves go through [`Table::play`], so that the clocks are stopped and started.
    pub fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Returns the record alone, once the game has been played.
    pub fn into_record(self) -> Record {
        self.record
    }

    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    pub fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[player.index()]
    }

    pub fn is_human(&self, player: Player) -> bool {
        *self.seat(player) == Seat::Human
    }

    /// Returns whether at least one person plays.
    pub fn has_people(&self) -> bool {
        self.seats.contains(&Seat::Human)
    }

    /// Lets both players change places; the game goes on as it stands.
    pub fn swap_seats(&mut self) {
        self.seats.swap(0, 1);
        let names = PLAYER_TAGS.map(|(_, tag)| self.record.tag(tag).unwrap_or("?").to_owned());
        for ((_, tag), name) in PLAYER_TAGS.into_iter().zip(names.iter().rev()) {
            self.record.set_tag(tag, name);
        }
    }

    /// Lets another player go on with a side; the game stands as it was.
    pub fn replace_seat(&mut self, player: Player, seat: Seat) {
        let (_, tag) = PLAYER_TAGS[player.index()];
        self.record.set_tag(tag, seat.to_string());
        self.seats[player.index()] = seat;
    }

    /// Returns whose turn it is, as long as the game goes on.
    pub fn to_move(&self) -> Option<Player> {
        self.record.outcome().is_none().then(|| self.record.position().turn())
    }

    /// Returns whose seat acts now: the side to move, except while the [pie rule](pie) is at work.
    pub fn to_act(&self) -> Option<Player> {
        actor(&self.record)
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    /// Sets the clock of the side to move going, if there are clocks and they stand still. Before the sides
    /// are chosen no clock runs.
    pub fn start_clocks(&mut self, now: Instant) {
        let turn = self.to_move().filter(|_| self.pie().is_none());
        if let (Some(clocks), Some(player)) = (&mut self.clocks, turn)
            && clocks.running().is_none()
        {
            clocks.run(player, now);
        }
    }

    /// Lets the clocks stand, as while the board is not shown; [`Table::start_clocks`] lets them run again.
    pub fn stop_clocks(&mut self, now: Instant) {
        if let Some(clocks) = &mut self.clocks {
            clocks.halt(now);
        }
    }

    /// Does not count this much of the time that the side to move has used since its clock was set going:
    /// what the network took, say.
    pub fn forgive(&mut self, time: Duration, now: Instant) {
        if let Some(clocks) = &mut self.clocks {
            clocks.forgive(time, now);
        }
    }

    /// Plays a move, read liberally, and gives it back in strict notation. A side whose time is up loses
    /// instead.
    ///
    /// # Errors
    /// Names the rule that the move would break; nothing is changed then, and the clock goes on.
    pub fn play(&mut self, text: &str, now: Instant) -> Result<&str, Complaint> {
        self.flag(now);
        let player = self.record.position().turn();
        let played = self.record.moves().len();
        self.record.play(text)?;
        if let Some(clocks) = &mut self.clocks {
            clocks.punch(player, played, now);
        }
        self.tick_on(now);
        Ok(self.record.moves().last().map_or("", String::as_str))
    }

    /// Ends the game other than by its rules. Nothing happens when it is over already.
    pub fn close(&mut self, closing: Closing, now: Instant) {
        self.record.close(closing);
        self.tick_on(now);
    }

    /// Ends the game if the time of the side to move is up. Whether it did.
    pub fn flag(&mut self, now: Instant) -> bool {
        let Some(player) = self.to_move() else { return false };
        let is_up = self.clocks.as_ref().is_some_and(|clocks| clocks.left(player, now).is_zero());
        if is_up {
            self.close(Closing::OutOfTime(player), now);
        }
        is_up
    }

    /// Takes back to the last position where a person was to move; clocks show again what they showed then.
    /// False if there is none.
    pub fn take_back(&mut self, now: Instant) -> bool {
        self.step(Record::undo, now)
    }

    /// Plays again what was taken back, up to the next position where a person is to move.
    pub fn play_again(&mut self, now: Instant) -> bool {
        self.step(Record::redo, now)
    }

    fn step(&mut self, step: fn(&mut Record) -> bool, now: Instant) -> bool {
        let mut record = self.record.clone();
        let people = self.has_people();
        while step(&mut record) {
            if pie::is_settled(&record) && record.moves().len() < pie::PLIES {
                return false;
            }
            if !people || actor(&record).is_none_or(|player| self.is_human(player)) {
                self.record = record;
                if let Some(clocks) = &mut self.clocks {
                    clocks.return_to(self.record.moves().len());
                }
                self.tick_on(now);
                return true;
            }
        }
        // Nothing is lost: a step that reaches no person's turn is not made.
        false
    }

    /// Once the clocks have been started, that of the player to move runs; none does when the game is over.
    fn tick_on(&mut self, now: Instant) {
        let turn = self.to_move();
        if let Some(clocks) = &mut self.clocks {
            match turn {
                Some(player) if clocks.have_started() => clocks.run(player, now),
                Some(_) => {}
                None => clocks.halt(now),
            }
        }
    }
}

/// Returns whose seat acts in the current position of a game.
fn actor(record: &Record) -> Option<Player> {
    match pie::state(record) {
        Some(Pie::Divide) => Some(Player::First),
        Some(Pie::Choose) => Some(Player::Second),
        None => record.outcome().is_none().then(|| record.position().turn()),
    }
}

#[cfg(test)]
mod tests;
