//! Position texts of games on a fixed board: rows from the top, digits for runs of empty squares, then
//! fields.

use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

use crate::{Ground, Info, ParseError, Phrase, Picture, PictureCell, Piece, Player, Report, quote};

phrases! {
    MISSING = "field-missing": "the {field} is missing";
    SURPLUS = "field-surplus": "nothing may follow the {field}, found {text}";
    ROWS = "board-rows": "the board must have {expected} rows, found {found}";
    WIDTH = "board-width": "row {row} is {found} wide, expected {expected}: {text}";
    CHARACTER = "board-character": "row {row}: {text} means nothing here";
    ZERO_RUN = "board-zero": "row {row}: a run of empty squares cannot be 0: {text}";
    SPLIT_RUN = "board-runs": "row {row}: two runs of empty squares follow one another: {text}";
    SIDE = "side-unknown": "the side to move must be {first} or {second}, not {text}";
    COUNTER = "counter": "the {field} must be a number from 0 to 9999 without leading zeros, not {text}";
    CELL = "cell-unknown": "{text} is not a square of the board";
    NOTHING = "nothing": "nothing";
    BOARD = "field-board": "board";
    TURN = "field-side": "side to move";
    CLOCK = "field-clock": "half-move clock";
    FULL_NUMBER = "field-full-number": "full-move number";
    QUIET = "field-quiet": "count of quiet plies";
    NUMBER = "field-number": "move number";
    ANCHOR = "field-anchor": "anchor";
}

/// The white-space separated fields of a position text, each asked for by name.
#[derive(Debug)]
pub struct Fields<'a> {
    words: std::str::SplitWhitespace<'a>,
    last: &'static Phrase,
}

impl<'a> Fields<'a> {
    pub fn of(text: &'a str) -> Self {
        Self { words: text.split_whitespace(), last: BOARD }
    }

    pub fn need(&mut self, field: &'static Phrase) -> Result<&'a str, ParseError> {
        self.next(field).ok_or_else(|| MISSING.with("field", field))
    }

    pub fn next(&mut self, field: &'static Phrase) -> Option<&'a str> {
        self.last = field;
        self.words.next()
    }

    pub fn end(mut self) -> Result<(), ParseError> {
        match self.words.next() {
            Some(word) => Err(SURPLUS.with("field", self.last).with("text", quote(word))),
            None => Ok(()),
        }
    }
}

/// A square of a board read from text: column from the left and row from the top, both from 0.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub column: usize,
    pub row: usize,
}

/// Reads a board. `piece` is called with each character that is no digit, with the rest of its row so that it
/// can take more, and returns whether the character is valid.
pub fn read_board(
    text: &str,
    columns: usize,
    rows: usize,
    mut piece: impl FnMut(Place, char, &mut Peekable<Chars<'_>>) -> bool,
) -> Result<(), ParseError> {
    let found = text.split('/').count();
    if found != rows {
        return Err(ROWS.with("found", found).with("expected", rows));
    }
    for (row, line) in text.split('/').enumerate() {
        let complain =
            |phrase: &'static Phrase, what: &str| phrase.with("row", row + 1).with("text", quote(what));
        let mut column = 0;
        let mut after_run = false;
        let mut rest = line.chars().peekable();
        while let Some(character) = rest.next() {
            if let Some(run) = character.to_digit(10) {
                match run {
                    0 => return Err(complain(ZERO_RUN, line)),
                    _ if after_run => return Err(complain(SPLIT_RUN, line)),
                    run => column += run as usize,
                }
                after_run = true;
                continue;
            }
            after_run = false;
            // A square beyond the width is read too, for its errors, but lands on a square that the width
            // check then refuses.
            let place = Place { column: column.min(columns - 1), row };
            if !piece(place, character, &mut rest) {
                return Err(complain(CHARACTER, &character.to_string()));
            }
            column += 1;
        }
        if column != columns {
            return Err(complain(WIDTH, line).with("found", column).with("expected", columns));
        }
    }
    Ok(())
}

/// Writes what [`read_board`] reads; `piece` is `None` on an empty square.
pub fn write_board<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    columns: usize,
    rows: usize,
    piece: impl Fn(Place) -> Option<T>,
) -> fmt::Result {
    for row in 0..rows {
        if row > 0 {
            f.write_str("/")?;
        }
        let mut run = 0;
        for column in 0..columns {
            let Some(piece) = piece(Place { column, row }) else {
                run += 1;
                continue;
            };
            if run > 0 {
                write!(f, "{run}")?;
                run = 0;
            }
            write!(f, "{piece}")?;
        }
        if run > 0 {
            write!(f, "{run}")?;
        }
    }
    Ok(())
}

/// Reads the side to move by its letter.
pub fn read_side(text: &str, info: &Info) -> Result<Player, ParseError> {
    let mut letters = text.chars();
    match (letters.next().and_then(|letter| info.player(letter)), letters.next()) {
        (Some(player), None) => Ok(player),
        _ => Err(wrong_side(text, info)),
    }
}

pub fn wrong_side(text: &str, info: &Info) -> ParseError {
    let [first, second] = &info.sides;
    SIDE.with("first", first.letter).with("second", second.letter).with("text", quote(text))
}

/// Reads a counter of 0 to 9999 as it is written: no sign, no leading zero.
pub fn read_counter(text: &str, field: &'static Phrase) -> Result<u16, ParseError> {
    let canonical = text.len() <= 4
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    match text.parse() {
        Ok(number) if canonical => Ok(number),
        _ => Err(COUNTER.with("field", field).with("text", quote(text))),
    }
}

/// Reads a square like `b3` on a board of this size, as (column from the left, rank from the bottom).
pub fn read_square(text: &str, columns: usize, rows: usize) -> Result<(usize, usize), ParseError> {
    let unknown = || CELL.with("text", quote(text));
    let [file, rank] = text.as_bytes() else { return Err(unknown()) };
    let column = usize::from(file.to_ascii_lowercase().wrapping_sub(b'a'));
    let rank = usize::from(rank.wrapping_sub(b'1'));
    if column < columns && rank < rows { Ok((column, rank)) } else { Err(unknown()) }
}

/// File and rank of every square of a square board, as one reads: row by row from the top.
pub fn reading_order(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).rev().flat_map(move |rank| (0..size).map(move |file| (file, rank)))
}

/// Returns the picture of a board of squares. `square` returns the ground and the piece on a file from the
/// left and a rank from the bottom, both from 0. The labels of the report are those of the notation.
pub fn picture(
    info: &Info,
    columns: usize,
    rows: usize,
    square: impl Fn(usize, usize) -> (Ground, Option<Piece>),
) -> Picture {
    let order = (0..rows).rev().flat_map(|rank| (0..columns).map(move |file| (file, rank)));
    let cells: Vec<PictureCell> = order
        .map(|(file, rank)| {
            let (ground, piece) = square(file, rank);
            PictureCell { name: square_name(file, rank), ground, piece }
        })
        .collect();
    let columns: Vec<String> = (0..columns).map(|file| char::from(b'a' + file as u8).to_string()).collect();
    let rows: Vec<String> = (1..=rows).rev().map(|number| number.to_string()).collect();
    let symbol = |cell: &PictureCell| match cell.piece {
        Some(Piece { owner, size: Some(size) }) => format!("{}{size}", info.side(owner).symbol),
        Some(Piece { owner, size: None }) => info.side(owner).symbol.to_string(),
        None => String::new(),
    };
    let symbols = cells.iter().map(symbol).collect();
    let report = Report { columns: columns.clone(), rows: rows.clone(), symbols, ..Report::default() };
    Picture { columns, rows, cells, counts: None, report }
}

/// Returns the name of a square, `a1` being (0, 0).
pub fn square_name(column: usize, rank: usize) -> String {
    let file = char::from(b'a' + column as u8);
    format!("{file}{}", rank + 1)
}
