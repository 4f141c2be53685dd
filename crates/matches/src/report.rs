//! Reports of a match: a line per game, the table, the test, and all of it as JSON.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use games::{Message, Outcome, Record, phrases};
use serde::Serialize;

use super::schedule::Fixture;
use super::standings::{FAULT_TAG, REASON_TAG, Standings};
use super::state::Match;
use super::stats::{Estimate, MatchTally};

phrases! {
    FAULTS = "match-faults": "games were lost to engine faults: {faults}";
    FAULTS_OF = "match-faults-of": "{name} ({late} out of time, {forfeits} forfeited)";
    LIST = "match-list": "{before}, {next}";
}

/// Most players whose games against each other are shown as columns.
const COLUMNS_MAX: usize = 12;
/// How often a table on a terminal is drawn anew, at most.
const REDRAW: Duration = Duration::from_millis(100);

/// How a match is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchStyle {
    /// A table that is drawn anew in its place.
    Live,
    /// A line for every game.
    Lines,
    /// Nothing until the end.
    Silent,
}

/// Reports games as they finish.
#[derive(Debug)]
pub struct Watcher<'a, W> {
    output: W,
    style: WatchStyle,
    played: &'a Match,
    started: Instant,
    played_before: usize,
    /// Lines of the table that stands on the terminal.
    drawn: usize,
    last_drawn: Option<Instant>,
}

impl<'a, W: Write> Watcher<'a, W> {
    pub fn new(output: W, style: WatchStyle, played: &'a Match, standings: &Standings) -> Self {
        Self {
            output,
            style,
            played,
            started: Instant::now(),
            played_before: standings.played(),
            drawn: 0,
            last_drawn: None,
        }
    }

    /// The match begins, or goes on.
    pub fn begin(&mut self, standings: &Standings) -> io::Result<()> {
        if self.style == WatchStyle::Live {
            self.draw(standings)?;
        }
        self.output.flush()
    }

    /// A game is over; or none is, and only the time has gone on.
    pub fn tell(&mut self, standings: &Standings, finished: Option<(Fixture, &Record)>) -> io::Result<()> {
        let Some((fixture, record)) = finished else {
            if self.style == WatchStyle::Live {
                self.erase()?;
                self.draw(standings)?;
            }
            return self.output.flush();
        };
        match self.style {
            WatchStyle::Silent => return Ok(()),
            WatchStyle::Lines => {
                writeln!(self.output, "{}", game_line(self.played, standings, fixture, record))?;
            }
            WatchStyle::Live => {
                let is_fault = record.tag(FAULT_TAG).is_some();
                if !is_fault
                    && self.last_drawn.is_some_and(|drawn| drawn.elapsed() < REDRAW)
                    && !standings.is_finished()
                {
                    return Ok(());
                }
                self.erase()?;
                // What went wrong stays in sight, above the table.
                if is_fault {
                    writeln!(self.output, "{}", game_line(self.played, standings, fixture, record))?;
                }
                self.draw(standings)?;
            }
        }
        self.output.flush()
    }

    fn draw(&mut self, standings: &Standings) -> io::Result<()> {
        let text = format!("{}{}\n", table(self.played, standings), self.progress(standings));
        self.drawn = text.lines().count();
        self.last_drawn = Some(Instant::now());
        // Lines that are too long for the terminal are cut, not broken: else they could not be counted.
        write!(self.output, "\u{1b}[?7l{text}\u{1b}[?7h")
    }

    /// Returns the table as it stands at the end.
    pub fn finish(mut self, standings: &Standings) -> io::Result<()> {
        if self.style != WatchStyle::Silent {
            self.erase()?;
            write!(self.output, "{}", table(self.played, standings))?;
        }
        self.output.flush()
    }

    /// Goes back over what was drawn.
    fn erase(&mut self) -> io::Result<()> {
        if self.drawn > 0 {
            write!(self.output, "\u{1b}[{}A\u{1b}[J", self.drawn)?;
            self.drawn = 0;
        }
        Ok(())
    }

    fn progress(&self, standings: &Standings) -> String {
        const WIDTH: usize = 30;
        let (played, games) = (standings.played(), standings.games());
        let full = WIDTH * played / games.max(1);
        let elapsed = self.started.elapsed().as_secs();
        let mut text = format!(
            "[{}{}] game {played} of {games}, {}",
            "#".repeat(full),
            ".".repeat(WIDTH - full),
            clock(elapsed)
        );
        let fresh = played - self.played_before;
        if fresh > 0 && played < games {
            let left = elapsed as f64 / fresh as f64 * (games - played) as f64;
            let _ = write!(text, ", at most {} to go", clock(left as u64));
        }
        text
    }
}

fn clock(seconds: u64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Returns one game in one line.
fn game_line(played: &Match, standings: &Standings, fixture: Fixture, record: &Record) -> String {
    let [first, second] = fixture.players.map(|player| &played.contenders[player].name);
    let result = record.outcome().map_or("*", Outcome::result);
    let ending = record.ending().map(|ending| ending.reason.to_string()).unwrap_or_default();
    let reason = record.tag(FAULT_TAG).or(record.tag(REASON_TAG)).map_or(ending, str::to_owned);
    let (number, count, games) = (fixture.number + 1, standings.played(), standings.games());
    format!(
        "{count}/{games} game {number}: {first} {result} {second}, {} plies, {reason}",
        record.moves().len()
    )
}

/// Returns the standings as text: players, games against each other, faults, and what the test says.
pub fn table(played: &Match, standings: &Standings) -> String {
    let mut order: Vec<usize> = (0..played.contenders.len()).collect();
    let score = |player: usize| standings.of(player).score().unwrap_or(0.0);
    order.sort_by(|one, other| score(*other).total_cmp(&score(*one)));
    let crossed = if order.len() > 2 && order.len() <= COLUMNS_MAX { &order[..] } else { &[] };
    let mut rows = vec![header(crossed)];
    rows.extend(
        order.iter().enumerate().map(|(rank, player)| row(played, standings, rank, *player, crossed)),
    );
    let mut text = align(&rows);
    if let [first, _] = played.contenders.as_slice() {
        let tally = standings.encounter(0);
        let counts = tally.pairs.map(|pairs| pairs.to_string()).join(" ");
        let _ = writeln!(
            text,
            "pairs of {} by points 0, 1/2, 1, 3/2, 2: {counts}; normalized Elo {}",
            first.name,
            estimate(tally.normalized_elo())
        );
    }
    if let Some(sprt) = standings.sprt() {
        let (lower, upper) = sprt.bounds();
        let ratio = sprt.ratio(standings.encounter(0));
        let model = format!("{:?}", sprt.model).to_lowercase();
        let verdict =
            standings.verdict().map_or("undecided".to_owned(), |verdict| format!("{verdict} accepted"));
        let _ = writeln!(
            text,
            "test of Elo {} against {} ({model}): {ratio:.2} between {lower:.2} and {upper:.2}, {verdict}",
            sprt.elo0, sprt.elo1
        );
    }
    text
}

fn header(crossed: &[usize]) -> Vec<String> {
    let mut row: Vec<String> =
        ["#", "name", "points", "games", "score", "Elo", "better", "won", "drawn", "lost", "faults"]
            .map(str::to_owned)
            .to_vec();
    row.extend((0..crossed.len()).map(|rank| format!("#{}", rank + 1)));
    row
}

fn row(played: &Match, standings: &Standings, rank: usize, player: usize, crossed: &[usize]) -> Vec<String> {
    let tally = standings.of(player);
    let percent = |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{:.1}%", share * 100.0));
    let mut row = vec![
        (rank + 1).to_string(),
        played.contenders[player].name.clone(),
        format!("{:.1}", tally.points()),
        tally.games().to_string(),
        percent(tally.score()),
        estimate(tally.elo()),
        percent(tally.superiority()),
        tally.wins.to_string(),
        tally.draws.to_string(),
        tally.losses.to_string(),
        standings.faults(player).count().to_string(),
    ];
    row.extend(crossed.iter().map(|other| {
        let between = standings.between(player, *other);
        between.map_or("-".to_owned(), |tally| format!("{:.1}/{}", tally.points(), tally.games()))
    }));
    row
}

fn estimate(found: Option<Estimate>) -> String {
    match found {
        None => "-".to_owned(),
        // Nothing is neither above nor below zero.
        Some(Estimate { value, error }) if value.abs() < 0.05 && error.is_finite() => {
            format!("0.0 ±{error:.1}")
        }
        Some(Estimate { value, .. }) if value.abs() < 0.05 => "0.0 ±?".to_owned(),
        Some(Estimate { value, error }) if error.is_finite() => format!("{value:+.1} ±{error:.1}"),
        Some(Estimate { value, .. }) => format!("{value:+.1} ±?"),
    }
}

/// Columns under each other: names to the left, numbers to the right.
fn align(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let line: Vec<String> = cells
            .map(
                |(column, (cell, width))| {
                    if column == 1 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                },
            )
            .collect();
        let _ = writeln!(text, "{}", line.join("  ").trim_end());
    }
    text
}

/// Returns what went wrong in the whole match, in one line; nothing if nothing did.
pub fn fault_line(played: &Match, standings: &Standings) -> Option<Message> {
    let told = (0..played.contenders.len())
        .map(|player| (player, standings.faults(player)))
        .filter(|(_, faults)| faults.count() > 0)
        .map(|(player, faults)| {
            FAULTS_OF
                .with("name", &played.contenders[player].name)
                .with("late", faults.time)
                .with("forfeits", faults.forfeits)
        });
    let list = told.reduce(|list, next| LIST.with("before", list).with("next", next))?;
    Some(FAULTS.with("faults", list))
}

#[derive(Serialize)]
struct JsonMatch<'a> {
    game: &'a str,
    format: super::schedule::TournamentFormat,
    seed: u64,
    games: usize,
    played: usize,
    adjudicated: usize,
    finished: bool,
    records: String,
    players: Vec<JsonPlayer<'a>>,
    encounters: Vec<JsonEncounter<'a>>,
    sprt: Option<JsonSprt>,
}

#[derive(Serialize)]
struct JsonPlayer<'a> {
    name: &'a str,
    words: &'a [String],
    out_of_time: u32,
    forfeited: u32,
    #[serde(flatten)]
    tally: JsonTally,
}

#[derive(Serialize)]
struct JsonEncounter<'a> {
    players: [&'a str; 2],
    #[serde(flatten)]
    tally: JsonTally,
}

#[derive(Serialize)]
struct JsonTally {
    won: u32,
    drawn: u32,
    lost: u32,
    points: f64,
    pairs: [u32; 5],
    elo: Option<f64>,
    elo_error: Option<f64>,
    normalized_elo: Option<f64>,
    normalized_elo_error: Option<f64>,
    superiority: Option<f64>,
}

#[derive(Serialize)]
struct JsonSprt {
    #[serde(flatten)]
    test: super::sprt::Sprt,
    ratio: f64,
    lower: f64,
    upper: f64,
    verdict: Option<String>,
}

impl JsonTally {
    fn of(tally: &MatchTally) -> Self {
        let (elo, normalized) = (tally.elo(), tally.normalized_elo());
        let value = |found: Option<Estimate>| found.map(|found| round(found.value, 2));
        let error = |found: Option<Estimate>| {
            found.map(|found| round(found.error, 2)).filter(|error| error.is_finite())
        };
        Self {
            won: tally.wins,
            drawn: tally.draws,
            lost: tally.losses,
            points: tally.points(),
            pairs: tally.pairs,
            elo: value(elo),
            elo_error: error(elo),
            normalized_elo: value(normalized),
            normalized_elo_error: error(normalized),
            superiority: tally.superiority().map(|share| round(share, 4)),
        }
    }
}

/// Rounds to so many decimals: more would differ between machines and mean nothing.
fn round(value: f64, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    // A zero has no sign.
    (value * unit).round() / unit + 0.0
}

/// Returns everything about a match, as JSON.
pub fn json(played: &Match, standings: &Standings, records: String) -> impl Serialize {
    let name = |player: usize| played.contenders[player].name.as_str();
    let players = played.contenders.iter().enumerate().map(|(player, contender)| JsonPlayer {
        name: &contender.name,
        words: &contender.words,
        out_of_time: standings.faults(player).time,
        forfeited: standings.faults(player).forfeits,
        tally: JsonTally::of(&standings.of(player)),
    });
    let encounters = standings.schedule().encounters().iter().enumerate();
    let sprt = standings.sprt().map(|test| {
        let (lower, upper) = test.bounds();
        let verdict = standings.verdict().map(|verdict| verdict.to_string());
        JsonSprt {
            test: *test,
            ratio: round(test.ratio(standings.encounter(0)), 4),
            lower: round(lower, 4),
            upper: round(upper, 4),
            verdict,
        }
    });
    JsonMatch {
        game: played.game.info.id,
        format: played.plan.format,
        seed: played.plan.seed,
        games: standings.games(),
        played: standings.played(),
        adjudicated: standings.adjudicated(),
        finished: standings.is_finished(),
        records,
        players: players.collect(),
        encounters: encounters
            .map(|(index, pair)| JsonEncounter {
                players: pair.map(name),
                tally: JsonTally::of(standings.encounter(index)),
            })
            .collect(),
        sprt,
    }
}
