//! `jogo ugi` and `jogo uai`: an engine for other programs, on standard input and output.
//!
//! One thread reads lines, one searches, and this one obeys. What may not be said during a search waits until
//! it has ended.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod search;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, Thread};
use std::time::Instant;

use clap::Args;
use engine::any::{AnyEngine, engine};
use engine::knowledge::has_tables;
use engine::net::{Evaluator, Network};
use engine::protocol::{Answer, Command, Dialect, EngineOptions, Go, NO_MOVE, Query, Reply};
use engine::solve::threedragons::share;
use games::{Game, GameEntry, Player, Record, Visitor};

use crate::failure::Failure;
use crate::input::read_network;
use crate::tables;
use table::lines::{BadLine, read_line};

/// Lines read ahead.
const LINES_MAX: usize = 64;
/// Commands that wait for a search to end: a script may send all of them at once.
const WAITING_MAX: usize = 4096;
/// What is left of a search that was stopped before it began: enough for a sensible move.
const GLANCE: Go = Go { depth: Some(1), ..Go::INFINITE };

#[derive(Args, Debug)]
pub struct UgiArgs {
    /// The rule set, by its id (`jogo games` lists them)
    #[arg(value_parser = super::GameParser, hide_possible_values = true)]
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

/// Options that only games with a neural evaluation have.
pub const EVAL_FILE: &str = "EvalFile";
const USE_NET: &str = "UseNet";
/// An option that only games with endgame tables have.
const TABLES: &str = "Tables";
const EMPTY: &str = "<empty>";

struct HasNetworks;

impl Visitor for HasNetworks {
    type Output = bool;

    fn visit<P: Game>(self) -> bool {
        P::FEATURES.is_some()
    }
}

struct ReadNetwork<'a>(&'a Path);

impl Visitor for ReadNetwork<'_> {
    type Output = Result<Network, String>;

    fn visit<P: Game>(self) -> Self::Output {
        read_network::<P>(self.0).map_err(|failure| match failure {
            Failure::Input(message) | Failure::World(message) => message,
            _ => format!("{} cannot be read", self.0.display()),
        })
    }
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
                    Ok(command) => self.hear(Request::Command(command))?,
                    Err(wrong) => self.hear_wrong(&line, &wrong.to_string())?,
                },
                // It may have been a position: only a position can be that long.
                Ok(Event::Line(Err(bad))) => {
                    self.hear(Request::BadPosition(format!("that line is {bad}")))?;
                }
            }
            self.catch_up()?;
        }
        Ok(())
    }

    /// Hears a line that is wrong. A wrong `go` is answered all the same, and soon: the other side waits for
    /// a move.
    fn hear_wrong(&mut self, line: &str, wrong: &str) -> Result<(), Failure> {
        match line.split_whitespace().next() {
            Some("position") => self.hear(Request::BadPosition(wrong.to_owned())),
            Some("go") => {
                say(&Reply::Error(wrong.to_owned()))?;
                self.hear(Request::Command(Command::Go(GLANCE)))
            }
            _ => Ok(say(&Reply::Error(wrong.to_owned()))?),
        }
    }

    /// Obeys a request now, or later where a search is in its way.
    fn hear(&mut self, request: Request) -> Result<(), Failure> {
        match request {
            Request::Command(Command::Quit) => self.end(),
            Request::Command(Command::Stop) => self.stop(),
            Request::Command(Command::IsReady | Command::Hello(_)) => self.obey(request)?,
            // A search does not change the position, so the answer can come at once unless another one waits.
            Request::Command(Command::Query(_)) if self.waiting.is_empty() => self.obey(request)?,
            _ if self.search.is_none() && self.waiting.is_empty() => self.obey(request)?,
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

    /// Obeys what waited, as far as the next search.
    fn catch_up(&mut self) -> Result<(), Failure> {
        while self.search.is_none()
            && let Some(request) = self.waiting.pop_front()
        {
            self.obey(request)?;
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
                *go = GLANCE;
            }
        }
    }

    fn obey(&mut self, request: Request) -> Result<(), Failure> {
        let command = match request {
            Request::Command(command) => command,
            Request::BadPosition(error) => return self.refuse(error),
        };
        match command {
            Command::Hello(dialect) if dialect == self.dialect => self.introduce(),
            Command::Hello(_) => Ok(say(&Reply::Error(format!("this is {}", self.dialect.word())))?),
            Command::IsReady => {
                if self.search.is_none() {
                    self.wake()?;
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

    fn introduce(&self) -> Result<(), Failure> {
        say(&Reply::Name(format!("jogo {}", env!("CARGO_PKG_VERSION"))))?;
        say(&Reply::Author("the jogo authors".to_owned()))?;
        for spin in EngineOptions::spins() {
            say(&Reply::Option(spin))?;
        }
        if self.has_networks() {
            say(&Reply::OtherOption { name: EVAL_FILE, kind: "string", default: EMPTY })?;
            say(&Reply::OtherOption { name: USE_NET, kind: "check", default: "true" })?;
        }
        if has_tables(self.game) {
            say(&Reply::OtherOption { name: TABLES, kind: "string", default: EMPTY })?;
        }
        Ok(say(&Reply::Ok(self.dialect))?)
    }

    /// Takes the endgame tables of a folder, or gives up those that there are.
    fn set_tables(&mut self, folder: &str) -> Result<(), String> {
        let tables = match folder {
            EMPTY => None,
            folder => Some(Arc::new(tables::read(folder.as_ref()).map_err(|failure| match failure {
                Failure::Input(message) | Failure::World(message) => message,
                _ => format!("{folder} cannot be read"),
            })?)),
        };
        share(tables);
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
        Ok(())
    }

    /// Returns whether a network can evaluate this game.
    fn has_networks(&self) -> bool {
        games::visit(self.game.info.id, HasNetworks).unwrap_or(false)
    }

    /// Sets the network, or turns it off.
    fn set_network(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name.eq_ignore_ascii_case(USE_NET) {
            self.use_network = value
                .parse()
                .map_err(|_| format!("{USE_NET} is true or false, not {}", games::quote(value)))?;
        } else if value == EMPTY {
            self.network = None;
        } else {
            let network = games::visit(self.game.info.id, ReadNetwork(value.as_ref()))
                .unwrap_or_else(|| Err("no such game".to_owned()))?;
            self.network = Some(Arc::new(network));
        }
        // What another evaluation found must not be taken for this one's.
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        if self.has_networks() && [EVAL_FILE, USE_NET].iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return match self.set_network(name, value) {
                Ok(()) => Ok(()),
                Err(error) => Ok(say(&Reply::Error(error))?),
            };
        }
        if has_tables(self.game) && TABLES.eq_ignore_ascii_case(name) {
            return match self.set_tables(value) {
                Ok(()) => Ok(()),
                Err(error) => Ok(say(&Reply::Error(error))?),
            };
        }
        let before = self.options;
        if let Err(wrong) = self.options.set(name, value) {
            return Ok(say(&Reply::Error(wrong.to_string()))?);
        }
        if self.options.hash != before.hash {
            self.engine = None;
        }
        Ok(())
    }

    /// Makes the engine if there is none, with the standard table where there is no memory for more.
    fn wake(&mut self) -> Result<(), Failure> {
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
        let go = if self.ending { GLANCE } else { go };
        self.wake()?;
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
            // A closed output is noticed by the thread that obeys.
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
