//! A live game: the record and who sits at it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::players::{self, Bot, BotName, NoSuchBot};
use engine::protocol::{Dialect, Go};
use games::{GameEntry, Player, Record, quote};

use crate::engines::{Engine, EngineCommand, EngineError};
use crate::failure::Failure;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    Human,
    Bot(BotName),
    /// Another program.
    Engine(EngineCommand),
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Bot(name) => name.fmt(f),
            Self::Engine(command) => command.fmt(f),
        }
    }
}

/// Reads what the command line says. Nothing else may be read so: a seat can start programs.
impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "human" {
            return Ok(Self::Human);
        }
        for (kind, dialect) in [("engine:", Dialect::Ugi), ("uai:", Dialect::Uai)] {
            if let Some(command) = text.strip_prefix(kind) {
                return EngineCommand::read(dialect, command).map(Self::Engine);
            }
        }
        text.parse().map(Self::Bot).map_err(|()| {
            let seats = "human, random, greedy, report, level:1 to level:10, perfect, engine:COMMAND, uai:COMMAND";
            format!("there is no seat {}; seats are: {seats}", quote(text))
        })
    }
}

/// Why nobody can sit down.
#[derive(Debug)]
pub enum SeatError {
    NoSuchBot(NoSuchBot),
    Engine(EngineError),
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchBot(error) => error.fmt(f),
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl From<SeatError> for Failure {
    fn from(error: SeatError) -> Self {
        match error {
            SeatError::NoSuchBot(error) => Self::input(error),
            SeatError::Engine(error) => Self::World(error.to_string()),
        }
    }
}

/// Time for a move of another program, where nothing else was said.
pub const THINK: Duration = Duration::from_secs(1);
/// How much later than that its move may come: the machine has other things to do too.
const LATE_MAX: Duration = Duration::from_secs(2);

/// Who chooses the moves of a side.
enum Mover {
    Person,
    Bot(Box<dyn Bot>),
    Engine(Box<Engine>),
}

/// A game in play. Used by everything that lets two sides meet.
pub struct Table {
    pub record: Record,
    pub seats: [Seat; 2],
    /// How long another program thinks about a move.
    think: Duration,
    movers: [Mover; 2],
}

impl Table {
    /// Seats both players; the seed fixes all randomness of the bots.
    pub fn new(record: Record, seats: [Seat; 2], seed: u64) -> Result<Self, SeatError> {
        let game = record.game();
        let sit = |player: Player| match &seats[player.index()] {
            Seat::Human => Ok(Mover::Person),
            // Two bots of one kind must not mirror each other's dice.
            Seat::Bot(name) => {
                players::bot(*name, game, seed.wrapping_add(player.index() as u64)).map(Mover::Bot).map_err(SeatError::NoSuchBot)
            }
            Seat::Engine(command) => {
                let started = Engine::start(command, game).and_then(|mut engine| engine.new_game().map(|()| engine));
                started.map(|engine| Mover::Engine(Box::new(engine))).map_err(SeatError::Engine)
            }
        };
        let movers = [sit(Player::First)?, sit(Player::Second)?];
        let mut table = Self { record, seats, think: THINK, movers };
        for (player, tag) in [(Player::First, "First"), (Player::Second, "Second")] {
            table.record.set_tag(tag, table.seats[player.index()].to_string());
        }
        Ok(table)
    }

    /// Gives other programs this long for a move.
    #[must_use]
    pub fn with_think(self, think: Duration) -> Self {
        Self { think, ..self }
    }

    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[player.index()]
    }

    pub fn is_human(&self, player: Player) -> bool {
        *self.seat(player) == Seat::Human
    }

    /// Whose turn it is, as long as the game goes on.
    pub fn to_move(&self) -> Option<Player> {
        self.record.outcome().is_none().then(|| self.record.position().turn())
    }

    /// Lets the bot or engine whose turn it is move. `None` if it is a person's turn or the game is over.
    ///
    /// # Errors
    /// When an engine does not play as it should; the game is unchanged.
    pub fn play_bot(&mut self) -> Result<Option<String>, EngineError> {
        let Some(player) = self.to_move() else { return Ok(None) };
        let mv = match &mut self.movers[player.index()] {
            Mover::Person => return Ok(None),
            Mover::Bot(bot) => bot.choose(&self.record),
            Mover::Engine(engine) => {
                let go = Go { move_time: Some(self.think), ..Go::INFINITE };
                Some(engine.choose(&self.record, go, self.think + LATE_MAX)?.mv)
            }
        };
        Ok(mv.map(|mv| self.record.play(&mv).expect("bots play legal moves").to_owned()))
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
            if !people || self.is_human(turn) || self.record.outcome().is_some() {
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
