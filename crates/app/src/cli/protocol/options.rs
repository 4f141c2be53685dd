//! The options of the protocols, those of [`EngineOptions`] and those that only some games have.

use std::path::Path;
use std::sync::Arc;

use engine::knowledge::has_tables;
use engine::net::Network;
use engine::protocol::{EngineOptions, Reply};
use engine::solve::threedragons::share;
use games::{Game, Visitor};

use super::{Conversation, say};
use crate::failure::Failure;
use crate::input::read_network;
use crate::tables;

/// Options that only games with a neural evaluation have.
pub const EVAL_FILE: &str = "EvalFile";

const USE_NET: &str = "UseNet";

/// An option that only games with endgame tables have.
const TABLES: &str = "Tables";

const EMPTY: &str = "<empty>";

struct HasNetworks;

impl Visitor for HasNetworks {
    type Output = bool;

    fn visit<P: Game>(self) -> bool {
        P::FEATURES.is_some()
    }
}

struct ReadNetwork<'a>(&'a Path);

impl Visitor for ReadNetwork<'_> {
    type Output = Result<Network, String>;

    fn visit<P: Game>(self) -> Self::Output {
        read_network::<P>(self.0).map_err(|failure| match failure {
            Failure::Input(message) | Failure::World(message) => message,
            _ => format!("{} cannot be read", self.0.display()),
        })
    }
}

impl Conversation {
    pub(super) fn introduce(&self) -> Result<(), Failure> {
        say(&Reply::Name(format!("jogo {}", env!("CARGO_PKG_VERSION"))))?;
        say(&Reply::Author("the jogo authors".to_owned()))?;
        for spin in EngineOptions::spins() {
            say(&Reply::Option(spin))?;
        }
        if self.has_networks() {
            say(&Reply::OtherOption { name: EVAL_FILE, kind: "string", default: EMPTY })?;
            say(&Reply::OtherOption { name: USE_NET, kind: "check", default: "true" })?;
        }
        if has_tables(self.game) {
            say(&Reply::OtherOption { name: TABLES, kind: "string", default: EMPTY })?;
        }
        Ok(say(&Reply::Ok(self.dialect))?)
    }

    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        if self.has_networks() && [EVAL_FILE, USE_NET].iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return match self.set_network(name, value) {
                Ok(()) => Ok(()),
                Err(error) => Ok(say(&Reply::Error(error))?),
            };
        }
        if has_tables(self.game) && TABLES.eq_ignore_ascii_case(name) {
            return match self.set_tables(value) {
                Ok(()) => Ok(()),
                Err(error) => Ok(say(&Reply::Error(error))?),
            };
        }
        let before = self.options;
        if let Err(wrong) = self.options.set(name, value) {
            return Ok(say(&Reply::Error(wrong.to_string()))?);
        }
        if self.options.hash != before.hash {
            self.engine = None;
        }
        Ok(())
    }

    /// Takes the endgame tables of a folder, or gives up those that there are.
    fn set_tables(&mut self, folder: &str) -> Result<(), String> {
        let tables = match folder {
            EMPTY => None,
            folder => Some(Arc::new(tables::read(folder.as_ref()).map_err(|failure| match failure {
                Failure::Input(message) | Failure::World(message) => message,
                _ => format!("{folder} cannot be read"),
            })?)),
        };
        share(tables);
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
        Ok(())
    }

    /// Returns whether a network can evaluate this game.
    fn has_networks(&self) -> bool {
        games::visit(self.game.info.id, HasNetworks).unwrap_or(false)
    }

    /// Sets the network, or turns it off.
    fn set_network(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name.eq_ignore_ascii_case(USE_NET) {
            self.use_network = value
                .parse()
                .map_err(|_| format!("{USE_NET} is true or false, not {}", games::quote(value)))?;
        } else if value == EMPTY {
            self.network = None;
        } else {
            let network = games::visit(self.game.info.id, ReadNetwork(value.as_ref()))
                .unwrap_or_else(|| Err("no such game".to_owned()))?;
            self.network = Some(Arc::new(network));
        }
        // What another evaluation found must not be taken for this one's.
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
        Ok(())
    }
}
