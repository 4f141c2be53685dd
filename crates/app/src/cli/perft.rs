//! `jogo perft`: count leaves, and say how fast.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use engine::perft;
use games::{AnyPosition, GameEntry};

use super::progress::ProgressLine;
use crate::failure::{Failure, words};
use crate::input::{PositionArgs, answer_each_line};

#[derive(Args, Debug)]
pub struct PerftArgs {
    /// The rule set, by its id (`jogo games` lists them)
    #[arg(value_parser = super::args::GameParser, hide_possible_values = true)]
    game: &'static GameEntry,
    /// How many plies deep
    #[arg(value_parser = clap::value_parser!(u32).range(..=99))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// The count below each legal move
    #[arg(long)]
    divide: bool,
    /// How many threads count
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub fn perft(output: &mut impl Write, args: &PerftArgs) -> Result<(), Failure> {
    if args.position.is_stdin() {
        return answer_each_line(args.game, output, |position| {
            Ok(count(position, args).1.iter().map(|(_, leaves)| leaves).sum::<u64>().to_string())
        });
    }
    let position = args.position.read(args.game)?;
    let progress = ProgressLine::start(&words().say_with("perft-counting", [("depth", args.depth.into())]));
    let (time, counts) = count(&*position, args);
    drop(progress);
    let nodes: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
    if args.divide && args.depth > 0 {
        for (mv, leaves) in &counts {
            writeln!(output, "{mv} {leaves}")?;
        }
    }
    let nps = nodes as f64 / time.as_secs_f64().max(1e-9);
    writeln!(output, "nodes {nodes} time_ms {} nps {nps:.0}", time.as_millis())?;
    Ok(())
}

/// Counts the leaves below each move with --divide, else all in one, and measures the time.
fn count(position: &dyn AnyPosition, args: &PerftArgs) -> (Duration, Vec<(String, u64)>) {
    let threads = usize::from(args.threads);
    let start = Instant::now();
    // At depth 0 there is no move to divide by: the position itself is the leaf.
    let counts = if args.divide && args.depth > 0 {
        perft::leaves_by_move(position, args.depth, threads)
    } else {
        vec![(String::new(), perft::leaves(position, args.depth, threads))]
    };
    (start.elapsed(), counts)
}
