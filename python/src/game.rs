//! A record with variations, comments and marks.

use std::collections::HashMap;

use games::record::Closing;
use games::study::{Mark, NodeId, Study};
use games::{Outcome, Player};
use pyo3::prelude::*;

use crate::errors::{find_game, wrong, wrong_move, wrong_position};
use crate::position::{Position, player};

/// Python names nodes by numbers that are never used again, so that one of a removed node leads nowhere.
#[pyclass(module = "jogo._native")]
pub(crate) struct Game {
    study: Study,
    nodes: HashMap<u64, NodeId>,
    numbers: HashMap<NodeId, u64>,
    next: u64,
}

impl Game {
    pub(crate) fn study(&self) -> &Study {
        &self.study
    }

    pub(crate) fn of(study: Study) -> Self {
        let mut game = Self { study, nodes: HashMap::new(), numbers: HashMap::new(), next: 0 };
        game.number(NodeId::ROOT);
        game
    }

    fn number(&mut self, node: NodeId) -> u64 {
        if let Some(number) = self.numbers.get(&node) {
            return *number;
        }
        let number = self.next;
        self.next += 1;
        self.nodes.insert(number, node);
        self.numbers.insert(node, number);
        number
    }

    fn node(&self, number: u64) -> PyResult<NodeId> {
        self.nodes.get(&number).copied().ok_or_else(|| wrong("the move was removed from the game"))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, start=None))]
    fn new(game: &str, start: Option<&str>) -> PyResult<Self> {
        let game = find_game(game)?;
        Ok(Self::of(match start {
            Some(text) => {
                Study::from_position(game, (game.read)(text).map_err(|error| wrong_position(&error))?)
            }
            None => Study::new(game),
        }))
    }

    #[staticmethod]
    fn of_position(position: &Position) -> Self {
        Self::of(Study::of(&position.record))
    }

    #[staticmethod]
    fn read_all(text: &str) -> PyResult<Vec<Self>> {
        let studies = Study::read_all(text).map_err(wrong)?;
        Ok(studies.into_iter().map(Self::of).collect())
    }

    fn copy(&self) -> Self {
        Self {
            study: self.study.clone(),
            nodes: self.nodes.clone(),
            numbers: self.numbers.clone(),
            next: self.next,
        }
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.study.info().id
    }

    #[getter]
    fn text(&self) -> String {
        self.study.to_string()
    }

    #[getter]
    fn result(&self) -> &'static str {
        self.study.outcome().map_or("*", Outcome::result)
    }

    #[getter]
    fn tags(&self) -> Vec<(String, String)> {
        self.study.tags().map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
    }

    fn set_tag(&mut self, name: &str, text: &str) -> PyResult<()> {
        let letters = |name: &str| name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if name.is_empty() || name.len() > 64 || !letters(name) {
            return Err(wrong("the name of a tag has 1 to 64 letters, digits and underscores"));
        }
        if ["Game", "Start", "Result", "Termination"].contains(&name) {
            return Err(wrong(format_args!("the tag {name} follows from the game")));
        }
        self.study.set_tag(name, text);
        if self.study.tag(name).is_none() {
            return Err(wrong("the game has too many tags"));
        }
        Ok(())
    }

    fn children(&mut self, node: u64) -> PyResult<Vec<u64>> {
        let children = self.study.children(self.node(node)?).to_vec();
        Ok(children.into_iter().map(|child| self.number(child)).collect())
    }

    fn parent(&mut self, node: u64) -> PyResult<Option<u64>> {
        let parent = self.study.parent(self.node(node)?);
        Ok(parent.map(|parent| self.number(parent)))
    }

    /// Returns the move that leads to a node.
    fn mv(&self, node: u64) -> PyResult<Option<String>> {
        Ok(self.study.mv(self.node(node)?).map(str::to_owned))
    }

    fn ply(&self, node: u64) -> PyResult<usize> {
        Ok(self.study.ply(self.node(node)?))
    }

    fn position(&self, node: u64) -> PyResult<Position> {
        Ok(Position { record: self.study.record_to(self.node(node)?) })
    }

    fn add(&mut self, node: u64, mv: &str) -> PyResult<u64> {
        let node = self.node(node)?;
        let child = self.study.play(node, mv).map_err(|complaint| wrong_move(mv, &complaint))?;
        Ok(self.number(child))
    }

    fn remove(&mut self, node: u64) -> PyResult<()> {
        let root = self.node(node)?;
        if root == NodeId::ROOT {
            return Err(wrong("the start of a game cannot be removed"));
        }
        let mut removed = vec![root];
        while let Some(node) = removed.pop() {
            removed.extend(self.study.children(node));
            if let Some(number) = self.numbers.remove(&node) {
                self.nodes.remove(&number);
            }
        }
        self.study.remove(root);
        Ok(())
    }

    fn promote(&mut self, node: u64) -> PyResult<()> {
        let node = self.node(node)?;
        self.study.promote(node).map_err(wrong)
    }

    fn comment(&self, node: u64) -> PyResult<String> {
        Ok(self.study.comment(self.node(node)?).to_owned())
    }

    fn set_comment(&mut self, node: u64, text: &str) -> PyResult<()> {
        let node = self.node(node)?;
        self.study.set_comment(node, text);
        Ok(())
    }

    /// Returns what is said before the first move of a variation.
    fn comment_before(&self, node: u64) -> PyResult<String> {
        Ok(self.study.comment_before(self.node(node)?).to_owned())
    }

    fn set_comment_before(&mut self, node: u64, text: &str) -> PyResult<()> {
        let node = self.node(node)?;
        self.study.set_comment_before(node, text);
        Ok(())
    }

    fn marks(&self, node: u64) -> PyResult<Vec<u16>> {
        Ok(self.study.marks(self.node(node)?).iter().map(|mark| mark.0).collect())
    }

    fn set_marks(&mut self, node: u64, marks: Vec<u16>) -> PyResult<()> {
        let node = self.node(node)?;
        let marks: Vec<Mark> = marks.into_iter().map(Mark).collect();
        self.study.set_marks(node, &marks);
        Ok(())
    }

    /// Ends the main line other than by the rules.
    fn close(&mut self, how: &str, loser: Option<u8>) -> PyResult<()> {
        let loser = || -> PyResult<Player> { player(loser.ok_or_else(|| wrong("somebody must have lost"))?) };
        let closing = match how {
            "resignation" => Closing::Resigned(loser()?),
            "time forfeit" => Closing::OutOfTime(loser()?),
            "abandoned" => Closing::Abandoned(loser()?),
            "rules infraction" => Closing::Forfeited(loser()?),
            "agreement" => Closing::Agreed,
            "move limit" => Closing::MoveLimit,
            _ => {
                return Err(wrong(
                    "a game ends by resignation, time forfeit, abandoned, rules infraction, agreement or move limit",
                ));
            }
        };
        if self.study.outcome().is_some() {
            return Err(wrong("the game is over"));
        }
        self.study.close(Some(closing));
        Ok(())
    }
}
