//! What every move of a position is worth, in the words of a language.

use engine::analysis::{AnalysisLine, Distance};
use engine::search::Value;
use engine::values::{MoveClass, MoveValue, MoveValues};

use crate::Words;

impl Words {
    /// Returns what a move is worth to the side that makes it, in words: a distance is given in the moves of
    /// the winner.
    pub fn move_value(&self, value: &MoveValue) -> String {
        if let Value::About(score) = value.line.value
            && value.line.distance != Distance::UnlessCounted
        {
            let percent = (value.chances.expectation() * 100.0).round() as u32;
            let args = [("percent", percent.into()), ("score", self.score(score).into())];
            return self.say_with("values-about", args);
        }
        self.line_value(&value.line)
    }

    /// Likewise, of a line; of one whose result is not known only the score.
    pub fn line_value(&self, line: &AnalysisLine) -> String {
        let is_exact = line.distance == Distance::Exact;
        let (key, plies) = match line.value {
            Value::WinIn(plies) => (if is_exact { "values-win" } else { "values-win-within" }, plies),
            Value::LossIn(plies) => (if is_exact { "values-loss" } else { "values-loss-within" }, plies),
            Value::Draw => return self.say("values-draw"),
            Value::About(_) if line.distance == Distance::UnlessCounted => return self.verdict(line),
            Value::About(score) => return self.score(score),
        };
        self.say_with(key, [("moves", plies.div_ceil(2).into())])
    }

    /// Returns what a move does to the value of the position, in a few words.
    pub fn move_class(&self, class: MoveClass) -> String {
        self.say(&format!("values-class-{}", class.word()))
    }

    /// Returns a move with its value and its class, as one reads it out.
    pub fn said_move(&self, value: &MoveValue) -> String {
        let args = [
            ("move", value.mv().to_owned().into()),
            ("value", self.move_value(value).into()),
            ("class", self.move_class(value.class).into()),
        ];
        self.say_with("values-said", args)
    }

    /// Returns how many moves keep the value of the position.
    pub fn keeping_moves(&self, values: &MoveValues) -> String {
        let (count, all) = (values.keeping(), values.moves.len());
        self.say_with("values-keeping", [("count", (count as u32).into()), ("all", (all as u32).into())])
    }
}
