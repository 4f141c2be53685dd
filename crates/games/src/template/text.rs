//! Notation of noughts and crosses: `x1o/3/3 x`, `b2`.

use std::fmt;
use std::str::FromStr;

use super::{Noughts, Placement, SIZE, bit, line};
use crate::grid::{self, Fields, Place};
use crate::{Complaint, ParseError, Position};

phrases! {
    MOVER_HAS_LINE = "template-mover-line": "{side} is to move but already has a line";
    OVER = "template-over": "the game is over";
    TAKEN = "template-taken": "{cell} is taken";
    LINE = "template-line": "{side} has three in a row";
    FULL = "template-full": "the board is full";
}

impl fmt::Display for Noughts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player| Self::INFO.side(player).letter;
        grid::write_board(f, SIZE, SIZE, |place| self.owner(square(place)).map(letter))?;
        write!(f, " {}", letter(self.turn()))
    }
}

impl FromStr for Noughts {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut fields = Fields::of(text);
        let mut sides = [0; 2];
        grid::read_board(fields.need(grid::BOARD)?, SIZE, SIZE, |place, letter, _| {
            match Self::INFO.player(letter) {
                Some(player) => {
                    sides[player.index()] |= square(place);
                    true
                }
                None => false,
            }
        })?;
        let turn = grid::read_side(fields.need(grid::TURN)?, &Self::INFO)?;
        fields.end()?;
        if line(sides[turn.index()]) != 0 {
            return Err(MOVER_HAS_LINE.with("side", Self::INFO.named(turn)));
        }
        Ok(Self { sides, turn: turn.index() })
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&cell_name(self.0.into()))
    }
}

pub(super) fn cell_name(square: usize) -> String {
    grid::square_name(square % SIZE, square / SIZE)
}

fn square(place: Place) -> u16 {
    bit(place.column, SIZE - 1 - place.row)
}

pub(super) fn read_move(position: &Noughts, text: &str) -> Result<Placement, Complaint> {
    let (file, rank) = grid::read_square(text.trim(), SIZE, SIZE)?;
    if position.outcome().is_some() {
        return Err(OVER.message());
    }
    if position.owner(bit(file, rank)).is_some() {
        return Err(TAKEN.with("cell", grid::square_name(file, rank)));
    }
    Ok(Placement((SIZE * rank + file) as u8))
}
