//! Records as PGN-shaped text: tags, numbered moves with comments, the result. Several may follow one another.

use std::fmt;

use super::*;
use crate::{ParseError, Phrase, find, quote};

/// Longest text that is read, in bytes.
pub const TEXT_MAX: usize = 16 << 20;
const TAGS_MAX: usize = 64;
const LINE_WIDTH: usize = 80;

/// What is wrong in a text of records, and on which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    pub line: usize,
    pub message: ParseError,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordError {}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.outcome().map_or("*", Outcome::result);
        write_tag(f, "Game", self.info().id)?;
        for name in ["First", "Second", "Date"] {
            write_tag(f, name, self.tag(name).unwrap_or("?"))?;
        }
        if self.start().to_string() != (self.game.start)().to_string() {
            write_tag(f, "Start", &self.start().to_string())?;
        }
        write_tag(f, "Result", result)?;
        if let Some(word) = self.closing.and_then(termination) {
            write_tag(f, "Termination", word)?;
        }
        for (name, text) in self.tags.iter().filter(|(name, _)| !["First", "Second", "Date"].contains(&name.as_str())) {
            write_tag(f, name, text)?;
        }
        writeln!(f)?;
        let mut line = Line { f, width: 0 };
        for word in words(self, |comment| format!("{{{comment}}}")) {
            line.word(&word)?;
        }
        writeln!(f)
    }
}

/// The move text word by word: numbers, moves, comments, the result.
pub(super) fn words(record: &Record, write_comment: impl Fn(&str) -> String) -> Vec<String> {
    let mut words = Vec::new();
    let comment = |played: usize| Some(record.comment(played)).filter(|comment| !comment.is_empty()).map(&write_comment);
    words.extend(comment(0));
    let first_is_second = usize::from(record.start().turn() == Player::Second);
    for (index, mv) in record.moves().iter().enumerate() {
        let half = index + first_is_second;
        if half % 2 == 0 {
            words.push(format!("{}.", half / 2 + 1));
        } else if index == 0 || !record.comment(index).is_empty() {
            words.push(format!("{}...", half / 2 + 1));
        }
        words.push(mv.clone());
        words.extend(comment(index + 1));
    }
    words.push(record.outcome().map_or("*", Outcome::result).to_owned());
    words
}

pub(super) fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, text: &str) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Words of the move text, broken into lines of a readable width.
struct Line<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    width: usize,
}

impl Line<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        if self.width > 0 && self.width + 1 + word.len() > LINE_WIDTH {
            self.f.write_str("\n")?;
            self.width = 0;
        } else if self.width > 0 {
            self.f.write_str(" ")?;
            self.width += 1;
        }
        self.width += word.len();
        self.f.write_str(word)
    }
}

pub(super) fn termination(closing: Closing) -> Option<&'static str> {
    match closing {
        Closing::Resigned(_) => Some("resignation"),
        Closing::Agreed => Some("agreement"),
        Closing::OutOfTime(_) => Some("time forfeit"),
        Closing::Abandoned(_) => Some("abandoned"),
        Closing::Forfeited(_) => Some("rules infraction"),
        Closing::Adjudicated(_) => Some("adjudication"),
        Closing::Given(_) => None,
    }
}

impl Record {
    /// Reads every record in a text.
    ///
    /// # Errors
    /// Says on which line what is wrong; a text without a game is wrong too.
    pub fn read_all(text: &str) -> Result<Vec<Self>, RecordError> {
        let mut reader = Reader { rest: text, line: 1, tag_lines: Vec::new() };
        let fail = |line, message| Err(RecordError { line, message });
        if text.len() > TEXT_MAX {
            return fail(1, LONG.with("limit", TEXT_MAX));
        }
        let mut records = Vec::new();
        while reader.skip_blank() {
            let line = reader.line;
            match reader.record() {
                Ok(record) => records.push(record),
                Err(message) => return fail(reader.line.max(line), message),
            }
        }
        if records.is_empty() { fail(reader.line, EMPTY.message()) } else { Ok(records) }
    }
}

/// A word of the move text.
pub(super) enum Token<'a> {
    Word(&'a str),
    Comment(String),
}

pub(super) struct Reader<'a> {
    pub(super) rest: &'a str,
    line: usize,
    /// Where the tags of this record stand.
    tag_lines: Vec<(String, usize)>,
}

impl<'a> Reader<'a> {
    fn record(&mut self) -> Result<Record, ParseError> {
        let tags = self.tags()?;
        if let Some((game, players)) = pgn::game(&tags) {
            return pgn::read(self, game, players, &tags);
        }
        let tag = |name: &str| tags.iter().find(|(tag, _)| tag == name).map(|(_, text)| text.as_str());
        let id = tag("Game").ok_or_else(|| NO_START_TAG.message())?;
        let game = find(id).ok_or_else(|| self.at_tag("Game", UNKNOWN_GAME.with("text", quote(id))))?;
        let mut record = Record::new(game);
        if let Some(text) = tag("Start") {
            let start = (game.read)(text).map_err(|reason| self.at_tag("Start", START.with("tag", "Start").with("reason", reason)))?;
            record = Record::from_position(game, start);
        }
        for (name, text) in &tags {
            if !["Game", "Start", "Result", "Termination"].contains(&name.as_str()) {
                record.set_tag(name, text.as_str());
            }
        }
        let result = self.moves(&mut record)?;
        if let Some(tagged) = tag("Result") {
            read_result(tagged).map_err(|error| self.at_tag("Result", error))?;
            if tagged != result {
                return Err(RESULTS_DIFFER.with("text", result).with("expected", tagged).with("where", RESULT_TAG));
            }
        }
        close(&mut record, read_result(result)?, tag("Termination"))?;
        Ok(record)
    }

    /// What is wrong with a tag is wrong on the line of that tag.
    pub(super) fn at_tag(&mut self, name: &str, message: ParseError) -> ParseError {
        if let Some((_, line)) = self.tag_lines.iter().find(|(tag, _)| tag == name) {
            self.line = *line;
        }
        message
    }

    fn tags(&mut self) -> Result<Vec<(String, String)>, ParseError> {
        let mut tags: Vec<(String, String)> = Vec::new();
        self.tag_lines.clear();
        while self.skip_blank() && self.rest.starts_with('[') {
            let line = self.rest.lines().next().unwrap_or("");
            let (name, text) = read_tag(line).ok_or_else(|| NO_TAG_END.with("text", quote(line)))?;
            if tags.iter().any(|(tag, _)| *tag == name) {
                return Err(TAG_TWICE.with("text", quote(&name)));
            }
            if tags.len() == TAGS_MAX {
                return Err(TAGS.with("limit", TAGS_MAX));
            }
            self.tag_lines.push((name.clone(), self.line));
            tags.push((name, text));
            self.advance(line.len());
        }
        Ok(tags)
    }

    /// Plays the moves up to the result, and gives the result back.
    fn moves(&mut self, record: &mut Record) -> Result<&'a str, ParseError> {
        let offset = usize::from(record.start().turn() == Player::Second);
        loop {
            let word = match self.token()? {
                None => return Ok("*"),
                Some(Token::Comment(comment)) => {
                    add_comment(record, &comment);
                    continue;
                }
                Some(Token::Word(word)) => word,
            };
            if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) {
                return Ok(word);
            }
            if word.starts_with('[') {
                return Err(AFTER_RESULT.with("text", quote(word)));
            }
            let mv = strip_number(word, (record.played + offset) / 2 + 1)?;
            if mv.is_empty() {
                continue;
            }
            record.play(mv).map_err(|reason| MOVE.with("text", quote(mv)).with("reason", reason))?;
        }
    }

    pub(super) fn token(&mut self) -> Result<Option<Token<'a>>, ParseError> {
        if !self.skip_blank() {
            return Ok(None);
        }
        let rest = self.rest;
        if let Some(comment) = rest.strip_prefix('{') {
            let end = comment.find('}').ok_or_else(|| OPEN_COMMENT.message())?;
            self.advance(end + 2);
            return Ok(Some(Token::Comment(clean(&comment[..end]))));
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
        self.advance(end);
        Ok(Some(Token::Word(&rest[..end])))
    }

    /// Goes on to the next character that is no white space; false at the end of the text.
    pub(super) fn skip_blank(&mut self) -> bool {
        let blank = self.rest.find(|c: char| !c.is_whitespace() && c != '\u{feff}').unwrap_or(self.rest.len());
        self.advance(blank);
        !self.rest.is_empty()
    }

    pub(super) fn advance(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.matches('\n').count();
        self.rest = rest;
    }
}

pub(super) fn add_comment(record: &mut Record, comment: &str) {
    let slot = &mut record.comments[record.played];
    slot.push_str(if slot.is_empty() || comment.is_empty() { "" } else { " " });
    slot.push_str(comment);
}

/// `[Name "text"]`, where `\"` and `\\` stand for a quote and a backslash inside the text. Programs that know no such
/// marks write both as they are, so a lone one is taken for itself.
fn read_tag(line: &str) -> Option<(String, String)> {
    let (name, quoted) = line.trim_end().strip_prefix('[')?.strip_suffix(']')?.trim().split_once(char::is_whitespace)?;
    let body = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut characters = body.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.as_str().starts_with(['"', '\\']) => text.extend(characters.next()),
            _ => text.push(character),
        }
    }
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    plain.then(|| (name.to_owned(), clean(&text)))
}

/// A move without the number before it, `12.` or `12...`, which must be right. A number alone leaves nothing.
pub(super) fn strip_number(word: &str, expected: usize) -> Result<&str, ParseError> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = word.split_at(digits);
    // Without a dot this is no number: the Ataxx pass is 0000.
    if digits == 0 || !rest.starts_with('.') {
        return Ok(word);
    }
    if number != expected.to_string() {
        return Err(NUMBER.with("found", quote(number)).with("expected", expected));
    }
    Ok(rest.trim_start_matches('.'))
}

pub(super) fn read_result(text: &str) -> Result<Option<Outcome>, ParseError> {
    match text {
        "1-0" => Ok(Some(Outcome::Win(Player::First))),
        "0-1" => Ok(Some(Outcome::Win(Player::Second))),
        "1/2-1/2" => Ok(Some(Outcome::Draw)),
        "*" => Ok(None),
        _ => Err(RESULT.with("text", quote(text))),
    }
}

/// Brings the result that the text gives together with the one the moves lead to.
pub(super) fn close(record: &mut Record, result: Option<Outcome>, termination: Option<&str>) -> Result<(), ParseError> {
    let Some(result) = result else { return Ok(()) };
    if let Some(reached) = record.outcome() {
        let differ = |phrase: &'static Phrase| phrase.with("text", result.result()).with("expected", reached.result());
        return if reached == result { Ok(()) } else { Err(differ(RESULTS_DIFFER).with("where", LAST_POSITION)) };
    }
    let misfit = |word| TERMINATION.with("text", quote(word)).with("result", result.result());
    record.close(match (termination, result) {
        (Some("resignation"), Outcome::Win(winner)) => Closing::Resigned(!winner),
        (Some("time forfeit"), Outcome::Win(winner)) => Closing::OutOfTime(!winner),
        (Some("abandoned"), Outcome::Win(winner)) => Closing::Abandoned(!winner),
        (Some("rules infraction"), Outcome::Win(winner)) => Closing::Forfeited(!winner),
        (Some("agreement"), Outcome::Draw) => Closing::Agreed,
        (Some("adjudication"), outcome) => Closing::Adjudicated(outcome),
        (Some(word @ ("resignation" | "time forfeit" | "agreement" | "abandoned" | "rules infraction")), _) => return Err(misfit(word)),
        _ => Closing::Given(result),
    });
    Ok(())
}

/// Text from outside as one line without control characters: it may reach a terminal.
pub(super) fn clean(text: &str) -> String {
    // First these, lest a word that has nothing else leave two blanks where it was.
    let visible: String = text.chars().filter(|c| c.is_whitespace() || !c.is_control()).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}
