//! Mining: puzzles are looked for in games of the engine against itself, in which some moves are random, so
//! that there is something to punish.

use std::collections::HashSet;

use fastrand::Rng;
use games::{GameEntry, Record};

use super::book::{PuzzleEntry, PuzzleGoal, PuzzleId, PuzzleLine, PuzzleTheme};
use super::check::{CheckBudget, Find, PuzzleReferee, wins_at_once};
use crate::search::Value;

/// Random plies at the beginning of a game.
const RANDOM_PLIES: std::ops::RangeInclusive<u32> = 2..=8;
/// One move in so many is random later on.
const RANDOM_EVERY: u32 = 4;
const PLIES_MAX: usize = 120;
/// A game gives at most so many puzzles, and none within so many plies of the last.
const PER_GAME_MAX: usize = 2;
const APART_MIN: usize = 4;
/// Only one game in so many gives puzzles that are won at once, unless nothing else is wanted: most games have
/// one.
const EASY_EVERY: u64 = 8;
/// The most moves that a puzzle asks for.
const FINDS_MAX: usize = 4;

/// What the facts about the first move say of a puzzle, by the beginnings of their keys.
const THEMES: &[(&str, PuzzleTheme)] = &[
    ("reason-blocks", PuzzleTheme::Defence),
    ("reason-only-defence", PuzzleTheme::Defence),
    ("reason-defence", PuzzleTheme::Defence),
    ("threedragons-saves", PuzzleTheme::Defence),
    ("reason-threatens-many", PuzzleTheme::DoubleThreat),
    ("reason-threatens", PuzzleTheme::Threat),
    ("ataxx-turns", PuzzleTheme::Capture),
    ("threedragons-takes", PuzzleTheme::Capture),
    ("threedragons-calls", PuzzleTheme::Dragon),
];

/// Which puzzles are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedPuzzles {
    All,
    /// Those that are won with one move: what newcomers begin with.
    WonAtOnce,
}

/// Looks for puzzles of one rule set.
#[derive(Debug)]
pub struct Miner {
    game: &'static GameEntry,
    wanted: WantedPuzzles,
    seed: u64,
    referee: PuzzleReferee,
}

/// What one game gave.
#[derive(Debug, Default)]
pub struct MinedGame {
    pub puzzles: Vec<PuzzleEntry>,
    /// Positions that a first glance took for candidates.
    pub candidates: usize,
}

impl Miner {
    pub fn new(game: &'static GameEntry, wanted: WantedPuzzles, seed: u64) -> Self {
        Self { game, wanted, seed, referee: PuzzleReferee::new(game) }
    }

    /// Plays the game of this number and returns its puzzles, without those that are known. Depends on the
    /// seed and the number alone.
    pub fn mine(&mut self, number: u64, known: &HashSet<PuzzleId>) -> MinedGame {
        let mut rng = Rng::with_seed(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut mined = MinedGame::default();
        let starts = self.game.info.starts;
        let start = &starts[if rng.u32(..3) == 0 { rng.usize(..starts.len()) } else { 0 }];
        let Ok(start) = (self.game.read)(start.text) else { return mined };
        let mut record = Record::from_position(self.game, start);
        let random_plies = rng.u32(RANDOM_PLIES) as usize;
        let mut last: Option<usize> = None;
        while record.outcome().is_none() && record.moves().len() < PLIES_MAX {
            let ply = record.moves().len();
            let moves = record.position().moves();
            let random = &moves[rng.usize(..moves.len())];
            if ply < random_plies {
                if record.play(random).is_err() {
                    break;
                }
                continue;
            }
            let Some((lines, is_candidate)) = self.referee.glance(&record) else { break };
            let is_apart = last.is_none_or(|last| ply >= last + APART_MIN);
            let is_candidate =
                is_candidate && (self.wanted == WantedPuzzles::All || lines[0].value == Value::WinIn(1));
            if is_candidate && is_apart && mined.puzzles.len() < PER_GAME_MAX {
                mined.candidates += 1;
                let wanted = self.wanted;
                let takes = |puzzle: &PuzzleEntry| {
                    let is_wanted = match wanted {
                        WantedPuzzles::All => !puzzle.is_won_at_once() || number.is_multiple_of(EASY_EVERY),
                        WantedPuzzles::WonAtOnce => puzzle.is_won_at_once(),
                    };
                    is_wanted && !known.contains(&puzzle.id)
                };
                if let Some(puzzle) = self.puzzle(&record).filter(takes) {
                    mined.puzzles.push(puzzle);
                    last = Some(ply);
                }
            }
            let best = lines.first().and_then(|line| line.moves.first());
            let mv = if rng.u32(..RANDOM_EVERY) == 0 { Some(random) } else { best };
            if mv.is_none_or(|mv| record.play(mv).is_err()) {
                break;
            }
        }
        mined
    }

    /// The puzzle of the current position of a record, if it is one by both searches.
    fn puzzle(&mut self, record: &Record) -> Option<PuzzleEntry> {
        // The position stands alone: what has occurred before it does not count.
        let start = (self.game.read)(&record.position().to_string()).ok()?;
        let mut record = Record::from_position(self.game, start);
        let first = self.referee.find(&record, CheckBudget::SOLVE)?;
        let (legal, position) = (record.position().count_moves(), record.position().to_string());
        let themes = themes(&record, &first);
        let mut line = PuzzleLine { finds: vec![first.solver.clone()], replies: Vec::new() };
        let mut step = first.clone();
        // A win goes on while every move is the only one; its last move, which ends the game, may be one of
        // several.
        while let (PuzzleGoal::Win { plies: 2.. }, Some(reply)) = (step.goal, step.reply.clone()) {
            if line.finds.len() == FINDS_MAX
                || record.play(step.solver.shown()).is_err()
                || record.play(&reply).is_err()
                || record.outcome().is_some()
            {
                break;
            }
            let Some(next) = self.next_find(&record) else { break };
            line.replies.push(reply);
            line.finds.push(next.solver.clone());
            step = next;
        }
        let themes = themes.into_iter().chain([length_theme(line.finds.len())]).collect::<HashSet<_>>();
        let mut themes: Vec<PuzzleTheme> = themes.into_iter().collect();
        themes.sort_unstable();
        let difficulty = difficulty(first.depth(), legal, line.finds.len());
        let puzzle = PuzzleEntry::new(position, line, first.goal, difficulty, themes);
        self.referee.check(&puzzle, CheckBudget::ACCEPT).is_ok().then_some(puzzle)
    }

    fn next_find(&mut self, record: &Record) -> Option<Find> {
        let position = record.position();
        let winning = position.moves().into_iter().find(|mv| wins_at_once(position, mv));
        match winning {
            Some(mv) => Some(Find {
                solver: super::SolverMove { accepted: vec![mv] },
                goal: PuzzleGoal::Win { plies: 1 },
                reply: None,
                found_at: 1,
            }),
            None => self
                .referee
                .find(record, CheckBudget::SOLVE)
                .filter(|find| matches!(find.goal, PuzzleGoal::Win { .. })),
        }
    }
}

/// The rating that a puzzle is given: how deep a search must look for its first move, among how many, and how
/// many moves are to be found.
pub(super) fn difficulty(depth: u32, legal: usize, finds: usize) -> u32 {
    let among = (legal.max(2) as f64).log2();
    let rating = 400.0 + 140.0 * f64::from(depth) + 70.0 * among + 110.0 * (finds.max(1) - 1) as f64;
    rating.clamp(600.0, 2600.0).round() as u32
}

pub(super) fn length_theme(finds: usize) -> PuzzleTheme {
    match finds {
        0 | 1 => PuzzleTheme::OneMove,
        2 => PuzzleTheme::TwoMoves,
        _ => PuzzleTheme::Long,
    }
}

/// What the first move of a puzzle is like.
pub(super) fn themes(record: &Record, find: &Find) -> Vec<PuzzleTheme> {
    let facts = record.reasons(find.solver.shown()).unwrap_or_default();
    let mut themes: Vec<PuzzleTheme> = facts
        .iter()
        .filter_map(|fact| THEMES.iter().find(|(key, _)| fact.key().starts_with(key)))
        .map(|(_, theme)| *theme)
        .collect();
    if themes.is_empty() && find.goal != (PuzzleGoal::Win { plies: 1 }) {
        themes.push(PuzzleTheme::Quiet);
    }
    themes.push(match find.goal {
        PuzzleGoal::Win { .. } => PuzzleTheme::Win,
        PuzzleGoal::Draw => PuzzleTheme::Draw,
        PuzzleGoal::Advantage { .. } => PuzzleTheme::Advantage,
    });
    themes
}
