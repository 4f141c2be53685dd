//! The same drawings for a web page, which draws its boards itself: every piece and ground as a symbol that
//! the page uses, the colours of all games as custom properties, and how grounds and pieces are painted with
//! them. The page's own stylesheet adds what only that page has.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::{CELL, COMMON, GLOSS, escape, player_word, shade, shapes, slug, write_face, write_foot};
use crate::{GAMES, Ground, Info, Picture, Piece, Player, Shades, Shape};

/// The largest size that has a symbol: of a stack, and of a die.
const STACK_MAX: u8 = 20;
const DIE_MAX: u8 = 9;

/// What is painted with which property, besides [`COMMON`].
const PAINT: &str = include_str!("page.css");

const SHAPES: [Shape; 4] = [Shape::Disc, Shape::Stack, Shape::Die, Shape::Microbe];
const GROUNDS: [Ground; 4] = [Ground::Gap, Ground::Mountain, Ground::Cave, Ground::SpentCave];

/// Returns how large the pieces of a shape get; 0 where they are all alike.
const fn size_max(shape: Shape) -> u8 {
    match shape {
        Shape::Stack => STACK_MAX,
        Shape::Die => DIE_MAX,
        Shape::Disc | Shape::Microbe => 0,
    }
}

/// Returns the id of the symbol of a piece: its shape, its player and its size, if it has one.
pub fn symbol_of_piece(shape: Shape, piece: Piece) -> String {
    let size = piece.size.map_or(String::new(), |size| format!("-{size}"));
    format!("{}-{}{size}", shape.word(), player_word(piece.owner))
}

/// Returns the id of the symbol of what stands on a ground, if anything does.
pub fn symbol_of_ground(ground: Ground) -> Option<&'static str> {
    GROUNDS.contains(&ground).then(|| ground.word())
}

/// Returns a drawing that is not shown itself, with a symbol for every piece and ground of every game.
pub fn symbols() -> String {
    let mut svg = String::from(r#"<svg class="unseen" aria-hidden="true" focusable="false">"#);
    write_symbols(&mut svg).expect("a string takes whatever is written to it");
    svg.push_str("</svg>");
    svg
}

fn write_symbols(svg: &mut String) -> fmt::Result {
    write!(svg, "{GLOSS}<defs>")?;
    for shape in SHAPES {
        for owner in Player::BOTH {
            let kind = format!("{}-{}", shape.word(), player_word(owner));
            write!(svg, r#"<path id="{kind}-outline" d="{}"/>"#, shapes::outline(shape, owner))?;
            write_symbol(svg, shape, Piece::of(owner))?;
            if size_max(shape) > 0 {
                // The face of all sizes is the same.
                write!(svg, r#"<g id="{kind}-face">"#)?;
                write_face(svg, shape, Piece { owner, size: Some(1) })?;
                svg.push_str("</g>");
            }
            for size in 1..=size_max(shape) {
                write_symbol(svg, shape, Piece { owner, size: Some(size) })?;
            }
        }
    }
    for ground in GROUNDS {
        write!(svg, r#"<g id="{}">"#, ground.word())?;
        for (class, path) in shapes::landmark(ground) {
            write!(svg, r#"<path class="{class}" d="{path}"/>"#)?;
        }
        svg.push_str("</g>");
    }
    svg.push_str("</defs>");
    Ok(())
}

fn write_symbol(svg: &mut String, shape: Shape, piece: Piece) -> fmt::Result {
    write!(svg, r#"<g id="{}">"#, symbol_of_piece(shape, piece))?;
    let kind = format!("{}-{}", shape.word(), player_word(piece.owner));
    let top = write_foot(svg, shape, piece, |class, y| {
        format!(r##"<use class="{class}" href="#{kind}-outline" y="{y:.1}"/>"##)
    });
    match piece.size {
        Some(size) => write!(
            svg,
            r##"<use href="#{kind}-face" y="{top:.1}"/><text class="size" y="{:.1}">{size}</text>"##,
            top + 0.5
        )?,
        None => write_face(svg, shape, piece)?,
    }
    svg.push_str("</g>");
    Ok(())
}

/// Returns the colours of every family and side, as custom properties of the classes `family-*` and `side-*`.
pub fn style() -> String {
    let mut css = String::new();
    let mut rules = BTreeMap::new();
    for info in GAMES.iter().map(|game| game.info) {
        rules.insert(format!("family-{}", slug(info.family)), shades(info));
        for side in &info.sides {
            let tint = side.tint;
            let (body, rim, under, deco, text) = (tint.body, tint.rim, tint.edge, tint.mark, tint.text);
            // Beside the board a dark rim would not be seen in the dark.
            let beside =
                if tint.body.is_dark() { format!("light-dark({rim},{deco})") } else { rim.to_string() };
            let colors = format!(
                "--body:{body};--rim:{rim};--rim-beside:{beside};--under:{under};--deco:{deco};--text:{text}"
            );
            rules.insert(format!("side-{}", slug(side.name)), colors);
        }
    }
    for (class, properties) in rules {
        writeln!(css, ".{class}{{{properties}}}").expect("a string takes whatever is written to it");
    }
    css + COMMON + PAINT
}

fn shades(info: &Info) -> String {
    let list = |Shades { panel, label: _, seam, ground, alternate, rocky, ink, mark, last }: Shades| {
        [
            ("panel", panel),
            ("seam", seam),
            ("ground", ground),
            ("ground-2", alternate),
            ("rocky", rocky),
            ("label", ink),
            ("mark", mark),
            ("last", last),
        ]
    };
    let both = list(info.surface.day).into_iter().zip(list(info.surface.night));
    both.map(|((name, day), (_, night))| format!("--{name}:light-dark({day},{night})"))
        .collect::<Vec<_>>()
        .join(";")
}

/// Draws the board alone, out of the symbols: no labels, captions or counts, and no style.
pub fn draw(picture: &Picture, info: &Info) -> String {
    let mut svg = String::new();
    write_board(&mut svg, picture, info).expect("a string takes whatever is written to it");
    svg
}

fn write_board(svg: &mut String, picture: &Picture, info: &Info) -> fmt::Result {
    let columns = picture.columns.len().max(1);
    let (width, height) = (columns * CELL, picture.rows.len() * CELL);
    write!(
        svg,
        r#"<svg class="jogo family-{} game-{}" viewBox="0 0 {width} {height}""#,
        slug(info.family),
        slug(info.id)
    )?;
    write!(svg, r#" role="img" aria-label="{}">"#, escape(info.name))?;
    // All grounds of a kind are one shape: a browser draws a few of them sooner than hundreds.
    let mut grounds: Vec<(String, String)> = Vec::new();
    let mut upon = String::new();
    for (index, cell) in picture.cells.iter().enumerate() {
        let (row, column) = (index / columns, index % columns);
        let kind = format!("cell {}{}", cell.ground.word(), shade(row, column));
        let square = format!("M{} {}h58v58h-58z", column * CELL + 1, row * CELL + 1);
        match grounds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, squares)) => squares.push_str(&square),
            None => grounds.push((kind, square)),
        }
        let (x, y) = (column * CELL + CELL / 2, row * CELL + CELL / 2);
        if let Some(symbol) = symbol_of_ground(cell.ground) {
            write!(upon, r##"<use href="#{symbol}" x="{x}" y="{y}"/>"##)?;
        }
        if let Some(piece) = cell.piece {
            let (player, side) = (player_word(piece.owner), slug(info.side(piece.owner).name));
            write!(
                upon,
                r##"<use class="piece {player} side-{side}" href="#{}" x="{x}" y="{y}"/>"##,
                symbol_of_piece(info.shape, piece)
            )?;
        }
    }
    for (kind, squares) in grounds {
        write!(svg, r#"<g class="{kind}"><path class="ground" d="{squares}"/></g>"#)?;
    }
    svg.push_str(&upon);
    svg.push_str("</svg>");
    Ok(())
}
