//! Reviews: every move of a game judged.

use std::sync::mpsc::Sender;

use engine::review::{self, MoveQuality, ReviewOptions, ReviewedMove};
use engine::winprob::WinChances;
use pyo3::prelude::*;

use crate::errors::{check_memory, wrong};
use crate::game::Game;
use crate::interrupt::{Stop, interruptible};
use crate::position::number;
use crate::search::{Line, line};

/// Win, draw, loss.
type Chances = (f64, f64, f64);
/// Ply, player, move, numbered move, quality, loss, best line, played line, chances before and after.
type Judged = (usize, u8, String, String, &'static str, f64, Line, Line, Chances, Chances);

#[pyclass(module = "jogo._native", frozen)]
pub(crate) struct Review {
    review: review::Review,
}

#[pymethods]
impl Review {
    #[getter]
    fn moves(&self) -> Vec<Option<Judged>> {
        self.review.moves.iter().map(|reviewed| reviewed.as_ref().map(judged)).collect()
    }

    /// Returns the chances of the first player, before the first move and after each.
    #[getter]
    fn chances(&self) -> Vec<Option<Chances>> {
        let positions = self.review.positions.iter();
        positions.map(|position| position.as_ref().map(|position| chances(&position.chances))).collect()
    }

    #[getter]
    fn is_complete(&self) -> bool {
        self.review.is_complete()
    }

    fn accuracy(&self, player: u8) -> PyResult<Option<f64>> {
        Ok(self.review.accuracy(crate::position::player(player)?))
    }

    /// Writes marks and better lines into a copy of a game with the same moves.
    fn annotate(&self, game: &Game, say: Option<&Bound<'_, PyAny>>) -> PyResult<Game> {
        let mut study = game.study().clone();
        let moves: Vec<&str> = study.main_line()[1..].iter().filter_map(|node| study.mv(*node)).collect();
        let is_same = self.review.reviewed().all(|reviewed| moves.get(reviewed.ply) == Some(&&*reviewed.mv));
        if moves.len() != self.review.moves.len() || !is_same {
            return Err(wrong("the review is of another game"));
        }
        // An exception of the caller's function is raised once the review is written.
        let mut raised = Ok(());
        let comments: Vec<Option<String>> = self
            .review
            .moves
            .iter()
            .map(|reviewed| {
                let (reviewed, say) = (reviewed.as_ref()?, say?);
                let said = say.call1((reviewed.ply,)).and_then(|said| said.extract::<Option<String>>());
                said.unwrap_or_else(|error| {
                    raised = Err(error);
                    None
                })
            })
            .collect();
        raised?;
        self.review.annotate(&mut study, |reviewed| comments.get(reviewed.ply).cloned().flatten());
        Ok(Game::of(study))
    }
}

fn judged(reviewed: &ReviewedMove) -> Judged {
    let ReviewedMove { ply, player, mv, quality, best, played, before, after, loss } = reviewed;
    (
        *ply,
        number(*player),
        mv.clone(),
        reviewed.numbered(),
        MoveQuality::word(*quality),
        *loss,
        line(best),
        line(played),
        chances(before),
        chances(after),
    )
}

fn chances(chances: &WinChances) -> Chances {
    (chances.win, chances.draw, chances.loss)
}

/// Reviews the main line of a game. Calls `on_progress` with how many positions are done and how many there
/// are.
#[pyfunction]
pub(crate) fn review_game(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    nodes: u64,
    threads: usize,
    megabytes: usize,
    stop: &Stop,
    on_progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Review> {
    check_memory(megabytes)?;
    let record = {
        let game = game.borrow();
        game.study().record_to(game.study().main_end())
    };
    let options = ReviewOptions {
        nodes,
        threads,
        megabytes,
        evaluator: engine::net::Evaluator::BuiltIn,
        stop: Some(&stop.flag),
    };
    let is_heard = on_progress.is_some();
    let work = |sender: &Sender<(usize, usize)>| {
        review::review(&record, &options, &mut |done, all| {
            if is_heard {
                // The receiver is gone when Python was interrupted.
                let _ = sender.send((done, all));
            }
        })
    };
    let review = interruptible(py, &stop.flag, work, |(done, all)| match &on_progress {
        Some(listener) => listener.call1((done, all)).map(drop),
        None => Ok(()),
    })?;
    Ok(Review { review })
}
