//! `jogo solve neutreeko`: the figures of the solution, or what it says about positions.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use engine::solve::neutreeko::{ExactValue, Solution, Tally, reachable};
use games::neutreeko::{Neutreeko, Slide};
use games::{AnyPosition, GameEntry};
use sha2::{Digest, Sha256};

use crate::cli::progress::ProgressLine;
use crate::failure::{Failure, words};
use crate::input::{PositionArgs, answer_each_line};

#[derive(Args, Debug)]
pub struct NeutreekoArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The SHA-256 of the whole table, one byte per placement
    #[arg(long, conflicts_with_all = ["position", "start", "reachable"])]
    hash: bool,
    /// Count also the positions that a game can come to, which takes seconds
    #[arg(long, conflicts_with_all = ["position", "start"])]
    reachable: bool,
}

pub fn solve(output: &mut impl Write, args: &NeutreekoArgs) -> Result<(), Failure> {
    const GAME: &GameEntry = &GameEntry::of::<Neutreeko>();
    if args.position.is_stdin() {
        return answer_each_line(GAME, output, |position| Ok(one_line(neutreeko(position))));
    }
    if args.position.position.is_some() || args.position.start.is_some() {
        let position = args.position.read(GAME)?;
        return describe(output, neutreeko(&*position));
    }
    if args.hash {
        let table: Vec<u8> = Solution::shared().table_bytes().collect();
        let hash: String = Sha256::digest(table).iter().map(|byte| format!("{byte:02x}")).collect();
        return Ok(writeln!(output, "{hash}")?);
    }
    figures(output, args.reachable.then(Neutreeko::default).as_ref())
}

fn neutreeko(position: &dyn AnyPosition) -> &Neutreeko {
    position.as_any().downcast_ref().expect("it was read as Neutreeko")
}

/// The value, and each move with its own, the best first; all for the side to move and in plies from here.
fn one_line(position: &Neutreeko) -> String {
    let solution = Solution::shared();
    let mut line = solution.value(position).to_string();
    for (slide, value) in solution.moves(position) {
        line.push_str(&format!(" {slide}:{value}"));
    }
    line
}

fn describe(output: &mut impl Write, position: &Neutreeko) -> Result<(), Failure> {
    let solution = Solution::shared();
    let value = solution.value(position);
    let side = || [("side", words().name(position.info().side(position.turn()).name).into())];
    let told = |key: &str, plies: u8| {
        words().say_with(key, side().into_iter().chain([("plies", count(plies).into())]))
    };
    let told = match value {
        ExactValue::Win(1) => words().say_with("solve-wins-at-once", side()),
        ExactValue::Win(plies) => told("side-wins-in", plies),
        ExactValue::Loss(0) => words().say_with("solve-has-lost", side()),
        ExactValue::Loss(plies) => told("side-loses-in", plies),
        ExactValue::Draw => words().say("solve-draw"),
    };
    writeln!(output, "{value}: {told}")?;
    for (slide, value) in solution.moves(position) {
        writeln!(output, "{slide} {value}")?;
    }
    if value != ExactValue::Loss(0) {
        let line = words().say_with("solve-line", [("moves", written(&solution.best_line(position)).into())]);
        writeln!(output, "{line}")?;
    }
    if value == ExactValue::Draw {
        writeln!(output, "{}", words().say("solve-line-repeats"))?;
    }
    Ok(())
}

fn count(plies: u8) -> String {
    words().say_with("plies", [("count", plies.into())])
}

fn written(slides: &[Slide]) -> String {
    slides.iter().map(Slide::to_string).collect::<Vec<_>>().join(" ")
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}

/// The solution in numbers; with --reachable also how many positions a game can come to from a start.
fn figures(output: &mut impl Write, reachable_from: Option<&Neutreeko>) -> Result<(), Failure> {
    let clock = Instant::now();
    let solution = Solution::shared();
    let solved = clock.elapsed();
    let figures = solution.figures();

    let say = |key: &str| words().say(key);
    let name = |key: &str, plies: u8| words().say_with(key, [("plies", plies.into())]);
    writeln!(output, "{:<22}{:>9} {:>14}", "", say("solve-positions"), say("solve-up-to-symmetry"))?;
    writeln!(output, "{:<22}{:>9}", say("solve-placements"), figures.placements)?;
    writeln!(output, "{:<22}{:>9}", say("solve-impossible"), figures.impossible)?;
    let mut row = |name: &str, Tally { positions, classes }: Tally| {
        writeln!(output, "{name:<22}{positions:>9} {classes:>14}")
    };
    row(&say("solve-legal"), figures.legal)?;
    row(&say("solve-won"), figures.wins)?;
    row(&say("solve-lost"), figures.losses)?;
    row(&say("solve-drawn"), figures.draws)?;
    for (plies, tally) in &figures.wins_by_plies {
        row(&name("solve-won-in", *plies), *tally)?;
    }
    for (plies, tally) in &figures.losses_by_plies {
        row(&name("solve-lost-in", *plies), *tally)?;
    }
    if let Some(start) = reachable_from {
        let progress = ProgressLine::start(&say("solve-counting"));
        let count = reachable(start);
        drop(progress);
        writeln!(output, "{:<22}{:>9}", say("solve-reachable"), count)?;
    }

    writeln!(output)?;
    for position in &figures.longest {
        writeln!(output, "{}: {} {position}", say("solve-longest"), solution.value(position))?;
    }
    openings(output, solution)?;
    writeln!(output, "{}: time_ms {}", say("solve-solved"), milliseconds(solved))?;
    writeln!(output, "{}: time_ms {}", say("solve-counted"), milliseconds(clock.elapsed()))?;
    Ok(())
}

/// The start and its narrow path, and fairer starts.
fn openings(output: &mut impl Write, solution: &Solution) -> Result<(), Failure> {
    let start = Neutreeko::default();
    let value = solution.value(&start);
    let holding = solution.holding(&start);
    writeln!(output, "{}: {value} {start}", words().say("solve-start"))?;
    let holds = |holding: usize, moves: usize| [("holding", holding.into()), ("moves", moves.into())];
    let held = words().say_with("solve-holding", holds(holding.len(), start.count_moves()));
    writeln!(output, "{held}: {}", written(&holding))?;
    let path = solution.narrow_path(&start);
    let narrow = words().say_with("solve-narrow", [("plies", (path.len() - 1).into())]);
    writeln!(output, "{narrow}: {}", written(&path))?;
    let balanced = solution.balanced_starts();
    writeln!(output, "{}: {}", words().say("solve-balanced"), balanced.len())?;
    for (index, start) in balanced.iter().enumerate() {
        let (position, moves) = (&start.position, start.position.count_moves());
        let held = words().say_with("solve-balanced-holding", holds(start.holding.len(), moves));
        writeln!(output, "balanced:{}: {held}: {position}", index + 1)?;
    }
    Ok(())
}
