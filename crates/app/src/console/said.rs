//! What other crates give as data, in the words of a language.

use std::io::{self, ErrorKind};

use engine::protocol::printable;
use engine::puzzles::PuzzleGoal;
use games::{GameEntry, Message, quote};
use puzzles::{GameProgress, PuzzleResult, Refutation};
use table::engines::{EngineError, Fault};
use table::lines::{BadLine, LINE_MAX};
use table::{Seat, SeatError};
use words::Words;

use crate::input::RecordTrouble;
use crate::solving::{Ended, Solving};

/// Returns the name of a player as people are shown it.
pub fn seat(words: &Words, seat: &Seat) -> String {
    match seat {
        Seat::Human => words.say("seat-human"),
        Seat::Bot(name) => words.bot(*name),
        Seat::Engine(command) => command.to_string(),
    }
}

pub fn bad_line(words: &Words, bad: BadLine) -> String {
    match bad {
        BadLine::TooLong => words.say_with("line-too-long", [("limit", LINE_MAX.into())]),
        BadLine::NotUtf8 => words.say("line-not-utf8"),
    }
}

/// What is wrong with a line, where the sentence names the line.
pub fn bad_line_reason(words: &Words, bad: BadLine) -> String {
    match bad {
        BadLine::TooLong => words.say_with("cli-line-too-long", [("limit", LINE_MAX.into())]),
        BadLine::NotUtf8 => words.say("cli-line-not-utf8"),
    }
}

/// Returns why a seat cannot be taken.
pub fn seat_error(words: &Words, error: &SeatError) -> String {
    match error {
        SeatError::NoSuchBot(missing) => {
            let game = words.name(missing.game.name);
            words.say_with("no-such-bot", [("game", game.into()), ("bot", words.bot(missing.name).into())])
        }
        SeatError::Engine(error) => engine_error(words, error),
    }
}

/// What another program did wrong. Details from the protocol are quoted as they are.
pub fn engine_error(words: &Words, error: &EngineError) -> String {
    let say = |key: &str, details: &[(&'static str, String)]| {
        let details = details.iter().map(|(name, text)| (*name, text.as_str().into()));
        words.say_with(key, details.chain([("engine", error.engine.as_str().into())]))
    };
    match &error.fault {
        Fault::OtherGame(id) => say("engine-other-game", &[("game", (*id).to_owned())]),
        Fault::Start(error) => {
            say("engine-no-start", &[("kind", kind(error).to_owned()), ("error", error.to_string())])
        }
        Fault::Ended(Some(status)) => say("engine-ended", &[("status", status.to_string())]),
        Fault::Ended(None) => say("engine-closed", &[]),
        Fault::TooLate { awaited, limit } => say(
            "engine-late",
            &[("awaited", (*awaited).to_owned()), ("limit", limit.as_millis().to_string())],
        ),
        Fault::WrongLine(wrong) => say("engine-wrong", &[("text", printable(wrong))]),
        Fault::Deaf => say("engine-deaf", &[]),
        Fault::Interrupted => say("engine-interrupted", &[]),
        Fault::Illegal { mv, complaint } => {
            say("engine-illegal", &[("move", quote(mv)), ("complaint", printable(complaint))])
        }
    }
}

pub fn file_trouble(words: &Words, name: &str, error: &io::Error) -> String {
    words.say_with(
        "file-trouble",
        [("kind", kind(error).into()), ("name", name.into()), ("error", error.to_string().into())],
    )
}

/// Returns the word by which texts choose what to say of an error.
fn kind(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "not-found",
        ErrorKind::PermissionDenied => "denied",
        ErrorKind::IsADirectory => "folder",
        _ => "other",
    }
}

pub fn record_trouble(words: &Words, trouble: &RecordTrouble) -> String {
    match trouble {
        RecordTrouble::File { name, error } => file_trouble(words, name, error),
        RecordTrouble::TooLong { name, limit } => {
            words.say_with("load-too-long", [("name", name.into()), ("limit", (*limit).into())])
        }
        RecordTrouble::NotUtf8 { name } => words.say_with("load-not-utf8", [("name", name.into())]),
        RecordTrouble::NoGame { name } => words.say_with("load-no-game", [("name", name.into())]),
        RecordTrouble::NoSuchGame { name, number, count } => words.say_with(
            "review-no-game-number",
            [("name", name.into()), ("number", (*number).into()), ("count", (*count).into())],
        ),
        RecordTrouble::Wrong { name, error } => {
            let message = words.message(&error.message);
            words.say_with(
                "load-wrong",
                [("name", name.into()), ("line", error.line.into()), ("message", message.into())],
            )
        }
    }
}

/// What is said of the right move in a puzzle, with facts about it.
pub fn right_move(words: &Words, mv: &str, facts: &[Message]) -> String {
    let facts = words.facts(facts);
    let key = if facts.is_empty() { "training-right" } else { "training-right-facts" };
    words.say_with(key, [("move", mv.into()), ("facts", facts.into())])
}

/// Why a try at a puzzle is wrong.
pub fn wrong_move(words: &Words, mv: &str, refutation: Option<&Refutation>) -> String {
    let mv = ("move", mv.into());
    let reason = refutation.and_then(|refutation| refutation.reason.as_ref());
    let reply = refutation.and_then(|refutation| refutation.line.moves.first());
    match (reason, reply) {
        (Some(reason), _) => words.say_with("training-wrong", [mv, ("reason", words.message(reason).into())]),
        (None, Some(reply)) => words.say_with("training-wrong-reply", [mv, ("reply", reply.as_str().into())]),
        (None, None) => words.say_with("training-wrong-alone", [mv]),
    }
}

/// How a puzzle ended, and what that has changed.
pub fn puzzle_end(words: &Words, solving: &Solving, ended: &Ended) -> String {
    let key = match ended.result {
        PuzzleResult::Solved => "training-solved",
        PuzzleResult::Helped => "training-helped",
        PuzzleResult::Failed => "training-failed",
    };
    let mut said = vec![words.say(key)];
    let entry = solving.posed.entry;
    if matches!(entry.goal, PuzzleGoal::Win { plies } if plies as usize > entry.line.moves().len()) {
        said.push(words.say("training-rest"));
    }
    if let Some([before, after]) = ended.ratings {
        let change = format!("{:+}", rating(after) - rating(before));
        said.push(
            words.say_with("training-rating", [("rating", rating(after).into()), ("change", change.into())]),
        );
    }
    if ended.streak > 0 {
        let key = if ended.ratings.is_some() { "training-streak" } else { "training-days" };
        said.push(words.say_with(key, [("streak", ended.streak.into())]));
    }
    let themes = words.puzzle_themes_given_away(entry);
    if !themes.is_empty() {
        said.push(words.say_with("training-themes", [("themes", themes.into())]));
    }
    said.join(" ")
}

/// How the solver of puzzles stands in a rule set.
pub fn standing(words: &Words, game: &GameEntry, progress: &GameProgress) -> String {
    let told = [
        ("game", words.name(game.info.name).into()),
        ("rating", rating(progress.rating).into()),
        ("solved", progress.solved.into()),
        ("streak", progress.streak.into()),
    ];
    words.say_with("training-greeting", told)
}

/// A rating as people read it.
pub fn rating(rating: f64) -> i64 {
    rating.round() as i64
}

#[cfg(test)]
mod tests {
    use std::process::ExitStatus;
    use std::time::Duration;

    use words::Language;

    use super::*;

    const ENGLISH: Language = Language::English;
    const PORTUGUESE: Language = Language::Portuguese;

    #[test]
    fn english_texts_of_engine_errors_match_the_command_line() {
        let faults = [
            Fault::OtherGame("ataxx"),
            Fault::Start(ErrorKind::NotFound.into()),
            Fault::Ended(Some(ExitStatus::default())),
            Fault::Ended(None),
            Fault::TooLate { awaited: "readyok", limit: Duration::from_millis(1500) },
            Fault::WrongLine("a\u{1b}b".to_owned()),
            Fault::Deaf,
            Fault::Illegal { mv: "a1\n".to_owned(), complaint: "there is no piece".to_owned() },
        ];
        for fault in faults {
            let error = EngineError { engine: "engine:x".to_owned(), fault };
            assert_eq!(engine_error(Words::of(ENGLISH), &error), error.to_string());
            assert_ne!(engine_error(Words::of(PORTUGUESE), &error), error.to_string());
        }
    }

    #[test]
    fn english_texts_of_file_errors_match_the_command_line() {
        let name = || "game.txt".to_owned();
        let troubles = [
            RecordTrouble::File { name: name(), error: io::Error::from_raw_os_error(2) },
            RecordTrouble::TooLong { name: name(), limit: 7 },
            RecordTrouble::NotUtf8 { name: name() },
            RecordTrouble::NoGame { name: name() },
            RecordTrouble::Wrong {
                name: name(),
                error: games::Record::read_all("[Game \"chess\"]").unwrap_err(),
            },
        ];
        for trouble in troubles {
            assert_eq!(record_trouble(Words::of(ENGLISH), &trouble), trouble.to_string());
            assert_ne!(record_trouble(Words::of(PORTUGUESE), &trouble), trouble.to_string());
        }
    }
}
