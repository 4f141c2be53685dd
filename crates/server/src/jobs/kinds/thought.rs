//! Analyses of a position, reported as they deepen.

use std::time::Duration;

use engine::analysis::{Analysis, AnalysisLine, SearchOptions};
use engine::search::{SearchLimits, Time};
use engine::values::{MoveClass, MoveValues, values};
use engine::{any, knowledge};
use games::Record;
use serde::{Deserialize, Serialize};

use super::super::data::{LineData, as_record};
use super::super::kind::{JobContext, JobKind};
use super::super::queue::Cost;

/// The longest that one analysis may take.
pub const THOUGHT_TIME_MAX: Duration = Duration::from_secs(3);
/// Megabytes of its transposition table.
const MEGABYTES: usize = 16;

/// Analyses the current position of a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ThoughtJob {
    #[serde(with = "as_record")]
    pub record: Record,
    pub time_ms: u64,
    pub wanted: ThoughtWanted,
}

/// What an analysis is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThoughtWanted {
    /// So many of the best lines.
    Lines(usize),
    /// What every legal move is worth.
    Values,
}

/// What is known of a position so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThoughtData {
    pub depth: u32,
    pub nodes: u64,
    /// Best first.
    lines: Vec<LineData>,
    /// Where every move is valued: the place of the class of each in [`MoveClass::ALL`].
    classes: Vec<usize>,
}

impl ThoughtData {
    fn of_values(values: &MoveValues) -> Self {
        let place = |class: MoveClass| MoveClass::ALL.iter().position(|one| *one == class).unwrap_or(0);
        Self {
            depth: values.depth,
            nodes: values.nodes,
            lines: values.moves.iter().map(|value| LineData::from(value.line.clone())).collect(),
            classes: values.moves.iter().map(|value| place(value.class)).collect(),
        }
    }

    /// Returns the lines, each with the class of its first move where every move is valued.
    pub fn into_lines(self) -> Vec<(AnalysisLine, Option<MoveClass>)> {
        let class = |index: usize| self.classes.get(index).and_then(|class| MoveClass::ALL.get(*class));
        let line = |(index, line): (usize, &LineData)| (line.clone().into(), class(index).copied());
        self.lines.iter().enumerate().map(line).collect()
    }
}

impl JobKind for ThoughtJob {
    const NAME: &'static str = "analysis";
    const TIME_MAX: Duration = Duration::from_secs(15);
    type Update = ThoughtData;
    /// `None` when the game is over.
    type Output = Option<ThoughtData>;

    fn cost(&self) -> Cost {
        if knowledge::is_solved(self.record.game()) { Cost::Short } else { Cost::Long }
    }

    fn run(&self, context: &JobContext<'_, ThoughtData>) -> Option<ThoughtData> {
        let time = Duration::from_millis(self.time_ms).min(THOUGHT_TIME_MAX);
        let time = Time { clock: &context.clock, soft: time, hard: time };
        let limits = SearchLimits { time: Some(time), stop: Some(context.stop), ..SearchLimits::NONE };
        let mut engine = any::engine(self.record.game(), MEGABYTES);
        match self.wanted {
            ThoughtWanted::Values => {
                let options = SearchOptions::new(limits);
                let tell = &mut |found: &MoveValues| context.tell(ThoughtData::of_values(found));
                values(&mut *engine, &self.record, &options, tell).as_ref().map(ThoughtData::of_values)
            }
            ThoughtWanted::Lines(lines) => {
                let options = SearchOptions { lines, ..SearchOptions::new(limits) };
                let data = |found: &Analysis| ThoughtData {
                    depth: found.depth,
                    nodes: found.nodes,
                    lines: found.lines.iter().cloned().map(LineData::from).collect(),
                    classes: Vec::new(),
                };
                let tell = &mut |found: &Analysis| context.tell(data(found));
                engine.analyze(&self.record, &options, tell).as_ref().map(data)
            }
        }
    }
}
