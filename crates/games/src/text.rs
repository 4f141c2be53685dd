//! A picture as lines of text: one renderer for every game and every place that shows plain text.

use crate::{
    Gesture, Ground, Info, Message, Orientation, Outcome, Picture, PictureCell, Piece, Player, Record, Side,
};

phrases! {
    TO_MOVE = "to-move": "{side} to move";
    LAST_MOVE = "last-move": "Last move: {move}";
    COUNTS = "counts": "{first} {first-count}, {second} {second-count}";
    COUNTS_BY_LETTER = "counts-by-letter":
        "{first} ({first-letter}) {first-count}, {second} ({second-letter}) {second-count}";
    OVER_WIN = "over-win": "{side} wins: {reason}";
    OVER_DRAW = "over-draw": "Draw: {reason}";
    REPORT_CELL = "report-cell": "column {column}, row {row}";
    REPORT_PATH = "report-path": "{from} to {to}";
    REPORT_CHOICE = "report-choice": "{move}, {choice}";
    REPORT_PASS = "report-pass": "pass";
}

/// Whose labels stand around the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// The cell names of the game's notation.
    #[default]
    Notation,
    /// The labels, symbols and captions of the report that the game comes from.
    Report,
}

/// What the pieces are drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pieces {
    #[default]
    Letters,
    Unicode,
}

/// How to draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    pub labels: Labels,
    pub pieces: Pieces,
    pub orientation: Orientation,
}

/// Cells to mark by name: those of the last move and those that decided the game.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    pub last_move: Vec<String>,
    pub deciding: Vec<String>,
}

impl Marks {
    /// Returns what stands on both sides of a cell: parentheses where the game was decided, brackets where
    /// the last move was.
    fn around(&self, cell: &String) -> (char, char) {
        match cell {
            cell if self.deciding.contains(cell) => ('(', ')'),
            cell if self.last_move.contains(cell) => ('[', ']'),
            _ => (' ', ' '),
        }
    }
}

/// Returns the current position of a record with all that a reader needs: the board, the counts, the last
/// move, who is to move or who won.
pub fn page(record: &Record, view: View) -> String {
    page_said(record, view, &Message::to_string)
}

/// Returns the same page in another language.
pub fn page_said(record: &Record, view: View, say: &dyn Fn(&Message) -> String) -> String {
    let picture = record.position().picture();
    let mut page = draw(&picture, record.info(), view, &marks(record));
    let lines = match view.labels {
        Labels::Notation => status(record, &picture, view.labels),
        Labels::Report => report_lines(record, &picture),
    };
    for line in &lines {
        page.push_str(&say(line));
        page.push('\n');
    }
    page
}

/// Returns the lines under the report's board: its captions, the last move by its labels, and one line about
/// whose turn it is.
fn report_lines(record: &Record, picture: &Picture) -> Vec<Message> {
    let mut lines = picture.report.captions.clone();
    if let Some(gesture) = record.last_gesture() {
        lines.push(LAST_MOVE.with("move", report_move(picture, &gesture)));
    }
    let turn = picture.report.turn.clone().filter(|_| record.outcome().is_none());
    lines.push(turn.unwrap_or_else(|| result_or_turn(record)));
    lines
}

/// Returns a cell by the labels of the report's board; `None` where the picture does not show it.
pub fn report_cell(picture: &Picture, name: &str) -> Option<Message> {
    let index = picture.cells.iter().position(|cell| cell.name == name)?;
    let (row, column) = (index / picture.columns.len(), index % picture.columns.len());
    Some(REPORT_CELL.with("column", &picture.report.columns[column]).with("row", &picture.report.rows[row]))
}

/// Returns a way to make a move, by the labels of the report's board.
pub fn report_move(picture: &Picture, gesture: &Gesture) -> Message {
    let cells = gesture.cells.iter().filter_map(|name| report_cell(picture, name));
    let path = cells.reduce(|from, to| REPORT_PATH.with("from", from).with("to", to));
    match (path, gesture.choice.as_deref()) {
        // Where nothing is chosen the cells say it all, and so they do where nothing is captured.
        (Some(path), None | Some("none")) => path,
        (Some(path), Some(choice)) => REPORT_CHOICE.with("move", path).with("choice", choice),
        (None, _) => REPORT_PASS.message(),
    }
}

/// Returns what to mark on the board of a record.
pub fn marks(record: &Record) -> Marks {
    Marks {
        last_move: record.last_gesture().map_or(Vec::new(), |gesture| gesture.cells),
        deciding: record.ending().map_or(Vec::new(), |ending| ending.cells),
    }
}

/// Returns the lines under the board.
pub fn status(record: &Record, picture: &Picture, labels: Labels) -> Vec<Message> {
    let info = record.info();
    let mut lines = Vec::new();
    if let (Some([first, second]), Labels::Notation) = (picture.counts, labels) {
        // Where a side is not called by the letter that its pieces are drawn with, the line says which is
        // whose.
        let is_initial = |side: &Side| side.name.to_lowercase().starts_with(side.symbol.to_ascii_lowercase());
        let [first_side, second_side] = &info.sides;
        let names = if info.sides.iter().all(is_initial) {
            COUNTS.message()
        } else {
            COUNTS_BY_LETTER
                .with("first-letter", first_side.symbol.to_string())
                .with("second-letter", second_side.symbol.to_string())
        };
        let names = names.with("first", info.named(Player::First)).with("second", info.named(Player::Second));
        lines.push(names.with("first-count", first).with("second-count", second));
    }
    if let Some(mv) = record.moves().last() {
        lines.push(LAST_MOVE.with("move", mv));
    }
    lines.push(result_or_turn(record));
    lines
}

fn result_or_turn(record: &Record) -> Message {
    let info = record.info();
    match (record.outcome(), record.ending()) {
        (Some(Outcome::Win(winner)), Some(ending)) => {
            OVER_WIN.with("side", info.named(winner)).with("reason", ending.reason)
        }
        (Some(Outcome::Draw), Some(ending)) => OVER_DRAW.with("reason", ending.reason),
        _ => TO_MOVE.with("side", info.named(record.position().turn())),
    }
}

/// Returns the board alone.
pub fn draw(picture: &Picture, info: &Info, view: View, marks: &Marks) -> String {
    match view.labels {
        Labels::Notation => draw_notation(picture, info, view, marks),
        Labels::Report => draw_report(picture, view.orientation, marks),
    }
}

/// Cells as wide as the widest, brackets around those of the last move, parentheses around those that
/// decided.
fn draw_notation(picture: &Picture, info: &Info, view: View, marks: &Marks) -> String {
    let symbols: Vec<String> = picture.cells.iter().map(|cell| symbol(cell, info, view.pieces)).collect();
    let width = symbols.iter().chain(&picture.columns).map(|text| text.chars().count()).max().unwrap_or(1);
    let margin = picture.rows.iter().map(|label| label.len()).max().unwrap_or(0) + 1;
    let mut text = String::new();
    for row in order(picture.rows.len(), view.orientation) {
        let mut line = format!("{:>margin$} ", picture.rows[row]);
        for column in order(picture.columns.len(), view.orientation) {
            let index = row * picture.columns.len() + column;
            let (open, close) = marks.around(&picture.cells[index].name);
            line.push_str(&format!("{open}{:^width$}{close}", symbols[index]));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let mut line = " ".repeat(margin + 1);
    for column in order(picture.columns.len(), view.orientation) {
        line.push_str(&format!(" {:^width$} ", picture.columns[column]));
    }
    text.push_str(line.trim_end());
    text.push('\n');
    text
}

fn symbol(cell: &PictureCell, info: &Info, pieces: Pieces) -> String {
    if let Some(Piece { owner, size }) = cell.piece {
        let side = info.side(owner);
        let piece = if pieces == Pieces::Unicode { side.glyph } else { side.symbol };
        return size.map_or(piece.to_string(), |size| format!("{piece}{size}"));
    }
    let ground = match cell.ground {
        Ground::Plain => ".",
        Ground::Beyond => " ",
        Ground::Gap => "-",
        Ground::Mountain => "M",
        Ground::Cave => "D",
        Ground::SpentCave => "d",
    };
    ground.to_owned()
}

/// Returns a ruled table, as the reports draw their boards, with the marks of [`draw_notation`].
fn draw_report(picture: &Picture, orientation: Orientation, marks: &Marks) -> String {
    let report = &picture.report;
    let width =
        report.symbols.iter().chain(&report.columns).map(|text| text.chars().count()).max().unwrap_or(1);
    let margin = report.rows.iter().map(String::len).max().unwrap_or(0).max(report.corner.len());
    let rule = format!(
        "|-{}-|{}\n",
        "-".repeat(margin),
        format!("-{}-|", "-".repeat(width)).repeat(report.columns.len())
    );
    let columns = || order(report.columns.len(), orientation);
    let labels: String = columns().map(|column| format!(" {:^width$} |", report.columns[column])).collect();
    let mut text = format!("{rule}| {:^margin$} |{labels}\n{rule}", report.corner);
    for row in order(report.rows.len(), orientation) {
        text.push_str(&format!("| {:^margin$} |", report.rows[row]));
        for index in columns().map(|column| row * report.columns.len() + column) {
            let (open, close) = marks.around(&picture.cells[index].name);
            text.push_str(&format!("{open}{:^width$}{close}|", report.symbols[index]));
        }
        text.push('\n');
        text.push_str(&rule);
    }
    text
}

fn order(length: usize, orientation: Orientation) -> Box<dyn Iterator<Item = usize>> {
    match orientation {
        Orientation::Upright => Box::new(0..length),
        Orientation::Flipped => Box::new((0..length).rev()),
    }
}
