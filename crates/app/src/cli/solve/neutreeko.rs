//! `jogo solve neutreeko`: the figures of the solution, or what it says about positions.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use engine::solve::neutreeko::{Solution, Tally, Value, reachable};
use games::neutreeko::{Neutreeko, Slide};
use games::{AnyPosition, GameEntry};
use sha2::{Digest, Sha256};

use crate::failure::Failure;
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
    let side = position.info().side(position.turn()).name;
    match value {
        Value::Win(1) => writeln!(output, "{value}: {side} wins at once")?,
        Value::Win(plies) => writeln!(output, "{value}: {side} wins in {plies} plies")?,
        Value::Loss(0) => writeln!(output, "{value}: {side} has lost")?,
        Value::Loss(plies) => writeln!(output, "{value}: {side} loses in {plies} plies")?,
        Value::Draw => writeln!(output, "{value}: neither side can force a win")?,
    }
    for (slide, value) in solution.moves(position) {
        writeln!(output, "{slide} {value}")?;
    }
    if value != Value::Loss(0) {
        writeln!(output, "line {}", written(&solution.best_line(position)))?;
    }
    if value == Value::Draw {
        writeln!(output, "then a position of the line repeats")?;
    }
    Ok(())
}

fn written(slides: &[Slide]) -> String {
    slides.iter().map(Slide::to_string).collect::<Vec<_>>().join(" ")
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}

/// The solution in numbers; and how many positions a game can come to from a start, if somebody asks.
fn figures(output: &mut impl Write, reachable_from: Option<&Neutreeko>) -> Result<(), Failure> {
    let clock = Instant::now();
    let solution = Solution::shared();
    let solved = clock.elapsed();
    let figures = solution.figures();

    writeln!(output, "{:<22}{:>9} {:>14}", "", "positions", "up to symmetry")?;
    writeln!(output, "{:<22}{:>9}", "placements", figures.placements)?;
    writeln!(output, "{:<22}{:>9}", "impossible", figures.impossible)?;
    let mut row = |name: &str, Tally { positions, classes }: Tally| writeln!(output, "{name:<22}{positions:>9} {classes:>14}");
    row("legal", figures.legal)?;
    row("won", figures.wins)?;
    row("lost", figures.losses)?;
    row("drawn", figures.draws)?;
    for (plies, tally) in &figures.wins_by_plies {
        row(&format!("won in {plies}"), *tally)?;
    }
    for (plies, tally) in &figures.losses_by_plies {
        row(&format!("lost in {plies}"), *tally)?;
    }
    if let Some(start) = reachable_from {
        writeln!(output, "{:<22}{:>9}", "reachable, by colour", reachable(start))?;
    }

    writeln!(output)?;
    for position in &figures.longest {
        writeln!(output, "longest win: {} {position}", solution.value(position))?;
    }
    openings(output, solution)?;
    writeln!(output, "solved: time_ms {}", milliseconds(solved))?;
    writeln!(output, "solved and counted: time_ms {}", milliseconds(clock.elapsed()))?;
    Ok(())
}

/// The start and its narrow path, and fairer starts.
fn openings(output: &mut impl Write, solution: &Solution) -> Result<(), Failure> {
    let start = Neutreeko::default();
    let value = solution.value(&start);
    let holding = solution.holding(&start);
    writeln!(output, "start: {value} {start}")?;
    writeln!(output, "first moves that hold: {} of {}: {}", holding.len(), start.count_moves(), written(&holding))?;
    let path = solution.narrow_path(&start);
    writeln!(output, "then one move holds for {} plies: {}", path.len() - 1, written(&path))?;
    let balanced = solution.balanced_starts();
    writeln!(output, "balanced starts: {}", balanced.len())?;
    for (index, start) in balanced.iter().enumerate() {
        let (position, moves) = (&start.position, start.position.count_moves());
        writeln!(output, "balanced:{}: {} of {moves} first moves hold: {position}", index + 1, start.holding.len())?;
    }
    Ok(())
}
