//! Neutreeko's notation: `1w1w1/2b2/5/2w2/1b1b1 b`, `b1-c1`, and the report's Prolog board.

use std::fmt;
use std::str::FromStr;

use super::{BITS, MARGIN, Neutreeko, RANK, RAYS, SIZE, STEPS, Slide, bit, bits, has_line, stop};
use crate::grid::{self, Fields, Place};
use crate::prolog::{self, PrologState};
use crate::{Complaint, ParseError, Player, Position, quote};

phrases! {
    PIECES = "neutreeko-pieces": "{side} has {found} pieces, expected 3";
    MOVER_HAS_LINE = "neutreeko-mover-line": "{side} is to move but already has a line: no game comes to this";
    FORM = "neutreeko-form": "a move is written like b1-c1, not {text}";
    OVER = "neutreeko-over": "the game is over";
    NO_PIECE = "neutreeko-no-piece": "there is no piece on {cell}";
    NOT_YOURS = "neutreeko-not-yours": "the piece on {cell} is not {side}'s";
    NOT_STRAIGHT = "neutreeko-not-straight": "{to} does not lie in a straight line from {from}";
    BLOCKED = "neutreeko-blocked": "the piece on {from} is blocked towards {to}";
    SLIDES_ON = "neutreeko-slides-on": "a piece slides as far as it can: from {from} towards {to} it stops on {stop}";
    LINE = "neutreeko-line": "{side} has three in a row";
    STRAIGHT = "neutreeko-straight": "a straight slide";
    DIAGONAL = "neutreeko-diagonal": "a diagonal slide";
    PAIR = "neutreeko-pair": "stands next to its own piece on {cell}";
}

impl fmt::Display for Neutreeko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player| Self::INFO.side(player).letter;
        grid::write_board(f, SIZE, SIZE, |place| self.owner(square(place)).map(letter))?;
        write!(f, " {}", letter(self.turn))
    }
}

impl FromStr for Neutreeko {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if prolog::is_prolog(text) {
            return read_prolog(text);
        }
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
        checked(sides, turn)
    }
}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", cell_name(self.from.into()), cell_name(self.to.into()))
    }
}

pub(super) fn cell_name(index: usize) -> String {
    grid::square_name(index % RANK, index / RANK)
}

fn square(place: Place) -> u32 {
    bit(place.column, SIZE - 1 - place.row)
}

fn checked(sides: [u32; 2], turn: Player) -> Result<Neutreeko, ParseError> {
    for player in Player::BOTH {
        let found = sides[player.index()].count_ones();
        if found != 3 {
            return Err(PIECES.with("side", Neutreeko::INFO.named(player)).with("found", found));
        }
    }
    let (mover, waiting) = (sides[turn.index()], sides[(!turn).index()]);
    if has_line(mover) {
        return Err(MOVER_HAS_LINE.with("side", Neutreeko::INFO.named(turn)));
    }
    Ok(Neutreeko { mover, waiting, turn })
}

pub(super) fn read_move(position: &Neutreeko, text: &str) -> Result<Slide, Complaint> {
    let form = || FORM.with("text", quote(text));
    let bare: String = text.trim().chars().filter(|c| *c != '-').collect();
    let shaped = bare
        .bytes()
        .enumerate()
        .all(|(index, byte)| if index % 2 == 0 { byte.is_ascii_alphabetic() } else { byte.is_ascii_digit() });
    if !shaped || bare.len() != 4 || text.matches('-').count() > 1 {
        return Err(form());
    }
    let from = check_source(position, &bare[..2])?;
    let to = read_cell(&bare[2..])?;
    let towards =
        |phrase: &'static crate::Phrase| phrase.with("from", cell_name(from)).with("to", cell_name(to));
    let direction = (0..STEPS.len()).find(|direction| RAYS[from][*direction] >> (to + MARGIN) & 1 == 1);
    let Some(direction) = direction else { return Err(towards(NOT_STRAIGHT)) };
    match stop(from, direction, position.blockers()) {
        stop if stop == to => Ok(Slide { from: from as u8, to: to as u8 }),
        stop if stop == from => Err(towards(BLOCKED)),
        stop => Err(towards(SLIDES_ON).with("stop", cell_name(stop))),
    }
}

/// Returns whether the player to move may move the piece on this square; its index if so.
pub(super) fn check_source(position: &Neutreeko, cell: &str) -> Result<usize, Complaint> {
    let from = read_cell(cell)?;
    if position.outcome().is_some() {
        return Err(OVER.message());
    }
    match position.owner(1 << from) {
        None => Err(NO_PIECE.with("cell", cell_name(from))),
        Some(owner) if owner != position.turn => {
            Err(NOT_YOURS.with("cell", cell_name(from)).with("side", Neutreeko::INFO.named(position.turn)))
        }
        Some(_) => Ok(from),
    }
}

fn read_cell(name: &str) -> Result<usize, Complaint> {
    grid::read_square(name, SIZE, SIZE).map(|(file, rank)| RANK * rank + file)
}

fn read_prolog(text: &str) -> Result<Neutreeko, ParseError> {
    let state = PrologState::read(text)?;
    let mut sides = [0; 2];
    prolog::read_rows(&state.board, SIZE, SIZE, |row, column, term| match term.atom() {
        Some("x") => true,
        Some(atom) => match (atom == "b", atom == "w") {
            (false, false) => false,
            (black, _) => {
                sides[usize::from(!black)] |= square(Place { column, row });
                true
            }
        },
        None => false,
    })?;
    let turn = match state.turn(["black", "white"], Player::Second)? {
        Some(turn) => turn,
        // The winner cannot be the side to move.
        None if has_line(sides[0]) && !has_line(sides[1]) => Player::Second,
        None => Player::First,
    };
    checked(sides, turn)
}

pub(super) fn to_prolog(position: &Neutreeko) -> String {
    let rows = prolog::write_rows(SIZE, SIZE, |row, column| {
        let owner = position.owner(square(Place { column, row }));
        owner.map_or('x', |player| Neutreeko::INFO.side(player).letter).to_string()
    });
    let player = match position.turn {
        Player::First => "black",
        Player::Second => "white",
    };
    prolog::write_state(&rows, player)
}

/// Returns the cells of a set of squares, by name.
pub(super) fn cell_names(set: u32) -> Vec<String> {
    debug_assert!(set >> BITS == 0);
    bits(set).map(cell_name).collect()
}
