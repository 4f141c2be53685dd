//! Studies: a tree of moves that the client keeps as text. Every request brings the text, and takes it back
//! with what was changed; the server remembers nothing.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use games::study::NodeId;
use games::{AnyPosition, GAMES, GameEntry, Message, Study};

use super::Body;
use crate::App;
use crate::config::POSITION_MAX;
use crate::error::{ApiError, ErrorCode};
use crate::guard::ClientAddress;
use crate::live;
use crate::wire::{NodeView, PlaceView, Problem, StudyAsk, StudyEdit, StudyGame, StudyView, read_marks};

/// Nodes that are shown with one answer, besides the one that is looked at.
const ALSO_MAX: usize = 8;
/// Moves that one edit may play.
const LINE_MAX: usize = 64;
/// The longest name of a move that is read, in bytes.
const MOVE_MAX: usize = 100;

/// Look at a study, or change it
#[utoipa::path(
    post, path = "/api/study",
    request_body = StudyAsk,
    responses(
        (status = 200, body = StudyView), (status = 413, body = Problem), (status = 422, body = Problem)
    )
)]
pub async fn study(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Body(ask): Body<StudyAsk>,
) -> Result<Json<StudyView>, ApiError> {
    let length = ask.text.as_ref().map_or(0, String::len);
    app.hub.read(length, address, move || answer(&ask)).await?.map(Json)
}

fn answer(ask: &StudyAsk) -> Result<StudyView, ApiError> {
    let (mut study, count) = read(ask)?;
    let order = preorder(&study);
    let at = match ask.at {
        Some(at) => *order.get(at).ok_or(ErrorCode::NoSuchPly)?,
        None => study.main_end(),
    };
    let at = match &ask.edit {
        Some(edit) => apply(&mut study, at, edit)?,
        None => at,
    };
    let order = if ask.edit.is_some() { preorder(&study) } else { order };
    let number = |node: NodeId| order.iter().position(|one| *one == node).unwrap_or(0);
    let here = number(at);
    let also = ask.also.iter().copied().filter(|node| *node != here && *node < order.len());
    let shown = std::iter::once(here).chain(also.take(ALSO_MAX));
    Ok(StudyView {
        places: shown.map(|node| place(&study, node, order[node])).collect(),
        at: here,
        nodes: nodes(&study, &order),
        count,
        start: study.position(NodeId::ROOT).to_string(),
        starts: study.position(NodeId::ROOT).turn().into(),
        tags: study.tags().map(|(name, text)| (name.to_owned(), text.to_owned())).collect(),
        pgn: ask.pgn.then(|| study.to_pgn()).flatten(),
        text: study.to_string(),
        game: StudyGame::of(study.game()),
    })
}

fn place(study: &Study, number: usize, node: NodeId) -> PlaceView {
    let mut record = study.record_to(node);
    let mut shown = PlaceView::of(number, &record);
    // Moves can be tried after a resignation too, so only what is said of the end changes.
    if let Some(closing) = study.closing().filter(|_| node == study.main_end()) {
        record.close(closing);
        shown.status = live::status(&record);
        shown.result = record.outcome().map(|outcome| outcome.result().to_owned());
    }
    shown
}

/// Returns the study of a request, and how many records its text has.
fn read(ask: &StudyAsk) -> Result<(Study, usize), ApiError> {
    let game = ask.game.as_deref().map(|id| games::find(id).ok_or(ErrorCode::UnknownGame)).transpose()?;
    let text = ask.text.as_deref().map(str::trim).filter(|text| !text.is_empty());
    match text {
        Some(text) if text.starts_with('[') => read_records(text, ask.number),
        Some(text) => {
            let (game, start) = read_position(game, text)?;
            Ok((Study::from_position(game, start), 1))
        }
        None => {
            let game = game.ok_or(ErrorCode::UnknownGame)?;
            let (game, start) = match &ask.position {
                Some(text) => read_position(Some(game), text)?,
                None => (game, (game.start)()),
            };
            let mut study = Study::from_position(game, start);
            play_line(&mut study, NodeId::ROOT, &ask.moves, games::record::MOVES_MAX)?;
            Ok((study, 1))
        }
    }
}

fn read_records(text: &str, number: usize) -> Result<(Study, usize), ApiError> {
    let refused = |error: games::study::RecordError| {
        ApiError::with_line(ErrorCode::BadRecord, error.line, &error.message)
    };
    let mut studies = Study::read_all(text).map_err(refused)?;
    let count = studies.len();
    if number >= count {
        return Err(ErrorCode::NoSuchPly.into());
    }
    Ok((studies.swap_remove(number), count))
}

/// Reads a position of this game; or, where it is none, of the only other family of games that can read it.
fn read_position(
    game: Option<&'static GameEntry>,
    text: &str,
) -> Result<(&'static GameEntry, Box<dyn AnyPosition>), ApiError> {
    if text.len() > POSITION_MAX {
        return Err(ErrorCode::TooLarge.into());
    }
    let refused = match game.map(|game| (game, (game.read)(text))) {
        Some((game, Ok(position))) => return Ok((game, position)),
        Some((_, Err(message))) => ApiError::with_detail(ErrorCode::BadPosition, &message),
        None => ErrorCode::BadPosition.into(),
    };
    let readers: Vec<_> = GAMES.iter().filter_map(|game| Some((game, (game.read)(text).ok()?))).collect();
    let is_one_family = readers.windows(2).all(|pair| pair[0].0.info.family == pair[1].0.info.family);
    readers.into_iter().next().filter(|_| is_one_family).ok_or(refused)
}

/// Makes a change, and returns the node to look at.
fn apply(study: &mut Study, at: NodeId, edit: &StudyEdit) -> Result<NodeId, ApiError> {
    let illegal = |message: Message| ApiError::with_detail(ErrorCode::IllegalMove, &message);
    match edit {
        StudyEdit::Play { mv } => play_line(study, at, std::slice::from_ref(mv), 1),
        StudyEdit::Line { moves } => {
            play_line(study, at, moves, LINE_MAX)?;
            Ok(at)
        }
        StudyEdit::Promote => study.promote(at).map_err(illegal).map(|()| at),
        StudyEdit::Remove => {
            let parent = study.parent(at).ok_or(ErrorCode::NoSuchPly)?;
            study.remove(at);
            Ok(parent)
        }
        StudyEdit::Comment { text } => {
            study.set_comment(at, text);
            Ok(at)
        }
        StudyEdit::Marks { marks } => {
            study.set_marks(at, &read_marks(marks).ok_or(ErrorCode::Malformed)?);
            Ok(at)
        }
    }
}

fn play_line(study: &mut Study, mut at: NodeId, moves: &[String], most: usize) -> Result<NodeId, ApiError> {
    if moves.len() > most || moves.iter().any(|mv| mv.len() > MOVE_MAX) {
        return Err(ErrorCode::TooLarge.into());
    }
    for mv in moves {
        if study.closing().is_some() && at == study.main_end() {
            // The game goes on from where it was given up.
            study.close(None);
        }
        at = study.play(at, mv).map_err(|error| ApiError::with_detail(ErrorCode::IllegalMove, &error))?;
    }
    Ok(at)
}

/// All nodes, each before what follows it, the main continuation first.
fn preorder(study: &Study) -> Vec<NodeId> {
    let (mut order, mut open) = (Vec::with_capacity(study.count_moves() + 1), vec![NodeId::ROOT]);
    while let Some(node) = open.pop() {
        order.push(node);
        open.extend(study.children(node).iter().rev());
    }
    order
}

fn nodes(study: &Study, order: &[NodeId]) -> Vec<NodeView> {
    let numbers: std::collections::HashMap<NodeId, usize> =
        order.iter().enumerate().map(|(number, node)| (*node, number)).collect();
    let view = |node: &NodeId| NodeView {
        parent: study.parent(*node).and_then(|parent| numbers.get(&parent).copied()),
        mv: study.mv(*node).map(str::to_owned),
        ply: study.ply(*node),
        comment: study.comment(*node).to_owned(),
        before: study.comment_before(*node).to_owned(),
        marks: study.marks(*node).iter().map(|mark| mark.0).collect(),
    };
    order.iter().map(view).collect()
}
