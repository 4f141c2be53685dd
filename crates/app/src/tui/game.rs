//! A game on the screen, as plain data, and the form in which it is kept.

use std::time::{Duration, Instant};

use engine::analysis::{Analysis, AnalysisLine};
use engine::reasons::HintSteps;
use engine::teach::{self, Warning};
use games::record::Closing;
use games::{AnyPosition, Handle, Orientation, Picture, Player, Record};
use table::{Clocks, Pie, Seat, Table, TimeControl};

use super::analysis::ValuesState;
use super::layout::{Grid, Viewport, parts};
use super::message::AnalysisProgress;
use super::touch::{Chooser, Target, TouchPreview};

/// A game on the screen.
#[derive(Debug)]
pub struct Play {
    pub table: Table,
    /// The picture of the position that is shown.
    pub picture: Picture,
    /// The ply that is looked back at; the game itself otherwise.
    pub looking: Option<usize>,
    pub viewport: Viewport,
    pub cursor: String,
    /// The legal moves, while a person is to move and the game itself is shown.
    pub handles: Vec<Handle>,
    pub touched: Vec<String>,
    pub targets: Vec<Target>,
    pub preview: Option<TouchPreview>,
    pub chooser: Option<Chooser>,
    /// The ticket of the move that a computer is choosing.
    pub awaited: Option<u64>,
    /// When a computer may begin to choose.
    pub next_choice: Option<Instant>,
    pub hint: Option<HintState>,
    pub taught: Taught,
    pub evaluation: Option<Evaluation>,
    /// What all moves are worth, where that is shown.
    pub values: Option<ValuesState>,
    /// The first game of all: a few words on how to play are shown until the first move.
    pub shows_how_to: bool,
    /// The first game of all: its goal stays in sight.
    pub is_first_game: bool,
    /// Something was done in this game, now or on another day; before that there is nothing to keep.
    pub is_kept: bool,
    /// Two computers play, and wait.
    pub is_paused: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintState {
    Awaited(u64),
    Given {
        line: AnalysisLine,
        cells: Vec<String>,
    },
    /// In a game in which a computer teaches: this many of the steps are shown.
    Steps {
        steps: HintSteps,
        shown: usize,
    },
}

/// What a computer that teaches has said of the last move.
#[derive(Debug, Default)]
pub struct Taught {
    /// The number of moves after which it was looked whether the last one lost much.
    pub judged: Option<usize>,
    pub warning: Option<Warning>,
    /// How many moves of the answer are played out on the board.
    pub shown: usize,
}

/// What the engine thinks of the position that is shown.
#[derive(Clone, Debug)]
pub struct Evaluation {
    pub ticket: u64,
    pub analysis: Option<Analysis>,
    pub progress: AnalysisProgress,
}

impl Play {
    pub fn new(table: Table) -> Self {
        let picture = table.record().position().picture();
        Self {
            table,
            picture,
            looking: None,
            viewport: Viewport::default(),
            cursor: String::new(),
            handles: Vec::new(),
            touched: Vec::new(),
            targets: Vec::new(),
            preview: None,
            chooser: None,
            awaited: None,
            next_choice: None,
            hint: None,
            taught: Taught::default(),
            evaluation: None,
            values: None,
            shows_how_to: false,
            is_first_game: false,
            is_kept: false,
            is_paused: false,
        }
    }

    /// How many moves lie before the position that is shown.
    pub fn ply(&self) -> usize {
        self.looking.unwrap_or(self.table.record().moves().len())
    }

    pub fn is_live(&self) -> bool {
        self.looking.is_none()
    }

    /// Whether a person may move, and sees the position to move in. While two computers wait, any user may
    /// move for them.
    pub fn is_persons_turn(&self) -> bool {
        let may_move =
            self.table.to_act().is_some_and(|player| self.table.is_human(player) || self.is_paused);
        self.is_live() && may_move && self.table.pie() != Some(Pie::Choose)
    }

    /// The position that is shown.
    pub fn shown(&self) -> &dyn AnyPosition {
        let record = self.table.record();
        record.position_at(self.ply()).unwrap_or(record.position())
    }

    /// Whose turn it is in the position that is shown.
    pub fn shown_turn(&self) -> Option<Player> {
        match self.looking {
            Some(_) => self.shown().outcome().is_none().then(|| self.shown().turn()),
            None => self.table.to_move(),
        }
    }

    /// The only move there is, when it touches no cell: a pass.
    pub fn forced(&self) -> Option<&Handle> {
        match &self.handles[..] {
            [handle] if handle.gestures.iter().all(|gesture| gesture.cells.is_empty()) => Some(handle),
            _ => None,
        }
    }

    /// Whether a computer teaches here.
    pub fn is_taught(&self) -> bool {
        self.table.record().tag(teach::TAG).is_some()
    }

    /// The record up to the position that is shown.
    pub fn shown_record(&self) -> Record {
        let mut record = self.table.record().clone();
        let ply = self.ply();
        // A game that was closed by hand is opened again by the first step back.
        while self.looking.is_some() && record.moves().len() > ply && record.undo() {}
        record
    }

    pub fn grid(&self, size: (u16, u16)) -> Grid {
        Grid::of(&self.picture, parts(size).board, self.viewport)
    }

    pub fn cursor_index(&self) -> usize {
        self.picture.cells.iter().position(|cell| cell.name == self.cursor).unwrap_or(0)
    }

    pub fn turn_round(&mut self) {
        self.viewport.orientation = match self.viewport.orientation {
            Orientation::Upright => Orientation::Flipped,
            Orientation::Flipped => Orientation::Upright,
        };
    }
}

/// Tags in which a kept game remembers its clocks.
const CONTROL: &str = "TimeControl";

const LEFT: &str = "ClocksLeft";

/// The record of a game with all that is needed to go on with it another day.
pub fn kept(table: &Table, now: Instant) -> Record {
    let mut record = table.record().clone();
    if let Some(clocks) = table.clocks() {
        let left = |player| clocks.left(player, now).as_millis();
        record.set_tag(CONTROL, clocks.control(Player::First).to_string());
        record.set_tag(LEFT, format!("{} {}", left(Player::First), left(Player::Second)));
    }
    record
}

/// A table on which a kept or loaded game goes on, between the same players. Other programs are never started
/// by a record.
pub fn resumed(record: Record) -> Table {
    let seat = |tag: &str, otherwise: Seat| match record.tag(tag) {
        Some("human") => Seat::Human,
        Some(name) => name.parse().map_or(otherwise, Seat::Bot),
        None => otherwise,
    };
    let seats = [seat("First", Seat::Human), seat("Second", Seat::Human)];
    let control: Option<TimeControl> = record.tag(CONTROL).and_then(|text| text.parse().ok());
    let left: Option<Vec<u64>> =
        record.tag(LEFT).map(|text| text.split(' ').filter_map(|part| part.parse().ok()).collect());
    let played = record.moves().len();
    let table = Table::new(record, seats);
    match (control, left.as_deref()) {
        (Some(control), Some([first, second])) => {
            let shown = [*first, *second].map(Duration::from_millis);
            table.with_clocks(Clocks::restore([control; 2], vec![shown; played + 1]))
        }
        _ => table,
    }
}

/// From here on a clock shows tenths of seconds.
pub const TENTHS: Duration = Duration::from_secs(10);

/// Returns the side that resigns: the side to move, or that of the only person.
pub fn resigning(table: &Table) -> Option<Closing> {
    let turn = table.to_move()?;
    let loser = if table.is_human(turn) { turn } else { !turn };
    table.is_human(loser).then_some(Closing::Resigned(loser))
}
