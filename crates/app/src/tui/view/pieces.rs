//! Pieces and grounds, in cells of any size. A side has a shape as well as a colour: one is
//! solid, the other hollow.

use games::{Ground, Info, Piece, Shape};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use crate::tui::theme::{Paint, Skin};

/// Whether a piece is there, or would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceState {
    Real,
    Foreseen,
}

/// What a piece is drawn with: the terminal, the game's skin, the ground of the cell.
#[derive(Clone, Copy)]
pub struct Brush<'a> {
    pub skin: Skin,
    pub info: &'a Info,
    pub ground: Color,
}

impl Brush<'_> {
    /// Draws what stands on a cell. On a cave that was called from, that is its dragon.
    pub fn piece(&self, buffer: &mut Buffer, area: Rect, piece: Piece, on: Ground, presence: PieceState) {
        let side = self.info.side(piece.owner);
        let paint = Paint::Side(side.tint);
        let color = match presence {
            PieceState::Real => self.skin.color(paint),
            PieceState::Foreseen => self.skin.blend(paint, Paint::Plain(self.info.surface)),
        };
        let mut style = Style::new().fg(color).bg(self.ground);
        if presence == PieceState::Foreseen && !self.skin.has_color() {
            style = style.add_modifier(Modifier::DIM);
        }
        let is_dragon = on == Ground::SpentCave;
        let size = piece.size.map(|size| {
            if is_dragon {
                self.skin.pick(format!("«{size}»"), format!("<{size}>"))
            } else {
                size.to_string()
            }
        });
        let is_hollow = side.glyph == '○';
        if area.height == 1 {
            let glyph = self.skin.pick(side.glyph, side.symbol);
            let text = match piece.size {
                // There is room for the sign of a dragon or for that of its side, which its colour shows too.
                Some(_) if is_dragon && self.skin.has_color() => size.unwrap_or_default(),
                Some(strength) if is_dragon => format!("{glyph}{strength}!"),
                _ => format!("{glyph}{}", size.unwrap_or_default()),
            };
            write(buffer, area, area.height / 2, &text, style.add_modifier(Modifier::BOLD));
            return;
        }
        let inked = if self.skin.has_color() {
            Style::new().fg(self.skin.ink(paint)).bg(color).add_modifier(Modifier::BOLD)
        } else {
            style.add_modifier(Modifier::REVERSED)
        };
        if !self.skin.is_unicode() {
            let middle = size.map_or(side.symbol.to_string(), |size| format!("{}{size}", side.symbol));
            self.ascii(buffer, area, side.symbol, inked, &middle);
        } else if area.height == 2 {
            small(buffer, area, size.as_deref(), is_hollow, style, inked);
        } else {
            let body = Body { is_square: self.info.shape == Shape::Die, is_hollow };
            raster(buffer, area, body, style);
            let face = match (size, self.info.shape) {
                (Some(size), _) => size,
                (None, Shape::Microbe) => if is_hollow { "◦ ◦" } else { "• •" }.to_owned(),
                (None, _) => String::new(),
            };
            let writing = if is_hollow { style.add_modifier(Modifier::BOLD) } else { inked };
            write(buffer, area, area.height / 2, &face, writing);
        }
    }

    /// A patch of the side's letter.
    fn ascii(&self, buffer: &mut Buffer, area: Rect, symbol: char, style: Style, middle: &str) {
        let middle_row = (area.height - 1) / 2;
        let rows = if area.height < 4 { middle_row..middle_row + 1 } else { 1..area.height - 1 };
        for y in rows {
            for x in 1..area.width - 1 {
                buffer[(area.x + x, area.y + y)]
                    .set_char(if self.skin.has_color() { ' ' } else { symbol })
                    .set_style(style);
            }
        }
        write(buffer, area, middle_row, middle, style);
    }

    /// What a cell is when nothing stands on it.
    pub fn ground(&self, buffer: &mut Buffer, area: Rect, ground: Ground) {
        let skin = self.skin;
        let on = |paint: Paint| Style::new().fg(skin.color(paint)).bg(self.ground);
        let middle = (area.height - 1) / 2;
        match ground {
            Ground::Plain if !skin.has_color() => {
                write(buffer, area, middle, skin.pick("·", "."), on(Paint::Dim));
            }
            Ground::Plain | Ground::Beyond => {}
            Ground::Gap => {
                for row in 0..area.height {
                    let pattern =
                        skin.pick("░", if skin.has_color() { " " } else { "#" }).repeat(area.width.into());
                    write(buffer, area, row, &pattern, on(Paint::Frame));
                }
            }
            Ground::Mountain if !skin.is_unicode() => write(buffer, area, middle, "M", on(Paint::RockMark)),
            Ground::Mountain if area.height < 3 => {
                write(
                    buffer,
                    area,
                    area.height - 1,
                    if area.height == 1 { "▲" } else { "▟█▙" },
                    on(Paint::RockMark),
                );
                if area.height == 2 {
                    write(buffer, area, 0, "▄", on(Paint::RockMark));
                }
            }
            Ground::Mountain => {
                for step in 0..area.height - 1 {
                    let row = format!("▟{}▙", "█".repeat(usize::from(2 * step + 1)));
                    let row = if step == 0 { "▟▙".to_owned() } else { row };
                    write(buffer, area, step + 1, &row, on(Paint::RockMark));
                }
            }
            Ground::Cave => write(
                buffer,
                area,
                middle,
                skin.pick("∩", "D"),
                on(Paint::CaveMark).add_modifier(Modifier::BOLD),
            ),
            Ground::SpentCave => write(buffer, area, middle, skin.pick("∩", "d"), on(Paint::SpentMark)),
        }
    }
}

/// Writes in the middle of a line of a cell, as much as there is room for.
pub fn write(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) {
    let width = text.chars().count().min(area.width.into());
    let left = (usize::from(area.width) - width) / 2;
    buffer.set_stringn(area.x + left as u16, area.y + row.min(area.height - 1), text, width, style);
}

/// Two lines are too few for a disc: a diamond, or a block with its number; what is hollow elsewhere has a
/// hole or a notch.
fn small(buffer: &mut Buffer, area: Rect, size: Option<&str>, is_hollow: bool, style: Style, inked: Style) {
    let (head, foot) = match (size, is_hollow) {
        (None, false) => ("▄█▄", "▀█▀"),
        (None, true) => ("▄▀▄", "▀▄▀"),
        (Some(_), false) => ("", "▀▀▀"),
        (Some(_), true) => ("", "▀ ▀"),
    };
    match size {
        Some(size) => write(buffer, area, 0, &format!("{size:^3}"), inked),
        None => write(buffer, area, 0, head, style),
    }
    write(buffer, area, 1, foot, style);
}

#[derive(Clone, Copy)]
struct Body {
    is_square: bool,
    is_hollow: bool,
}

/// A round or square body out of half blocks, which are about as high as wide.
fn raster(buffer: &mut Buffer, area: Rect, body: Body, style: Style) {
    let (width, height) = (f32::from(area.width), f32::from(area.height));
    let (rx, ry) = (width / 2.0 - 1.1, height / 2.0 - 0.3);
    let power = if body.is_square { 8 } else { 2 };
    let within =
        |x: f32, y: f32, rx: f32, ry: f32| (x / rx).abs().powi(power) + (y / ry).abs().powi(power) <= 1.0;
    // The hole leaves a rim of one character at the sides and of half a line above and below.
    let is_body =
        |x: f32, y: f32| within(x, y, rx, ry) && !(body.is_hollow && within(x, y, rx - 1.0, ry - 0.55));
    for row in 0..area.height {
        for column in 0..area.width {
            let x = f32::from(column) + 0.5 - width / 2.0;
            let y = f32::from(row) - height / 2.0;
            let half = match (is_body(x, y + 0.25), is_body(x, y + 0.75)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => continue,
            };
            buffer[(area.x + column, area.y + row)].set_char(half).set_style(style);
        }
    }
}
