//! The erased door: a position of whatever game, its moves as text. For front ends and protocols, never for a
//! search.

use std::any::Any;
use std::fmt::{Debug, Display};

use crate::editor::{BoardSetup, Palette};
use crate::{
    Complaint, Ending, Game, Gesture, Info, Message, Outcome, ParseError, Picture, PictureCell, Player,
    reasons,
};

/// A legal move with every way to make it by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle {
    pub mv: String,
    pub gestures: Vec<Gesture>,
}

/// A legal move with what it would do: the cells that would change, as they would look, and what would be
/// counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    pub handle: Handle,
    pub changes: Vec<PictureCell>,
    pub counts: Option<[u32; 2]>,
}

/// What every game can do once its type is forgotten. Implemented once, for all games.
pub trait AnyPosition: Debug + Display + Send + Sync {
    fn info(&self) -> &'static Info;
    fn turn(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
    /// Returns the legal moves in strict notation, in the fixed order of the game.
    fn moves(&self) -> Vec<String>;
    fn count_moves(&self) -> usize;
    /// Reads a move liberally and gives it back in strict notation.
    ///
    /// # Errors
    /// Names the rule that the move would break.
    fn read_move(&self, text: &str) -> Result<String, Complaint>;
    /// Returns the position after a move, read liberally.
    ///
    /// # Errors
    /// Names the rule that the move would break.
    fn after(&self, text: &str) -> Result<Box<dyn AnyPosition>, Complaint>;
    fn key(&self) -> u64;
    fn picture(&self) -> Picture;
    /// Returns the legal moves with their gestures, in the order of [`moves`](Self::moves).
    fn handles(&self) -> Vec<Handle>;
    /// Returns the legal moves with all that they would do, likewise.
    fn previews(&self) -> Vec<Preview>;
    /// Returns the cells that look different in a later position of the same game; none in a position of
    /// another.
    fn changes(&self, later: &dyn AnyPosition) -> Vec<PictureCell>;
    /// Returns the gestures of one legal move.
    ///
    /// # Errors
    /// Names the rule that the move would break.
    fn gestures(&self, text: &str) -> Result<Vec<Gesture>, Complaint>;
    /// Returns why no legal move begins with touching these cells, where the game can say.
    fn objection(&self, cells: &[&str]) -> Option<Complaint>;
    /// What kind of move it is, without its cells.
    ///
    /// # Errors
    /// Names the rule that the move would break.
    fn move_kind(&self, text: &str) -> Result<Message, Complaint>;
    /// Every fact about a move, the weightiest first; see [`crate::reasons`]. `drawn` are the keys of
    /// positions that end the game in a draw if they occur once more; [`crate::Record::reasons`] knows them.
    ///
    /// # Errors
    /// Names the rule that the move would break.
    fn reasons(&self, text: &str, drawn: &[u64]) -> Result<Vec<Message>, Complaint>;
    fn ending(&self) -> Option<Ending>;
    /// Returns the position as a Prolog term, where the game has one.
    fn to_prolog(&self) -> Option<String>;
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
    /// Returns the position as `Any`, to be downcast where the type is known.
    fn as_any(&self) -> &dyn Any;
}

/// Returns the move that was typed: read liberally, or else the only one that begins so.
///
/// # Errors
/// Names the rule that the move would break, where no single move begins so.
pub fn typed_move(position: &dyn AnyPosition, text: &str) -> Result<String, Complaint> {
    position.read_move(text).or_else(|complaint| {
        let beginning = text.to_lowercase();
        let mut meant = position.moves().into_iter().filter(|mv| mv.starts_with(&beginning));
        match (meant.next(), meant.next()) {
            (Some(mv), None) => Ok(mv),
            _ => Err(complaint),
        }
    })
}

/// Returns the moves that can still be made once these cells have been touched, each with a gesture that
/// makes it.
pub fn open_gestures<'a>(
    handles: &'a [Handle],
    touched: &'a [String],
) -> impl Iterator<Item = (&'a str, &'a Gesture)> {
    let gestures =
        handles.iter().flat_map(|handle| handle.gestures.iter().map(|gesture| (handle.mv.as_str(), gesture)));
    gestures.filter(|(_, gesture)| gesture.cells.starts_with(touched))
}

impl<P: Game> AnyPosition for P {
    fn info(&self) -> &'static Info {
        const { &P::INFO }
    }
    fn turn(&self) -> Player {
        P::turn(self)
    }
    fn outcome(&self) -> Option<Outcome> {
        P::outcome(self)
    }
    fn moves(&self) -> Vec<String> {
        list(self).iter().map(P::Move::to_string).collect()
    }
    fn count_moves(&self) -> usize {
        P::count_moves(self)
    }
    fn read_move(&self, text: &str) -> Result<String, Complaint> {
        P::read_move(self, text).map(|mv| mv.to_string())
    }
    fn after(&self, text: &str) -> Result<Box<dyn AnyPosition>, Complaint> {
        let mut next = self.clone();
        next.play(P::read_move(self, text)?);
        Ok(Box::new(next))
    }
    fn key(&self) -> u64 {
        P::key(self)
    }
    fn picture(&self) -> Picture {
        P::picture(self)
    }
    fn handles(&self) -> Vec<Handle> {
        list(self).iter().map(|mv| handle(self, *mv)).collect()
    }
    fn previews(&self) -> Vec<Preview> {
        let preview = |mv: &P::Move| {
            let mut later = self.clone();
            later.play(*mv);
            Preview { handle: handle(self, *mv), changes: P::changes(self, &later), counts: later.counts() }
        };
        list(self).iter().map(preview).collect()
    }
    fn changes(&self, later: &dyn AnyPosition) -> Vec<PictureCell> {
        later.as_any().downcast_ref().map_or(Vec::new(), |later| P::changes(self, later))
    }
    fn gestures(&self, text: &str) -> Result<Vec<Gesture>, Complaint> {
        P::read_move(self, text).map(|mv| P::gestures(self, mv))
    }
    fn objection(&self, cells: &[&str]) -> Option<Complaint> {
        P::objection(self, cells)
    }
    fn move_kind(&self, text: &str) -> Result<Message, Complaint> {
        P::read_move(self, text).map(|mv| reasons::kind(self, mv))
    }
    fn reasons(&self, text: &str, drawn: &[u64]) -> Result<Vec<Message>, Complaint> {
        P::read_move(self, text).map(|mv| reasons::reasons(self, mv, drawn))
    }
    fn ending(&self) -> Option<Ending> {
        P::ending(self)
    }
    fn to_prolog(&self) -> Option<String> {
        P::to_prolog(self)
    }
    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn list<P: Game>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn handle<P: Game>(position: &P, mv: P::Move) -> Handle {
    Handle { mv: mv.to_string(), gestures: position.gestures(mv) }
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// One line of the registry.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    pub info: &'static Info,
    /// The standard start.
    pub start: fn() -> Box<dyn AnyPosition>,
    /// Reads a position text or a Prolog term.
    pub read: fn(&str) -> Result<Box<dyn AnyPosition>, ParseError>,
    /// What the position editor needs; see [`crate::editor::PositionEditor`].
    pub palette: fn() -> Palette,
    pub setup_picture: fn(&BoardSetup) -> Picture,
    pub set_up: fn(&BoardSetup) -> Result<Box<dyn AnyPosition>, ParseError>,
}

impl GameEntry {
    pub const fn of<P: Game>() -> Self {
        Self {
            info: const { &P::INFO },
            start: || Box::new(P::default()),
            read: |text| Ok(Box::new(text.parse::<P>()?)),
            palette: P::palette,
            setup_picture: P::setup_picture,
            set_up: |setup| Ok(Box::new(P::set_up(setup)?)),
        }
    }

    /// Returns the starting position of this name.
    pub fn named_start(&self, name: &str) -> Option<Box<dyn AnyPosition>> {
        let start = self.info.starts.iter().find(|start| start.name == name)?;
        Some((self.read)(start.text).expect("named starts are checked by the contract tests"))
    }
}

/// Work to do with a game once its type is known again.
pub trait Visitor {
    type Output;
    fn visit<P: Game>(self) -> Self::Output;
}
