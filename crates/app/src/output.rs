//! Games saved to paths that the user names.

use std::io::{self, ErrorKind};
use std::path::Path;

use games::Record;

pub use files::{Replace, write};

/// How saving went.
#[derive(Debug)]
pub enum Saved {
    Done,
    /// The file exists, and the user was not asked whether to replace it.
    Exists,
    /// The game has no portable notation of other programs.
    NoPgn,
    Failed(io::Error),
}

/// Saves a game; in the notation of other programs where the file's name says so. A game without a date gets
/// the day on which it began.
pub fn save(path: &Path, record: &mut Record, day: &str, replace: Replace) -> Saved {
    date(record, day);
    let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    let text = if is_pgn { record.to_pgn() } else { Some(record.to_string()) };
    let Some(text) = text else { return Saved::NoPgn };
    match write(path, text.as_bytes(), replace) {
        Ok(()) => Saved::Done,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Saved::Exists,
        Err(error) => Saved::Failed(error),
    }
}

/// This day, as records write it.
pub fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}

/// Gives a game that has no date this one.
pub fn date(record: &mut Record, day: &str) {
    if record.tag("Date").is_none_or(|date| date == "?") {
        record.set_tag("Date", day);
    }
}
