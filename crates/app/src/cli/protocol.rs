//! `jogo ugi` and `jogo uai`: an engine for other programs, on standard input and output.
//!
//! One thread reads lines, one searches, and this one executes the commands. Commands that may not be
//! answered during a search wait until it has ended.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod options;
mod search;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, Thread};
use std::time::Instant;

use clap::Args;
use engine::any::{AnyEngine, engine};
use engine::net::{Evaluator, Network};
use engine::protocol::{Answer, Command, Dialect, EngineOptions, Go, NO_MOVE, Query, Reply};
use games::{GameEntry, Player, Record};

use crate::failure::Failure;
use table::lines::{BadLine, read_line};

pub use options::EVAL_FILE;

/// Lines read ahead.
const LINES_MAX: usize = 64;
/// Commands that wait for a search to end: a script may send all of them at once.
const WAITING_MAX: usize = 4096;
/// The search in place of one that was stopped before it began: enough for a sensible move.
const SHORTEST: Go = Go { depth: Some(1), ..Go::INFINITE };

#[derive(Args, Debug)]
pub struct UgiArgs {
    /// The rule set, by its id (`jogo games` lists them)
    #[arg(value_parser = super::args::GameParser, hide_possible_values = true)]
    pub game: &'static GameEntry,
}

pub fn ugi(args: &UgiArgs) -> Result<(), Failure> {
    Conversation::new(Dialect::Ugi, args.game).run()
}

pub fn uai() -> Result<(), Failure> {
    let game = Dialect::Uai.only_game().and_then(games::find);
    Conversation::new(Dialect::Uai, game.ok_or_else(|| Failure::input("the game of UAI is missing"))?).run()
}

/// What the other side asks for.
enum Request {
    Command(Command),
    /// A position that was not understood, for this reason.
    BadPosition(String),
}

/// What happens to a conversation.
enum Event {
    Line(Result<String, BadLine>),
    EndOfInput,
    /// The search is over and gives the engine back, unless that broke.
    Finished(Option<Box<dyn AnyEngine>>),
}

struct Conversation {
    dialect: Dialect,
    game: &'static GameEntry,
    options: EngineOptions,
    /// The network of `EvalFile`, in the place of the one that is part of the program.
    network: Option<Arc<Network>>,
    use_network: bool,
    record: Record,
    /// Why the last position was refused: until a good one, or a new game, there is nothing to search.
    refused: Option<String>,
    /// Made when first needed, since it may be large; away while it searches.
    engine: Option<Box<dyn AnyEngine>>,
    /// Ends the search that goes on, if one does.
    search: Option<(Arc<AtomicBool>, Thread)>,
    /// Requests that came during the search.
    waiting: VecDeque<Request>,
    /// No more is to come: every search ends as soon as it has a move.
    ending: bool,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
}

impl Conversation {
    fn new(dialect: Dialect, game: &'static GameEntry) -> Self {
        let (sender, events) = mpsc::sync_channel(LINES_MAX);
        Self {
            dialect,
            game,
            options: EngineOptions::default(),
            network: None,
            use_network: true,
            record: Record::new(game),
            refused: None,
            engine: None,
            search: None,
            waiting: VecDeque::new(),
            ending: false,
            sender,
            events,
        }
    }

    /// Reads commands until `quit` or the end of the input. All earlier commands are answered first.
    fn run(mut self) -> Result<(), Failure> {
        let sender = self.sender.clone();
        thread::Builder::new().name("input".to_owned()).spawn(move || read_input(&sender))?;
        while !self.ending || self.search.is_some() || !self.waiting.is_empty() {
            match self.events.recv() {
                Ok(Event::Finished(engine)) => {
                    self.engine = engine;
                    self.search = None;
                }
                Ok(Event::EndOfInput) | Err(_) => self.end(),
                Ok(Event::Line(_)) if self.ending => {}
                Ok(Event::Line(Ok(line))) if line.trim().is_empty() => {}
                Ok(Event::Line(Ok(line))) => match line.parse() {
                    Ok(command) => self.receive(Request::Command(command))?,
                    Err(wrong) => self.receive_malformed(&line, &wrong.to_string())?,
                },
                // It may have been a position: only a position can be that long.
                Ok(Event::Line(Err(bad))) => {
                    self.receive(Request::BadPosition(format!("that line is {bad}")))?;
                }
            }
            self.catch_up()?;
        }
        Ok(())
    }

    /// Reports a malformed line. A malformed `go` is answered all the same, and soon: the other side waits
    /// for a move.
    fn receive_malformed(&mut self, line: &str, wrong: &str) -> Result<(), Failure> {
        match line.split_whitespace().next() {
            Some("position") => self.receive(Request::BadPosition(wrong.to_owned())),
            Some("go") => {
                say(&Reply::Error(wrong.to_owned()))?;
                self.receive(Request::Command(Command::Go(SHORTEST)))
            }
            _ => Ok(say(&Reply::Error(wrong.to_owned()))?),
        }
    }

    /// Executes a request now, or when the search that goes on has ended.
    fn receive(&mut self, request: Request) -> Result<(), Failure> {
        match request {
            Request::Command(Command::Quit) => self.end(),
            Request::Command(Command::Stop) => self.stop(),
            Request::Command(Command::IsReady | Command::Hello(_)) => self.execute(request)?,
            // A search does not change the position, so the answer can come at once unless another one waits.
            Request::Command(Command::Query(_)) if self.waiting.is_empty() => self.execute(request)?,
            _ if self.search.is_none() && self.waiting.is_empty() => self.execute(request)?,
            _ if self.waiting.len() >= WAITING_MAX => {
                let error = format!("more than {WAITING_MAX} commands wait for the search to end");
                say(&Reply::Error(error.clone()))?;
                // A position that is not kept must not be taken for the one before it. One note of that is
                // enough.
                let is_position =
                    matches!(request, Request::Command(Command::Position { .. }) | Request::BadPosition(_));
                if is_position && self.waiting.len() == WAITING_MAX {
                    self.waiting.push_back(Request::BadPosition(error));
                }
            }
            request => self.waiting.push_back(request),
        }
        Ok(())
    }

    /// Executes the requests that waited, up to the next search.
    fn catch_up(&mut self) -> Result<(), Failure> {
        while self.search.is_none()
            && let Some(request) = self.waiting.pop_front()
        {
            self.execute(request)?;
        }
        Ok(())
    }

    fn end(&mut self) {
        self.ending = true;
        self.stop();
    }

    /// Ends the search that goes on, and those that were asked for and wait.
    fn stop(&mut self) {
        if let Some((stop, search)) = &self.search {
            stop.store(true, Ordering::Relaxed);
            search.unpark();
        }
        for request in &mut self.waiting {
            if let Request::Command(Command::Go(go)) = request {
                *go = SHORTEST;
            }
        }
    }

    fn execute(&mut self, request: Request) -> Result<(), Failure> {
        let command = match request {
            Request::Command(command) => command,
            Request::BadPosition(error) => return self.refuse(error),
        };
        match command {
            Command::Hello(dialect) if dialect == self.dialect => self.introduce(),
            Command::Hello(_) => Ok(say(&Reply::Error(format!("this is {}", self.dialect.word())))?),
            Command::IsReady => {
                if self.search.is_none() {
                    self.make_engine()?;
                    self.engine.iter_mut().for_each(|engine| engine.prepare());
                }
                Ok(say(&Reply::ReadyOk)?)
            }
            Command::NewGame => {
                (self.record, self.refused) = (Record::new(self.game), None);
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                }
                Ok(())
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { start, moves } => match read_position(self.game, start.as_deref(), &moves) {
                Ok(record) => {
                    (self.record, self.refused) = (record, None);
                    Ok(())
                }
                Err(error) => self.refuse(error),
            },
            Command::Go(_) if self.refused.is_some() => {
                self.repeat_refusal()?;
                Ok(say(&Reply::BestMove(NO_MOVE.to_owned()))?)
            }
            Command::Go(go) => self.go(go),
            Command::Stop => {
                self.stop();
                Ok(())
            }
            Command::Query(query) => {
                // The answer is about the last position that was understood.
                self.repeat_refusal()?;
                Ok(say(&Reply::Response(self.answer(query)))?)
            }
            Command::Quit => {
                self.end();
                Ok(())
            }
        }
    }

    /// Keeps in mind that the position is not the one that was asked for.
    fn refuse(&mut self, error: String) -> Result<(), Failure> {
        say(&Reply::Error(error.clone()))?;
        self.refused = Some(error);
        Ok(())
    }

    fn repeat_refusal(&self) -> Result<(), Failure> {
        match &self.refused {
            Some(error) => Ok(say(&Reply::Error(format!("the last position was refused: {error}")))?),
            None => Ok(()),
        }
    }

    /// Makes the engine if there is none, with the standard table where there is no memory for more.
    fn make_engine(&mut self) -> Result<(), Failure> {
        if self.engine.is_none() {
            if Vec::<u8>::new().try_reserve_exact(self.options.hash << 20).is_err() {
                say(&Reply::Error(format!("there is no memory for {} megabytes", self.options.hash)))?;
                self.options.hash = EngineOptions::default().hash;
            }
            self.engine = Some(engine(self.game, self.options.hash));
        }
        Ok(())
    }

    fn answer(&self, query: Query) -> Answer {
        let outcome = self.record.outcome();
        match query {
            Query::FirstToMove => Answer::Truth(self.record.position().turn() == Player::First),
            Query::GameOver => Answer::Truth(outcome.is_some()),
            Query::Result => Answer::Result(outcome),
        }
    }

    fn go(&mut self, go: Go) -> Result<(), Failure> {
        let asked = Instant::now();
        let go = if self.ending { SHORTEST } else { go };
        self.make_engine()?;
        let Some(mut engine) = self.engine.take() else { return Ok(()) };
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let (record, options, sender) = (self.record.clone(), self.options, self.sender.clone());
        let (network, use_network) = (self.network.clone(), self.use_network);
        let search = thread::Builder::new().name("search".to_owned()).spawn(move || {
            // A search that breaks must not leave the other side waiting for a move.
            let chosen = panic::catch_unwind(AssertUnwindSafe(|| {
                let evaluator = match network.as_deref() {
                    _ if !use_network => Evaluator::ByHand,
                    Some(network) => Evaluator::Network(network),
                    None => Evaluator::BuiltIn,
                };
                search::choose(&mut *engine, &record, options, evaluator, &go, &stop, asked)
            }));
            let engine = chosen.is_ok().then_some(engine);
            let mv = chosen.unwrap_or_else(|_| record.position().moves().into_iter().next());
            // A search without end ends when `stop` comes, even if there is nothing left to
            // find.
            while go == Go::INFINITE && mv.is_some() && !stop.load(Ordering::Relaxed) {
                thread::park();
            }
            // A closed output is noticed by the thread that executes commands.
            if mv.is_none() {
                let _ = say(&Reply::Error("the game is over".to_owned()));
            }
            let _ = say(&Reply::BestMove(mv.unwrap_or_else(|| NO_MOVE.to_owned())));
            let _ = sender.send(Event::Finished(engine));
        })?;
        self.search = Some((stopped, search.thread().clone()));
        Ok(())
    }
}

/// Reads standard input to its end.
fn read_input(sender: &SyncSender<Event>) {
    let mut input = io::stdin().lock();
    // An input that fails has ended.
    while let Ok(Some(line)) = read_line(&mut input) {
        if sender.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = sender.send(Event::EndOfInput);
}

/// One line, at once.
pub(super) fn say(reply: &Reply) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{reply}")?;
    output.flush()
}

fn read_position(game: &'static GameEntry, start: Option<&str>, moves: &[String]) -> Result<Record, String> {
    let mut record = match start {
        None => Record::new(game),
        Some(text) => {
            Record::from_position(game, (game.read)(text).map_err(|error| format!("position: {error}"))?)
        }
    };
    for mv in moves {
        record.play(mv).map_err(|complaint| format!("move {}: {complaint}", games::quote(mv)))?;
    }
    Ok(record)
}
