//! What is kept of a solver: a rating, what was solved, and the puzzle at hand. As JSON it is what the app
//! writes to its folder, the server to its store, and the page gives out.

use std::collections::BTreeMap;

use engine::puzzles::{PuzzleBook, PuzzleEntry, PuzzleId};
use games::GameEntry;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::PosedEntry;

/// How a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleResult {
    /// Without help and without a wrong try.
    Solved,
    /// With a hint that did not name the move.
    Helped,
    /// After a wrong try, or with the solution shown.
    Failed,
}

/// The puzzle at hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurrentPuzzle {
    pub id: String,
    /// Moves that have been found.
    pub found: usize,
    /// Steps of the hint for the move to find now.
    pub hints: usize,
    pub helped: bool,
    pub failed: bool,
}

impl CurrentPuzzle {
    /// Takes the next step of the hint, counted from 0, of this many. The last one names the move, and the
    /// puzzle no longer counts as solved.
    pub fn take_hint(&mut self, steps: usize) -> usize {
        let step = self.hints.min(steps.saturating_sub(1));
        self.hints = step + 1;
        self.helped = true;
        self.failed |= self.hints >= steps;
        step
    }
}

/// The progress in one rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameProgress {
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
    pub solved: u32,
    pub helped: u32,
    pub failed: u32,
    pub streak: u32,
    pub best_streak: u32,
    /// The puzzles that have come, the last one last; none comes again before all have come.
    pub seen: Vec<String>,
    pub current: Option<CurrentPuzzle>,
}

impl Default for GameProgress {
    fn default() -> Self {
        let Glicko2Rating { rating, deviation, .. } = Glicko2Rating::new();
        Self {
            rating,
            deviation,
            volatility: Self::VOLATILITY,
            solved: 0,
            helped: 0,
            failed: 0,
            streak: 0,
            best_streak: 0,
            seen: Vec::new(),
            current: None,
        }
    }
}

/// All that is kept of a solver.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// By the id of the rule set.
    pub games: BTreeMap<String, GameProgress>,
    /// The last day on which the puzzle of the day of a family was finished, and how.
    pub daily: BTreeMap<String, (u64, PuzzleResult)>,
}

impl Progress {
    /// The largest text that is read: more than all books can fill.
    pub const TEXT_MAX: usize = 128 * 1024;

    /// Reads what [`text`](Self::text) has written. What is wrong or too long counts as nothing kept.
    pub fn read(text: &str) -> Self {
        if text.len() > Self::TEXT_MAX {
            return Self::default();
        }
        let mut progress: Self = serde_json::from_str(text).unwrap_or_default();
        progress.games.retain(|id, game| games::find(id).is_some() && game.is_sane());
        progress.daily.retain(|family, _| games::GAMES.iter().any(|game| game.info.family == *family));
        progress
    }

    /// Everything as JSON.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub fn game(&mut self, game: &'static GameEntry) -> &mut GameProgress {
        self.games.entry(game.info.id.to_owned()).or_default()
    }
}

impl GameProgress {
    /// A solver who comes back after long is not as certain, and one who solves on never too certain: the
    /// rating goes on following.
    const DEVIATION_MIN: f64 = 40.0;
    const DEVIATION_MAX: f64 = 350.0;
    /// How sure the difficulty of a puzzle is: it is estimated.
    const PUZZLE_DEVIATION: f64 = 40.0;
    /// Glicko-2 expects some fifteen games a period and a volatility of 0.06 for each. Here a puzzle is a period.
    const VOLATILITY: f64 = 0.0155;
    const RATING_MIN: f64 = 300.0;
    const RATING_MAX: f64 = 3500.0;

    fn is_sane(&self) -> bool {
        let is_within = |value: f64, low: f64, high: f64| value.is_finite() && (low..=high).contains(&value);
        is_within(self.rating, Self::RATING_MIN, Self::RATING_MAX)
            && is_within(self.deviation, 1.0, Self::DEVIATION_MAX)
            && is_within(self.volatility, 0.0, 1.0)
    }

    /// The puzzle at hand, or the next one: of those that have not come, the one whose difficulty is nearest to
    /// the rating; when all have come, the one that came first. It becomes the puzzle at hand.
    pub fn next(&mut self, book: &'static PuzzleBook) -> Option<PosedEntry> {
        if let Some(posed) = self.at_hand(book) {
            return Some(posed);
        }
        let ids: Vec<PuzzleId> = self.seen.iter().filter_map(|id| id.parse().ok()).collect();
        let distance = |puzzle: &&PuzzleEntry| (f64::from(puzzle.difficulty) - self.rating).abs() as u32;
        let unseen = book.puzzles.iter().filter(|puzzle| !ids.contains(&puzzle.id));
        let oldest = || ids.iter().find_map(|id| book.find(*id));
        let entry = unseen.min_by_key(distance).or_else(oldest)?;
        self.begin(entry.id);
        Some(PosedEntry::new(book, entry))
    }

    /// Makes a puzzle the one at hand.
    pub fn begin(&mut self, id: PuzzleId) {
        let id = id.to_string();
        self.current = Some(CurrentPuzzle { id, found: 0, hints: 0, helped: false, failed: false });
    }

    /// The puzzle at hand, if the book has it.
    pub fn at_hand(&self, book: &'static PuzzleBook) -> Option<PosedEntry> {
        let current = self.current.as_ref()?;
        let posed = PosedEntry::new(book, book.find(current.id.parse().ok()?)?);
        (current.found < posed.entry.line.finds.len()).then_some(posed)
    }

    /// Leaves the puzzle at hand for another one; it does not count.
    pub fn skip(&mut self, entry: &PuzzleEntry) {
        self.current = None;
        let id = entry.id.to_string();
        self.seen.retain(|seen| *seen != id);
        self.seen.push(id);
    }

    /// Ends the puzzle at hand and changes the rating. A puzzle that came before changes nothing but the
    /// counts: its solution may be remembered.
    pub fn finish(&mut self, entry: &PuzzleEntry) -> PuzzleResult {
        let current = self.current.take();
        let (failed, helped) = current.map_or((true, true), |current| (current.failed, current.helped));
        let result = match (failed, helped) {
            (true, _) => PuzzleResult::Failed,
            (false, true) => PuzzleResult::Helped,
            (false, false) => PuzzleResult::Solved,
        };
        let id = entry.id.to_string();
        let is_new = !self.seen.contains(&id);
        self.seen.retain(|seen| *seen != id);
        self.seen.push(id);
        if is_new {
            self.rate(entry.difficulty, result);
        }
        match result {
            PuzzleResult::Solved => {
                self.solved += 1;
                self.streak += 1;
                self.best_streak = self.best_streak.max(self.streak);
            }
            PuzzleResult::Helped => {
                self.helped += 1;
                self.streak = 0;
            }
            PuzzleResult::Failed => {
                self.failed += 1;
                self.streak = 0;
            }
        }
        result
    }

    /// Glicko-2, one puzzle at a time: the puzzle is the opponent, whose rating stays.
    fn rate(&mut self, difficulty: u32, result: PuzzleResult) {
        let solver =
            Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility };
        let puzzle = Glicko2Rating {
            rating: f64::from(difficulty),
            deviation: Self::PUZZLE_DEVIATION,
            ..Glicko2Rating::new()
        };
        let outcome = match result {
            PuzzleResult::Solved => Outcomes::WIN,
            PuzzleResult::Helped => Outcomes::DRAW,
            PuzzleResult::Failed => Outcomes::LOSS,
        };
        let (after, _) = glicko2(&solver, &puzzle, &outcome, &Glicko2Config::new());
        self.rating = after.rating.clamp(Self::RATING_MIN, Self::RATING_MAX);
        self.deviation = after.deviation.clamp(Self::DEVIATION_MIN, Self::DEVIATION_MAX);
        self.volatility = after.volatility;
    }
}
