//! Bots that divide and choose: one makes the first move of both sides, as even as it can judge, the other
//! takes the side that is better by its own evaluation.

use fastrand::Rng;
use games::{Game, Outcome, Player, Record, Visitor};

use super::BotName;
use super::levels::STRONGEST;
use crate::knowledge::{knowledge, network_of};
use crate::net::Evaluator;
use crate::search::value::WIN;
use crate::search::{Score, Search, SearchLimits, TranspositionTable, Value};

/// Nodes for a choice, and for all the moves of a division together.
const NODES_MAX: u64 = 100_000;

/// Returns a move after which the game is as even as this bot can judge. `None` when the game is over.
pub fn divide(name: BotName, record: &Record, seed: u64) -> Option<String> {
    games::visit(record.info().id, Divide { judge: Judge::new(name, seed), record })?
}

/// Returns the side that this bot would rather play in the current position.
pub fn choose_side(name: BotName, record: &Record, seed: u64) -> Player {
    let turn = record.position().turn();
    let score = games::visit(record.info().id, Choose { judge: Judge::new(name, seed), record }).unwrap_or(0);
    if score > 0 { turn } else { !turn }
}

/// What a bot thinks of positions, each as well as it plays.
struct Judge {
    name: BotName,
    table: TranspositionTable,
    rng: Rng,
}

impl Judge {
    fn new(name: BotName, seed: u64) -> Self {
        Self { name, table: TranspositionTable::new(1), rng: Rng::with_seed(seed) }
    }

    /// Returns the score for the side to move.
    fn score<P: Game>(&mut self, position: &P, nodes_max: u64) -> Score {
        if let Some(outcome) = position.outcome() {
            return match outcome {
                Outcome::Draw => 0,
                Outcome::Win(winner) if winner == position.turn() => WIN,
                Outcome::Win(_) => -WIN,
            };
        }
        match self.name {
            BotName::Random | BotName::FirstReport => self.rng.i32(-100..=100),
            BotName::Greedy | BotName::Report => position.evaluate(),
            BotName::Level(level) => self.search(position, nodes_max.min(100 << level)),
            BotName::Perfect => known_score(position).unwrap_or_else(|| self.search(position, nodes_max)),
        }
    }

    fn search<P: Game>(&self, position: &P, nodes: u64) -> Score {
        self.table.clear();
        let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::NONE };
        let network = network_of::<P>(Evaluator::BuiltIn);
        let search = Search { network, ..Search::new(position.clone(), &self.table, limits) };
        search.run(|_| {}).map_or(0, |report| report.lines[0].score)
    }
}

/// Returns what is known for certain.
fn known_score<P: Game>(position: &P) -> Option<Score> {
    let knowledge = knowledge::<P>();
    let exact = knowledge.exact.and_then(|exact| exact(position, &[]).first().map(|(value, _)| *value));
    let value = exact.or_else(|| knowledge.proofs?().known_value(position).map(|(value, _)| value));
    match value? {
        Value::WinIn(plies) => Some(WIN - plies as Score),
        Value::LossIn(plies) => Some(plies as Score - WIN),
        Value::Draw => Some(0),
        Value::About(score) => Some(score),
    }
}

struct Divide<'a> {
    judge: Judge,
    record: &'a Record,
}

impl Visitor for Divide<'_> {
    type Output = Option<String>;

    fn visit<P: Game>(mut self) -> Self::Output {
        let position = self.record.position().as_any().downcast_ref::<P>()?;
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let nodes = NODES_MAX / moves.len().max(1) as u64 + 1;
        let mut unevenness = |mv: P::Move| {
            let mut next = position.clone();
            next.play(mv);
            self.judge.score(&next, nodes).abs()
        };
        let judged: Vec<(Score, P::Move)> = moves.into_iter().map(|mv| (unevenness(mv), mv)).collect();
        let least = judged.iter().map(|(score, _)| *score).min()?;
        let even: Vec<P::Move> =
            judged.into_iter().filter(|(score, _)| *score == least).map(|(_, mv)| mv).collect();
        self.judge.rng.choice(even).map(|mv| mv.to_string())
    }
}

struct Choose<'a> {
    judge: Judge,
    record: &'a Record,
}

impl Visitor for Choose<'_> {
    type Output = Score;

    fn visit<P: Game>(mut self) -> Score {
        let position = self.record.position().as_any().downcast_ref::<P>();
        position.map_or(0, |position| self.judge.score(position, NODES_MAX))
    }
}

/// The bot that divides and chooses for an engine, whose protocol has no command for either.
pub const PROXY: BotName = BotName::Level(STRONGEST);

#[cfg(test)]
mod tests {
    use super::*;

    fn record(moves: &str) -> Record {
        let mut record = Record::new(games::find("knightline").unwrap());
        for mv in moves.split_whitespace() {
            record.play(mv).unwrap();
        }
        record
    }

    #[test]
    fn perfect_play_divides_by_a_reply_of_unknown_winner() {
        for seed in 0..3 {
            let reply = divide(BotName::Perfect, &record("m0-o1:1"), seed).unwrap();
            let (cells, tiles) = reply.split_once(':').unwrap();
            let tiles: u8 = tiles.parse().unwrap();
            assert!(cells == "n0-o2" && (2..=18).contains(&tiles) && !(7..=16).contains(&tiles), "{reply}");
        }
    }

    #[test]
    fn perfect_play_takes_the_side_that_wins() {
        assert_eq!(choose_side(BotName::Perfect, &record("m0-o1:1 n0-o2:10"), 1), Player::Second);
        assert_eq!(choose_side(BotName::Perfect, &record("m0-o1:1 n0-l1:9"), 1), Player::First);
    }

    #[test]
    fn every_bot_divides_and_chooses_in_every_game() {
        for game in games::GAMES {
            for name in BotName::ALL {
                let mut record = Record::new(game);
                for _ in 0..2 {
                    let mv = divide(*name, &record, 5).unwrap();
                    record.play(&mv).unwrap();
                }
                choose_side(*name, &record, 5);
            }
        }
    }
}
