//! One game of a match: two players are asked in turn until the rules, the clock, a fault or the arbiter end
//! it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::players::{self, Bot, BotName, NoSuchBot};
use engine::protocol::{Go, SearchInfo};
use engine::search::Value;
use games::record::{Closing, MOVES_MAX};
use games::{GameEntry, Outcome, Player, Record};
use table::engines::{Choice, Engine, EngineError, Fault};
use table::{Clocks, Mover, Seat, Table, TimeControl};

use super::adjudicate::Arbiter;
use super::contender::Contender;
use super::mix;
use super::schedule::Fixture;
use super::standings::{FAULT_TAG, NUMBER_TAG, REASON_TAG};
use super::state::Match;

/// Engines that one thread keeps running, so that a game need not wait for them to start.
const ENGINES_KEPT: usize = 8;

/// Makes the bots of a match, for each game anew.
pub trait BotSource: fmt::Debug + Sync {
    /// Returns the bot that plays for a contender whose seat names this one; the seed fixes its randomness.
    ///
    /// # Errors
    /// When this game has no such bot.
    fn make(
        &self,
        contender: &Contender,
        name: BotName,
        game: &'static GameEntry,
        seed: u64,
    ) -> Result<Box<dyn Bot>, NoSuchBot>;
}

/// The bots that seats name.
#[derive(Clone, Copy, Debug)]
pub struct Bots;

impl BotSource for Bots {
    fn make(
        &self,
        _: &Contender,
        name: BotName,
        game: &'static GameEntry,
        seed: u64,
    ) -> Result<Box<dyn Bot>, NoSuchBot> {
        players::bot(name, game, seed)
    }
}

/// Where games are played, one after another, with the engines that play there.
#[derive(Debug)]
pub struct MatchBoard<'a> {
    played: &'a Match,
    bots: &'a dyn BotSource,
    stop: Arc<AtomicBool>,
    /// The last used comes last.
    engines: Vec<(usize, Engine)>,
}

/// A contender that sits at the board for one game.
struct Seated<'a> {
    index: usize,
    contender: &'a Contender,
    mover: Mover,
}

/// The match was stopped, and this game with it.
#[derive(Debug)]
pub struct Stopped;

impl<'a> MatchBoard<'a> {
    pub fn new(played: &'a Match, bots: &'a dyn BotSource, stop: Arc<AtomicBool>) -> Self {
        Self { played, bots, stop, engines: Vec::new() }
    }

    /// Plays a game to its end, whatever the players do.
    pub fn play(&mut self, fixture: Fixture) -> Result<Record, Stopped> {
        let played = self.played;
        let opening = played.plan.openings.get(fixture.round).and_then(|text| (played.game.read)(text).ok());
        let record = Record::from_position(played.game, opening.unwrap_or_else(|| (played.game.start)()));
        let contenders = fixture.players.map(|player| &played.contenders[player]);
        let mut table = Table::new(record, contenders.map(|contender| contender.seat.clone()));
        // Contenders have names of their own, by which the log identifies them.
        for (tag, contender) in ["First", "Second"].into_iter().zip(contenders) {
            table.record_mut().set_tag(tag, &contender.name);
        }
        table.record_mut().set_tag("Date", jiff::Zoned::now().strftime("%Y.%m.%d").to_string());
        table.record_mut().set_tag(NUMBER_TAG, (fixture.number + 1).to_string());
        if let Some(clocks) = clocks_of(contenders) {
            table = table.with_clocks(clocks);
        }
        let mut sides = Vec::new();
        for player in Player::BOTH {
            match self.sit(fixture, player) {
                Ok(side) => sides.push(side),
                Err(error) => {
                    forfeit(&mut table, player, error)?;
                    self.keep(sides, None);
                    return Ok(table.into_record());
                }
            }
        }
        let failed = self.play_out(&mut table, &mut sides)?;
        self.keep(sides, failed);
        Ok(table.into_record())
    }

    /// Brings a player to the board, ready for a new game.
    fn sit(&mut self, fixture: Fixture, player: Player) -> Result<Seated<'a>, EngineError> {
        let played = self.played;
        let index = fixture.players[player.index()];
        let contender = &played.contenders[index];
        let mover = match &contender.seat {
            Seat::Engine(_) => {
                let kept = self.engines.iter().position(|(kept, _)| *kept == index);
                let mut engine = match kept.map(|place| self.engines.remove(place).1) {
                    Some(engine) => engine,
                    None => start(contender, played, &self.stop)?,
                };
                let ready = engine.new_game();
                // One that ended between two games is started again: this costs no game.
                if matches!(&ready, Err(EngineError { fault: Fault::Ended(_), .. })) && kept.is_some() {
                    engine = start(contender, played, &self.stop)?;
                    engine.new_game()?;
                } else {
                    ready?;
                }
                Mover::Engine(Box::new(engine))
            }
            Seat::Bot(name) => {
                let seed = mix(played.plan.seed, (fixture.number * 2 + player.index()) as u64);
                let missing = |error: NoSuchBot| named(contender, Fault::WrongLine(error.to_string()));
                Mover::Bot(self.bots.make(contender, *name, played.game, seed).map_err(missing)?)
            }
            Seat::Human => return Err(named(contender, Fault::Deaf)),
        };
        Ok(Seated { index, contender, mover })
    }

    /// Plays until the game is over. Returns which side must be started anew, if one must.
    ///
    /// Only the thinking counts, from the question to the answer: the table gets a time of its own, which
    /// stands still while the match is at work.
    fn play_out(&self, table: &mut Table, sides: &mut [Seated<'_>]) -> Result<Option<Player>, Stopped> {
        let mut arbiter = Arbiter::new(&self.played.plan.rules);
        let increments = increments_of(sides);
        let mut now = Instant::now();
        table.start_clocks(now);
        while let Some(player) = table.to_move() {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            let Some(side) = sides.get_mut(player.index()) else { break };
            let left = Player::BOTH
                .map(|player| table.clocks().map_or(Duration::ZERO, |clocks| clocks.left(player, now)));
            let (go, limit) = match side.mover {
                Mover::Engine(_) => side.contender.terms.go(left, increments, player),
                Mover::Bot(_) => (Go { nodes: side.contender.terms.nodes, ..Go::INFINITE }, Duration::MAX),
            };
            let chosen = match side.mover.choose_within(table.record(), go, limit) {
                Ok(chosen) => chosen,
                Err(error) => {
                    forfeit(table, player, named(side.contender, error.fault))?;
                    return Ok(Some(player));
                }
            };
            if side.contender.terms.clock.is_some() {
                // A move that came within the margin is in time, so the clock is never seen to have run out.
                now += chosen.took.min(left[player.index()].saturating_sub(Duration::from_nanos(1)));
            }
            if let Err(complaint) = table.play(&chosen.mv, now) {
                let fault = Fault::Illegal { mv: chosen.mv, complaint: complaint.to_string() };
                forfeit(table, player, named(side.contender, fault))?;
                return Ok(Some(player));
            }
            let played = table.record().moves().len();
            table.record_mut().set_comment(played, comment(&chosen));
            if table.outcome().is_some() {
                break;
            }
            let value = chosen.info.and_then(|info| info.value);
            let full =
                || (played == MOVES_MAX).then(|| (Outcome::Draw, "length: the record is full".to_owned()));
            if let Some((outcome, reason)) = arbiter.judge(table.record(), player, value).or_else(full) {
                table.close(Closing::Adjudicated(outcome), now);
                table.record_mut().set_tag(REASON_TAG, reason);
            }
        }
        Ok(None)
    }

    /// Keeps the engines that played well for the next game; others go.
    fn keep(&mut self, sides: Vec<Seated<'_>>, failed: Option<Player>) {
        for (side, player) in sides.into_iter().zip(Player::BOTH) {
            if let Mover::Engine(engine) = side.mover
                && failed != Some(player)
            {
                self.engines.push((side.index, *engine));
            }
        }
        while self.engines.len() > ENGINES_KEPT {
            self.engines.remove(0);
        }
    }
}

/// Starts an engine and sets its options.
pub fn start(contender: &Contender, played: &Match, stop: &Arc<AtomicBool>) -> Result<Engine, EngineError> {
    let Seat::Engine(command) = &contender.seat else { return Err(named(contender, Fault::Deaf)) };
    let begin = || {
        let mut engine = Engine::start(command, played.game)?;
        engine.set_stop(Arc::clone(stop));
        for (name, value) in &contender.options {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    };
    begin().map_err(|error: EngineError| named(contender, error.fault))
}

fn named(contender: &Contender, fault: Fault) -> EngineError {
    EngineError { engine: contender.name.clone(), fault }
}

/// The side has lost by what it did wrong, and the record says what that was.
fn forfeit(table: &mut Table, player: Player, error: EngineError) -> Result<(), Stopped> {
    let closing = match error.fault {
        Fault::Interrupted => return Err(Stopped),
        Fault::TooLate { awaited: "bestmove", .. } => Closing::OutOfTime(player),
        _ => Closing::Forfeited(player),
    };
    table.close(closing, Instant::now());
    table.record_mut().set_tag(FAULT_TAG, error.to_string());
    Ok(())
}

/// Score, depth and time of a move, as other programs write them: `+0.35/12 0.104s`.
fn comment(chosen: &Choice) -> String {
    let mut text = String::new();
    if let Some(SearchInfo { value: Some(value), depth, .. }) = &chosen.info {
        text = match value {
            Value::WinIn(plies) => format!("+M{plies}"),
            Value::LossIn(plies) => format!("-M{plies}"),
            Value::Draw => "+0.00".to_owned(),
            Value::About(score) => format!("{:+.2}", f64::from(*score) / 100.0),
        };
        if let Some(depth) = depth {
            text.push_str(&format!("/{depth}"));
        }
        text.push(' ');
    }
    text + &format!("{:.3}s", chosen.took.as_secs_f64())
}

/// Returns the clocks that engines are sent: both sides'. Where one side has none, the other is sent its own
/// twice.
fn told_clocks(contenders: [&Contender; 2]) -> [Option<TimeControl>; 2] {
    let own = contenders.map(|contender| contender.terms.clock);
    [own[0].or(own[1]), own[1].or(own[0])]
}

fn clocks_of(contenders: [&Contender; 2]) -> Option<Clocks> {
    let [Some(first), Some(second)] = told_clocks(contenders) else { return None };
    // A clock that only stands for the other one never changes.
    let still = |contender: &Contender, clock: TimeControl| match contender.terms.clock {
        Some(_) => clock,
        None => TimeControl { increment: Duration::ZERO, ..clock },
    };
    Some(Clocks::of_each([still(contenders[0], first), still(contenders[1], second)]))
}

fn increments_of(sides: &[Seated<'_>]) -> [Duration; 2] {
    let [first, second] = sides else { return [Duration::ZERO; 2] };
    told_clocks([first.contender, second.contender])
        .map(|clock| clock.map_or(Duration::ZERO, |clock| clock.increment))
}
