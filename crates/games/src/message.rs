//! What a game says to people, as data: a key, an English template and the words to put in it.
//!
//! Front ends show the English text or translate by key; either way no sentence is ever parsed back.

use std::fmt;

/// One sentence a game can say. Words in braces are replaced by arguments of that name.
#[derive(Debug, PartialEq, Eq)]
pub struct Phrase {
    pub key: &'static str,
    pub english: &'static str,
}

/// A phrase with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub phrase: &'static Phrase,
    pub args: Vec<(&'static str, String)>,
}

/// Why a text is not a position: names the row, field or character.
pub type ParseError = Message;

/// Why a move is refused: names the rule it breaks.
pub type Complaint = Message;

impl Phrase {
    /// The phrase as it stands; further arguments follow with [`Message::with`].
    pub fn message(&'static self) -> Message {
        Message { phrase: self, args: Vec::new() }
    }

    /// The phrase with its first argument, the common case.
    pub fn with(&'static self, name: &'static str, value: impl ToString) -> Message {
        self.message().with(name, value)
    }
}

impl Message {
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.args.push((name, value.to_string()));
        self
    }

    pub fn key(&self) -> &'static str {
        self.phrase.key
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.phrase.english;
        while let Some((before, after)) = rest.split_once('{') {
            f.write_str(before)?;
            let (name, tail) = after.split_once('}').unwrap_or((after, ""));
            match self.args.iter().find(|(arg, _)| *arg == name) {
                Some((_, value)) => f.write_str(value)?,
                None => write!(f, "{{{name}}}")?,
            }
            rest = tail;
        }
        f.write_str(rest)
    }
}

impl std::error::Error for Message {}

/// Text from outside, made fit for a message: quoted, control characters escaped, never long.
pub fn quote(text: &str) -> String {
    const SHOWN_MAX: usize = 40;
    let mut quoted = String::from("\"");
    for (index, character) in text.chars().enumerate() {
        if index == SHOWN_MAX {
            quoted.push_str("...");
            break;
        }
        quoted.extend(character.escape_debug());
    }
    quoted.push('"');
    quoted
}

/// Declares phrases as constants, and all of them as the list `PHRASES`, so that a translation can be checked for completeness.
#[macro_export]
macro_rules! phrases {
    ($($name:ident = $key:literal: $english:literal;)*) => {
        $(pub(crate) const $name: &$crate::Phrase = &$crate::Phrase { key: $key, english: $english };)*
        /// Every phrase declared in this module.
        pub const PHRASES: &[&$crate::Phrase] = &[$($name),*];
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const GREETING: &Phrase = &Phrase { key: "greeting", english: "good {time}, {name}!" };

    #[test]
    fn arguments_fill_the_template() {
        assert_eq!(GREETING.with("time", "evening").with("name", "Ana").to_string(), "good evening, Ana!");
    }

    #[test]
    fn a_missing_argument_stays_visible() {
        assert_eq!(GREETING.with("time", "day").to_string(), "good day, {name}!");
    }

    #[test]
    fn quoted_text_is_short_and_printable() {
        assert_eq!(quote("a\x1b[2Jb"), "\"a\\u{1b}[2Jb\"");
        assert_eq!(quote(&"x".repeat(1000)).len(), 45);
    }
}
