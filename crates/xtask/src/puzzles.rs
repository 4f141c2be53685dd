//! The books of puzzles: made from the solution of Neutreeko and from games of the engine against itself, and
//! checked again.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use clap::Args;
use clap::builder::PossibleValuesParser;
use engine::knowledge;
use engine::puzzles::{
    CheckBudget, Miner, PuzzleBook, PuzzleEntry, PuzzleId, PuzzleReferee, WantedPuzzles, from_solution,
};
use files::Replace;
use games::{GAMES, GameEntry};

const FOLDER: &str = "crates/engine/src/puzzles";

#[derive(Args)]
pub struct PuzzleChore {
    /// Only this rule set.
    #[arg(long, value_name = "ID", value_parser = PossibleValuesParser::new(GAMES.iter().map(|game| game.info.id)))]
    game: Option<String>,
    /// Puzzles to have of each rule set; a book that has as many is left alone.
    #[arg(long = "puzzles", value_name = "N", default_value_t = 320)]
    wanted: usize,
    /// Puzzles to have of each rule set that are won with one move.
    #[arg(long, value_name = "N", default_value_t = 30)]
    easy: usize,
    /// Fixes all games.
    #[arg(long, value_name = "SEED", default_value_t = 22)]
    seed: u64,
    /// Make nothing: check every puzzle of the books again with a longer search.
    #[arg(long)]
    verify: bool,
    /// With --verify: take the puzzles that fail out of the books.
    #[arg(long, requires = "verify")]
    prune: bool,
    /// Nodes per line of the search that verifies.
    #[arg(long, value_name = "N", default_value_t = CheckBudget::VERIFY.nodes)]
    nodes: u64,
}

/// Makes the books or checks them. Returns what was done, and whether all is well.
///
/// # Errors
/// When a book cannot be read or written.
pub fn run(chore: &PuzzleChore, threads: usize, say: fn(&str)) -> Result<(String, bool), String> {
    let (mut page, mut is_good) = (String::new(), true);
    let mut done: HashSet<*const u8> = HashSet::new();
    for game in GAMES.iter().filter(|game| chore.game.as_ref().is_none_or(|id| id == game.info.id)) {
        // Rule sets that share a book are done once.
        let known = knowledge::puzzles(game);
        if !known.is_empty() && !done.insert(known.as_ptr()) {
            continue;
        }
        let path = PathBuf::from(FOLDER).join(format!("{}.txt", game.info.id));
        if !path.exists() {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let book = PuzzleBook::read(game, &text);
        let line = if chore.verify {
            let faults = verify(&book, chore.nodes, threads, say);
            is_good &= faults.is_empty();
            if chore.prune && !faults.is_empty() {
                let kept: Vec<PuzzleEntry> =
                    book.puzzles.iter().filter(|puzzle| !faults.contains(&puzzle.id)).cloned().collect();
                write(&path, &text, &kept)?;
            }
            format!("{}: {} puzzles checked, {} wrong", game.info.id, book.puzzles.len(), faults.len())
        } else if knowledge::is_solved(game) {
            let puzzles = from_solution(chore.wanted.div_ceil(4), chore.seed);
            write(&path, "", &puzzles)?;
            format!("{}: {} puzzles from the solution", game.info.id, puzzles.len())
        } else {
            let count = mine(chore, game, book, &path, threads, say)?;
            format!("{}: {count} puzzles mined", game.info.id)
        };
        let _ = writeln!(page, "{line}");
    }
    Ok((page, is_good))
}

/// The comment at the head of a mined book that says which game comes next, so that mining goes on there.
const NEXT: &str = "# next game: ";

fn mine(
    chore: &PuzzleChore,
    game: &'static GameEntry,
    book: PuzzleBook,
    path: &Path,
    threads: usize,
    say: fn(&str),
) -> Result<usize, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let next = text.lines().find_map(|line| line.strip_prefix(NEXT)).and_then(|number| number.parse().ok());
    let mut puzzles = book.puzzles;
    let mut number: u64 = next.unwrap_or(0);
    while puzzles.len() < chore.wanted {
        let miner = || Miner::new(game, WantedPuzzles::All, chore.seed);
        mine_round(miner, number, threads, &mut puzzles);
        number += ROUND;
        write(path, &format!("{NEXT}{number}\n"), &puzzles)?;
        say(&format!("{}: {} puzzles after {number} games", game.info.id, puzzles.len()));
    }
    let count_easy =
        |puzzles: &[PuzzleEntry]| puzzles.iter().filter(|puzzle| puzzle.is_won_at_once()).count();
    // These begin with the first game again: what is known by then is left out.
    let mut easy_number = 0;
    while count_easy(&puzzles) < chore.easy {
        let miner = || Miner::new(game, WantedPuzzles::WonAtOnce, chore.seed);
        mine_round(miner, easy_number, threads, &mut puzzles);
        easy_number += ROUND;
        let easy = count_easy(&puzzles);
        write(path, &format!("{NEXT}{number}\n"), &puzzles)?;
        say(&format!("{}: {easy} puzzles won with one move after {easy_number} games", game.info.id));
    }
    Ok(puzzles.len())
}

/// Games of one round know the puzzles of the rounds before: the book does not depend on the threads.
const ROUND: u64 = 16;

/// Plays a round of games, from this number on, and adds their puzzles.
fn mine_round(miner: impl Fn() -> Miner + Sync, first: u64, threads: usize, puzzles: &mut Vec<PuzzleEntry>) {
    let known: HashSet<PuzzleId> = puzzles.iter().map(|puzzle| puzzle.id).collect();
    let found: Mutex<Vec<(u64, Vec<PuzzleEntry>)>> = Mutex::default();
    let place = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut miner = miner();
                loop {
                    let offset = place.fetch_add(1, Ordering::Relaxed) as u64;
                    if offset >= ROUND {
                        break;
                    }
                    let mined = miner.mine(first + offset, &known);
                    found.lock().expect("mining does not panic").push((offset, mined.puzzles));
                }
            });
        }
    });
    let mut found = found.into_inner().expect("mining does not panic");
    found.sort_by_key(|(offset, _)| *offset);
    for puzzle in found.into_iter().flat_map(|(_, puzzles)| puzzles) {
        if puzzles.iter().all(|known| known.id != puzzle.id) {
            puzzles.push(puzzle);
        }
    }
}

/// Writes a book with the comments of the text before it.
fn write(path: &Path, before: &str, puzzles: &[PuzzleEntry]) -> Result<(), String> {
    let mut lines: Vec<String> =
        before.lines().filter(|line| line.starts_with('#')).map(str::to_owned).collect();
    lines.extend(puzzles.iter().map(PuzzleEntry::text));
    files::write(path, (lines.join("\n") + "\n").as_bytes(), Replace::Asked)
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// The puzzles of a book that a longer search refuses.
fn verify(book: &PuzzleBook, nodes: u64, threads: usize, say: fn(&str)) -> HashSet<PuzzleId> {
    let place = AtomicUsize::new(0);
    let faults: Mutex<HashSet<PuzzleId>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut referee = PuzzleReferee::new(book.game);
                while let Some(puzzle) = book.puzzles.get(place.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(fault) = referee.check(puzzle, CheckBudget { nodes, ..CheckBudget::VERIFY }) {
                        say(&format!("{}: {}: {fault:?}", book.game.info.id, puzzle.text()));
                        faults.lock().expect("checking does not panic").insert(puzzle.id);
                    }
                }
            });
        }
    });
    faults.into_inner().expect("checking does not panic")
}
