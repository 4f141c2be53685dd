//! A position with the moves that led to it.

use games::svg::{self, Layers};
use games::{GAMES, Gesture, Orientation, Player, Record, text};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::errors::{find_game, wrong, wrong_move, wrong_position};

/// A result: who won (`None` for a draw), as records write it, why, and the cells that decided it.
pub(crate) type Ended = (Option<u8>, &'static str, String, Vec<String>);

/// The first and the second player are 0 and 1.
pub(crate) fn number(player: Player) -> u8 {
    player.index() as u8
}

pub(crate) fn player(number: u8) -> PyResult<Player> {
    Player::BOTH.get(usize::from(number)).copied().ok_or_else(|| wrong("a player is 0 or 1"))
}

#[pyclass(module = "jogo._native")]
pub(crate) struct Position {
    pub(crate) record: Record,
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text=None))]
    fn new(game: &str, text: Option<&str>) -> PyResult<Self> {
        let game = find_game(game)?;
        let record = match text {
            Some(text) => {
                Record::from_position(game, (game.read)(text).map_err(|error| wrong_position(&error))?)
            }
            None => Record::new(game),
        };
        Ok(Self { record })
    }

    fn copy(&self) -> Self {
        Self { record: self.record.clone() }
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.record.info().id
    }

    #[getter]
    fn text(&self) -> String {
        self.record.position().to_string()
    }

    #[getter]
    fn start(&self) -> String {
        self.record.start().to_string()
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record.moves().to_vec()
    }

    #[getter]
    fn turn(&self) -> u8 {
        number(self.record.position().turn())
    }

    #[getter]
    fn key(&self) -> u64 {
        self.record.position().key()
    }

    #[getter]
    fn occurrences(&self) -> usize {
        self.record.occurrences()
    }

    /// None when the game is over, be it by repetition.
    fn legal_moves(&self) -> Vec<String> {
        if self.record.outcome().is_some() { Vec::new() } else { self.record.position().moves() }
    }

    fn read_move(&self, text: &str) -> PyResult<String> {
        self.record.position().read_move(text).map_err(|complaint| wrong_move(text, &complaint))
    }

    fn push(&mut self, text: &str) -> PyResult<String> {
        match self.record.play(text) {
            Ok(mv) => Ok(mv.to_owned()),
            Err(complaint) => Err(wrong_move(text, &complaint)),
        }
    }

    fn pop(&mut self) -> PyResult<String> {
        let last = self.record.moves().last().cloned();
        let last = last.ok_or_else(|| PyIndexError::new_err("no move was pushed"))?;
        self.record.undo();
        Ok(last)
    }

    fn outcome(&self) -> Option<Ended> {
        let outcome = self.record.outcome()?;
        let winner = match outcome {
            games::Outcome::Win(player) => Some(number(player)),
            games::Outcome::Draw => None,
        };
        let (reason, cells) = self
            .record
            .ending()
            .map_or_else(Default::default, |ending| (ending.reason.to_string(), ending.cells));
        Some((winner, outcome.result(), reason, cells))
    }

    fn prolog(&self) -> PyResult<String> {
        let position = self.record.position();
        position.to_prolog().ok_or_else(|| wrong(format_args!("{} has no Prolog form", position.info().name)))
    }

    /// Returns the board with all that a reader needs, as plain text.
    fn page(&self) -> String {
        text::page(&self.record, text::View::default())
    }

    /// Returns the cells that one touches to make a move, for every way to make it.
    fn cells(&self, text: &str) -> PyResult<Vec<Vec<String>>> {
        let gestures =
            self.record.position().gestures(text).map_err(|complaint| wrong_move(text, &complaint))?;
        Ok(gestures.into_iter().map(|gesture: Gesture| gesture.cells).collect())
    }

    fn svg(&self, arrows: Vec<(String, String)>, flipped: bool) -> String {
        let text::Marks { last_move, deciding } = text::marks(&self.record);
        let orientation = if flipped { Orientation::Flipped } else { Orientation::Upright };
        let layers = Layers {
            last_move: &last_move,
            deciding: &deciding,
            arrows: &arrows,
            orientation,
            ..Layers::default()
        };
        svg::draw(&self.record.position().picture(), self.record.info(), &layers)
    }
}

/// Returns the ids of all rule sets.
#[pyfunction]
pub(crate) fn game_ids() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.info.id).collect()
}

/// Id, name, family, names of the sides, starts by name, rules.
type Info = (
    &'static str,
    &'static str,
    &'static str,
    (&'static str, &'static str),
    Vec<(&'static str, &'static str)>,
    &'static str,
);

#[pyfunction]
pub(crate) fn game_info(game: &str) -> PyResult<Info> {
    let info = find_game(game)?.info;
    let starts = info.starts.iter().map(|start| (start.name, start.text)).collect();
    let rules = info.rules.first().map_or("", |(_, text)| text);
    Ok((info.id, info.name, info.family, (info.sides[0].name, info.sides[1].name), starts, rules))
}
