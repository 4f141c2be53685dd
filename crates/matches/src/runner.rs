//! Plays a match: several games at once, each thread with engines of its own; every finished game is kept
//! before anything else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::time::Duration;
use std::{fmt, io, thread};

use engine::players::NoSuchBot;
use games::{Message, Record};
use table::Seat;
use table::engines::EngineError;

use super::game::{self, BotSource, MatchBoard};
use super::schedule::Fixture;
use super::standings::Standings;
use super::state::Match;

/// Most games at once.
pub const CONCURRENCY_MAX: usize = 256;
/// Finished games that wait to be written. A thread that finishes more waits until they are.
const WAITING_MAX: usize = 64;

/// A game with its record, or why it cannot be played.
type Finished = Result<(Fixture, Record), String>;

/// The longest time between two reports.
const TICK: Duration = Duration::from_secs(1);

/// Why a match cannot begin or go on.
#[derive(Debug)]
pub enum MatchError {
    /// The command of an engine is no command.
    Command(Message),
    NoSuchBot(NoSuchBot),
    Engine(EngineError),
    /// A finished game could not be kept.
    Records(io::Error),
    /// The report of the match could not be written.
    Output(io::Error),
    /// A game could not be played elsewhere.
    Elsewhere(String),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(message) => message.fmt(f),
            Self::NoSuchBot(error) => error.fmt(f),
            Self::Engine(error) => error.fmt(f),
            Self::Records(error) => write!(f, "the records: {error}"),
            Self::Output(error) => error.fmt(f),
            Self::Elsewhere(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MatchError {}

/// Starts each engine once, so that a wrong command or bot is found before the first game.
///
/// # Errors
/// Names the first that does not start.
pub fn try_out(played: &Match, bots: &dyn BotSource) -> Result<(), MatchError> {
    for contender in &played.contenders {
        match &contender.seat {
            Seat::Engine(_) => {
                let started =
                    game::start(contender, played, &Arc::default()).and_then(|mut engine| engine.new_game());
                started.map_err(MatchError::Engine)?;
            }
            Seat::Bot(name) => {
                drop(bots.make(contender, *name, played.game, 0).map_err(MatchError::NoSuchBot)?);
            }
            Seat::Human => {}
        }
    }
    Ok(())
}

/// Plays games on other machines.
pub trait RemoteBoard: fmt::Debug + Sync {
    /// Plays a game to its end; `None` when `stop` was set before.
    ///
    /// # Errors
    /// When the game cannot be played there.
    fn play(&self, played: &Match, fixture: Fixture, stop: &AtomicBool) -> Result<Option<Record>, String>;
}

/// How a match is played.
#[derive(Clone, Debug)]
pub struct Runner<'a> {
    pub played: &'a Match,
    pub bots: &'a dyn BotSource,
    /// Where the games are played, if not here.
    pub remote: Option<&'a dyn RemoteBoard>,
    /// Games at once.
    pub concurrency: usize,
    /// Ends the match soon after it is set.
    pub stop: Arc<AtomicBool>,
}

impl Runner<'_> {
    /// Plays all games that the standings do not have, until none is left, the test is over, or `stop` is
    /// set. `keep` gets each game as it finishes; `tell` is called once it is kept, and now and then without
    /// a game, so that it can show the time. Games that `stop` cuts off leave no trace: they are played again
    /// when the match goes on.
    ///
    /// # Errors
    /// The first of `keep` or `tell`; the match stops then.
    pub fn run(
        &self,
        standings: &mut Standings,
        mut keep: impl FnMut(&Record) -> io::Result<()>,
        mut tell: impl FnMut(&Standings, Option<(Fixture, &Record)>) -> io::Result<()>,
    ) -> Result<(), MatchError> {
        if standings.is_finished() {
            return Ok(());
        }
        let left: Vec<usize> = (0..standings.games()).filter(|number| !standings.has(*number)).collect();
        let next = AtomicUsize::new(0);
        let (sender, finished) = mpsc::sync_channel(WAITING_MAX);
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, CONCURRENCY_MAX).min(left.len()) {
                let (sender, left, next) = (sender.clone(), &left, &next);
                scope.spawn(move || self.work(left, next, &sender));
            }
            // The games end when the last thread lets go of its end.
            drop(sender);
            let mut result = Ok(());
            loop {
                let (fixture, record) = match finished.recv_timeout(TICK) {
                    Ok(Ok(finished)) => finished,
                    Ok(Err(error)) => {
                        result = result.and(Err(MatchError::Elsewhere(error)));
                        self.stop.store(true, Ordering::Relaxed);
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {
                        if result.is_ok() {
                            result = tell(standings, None).map_err(MatchError::Output);
                        }
                        if result.is_err() {
                            self.stop.store(true, Ordering::Relaxed);
                        }
                        continue;
                    }
                };
                if result.is_err() || standings.verdict().is_some() {
                    continue;
                }
                result = keep(&record).map_err(MatchError::Records);
                if result.is_ok() {
                    standings.add(fixture, &record);
                    result = tell(standings, Some((fixture, &record))).map_err(MatchError::Output);
                }
                if result.is_err() || standings.is_finished() {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            result
        })
    }

    /// Takes one game after another.
    fn work(&self, left: &[usize], next: &AtomicUsize, sender: &SyncSender<Finished>) {
        let mut board = MatchBoard::new(self.played, self.bots, Arc::clone(&self.stop));
        while !self.stop.load(Ordering::Relaxed) {
            let number = left.get(next.fetch_add(1, Ordering::Relaxed));
            let Some(fixture) = number.and_then(|number| self.played.schedule.fixture(*number)) else {
                return;
            };
            let record = match self.remote {
                Some(remote) => remote.play(self.played, fixture, &self.stop),
                None => Ok(board.play(fixture).ok()),
            };
            let finished = match record {
                Ok(Some(record)) => Ok((fixture, record)),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            if sender.send(finished).is_err() {
                return;
            }
        }
    }
}
