//! One game of a match: two players are asked in turn until the rules, the clock, a fault or the arbiter end it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::players::{self, Bot};
use engine::protocol::Info;
use engine::search::Value;
use games::record::{Closing, MOVES_MAX};
use games::{Outcome, Player, Record};
use table::Seat;
use table::engines::{Engine, EngineError, Fault};

use super::adjudicate::Arbiter;
use super::contender::Contender;
use super::mix;
use super::schedule::Fixture;
use super::standings::{FAULT_TAG, NUMBER_TAG, REASON_TAG};
use super::state::Match;

/// Engines that one thread keeps running, so that a game need not wait for them to start.
const ENGINES_KEPT: usize = 8;

/// Where games are played, one after another, with the engines that play there.
#[derive(Debug)]
pub struct Board<'a> {
    played: &'a Match,
    stop: Arc<AtomicBool>,
    /// The last used comes last.
    engines: Vec<(usize, Engine)>,
}

/// Who chooses the moves of one side in one game.
enum Side<'a> {
    Bot(Box<dyn Bot>),
    Engine(usize, &'a Contender, Engine),
}

/// The match was told to stop, and this game with it.
#[derive(Debug)]
pub struct Stopped;

/// What a side has chosen.
struct Chosen {
    mv: String,
    took: Duration,
    info: Option<Info>,
}

impl<'a> Board<'a> {
    pub fn new(played: &'a Match, stop: Arc<AtomicBool>) -> Self {
        Self { played, stop, engines: Vec::new() }
    }

    /// Plays a game to its end, whatever the players do.
    pub fn play(&mut self, fixture: Fixture) -> Result<Record, Stopped> {
        let played = self.played;
        let opening = played.plan.openings.get(fixture.round).and_then(|text| (played.game.read)(text).ok());
        let mut record = Record::from_position(played.game, opening.unwrap_or_else(|| (played.game.start)()));
        for (tag, player) in ["First", "Second"].into_iter().zip(fixture.players) {
            record.set_tag(tag, &played.contenders[player].name);
        }
        record.set_tag("Date", jiff::Zoned::now().strftime("%Y.%m.%d").to_string());
        record.set_tag(NUMBER_TAG, (fixture.number + 1).to_string());
        let mut sides = Vec::new();
        for player in Player::BOTH {
            match self.sit(fixture, player) {
                Ok(side) => sides.push(side),
                Err(error) => {
                    forfeit(&mut record, player, error)?;
                    self.keep(sides, None);
                    return Ok(record);
                }
            }
        }
        let failed = self.play_out(&mut record, &mut sides, fixture)?;
        self.keep(sides, failed);
        Ok(record)
    }

    /// Brings a player to the board, ready for a new game.
    fn sit(&mut self, fixture: Fixture, player: Player) -> Result<Side<'a>, EngineError> {
        let played = self.played;
        let index = fixture.players[player.index()];
        let contender = &played.contenders[index];
        match &contender.seat {
            Seat::Engine(_) => {
                let kept = self.engines.iter().position(|(kept, _)| *kept == index);
                let mut engine = match kept.map(|place| self.engines.remove(place).1) {
                    Some(engine) => engine,
                    None => start(contender, played, &self.stop)?,
                };
                let ready = engine.new_game();
                // One that ended between two games is started again: that hurt nobody.
                if matches!(&ready, Err(EngineError { fault: Fault::Ended(_), .. })) && kept.is_some() {
                    engine = start(contender, played, &self.stop)?;
                    engine.new_game()?;
                } else {
                    ready?;
                }
                Ok(Side::Engine(index, contender, engine))
            }
            Seat::Bot(name) => {
                let seed = mix(played.plan.seed, (fixture.number * 2 + player.index()) as u64);
                let missing = |error: players::NoSuchBot| named(contender, Fault::WrongLine(error.to_string()));
                players::bot(*name, played.game, seed).map(Side::Bot).map_err(missing)
            }
            Seat::Human => Err(named(contender, Fault::Deaf)),
        }
    }

    /// Plays until the game is over. Gives back who must be started anew, if somebody must.
    fn play_out(&self, record: &mut Record, sides: &mut [Side<'_>], fixture: Fixture) -> Result<Option<Player>, Stopped> {
        let contenders = fixture.players.map(|player| &self.played.contenders[player]);
        let mut clocks = Clocks::new(contenders);
        let mut arbiter = Arbiter::new(&self.played.plan.rules);
        while record.outcome().is_none() {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            let player = record.position().turn();
            let Some(side) = sides.get_mut(player.index()) else { break };
            let chosen = match choose(side, record, &clocks, player) {
                Ok(chosen) => chosen,
                Err(error) => {
                    forfeit(record, player, error)?;
                    return Ok(Some(player));
                }
            };
            clocks.spend(player, chosen.took);
            if let Err(complaint) = record.play(&chosen.mv) {
                forfeit(
                    record,
                    player,
                    named(contenders[player.index()], Fault::Illegal { mv: chosen.mv, complaint: complaint.to_string() }),
                )?;
                return Ok(Some(player));
            }
            record.set_comment(record.moves().len(), comment(&chosen));
            if record.outcome().is_some() {
                break;
            }
            let value = chosen.info.and_then(|info| info.value);
            let full = || (record.moves().len() == MOVES_MAX).then(|| (Outcome::Draw, "length: the record is full".to_owned()));
            if let Some((outcome, reason)) = arbiter.judge(record, player, value).or_else(full) {
                record.close(Closing::Adjudicated(outcome));
                record.set_tag(REASON_TAG, reason);
            }
        }
        Ok(None)
    }

    /// Keeps the engines that played well for the next game; others go.
    fn keep(&mut self, sides: Vec<Side<'_>>, failed: Option<Player>) {
        for (side, player) in sides.into_iter().zip(Player::BOTH) {
            if let Side::Engine(index, _, engine) = side
                && failed != Some(player)
            {
                self.engines.push((index, engine));
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

fn choose(side: &mut Side<'_>, record: &Record, clocks: &Clocks<'_>, player: Player) -> Result<Chosen, EngineError> {
    match side {
        Side::Bot(bot) => {
            let asked = Instant::now();
            let mv = bot.choose(record).unwrap_or_default();
            Ok(Chosen { mv, took: asked.elapsed(), info: None })
        }
        Side::Engine(_, contender, engine) => {
            let (go, limit) = contender.terms.go(clocks.left, clocks.increment, player);
            let choice = engine.choose(record, go, limit).map_err(|error| named(contender, error.fault))?;
            Ok(Chosen { mv: choice.mv, took: choice.took, info: choice.info })
        }
    }
}

/// The side has lost by what it did wrong, and the record says what that was.
fn forfeit(record: &mut Record, player: Player, error: EngineError) -> Result<(), Stopped> {
    let closing = match error.fault {
        Fault::Interrupted => return Err(Stopped),
        Fault::TooLate { awaited: "bestmove", .. } => Closing::OutOfTime(player),
        _ => Closing::Forfeited(player),
    };
    record.close(closing);
    record.set_tag(FAULT_TAG, error.to_string());
    Ok(())
}

/// Score, depth and time of a move, as other programs write them: `+0.35/12 0.104s`.
fn comment(chosen: &Chosen) -> String {
    let mut text = String::new();
    if let Some(Info { value: Some(value), depth, .. }) = &chosen.info {
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

/// What both clocks show. Only the thinking counts, from the question to the answer; what the match does in between costs nobody anything.
struct Clocks<'a> {
    contenders: [&'a Contender; 2],
    left: [Duration; 2],
    increment: [Duration; 2],
}

impl<'a> Clocks<'a> {
    fn new(contenders: [&'a Contender; 2]) -> Self {
        // Engines are told of both clocks. Where one side has none, the other is told its own twice.
        let own = contenders.map(|contender| contender.terms.clock);
        let shown = [own[0].or(own[1]), own[1].or(own[0])];
        let left = shown.map(|clock| clock.map_or(Duration::ZERO, |clock| clock.initial));
        let increment = shown.map(|clock| clock.map_or(Duration::ZERO, |clock| clock.increment));
        Self { contenders, left, increment }
    }

    fn spend(&mut self, player: Player, took: Duration) {
        let index = player.index();
        if self.contenders[index].terms.clock.is_some() {
            self.left[index] = self.left[index].saturating_sub(took) + self.increment[index];
        }
    }
}
