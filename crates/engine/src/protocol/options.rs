//! What can be set on our own engine.

use games::quote;

use super::{Wrong, number};

/// An option that is a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spin {
    pub name: String,
    pub default: u64,
    pub min: u64,
    pub max: u64,
}

/// The settings of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Megabytes of the transposition table.
    pub hash: usize,
    pub threads: usize,
    /// How many best lines to find and to tell.
    pub lines: usize,
    /// Playing strength, up to [`EngineOptions::LEVEL_MAX`].
    pub level: u8,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self { hash: 16, threads: 1, lines: 1, level: Self::LEVEL_MAX }
    }
}

/// Name, least and most, in the order in which they are listed.
const SPINS: [(&str, u64, u64); 4] = [
    ("Hash", 1, 65_536),
    ("Threads", 1, 256),
    ("MultiPV", 1, 64),
    ("Level", 1, EngineOptions::LEVEL_MAX as u64),
];

impl EngineOptions {
    /// The full strength of the engine.
    pub const LEVEL_MAX: u8 = 10;

    /// Returns all options with their limits.
    pub fn spins() -> impl Iterator<Item = Spin> {
        let defaults = Self::default();
        let values =
            [defaults.hash as u64, defaults.threads as u64, defaults.lines as u64, defaults.level.into()];
        SPINS.into_iter().zip(values).map(|((name, min, max), default)| Spin {
            name: name.to_owned(),
            default,
            min,
            max,
        })
    }

    /// Sets an option, its name in capital or small letters.
    ///
    /// # Errors
    /// When there is no such option, or not this value of it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Wrong> {
        let Some((name, min, max)) = SPINS.into_iter().find(|(known, ..)| known.eq_ignore_ascii_case(name))
        else {
            let names = SPINS.map(|(known, ..)| known).join(", ");
            return Err(Wrong::new(format_args!("there is no option {}; options are: {names}", quote(name))));
        };
        let said = value;
        let value = number(name, Some(said))?;
        if !(min..=max).contains(&value) {
            return Err(Wrong::new(format_args!("{name} is a number from {min} to {max}, not {said}")));
        }
        match name {
            "Hash" => self.hash = value as usize,
            "Threads" => self.threads = value as usize,
            "MultiPV" => self.lines = value as usize,
            _ => self.level = value as u8,
        }
        Ok(())
    }
}
