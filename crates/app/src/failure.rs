//! How a command fails: one line on standard error and an exit status.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

use games::{Complaint, Message, quote};
use matches::runner::MatchError;
use table::SeatError;
use words::{Argument, Language, Words};

use crate::console::said;

/// The language of what commands say; English until it is known.
static WORDS: OnceLock<&'static Words> = OnceLock::new();

/// Says from now on everything that people read in this language.
pub fn set_language(language: Language) {
    let _ = WORDS.set(Words::of(language));
}

/// The texts of the language that commands speak.
pub fn words() -> &'static Words {
    WORDS.get().copied().unwrap_or_else(|| Words::of(Language::English))
}

/// Why a command did not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// What was asked is wrong: status 2.
    Input(String),
    /// The world failed, a disk or a terminal: status 1.
    World(String),
    /// Bad input that has been reported where it stood: status 2.
    Reported,
    /// The reader of the output has closed it, which is no error.
    ClosedPipe,
}

impl Failure {
    pub fn input(message: impl Display) -> Self {
        Self::Input(message.to_string())
    }

    /// Wrong input, said in the language of the conversation.
    pub fn said<'a>(key: &str, arguments: impl IntoIterator<Item = Argument<'a>>) -> Self {
        Self::Input(words().say_with(key, arguments))
    }

    /// Wrong input, by what another crate says of it.
    pub fn wrong(message: &Message) -> Self {
        Self::Input(words().message(message))
    }

    /// A move that cannot be played, and why.
    pub fn wrong_move(mv: &str, complaint: &Complaint) -> Self {
        Self::said("cli-move", [("move", quote(mv).into()), ("reason", words().message(complaint).into())])
    }

    /// Says what is wrong and gives the exit status.
    pub fn report(self) -> ExitCode {
        let (message, status) = match self {
            Self::Input(message) => (message, 2),
            Self::World(message) => (message, 1),
            Self::Reported => return ExitCode::from(2),
            Self::ClosedPipe => return ExitCode::SUCCESS,
        };
        complain(&format!("jogo: {message}"));
        ExitCode::from(status)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // Windows has a second error for a pipe that was closed, and the standard library has no kind for it.
        const PIPE_NOT_CONNECTED: i32 = 233;
        let is_closed = error.kind() == ErrorKind::BrokenPipe
            || cfg!(windows) && error.raw_os_error() == Some(PIPE_NOT_CONNECTED);
        if is_closed { Self::ClosedPipe } else { Self::World(error.to_string()) }
    }
}

impl From<SeatError> for Failure {
    fn from(error: SeatError) -> Self {
        match error {
            // Seats of the command line are typed by their English names in every language.
            SeatError::NoSuchBot(missing) => Self::said(
                "no-such-bot",
                [("game", words().name(missing.game.name).into()), ("bot", missing.name.to_string().into())],
            ),
            SeatError::Engine(_) => Self::World(said::seat_error(words(), &error)),
        }
    }
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Command(message) => Self::wrong(&message),
            MatchError::NoSuchBot(error) => SeatError::NoSuchBot(error).into(),
            MatchError::Engine(error) => SeatError::Engine(error).into(),
            MatchError::Output(error) => error.into(),
            MatchError::Elsewhere(error) => Self::World(error),
            MatchError::Records(error) => {
                Self::World(words().say_with("match-no-records", [("error", error.to_string().into())]))
            }
        }
    }
}

/// One line on standard error, whatever the message holds. A closed standard error is ignored.
pub fn complain(message: &str) {
    let line: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(io::stderr(), "{line}");
}
