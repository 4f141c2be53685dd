//! Plays a match: several games at once, each thread with engines of its own; every finished game goes into the log before anything else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::{io, thread};

use games::Record;
use table::Seat;

use super::game::{self, Board};
use super::schedule::Fixture;
use super::standings::Standings;
use super::state::{Log, Match};
use crate::failure::Failure;

/// Most games at once.
pub const CONCURRENCY_MAX: usize = 256;
/// Finished games that wait to be written. Who finishes more waits until they are.
const WAITING_MAX: usize = 64;

/// Starts each engine once, so that a wrong command or bot is found before the first game.
pub fn try_out(played: &Match) -> Result<(), Failure> {
    for contender in &played.contenders {
        match &contender.seat {
            Seat::Engine(_) => {
                let started = game::start(contender, played, &Arc::default()).and_then(|mut engine| engine.new_game());
                started.map_err(|error| Failure::World(error.to_string()))?;
            }
            Seat::Bot(name) => drop(engine::players::bot(*name, played.game, 0).map_err(Failure::input)?),
            Seat::Human => {}
        }
    }
    Ok(())
}

/// Plays all games that the standings do not have, until none is left, the test is over, or `stop` is set. `tell` hears of each game once it is
/// written. Games that `stop` cuts off leave no trace: they are played again when the match goes on.
pub fn run(
    played: &Match,
    standings: &mut Standings,
    log: &mut Log,
    concurrency: usize,
    stop: &Arc<AtomicBool>,
    mut tell: impl FnMut(&Standings, Fixture, &Record) -> io::Result<()>,
) -> Result<(), Failure> {
    if standings.is_finished() {
        return Ok(());
    }
    let left: Vec<usize> = (0..standings.games()).filter(|number| !standings.has(*number)).collect();
    let next = AtomicUsize::new(0);
    let (sender, finished) = mpsc::sync_channel(WAITING_MAX);
    thread::scope(|scope| {
        for _ in 0..concurrency.clamp(1, CONCURRENCY_MAX).min(left.len()) {
            let (sender, left, next) = (sender.clone(), &left, &next);
            scope.spawn(move || work(played, left, next, stop, &sender));
        }
        // The games end when the last thread lets go of its end.
        drop(sender);
        let mut result = Ok(());
        for (fixture, record) in finished {
            if result.is_err() || standings.verdict().is_some() {
                continue;
            }
            result = log.add(&record).map_err(|error| Failure::World(format!("the records: {error}")));
            if result.is_ok() {
                standings.add(fixture, &record);
                result = tell(standings, fixture, &record).map_err(Failure::from);
            }
            if result.is_err() || standings.is_finished() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        result
    })
}

/// Takes one game after another.
fn work(played: &Match, left: &[usize], next: &AtomicUsize, stop: &Arc<AtomicBool>, sender: &SyncSender<(Fixture, Record)>) {
    let mut board = Board::new(played, Arc::clone(stop));
    while !stop.load(Ordering::Relaxed) {
        let number = left.get(next.fetch_add(1, Ordering::Relaxed));
        let Some(fixture) = number.and_then(|number| played.schedule.fixture(*number)) else { return };
        let Ok(record) = board.play(fixture) else { return };
        if sender.send((fixture, record)).is_err() {
            return;
        }
    }
}
