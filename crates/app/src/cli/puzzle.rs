//! `jogo puzzle`: positions with something to find, from the books or from a solution.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use engine::puzzles::{PuzzleBook, PuzzleEntry, PuzzleGoal};
use engine::solve::neutreeko::{ExactValue, Puzzle, PuzzleKind, Solution};
use files::Replace;
use games::neutreeko::{Neutreeko, Slide};
use games::{AnyPosition, GAMES, GameEntry, Player, Record};
use jiff::Span;
use jiff::civil::Date;
use puzzles::PosedEntry;
use serde::Serialize;
use words::{Language, Words};

use super::args::GameParser;
use super::play::ViewArgs;
use super::show::{player_word, write_json};
use crate::console::puzzles::{Judged, Length, PosedPuzzle, puzzles as ask};
use crate::console::said;
use crate::console::training::{self, Puzzles};
use crate::failure::{Failure, words};
use crate::progress_file::{ProgressFile, read_exported};
use crate::solving::{self, Solving};

/// Plies of the longest win.
const PLIES_MAX: i64 = 51;
const COUNT_MAX: i64 = 10_000;
/// Plies where none are given: enough to think about, few enough to see.
const PLIES: u8 = 5;

const GAME: &GameEntry = &GameEntry::of::<Neutreeko>();

#[derive(Args, Debug)]
pub struct PuzzleArgs {
    /// The rule set, by its id (`jogo games` lists them)
    #[arg(value_parser = GameParser, hide_possible_values = true, required_unless_present_any = ["export", "import"])]
    game: Option<&'static GameEntry>,
    /// The puzzle of the day of this family of games, by the date in UTC: the same for everyone
    #[arg(long, conflicts_with_all = DRAWN)]
    daily: bool,
    /// The puzzle of this day, such as 2026-11-19
    #[arg(long, value_name = "DATE", requires = "daily", value_parser = read_date)]
    date: Option<Date>,
    /// Write your progress to a new file, `-` for standard output, and do nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = DRAWN, conflicts_with_all = ["game", "daily", "import"])]
    export: Option<PathBuf>,
    /// Take in progress that was exported, `-` for standard input, and do nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = DRAWN, conflicts_with_all = ["game", "daily"])]
    import: Option<PathBuf>,
    /// Draw puzzles at random, and keep no progress: this fixes which
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many puzzles to draw [default: 1]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=COUNT_MAX))]
    count: Option<u16>,
    /// Draw puzzles and print them as JSON, with the solutions
    #[arg(long)]
    json: bool,
    /// Neutreeko alone: draw from the solution, and find this [default: one-win]
    #[arg(long, value_enum)]
    kind: Option<KindArg>,
    /// Neutreeko alone: plies to the end, an odd number [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=PLIES_MAX))]
    plies: Option<u8>,
    #[command(flatten)]
    view: ViewArgs,
}

/// The options that draw puzzles.
const DRAWN: [&str; 5] = ["seed", "count", "json", "kind", "plies"];

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
    args: &PuzzleArgs,
    language: impl FnOnce() -> Language,
) -> Result<(), Failure> {
    if let Some(path) = &args.export {
        return export(output, path);
    }
    if let Some(path) = &args.import {
        return import(output, path);
    }
    let Some(game) = args.game else { return Ok(()) };
    let asks_solution = args.kind.is_some() || args.plies.is_some();
    let is_drawn = asks_solution || args.seed.is_some() || args.count.is_some() || args.json;
    let is_solved = game.info.id == GAME.info.id;
    match (is_drawn, is_solved) {
        (true, true) => from_solution(output, args, language),
        (true, false) if asks_solution => {
            Err(Failure::said("puzzle-no-solution", [("game", words().name(game.info.name).into())]))
        }
        (true, false) => from_book(output, game, args, language),
        (false, _) if args.daily => {
            let day = args.date.map_or_else(solving::today, day_of);
            let family = game.info.family;
            let date = date_of(day).to_string();
            training::train(Puzzles::Daily { family, day, date }, args.view.view(), language())
        }
        (false, _) => training::train(Puzzles::Training(game), args.view.view(), language()),
    }
}

/// Puzzles of Neutreeko from its solution.
fn from_solution(
    output: &mut impl Write,
    args: &PuzzleArgs,
    language: impl FnOnce() -> Language,
) -> Result<(), Failure> {
    let kind = args.kind()?;
    let found: Vec<Puzzle> =
        Solution::shared().puzzles(kind, args.seed()).take(args.count.unwrap_or(1).into()).collect();
    let kind_arg = args.kind.unwrap_or(KindArg::OneWin);
    if args.json {
        let name = kind_arg.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned());
        return write_json(
            output,
            &found.iter().map(|puzzle| JsonPuzzle::of(puzzle, &name)).collect::<Vec<_>>(),
        );
    }
    if found.is_empty() {
        return Err(Failure::World(words().say("puzzle-none")));
    }
    let length = if kind_arg == KindArg::OnlyMoves { Length::WholeGame } else { Length::OneMove };
    let language = language();
    let words = Words::of(language);
    let posed = found.iter().map(|puzzle| pose(kind, length, puzzle, words)).collect();
    ask(posed, args.view.view(), language, |position| judge(position, words))
}

/// Puzzles of a book, drawn at random.
fn from_book(
    output: &mut impl Write,
    game: &'static GameEntry,
    args: &PuzzleArgs,
    language: impl FnOnce() -> Language,
) -> Result<(), Failure> {
    let Some(book) = PuzzleBook::of(game) else { return Err(Failure::World(words().say("puzzle-none"))) };
    let count = usize::from(args.count.unwrap_or(1));
    let entries = fastrand::Rng::with_seed(args.seed()).choose_multiple(&book.puzzles, count);
    if args.json {
        return write_json(
            output,
            &entries.into_iter().map(|entry| JsonEntry::of(game, entry)).collect::<Vec<_>>(),
        );
    }
    let drawn = entries.into_iter().map(|entry| Solving::practice(PosedEntry::new(book, entry))).collect();
    training::train(Puzzles::Drawn(drawn), args.view.view(), language())
}

fn progress_file() -> Result<ProgressFile, Failure> {
    ProgressFile::of_platform().ok_or_else(|| Failure::World(words().say("training-no-folder")))
}

fn export(output: &mut impl Write, path: &Path) -> Result<(), Failure> {
    let opened = progress_file()?.open().map_err(|error| Failure::World(error.to_string()))?;
    let text = format!("{}\n", opened.progress.text());
    if path == Path::new("-") {
        return Ok(output.write_all(text.as_bytes())?);
    }
    let name = path.display().to_string();
    match files::write(path, text.as_bytes(), Replace::Never) {
        Ok(()) => Ok(writeln!(output, "{}", words().say_with("saved", [("name", name.into())]))?),
        Err(error) => Err(Failure::World(said::file_trouble(words(), &name, &error))),
    }
}

fn import(output: &mut impl Write, path: &Path) -> Result<(), Failure> {
    let name = path.display().to_string();
    let imported = read_exported(path)
        .map_err(|error| Failure::World(said::file_trouble(words(), &name, &error)))?
        .map_err(|wrong| {
            Failure::said("training-no-progress", [("name", name.into()), ("error", wrong.into())])
        })?;
    let (opened, ()) = progress_file()?
        .change(|progress| progress.merge(imported))
        .map_err(|error| Failure::World(error.to_string()))?;
    for game in GAMES {
        if let Some(progress) = opened.progress.games.get(game.info.id) {
            writeln!(output, "{}", said::standing(words(), game, progress))?;
        }
    }
    Ok(())
}

/// Reads a date as ISO 8601 has it, from the day on from which days are counted.
fn read_date(text: &str) -> Result<Date, String> {
    let date: Option<Date> = text.parse().ok().filter(|date| *date >= EPOCH);
    date.ok_or_else(|| words().say("puzzle-date"))
}

const EPOCH: Date = Date::constant(1970, 1, 1);

/// The day of a date, counted from 1970-01-01.
fn day_of(date: Date) -> u64 {
    let days = EPOCH.until(date).map_or(0, |span| span.get_days());
    u64::try_from(days).unwrap_or(0)
}

fn date_of(day: u64) -> Date {
    let days = i32::try_from(day).unwrap_or(i32::MAX);
    EPOCH.checked_add(Span::new().try_days(days).unwrap_or_default()).unwrap_or(Date::MAX)
}

impl PuzzleArgs {
    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| fastrand::u64(..))
    }

    fn kind(&self) -> Result<PuzzleKind, Failure> {
        let kind = self.kind.unwrap_or(KindArg::OneWin);
        let plies = self.plies.unwrap_or(PLIES);
        let counts_plies = matches!(kind, KindArg::OneWin | KindArg::OnlyMoves);
        if !counts_plies && self.plies.is_some() {
            return Err(Failure::said("puzzle-plies-kinds", []));
        }
        if plies.is_multiple_of(2) {
            return Err(Failure::said("puzzle-plies-odd", [("plies", plies.into())]));
        }
        match kind {
            KindArg::OneWin => Ok(PuzzleKind::OneWin { plies }),
            KindArg::OnlyMoves if plies < 3 => Err(Failure::said("puzzle-plies-few", [])),
            KindArg::OnlyMoves => Ok(PuzzleKind::OnlyMoves { plies }),
            KindArg::HoldDraw => Ok(PuzzleKind::HoldDraw),
            KindArg::Zugzwang => Ok(PuzzleKind::MutualZugzwang),
        }
    }
}

fn pose(kind: PuzzleKind, length: Length, puzzle: &Puzzle, words: &Words) -> PosedPuzzle {
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
    PosedPuzzle {
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

/// A puzzle of a book; documented in docs/json.md.
#[derive(Serialize)]
struct JsonEntry<'a> {
    game: &'static str,
    id: String,
    position: &'a str,
    turn: Option<&'static str>,
    goal: &'static str,
    /// Of a win, the plies; of an advantage, the expected result in hundredths.
    plies: Option<u32>,
    expected: Option<u32>,
    difficulty: u32,
    themes: Vec<&'static str>,
    /// Every right first move.
    answers: &'a [String],
    solution: Vec<&'a str>,
}

impl<'a> JsonEntry<'a> {
    fn of(game: &'static GameEntry, entry: &'a PuzzleEntry) -> Self {
        let (goal, plies, expected) = match entry.goal {
            PuzzleGoal::Win { plies } => ("win", Some(plies), None),
            PuzzleGoal::Draw => ("draw", None, None),
            PuzzleGoal::Advantage { expected } => ("advantage", None, Some(expected)),
        };
        Self {
            game: game.info.id,
            id: entry.id.to_string(),
            position: &entry.position,
            turn: entry.record(game).map(|record| player_word(record.position().turn())),
            goal,
            plies,
            expected,
            difficulty: entry.difficulty,
            themes: entry.themes.iter().map(|theme| theme.word()).collect(),
            answers: entry.line.finds.first().map_or(&[], |find| &find.accepted),
            solution: entry.line.moves(),
        }
    }
}
