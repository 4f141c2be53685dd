//! The texts that people read, in every language. Texts are Fluent files under `locales/`, one folder
//! per language and one file per front end, built into the program.
//!
//! ```
//! use words::{Language, Words};
//! let words = Words::of(Language::Portuguese);
//! assert_eq!(words.say("language-name"), "Português");
//! ```

mod engine;
mod levels;
pub mod markdown;
mod puzzles;
mod reasons;
mod review;
mod values;

pub use review::percent;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use games::{Arg, Info, Message};
use unic_langid::LanguageIdentifier;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    /// The Portuguese of Portugal.
    Portuguese,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::English, Self::Portuguese];

    /// Returns the language as a tag, for `--lang`, settings and HTML.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Portuguese => "pt",
        }
    }

    /// Returns the locale whose grammar counts: in Portugal none is many, in Brazil none is one.
    const fn locale(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Portuguese => "pt-PT",
        }
    }

    /// Returns the files that hold its texts.
    const fn sources(self) -> &'static [&'static str] {
        macro_rules! files {
            ($tag:literal: $($file:literal)*) => { &[$(include_str!(concat!("../locales/", $tag, "/", $file, ".ftl"))),*] };
        }
        match self {
            Self::English => {
                files!("en": "common" "games" "console" "tui" "web" "review" "learn" "reasons" "board" "analysis" "puzzles" "workers" "scale")
            }
            Self::Portuguese => {
                files!("pt": "common" "games" "console" "tui" "web" "review" "learn" "reasons" "board" "analysis" "matches" "puzzles" "workers" "scale")
            }
        }
    }

    /// Returns the file with the help texts of the command line, whose English stands with the arguments.
    const fn help(self) -> &'static str {
        match self {
            Self::English => "",
            Self::Portuguese => include_str!("../locales/pt/help.ftl"),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// Reads a tag liberally, as locales are written: `pt`, `pt-PT`, `pt_PT.UTF-8`.
impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let tag = text.split(['-', '_', '.', '@']).next().unwrap_or("");
        let found = Self::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(tag));
        found.ok_or_else(|| format!("there is no language {}; languages are: en, pt", games::quote(text)))
    }
}

/// The texts of one language.
pub struct Words {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Words({})", self.language)
    }
}

/// What stands in a text for a name in braces.
pub type Argument<'a> = (&'static str, FluentValue<'a>);

impl Words {
    pub fn of(language: Language) -> &'static Self {
        static ALL: [OnceLock<Words>; 2] = [OnceLock::new(), OnceLock::new()];
        ALL[language as usize].get_or_init(|| Self::read(language, language.sources()))
    }

    /// Returns the help texts of the command line. They are apart because only `--help` and wrong arguments
    /// need them.
    pub fn help_of(language: Language) -> &'static Self {
        static ALL: [OnceLock<Words>; 2] = [OnceLock::new(), OnceLock::new()];
        ALL[language as usize].get_or_init(|| Self::read(language, &[language.help()]))
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns a text without arguments. One that is missing shows as its key; a test checks that none
    /// is.
    pub fn say(&self, key: &str) -> String {
        self.say_with(key, [])
    }

    /// Returns a text with arguments: `words.say_with("moves-left", [("count", 3.into())])`.
    pub fn say_with<'a>(&self, key: &str, arguments: impl IntoIterator<Item = Argument<'a>>) -> String {
        let mut given = FluentArgs::new();
        for (name, value) in arguments {
            given.set(name, value);
        }
        let pattern = self.bundle.get_message(key).and_then(|message| message.value());
        let mut errors = Vec::new();
        let text = pattern.map_or(Cow::Borrowed(key), |pattern| {
            self.bundle.format_pattern(pattern, Some(&given), &mut errors)
        });
        debug_assert!(pattern.is_some() && errors.is_empty(), "{}: {key}: {errors:?}", self.language);
        text.into_owned()
    }

    /// Returns the texts of the page, whose keys begin with `web-`, for it to fill in itself: arguments stand
    /// as `{$name}`.
    pub fn page_texts(&self) -> Vec<(String, String)> {
        let sources = self.language.sources().iter().map(|source| {
            FluentResource::try_new((*source).to_owned())
                .expect("the texts are well formed: a test reads them all")
        });
        let template = |pattern: &fluent_syntax::ast::Pattern<&str>| {
            // An argument that is not given stands as its name in braces; of a choice, the usual variant
            // stands.
            self.bundle.format_pattern(pattern, None, &mut Vec::new()).into_owned()
        };
        let mut texts = Vec::new();
        for source in sources {
            texts.extend(source.entries().filter_map(|entry| match entry {
                fluent_syntax::ast::Entry::Message(message) if message.id.name.starts_with("web-") => {
                    Some((message.id.name.to_owned(), template(message.value.as_ref()?)))
                }
                _ => None,
            }));
        }
        texts
    }

    /// Returns the keys of the help texts of the command line, to compare them with its arguments.
    pub fn help_keys(&self) -> Vec<String> {
        let is_key = |line: &&str| line.starts_with(|c: char| c.is_ascii_alphabetic());
        let keys = self.language.help().lines().filter(is_key).filter_map(|line| line.split_once('='));
        keys.map(|(key, _)| key.trim().to_owned()).collect()
    }

    /// Returns what a game says. Its English stands with the game, so that no sentence is written twice.
    pub fn message(&self, message: &Message) -> String {
        if self.language == Language::English {
            return message.to_string();
        }
        let arguments = message.args.iter().map(|(name, value)| {
            let value = match value {
                Arg::Plain(text) => FluentValue::from(text.as_str()),
                Arg::Number(number) => FluentValue::from(*number),
                Arg::Name(name) => FluentValue::from(self.name(name)),
                Arg::Message(inner) => FluentValue::from(self.message(inner)),
            };
            (*name, value)
        });
        self.say_with(message.key(), arguments)
    }

    /// Returns the name of a side, a rule set or a named start, which games give in English.
    pub fn name(&self, english: &str) -> String {
        let key = name_key(english);
        if self.has(&key) { self.say(&key) } else { english.to_owned() }
    }

    /// Returns the choice that a gesture ends with: a number or a cell is the same everywhere, a word is not.
    pub fn choice(&self, choice: &str) -> String {
        let key = format!("choice-{choice}");
        if self.has(&key) { self.say(&key) } else { choice.to_owned() }
    }

    /// Returns the rules of a game.
    pub fn rules(&self, info: &Info) -> &'static str {
        self.of_language(info.rules)
    }

    /// Returns what one plays for, in one line.
    pub fn goal(&self, info: &Info) -> &'static str {
        self.of_language(info.goal).trim_end()
    }

    /// Returns the text of this language, of those that a game has; English otherwise, which comes first.
    fn of_language(&self, texts: &[(&'static str, &'static str)]) -> &'static str {
        let english = texts.first().map_or("", |(_, text)| text);
        texts.iter().find(|(tag, _)| *tag == self.language.tag()).map_or(english, |(_, text)| text)
    }

    /// Returns whether there is such a text.
    pub fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    fn read(language: Language, sources: &[&str]) -> Self {
        let locale: LanguageIdentifier =
            language.locale().parse().expect("the locales of languages are well formed");
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // Marks around arguments help where writing runs both ways; terminals show them as noise.
        bundle.set_use_isolating(false);
        for source in sources {
            let resource = FluentResource::try_new((*source).to_owned())
                .expect("the texts are well formed: a test reads them all");
            bundle.add_resource(resource).expect("no text stands twice: a test reads them all");
        }
        Self { language, bundle }
    }
}

/// Returns the key of a name: its letters and digits in lower case, hyphens for what stands between them.
fn name_key(english: &str) -> String {
    let words: Vec<String> = english
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    format!("name-{}", words.join("-"))
}

#[cfg(test)]
mod tests;
