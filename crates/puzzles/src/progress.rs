//! What is kept of a solver: a rating, what was solved, and the puzzle at hand. As JSON it is what the app
//! writes to its folder, the server to its store, and the page gives out.

use std::collections::{BTreeMap, HashSet};
use std::mem;

use engine::puzzles::{PuzzleBook, PuzzleEntry, PuzzleId};
use games::{Complaint, GameEntry};
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::{PosedEntry, TryVerdict};

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

/// A puzzle that is being solved.
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
    pub fn new(id: PuzzleId) -> Self {
        Self { id: id.to_string(), found: 0, hints: 0, helped: false, failed: false }
    }

    /// Judges a try as [`PosedEntry::judge`] does, and notes what came of it: a move that is found, or a
    /// failure. A move that is not legal changes nothing.
    pub fn attempt(&mut self, posed: PosedEntry, text: &str) -> Option<Result<TryVerdict, Complaint>> {
        let verdict = posed.judge(self.found, text)?;
        match &verdict {
            Ok(TryVerdict::Right { reply, .. }) => {
                // A win at once ends the puzzle, wherever its line goes on.
                self.found = if reply.is_some() { self.found + 1 } else { posed.entry.line.finds.len() };
                self.hints = 0;
            }
            Ok(TryVerdict::Wrong { .. }) => self.failed = true,
            Err(_) => {}
        }
        Some(verdict)
    }

    /// What it is, should it end now.
    pub fn result(&self) -> PuzzleResult {
        match (self.failed, self.helped) {
            (true, _) => PuzzleResult::Failed,
            (false, true) => PuzzleResult::Helped,
            (false, false) => PuzzleResult::Solved,
        }
    }

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
    /// The puzzles of the day, by family.
    pub daily: BTreeMap<String, DailyProgress>,
}

/// The puzzles of the day of a family. They have a streak of their own and change no rating.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DailyProgress {
    /// The last day whose puzzle was begun.
    pub day: u64,
    pub current: Option<CurrentPuzzle>,
    /// How the puzzle of that day ended; none while it is at hand.
    pub result: Option<PuzzleResult>,
    /// Days in a row whose puzzle was found, with or without a hint.
    pub streak: u32,
    pub best_streak: u32,
}

impl Progress {
    /// The largest text that is read: more than all books can fill.
    pub const TEXT_MAX: usize = 128 * 1024;

    /// Reads what [`text`](Self::text) has written. What is wrong or too long counts as nothing kept.
    pub fn read(text: &str) -> Self {
        Self::parse(text).unwrap_or_default()
    }

    /// Reads what [`text`](Self::text) has written. Rule sets and puzzles that are not known, and ratings
    /// that make no sense, are left out, so that no more is kept than the books can fill.
    ///
    /// # Errors
    /// Says why the text is no progress.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.len() > Self::TEXT_MAX {
            return Err(format!("longer than {} bytes", Self::TEXT_MAX));
        }
        let mut progress: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        progress.games.retain(|id, game| {
            let book = games::find(id).and_then(PuzzleBook::of);
            book.is_some_and(|book| {
                game.keep_known(book);
                game.is_sane()
            })
        });
        progress.daily.retain(|family, daily| {
            daily.drop_ended(family);
            daily.is_sane() && games::GAMES.iter().any(|game| game.info.family == *family)
        });
        Ok(progress)
    }

    /// Takes in the progress of another place. In each rule set the rating and the counts are those of the
    /// place where more puzzles were finished; the puzzles that have come in either have come.
    pub fn merge(&mut self, other: Self) {
        for (id, game) in other.games {
            let own = self.games.entry(id).or_default();
            let (mut more, less) = if game.finished() > own.finished() {
                (game, mem::take(own))
            } else {
                (mem::take(own), game)
            };
            let come: HashSet<&String> = more.seen.iter().collect();
            let mut seen: Vec<String> = less.seen.into_iter().filter(|id| !come.contains(id)).collect();
            seen.append(&mut more.seen);
            more.best_streak = more.best_streak.max(less.best_streak);
            *own = GameProgress { seen, ..more };
        }
        for (family, daily) in other.daily {
            let own = self.daily.entry(family).or_default();
            let best_streak = own.best_streak.max(daily.best_streak);
            let standing = |daily: &DailyProgress| (daily.day, daily.result.is_some(), daily.streak);
            if standing(&daily) > standing(own) {
                *own = daily;
            }
            own.best_streak = best_streak;
        }
    }

    /// Everything as JSON.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub fn game(&mut self, game: &'static GameEntry) -> &mut GameProgress {
        self.games.entry(game.info.id.to_owned()).or_default()
    }

    /// Returns whether the puzzle of a later day has been begun, so that an earlier one must not take its
    /// place. A day after `latest` was counted by a wrong clock, and does not matter.
    pub fn is_past(&self, family: &str, day: u64, latest: u64) -> bool {
        self.daily.get(family).is_some_and(|daily| day < daily.day && daily.day <= latest)
    }

    /// The puzzle of a family on a day, at hand unless it has ended; and what is kept of it.
    pub fn daily(&mut self, family: &str, day: u64) -> Option<(PosedEntry, &mut DailyProgress)> {
        let (book, entry) = PuzzleBook::daily(family, day)?;
        let daily = self.daily.entry(family.to_owned()).or_default();
        if daily.day != day {
            let streak = daily.streak_on(day);
            *daily =
                DailyProgress { day, streak, best_streak: daily.best_streak, ..DailyProgress::default() };
        }
        let is_begun = daily.current.as_ref().is_some_and(|current| current.id == entry.id.to_string());
        if daily.result.is_none() && !is_begun {
            daily.current = Some(CurrentPuzzle::new(entry.id));
        }
        Some((PosedEntry::new(book, entry), daily))
    }

    /// Ends the puzzle of the day. It does not come again among the others before all have come.
    pub fn finish_daily(&mut self, family: &str, day: u64) -> Option<PuzzleResult> {
        let (posed, daily) = self.daily(family, day)?;
        let result = daily.current.take()?.result();
        daily.result = Some(result);
        daily.streak = if result == PuzzleResult::Failed { 0 } else { daily.streak.saturating_add(1) };
        daily.best_streak = daily.best_streak.max(daily.streak);
        let (game, id) = (self.game(posed.game), posed.entry.id.to_string());
        if !game.seen.contains(&id) && game.current.as_ref().is_none_or(|current| current.id != id) {
            game.seen.push(id);
        }
        Some(result)
    }
}

impl DailyProgress {
    /// The streak as it stands on a day: one that has skipped a day is over.
    pub fn streak_on(&self, day: u64) -> u32 {
        let goes_on = self.day == day || (self.result.is_some() && day.checked_sub(1) == Some(self.day));
        if goes_on { self.streak } else { 0 }
    }

    /// Drops a puzzle at hand with nothing left to find, which could not be ended any more.
    fn drop_ended(&mut self, family: &str) {
        let Some((_, entry)) = PuzzleBook::daily(family, self.day) else { return };
        self.current.take_if(|current| current.found >= entry.line.finds.len());
    }

    fn is_sane(&self) -> bool {
        let is_known = |current: &CurrentPuzzle| current.id.parse::<PuzzleId>().is_ok();
        self.current.as_ref().is_none_or(is_known)
    }
}

impl GameProgress {
    /// The first puzzles of a newcomer are easier than the rating says, which knows nothing yet: the first is
    /// of this difficulty, and so many later they have come up to it.
    const WARM_UP_FROM: f64 = 800.0;
    const WARM_UP_PUZZLES: u32 = 4;
    /// A solver who comes back after long is not as certain, and one who solves on never too certain: the
    /// rating goes on following.
    const DEVIATION_MIN: f64 = 40.0;
    const DEVIATION_MAX: f64 = 350.0;
    /// How sure the difficulty of a puzzle is: it is estimated.
    const PUZZLE_DEVIATION: f64 = 40.0;
    /// Glicko-2 expects some fifteen games a period and a volatility of 0.06 for each. Here a puzzle is a
    /// period.
    const VOLATILITY: f64 = 0.0155;
    const RATING_MIN: f64 = 300.0;
    const RATING_MAX: f64 = 3500.0;

    /// How many puzzles were finished, in whatever way.
    pub fn finished(&self) -> u32 {
        self.solved.saturating_add(self.helped).saturating_add(self.failed)
    }

    fn is_sane(&self) -> bool {
        let is_within = |value: f64, low: f64, high: f64| value.is_finite() && (low..=high).contains(&value);
        is_within(self.rating, Self::RATING_MIN, Self::RATING_MAX)
            && is_within(self.deviation, 1.0, Self::DEVIATION_MAX)
            && is_within(self.volatility, 0.0, 1.0)
    }

    /// Forgets the puzzles that the book does not have, and what comes twice.
    fn keep_known(&mut self, book: &'static PuzzleBook) {
        let known = |id: &str| book.find(id.parse().ok()?).map(|entry| entry.id);
        let mut met = HashSet::new();
        self.seen.retain(|id| known(id).is_some_and(|id| met.insert(id)));
        self.current.take_if(|current| known(&current.id).is_none());
    }

    /// The difficulty that is looked for: the rating, but less at the beginning.
    fn aim(&self) -> f64 {
        let warmth = f64::from(self.finished().min(Self::WARM_UP_PUZZLES)) / f64::from(Self::WARM_UP_PUZZLES);
        let rise = (self.rating - Self::WARM_UP_FROM).max(0.0);
        self.rating - rise * (1.0 - warmth)
    }

    /// The puzzle at hand, or the next one: of those that have not come, the one whose difficulty is nearest
    /// to the rating, or easier at the beginning; when all have come, the one that came first. It becomes the
    /// puzzle at hand.
    pub fn next(&mut self, book: &'static PuzzleBook) -> Option<PosedEntry> {
        if let Some(posed) = self.at_hand(book) {
            return Some(posed);
        }
        let ids: Vec<PuzzleId> = self.seen.iter().filter_map(|id| id.parse().ok()).collect();
        let aim = self.aim();
        let distance = |puzzle: &&PuzzleEntry| (f64::from(puzzle.difficulty) - aim).abs() as u32;
        let unseen = book.puzzles.iter().filter(|puzzle| !ids.contains(&puzzle.id));
        let oldest = || ids.iter().find_map(|id| book.find(*id));
        let entry = unseen.min_by_key(distance).or_else(oldest)?;
        self.begin(entry.id);
        Some(PosedEntry::new(book, entry))
    }

    /// Makes a puzzle the one at hand.
    pub fn begin(&mut self, id: PuzzleId) {
        self.current = Some(CurrentPuzzle::new(id));
    }

    /// The puzzle at hand, if the book has it.
    pub fn at_hand(&self, book: &'static PuzzleBook) -> Option<PosedEntry> {
        let current = self.current.as_ref()?;
        let posed = PosedEntry::new(book, book.find(current.id.parse().ok()?)?);
        (current.found < posed.entry.line.finds.len()).then_some(posed)
    }

    /// Leaves the puzzle at hand for another one. It does not count, unless a try at it was wrong: then it
    /// has failed.
    pub fn skip(&mut self, entry: &PuzzleEntry) {
        if self.current.as_ref().is_some_and(|current| current.failed) {
            self.finish(entry);
            return;
        }
        self.current = None;
        let id = entry.id.to_string();
        self.seen.retain(|seen| *seen != id);
        self.seen.push(id);
    }

    /// Ends the puzzle at hand and changes the rating. A puzzle that came before changes nothing but the
    /// counts: its solution may be remembered.
    pub fn finish(&mut self, entry: &PuzzleEntry) -> PuzzleResult {
        let result = self.current.take().map_or(PuzzleResult::Failed, |current| current.result());
        let id = entry.id.to_string();
        let is_new = !self.seen.contains(&id);
        self.seen.retain(|seen| *seen != id);
        self.seen.push(id);
        if is_new {
            self.rate(entry.difficulty, result);
        }
        match result {
            PuzzleResult::Solved => {
                self.solved = self.solved.saturating_add(1);
                self.streak = self.streak.saturating_add(1);
                self.best_streak = self.best_streak.max(self.streak);
            }
            PuzzleResult::Helped => {
                self.helped = self.helped.saturating_add(1);
                self.streak = 0;
            }
            PuzzleResult::Failed => {
                self.failed = self.failed.saturating_add(1);
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
