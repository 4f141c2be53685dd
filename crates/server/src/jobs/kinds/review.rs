//! Parts of reviews. A whole game would keep a worker busy for too long, so that others would have to wait.

use std::time::Duration;

use engine::analysis::AnalysisLine;
use engine::review::{Assessment, MoveQuality, ReviewOptions, ReviewedMove, review_part};
use engine::winprob::WinChances;
use games::{Player, Record};
use serde::{Deserialize, Serialize};

use super::super::data::{LineData, as_record};
use super::super::kind::{JobContext, JobKind};
use super::super::queue::Cost;

/// Looks through some positions of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReviewJob {
    #[serde(with = "as_record")]
    pub record: Record,
    /// The first position and the last, as numbers of moves.
    pub from: usize,
    pub to: usize,
    /// What was found of the position after the last.
    pub after: Option<AssessmentData>,
}

impl JobKind for ReviewJob {
    const NAME: &'static str = "review";
    const TIME_MAX: Duration = Duration::from_secs(60);
    type Update = ();
    /// The last position first. Fewer than asked for when the job was stopped.
    type Output = Vec<ReviewedData>;

    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn run(&self, context: &JobContext<'_, ()>) -> Vec<ReviewedData> {
        let options = ReviewOptions { stop: Some(context.stop), ..ReviewOptions::DEFAULT };
        let after = self.after.clone().map(Assessment::from);
        let found = review_part(&self.record, self.from, self.to, after, &options);
        found.into_iter().map(ReviewedData::from).collect()
    }
}

/// A position of a reviewed game, and the move that was made there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewedData {
    pub position: AssessmentData,
    mv: Option<MoveData>,
}

/// An [`Assessment`] that can be sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AssessmentData {
    is_first: bool,
    /// What it is worth: a line without moves.
    worth: LineData,
    chances: [f64; 3],
    lines: Vec<LineData>,
}

/// A [`ReviewedMove`] that can be sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct MoveData {
    ply: usize,
    is_first: bool,
    mv: String,
    quality: String,
    best: LineData,
    played: LineData,
    before: [f64; 3],
    after: [f64; 3],
    loss: f64,
}

fn player(is_first: bool) -> Player {
    if is_first { Player::First } else { Player::Second }
}

fn three(chances: WinChances) -> [f64; 3] {
    [chances.win, chances.draw, chances.loss]
}

fn chances([win, draw, loss]: [f64; 3]) -> WinChances {
    WinChances { win, draw, loss }
}

impl From<Assessment> for AssessmentData {
    fn from(assessment: Assessment) -> Self {
        let Assessment { turn, value, distance, chances, lines } = assessment;
        Self {
            is_first: turn == Player::First,
            worth: AnalysisLine { value, distance, moves: Vec::new() }.into(),
            chances: three(chances),
            lines: lines.into_iter().map(LineData::from).collect(),
        }
    }
}

impl From<AssessmentData> for Assessment {
    fn from(data: AssessmentData) -> Self {
        let AnalysisLine { value, distance, .. } = data.worth.into();
        let lines = data.lines.into_iter().map(AnalysisLine::from).collect();
        Self { turn: player(data.is_first), value, distance, chances: chances(data.chances), lines }
    }
}

impl From<(Assessment, Option<ReviewedMove>)> for ReviewedData {
    fn from((assessment, reviewed): (Assessment, Option<ReviewedMove>)) -> Self {
        let data = |reviewed: ReviewedMove| MoveData {
            ply: reviewed.ply,
            is_first: reviewed.player == Player::First,
            mv: reviewed.mv,
            quality: reviewed.quality.word().to_owned(),
            best: reviewed.best.into(),
            played: reviewed.played.into(),
            before: three(reviewed.before),
            after: three(reviewed.after),
            loss: reviewed.loss,
        };
        Self { position: assessment.into(), mv: reviewed.map(data) }
    }
}

impl ReviewedData {
    /// Returns what was found; without the move if it is of no known quality.
    pub fn into_found(self) -> (Assessment, Option<ReviewedMove>) {
        let reviewed = self.mv.and_then(|data| {
            let quality = MoveQuality::ALL.into_iter().find(|quality| quality.word() == data.quality)?;
            Some(ReviewedMove {
                ply: data.ply,
                player: player(data.is_first),
                mv: data.mv,
                quality,
                best: data.best.into(),
                played: data.played.into(),
                before: chances(data.before),
                after: chances(data.after),
                loss: data.loss,
            })
        });
        (self.position.into(), reviewed)
    }
}
