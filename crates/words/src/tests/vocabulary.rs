//! A thing of a game has one name, wherever it is spoken of.

use games::GAMES;

use super::*;

/// Portuguese words that name something of a family, and those which its rules do not use for it.
const NOT_SAID: [(&str, &[&str]); 3] = [
    // Stacks are split into `fichas` on `casas`.
    ("Knight Line", &["peça", "pedra", "célula"]),
    // A dragon lives in a `gruta`, and a capture is made `por cerco`.
    ("Three Dragons", &["caverna", "custódia"]),
    // `Deslize` is a mistake.
    ("Neutreeko", &["um deslize", "só deslize"]),
];

#[test]
fn lessons_rules_and_reasons_of_a_game_use_the_same_words() {
    let portuguese = Words::of(Language::Portuguese);
    for game in GAMES {
        let Some((_, wrong)) = NOT_SAID.iter().find(|(family, _)| *family == game.info.family) else {
            continue;
        };
        let mut texts = vec![portuguese.rules(game.info).to_owned(), portuguese.goal(game.info).to_owned()];
        for step in games::lesson::lesson(game).expect("a lesson") {
            texts.extend([step.ask("pt").to_owned(), step.miss("pt").to_owned()]);
        }
        let key = game.info.family.to_lowercase().replace(' ', "");
        let sources = Language::Portuguese.sources().iter().flat_map(|source| source.lines());
        texts.extend(sources.filter(|line| line.starts_with(&key)).map(str::to_owned));
        for text in texts {
            for word in *wrong {
                assert!(!text.to_lowercase().contains(word), "{}: {word}: {text}", game.info.id);
            }
        }
    }
}
