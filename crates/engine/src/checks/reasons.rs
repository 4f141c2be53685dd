//! Whether what is said of results and of replies is true, by the solution of Neutreeko and by brute force on
//! the rules. What the rules alone say of a move is checked by the slow twins of the games.

use std::collections::BTreeMap;

use fastrand::Rng;
use games::neutreeko::Neutreeko;
use games::{Arg, Game, GameEntry, Message, Outcome, Record, Visitor};

use super::truth::{Judgement, Oracle, deal, shuffle};
use crate::analysis::SearchOptions;
use crate::any;
use crate::reasons::{reasons, refutation};
use crate::search::{SearchLimits, Value};
use crate::solve::neutreeko::{ExactValue, Solution};

/// How often each fact was said, by its key; all of them were true.
pub type SaidFacts = BTreeMap<&'static str, usize>;

/// Positions that brute force may visit to judge a reply.
const TREE_MAX: usize = 30_000;

/// Checks what is said of the results of all moves of this many random positions of Neutreeko.
///
/// # Errors
/// The first fact that is wrong or missing, with its position.
pub fn try_results(seed: u64, positions: usize) -> Result<SaidFacts, String> {
    let game = GameEntry::of::<Neutreeko>();
    let game = games::find(game.info.id).ok_or("Neutreeko is not registered")?;
    let (mut rng, mut said) = (Rng::with_seed(seed), SaidFacts::new());
    for _ in 0..positions {
        let position: Neutreeko = loop {
            if let Some(position) = deal(&mut rng) {
                break position;
            }
        };
        let values = Solution::shared().moves(&position);
        let values: Vec<(String, ExactValue)> =
            values.into_iter().map(|(mv, value)| (mv.to_string(), value)).collect();
        let record = Record::from_position(game, Box::new(position));
        check_results(&record, &values, &mut said).map_err(|wrong| format!("{wrong} in\n{record}"))?;
    }
    Ok(said)
}

/// Checks what is said of the result of every move of a position, from what each is worth.
///
/// # Errors
/// What is wrong or missing.
pub fn check_results(
    record: &Record,
    values: &[(String, ExactValue)],
    said: &mut SaidFacts,
) -> Result<(), String> {
    let best = values.iter().map(|(_, value)| value.result()).max().unwrap_or(0);
    let longest = values.iter().map(|(_, value)| value.preference()).max();
    let as_good: Vec<&str> =
        values.iter().filter(|(_, value)| value.result() == best).map(|(mv, _)| mv.as_str()).collect();
    for (mv, value) in values {
        let facts = reasons(record, mv);
        let of_result =
            |fact: &&Message| ["keeps", "gives", "resists"].iter().any(|word| fact.key().contains(word));
        let fact = facts.iter().find(of_result);
        let expected = match (best, value.result() == best) {
            // A win at once speaks for itself.
            _ if *value == ExactValue::Win(1) => None,
            (-1, _) => (Some(value.preference()) == longest).then_some("reason-resists"),
            (_, true) if as_good.len() == values.len() => None,
            (1, true) if as_good.len() == 1 => Some("reason-keeps-win-alone"),
            (1, true) => Some("reason-keeps-win"),
            (_, true) if as_good.len() == 1 => Some("reason-keeps-draw-alone"),
            (_, true) => Some("reason-keeps-draw"),
            (1, false) => Some("reason-gives-win"),
            (_, false) => Some("reason-gives-draw"),
        };
        let is_right = fact.map(Message::key) == expected
            && fact.is_none_or(|fact| {
                let counts = text(fact, "count").is_none_or(|count| count == as_good.len().to_string());
                counts && text(fact, "best").is_none_or(|best| as_good.contains(&best.as_str()))
            });
        if !is_right {
            return Err(format!("{mv}: {fact:?}, expected {expected:?} of {as_good:?}"));
        }
        if let Some(key) = expected {
            *said.entry(key).or_default() += 1;
        }
    }
    Ok(())
}

/// Checks what is said of the replies to random moves, in this many random positions of a game. A forced win
/// counts as `undecided` where brute force has not seen its end.
///
/// # Errors
/// The first fact that is wrong, with its game.
pub fn try_refutations(
    game: &'static GameEntry,
    seed: u64,
    positions: usize,
    nodes: u64,
) -> Result<SaidFacts, String> {
    games::visit(game.info.id, TryRefutations { game, seed, positions, nodes })
        .unwrap_or_else(|| Err(format!("there is no game {}", game.info.id)))
}

struct TryRefutations {
    game: &'static GameEntry,
    seed: u64,
    positions: usize,
    nodes: u64,
}

impl Visitor for TryRefutations {
    type Output = Result<SaidFacts, String>;

    fn visit<P: Game>(self) -> Self::Output {
        let (mut rng, mut said) = (Rng::with_seed(self.seed), SaidFacts::new());
        let mut engine = any::engine(self.game, 1);
        let limits = SearchLimits { nodes: Some(self.nodes), ..SearchLimits::NONE };
        let options = SearchOptions::new(limits);
        let mut tried = 0;
        while tried < self.positions {
            let Some(position) = deal::<P>(&mut rng) else { continue };
            let mut record = Record::from_position(self.game, Box::new(position));
            // The solution, which judges Neutreeko here, knows nothing of records.
            if P::INFO.repetition.is_some() && !is_neutreeko(&record) && rng.bool() {
                shuffle(&mut record, &mut rng);
            }
            let moves = record.position().moves();
            record.play(&moves[rng.usize(..moves.len())]).map_err(|complaint| complaint.to_string())?;
            if record.outcome().is_some() {
                continue;
            }
            tried += 1;
            let analysis = engine.analyze(&record, &options, &mut |_| {}).ok_or("there is no analysis")?;
            let line = analysis.lines.first().ok_or("there is no line")?;
            let Some(fact) = refutation(&record, line) else { continue };
            let key = check_reply::<P>(&record, &fact, &line.moves)
                .map_err(|wrong| format!("{fact}: {wrong} in\n{record}"))?;
            *said.entry(key).or_default() += 1;
        }
        Ok(said)
    }
}

/// Checks what is said of the reply to the last move of a record. Returns the key of that, or `undecided`.
fn check_reply<P: Game>(record: &Record, said: &Message, line: &[String]) -> Result<&'static str, String> {
    let reply = text(said, "reply").ok_or("no reply")?;
    let Some((_, Arg::Message(fact))) = said.args.iter().find(|(name, _)| *name == "fact") else {
        return Err("no fact".to_owned());
    };
    if line.first() != Some(&reply) {
        return Err("not the reply of the line".to_owned());
    }
    let winner = record.position().turn();
    let mut after = record.clone();
    after.play(&reply).map_err(|complaint| complaint.to_string())?;
    match fact.key() {
        "reason-wins" if after.outcome() == Some(Outcome::Win(winner)) => {}
        "reason-wins-within" | "reason-wins-within-one" => {
            let claimed: u32 =
                text(fact, "count").map_or(Ok(1), |count| count.parse()).map_err(|_| "no number")?;
            let position: &P = after.position().as_any().downcast_ref().ok_or("another game")?;
            let history: Vec<u64> = record.keys().collect();
            match value_after(position, &history) {
                // The winner has made one move already, the reply, and makes another every second ply.
                Some(Value::LossIn(plies)) if plies / 2 < claimed => {}
                None => return Ok("undecided"),
                truth => return Err(format!("the truth is {truth:?}")),
            }
        }
        // Checked by the slow twins, as a fact about the reply.
        _ if record.reasons(&reply).is_ok_and(|facts| facts.contains(fact)) => {}
        key => return Err(format!("{key} is not true of the reply")),
    }
    Ok(fact.key())
}

/// What the position after a reply is worth to the side that is then to move; `None` where brute force does
/// not see the end.
fn value_after<P: Game>(position: &P, history: &[u64]) -> Option<Value> {
    if let Some(position) = (position as &dyn std::any::Any).downcast_ref::<Neutreeko>() {
        return Some(match Solution::shared().value(position) {
            ExactValue::Win(plies) => Value::WinIn(plies.into()),
            ExactValue::Loss(plies) => Value::LossIn(plies.into()),
            ExactValue::Draw => Value::Draw,
        });
    }
    match Oracle::new(history, TREE_MAX).judge(position) {
        Judgement { value: Some(value), .. } => Some(value),
        Judgement { value: None, plies: u32::MAX } => Some(Value::Draw),
        Judgement { value: None, .. } => None,
    }
}

fn is_neutreeko(record: &Record) -> bool {
    record.position().as_any().is::<Neutreeko>()
}

/// An argument as it is shown.
fn text(message: &Message, name: &str) -> Option<String> {
    message.args.iter().find(|(given, _)| *given == name).map(|(_, value)| value.to_string())
}
