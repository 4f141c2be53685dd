//! What a level is like: how it thinks, how often it slips, and how the next one fares against it.

use games::{Game, GameEntry, Visitor};

use super::levels::STRONGEST;
use crate::experts::ladders::{Level, Lookahead};
use crate::knowledge::knowledge;

/// The level that is meant where none is named: strong enough for most people.
pub const DEFAULT_LEVEL: u8 = 3;

/// The figures of docs/levels.md.
const SCORES: &str = include_str!("scores.txt");

/// Games of a level against the one below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderScore {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl LadderScore {
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

#[derive(Clone, Copy, Debug)]
pub struct LevelProfile {
    pub level: u8,
    pub lookahead: Lookahead,
    /// Whether it never overlooks a win in one move.
    pub takes_wins: bool,
    /// How many moves out of a hundred it chooses without its lookahead.
    pub slips_percent: u8,
    /// How the next level fares against it, where that was measured.
    pub next: Option<LadderScore>,
}

/// Returns what a level of a game is like.
pub fn profile(game: &GameEntry, level: u8) -> LevelProfile {
    let level = level.clamp(1, STRONGEST);
    let how = games::visit(game.info.id, HowItThinks { level }).unwrap_or(crate::experts::ladders::ANY[0]);
    LevelProfile {
        level,
        lookahead: how.lookahead,
        takes_wins: how.takes_wins,
        slips_percent: how.one_ply_percent + how.random_percent,
        next: score(game.info.id, level + 1),
    }
}

/// Returns how a level fared against the one below.
pub fn score(game: &str, level: u8) -> Option<LadderScore> {
    let mut words = SCORES.lines().find_map(|line| line.strip_prefix(game)?.strip_prefix(' '))?.split(' ');
    let mut counts =
        words.nth(usize::from(level.checked_sub(2)?))?.split('/').map(|count| count.parse().ok());
    let mut count = || counts.next().flatten();
    Some(LadderScore { wins: count()?, draws: count()?, losses: count()? })
}

struct HowItThinks {
    level: u8,
}

impl Visitor for HowItThinks {
    type Output = Level;

    fn visit<P: Game>(self) -> Level {
        knowledge::<P>().levels[usize::from(self.level) - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page has what was measured; the table is what the program prints.
    #[test]
    fn the_scores_of_all_levels_are_those_of_the_page() {
        let page = include_str!("../../../../docs/levels.md");
        for game in games::GAMES {
            let (_, rest) = page.split_once(&format!("\n## {}\n", game.info.name)).expect("a table");
            let table = rest.split("\n## ").next().unwrap_or_default();
            for level in 2..=STRONGEST {
                let LadderScore { wins, draws, losses } = score(game.info.id, level).expect("a score");
                let row = format!("| level {level} against level {} | ", level - 1);
                let line = table.lines().find(|line| line.starts_with(&row)).expect("a row");
                assert!(line.contains(&format!("(+{wins} ={draws} -{losses})")), "{}: {line}", game.info.id);
            }
            assert_eq!(score(game.info.id, 1), None);
            assert_eq!(score(game.info.id, STRONGEST + 1), None);
            assert!(profile(game, STRONGEST).next.is_none());
            assert_eq!(profile(game, STRONGEST).slips_percent, 0);
        }
        assert_eq!(score("chess", 2), None);
    }
}
