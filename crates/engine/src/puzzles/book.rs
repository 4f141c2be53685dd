//! The books of puzzles: how a line of the data is read and written, and which puzzle is that of a day.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, OnceLock};

use games::{GAMES, GameEntry, Record};

use crate::knowledge;

/// What there is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleGoal {
    /// A win by force in this many plies.
    Win { plies: u32 },
    /// The only move that keeps the draw.
    Draw,
    /// The move that is worth this much, as the expected result in hundredths; every other is worth clearly
    /// less.
    Advantage { expected: u32 },
}

/// What a puzzle is about, for people who choose and for the counts of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuzzleTheme {
    OneMove,
    TwoMoves,
    Long,
    Win,
    Draw,
    Advantage,
    /// Stops a threat, or is one of few moves that do.
    Defence,
    Threat,
    DoubleThreat,
    Capture,
    Dragon,
    /// Neither captures nor threatens at once.
    Quiet,
}

impl PuzzleTheme {
    pub const ALL: [Self; 12] = [
        Self::OneMove,
        Self::TwoMoves,
        Self::Long,
        Self::Win,
        Self::Draw,
        Self::Advantage,
        Self::Defence,
        Self::Threat,
        Self::DoubleThreat,
        Self::Capture,
        Self::Dragon,
        Self::Quiet,
    ];

    /// One word for it, in the data and for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::OneMove => "one-move",
            Self::TwoMoves => "two-moves",
            Self::Long => "long",
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Advantage => "advantage",
            Self::Defence => "defence",
            Self::Threat => "threat",
            Self::DoubleThreat => "double-threat",
            Self::Capture => "capture",
            Self::Dragon => "dragon",
            Self::Quiet => "quiet",
        }
    }
}

/// The name of a puzzle: a hash of its position, so that it stays the same when the book grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PuzzleId(pub u32);

impl PuzzleId {
    fn of(position: &str) -> Self {
        let hash = fnv(position);
        Self((hash ^ hash >> 32) as u32)
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl FromStr for PuzzleId {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let is_hex = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex.then(|| u32::from_str_radix(text, 16).ok().map(Self)).flatten().ok_or(())
    }
}

/// The move to find: one, and perhaps others with the same cells that are as good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverMove {
    /// Never empty; the first is the one to show.
    pub accepted: Vec<String>,
}

impl SolverMove {
    pub fn shown(&self) -> &str {
        &self.accepted[0]
    }
}

/// The moves to find, with the replies in between: one reply less than moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleLine {
    pub finds: Vec<SolverMove>,
    pub replies: Vec<String>,
}

impl PuzzleLine {
    /// The moves of both sides, as they are shown.
    pub fn moves(&self) -> Vec<&str> {
        let mut moves = Vec::new();
        for (index, find) in self.finds.iter().enumerate() {
            moves.push(find.shown());
            moves.extend(self.replies.get(index).map(String::as_str));
        }
        moves
    }
}

/// One puzzle of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleEntry {
    pub id: PuzzleId,
    pub position: String,
    pub line: PuzzleLine,
    pub goal: PuzzleGoal,
    /// A rating: a solver with the same rating solves it every second time. How it is estimated is in
    /// docs/puzzles.md.
    pub difficulty: u32,
    pub themes: Vec<PuzzleTheme>,
}

impl PuzzleEntry {
    pub fn new(
        position: String,
        line: PuzzleLine,
        goal: PuzzleGoal,
        difficulty: u32,
        themes: Vec<PuzzleTheme>,
    ) -> Self {
        Self { id: PuzzleId::of(&position), position, line, goal, difficulty, themes }
    }

    /// Reads a line of a book.
    pub fn read(text: &str) -> Option<Self> {
        let [position, moves, goal, difficulty, themes] =
            text.split('|').map(str::trim).collect::<Vec<_>>().try_into().ok()?;
        let (mut finds, mut replies) = (Vec::new(), Vec::new());
        for (ply, mv) in moves.split(' ').enumerate() {
            if ply % 2 == 0 {
                finds.push(SolverMove { accepted: mv.split(',').map(str::to_owned).collect() });
            } else {
                replies.push(mv.to_owned());
            }
        }
        if finds.len() != replies.len() + 1 {
            return None;
        }
        let goal = match goal.split_once(' ') {
            Some(("win", plies)) => PuzzleGoal::Win { plies: plies.parse().ok()? },
            Some(("about", expected)) => PuzzleGoal::Advantage { expected: expected.parse().ok()? },
            None if goal == "draw" => PuzzleGoal::Draw,
            _ => return None,
        };
        let theme = |word: &str| PuzzleTheme::ALL.into_iter().find(|theme| theme.word() == word);
        let themes = themes.split(' ').map(theme).collect::<Option<Vec<_>>>()?;
        let line = PuzzleLine { finds, replies };
        Some(Self::new(position.to_owned(), line, goal, difficulty.parse().ok()?, themes))
    }

    /// Writes what [`read`](Self::read) reads.
    pub fn text(&self) -> String {
        let mut moves = Vec::new();
        for (index, find) in self.line.finds.iter().enumerate() {
            moves.push(find.accepted.join(","));
            moves.extend(self.line.replies.get(index).cloned());
        }
        let goal = match self.goal {
            PuzzleGoal::Win { plies } => format!("win {plies}"),
            PuzzleGoal::Draw => "draw".to_owned(),
            PuzzleGoal::Advantage { expected } => format!("about {expected}"),
        };
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.word()).collect();
        format!(
            "{} | {} | {goal} | {} | {}",
            self.position,
            moves.join(" "),
            self.difficulty,
            themes.join(" ")
        )
    }

    pub fn is_won_at_once(&self) -> bool {
        self.goal == PuzzleGoal::Win { plies: 1 }
    }

    /// The position as a record with nothing played; `None` when it is none of this game.
    pub fn record(&self, game: &'static GameEntry) -> Option<Record> {
        Some(Record::from_position(game, (game.read)(&self.position).ok()?))
    }
}

/// The puzzles of one rule set, the easiest first.
#[derive(Debug)]
pub struct PuzzleBook {
    pub game: &'static GameEntry,
    pub puzzles: Vec<PuzzleEntry>,
    places: HashMap<PuzzleId, usize>,
}

impl PuzzleBook {
    /// The book of a rule set; `None` where it has none.
    pub fn of(game: &'static GameEntry) -> Option<&'static Self> {
        static BOOKS: OnceLock<Mutex<HashMap<&'static str, Option<&'static PuzzleBook>>>> = OnceLock::new();
        let mut books = BOOKS.get_or_init(Mutex::default).lock().ok()?;
        *books.entry(game.info.id).or_insert_with(|| {
            let text = knowledge::puzzles(game);
            // A book lives as long as the program, as the data that it is read from does.
            (!text.is_empty()).then(|| &*Box::leak(Box::new(Self::read(game, text))))
        })
    }

    /// Reads a book; lines that begin with `#` are comments, and wrong lines are left out: a test sees to it
    /// that the books have none.
    pub fn read(game: &'static GameEntry, text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut puzzles: Vec<PuzzleEntry> = lines.filter_map(PuzzleEntry::read).collect();
        puzzles.sort_by_key(|puzzle| (puzzle.difficulty, puzzle.id));
        let places = puzzles.iter().enumerate().map(|(place, puzzle)| (puzzle.id, place)).collect();
        Self { game, puzzles, places }
    }

    /// The rule sets that have a book, in the order of the registry.
    pub fn games() -> impl Iterator<Item = &'static GameEntry> {
        GAMES.iter().filter(|game| !knowledge::puzzles(game).is_empty())
    }

    pub fn find(&self, id: PuzzleId) -> Option<&PuzzleEntry> {
        self.places.get(&id).map(|place| &self.puzzles[*place])
    }

    /// The puzzle of a family on a day, counted from 1970-01-01 by UTC: the same for all solvers with the
    /// same books. No puzzle comes again before all others of the family have come.
    pub fn daily(family: &str, day: u64) -> Option<(&'static Self, &'static PuzzleEntry)> {
        let mut books: Vec<&'static Self> = Vec::new();
        for game in Self::games().filter(|game| game.info.family == family) {
            // Rule sets that differ in names and colours only share a book: it counts once.
            let is_new = books.iter().all(|book| {
                !std::ptr::eq(knowledge::puzzles(book.game).as_ptr(), knowledge::puzzles(game).as_ptr())
            });
            books.extend(Self::of(game).filter(|_| is_new));
        }
        let count = books.iter().map(|book| book.puzzles.len() as u64).sum::<u64>();
        // A stride without a common factor walks through all places.
        let stride = (count * 5 / 8..).find(|stride| gcd(*stride, count) == 1)?;
        let mut place = day.checked_mul(stride)?.checked_add(fnv(family) >> 32)?.checked_rem(count)?;
        for book in books {
            if let Some(puzzle) = book.puzzles.get(place as usize) {
                return Some((book, puzzle));
            }
            place -= book.puzzles.len() as u64;
        }
        None
    }
}

fn gcd(one: u64, two: u64) -> u64 {
    if two == 0 { one } else { gcd(two, one % two) }
}

/// FNV-1a, which is the same on every machine and in every version.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
