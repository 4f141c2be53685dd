//! Bad input, said in the same line as on the command line.

use std::fmt::Display;

use games::{Complaint, GAMES, GameEntry, ParseError, quote};
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

create_exception!(jogo, Error, PyValueError, "What was asked is wrong; the text says what, in one line.");

pub(crate) fn wrong(text: impl Display) -> PyErr {
    Error::new_err(text.to_string())
}

pub(crate) fn wrong_position(error: &ParseError) -> PyErr {
    wrong(format_args!("position: {error}"))
}

pub(crate) fn wrong_move(text: &str, complaint: &Complaint) -> PyErr {
    wrong(format_args!("move {}: {complaint}", quote(text)))
}

/// Raises `MemoryError` where there is no memory for a table of so many megabytes, which would otherwise end
/// the process.
pub(crate) fn check_memory(megabytes: usize) -> PyResult<()> {
    if has_room(megabytes.saturating_mul(1 << 20)) { Ok(()) } else { Err(no_memory(megabytes)) }
}

/// Raises `MemoryError` where there is no memory for so many values of a type.
pub(crate) fn check_room<T>(values: usize) -> PyResult<()> {
    let bytes = values.saturating_mul(size_of::<T>());
    if has_room(bytes) {
        return Ok(());
    }
    Err(PyMemoryError::new_err(format!("there is no memory for {} MB of games", bytes >> 20)))
}

fn has_room(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

pub(crate) fn no_memory(megabytes: usize) -> PyErr {
    PyMemoryError::new_err(format!("there is no memory for a table of {megabytes} MB"))
}

/// Returns the rule set of this id, in any case.
pub(crate) fn find_game(id: &str) -> PyResult<&'static GameEntry> {
    GAMES.iter().find(|game| game.info.id.eq_ignore_ascii_case(id)).ok_or_else(|| {
        let ids: Vec<&str> = GAMES.iter().map(|game| game.info.id).collect();
        wrong(format_args!("there is no game called {}; games are: {}", quote(id), ids.join(", ")))
    })
}
