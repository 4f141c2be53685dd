//! The moves of bots, and what those that teach say before they move.

use std::time::Duration;

use engine::players::{self, BotName};
use engine::review::ReviewOptions;
use engine::search::{SearchLimits, Time};
use engine::teach;
use games::Record;
use serde::{Deserialize, Serialize};

use super::super::data::{as_record, as_text};
use super::super::kind::{JobContext, JobKind};
use super::super::queue::Cost;
use crate::wire::{Text, WarningView};

/// The longest a bot may take over a move. A machine that is not overloaded spends the bot's own budget long
/// before.
const BOT_TIME_MAX: Duration = Duration::from_secs(10);

/// The first level whose moves take long.
const LONG_FROM: u8 = 6;

/// Chooses the move of a bot. The bot is made anew for every move: the memory of bots would be most of the
/// server's.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BotMoveJob {
    /// The id of the game and its version, for which alone the move is good.
    pub game: String,
    pub version: u64,
    #[serde(with = "as_text")]
    pub bot: BotName,
    /// Whether the bot first looks whether the last move lost much.
    #[serde(default)]
    pub teaches: bool,
    #[serde(with = "as_record")]
    pub record: Record,
}

/// What a bot does when it is its turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BotAnswer {
    Move(String),
    /// It says something first, and waits.
    Warning(WarningView),
}

impl JobKind for BotMoveJob {
    const NAME: &'static str = "bot-move";
    const TIME_MAX: Duration = BOT_TIME_MAX.saturating_add(Duration::from_secs(5));
    type Update = ();
    /// `None` if the bot failed.
    type Output = Option<BotAnswer>;

    fn cost(&self) -> Cost {
        match self.bot {
            BotName::Level(LONG_FROM..) | BotName::Perfect => Cost::Long,
            _ if self.teaches => Cost::Long,
            _ => Cost::Short,
        }
    }

    fn key(&self) -> Option<String> {
        Some(format!("{}.{}", self.game, self.version))
    }

    fn run(&self, context: &JobContext<'_, ()>) -> Option<BotAnswer> {
        if let Some(warning) = self.warning(context) {
            return Some(BotAnswer::Warning(warning));
        }
        let time = Time { clock: &context.clock, soft: BOT_TIME_MAX, hard: BOT_TIME_MAX };
        let limits = SearchLimits { time: Some(time), stop: Some(context.stop), ..SearchLimits::NONE };
        let mut bot = players::bot(self.bot, self.record.game(), fastrand::u64(..)).ok()?;
        bot.choose_within(&self.record, &limits).map(BotAnswer::Move)
    }
}

impl BotMoveJob {
    /// Returns what the bot says of the last move, if it teaches and the move lost much.
    fn warning(&self, context: &JobContext<'_, ()>) -> Option<WarningView> {
        let options = ReviewOptions { stop: Some(context.stop), ..ReviewOptions::DEFAULT };
        let warning = self.teaches.then(|| teach::warning(&self.record, &options)).flatten()?;
        let info = self.record.info();
        let facts = (0..warning.facts.len())
            .map(|index| Text::of(|words| words.warning(info, &warning).1.swap_remove(index)));
        Some(WarningView {
            text: Text::of(|words| words.warning(info, &warning).0),
            facts: facts.collect(),
            line: warning.refutation.clone(),
        })
    }
}
