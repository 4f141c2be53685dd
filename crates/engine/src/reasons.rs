//! Why a move is good or bad, in words: what the rules show, what is known for certain of its value, and the
//! reply that a search found. Nothing is said that is only an estimate.

use games::reasons::{self, Stake};
use games::{Game, Message, Record, Visitor};

use crate::analysis::AnalysisLine;
use crate::knowledge::knowledge;
use crate::search::Value;

/// A hint in three steps: which piece, which kind of move, and the move with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintSteps {
    /// The cell to begin with; none where a move touches no cell.
    pub piece: Option<String>,
    pub kind: Message,
    pub mv: String,
    pub reasons: Vec<Message>,
}

impl HintSteps {
    pub const COUNT: usize = 3;
}

/// Returns a hint that leads to a move; `None` when it is not legal.
pub fn hint_steps(record: &Record, mv: &str) -> Option<HintSteps> {
    let position = record.position();
    let mv = position.read_move(mv).ok()?;
    let gesture = position.gestures(&mv).ok()?.into_iter().next();
    Some(HintSteps {
        piece: gesture.and_then(|gesture| gesture.cells.into_iter().next()),
        kind: position.move_kind(&mv).ok()?,
        reasons: reasons(record, &mv),
        mv,
    })
}

/// Returns every fact about a move in the current position of a record, the weightiest first: those of
/// the rules, and what becomes of the result where it is known for every move. None when it is not legal.
pub fn reasons(record: &Record, mv: &str) -> Vec<Message> {
    let Ok(mut facts) = record.reasons(mv) else { return Vec::new() };
    // A win at once needs no word on how many moves keep it.
    if facts.first().is_none_or(|fact| fact.key() != "reason-wins") {
        let known = games::visit(record.info().id, ExactFact { record, mv }).flatten();
        facts.splice(..0, known);
    }
    facts
}

/// Returns what is wrong with a move: the reply that a search of the position after it found best, with the
/// weightiest fact about that reply. `None` when the reply is not legal there or nothing can be said of it.
pub fn refutation(after: &Record, line: &AnalysisLine) -> Option<Message> {
    let reply = line.moves.first()?;
    let fact = after.reasons(reply).ok()?.into_iter().next();
    let fact = match (fact, line.value) {
        (Some(fact), _) if fact.key() == "reason-wins" => fact,
        (_, Value::WinIn(plies)) => reasons::wins_within(plies.div_ceil(2)),
        (fact, _) => fact?,
    };
    Some(reasons::answered(reply, fact))
}

/// What becomes of the result by a move, in games in which that is known.
struct ExactFact<'a> {
    record: &'a Record,
    mv: &'a str,
}

impl Visitor for ExactFact<'_> {
    type Output = Option<Message>;

    fn visit<P: Game>(self) -> Self::Output {
        let exact = knowledge::<P>().exact?;
        let position: &P = self.record.position().as_any().downcast_ref()?;
        let mv = position.read_move(self.mv).ok()?;
        let mut history: Vec<u64> = self.record.keys().collect();
        history.pop();
        let moves = exact(position, &history);
        let (best, line) = moves.first()?;
        let (value, _) = moves.iter().find(|(_, line)| line.first() == Some(&mv))?;
        let stake = match best {
            Value::WinIn(_) => Stake::Win,
            Value::Draw => Stake::Draw,
            // All moves lose.
            Value::LossIn(most) => return (*value == Value::LossIn(*most)).then(reasons::resists),
            Value::About(_) => return None,
        };
        let keeps = |value: &Value| match stake {
            Stake::Win => matches!(value, Value::WinIn(_)),
            Stake::Draw => matches!(value, Value::WinIn(_) | Value::Draw),
        };
        let count = moves.iter().filter(|(value, _)| keeps(value)).count();
        Some(match keeps(value) {
            true if count == moves.len() => return None,
            true => reasons::keeps(stake, count),
            false => reasons::gives_away(stake, &line.first()?.to_string()),
        })
    }
}

#[cfg(test)]
mod tests;
