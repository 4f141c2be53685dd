//! The app on a screen made of memory: keys and mouse in, text out.

mod analysing;
mod games_played;
mod hands;
mod lessons;

mod screens;
mod setups;
mod studies;
mod training;

use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use games::text::Labels;
use games::{GameEntry, Record};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use table::{Seat, Table};
use words::{Language, Words};

use super::analysis::AnalysisBoard;
use super::game::{HintState, Play};
use super::message::{AnalysisProgress, AppMessage, Effect};
use super::model::{AppOptions, Model};
use super::store::Storage;
use super::theme::{Depth, Skin, Symbols};
use super::work::EffectRunner;
use super::{update, view};

/// Nothing here takes a hundredth of this; what does, hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// For engines; no test waits so long.
const THINK: Duration = Duration::from_secs(3600);

/// The whole app but for the terminal, with a clock that the test sets.
struct Bench {
    model: Model,
    runner: EffectRunner,
    store: Storage,
    inbox: Receiver<AppMessage>,
    now: Instant,
    /// Whether the app wanted to end.
    has_left: bool,
}

/// The games of the recorded screens, so that a new game changes none of them.
const RECORDED: [&str; 8] = [
    "neutreeko",
    "ataxx",
    "infection",
    "knightline",
    "knightline-feup",
    "threedragons",
    "threedragons-power",
    "threedragons-dragons",
];

fn options() -> AppOptions {
    AppOptions {
        games: RECORDED.map(|id| games::find(id).expect("a recorded game is registered")).to_vec(),
        words: Words::of(Language::English),
        skin: Skin { depth: Depth::True, symbols: Symbols::Unicode },
        seed: 7,
        pace: Duration::ZERO,
        reply_delay: Duration::ZERO,
        labels: Labels::Notation,
        is_first_run: false,
        remembered: None,
        going: Vec::new(),
    }
}

impl Bench {
    fn new(options: AppOptions, size: (u16, u16)) -> Self {
        Self::with_store(options, size, Storage::default())
    }

    fn with_store(options: AppOptions, size: (u16, u16), store: Storage) -> Self {
        let (sender, inbox) = mpsc::sync_channel(256);
        let now = Instant::now();
        let runner = EffectRunner::new(sender, store.clone(), THINK);
        let mut bench =
            Self { model: Model::new(options, size, now), runner, store, inbox, now, has_left: false };
        bench.perform(vec![Effect::ListGoing]);
        bench
    }

    /// A game between two seats, at once.
    fn playing(game: &'static GameEntry, seats: [Seat; 2], size: (u16, u16)) -> Self {
        let mut bench = Self::new(options(), size);
        bench.begin(Table::new(Record::new(game), seats));
        bench
    }

    fn begin(&mut self, table: Table) {
        let mut effects = Vec::new();
        update::begin(&mut self.model, table, None, &mut effects);
        self.perform(effects);
        self.settle();
    }

    fn play(&self) -> &Play {
        self.model.play.as_ref().expect("a game is on the screen")
    }

    fn moves(&self) -> &[String] {
        self.play().table.record().moves()
    }

    fn send(&mut self, message: AppMessage) {
        let effects = update::update(&mut self.model, message, self.now);
        self.perform(effects);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        let is_kept = self.store.library().is_some();
        for effect in effects {
            let answers = matches!(
                effect,
                Effect::Save { .. }
                    | Effect::Load(_)
                    | Effect::Complete(_)
                    | Effect::OpenProgress
                    | Effect::Refute { .. }
            ) || is_kept
                && matches!(
                    effect,
                    Effect::Open(_)
                        | Effect::OpenFinished(_)
                        | Effect::ListGoing
                        | Effect::ListLibrary
                        | Effect::Delete(_)
                        | Effect::Solve { .. }
                );
            self.has_left |= matches!(effect, Effect::Quit);
            self.runner.perform(effect);
            if answers {
                self.receive_answer();
            }
        }
    }

    /// Receives up to the answer of an effect: what the engine says about an earlier position may come first.
    fn receive_answer(&mut self) {
        loop {
            let message = self.inbox.recv_timeout(PATIENCE).expect("an answer comes in time");
            let is_answer = !matches!(
                message,
                AppMessage::Analysis(..)
                    | AppMessage::Values(..)
                    | AppMessage::Explored(..)
                    | AppMessage::ReviewProgress(..)
            );
            self.send(message);
            if is_answer {
                return;
            }
        }
    }

    fn receive(&mut self) {
        let message = self.inbox.recv_timeout(PATIENCE).expect("an answer comes in time");
        self.send(message);
    }

    /// Lets computers move and hints come, until a person is wanted.
    fn settle(&mut self) {
        loop {
            let Some(play) = &self.model.play else { return };
            let is_shown = !play.table.has_people() && !self.model.pace.is_zero();
            if let Some(time) = play.next_choice.filter(|time| *time <= self.now || !is_shown) {
                self.now = self.now.max(time);
                self.send(AppMessage::Tick);
            } else if play.awaited.is_some() || matches!(play.hint, Some(HintState::Awaited(_))) {
                self.receive();
            } else {
                return;
            }
        }
    }

    /// Lets the engine come to the end of its analyses, in games where it does.
    fn wait_for_evaluation(&mut self) {
        while self
            .play()
            .evaluation
            .as_ref()
            .is_some_and(|evaluation| evaluation.progress == AnalysisProgress::GoesOn)
            || self.play().values.as_ref().is_some_and(|state| state.progress == AnalysisProgress::GoesOn)
        {
            self.receive();
        }
    }

    /// Lets the explorer find what was played in the position that is shown.
    fn wait_for_explorer(&mut self) {
        let waits =
            |board: &AnalysisBoard| board.explorer.as_ref().is_some_and(|panel| panel.found.is_none());
        while self.model.analysis.as_ref().is_some_and(|board| waits(board)) {
            self.receive();
        }
    }

    /// Lets the moves be valued by which another try is judged.
    fn wait_for_trial(&mut self) {
        let waits = |board: &AnalysisBoard| {
            board.trial.as_ref().is_some_and(|trial| trial.progress == AnalysisProgress::GoesOn)
        };
        while self.model.analysis.as_ref().is_some_and(|board| waits(board)) {
            self.receive();
        }
    }

    /// Lets a review come to its end.
    fn wait_for_review(&mut self) {
        while self.model.analysis.as_ref().is_some_and(|board| board.is_reviewing()) {
            self.receive();
        }
    }

    /// Presses keys, written as their names with spaces between them.
    fn press(&mut self, keys: &str) {
        for name in keys.split(' ') {
            self.send(AppMessage::Key(key(name)));
            self.settle();
        }
    }

    /// Types a text, character by character.
    fn type_text(&mut self, text: &str) {
        for character in text.chars() {
            self.send(AppMessage::Key(KeyEvent::new(KeyCode::Char(character), KeyModifiers::NONE)));
        }
        self.press("Enter");
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        self.send(AppMessage::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        self.settle();
    }

    fn click(&mut self, at: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), at);
        self.mouse(MouseEventKind::Up(MouseButton::Left), at);
    }

    /// Clicks where the screen says something.
    fn tap(&mut self, words: &str) {
        let found = self.screen().iter().enumerate().find_map(|(row, line)| {
            let at = line.find(words)?;
            Some((line[..at].chars().count() as u16, row as u16))
        });
        self.click(
            found.unwrap_or_else(|| panic!("{words} is not on the screen:\n{}", self.screen().join("\n"))),
        );
    }

    fn drag(&mut self, from: (u16, u16), to: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), from);
        self.mouse(MouseEventKind::Drag(MouseButton::Left), to);
        self.mouse(MouseEventKind::Up(MouseButton::Left), to);
    }

    /// The middle of a cell on the screen.
    fn place(&self, cell: &str) -> (u16, u16) {
        let play = self.play();
        let index = play
            .picture
            .cells
            .iter()
            .position(|other| other.name == cell)
            .expect("the cell is in the picture");
        let area = play.grid(self.model.size).rect(index).expect("the cell is in sight");
        (area.x + area.width / 2, area.y + area.height / 2)
    }

    fn resize(&mut self, (width, height): (u16, u16)) {
        self.send(AppMessage::Resize(width, height));
    }

    fn buffer(&self) -> Buffer {
        let (width, height) = self.model.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen in memory");
        terminal.draw(|frame| view::view(&self.model, frame)).expect("a screen in memory is drawn on");
        terminal.backend().buffer().clone()
    }

    /// The screen as text, spaces at the ends of lines left out.
    fn screen(&self) -> Vec<String> {
        let buffer = self.buffer();
        let width = usize::from(buffer.area.width);
        let line = |cells: &[ratatui::buffer::Cell]| {
            cells.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned()
        };
        buffer.content.chunks(width).map(line).collect()
    }
}

fn key(name: &str) -> KeyEvent {
    let (modifiers, name) = match name.split_once('-') {
        Some(("C", rest)) => (KeyModifiers::CONTROL, rest),
        Some(("S", rest)) => (KeyModifiers::SHIFT, rest),
        _ => (KeyModifiers::NONE, name),
    };
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Tab" => KeyCode::Tab,
        "BackTab" => KeyCode::BackTab,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "PageUp" => KeyCode::PageUp,
        "PageDown" => KeyCode::PageDown,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "Backspace" => KeyCode::Backspace,
        "Delete" => KeyCode::Delete,
        "Space" => KeyCode::Char(' '),
        _ => KeyCode::Char(name.chars().next().expect("a key has a name")),
    };
    KeyEvent::new(code, modifiers)
}
