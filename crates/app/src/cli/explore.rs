//! `jogo explore`: what was played in a position in stored games, and what is known of it.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use engine::analysis::LineFacts;
use engine::explorer::{ExploredMove, Explorer};
use games::{GameEntry, Player, Record};
use serde::Serialize;
use words::Words;

use crate::console::said;
use crate::explored;
use crate::failure::{Failure, complain, words};
use crate::input::PositionArgs;
use crate::library::Library;
use crate::settings;

/// Nodes to look for results that can be proved at once.
const NODES: u64 = 20_000;

#[derive(Args, Debug)]
pub struct ExploreArgs {
    /// The rule set, by its id (`jogo games` lists them)
    #[arg(value_parser = super::args::GameParser, hide_possible_values = true)]
    game: &'static GameEntry,
    #[command(flatten)]
    position: PositionArgs,
    /// Moves to play first
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Files of recorded games, and folders of such files [default: the games and matches of this computer]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

pub fn explore(output: &mut impl Write, args: &ExploreArgs, said: &Words) -> Result<(), Failure> {
    if args.position.is_stdin() {
        return Err(Failure::said("explore-lines", []));
    }
    let mut record = Record::from_position(args.game, args.position.read(args.game)?);
    for mv in args.moves.split_whitespace() {
        record.play(mv).map_err(|complaint| Failure::wrong_move(mv, &complaint))?;
    }
    let explorer = read(args)?;
    let moves = explorer.explore(&record, NODES);
    if args.json {
        let json = ExploreJson {
            game: args.game.info.id,
            position: record.position().to_string(),
            games: explorer.games(),
            moves: moves.iter().map(MoveJson::of).collect(),
        };
        return super::show::write_json(output, &json);
    }
    Ok(write(output, args.game, &explorer, &moves, said)?)
}

fn own_folders() -> Vec<PathBuf> {
    settings::data_folder().map_or_else(Vec::new, |folder| Library::at(folder.join("games")).game_folders())
}

/// Reads all games of the files and folders. Those of other rule sets are passed over.
fn read(args: &ExploreArgs) -> Result<Explorer, Failure> {
    let mut explorer = Explorer::new(args.game);
    let is_named = !args.files.is_empty();
    let places = if is_named { args.files.clone() } else { own_folders() };
    for place in places {
        let is_folder = place.is_dir();
        let files = match is_folder {
            true => explored::files(&place),
            false if is_named => vec![place],
            false => Vec::new(),
        };
        for file in files {
            match explored::count(&mut explorer, args.game, &file) {
                Ok(true) => {}
                Ok(false) => {
                    complain(&words().say_with("explore-full", [("count", explorer.games().into())]));
                    return Ok(explorer);
                }
                // A folder may hold other files; a file that was named must be one of games.
                Err(_) if is_folder => {}
                Err(trouble) => return Err(Failure::Input(said::record_trouble(words(), &trouble))),
            }
        }
    }
    Ok(explorer)
}

fn write(
    output: &mut impl Write,
    game: &GameEntry,
    explorer: &Explorer,
    moves: &[ExploredMove],
    said: &Words,
) -> std::io::Result<()> {
    writeln!(output, "{}", said.say_with("explore-games", [("count", explorer.games().into())]))?;
    if moves.is_empty() {
        return writeln!(output, "{}", said.say("explore-nothing"));
    }
    let sides = Player::BOTH.map(|player| said.name(game.info.side(player).name));
    let (games, drawn, known) = (
        said.say("explore-column-games"),
        said.say("explore-column-drawn"),
        said.say("explore-column-known"),
    );
    writeln!(output, "{:<12} {games:>7} {:>10} {drawn:>10} {:>10}  {known}", "", sides[0], sides[1])?;
    for explored in moves {
        let results = explored.results;
        let finished = results.games() - results.unfinished;
        let percent = |count: u32| match finished {
            0 => String::new(),
            _ => format!("{} %", words::percent(f64::from(count) / f64::from(finished))),
        };
        let [first, second] = results.won.map(percent);
        let known = explored.known.as_ref().map_or(String::new(), |line| said.line_value(line));
        let row = format!(
            "{:<12} {:>7} {first:>10} {:>10} {second:>10}  {known}",
            explored.mv,
            results.games(),
            percent(results.drawn)
        );
        writeln!(output, "{}", row.trim_end())?;
    }
    Ok(())
}

/// The JSON form is documented in docs/json.md; what stands there stays.
#[derive(Serialize)]
struct ExploreJson {
    game: &'static str,
    position: String,
    /// Games that were read, whether they came to the position or not.
    games: usize,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    r#move: String,
    games: u32,
    first: u32,
    drawn: u32,
    second: u32,
    unfinished: u32,
    value: Option<ValueJson>,
}

#[derive(Serialize)]
struct ValueJson {
    kind: &'static str,
    plies: Option<u32>,
    distance: Option<&'static str>,
}

impl MoveJson {
    fn of(explored: &ExploredMove) -> Self {
        let results = explored.results;
        let value = explored.known.as_ref().map(|line| {
            let LineFacts { kind, plies, distance, score: _ } = line.facts();
            ValueJson { kind, plies, distance }
        });
        Self {
            r#move: explored.mv.clone(),
            games: results.games(),
            first: results.won[0],
            drawn: results.drawn,
            second: results.won[1],
            unfinished: results.unfinished,
            value,
        }
    }
}
