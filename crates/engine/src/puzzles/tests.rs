use std::collections::HashSet;

use super::*;

#[test]
fn every_line_of_the_books_is_read_and_legal() {
    for game in PuzzleBook::games() {
        let text = crate::knowledge::puzzles(game);
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let book = PuzzleBook::of(game).unwrap();
        assert_eq!(book.puzzles.len(), lines.len(), "{}: a line is not read", game.info.id);
        let ids: HashSet<PuzzleId> = book.puzzles.iter().map(|puzzle| puzzle.id).collect();
        assert_eq!(ids.len(), lines.len(), "{}: a puzzle stands twice", game.info.id);
        for puzzle in &book.puzzles {
            assert!(lines.contains(&puzzle.text().as_str()), "{}", puzzle.text());
            assert_eq!(puzzle.id.to_string().parse(), Ok(puzzle.id));
            let mut record = puzzle.record(game).unwrap();
            assert_eq!(record.position().to_string(), puzzle.position);
            for mv in puzzle.line.moves() {
                record.play(mv).unwrap_or_else(|complaint| panic!("{}: {mv}: {complaint}", puzzle.text()));
            }
            assert!(puzzle.line.finds.iter().all(|find| !find.accepted.is_empty()));
        }
    }
}

#[test]
fn every_family_has_three_hundred_puzzles() {
    let families: HashSet<&str> = games::GAMES.iter().map(|game| game.info.family).collect();
    for family in families {
        let games = PuzzleBook::games().filter(|game| game.info.family == family);
        let ids: HashSet<(u32, &str)> = games
            .filter_map(PuzzleBook::of)
            .flat_map(|book| book.puzzles.iter().map(|puzzle| (puzzle.id.0, puzzle.position.as_str())))
            .collect();
        assert!(ids.len() >= 300, "{family}: {}", ids.len());
    }
}

/// What a newcomer begins with.
#[test]
fn every_book_has_puzzles_that_are_won_with_one_move() {
    for book in PuzzleBook::games().filter_map(PuzzleBook::of) {
        let easy = book.puzzles.iter().filter(|puzzle| puzzle.is_won_at_once()).count();
        assert!(easy >= 30, "{}: {easy}", book.game.info.id);
    }
}

/// All of them, with a longer search: `cargo xtask puzzles --verify`.
#[test]
fn a_sample_of_every_book_has_one_solution_by_a_second_search() {
    let budget = CheckBudget { nodes: 30_000, ..CheckBudget::VERIFY };
    for game in PuzzleBook::games() {
        let book = PuzzleBook::of(game).unwrap();
        let mut referee = PuzzleReferee::new(game);
        for puzzle in book.puzzles.iter().step_by(book.puzzles.len().div_ceil(3)) {
            let fault = referee.check(puzzle, budget);
            assert_eq!(fault, Ok(()), "{}: {}", game.info.id, puzzle.text());
        }
    }
}

#[test]
fn a_wrong_solution_is_found_out() {
    let game = games::find("neutreeko").unwrap();
    let mut referee = PuzzleReferee::new(game);
    let puzzle = &PuzzleBook::of(game).unwrap().puzzles[40];
    assert_eq!(referee.check(puzzle, CheckBudget::GLANCE), Ok(()));
    let record = puzzle.record(game).unwrap();
    let wrong = record.position().moves().into_iter().find(|mv| mv != puzzle.line.finds[0].shown()).unwrap();
    let line = PuzzleLine { finds: vec![SolverMove { accepted: vec![wrong] }], replies: Vec::new() };
    let wrong = PuzzleEntry { line, ..puzzle.clone() };
    assert!(matches!(referee.check(&wrong, CheckBudget::GLANCE), Err(PuzzleFault::NotUnique { at: 0, .. })));
    let goal = PuzzleEntry { goal: PuzzleGoal::Draw, ..puzzle.clone() };
    assert!(matches!(referee.check(&goal, CheckBudget::GLANCE), Err(PuzzleFault::WrongGoal(_))));
    let start = PuzzleEntry { position: "1w1w1/2b2/5/2w2/1b1b1 b".to_owned(), ..puzzle.clone() };
    assert!(matches!(referee.check(&start, CheckBudget::GLANCE), Err(PuzzleFault::NotUnique { .. })));
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everyone_and_comes_once() {
    for family in ["Neutreeko", "Ataxx", "Knight Line", "Three Dragons"] {
        // The same position may be a puzzle of several rule sets.
        let daily = |day| PuzzleBook::daily(family, day).map(|(book, puzzle)| (book.game.info.id, puzzle.id));
        let days: HashSet<(&str, PuzzleId)> = (20_000..20_250).filter_map(daily).collect();
        assert_eq!(days.len(), 250, "{family}");
        let (book, puzzle) = PuzzleBook::daily(family, 20_000).unwrap();
        assert!(book.game.info.family == family && book.find(puzzle.id) == Some(puzzle));
    }
    assert!(PuzzleBook::daily("Chess", 20_000).is_none());
    assert!(PuzzleBook::daily("Ataxx", u64::MAX).is_none(), "a day beyond all counting is none");
}

#[test]
fn mining_depends_on_the_seed_and_the_number_alone() {
    let game = games::find("ataxx").unwrap();
    let known = HashSet::new();
    let mine = |number| Miner::new(game, WantedPuzzles::All, 7).mine(number, &known).puzzles;
    let first = mine(1);
    assert_eq!(first, mine(1));
    // What is known already is not mined again.
    let known: HashSet<_> = first.iter().map(|puzzle| puzzle.id).collect();
    assert!(!known.is_empty());
    let again = Miner::new(game, WantedPuzzles::All, 7).mine(1, &known).puzzles;
    assert!(again.iter().all(|puzzle| !known.contains(&puzzle.id)));
}
