//! The encodings, one position at a time.

use games::Game;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

use super::{Actions, Deed, Encoded, EncodedVisitor, PLAIN, mask_words, spread_bits};
use crate::errors::{find_game, wrong, wrong_move};
use crate::position::Position;

fn visit<V: EncodedVisitor>(id: &str, visitor: V) -> PyResult<V::Output> {
    let game = find_game(id)?;
    super::visit(game.info.id, visitor)
        .ok_or_else(|| wrong(format_args!("{} has no encoding", game.info.name)))
}

fn typed<P: Encoded + Game>(position: &Position) -> PyResult<&P> {
    let typed = position.record.position().as_any().downcast_ref();
    typed.ok_or_else(|| wrong("the position is of another game"))
}

struct Sizes;

impl EncodedVisitor for Sizes {
    type Output = ([usize; 3], usize);

    fn visit<P: Encoded + Game>(self) -> Self::Output {
        (P::SHAPE, P::ACTIONS)
    }
}

/// Planes, rows and columns; actions.
#[pyfunction]
pub(crate) fn encoding_sizes(game: &str) -> PyResult<([usize; 3], usize)> {
    visit(game, Sizes)
}

struct OfMove<'a> {
    position: &'a Position,
    text: &'a str,
}

impl EncodedVisitor for OfMove<'_> {
    type Output = PyResult<Option<Vec<usize>>>;

    fn visit<P: Encoded + Game>(self) -> Self::Output {
        let position = typed::<P>(self.position)?;
        let mv = position.read_move(self.text).map_err(|complaint| wrong_move(self.text, &complaint))?;
        Ok(position.actions(mv).map(|actions| match actions {
            Actions::One(action) => vec![action],
            Actions::Two(first, second) => vec![first, second],
        }))
    }
}

/// Returns the actions of a legal move; `None` for one that the encoding cannot hold.
#[pyfunction]
pub(crate) fn position_actions(position: &Position, text: &str) -> PyResult<Option<Vec<usize>>> {
    visit(position.record.info().id, OfMove { position, text })?
}

struct OfAction<'a> {
    position: &'a Position,
    first: Option<usize>,
    action: usize,
}

impl EncodedVisitor for OfAction<'_> {
    type Output = PyResult<Option<String>>;

    fn visit<P: Encoded + Game>(self) -> Self::Output {
        let position = typed::<P>(self.position)?;
        let deed = match self.position.record.outcome() {
            None => position.deed(self.first, self.action, &mut Vec::new()),
            Some(_) => None,
        };
        match deed {
            Some(Deed::Play(mv)) => Ok(Some(mv.to_string())),
            Some(Deed::Begin(_)) => Ok(None),
            None => Err(wrong(format_args!("action {} is not legal here", self.action))),
        }
    }
}

/// Returns the move that an action makes; `None` where it is the first of two.
#[pyfunction]
#[pyo3(signature = (position, action, first=None))]
pub(crate) fn position_move(
    position: &Position,
    action: usize,
    first: Option<usize>,
) -> PyResult<Option<String>> {
    visit(position.record.info().id, OfAction { position, first, action })?
}

struct Mask<'a> {
    position: &'a Position,
    first: Option<usize>,
}

impl EncodedVisitor for Mask<'_> {
    type Output = PyResult<Vec<u8>>;

    fn visit<P: Encoded + Game>(self) -> Self::Output {
        let mut bits = vec![0; mask_words(P::ACTIONS)];
        let position = typed::<P>(self.position)?;
        let mut room = Vec::new();
        let is_begun = |first| matches!(position.deed(None, first, &mut room), Some(Deed::Begin(_)));
        if self.position.record.outcome().is_none() && self.first.is_none_or(is_begun) {
            position.mask::<PLAIN>(self.first, &mut bits, &mut Vec::new());
        }
        let mut mask: Vec<u8> =
            bits.iter().flat_map(|word| word.to_le_bytes()).flat_map(spread_bits).collect();
        mask.truncate(P::ACTIONS);
        Ok(mask)
    }
}

/// 1 for each legal action.
#[pyfunction]
#[pyo3(signature = (position, first=None))]
pub(crate) fn position_mask<'py>(
    py: Python<'py>,
    position: &Position,
    first: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    Ok(PyArray1::from_vec(py, visit(position.record.info().id, Mask { position, first })??))
}

struct Hides<'a> {
    position: &'a Position,
}

impl EncodedVisitor for Hides<'_> {
    type Output = PyResult<bool>;

    fn visit<P: Encoded + Game>(self) -> Self::Output {
        let position = typed::<P>(self.position)?;
        Ok(self.position.record.outcome().is_none() && position.hides_moves(&mut Vec::new()))
    }
}

/// Returns whether there are legal moves that have no actions.
#[pyfunction]
pub(crate) fn position_hides_moves(position: &Position) -> PyResult<bool> {
    visit(position.record.info().id, Hides { position })?
}

struct Planes<'a> {
    position: &'a Position,
    first: Option<usize>,
}

impl EncodedVisitor for Planes<'_> {
    type Output = PyResult<([usize; 3], Vec<u8>)>;

    fn visit<P: Encoded + Game>(self) -> Self::Output {
        let mut planes = vec![0; P::SHAPE.iter().product()];
        let before = (self.position.record.occurrences() - 1).min(255) as u8;
        typed::<P>(self.position)?.planes::<PLAIN>(
            self.first.filter(|first| *first < P::ACTIONS),
            before,
            &mut planes,
        );
        Ok((P::SHAPE, planes))
    }
}

/// Returns the planes of a position.
#[pyfunction]
#[pyo3(signature = (position, first=None))]
pub(crate) fn position_planes<'py>(
    py: Python<'py>,
    position: &Position,
    first: Option<usize>,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let (shape, planes) = visit(position.record.info().id, Planes { position, first })??;
    PyArray1::from_vec(py, planes).reshape(shape)
}
