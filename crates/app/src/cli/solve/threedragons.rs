//! `jogo solve threedragons`: endgame tables, made and checked.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use clap::{Args, ValueEnum};
use engine::solve::threedragons::{FalseEntry, Family, Standing, Tables, verify};

use crate::cli::progress::ProgressLine;
use crate::console::said;
use crate::failure::{Failure, words};
use crate::output::{Replace, write};
use crate::tables;

#[derive(Args, Debug)]
pub struct ThreedragonsArgs {
    /// The largest tables to make: two pieces against two, or three against two as well
    #[arg(long, value_name = "PIECES", value_enum, default_value = "2v2", conflicts_with = "verify")]
    up_to: Pieces,
    /// Check every place of the tables in this folder against its moves
    #[arg(long, value_name = "DIR", conflicts_with = "tables")]
    verify: Option<PathBuf>,
    /// How many threads work [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pieces {
    #[value(name = "2v2")]
    TwoTwo,
    #[value(name = "3v2")]
    ThreeTwo,
}

impl Pieces {
    const fn family(self) -> Family {
        match self {
            Self::TwoTwo => Family::TwoTwo,
            Self::ThreeTwo => Family::ThreeTwo,
        }
    }
}

impl ThreedragonsArgs {
    fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

/// Makes the tables that the folder lacks, or only counts what is in them where no folder is named.
pub fn solve(output: &mut impl Write, args: &ThreedragonsArgs, folder: Option<&Path>) -> Result<(), Failure> {
    if let Some(folder) = &args.verify {
        return check(output, folder, args.threads());
    }
    if let Some(folder) = folder {
        fs::create_dir_all(folder).map_err(|error| world(folder, &error))?;
    }
    let mut tables = Tables::default();
    for family in Family::ALL {
        make(output, &mut tables, family, folder, args.threads())?;
        figures(output, &tables, family)?;
        if family == args.up_to.family() {
            break;
        }
    }
    Ok(())
}

/// Reads the tables of a family, or makes and writes them.
fn make(
    output: &mut impl Write,
    tables: &mut Tables,
    family: Family,
    folder: Option<&Path>,
    threads: usize,
) -> Result<(), Failure> {
    if let Some(folder) = folder
        && tables::read_family(tables, folder, family)?
    {
        let path = folder.join(family.file_name());
        return Ok(writeln!(output, "{}: {}", path.display(), words().say("tables-there"))?);
    }
    let clock = Instant::now();
    let progress = ProgressLine::start(family.name());
    tables.grow(family, threads, &mut |layer| {
        let told = [("plies", layer.plies.into()), ("decided", layer.decided.into())];
        progress.tell(format!("{}: {}", family.name(), words().say_with("tables-layer", told)));
    });
    drop(progress);
    let time = clock.elapsed().as_millis();
    let Some(folder) = folder else {
        return Ok(writeln!(output, "{}: time_ms {time}", family.name())?);
    };
    let (path, bytes) = (folder.join(family.file_name()), tables.write(family));
    write(&path, &bytes, Replace::Asked).map_err(|error| world(&path, &error))?;
    Ok(writeln!(output, "{}: bytes {} time_ms {time}", path.display(), bytes.len())?)
}

fn world(path: &Path, error: &std::io::Error) -> Failure {
    Failure::World(said::file_trouble(words(), &path.display().to_string(), error))
}

/// Says how many positions are won, drawn and lost, and the longest way.
fn figures(output: &mut impl Write, tables: &Tables, family: Family) -> Result<(), Failure> {
    for (material, counts) in tables.counts(family) {
        let [won, lost] = [&counts.won, &counts.lost].map(|list| list.iter().sum::<u64>().to_string());
        let told = [("won", won.into()), ("drawn", counts.drawn.to_string().into()), ("lost", lost.into())];
        let told = words().say_with("tables-counts", told);
        writeln!(output, "{}v{}: {told}", material.mover, material.waiting)?;
        if let Some((standing, position)) = &counts.longest {
            writeln!(output, "  {}: {} {position}", words().say("solve-longest"), written(*standing))?;
        }
    }
    Ok(())
}

/// `W3`, `L4` or `D`.
fn written(standing: Standing) -> String {
    match standing {
        Standing::Won(plies) => format!("W{plies}"),
        Standing::Lost(plies) => format!("L{plies}"),
        Standing::Drawn => "D".to_owned(),
    }
}

/// Checks every place of the tables in a folder. A wrong one is an answer, and it is no.
fn check(output: &mut impl Write, folder: &Path, threads: usize) -> Result<(), Failure> {
    let tables = tables::read(folder)?;
    for family in Family::ALL.into_iter().filter(|family| tables.has(*family)) {
        let (clock, progress) = (Instant::now(), ProgressLine::start(family.name()));
        let told = |share: f64| progress.tell(format!("{}: {:.0} %", family.name(), share * 100.0));
        let checked = verify(&tables, family, 1, threads, &told);
        drop(progress);
        let path = folder.join(family.file_name());
        let checked = checked.map_err(|FalseEntry { position, stored, found }| {
            let [stored, found] = [stored, found].map(|standing| standing.map_or("-".to_owned(), written));
            let told = [("position", position.into()), ("stored", stored.into()), ("found", found.into())];
            Failure::World(format!("{}: {}", path.display(), words().say_with("tables-wrong", told)))
        })?;
        let holds = words().say_with("tables-hold", [("count", checked.to_string().into())]);
        writeln!(output, "{}: {holds}, time_ms {}", path.display(), clock.elapsed().as_millis())?;
    }
    Ok(())
}
