//! The messages of HTTP and sockets: see docs/wire.md.

mod line;
mod request;
mod study;
mod view;

use games::{Message, Player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::{Language, Words};

pub use line::LineAsk;
pub use request::{
    ClientCommand, Clock, Create, Envelope, HintAsk, Join, Numbered, Offer, Redeem, wanted_side,
};
pub use study::{NodeView, PlaceView, StudyAsk, StudyEdit, StudyGame, StudyView, read_marks};
pub use view::{
    Cause, CauseKind, CellView, ClaimKind, ClocksView, GameView, HandleView, LastView, MovesView, Now,
    OffersView, PictureView, SeatView, SideView, WarningView,
};
pub use view::{MoveListChange, State, ToClient, legal_moves};

/// A text for people, in every language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Text {
    pub en: String,
    pub pt: String,
}

impl Text {
    pub fn of(say: impl Fn(&'static Words) -> String) -> Self {
        Self { en: say(Words::of(Language::English)), pt: say(Words::of(Language::Portuguese)) }
    }

    pub fn say(key: &str) -> Self {
        Self::of(|words| words.say(key))
    }

    /// What a game says.
    pub fn message(message: &Message) -> Self {
        Self::of(|words| words.message(message))
    }

    /// The name of a side, a rule set or a start.
    pub fn name(english: &str) -> Self {
        Self::of(|words| words.name(english))
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Side)]
pub enum WirePlayer {
    First,
    Second,
}

impl From<Player> for WirePlayer {
    fn from(player: Player) -> Self {
        match player {
            Player::First => Self::First,
            Player::Second => Self::Second,
        }
    }
}

impl From<WirePlayer> for Player {
    fn from(side: WirePlayer) -> Self {
        match side {
            WirePlayer::First => Self::First,
            WirePlayer::Second => Self::Second,
        }
    }
}

/// The seats that a client holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum You {
    First,
    Second,
    Both,
}

impl You {
    pub fn of(holds: [bool; 2]) -> Option<Self> {
        match holds {
            [true, true] => Some(Self::Both),
            [true, false] => Some(Self::First),
            [false, true] => Some(Self::Second),
            [false, false] => None,
        }
    }

    pub fn holds(self, player: Player) -> bool {
        match self {
            Self::Both => true,
            Self::First => player == Player::First,
            Self::Second => player == Player::Second,
        }
    }
}

/// Why a request was refused.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    pub code: String,
    pub text: Text,
}
