//! What is said of moves beyond the rules, on 10,000 random positions of each family: what they do to the
//! result, and how they are answered.

use engine::checks::reasons::{self, SaidFacts};
use games::GAMES;

const POSITIONS: usize = 10_000;

#[test]
fn what_is_said_of_results_is_what_the_solution_says() {
    let said = reasons::try_results(22, POSITIONS).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(said.len(), 7, "{said:?}");
}

fn refutations_are_true(family: &str) {
    let games: Vec<_> = GAMES.iter().filter(|game| game.info.family == family).collect();
    for game in &games {
        let said = reasons::try_refutations(game, 22, POSITIONS.div_ceil(games.len()), 500);
        let said: SaidFacts = said.unwrap_or_else(|wrong| panic!("{}: {wrong}", game.info.id));
        let count = |key: &str| said.get(key).copied().unwrap_or(0);
        let forced = count("reason-wins-within");
        assert!(forced > 20 && count("reason-wins") > 20, "{}: {said:?}", game.info.id);
        assert!(20 * count("undecided") <= forced, "{}: {said:?}", game.info.id);
    }
}

#[test]
fn refutations_are_true_in_neutreeko() {
    refutations_are_true("Neutreeko");
}

#[test]
fn refutations_are_true_in_ataxx() {
    refutations_are_true("Ataxx");
}

#[test]
fn refutations_are_true_in_knight_line() {
    refutations_are_true("Knight Line");
}

#[test]
fn refutations_are_true_in_three_dragons() {
    refutations_are_true("Three Dragons");
}
