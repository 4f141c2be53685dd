//! The position editor: the client keeps the setup, and every request brings it with a change. The games say
//! what can be put on the board, and why what stands there is no position.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use games::editor::{BoardSetup, CellContent, Palette, PositionEditor, SetupEdit};
use games::{GameEntry, Ground, Message, Piece};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Body;
use crate::App;
use crate::config::POSITION_MAX;
use crate::error::{ApiError, ErrorCode};
use crate::guard::ClientAddress;
use crate::wire::{PictureView, Problem, StudyGame, Text, WirePlayer};

/// Cells of a setup at most, and bytes of the name of one.
const CELLS_MAX: usize = 512;
const NAME_MAX: usize = 16;

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditorAsk {
    /// The id of a rule set.
    game: String,
    /// What stands on the board, as it was answered before.
    #[serde(default)]
    setup: Option<SetupData>,
    /// Without a setup: the text of a position to begin with; absent: the start.
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    edit: Option<EditorEdit>,
}

/// What stands on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
struct SetupData {
    /// The cells that are not as the empty board has them.
    cells: Vec<(String, ContentData)>,
    turn: WirePlayer,
    counters: Vec<u16>,
}

/// What stands on a cell: a piece, a ground, or neither.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
struct ContentData {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ground: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<WirePlayer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<u8>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum EditorEdit {
    Put {
        cell: String,
        content: ContentData,
    },
    Turn {
        turn: WirePlayer,
    },
    Counter {
        index: usize,
        value: u16,
    },
    Clear,
    /// Puts the position of a text on the board.
    Paste {
        text: String,
    },
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EditorView {
    game: StudyGame,
    setup: SetupData,
    picture: PictureView,
    /// What can be put on cells; pieces in their smallest size.
    contents: Vec<ContentData>,
    /// The smallest and the largest size of a piece, where pieces have sizes.
    sizes: Option<[u8; 2]>,
    /// The names of the counters.
    counters: Vec<Text>,
    /// The text of the position, or null.
    position: Option<String>,
    /// Whether the game is over in it.
    over: bool,
    /// Why it is no position.
    problem: Option<Text>,
}

impl From<CellContent> for ContentData {
    fn from(content: CellContent) -> Self {
        let empty = Self { ground: None, owner: None, size: None };
        match content {
            CellContent::Empty => empty,
            CellContent::Ground(ground) => Self { ground: Some(ground.word().to_owned()), ..empty },
            CellContent::Piece(piece) => Self { owner: Some(piece.owner.into()), size: piece.size, ..empty },
        }
    }
}

impl ContentData {
    /// Returns the content, if there is such a ground.
    fn read(&self, palette: &Palette) -> Option<CellContent> {
        let grounds = palette.contents.iter().filter_map(|content| match content {
            CellContent::Ground(ground) => Some(*ground),
            _ => None,
        });
        match (&self.ground, self.owner) {
            (None, None) => Some(CellContent::Empty),
            (None, Some(owner)) => Some(CellContent::Piece(Piece { owner: owner.into(), size: self.size })),
            (Some(word), None) => {
                let mut grounds = grounds.filter(|ground: &Ground| ground.word() == word);
                grounds.next().map(CellContent::Ground)
            }
            (Some(_), Some(_)) => None,
        }
    }
}

impl SetupData {
    fn of(setup: &BoardSetup) -> Self {
        let cells = setup.cells.iter().map(|(cell, content)| (cell.clone(), (*content).into()));
        Self { cells: cells.collect(), turn: setup.turn.into(), counters: setup.counters.clone() }
    }

    fn read(&self, palette: &Palette) -> Option<BoardSetup> {
        let content = |(cell, content): &(String, ContentData)| Some((cell.clone(), content.read(palette)?));
        let cells = self.cells.iter().map(content).collect::<Option<_>>()?;
        Some(BoardSetup { cells, turn: self.turn.into(), counters: self.counters.clone() })
    }
}

/// Edit a position
#[utoipa::path(
    post, path = "/api/editor",
    request_body = EditorAsk,
    responses((status = 200, body = EditorView), (status = 422, body = Problem))
)]
pub async fn edit(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Body(ask): Body<EditorAsk>,
) -> Result<Json<EditorView>, ApiError> {
    app.hub.read(0, address, move || answer(&ask)).await?.map(Json)
}

fn answer(ask: &EditorAsk) -> Result<EditorView, ApiError> {
    let game = games::find(&ask.game).ok_or(ErrorCode::UnknownGame)?;
    let refused = |message: Message| ApiError::with_detail(ErrorCode::BadPosition, &message);
    let mut editor = begin(game, ask)?;
    let palette = editor.palette();
    match &ask.edit {
        None => {}
        Some(EditorEdit::Paste { text }) if text.len() > POSITION_MAX => {
            return Err(ErrorCode::TooLarge.into());
        }
        Some(EditorEdit::Paste { text }) => editor.paste(text.trim()).map_err(refused)?,
        Some(edit) => {
            let edit = match edit {
                EditorEdit::Put { cell, content } => {
                    let content = content.read(&palette).ok_or(ErrorCode::Malformed)?;
                    SetupEdit::Put { cell: short(cell)?, content }
                }
                EditorEdit::Turn { turn } => SetupEdit::Turn((*turn).into()),
                EditorEdit::Counter { index, value } => SetupEdit::Counter { index: *index, value: *value },
                EditorEdit::Clear | EditorEdit::Paste { .. } => SetupEdit::Clear,
            };
            editor.apply(edit).map_err(refused)?;
        }
    }
    let position = editor.position();
    Ok(EditorView {
        game: StudyGame::of(game),
        setup: SetupData::of(editor.setup()),
        picture: editor.picture().into(),
        contents: palette.contents.iter().map(|content| (*content).into()).collect(),
        sizes: palette.sizes,
        counters: palette.counters.iter().map(|counter| Text::message(&counter.name.message())).collect(),
        over: position.as_ref().is_ok_and(|position| position.outcome().is_some()),
        problem: position.as_ref().err().map(Text::message),
        position: position.ok().map(|position| position.to_string()),
    })
}

/// Returns the name of a cell, if it is no longer than names are.
fn short(cell: &str) -> Result<String, ApiError> {
    if cell.len() > NAME_MAX { Err(ErrorCode::TooLarge.into()) } else { Ok(cell.to_owned()) }
}

fn begin(game: &'static GameEntry, ask: &EditorAsk) -> Result<PositionEditor, ApiError> {
    let refused = |message: Message| ApiError::with_detail(ErrorCode::BadPosition, &message);
    if let Some(setup) = &ask.setup {
        if setup.cells.len() > CELLS_MAX || setup.cells.iter().any(|(cell, _)| cell.len() > NAME_MAX) {
            return Err(ErrorCode::TooLarge.into());
        }
        let mut editor = PositionEditor::new(game);
        let setup = setup.read(&editor.palette()).ok_or(ErrorCode::Malformed)?;
        editor.apply(SetupEdit::Replace(setup)).map_err(refused)?;
        return Ok(editor);
    }
    let position = match ask.position.as_deref() {
        Some(text) if text.len() > POSITION_MAX => return Err(ErrorCode::TooLarge.into()),
        Some(text) => (game.read)(text).map_err(refused)?,
        None => (game.start)(),
    };
    Ok(PositionEditor::of(game, &*position))
}
