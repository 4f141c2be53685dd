//! What the engine claims, held against brute force on the rules alone: positions with small trees, judged by
//! plain minimax.
//!
//! A claim is wrong when the result is another one, when a win or loss takes longer than it says, when a
//! distance called exact is not the shortest, or when the line that is shown does not bear it out. `cargo
//! xtask truth` tries many positions, the tests a fixed few.

mod deal;
mod oracle;

use fastrand::Rng;
use games::{Game, GameEntry, Outcome, Record, Visitor};

pub use deal::{deal, has_stuck_side, shuffle};
pub use oracle::{Judgement, Oracle};

use crate::analysis::{Analysis, AnalysisLine, Distance, SearchOptions};
use crate::any;
use crate::search::{SearchLimits, Value};
use crate::values::MoveValues;

/// How an analysis is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub nodes: u64,
    pub threads: usize,
    pub lines: usize,
}

/// Returns every combination of few and many nodes, one thread and two, one line and eight.
pub fn all_efforts() -> Vec<Effort> {
    let nodes = [300, 30_000, 1_000_000];
    let with = move |nodes| {
        [(1, 1), (1, 8), (2, 1), (2, 8)].map(move |(threads, lines)| Effort { nodes, threads, lines })
    };
    nodes.into_iter().flat_map(with).collect()
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClaimTally {
    pub positions: usize,
    /// Those of them where a side cannot move.
    pub stuck: usize,
    /// Claims of a win or loss that brute force confirmed, and those of them that were called exact.
    pub claims: usize,
    pub exact: usize,
}

impl ClaimTally {
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            stuck: self.stuck + other.stuck,
            claims: self.claims + other.claims,
            exact: self.exact + other.exact,
        }
    }
}

/// Which positions are tried, and how.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    pub seed: u64,
    pub positions: usize,
    /// Of these at least so many with a side that cannot move, in a game where that happens.
    pub stuck_min: usize,
    /// Whether each position has a game behind it in which the players went back and forth.
    pub with_history: bool,
    /// Positions that brute force may visit for each; what it cannot decide with them is not tried.
    pub tree_max: usize,
    pub efforts: &'a [Effort],
}

/// Tries the engine on random positions of a game.
///
/// # Errors
/// The first claim that is wrong, with its position.
pub fn try_game(game: &'static GameEntry, trial: &Trial<'_>) -> Result<ClaimTally, String> {
    games::visit(game.info.id, TryGame { game, trial })
        .unwrap_or_else(|| Err(format!("there is no game {}", game.info.id)))
}

/// Tries the engine on one position.
///
/// # Errors
/// A claim that is wrong, or that the position cannot be read or decided.
pub fn try_position(game: &'static GameEntry, text: &str, efforts: &[Effort]) -> Result<ClaimTally, String> {
    games::visit(game.info.id, TryPosition { game, text, efforts })
        .unwrap_or_else(|| Err(format!("there is no game {}", game.info.id)))
}

struct TryGame<'a> {
    game: &'static GameEntry,
    trial: &'a Trial<'a>,
}

impl Visitor for TryGame<'_> {
    type Output = Result<ClaimTally, String>;

    fn visit<P: Game>(self) -> Self::Output {
        let Self { game, trial } = self;
        let mut rng = Rng::with_seed(trial.seed);
        // The engine keeps what it found in other positions, as it does in a session.
        let mut engine = any::engine(game, 1);
        let mut tally = ClaimTally::default();
        while tally.positions < trial.positions {
            let must_be_stuck =
                trial.positions - tally.positions <= trial.stuck_min.saturating_sub(tally.stuck);
            let Some(position) = deal::<P>(&mut rng) else { continue };
            let stuck = usize::from(has_stuck_side(&position));
            if must_be_stuck && stuck == 0 {
                continue;
            }
            let mut record = Record::from_position(game, Box::new(position));
            if trial.with_history {
                shuffle(&mut record, &mut rng);
            }
            let Some(checked) = check_efforts::<P>(&record, trial.tree_max, &mut *engine, trial.efforts)?
            else {
                continue;
            };
            tally = tally.plus(ClaimTally { stuck, ..checked });
        }
        Ok(tally)
    }
}

struct TryPosition<'a> {
    game: &'static GameEntry,
    text: &'a str,
    efforts: &'a [Effort],
}

impl Visitor for TryPosition<'_> {
    type Output = Result<ClaimTally, String>;

    fn visit<P: Game>(self) -> Self::Output {
        let position: P = self.text.parse().map_err(|error| format!("{}: {error}", self.text))?;
        let record = Record::from_position(self.game, Box::new(position));
        let checked = check_efforts::<P>(&record, 1_000_000, &mut *any::engine(self.game, 1), self.efforts)?;
        checked.ok_or_else(|| format!("{}: too large a tree", self.text))
    }
}

/// Analyses with all these efforts; `None` where the tree is too large to be judged.
fn check_efforts<P: Game>(
    record: &Record,
    tree_max: usize,
    engine: &mut dyn any::AnyEngine,
    efforts: &[Effort],
) -> Result<Option<ClaimTally>, String> {
    let position: &P = record.position().as_any().downcast_ref().ok_or("a record of another game")?;
    let history: Vec<u64> = record.keys().collect();
    let mut oracle = Oracle::new(&history, tree_max);
    if !oracle.judge_current(position).is_final() {
        return Ok(None);
    }
    let mut tally = ClaimTally { positions: 1, ..ClaimTally::default() };
    for effort in efforts {
        let limits = SearchLimits { nodes: Some(effort.nodes), ..SearchLimits::NONE };
        let options =
            SearchOptions { lines: effort.lines, threads: effort.threads, ..SearchOptions::new(limits) };
        let Some(analysis) = engine.analyze(record, &options, &mut |_| {}) else { continue };
        let checked = check(position, &analysis, &mut oracle).map_err(|wrong| {
            let lines: Vec<String> = analysis
                .lines
                .iter()
                .map(|line| format!("{} {}", line.verdict(), line.moves.join(" ")))
                .collect();
            format!("{effort:?}: {wrong}\n{}\nin\n{record}", lines.join("\n"))
        })?;
        tally = tally.plus(checked);
    }
    Ok(Some(tally))
}

/// Checks every claim of an analysis. The first line speaks for the position, the others for their first
/// moves.
///
/// # Errors
/// What is wrong.
pub fn check<P: Game>(
    position: &P,
    analysis: &Analysis,
    oracle: &mut Oracle<P>,
) -> Result<ClaimTally, String> {
    let mut tally = ClaimTally::default();
    for (index, line) in analysis.lines.iter().enumerate() {
        let first = line.moves.first().ok_or("a line without moves")?;
        let mv = position.read_move(first).map_err(|_| format!("{first} is not legal"))?;
        let mut next = position.clone();
        next.play(mv);
        let after = one_ply_earlier(oracle.judge(&next));
        let truth = if index == 0 { oracle.judge_current(position) } else { after };
        for truth in [truth, after] {
            agree(line, truth).map_err(|wrong| format!("line {}: {wrong}", index + 1))?;
        }
        if matches!(line.value, Value::WinIn(_) | Value::LossIn(_)) {
            check_line(position, line, oracle).map_err(|wrong| format!("line {}: {wrong}", index + 1))?;
            tally.claims += 1;
            tally.exact += usize::from(line.distance == Distance::Exact);
        }
    }
    Ok(tally)
}

/// Checks what is said of every move of a position. Returns how many moves were claimed to win or lose.
///
/// # Errors
/// What is wrong.
pub fn check_values<P: Game>(
    position: &P,
    values: &MoveValues,
    oracle: &mut Oracle<P>,
) -> Result<usize, String> {
    let mut claims = 0;
    for value in &values.moves {
        let mv = position.read_move(value.mv()).map_err(|_| format!("{} is not legal", value.mv()))?;
        let mut next = position.clone();
        next.play(mv);
        let truth = one_ply_earlier(oracle.judge(&next));
        agree(&value.line, truth).map_err(|wrong| format!("{}: {wrong}", value.mv()))?;
        claims += usize::from(value.line.value.plies().is_some());
    }
    Ok(claims)
}

/// Returns a judgement for the side that moves here.
fn one_ply_earlier(judgement: Judgement) -> Judgement {
    Judgement { value: judgement.value.map(Value::one_ply_earlier), plies: judgement.plies.saturating_add(1) }
}

/// Returns whether a claim agrees with the truth, as far as the truth is known.
fn agree(line: &AnalysisLine, truth: Judgement) -> Result<(), String> {
    let is_exact = line.distance == Distance::Exact;
    let fits = match (line.value, truth.value) {
        (Value::About(_), _) => true,
        (Value::Draw, value) => value.is_none(),
        (Value::WinIn(claimed), Some(Value::WinIn(plies)))
        | (Value::LossIn(claimed), Some(Value::LossIn(plies))) => {
            plies == claimed || plies < claimed && !is_exact
        }
        (_, Some(_)) => false,
        // More plies than brute force has seen: nothing can be said against it.
        (Value::WinIn(claimed) | Value::LossIn(claimed), None) => claimed > truth.plies,
    };
    if fits { Ok(()) } else { Err(format!("\"{}\", but the truth is {truth:?}", line.verdict())) }
}

/// Returns whether a line of a win or loss ends as it says, in time; and, if it is exact, not a ply sooner,
/// with no better move on the way.
fn check_line<P: Game>(position: &P, line: &AnalysisLine, oracle: &mut Oracle<P>) -> Result<(), String> {
    let (winner, plies) = match line.value {
        Value::WinIn(plies) => (position.turn(), plies),
        Value::LossIn(plies) => (!position.turn(), plies),
        Value::Draw | Value::About(_) => return Ok(()),
    };
    let mut current = position.clone();
    for (played, text) in line.moves.iter().enumerate() {
        let mv = current.read_move(text).map_err(|_| format!("{text} is not legal"))?;
        current.play(mv);
        let left = plies.checked_sub(played as u32 + 1).ok_or("a line longer than its value")?;
        let expected = if current.turn() == winner { Value::WinIn(left) } else { Value::LossIn(left) };
        let truth = oracle.judge(&current);
        if line.distance == Distance::Exact && truth.value.is_some_and(|value| value != expected) {
            return Err(format!("after {text} the truth is {truth:?} and not {expected:?}"));
        }
    }
    match current.outcome() {
        Some(outcome) if outcome != Outcome::Win(winner) => Err("the line ends in another result".to_owned()),
        Some(_) if line.distance == Distance::Exact && line.moves.len() != plies as usize => {
            Err("the line is shorter than it says".to_owned())
        }
        Some(_) => Ok(()),
        None => Err("the line ends before the game does".to_owned()),
    }
}
