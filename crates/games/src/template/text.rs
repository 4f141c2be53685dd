//! Notation of noughts and crosses: `x1o/3/3 x`, `b2`, and a Prolog board.

use std::fmt;
use std::str::FromStr;

use super::{Mark, Noughts, SIZE, bit, line};
use crate::grid::{self, Fields, Place};
use crate::prolog::{self, State};
use crate::{Complaint, ParseError, Player, Position};

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
        if prolog::is_prolog(text) {
            return read_prolog(text);
        }
        let mut fields = Fields::of(text);
        let mut sides = [0; 2];
        grid::read_board(fields.need(grid::BOARD)?, SIZE, SIZE, |place, letter, _| match Self::INFO.player(letter) {
            Some(player) => {
                sides[player.index()] |= square(place);
                true
            }
            None => false,
        })?;
        let turn = grid::read_side(fields.need(grid::TURN)?, &Self::INFO)?;
        fields.end()?;
        checked(sides, turn)
    }
}

impl fmt::Display for Mark {
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

fn checked(sides: [u16; 2], turn: Player) -> Result<Noughts, ParseError> {
    if line(sides[turn.index()]) != 0 {
        return Err(MOVER_HAS_LINE.with("side", Noughts::INFO.named(turn)));
    }
    Ok(Noughts { sides, turn: turn.index() })
}

pub(super) fn read_move(position: &Noughts, text: &str) -> Result<Mark, Complaint> {
    let (file, rank) = grid::read_square(text.trim(), SIZE, SIZE)?;
    if position.outcome().is_some() {
        return Err(OVER.message());
    }
    if position.owner(bit(file, rank)).is_some() {
        return Err(TAKEN.with("cell", grid::square_name(file, rank)));
    }
    Ok(Mark((SIZE * rank + file) as u8))
}

fn read_prolog(text: &str) -> Result<Noughts, ParseError> {
    let state = State::read(text)?;
    let mut sides = [0; 2];
    prolog::read_rows(&state.board, SIZE, SIZE, |row, column, term| match term.atom() {
        Some("e") => true,
        Some(side @ ("x" | "o")) => {
            sides[usize::from(side == "o")] |= square(Place { column, row });
            true
        }
        _ => false,
    })?;
    let turn = match state.turn(["x", "o"], Player::First)? {
        Some(turn) => turn,
        // Whoever has won cannot be the one to move.
        None if line(sides[0]) != 0 && line(sides[1]) == 0 => Player::Second,
        None => Player::First,
    };
    checked(sides, turn)
}

pub(super) fn to_prolog(position: &Noughts) -> String {
    let letter = |player| Noughts::INFO.side(player).letter;
    let rows = prolog::write_rows(SIZE, SIZE, |row, column| position.owner(square(Place { column, row })).map_or('e', letter).to_string());
    prolog::write_state(&rows, &letter(position.turn()).to_string())
}
