//! Who plays a side.

use std::fmt;
use std::str::FromStr;

use engine::players::{self, BotName};
use engine::protocol::Dialect;
use games::{GameEntry, quote};

use crate::engines::EngineCommand;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    Human,
    Bot(BotName),
    /// Another program.
    Engine(EngineCommand),
}

impl Seat {
    /// The seats that the command line knows, as messages and help list them.
    pub fn list() -> String {
        format!("human, {}", Self::list_of_computers())
    }

    /// The same without people.
    pub fn list_of_computers() -> String {
        format!("{}, engine:COMMAND, uai:COMMAND", BotName::NAMES)
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
        text.parse()
            .map(Self::Bot)
            .map_err(|()| format!("there is no seat {}; seats are: {}", quote(text), Self::list()))
    }
}

/// Bots that a rule set has, in the order in which people are offered them.
pub fn bots_for(game: &'static GameEntry) -> Vec<BotName> {
    BotName::ALL.iter().copied().filter(|name| players::bot(*name, game, 0).is_ok()).collect()
}
