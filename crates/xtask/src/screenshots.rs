//! Pictures of the real program: it runs in a pseudo-terminal, and what the terminal shows becomes SVG.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use vt100::{Cell, Color};

use crate::pty::PtySession;

/// A run of the program: its arguments, the keys pressed one after the other, the picture at the end.
struct Scene {
    name: &'static str,
    args: &'static [&'static str],
    keys: &'static [&'static str],
    size: (u16, u16),
}

const ENTER: &str = "\r";
// Mouse events are written as the terminal sends them: button, column and line, M for down and m for up.
const RIGHT: &str = "\x1b[C";
const DOWN: &str = "\x1b[B";
const SIZE: (u16, u16) = (92, 28);

const SCENES: [Scene; 5] = [
    Scene { name: "menu", args: &[], keys: &["8"], size: SIZE },
    Scene {
        name: "neutreeko",
        args: &["play", "neutreeko", "--second", "human"],
        keys: &[":b1-c1\r", ":c2-c3\r", ":c1-a3\r", ":b5-c5\r", "e", ":d1-d4\r", ":c5-b4\r", "\t", ENTER],
        size: SIZE,
    },
    Scene {
        name: "infection",
        args: &[
            "play",
            "infection",
            "-p",
            "o6/1o5/oooo3/oxoxx2/oooxx2/xooxx2/xoooxxo x 0 1",
            "--second",
            "human",
        ],
        keys: &["\x1b[<0;42;20M", "\x1b[<0;42;20m", RIGHT],
        size: SIZE,
    },
    Scene {
        name: "knightline",
        args: &["play", "knightline", "-p", "w3b3w5../w3b3b2w1./b4b4w4b4w4 w @m0", "--second", "human"],
        keys: &["\t", ENTER, ENTER, "2"],
        size: SIZE,
    },
    Scene {
        name: "threedragons",
        args: &[
            "play",
            "threedragons-dragons",
            "-p",
            "MB31B2B2B21B3M/9/4B44/3W25/c2W2C3C/B31B2W25/5B23/4W24/MW41W21W21W3M w 0 1",
            "--second",
            "human",
        ],
        keys: &["\x1b[<0;18;21M", "\x1b[<32;18;15M", "\x1b[<0;18;15m", DOWN],
        size: SIZE,
    },
];

/// Takes every picture.
///
/// # Errors
/// Says what did not work.
pub fn take(jogo: &Path, folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    for scene in &SCENES {
        let session = run(jogo, scene).map_err(|error| format!("{}: {error}", scene.name))?;
        let path = folder.join(format!("{}.svg", scene.name));
        fs::write(&path, draw(session.parser.screen()))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn run(jogo: &Path, scene: &Scene) -> Result<PtySession, Box<dyn std::error::Error>> {
    let mut session = PtySession::start(jogo, scene.args, scene.size)?;
    session.watch();
    for keys in scene.keys {
        session.press(keys)?;
        session.watch();
    }
    Ok(session)
}

const WIDTH: u16 = 9;
const HEIGHT: u16 = 18;
const MARGIN: u16 = 10;
const SCREEN: &str = "#15181d";
const TEXT: &str = "#d8dadd";

fn draw(screen: &vt100::Screen) -> String {
    let (rows, cols) = screen.size();
    let (rows, cols) = (rows.get(), cols.get());
    let (width, height) = (cols * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"'DejaVu Sans Mono','Cascadia Mono',Menlo,Consolas,monospace\" font-size=\"15\" shape-rendering=\"crispEdges\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{SCREEN}\"/>\n"
    );
    for row in 0..rows {
        let cells: Vec<&Cell> = (0..cols).filter_map(|column| screen.cell(row, column)).collect();
        grounds(&mut svg, row, &cells);
        for (column, cell) in cells.iter().enumerate() {
            glyph(&mut svg, column as u16, row, cell);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// One rectangle for each run of cells on the same ground.
fn grounds(svg: &mut String, row: u16, cells: &[&Cell]) {
    let mut column = 0;
    for run in cells.chunk_by(|one, other| ground(one) == ground(other)) {
        let color = ground(run[0]);
        if color != SCREEN {
            rect(svg, (f32::from(column), f32::from(row)), (run.len() as f32, 1.0), &color);
        }
        column += run.len() as u16;
    }
}

fn ground(cell: &Cell) -> String {
    let color = if cell.inverse() { cell.fgcolor() } else { cell.bgcolor() };
    hex(color, if cell.inverse() { TEXT } else { SCREEN })
}

fn hex(color: Color, otherwise: &str) -> String {
    match color {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        // The pictures are taken in true colour.
        Color::Default | Color::Idx(_) => otherwise.to_owned(),
    }
}

fn rect(svg: &mut String, (x, y): (f32, f32), (width, height): (f32, f32), color: &str) {
    let (cell, line, margin) = (f32::from(WIDTH), f32::from(HEIGHT), f32::from(MARGIN));
    let (x, y) = (margin + x * cell, margin + y * line);
    let _ = writeln!(
        svg,
        r#"<rect x="{x}" y="{y}" width="{}" height="{}" fill="{color}"/>"#,
        width * cell,
        height * line
    );
}

/// Blocks are drawn as blocks, whatever the font makes of them; the rest is text.
fn glyph(svg: &mut String, column: u16, row: u16, cell: &Cell) {
    let text = cell.contents();
    let Some(character) = text.chars().next().filter(|character| *character != ' ') else { return };
    let color = if cell.inverse() { hex(cell.bgcolor(), SCREEN) } else { hex(cell.fgcolor(), TEXT) };
    // Quarters: upper left, upper right, lower left, lower right.
    let quarters = match character {
        '█' => [true, true, true, true],
        '▀' => [true, true, false, false],
        '▄' => [false, false, true, true],
        '▛' => [true, true, true, false],
        '▜' => [true, true, false, true],
        '▙' => [true, false, true, true],
        '▟' => [false, true, true, true],
        _ => {
            let (x, y) = (MARGIN + column * WIDTH, MARGIN + row * HEIGHT + 13);
            let weight = if cell.bold() { r#" font-weight="bold""# } else { "" };
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            let _ = writeln!(svg, r#"<text x="{x}" y="{y}" fill="{color}"{weight}>{text}</text>"#);
            return;
        }
    };
    for (index, is_full) in quarters.into_iter().enumerate() {
        if is_full {
            let (x, y) =
                (f32::from(column) + 0.5 * (index % 2) as f32, f32::from(row) + 0.5 * (index / 2) as f32);
            rect(svg, (x, y), (0.5, 0.5), &color);
        }
    }
}
