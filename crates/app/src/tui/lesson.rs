//! A lesson on the screen, as plain data.

use games::GameEntry;
use games::lesson::LessonStep;

use super::game::Play;

/// A lesson on the screen. Its step is played on the board of [`Model::play`](super::model::Model).
#[derive(Debug)]
pub struct Lesson {
    pub game: &'static GameEntry,
    pub steps: Vec<LessonStep>,
    pub index: usize,
    pub state: LessonState,
    /// The game that was at hand before.
    pub aside: Option<Box<Play>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonState {
    /// The step asks for a move.
    Asked,
    /// It does, and one was shown.
    Shown { mv: String, cells: Vec<String> },
    /// The move that it asks for was made.
    Done,
}
