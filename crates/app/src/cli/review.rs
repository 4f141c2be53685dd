//! `jogo review`: every move of recorded games judged, as text, JSON or a page, or written into the record.

mod html;
mod json;
mod text;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use engine::review::{MoveQuality, Review, ReviewOptions, ReviewedMove, review};
use games::{Outcome, Player, Record, Study};
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use words::Words;

use super::progress::ProgressLine;
use crate::console::said;
use crate::failure::{Failure, words};
use crate::input::{self, RecordTrouble};
use crate::output::{self, Replace};

#[derive(Args, Debug)]
pub struct ReviewArgs {
    /// Recorded games; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only this game of the file, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// As JSON
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// As a page that needs nothing else: boards, a graph to click on, the moves
    #[arg(long)]
    html: bool,
    /// Also write the games to this new file, with marks, comments and better lines
    #[arg(long, value_name = "FILE")]
    annotate: Option<PathBuf>,
    /// Nodes to search for each position
    #[arg(long, value_name = "N", default_value_t = ReviewOptions::DEFAULT.nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many threads search; with more than one, reviews may differ from one another
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// A game that was looked through.
struct ReviewedGame {
    /// Its place in the file, from 1.
    number: usize,
    record: Record,
    review: Review,
}

impl ReviewedGame {
    fn title(&self, words: &Words) -> String {
        let player =
            |tag: &str| self.record.tag(tag).filter(|name| !name.is_empty()).unwrap_or("?").to_owned();
        let result = self.record.outcome().map_or("*", Outcome::result);
        words.say_with(
            "review-game",
            [
                ("number", self.number.into()),
                ("game", words.name(self.record.info().name).into()),
                ("first", player("First").into()),
                ("second", player("Second").into()),
                ("result", result.into()),
            ],
        )
    }

    fn side(&self, words: &Words, player: Player) -> String {
        words.name(self.record.info().side(player).name)
    }

    fn accuracy(&self, words: &Words, player: Player) -> String {
        let side = self.side(words, player);
        match self.review.accuracy(player) {
            Some(accuracy) => {
                let percent = words::percent(accuracy / 100.0);
                words.say_with("review-accuracy-of", [("side", side.into()), ("percent", percent.into())])
            }
            None => words.say_with("review-accuracy-none", [("side", side.into())]),
        }
    }

    /// What is said of moves that lose something, as a sentence.
    fn comment(&self, words: &Words, reviewed: &ReviewedMove) -> Option<String> {
        let is_said = reviewed.is_turning_point() || reviewed.quality == MoveQuality::Inaccuracy;
        is_said.then(|| words.turning_point(self.record.info(), reviewed))
    }

    /// How many moves at the beginning were not judged, because the review was stopped.
    fn missing(&self) -> usize {
        self.review.moves.iter().filter(|reviewed| reviewed.is_none()).count()
    }

    /// The sentence about these, where there are any.
    fn stopped(&self, words: &Words) -> Option<String> {
        (!self.review.is_complete())
            .then(|| words.say_with("review-stopped", [("count", self.missing().into())]))
    }

    fn annotated(&self, words: &Words) -> String {
        let mut study = Study::of(&self.record);
        self.review.annotate(&mut study, |reviewed| self.comment(words, reviewed));
        study.to_string()
    }
}

pub fn run(output: &mut impl Write, args: &ReviewArgs, words: &Words) -> Result<(), Failure> {
    if let Some(path) = args.annotate.as_ref().filter(|path| path.exists()) {
        // It would be refused after all the work.
        let name = path.display().to_string();
        return Err(Failure::World(words.say_with("review-exists", [("name", name.into())])));
    }
    let (games, left) = look_through(args, read(args)?)?;
    if args.json {
        super::show::write_json(output, &json::ReviewsJson::of(&games))?;
    } else if args.html {
        output.write_all(html::page(&games, words).as_bytes())?;
    } else {
        for (index, game) in games.iter().enumerate() {
            if index > 0 {
                writeln!(output)?;
            }
            text::write(output, game, words)?;
        }
    }
    // Last, so that nothing that was found is lost where the file cannot be written.
    output.flush()?;
    if let Some(path) = &args.annotate {
        let unread = left.iter().map(|record| Study::of(record).to_string());
        let texts: Vec<String> = games.iter().map(|game| game.annotated(words)).chain(unread).collect();
        output::write(path, texts.join("\n").as_bytes(), Replace::Never)
            .map_err(|error| Failure::World(format!("{}: {error}", path.display())))?;
    }
    if left.is_empty() {
        return Ok(());
    }
    let (done, all) = (games.len(), games.len() + left.len());
    Err(Failure::World(words.say_with("review-stopped-games", [("done", done.into()), ("all", all.into())])))
}

/// Reads the games that are asked for, each with its number.
fn read(args: &ReviewArgs) -> Result<Vec<(usize, Record)>, Failure> {
    let records = if args.file.as_os_str() == "-" {
        input::read_records_from(io::stdin().lock(), &words().say("convert-stdin"))
    } else {
        input::read_records(&args.file)
    };
    let records = records.map_err(|trouble| Failure::Input(said::record_trouble(words(), &trouble)))?;
    let count = records.len();
    let numbered = records.into_iter().enumerate().map(|(index, record)| (index + 1, record));
    let Some(number) = args.game else { return Ok(numbered.collect()) };
    let chosen: Vec<_> = numbered.filter(|(found, _)| *found == number as usize).collect();
    if chosen.is_empty() {
        let is_stdin = args.file.as_os_str() == "-";
        let name = if is_stdin { words().say("convert-stdin") } else { args.file.display().to_string() };
        let trouble = RecordTrouble::NoSuchGame { name, number: number as usize, count };
        return Err(Failure::Input(said::record_trouble(words(), &trouble)));
    }
    Ok(chosen)
}

/// Looks through the games one after the other. Interrupted once, it keeps what is done, and also returns the
/// games that are left; twice, it ends.
fn look_through(
    args: &ReviewArgs,
    records: Vec<(usize, Record)>,
) -> Result<(Vec<ReviewedGame>, Vec<Record>), Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let shutdown = flag::register_conditional_shutdown(SIGINT, 1, Arc::clone(&stop));
    let watched = shutdown.and_then(|_| flag::register(SIGINT, Arc::clone(&stop)));
    watched.map_err(|error| Failure::World(format!("signals: {error}")))?;
    let options = ReviewOptions {
        nodes: args.nodes,
        threads: args.threads.into(),
        stop: Some(&stop),
        ..ReviewOptions::DEFAULT
    };
    let progress = ProgressLine::start("");
    let count = records.len();
    let mut games = Vec::new();
    let mut records = records.into_iter();
    for (index, (number, record)) in records.by_ref().enumerate() {
        let review = review(&record, &options, &mut |done, all| {
            progress.tell(words().say_with(
                "review-progress",
                [
                    ("game", (index + 1).into()),
                    ("games", count.into()),
                    ("done", done.into()),
                    ("all", all.into()),
                ],
            ));
        });
        games.push(ReviewedGame { number, record, review });
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok((games, records.map(|(_, record)| record).collect()))
}
