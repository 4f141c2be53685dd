//! Cells of the unbounded grid and stacks on them, packed so that a list of stacks sorts in reading order.

use std::fmt;
use std::str::FromStr;

use super::text::{CELL, COLUMN, ROW};
use crate::{Arg, ParseError, quote};

/// Column of `m`, where the first stack of the game stands in row 0.
pub const HOME_COLUMN: i16 = 12;

/// Columns `na` to `mz` and rows -999 to 999 have names.
const COLUMNS: std::ops::RangeInclusive<i16> = -338..=363;
const ROWS: std::ops::RangeInclusive<i16> = -999..=999;

/// A cell of the grid. Columns count to the right from `a`, rows upward from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub column: i16,
    pub row: i16,
}

const COLUMN_BIAS: i16 = 512;
const ROW_BIAS: i16 = 1023;

impl Cell {
    /// 21 bits that order cells as they are read: the top row first, each from the left.
    pub(super) const fn code(self) -> u32 {
        ((ROW_BIAS - self.row) as u32) << 10 | (self.column + COLUMN_BIAS) as u32
    }

    pub(super) const fn from_code(code: u32) -> Self {
        Self { column: (code & 0x3ff) as i16 - COLUMN_BIAS, row: ROW_BIAS - (code >> 10 & 0x7ff) as i16 }
    }

    /// Returns the eight cells around this one.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        (-1..=1)
            .flat_map(|row| (-1..=1).map(move |column| (column, row)))
            .filter(|step| *step != (0, 0))
            .map(move |(column, row)| Self { column: self.column + column, row: self.row + row })
    }
}

/// A stack: its cell and its height in one word, ordered by cell. Zero is no stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stack(pub(super) u32);

impl Stack {
    pub(super) const HEIGHT_BITS: u32 = 5;

    pub(super) const fn new(code: u32, height: u8) -> Self {
        Self(code << Self::HEIGHT_BITS | height as u32)
    }

    pub(super) const fn code(self) -> u32 {
        self.0 >> Self::HEIGHT_BITS
    }

    /// Column of the packed cell, counted from somewhere to the left of every cell.
    pub(super) const fn packed_column(self) -> u32 {
        self.code() & 0x3ff
    }

    /// Row of the packed cell, counted downward from somewhere above every cell.
    pub(super) const fn packed_row(self) -> u32 {
        self.code() >> 10
    }

    pub const fn cell(self) -> Cell {
        Cell::from_code(self.code())
    }

    pub const fn height(self) -> u8 {
        (self.0 & ((1 << Self::HEIGHT_BITS) - 1)) as u8
    }
}

/// Columns run `a` to `z`, on to the right `aa`, `ab` ..., on to the left of `a` `zz`, `zy` ...
pub fn column_name(column: i16) -> String {
    let letter = |index: i16| char::from(b'a' + index as u8);
    match column {
        0..26 => letter(column).to_string(),
        _ => {
            let pair = if column < 0 { column + 26 * 26 } else { column - 26 };
            format!("{}{}", letter(pair / 26), letter(pair % 26))
        }
    }
}

fn read_column(letters: &str) -> Result<i16, ParseError> {
    let index = |letter: u8| i16::from(letter.to_ascii_lowercase() - b'a');
    match *letters.as_bytes() {
        [letter] => Ok(index(letter)),
        [first, second] => {
            let pair = index(first) * 26 + index(second);
            Ok(if index(first) < 13 { pair + 26 } else { pair - 26 * 26 })
        }
        _ => Err(COLUMN.with("text", quote(letters))),
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_assert!(COLUMNS.contains(&self.column) && ROWS.contains(&self.row));
        write!(f, "{}{}", column_name(self.column), self.row)
    }
}

impl From<Cell> for Arg {
    fn from(cell: Cell) -> Self {
        Self::Plain(cell.to_string())
    }
}

impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (column, row) = text.split_at(letters);
        let digits = row.strip_prefix('-').unwrap_or(row);
        let number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let canonical = row == "0" || !digits.starts_with('0');
        if letters == 0 || !number || !canonical {
            return Err(CELL.with("text", quote(text)));
        }
        let column = read_column(column)?;
        match row.parse() {
            Ok(row) if ROWS.contains(&row) => Ok(Self { column, row }),
            _ => Err(ROW.with("text", quote(row))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_on_past_both_ends_of_the_alphabet() {
        for (name, column) in
            [("a", 0), ("z", 25), ("aa", 26), ("mz", 363), ("zz", -1), ("zy", -2), ("yz", -27), ("na", -338)]
        {
            assert_eq!(column_name(column), name);
        }
        for column in COLUMNS {
            for row in [-999, -1, 0, 7, 999] {
                let cell = Cell { column, row };
                assert_eq!(cell.to_string().parse(), Ok(cell));
                assert_eq!(Cell::from_code(cell.code()), cell);
            }
        }
    }
}
