//! The Markdown of the rules as each medium needs it: HTML for the pages, blocks of styled runs for
//! terminals.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// The extensions of CommonMark that texts may use.
const EXTENSIONS: Options = Options::ENABLE_TABLES;

/// Returns a text as HTML. HTML inside the text is shown, not obeyed.
pub fn to_html(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, EXTENSIONS).map(|event| match event {
        // Boards are wider than a phone: only an element with focus can be scrolled by keys.
        Event::Start(Tag::CodeBlock(_)) => Event::Html(CowStr::Borrowed("<pre tabindex=\"0\"><code>")),
        Event::End(TagEnd::CodeBlock) => Event::Html(CowStr::Borrowed("</code></pre>\n")),
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out
}

/// How the characters of a run look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    #[default]
    Plain,
    Strong,
    Code,
}

/// Characters that look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub text: String,
    pub emphasis: Emphasis,
}

/// A part of a text that begins on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextBlock {
    Heading(Vec<Run>),
    Paragraph(Vec<Run>),
    /// An item of a list with its mark: `-`, or a number with a full stop.
    Item {
        mark: String,
        runs: Vec<Run>,
    },
    /// Lines to be shown as they are: boards, and the rows of tables.
    Verbatim(Vec<String>),
}

/// Returns a text as the blocks that a terminal shows one below the other. Lists inside lists become one
/// list.
pub fn to_blocks(markdown: &str) -> Vec<TextBlock> {
    let mut builder = Builder::default();
    for event in Parser::new_ext(markdown, EXTENSIONS) {
        builder.take(event);
    }
    builder.blocks
}

#[derive(Default)]
struct Builder {
    blocks: Vec<TextBlock>,
    runs: Vec<Run>,
    emphasis: Emphasis,
    /// The numbers of the next items, innermost list last; none where the list has bullets.
    lists: Vec<Option<u64>>,
    /// The mark of the item that has not been shown yet.
    mark: Option<String>,
    /// The cells of a table, row by row.
    rows: Vec<Vec<String>>,
}

impl Builder {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::List(start)) => {
                self.end_text();
                self.lists.push(start);
            }
            Event::End(TagEnd::List(_)) => {
                self.lists.pop();
            }
            Event::Start(Tag::Item) => {
                let number = self.lists.last_mut().and_then(Option::as_mut);
                self.mark = Some(number.map_or("-".to_owned(), |number| {
                    *number += 1;
                    format!("{}.", *number - 1)
                }));
            }
            Event::Start(Tag::Strong) => self.emphasis = Emphasis::Strong,
            Event::End(TagEnd::Strong) => self.emphasis = Emphasis::Plain,
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.push(&text, self.emphasis);
            }
            Event::Code(text) => self.push(&text, Emphasis::Code),
            Event::SoftBreak | Event::HardBreak => self.push(" ", self.emphasis),
            Event::End(TagEnd::Heading(_)) => {
                let runs = std::mem::take(&mut self.runs);
                self.blocks.push(TextBlock::Heading(runs));
            }
            Event::End(TagEnd::Paragraph | TagEnd::Item) => self.end_text(),
            Event::End(TagEnd::CodeBlock) => {
                let lines = self.end_plain().lines().map(str::to_owned).collect();
                self.blocks.push(TextBlock::Verbatim(lines));
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => self.rows.push(Vec::new()),
            Event::End(TagEnd::TableCell) => {
                let cell = self.end_plain();
                self.rows.last_mut().expect("a cell stands in a row").push(cell);
            }
            Event::End(TagEnd::Table) => {
                let rows = std::mem::take(&mut self.rows);
                self.blocks.push(TextBlock::Verbatim(align(&rows)));
            }
            _ => {}
        }
    }

    fn push(&mut self, text: &str, emphasis: Emphasis) {
        match self.runs.last_mut() {
            Some(run) if run.emphasis == emphasis => run.text.push_str(text),
            _ => self.runs.push(Run { text: text.to_owned(), emphasis }),
        }
    }

    /// Ends a paragraph or an item, where there is one.
    fn end_text(&mut self) {
        if !self.runs.is_empty() {
            let runs = std::mem::take(&mut self.runs);
            self.blocks.push(match self.mark.take() {
                Some(mark) => TextBlock::Item { mark, runs },
                None => TextBlock::Paragraph(runs),
            });
        }
    }

    /// Takes the text that has been gathered, without its emphasis.
    fn end_plain(&mut self) -> String {
        std::mem::take(&mut self.runs).into_iter().map(|run| run.text).collect()
    }
}

/// Returns the rows with each column as wide as its widest cell.
fn align(rows: &[Vec<String>]) -> Vec<String> {
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(column, cell)| format!("{cell:<0$}", width(column)));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Moving\n\nA piece **slides** to `a1`\nor on:\n\n    2  . .\n    1  x o\n\n\
        1. First,\n   then.\n2. Second.\n\n- <b>One</b>\n\n| id | name |\n|---|---|\n| ataxx | A |\n";

    fn run(text: &str, emphasis: Emphasis) -> Run {
        Run { text: text.to_owned(), emphasis }
    }

    #[test]
    fn blocks_are_headings_paragraphs_items_boards_and_tables() {
        let plain = |text: &str| vec![run(text, Emphasis::Plain)];
        let item = |mark: &str, text: &str| TextBlock::Item { mark: mark.to_owned(), runs: plain(text) };
        let verbatim = |lines: [&str; 2]| TextBlock::Verbatim(lines.map(str::to_owned).to_vec());
        let paragraph = TextBlock::Paragraph(vec![
            run("A piece ", Emphasis::Plain),
            run("slides", Emphasis::Strong),
            run(" to ", Emphasis::Plain),
            run("a1", Emphasis::Code),
            run(" or on:", Emphasis::Plain),
        ]);
        assert_eq!(
            to_blocks(TEXT),
            [
                TextBlock::Heading(plain("Moving")),
                paragraph,
                verbatim(["2  . .", "1  x o"]),
                item("1.", "First, then."),
                item("2.", "Second."),
                item("-", "<b>One</b>"),
                verbatim(["id     name", "ataxx  A"]),
            ]
        );
    }

    #[test]
    fn html_of_a_text_is_shown_and_boards_take_the_focus() {
        let html = to_html(TEXT);
        for part in [
            "<h1>Moving</h1>",
            "<strong>slides</strong> to <code>a1</code>",
            "<ol>\n<li>First,\nthen.</li>",
            "<pre tabindex=\"0\"><code>2  . .\n1  x o",
            "&lt;b&gt;One&lt;/b&gt;",
            "<td>ataxx</td>",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
    }
}
