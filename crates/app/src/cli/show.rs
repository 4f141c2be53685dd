//! `jogo games`, `rules`, `show` and `moves`: what a game is and what a position looks like.

use std::io::Write;

use clap::{Args, ValueEnum};
use games::svg::{self, Layers};
use games::{AnyPosition, GAMES, GameEntry, Outcome, Picture, Player, Record, open_gestures, quote, text};
use serde::Serialize;
use words::{Language, Words};

use super::play::ViewArgs;
use crate::failure::{Failure, words};
use crate::input::{PositionArgs, answer_each_line};

#[derive(Args, Debug)]
pub struct ShowArgs {
    /// The rule set, by its id (`jogo games` lists them)
    #[arg(value_parser = super::args::GameParser, hide_possible_values = true)]
    game: &'static GameEntry,
    #[command(flatten)]
    position: PositionArgs,
    /// Moves to play first; the last one is marked
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// The form to write
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Mark where a move that begins on this cell can go (SVG only)
    #[arg(long, value_name = "CELL")]
    touch: Option<String>,
    #[command(flatten)]
    view: ViewArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Svg,
    Json,
    Prolog,
}

#[derive(Args, Debug)]
pub struct MovesArgs {
    /// The rule set, by its id (`jogo games` lists them)
    #[arg(value_parser = super::args::GameParser, hide_possible_values = true)]
    game: &'static GameEntry,
    #[command(flatten)]
    position: PositionArgs,
    /// As JSON, with the gestures that make each move
    #[arg(long)]
    json: bool,
}

pub fn games(output: &mut impl Write, json: bool) -> Result<(), Failure> {
    if json {
        let games: Vec<JsonGame> = GAMES.iter().map(JsonGame::of).collect();
        return write_json(output, &games);
    }
    for game in GAMES {
        writeln!(output, "{}\t{}", game.info.id, words().name(game.info.name))?;
    }
    Ok(())
}

pub fn rules(output: &mut impl Write, game: &GameEntry, language: Language) -> Result<(), Failure> {
    Ok(output.write_all(words::markdown::to_text(Words::of(language).rules(game.info), game).as_bytes())?)
}

pub fn show(output: &mut impl Write, args: &ShowArgs) -> Result<(), Failure> {
    let one_line = |position: &dyn AnyPosition| match args.format {
        Format::Json => json_text(&JsonPosition::of(position)),
        Format::Prolog => position.to_prolog().ok_or_else(|| {
            let game = words().name(position.info().name);
            Failure::said("cli-no-prolog", [("game", game.into())])
        }),
        Format::Text | Format::Svg => Err(Failure::said("cli-show-lines", [])),
    };
    if args.position.is_stdin() {
        return answer_each_line(args.game, output, one_line);
    }
    let mut record = Record::from_position(args.game, args.position.read(args.game)?);
    for mv in args.moves.split_whitespace() {
        record.play(mv).map_err(|complaint| Failure::wrong_move(mv, &complaint))?;
    }
    let drawing = match args.format {
        Format::Text => text::page_said(&record, args.view.view(), &|message| words().message(message)),
        Format::Svg => draw_svg(&record, args)?,
        Format::Json | Format::Prolog => format!("{}\n", one_line(record.position())?),
    };
    Ok(output.write_all(drawing.as_bytes())?)
}

fn draw_svg(record: &Record, args: &ShowArgs) -> Result<String, Failure> {
    let position = record.position();
    let picture = position.picture();
    let touched: Vec<String> = args.touch.iter().cloned().collect();
    if let Some(cell) = touched.iter().find(|cell| picture.cell(cell).is_none()) {
        return Err(Failure::said("cli-no-cell", [("cell", quote(cell).into())]));
    }
    let handles = position.handles();
    let next = open_gestures(&handles, &touched)
        .filter_map(|(_, gesture)| gesture.cells.get(touched.len()).cloned());
    let targets: Vec<String> = if touched.is_empty() { Vec::new() } else { next.collect() };
    let text::Marks { last_move, deciding } = text::marks(record);
    let layers = Layers {
        last_move: &last_move,
        touched: &touched,
        targets: &targets,
        deciding: &deciding,
        ..Layers::default()
    };
    Ok(svg::draw(&picture, record.info(), &layers))
}

pub fn moves(output: &mut impl Write, args: &MovesArgs) -> Result<(), Failure> {
    let json = |position: &dyn AnyPosition| json_text(&JsonMoves::of(position));
    if args.position.is_stdin() {
        return answer_each_line(args.game, output, |position| {
            if args.json { json(position) } else { Ok(position.moves().join(" ")) }
        });
    }
    let position = args.position.read(args.game)?;
    if args.json {
        writeln!(output, "{}", json(&*position)?)?;
        return Ok(());
    }
    for mv in position.moves() {
        writeln!(output, "{mv}")?;
    }
    Ok(())
}

pub fn json_text(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::World(error.to_string()))
}

pub fn write_json(output: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    Ok(writeln!(output, "{}", json_text(value)?)?)
}

/// The JSON forms are documented in docs/json.md; what stands there stays.
#[derive(Serialize)]
struct JsonGame {
    id: &'static str,
    name: &'static str,
    family: &'static str,
    /// First player, second player.
    sides: [&'static str; 2],
    starts: Vec<JsonStart>,
}

#[derive(Serialize)]
struct JsonStart {
    name: &'static str,
    position: &'static str,
}

impl JsonGame {
    fn of(game: &GameEntry) -> Self {
        let info = game.info;
        Self {
            id: info.id,
            name: info.name,
            family: info.family,
            sides: [info.side(Player::First).name, info.side(Player::Second).name],
            starts: info
                .starts
                .iter()
                .map(|start| JsonStart { name: start.name, position: start.text })
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct JsonPosition {
    game: &'static str,
    position: String,
    turn: &'static str,
    /// `1-0`, `0-1`, `1/2-1/2` or null.
    result: Option<&'static str>,
    reason: Option<String>,
    deciding_cells: Vec<String>,
    counts: Option<[u32; 2]>,
    columns: Vec<String>,
    rows: Vec<String>,
    /// Row by row from the top.
    cells: Vec<JsonCell>,
}

#[derive(Serialize)]
struct JsonCell {
    name: String,
    ground: &'static str,
    owner: Option<&'static str>,
    size: Option<u8>,
}

impl JsonPosition {
    fn of(position: &dyn AnyPosition) -> Self {
        let Picture { columns, rows, cells, counts, .. } = position.picture();
        let ending = position.ending();
        let cells = cells.into_iter().map(|cell| JsonCell {
            name: cell.name,
            ground: cell.ground.word(),
            owner: cell.piece.map(|piece| player_word(piece.owner)),
            size: cell.piece.and_then(|piece| piece.size),
        });
        Self {
            game: position.info().id,
            position: position.to_string(),
            turn: player_word(position.turn()),
            result: position.outcome().map(Outcome::result),
            reason: ending.as_ref().map(|ending| ending.reason.to_string()),
            deciding_cells: ending.map_or(Vec::new(), |ending| ending.cells),
            counts,
            columns,
            rows,
            cells: cells.collect(),
        }
    }
}

pub fn player_word(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

#[derive(Serialize)]
struct JsonMoves {
    game: &'static str,
    position: String,
    moves: Vec<JsonMove>,
}

#[derive(Serialize)]
struct JsonMove {
    #[serde(rename = "move")]
    mv: String,
    gestures: Vec<JsonGesture>,
}

#[derive(Serialize)]
struct JsonGesture {
    cells: Vec<String>,
    choice: Option<String>,
}

impl JsonMoves {
    fn of(position: &dyn AnyPosition) -> Self {
        let gesture = |gesture: games::Gesture| JsonGesture { cells: gesture.cells, choice: gesture.choice };
        let moves = position.handles().into_iter().map(|handle| JsonMove {
            mv: handle.mv,
            gestures: handle.gestures.into_iter().map(gesture).collect(),
        });
        Self { game: position.info().id, position: position.to_string(), moves: moves.collect() }
    }
}
