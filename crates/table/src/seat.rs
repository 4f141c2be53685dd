//! What plays a side: a person, a bot or an engine.

use std::fmt;
use std::str::FromStr;

use engine::players::{self, BotName};
use engine::protocol::Dialect;
use games::{GameEntry, Message, phrases, quote};

use crate::engines::EngineCommand;

phrases! {
    NO_SEAT = "no-seat": "there is no seat {seat}; seats are: {seats}";
}

/// What plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    Human,
    Bot(BotName),
    /// Another program.
    Engine(EngineCommand),
}

impl Seat {
    /// Returns the seats that the command line accepts, as messages and help list them.
    pub fn list() -> String {
        format!("human, {}", Self::list_of_computers())
    }

    /// Returns the same without people.
    pub fn list_of_computers() -> String {
        format!("{}, engine:COMMAND, uai:COMMAND", BotName::NAMES)
    }

    /// Returns the complaint about a seat that is not one of the listed ones.
    pub fn unknown(text: &str, seats: String) -> Message {
        NO_SEAT.with("seat", quote(text)).with("seats", seats)
    }
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
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        if text == "human" {
            return Ok(Self::Human);
        }
        for (kind, dialect) in [("engine:", Dialect::Ugi), ("uai:", Dialect::Uai)] {
            if let Some(command) = text.strip_prefix(kind) {
                return EngineCommand::read(dialect, command).map(Self::Engine);
            }
        }
        text.parse().map(Self::Bot).map_err(|()| Self::unknown(text, Self::list()))
    }
}

/// Bots that a rule set has, in the order in which people are offered them.
pub fn bots_for(game: &'static GameEntry) -> Vec<BotName> {
    BotName::ALL.iter().copied().filter(|name| players::bot(*name, game, 0).is_ok()).collect()
}
