use std::collections::{BTreeMap, BTreeSet};

use ::engine::net as engine_net;
use ::engine::solve::threedragons as engine_tables;
use games::{GAMES, Phrase, Player};

use super::*;

mod new_game;
mod vocabulary;

/// Every key with the names of the arguments that its text uses.
type Keys = BTreeMap<String, BTreeSet<String>>;

/// Returns those of a language's files, from the plain source.
fn keys(language: Language) -> Keys {
    let mut keys = Keys::new();
    let mut current = String::new();
    for line in language.sources().iter().flat_map(|source| source.lines()) {
        let is_key = line.starts_with(|c: char| c.is_ascii_alphabetic());
        if let (true, Some((key, _))) = (is_key, line.split_once('=')) {
            current = key.trim().to_owned();
            assert!(
                keys.insert(current.clone(), BTreeSet::new()).is_none(),
                "{language}: {current} stands twice"
            );
        }
        if line.starts_with('#') {
            continue;
        }
        for name in line.split('$').skip(1) {
            let name: String =
                name.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect();
            keys.get_mut(&current).expect("an argument stands in a text").insert(name);
        }
    }
    keys
}

/// Returns every sentence that stands in English in the code of other crates.
fn phrases() -> impl Iterator<Item = &'static Phrase> {
    let tables: &[&[&Phrase]] = &[engine_tables::PHRASES];
    let shared = [games::PHRASES, engine_net::PHRASES, tables, table::PHRASES, matches::PHRASES];
    let shared = shared.into_iter().flatten().copied();
    GAMES.iter().map(|game| game.info.phrases).chain(shared).flatten().copied()
}

/// Returns what the games say and call things, whose English stands with them.
fn keys_of_games() -> Keys {
    let arguments = |english: &str| {
        english.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.to_owned())).collect()
    };
    let said = phrases().map(|phrase| (phrase.key.to_owned(), arguments(phrase.english)));
    let names = GAMES.iter().flat_map(|game| {
        let sides = Player::BOTH.map(|player| game.info.side(player).name);
        let starts = game.info.starts.iter().map(|start| start.name);
        [game.info.name, game.info.family].into_iter().chain(sides).chain(starts)
    });
    said.chain(names.map(|name| (name_key(name), BTreeSet::new()))).collect()
}

#[test]
fn every_text_stands_in_every_language_with_the_same_arguments() {
    let mut expected = keys(Language::English);
    expected.extend(keys_of_games());
    for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
        let found = keys(language);
        assert_eq!(
            expected.keys().filter(|key| !found.contains_key(*key)).collect::<Vec<_>>(),
            [""; 0],
            "missing in {language}"
        );
        for (key, arguments) in &found {
            assert_eq!(Some(arguments), expected.get(key), "{language}: {key}");
            assert!(Words::of(language).has(key), "{language}: {key}");
        }
    }
}

#[test]
fn the_english_of_games_stands_with_them_alone() {
    let files = keys(Language::English);
    assert!(files.keys().all(|key| Words::of(Language::English).has(key)));
    assert_eq!(keys_of_games().keys().find(|key| files.contains_key(*key)), None);
}

#[test]
fn messages_are_said_in_every_language() {
    let game = games::find("neutreeko").unwrap();
    let mut record = games::Record::new(game);
    let complaint = record.play("b1-c3").unwrap_err();
    let [english, portuguese] = Language::ALL.map(|language| Words::of(language).message(&complaint));
    assert_eq!(english, complaint.to_string());
    assert_eq!(portuguese, "c3 não está em linha reta com b1");
    record.close(games::record::Closing::Resigned(Player::First));
    let status = games::text::status(&record, &record.position().picture(), games::text::Labels::Notation);
    assert_eq!(
        Words::of(Language::Portuguese).message(&status[0]),
        "As Brancas ganham: as Pretas desistiram"
    );
}

#[test]
fn rules_are_there_in_every_language() {
    for game in GAMES {
        let [english, portuguese] = Language::ALL.map(|language| Words::of(language).rules(game.info));
        assert_ne!(english, portuguese, "{}", game.info.id);
    }
}

#[test]
fn every_game_has_its_goal_in_one_line() {
    for game in GAMES {
        let goals = Language::ALL.map(|language| Words::of(language).goal(game.info));
        assert_ne!(goals[0], goals[1], "{}", game.info.id);
        for goal in goals {
            assert!(!goal.is_empty() && goal.lines().count() == 1 && goal.chars().count() <= 110, "{goal}");
        }
    }
}

#[test]
fn portugal_counts_none_as_many() {
    let count = |number: i64| Words::of(Language::Portuguese).say_with("plies", [("count", number.into())]);
    assert_eq!([0, 1, 2].map(count), ["0 jogadas", "1 jogada", "2 jogadas"]);
}

#[test]
fn languages_are_read_as_locales_are_written() {
    for (text, language) in [
        ("en", Language::English),
        ("EN_us.UTF-8", Language::English),
        ("pt", Language::Portuguese),
        ("pt-PT", Language::Portuguese),
    ] {
        assert_eq!(text.parse(), Ok(language));
    }
    assert!("de".parse::<Language>().is_err());
    assert!("".parse::<Language>().is_err());
}

#[test]
fn the_page_gets_its_texts_with_places_for_arguments() {
    for language in Language::ALL {
        let texts: BTreeMap<String, String> = Words::of(language).page_texts().into_iter().collect();
        for place in ["{$number}", "{$count}"] {
            assert!(texts["web-learn-step"].contains(place), "{}", texts["web-learn-step"]);
        }
        assert!(!texts.contains_key("language-name"), "what all front ends say is not the page's own");
    }
}
