//! Pairings, openings and who moves first. A game is determined by its number alone, so that
//! nothing has to be remembered to go on.

use serde::{Deserialize, Serialize};

/// Most players of one match.
pub const PLAYERS_MAX: usize = 64;
/// Most openings that one pairing plays.
pub const ROUNDS_MAX: usize = 500_000;

/// Which players are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Each player meets every other one.
    #[value(alias = "roundrobin")]
    RoundRobin,
    /// The first engine meets each of the others.
    Gauntlet,
}

/// The plan of a match: every round gives each two players who meet one opening, with both sides.
#[derive(Clone, Debug)]
pub struct Schedule {
    encounters: Vec<[usize; 2]>,
    rounds: usize,
}

/// One game of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// From 0; the two games of a pair follow one another.
    pub number: usize,
    /// The first player and the second.
    pub players: [usize; 2],
    /// Which opening.
    pub round: usize,
    /// Which two players, in the order of [`Schedule::encounters`].
    pub encounter: usize,
}

impl Schedule {
    pub fn new(format: TournamentFormat, players: usize, rounds: usize) -> Self {
        let hosts = if format == TournamentFormat::Gauntlet { players.min(1) } else { players };
        let encounters =
            (0..hosts).flat_map(|one| (one + 1..players).map(move |other| [one, other])).collect();
        Self { encounters, rounds }
    }

    /// Returns each two players who meet, the one named first of them first.
    pub fn encounters(&self) -> &[[usize; 2]] {
        &self.encounters
    }

    pub fn games(&self) -> usize {
        self.encounters.len() * self.rounds * 2
    }

    /// Returns the game of this number. A round is finished by all before the next one begins.
    pub fn fixture(&self, number: usize) -> Option<Fixture> {
        if number >= self.games() {
            return None;
        }
        let pair = number / 2;
        let (round, encounter) = (pair / self.encounters.len(), pair % self.encounters.len());
        let [one, other] = self.encounters[encounter];
        let players = if number.is_multiple_of(2) { [one, other] } else { [other, one] };
        Some(Fixture { number, players, round, encounter })
    }
}

impl Fixture {
    /// Returns the number of the game from the same opening with the sides changed.
    pub fn twin(&self) -> usize {
        self.number ^ 1
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn fixtures(schedule: &Schedule) -> Vec<Fixture> {
        (0..schedule.games()).map(|number| schedule.fixture(number).unwrap()).collect()
    }

    #[test]
    fn all_players_meet_with_both_sides_of_every_opening() {
        for players in 2..6 {
            let schedule = Schedule::new(TournamentFormat::RoundRobin, players, 7);
            assert_eq!(schedule.games(), players * (players - 1) * 7);
            let mut seen: HashMap<([usize; 2], usize), usize> = HashMap::new();
            for fixture in fixtures(&schedule) {
                *seen.entry((fixture.players, fixture.round)).or_default() += 1;
            }
            assert_eq!(seen.len(), schedule.games());
            for ([one, other], round) in seen.keys() {
                assert!(one != other && seen.contains_key(&([*other, *one], *round)));
            }
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_each_of_the_others() {
        let schedule = Schedule::new(TournamentFormat::Gauntlet, 4, 3);
        assert_eq!(schedule.encounters(), [[0, 1], [0, 2], [0, 3]]);
        assert!(fixtures(&schedule).iter().all(|fixture| fixture.players.contains(&0)));
        assert_eq!(schedule.games(), 18);
    }

    #[test]
    fn twins_follow_one_another() {
        let schedule = Schedule::new(TournamentFormat::RoundRobin, 3, 2);
        for fixture in fixtures(&schedule) {
            let twin = schedule.fixture(fixture.twin()).unwrap();
            assert_eq!(
                (twin.round, twin.encounter, twin.twin()),
                (fixture.round, fixture.encounter, fixture.number)
            );
            assert_eq!([twin.players[1], twin.players[0]], fixture.players);
        }
        assert_eq!(schedule.fixture(12), None);
        assert_eq!(Schedule::new(TournamentFormat::RoundRobin, 1, 5).games(), 0);
        assert_eq!(Schedule::new(TournamentFormat::Gauntlet, 0, 5).fixture(0), None);
    }
}
