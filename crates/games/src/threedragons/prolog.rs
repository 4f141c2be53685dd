//! The report's Prolog board: the piece counts `[White,Black]`, then nine lists of cells.

use super::board::SIZE;
use super::text::{Mark, Marks, build, square};
use super::{Strengths, ThreeDragons, Variant, is_beaten};
use crate::grid::Place;
use crate::prolog::{self, PrologState, Term};
use crate::{ParseError, Player};

/// The players' names, in the order of play.
const NAMES: [&str; 2] = ["white", "black"];

pub(super) fn read<V: Variant>(text: &str) -> Result<ThreeDragons<V>, ParseError> {
    let state = PrologState::read(text)?;
    // The counts are not believed: the cells say it again.
    let rows = match state.board.split_first() {
        Some((counts, rows)) if is_counts(counts) => rows,
        _ => &state.board,
    };
    let mut marks: Marks = [[Mark::Empty; SIZE]; SIZE];
    prolog::read_rows(rows, SIZE, SIZE, |row, column, term| match read_cell::<V>(term) {
        Some(mark) => {
            marks[row][column] = mark;
            true
        }
        None => false,
    })?;
    match state.turn(NAMES, Player::First)? {
        Some(turn) => build(&marks, turn),
        None => {
            let position: ThreeDragons<V> = build(&marks, Player::First)?;
            // The winner cannot be the side to move.
            if is_beaten(position.waiting) { build(&marks, Player::Second) } else { Ok(position) }
        }
    }
}

pub(super) fn write<V: Variant>(position: &ThreeDragons<V>) -> String {
    let counts = Player::BOTH.map(|player| position.pieces(player).count_ones());
    let mut rows = vec![format!("[{},{}]", counts[0], counts[1])];
    rows.extend(prolog::write_rows(SIZE, SIZE, |row, column| {
        match position.mark(square(Place { column, row })) {
            Mark::Empty => "empty".to_owned(),
            Mark::Mountain => "mountain".to_owned(),
            Mark::Cave => "dragonCave".to_owned(),
            Mark::SpentCave => "dragonCave(invoked)".to_owned(),
            Mark::Piece(player, _) if V::Strengths::STRONGEST == 1 => NAMES[player.index()].to_owned(),
            Mark::Piece(player, strength) => format!("{}({strength})", NAMES[player.index()]),
        }
    }));
    prolog::write_state(&rows, NAMES[position.turn.index()])
}

fn is_counts(term: &Term) -> bool {
    term.list().is_some_and(|counts| counts.len() == 2 && counts.iter().all(|count| count.number().is_some()))
}

fn read_cell<V: Variant>(term: &Term) -> Option<Mark> {
    let piece = |name: &str, strength| {
        let player = Player::BOTH.into_iter().find(|player| NAMES[player.index()] == name)?;
        Some(Mark::Piece(player, strength))
    };
    match term {
        Term::Atom(name) => match name.as_str() {
            "empty" => Some(Mark::Empty),
            "mountain" => Some(Mark::Mountain),
            "dragonCave" => Some(Mark::Cave),
            name if V::Strengths::STRONGEST == 1 => piece(name, 1),
            _ => None,
        },
        Term::Compound(name, args) => match args.as_slice() {
            [Term::Atom(state)] if name == "dragonCave" && state == "invoked" => Some(Mark::SpentCave),
            [Term::Number(strength)] if V::Strengths::STRONGEST > 1 => {
                let strength = u8::try_from(*strength)
                    .ok()
                    .filter(|strength| (1..=V::Strengths::STRONGEST).contains(strength))?;
                piece(name, strength)
            }
            _ => None,
        },
        _ => None,
    }
}
