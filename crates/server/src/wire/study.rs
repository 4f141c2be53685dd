//! A study and its positions, as clients send and see them.

use games::{AnyPosition, Info, Player, Record, study};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::view::{HandleView, LastView, PictureView, SideView};
use super::{Text, WirePlayer};

/// A study to look at, and what to change in it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyAsk {
    /// The id of a rule set. A text of records names its own.
    #[serde(default)]
    pub game: Option<String>,
    /// A study as it was answered before; or a position or records as people paste them.
    #[serde(default)]
    pub text: Option<String>,
    /// Which of several records in the text, from 0.
    #[serde(default)]
    pub number: usize,
    /// Without a text: the start, and the moves from there.
    #[serde(default)]
    pub position: Option<String>,
    #[serde(default)]
    pub moves: Vec<String>,
    /// The number of a node of the tree; absent: the end of the main line.
    #[serde(default)]
    pub at: Option<usize>,
    #[serde(default)]
    pub edit: Option<StudyEdit>,
    /// Other nodes to show, after the edit.
    #[serde(default)]
    pub also: Vec<usize>,
    /// Whether the text is wanted as PGN too.
    #[serde(default)]
    pub pgn: bool,
}

/// A change at one node of a study.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum StudyEdit {
    /// Plays a move, read liberally.
    Play {
        #[serde(rename = "move")]
        mv: String,
    },
    /// Plays these moves one after another, and stays where they begin.
    Line {
        moves: Vec<String>,
    },
    /// Makes the node the main continuation.
    Promote,
    /// Removes the node and all that follows it.
    Remove,
    Comment {
        text: String,
    },
    /// Numbered like PGN's glyphs: 1 to 6 are `!`, `?`, `!!`, `??`, `!?`, `?!`.
    Marks {
        marks: Vec<u16>,
    },
}

/// What never changes in a study.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StudyGame {
    pub rules: &'static str,
    pub name: Text,
    pub family: &'static str,
    pub shape: &'static str,
    pub sides: [SideView; 2],
    pub pgn: bool,
    pub bots: Vec<String>,
}

impl StudyGame {
    pub fn of(game: &'static games::GameEntry) -> Self {
        let info: &'static Info = game.info;
        Self {
            rules: info.id,
            name: Text::name(info.name),
            family: info.family,
            shape: info.shape.word(),
            sides: SideView::both(info),
            pgn: info.pgn.is_some(),
            bots: table::bots_for(game).iter().map(ToString::to_string).collect(),
        }
    }
}

/// A node of the tree; its number is its place in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NodeView {
    /// The number of the node before it; null at the root, which comes first.
    pub parent: Option<usize>,
    #[serde(rename = "move")]
    pub mv: Option<String>,
    pub ply: usize,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// What is said before the first move of a variation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub before: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<u16>,
}

/// A position of a study.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlaceView {
    pub node: usize,
    pub position: String,
    pub turn: Option<WirePlayer>,
    pub picture: PictureView,
    pub last: Option<LastView>,
    pub deciding: Vec<String>,
    pub status: Text,
    pub result: Option<String>,
    /// The legal moves, with what each would do.
    #[schema(value_type = Vec<Object>)]
    pub moves: Vec<HandleView>,
}

impl PlaceView {
    pub fn of(node: usize, record: &Record) -> Self {
        let position = record.position();
        let turn = record.outcome().is_none().then(|| position.turn());
        Self {
            node,
            position: position.to_string(),
            turn: turn.map(Into::into),
            picture: position.picture().into(),
            last: LastView::of(record),
            deciding: record.ending().map_or(Vec::new(), |ending| ending.cells),
            status: crate::live::status(record),
            result: record.outcome().map(|outcome| outcome.result().to_owned()),
            moves: handles(turn, position),
        }
    }
}

fn handles(turn: Option<Player>, position: &dyn AnyPosition) -> Vec<HandleView> {
    turn.map_or(Vec::new(), |_| position.previews().into_iter().map(HandleView::from).collect())
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StudyView {
    pub game: StudyGame,
    /// The study, to be sent again with the next request.
    pub text: String,
    pub pgn: Option<String>,
    /// The start, and whose move is numbered first.
    pub start: String,
    pub starts: WirePlayer,
    /// How many records the text had.
    pub count: usize,
    pub tags: Vec<(String, String)>,
    pub nodes: Vec<NodeView>,
    /// The node that is looked at.
    pub at: usize,
    /// It, and the others that were asked for.
    pub places: Vec<PlaceView>,
}

/// Marks that people can give: those that have a sign.
pub const SIGNED_MARKS: u16 = 6;

/// The marks of a request, or `None` if one has no sign.
pub fn read_marks(marks: &[u16]) -> Option<Vec<study::Mark>> {
    let is_known = |mark: &u16| (1..=SIGNED_MARKS).contains(mark);
    marks.iter().all(is_known).then(|| marks.iter().map(|mark| study::Mark(*mark)).collect())
}
