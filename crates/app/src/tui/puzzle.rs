//! A puzzle on the screen, as data. Its position stands on the board of [`Model::play`](super::model::Model).

use std::time::Instant;

use engine::puzzles::PuzzleBook;
use engine::reasons::HintSteps;
use games::GameEntry;
use puzzles::{Progress, Refutation};

use super::game::Play;
use crate::solving::{Ended, Solving};

#[derive(Debug)]
pub struct PuzzleScreen {
    pub solving: Solving,
    pub state: PuzzleState,
    /// The hint for the move to find now, and how many of its steps are shown.
    pub hint: Option<(HintSteps, usize)>,
    /// When the next puzzle comes by itself: after one that was solved without help, until a key is pressed.
    pub next_at: Option<Instant>,
    /// The game that was at hand before.
    pub aside: Option<Box<Play>>,
}

#[derive(Debug)]
pub enum PuzzleState {
    Asked,
    /// A wrong try stands on the board, with so many moves of its refutation.
    Wrong {
        mv: String,
        answer: TryAnswer,
        shown: usize,
    },
    Done {
        ended: Ended,
        /// The move that was found last with a fact about it, or the solution that was shown.
        told: String,
    },
}

/// The refutation of a try.
#[derive(Debug)]
pub enum TryAnswer {
    Awaited(u64),
    /// None when the try has ended the game.
    Found(Option<Box<Refutation>>),
}

impl PuzzleScreen {
    pub fn is_done(&self) -> bool {
        matches!(self.state, PuzzleState::Done { .. })
    }
}

/// The progress as it was read last, and the day by UTC.
#[derive(Debug)]
pub struct KnownProgress {
    pub progress: Progress,
    pub today: u64,
}

/// The rule sets of the list of puzzles.
pub fn listed(games: &[&'static GameEntry]) -> Vec<&'static GameEntry> {
    games.iter().copied().filter(|game| PuzzleBook::of(game).is_some()).collect()
}
