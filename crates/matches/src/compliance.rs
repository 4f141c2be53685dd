//! Checks whether an engine follows its protocol as other programs expect. Every check has a name, and a
//! failure names what was expected.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::{Duration, Instant};

use engine::protocol::{Answer, ClockTimes, Command, Dialect, Go, Query, Reply, printable};
use fastrand::Rng;
use games::{GameEntry, Player, Record, quote};
use serde::Serialize;
use table::engines::{Engine, EngineCommand, Fault};

use super::runner::MatchError;

/// How long an engine may take to start, to be ready, or to do what has no time of its own.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest an engine may take for what is done at once, and how late a move may come.
const PROMPT: Duration = Duration::from_secs(1);
/// How long a search without end is left alone.
const LEFT_ALONE: Duration = Duration::from_millis(200);
/// Longest game that is played to the end.
const PLIES_MAX: usize = 400;
/// Lines of one answer that are kept.
const HEARD_MAX: usize = 1000;
/// The most lines of a transcript that a failure quotes.
const TOLD_MAX: usize = 3;

/// One thing that was looked at.
#[derive(Clone, Debug, Serialize)]
pub struct ComplianceCheck {
    pub name: &'static str,
    /// What is wrong; nothing if it is right.
    pub failure: Option<String>,
}

/// Returns which of the protocols a program answers to.
pub fn find_dialect(command: &str, game: &'static GameEntry) -> Result<Option<Dialect>, MatchError> {
    for dialect in [Dialect::Uai, Dialect::Ugi] {
        if dialect.only_game().is_some_and(|id| id != game.info.id) {
            continue;
        }
        let command = EngineCommand::read(dialect, command).map_err(MatchError::Command)?;
        let mut engine = Engine::spawn(&command, game).map_err(MatchError::Engine)?;
        let asked = Instant::now();
        if engine.tell(&Command::Hello(dialect)).is_err() {
            continue;
        }
        while let Some(left) = PROMPT.checked_sub(asked.elapsed()) {
            match engine.hear(left).map(|line| line.parse()) {
                Ok(Ok(Reply::Ok(said))) if said == dialect => return Ok(Some(dialect)),
                Ok(_) => {}
                Err(_) => break,
            }
        }
    }
    Ok(None)
}

/// Looks at all that a match needs of an engine.
pub fn examine(
    command: &EngineCommand,
    dialect: Dialect,
    game: &'static GameEntry,
    tell: &mut dyn FnMut(&ComplianceCheck),
) -> Vec<ComplianceCheck> {
    let mut examiner =
        Examiner { command, dialect, game, engine: None, infos: Vec::new(), checks: Vec::new(), tell };
    examiner.check("starts", |examiner| examiner.restart());
    if examiner.engine.is_some() {
        examiner.introduction();
    }
    if examiner.engine.is_some() {
        examiner.obedience();
        examiner.searches();
        examiner.positions();
        if dialect == Dialect::Ugi {
            examiner.check("answers queries", Examiner::queries);
        }
        examiner.ends();
    }
    examiner.checks
}

struct Examiner<'a> {
    command: &'a EngineCommand,
    dialect: Dialect,
    game: &'static GameEntry,
    engine: Option<Engine>,
    /// What searches reported, with the position they were about.
    infos: Vec<(Record, String)>,
    checks: Vec<ComplianceCheck>,
    tell: &'a mut dyn FnMut(&ComplianceCheck),
}

type Finding = Result<(), String>;

impl Examiner<'_> {
    /// Makes one check; an engine that ended is started again for the next one.
    fn check(&mut self, name: &'static str, look: impl FnOnce(&mut Self) -> Finding) {
        let failure = look(self).err();
        if failure.is_some()
            && !self.checks.is_empty()
            && self.restart().and_then(|()| self.greet().map(drop)).is_err()
        {
            self.engine = None;
        }
        let check = ComplianceCheck { name, failure: failure.map(|text| printable(&text)) };
        (self.tell)(&check);
        self.checks.push(check);
    }

    fn restart(&mut self) -> Finding {
        self.engine = None;
        self.engine = Some(Engine::spawn(self.command, self.game).map_err(|error| error.to_string())?);
        Ok(())
    }

    fn say(&mut self, command: &Command) -> Finding {
        let engine = self.engine.as_mut().ok_or("it does not run any more")?;
        engine.tell(command).map_err(|fault| fault_text(&fault, "to be listened to"))
    }

    /// Returns the lines up to the expected one.
    fn hear(
        &mut self,
        expected: &str,
        limit: Duration,
        mut want: impl FnMut(&Reply) -> bool,
    ) -> Result<Vec<String>, String> {
        let engine = self.engine.as_mut().ok_or("it does not run any more")?;
        let asked = Instant::now();
        let mut heard: Vec<String> = Vec::new();
        loop {
            let left = limit.saturating_sub(asked.elapsed());
            let line = match engine.hear(left) {
                Ok(line) if asked.elapsed() <= limit => line,
                Ok(_) => return Err(missing(expected, limit, &heard)),
                Err(Fault::TooLate { .. }) => return Err(missing(expected, limit, &heard)),
                Err(fault) => return Err(fault_text(&fault, &format!("expected {expected}"))),
            };
            let found = line.parse().is_ok_and(|reply| want(&reply));
            // The last line is always kept: it is the answer, or the report of its absence.
            heard.truncate(HEARD_MAX);
            heard.push(line);
            if found {
                return Ok(heard);
            }
        }
    }

    fn greet(&mut self) -> Result<Vec<String>, String> {
        let dialect = self.dialect;
        self.say(&Command::Hello(dialect))?;
        self.hear(&format!("{}ok", dialect.word()), PATIENCE, |reply| *reply == Reply::Ok(dialect))
    }

    fn be_ready(&mut self) -> Result<Vec<String>, String> {
        self.say(&Command::IsReady)?;
        self.hear("readyok", PATIENCE, |reply| *reply == Reply::ReadyOk)
    }

    fn introduction(&mut self) {
        let mut lines = Vec::new();
        self.check("introduces itself", |examiner| {
            lines = examiner.greet()?;
            Ok(())
        });
        let lines = &lines;
        self.check("says its name and author", |_| {
            for word in ["id name ", "id author "] {
                if !lines
                    .iter()
                    .any(|line| line.strip_prefix(word).is_some_and(|rest| !rest.trim().is_empty()))
                {
                    return Err(format!(
                        "expected a line \"{word}...\" before the introduction ends{}",
                        transcript(lines)
                    ));
                }
            }
            Ok(())
        });
        self.check("describes its options", |_| {
            lines.iter().filter(|line| line.starts_with("option")).try_for_each(|line| option(line))
        });
    }

    fn obedience(&mut self) {
        self.check("is ready", |examiner| examiner.be_ready().map(drop));
        self.check("begins a new game", |examiner| {
            examiner.say(&Command::NewGame)?;
            examiner.be_ready().map(drop)
        });
        self.check("passes over what it does not know", |examiner| {
            let engine = examiner.engine.as_mut().ok_or("it does not run any more")?;
            engine.tell_line("nobody knows this").map_err(|fault| fault_text(&fault, "to be listened to"))?;
            examiner.be_ready().map(drop)
        });
    }

    fn searches(&mut self) {
        let start = Record::new(self.game);
        let seconds = |seconds| Duration::from_secs(seconds);
        let clocks = ClockTimes { left: [seconds(2); 2], increment: [Duration::ZERO; 2] };
        for (name, go, limit) in [
            ("moves within a time", Go { move_time: Some(LEFT_ALONE), ..Go::INFINITE }, LEFT_ALONE + PROMPT),
            ("moves by the clock", Go { clocks: Some(clocks), ..Go::INFINITE }, seconds(2)),
            ("searches to a depth", Go { depth: Some(2), ..Go::INFINITE }, PATIENCE),
            ("searches so many nodes", Go { nodes: Some(1000), ..Go::INFINITE }, PATIENCE),
        ] {
            self.check(name, |examiner| examiner.ask(&start, go, limit).map(drop));
        }
        self.check("stops when told to", |examiner| examiner.stop(&start));
        let infos = std::mem::take(&mut self.infos);
        self.check("tells of its search in the protocol's words", |_| {
            infos.iter().try_for_each(|(record, line)| info(record, line))
        });
    }

    /// Asks for a move, and sees that it is legal, in time and the only one.
    fn ask(&mut self, record: &Record, go: Go, limit: Duration) -> Result<String, String> {
        self.set_position(record)?;
        self.say(&Command::Go(go))?;
        let heard = self.hear("bestmove", limit, |reply| matches!(reply, Reply::BestMove(_)))?;
        self.judge(record, heard)
    }

    fn set_position(&mut self, record: &Record) -> Finding {
        let start = record.start().to_string();
        let is_standard = start == (record.game().start)().to_string();
        let moves = record.moves().to_vec();
        let position = match self.dialect {
            Dialect::Ugi => Command::Position { start: (!is_standard).then_some(start), moves },
            Dialect::Uai => {
                Command::Position { start: Some(record.position().to_string()), moves: Vec::new() }
            }
        };
        self.say(&position)?;
        self.be_ready().map(drop)
    }

    fn judge(&mut self, record: &Record, heard: Vec<String>) -> Result<String, String> {
        let said = heard.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or("").to_owned();
        self.infos.extend(
            heard
                .into_iter()
                .filter(|line| line.starts_with("info"))
                .take(50)
                .map(|line| (record.clone(), line)),
        );
        let position = record.position();
        let mv = position
            .read_move(&said)
            .map_err(|complaint| format!("in {position} it plays {}: {complaint}", quote(&said)))?;
        let after = self.be_ready()?;
        match after.iter().find(|line| line.starts_with("bestmove") || line.starts_with("info depth")) {
            Some(line) => Err(format!("after its move it says {}", quote(line))),
            None => Ok(mv),
        }
    }

    fn stop(&mut self, start: &Record) -> Finding {
        self.set_position(start)?;
        self.say(&Command::Go(Go::INFINITE))?;
        let early = self.hear("nothing", LEFT_ALONE, |reply| matches!(reply, Reply::BestMove(_)));
        if early.is_ok() {
            return Err("a search without end ended before it was told to".to_owned());
        }
        self.say(&Command::IsReady)?;
        self.hear("readyok during a search", PROMPT, |reply| *reply == Reply::ReadyOk)?;
        self.say(&Command::Stop)?;
        let heard = self.hear("bestmove after stop", PROMPT, |reply| matches!(reply, Reply::BestMove(_)))?;
        self.judge(start, heard).map(drop)
    }

    fn positions(&mut self) {
        let go = Go { depth: Some(1), ..Go::INFINITE };
        let mut rng = Rng::with_seed(1);
        let game = self.game;
        self.check("knows every position of a random game", |examiner| {
            let mut record = Record::new(game);
            while record.outcome().is_none() && record.moves().len() < PLIES_MAX {
                examiner.ask(&record, go, PATIENCE)?;
                let moves = record.position().moves();
                let Some(mv) = rng.choice(&moves) else { break };
                record.play(mv).map_err(|complaint| complaint.to_string())?;
            }
            Ok(())
        });
        self.check("plays a whole game against itself", |examiner| {
            examiner.say(&Command::NewGame)?;
            let mut record = Record::new(game);
            while record.outcome().is_none() && record.moves().len() < PLIES_MAX {
                let mv = examiner.ask(&record, go, PATIENCE)?;
                record.play(&mv).map_err(|complaint| complaint.to_string())?;
            }
            Ok(())
        });
        let mut moved = Record::new(game);
        self.check("knows moves after a position", |examiner| {
            let first = moved.position().moves().into_iter().next().unwrap_or_default();
            moved.play(&first).map_err(|complaint| complaint.to_string())?;
            let start = Some(moved.start().to_string());
            examiner.say(&Command::Position { start, moves: moved.moves().to_vec() })?;
            examiner.be_ready()?;
            examiner.say(&Command::Go(go))?;
            let heard = examiner.hear("bestmove", PATIENCE, |reply| matches!(reply, Reply::BestMove(_)))?;
            examiner.judge(&moved, heard).map(drop)
        });
    }

    fn queries(&mut self) -> Finding {
        let mut record = Record::new(self.game);
        let mut rng = Rng::with_seed(2);
        loop {
            self.set_position(&record)?;
            let is_first = record.position().turn() == Player::First;
            for (query, right) in [
                (Query::FirstToMove, Answer::Truth(is_first)),
                (Query::GameOver, Answer::Truth(record.outcome().is_some())),
                (Query::Result, Answer::Result(record.outcome())),
            ] {
                // Whose turn it is when the game is over is a matter of opinion.
                if query == Query::FirstToMove && record.outcome().is_some() {
                    continue;
                }
                self.say(&Command::Query(query))?;
                let expected = format!("\"{}\" after {}", Reply::Response(right), record.position());
                self.hear(&expected, PROMPT, |reply| *reply == Reply::Response(right))?;
            }
            let moves = record.position().moves();
            match rng.choice(&moves) {
                Some(mv) if record.outcome().is_none() && record.moves().len() < PLIES_MAX => {
                    record.play(mv).map_err(|complaint| complaint.to_string())?;
                }
                _ => return Ok(()),
            }
        }
    }

    fn ends(&mut self) {
        let ended = |examiner: &mut Self| {
            let status = examiner.engine.as_mut().and_then(|engine| engine.ends_within(PROMPT));
            match status {
                Some(status) if status.success() => Ok(()),
                Some(status) => Err(format!("it ended with {status}")),
                None => Err(format!("it still runs {} ms later", PROMPT.as_millis())),
            }
        };
        self.check("quits", |examiner| {
            examiner.say(&Command::Quit)?;
            ended(examiner)
        });
        self.check("ends when its input ends", |examiner| {
            examiner.restart()?;
            examiner.greet()?;
            examiner.engine.as_mut().ok_or("it does not run any more")?.close_input();
            ended(examiner)
        });
    }
}

fn missing(expected: &str, limit: Duration, heard: &[String]) -> String {
    format!("expected {expected} within {} ms{}", limit.as_millis(), transcript(heard))
}

fn transcript(heard: &[String]) -> String {
    if heard.is_empty() {
        return ", heard nothing".to_owned();
    }
    let last: Vec<String> = heard.iter().rev().take(TOLD_MAX).rev().map(|line| quote(line)).collect();
    format!(", heard {}", last.join(", "))
}

fn fault_text(fault: &Fault, expected: &str) -> String {
    match fault {
        Fault::Ended(Some(status)) => format!("{expected}, but it ended ({status})"),
        Fault::Ended(None) => format!("{expected}, but it closed its output"),
        Fault::WrongLine(text) => format!("{expected}, but {text}"),
        _ => format!("{expected}, but it does not read what it is told"),
    }
}

/// `option name NAME type TYPE ...`, with what the type needs.
fn option(line: &str) -> Finding {
    let words: Vec<&str> = line.split_whitespace().collect();
    let place = |word: &str| words.iter().position(|known| *known == word);
    let value = |word: &str| place(word).and_then(|place| words.get(place + 1)).copied();
    let wrong = |reason: &str| Err(format!("{reason}: {}", quote(line)));
    if words.get(1) != Some(&"name") || place("type").is_none_or(|place| place < 3) {
        return wrong("an option is: option name NAME type TYPE");
    }
    let is_number = |word: &str| value(word).is_some_and(|number| number.parse::<i64>().is_ok());
    match value("type") {
        Some("spin") if !["default", "min", "max"].into_iter().all(is_number) => {
            wrong("a spin has default, min and max, all numbers")
        }
        Some("check") if !matches!(value("default"), Some("true" | "false")) => {
            wrong("a check has default true or false")
        }
        Some("spin" | "check" | "string" | "button" | "combo") => Ok(()),
        _ => wrong("a type is spin, check, string, button or combo"),
    }
}

/// Numbers are numbers, a score is a score, and the line of moves can be played.
fn info(record: &Record, line: &str) -> Finding {
    match line.parse() {
        Ok(Reply::Info(info)) => {
            let mut position = record.position().boxed_clone();
            for mv in &info.moves {
                let strict =
                    position.read_move(mv).map_err(|complaint| format!("{}: {complaint}", quote(line)))?;
                position = position.after(&strict).map_err(|complaint| complaint.to_string())?;
            }
            Ok(())
        }
        Ok(_) => Ok(()),
        Err(wrong) => Err(format!("{}: {wrong}", quote(line))),
    }
}
