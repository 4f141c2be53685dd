//! A picture as SVG: one renderer for every game and every front end.
//!
//! [`draw`] makes a picture that stands alone: no font, no script, no reference to anything outside. All its
//! colours are in its style element, from the palette of the game, chosen by the classes of the root
//! (`family-*`, `game-*`), of the cells (their ground) and of the pieces (`first`, `second`, `side-*`).
//! [`page`] has the same pieces and colours for a web page.

mod glyphs;
pub mod page;
mod shapes;
#[cfg(test)]
mod tests;

use std::fmt::{self, Write};

use crate::{Ground, Info, Orientation, Picture, PictureCell, Piece, Player, Shades, Shape};

/// Width of a cell in the units of the drawing.
const CELL: usize = 60;
/// From the edge of the drawing to the cells: where the labels are, and where there are none.
const MARGIN: usize = 36;
const RIM: usize = 16;
/// Above the board, when there are counts to show.
const HEADER: usize = 46;

/// Height of a digit that stands alone on a piece, of one of several, and how wide those may become together.
const NUMBER: f32 = 23.0;
const LONG_NUMBER: f32 = 19.0;
const NUMBER_WIDTH_MAX: f32 = 32.0;

/// A stack shows the edges of this many tiles at most below its uppermost, each a step lower than the other.
const EDGES_MAX: usize = 5;
const EDGE_STEP: f32 = 2.8;

/// How grounds, pieces and marks are painted wherever they are drawn: a rule on each line.
const COMMON: &str = include_str!("svg/common.css");
/// What only a picture that stands alone adds to it.
const STANDALONE: &str = include_str!("svg/standalone.css");

/// Only in pictures that have arrows.
const ARROW_STYLE: &str = ".jogo .arrow{fill:#1f7a3f;fill-opacity:.8;stroke:#fff;stroke-width:1.5}\n";

/// The light that falls on every piece.
const GLOSS: &str = concat!(
    r#"<defs><linearGradient id="gloss" x1="0" y1="0" x2=".7" y2="1"><stop class="gloss-bright" offset="0"/>"#,
    r#"<stop class="gloss-clear" offset=".45"/><stop class="gloss-dark" offset="1"/></linearGradient></defs>"#
);

/// What to show beside the position itself; cells by name. Names that are not in the picture are passed over.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layers<'a> {
    /// The cells of the move that led here.
    pub last_move: &'a [String],
    /// The cells that are touched already, of a move being made.
    pub touched: &'a [String],
    /// The cells that may be touched next.
    pub targets: &'a [String],
    /// The cells that decided the game.
    pub deciding: &'a [String],
    /// Arrows from one cell to another, over everything else.
    pub arrows: &'a [(String, String)],
    pub orientation: Orientation,
}

/// Draws a picture of this game.
pub fn draw(picture: &Picture, info: &Info, layers: &Layers) -> String {
    let mut svg = String::new();
    write_svg(&mut svg, picture, info, layers).expect("a string takes whatever is written to it");
    svg
}

/// Where things are in the drawing.
struct Layout {
    columns: usize,
    rows: usize,
    left: usize,
    top: usize,
    /// Height of the digits in the margin.
    label: f32,
    orientation: Orientation,
}

impl Layout {
    fn of(picture: &Picture, orientation: Orientation) -> Self {
        // On a wide board cells are drawn small, but its labels are still to be read.
        let label = 13.0 + 0.6 * picture.columns.len().min(12) as f32;
        let widest = picture
            .rows
            .iter()
            .map(|row| glyphs::strokes(row).1 * label / glyphs::HEIGHT)
            .fold(0.0, f32::max);
        Self {
            columns: picture.columns.len(),
            rows: picture.rows.len(),
            left: MARGIN.max((widest as usize + 16).next_multiple_of(2)),
            top: if picture.counts.is_some() { HEADER } else { RIM },
            label,
            orientation,
        }
    }

    fn width(&self) -> usize {
        self.left + self.columns * CELL + RIM
    }

    fn height(&self) -> usize {
        self.top + self.rows * CELL + MARGIN
    }

    /// Returns the middle of a column, given from the left as the picture has it.
    fn x(&self, column: usize) -> usize {
        self.left + CELL / 2 + CELL * self.seen(column, self.columns)
    }

    /// Returns the middle of a row, given from the top as the picture has it.
    fn y(&self, row: usize) -> usize {
        self.top + CELL / 2 + CELL * self.seen(row, self.rows)
    }

    fn seen(&self, index: usize, count: usize) -> usize {
        match self.orientation {
            Orientation::Upright => index,
            Orientation::Flipped => count.saturating_sub(index + 1),
        }
    }
}

fn write_svg(svg: &mut String, picture: &Picture, info: &Info, layers: &Layers) -> fmt::Result {
    let layout = Layout::of(picture, layers.orientation);
    let (width, height) = (layout.width(), layout.height());
    write!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="jogo family-{} game-{}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#,
        slug(info.family),
        slug(info.id),
    )?;
    let [first, second] = &info.sides;
    match picture.counts {
        Some(counts) => {
            let caption =
                format!("{}: {} {}, {} {}", info.name, first.name, counts[0], second.name, counts[1]);
            write!(svg, "<title>{}</title>", escape(&caption))?;
        }
        None => write!(svg, "<title>{}</title>", escape(info.name))?,
    }
    svg.push_str("\n<style>\n");
    write_common_style(svg)?;
    svg.push_str(STANDALONE);
    write_colors(svg, info)?;
    if !layers.arrows.is_empty() {
        svg.push_str(ARROW_STYLE);
    }
    write!(svg, "</style>\n{GLOSS}\n")?;
    write!(svg, r#"<rect class="panel" width="{width}" height="{height}" rx="14"/>"#)?;
    let (board_width, board_height) = (layout.columns * CELL + 6, layout.rows * CELL + 6);
    let (left, top) = (layout.left - 3, layout.top - 3);
    writeln!(
        svg,
        r#"<rect class="board" x="{left}" y="{top}" width="{board_width}" height="{board_height}" rx="7"/>"#
    )?;
    write_labels(svg, picture, &layout)?;
    if let Some(counts) = picture.counts {
        write_counts(svg, counts, info, &layout)?;
    }
    for (row, cells) in picture.cells.chunks(layout.columns.max(1)).enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            write!(
                svg,
                r#"<g class="cell {}{}" data-cell="{}""#,
                cell.ground.word(),
                shade(row, column),
                escape(&cell.name)
            )?;
            write!(svg, r#" transform="translate({} {})">"#, layout.x(column), layout.y(row))?;
            write_cell(svg, cell, info, layers)?;
            svg.push_str("</g>\n");
        }
    }
    write_arrows(svg, picture, &layout, layers.arrows)?;
    svg.push_str("</svg>\n");
    Ok(())
}

/// Writes the rules of [`COMMON`] for what lies in a picture, so that they change nothing else in a page.
fn write_common_style(svg: &mut String) -> fmt::Result {
    for (selectors, body) in COMMON.lines().filter_map(|rule| rule.split_once('{')) {
        let scoped: Vec<String> = selectors.split(',').map(|selector| format!(".jogo {selector}")).collect();
        writeln!(svg, "{}{{{body}", scoped.join(","))?;
    }
    Ok(())
}

/// An arrow has an outline, so that it can be seen on every ground.
fn write_arrows(
    svg: &mut String,
    picture: &Picture,
    layout: &Layout,
    arrows: &[(String, String)],
) -> fmt::Result {
    let middle = |name: &String| {
        let place = picture.cells.iter().position(|cell| cell.name == *name)?;
        let (row, column) = (place / layout.columns, place % layout.columns);
        Some((layout.x(column) as f32, layout.y(row) as f32))
    };
    for (from, to) in arrows {
        let (Some(from), Some(to)) = (middle(from), middle(to)) else { continue };
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if length == 0.0 {
            continue;
        }
        // Along the arrow, and across it to the right.
        let at = |along: f32, across: f32| {
            let (along, across) = (along / length, across / length);
            format!("{:.1} {:.1}", from.0 + dx * along - dy * across, from.1 + dy * along + dx * across)
        };
        let (tail, neck, tip) = (8.0, length - 22.0, length - 4.0);
        let outline =
            [(tail, -3.5), (neck, -3.5), (neck, -12.0), (tip, 0.0), (neck, 12.0), (neck, 3.5), (tail, 3.5)]
                .map(|(along, across)| at(along, across))
                .join("L");
        writeln!(svg, r#"<path class="arrow" d="M{outline}Z"/>"#)?;
    }
    Ok(())
}

/// Every other cell is a little darker.
fn shade(row: usize, column: usize) -> &'static str {
    if (row + column) % 2 == 1 { " alternate" } else { "" }
}

fn write_ground(svg: &mut String, cell: &PictureCell) -> fmt::Result {
    svg.push_str(r#"<rect class="ground" x="-29" y="-29" width="58" height="58" rx="3"/>"#);
    for (class, path) in shapes::landmark(cell.ground) {
        write!(svg, r#"<path class="{class}" d="{path}"/>"#)?;
    }
    Ok(())
}

/// Returns the colours of one game.
fn write_colors(svg: &mut String, info: &Info) -> fmt::Result {
    for (player, side) in [Player::First, Player::Second].map(player_word).into_iter().zip(&info.sides) {
        let tint = side.tint;
        writeln!(svg, ".jogo .{player} .body{{fill:{};stroke:{}}}", tint.body, tint.rim)?;
        writeln!(svg, ".jogo .{player} .edge{{fill:{};stroke:{}}}", tint.edge, tint.rim)?;
        writeln!(svg, ".jogo .{player} .limbs{{stroke:{}}}", tint.rim)?;
        writeln!(svg, ".jogo .{player} .groove{{stroke:{}}}", tint.mark)?;
        writeln!(svg, ".jogo .{player} .spot{{fill:{}}}", tint.mark)?;
        writeln!(svg, ".jogo .{player} .text{{stroke:{}}}", tint.text)?;
        if tint.body.is_dark() {
            // On the panel a dark rim would not be seen.
            writeln!(svg, ".jogo .counts .{player} .body{{stroke:{}}}", tint.mark)?;
        }
    }
    write_shades(svg, &info.surface.day)?;
    svg.push_str("@media (prefers-color-scheme:dark){\n");
    write_shades(svg, &info.surface.night)?;
    svg.push_str("}\n");
    Ok(())
}

fn write_shades(svg: &mut String, shades: &Shades) -> fmt::Result {
    let Shades { panel, label, seam, ground, alternate, rocky, mark, last, ink: _ } = shades;
    writeln!(svg, ".jogo .panel{{fill:{panel}}}\n.jogo .board{{fill:{seam}}}")?;
    writeln!(svg, ".jogo>.labels .text,.jogo>.counts>.text{{stroke:{label}}}")?;
    writeln!(svg, ".jogo .ground{{fill:{ground}}}\n.jogo .alternate .ground{{fill:{alternate}}}")?;
    writeln!(svg, ".jogo .mountain .ground,.jogo .cave .ground,.jogo .spent-cave .ground{{fill:{rocky}}}")?;
    writeln!(svg, ".jogo .last{{fill:{last}}}\n.jogo .corners{{fill:none;stroke:{mark}}}")?;
    writeln!(
        svg,
        ".jogo .touched{{fill:{mark};stroke:{mark}}}\n.jogo .target{{fill:{mark}}}\n.jogo .ring{{fill:none;stroke:{mark}}}"
    )
}

fn write_labels(svg: &mut String, picture: &Picture, layout: &Layout) -> fmt::Result {
    svg.push_str(r#"<g class="labels">"#);
    // Small letters have their middle below that of digits.
    let under = (layout.height() - MARGIN / 2) as f32 - 2.0;
    for (column, label) in picture.columns.iter().enumerate() {
        write_text(svg, label, (layout.x(column) as f32, under), layout.label, CELL as f32)?;
    }
    for (row, label) in picture.rows.iter().enumerate() {
        write_text(
            svg,
            label,
            (layout.left as f32 / 2.0, layout.y(row) as f32),
            layout.label,
            layout.left as f32,
        )?;
    }
    svg.push_str("</g>\n");
    Ok(())
}

/// Draws the count of each side beside one of its pieces: the first player's on the left, the second's on the
/// right.
fn write_counts(svg: &mut String, counts: [u32; 2], info: &Info, layout: &Layout) -> fmt::Result {
    svg.push_str(r#"<g class="counts">"#);
    let (near, far) = (layout.left + 18, layout.width() - RIM - 18);
    for (player, piece_x) in Player::BOTH.into_iter().zip([near, far]) {
        let y = (HEADER / 2 - 1) as f32;
        write!(svg, r#"<g transform="translate({piece_x} {y}) scale(.65)">"#)?;
        write_piece(svg, Piece { owner: player, size: None }, info)?;
        svg.push_str("</g>");
        let number = counts[player.index()].to_string();
        let reach = 24.0 + glyphs::strokes(&number).1 * LONG_NUMBER / glyphs::HEIGHT / 2.0;
        let x = match player {
            Player::First => piece_x as f32 + reach,
            Player::Second => piece_x as f32 - reach,
        };
        write_text(svg, &number, (x, y), LONG_NUMBER, CELL as f32)?;
    }
    svg.push_str("</g>\n");
    Ok(())
}

fn write_cell(svg: &mut String, cell: &PictureCell, info: &Info, layers: &Layers) -> fmt::Result {
    write!(svg, "<title>{}</title>", escape(&caption(cell, info)))?;
    write_ground(svg, cell)?;
    let among = |names: &[String]| names.contains(&cell.name);
    if among(layers.last_move) {
        svg.push_str(r#"<rect class="last" x="-29" y="-29" width="58" height="58" rx="3"/>"#);
        svg.push_str(r#"<path class="last corners" d="M-27-16v-6q0-5 5-5h6M16-27h6q5 0 5 5v6M27 16v6q0 5-5 5h-6M-16 27h-6q-5 0-5-5v-6"/>"#);
    }
    if among(layers.touched) {
        svg.push_str(r#"<rect class="touched" x="-27" y="-27" width="54" height="54" rx="5"/>"#);
    }
    if let Some(piece) = cell.piece {
        write_piece(svg, piece, info)?;
    }
    if among(layers.deciding) {
        for class in ["casing", "deciding"] {
            write!(svg, r#"<rect class="{class}" x="-26.5" y="-26.5" width="53" height="53" rx="7"/>"#)?;
        }
    }
    if among(layers.targets) {
        // A dot would hide what stands there.
        let radius = if cell.piece.is_some() { 26 } else { 9 };
        let ring = if cell.piece.is_some() { " ring" } else { "" };
        write!(svg, r#"<circle class="target{ring}" r="{radius}"/>"#)?;
    }
    Ok(())
}

fn write_piece(svg: &mut String, piece: Piece, info: &Info) -> fmt::Result {
    let Piece { owner, size } = piece;
    write!(svg, r#"<g class="piece {} side-{}">"#, player_word(owner), slug(info.side(owner).name))?;
    let outline = shapes::outline(info.shape, owner);
    let top = write_foot(svg, info.shape, piece, |class, y| {
        format!(r#"<path class="{class}" transform="translate(0 {y:.1})" d="{outline}"/>"#)
    });
    write!(svg, r#"<g transform="translate(0 {top:.1})">"#)?;
    write_face(svg, info.shape, piece)?;
    if let Some(size) = size {
        let height = if size < 10 { NUMBER } else { LONG_NUMBER };
        write_text(svg, &size.to_string(), (0.0, 0.0), height, NUMBER_WIDTH_MAX)?;
    }
    svg.push_str("</g></g>");
    Ok(())
}

/// Draws what lies below the face of a piece: its shadow, and the edges of the tiles under the uppermost.
/// Returns where the face lies.
fn write_foot(svg: &mut String, shape: Shape, piece: Piece, outline: impl Fn(&str, f32) -> String) -> f32 {
    let edges = match (shape, piece.size) {
        (Shape::Stack, Some(height)) => usize::from(height).saturating_sub(1).min(EDGES_MAX),
        _ => 0,
    };
    // The stack stands in the middle of its cell, so its top lies above it.
    let step = |edge: f32| edge * EDGE_STEP - edges as f32 * EDGE_STEP / 2.0;
    svg.push_str(&outline("shadow", step(edges as f32) + 2.5));
    for edge in (1..=edges).rev() {
        svg.push_str(&outline("edge", step(edge as f32)));
    }
    step(0.0)
}

/// The face of a piece, without its number.
fn write_face(svg: &mut String, shape: Shape, Piece { owner, size }: Piece) -> fmt::Result {
    if let Some(path) = shapes::limbs(shape, owner) {
        write!(svg, r#"<path class="limbs" d="{path}"/>"#)?;
    }
    let outline = shapes::outline(shape, owner);
    write!(svg, r#"<path class="body" d="{outline}"/><path class="gloss" d="{outline}"/>"#)?;
    let middle = if size.is_none() { shapes::mark(shape, owner) } else { None };
    for mark in [shapes::rim(shape, owner), middle].into_iter().flatten() {
        write!(svg, r#"<path class="{}" d="{}"/>"#, mark.class, mark.path)?;
    }
    if let Some(path) = shapes::shine(shape) {
        write!(svg, r#"<path class="shine" d="{path}"/>"#)?;
    }
    Ok(())
}

const fn player_word(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// Draws a text around a point, its digits this high, or less where it would be wider than that.
fn write_text(svg: &mut String, text: &str, (x, y): (f32, f32), height: f32, width_max: f32) -> fmt::Result {
    let (strokes, width) = glyphs::strokes(text);
    let scale = (height / glyphs::HEIGHT).min(width_max / width.max(1.0));
    let (left, top) = (x - width * scale / 2.0, y - glyphs::HEIGHT * scale / 2.0);
    write!(
        svg,
        r#"<path class="text" transform="translate({left:.1} {top:.1}) scale({scale:.2})" d="{strokes}"/>"#
    )
}

/// Returns the title of a cell, for the pointer and for screen readers.
fn caption(cell: &PictureCell, info: &Info) -> String {
    let ground = match cell.ground {
        Ground::Plain | Ground::Beyond => "",
        Ground::Gap => ", gap",
        Ground::Mountain => ", mountain",
        Ground::Cave => ", cave",
        Ground::SpentCave => ", spent cave",
    };
    let piece = match cell.piece {
        Some(Piece { owner, size: Some(size) }) => format!(", {} {size}", info.side(owner).name),
        Some(Piece { owner, size: None }) => format!(", {}", info.side(owner).name),
        None => String::new(),
    };
    format!("{}{ground}{piece}", cell.name)
}

/// Returns a name as one class: small letters and digits, all else a hyphen.
pub fn slug(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

/// Returns text as XML and HTML hold it, in attributes too. Control characters cannot stand in XML at all.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            control if control.is_control() => escaped.push('\u{fffd}'),
            plain => escaped.push(plain),
        }
    }
    escaped
}
