//! Troubles with files, as messages that front ends translate.

use std::io::{self, ErrorKind};
use std::path::Path;

use games::{Arg, Message, phrases};
use table::lines::{BadLine, LINE_MAX};

phrases! {
    IN_FILE = "match-in-file": "{name}: {reason}";
    NOT_FOUND = "match-not-found": "no such file or folder";
    DENIED = "match-denied": "permission denied";
    FOLDER = "match-folder": "this is a folder";
    TOO_LONG = "match-too-long": "longer than {limit} bytes";
    NOT_UTF8 = "match-not-utf8": "not UTF-8";
}

/// Returns a complaint about a file or about something in it.
pub(crate) fn in_file(path: &Path, reason: impl Into<Arg>) -> Message {
    IN_FILE.with("name", path.display().to_string()).with("reason", reason)
}

/// Returns why the system does not read or write a file. Rare errors are in the words of the system.
pub(crate) fn of_file(path: &Path, error: &io::Error) -> Message {
    match error.kind() {
        ErrorKind::NotFound => in_file(path, NOT_FOUND),
        ErrorKind::PermissionDenied => in_file(path, DENIED),
        ErrorKind::IsADirectory => in_file(path, FOLDER),
        _ => in_file(path, error.to_string()),
    }
}

/// Returns what is wrong with a line that cannot be read.
pub(crate) fn of_line(bad: BadLine) -> Message {
    match bad {
        BadLine::TooLong => too_long(LINE_MAX),
        BadLine::NotUtf8 => not_utf8(),
    }
}

pub(crate) fn too_long(bytes: usize) -> Message {
    TOO_LONG.with("limit", bytes)
}

pub(crate) fn not_utf8() -> Message {
    NOT_UTF8.message()
}
