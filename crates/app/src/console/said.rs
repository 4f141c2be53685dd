//! What other crates give as data, in the words of a language.

use std::io::{self, ErrorKind};

use engine::BotName;
use engine::search::Value;
use table::SeatError;
use table::lines::{BadLine, LINE_MAX};
use words::Words;

use crate::input::RecordTrouble;

pub fn bot(words: &Words, name: BotName) -> String {
    match name {
        BotName::Random => words.say("bot-random"),
        BotName::Greedy => words.say("bot-greedy"),
        BotName::Report => words.say("bot-report"),
        BotName::Perfect => words.say("bot-perfect"),
        BotName::Level(level) => words.say_with("bot-level", [("level", level.into())]),
    }
}

/// What a search thinks of a position.
pub fn value(words: &Words, value: Value) -> String {
    match value {
        Value::WinIn(plies) => words.say_with("value-win", [("count", plies.into())]),
        Value::LossIn(plies) => words.say_with("value-loss", [("count", plies.into())]),
        Value::Draw => words.say("value-draw"),
        Value::About(_) => value.to_string().replace('.', &words.say("decimal-mark")),
    }
}

pub fn bad_line(words: &Words, bad: BadLine) -> String {
    match bad {
        BadLine::TooLong => words.say_with("line-too-long", [("limit", LINE_MAX.into())]),
        BadLine::NotUtf8 => words.say("line-not-utf8"),
    }
}

/// Why nobody can sit down. What another program did wrong is told as it was found.
pub fn seat_error(words: &Words, error: &SeatError) -> String {
    match error {
        SeatError::NoSuchBot(missing) => {
            let game = words.name(missing.game.name);
            words.say_with("no-such-bot", [("game", game.into()), ("bot", bot(words, missing.name).into())])
        }
        SeatError::Engine(error) => error.to_string(),
    }
}

pub fn file_trouble(words: &Words, name: &str, error: &io::Error) -> String {
    let kind = match error.kind() {
        ErrorKind::NotFound => "not-found",
        ErrorKind::PermissionDenied => "denied",
        ErrorKind::IsADirectory => "folder",
        _ => "other",
    };
    words.say_with("file-trouble", [("kind", kind.into()), ("name", name.into()), ("error", error.to_string().into())])
}

pub fn record_trouble(words: &Words, trouble: &RecordTrouble) -> String {
    match trouble {
        RecordTrouble::File { name, error } => file_trouble(words, name, error),
        RecordTrouble::TooLong { name, limit } => words.say_with("load-too-long", [("name", name.into()), ("limit", (*limit).into())]),
        RecordTrouble::NotUtf8 { name } => words.say_with("load-not-utf8", [("name", name.into())]),
        RecordTrouble::NoGame { name } => words.say_with("load-no-game", [("name", name.into())]),
        RecordTrouble::Wrong { name, error } => {
            let message = words.message(&error.message);
            words.say_with("load-wrong", [("name", name.into()), ("line", error.line.into()), ("message", message.into())])
        }
    }
}
