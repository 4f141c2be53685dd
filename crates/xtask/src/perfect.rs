//! Knight Line's perfect seat against every other bot: as second player it has to win every game by its 10th
//! move.
//!
//! The stronger levels always play alike. So that no two games need be the same, the opponent begins three
//! games out of four with one to three moves at random.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use engine::players::{self, BotName};
use games::{GameEntry, Outcome, Player, Record};

/// Own moves within which the second player wins.
const MOVES_MAX: usize = 10;

/// What came of the games against one opponent.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    won: usize,
    /// The most own moves that a win took.
    longest: usize,
}

/// Returns a table of all games, and whether each was won in time.
pub fn page(games: usize, threads: usize, only: Option<BotName>) -> (String, bool) {
    let mut page =
        "| rule set | perfect, second, against | games | won | own moves at most |\n|---|---|---|---|---|\n"
            .to_owned();
    let mut all_won = true;
    let solved = games::GAMES.iter().filter(|game| game.info.family == "Knight Line");
    for game in solved {
        for opponent in BotName::ALL
            .iter()
            .filter(|name| **name != BotName::Perfect && only.is_none_or(|only| only == **name))
        {
            let Tally { won, longest } = tally(game, *opponent, games, threads);
            all_won &= won == games && longest <= MOVES_MAX;
            page.push_str(&format!("| {} | {opponent} | {games} | {won} | {longest} |\n", game.info.id));
        }
    }
    (page, all_won)
}

fn tally(game: &'static GameEntry, opponent: BotName, games: usize, threads: usize) -> Tally {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut tally = Tally::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= games {
                return tally;
            }
            let record = play(game, opponent, seed as u64);
            if record.outcome() == Some(Outcome::Win(Player::Second)) {
                tally.won += 1;
                tally.longest = tally.longest.max(record.moves().len() / 2);
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        let tallies = workers.into_iter().map(|worker| worker.join().expect("games do not panic"));
        tallies.fold(Tally::default(), |sum, tally| Tally {
            won: sum.won + tally.won,
            longest: sum.longest.max(tally.longest),
        })
    })
}

fn play(game: &'static GameEntry, opponent: BotName, seed: u64) -> Record {
    let mut bots = [opponent, BotName::Perfect, BotName::Random]
        .map(|name| players::bot(name, game, seed).expect("Knight Line has every bot"));
    let random_plies = 2 * (seed as usize % 4);
    let mut record = Record::new(game);
    while record.outcome().is_none() {
        let at_random = record.position().turn() == Player::First && record.moves().len() < random_plies;
        let who = if at_random { 2 } else { record.position().turn().index() };
        let mv = bots[who].choose(&record).expect("the game is not over");
        record.play(&mv).expect("bots play legal moves");
    }
    record
}
