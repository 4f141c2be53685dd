use super::*;
use crate::GAMES;

/// Returns the lessons of all games that have one; the tests of `words` name those that lack it.
fn lessons() -> impl Iterator<Item = (&'static GameEntry, Vec<LessonStep>)> {
    let games = GAMES.iter().filter(|game| !game.info.lesson.is_empty());
    games.map(|game| (game, lesson(game).unwrap_or_else(|wrong| panic!("{wrong}"))))
}

#[test]
fn every_lesson_has_six_to_ten_steps_and_ends_with_a_win() {
    for (game, steps) in lessons() {
        assert!((6..=10).contains(&steps.len()), "{}: {} steps", game.info.id, steps.len());
        assert_eq!(steps.last().map(|step| &step.accepted), Some(&AcceptedMoves::Win), "{}", game.info.id);
    }
}

#[test]
fn every_step_has_all_languages_and_explains_refused_moves() {
    for (game, steps) in lessons() {
        for (step, number) in steps.iter().zip(1..) {
            let id = game.info.id;
            let languages: Vec<&str> = game.info.rules.iter().map(|(language, _)| *language).collect();
            let of = |texts: &[(&'static str, &'static str)]| -> Vec<&str> {
                texts.iter().filter(|(_, text)| !text.is_empty()).map(|(language, _)| *language).collect()
            };
            assert_eq!(of(&step.ask), languages, "{id}, step {number}: what is asked");
            let accepts_all = step.position.moves().iter().all(|mv| step.accepts(mv));
            let explained = if accepts_all { Vec::new() } else { languages };
            assert_eq!(of(&step.miss), explained, "{id}, step {number}: what is said of other moves");
        }
    }
}

#[test]
fn listed_moves_are_canonical_and_different() {
    for (game, steps) in lessons() {
        for step in &steps {
            let AcceptedMoves::Moves(moves) = &step.accepted else { continue };
            for (index, mv) in moves.iter().enumerate() {
                assert!(game.info.lesson.contains(mv), "{}: {mv} is written otherwise", game.info.id);
                assert!(!moves[..index].contains(mv), "{}: {mv} is listed twice", game.info.id);
            }
        }
    }
}

/// A text that says which square to go to names a square of an accepted move.
#[test]
fn texts_about_refused_moves_name_a_square_of_an_accepted_one() {
    for (game, steps) in lessons() {
        for (step, number) in steps.iter().zip(1..) {
            let accepted: Vec<String> =
                step.position.moves().into_iter().filter(|mv| step.accepts(mv)).collect();
            for (language, text) in &step.miss {
                let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
                let squares: Vec<&str> = words
                    .filter(|word| {
                        word.len() <= 4 && word.chars().next().is_some_and(|c| c.is_ascii_lowercase())
                    })
                    .filter(|word| word.chars().last().is_some_and(|c| c.is_ascii_digit()))
                    .collect();
                let is_named = squares.iter().any(|square| accepted.iter().any(|mv| mv.contains(square)));
                assert!(is_named, "{}, step {number}, {language}: {text}", game.info.id);
            }
        }
    }
}

fn broken(lesson_text: &'static str) -> String {
    let game = crate::find("neutreeko").unwrap();
    let info = crate::Info { lesson: lesson_text, ..crate::Info::DEFAULT };
    let info: &'static crate::Info = Box::leak(Box::new(crate::Info { id: "neutreeko", ..info }));
    lesson(&GameEntry { info, ..*game }).unwrap_err()
}

#[test]
fn a_lesson_that_cannot_be_taught_is_refused_with_its_place() {
    for (text, wrong) in [
        ("ask x", "line 1: a step begins with `step`"),
        ("step\nhint x", "line 2: unknown word hint"),
        ("step\naccept any", "last step: the first step has no position"),
        ("step\nposition 5 b\naccept any", "last step: the board must have 5 rows, found 1"),
        ("step\nposition 1w1w1/2b2/5/2w2/1b1b1 b\naccept win", "last step: no legal move is accepted"),
        ("step\nposition 1w1w1/2b2/5/2w2/1b1b1 b\naccept b1-b3", "last step: "),
        ("step\nposition 1w1w1/2b2/5/2w2/1b1b1 b\naccept b1-b4\nreply b4-b5", "last step: "),
    ] {
        let said = broken(text);
        assert!(said.starts_with(&format!("lesson of neutreeko, {wrong}")), "{said}");
    }
}
