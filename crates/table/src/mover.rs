//! The choice of moves for a side that a bot or an engine plays.

use std::fmt;
use std::time::{Duration, Instant};

use engine::players::{self, Bot, NoSuchBot};
use engine::protocol::Go;
use engine::search::SearchLimits;
use games::{GameEntry, Record};

use crate::Seat;
use crate::engines::{Choice, Engine, EngineError};

/// Time for a move of another program, where nothing else was said.
pub const THINK: Duration = Duration::from_secs(1);
/// How much later than agreed a move may come: the machine has other things to do too.
const LATE_MAX: Duration = Duration::from_secs(2);

/// Why a seat cannot be taken.
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

impl std::error::Error for SeatError {}

/// A bot or an engine that sits at a table. It can be sent to another thread, so that the caller does not
/// wait for it.
pub enum Mover {
    Bot(Box<dyn Bot>),
    Engine(Box<Engine>),
}

impl fmt::Debug for Mover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bot(_) => "Bot",
            Self::Engine(_) => "Engine",
        })
    }
}

impl Mover {
    /// Returns what chooses the moves of this seat; `None` for a person. The seed fixes all randomness of a
    /// bot.
    ///
    /// # Errors
    /// When the rule set has no such bot, or the engine does not start.
    pub fn sit(seat: &Seat, game: &'static GameEntry, seed: u64) -> Result<Option<Self>, SeatError> {
        match seat {
            Seat::Human => Ok(None),
            Seat::Bot(name) => {
                players::bot(*name, game, seed).map(Self::Bot).map(Some).map_err(SeatError::NoSuchBot)
            }
            Seat::Engine(command) => {
                let started =
                    Engine::start(command, game).and_then(|mut engine| engine.new_game().map(|()| engine));
                started.map(|engine| Some(Self::Engine(Box::new(engine)))).map_err(SeatError::Engine)
            }
        }
    }

    /// Returns both movers of a table. Two bots of one kind do not mirror each other's dice.
    ///
    /// # Errors
    /// As [`Mover::sit`].
    pub fn sit_both(
        seats: &[Seat; 2],
        game: &'static GameEntry,
        seed: u64,
    ) -> Result<[Option<Self>; 2], SeatError> {
        Ok([Self::sit(&seats[0], game, seed)?, Self::sit(&seats[1], game, seed.wrapping_add(1))?])
    }

    /// Returns a move of the record's current position, which must not be over. Bots think as long as their
    /// strength says, engines as their limits say.
    ///
    /// # Errors
    /// When an engine does not play as it should.
    pub fn choose(&mut self, record: &Record, go: Go) -> Result<Choice, EngineError> {
        self.choose_within(record, go, patience(record, go))
    }

    /// Likewise; an engine that has not answered after `limit` is too late. A bot heeds a number of nodes and
    /// nothing else.
    ///
    /// # Errors
    /// As [`Mover::choose`].
    pub fn choose_within(&mut self, record: &Record, go: Go, limit: Duration) -> Result<Choice, EngineError> {
        match self {
            Self::Bot(bot) => {
                let asked = Instant::now();
                let mv = bot
                    .choose_within(record, &SearchLimits { nodes: go.nodes, ..SearchLimits::NONE })
                    .unwrap_or_default();
                Ok(Choice { mv, took: asked.elapsed(), info: None })
            }
            Self::Engine(engine) => engine.choose(record, go, limit),
        }
    }
}

/// Returns how long to wait for the answer to `go` before it counts as none.
fn patience(record: &Record, go: Go) -> Duration {
    /// For a depth or a number of nodes, whose time is not known in advance.
    const UNTIMED: Duration = Duration::from_secs(24 * 3600);
    let clock = go.clocks.map(|clocks| clocks.left(record.position().turn()));
    go.move_time.into_iter().chain(clock).min().unwrap_or(UNTIMED).saturating_add(LATE_MAX)
}
