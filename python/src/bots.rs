//! The bots.

use std::sync::{Mutex, PoisonError};

use engine::players::{self, BotName};
use engine::search::SearchLimits;
use games::quote;
use pyo3::prelude::*;

use crate::errors::{find_game, wrong};
use crate::interrupt::{Stop, interruptible};
use crate::position::Position;

#[pyclass(module = "jogo._native", frozen)]
pub(crate) struct Bot {
    game: &'static str,
    bot: Mutex<Box<dyn engine::Bot>>,
}

fn read_name(name: &str) -> PyResult<BotName> {
    name.parse()
        .map_err(|()| wrong(format_args!("there is no bot {}; bots are: {}", quote(name), BotName::NAMES)))
}

#[pymethods]
impl Bot {
    #[new]
    fn new(game: &str, name: &str, seed: u64) -> PyResult<Self> {
        let game = find_game(game)?;
        let bot = players::bot(read_name(name)?, game, seed).map_err(wrong)?;
        Ok(Self { game: game.info.id, bot: Mutex::new(bot) })
    }

    /// Returns a move of the position as it is now; `None` when the game is over.
    fn choose(&self, py: Python<'_>, position: &Bound<'_, Position>) -> PyResult<Option<String>> {
        let record = position.borrow().record.clone();
        if record.info().id != self.game {
            return Err(wrong(format_args!("this is a bot for {}, not {}", self.game, record.info().id)));
        }
        if record.outcome().is_some() {
            return Ok(None);
        }
        let stop = Stop::default();
        let work = |_: &std::sync::mpsc::Sender<()>| {
            let mut bot = self.bot.lock().unwrap_or_else(PoisonError::into_inner);
            bot.choose_within(&record, &SearchLimits { stop: Some(&stop.flag), ..SearchLimits::NONE })
        };
        interruptible(py, &stop.flag, work, |()| Ok(()))
    }
}

/// Returns the bots that a rule set has.
#[pyfunction]
pub(crate) fn bot_names(game: &str) -> PyResult<Vec<String>> {
    let game = find_game(game)?;
    let has = |name: &&BotName| players::bot(**name, game, 0).is_ok();
    Ok(BotName::ALL.iter().filter(has).map(BotName::to_string).collect())
}
