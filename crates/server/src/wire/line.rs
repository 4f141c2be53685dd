//! A line of moves that a client asks about.

use games::Record;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::config::POSITION_MAX;
use crate::error::{ApiError, ErrorCode};

/// Moves of a line at most, and bytes of one.
const MOVES_MAX: usize = 2000;
const MOVE_MAX: usize = 100;

/// A position with the moves that led to it, so that repetition is known.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct LineAsk {
    /// The id of a rule set.
    pub game: String,
    /// The text of the start; absent: the standard one.
    #[serde(default)]
    pub position: Option<String>,
    #[serde(default)]
    pub moves: Vec<String>,
}

impl LineAsk {
    /// Plays the moves.
    ///
    /// # Errors
    /// What is wrong with the start or with a move.
    pub fn record(&self) -> Result<Record, ApiError> {
        let game = games::find(&self.game).ok_or(ErrorCode::UnknownGame)?;
        let position = self.position.as_deref();
        if position.is_some_and(|text| text.len() > POSITION_MAX)
            || self.moves.len() > MOVES_MAX
            || self.moves.iter().any(|mv| mv.len() > MOVE_MAX)
        {
            return Err(ErrorCode::TooLarge.into());
        }
        let start = match position {
            Some(text) => {
                (game.read)(text).map_err(|error| ApiError::with_detail(ErrorCode::BadPosition, &error))?
            }
            None => (game.start)(),
        };
        let mut record = Record::from_position(game, start);
        for mv in &self.moves {
            record.play(mv).map_err(|error| ApiError::with_detail(ErrorCode::IllegalMove, &error))?;
        }
        Ok(record)
    }
}
