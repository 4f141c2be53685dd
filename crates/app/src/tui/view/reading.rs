//! Texts to read: words wrapped to a width, and the simple Markdown of the rules.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::tui::theme::{Paint, Skin};

/// Breaks a text at its spaces into lines of at most this width; a word that is longer is cut.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        loop {
            let line = lines.last_mut().expect("there is always a line");
            let used = line.chars().count();
            if used > 0 && used + 1 + word.len() > width {
                lines.push(String::new());
                continue;
            }
            if used > 0 {
                line.push(' ');
            }
            let rest = word.split_off(word.len().min(width));
            line.extend(word);
            if rest.is_empty() {
                break;
            }
            word = rest;
            lines.push(String::new());
        }
    }
    lines
}

/// The rules as lines of at most this width: headings, paragraphs, lists, and boards kept as they are.
pub fn markdown(text: &str, width: usize, skin: Skin) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut paragraph = String::new();
    let flush = |paragraph: &mut String, lines: &mut Vec<Line<'static>>| {
        if !paragraph.is_empty() {
            let is_item = paragraph.starts_with("- ");
            let mut state = Inline { is_bold: false, is_code: false };
            for (index, line) in
                wrap(paragraph, if is_item { width.saturating_sub(2) } else { width }).into_iter().enumerate()
            {
                let line = if is_item && index > 0 { format!("  {line}") } else { line };
                lines.push(state.line(&line, skin));
            }
            paragraph.clear();
        }
    };
    for line in text.lines() {
        let heading = line.trim_start_matches('#');
        if heading.len() < line.len() {
            flush(&mut paragraph, &mut lines);
            let style = skin.text(Paint::Accent).add_modifier(Modifier::BOLD);
            lines.push(Line::from(Span::styled(heading.trim().to_owned(), style)));
        } else if line.starts_with("    ") || line.starts_with('|') {
            flush(&mut paragraph, &mut lines);
            lines.push(Line::from(Span::styled(line.to_owned(), skin.text(Paint::Text))));
        } else if line.trim().is_empty() {
            flush(&mut paragraph, &mut lines);
            lines.push(Line::default());
        } else {
            if line.starts_with("- ") {
                flush(&mut paragraph, &mut lines);
            }
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line.trim());
        }
    }
    flush(&mut paragraph, &mut lines);
    lines
}

/// Bold and code go on from one line to the next.
struct Inline {
    is_bold: bool,
    is_code: bool,
}

impl Inline {
    fn line(&mut self, text: &str, skin: Skin) -> Line<'static> {
        let mut spans = Vec::new();
        let mut run = String::new();
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let is_bold_mark = character == '*' && characters.next_if_eq(&'*').is_some();
            if is_bold_mark || character == '`' {
                spans.push(Span::styled(std::mem::take(&mut run), self.style(skin)));
                if is_bold_mark {
                    self.is_bold = !self.is_bold;
                } else {
                    self.is_code = !self.is_code;
                }
            } else {
                run.push(character);
            }
        }
        spans.push(Span::styled(run, self.style(skin)));
        Line::from(spans)
    }

    fn style(&self, skin: Skin) -> Style {
        match (self.is_code, self.is_bold) {
            (true, _) => skin.text(Paint::Target),
            (false, true) => skin.text(Paint::Text).add_modifier(Modifier::BOLD),
            (false, false) => skin.text(Paint::Text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_and_long_ones_cut() {
        assert_eq!(wrap("the quick brown fox", 10), ["the quick", "brown fox"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("a abcdefgh b", 4), ["a", "abcd", "efgh", "b"]);
        assert_eq!(wrap("", 5), [""]);
    }
}
