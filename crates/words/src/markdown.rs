//! The Markdown of the rules as each medium needs it: HTML for the pages, blocks of styled runs for
//! terminals.

use games::{GameEntry, text};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// The extensions of CommonMark that texts may use.
const EXTENSIONS: Options = Options::ENABLE_TABLES;

/// The word after the fence of a block that holds a position, which every medium draws as it draws boards.
const BOARD: &str = "board";

fn is_board(kind: &CodeBlockKind<'_>) -> bool {
    matches!(kind, CodeBlockKind::Fenced(word) if &**word == BOARD)
}

/// Returns a text as HTML. HTML inside the text is shown, not obeyed; a position is drawn by `draw`, which
/// returns HTML.
pub fn to_html(markdown: &str, mut draw: impl FnMut(&str) -> String) -> String {
    let mut position: Option<String> = None;
    let events = Parser::new_ext(markdown, EXTENSIONS).map(|event| match event {
        Event::Start(Tag::CodeBlock(kind)) if is_board(&kind) => {
            position = Some(String::new());
            Event::Html(CowStr::Borrowed(""))
        }
        Event::Text(text) if position.is_some() => {
            position.get_or_insert_default().push_str(&text);
            Event::Html(CowStr::Borrowed(""))
        }
        Event::End(TagEnd::CodeBlock) if position.is_some() => {
            Event::Html(CowStr::from(draw(position.take().unwrap_or_default().trim())))
        }
        // Tables and lines are wider than a phone: only an element with focus can be scrolled by keys.
        Event::Start(Tag::CodeBlock(_)) => Event::Html(CowStr::Borrowed("<pre tabindex=\"0\"><code>")),
        Event::End(TagEnd::CodeBlock) => Event::Html(CowStr::Borrowed("</code></pre>\n")),
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out
}

/// Returns the rules of a game as text for a terminal that shows nothing else: as they are written, but with
/// boards in the place of positions.
pub fn to_text(markdown: &str, game: &GameEntry) -> String {
    let mut out = String::new();
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if line.trim_end() == format!("```{BOARD}") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| line.trim_end() != "```").collect();
            for row in board_text(game, text.join("\n").trim()).lines() {
                out.push_str(format!("    {row}").trim_end());
                out.push('\n');
            }
        } else {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// A position as letters; its text, where it is none.
fn board_text(game: &GameEntry, position: &str) -> String {
    (game.read)(position).map_or_else(
        |_| position.to_owned(),
        |position| text::draw(&position.picture(), game.info, text::View::default(), &text::Marks::default()),
    )
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
    /// Lines to be shown as they are: the rows of tables.
    Verbatim(Vec<String>),
    /// A position, to be drawn.
    Board(String),
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
    /// Whether the block of code at hand holds a position.
    is_board: bool,
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
            Event::Start(Tag::CodeBlock(kind)) => self.is_board = is_board(&kind),
            Event::End(TagEnd::CodeBlock) if self.is_board => {
                let position = self.end_plain();
                self.blocks.push(TextBlock::Board(position.trim().to_owned()));
            }
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
        let html = to_html(TEXT, |_| String::new());
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

    #[test]
    fn positions_are_drawn_by_every_medium() {
        let text = "Here:\n\n```board\n1w1w1/2b2/5/2w2/1b1b1 b\n```\n\nThere.\n";
        let html = to_html(text, |position| format!("<b>{position}</b>"));
        assert_eq!(
            html.lines().collect::<String>(),
            "<p>Here:</p><b>1w1w1/2b2/5/2w2/1b1b1 b</b><p>There.</p>"
        );
        let board = TextBlock::Board("1w1w1/2b2/5/2w2/1b1b1 b".to_owned());
        assert_eq!(to_blocks(text)[1], board);
        let shown = to_text(text, games::find("neutreeko").unwrap());
        assert!(shown.starts_with("Here:\n\n     5  .  w  .  w  .\n"), "{shown}");
        assert!(!shown.contains("```"), "{shown}");
    }

    /// Every board of the rules is a position of the game, and none is drawn by characters.
    #[test]
    fn the_rules_of_every_game_have_boards_that_can_be_drawn() {
        for game in games::GAMES {
            for (language, rules) in game.info.rules {
                let blocks = to_blocks(rules);
                let boards = blocks.iter().filter_map(|block| match block {
                    TextBlock::Board(position) => Some(position),
                    _ => None,
                });
                for position in boards.clone() {
                    let read = (game.read)(position);
                    assert!(read.is_ok(), "{}, {language}: {position}: {read:?}", game.info.id);
                }
                let boards: Vec<&String> = boards.collect();
                assert!(boards.len() >= 2, "{}, {language}", game.info.id);
                // Pages ask for the moves of all boards at once, in whatever language.
                let first = to_blocks(game.info.rules[0].1);
                let same = first.iter().filter(|block| matches!(block, TextBlock::Board(_)));
                assert!(same.eq(blocks.iter().filter(|block| matches!(block, TextBlock::Board(_)))));
                assert!(!rules.contains(" . . . "), "{}, {language}: a board of characters", game.info.id);
            }
        }
    }
}
