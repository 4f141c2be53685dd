//! The board, from its picture alone.

use engine::reasons::HintSteps;
use games::{Ground, Info, Picture, PictureCell};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use engine::values::MoveClass;

use super::analysis::class_paint;
use super::pieces::{Brush, PieceState, write};
use crate::tui::game::{HintState, Play};
use crate::tui::layout::{Grid, Viewport, margin};
use crate::tui::lesson::LessonState;
use crate::tui::model::Model;
use crate::tui::theme::{Paint, Skin};
use crate::tui::touch::{Target, TouchKind};

/// What is marked on the board, by the names of cells.
struct Marks {
    last: Vec<String>,
    deciding: Vec<String>,
    hinted: Vec<String>,
}

impl Marks {
    fn of(model: &Model, play: &Play) -> Self {
        let record = play.table.record();
        let ply = play.ply();
        let before = ply
            .checked_sub(1)
            .and_then(|before| record.position_at(before))
            .zip(record.moves().get(ply.wrapping_sub(1)));
        let gesture = before.and_then(|(position, mv)| position.gestures(mv).ok()?.into_iter().next());
        let ending = if play.is_live() { record.ending() } else { None };
        let shown = model.lesson.as_ref().map(|lesson| &lesson.state);
        let hinted = match (&play.hint, shown) {
            (Some(HintState::Given { cells, .. }), _) | (_, Some(LessonState::Shown { cells, .. })) => {
                cells.clone()
            }
            (Some(HintState::Steps { steps, shown }), _) => {
                let gestures = play.shown().gestures(&steps.mv).unwrap_or_default();
                let cells = gestures.into_iter().next().map_or(Vec::new(), |gesture| gesture.cells);
                // Before the last step only the piece.
                let count = if *shown < HintSteps::COUNT { 1 } else { cells.len() };
                cells.into_iter().take(count).collect()
            }
            _ => Vec::new(),
        };
        Self {
            last: gesture.map_or(Vec::new(), |gesture| gesture.cells),
            deciding: ending.map_or(Vec::new(), |ending| ending.cells),
            hinted,
        }
    }
}

pub fn draw(model: &Model, play: &Play, buffer: &mut Buffer) {
    let grid = play.grid(model.size);
    let marks = Marks::of(model, play);
    let info = play.table.record().info();
    for (index, cell) in play.picture.cells.iter().enumerate() {
        if let Some(area) = grid.rect(index) {
            draw_cell(model, play, buffer, area, cell, ground_paint(info, cell, index, &grid), &marks);
        }
    }
    let here = Some(grid.place(play.cursor_index())).filter(|_| play.is_persons_turn());
    labels(model.skin, &play.picture, &grid, here, buffer);
    if play.is_persons_turn() || !play.is_live() || !play.table.has_people() {
        cursor(model.skin, &grid, play, buffer);
    }
}

/// A position by itself, as large as there is room for.
pub fn miniature(skin: Skin, info: &Info, picture: &Picture, area: Rect, buffer: &mut Buffer) {
    draw_still(skin, info, picture, &Grid::of(picture, area, Viewport::default()), buffer);
}

/// A position with the names of its rows and columns, those of a cell brighter than the others.
pub fn labelled(skin: Skin, info: &Info, picture: &Picture, grid: &Grid, index: usize, buffer: &mut Buffer) {
    draw_still(skin, info, picture, grid, buffer);
    labels(skin, picture, grid, Some(grid.place(index)), buffer);
}

fn draw_still(skin: Skin, info: &Info, picture: &Picture, grid: &Grid, buffer: &mut Buffer) {
    for (index, cell) in picture.cells.iter().enumerate() {
        let Some(area) = grid.rect(index) else { continue };
        let paint = ground_paint(info, cell, index, grid);
        let brush = Brush { skin, info, ground: skin.color(paint) };
        buffer.set_style(area, Style::new().bg(brush.ground));
        match cell.piece {
            Some(piece) => brush.piece(buffer, area, piece, cell.ground, PieceState::Real),
            None => brush.ground(buffer, area, cell.ground),
        }
    }
}

/// A position with the names of its rows and columns, at the left of a buffer that is as high as the board
/// and a line more.
pub fn with_labels(skin: Skin, info: &Info, picture: &Picture, zoom: u16, buffer: &mut Buffer) -> Grid {
    let area = buffer.area;
    let grid = Grid::of(picture, area, Viewport { zoom: Some(zoom), ..Viewport::default() });
    // As far to the left as the labels allow, where the words begin.
    let margin = margin(picture);
    let wide = grid.area().width + margin;
    let board = Rect::new(area.x, area.y, (wide + 1).min(area.width), area.height);
    let grid = Grid::of(picture, board, Viewport { zoom: Some(zoom), ..Viewport::default() });
    draw_still(skin, info, picture, &grid, buffer);
    let dim = skin.text(Paint::Dim);
    for row in 0..grid.shown.1 {
        let Some(cell) = grid.rect(row * grid.whole.0) else { continue };
        let label = format!("{:>width$}", picture.rows[row], width = usize::from(margin - 1));
        buffer.set_string(cell.x.saturating_sub(margin), cell.y + (cell.height - 1) / 2, label, dim);
    }
    for column in 0..grid.shown.0 {
        let Some(cell) = grid.rect(column) else { continue };
        let label = Rect::new(cell.x, grid.area().bottom(), cell.width, 1);
        write(buffer, label, 0, &picture.columns[column], dim);
    }
    grid
}

/// Marks a touched piece of a position by itself, and where it can go.
pub fn draw_touched(
    skin: Skin,
    info: &Info,
    picture: &Picture,
    grid: &Grid,
    touched: &str,
    targets: &[Target],
    buffer: &mut Buffer,
) {
    for (index, cell) in picture.cells.iter().enumerate() {
        let Some(area) = grid.rect(index) else { continue };
        if cell.name == touched {
            let brush = Brush { skin, info, ground: skin.color(Paint::Touched) };
            buffer.set_style(area, Style::new().bg(brush.ground));
            if let Some(piece) = cell.piece {
                brush.piece(buffer, area, piece, cell.ground, PieceState::Real);
            }
            sign_without_color(skin, Paint::Touched, buffer, area, cell);
        } else if let Some(target) = targets.iter().find(|target| target.cell == cell.name) {
            let ground = skin.color(ground_paint(info, cell, index, grid));
            let style = Style::new().fg(skin.color(Paint::Target)).bg(ground).add_modifier(Modifier::BOLD);
            write(buffer, area, (area.height - 1) / 2, &target_sign(skin, target), style);
        }
    }
}

/// Whether a piece leaves its cell by going there, and how many it takes or turns.
fn target_sign(skin: Skin, target: &Target) -> String {
    let mark = match target.kind {
        TouchKind::Leaves => skin.pick("•", "*"),
        TouchKind::Stays => "+",
    };
    if target.gain > 0 { format!("{mark}{}", target.gain) } else { mark.to_owned() }
}

fn ground_paint(info: &Info, cell: &PictureCell, index: usize, grid: &Grid) -> Paint {
    match cell.ground {
        Ground::Plain if (index % grid.whole.0 + index / grid.whole.0) % 2 == 1 => {
            Paint::Alternate(info.surface)
        }
        Ground::Plain => Paint::Plain(info.surface),
        Ground::Beyond => Paint::Screen,
        Ground::Gap => Paint::Gap,
        Ground::Mountain => Paint::Rock,
        Ground::Cave => Paint::Cave,
        // A dragon on its cave glows as the cave did.
        Ground::SpentCave if cell.piece.is_some() => Paint::Cave,
        Ground::SpentCave => Paint::Spent,
    }
}

fn draw_cell(
    model: &Model,
    play: &Play,
    buffer: &mut Buffer,
    area: Rect,
    cell: &PictureCell,
    ground: Paint,
    marks: &Marks,
) {
    let skin = model.skin;
    let is_touched = play.touched.contains(&cell.name) || marks.hinted.contains(&cell.name);
    let paint = match ground {
        _ if marks.deciding.contains(&cell.name) => Paint::Deciding,
        _ if is_touched => Paint::Touched,
        _ if marks.last.contains(&cell.name) => Paint::LastMove,
        ground => ground,
    };
    let brush = Brush { skin, info: play.table.record().info(), ground: skin.color(paint) };
    buffer.set_style(area, Style::new().bg(brush.ground).fg(skin.color(Paint::Text)));
    let change = play
        .preview
        .as_ref()
        .and_then(|preview| preview.changes.iter().find(|change| change.cell == cell.name));
    match (change, cell.piece) {
        (Some(change), _) => match (change.after, change.before) {
            (Some(after), _) => brush.piece(buffer, area, after, cell.ground, PieceState::Foreseen),
            (None, Some(before)) => {
                brush.piece(buffer, area, before, cell.ground, PieceState::Foreseen);
                if !is_touched {
                    let style = Style::new()
                        .fg(skin.color(Paint::Alarm))
                        .bg(brush.ground)
                        .add_modifier(Modifier::BOLD);
                    write(buffer, area, (area.height - 1) / 2, skin.pick("✕", "X"), style);
                }
            }
            (None, None) => brush.ground(buffer, area, cell.ground),
        },
        (None, Some(piece)) => brush.piece(buffer, area, piece, cell.ground, PieceState::Real),
        (None, None) => brush.ground(buffer, area, cell.ground),
    }
    if !play.touched.is_empty()
        && change.is_none()
        && let Some(target) = play.targets.iter().find(|target| target.cell == cell.name)
    {
        let mut text = target_sign(skin, target);
        let class = best_class(play, &cell.name);
        text.extend(class.map(MoveClass::sign));
        let paint = class.map_or(Paint::Target, class_paint);
        let style = Style::new().fg(skin.color(paint)).bg(brush.ground).add_modifier(Modifier::BOLD);
        write(buffer, area, (area.height - 1) / 2, &text, style);
    }
    // Before a piece is chosen, each shows the best that it can do.
    if play.touched.is_empty()
        && area.height > 1
        && let Some(class) = best_class(play, &cell.name)
    {
        let style =
            Style::new().fg(skin.color(class_paint(class))).bg(brush.ground).add_modifier(Modifier::BOLD);
        buffer[(area.right() - 2, area.bottom() - 1)].set_char(class.sign()).set_style(style);
    }
    sign_without_color(skin, paint, buffer, area, cell);
}

/// A sign on a marked cell where there are no colours to tell.
fn sign_without_color(skin: Skin, paint: Paint, buffer: &mut Buffer, area: Rect, cell: &PictureCell) {
    if skin.has_color() {
        return;
    }
    let (sides, modifier) = match paint {
        Paint::Deciding => (('*', '*'), Modifier::REVERSED),
        Paint::Touched => (('{', '}'), Modifier::REVERSED),
        Paint::LastMove => (('(', ')'), Modifier::UNDERLINED),
        _ => return,
    };
    if is_full(area, cell) {
        buffer.set_style(area, Style::new().add_modifier(modifier));
    } else {
        brackets(buffer, area, sides, Style::new());
    }
}

/// The class of the best move that touches a cell next, where values are shown.
fn best_class(play: &Play, cell: &str) -> Option<MoveClass> {
    play.values.as_ref()?.best_through(play, cell).map(|value| value.class)
}

/// Whether a cell is so small that signs at its sides would hide what stands on it.
fn is_full(area: Rect, cell: &PictureCell) -> bool {
    area.height == 1 && area.width < 4 && cell.piece.is_some_and(|piece| piece.size.is_some())
}

/// A sign at each side of a cell, where colours cannot tell.
fn brackets(buffer: &mut Buffer, area: Rect, (left, right): (char, char), style: Style) {
    let y = area.y + area.height / 2;
    buffer[(area.x, y)].set_char(left).set_style(style);
    buffer[(area.right() - 1, y)].set_char(right).set_style(style);
}

fn cursor(skin: Skin, grid: &Grid, play: &Play, buffer: &mut Buffer) {
    let index = play.cursor_index();
    if let Some(area) = grid.rect(index) {
        frame_cell(skin, area, &play.picture.cells[index], buffer);
    }
}

/// Frames the cell under the cursor.
pub fn frame_cell(skin: Skin, area: Rect, cell: &PictureCell, buffer: &mut Buffer) {
    let style = Style::new().fg(skin.color(Paint::Cursor)).add_modifier(Modifier::BOLD);
    if is_full(area, cell) {
        buffer.set_style(area, Style::new().add_modifier(Modifier::REVERSED));
        return;
    }
    if area.height == 1 {
        return brackets(buffer, area, ('[', ']'), style);
    }
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    let corners = skin.pick(['┏', '┓', '┗', '┛'], ['+', '+', '+', '+']);
    for (place, corner) in
        [(area.x, area.y), (right, area.y), (area.x, bottom), (right, bottom)].into_iter().zip(corners)
    {
        buffer[place].set_char(corner).set_style(style);
    }
}

/// The names of rows and columns; those of one cell are brighter.
fn labels(skin: Skin, picture: &Picture, grid: &Grid, bright: Option<(usize, usize)>, buffer: &mut Buffer) {
    let area = grid.area();
    let style = |is_bright: bool| skin.text(if is_bright { Paint::Accent } else { Paint::Dim });
    let is_bright = |is_its: &dyn Fn((usize, usize)) -> bool| bright.is_some_and(is_its);
    let width = margin(picture) - 1;
    for row in 0..grid.shown.1 {
        let index = grid.index((0, grid.first.1 + row));
        let label = &picture.rows[index / grid.whole.0];
        let y = area.y + row as u16 * grid.cell.1 + (grid.cell.1 - 1) / 2;
        let label = format!("{label:>width$}", width = usize::from(width));
        buffer.set_string(
            area.x.saturating_sub(width + 1),
            y,
            label,
            style(is_bright(&|place| place.1 == grid.first.1 + row)),
        );
    }
    for column in 0..grid.shown.0 {
        let index = grid.index((grid.first.0 + column, 0));
        let label = &picture.columns[index % grid.whole.0];
        let cell = Rect::new(area.x + column as u16 * grid.cell.0, area.bottom(), grid.cell.0, 1);
        write(buffer, cell, 0, label, style(is_bright(&|place| place.0 == grid.first.0 + column)));
    }
    arrows(skin, grid, buffer);
}

/// There is more of the board in these directions.
fn arrows(skin: Skin, grid: &Grid, buffer: &mut Buffer) {
    let area = grid.area();
    let style = skin.text(Paint::Accent);
    let [left, right, up, down] = skin.pick(["◂", "▸", "▴", "▾"], ["<", ">", "^", "v"]);
    if grid.first.0 > 0 {
        buffer.set_string(area.x.saturating_sub(1), area.y, left, style);
    }
    if grid.first.0 + grid.shown.0 < grid.whole.0 && area.right() < buffer.area.right() {
        buffer.set_string(area.right(), area.y, right, style);
    }
    if grid.first.1 > 0 {
        buffer.set_string(area.x.saturating_sub(1), area.y, up, style);
    }
    if grid.first.1 + grid.shown.1 < grid.whole.1 {
        buffer.set_string(area.x.saturating_sub(1), area.bottom() - 1, down, style);
    }
}
