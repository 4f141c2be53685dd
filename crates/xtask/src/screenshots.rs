//! Pictures of the real program: it runs in a pseudo-terminal, and what the terminal shows becomes SVG.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;
use std::{fs, thread};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use vt100::{Cell, Color, Parser};

/// A run of the program: its arguments, the keys pressed one after the other, the picture at the end.
struct Scene {
    name: &'static str,
    args: &'static [&'static str],
    keys: &'static [&'static str],
    size: (u16, u16),
}

const ENTER: &str = "\r";
const RIGHT: &str = "\x1b[C";
const UP: &str = "\x1b[A";

const SCENES: [Scene; 6] = [
    Scene { name: "menu", args: &[], keys: &["8"], size: (92, 28) },
    Scene {
        name: "neutreeko",
        args: &["play", "neutreeko", "--second", "human"],
        keys: &[":b1-c1\r", ":c2-c3\r", ":c1-a3\r", ":b5-c5\r", "e", ":d1-d4\r", ":c5-b4\r", ENTER],
        size: (92, 28),
    },
    Scene {
        name: "ataxx",
        args: &["play", "ataxx", "-p", "x5o/1x3o1/2-1-2/7/2-1-2/1ox2x1/o4xx o 0 9", "--second", "human", "--first", "level:3"],
        keys: &[":g7g5\r"],
        size: (92, 28),
    },
    Scene {
        name: "infection",
        args: &["play", "infection", "-p", "o6/1o5/oooo3/oxoxx2/oooxx2/xooxx2/xoooxxo x 0 1", "--second", "human"],
        keys: &["\t", "\t", "\t", ENTER, UP, RIGHT],
        size: (92, 28),
    },
    Scene {
        name: "knightline",
        args: &["play", "knightline", "-p", "w3b3w5../w3b3b2w1./b4b4w4b4w4 w @m0", "--second", "human"],
        keys: &["\t", ENTER, ENTER, "2"],
        size: (92, 28),
    },
    Scene {
        name: "threedragons",
        args: &["play", "threedragons-dragons", "-p", "M1B2B2B2B21B3M/9/4B44/9/c2W2C3C/B31B2W25/9/9/MW46M w 0 1", "--second", "human"],
        keys: &["\t", ENTER, UP],
        size: (92, 28),
    },
];

/// How long the screen must be quiet before a key is pressed or the picture taken.
const QUIET: Duration = Duration::from_millis(400);

/// Takes every picture.
///
/// # Errors
/// Says what did not work.
pub fn take(jogo: &Path, folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    for scene in &SCENES {
        let screen = run(jogo, scene).map_err(|error| format!("{}: {error}", scene.name))?;
        let path = folder.join(format!("{}.svg", scene.name));
        fs::write(&path, draw(screen.screen())).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn run(jogo: &Path, scene: &Scene) -> Result<Parser, Box<dyn std::error::Error>> {
    let jogo = fs::canonicalize(jogo)?;
    let (cols, rows) = scene.size;
    let pair = native_pty_system().openpty(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 })?;
    let home = std::env::temp_dir().join(format!("jogo-screenshots-{}", std::process::id()));
    let mut command = CommandBuilder::new(jogo);
    command.args(scene.args);
    for (name, value) in [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LC_ALL", "C.UTF-8")] {
        command.env(name, value);
    }
    command.env("JOGO_CONFIG_DIR", &home);
    command.env_remove("NO_COLOR");
    let mut child = pair.slave.spawn_command(command)?;
    drop(pair.slave);
    let (sender, output) = mpsc::channel();
    let mut reader = pair.master.try_clone_reader()?;
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            if sender.send(bytes[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    let mut keyboard = pair.master.take_writer()?;
    let mut parser = Parser::new(rows, cols, 0);
    watch(&output, &mut parser);
    for keys in scene.keys {
        keyboard.write_all(keys.as_bytes())?;
        keyboard.flush()?;
        watch(&output, &mut parser);
    }
    child.kill()?;
    child.wait()?;
    let _ = fs::remove_dir_all(home);
    Ok(parser)
}

/// Takes in what the program shows until it is quiet.
fn watch(output: &Receiver<Vec<u8>>, parser: &mut Parser) {
    loop {
        match output.recv_timeout(QUIET) {
            Ok(bytes) => parser.process(&bytes),
            // The first frame may take a moment on a busy machine.
            Err(RecvTimeoutError::Timeout) if parser.screen().contents().trim().is_empty() => {}
            Err(_) => return,
        }
    }
}

const WIDTH: u16 = 9;
const HEIGHT: u16 = 18;
const MARGIN: u16 = 10;
const SCREEN: &str = "#15181d";
const TEXT: &str = "#d8dadd";

fn draw(screen: &vt100::Screen) -> String {
    let (rows, cols) = screen.size();
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
    let _ = writeln!(svg, r#"<rect x="{x}" y="{y}" width="{}" height="{}" fill="{color}"/>"#, width * cell, height * line);
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
            let (x, y) = (f32::from(column) + 0.5 * (index % 2) as f32, f32::from(row) + 0.5 * (index / 2) as f32);
            rect(svg, (x, y), (0.5, 0.5), &color);
        }
    }
}
