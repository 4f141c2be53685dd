//! The solution against its slow twin, against search, and against what others have found.

use std::collections::HashSet;

use games::neutreeko::{Neutreeko, Slide};
use games::{Player, Position};
use sha2::{Digest, Sha256};

use super::retrograde::Distances;
use super::sets::{Sets, is_line, triples};
use super::symmetry::{canonical, symmetries};
use super::twin::Twin;
use super::{ExactValue, PuzzleKind, Solution, reachable};

/// Returns the words after a key, for every line with that key.
fn known(key: &str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = include_str!("figures.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.split(' ').collect::<Vec<_>>())
        .filter(move |words| words[0] == key)
        .map(|words| words[1..].to_vec())
}

/// Returns the numbers after a key that stands in one line only.
fn numbers(key: &str) -> Vec<u32> {
    let words = known(key).next().unwrap_or_else(|| panic!("{key} is not in figures.txt"));
    words.iter().map(|word| word.parse().unwrap()).collect()
}

fn played(position: &Neutreeko, slide: Slide) -> Neutreeko {
    let mut next = position.clone();
    next.play(slide);
    next
}

fn written(slides: &[Slide]) -> Vec<String> {
    slides.iter().map(Slide::to_string).collect()
}

#[test]
fn the_slow_twin_agrees_on_every_position() {
    let (solution, twin) = (Solution::shared(), Twin::solve());
    let mut count = 0;
    for mover in triples().filter(|mover| !is_line(*mover)) {
        for waiting in triples().filter(|waiting| mover & waiting == 0) {
            let position = Neutreeko::from_masks(mover, waiting, Player::Second).unwrap();
            assert_eq!(solution.value(&position), twin.value(mover, waiting), "{position}");
            count += 1;
        }
    }
    assert_eq!(count, numbers("legal")[0]);
}

#[test]
fn wide_registers_change_nothing() {
    let sets = Sets::new();
    assert!(Distances::find(&sets) == Distances::find_portably(&sets));
}

#[test]
fn figures_are_the_known_ones() {
    let figures = Solution::shared().figures();
    let both = |tally: super::Tally| vec![tally.positions, tally.classes];
    assert_eq!(figures.placements, numbers("placements")[0]);
    assert_eq!(figures.impossible, numbers("impossible")[0]);
    assert_eq!(figures.losses_by_plies[&0].positions, numbers("over")[0]);
    for (key, tally) in [
        ("legal", figures.legal),
        ("wins", figures.wins),
        ("losses", figures.losses),
        ("draws", figures.draws),
    ] {
        assert_eq!(both(tally), numbers(key), "{key}");
    }
    let by_plies: Vec<Vec<u32>> =
        figures.wins_by_plies.iter().map(|(plies, tally)| vec![u32::from(*plies), tally.positions]).collect();
    let expected: Vec<Vec<u32>> =
        known("win").map(|words| words.iter().map(|word| word.parse().unwrap()).collect()).collect();
    assert_eq!(by_plies, expected);
    let lost: u32 = figures.losses_by_plies.values().map(|tally| tally.positions).sum();
    assert_eq!(lost, figures.losses.positions);
}

#[test]
fn the_longest_win_is_the_known_one() {
    let picture = known("longest").next().unwrap()[0].replace('X', "b").replace('O', "w");
    let rows: Vec<String> = picture.split('/').map(runs).collect();
    let longest: Neutreeko = format!("{} b", rows.join("/")).parse().unwrap();
    assert_eq!(Solution::shared().figures().longest, [canonical(&longest)]);
    assert_eq!(Solution::shared().value(&longest), ExactValue::Win(51));
}

/// Writes dots as runs.
fn runs(row: &str) -> String {
    let mut text = row.to_owned();
    for length in (1..=5).rev() {
        text = text.replace(&".".repeat(length), &length.to_string());
    }
    text
}

#[test]
fn the_table_has_the_known_hash() {
    let table: Vec<u8> = Solution::shared().table_bytes().collect();
    assert_eq!(table.len() as u32, numbers("placements")[0]);
    let hash: String = Sha256::digest(&table).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, known("hash").next().unwrap()[0]);
}

#[test]
fn almost_everything_is_reachable() {
    assert_eq!(reachable(&Neutreeko::default()), numbers("reachable")[0]);
}

#[test]
fn the_start_is_a_draw_by_a_narrow_path() {
    let solution = Solution::shared();
    let mut position = Neutreeko::default();
    assert_eq!(solution.value(&position), ExactValue::Draw);
    assert_eq!(written(&solution.holding(&position)), known("first").next().unwrap());
    for (ply, text) in known("line").next().unwrap().into_iter().enumerate() {
        if ply > 0 {
            assert_eq!(written(&solution.holding(&position)), [text]);
        }
        position.play(position.read_move(text).unwrap());
    }
    assert_eq!(solution.value(&position), ExactValue::Draw);
    assert_eq!(written(&solution.narrow_path(&Neutreeko::default())), known("line").next().unwrap());
}

#[test]
fn best_lines_end_as_the_value_says() {
    let solution = Solution::shared();
    for start in solution.classes().step_by(1009).map(|class| class.position) {
        let line = solution.best_line(&start);
        let mut position = start.clone();
        let mut seen = HashSet::from([start.clone()]);
        for (ply, slide) in line.iter().enumerate() {
            position.play(*slide);
            let again = !seen.insert(position.clone());
            assert_eq!(again, solution.value(&start) == ExactValue::Draw && ply + 1 == line.len(), "{start}");
        }
        match solution.value(&start) {
            ExactValue::Win(plies) | ExactValue::Loss(plies) => {
                assert_eq!((line.len(), position.outcome().is_some()), (plies.into(), true));
            }
            ExactValue::Draw => assert!(position.outcome().is_none()),
        }
    }
}

#[test]
fn every_value_follows_from_its_moves() {
    let solution = Solution::shared();
    let mut slides = Vec::new();
    for position in solution.classes().map(|class| class.position) {
        let judged = solution.moves(&position);
        slides.clear();
        position.moves(&mut slides);
        assert_eq!(judged.len(), slides.len());
        for (slide, value) in &judged {
            assert!(slides.contains(slide));
            assert_eq!(*value, solution.value(&played(&position, *slide)).before());
        }
        assert!(judged.is_sorted_by_key(|(_, value)| -value.preference()));
        let best = judged.first().map_or(ExactValue::Loss(0), |(_, value)| *value);
        assert_eq!(solution.value(&position), best, "{position}");
    }
}

#[test]
fn search_agrees_with_the_solution_within_its_depth() {
    const DEPTH: u8 = 4;
    let solution = Solution::shared();
    for position in solution.classes().step_by(1999).map(|class| class.position) {
        let expected = match solution.value(&position) {
            ExactValue::Win(DEPTH..) | ExactValue::Draw => ExactValue::Draw,
            ExactValue::Loss(plies) if plies > DEPTH => ExactValue::Draw,
            near => near,
        };
        assert_eq!(minimax(&position, DEPTH), expected, "{position}");
    }
}

/// Returns the value as far as this many plies decide it; a draw beyond.
fn minimax(position: &Neutreeko, depth: u8) -> ExactValue {
    if position.outcome().is_some() {
        return ExactValue::Loss(0);
    }
    if depth == 0 {
        return ExactValue::Draw;
    }
    let mut slides = Vec::new();
    position.moves(&mut slides);
    let values = slides.iter().map(|slide| minimax(&played(position, *slide), depth - 1).before());
    values.max_by_key(|value| value.preference()).expect("there is always a move")
}

#[test]
fn classes_are_the_canonical_positions() {
    let solution = Solution::shared();
    for class in solution.classes().step_by(97) {
        let images: HashSet<Neutreeko> = symmetries(&class.position).into_iter().collect();
        assert_eq!(images.len() as u32, class.size);
        assert_eq!(canonical(&class.position), class.position);
        assert!(images.iter().all(|image| solution.value(image) == solution.value(&class.position)));
    }
}

#[test]
fn balanced_starts_are_drawn_and_fair() {
    let solution = Solution::shared();
    let starts = solution.balanced_starts();
    assert_eq!(starts.len() as u32, numbers("balanced")[0]);
    assert_eq!(starts[0].holding.len(), 6);
    assert!(starts.is_sorted_by_key(|start| -(start.holding.len() as isize)));
    assert!(starts.iter().any(|start| start.position == canonical(&Neutreeko::default())));
    for start in &starts {
        assert_eq!(solution.value(&start.position), ExactValue::Draw);
        let (mover, waiting) = start.position.masks();
        let other = Neutreeko::from_masks(waiting, mover, Player::First).unwrap();
        assert_eq!(canonical(&other), start.position, "the other side would stand differently");
        assert!(
            start
                .holding
                .iter()
                .all(|slide| solution.value(&played(&start.position, *slide)) == ExactValue::Draw)
        );
    }
}

#[test]
fn puzzles_are_what_they_say_and_never_twice() {
    let solution = Solution::shared();
    let wins = |position: &Neutreeko| {
        solution.moves(position).iter().filter(|(_, value)| value.result() == 1).count()
    };
    for kind in [
        PuzzleKind::OneWin { plies: 9 },
        PuzzleKind::OnlyMoves { plies: 7 },
        PuzzleKind::HoldDraw,
        PuzzleKind::MutualZugzwang,
    ] {
        let puzzles: Vec<_> = solution.puzzles(kind, 1).collect();
        assert!(!puzzles.is_empty());
        let distinct: HashSet<Neutreeko> =
            puzzles.iter().map(|puzzle| uncoloured(&puzzle.position)).collect();
        assert_eq!(distinct.len(), puzzles.len(), "{kind:?}");
        for puzzle in &puzzles {
            let value = solution.value(&puzzle.position);
            match kind {
                PuzzleKind::OneWin { plies } => {
                    assert_eq!(
                        (value, wins(&puzzle.position), puzzle.solution.len()),
                        (ExactValue::Win(plies), 1, 1)
                    );
                    assert_eq!(
                        solution.value(&played(&puzzle.position, puzzle.solution[0])),
                        ExactValue::Loss(plies - 1)
                    );
                }
                PuzzleKind::OnlyMoves { plies } => {
                    let mut position = puzzle.position.clone();
                    for (ply, slide) in (0..plies).zip(&puzzle.solution) {
                        let left = plies - ply;
                        let expected =
                            if left % 2 == 1 { ExactValue::Win(left) } else { ExactValue::Loss(left) };
                        assert_eq!(solution.value(&position), expected);
                        assert!(left == 1 || left % 2 == 0 || wins(&position) == 1);
                        position.play(*slide);
                    }
                    assert!(position.outcome().is_some());
                }
                PuzzleKind::HoldDraw => {
                    assert_eq!((value, puzzle.solution.len()), (ExactValue::Draw, 1));
                    assert_eq!(solution.holding(&puzzle.position), puzzle.solution);
                }
                PuzzleKind::MutualZugzwang => {
                    let (mover, waiting) = puzzle.position.masks();
                    let passed = Neutreeko::from_masks(waiting, mover, puzzle.position.turn()).unwrap();
                    assert!(matches!(
                        (value, solution.value(&passed)),
                        (ExactValue::Loss(1..), ExactValue::Loss(1..) | ExactValue::Draw)
                    ));
                    assert!(
                        !distinct.contains(&uncoloured(&passed))
                            || uncoloured(&passed) == uncoloured(&puzzle.position)
                    );
                }
            }
        }
    }
}

/// Returns the canonical form with the first player to move.
fn uncoloured(position: &Neutreeko) -> Neutreeko {
    let (mover, waiting) = position.masks();
    canonical(&Neutreeko::from_masks(mover, waiting, Player::First).unwrap())
}

#[test]
fn a_seed_decides_the_order_of_puzzles_but_not_which_there_are() {
    let solution = Solution::shared();
    let texts = |seed| {
        solution.puzzles(PuzzleKind::HoldDraw, seed).map(|puzzle| uncoloured(&puzzle.position).to_string())
    };
    assert!(texts(1).eq(texts(1)));
    assert!(!texts(1).take(20).eq(texts(2).take(20)));
    assert_eq!(texts(1).collect::<HashSet<_>>(), texts(2).collect::<HashSet<_>>());
}
