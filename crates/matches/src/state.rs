//! What a match leaves on disk: its plan, written once, and its log, to which each finished game is added
//! whole.
//!
//! The plan names programs to start, and came from a command line. A caller that reads it from a file must
//! show them and get a confirmation to go on.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use files::Replace;
use games::study::TEXT_MAX;
use games::{GameEntry, Message, Record, phrases, quote};
use serde::{Deserialize, Serialize};
use table::Seat;

use super::adjudicate::AdjudicationRules;
use super::contender::{self, Contender};
use super::runner::CONCURRENCY_MAX;
use super::schedule::{PLAYERS_MAX, ROUNDS_MAX, Schedule, TournamentFormat};
use super::sprt::Sprt;
use super::standings::Standings;
use super::trouble;

phrases! {
    OTHER_VERSION = "match-other-version": "this match was begun by another version of the program ({version})";
    NO_GAME = "match-no-game": "there is no game called {game}";
    PLAYERS = "match-players": "a match is played by 2 to {limit} engines, not {count}";
    OPENINGS = "match-openings": "a match has 1 to {limit} openings, not {count}";
    WRONG_OPENING = "match-wrong-opening": "the opening {opening}: {reason}";
    OPENING_OVER = "match-opening-over": "the opening {opening} is over";
    TEST_OF_TWO = "match-test-of-two": "a test is between two engines";
    TAKEN = "match-taken":
        "{file} holds a match already; go on with it by --resume {file}, or name another file by --records";
    LOCKED = "match-locked": "another match is writing there";
    WRONG_RECORD = "match-wrong-record": "the record at line {line}: {reason}";
    SEVERAL_RECORDS = "match-several-records": "several records where one was expected";
    NO_RESULT = "match-no-result": "it has no result";
    NO_MATCH = "match-no-match": "there is no match to go on with: {reason}";
}

/// The form of the plan; a file of another form is not understood.
const VERSION: u32 = 1;
/// Largest plan that is read: room for the longest book of openings.
const PLAN_MAX: u64 = 256 << 20;

/// All that a match is, before its first game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchPlan {
    pub version: u32,
    pub game: String,
    /// Seat and settings of each player, as words.
    pub engines: Vec<Vec<String>>,
    pub format: TournamentFormat,
    /// One per round.
    pub openings: Vec<String>,
    pub seed: u64,
    pub rules: AdjudicationRules,
    pub sprt: Option<Sprt>,
    pub concurrency: usize,
}

/// A plan that was looked at and can be played.
#[derive(Clone, Debug)]
pub struct Match {
    pub plan: MatchPlan,
    pub game: &'static GameEntry,
    pub contenders: Vec<Contender>,
    pub schedule: Schedule,
}

impl MatchPlan {
    /// Makes sure that all of it can be played.
    pub fn check(mut self) -> Result<Match, Message> {
        if self.version != 0 && self.version != VERSION {
            return Err(OTHER_VERSION.with("version", self.version));
        }
        self.version = VERSION;
        let game = games::find(&self.game).ok_or_else(|| NO_GAME.with("game", quote(&self.game)))?;
        if !(2..=PLAYERS_MAX).contains(&self.engines.len()) {
            return Err(PLAYERS.with("limit", PLAYERS_MAX).with("count", self.engines.len()));
        }
        if !(1..=ROUNDS_MAX).contains(&self.openings.len()) {
            return Err(OPENINGS.with("limit", ROUNDS_MAX).with("count", self.openings.len()));
        }
        for text in &self.openings {
            let position = (game.read)(text)
                .map_err(|error| WRONG_OPENING.with("opening", quote(text)).with("reason", error))?;
            if position.outcome().is_some() {
                return Err(OPENING_OVER.with("opening", quote(text)));
            }
        }
        if let Some(sprt) = self.sprt {
            sprt.check()?;
            if self.engines.len() != 2 {
                return Err(TEST_OF_TWO.message());
            }
        }
        let contenders = contender::read_all(game, &self.engines, &[])?;
        self.engines = contenders.iter().map(|contender| contender.words.clone()).collect();
        self.concurrency = self.concurrency.clamp(1, CONCURRENCY_MAX);
        let schedule = Schedule::new(self.format, contenders.len(), self.openings.len());
        Ok(Match { plan: self, game, contenders, schedule })
    }
}

impl Match {
    /// Returns whether playing it starts programs that its plan names.
    pub fn starts_programs(&self) -> bool {
        self.contenders
            .iter()
            .any(|contender| matches!(contender.seat, Seat::Engine(_)) && !contender.is_own())
    }
}

/// Returns where the plan of a log is kept.
pub fn plan_path(log: &Path) -> PathBuf {
    let mut name = OsString::from(log);
    name.push(".match");
    name.into()
}

/// The records of a match, open for appending and locked against other processes.
#[derive(Debug)]
pub struct MatchLog {
    file: File,
}

impl MatchLog {
    /// Begins a match: claims its files and writes its plan. Nothing that is there already is overwritten.
    pub fn begin(path: &Path, plan: &MatchPlan) -> Result<Self, Message> {
        let plan_path = plan_path(path);
        let log = Self::open(path)?;
        let length = log.file.metadata().map_err(|error| trouble::of_file(path, &error))?.len();
        if length > 0 || plan_path.exists() {
            return Err(TAKEN.with("file", path.display().to_string()));
        }
        let text = serde_json::to_string_pretty(plan)
            .map_err(|error| trouble::in_file(&plan_path, error.to_string()))?;
        files::write(&plan_path, text.as_bytes(), Replace::Never)
            .map_err(|error| trouble::of_file(&plan_path, &error))?;
        Ok(log)
    }

    /// Opens the match that a file holds: its plan, what its games have shown, and the log to go on with. A
    /// last record that was cut off is dropped.
    pub fn resume(path: &Path) -> Result<(Match, Standings, Self), Message> {
        let played = read_plan(&plan_path(path))?;
        let mut standings = Standings::new(&played);
        let mut log = Self::open(path)?;
        let take = |record: &Record| standings.take(&played, record);
        log.read_back(path, take)?;
        Ok((played, standings, log))
    }

    /// Adds a finished game. When this returns it is on the disk.
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        let text = format!("{record}\n");
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()
    }

    fn open(path: &Path) -> Result<Self, Message> {
        let fail = |error: io::Error| trouble::of_file(path, &error);
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(fail)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { file }),
            Err(TryLockError::WouldBlock) => Err(trouble::in_file(path, LOCKED.message())),
            Err(TryLockError::Error(error)) => Err(fail(error)),
        }
    }

    /// Shows all whole records. What a sudden end left of the last one is cut off, so that the next one
    /// begins where it should; where anything else is wrong, nothing is changed.
    fn read_back(
        &mut self,
        path: &Path,
        mut take: impl FnMut(&Record) -> Result<(), Message>,
    ) -> Result<(), Message> {
        let fail = |error: io::Error| trouble::of_file(path, &error);
        let wrong = |line: usize, reason: Message| {
            trouble::in_file(path, WRONG_RECORD.with("line", line).with("reason", reason))
        };
        self.file.seek(SeekFrom::Start(0)).map_err(fail)?;
        let mut reader = BufReader::new(&self.file);
        let mut chunk = Vec::new();
        let (mut line_number, mut chunk_line, mut blanks) = (0, 1, 0);
        let (mut read_bytes, mut whole_bytes) = (0, 0);
        loop {
            let before = chunk.len();
            let read = (&mut reader).take(TEXT_MAX as u64).read_until(b'\n', &mut chunk).map_err(fail)?;
            if read == 0 {
                break;
            }
            read_bytes += read as u64;
            line_number += 1;
            let is_blank = chunk[before..] == *b"\n";
            if before == 0 {
                (chunk_line, blanks) = (line_number, 0);
            }
            blanks += usize::from(is_blank);
            // One blank line ends the tags, the next one the moves. Between records there may be more.
            if blanks == 2 {
                let taken = read_chunk(&chunk).and_then(|record| take(&record));
                taken.map_err(|error| wrong(chunk_line, error))?;
            }
            if blanks == 2 || chunk == b"\n" {
                whole_bytes = read_bytes;
                chunk.clear();
            }
            if chunk.len() > TEXT_MAX {
                return Err(wrong(chunk_line, trouble::too_long(TEXT_MAX)));
            }
        }
        self.file.set_len(whole_bytes).map_err(fail)
    }
}

/// Returns one whole record, which has a result.
fn read_chunk(bytes: &[u8]) -> Result<Record, Message> {
    let text = str::from_utf8(bytes).map_err(|_| trouble::not_utf8())?;
    let mut records = Record::read_all(text).map_err(|error| error.message)?;
    let record = records.pop().filter(|_| records.is_empty()).ok_or_else(|| SEVERAL_RECORDS.message())?;
    if record.outcome().is_some() { Ok(record) } else { Err(NO_RESULT.message()) }
}

fn read_plan(path: &Path) -> Result<Match, Message> {
    let fail = |error: io::Error| trouble::of_file(path, &error);
    let file = File::open(path).map_err(|error| NO_MATCH.with("reason", fail(error)))?;
    let mut text = String::new();
    let read = file.take(PLAN_MAX + 1).read_to_string(&mut text).map_err(fail)?;
    if read as u64 > PLAN_MAX {
        return Err(trouble::in_file(path, trouble::too_long(PLAN_MAX as usize)));
    }
    let plan: MatchPlan =
        serde_json::from_str(&text).map_err(|error| trouble::in_file(path, error.to_string()))?;
    plan.check().map_err(|error| trouble::in_file(path, error))
}

#[cfg(test)]
mod tests;
