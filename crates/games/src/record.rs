//! A game as it was played: start, moves, undo and redo, repetition, result. It is read and written as a
//! [`Study`].

use std::sync::Arc;

use crate::study::header::{Tags, header};
use crate::study::{MARKS_MAX, Mark, Study, notation};
use crate::{AnyPosition, Complaint, Ending, GameEntry, Gesture, Message, Outcome, Player};

phrases! {
    REPETITION = "repetition": "the same position has occurred {times} times";
    RESIGNED = "resigned": "{side} resigned";
    AGREED = "draw-agreed": "the players agreed to a draw";
    TIME = "time-forfeit": "{side} ran out of time";
    ABANDONED = "abandoned": "{side} left the game";
    MOVE_LIMIT = "move-limit": "games end undecided after {limit} moves here";
    FORFEITED = "forfeited": "{side} broke the rules of play";
    ADJUDICATED = "adjudicated": "the game was adjudicated";
    GIVEN = "result-given": "the result was given with the record";
    FULL = "record-full": "a record holds at most {limit} moves";
    ALREADY_OVER = "already-over": "the game is over";
}

/// No real game comes near; a text that does is refused.
pub const MOVES_MAX: usize = 10_000;

/// How a game ended other than by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    Resigned(Player),
    Agreed,
    OutOfTime(Player),
    /// Left and did not come back.
    Abandoned(Player),
    /// Drawn, because the game has reached the move limit of its host.
    MoveLimit,
    /// A program ended, played an illegal move or broke its protocol.
    Forfeited(Player),
    /// Decided by the arbiter of the game.
    Adjudicated(Outcome),
    /// A record came with this result and does not say why.
    Given(Outcome),
}

impl Closing {
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Resigned(loser)
            | Self::OutOfTime(loser)
            | Self::Abandoned(loser)
            | Self::Forfeited(loser) => Outcome::Win(!loser),
            Self::Agreed | Self::MoveLimit => Outcome::Draw,
            Self::Adjudicated(outcome) | Self::Given(outcome) => outcome,
        }
    }
}

/// One game: where it started, what was played, and what was taken back and can be played again.
#[derive(Clone, Debug)]
pub struct Record {
    pub(crate) game: &'static GameEntry,
    /// `positions[0]` is the start; each move leads from one to the next.
    pub(crate) positions: Vec<Box<dyn AnyPosition>>,
    pub(crate) moves: Vec<String>,
    /// What is said of each move, and of the start at index 0.
    pub(crate) notes: Vec<Note>,
    /// How many of the moves are played; the rest was taken back.
    pub(crate) played: usize,
    pub(crate) closing: Option<Closing>,
    pub(crate) tags: Tags,
    /// The study that the record was read from, if it has variations: they are written again with the record.
    pub(crate) study: Option<Arc<Study>>,
}

/// What is said of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Note {
    /// Empty where there is none.
    pub(crate) comment: String,
    pub(crate) marks: Vec<Mark>,
}

header!(Record);

impl Record {
    pub fn new(game: &'static GameEntry) -> Self {
        Self::from_position(game, (game.start)())
    }

    /// Returns a game that starts from any position, which must be of this game.
    pub fn from_position(game: &'static GameEntry, start: Box<dyn AnyPosition>) -> Self {
        debug_assert_eq!(start.info().id, game.info.id);
        let notes = vec![Note::default()];
        Self {
            game,
            positions: vec![start],
            moves: Vec::new(),
            notes,
            played: 0,
            closing: None,
            tags: Tags::default(),
            study: None,
        }
    }

    pub fn start(&self) -> &dyn AnyPosition {
        &*self.positions[0]
    }

    pub fn position(&self) -> &dyn AnyPosition {
        &*self.positions[self.played]
    }

    /// Returns the position after so many moves, as long as so many were played.
    pub fn position_at(&self, played: usize) -> Option<&dyn AnyPosition> {
        self.positions[..=self.played].get(played).map(|position| &**position)
    }

    /// Returns the moves played, in strict notation.
    pub fn moves(&self) -> &[String] {
        &self.moves[..self.played]
    }

    /// Returns the keys of all positions so far, the current one last: what a search needs to see
    /// repetitions.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        self.positions[..=self.played].iter().map(|position| position.key())
    }

    /// Plays a move, read liberally, and gives it back in strict notation. What had been taken back is
    /// forgotten.
    ///
    /// # Errors
    /// Names the rule that the move would break; the record is then unchanged.
    pub fn play(&mut self, text: &str) -> Result<&str, Complaint> {
        if self.outcome().is_some() {
            return Err(ALREADY_OVER.message());
        }
        if self.played == MOVES_MAX {
            return Err(FULL.with("limit", MOVES_MAX));
        }
        let mv = self.position().read_move(text)?;
        let next = self.position().after(&mv)?;
        self.moves.truncate(self.played);
        self.notes.truncate(self.played + 1);
        self.positions.truncate(self.played + 1);
        self.moves.push(mv);
        self.notes.push(Note::default());
        self.positions.push(next);
        self.played += 1;
        Ok(&self.moves[self.played - 1])
    }

    /// Takes the last move back; or, if the game was closed, opens it again.
    pub fn undo(&mut self) -> bool {
        if self.closing.take().is_some() {
            return true;
        }
        let possible = self.played > 0;
        self.played -= usize::from(possible);
        possible
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> bool {
        let possible = self.played < self.moves.len() && self.closing.is_none();
        self.played += usize::from(possible);
        possible
    }

    /// Ends the game other than by its rules. Nothing happens when it is over already.
    pub fn close(&mut self, closing: Closing) {
        if self.outcome().is_none() {
            self.closing = Some(closing);
        }
    }

    /// Returns how the game was ended, if not by its rules.
    pub fn closing(&self) -> Option<Closing> {
        self.closing
    }

    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(closing) = self.closing {
            return Some(closing.outcome());
        }
        self.position().outcome().or_else(|| self.is_repetition().then_some(Outcome::Draw))
    }

    /// Returns why the game is over.
    pub fn ending(&self) -> Option<Ending> {
        let no_cells = |reason: Message| Some(Ending { reason, cells: Vec::new() });
        let name = |player: Player| self.info().named(player);
        match self.closing {
            Some(Closing::Resigned(loser)) => no_cells(RESIGNED.with("side", name(loser))),
            Some(Closing::OutOfTime(loser)) => no_cells(TIME.with("side", name(loser))),
            Some(Closing::Abandoned(loser)) => no_cells(ABANDONED.with("side", name(loser))),
            Some(Closing::MoveLimit) => no_cells(MOVE_LIMIT.with("limit", self.played)),
            Some(Closing::Forfeited(loser)) => no_cells(FORFEITED.with("side", name(loser))),
            Some(Closing::Agreed) => no_cells(AGREED.message()),
            Some(Closing::Adjudicated(_)) => no_cells(ADJUDICATED.message()),
            Some(Closing::Given(_)) => no_cells(GIVEN.message()),
            None => self.position().ending().or_else(|| {
                let times = self.info().repetition?;
                if self.is_repetition() { no_cells(REPETITION.with("times", times)) } else { None }
            }),
        }
    }

    /// Returns how often the current position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let now = self.position().key();
        self.keys().filter(|key| *key == now).count()
    }

    /// Returns every fact about a move, the weightiest first; see [`crate::reasons`].
    ///
    /// # Errors
    /// Names the rule that the move would break.
    pub fn reasons(&self, text: &str) -> Result<Vec<Message>, Complaint> {
        self.position().reasons(text, &self.drawn_keys())
    }

    /// The keys of positions that end the game if they occur once more.
    fn drawn_keys(&self) -> Vec<u64> {
        let Some(times) = self.info().repetition else { return Vec::new() };
        let mut keys: Vec<u64> = self.keys().collect();
        keys.sort_unstable();
        let is_drawn = |same: &&[u64]| same.len() + 1 >= times as usize;
        keys.chunk_by(u64::eq).filter(is_drawn).map(|same| same[0]).collect()
    }

    /// Returns one gesture that makes the last move, so that front ends can mark its cells.
    pub fn last_gesture(&self) -> Option<Gesture> {
        let mv = self.moves().last()?;
        self.position_at(self.played - 1)?.gestures(mv).ok()?.into_iter().next()
    }

    /// Returns the comment after so many moves; empty where there is none.
    pub fn comment(&self, played: usize) -> &str {
        self.notes[..=self.played].get(played).map_or("", |note| &note.comment)
    }

    /// Sets the comment after so many moves. Its text becomes one line without braces.
    pub fn set_comment(&mut self, played: usize, text: impl AsRef<str>) {
        if let Some(note) = self.notes[..=self.played].get_mut(played) {
            note.comment = notation::clean_comment(text.as_ref());
        }
    }

    /// Returns the marks of the move after which so many are played; none at the start, where no move was
    /// made.
    pub fn marks(&self, played: usize) -> &[Mark] {
        self.notes[..=self.played].get(played).map_or(&[], |note| &note.marks)
    }

    /// Sets those marks; past [`MARKS_MAX`] they are left out.
    pub fn set_marks(&mut self, played: usize, marks: &[Mark]) {
        if let Some(note) = self.notes[..=self.played].get_mut(played) {
            note.marks = marks[..marks.len().min(MARKS_MAX)].to_vec();
        }
    }

    pub(crate) fn note(&self, played: usize) -> &Note {
        &self.notes[played]
    }

    fn is_repetition(&self) -> bool {
        self.info().repetition.is_some_and(|times| self.occurrences() >= times as usize)
    }
}
