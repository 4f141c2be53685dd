//! The results of a match so far.

use std::collections::HashMap;

use games::record::Closing;
use games::{Message, Outcome, Player, Record, phrases};

use super::schedule::{Fixture, Schedule};
use super::sprt::{Sprt, SprtVerdict};
use super::state::Match;
use super::stats::{HalfPoints, MatchTally};

phrases! {
    FOREIGN_GAME = "match-foreign-game": "game {number} is not of this match";
    GAME_TWICE = "match-game-twice": "game {number} stands there twice";
}

/// The tag with the number of a record's game in the match.
pub const NUMBER_TAG: &str = "Round";
/// The tag with the fault of an engine.
pub const FAULT_TAG: &str = "Fault";
/// The tag with the reason why a game was ended.
pub const REASON_TAG: &str = "Adjudicated";

/// How often a player lost by other means than playing badly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaultCount {
    /// Its time was up.
    pub time: u32,
    /// It ended, made an illegal move, or broke the protocol.
    pub forfeits: u32,
}

impl FaultCount {
    pub fn count(self) -> u32 {
        self.time + self.forfeits
    }
}

/// Every result of a match so far.
#[derive(Clone, Debug)]
pub struct Standings {
    schedule: Schedule,
    /// Half points of the first player of the encounter, by the number of the game.
    results: HashMap<usize, HalfPoints>,
    /// From the view of the first player of each encounter.
    tallies: Vec<MatchTally>,
    faults: Vec<FaultCount>,
    adjudicated: usize,
    sprt: Option<Sprt>,
}

impl Standings {
    pub fn new(played: &Match) -> Self {
        let schedule = played.schedule.clone();
        let tallies = vec![MatchTally::default(); schedule.encounters().len()];
        let faults = vec![FaultCount::default(); played.contenders.len()];
        Self { schedule, results: HashMap::new(), tallies, faults, adjudicated: 0, sprt: played.plan.sprt }
    }

    /// Counts a game that a log holds. It must be a game of this match, and not be there twice.
    pub fn take(&mut self, played: &Match, record: &Record) -> Result<(), Message> {
        let tag = |name| record.tag(name).unwrap_or("");
        let number = tag(NUMBER_TAG).parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let fixture = number.and_then(|number| played.schedule.fixture(number));
        let fits = |fixture: &Fixture| {
            let names = fixture.players.map(|player| played.contenders[player].name.as_str());
            let opening = &played.plan.openings[fixture.round];
            [tag("First"), tag("Second")] == names
                && record.info().id == played.game.info.id
                && record.start().to_string() == *opening
        };
        let fixture =
            fixture.filter(fits).ok_or_else(|| FOREIGN_GAME.with("number", games::quote(tag(NUMBER_TAG))))?;
        if self.add(fixture, record) { Ok(()) } else { Err(GAME_TWICE.with("number", fixture.number + 1)) }
    }

    /// Counts a finished game. False if it was counted before.
    pub fn add(&mut self, fixture: Fixture, record: &Record) -> bool {
        if self.results.contains_key(&fixture.number) {
            return false;
        }
        let points = match record.outcome() {
            Some(Outcome::Win(Player::First)) => 2,
            Some(Outcome::Win(Player::Second)) => 0,
            Some(Outcome::Draw) | None => 1,
        };
        let is_host_first = self.schedule.encounters()[fixture.encounter][0] == fixture.players[0];
        let points = if is_host_first { points } else { 2 - points };
        self.results.insert(fixture.number, points);
        let tally = &mut self.tallies[fixture.encounter];
        tally.add_game(points);
        if let Some(twin) = self.results.get(&fixture.twin()) {
            tally.add_pair(points + twin);
        }
        match record.closing() {
            Some(Closing::OutOfTime(loser)) => self.faults[fixture.players[loser.index()]].time += 1,
            Some(Closing::Forfeited(loser)) => self.faults[fixture.players[loser.index()]].forfeits += 1,
            Some(Closing::Adjudicated(_)) => self.adjudicated += 1,
            _ => {}
        }
        true
    }

    pub fn has(&self, number: usize) -> bool {
        self.results.contains_key(&number)
    }

    pub fn played(&self) -> usize {
        self.results.len()
    }

    pub fn games(&self) -> usize {
        self.schedule.games()
    }

    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Returns how many games were ended before their rules ended them.
    pub fn adjudicated(&self) -> usize {
        self.adjudicated
    }

    /// Returns the games of an encounter, from the side of the player named first.
    pub fn encounter(&self, index: usize) -> &MatchTally {
        &self.tallies[index]
    }

    /// Returns the games of one player against another, if they meet.
    pub fn between(&self, player: usize, other: usize) -> Option<MatchTally> {
        let place =
            |pair: [usize; 2]| self.schedule.encounters().iter().position(|encounter| *encounter == pair);
        let host = place([player, other]).map(|index| self.tallies[index]);
        host.or_else(|| place([other, player]).map(|index| self.tallies[index].reversed()))
    }

    /// Returns all games of one player.
    pub fn of(&self, player: usize) -> MatchTally {
        let mut all = MatchTally::default();
        for other in 0..self.faults.len() {
            if let Some(tally) = self.between(player, other) {
                all.add(&tally);
            }
        }
        all
    }

    pub fn faults(&self, player: usize) -> FaultCount {
        self.faults[player]
    }

    pub fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// Returns what the test has shown, if there is one and it is over.
    pub fn verdict(&self) -> Option<SprtVerdict> {
        self.sprt.as_ref()?.verdict(self.tallies.first()?)
    }

    /// Returns whether no more games are needed.
    pub fn is_finished(&self) -> bool {
        self.played() >= self.games() || self.verdict().is_some()
    }
}
