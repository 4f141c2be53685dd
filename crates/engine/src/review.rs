//! Reviews: every move of a game judged, by known results where there are such and by win probability
//! elsewhere. docs/review.md has the thresholds and the reasons.
//!
//! A game is looked through from its end to its beginning. What was found of a position is then known when
//! the move that led there is judged, and the transposition table holds what comes after the position that is
//! searched.

mod judge;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};

use games::study::{Mark, NodeId};
use games::{Outcome, Player, Record, Study};

use crate::analysis::{AnalysisLine, Distance, SearchOptions};
use crate::any::{self, AnyEngine};
use crate::knowledge;
use crate::net::Evaluator;
use crate::search::{SearchLimits, Value};
use crate::winprob::{Curve, WinChances};

pub use judge::{BLUNDER, INACCURACY, MISTAKE, MoveQuality};

/// How a game is looked through.
#[derive(Clone, Copy, Debug)]
pub struct ReviewOptions<'a> {
    /// Nodes of the search of each position, where its value is not known.
    pub nodes: u64,
    pub threads: usize,
    /// Megabytes of the transposition table.
    pub megabytes: usize,
    pub evaluator: Evaluator<'a>,
    /// Set from outside to end the review. What is done by then is kept.
    pub stop: Option<&'a AtomicBool>,
}

impl ReviewOptions<'_> {
    /// A game of Ataxx of 120 plies takes a few seconds, and the review is the same on every machine.
    pub const DEFAULT: Self =
        Self { nodes: 40_000, threads: 1, megabytes: 32, evaluator: Evaluator::BuiltIn, stop: None };
}

/// What is thought of one position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    pub turn: Player,
    /// For the side to move.
    pub value: Value,
    pub distance: Distance,
    /// Of the first player, also where the second is to move.
    pub chances: WinChances,
    /// Best first; all moves where all values are known, else the best two. Empty where the game is over.
    pub lines: Vec<AnalysisLine>,
}

/// A move of the game with what it was worth. Values and chances are those of the player who made it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// How many moves came before it.
    pub ply: usize,
    pub player: Player,
    pub mv: String,
    pub quality: MoveQuality,
    /// The best line, and the one that began with this move.
    pub best: AnalysisLine,
    pub played: AnalysisLine,
    /// With the best move, and with the one that was made.
    pub before: WinChances,
    pub after: WinChances,
    /// How much of the expected result the move gave away, from 0 to 1.
    pub loss: f64,
}

impl ReviewedMove {
    /// Returns the move with its number as records write it: `12. d4`, or `12... d4` of the second player.
    pub fn numbered(&self) -> String {
        let starts_second = self.ply.is_multiple_of(2) == (self.player == Player::Second);
        let number = (self.ply + usize::from(starts_second)) / 2 + 1;
        let dots = if self.player == Player::First { "." } else { "..." };
        format!("{number}{dots} {}", self.mv)
    }

    /// Returns whether the game took another turn here: a mistake or a blunder.
    pub fn is_turning_point(&self) -> bool {
        matches!(self.quality, MoveQuality::Mistake | MoveQuality::Blunder)
    }
}

/// A game that was looked through, or its end where the review was stopped.
#[derive(Clone, Debug)]
pub struct Review {
    /// After so many moves; one more than there are moves.
    pub positions: Vec<Option<Assessment>>,
    pub moves: Vec<Option<ReviewedMove>>,
}

impl Review {
    /// Returns whether every move was judged.
    pub fn is_complete(&self) -> bool {
        self.positions.iter().all(Option::is_some)
    }

    /// Returns the moves that were judged, the first one first.
    pub fn reviewed(&self) -> impl Iterator<Item = &ReviewedMove> {
        self.moves.iter().flatten()
    }

    pub fn turning_points(&self) -> impl Iterator<Item = &ReviewedMove> {
        self.reviewed().filter(|reviewed| reviewed.is_turning_point())
    }

    /// Returns how many moves of a player were of this quality.
    pub fn count(&self, player: Player, quality: MoveQuality) -> usize {
        self.reviewed().filter(|reviewed| (reviewed.player, reviewed.quality) == (player, quality)).count()
    }

    /// Returns the accuracy of a player in percent: the mean over the moves that count. `None` where none
    /// does.
    pub fn accuracy(&self, player: Player) -> Option<f64> {
        let counted: Vec<f64> = self
            .reviewed()
            .filter(|reviewed| reviewed.player == player && reviewed.quality != MoveQuality::Forced)
            .map(|reviewed| judge::accuracy(reviewed.loss))
            .collect();
        (!counted.is_empty()).then(|| counted.iter().sum::<f64>() / counted.len() as f64)
    }

    /// Writes the review into the study of the same game: marks, what `say` says of a move, and the better
    /// line as a variation of each turning point. What stands there already stays.
    pub fn annotate(&self, study: &mut Study, say: impl Fn(&ReviewedMove) -> Option<String>) {
        let line = study.main_line();
        for reviewed in self.reviewed() {
            let (Some(before), Some(after)) = (line.get(reviewed.ply), line.get(reviewed.ply + 1)) else {
                break;
            };
            add_mark(study, *after, reviewed.quality);
            if let Some(said) = say(reviewed)
                && !study.comment(*after).contains(&said)
            {
                let comment = study.comment(*after);
                let comment = if comment.is_empty() { said } else { format!("{comment} {said}") };
                study.set_comment(*after, comment);
            }
            if reviewed.is_turning_point() {
                let mut node = *before;
                for mv in &reviewed.best.moves {
                    // Past a limit of studies the line ends early.
                    let Ok(next) = study.play(node, mv) else { break };
                    node = next;
                }
            }
        }
    }
}

fn add_mark(study: &mut Study, node: NodeId, quality: MoveQuality) {
    let Some(mark) = quality.sign().and_then(Mark::of_sign) else { return };
    let mut marks = study.marks(node).to_vec();
    // A person's own judgement is not contradicted by a second sign.
    if marks.iter().all(|mark| mark.sign().is_none()) {
        marks.insert(0, mark);
        study.set_marks(node, &marks);
    }
}

/// Looks through the moves of a record, and calls `on_progress` after every position with how many are done
/// and how many there are.
pub fn review(
    record: &Record,
    options: &ReviewOptions<'_>,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Review {
    let mut record = record.clone();
    if record.closing().is_some() {
        // How the game was ended says nothing of the position.
        record.undo();
    }
    let moves = record.moves().to_vec();
    let mut review = Review { positions: vec![None; moves.len() + 1], moves: vec![None; moves.len()] };
    let mut reviewer = Reviewer::new(&record, options);
    for ply in (0..=moves.len()).rev() {
        let after = review.positions.get(ply + 1).and_then(Option::as_ref);
        let played = moves.get(ply).zip(after).map(|(mv, after)| (mv.as_str(), after));
        let Some((assessment, reviewed)) = reviewer.position(&record, played) else { break };
        review.positions[ply] = Some(assessment);
        if let Some(reviewed) = reviewed {
            review.moves[ply] = Some(reviewed);
        }
        on_progress(moves.len() + 1 - ply, moves.len() + 1);
        record.undo();
    }
    review
}

/// Looks through the positions of a record after `from` to `to` moves, the last one first, so that a review
/// can be done in parts. `after` is what was found of the position after the last. Returns fewer when
/// stopped.
pub fn review_part(
    record: &Record,
    from: usize,
    to: usize,
    after: Option<Assessment>,
    options: &ReviewOptions<'_>,
) -> Vec<(Assessment, Option<ReviewedMove>)> {
    let mut record = record.clone();
    if record.closing().is_some() {
        record.undo();
    }
    let moves = record.moves().to_vec();
    let mut reviewer = Reviewer::new(&record, options);
    let (mut after, mut found) = (after, Vec::new());
    while record.moves().len() > to {
        record.undo();
    }
    for ply in (from..=to.min(moves.len())).rev() {
        let played = moves.get(ply).zip(after.as_ref()).map(|(mv, after)| (mv.as_str(), after));
        let Some((assessment, reviewed)) = reviewer.position(&record, played) else { break };
        after = Some(assessment.clone());
        found.push((assessment, reviewed));
        record.undo();
    }
    found
}

/// Judges the last move of a record alone. Returns it with the line that the other side answers with; `None`
/// where there is no move or no answer, or the review was stopped.
pub fn judge_last(record: &Record, options: &ReviewOptions<'_>) -> Option<(ReviewedMove, AnalysisLine)> {
    let mv = record.moves().last()?.clone();
    let mut reviewer = Reviewer::new(record, options);
    let (after, _) = reviewer.position(record, None)?;
    let mut before = record.clone();
    before.undo();
    let (_, reviewed) = reviewer.position(&before, Some((&mv, &after)))?;
    Some((reviewed?, after.lines.first()?.clone()))
}

struct Reviewer<'a> {
    engine: Box<dyn AnyEngine>,
    curve: Curve,
    lines: usize,
    options: &'a ReviewOptions<'a>,
}

impl<'a> Reviewer<'a> {
    fn new(record: &Record, options: &'a ReviewOptions<'a>) -> Self {
        Self {
            engine: any::engine(record.game(), options.megabytes),
            curve: Curve::of_evaluator(options.evaluator, record.info()),
            lines: if knowledge::is_solved(record.game()) { usize::MAX } else { 2 },
            options,
        }
    }

    /// Assesses the current position of the record, and judges the move that was made there. Returns `None`
    /// when the review was stopped.
    fn position(
        &mut self,
        record: &Record,
        played: Option<(&str, &Assessment)>,
    ) -> Option<(Assessment, Option<ReviewedMove>)> {
        let turn = record.position().turn();
        let mut lines = match (record.outcome(), played) {
            (Some(outcome), _) => return Some((self.over(turn, outcome), None)),
            (None, Some((mv, after))) if record.position().count_moves() == 1 => vec![line_of(mv, after)],
            _ => self.search(record)?,
        };
        let reviewed = played.map(|(mv, after)| {
            judge::take_in(&mut lines, mv, after);
            judge::judge(record, &lines, mv, after, &self.curve)
        });
        let best = &lines[0];
        let chances = self.curve.of_value(best.value);
        let chances = if turn == Player::First { chances } else { chances.flipped() };
        let assessment = Assessment { turn, value: best.value, distance: best.distance, chances, lines };
        Some((assessment, reviewed))
    }

    /// Returns the lines of a position that is not over, at least one.
    fn search(&mut self, record: &Record) -> Option<Vec<AnalysisLine>> {
        let stop = self.options.stop;
        let limits = SearchLimits { nodes: Some(self.options.nodes), stop, ..SearchLimits::NONE };
        let options = SearchOptions {
            lines: self.lines,
            threads: self.options.threads,
            evaluator: self.options.evaluator,
            ..SearchOptions::new(limits)
        };
        let is_stopped = || stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if is_stopped() {
            return None;
        }
        let lines = self.engine.analyze(record, &options, &mut |_| {})?.lines;
        // A search that was cut short has not looked as far as the others.
        (!is_stopped() && !lines.is_empty()).then_some(lines)
    }

    /// Returns what the end of a game says.
    fn over(&self, turn: Player, outcome: Outcome) -> Assessment {
        let value = match outcome {
            Outcome::Draw => Value::Draw,
            Outcome::Win(winner) if winner == turn => Value::WinIn(0),
            Outcome::Win(_) => Value::LossIn(0),
        };
        let chances = WinChances::of_outcome(outcome, Player::First);
        Assessment { turn, value, distance: Distance::Exact, chances, lines: Vec::new() }
    }
}

/// Returns the line that begins with a move, from what is thought of the position after it.
fn line_of(mv: &str, after: &Assessment) -> AnalysisLine {
    let value = match after.value {
        Value::About(score) => Value::About(-score),
        value => value.one_ply_earlier(),
    };
    let rest = after.lines.first().map_or(&[][..], |line| &line.moves);
    let moves = std::iter::once(mv.to_owned()).chain(rest.iter().cloned()).collect();
    AnalysisLine { value, distance: after.distance, moves }
}
