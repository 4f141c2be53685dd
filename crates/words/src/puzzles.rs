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
        self.themes(entry.themes.iter().filter(|theme| !gives_away(**theme)))
    }

    /// The themes of a puzzle that give its solution away, in one line, for when it is over; none may be
    /// left.
    pub fn puzzle_themes_given_away(&self, entry: &PuzzleEntry) -> String {
        self.themes(entry.themes.iter().filter(|theme| gives_away(**theme)))
    }

    /// All themes of a puzzle, in one line.
    pub fn puzzle_all_themes(&self, entry: &PuzzleEntry) -> String {
        self.themes(entry.themes.iter())
    }

    fn themes<'a>(&self, themes: impl Iterator<Item = &'a PuzzleTheme>) -> String {
        let themes: Vec<String> = themes.map(|theme| self.puzzle_theme(*theme)).collect();
        themes.join(", ")
    }
}

fn gives_away(theme: PuzzleTheme) -> bool {
    use PuzzleTheme::{Advantage, Draw, Long, OneMove, TwoMoves, Win};
    !matches!(theme, OneMove | TwoMoves | Long | Win | Draw | Advantage)
}

#[cfg(test)]
mod tests {
    use engine::puzzles::PuzzleLine;

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

    #[test]
    fn what_gives_a_solution_away_is_told_afterwards() {
        let words = Words::of(Language::English);
        let line = PuzzleLine { finds: Vec::new(), replies: Vec::new() };
        let themes = vec![PuzzleTheme::OneMove, PuzzleTheme::Win, PuzzleTheme::DoubleThreat];
        let entry = PuzzleEntry::new(String::new(), line, PuzzleGoal::Win { plies: 7 }, 1500, themes);
        assert_eq!(words.puzzle_themes(&entry), "one move to find, win");
        assert_eq!(words.puzzle_themes_given_away(&entry), "double threat");
        assert_eq!(words.puzzle_all_themes(&entry), "one move to find, win, double threat");
    }
}
