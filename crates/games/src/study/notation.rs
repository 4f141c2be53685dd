//! Studies and records as PGN-shaped text: tags, numbered moves with marks, comments and variations, the
//! result. Several may follow one another.

mod write;

use std::fmt;

use super::{COMMENT_MAX, MARKS_MAX, Mark, NESTING, NESTING_MAX, NodeId, Study, TAGS_MAX, pgn};
use crate::record::{Closing, Note, Record};
use crate::{Outcome, ParseError, Phrase, Player, find, quote};

pub(super) use write::{termination, words, write_tag};

/// Longest text that is read, in bytes.
pub const TEXT_MAX: usize = 16 << 20;

/// Tags that the writer fills in, in one form or the other; they do not count towards [`TAGS_MAX`].
const WRITTEN: [&str; 14] = [
    "Game",
    "First",
    "Second",
    "Date",
    "Start",
    "Result",
    "Termination",
    "Event",
    "Site",
    "Round",
    "Black",
    "White",
    "FEN",
    "Adjudicated",
];

phrases! {
    NO_START_TAG = "record-no-game": "the tag Game is missing";
    UNKNOWN_GAME = "record-unknown-game": "there is no game called {text}";
    NO_TAG_END = "record-tag": "a tag is written [Name \"text\"], not {text}";
    TAG_TWICE = "record-tag-twice": "the tag {text} stands twice";
    START = "record-start": "the tag {tag}: {reason}";
    MOVE = "record-move": "move {text}: {reason}";
    NUMBER = "record-number": "move number {found} where {expected} was expected";
    MARK = "record-mark": "a mark is written as !, ?, or $ and a number up to 65535, not {text}";
    MARKS = "record-marks": "a move has at most {limit} marks";
    OPEN_COMMENT = "record-open-comment": "a comment is not closed";
    LONG_COMMENT = "record-long-comment": "a comment has more than {limit} bytes";
    OPEN_VARIATION = "record-open-variation": "a variation is not closed";
    NO_VARIATION = "record-no-variation": "a variation is closed that was not opened";
    EARLY_VARIATION = "record-early-variation": "a variation stands before the move that it differs from";
    RESULT = "record-result": "a result is 1-0, 0-1, 1/2-1/2 or *, not {text}";
    RESULTS_DIFFER = "record-results-differ": "the result {text} is not the {expected} of {where}";
    TERMINATION = "record-termination": "the tag Termination {text} does not fit the result {result}";
    AFTER_RESULT = "record-after-result": "the result is missing before {text}";
    EMPTY = "record-empty": "there is no game in the text";
    LONG = "record-long": "the text has more than {limit} bytes";
    TAGS = "record-tags": "the text has more than {limit} tags";
    RESULT_TAG = "record-result-tag": "the tag Result";
    LAST_POSITION = "record-last-position": "the last position";
}

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

impl Record {
    /// Reads every record in a text. Each keeps the variations that stand beside it until it is written
    /// again.
    ///
    /// # Errors
    /// Says on which line what is wrong; a text without a game is wrong too.
    pub fn read_all(text: &str) -> Result<Vec<Self>, RecordError> {
        read_all(text, Study::into_record)
    }
}

impl Study {
    /// Reads every study in a text, in jogo's form or as the PGN of other programs.
    ///
    /// # Errors
    /// Says on which line what is wrong; a text without a game is wrong too.
    pub fn read_all(text: &str) -> Result<Vec<Self>, RecordError> {
        read_all(text, |study| study)
    }
}

/// Reads every study, and makes something else of each before the next is read.
fn read_all<T>(text: &str, make: impl Fn(Study) -> T) -> Result<Vec<T>, RecordError> {
    let mut reader = Reader { rest: text, line: 1, tag_lines: Vec::new() };
    let fail = |line, message| Err(RecordError { line, message });
    if text.len() > TEXT_MAX {
        return fail(1, LONG.with("limit", TEXT_MAX));
    }
    let mut made = Vec::new();
    while reader.skip_blank() {
        let line = reader.line;
        match reader.study() {
            Ok(study) => made.push(make(study)),
            Err(message) => return fail(reader.line.max(line), message),
        }
    }
    if made.is_empty() { fail(reader.line, EMPTY.message()) } else { Ok(made) }
}

/// Which programs' habits the move text may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Own,
    /// Numbers may count pairs of moves, and the result may be missing.
    Pgn,
}

/// A part of the move text.
enum Token<'a> {
    Word(&'a str),
    Comment(String),
    Open,
    Close,
}

pub(super) struct Reader<'a> {
    rest: &'a str,
    line: usize,
    /// Where the tags of this record stand.
    tag_lines: Vec<(String, usize)>,
}

/// A line of moves that is being read.
struct Branch {
    /// Where it stands.
    node: NodeId,
    /// What was said before its first move; `None` once that was made.
    before: Option<Note>,
}

impl<'a> Reader<'a> {
    fn study(&mut self) -> Result<Study, ParseError> {
        let tags = self.tags()?;
        if let Some((game, players)) = pgn::game(&tags) {
            return pgn::read(self, game, players, &tags);
        }
        let tag = |name: &str| tags.iter().find(|(tag, _)| tag == name).map(|(_, text)| text.as_str());
        let id = tag("Game").ok_or_else(|| NO_START_TAG.message())?;
        let game = find(id).ok_or_else(|| self.at_tag("Game", UNKNOWN_GAME.with("text", quote(id))))?;
        let mut study = Study::new(game);
        if let Some(text) = tag("Start") {
            let start = (game.read)(text)
                .map_err(|reason| self.at_tag("Start", START.with("tag", "Start").with("reason", reason)))?;
            study = Study::from_position(game, start);
        }
        for (name, text) in &tags {
            if !["Game", "Start", "Result", "Termination"].contains(&name.as_str()) {
                study.set_tag(name, text);
            }
        }
        let result = self.moves(&mut study, Form::Own)?.unwrap_or("*");
        if let Some(tagged) = tag("Result") {
            read_result(tagged).map_err(|error| self.at_tag("Result", error))?;
            if tagged != result {
                return Err(RESULTS_DIFFER
                    .with("text", result)
                    .with("expected", tagged)
                    .with("where", RESULT_TAG));
            }
        }
        close(&mut study, read_result(result)?, tag("Termination"))?;
        Ok(study)
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
            if counts(&name) && tags.iter().filter(|(tag, _)| counts(tag)).count() == TAGS_MAX {
                return Err(TAGS.with("limit", TAGS_MAX));
            }
            self.tag_lines.push((name.clone(), self.line));
            tags.push((name, text));
            self.advance(line.len());
        }
        Ok(tags)
    }

    /// Reads the moves up to the result of the main line, and returns the result. At the end of the text
    /// there may be none, and in PGN also where the next game begins.
    pub(super) fn moves(&mut self, study: &mut Study, form: Form) -> Result<Option<&'a str>, ParseError> {
        let mut branch = Branch { node: NodeId::ROOT, before: None };
        let mut outer: Vec<Branch> = Vec::new();
        while self.skip_blank() {
            if self.rest.starts_with('[') {
                if form == Form::Own {
                    let word = self.rest.split_whitespace().next().unwrap_or("");
                    return Err(AFTER_RESULT.with("text", quote(word)));
                }
                break;
            }
            match self.token()? {
                Token::Comment(comment) => note(study, &mut branch).add_comment(&comment)?,
                Token::Open => {
                    let parent = study.parent(branch.node).filter(|_| branch.before.is_none());
                    let node = parent.ok_or_else(|| EARLY_VARIATION.message())?;
                    if outer.len() == NESTING_MAX {
                        return Err(NESTING.with("limit", NESTING_MAX));
                    }
                    outer
                        .push(std::mem::replace(&mut branch, Branch { node, before: Some(Note::default()) }));
                }
                Token::Close => {
                    let inner =
                        std::mem::replace(&mut branch, outer.pop().ok_or_else(|| NO_VARIATION.message())?);
                    // A variation without moves only had something to say.
                    if let Some(Note { comment, .. }) = inner.before {
                        note(study, &mut branch).add_comment(&comment)?;
                    }
                }
                Token::Word(word) if read_result(word).is_ok() => {
                    // Some programs give results to variations too.
                    if outer.is_empty() {
                        return Ok(Some(word));
                    }
                }
                Token::Word(word) => step(study, &mut branch, word, form)?,
            }
        }
        if outer.is_empty() { Ok(None) } else { Err(OPEN_VARIATION.message()) }
    }

    fn token(&mut self) -> Result<Token<'a>, ParseError> {
        let rest = self.rest;
        let (length, token) = match rest.chars().next() {
            Some('{') => {
                let end = rest.find('}').ok_or_else(|| OPEN_COMMENT.message())?;
                (end + 1, Token::Comment(clean(&rest[1..end])))
            }
            Some(';') => {
                let line = rest.lines().next().unwrap_or("");
                // Comments are written in braces, and there is no way to write one inside.
                (line.len(), Token::Comment(clean(&line[1..].replace('}', ""))))
            }
            Some('(') => (1, Token::Open),
            Some(')') => (1, Token::Close),
            _ => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || ['{', '(', ')'].contains(&c))
                    .unwrap_or(rest.len());
                (end, Token::Word(&rest[..end]))
            }
        };
        self.advance(length);
        Ok(token)
    }

    /// Goes on to the next character that is no white space; false at the end of the text.
    fn skip_blank(&mut self) -> bool {
        let blank =
            self.rest.find(|c: char| !c.is_whitespace() && c != '\u{feff}').unwrap_or(self.rest.len());
        self.advance(blank);
        !self.rest.is_empty()
    }

    fn advance(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.matches('\n').count();
        self.rest = rest;
    }
}

/// Returns where a comment or a mark belongs: to the last move, or to the move that begins a variation.
fn note<'s>(study: &'s mut Study, branch: &'s mut Branch) -> &'s mut Note {
    branch.before.as_mut().unwrap_or(&mut study.nodes[branch.node.index()].note)
}

impl Note {
    fn add_comment(&mut self, comment: &str) -> Result<(), ParseError> {
        let joint = if self.comment.is_empty() || comment.is_empty() { "" } else { " " };
        if self.comment.len() + joint.len() + comment.len() > COMMENT_MAX {
            return Err(LONG_COMMENT.with("limit", COMMENT_MAX));
        }
        self.comment.push_str(joint);
        self.comment.push_str(comment);
        Ok(())
    }

    fn add_mark(&mut self, mark: Mark) -> Result<(), ParseError> {
        if self.marks.len() == MARKS_MAX {
            return Err(MARKS.with("limit", MARKS_MAX));
        }
        self.marks.push(mark);
        Ok(())
    }
}

/// Takes a word of the move text: a mark like `$3`, or a number, a move and its signs like `!?`, any of which
/// may be missing.
fn step(study: &mut Study, branch: &mut Branch, word: &str, form: Form) -> Result<(), ParseError> {
    if let Some(number) = word.strip_prefix('$') {
        let plain = number.bytes().all(|byte| byte.is_ascii_digit());
        let mark =
            number.parse().ok().filter(|_| plain).map(Mark).ok_or_else(|| MARK.with("text", quote(word)))?;
        return note(study, branch).add_mark(mark);
    }
    let ply = study.ply(branch.node);
    let expected = (ply + usize::from(study.starts_second())) / 2 + 1;
    let stripped = strip_number(word, expected);
    let numberless = match form {
        Form::Own => stripped?,
        // python-ataxx counts in pairs from the first move, of either player.
        Form::Pgn => stripped
            .or_else(|error| strip_number(word, ply / 2 + 1).map_err(|_| error))?
            .trim_start_matches('.'),
    };
    let text = numberless.trim_end_matches(['!', '?']);
    if !text.is_empty() {
        let wrong = |reason: ParseError| MOVE.with("text", quote(text)).with("reason", reason);
        let mv = study.position(branch.node).read_move(text).map_err(wrong)?;
        branch.node = study.add(branch.node, mv).map_err(wrong)?;
        if let Some(before) = branch.before.take() {
            let node = &mut study.nodes[branch.node.index()];
            (node.before, node.note.marks) = (before.comment, before.marks);
        }
    }
    let mut signs = &numberless[text.len()..];
    while !signs.is_empty() {
        let (sign, rest) = signs.split_at(signs.len().min(2));
        let mark = Mark::of_sign(sign).ok_or_else(|| MARK.with("text", quote(word)))?;
        note(study, branch).add_mark(mark)?;
        signs = rest;
    }
    Ok(())
}

/// `[Name "text"]`, where `\"` and `\\` stand for a quote and a backslash inside the text. Programs that know
/// no such marks write both as they are, so a lone one is taken for itself.
fn read_tag(line: &str) -> Option<(String, String)> {
    let (name, quoted) =
        line.trim_end().strip_prefix('[')?.strip_suffix(']')?.trim().split_once(char::is_whitespace)?;
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

/// Returns a move without the number before it, `12.` or `12...`, which must be right. A number alone leaves
/// nothing.
fn strip_number(word: &str, expected: usize) -> Result<&str, ParseError> {
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
pub(super) fn close(
    study: &mut Study,
    result: Option<Outcome>,
    termination: Option<&str>,
) -> Result<(), ParseError> {
    let Some(result) = result else { return Ok(()) };
    if let Some(reached) = study.outcome() {
        let differ =
            |phrase: &'static Phrase| phrase.with("text", result.result()).with("expected", reached.result());
        return if reached == result {
            Ok(())
        } else {
            Err(differ(RESULTS_DIFFER).with("where", LAST_POSITION))
        };
    }
    let misfit = |word| TERMINATION.with("text", quote(word)).with("result", result.result());
    study.close(Some(match (termination, result) {
        (Some("resignation"), Outcome::Win(winner)) => Closing::Resigned(!winner),
        (Some("time forfeit"), Outcome::Win(winner)) => Closing::OutOfTime(!winner),
        (Some("abandoned"), Outcome::Win(winner)) => Closing::Abandoned(!winner),
        (Some("rules infraction"), Outcome::Win(winner)) => Closing::Forfeited(!winner),
        (Some("agreement"), Outcome::Draw) => Closing::Agreed,
        (Some("move limit"), Outcome::Draw) => Closing::MoveLimit,
        (Some("adjudication"), outcome) => Closing::Adjudicated(outcome),
        (
            Some(
                word @ ("resignation" | "time forfeit" | "agreement" | "move limit" | "abandoned"
                | "rules infraction"),
            ),
            _,
        ) => {
            return Err(misfit(word));
        }
        _ => Closing::Given(result),
    }));
    Ok(())
}

/// Text from outside as one line without control characters: it may reach a terminal.
pub(super) fn clean(text: &str) -> String {
    // First these, lest a word that has nothing else leave two blanks where it was.
    let visible: String = text.chars().filter(|c| c.is_whitespace() || !c.is_control()).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a comment as it can be written in braces.
pub(crate) fn clean_comment(text: &str) -> String {
    let mut comment = clean(&text.replace(['{', '}'], ""));
    comment.truncate(comment.floor_char_boundary(COMMENT_MAX));
    comment.truncate(comment.trim_end().len());
    comment
}

/// Returns whether a tag counts towards [`TAGS_MAX`].
pub(super) fn counts(name: &str) -> bool {
    !WRITTEN.iter().any(|written| written.eq_ignore_ascii_case(name))
}
