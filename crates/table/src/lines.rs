//! Lines from outside, of bounded length. Nothing here grows with what the other side sends.

use std::io::{self, BufRead, Read};

/// Longest line that is read. The longest position text, a Knight Line term in Prolog, has about 30,000
/// bytes.
pub const LINE_MAX: usize = 64 << 10;

/// How far the end of a line is looked for that is too long. A stream that has none by then is not made of
/// lines.
pub const SKIPPED_MAX: u64 = 64 << 20;

/// A line that cannot be used as text.
#[derive(Debug, Clone, Copy)]
pub enum BadLine {
    TooLong,
    NotUtf8,
}

impl std::fmt::Display for BadLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLong => write!(f, "longer than {LINE_MAX} bytes"),
            Self::NotUtf8 => f.write_str("not UTF-8"),
        }
    }
}

/// Returns the next line without its end, or what is wrong with it; `None` at the end of the input.
///
/// # Errors
/// When reading fails, or when a line goes on for more than [`SKIPPED_MAX`] bytes.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, BadLine>>> {
    let mut bytes = Vec::new();
    let limit = LINE_MAX as u64 + 1;
    if input.take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > LINE_MAX {
        let mut rest = input.take(SKIPPED_MAX);
        rest.skip_until(b'\n')?;
        if rest.limit() == 0 {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("a line goes on for more than {SKIPPED_MAX} bytes"),
            ));
        }
        return Ok(Some(Err(BadLine::TooLong)));
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| BadLine::NotUtf8)))
}
