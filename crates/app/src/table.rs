//! A live game: the record and who sits at it.

use std::fmt;
use std::str::FromStr;

use engine::players::{self, Bot, BotName, NoSuchBot};
use games::{GameEntry, Player, Record, quote};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    Human,
    Bot(BotName),
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Bot(name) => name.fmt(f),
        }
    }
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "human" {
            return Ok(Self::Human);
        }
        text.parse()
            .map(Self::Bot)
            .map_err(|()| format!("there is no seat {}; seats are: human, random, greedy, report, level:1 to level:10", quote(text)))
    }
}

/// A game in play. Used by everything that lets two sides meet.
pub struct Table {
    pub record: Record,
    pub seats: [Seat; 2],
    bots: [Option<Box<dyn Bot>>; 2],
}

impl Table {
    /// Seats both players; the seed fixes all randomness of the bots.
    pub fn new(record: Record, seats: [Seat; 2], seed: u64) -> Result<Self, NoSuchBot> {
        let game = record.game();
        let sit = |player: Player| match seats[player.index()] {
            Seat::Human => Ok(None),
            // Two bots of one kind must not mirror each other's dice.
            Seat::Bot(name) => players::bot(name, game, seed.wrapping_add(player.index() as u64)).map(Some),
        };
        let bots = [sit(Player::First)?, sit(Player::Second)?];
        let mut table = Self { record, seats, bots };
        for (player, tag) in [(Player::First, "First"), (Player::Second, "Second")] {
            table.record.set_tag(tag, table.seats[player.index()].to_string());
        }
        Ok(table)
    }

    pub fn seat(&self, player: Player) -> Seat {
        self.seats[player.index()]
    }

    /// Whose turn it is, as long as the game goes on.
    pub fn to_move(&self) -> Option<Player> {
        self.record.outcome().is_none().then(|| self.record.position().turn())
    }

    /// Lets the bot whose turn it is move. `None` if it is a person's turn or the game is over.
    pub fn play_bot(&mut self) -> Option<String> {
        let player = self.to_move()?;
        let mv = self.bots[player.index()].as_mut()?.choose(&self.record)?;
        Some(self.record.play(&mv).expect("bots play legal moves").to_owned())
    }

    /// Takes back to the last position where a person was to move. False if there is none.
    pub fn take_back(&mut self) -> bool {
        self.step(Record::undo)
    }

    /// Plays again what was taken back, up to the next position where a person is to move.
    pub fn play_again(&mut self) -> bool {
        self.step(Record::redo)
    }

    fn step(&mut self, step: fn(&mut Record) -> bool) -> bool {
        let before = self.record.clone();
        let people = self.seats.contains(&Seat::Human);
        while step(&mut self.record) {
            let turn = self.record.position().turn();
            if !people || self.seat(turn) == Seat::Human || self.record.outcome().is_some() {
                return true;
            }
        }
        // Nothing is lost: a step that reaches no person's turn is not made.
        self.record = before;
        false
    }
}

/// Bots that a rule set has, in the order in which people are offered them.
pub fn bots_for(game: &'static GameEntry) -> Vec<BotName> {
    BotName::ALL.iter().copied().filter(|name| players::bot(*name, game, 0).is_ok()).collect()
}
