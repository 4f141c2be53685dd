//! The analysis board as plain data: a study that is edited, the node that is shown, what the engine found.
//! And the values of all moves, which games show too.

use std::collections::HashMap;
use std::time::Duration;

use engine::analysis::Analysis;
use engine::explorer::ExploredMove;
use engine::review::{Review, ReviewedMove};
use engine::values::{MoveValue, MoveValues};
use games::study::{NodeId, StudyEditor};
use games::{Player, Record, Study};

use super::game::Play;
use super::message::AnalysisProgress;

/// Most positions whose analysis is kept.
const ANALYSES_MAX: usize = 2_000;

/// A study on the screen. Its current position is on the board of [`Model::play`](super::model::Model::play).
#[derive(Debug)]
pub struct AnalysisBoard {
    pub editor: StudyEditor,
    /// How often the study had been changed when it was kept last.
    pub kept: usize,
    /// Whether it has a file in the library.
    pub has_file: bool,
    pub node: NodeId,
    /// The game that was at hand before.
    pub aside: Option<Box<Play>>,
    /// Whether the menu was shown before.
    pub is_from_menu: bool,
    pub review: Option<ReviewPanel>,
    /// Another try at a turning point of the review.
    pub trial: Option<AnotherTry>,
    /// What was played in the position that is shown, where that is shown.
    pub explorer: Option<ExplorerPanel>,
    analyses: HashMap<String, KeptAnalysis>,
}

/// A review that goes on, or is done.
#[derive(Clone, Debug)]
pub struct ReviewPanel {
    pub ticket: u64,
    /// Positions that are judged, and all of them.
    pub done: usize,
    pub all: usize,
    pub review: Option<Review>,
}

/// Another try at a turning point, while its position is shown.
#[derive(Clone, Debug)]
pub struct AnotherTry {
    pub node: NodeId,
    pub ticket: u64,
    /// What all moves are worth, as far as it is known.
    pub values: Option<MoveValues>,
    pub progress: AnalysisProgress,
    /// The move that waits to be judged.
    pub tried: Option<String>,
}

impl AnotherTry {
    pub fn new(node: NodeId, ticket: u64) -> Self {
        Self { node, ticket, values: None, progress: AnalysisProgress::GoesOn, tried: None }
    }
}

/// What was played in the position that is shown; `None` until the games are read.
#[derive(Clone, Debug, Default)]
pub struct ExplorerPanel {
    pub ticket: u64,
    pub found: Option<ExplorerMoves>,
}

#[derive(Clone, Debug)]
pub struct ExplorerMoves {
    /// Games that were read, whether they came to the position or not.
    pub games: usize,
    pub moves: Vec<ExploredMove>,
}

/// What the engine found in a position, and with how many lines.
#[derive(Clone, Debug)]
pub struct KeptAnalysis {
    pub analysis: Analysis,
    pub progress: AnalysisProgress,
    pub limits: AnalysisLimits,
}

/// How much the engine may do for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisLimits {
    pub lines: usize,
    pub time: Duration,
}

impl AnalysisLimits {
    pub const LINES_MAX: usize = 9;
    /// The times that can be chosen, in seconds. The longest is bounded so that a board that is left alone
    /// lets the machine rest.
    pub const SECONDS: [u64; 4] = [2, 10, 60, 300];
    pub const DEFAULT: Self = Self { lines: 4, time: Duration::from_secs(60) };

    #[must_use]
    pub fn with_next_time(self) -> Self {
        let index = Self::SECONDS.iter().position(|seconds| *seconds == self.time.as_secs()).unwrap_or(0);
        let time = Duration::from_secs(Self::SECONDS[(index + 1) % Self::SECONDS.len()]);
        Self { time, ..self }
    }

    #[must_use]
    pub fn with_lines(self, by: isize) -> Self {
        Self { lines: self.lines.saturating_add_signed(by).clamp(1, Self::LINES_MAX), ..self }
    }
}

/// The values of the moves of the position that is shown.
#[derive(Clone, Debug)]
pub struct ValuesState {
    pub ticket: u64,
    pub found: Option<MoveValues>,
    pub progress: AnalysisProgress,
}

impl ValuesState {
    /// Returns the best of the moves that touch a cell next.
    pub fn best_through(&self, play: &Play, cell: &str) -> Option<&MoveValue> {
        let mut touched = play.touched.clone();
        touched.push(cell.to_owned());
        let moves: Vec<&str> = games::open_gestures(&play.handles, &touched).map(|(mv, _)| mv).collect();
        self.found.as_ref()?.moves.iter().find(|value| moves.contains(&value.mv()))
    }
}

impl AnalysisBoard {
    pub fn new(study: Study, node: NodeId) -> Self {
        let editor = StudyEditor::new(study);
        Self {
            editor,
            kept: 0,
            has_file: false,
            node,
            aside: None,
            is_from_menu: false,
            review: None,
            trial: None,
            explorer: None,
            analyses: HashMap::new(),
        }
    }

    /// Returns the game along the line to the node that is shown.
    pub fn record(&self) -> Record {
        self.editor.study().record_to(self.node)
    }

    pub fn is_reviewing(&self) -> bool {
        self.review.as_ref().is_some_and(|state| state.review.is_none())
    }

    /// Returns the move of the review to which another one is looked for here.
    pub fn tried_again(&self) -> Option<&ReviewedMove> {
        let trial = self.trial.as_ref().filter(|trial| trial.node == self.node)?;
        let review = self.review.as_ref()?.review.as_ref()?;
        review.moves.get(self.editor.study().ply(trial.node))?.as_ref()
    }

    /// Returns what was found before in the last position of a record.
    pub fn kept_analysis(&self, record: &Record) -> Option<&KeptAnalysis> {
        self.analyses.get(&key(record))
    }

    pub fn keep_analysis(&mut self, record: &Record, analysis: KeptAnalysis) {
        if self.analyses.len() >= ANALYSES_MAX {
            self.analyses.clear();
        }
        self.analyses.insert(key(record), analysis);
    }

    /// Returns the moves among which the current one was made: those that follow the same position.
    pub fn siblings(&self) -> &[NodeId] {
        let study = self.editor.study();
        study.parent(self.node).map_or(&[], |parent| study.children(parent))
    }
}

/// Positions are distinguished by their history too: repetition matters.
fn key(record: &Record) -> String {
    format!("{} {}", record.start(), record.moves().join(" "))
}

/// A line of the tree of moves as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeRow {
    pub indent: usize,
    /// Each move with its number and its marks, and the node that it leads to.
    pub moves: Vec<(NodeId, String)>,
}

/// Lays the tree of a study out in lines of at most this width: variations stand below the move that they
/// replace, each a step further to the right.
pub fn tree_rows(study: &Study, width: usize) -> Vec<TreeRow> {
    let mut rows = Vec::new();
    if let Some(first) = study.children(NodeId::ROOT).first() {
        lay_line(study, *first, 0, width, &mut rows);
    }
    rows
}

fn lay_line(study: &Study, first: NodeId, indent: usize, width: usize, rows: &mut Vec<TreeRow>) {
    let mut row = TreeRow { indent, moves: Vec::new() };
    let mut used = indent;
    let mut next = Some(first);
    while let Some(node) = next {
        let text = tree_text(study, node, row.moves.is_empty());
        if used + text.chars().count() > width && !row.moves.is_empty() {
            rows.push(std::mem::replace(&mut row, TreeRow { indent, moves: Vec::new() }));
            used = indent;
        }
        let text = tree_text(study, node, row.moves.is_empty());
        used += text.chars().count() + 1;
        row.moves.push((node, text));
        let siblings = study.parent(node).map_or(&[][..], |parent| study.children(parent));
        if siblings.len() > 1 && siblings.first() == Some(&node) {
            rows.push(std::mem::replace(&mut row, TreeRow { indent, moves: Vec::new() }));
            used = indent;
            for variation in &siblings[1..] {
                lay_line(study, *variation, indent + 1, width, rows);
            }
        }
        next = study.children(node).first().copied();
    }
    if !row.moves.is_empty() {
        rows.push(row);
    }
}

/// A move with its number, where the first player made it or a row begins, its marks, and a sign for a
/// comment.
fn tree_text(study: &Study, node: NodeId, is_first: bool) -> String {
    let second_began = usize::from(study.position(NodeId::ROOT).turn() == Player::Second);
    let half_moves = study.ply(node).saturating_sub(1) + second_began;
    let number = match (half_moves % 2, is_first) {
        (0, _) => format!("{}.", half_moves / 2 + 1),
        (_, true) => format!("{}...", half_moves / 2 + 1),
        _ => String::new(),
    };
    let signs: String = study.marks(node).iter().filter_map(|mark| mark.sign()).collect();
    let comment = if study.comment(node).is_empty() { "" } else { "*" };
    format!("{number}{}{signs}{comment}", study.mv(node).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_stand_below_the_move_that_they_replace() {
        let mut study = Study::new(games::find("neutreeko").unwrap());
        let one = study.play(NodeId::ROOT, "b1-c1").unwrap();
        let two = study.play(one, "c2-c3").unwrap();
        study.play(two, "c1-a3").unwrap();
        let other = study.play(one, "c2-a4").unwrap();
        study.play(other, "c1-a3").unwrap();
        study.set_comment(other, "worse");
        let rows = tree_rows(&study, 40);
        let text: Vec<String> = rows
            .iter()
            .map(|row| {
                let moves: Vec<&str> = row.moves.iter().map(|(_, text)| text.as_str()).collect();
                format!("{}{}", " ".repeat(row.indent), moves.join(" "))
            })
            .collect();
        assert_eq!(text, ["1.b1-c1 c2-c3", " 1...c2-a4* 2.c1-a3", "2.c1-a3"]);
        assert!(tree_rows(&study, 8).iter().all(|row| row.moves.len() == 1), "narrow rows hold a move each");
    }
}
