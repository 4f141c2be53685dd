//! A puzzle that is being solved, for the console and the full-screen app: plain data. What happens to it is
//! applied to the progress as it stands by then, so that two programs which solve at once lose nothing of
//! each other's.

use std::time::{SystemTime, UNIX_EPOCH};

use engine::puzzles::PuzzleBook;
use engine::reasons::HintSteps;
use games::{Complaint, GameEntry};
use puzzles::{CurrentPuzzle, PosedEntry, Progress, PuzzleResult, TryVerdict};

#[derive(Clone, Debug)]
pub struct Solving {
    pub posed: PosedEntry,
    pub current: CurrentPuzzle,
    pub kind: SolvingKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvingKind {
    Training,
    /// The puzzle of a day, counted from 1970-01-01 by UTC.
    Daily(u64),
    /// Nothing is kept of it: a puzzle of a day that was finished before, or one that was drawn.
    Practice,
}

/// What happens to a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvingEvent {
    GoesOn,
    Skipped,
    Finished,
}

/// How a puzzle ended, and what that has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ended {
    pub result: PuzzleResult,
    /// Puzzles in a row that were solved; of puzzles of the day, days in a row.
    pub streak: u32,
    /// Before and after; only training changes it.
    pub ratings: Option<[f64; 2]>,
}

impl Solving {
    /// The puzzle at hand in training, or the next one.
    pub fn training(progress: &mut Progress, game: &'static GameEntry) -> Option<Self> {
        let book = PuzzleBook::of(game)?;
        let progress = progress.game(game);
        let posed = progress.next(book)?;
        Some(Self { posed, current: progress.current.clone()?, kind: SolvingKind::Training })
    }

    /// The puzzle of a day; once it was finished, or one of a later day was begun, for practice.
    pub fn daily(progress: &mut Progress, family: &str, day: u64, today: u64) -> Option<Self> {
        if progress.is_past(family, day, today + 1) {
            let (book, entry) = PuzzleBook::daily(family, day)?;
            return Some(Self::practice(PosedEntry::new(book, entry)));
        }
        let (posed, daily) = progress.daily(family, day)?;
        Some(match &daily.current {
            Some(current) => Self { posed, current: current.clone(), kind: SolvingKind::Daily(day) },
            None => Self::practice(posed),
        })
    }

    pub fn practice(posed: PosedEntry) -> Self {
        Self { posed, current: CurrentPuzzle::new(posed.entry.id), kind: SolvingKind::Practice }
    }

    /// Judges a try and notes what came of it. `None` when there is nothing left to find.
    pub fn attempt(&mut self, text: &str) -> Option<Result<TryVerdict, Complaint>> {
        self.current.attempt(self.posed, text)
    }

    /// The next step of the hint, counted from 0.
    pub fn take_hint(&mut self) -> Option<(HintSteps, usize)> {
        let steps = self.posed.hint(self.current.found)?;
        Some((steps, self.current.take_hint(HintSteps::COUNT)))
    }

    /// The moves that are left, with the replies in between: the puzzle has failed.
    pub fn show(&mut self) -> Vec<&'static str> {
        self.current.failed = true;
        self.posed.solution(self.current.found)
    }

    /// Applies what happened to the progress. Returns how the puzzle ended, if it did.
    pub fn apply(&self, event: SolvingEvent, progress: &mut Progress) -> Option<Ended> {
        let entry = self.posed.entry;
        match self.kind {
            SolvingKind::Training => {
                let game = progress.game(self.posed.game);
                game.current = Some(self.current.clone());
                let before = game.rating;
                match event {
                    SolvingEvent::GoesOn => return None,
                    SolvingEvent::Skipped => game.skip(entry),
                    SolvingEvent::Finished => _ = game.finish(entry),
                }
                let has_ended = event == SolvingEvent::Finished || self.current.failed;
                has_ended.then(|| Ended {
                    result: self.current.result(),
                    streak: game.streak,
                    ratings: Some([before, game.rating]),
                })
            }
            SolvingKind::Daily(day) => {
                let family = self.posed.game.info.family;
                // Another program has gone on to a later day.
                if progress.is_past(family, day, day + 1) {
                    let ended = Ended { result: self.current.result(), streak: 0, ratings: None };
                    return (event == SolvingEvent::Finished).then_some(ended);
                }
                let (_, daily) = progress.daily(family, day)?;
                if daily.result.is_none() {
                    daily.current = Some(self.current.clone());
                }
                if event != SolvingEvent::Finished {
                    return None;
                }
                let result = progress.finish_daily(family, day).unwrap_or(self.current.result());
                Some(Ended { result, streak: progress.daily.get(family)?.streak, ratings: None })
            }
            SolvingKind::Practice => (event == SolvingEvent::Finished).then(|| Ended {
                result: self.current.result(),
                streak: 0,
                ratings: None,
            }),
        }
    }
}

/// The day by UTC, as puzzles of the day count it.
pub fn today() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    puzzles::day_of(u64::try_from(since.as_millis()).unwrap_or(0))
}
