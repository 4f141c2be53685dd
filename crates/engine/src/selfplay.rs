//! Games of the engine against itself, as training data and to fit win probabilities.

use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;
use games::{Game, Outcome, Visitor};

use crate::knowledge::{knowledge, network_of};
use crate::net::Evaluator;
use crate::net::data::{Sample, SampleResult, Variety};
use crate::search::{Score, Search, SearchLimits, TranspositionTable, Value};

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct SelfplayOptions<'a> {
    /// No iteration of a search begins after this many nodes; a search ends at four times as many.
    pub nodes: u64,
    /// Seed of all games; each game depends only on this and on its own number.
    pub seed: u64,
    pub evaluator: Evaluator<'a>,
    pub variety: Variety,
}

/// The greatest score of a balanced opening.
const BALANCE: Score = 300;

/// One game in so many begins from a named start instead of the standard one.
const NAMED_START_EVERY: u32 = 3;

/// Games are ended as draws after this many plies.
const PLIES_MAX: usize = 400;

/// A position of a game with the score of its search, for the side to move.
#[derive(Clone, Debug)]
pub struct ScoredPosition<P> {
    pub position: P,
    pub score: Score,
    /// Whether the move that was played changes the evaluation little; see
    /// [`is_noisy`](games::Heuristics::is_noisy).
    pub is_quiet: bool,
}

/// A game as it was played. Its random opening is left out, and so are positions with a proved value: those
/// end the game.
#[derive(Clone, Debug)]
pub struct PlayedGame<P> {
    pub positions: Vec<ScoredPosition<P>>,
    pub outcome: Outcome,
}

/// Plays one game. Returns `None` when its random opening has ended it, or is not balanced where it should
/// be.
pub fn play_game<P: Game>(
    settings: &SelfplayOptions<'_>,
    number: u64,
    table: &TranspositionTable,
) -> Option<PlayedGame<P>> {
    let mut rng = Rng::with_seed(settings.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut position = opening::<P>(&mut rng, settings.variety.random_plies)?;
    // A game must not depend on what another one left in the table.
    table.clear();
    if settings.variety.is_balanced {
        let (value, _) = search(settings, &position, &[], table)?;
        let is_even = match value {
            Value::Draw => true,
            Value::About(score) => score.abs() <= BALANCE,
            Value::WinIn(_) | Value::LossIn(_) => false,
        };
        if !is_even {
            return None;
        }
    }
    let foregone = knowledge::<P>().foregone;
    let mut history = Vec::new();
    let mut positions: Vec<ScoredPosition<P>> = Vec::new();
    let outcome = loop {
        if let Some(outcome) =
            position.outcome().or_else(|| foregone.and_then(|foregone| foregone(&position)))
        {
            break outcome;
        }
        let key = position.key();
        let occurrences = history.iter().filter(|before| **before == key).count() as u32;
        if P::INFO.repetition.is_some_and(|limit| occurrences + 1 >= limit) || positions.len() >= PLIES_MAX {
            break Outcome::Draw;
        }
        let Some((value, mv)) = search(settings, &position, &history, table) else { break Outcome::Draw };
        let score = match value {
            Value::WinIn(_) => break Outcome::Win(position.turn()),
            Value::LossIn(_) => break Outcome::Win(!position.turn()),
            Value::Draw => 0,
            Value::About(score) => score,
        };
        let is_quiet = !position.is_noisy(mv);
        positions.push(ScoredPosition { position: position.clone(), score, is_quiet });
        history.push(key);
        let is_random = settings.variety.random_every > 0 && rng.u8(..settings.variety.random_every) == 0;
        let random = if is_random { position.pick_move(|count| rng.usize(..count)) } else { None };
        position.play(random.unwrap_or(mv));
    };
    Some(PlayedGame { positions, outcome })
}

/// Plays one game of the rule set with this id and returns its samples: none for a game that has no inputs of a
/// network. `None` where there is no such rule set.
pub fn play_by_id(
    game: &str,
    settings: &SelfplayOptions<'_>,
    number: u64,
    table: &TranspositionTable,
) -> Option<Vec<Sample>> {
    games::visit(game, Play { settings, number, table })
}

struct Play<'a> {
    settings: &'a SelfplayOptions<'a>,
    number: u64,
    table: &'a TranspositionTable,
}

impl Visitor for Play<'_> {
    type Output = Vec<Sample>;

    fn visit<P: Game>(self) -> Vec<Sample> {
        play::<P>(self.settings, self.number, self.table)
    }
}

fn play<P: Game>(settings: &SelfplayOptions<'_>, number: u64, table: &TranspositionTable) -> Vec<Sample> {
    let Some(features) = P::FEATURES else { return Vec::new() };
    let Some(game) = play_game::<P>(settings, number, table) else { return Vec::new() };
    let mut cells = vec![0; features.cells];
    let sample = |ScoredPosition { position, score, .. }: ScoredPosition<P>| {
        position.cells(&mut cells);
        Sample {
            cells: Sample::pack(&cells, features.cell_bits),
            score: i32::clamp(score, -20_000, 20_000) as i16,
            result: match game.outcome {
                Outcome::Draw => SampleResult::Draw,
                Outcome::Win(winner) if winner == position.turn() => SampleResult::Win,
                Outcome::Win(_) => SampleResult::Loss,
            },
        }
    };
    game.positions.into_iter().filter(|scored| scored.is_quiet).map(sample).collect()
}

/// Returns a position some random moves after a start, unless the game has ended by then.
fn opening<P: Game>(rng: &mut Rng, (least, most): (u8, u8)) -> Option<P> {
    let starts = P::INFO.starts;
    let start =
        if rng.u32(..NAMED_START_EVERY) == 0 { &starts[rng.usize(..starts.len())] } else { &starts[0] };
    let mut position: P = start.text.parse().ok()?;
    for _ in 0..rng.u32(u32::from(least)..=most.into()) {
        let mv = position.pick_move(|count| rng.usize(..count))?;
        position.play(mv);
    }
    Some(position)
}

fn search<P: Game>(
    settings: &SelfplayOptions<'_>,
    position: &P,
    history: &[u64],
    table: &TranspositionTable,
) -> Option<(Value, P::Move)> {
    let stop = AtomicBool::new(false);
    let limits = SearchLimits { nodes: Some(settings.nodes * 4), stop: Some(&stop), ..SearchLimits::NONE };
    table.new_search();
    let search = Search {
        history: history.to_vec(),
        network: network_of::<P>(settings.evaluator),
        ..Search::new(position.clone(), table, limits)
    };
    let result = search.run(|result| stop.store(result.nodes >= settings.nodes, Ordering::Relaxed))?;
    let line = result.lines.into_iter().next()?;
    Some((line.value(), *line.moves.first()?))
}

#[cfg(test)]
mod tests {
    use games::ataxx::{Ataxx, Competitive};

    use super::*;

    type Board = Ataxx<Competitive>;

    #[test]
    fn a_game_of_selfplay_depends_only_on_its_seed_and_number() {
        let table = TranspositionTable::new(1);
        let settings =
            SelfplayOptions { nodes: 50, seed: 1, evaluator: Evaluator::ByHand, variety: Variety::DEFAULT };
        let games: Vec<Vec<Sample>> = (0..4).map(|number| play::<Board>(&settings, number, &table)).collect();
        for number in (0..4).rev() {
            assert_eq!(play::<Board>(&settings, number as u64, &table), games[number]);
        }
        assert_ne!(games[0], games[1]);
        assert!(games.iter().flatten().count() > 40);
        // The side to move alternates, so the results of a game do too, unless a side had to pass or it was
        // drawn.
        assert!(games.iter().flatten().any(|sample| sample.result == SampleResult::Win));
        assert!(games.iter().flatten().any(|sample| sample.result == SampleResult::Loss));
    }

    #[test]
    fn games_vary_as_they_are_told_to() {
        let table = TranspositionTable::new(1);
        let play = |variety, number| {
            let settings = SelfplayOptions { nodes: 50, seed: 1, evaluator: Evaluator::ByHand, variety };
            play_game::<Board>(&settings, number, &table)
        };
        let long = Variety { random_plies: (12, 12), ..Variety::DEFAULT };
        let stones = |variety| -> usize {
            let games = (0..20).filter_map(|number| play(variety, number));
            let first = games.filter_map(|game| game.positions.into_iter().next()).take(10);
            let texts = first.map(|scored| scored.position.to_string());
            texts.map(|text| text.chars().filter(|c| "xo".contains(*c)).count()).sum()
        };
        assert!(stones(long) > stones(Variety { random_plies: (3, 3), ..long }));
        // Openings that favour a side much are left out, and the other games are the same.
        let balanced = Variety { is_balanced: true, ..long };
        let (all, kept): (usize, usize) = (0..20).fold((0, 0), |(all, kept), number| {
            let (any, even) = (play(long, number), play(balanced, number));
            if let (Some(any), Some(even)) = (&any, &even) {
                assert_eq!(any.positions[0].position, even.positions[0].position);
            }
            (all + usize::from(any.is_some()), kept + usize::from(even.is_some()))
        });
        assert!(0 < kept && kept < all, "{kept} of {all}");
        // Random moves make other games of the same openings.
        let random = Variety { random_every: 4, ..Variety::DEFAULT };
        let played = |variety| -> Vec<Board> {
            let games = (0..10).filter_map(|number| play(variety, number));
            games.flat_map(|game| game.positions).map(|scored| scored.position).collect()
        };
        assert_ne!(played(random), played(Variety::DEFAULT));
        let none = Variety { random_plies: (0, 0), ..Variety::DEFAULT };
        for variety in [Variety::DEFAULT, long, balanced, random, none] {
            assert_eq!(Variety::from_bytes(variety.to_bytes()), variety);
        }
    }
}
