//! The explorer: what was played in a position in stored games, and how those games ended, with known values
//! beside it.

use std::collections::{HashMap, HashSet};

use games::{AnyPosition, GameEntry, Outcome, Player, Record};

use crate::analysis::{AnalysisLine, SearchOptions};
use crate::any;
use crate::search::SearchLimits;

/// Most pairs of a position and a move that an explorer holds.
pub const PAIRS_MAX: usize = 2_000_000;

/// How games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCounts {
    /// Won by the first player, and by the second.
    pub won: [u32; 2],
    pub drawn: u32,
    pub unfinished: u32,
}

impl ResultCounts {
    /// Returns how many games there are.
    pub fn games(self) -> u32 {
        self.won[0] + self.won[1] + self.drawn + self.unfinished
    }

    fn add(&mut self, outcome: Option<Outcome>) {
        match outcome {
            Some(Outcome::Win(winner)) => self.won[winner.index()] += 1,
            Some(Outcome::Draw) => self.drawn += 1,
            None => self.unfinished += 1,
        }
    }

    /// Returns the part of the finished games that a player won, a draw being half a win. `None` where none
    /// is finished.
    pub fn score(self, player: Player) -> Option<f64> {
        let finished = self.games() - self.unfinished;
        let points = f64::from(self.won[player.index()]) + f64::from(self.drawn) / 2.0;
        (finished > 0).then(|| points / f64::from(finished))
    }
}

/// A move of a position: how often it was played, with which results, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    pub mv: String,
    pub results: ResultCounts,
    /// The line that begins with the move, where its result is known.
    pub known: Option<AnalysisLine>,
}

/// The games of one rule set, by the positions that they came to. Positions are the same where placement and
/// side to move are, however the games came there.
#[derive(Clone, Debug)]
pub struct Explorer {
    game: &'static GameEntry,
    played: HashMap<Place, Vec<(String, ResultCounts)>>,
    pairs: usize,
    games: usize,
}

/// The key of a position, and where it lies: keys of a game without edges are the same everywhere, but moves
/// are written with the names of cells.
type Place = (u64, Option<String>);

fn place(position: &dyn AnyPosition) -> Place {
    let text = position.to_string();
    let anchor = text.rsplit(' ').next().filter(|word| word.starts_with('@'));
    (position.key(), anchor.map(str::to_owned))
}

impl Explorer {
    pub fn new(game: &'static GameEntry) -> Self {
        Self { game, played: HashMap::new(), pairs: 0, games: 0 }
    }

    /// Returns how many games were counted.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Counts a game. Returns `false` for a game of another rule set, and when there is no room for another.
    pub fn add(&mut self, record: &Record) -> bool {
        if record.info().id != self.game.info.id || self.pairs + record.moves().len() > PAIRS_MAX {
            return false;
        }
        let outcome = record.outcome();
        let mut seen = HashSet::new();
        for (ply, mv) in record.moves().iter().enumerate() {
            let Some(place) = record.position_at(ply).map(place) else { break };
            // A game that comes to a position again counts once.
            if !seen.insert((place.clone(), mv.as_str())) {
                continue;
            }
            let moves = self.played.entry(place).or_default();
            let index = moves.iter().position(|(known, _)| known == mv).unwrap_or_else(|| {
                self.pairs += 1;
                moves.push((mv.clone(), ResultCounts::default()));
                moves.len() - 1
            });
            moves[index].1.add(outcome);
        }
        self.games += 1;
        true
    }

    /// Returns what was played in a position, most games first.
    pub fn played(&self, position: &dyn AnyPosition) -> Vec<ExploredMove> {
        // Two positions might share a key.
        let is_legal = |mv: &str| position.read_move(mv).is_ok_and(|read| read == mv);
        let moves = self.played.get(&place(position)).map_or(&[][..], |moves| moves);
        let mut found: Vec<ExploredMove> = moves
            .iter()
            .filter(|(mv, _)| is_legal(mv))
            .map(|(mv, results)| ExploredMove { mv: mv.clone(), results: *results, known: None })
            .collect();
        found.sort_by(|one, other| {
            other.results.games().cmp(&one.results.games()).then_with(|| one.mv.cmp(&other.mv))
        });
        found
    }

    /// Returns what was played in the current position of a record, and every move whose result is known or
    /// can be proved with so many nodes.
    pub fn explore(&self, record: &Record, nodes: u64) -> Vec<ExploredMove> {
        let played = self.played(record.position());
        if record.outcome().is_some() {
            return played;
        }
        let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::NONE };
        let options = SearchOptions { lines: usize::MAX, ..SearchOptions::new(limits) };
        let analysis = any::engine(self.game, 16).analyze(record, &options, &mut |_| {});
        with_known(played, analysis.map_or(Vec::new(), |analysis| analysis.lines))
    }
}

/// Adds the lines whose result is known to what was played. Known results come first, the best of them first,
/// then the others by games.
pub fn with_known(mut moves: Vec<ExploredMove>, lines: Vec<AnalysisLine>) -> Vec<ExploredMove> {
    for line in lines.into_iter().filter(|line| line.value.is_proved()) {
        let mv = line.moves[0].clone();
        match moves.iter_mut().find(|explored| explored.mv == mv) {
            Some(explored) => explored.known = Some(line),
            None => moves.push(ExploredMove { mv, results: ResultCounts::default(), known: Some(line) }),
        }
    }
    // Wins, then draws, then what is not known, then losses: among these, what was played most.
    let place = |explored: &ExploredMove| match &explored.known {
        Some(line) if line.value.rank().0 < 0 => (2, -line.value.rank().1),
        Some(line) => (0, -line.value.rank().1 - i64::from(line.value.rank().0) * i64::from(u32::MAX)),
        None => (1, 0),
    };
    moves.sort_by_key(place);
    moves
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use games::record::Closing;

    use super::*;
    use crate::checks::histories::random_record;
    use crate::search::Value;

    fn record(id: &str, moves: &str) -> Record {
        let mut record = Record::new(games::find(id).expect("it is registered"));
        for mv in moves.split_whitespace() {
            record.play(mv).expect("it is legal");
        }
        record
    }

    #[test]
    fn moves_of_a_game_without_edges_count_where_the_game_lay() {
        let game = games::find("knightline").unwrap();
        let at = |anchor: &str| (game.read)(&format!("w5w5b9 w @{anchor}")).unwrap();
        let mut played = Record::from_position(game, at("l0"));
        played.play("m0-o1:1").unwrap();
        let mut explorer = Explorer::new(game);
        explorer.add(&played);
        assert_eq!(explorer.played(&*at("l0")).len(), 1);
        assert_eq!(explorer.played(&*at("m0")), [], "m0 is another stack there");
    }

    #[test]
    fn moves_and_results_are_counted_by_position() {
        let game = games::find("ataxx").unwrap();
        let mut explorer = Explorer::new(game);
        let mut won = record("ataxx", "g2 a2 g3");
        won.close(Closing::Resigned(Player::Second));
        let mut drawn = record("ataxx", "g2 b1");
        drawn.close(Closing::Agreed);
        let mut lost = record("ataxx", "f1 a2");
        lost.close(Closing::Resigned(Player::First));
        for game in [&won, &drawn, &lost, &record("ataxx", "g2")] {
            assert!(explorer.add(game));
        }
        assert!(!explorer.add(&record("neutreeko", "b1-c1")), "a game of another rule set");
        assert_eq!(explorer.games(), 4);
        let start = explorer.played(&*(game.start)());
        let told: Vec<_> = start.iter().map(|found| (found.mv.as_str(), found.results)).collect();
        let counts = |won, drawn, unfinished| ResultCounts { won, drawn, unfinished };
        assert_eq!(told, [("g2", counts([1, 0], 1, 1)), ("f1", counts([0, 1], 0, 0))]);
        assert_eq!((told[0].1.games(), told[0].1.score(Player::First)), (3, Some(0.75)));
        // However a game came to a position, it is the same position.
        let mut there = Explorer::new(game);
        there.add(&record("ataxx", "g2 a2 g3 a3 g4"));
        let other_way = record("ataxx", "g2 a2 g3 a3");
        assert_eq!(there.played(other_way.position()).len(), 1);
        assert_eq!(there.played(record("ataxx", "f1").position()), []);
    }

    #[test]
    fn a_game_that_repeats_a_position_counts_once() {
        let mut rng = Rng::with_seed(2);
        // The players come to a position again and make the same move there.
        let game = loop {
            let game = random_record(&mut rng);
            let pairs: HashSet<(u64, String)> = game.keys().zip(game.moves().iter().cloned()).collect();
            if pairs.len() < game.moves().len() {
                break game;
            }
        };
        let mut explorer = Explorer::new(game.game());
        explorer.add(&game);
        for ply in 0..game.moves().len() {
            let played = explorer.played(game.position_at(ply).unwrap());
            assert!(played.iter().all(|found| found.results.games() == 1), "{game}");
            assert!(played.iter().any(|found| found.mv == game.moves()[ply]), "{game}");
        }
    }

    #[test]
    fn known_values_stand_before_results() {
        let mut explorer = Explorer::new(games::find("neutreeko").unwrap());
        explorer.add(&record("neutreeko", "b1-b4"));
        let explored = explorer.explore(&record("neutreeko", ""), 1000);
        assert_eq!(explored.len(), 14, "all moves of a solved game");
        let value = |index: usize| explored[index].known.as_ref().map(|line| line.value);
        assert_eq!((value(0), value(1)), (Some(Value::Draw), Some(Value::Draw)));
        assert!((2..14).all(|index| matches!(value(index), Some(Value::LossIn(_)))));
        let played: Vec<&str> = explored
            .iter()
            .filter(|found| found.results.games() > 0)
            .map(|found| found.mv.as_str())
            .collect();
        assert_eq!(played, ["b1-b4"]);
    }
}
