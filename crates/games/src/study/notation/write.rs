//! Writes studies and records; the module above reads them.

use std::fmt;

use crate::Outcome;
use crate::record::{Closing, Record};
use crate::study::{Mark, NodeId, Study};

const LINE_WIDTH: usize = 80;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Study::of(self).fmt(f)
    }
}

impl fmt::Display for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tag(f, "Game", self.info().id)?;
        for name in ["First", "Second", "Date"] {
            write_tag(f, name, self.tag(name).unwrap_or("?"))?;
        }
        let start = self.position(NodeId::ROOT).to_string();
        if start != (self.game().start)().to_string() {
            write_tag(f, "Start", &start)?;
        }
        write_tag(f, "Result", self.outcome().map_or("*", Outcome::result))?;
        if let Some(word) = self.closing().and_then(termination) {
            write_tag(f, "Termination", word)?;
        }
        for (name, text) in self.tags().filter(|(name, _)| !["First", "Second", "Date"].contains(name)) {
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

/// Returns the move text word by word: numbers, moves, marks, comments, variations, the result.
pub(in crate::study) fn words(study: &Study, write_comment: impl Fn(&str) -> String) -> Vec<String> {
    let mut writer = Writer { study, write_comment, words: Vec::new(), prefix: "", needs_number: true };
    writer.marks(study.marks(NodeId::ROOT));
    writer.comment(study.comment(NodeId::ROOT));
    writer.line(NodeId::ROOT);
    writer.words.push(study.outcome().map_or("*", Outcome::result).to_owned());
    writer.words
}

struct Writer<'a, F> {
    study: &'a Study,
    write_comment: F,
    words: Vec<String>,
    /// What is put before the next word: a variation that is being opened.
    prefix: &'static str,
    /// Whether the second player's move must have its number, because it does not follow directly on a move.
    needs_number: bool,
}

impl<F: Fn(&str) -> String> Writer<'_, F> {
    fn word(&mut self, word: &str) {
        self.words.push(format!("{}{word}", std::mem::take(&mut self.prefix)));
    }

    fn comment(&mut self, comment: &str) {
        if !comment.is_empty() {
            let comment = (self.write_comment)(comment);
            self.word(&comment);
            self.needs_number = true;
        }
    }

    fn marks(&mut self, marks: &[Mark]) {
        for mark in marks {
            self.word(&format!("${}", mark.0));
        }
    }

    /// What follows a node: the main continuation, each of its moves followed by the variations of that move.
    fn line(&mut self, mut node: NodeId) {
        while let [main, variations @ ..] = self.study.children(node) {
            self.step(*main);
            for variation in variations {
                self.prefix = "(";
                self.needs_number = true;
                self.comment(self.study.comment_before(*variation));
                self.step(*variation);
                self.line(*variation);
                self.words.last_mut().expect("a variation has a move").push(')');
                self.needs_number = true;
            }
            node = *main;
        }
    }

    /// A move with its number where one is needed, its marks and its comment.
    fn step(&mut self, node: NodeId) {
        let half = self.study.ply(node) - 1 + usize::from(self.study.starts_second());
        if half.is_multiple_of(2) {
            self.word(&format!("{}.", half / 2 + 1));
        } else if self.needs_number {
            self.word(&format!("{}...", half / 2 + 1));
        }
        self.needs_number = false;
        let marks = self.study.marks(node);
        let sign = marks.first().and_then(|mark| mark.sign());
        self.word(&format!("{}{}", self.study.mv(node).unwrap_or(""), sign.unwrap_or("")));
        self.marks(&marks[usize::from(sign.is_some())..]);
        self.comment(self.study.comment(node));
    }
}

pub(in crate::study) fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, text: &str) -> fmt::Result {
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

pub(in crate::study) fn termination(closing: Closing) -> Option<&'static str> {
    match closing {
        Closing::Resigned(_) => Some("resignation"),
        Closing::Agreed => Some("agreement"),
        Closing::OutOfTime(_) => Some("time forfeit"),
        Closing::Abandoned(_) => Some("abandoned"),
        Closing::MoveLimit => Some("move limit"),
        Closing::Forfeited(_) => Some("rules infraction"),
        Closing::Adjudicated(_) => Some("adjudication"),
        Closing::Given(_) => None,
    }
}
