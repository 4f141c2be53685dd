//! A bot that teaches: it warns of moves that lose much before it answers them, and its hints come in steps.

use std::time::Instant;

use engine::analysis::HintBudget;
use engine::reasons::HintSteps;
use engine::review::ReviewOptions;
use engine::{hints, reasons, teach};

use super::commands::ConsoleCommand;
use super::session::{Session, Turn};
use crate::failure::Failure;

/// What was said in a game in which a bot teaches.
#[derive(Debug, Default)]
pub(super) struct Taught {
    /// The number of moves at which the person plays on in spite of a warning.
    insisted: Option<usize>,
    /// The hint that is being given: after how many moves, and how many of its steps.
    hint: Option<(usize, usize)>,
}

impl Session<'_> {
    pub(super) fn is_taught(&self) -> bool {
        self.table.record().tag(teach::TAG).is_some()
    }

    /// Says what is wrong with the last move, if it lost much, and asks what to do about it. `None` when the
    /// game goes on.
    pub(super) fn warn(&mut self) -> Result<Option<Turn>, Failure> {
        let record = self.table.record();
        let ply = record.moves().len();
        if !self.is_taught() || self.taught.insisted == Some(ply) {
            return Ok(None);
        }
        let Some(warning) = teach::warning(record, &ReviewOptions::DEFAULT) else { return Ok(None) };
        let words = self.console.words;
        let (text, facts) = words.warning(record.info(), &warning);
        self.console.say(&format!("\n{}\n{text}", words.say("teach-wait")))?;
        for fact in facts {
            self.console.say(&fact)?;
        }
        loop {
            let Some(line) = self.console.ask(&words.say("teach-question"))? else {
                return self.end_of_input().map(Some);
            };
            match ConsoleCommand::read(&line, ConsoleCommand::WARNED, words) {
                Some(ConsoleCommand::Yes | ConsoleCommand::Undo) => {
                    self.table.take_back(Instant::now());
                    return Ok(Some(Turn::Changed));
                }
                Some(ConsoleCommand::Why) => self.show_refutation(&warning.refutation)?,
                Some(_) => {
                    self.taught.insisted = Some(ply);
                    return Ok(None);
                }
                None => self.console.tell("teach-answers", [])?,
            }
        }
    }

    /// Plays out how the bot could answer.
    fn show_refutation(&mut self, line: &[String]) -> Result<(), Failure> {
        let mut record = self.table.record().clone();
        for mv in line {
            let player = record.position().turn();
            if record.play(mv).is_err() {
                break;
            }
            let side = self.name(player);
            self.console.show(&record, self.view)?;
            self.console.tell("plays", [("side", side.into()), ("move", mv.as_str().into())])?;
        }
        Ok(())
    }

    /// Gives the next step of a hint: which piece, which kind of move, the move with its reasons.
    pub(super) fn hint_in_steps(&mut self) -> Result<Turn, Failure> {
        let record = self.table.record();
        let best = hints::hint(record, 1, HintBudget::LOCAL, &Instant::now());
        let best = best.filter(|_| self.table.to_move().is_some());
        let steps = best.and_then(|best| reasons::hint_steps(record, best.best_move()?));
        let Some(HintSteps { piece, kind, mv, reasons }) = steps else { return self.tell("game-over", []) };
        let ply = record.moves().len();
        let given = self.taught.hint.filter(|(at, _)| *at == ply).map_or(0, |(_, given)| given);
        self.taught.hint = Some((ply, (given + 1).min(HintSteps::COUNT)));
        let words = self.console.words;
        match (given, piece) {
            (0, Some(cell)) => self.tell("teach-piece", [("cell", cell.into())]),
            (0, None) => self.tell("teach-pass", []),
            (1, _) => self.tell("teach-kind", [("kind", words.message(&kind).into())]),
            _ => {
                self.console.say(&mv)?;
                for reason in reasons {
                    let fact = words.message(&reason);
                    self.console.tell("teach-fact", [("move", mv.as_str().into()), ("fact", fact.into())])?;
                }
                Ok(Turn::Same)
            }
        }
    }
}
