//! Whether the analysis of games with a record is right: random games, compared move by move with the slow
//! twin.

use std::collections::BTreeMap;
use std::ops::Add;

use fastrand::Rng;
use games::neutreeko::{Neutreeko, Slide};
use games::{GameEntry, Outcome, Position, Record};

use crate::analysis::{Analysis, SearchOptions};
use crate::any;
use crate::players::{self, BotName};
use crate::search::{SearchLimits, Value};
use crate::solve::neutreeko::record_twin::{self, RecordedGame};
use crate::solve::neutreeko::{self, Solution};

pub use record_twin::GAMES_MAX;

/// What came of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    pub games: usize,
    pub moves: usize,
    /// Moves whose values differ from those without a record: how much the games have to say.
    pub changed: usize,
}

impl Add for Compared {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            games: self.games + other.games,
            moves: self.moves + other.moves,
            changed: self.changed + other.changed,
        }
    }
}

/// Plays a game at random in which some position has occurred twice, and which is not over.
///
/// Players who often take their last move back come to the same positions again.
pub fn random_record(rng: &mut Rng) -> Record {
    loop {
        let record = random_walk(rng);
        let twice = record.keys().any(|key| record.keys().filter(|other| *other == key).count() >= 2);
        if twice && record.outcome().is_none() {
            return record;
        }
    }
}

fn game() -> &'static GameEntry {
    games::find(Neutreeko::INFO.id).expect("Neutreeko is registered")
}

fn random_walk(rng: &mut Rng) -> Record {
    let (game, solution) = (game(), Solution::shared());
    let mut record = if rng.u8(..4) == 0 {
        Record::new(game)
    } else {
        Record::from_position(game, Box::new(random_position(rng)))
    };
    for _ in 0..rng.usize(6..40) {
        let position = current(&record);
        // A game that ends at once says nothing about records.
        let is_playable = |value: neutreeko::ExactValue| {
            !matches!(value, neutreeko::ExactValue::Win(1) | neutreeko::ExactValue::Loss(2))
        };
        let moves = solution.moves(position).into_iter().filter(|(_, value)| is_playable(*value));
        let moves: Vec<String> = moves.map(|(slide, _)| slide.to_string()).collect();
        let own_last = record.moves().len().checked_sub(2).map(|last| &record.moves()[last]);
        let back = own_last.and_then(|mv| mv.split_once('-')).map(|(from, to)| format!("{to}-{from}"));
        let back = back.filter(|back| moves.contains(back) && rng.u8(..10) < 8);
        let Some(mv) = back.or_else(|| rng.choice(moves)) else { break };
        let mut next = record.clone();
        if next.play(&mv).is_err() || next.outcome().is_some() {
            break;
        }
        record = next;
    }
    record
}

/// Returns a position in which the game is not over, with long wins as likely as short ones.
fn random_position(rng: &mut Rng) -> Neutreeko {
    let solution = Solution::shared();
    let mut square_sets = || {
        let mut squares: Vec<u32> = (0..25).collect();
        rng.shuffle(&mut squares);
        (
            squares[..3].iter().fold(0, |set, square| set | 1 << square),
            squares[3..6].iter().fold(0, |set, square| set | 1 << square),
        )
    };
    loop {
        let (mover, waiting) = square_sets();
        let Some(position) = Neutreeko::from_masks(mover, waiting, games::Player::First) else { continue };
        match solution.value(&position) {
            neutreeko::ExactValue::Win(..7) | neutreeko::ExactValue::Loss(..6) => {}
            _ => return position,
        }
    }
}

fn after(position: &Neutreeko, slide: Slide) -> Neutreeko {
    let mut next = position.clone();
    next.play(slide);
    next
}

fn current(record: &Record) -> &Neutreeko {
    record.position().as_any().downcast_ref().expect("a game of Neutreeko")
}

/// Analyses games, at most [`GAMES_MAX`], and compares every move with the slow twin.
///
/// # Errors
/// Says what is wrong with the first game that is analysed wrongly.
pub fn compare(records: &[Record]) -> Result<Compared, String> {
    let mut engine = any::engine(game(), 1);
    let mut bot = players::bot(BotName::Perfect, game(), 1).map_err(|error| error.to_string())?;
    let options = SearchOptions { lines: usize::MAX, ..SearchOptions::new(SearchLimits::NONE) };
    let mut compared = Compared::default();
    for (record, truth) in
        records.iter().zip(record_twin::values(&records.iter().map(question).collect::<Vec<_>>()))
    {
        let analysis = engine.analyze(record, &options, &mut |_| {}).ok_or("there is no analysis")?;
        let truth: Vec<(String, neutreeko::ExactValue)> = record
            .position()
            .moves()
            .into_iter()
            .zip(truth.into_iter().map(neutreeko::ExactValue::before))
            .collect();
        let chosen = bot.choose(record).ok_or("there is no move")?;
        check(record, &analysis, &truth, &chosen).map_err(|error| {
            format!("neutreeko -p '{}' --moves '{}': {error}", record.start(), record.moves().join(" "))
        })?;
        compared.games += 1;
        compared.moves += truth.len();
        let plain = |mv: &str| {
            Solution::shared().moves(current(record)).into_iter().find(|(slide, _)| slide.to_string() == mv)
        };
        compared.changed +=
            truth.iter().filter(|(mv, value)| plain(mv).is_none_or(|(_, plain)| plain != *value)).count();
    }
    Ok(compared)
}

/// Returns the positions after every move, in a game in which those that have occurred twice are drawn.
fn question(record: &Record) -> RecordedGame {
    let keys: Vec<u64> = record.keys().collect();
    let positions =
        (0..keys.len()).filter_map(|played| record.position_at(played)?.as_any().downcast_ref::<Neutreeko>());
    let is_twice = |position: &&Neutreeko| keys.iter().filter(|key| **key == position.key()).count() >= 2;
    let drawn = positions.filter(is_twice).cloned().collect();
    let mut slides = Vec::new();
    current(record).moves(&mut slides);
    RecordedGame { drawn, positions: slides.into_iter().map(|slide| after(current(record), slide)).collect() }
}

fn check(
    record: &Record,
    analysis: &Analysis,
    truth: &[(String, neutreeko::ExactValue)],
    chosen: &str,
) -> Result<(), String> {
    if analysis.lines.len() != truth.len() {
        return Err(format!("{} lines for {} moves", analysis.lines.len(), truth.len()));
    }
    let mut last = i16::MAX;
    for line in &analysis.lines {
        let first = line.moves.first().ok_or("an empty line")?;
        let (_, value) =
            truth.iter().find(|(mv, _)| mv == first).ok_or_else(|| format!("{first} is not legal"))?;
        let expected = match *value {
            neutreeko::ExactValue::Win(plies) => Value::WinIn(plies.into()),
            neutreeko::ExactValue::Loss(plies) => Value::LossIn(plies.into()),
            neutreeko::ExactValue::Draw => Value::Draw,
        };
        if line.value != expected {
            return Err(format!("{first} is said to be {:?} and is {expected:?}", line.value));
        }
        if value.preference() > last {
            return Err(format!("{first} stands below worse moves"));
        }
        last = value.preference();
        check_line(record, &line.moves, line.value)?;
    }
    let best = truth.iter().map(|(_, value)| value.preference()).max();
    super::reasons::check_results(record, truth, &mut BTreeMap::new())?;
    let value_of_chosen = truth.iter().find(|(mv, _)| mv == chosen).map(|(_, value)| value.preference());
    if value_of_chosen == best { Ok(()) } else { Err(format!("perfect play chose {chosen}")) }
}

/// Plays a line out: a win or a loss ends in as many plies as it says.
fn check_line(record: &Record, moves: &[String], value: Value) -> Result<(), String> {
    let mover = record.position().turn();
    let mut record = record.clone();
    for mv in moves {
        record.play(mv).map_err(|complaint| format!("{mv} of {}: {complaint}", moves.join(" ")))?;
    }
    let expected = match value {
        Value::WinIn(plies) => (Some(Outcome::Win(mover)), plies),
        Value::LossIn(plies) => (Some(Outcome::Win(!mover)), plies),
        Value::Draw | Value::About(_) => return Ok(()),
    };
    if (record.outcome(), moves.len() as u32) == expected {
        Ok(())
    } else {
        Err(format!("{} does not end as it says", moves.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn analysis_with_a_record_agrees_with_the_slow_twin() {
        let mut rng = Rng::with_seed(1);
        let mut records: Vec<Record> = (1..GAMES_MAX).map(|_| random_record(&mut rng)).collect();
        // A draw that was once ranked below a loss in 30.
        let game = game();
        let mut known = Record::from_position(game, (game.read)("1wb2/b3w/2w2/5/b4 w").unwrap());
        for mv in "e4-b1 c5-a3 b1-e4 a3-c5 e4-b1 c5-a3 b1-e4 a4-a5 e4-b1".split(' ') {
            known.play(mv).unwrap();
        }
        records.push(known);
        let compared = compare(&records).unwrap();
        assert!(compared.changed > 30, "{compared:?}");
    }
}
