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
    pub args: Vec<(&'static str, Arg)>,
}

/// What stands in a phrase for a name in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// The same in every language: a cell, a move, text from outside.
    Plain(String),
    /// Languages count differently, so translators need it as a number.
    Number(i64),
    /// The English name of a side or a rule set; other languages may have another.
    Name(&'static str),
    /// A sentence within the sentence, or a word that is a phrase of its own.
    Message(Box<Message>),
}

/// Why a text is not a position: names the row, field or character.
pub type ParseError = Message;

/// Why a move is refused: names the rule it breaks.
pub type Complaint = Message;

impl Phrase {
    /// Returns the phrase as it stands; further arguments follow with [`Message::with`].
    pub fn message(&'static self) -> Message {
        Message { phrase: self, args: Vec::new() }
    }

    /// Returns the phrase with its first argument, the common case.
    pub fn with(&'static self, name: &'static str, value: impl Into<Arg>) -> Message {
        self.message().with(name, value)
    }
}

impl Message {
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
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
                Some((_, value)) => value.fmt(f)?,
                None => write!(f, "{{{name}}}")?,
            }
            rest = tail;
        }
        f.write_str(rest)
    }
}

impl std::error::Error for Message {}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
            Self::Name(name) => f.write_str(name),
            Self::Message(message) => message.fmt(f),
        }
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

impl From<&'static Phrase> for Arg {
    fn from(phrase: &'static Phrase) -> Self {
        phrase.message().into()
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Plain(text.to_owned())
    }
}

impl From<&String> for Arg {
    fn from(text: &String) -> Self {
        Self::Plain(text.clone())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Plain(text)
    }
}

impl From<char> for Arg {
    fn from(letter: char) -> Self {
        Self::Plain(letter.to_string())
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Self::Number(i64::from(number))
            }
        })*
    };
}

numbers![u8 u16 u32];

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

/// Text from outside, made fit for a message: quoted, control characters escaped, never long.
pub fn quote(text: &str) -> String {
    const SHOWN_MAX: usize = 40;
    let mut quoted = String::from("\"");
    for (index, character) in text.chars().enumerate() {
        if index == SHOWN_MAX {
            quoted.push_str("...");
            break;
        }
        match character {
            // Nothing ends at a single quote here, so it stands as it was written.
            '\'' => quoted.push(character),
            _ => quoted.extend(character.escape_debug()),
        }
    }
    quoted.push('"');
    quoted
}

/// Declares phrases as constants, and all of them as the list `PHRASES`, so that a translation can be checked
/// for completeness.
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
    fn messages_nest() {
        const WRAPPED: &Phrase = &Phrase { key: "wrapped", english: "{times} times: {what}" };
        let inner = GREETING.with("time", "evening").with("name", Arg::Name("Ana"));
        assert_eq!(
            WRAPPED.with("times", 3_usize).with("what", inner).to_string(),
            "3 times: good evening, Ana!"
        );
    }

    #[test]
    fn a_missing_argument_stays_visible() {
        assert_eq!(GREETING.with("time", "day").to_string(), "good day, {name}!");
    }

    #[test]
    fn quoted_text_is_short_and_printable() {
        assert_eq!(quote("a\x1b[2Jb"), "\"a\\u{1b}[2Jb\"");
        assert_eq!(quote("'P'"), "\"'P'\"");
        assert_eq!(quote(&"x".repeat(1000)).len(), 45);
    }
}
