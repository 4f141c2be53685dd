//! `jogo analyze` and `jogo bench`: what the engine thinks, and one number for how it thinks.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use engine::analysis::{Analysis, AnalysisLine, SearchOptions};
use engine::any::{self, AnyEngine};
use engine::search::{SearchLimits, Time};
use engine::values::values;
use engine::winprob::Curve;
use games::{GAMES, GameEntry, Record};
use serde::Serialize;

use super::line_json::LineJson;
use super::values_json::ValuesJson;
use crate::console::said;
use crate::failure::{Failure, words};
use crate::input::{self, PositionArgs, answer_each_line};

/// What is analysed.
#[derive(Clone, Debug)]
pub enum Subject {
    Game(&'static GameEntry),
    File(PathBuf),
}

#[derive(Args, Debug)]
pub struct AnalyzeArgs {
    /// The rule set, by its id (`jogo games` lists them), or a file with a recorded game, the last one of
    /// several
    #[arg(id = "game", value_name = "GAME|FILE", value_parser = super::args::SubjectParser, hide_possible_values = true)]
    pub subject: Subject,
    /// This game of the file, counted from 1
    #[arg(id = "number", long = "game", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    #[command(flatten)]
    position: PositionArgs,
    /// Moves to play first; the engine then knows what has been repeated
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Stop at this depth
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Stop after this many milliseconds [default: 1000 unless a depth or nodes are given]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time: Option<u64>,
    /// How many best lines to show
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Megabytes for what the engine remembers
    #[arg(
        long, value_name = "MB", default_value_t = 64,
        value_parser = clap::value_parser!(u32).range(1..=65_536)
    )]
    hash: u32,
    /// Show every legal move with what it is worth, best first
    #[arg(long, conflicts_with = "multipv")]
    values: bool,
    /// On the analysis board of the full-screen app
    #[arg(long, conflicts_with_all = ["json", "values", "multipv", "depth", "nodes", "time"])]
    pub tui: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
}

pub fn analyze(output: &mut impl Write, args: &AnalyzeArgs) -> Result<(), Failure> {
    if args.position.is_stdin() && args.number.is_some() {
        return Err(Failure::said("cli-analyze-number", []));
    }
    if args.position.is_stdin() && !args.moves.is_empty() {
        return Err(Failure::said("cli-analyze-lines", []));
    }
    if let (Subject::Game(game), true) = (&args.subject, args.position.is_stdin()) {
        let mut engine = any::engine(game, args.hash as usize);
        return answer_each_line(game, output, |position| {
            // Each line is answered as if it were alone.
            engine.clear();
            let record = Record::from_position(game, position.boxed_clone());
            if args.values {
                let values = args.values(&mut *engine, &record);
                return if args.json { super::show::json_text(&values) } else { Ok(values.line()) };
            }
            let analysis = args.analyze(&mut *engine, &record, |_| {});
            if args.json { super::show::json_text(&analysis) } else { Ok(analysis.line()) }
        });
    }
    let record = args.record()?;
    let mut engine = any::engine(record.game(), args.hash as usize);
    if args.values {
        let values = args.values(&mut *engine, &record);
        return if args.json { super::show::write_json(output, &values) } else { Ok(values.write(output)?) };
    }
    let watched = io::stderr().is_terminal() && !args.json;
    let analysis = args.analyze(&mut *engine, &record, |analysis| {
        if watched {
            let best = analysis.best_move().unwrap_or("");
            let _ = write!(io::stderr(), "\rdepth {} nodes {} {best}   ", analysis.depth, analysis.nodes);
        }
    });
    if watched {
        let _ = write!(io::stderr(), "\r{:60}\r", "");
    }
    if args.json { super::show::write_json(output, &analysis) } else { Ok(analysis.write(output)?) }
}

impl AnalyzeArgs {
    /// Returns the game to analyse, at its last position.
    pub fn record(&self) -> Result<Record, Failure> {
        let mut record = match &self.subject {
            Subject::Game(_) if self.number.is_some() => {
                return Err(Failure::said("cli-analyze-number", []));
            }
            Subject::Game(_) if self.position.is_stdin() => return Err(Failure::said("cli-play-lines", [])),
            Subject::Game(game) => Record::from_position(game, self.position.read(game)?),
            Subject::File(_) if self.position.is_given() => {
                return Err(Failure::said("cli-analyze-file", []));
            }
            Subject::File(path) => self
                .number
                .map_or_else(
                    || input::read_record(path),
                    |number| input::read_numbered_record(path, number as usize),
                )
                .map_err(|trouble| Failure::Input(said::record_trouble(words(), &trouble)))?,
        };
        for mv in self.moves.split_whitespace() {
            record.play(mv).map_err(|complaint| Failure::wrong_move(mv, &complaint))?;
        }
        Ok(record)
    }

    fn values(&self, engine: &mut dyn AnyEngine, record: &Record) -> ValuesJson {
        let clock = Instant::now();
        let values = values(engine, record, &self.options(&clock), &mut |_| {});
        ValuesJson::of(record, values, clock.elapsed())
    }

    fn analyze(
        &self,
        engine: &mut dyn AnyEngine,
        record: &Record,
        mut on_update: impl FnMut(&Analysis),
    ) -> AnalysisJson {
        let clock = Instant::now();
        let analysis = engine.analyze(record, &self.options(&clock), &mut on_update);
        AnalysisJson::of(record, analysis, clock.elapsed())
    }

    /// The options of a search that was asked for when the clock began to run.
    fn options<'a>(&self, clock: &'a Instant) -> SearchOptions<'a> {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        let time = self.time.or(unlimited.then_some(1000)).map(Duration::from_millis);
        let time = time.map(|time| Time { clock, soft: time, hard: time });
        let limits = SearchLimits { depth: self.depth, nodes: self.nodes, time, stop: None };
        SearchOptions {
            lines: self.multipv.into(),
            threads: self.threads.into(),
            ..SearchOptions::new(limits)
        }
    }
}

/// The JSON form is documented in docs/json.md; what stands there stays.
#[derive(Serialize)]
struct AnalysisJson {
    game: &'static str,
    position: String,
    /// `1-0`, `0-1`, `1/2-1/2` or null while the game goes on.
    result: Option<&'static str>,
    depth: u32,
    nodes: u64,
    time_ms: u128,
    lines: Vec<LineJson>,
    #[serde(skip)]
    found: Vec<AnalysisLine>,
}

impl AnalysisJson {
    fn of(record: &Record, analysis: Option<Analysis>, time: Duration) -> Self {
        let (depth, nodes, lines) =
            analysis.map_or((0, 0, Vec::new()), |analysis| (analysis.depth, analysis.nodes, analysis.lines));
        let curve = Curve::of_game(record.info());
        Self {
            game: record.info().id,
            position: record.position().to_string(),
            result: record.outcome().map(games::Outcome::result),
            depth,
            nodes,
            time_ms: time.as_millis(),
            lines: lines.iter().map(|line| LineJson::of(line, curve.of_value(line.value))).collect(),
            found: lines,
        }
    }

    /// The best line in one line, or the result.
    fn line(&self) -> String {
        let best = || {
            self.found
                .first()
                .map_or(String::new(), |line| format!("{}: {}", line.verdict(), line.moves.join(" ")))
        };
        self.result.map_or_else(best, str::to_owned)
    }

    fn write(&self, output: &mut impl Write) -> io::Result<()> {
        if let Some(result) = self.result {
            return writeln!(output, "{}", words().say_with("cli-over", [("result", result.into())]));
        }
        for (index, line) in self.found.iter().enumerate() {
            writeln!(output, "{:>3}  {:>12}  {}", index + 1, words().verdict(line), line.moves.join(" "))?;
        }
        let nps = self.nodes as u128 * 1000 / self.time_ms.max(1);
        writeln!(output, "depth {} nodes {} time_ms {} nps {nps}", self.depth, self.nodes, self.time_ms)
    }
}

#[derive(Serialize)]
struct BenchGame {
    game: &'static str,
    /// The id of the network that evaluates, where one is part of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<&'static str>,
    nodes: u64,
    time_ms: u128,
}

#[derive(Serialize)]
struct Bench {
    games: Vec<BenchGame>,
    /// The signature: changes exactly when the search does.
    bench: u64,
}

/// Searches fixed positions of every rule set; the last line is the same on every machine.
pub fn bench(output: &mut impl Write, json: bool) -> Result<(), Failure> {
    let mut bench = Bench { games: Vec::new(), bench: 0 };
    for game in GAMES {
        let start = Instant::now();
        let nodes = engine::bench::bench(game);
        let time_ms = start.elapsed().as_millis();
        let net = engine::knowledge::built_in_network(game).map(|network| network.id.as_str());
        if !json {
            writeln!(
                output,
                "{:<22} nodes {nodes} time_ms {time_ms} nps {}{}",
                game.info.id,
                u128::from(nodes) * 1000 / time_ms.max(1),
                net.map_or_else(String::new, |net| format!(" net {net}")),
            )?;
        }
        bench.games.push(BenchGame { game: game.info.id, net, nodes, time_ms });
        bench.bench += nodes;
    }
    if json {
        super::show::write_json(output, &bench)
    } else {
        Ok(writeln!(output, "bench: {}", bench.bench)?)
    }
}
