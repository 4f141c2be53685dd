//! Puzzles in words.

use engine::puzzles::{PuzzleEntry, PuzzleGoal, PuzzleTheme};
use games::{Info, Player};

use crate::Words;

impl Words {
    /// The goal of a puzzle for the side to move.
    pub fn puzzle_question(&self, info: &Info, turn: Player, goal: PuzzleGoal) -> String {
        let side = ("side", self.name(info.side(turn).name).into());
        match goal {
            PuzzleGoal::Win { plies } => {
                self.say_with("puzzle-find-win", [side, ("count", plies.div_ceil(2).into())])
            }
            PuzzleGoal::Draw => self.say_with("puzzle-find-draw", [side]),
            PuzzleGoal::Advantage { .. } => self.say_with("puzzle-find-advantage", [side]),
        }
    }

    pub fn puzzle_theme(&self, theme: PuzzleTheme) -> String {
        self.say(&format!("theme-{}", theme.word()))
    }

    /// What a puzzle is about, in one line. Themes that give the solution away are left out.
    pub fn puzzle_themes(&self, entry: &PuzzleEntry) -> String {
        let is_shown = |theme: &&PuzzleTheme| {
            use PuzzleTheme::{Advantage, Draw, Long, OneMove, TwoMoves, Win};
            matches!(theme, OneMove | TwoMoves | Long | Win | Draw | Advantage)
        };
        let themes: Vec<String> =
            entry.themes.iter().filter(is_shown).map(|theme| self.puzzle_theme(*theme)).collect();
        themes.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn every_theme_has_words_and_questions_count_moves() {
        let info = games::find("neutreeko").unwrap().info;
        for language in Language::ALL {
            let words = Words::of(language);
            assert!(PuzzleTheme::ALL.iter().all(|theme| !words.puzzle_theme(*theme).contains("theme-")));
        }
        let said = |plies| {
            Words::of(Language::English).puzzle_question(info, Player::First, PuzzleGoal::Win { plies })
        };
        assert_eq!(said(1), "Black to move: win in one move.");
        assert_eq!(said(5), "Black to move: win in 3 moves.");
    }
}
