use std::collections::BTreeMap;

use super::*;

/// Every key of a language with the names of the arguments that its text uses, from the plain source.
fn keys(language: Language) -> BTreeMap<String, Vec<String>> {
    let mut keys: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut current = String::new();
    for line in language.sources().iter().flat_map(|source| source.lines()) {
        let is_key = line.starts_with(|c: char| c.is_ascii_alphabetic());
        if let (true, Some((key, _))) = (is_key, line.split_once('=')) {
            current = key.trim().to_owned();
            assert!(keys.insert(current.clone(), Vec::new()).is_none(), "{language}: {current} stands twice");
        }
        if line.starts_with('#') {
            continue;
        }
        for name in line.split('$').skip(1) {
            let name: String = name.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect();
            let names = keys.get_mut(&current).expect("an argument stands in a text");
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    for names in keys.values_mut() {
        names.sort();
    }
    keys
}

#[test]
fn every_text_stands_in_every_language_with_the_same_arguments() {
    let english = keys(Language::English);
    assert!(!english.is_empty());
    for language in Language::ALL {
        assert_eq!(keys(language), english, "{language}");
        for key in english.keys() {
            assert!(Words::of(language).has(key), "{language}: {key}");
        }
    }
}

#[test]
fn languages_are_read_as_locales_are_written() {
    for (text, language) in
        [("en", Language::English), ("EN_us.UTF-8", Language::English), ("pt", Language::Portuguese), ("pt-PT", Language::Portuguese)]
    {
        assert_eq!(text.parse(), Ok(language));
    }
    assert!("de".parse::<Language>().is_err());
    assert!("".parse::<Language>().is_err());
}

#[test]
fn the_page_gets_its_texts_with_places_for_arguments() {
    for language in Language::ALL {
        let texts: BTreeMap<String, String> = Words::of(language).page_texts().into_iter().collect();
        assert!(texts["value-wins"].ends_with("{$plies}"), "{}", texts["value-wins"]);
        assert!(!texts.contains_key("language-name"), "what all front ends say is not the page's own");
    }
}
