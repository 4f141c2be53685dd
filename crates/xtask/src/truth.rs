//! What the engine claims, held against brute force on thousands of positions with small trees.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use engine::checks::truth::{ClaimTally, Effort, Trial, all_efforts, try_game};
use games::{GAMES, GameEntry};

/// Positions that one engine sees one after the other.
const ROUND: usize = 50;
/// Positions of a tree that brute force may visit.
const TREE_MAX: usize = 200_000;

/// How many positions are tried.
#[derive(clap::Args)]
pub struct Truth {
    /// Positions of each rule set, each at 300, 30,000 and 1,000,000 nodes, with one thread and two, one line
    /// and eight.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    positions: usize,
    /// Knight Line positions of each rule set with at most 7 spare tiles, a quarter of them with a side that
    /// cannot move.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    knight_line: usize,
    /// Begin with other positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only this rule set.
    #[arg(long, value_name = "ID", value_parser = clap::builder::PossibleValuesParser::new(GAMES.iter().map(|game| game.info.id)))]
    game: Option<String>,
}

/// Returns a table of what was tried, every wrong claim, and whether there was none.
pub fn page(truth: &Truth, threads: usize) -> (String, bool) {
    let mut page =
        "| rule set | positions | with a stuck side | claims | exact | wrong |\n|---|---|---|---|---|---|\n"
            .to_owned();
    let mut wrong = Vec::new();
    let few = [1, 8].map(|lines| Effort { nodes: 20_000, threads: 1, lines });
    let all = all_efforts();
    for game in GAMES.iter().filter(|game| truth.game.as_ref().is_none_or(|id| id == game.info.id)) {
        let spare = (game.info.family == "Knight Line").then_some((
            truth.knight_line,
            ROUND / 4 + 1,
            false,
            &few[..],
        ));
        // Where positions may repeat, some have a game behind them.
        let repeated = game.info.repetition.map(|_| (truth.positions / 4, 0, true, &few[..]));
        let trials = [Some((truth.positions, 0, false, &all[..])), spare, repeated];
        for (positions, stuck_min, with_history, efforts) in trials.into_iter().flatten() {
            let trial =
                Trial { seed: truth.seed, positions, stuck_min, with_history, tree_max: TREE_MAX, efforts };
            let (tally, errors) = rounds(game, &trial, threads);
            let ClaimTally { positions, stuck, claims, exact } = tally;
            page.push_str(&format!(
                "| {} | {positions} | {stuck} | {claims} | {exact} | {} |\n",
                game.info.id,
                errors.len()
            ));
            wrong.extend(errors);
        }
    }
    for error in &wrong {
        page.push_str(&format!("\n{error}\n"));
    }
    (page, wrong.is_empty())
}

/// Tries positions in rounds, each from its own seed, and gives the first wrong claim of each round.
fn rounds(game: &'static GameEntry, trial: &Trial<'_>, threads: usize) -> (ClaimTally, Vec<String>) {
    let (next, found) = (AtomicUsize::new(0), Mutex::new((ClaimTally::default(), Vec::new())));
    let work = || {
        loop {
            let round = next.fetch_add(1, Ordering::Relaxed);
            let left = trial.positions.saturating_sub(round * ROUND);
            if left == 0 {
                return;
            }
            let result = try_game(
                game,
                &Trial { seed: trial.seed * 1_000_000 + round as u64, positions: left.min(ROUND), ..*trial },
            );
            let mut found = found.lock().expect("trials do not panic");
            match result {
                Ok(tally) => found.0 = found.0.plus(tally),
                Err(wrong) => found.1.push(wrong),
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    found.into_inner().expect("trials do not panic")
}
