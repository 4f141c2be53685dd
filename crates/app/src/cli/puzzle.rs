//! `jogo puzzle`: positions with something to find, taken from a solution.

use std::io::Write;

use clap::{Args, Subcommand, ValueEnum};
use engine::solve::neutreeko::{ExactValue, Puzzle, PuzzleKind, Solution};
use games::neutreeko::{Neutreeko, Slide};
use games::{AnyPosition, GameEntry, Player, Record};
use serde::Serialize;
use words::{Language, Words};

use super::ViewArgs;
use super::show::{player_word, write_json};
use crate::console::puzzles::{self, Judged, Length};
use crate::failure::{Failure, words};

/// Plies of the longest win.
const PLIES_MAX: i64 = 51;
const COUNT_MAX: i64 = 10_000;
/// Plies where none are given: enough to think about, few enough to see.
const PLIES: u8 = 5;

const GAME: &GameEntry = &GameEntry::of::<Neutreeko>();

/// The games that have puzzles.
#[derive(Subcommand, Debug)]
pub enum PuzzleCommand {
    /// Puzzles from the solution of Neutreeko, no two the same up to symmetry
    Neutreeko(PuzzleArgs),
}

#[derive(Args, Debug)]
pub struct PuzzleArgs {
    /// What there is to find
    #[arg(long, value_enum, default_value = "one-win")]
    kind: KindArg,
    /// Plies to the end, an odd number [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=PLIES_MAX))]
    plies: Option<u8>,
    /// Fixes which puzzles come
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many puzzles
    #[arg(
        long, value_name = "K", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=COUNT_MAX)
    )]
    count: u16,
    /// As JSON, with the solutions
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    view: ViewArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KindArg {
    /// The one move that wins
    OneWin,
    /// A whole win in which each move is the only one
    OnlyMoves,
    /// The one move that does not lose
    HoldDraw,
    /// Both sides would rather not move: the longest resistance
    Zugzwang,
}

pub fn puzzle(
    output: &mut impl Write,
    command: &PuzzleCommand,
    language: impl FnOnce() -> Language,
) -> Result<(), Failure> {
    let PuzzleCommand::Neutreeko(args) = command;
    let kind = args.kind()?;
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let found: Vec<Puzzle> = Solution::shared().puzzles(kind, seed).take(args.count.into()).collect();
    if args.json {
        let name = args.kind.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned());
        return write_json(
            output,
            &found.iter().map(|puzzle| JsonPuzzle::of(puzzle, &name)).collect::<Vec<_>>(),
        );
    }
    if found.is_empty() {
        return Err(Failure::World(words().say("puzzle-none")));
    }
    let length = if args.kind == KindArg::OnlyMoves { Length::WholeGame } else { Length::OneMove };
    let language = language();
    let words = Words::of(language);
    let posed = found.iter().map(|puzzle| pose(kind, length, puzzle, words)).collect();
    puzzles::puzzles(posed, args.view.view(), language, |position| judge(position, words))
}

impl PuzzleArgs {
    fn kind(&self) -> Result<PuzzleKind, Failure> {
        let plies = self.plies.unwrap_or(PLIES);
        let counts_plies = matches!(self.kind, KindArg::OneWin | KindArg::OnlyMoves);
        if !counts_plies && self.plies.is_some() {
            return Err(Failure::said("puzzle-plies-kinds", []));
        }
        if plies.is_multiple_of(2) {
            return Err(Failure::said("puzzle-plies-odd", [("plies", plies.into())]));
        }
        match self.kind {
            KindArg::OneWin => Ok(PuzzleKind::OneWin { plies }),
            KindArg::OnlyMoves if plies < 3 => Err(Failure::said("puzzle-plies-few", [])),
            KindArg::OnlyMoves => Ok(PuzzleKind::OnlyMoves { plies }),
            KindArg::HoldDraw => Ok(PuzzleKind::HoldDraw),
            KindArg::Zugzwang => Ok(PuzzleKind::MutualZugzwang),
        }
    }
}

fn pose(kind: PuzzleKind, length: Length, puzzle: &Puzzle, words: &Words) -> puzzles::PosedPuzzle {
    let position = &puzzle.position;
    let turn = position.turn();
    let side = |player: Player| words.name(GAME.info.side(player).name);
    let question = match kind {
        PuzzleKind::OneWin { plies } => words
            .say_with("puzzle-one-win", [("side", side(turn).into()), ("plies", count(plies, words).into())]),
        PuzzleKind::OnlyMoves { plies } => words.say_with(
            "puzzle-only-moves",
            [("side", side(turn).into()), ("plies", count(plies, words).into())],
        ),
        PuzzleKind::HoldDraw => words.say_with("puzzle-hold-draw", [("side", side(turn).into())]),
        PuzzleKind::MutualZugzwang => {
            let verdict_now = verdict(turn, Solution::shared().value(position), words);
            let otherwise = if_passed(position).map_or(String::new(), |value| verdict(!turn, value, words));
            let sides = [("side", side(turn).into()), ("other", side(!turn).into())];
            words.say_with(
                "puzzle-zugzwang",
                sides.into_iter().chain([("verdict", verdict_now.into()), ("otherwise", otherwise.into())]),
            )
        }
    };
    puzzles::PosedPuzzle {
        record: Record::from_position(GAME, Box::new(position.clone())),
        question,
        length,
        solution: answer(puzzle).iter().map(Slide::to_string).collect(),
    }
}

/// What the other side would have if it were to move.
fn if_passed(position: &Neutreeko) -> Option<ExactValue> {
    let (mover, waiting) = position.masks();
    Neutreeko::from_masks(waiting, mover, !position.turn()).map(|passed| Solution::shared().value(&passed))
}

/// The moves to find with the replies in between; in a zugzwang the first of those that resist longest.
fn answer(puzzle: &Puzzle) -> Vec<Slide> {
    if puzzle.solution.is_empty() {
        return Solution::shared()
            .moves(&puzzle.position)
            .first()
            .map(|(slide, _)| *slide)
            .into_iter()
            .collect();
    }
    puzzle.solution.clone()
}

/// The moves of a position and their exact values in words.
fn judge(position: &dyn AnyPosition, words: &Words) -> Vec<Judged> {
    let position: &Neutreeko = position.as_any().downcast_ref().expect("all puzzles are of Neutreeko");
    let judged = Solution::shared().moves(position);
    let best = judged.first().map(|(_, value)| *value);
    let judge = |(slide, value): &(Slide, ExactValue)| Judged {
        mv: slide.to_string(),
        verdict: verdict(position.turn(), *value, words),
        is_best: Some(*value) == best,
    };
    judged.iter().map(judge).collect()
}

fn verdict(player: Player, value: ExactValue, words: &Words) -> String {
    let side = words.name(GAME.info.side(player).name).into();
    match value {
        ExactValue::Win(plies) => {
            words.say_with("side-wins-in", [("side", side), ("plies", count(plies, words).into())])
        }
        ExactValue::Loss(plies) => {
            words.say_with("side-loses-in", [("side", side), ("plies", count(plies, words).into())])
        }
        ExactValue::Draw => words.say_with("side-holds-draw", [("side", side)]),
    }
}

fn count(plies: u8, words: &Words) -> String {
    words.say_with("plies", [("count", plies.into())])
}

/// Documented in docs/neutreeko.md; what stands there stays.
#[derive(Serialize)]
struct JsonPuzzle<'a> {
    game: &'static str,
    kind: &'a str,
    position: String,
    turn: &'static str,
    value: String,
    /// What the other side would have if it were to move; null if it has a line then.
    value_if_passed: Option<String>,
    /// Every right first move.
    answers: Vec<String>,
    solution: Vec<String>,
}

impl<'a> JsonPuzzle<'a> {
    fn of(puzzle: &Puzzle, kind: &'a str) -> Self {
        let position = &puzzle.position;
        Self {
            game: GAME.info.id,
            kind,
            position: position.to_string(),
            turn: player_word(position.turn()),
            value: Solution::shared().value(position).to_string(),
            value_if_passed: if_passed(position).map(|value| value.to_string()),
            answers: judge(position, Words::of(Language::English))
                .into_iter()
                .filter(|judged| judged.is_best)
                .map(|judged| judged.mv)
                .collect(),
            solution: answer(puzzle).iter().map(Slide::to_string).collect(),
        }
    }
}
