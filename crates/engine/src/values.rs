//! What every legal move of a position is worth, best first: known results where there are such, a search
//! within a budget elsewhere. docs/json.md has the form that programs read.
//!
//! A first list comes without any search, so that front ends have something to show at once; every depth of
//! the search then improves it. What is known for certain is never replaced by a guess.

use std::cmp::Reverse;

use games::{Player, Record};

use crate::analysis::{AnalysisLine, Distance, SearchOptions};
use crate::any::AnyEngine;
use crate::review::{INACCURACY, MISTAKE};
use crate::search::Value;
use crate::winprob::{Curve, WinChances};

/// How sure a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sureness {
    /// Result and distance are known.
    Exact,
    /// The result is known, and takes no longer than the value says.
    AtMost,
    /// By evaluation.
    Estimated,
}

impl Sureness {
    pub const ALL: [Self; 3] = [Self::Exact, Self::AtMost, Self::Estimated];

    /// One word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::AtMost => "at-most",
            Self::Estimated => "estimated",
        }
    }
}

/// What a move does to the value of the position. The thresholds are those of reviews.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveClass {
    /// As good as the best move, or nearly; a win that takes longer is one still.
    Keeps,
    /// What a review calls an inaccuracy.
    LosesLittle,
    /// A known result is given away, or what a review calls a mistake or a blunder.
    Loses,
}

impl MoveClass {
    pub const ALL: [Self; 3] = [Self::Keeps, Self::LosesLittle, Self::Loses];

    /// One word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Keeps => "keeps",
            Self::LosesLittle => "loses-little",
            Self::Loses => "loses",
        }
    }

    /// A sign to stand beside the colour, for eyes and terminals that tell colours badly.
    pub const fn sign(self) -> char {
        match self {
            Self::Keeps => '+',
            Self::LosesLittle => '~',
            Self::Loses => '-',
        }
    }
}

/// A legal move and what it is worth to the side that makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveValue {
    /// Begins with the move; shows how the game may go on where that is known.
    pub line: AnalysisLine,
    pub sureness: Sureness,
    pub class: MoveClass,
    /// How much of the expected result the move gives away against the best one, from 0 to 1; 0 where the
    /// known result stays the same.
    pub loss: f64,
    /// Of the side to move.
    pub chances: WinChances,
}

impl MoveValue {
    pub fn mv(&self) -> &str {
        &self.line.moves[0]
    }
}

/// All legal moves of a position with their values.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveValues {
    pub turn: Player,
    /// Of the search so far; 0 where none has looked yet.
    pub depth: u32,
    pub nodes: u64,
    /// Best first, equal ones in the order of the rules. Every legal move is here, once; never empty.
    pub moves: Vec<MoveValue>,
}

impl MoveValues {
    pub fn of(&self, mv: &str) -> Option<&MoveValue> {
        self.moves.iter().find(|value| value.mv() == mv)
    }

    /// Returns how many moves keep the value of the position.
    pub fn keeping(&self) -> usize {
        self.moves.iter().filter(|value| value.class == MoveClass::Keeps).count()
    }

    /// Returns whether all results and distances are known, so that nothing will change any more.
    pub fn is_exact(&self) -> bool {
        self.moves.iter().all(|value| value.sureness == Sureness::Exact)
    }
}

/// Finds what every legal move of the current position is worth, and calls `on_update` with every list that
/// says more than the one before, the first one at once. The number of lines in the options does not count.
/// Returns `None` when the game is over, and for records of other games than the engine's.
pub fn values(
    engine: &mut dyn AnyEngine,
    record: &Record,
    options: &SearchOptions<'_>,
    on_update: &mut dyn FnMut(&MoveValues),
) -> Option<MoveValues> {
    let mut known = Known {
        turn: record.position().turn(),
        curve: Curve::of_evaluator(options.evaluator, record.info()),
        lines: engine.glance(record)?,
    };
    let mut found = known.values(0, 0);
    on_update(&found);
    if found.is_exact() {
        return Some(found);
    }
    let options = SearchOptions { lines: usize::MAX, ..*options };
    let last = engine.analyze(record, &options, &mut |analysis| {
        // A first depth that was cut short says nothing.
        if analysis.depth > 0 {
            known.take_in(&analysis.lines);
            found = known.values(analysis.depth, analysis.nodes);
            on_update(&found);
        }
    })?;
    if last.depth > 0 {
        known.take_in(&last.lines);
        found = known.values(last.depth, last.nodes);
    }
    Some(found)
}

/// What is known so far of the moves of a position.
struct Known {
    turn: Player,
    curve: Curve,
    /// One for each legal move, in the order of the rules.
    lines: Vec<AnalysisLine>,
}

impl Known {
    /// Puts what a search says beside what is known.
    fn take_in(&mut self, searched: &[AnalysisLine]) {
        for line in searched {
            let known = self.lines.iter_mut().find(|known| known.moves[0] == line.moves[0]);
            if let Some(known) = known.filter(|known| says_more(line, known)) {
                known.clone_from(line);
            }
        }
        // Where the position is lost within so many plies, every move loses within them.
        if let Some(AnalysisLine { value: Value::LossIn(plies), .. }) = searched.first() {
            for line in self.lines.iter_mut().filter(|line| !line.value.is_proved()) {
                line.moves.truncate(1);
                (line.value, line.distance) = (Value::LossIn(*plies), Distance::AtMost);
            }
        }
    }

    fn values(&self, depth: u32, nodes: u64) -> MoveValues {
        let mut lines = self.lines.clone();
        lines.sort_by_key(|line| Reverse(line.value.rank()));
        let best = lines[0].value;
        let moves = lines.into_iter().map(|line| self.classify(line, best)).collect();
        MoveValues { turn: self.turn, depth, nodes, moves }
    }

    fn classify(&self, line: AnalysisLine, best: Value) -> MoveValue {
        let chances = self.curve.of_value(line.value);
        let loss = if same_result(best, line.value) {
            0.0
        } else {
            (self.curve.of_value(best).expectation() - chances.expectation()).max(0.0)
        };
        let class = match loss {
            loss if loss >= MISTAKE => MoveClass::Loses,
            loss if loss >= INACCURACY => MoveClass::LosesLittle,
            _ => MoveClass::Keeps,
        };
        let sureness = match (line.value, line.distance) {
            (Value::About(_), _) => Sureness::Estimated,
            (Value::Draw, _) | (_, Distance::Exact) => Sureness::Exact,
            (_, Distance::AtMost | Distance::UnlessCounted) => Sureness::AtMost,
        };
        MoveValue { line, sureness, class, loss, chances }
    }
}

/// Returns whether both values are known and mean the same result, however long it takes.
fn same_result(one: Value, other: Value) -> bool {
    one.is_proved() && other.is_proved() && one.rank().0 == other.rank().0
}

/// Returns whether a line of a search says more than what is known of its move: a known result instead of a
/// guess, or a shorter or surer way to it. A guess that saw farther replaces one that did not.
fn says_more(line: &AnalysisLine, known: &AnalysisLine) -> bool {
    match (line.value.plies(), known.value.plies()) {
        _ if line.value.is_proved() != known.value.is_proved() => line.value.is_proved(),
        (Some(plies), Some(before)) => {
            known.distance == Distance::AtMost && (line.distance == Distance::Exact || plies < before)
        }
        _ => !line.value.is_proved(),
    }
}
