//! Texts to read: words wrapped to a width, and the rules.

use std::ops::Range;

use games::{AnyPosition, GameEntry, Picture};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use words::markdown::{Emphasis, Run, TextBlock, to_blocks};

use super::board::{draw_touched, with_labels};
use crate::tui::layout::Grid;
use crate::tui::popups::SketchCell;
use crate::tui::theme::{Paint, Skin};
use crate::tui::touch::targets;

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

/// A text laid out as lines, and its boards.
#[derive(Default)]
pub struct LaidOut {
    pub lines: Vec<Line<'static>>,
    pub sketches: Vec<Sketch>,
}

/// A board among words.
pub struct Sketch {
    /// Where it stands in the text.
    pub lines: Range<usize>,
    position: Box<dyn AnyPosition>,
    picture: Picture,
    grid: Grid,
}

impl Sketch {
    /// The cells of the pieces that can move.
    pub fn starts(&self) -> Vec<String> {
        let starts = targets(&*self.position, &self.picture, &self.position.handles(), &[]);
        starts.into_iter().map(|start| start.cell).collect()
    }

    /// The cell at a column and row of its lines.
    pub fn cell_at(&self, column: u16, row: u16) -> Option<String> {
        self.grid.hit(column, row).map(|index| self.picture.cells[index].name.clone())
    }
}

/// Returns the rules as lines of at most this width: headings, paragraphs, lists, and positions drawn as the
/// boards of games are, with the moves of a touched piece.
pub fn markdown(
    text: &str,
    game: &GameEntry,
    width: usize,
    skin: Skin,
    touched: Option<&SketchCell>,
) -> LaidOut {
    let LaidOut { mut lines, mut sketches } = LaidOut::default();
    let mut was_item = false;
    for block in to_blocks(text) {
        let is_item = matches!(block, TextBlock::Item { .. });
        let is_next_item = was_item && is_item;
        if !(lines.is_empty() || is_next_item) {
            lines.push(Line::default());
        }
        was_item = is_item;
        match block {
            TextBlock::Heading(runs) => {
                let title: String = runs.into_iter().map(|run| run.text).collect();
                let style = skin.text(Paint::Accent).add_modifier(Modifier::BOLD);
                lines.extend(wrap(&title, width).into_iter().map(|line| Line::styled(line, style)));
            }
            TextBlock::Paragraph(runs) => lines.extend(wrap_runs(&runs, width, skin)),
            TextBlock::Item { mark, runs } => {
                let indent = mark.chars().count() + 1;
                let wrapped = wrap_runs(&runs, width.saturating_sub(indent), skin).into_iter().enumerate();
                lines.extend(wrapped.map(|(index, mut line)| {
                    let before = if index == 0 { format!("{mark} ") } else { " ".repeat(indent) };
                    line.spans.insert(0, Span::styled(before, skin.text(Paint::Text)));
                    line
                }));
            }
            TextBlock::Verbatim(rows) => lines.extend(
                rows.into_iter().map(|row| Line::styled(format!("    {row}"), skin.text(Paint::Text))),
            ),
            TextBlock::Board(position) => {
                let touched = touched.filter(|touched| touched.board == sketches.len());
                let Some((rows, sketch)) = board(&position, game, width, skin, lines.len(), touched) else {
                    continue;
                };
                lines.extend(rows);
                sketches.push(sketch);
            }
        }
    }
    LaidOut { lines, sketches }
}

/// The height of the cells of boards among words, in lines; of large boards, 1.
const BOARD_ZOOM: u16 = 2;
const ROWS_SMALL: usize = 7;

/// A position as lines, drawn beside the screen and then cut into its rows; and where it stands, from this
/// line of the text on.
fn board(
    position: &str,
    game: &GameEntry,
    width: usize,
    skin: Skin,
    line: usize,
    touched: Option<&SketchCell>,
) -> Option<(Vec<Line<'static>>, Sketch)> {
    let position = (game.read)(position).ok()?;
    let picture = position.picture();
    let zoom = if picture.rows.len() <= ROWS_SMALL { BOARD_ZOOM } else { 1 };
    let height = picture.rows.len() as u16 * zoom + 1;
    let area = Rect::new(0, 0, width.min(usize::from(u16::MAX)) as u16, height);
    let mut buffer = Buffer::empty(area);
    let grid = with_labels(skin, game.info, &picture, zoom, &mut buffer);
    if let Some(SketchCell { cell, .. }) = touched {
        let targets = targets(&*position, &picture, &position.handles(), std::slice::from_ref(cell));
        draw_touched(skin, game.info, &picture, &grid, cell, &targets, &mut buffer);
    }
    let row = |y: u16| {
        let mut spans: Vec<Span<'static>> = Vec::new();
        for x in 0..area.width {
            let cell = &buffer[(x, y)];
            match spans.last_mut() {
                Some(span) if span.style == cell.style() => span.content.to_mut().push_str(cell.symbol()),
                _ => spans.push(Span::styled(cell.symbol().to_owned(), cell.style())),
            }
        }
        Line::from(spans)
    };
    let sketch = Sketch { lines: line..line + usize::from(height), position, picture, grid };
    Some(((0..height).map(row).collect(), sketch))
}

/// Wraps runs like [`wrap`], and keeps the look of every character.
fn wrap_runs(runs: &[Run], width: usize, skin: Skin) -> Vec<Line<'static>> {
    let text: String = runs.iter().map(|run| run.text.as_str()).collect();
    let looks = runs.iter().flat_map(|run| run.text.chars().map(|character| (character, run.emphasis)));
    // Wrapping changes nothing but spaces.
    let mut looks = looks.filter(|(character, _)| !character.is_whitespace()).map(|(_, look)| look);
    let mut look = Emphasis::Plain;
    let line = |line: String| {
        let mut spans: Vec<(String, Emphasis)> = Vec::new();
        for character in line.chars() {
            if character != ' ' {
                look = looks.next().unwrap_or_default();
            }
            match spans.last_mut() {
                Some((span, known)) if *known == look || character == ' ' => span.push(character),
                _ => spans.push((character.to_string(), look)),
            }
        }
        Line::from_iter(spans.into_iter().map(|(span, look)| Span::styled(span, style(look, skin))))
    };
    wrap(&text, width).into_iter().map(line).collect()
}

fn style(emphasis: Emphasis, skin: Skin) -> Style {
    match emphasis {
        Emphasis::Plain => skin.text(Paint::Text),
        Emphasis::Strong => skin.text(Paint::Text).add_modifier(Modifier::BOLD),
        Emphasis::Code => skin.text(Paint::Target),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Depth, Symbols};

    #[test]
    fn words_are_wrapped_and_long_ones_cut() {
        assert_eq!(wrap("the quick brown fox", 10), ["the quick", "brown fox"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("a abcdefgh b", 4), ["a", "abcd", "efgh", "b"]);
        assert_eq!(wrap("", 5), [""]);
    }

    #[test]
    fn rules_are_laid_out_by_blocks_and_keep_their_emphasis() {
        let skin = Skin { depth: Depth::None, symbols: Symbols::Ascii };
        let text = "# Title\nA **bold move** wins.\n\n      1  x\n\n1. One of\n   these.\n2. Two.\n";
        let game = games::find("neutreeko").unwrap();
        let lines = markdown(text, game, 12, skin, None).lines;
        let shown: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert_eq!(
            shown,
            ["Title", "", "A bold move", "wins.", "", "      1  x", "", "1. One of", "   these.", "2. Two."]
        );
        let bold = |index: usize| -> Vec<&str> {
            let spans = lines[index].spans.iter();
            spans
                .filter(|span| span.style.add_modifier.contains(Modifier::BOLD))
                .map(|span| &*span.content)
                .collect()
        };
        assert_eq!(bold(2), ["bold move"]);
        assert!(bold(3).is_empty());
    }
}
