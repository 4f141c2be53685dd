//! What a rule set needs besides its rules, all in one list, so that the author of one does not find out
//! piece by piece.

use std::fs;
use std::path::{Path, PathBuf};

use games::svg::slug;
use games::{GAMES, Info, Player};

use super::*;

/// Returns the root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the sources of all twins.
fn twins() -> String {
    let folder = fs::read_dir(root().join("crates/games/tests/twins")).expect("the folder of the twins");
    let files = folder
        .map(|file| file.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|end| end == "rs"));
    files.map(|path| fs::read_to_string(path).expect("a twin is readable")).collect()
}

/// Returns everything that a rule set still lacks, each with what to do about it.
fn lacks(info: &Info) -> Vec<String> {
    let mut lacks = Vec::new();
    let mut need = |is_there: bool, what: String| {
        if !is_there {
            lacks.push(format!("{}: {what}", info.id));
        }
    };
    let folder = info.family.to_lowercase().replace(' ', "");
    let suffix = info.id.strip_prefix(&folder).map_or(format!("-{}", info.id), str::to_owned);
    let data = |name: &str| format!("crates/games/src/{folder}/{name}{suffix}.txt");
    need(!info.lesson.is_empty(), "no lesson: Info::lesson, see docs/lessons.md".to_owned());
    for language in Language::ALL {
        let words = Words::of(language);
        let (tag, card) = (language.tag(), format!("web-about-{}", slug(info.family)));
        need(
            info.rules.iter().any(|(known, _)| *known == tag),
            format!("no rules in {language}: Info::rules"),
        );
        need(
            info.goal.iter().any(|(known, _)| *known == tag),
            format!("no goal in one line in {language}: Info::goal"),
        );
        need(
            words.has(&card),
            format!("no text for the card of its family: {card} in crates/words/locales/{tag}/web.ftl"),
        );
        let sides = Player::BOTH.map(|player| info.side(player).name);
        let names = [info.name, info.family]
            .into_iter()
            .chain(sides)
            .chain(info.starts.iter().map(|start| start.name));
        let is_english = language == Language::English;
        let names = names.map(|name| (name_key(name), "common"));
        let sentences = info.phrases.iter().map(|phrase| (phrase.key.to_owned(), "games"));
        // Families and rule sets share names.
        for (key, file) in names.chain(sentences).collect::<BTreeSet<_>>() {
            need(
                is_english || words.has(&key),
                format!("not translated: {key} in crates/words/locales/{tag}/{file}.ftl"),
            );
        }
    }
    let silent =
        |(_, text): &(_, &str)| text.contains("## Where the rules are silent") || text.contains("## Onde as");
    need(
        info.rules.iter().all(silent),
        "no section of the rules on what they leave open: see crates/games/src/template/rules.md".to_owned(),
    );
    let [first, second] = &info.sides;
    need(first.tint.body != second.tint.body, "both sides have the same colour: Side::tint".to_owned());
    need(root().join(data("perft")).exists(), format!("no known counts: {}", data("perft")));
    need(root().join(data("invalid")).exists(), format!("no wrong inputs: {}", data("invalid")));
    need(
        root().join(data("playthrough")).exists(),
        format!("no {}: run cargo xtask bless -p games", data("playthrough")),
    );
    need(
        twins().contains(&format!("\"{}\"", info.id)),
        "no twin: RULE_SETS of a twin in crates/games/tests/twins/".to_owned(),
    );
    let levels = format!("\n## {}\n", info.name);
    let measure = format!("no level table in docs/levels.md: cargo xtask levels --game {}", info.id);
    need(read("docs/levels.md").contains(&levels), measure);
    need(
        read("README.md").contains(&format!("| `{}` |", info.id)),
        "no line in the table of games of README.md".to_owned(),
    );
    lacks
}

#[test]
fn no_game_lacks_anything() {
    let lacking: Vec<String> = GAMES.iter().flat_map(|game| lacks(game.info)).collect();
    assert!(lacking.is_empty(), "\n{}\n", lacking.join("\n"));
}

#[test]
fn all_that_a_new_game_lacks_is_listed_at_once() {
    let sides = [0, 1].map(|_| games::Side {
        name: "Grey",
        letter: 'g',
        symbol: 'g',
        glyph: 'g',
        tint: games::Tint::BLACK,
    });
    let info = Info { id: "dao", name: "Dao", family: "Dao", sides, ..Info::DEFAULT };
    let told = lacks(&info).join("\n");
    for expected in [
        "dao: no lesson",
        "dao: no rules in en",
        "dao: no goal in one line in pt",
        "web-about-dao in crates/words/locales/en/web.ftl",
        "name-grey in crates/words/locales/pt/common.ftl",
        "Side::tint",
        "crates/games/src/dao/perft.txt",
        "crates/games/src/dao/invalid.txt",
        "run cargo xtask bless -p games",
        "no twin",
        "cargo xtask levels --game dao",
        "README.md",
    ] {
        assert!(told.contains(expected), "{expected} in\n{told}");
    }
    let lines: BTreeSet<&str> = told.lines().collect();
    assert_eq!(lines.len(), told.lines().count(), "nothing is told twice:\n{told}");
}
