//! Other programs that play: processes with UGI or UAI. They are started, and not trusted otherwise:
//! what they say is bounded and checked, what they should say has a time limit, and none outlives its seat.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command as Process, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use engine::protocol::{Command, Dialect, Go, Reply, SearchInfo, printable};
use games::{GameEntry, Message, Record, phrases, quote};

use crate::lines::{BadLine, read_line};

phrases! {
    OPEN_QUOTE = "engine-open-quote": "the command {command}: missing closing quote";
    NO_COMMAND = "engine-no-command": "the command of an engine is missing";
}

/// How long an engine may take to introduce itself, or to be ready.
const READY_MAX: Duration = Duration::from_secs(10);
/// How long one that was stopped may take to give its move, and one that should end to do so.
const GRACE: Duration = Duration::from_millis(250);
/// How often a caller that waits for an engine checks whether the wait was interrupted.
const LOOK_UP: Duration = Duration::from_millis(50);
/// Lines that may wait to be read, in either direction. A writer of more blocks until some are read.
const LINES_WAITING_MAX: usize = 64;

/// How to start an engine. Comes from the command line only: never from a network, a record or a settings
/// file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    dialect: Dialect,
    program: String,
    args: Vec<String>,
    group: Group,
}

/// Whether a Ctrl-C at the terminal reaches an engine too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    /// It does, as it reaches all that the terminal runs.
    Shared,
    /// It does not: the caller that started the engine ends it.
    Own,
}

impl EngineCommand {
    /// Splits a command into words as a shell would.
    ///
    /// # Errors
    /// When a quote is not closed, or there is no word.
    pub fn read(dialect: Dialect, text: &str) -> Result<Self, Message> {
        let words = shell_words::split(text).map_err(|_| OPEN_QUOTE.with("command", quote(text)))?;
        let mut words = words.into_iter();
        let program =
            words.next().filter(|program| !program.is_empty()).ok_or_else(|| NO_COMMAND.message())?;
        Ok(Self { dialect, program, args: words.collect(), group: Group::Shared })
    }

    /// Keeps a Ctrl-C from the engine, where that would look as if it had crashed. The caller must see
    /// that it ends.
    #[must_use]
    pub fn apart(self) -> Self {
        Self { group: Group::Own, ..self }
    }
}

/// Names the program and nothing else: the rest may be private, and a record must not be a way to start
/// programs.
impl fmt::Display for EngineCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = match self.dialect {
            Dialect::Ugi => "engine",
            Dialect::Uai => "uai",
        };
        let name = Path::new(&self.program).file_name().unwrap_or_default().to_string_lossy();
        write!(f, "{seat}:{}", printable(&name))
    }
}

/// What an engine did wrong, and which one.
#[derive(Debug)]
pub struct EngineError {
    pub engine: String,
    pub fault: Fault,
}

#[derive(Debug)]
pub enum Fault {
    /// The protocol is about another game.
    OtherGame(&'static str),
    Start(io::Error),
    /// It ended, or closed its output.
    Ended(Option<ExitStatus>),
    TooLate {
        awaited: &'static str,
        limit: Duration,
    },
    WrongLine(String),
    /// It does not read its input.
    Deaf,
    Illegal {
        mv: String,
        complaint: String,
    },
    /// Nothing is wrong with the engine: the wait was interrupted.
    Interrupted,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.engine)?;
        match &self.fault {
            Fault::OtherGame(id) => write!(f, "plays {id} only"),
            Fault::Start(error) => write!(f, "does not start: {error}"),
            Fault::Ended(Some(status)) => write!(f, "ended in the middle of the game ({status})"),
            Fault::Ended(None) => f.write_str("closed its output in the middle of the game"),
            Fault::TooLate { awaited, limit } => {
                write!(f, "did not say {awaited} within {} ms", limit.as_millis())
            }
            Fault::WrongLine(wrong) => write!(f, "said something wrong: {}", printable(wrong)),
            Fault::Deaf => f.write_str("does not read what it is told"),
            Fault::Interrupted => f.write_str("was not waited for"),
            Fault::Illegal { mv, complaint } => write!(f, "played {}: {}", quote(mv), printable(complaint)),
        }
    }
}

impl std::error::Error for EngineError {}

/// What an engine chose.
#[derive(Debug)]
pub struct Choice {
    /// In strict notation.
    pub mv: String,
    pub took: Duration,
    /// Its last info about its best line.
    pub info: Option<SearchInfo>,
}

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    command: EngineCommand,
    /// What it calls itself.
    name: Option<String>,
    child: Child,
    told: Option<SyncSender<String>>,
    heard: Receiver<Result<String, BadLine>>,
    /// Set from outside when the caller should stop waiting.
    stop: Option<Arc<AtomicBool>>,
}

impl Engine {
    /// Starts the program and waits until it has introduced itself.
    pub fn start(command: &EngineCommand, game: &'static GameEntry) -> Result<Self, EngineError> {
        let mut engine = Self::spawn(command, game)?;
        engine.introduce().map_err(|fault| engine.error(fault))?;
        Ok(engine)
    }

    /// Starts the program and says nothing to it yet.
    pub fn spawn(command: &EngineCommand, game: &'static GameEntry) -> Result<Self, EngineError> {
        let fail = |fault| EngineError { engine: command.to_string(), fault };
        match command.dialect.only_game() {
            Some(id) if id != game.info.id => return Err(fail(Fault::OtherGame(id))),
            _ => {}
        }
        let mut process = Process::new(&command.program);
        #[cfg(unix)]
        if command.group == Group::Own {
            std::os::unix::process::CommandExt::process_group(&mut process, 0);
        }
        let mut child = process
            .args(&command.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Its messages may hold control sequences, so they stay off the terminal.
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| fail(Fault::Start(error)))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(fail(Fault::Deaf));
        };
        let (told, to_tell) = mpsc::sync_channel(LINES_WAITING_MAX);
        let (hear, heard) = mpsc::sync_channel(LINES_WAITING_MAX);
        // Threads, so that neither a full nor an empty pipe can block the caller. They end with the process.
        thread::spawn(move || write_lines(stdin, &to_tell));
        thread::spawn(move || read_lines(stdout, &hear));
        Ok(Self { command: command.clone(), name: None, child, told: Some(told), heard, stop: None })
    }

    /// From now on every wait for the engine ends soon after this is set.
    pub fn set_stop(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }

    /// Returns the next line it says.
    ///
    /// # Errors
    /// When none comes in time.
    pub fn hear(&mut self, limit: Duration) -> Result<String, Fault> {
        match self.receive(Instant::now(), "anything", limit)? {
            Ok(line) => Ok(line),
            Err(bad) => Err(Fault::WrongLine(format!("a line is {bad}"))),
        }
    }

    /// Says nothing more to it, for ever.
    pub fn close_input(&mut self) {
        self.told = None;
    }

    /// Returns whether it ends by itself within this time, and how.
    pub fn ends_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        self.wait_for_end(limit)
    }

    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Sets one of its options; engines do not say whether they liked it.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.tell(&Command::SetOption { name: name.to_owned(), value: value.to_owned() })
            .map_err(|fault| self.error(fault))
    }

    /// Announces a new game to it, and waits until it is ready for it.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.tell(&Command::NewGame).and_then(|()| self.wait_until_ready()).map_err(|fault| self.error(fault))
    }

    /// Asks for a move of the record's current position. After the limit it is stopped, and too late whatever
    /// it says.
    pub fn choose(&mut self, record: &Record, go: Go, limit: Duration) -> Result<Choice, EngineError> {
        self.ask(record, go, limit).map_err(|fault| self.error(fault))
    }

    fn error(&self, fault: Fault) -> EngineError {
        EngineError { engine: self.command.to_string(), fault }
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        let dialect = self.command.dialect;
        self.tell(&Command::Hello(dialect))?;
        let awaited = match dialect {
            Dialect::Ugi => "ugiok",
            Dialect::Uai => "uaiok",
        };
        let mut name = None;
        self.wait_for(awaited, Instant::now(), READY_MAX, |reply| match reply {
            Reply::Name(text) => {
                name = Some(text);
                None
            }
            Reply::Ok(said) => (said == dialect).then_some(()),
            _ => None,
        })?;
        self.name = name;
        self.wait_until_ready()
    }

    /// Whatever it said before it is ready belongs to the past.
    fn wait_until_ready(&mut self) -> Result<(), Fault> {
        self.tell(&Command::IsReady)?;
        self.wait_for("readyok", Instant::now(), READY_MAX, |reply| (reply == Reply::ReadyOk).then_some(()))
    }

    fn ask(&mut self, record: &Record, go: Go, limit: Duration) -> Result<Choice, Fault> {
        self.tell(&position(record, self.command.dialect))?;
        self.wait_until_ready()?;
        let asked = Instant::now();
        self.tell(&Command::Go(go))?;
        let mut info = None;
        let answer = self.wait_for("bestmove", asked, limit, |reply| match reply {
            Reply::BestMove(mv) => Some(mv),
            Reply::Info(told) if told.value.is_some() && told.rank.is_none_or(|rank| rank == 1) => {
                info = Some(told);
                None
            }
            _ => None,
        });
        let took = asked.elapsed();
        if let Err(Fault::TooLate { .. }) = answer {
            self.tell(&Command::Stop)?;
            let is_move = |reply| matches!(reply, Reply::BestMove(_)).then_some(());
            // It has lost the move either way; this is so that it can be asked again.
            let _ = self.wait_for("bestmove", Instant::now(), GRACE, is_move);
        }
        let said = answer?;
        match record.position().read_move(&said) {
            Ok(mv) => Ok(Choice { mv, took, info }),
            Err(complaint) => Err(Fault::Illegal { mv: said, complaint: complaint.to_string() }),
        }
    }

    /// Says one thing.
    ///
    /// # Errors
    /// When the engine has ended or does not listen.
    pub fn tell(&mut self, command: &Command) -> Result<(), Fault> {
        let line = command.in_dialect(self.command.dialect).to_string();
        self.tell_line(&line)
    }

    /// Sends any one line, for callers that lead the conversation themselves.
    ///
    /// # Errors
    /// As [`Engine::tell`].
    pub fn tell_line(&mut self, line: &str) -> Result<(), Fault> {
        match self.told.as_ref().map(|told| told.try_send(format!("{line}\n"))) {
            Some(Ok(())) => Ok(()),
            Some(Err(mpsc::TrySendError::Full(_))) => Err(Fault::Deaf),
            _ => Err(self.ended()),
        }
    }

    /// Reads lines until `find` accepts one. Other lines are skipped: engines send many.
    fn wait_for<T>(
        &mut self,
        awaited: &'static str,
        asked: Instant,
        limit: Duration,
        mut want: impl FnMut(Reply) -> Option<T>,
    ) -> Result<T, Fault> {
        loop {
            let line = match self.receive(asked, awaited, limit)? {
                Ok(line) => line,
                Err(BadLine::NotUtf8) => continue,
                Err(bad @ BadLine::TooLong) => return Err(Fault::WrongLine(format!("a line is {bad}"))),
            };
            match line.parse() {
                Ok(reply) => {
                    if let Some(found) = want(reply) {
                        return Ok(found);
                    }
                }
                Err(wrong) if line.starts_with("bestmove") => {
                    return Err(Fault::WrongLine(wrong.to_string()));
                }
                Err(_) => {}
            }
            // One that babbles on must not win time by it.
            if asked.elapsed() > limit {
                return Err(Fault::TooLate { awaited, limit });
            }
        }
    }

    /// Returns the next line, within a limit that counts from when it was asked for.
    fn receive(
        &mut self,
        asked: Instant,
        awaited: &'static str,
        limit: Duration,
    ) -> Result<Result<String, BadLine>, Fault> {
        loop {
            if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(Fault::Interrupted);
            }
            let left = limit.saturating_sub(asked.elapsed());
            let patience = if self.stop.is_some() { left.min(LOOK_UP) } else { left };
            match self.heard.recv_timeout(patience) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) if patience < left => {}
                Err(RecvTimeoutError::Timeout) => return Err(Fault::TooLate { awaited, limit }),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// It has closed its output, so it is about to end if it has not.
    fn ended(&mut self) -> Fault {
        Fault::Ended(self.wait_for_end(GRACE))
    }

    fn wait_for_end(&mut self, limit: Duration) -> Option<ExitStatus> {
        let asked = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if asked.elapsed() < limit => thread::sleep(Duration::from_millis(2)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

/// Asks it to quit, then makes it.
impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.tell(&Command::Quit);
        self.told = None;
        if self.wait_for_end(GRACE).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// UAI gives the position as it is, UGI the way to it, so that repetitions are seen.
fn position(record: &Record, dialect: Dialect) -> Command {
    match dialect {
        Dialect::Uai => Command::Position { start: Some(record.position().to_string()), moves: Vec::new() },
        Dialect::Ugi => {
            let start = record.start().to_string();
            let is_standard = start == (record.game().start)().to_string();
            Command::Position { start: (!is_standard).then_some(start), moves: record.moves().to_vec() }
        }
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    // One that no longer reads is found out when it does not answer.
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<Result<String, BadLine>>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = read_line(&mut stdout) {
        if lines.send(line).is_err() {
            return;
        }
    }
}

// The engines of these tests are shell scripts.
#[cfg(all(test, unix))]
mod tests;
