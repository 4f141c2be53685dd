//! What clients are shown.

use games::{AnyPosition, Gesture, Ground, Info, Picture, PictureCell, Player, Preview, Record};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Clock, Offer, Text, WirePlayer, You};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CellView {
    pub name: String,
    /// Absent where the ground is plain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<WirePlayer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u8>,
}

impl From<PictureCell> for CellView {
    fn from(cell: PictureCell) -> Self {
        Self {
            name: cell.name,
            ground: (cell.ground != Ground::Plain).then(|| cell.ground.word().to_owned()),
            owner: cell.piece.map(|piece| piece.owner.into()),
            size: cell.piece.and_then(|piece| piece.size),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PictureView {
    pub columns: Vec<String>,
    pub rows: Vec<String>,
    pub counts: Option<[u32; 2]>,
    /// Row by row from the top.
    pub cells: Vec<CellView>,
}

impl From<Picture> for PictureView {
    fn from(picture: Picture) -> Self {
        let Picture { columns, rows, cells, counts, .. } = picture;
        Self { columns, rows, counts, cells: cells.into_iter().map(CellView::from).collect() }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SideView {
    pub name: Text,
    pub letter: char,
    pub glyph: char,
}

impl SideView {
    pub fn both(info: &Info) -> [Self; 2] {
        Player::BOTH.map(|player| {
            let side = info.side(player);
            Self { name: Text::name(side.name), letter: side.letter, glyph: side.glyph }
        })
    }
}

/// What never changes in a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameView {
    pub id: String,
    pub rules: String,
    pub name: Text,
    pub family: String,
    pub shape: String,
    pub sides: [SideView; 2],
    pub clock: Option<Clock>,
    pub start: String,
    pub created_at: i64,
    pub pgn: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeatView {
    /// `human` or `bot`.
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    pub name: Option<String>,
    /// Connected now.
    pub here: bool,
    /// Waits for a player to join.
    pub open: bool,
    /// A bot that warns of moves that lose much.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub teaches: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ClocksView {
    pub left_ms: [u64; 2],
    pub running: Option<WirePlayer>,
}

/// What the player who waits for the other may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    Win,
    /// The game is deleted: it had hardly begun.
    CallOff,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OffersView {
    pub draw: Option<WirePlayer>,
    pub takeback: Option<WirePlayer>,
    pub rematch: Option<WirePlayer>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LastView {
    #[serde(rename = "move")]
    pub mv: String,
    pub cells: Vec<String>,
    pub changed: Vec<String>,
}

impl LastView {
    pub fn of(record: &Record) -> Option<Self> {
        let mv = record.moves().last()?.clone();
        let before = record.position_at(record.moves().len() - 1)?;
        let changed = before.changes(record.position()).into_iter().map(|cell| cell.name).collect();
        Some(Self { mv, cells: record.last_gesture().map_or(Vec::new(), |gesture| gesture.cells), changed })
    }
}

/// All that changes in a game, except the list of moves.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Now {
    pub ply: usize,
    pub turn: Option<WirePlayer>,
    pub position: String,
    pub picture: PictureView,
    pub last: Option<LastView>,
    pub deciding: Vec<String>,
    pub status: Text,
    pub result: Option<String>,
    pub ending: Option<Text>,
    /// The only legal move, when it is a pass.
    pub forced: Option<String>,
    pub seats: [SeatView; 2],
    pub spectators: u32,
    pub clocks: Option<ClocksView>,
    pub offers: OffersView,
    pub claim_ms: Option<u64>,
    pub claim_kind: Option<ClaimKind>,
    pub next: Option<String>,
    /// Of a game between two bots: whether it is to be kept.
    pub kept: Option<bool>,
    /// What a bot that teaches says of the last move, before it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<WarningView>,
}

/// A move that lost much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WarningView {
    /// What the move led to, and what another would have kept.
    pub text: Text,
    /// What is certain about it.
    pub facts: Vec<Text>,
    /// How the bot could answer, and how it could go on.
    pub line: Vec<String>,
}

/// A whole game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct State {
    pub version: u64,
    pub you: Option<You>,
    pub game: GameView,
    pub moves: Vec<String>,
    pub now: Now,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CauseKind {
    Move,
    Takeback,
    Undo,
    Join,
    MovedSeat,
    Offer,
    Accept,
    Decline,
    Resign,
    Draw,
    Flag,
    Claim,
    Rematch,
    Deleted,
    Keep,
    Warning,
    GoOn,
    CatchUp,
}

/// Why there is an update.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cause {
    pub kind: CauseKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<WirePlayer>,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "move")]
    pub mv: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
}

impl Cause {
    pub fn new(kind: CauseKind) -> Self {
        Self { kind, side: None, mv: None, offer: None }
    }

    pub fn by(kind: CauseKind, player: Player) -> Self {
        Self { side: Some(player.into()), ..Self::new(kind) }
    }
}

/// How a list of moves changes: what follows its first `from` moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveListChange {
    pub from: usize,
    pub list: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GestureView {
    pub cells: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
}

impl From<Gesture> for GestureView {
    fn from(gesture: Gesture) -> Self {
        Self { cells: gesture.cells, choice: gesture.choice }
    }
}

/// A legal move: how it is made by hand, and what it would do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HandleView {
    #[serde(rename = "move")]
    pub mv: String,
    pub gestures: Vec<GestureView>,
    pub changes: Vec<CellView>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<[u32; 2]>,
}

impl From<Preview> for HandleView {
    fn from(preview: Preview) -> Self {
        let Preview { handle, changes, counts } = preview;
        Self {
            mv: handle.mv,
            gestures: handle.gestures.into_iter().map(GestureView::from).collect(),
            changes: changes.into_iter().map(CellView::from).collect(),
            counts,
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MovesView {
    pub version: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub re: Option<u64>,
    pub ply: usize,
    pub moves: Vec<HandleView>,
}

/// A message of the server on the socket.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToClient {
    State(Box<State>),
    Update {
        version: u64,
        cause: Cause,
        moves: MoveListChange,
        now: Box<Now>,
    },
    Presence {
        version: u64,
        here: [bool; 2],
        spectators: u32,
        claim_ms: Option<u64>,
        claim_kind: Option<ClaimKind>,
    },
    Moves(MovesView),
    Ok {
        version: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        again: bool,
    },
    Error {
        version: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        code: String,
        text: Text,
    },
    Objection {
        version: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        text: Option<Text>,
    },
    Pong {
        version: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClocksView>,
    },
    /// A clock was set going or stopped, though nothing has happened in the game.
    Clocks {
        version: u64,
        clocks: ClocksView,
    },
}

/// Room for most messages: growing to it step by step would cost more than writing it.
const USUAL_BYTES: usize = 4 << 10;

impl ToClient {
    pub fn refused(error: &crate::error::ApiError, version: u64) -> Self {
        Self::Error { version, re: None, code: error.code().to_owned(), text: error.text() }
    }

    /// Says which request this answers.
    pub fn answer(&mut self, id: Option<u64>) {
        match self {
            Self::Ok { re, .. }
            | Self::Error { re, .. }
            | Self::Objection { re, .. }
            | Self::Pong { re, .. }
            | Self::Moves(MovesView { re, .. }) => *re = id,
            Self::State(_) | Self::Update { .. } | Self::Presence { .. } | Self::Clocks { .. } => {}
        }
    }

    pub fn to_json(&self) -> String {
        let mut json = Vec::with_capacity(USUAL_BYTES);
        // Nothing here can fail to be written: no map has keys other than strings. And JSON is always UTF-8.
        let _ = serde_json::to_writer(&mut json, self);
        String::from_utf8(json).unwrap_or_default()
    }
}

/// Returns the legal moves of a position, with what each would do; none once the game is over.
pub fn legal_moves(version: u64, ply: usize, turn: Option<Player>, position: &dyn AnyPosition) -> MovesView {
    let moves = turn.map_or(Vec::new(), |_| position.previews().into_iter().map(HandleView::from).collect());
    MovesView { version, re: None, ply, moves }
}
