//! Requests of clients.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::WirePlayer;

/// Time for each side, and what a move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clock {
    pub initial_s: u32,
    #[serde(default)]
    pub increment_s: u32,
}

/// A game to create.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Create {
    /// The id of a rule set.
    pub game: String,
    /// `first`, `second` or `random`; the creator's side.
    #[serde(default)]
    pub side: Option<String>,
    /// `friend`, `self`, or the name of a bot.
    pub opponent: String,
    /// A bot that plays in the creator's place.
    #[serde(default)]
    pub watch: Option<String>,
    #[serde(default)]
    pub clock: Option<Clock>,
    /// The name of a start.
    #[serde(default)]
    pub start: Option<String>,
    /// The text of a position.
    #[serde(default)]
    pub position: Option<String>,
    /// The creator's name.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether the bot warns of moves that lose much; such games have no clock.
    #[serde(default)]
    pub teach: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Join {
    #[serde(default)]
    pub name: Option<String>,
}

/// A one-time code for a seat.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Redeem {
    pub code: String,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct HintAsk {
    /// After so many moves; absent: now.
    #[serde(default)]
    pub ply: Option<usize>,
    /// How many lines, at most 5.
    #[serde(default)]
    pub lines: Option<usize>,
}

/// What one player can offer the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Offer {
    Draw,
    Takeback,
    Rematch,
}

impl Offer {
    pub const ALL: [Self; 3] = [Self::Draw, Self::Takeback, Self::Rematch];
}

/// A message of a client on the socket.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Envelope {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    #[serde(flatten)]
    pub command: ClientCommand,
}

/// All that can be read of a message whose command cannot.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Numbered {
    pub id: Option<u64>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ClientCommand {
    Move {
        ply: usize,
        #[serde(rename = "move")]
        mv: String,
    },
    Moves,
    Objection {
        cells: Vec<String>,
    },
    Offer {
        offer: Offer,
    },
    Accept {
        offer: Offer,
    },
    Decline {
        offer: Offer,
    },
    Undo,
    /// Play on in spite of a warning.
    #[serde(rename = "go-on")]
    GoOn,
    Resign,
    Claim,
    Sync,
    Ping,
}

/// The seats that a request names.
pub fn wanted_side(text: Option<&str>) -> Option<Option<WirePlayer>> {
    match text {
        None | Some("first") => Some(Some(WirePlayer::First)),
        Some("second") => Some(Some(WirePlayer::Second)),
        Some("random") => Some(None),
        Some(_) => None,
    }
}

impl ClientCommand {
    /// Returns whether the command only asks, and changes nothing.
    pub fn is_question(&self) -> bool {
        matches!(self, Self::Moves | Self::Objection { .. } | Self::Sync | Self::Ping)
    }
}
