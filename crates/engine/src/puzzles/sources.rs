//! Puzzles that need no mining: those of a game that is solved.

use std::collections::HashSet;

use games::neutreeko::Neutreeko;
use games::{GameEntry, Record};

use super::book::{PuzzleEntry, PuzzleGoal, PuzzleLine, PuzzleTheme, SolverMove};
use super::check::Find;
use super::mine::{difficulty, length_theme, themes};
use crate::solve::neutreeko::{PuzzleKind, Solution};

/// The most moves to find; where a win takes longer, finding those is enough.
const FINDS_MAX: usize = 6;

/// Returns this many puzzles of every kind from the solution of Neutreeko: wins in which each move is the
/// only one, by length, and draws that one move keeps.
pub fn from_solution(each: usize, seed: u64) -> Vec<PuzzleEntry> {
    let game: &'static GameEntry = const { &GameEntry::of::<Neutreeko>() };
    let wins = (3..=11).step_by(2).map(|plies| (PuzzleKind::OnlyMoves { plies }, u32::from(plies)));
    let kinds =
        [(PuzzleKind::OneWin { plies: 1 }, 1)].into_iter().chain(wins).chain([(PuzzleKind::HoldDraw, 6)]);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (kind, depth) in kinds {
        for puzzle in Solution::shared().puzzles(kind, seed).take(each) {
            let record = Record::from_position(game, Box::new(puzzle.position.clone()));
            let goal = match kind {
                PuzzleKind::HoldDraw => PuzzleGoal::Draw,
                _ => PuzzleGoal::Win { plies: depth },
            };
            let moves: Vec<String> = puzzle.solution.iter().map(ToString::to_string).collect();
            let finds = moves.len().div_ceil(2).min(FINDS_MAX);
            let solver = |ply: usize| SolverMove { accepted: vec![moves[2 * ply].clone()] };
            let line = PuzzleLine {
                finds: (0..finds).map(solver).collect(),
                replies: (1..finds).map(|ply| moves[2 * ply - 1].clone()).collect(),
            };
            let find = Find { solver: solver(0), goal, reply: None, found_at: depth };
            let mut all: Vec<PuzzleTheme> = themes(&record, &find);
            all.push(length_theme(finds));
            all.sort_unstable();
            all.dedup();
            let legal = record.position().count_moves();
            let entry = PuzzleEntry::new(
                record.position().to_string(),
                line,
                goal,
                difficulty(depth, legal, finds),
                all,
            );
            if seen.insert(entry.id) {
                found.push(entry);
            }
        }
    }
    found
}
