//! Arguments that several commands take, and what is read from them before clap is.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::builder::{PossibleValue, TypedValueParser};
use games::{GAMES, GameEntry, quote};
use table::{Seat, TimeControl};
use words::Language;

use super::analyze::Subject;
use crate::failure::words;
use crate::settings::Settings;

/// Reads the id of a game, in any case, and lets shells complete it.
#[derive(Clone, Copy, Debug)]
pub struct GameParser;

impl TypedValueParser for GameParser {
    type Value = &'static GameEntry;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        TypedValueParser::parse_ref(&find_game, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(GAMES.iter().map(|game| PossibleValue::new(game.info.id).help(game.info.name))))
    }
}

/// Reads the id of a game, or the name of a file.
#[derive(Clone, Copy, Debug)]
pub struct SubjectParser;

impl TypedValueParser for SubjectParser {
    type Value = Subject;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let is_game = value.to_str().is_some_and(|id| game_called(id).is_some());
        if !is_game && Path::new(value).is_file() {
            return Ok(Subject::File(value.into()));
        }
        GameParser.parse_ref(command, arg, value).map(Subject::Game)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        GameParser.possible_values()
    }
}

/// The game with this id, in any case.
fn game_called(id: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|game| game.info.id.eq_ignore_ascii_case(id))
}

fn find_game(id: &str) -> Result<&'static GameEntry, String> {
    game_called(id).ok_or_else(|| {
        let ids: Vec<&str> = GAMES.iter().map(|game| game.info.id).collect();
        let told = [("game", quote(id).into()), ("games", ids.join(", ").into())];
        match similar_game(id) {
            Some(meant) => {
                words().say_with("cli-no-game-but", told.into_iter().chain([("meant", meant.into())]))
            }
            None => words().say_with("cli-no-game", told),
        }
    })
}

pub fn read_seat(text: &str) -> Result<Seat, String> {
    text.parse().map_err(|error| words().message(&error))
}

pub fn read_language(text: &str) -> Result<Language, String> {
    text.parse().map_err(|_| words().say_with("cli-no-language", [("language", quote(text).into())]))
}

pub fn read_clock(text: &str) -> Result<TimeControl, String> {
    text.parse().map_err(|error| words().message(&error))
}

/// The id that this may be a slip of.
pub fn similar_game(id: &str) -> Option<&'static str> {
    const LIKENESS_MIN: f64 = 0.8;
    let id = id.to_lowercase();
    if game_called(&id).is_some() {
        return None;
    }
    let likeness = |game: &GameEntry| strsim::jaro(&id, game.info.id);
    let nearest = GAMES.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    nearest.filter(|game| likeness(game) >= LIKENESS_MIN).map(|game| game.info.id)
}

/// `jogo ataxx` is short for `jogo play ataxx`: no command has the name of a game.
pub fn with_short_play(mut args: Vec<OsString>) -> Vec<OsString> {
    let mut index = 1;
    while let Some(arg) = args.get(index) {
        match arg.to_str() {
            Some("--lang" | "--color") => index += 2,
            Some(flag) if flag.starts_with('-') => index += 1,
            Some(word) if game_called(word).is_some() => {
                args.insert(index, "play".into());
                break;
            }
            _ => break,
        }
    }
    args
}

/// The command `help` takes names of commands only. The language has been read by then and can be left out.
pub fn without_language_after_help(mut args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_some_and(|arg| arg == "help") {
        if let Some(index) = args.iter().position(|arg| arg == "--lang") {
            args.drain(index..args.len().min(index + 2));
        }
        args.retain(|arg| !arg.to_str().is_some_and(|arg| arg.starts_with("--lang=")));
    }
    args
}

/// The language that the arguments ask for, or that was chosen before; told even where they are otherwise
/// wrong.
pub fn language_of_args(args: &[OsString]) -> Language {
    let texts = || args.iter().map(|arg| arg.to_str().unwrap_or(""));
    let after = texts().zip(texts().skip(1)).find_map(|(flag, value)| (flag == "--lang").then_some(value));
    let asked = after.or_else(|| texts().find_map(|arg| arg.strip_prefix("--lang=")));
    asked.and_then(|tag| tag.parse().ok()).unwrap_or_else(Settings::chosen_language)
}
