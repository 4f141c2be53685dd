//! The list-of-lists terms in which the reports hold their positions: a small reader of Prolog data.

use std::iter::Peekable;
use std::str::Chars;

use crate::{ParseError, Phrase, Player, quote};

phrases! {
    UNEXPECTED = "prolog-unexpected": "Prolog term: expected {expected}, found {text}";
    ENDED = "prolog-ended": "Prolog term: expected {expected}, but the text ends";
    DEEP = "prolog-deep": "Prolog term: nested more than {limit} deep";
    NO_BOARD = "prolog-no-board": "Prolog term: expected a board, or a term around one like state(Board, Player)";
    PLAYER = "prolog-player": "Prolog term: the player must be {first} or {second}, not {text}";
    UNBOUND = "prolog-unbound": "Prolog term: the player is the variable {name}: write {first} or {second} in its place, or the board alone";
    ROWS = "prolog-rows": "Prolog board: expected {expected} rows, found {found}";
    WIDTH = "prolog-width": "Prolog board: row {row}: expected {expected} cells, found {found}";
    CELL = "prolog-cell": "Prolog board: row {row}, cell {column}: {text} means nothing here";
    END = "prolog-end": "the end of the term";
    TERM = "prolog-term": "a term";
    NUMBER = "prolog-number": "a number";
    QUOTE = "prolog-quote": "a closing quote";
    LIST_GOES_ON = "prolog-list": "\",\" or \"]\"";
    ARGUMENTS_GO_ON = "prolog-arguments": "\",\" or \")\"";
}

/// Boards are lists of lists of small terms; nothing sensible nests deeper.
const DEPTH_MAX: usize = 8;

/// A Prolog term without operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    Atom(String),
    /// A bare name that begins with a capital letter or an underscore.
    Variable(String),
    Number(i64),
    List(Vec<Term>),
    Compound(String, Vec<Term>),
}

impl Term {
    pub fn atom(&self) -> Option<&str> {
        match self {
            Self::Atom(name) => Some(name),
            _ => None,
        }
    }

    pub fn list(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }
}

impl std::fmt::Display for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sequence = |f: &mut std::fmt::Formatter<'_>, items: &[Self]| {
            for (index, item) in items.iter().enumerate() {
                write!(f, "{}{item}", if index > 0 { "," } else { "" })?;
            }
            Ok(())
        };
        match self {
            Self::Atom(name) => f.write_str(&write_atom(name)),
            Self::Variable(name) => f.write_str(name),
            Self::Number(number) => write!(f, "{number}"),
            Self::List(items) => {
                f.write_str("[")?;
                sequence(f, items)?;
                f.write_str("]")
            }
            Self::Compound(name, items) => {
                write!(f, "{}(", write_atom(name))?;
                sequence(f, items)?;
                f.write_str(")")
            }
        }
    }
}

/// A position as read: the rows of the board, and the player to move if the term has one.
#[derive(Debug)]
pub struct PrologState {
    pub board: Vec<Term>,
    pub player: Option<Term>,
}

impl PrologState {
    /// Reads a bare board, `name(Board)`, or `name(Board, Player)`.
    pub fn read(text: &str) -> Result<Self, ParseError> {
        let (board, player) = match read(text)? {
            Term::Compound(_, mut args) if args.len() == 2 => {
                let player = args.pop();
                (args.pop(), player)
            }
            Term::Compound(_, mut args) if args.len() == 1 => (args.pop(), None),
            term => (Some(term), None),
        };
        match board {
            Some(Term::List(board)) => Ok(Self { board, player }),
            _ => Err(NO_BOARD.message()),
        }
    }

    /// Returns the player to move, by the names that this game gives the players. `names` are those of the
    /// first and of the second player; `zero` is the player that the number 0 stands for. `None` where the
    /// term does not say.
    pub fn turn(&self, names: [&str; 2], zero: Player) -> Result<Option<Player>, ParseError> {
        let Some(term) = &self.player else { return Ok(None) };
        match term {
            Term::Atom(name) if name == names[0] => Ok(Some(Player::First)),
            Term::Atom(name) if name == names[1] => Ok(Some(Player::Second)),
            Term::Number(0) => Ok(Some(zero)),
            Term::Number(1) => Ok(Some(!zero)),
            Term::Variable(name) => {
                Err(UNBOUND.with("name", name).with("first", names[0]).with("second", names[1]))
            }
            _ => Err(PLAYER
                .with("first", names[0])
                .with("second", names[1])
                .with("text", quote(&term.to_string()))),
        }
    }
}

/// Calls `cell` for each cell of a board of lists, with row from the top and column from the left; it returns
/// whether the term is valid there.
pub fn read_rows(
    board: &[Term],
    columns: usize,
    rows: usize,
    mut cell: impl FnMut(usize, usize, &Term) -> bool,
) -> Result<(), ParseError> {
    if board.len() != rows {
        return Err(ROWS.with("found", board.len()).with("expected", rows));
    }
    for (row, line) in board.iter().enumerate() {
        let cells = line.list().ok_or_else(|| wrong_cell(row, 0, line))?;
        if cells.len() != columns {
            return Err(WIDTH.with("row", row + 1).with("found", cells.len()).with("expected", columns));
        }
        for (column, term) in cells.iter().enumerate() {
            if !cell(row, column, term) {
                return Err(wrong_cell(row, column, term));
            }
        }
    }
    Ok(())
}

pub fn wrong_cell(row: usize, column: usize, term: &Term) -> ParseError {
    CELL.with("row", row + 1).with("column", column + 1).with("text", quote(&term.to_string()))
}

/// Returns whether a position text is meant as a Prolog term: a list, a comment before one, or something in
/// parentheses.
pub fn is_prolog(text: &str) -> bool {
    text.trim_start().starts_with(['[', '%']) || text.contains('(')
}

/// Returns the rows of a board as one list term; `cell` writes a term.
pub fn write_rows(columns: usize, rows: usize, cell: impl Fn(usize, usize) -> String) -> Vec<String> {
    (0..rows)
        .map(|row| {
            let cells: Vec<String> = (0..columns).map(|column| cell(row, column)).collect();
            format!("[{}]", cells.join(","))
        })
        .collect()
}

/// Returns the whole term around rows written so.
pub fn write_state(rows: &[String], player: &str) -> String {
    format!("state([{}],{player}).", rows.join(","))
}

/// Returns an atom, quoted where Prolog needs quotes.
pub fn write_atom(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain { name.to_owned() } else { format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'")) }
}

/// Reads one term, with or without the full stop at its end.
pub fn read(text: &str) -> Result<Term, ParseError> {
    let mut reader = Reader { rest: text.chars().peekable() };
    let term = reader.term(0)?;
    reader.skip_layout();
    if reader.rest.peek() == Some(&'.') {
        reader.rest.next();
        reader.skip_layout();
    }
    match reader.rest.peek() {
        Some(_) => Err(reader.unexpected(END)),
        None => Ok(term),
    }
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
}

impl Reader<'_> {
    fn term(&mut self, depth: usize) -> Result<Term, ParseError> {
        if depth > DEPTH_MAX {
            return Err(DEEP.with("limit", DEPTH_MAX));
        }
        self.skip_layout();
        match self.rest.peek() {
            Some('[') => {
                self.rest.next();
                Ok(Term::List(self.sequence(']', depth)?))
            }
            Some('\'') => {
                self.rest.next();
                let name = self.quoted()?;
                self.compound_or_atom(name, depth)
            }
            Some(c) if c.is_ascii_digit() || *c == '-' => self.number(),
            Some(c) if c.is_ascii_alphabetic() || *c == '_' => {
                let is_variable = !c.is_ascii_lowercase();
                let name = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
                if is_variable && self.rest.peek() != Some(&'(') {
                    Ok(Term::Variable(name))
                } else {
                    self.compound_or_atom(name, depth)
                }
            }
            _ => Err(self.unexpected(TERM)),
        }
    }

    fn compound_or_atom(&mut self, name: String, depth: usize) -> Result<Term, ParseError> {
        if self.rest.peek() != Some(&'(') {
            return Ok(Term::Atom(name));
        }
        self.rest.next();
        Ok(Term::Compound(name, self.sequence(')', depth)?))
    }

    /// Terms separated by commas up to the closing character, which is taken too.
    fn sequence(&mut self, close: char, depth: usize) -> Result<Vec<Term>, ParseError> {
        let mut items = Vec::new();
        self.skip_layout();
        if self.rest.peek() == Some(&close) {
            self.rest.next();
            return Ok(items);
        }
        loop {
            items.push(self.term(depth + 1)?);
            self.skip_layout();
            match self.rest.peek() {
                Some(',') => self.rest.next(),
                Some(c) if *c == close => {
                    self.rest.next();
                    return Ok(items);
                }
                _ => return Err(self.unexpected(if close == ']' { LIST_GOES_ON } else { ARGUMENTS_GO_ON })),
            };
        }
    }

    fn quoted(&mut self) -> Result<String, ParseError> {
        let mut name = String::new();
        loop {
            match self.rest.next() {
                // A quote is written twice or behind a backslash.
                Some('\'') if self.rest.peek() == Some(&'\'') => name.extend(self.rest.next()),
                Some('\'') => return Ok(name),
                Some('\\') => name.extend(self.rest.next()),
                Some(c) => name.push(c),
                None => return Err(ENDED.with("expected", QUOTE)),
            }
        }
    }

    fn number(&mut self) -> Result<Term, ParseError> {
        let mut digits = String::new();
        if self.rest.peek() == Some(&'-') {
            digits.extend(self.rest.next());
            // By itself a minus is an atom.
            if !self.rest.peek().is_some_and(char::is_ascii_digit) {
                return Ok(Term::Atom(digits));
            }
        }
        digits.push_str(&self.take_while(|c| c.is_ascii_digit()));
        match digits.parse() {
            Ok(number) => Ok(Term::Number(number)),
            Err(_) => Err(UNEXPECTED.with("expected", NUMBER).with("text", quote(&digits))),
        }
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(c) = self.rest.next_if(|c| keep(*c)) {
            taken.push(c);
        }
        taken
    }

    /// White space and `%` comments.
    fn skip_layout(&mut self) {
        while let Some(c) = self.rest.next_if(|c| c.is_whitespace() || *c == '%') {
            if c == '%' {
                while self.rest.next_if(|c| *c != '\n').is_some() {}
            }
        }
    }

    fn unexpected(&mut self, expected: &'static Phrase) -> ParseError {
        match self.rest.peek() {
            Some(c) => UNEXPECTED.with("expected", expected).with("text", quote(&c.to_string())),
            None => ENDED.with("expected", expected),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_as_prolog_reads_them() {
        let term = read("board([ [x , 'it''s'], % a comment\n [black(3), -7] ]) .").unwrap();
        assert_eq!(term.to_string(), "board([[x,'it\\'s'],[black(3),-7]])");
        assert_eq!(read("[-, '-']").unwrap().to_string(), "['-','-']");
        assert_eq!(read("[P, 'P', _x]").unwrap().to_string(), "[P,'P',_x]");
    }

    #[test]
    fn an_unbound_player_is_named_as_a_variable() {
        let error = |text: &str| {
            PrologState::read(text).unwrap().turn(["white", "black"], Player::First).unwrap_err().to_string()
        };
        assert_eq!(
            error("display_game([], P)"),
            "Prolog term: the player is the variable P: write white or black in its place, or the board alone"
        );
        assert_eq!(
            error("display_game([], 'P')"),
            "Prolog term: the player must be white or black, not \"'P'\""
        );
    }

    #[test]
    fn errors_say_what_was_expected() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(error("[a,b"), "Prolog term: expected \",\" or \"]\", but the text ends");
        assert_eq!(error("[a;b]"), "Prolog term: expected \",\" or \"]\", found \";\"");
        assert_eq!(error("[a] [b]"), "Prolog term: expected the end of the term, found \"[\"");
        assert_eq!(error(&"[".repeat(100_000)), "Prolog term: nested more than 8 deep");
        assert_eq!(error("['abc"), "Prolog term: expected a closing quote, but the text ends");
        assert_eq!(
            error("[99999999999999999999]"),
            "Prolog term: expected a number, found \"99999999999999999999\""
        );
    }
}
