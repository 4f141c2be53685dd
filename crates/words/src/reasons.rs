//! Why a move is good or bad, in words.

use engine::reasons::HintSteps;
use games::Message;

use crate::Words;

/// The most facts that stand in one sentence: the weightiest come first.
const FACTS_MAX: usize = 3;

impl Words {
    /// Facts about a move in one sentence, without its end; empty when there are none.
    pub fn facts(&self, facts: &[Message]) -> String {
        let said: Vec<String> = facts.iter().take(FACTS_MAX).map(|fact| self.message(fact)).collect();
        said.join("; ")
    }

    /// One step of a hint, counted from 0: the piece, the kind of move, the move with its reasons. Later
    /// steps say the last again.
    pub fn hint_step(&self, steps: &HintSteps, step: usize) -> String {
        let reasons = self.facts(&steps.reasons);
        match (step, &steps.piece) {
            (0, Some(cell)) => self.say_with("hint-piece", [("cell", cell.as_str().into())]),
            (0, None) => self.say("hint-no-piece"),
            (1, _) => self.say_with("hint-kind", [("kind", self.message(&steps.kind).into())]),
            _ if reasons.is_empty() => self.say_with("hint-move-alone", [("move", steps.mv.as_str().into())]),
            _ => {
                self.say_with("hint-move", [("move", steps.mv.as_str().into()), ("reasons", reasons.into())])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use games::Record;

    use super::*;
    use crate::Language;

    #[test]
    fn a_hint_grows_with_every_step_in_every_language() {
        let record = Record::new(games::find("neutreeko").unwrap());
        let steps = engine::reasons::hint_steps(&record, "b1-c1").unwrap();
        let said = |language| [0, 1, 2].map(|step| Words::of(language).hint_step(&steps, step));
        assert_eq!(said(Language::English)[..2], ["Look at b1.", "It is a straight slide."]);
        let [piece, kind, mv] = said(Language::Portuguese);
        assert_eq!((piece.as_str(), kind.as_str()), ("Repare em b1.", "É um movimento a direito."));
        assert_eq!(
            mv,
            "b1-c1: mantém o empate: é uma das 2 jogadas que o fazem; fica ao lado da própria peça em d1."
        );
    }
}
