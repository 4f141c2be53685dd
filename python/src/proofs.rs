//! Proofs about Knight Line.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use engine::solve::knightline::{
    Control, FirstMove, Goal, Opening, ProofOptions, Prover, Unfit, Verdict, verify as check,
};
use games::knightline::Official;
use pyo3::prelude::*;

use crate::errors::{no_memory, wrong, wrong_move};
use crate::interrupt::{Stop, interruptible};
use crate::position::{number, player};

fn goal(word: &str) -> PyResult<Goal> {
    match word {
        "win" => Ok(Goal::Win),
        "survive" => Ok(Goal::Survive),
        _ => Err(wrong("a goal is win or survive")),
    }
}

/// Proves, after some moves from the start, that a player wins within so many own moves or survives so many
/// turns of the other side. Returns what came of it (`proved`, `no proof`, `stopped`), the positions visited,
/// and the certificate.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the package names them")]
pub(crate) fn prove(
    py: Python<'_>,
    moves: &str,
    winner: u8,
    word: &str,
    count: u8,
    memory_mb: usize,
    nodes_max: u64,
    stop: &Stop,
) -> PyResult<(&'static str, u64, Option<String>)> {
    let options = ProofOptions { memory_mb, nodes_max, ..ProofOptions::default() };
    let opening = Opening::<Official>::read(moves, FirstMove::OneTile)
        .map_err(|(mv, complaint)| wrong_move(&mv, &complaint))?;
    let turn = opening.turn_of(player(winner)?);
    let (position, first) = turn.ok_or_else(|| wrong("that player has no turn in these moves"))?;
    let mut prover = Prover::new(position, first, goal(word)?, &options).map_err(|unfit| match unfit {
        Unfit::NoMemory(megabytes) => no_memory(megabytes),
        other => wrong(other),
    })?;
    let work = |_: &Sender<()>| {
        let mut control = Control { stop: &stop.flag, progress: &mut |_| {} };
        let verdict = prover.prove(count, &mut control);
        let certificate = match verdict {
            Verdict::Proved => prover.certificate(&mut control).map(|certificate| certificate.to_string()),
            Verdict::NoProof | Verdict::Stopped => None,
        };
        let verdict = match verdict {
            Verdict::Proved => "proved",
            Verdict::NoProof => "no proof",
            Verdict::Stopped => "stopped",
        };
        (verdict, prover.nodes(), certificate)
    };
    interruptible(py, &stop.flag, work, |()| Ok(()))
}

/// Goal, player, count, positions, replies, first position.
type Summary = (&'static str, u8, u8, usize, u64, String);

/// Checks a certificate, with code that shares only the rules with the search.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, certificate: &str) -> PyResult<Summary> {
    // Checking cannot be stopped; an interrupt is raised once it is done.
    let work = |_: &Sender<()>| check::verify(certificate, FirstMove::OneTile);
    let summary = interruptible(py, &AtomicBool::new(false), work, |()| Ok(()))?.map_err(wrong)?;
    let word = match summary.goal {
        Goal::Win => "win",
        Goal::Survive => "survive",
    };
    Ok((word, number(summary.player), summary.count, summary.positions, summary.replies, summary.first()))
}
