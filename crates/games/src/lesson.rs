//! Lessons: a game learnt by making its moves, in steps that each ask for one.
//!
//! A lesson is a text beside the game, described in docs/lessons.md. Its steps are checked against the rules
//! by the contract of all games.

use crate::{AnyPosition, GameEntry, Outcome};

/// The moves that a step takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AcceptedMoves {
    /// Every legal move.
    Any,
    /// Every move that wins at once.
    Win,
    /// These, in canonical notation.
    Moves(Vec<String>),
}

/// One step of a lesson.
#[derive(Clone, Debug)]
pub struct LessonStep {
    pub position: Box<dyn AnyPosition>,
    pub accepted: AcceptedMoves,
    /// The answer of the other side to an accepted move, with which the next step begins.
    pub reply: Option<String>,
    ask: Vec<(&'static str, &'static str)>,
    miss: Vec<(&'static str, &'static str)>,
}

impl LessonStep {
    /// Returns what the step explains and asks for, in this language or else in English.
    pub fn ask(&self, language: &str) -> &'static str {
        in_language(&self.ask, language)
    }

    /// Returns why a legal move that is not accepted misses the point; empty where every move is accepted.
    pub fn miss(&self, language: &str) -> &'static str {
        in_language(&self.miss, language)
    }

    /// Returns whether a legal move, in canonical notation, is what the step asks for.
    pub fn accepts(&self, mv: &str) -> bool {
        match &self.accepted {
            AcceptedMoves::Any => true,
            AcceptedMoves::Win => self
                .position
                .after(mv)
                .is_ok_and(|next| next.outcome() == Some(Outcome::Win(self.position.turn()))),
            AcceptedMoves::Moves(moves) => moves.iter().any(|accepted| accepted == mv),
        }
    }

    /// Returns the first accepted move, as the solution.
    pub fn solution(&self) -> Option<String> {
        self.position.moves().into_iter().find(|mv| self.accepts(mv))
    }
}

fn in_language(texts: &[(&'static str, &'static str)], language: &str) -> &'static str {
    let found = texts.iter().find(|(of, _)| *of == language).or_else(|| texts.first());
    found.map_or("", |(_, text)| text)
}

/// Reads the lesson of a rule set; without steps where it has none.
///
/// # Errors
/// The line of the lesson that cannot be read, and why.
pub fn lesson(game: &GameEntry) -> Result<Vec<LessonStep>, String> {
    let mut steps: Vec<LessonStep> = Vec::new();
    let mut draft: Option<StepLines> = None;
    let lines = game.info.lesson.lines().enumerate();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let wrong = |what: String| format!("lesson of {}, line {}: {what}", game.info.id, number + 1);
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        if key == "step" {
            if let Some(draft) = draft.replace(StepLines::default()) {
                let step = draft.finish(game, steps.last()).map_err(wrong)?;
                steps.push(step);
            }
            continue;
        }
        let draft = draft.as_mut().ok_or_else(|| wrong("a step begins with `step`".to_owned()))?;
        let (key, language) = key.split_once('.').unwrap_or((key, "en"));
        match key {
            "position" => draft.position = Some(value),
            "accept" => draft.accept = value,
            "reply" => draft.reply = Some(value),
            "ask" => draft.ask.push((language, value)),
            "else" => draft.miss.push((language, value)),
            _ => return Err(wrong(format!("unknown word {key}"))),
        }
    }
    if let Some(draft) = draft {
        let step = draft.finish(game, steps.last());
        steps.push(step.map_err(|what| format!("lesson of {}, last step: {what}", game.info.id))?);
    }
    Ok(steps)
}

/// The lines of one step.
#[derive(Default)]
struct StepLines {
    position: Option<&'static str>,
    accept: &'static str,
    reply: Option<&'static str>,
    ask: Vec<(&'static str, &'static str)>,
    miss: Vec<(&'static str, &'static str)>,
}

impl StepLines {
    fn finish(self, game: &GameEntry, before: Option<&LessonStep>) -> Result<LessonStep, String> {
        let position = match self.position {
            Some(text) => (game.read)(text).map_err(|error| error.to_string())?,
            None => after_reply(before.ok_or("the first step has no position")?)?,
        };
        if position.outcome().is_some() {
            return Err("the game is over there".to_owned());
        }
        let read = |text: &str| position.read_move(text).map_err(|error| error.to_string());
        let accepted = match self.accept {
            "any" => AcceptedMoves::Any,
            "win" => AcceptedMoves::Win,
            moves => AcceptedMoves::Moves(moves.split_whitespace().map(read).collect::<Result<_, _>>()?),
        };
        let reply = self.reply.map(ToOwned::to_owned);
        let step = LessonStep { position, accepted, reply, ask: self.ask, miss: self.miss };
        if step.solution().is_none() {
            return Err("no legal move is accepted".to_owned());
        }
        if step.reply.is_some() {
            after_reply(&step)?;
        }
        Ok(step)
    }
}

/// Returns the position after the accepted move of a step and the reply to it.
fn after_reply(step: &LessonStep) -> Result<Box<dyn AnyPosition>, String> {
    let reply = step.reply.as_ref().ok_or("the step before has no reply, and this one no position")?;
    let mv = step.solution().ok_or("no legal move is accepted")?;
    let next = step.position.after(&mv).map_err(|error| error.to_string())?;
    next.after(reply).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
