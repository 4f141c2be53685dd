//! What a review says of the moves of a game, in the words of a language.

use engine::analysis::{AnalysisLine, Distance};
use engine::review::{MoveQuality, ReviewedMove};
use engine::search::Value;
use games::{Info, Player};

use crate::Words;

impl Words {
    /// Returns what a move was like, in a word or two.
    pub fn move_quality(&self, quality: MoveQuality) -> String {
        self.say(&format!("review-quality-{}", quality.word()))
    }

    /// Returns where the game turned, as a sentence: what the move led to, and what another one would have
    /// kept.
    pub fn turning_point(&self, info: &Info, reviewed: &ReviewedMove) -> String {
        let after = self.consequence(info, reviewed.player, &reviewed.played, reviewed.after.expectation());
        let mv = reviewed.best.moves.first().cloned().unwrap_or_default();
        let better = match reviewed.best.value {
            Value::WinIn(_) => self.say_with("review-kept-win", [("move", mv.into())]),
            Value::Draw => self.say_with("review-kept-draw", [("move", mv.into())]),
            Value::LossIn(_) | Value::About(_) => {
                let percent = percent(reviewed.before.expectation());
                self.say_with("review-kept-chance", [("move", mv.into()), ("percent", percent.into())])
            }
        };
        let numbered = reviewed.numbered();
        self.say_with(
            "review-turning",
            [("move", numbered.into()), ("after", after.into()), ("better", better.into())],
        )
    }

    /// Returns what a line of a player leads to, as a part of a sentence.
    fn consequence(&self, info: &Info, player: Player, line: &AnalysisLine, expected: f64) -> String {
        let side = |player: Player| self.name(info.side(player).name);
        if matches!(line.value, Value::WinIn(1) | Value::LossIn(1)) {
            // The move itself has ended the game.
            let winner = if line.value == Value::WinIn(1) { player } else { !player };
            return self.say_with("review-wins-now", [("side", side(winner).into())]);
        }
        if let Some((winner, moves)) = line.winner(player) {
            let key = match line.distance {
                Distance::Exact => "review-wins-in",
                _ => "review-wins-within",
            };
            return self.say_with(key, [("side", side(winner).into()), ("moves", moves.into())]);
        }
        match line.value {
            Value::Draw => self.say("review-drawn"),
            _ => {
                let percent = percent(expected);
                self.say_with("review-chance", [("side", side(player).into()), ("percent", percent.into())])
            }
        }
    }
}

/// Returns a part of 1 in whole percent, as it is shown to people.
pub fn percent(part: f64) -> i64 {
    (part * 100.0).round() as i64
}

#[cfg(test)]
mod tests {
    use engine::review::{ReviewOptions, review};
    use games::Record;

    use super::*;
    use crate::Language;

    /// Returns what is said of the first move of a game from a position.
    fn said(game: &str, position: &str, mv: &str) -> [String; 2] {
        let game = games::find(game).expect("it is registered");
        let mut record = Record::from_position(game, (game.read)(position).expect("a position"));
        record.play(mv).expect("it is legal");
        let review =
            review(&record, &ReviewOptions { nodes: 2_000, ..ReviewOptions::DEFAULT }, &mut |_, _| {});
        let reviewed = review.moves[0].as_ref().expect("it was judged");
        Language::ALL.map(|language| Words::of(language).turning_point(game.info, reviewed))
    }

    #[test]
    fn turning_points_name_what_was_lost_and_what_kept_it() {
        assert_eq!(
            said("neutreeko", "3w1/b4/5/bw3/1wb2 b", "a2-c4"),
            [
                "After 1. a2-c4 the game is drawn; a2-a3 kept the win.",
                "Depois de 1. a2-c4, o jogo está empatado; a2-a3 mantinha a vitória."
            ]
        );
        assert_eq!(
            said("neutreeko", "3w1/b4/5/bw3/1wb2 b", "a2-a1"),
            [
                "After 1. a2-a1 White wins in 7 own moves; a2-a3 kept the win.",
                "Depois de 1. a2-a1, as Brancas ganham em 7 jogadas suas; a2-a3 mantinha a vitória."
            ]
        );
    }
}
