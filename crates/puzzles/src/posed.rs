//! A puzzle that is being solved.

use engine::analysis::{AnalysisLine, SearchOptions};
use engine::puzzles::{PuzzleBook, PuzzleEntry, PuzzleId};
use engine::reasons::{self, HintSteps};
use engine::search::SearchLimits;
use games::{Complaint, GameEntry, Message, Outcome, Record};

/// A puzzle of a book with its rule set.
#[derive(Clone, Copy, Debug)]
pub struct PosedEntry {
    pub game: &'static GameEntry,
    pub entry: &'static PuzzleEntry,
}

/// What a try is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TryVerdict {
    /// The move to find, and the reply to it; none when the puzzle is solved.
    Right {
        mv: String,
        reply: Option<String>,
    },
    Wrong {
        mv: String,
    },
}

/// Why a try is wrong.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// What a search of the position after the try found: the reply first.
    pub line: AnalysisLine,
    /// That reply, and a fact about it.
    pub reason: Option<Message>,
}

impl Refutation {
    /// Nodes and megabytes of the search: a tenth of a second or less.
    const NODES: u64 = 30_000;
    const MEGABYTES: usize = 2;

    /// Searches for the reply to a try, the last move of a record. `None` when that has ended the game.
    pub fn search(tried: &Record) -> Option<AnalysisLine> {
        let limits = SearchLimits { nodes: Some(Self::NODES), ..SearchLimits::NONE };
        let mut engine = engine::any::engine(tried.game(), Self::MEGABYTES);
        let analysis = engine.analyze(tried, &SearchOptions::new(limits), &mut |_| {})?;
        analysis.lines.into_iter().next()
    }

    /// Says what a search has found.
    pub fn new(tried: &Record, line: AnalysisLine) -> Self {
        let reason = reasons::refutation(tried, &line);
        Self { line, reason }
    }
}

impl PosedEntry {
    pub fn new(book: &'static PuzzleBook, entry: &'static PuzzleEntry) -> Self {
        Self { game: book.game, entry }
    }

    /// The puzzle of this id in the book of a rule set.
    pub fn find(game: &'static GameEntry, id: PuzzleId) -> Option<Self> {
        let book = PuzzleBook::of(game)?;
        Some(Self::new(book, book.find(id)?))
    }

    /// The record once so many moves have been found and answered; `None` when there are fewer to find.
    pub fn record(&self, found: usize) -> Option<Record> {
        if found >= self.entry.line.finds.len() {
            return None;
        }
        let mut record = self.entry.record(self.game)?;
        for mv in self.entry.line.moves().into_iter().take(2 * found) {
            record.play(mv).ok()?;
        }
        Some(record)
    }

    /// Judges a try, once so many moves have been found.
    ///
    /// # Errors
    /// Names the rule that the move would break. `None` when there is nothing left to find.
    pub fn judge(&self, found: usize, text: &str) -> Option<Result<TryVerdict, Complaint>> {
        let record = self.record(found)?;
        let position = record.position();
        let mv = match position.read_move(text) {
            Ok(mv) => mv,
            Err(complaint) => return Some(Err(complaint)),
        };
        let wins =
            position.after(&mv).is_ok_and(|next| next.outcome() == Some(Outcome::Win(position.turn())));
        let is_right = self.entry.line.finds.get(found)?.accepted.contains(&mv);
        Some(Ok(match (wins, is_right) {
            (true, _) => TryVerdict::Right { mv, reply: None },
            (false, true) => TryVerdict::Right { mv, reply: self.entry.line.replies.get(found).cloned() },
            (false, false) => TryVerdict::Wrong { mv },
        }))
    }

    /// The hint for the move to find now.
    pub fn hint(&self, found: usize) -> Option<HintSteps> {
        reasons::hint_steps(&self.record(found)?, self.entry.line.finds.get(found)?.shown())
    }

    /// What is wrong with a try. Searches, for about a tenth of a second.
    pub fn refute(&self, found: usize, mv: &str) -> Option<Refutation> {
        let mut record = self.record(found)?;
        record.play(mv).ok()?;
        Refutation::search(&record).map(|line| Refutation::new(&record, line))
    }

    /// The moves that are left to find, with the replies in between.
    pub fn solution(&self, found: usize) -> Vec<&'static str> {
        self.entry.line.moves().into_iter().skip(2 * found).collect()
    }
}
