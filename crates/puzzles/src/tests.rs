use engine::puzzles::{PuzzleBook, PuzzleGoal};
use fastrand::Rng;

use super::*;

fn book(id: &str) -> &'static PuzzleBook {
    PuzzleBook::of(games::find(id).unwrap()).unwrap()
}

/// Ratings of a simulated solver of this strength after each puzzle: it solves a puzzle with the chance that
/// the difference of strength and difficulty gives.
fn ratings(book: &'static PuzzleBook, strength: f64, seed: u64) -> Vec<f64> {
    let mut rng = Rng::with_seed(seed);
    let mut progress = GameProgress::default();
    let mut solve = |_| {
        let posed = progress.next(book).unwrap();
        let chance = 1.0 / (1.0 + 10_f64.powf((f64::from(posed.entry.difficulty) - strength) / 400.0));
        progress.current.as_mut().unwrap().failed = rng.f64() >= chance;
        progress.finish(posed.entry);
        progress.rating
    };
    (0..300).map(&mut solve).collect()
}

/// Of strengths that the difficulties of the books can tell from others.
#[test]
fn a_rating_finds_a_solver_within_thirty_puzzles() {
    let mut misses = Vec::new();
    for book in PuzzleBook::games().filter_map(PuzzleBook::of) {
        for strength in [800.0, 1200.0, 1600.0, 2000.0] {
            let is_near = |seed: &u64| {
                let ratings = ratings(book, strength, *seed);
                let settled = &ratings[100..];
                let mean = settled.iter().sum::<f64>() / settled.len() as f64;
                (ratings[29] - mean).abs() <= 150.0
            };
            let count = (0..100).filter(is_near).count();
            if count < 95 {
                misses.push(format!("{}, strength {strength}: {count} of 100 seeds", book.game.info.id));
            }
        }
    }
    assert!(misses.is_empty(), "{misses:#?}");
}

#[test]
fn a_newcomer_begins_with_easy_puzzles_and_comes_up_to_the_rating() {
    for book in PuzzleBook::games().filter_map(PuzzleBook::of) {
        let (id, easiest) = (book.game.info.id, book.puzzles[0].difficulty);
        let mut progress = GameProgress::default();
        let mut solve = || {
            let posed = progress.next(book).unwrap();
            progress.finish(posed.entry);
            (posed.entry.difficulty, progress.rating)
        };
        let (first, rating) = solve();
        assert!(first <= easiest.max(800) && rating >= 1500.0, "{id}: {first}, then {rating}");
        let (second, _) = solve();
        assert!(f64::from(second) < 1200.0, "{id}: {second}");
        (3..=4).for_each(|_| _ = solve());
        let unseen = book.puzzles.iter().filter(|puzzle| !progress.seen.contains(&puzzle.id.to_string()));
        let distance = |difficulty: u32| (f64::from(difficulty) - progress.rating).abs() as u32;
        let nearest = unseen.map(|puzzle| distance(puzzle.difficulty)).min();
        let difficulty = progress.clone().next(book).unwrap().entry.difficulty;
        assert_eq!(Some(distance(difficulty)), nearest, "{id}: {difficulty}");
    }
}

#[test]
fn no_puzzle_comes_again_before_all_have_come() {
    let book = book("ataxx");
    let mut progress = GameProgress::default();
    let mut seen = std::collections::HashSet::new();
    for _ in 0..book.puzzles.len() {
        let posed = progress.next(book).unwrap();
        assert_eq!(progress.next(book).unwrap().entry.id, posed.entry.id, "the puzzle at hand stays");
        assert!(seen.insert(posed.entry.id));
        progress.finish(posed.entry);
    }
    let again = progress.next(book).unwrap().entry.id;
    assert_eq!(again.to_string(), progress.seen[0]);
    let rating = progress.rating;
    progress.finish(book.find(again).unwrap());
    assert_eq!(progress.rating, rating, "a puzzle that is remembered changes no rating");
}

#[test]
fn every_line_of_every_book_is_found_move_by_move() {
    for game in PuzzleBook::games() {
        let book = PuzzleBook::of(game).unwrap();
        for entry in book.puzzles.iter().step_by(7) {
            let posed = PosedEntry::new(book, entry);
            for found in 0..entry.line.finds.len() {
                let shown = entry.line.finds[found].shown();
                let judged = posed.judge(found, shown).unwrap().unwrap();
                let TryVerdict::Right { mv, reply } = judged else { panic!("{}", entry.text()) };
                assert_eq!((mv.as_str(), reply.as_ref()), (shown, entry.line.replies.get(found)));
                let hint = posed.hint(found).unwrap();
                assert_eq!(hint.mv, shown);
                assert!(found > 0 || !hint.reasons.is_empty() || entry.goal != PuzzleGoal::Draw);
            }
            assert!(posed.judge(entry.line.finds.len(), "x").is_none());
            assert!(posed.judge(0, "zz99").unwrap().is_err(), "{}", entry.text());
        }
    }
}

#[test]
fn a_wrong_try_is_refuted_by_a_legal_reply() {
    let book = book("neutreeko");
    let entry = book.puzzles.iter().find(|entry| entry.goal == PuzzleGoal::Draw).unwrap();
    let posed = PosedEntry::new(book, entry);
    let record = posed.record(0).unwrap();
    let wrong = record.position().moves().into_iter().find(|mv| mv != entry.line.finds[0].shown()).unwrap();
    assert_eq!(posed.judge(0, &wrong).unwrap().unwrap(), TryVerdict::Wrong { mv: wrong.clone() });
    let refutation = posed.refute(0, &wrong).unwrap();
    let after = record.position().after(&wrong).unwrap();
    assert!(after.read_move(&refutation.line.moves[0]).is_ok());
    assert!(refutation.reason.unwrap().to_string().starts_with("is answered by "));
}

#[test]
fn progress_is_kept_as_text_and_nonsense_is_not() {
    let mut progress = Progress::default();
    let game = games::find("knightline").unwrap();
    let posed = progress.game(game).next(PuzzleBook::of(game).unwrap()).unwrap();
    progress.game(game).finish(posed.entry);
    progress.daily("Ataxx", 20_000).unwrap();
    progress.finish_daily("Ataxx", 20_000).unwrap();
    assert_eq!(Progress::read(&progress.text()), progress);
    assert_eq!(progress.games["knightline"].seen, [posed.entry.id.to_string()]);
    for text in ["", "[]", "{\"games\":{\"chess\":{}}}", "{\"games\":{\"ataxx\":{\"rating\":1e9}}}"] {
        assert_eq!(Progress::read(text), Progress::default(), "{text}");
    }
    assert_eq!(Progress::read(&" ".repeat(Progress::TEXT_MAX + 1)), Progress::default());
    assert!(Progress::parse("").is_err() && Progress::parse("7").is_err());
}

#[test]
fn forged_progress_is_no_larger_than_the_books() {
    let id = book("neutreeko").puzzles[0].id.to_string();
    let made_up = serde_json::json!({"games": {"neutreeko": {
        "solved": u32::MAX, "streak": u32::MAX, "seen": [id, "00000000", id.to_uppercase(), "x"],
        "current": {"id": "ffffffff", "found": 9, "hints": 9, "helped": true, "failed": true},
    }}, "daily": {"Neutreeko": {"day": u64::MAX, "streak": u32::MAX, "result": "solved"}, "Chess": {}}});
    let mut progress = Progress::parse(&made_up.to_string()).unwrap();
    assert_eq!((progress.daily.len(), progress.games["neutreeko"].current.as_ref()), (1, None));
    assert_eq!(progress.games["neutreeko"].seen, [id]);
    // And it goes on from there.
    let game = progress.game(games::find("neutreeko").unwrap());
    let posed = game.next(book("neutreeko")).unwrap();
    game.finish(posed.entry);
    assert_eq!(progress.daily("Neutreeko", 20_000).unwrap().1.streak, 0);
    progress.finish_daily("Neutreeko", 20_000).unwrap();
}

#[test]
fn tries_are_noted_and_a_failure_cannot_be_skipped() {
    let book = book("knightline");
    let mut progress = GameProgress::default();
    let posed = progress.next(book).unwrap();
    let (right, moves) = (&posed.entry.line.finds[0], posed.record(0).unwrap().position().moves());
    let wrong =
        moves.iter().find(|mv| matches!(posed.judge(0, mv), Some(Ok(TryVerdict::Wrong { .. })))).unwrap();
    let current = progress.current.as_mut().unwrap();
    assert!(current.attempt(posed, "zz99").unwrap().is_err() && !current.failed);
    current.attempt(posed, wrong).unwrap().unwrap();
    assert!(current.failed && current.found == 0);
    current.attempt(posed, right.shown()).unwrap().unwrap();
    assert_eq!(current.found, 1);
    progress.skip(posed.entry);
    assert_eq!((progress.failed, progress.rating < 1500.0), (1, true));
    let next = progress.next(book).unwrap();
    assert_ne!(next.entry.id, posed.entry.id);
    progress.skip(next.entry);
    assert_eq!((progress.failed, progress.seen.len()), (1, 2), "what was not tried does not count");
}

#[test]
fn the_puzzles_of_the_day_have_a_streak_and_change_no_rating() {
    let mut progress = Progress::default();
    let mut solve = |day: u64, failed: bool| {
        let (_, daily) = progress.daily("Knight Line", day).unwrap();
        daily.current.as_mut().unwrap().failed = failed;
        let result = progress.finish_daily("Knight Line", day);
        assert_eq!(progress.finish_daily("Knight Line", day), None, "a day ends once");
        (result.unwrap(), progress.daily["Knight Line"].streak)
    };
    assert_eq!(solve(100, false), (PuzzleResult::Solved, 1));
    assert_eq!(solve(101, false), (PuzzleResult::Solved, 2));
    assert_eq!(solve(103, false), (PuzzleResult::Solved, 1), "a day was skipped");
    assert_eq!(solve(104, true), (PuzzleResult::Failed, 0));
    assert_eq!(solve(105, false), (PuzzleResult::Solved, 1));
    let daily = &progress.daily["Knight Line"];
    assert_eq!([105, 106, 107].map(|day| daily.streak_on(day)), [1, 1, 0]);
    assert_eq!(daily.best_streak, 2);
    let seen: usize = progress.games.values().map(|game| game.seen.len()).sum();
    assert!(seen == 5 && progress.games.values().all(|game| game.rating == 1500.0 && game.solved == 0));
}

#[test]
fn a_puzzle_of_the_day_with_nothing_left_to_find_is_begun_anew() {
    let mut progress = Progress::default();
    let (posed, daily) = progress.daily("Ataxx", 20_000).unwrap();
    daily.current.as_mut().unwrap().found = posed.entry.line.finds.len();
    let mut progress = Progress::parse(&progress.text()).unwrap();
    let (_, daily) = progress.daily("Ataxx", 20_000).unwrap();
    assert_eq!(daily.current, Some(CurrentPuzzle::new(posed.entry.id)));
}

#[test]
fn hints_and_errors_count_in_puzzles_of_the_day() {
    for (helped, failed) in [(false, false), (true, false), (false, true)] {
        let mut progress = Progress::default();
        let (posed, daily) = progress.daily("Ataxx", 20_000).unwrap();
        let current = daily.current.as_mut().unwrap();
        (current.helped, current.failed) = (helped, failed);
        for find in &posed.entry.line.finds {
            current.attempt(posed, find.shown()).unwrap().unwrap();
        }
        let expected = current.result();
        assert_eq!(current.found, posed.entry.line.finds.len());
        assert_eq!(progress.finish_daily("Ataxx", 20_000), Some(expected));
    }
}

#[test]
fn hints_and_errors_count() {
    let book = book("neutreeko");
    let mut progress = GameProgress::default();
    let mut end = |helped: bool, failed: bool| {
        let posed = progress.next(book).unwrap();
        let current = progress.current.as_mut().unwrap();
        (current.helped, current.failed) = (helped, failed);
        (progress.finish(posed.entry), progress.rating, progress.streak)
    };
    let (solved, first, streak) = end(false, false);
    assert!(solved == PuzzleResult::Solved && first > 1500.0 && streak == 1);
    let (helped, ..) = end(true, false);
    assert_eq!(helped, PuzzleResult::Helped);
    let (failed, after, streak) = end(false, true);
    assert!(failed == PuzzleResult::Failed && after < first && streak == 0);
}

#[test]
fn two_progresses_become_one_that_has_seen_what_either_has() {
    let book = book("ataxx");
    let solved = |count: usize| {
        let mut progress = Progress::default();
        for _ in 0..count {
            let posed = progress.game(book.game).next(book).unwrap();
            progress.game(book.game).finish(posed.entry);
        }
        progress
    };
    let (mut merged, many) = (solved(3), solved(5));
    merged.merge(many.clone());
    assert_eq!(merged, many, "they have the same beginning");
    let mut other = Progress::default();
    other.daily("Ataxx", 20_000).unwrap();
    other.finish_daily("Ataxx", 20_000).unwrap();
    let first = book.puzzles[0].id;
    other.game(book.game).begin(first);
    other.game(book.game).finish(&book.puzzles[0]);
    merged.merge(other.clone());
    let game = &merged.games["ataxx"];
    assert_eq!((game.seen.len(), game.rating), (7, many.games["ataxx"].rating));
    assert!(game.seen.contains(&first.to_string()), "what has come there has come");
    assert_eq!(merged.daily, other.daily);
    let before = merged.clone();
    merged.merge(before.clone());
    assert_eq!(merged, before, "what is its own changes nothing");
}

#[test]
fn a_day_that_is_past_does_not_take_the_place_of_a_later_one() {
    let mut progress = Progress::default();
    assert!(!progress.is_past("Ataxx", 100, 300));
    progress.daily("Ataxx", 200).unwrap();
    let past = [(199, 300), (200, 300), (201, 300), (199, 199)];
    assert_eq!(past.map(|(day, latest)| progress.is_past("Ataxx", day, latest)), [true, false, false, false]);
    assert!(!progress.is_past("Neutreeko", 100, 300));
}

#[test]
fn of_two_places_the_day_that_went_further_is_kept() {
    let (mut here, mut there) = (Progress::default(), Progress::default());
    here.daily("Ataxx", 200).unwrap();
    there.daily("Ataxx", 200).unwrap();
    there.finish_daily("Ataxx", 200).unwrap();
    let finished = there.daily.clone();
    here.merge(there.clone());
    assert_eq!(here.daily, finished);
    let mut begun = Progress::default();
    begun.daily("Ataxx", 200).unwrap();
    there.merge(begun);
    assert_eq!(there.daily, finished);
}
