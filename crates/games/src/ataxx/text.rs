//! Ataxx's notation: `x5o/7/7/7/7/7/o5x x 0 1`, `g2`, `a7a5`, `0000`, and the report's Prolog board.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use super::{Ataxx, BITS, BOARD, Competitive, Edition, FAR, Infection, NEAR, RANK, SIZE, Step, bit, bits};
use crate::grid::{self, Fields, Place};
use crate::prolog::{self, PrologState, Term};
use crate::{
    Complaint, Info, Outcome, ParseError, Player, Position, Shape, Side, Start, Surface, Tint, quote,
};

phrases! {
    FORM = "ataxx-form": "a move is written like g2 (clone), a7a5 (jump) or 0000 (pass), not {text}";
    OVER = "ataxx-over": "the game is over";
    CANNOT_PASS = "ataxx-cannot-pass": "{side} has a move and may not pass";
    MUST_PASS = "ataxx-must-pass": "{side} has no move and must pass";
    OTHER_SIDE = "ataxx-other-side": "{text} would put a piece of {other} down, but {side} is to move";
    NO_PIECE = "ataxx-no-piece": "there is no piece on {cell}";
    NOT_YOURS = "ataxx-not-yours": "the piece on {cell} is not {side}'s";
    TOO_FAR = "ataxx-too-far": "{to} is more than two squares away from {from}";
    GAP = "ataxx-gap": "{cell} is a gap in the board";
    TAKEN = "ataxx-taken": "{cell} is not empty";
    NOT_NEAR = "ataxx-not-near": "{side} has no piece next to {cell} to clone";
    NO_WAY = "ataxx-no-way": "the piece on {cell} has no empty square within reach";
    NO_PIECES = "ataxx-no-pieces": "{side} has no pieces left";
    ALL_GONE = "ataxx-all-gone": "there are no pieces left";
    FULL = "ataxx-full": "the board is full, {more} pieces to {fewer}";
    FULL_EVEN = "ataxx-full-even": "the board is full and both sides have {count} pieces";
    STUCK = "ataxx-stuck": "neither side can move, {more} pieces to {fewer}";
    STUCK_EVEN = "ataxx-stuck-even": "neither side can move and both have {count} pieces";
    PLAYERS = "ataxx-players": "Player A          Player B";
    POINTS = "ataxx-points": "{left}{right}";
    BLANK = "ataxx-blank": "";
    PLAYER_TURN = "ataxx-player-turn": "It is player {player}'s turn.";
    CLOCK = "ataxx-clock": "{count} jumps and passes without a clone";
    CLONE = "ataxx-kind-clone": "a clone";
    JUMP = "ataxx-kind-jump": "a jump";
    PASS = "ataxx-kind-pass": "a pass";
    TURNS_ONE = "ataxx-turns-one": "turns one piece";
    TURNS = "ataxx-turns": "turns {count} pieces";
    LEAVES_ONE = "ataxx-leaves-one": "leaves one piece to be turned, by a move to {cell}";
    LEAVES = "ataxx-leaves": "leaves {count} pieces to be turned, by a move to {cell}";
    SAFE = "ataxx-safe": "leaves no piece to be turned";
    STOPS = "ataxx-stops": "leaves {side} without a move";
}

impl Edition for Competitive {
    const INFO: Info = Info {
        id: "ataxx",
        name: "Ataxx",
        family: "Ataxx",
        sides: [
            Side { name: "Red", letter: 'x', symbol: 'x', glyph: '×', tint: Tint::RED },
            Side { name: "Blue", letter: 'o', symbol: 'o', glyph: '○', tint: Tint::BLUE },
        ],
        shape: Shape::Disc,
        surface: Surface::SLATE,
        starts: &[
            Start { name: "standard", text: "x5o/7/7/7/7/7/o5x x 0 1" },
            // The boards of the arcade game, in its order. The first nine go by their shape.
            Start { name: "ring", text: "x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1" },
            Start { name: "cross", text: "x5o/7/3-3/2---2/3-3/7/o5x x 0 1" },
            Start { name: "four", text: "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1" },
            Start { name: "diagonals", text: "x5o/1-3-1/2-1-2/7/2-1-2/1-3-1/o5x x 0 1" },
            Start { name: "five", text: "x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1" },
            Start { name: "edges", text: "x2-2o/7/7/-5-/7/7/o2-2x x 0 1" },
            Start { name: "gates", text: "x2-2o/3-3/7/--3--/7/3-3/o2-2x x 0 1" },
            Start { name: "quarters", text: "x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1" },
            Start { name: "octagon", text: "x5o/2-1-2/1-3-1/7/1-3-1/2-1-2/o5x x 0 1" },
            Start { name: "arcade-10", text: "x2-2o/7/1-3-1/-5-/1-3-1/7/o2-2x x 0 1" },
            Start { name: "arcade-11", text: "x1-1-1o/7/-2-2-/7/-2-2-/7/o1-1-1x x 0 1" },
            Start { name: "arcade-12", text: "x1-1-1o/7/2-1-2/1-3-1/2-1-2/7/o1-1-1x x 0 1" },
            Start { name: "arcade-13", text: "x2-2o/2-1-2/1-3-1/-5-/1-3-1/2-1-2/o2-2x x 0 1" },
            Start { name: "arcade-14", text: "x1-1-1o/1-3-1/-5-/7/-5-/1-3-1/o1-1-1x x 0 1" },
            Start { name: "arcade-15", text: "x1-1-1o/7/-1-1-1-/7/-1-1-1-/7/o1-1-1x x 0 1" },
            Start { name: "arcade-16", text: "x2-2o/7/1--1--1/--3--/1--1--1/7/o2-2x x 0 1" },
            Start { name: "arcade-17", text: "x1-1-1o/2-1-2/-5-/-2-2-/-5-/2-1-2/o1-1-1x x 0 1" },
            Start { name: "arcade-18", text: "x5o/2-1-2/--1-1--/3-3/--1-1--/2-1-2/o5x x 0 1" },
            Start { name: "arcade-19", text: "x1---1o/7/--1-1--/-5-/--1-1--/7/o1---1x x 0 1" },
        ],
        repetition: None,
        // cuteataxx and python-ataxx call x Black.
        pgn: Some(["Black", "White"]),
        rules: &[("en", include_str!("rules.md")), ("pt", include_str!("rules.pt.md"))],
        goal: &[("en", include_str!("goal.txt")), ("pt", include_str!("goal.pt.txt"))],
        lesson: include_str!("lesson.txt"),
        phrases: PHRASES,
    };
    const A: Player = Player::First;
}

impl Edition for Infection {
    const INFO: Info = Info {
        id: "infection",
        name: "The 7th Guest: Infection",
        family: "Ataxx",
        sides: [
            Side { name: "Red", letter: 'x', symbol: 'x', glyph: '●', tint: Tint::RED },
            Side { name: "Blue", letter: 'o', symbol: 'o', glyph: '○', tint: Tint::BLUE },
        ],
        shape: Shape::Microbe,
        surface: Surface::SLATE,
        starts: &[
            Start { name: "standard", text: "o5x/7/7/7/7/7/x5o x 0 1" },
            Start { name: "antibodies", text: "o5x/7/2-1-2/3-3/2-1-2/7/x5o x 0 1" },
        ],
        repetition: None,
        pgn: None,
        rules: &[("en", include_str!("rules-infection.md")), ("pt", include_str!("rules-infection.pt.md"))],
        goal: &[("en", include_str!("goal-infection.txt")), ("pt", include_str!("goal-infection.pt.txt"))],
        lesson: include_str!("lesson-infection.txt"),
        phrases: PHRASES,
    };
    const A: Player = Player::Second;
}

impl<S: Edition> fmt::Display for Ataxx<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player| S::INFO.side(player).letter;
        grid::write_board(f, SIZE, SIZE, |place| match self.owner(square(place)) {
            Some(player) => Some(letter(player)),
            None => (self.ground & square(place) == 0).then_some('-'),
        })?;
        write!(f, " {} {} {}", letter(self.turn), self.clock, self.number)
    }
}

impl<S: Edition> FromStr for Ataxx<S> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if prolog::is_prolog(text) {
            return read_prolog(text);
        }
        let mut fields = Fields::of(text);
        let board = fields.need(grid::BOARD)?;
        let dialect = Dialect::of(board);
        let mut squares = Squares::default();
        grid::read_board(board, SIZE, SIZE, |place, letter, _| match dialect.content(letter) {
            Some(content) => {
                squares.put(square(place), content);
                true
            }
            None => false,
        })?;
        let turn = dialect.side::<S>(fields.need(grid::TURN)?)?;
        let mut counter =
            |field, missing| fields.next(field).map_or(Ok(missing), |text| grid::read_counter(text, field));
        let clock = counter(grid::CLOCK, 0)?;
        let number = counter(grid::FULL_NUMBER, 1)?;
        fields.end()?;
        Ok(squares.position(turn, clock, number))
    }
}

/// What a position text says of a square that is not plainly empty.
#[derive(Clone, Copy)]
enum Content {
    Piece(Player),
    Gap,
}

/// A board as it is read.
#[derive(Default)]
struct Squares {
    sides: [u64; 2],
    gaps: u64,
}

impl Squares {
    fn put(&mut self, square: u64, content: Content) {
        match content {
            Content::Piece(player) => self.sides[player.index()] |= square,
            Content::Gap => self.gaps |= square,
        }
    }

    fn position<S: Edition>(&self, turn: Player, clock: u16, number: u16) -> Ataxx<S> {
        let (mover, waiting) = (self.sides[turn.index()], self.sides[(!turn).index()]);
        Ataxx { mover, waiting, ground: BOARD & !self.gaps, clock, number, turn, skin: PhantomData }
    }
}

/// The letters of a position text. Fairy-Stockfish calls the player who starts White, where the common
/// letters make that player Black, so the same `w` as side to move means one thing beside its own pieces and
/// another beside the common ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Common,
    Fairy,
}

impl Dialect {
    fn of(board: &str) -> Self {
        if board.contains(['P', 'p', '*']) { Self::Fairy } else { Self::Common }
    }

    fn content(self, letter: char) -> Option<Content> {
        match (self, letter) {
            (Self::Common, '-') | (Self::Fairy, '*') => Some(Content::Gap),
            (Self::Common, letter) => common_player(letter).map(Content::Piece),
            (Self::Fairy, 'P') => Some(Content::Piece(Player::First)),
            (Self::Fairy, 'p') => Some(Content::Piece(Player::Second)),
            (Self::Fairy, _) => None,
        }
    }

    fn side<S: Edition>(self, text: &str) -> Result<Player, ParseError> {
        let mut letters = text.chars();
        match (self, letters.next(), letters.next()) {
            (Self::Common, Some(letter), None) => {
                common_player(letter).ok_or_else(|| grid::wrong_side(text, &S::INFO))
            }
            (Self::Common, ..) => Err(grid::wrong_side(text, &S::INFO)),
            (Self::Fairy, Some('w'), None) => Ok(Player::First),
            (Self::Fairy, Some('b'), None) => Ok(Player::Second),
            (Self::Fairy, ..) => {
                Err(grid::SIDE.with("first", 'w').with("second", 'b').with("text", quote(text)))
            }
        }
    }
}

fn common_player(letter: char) -> Option<Player> {
    match letter {
        'x' | 'X' | 'b' | 'B' => Some(Player::First),
        'o' | 'O' | 'w' | 'W' => Some(Player::Second),
        _ => None,
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::PASS {
            return f.write_str("0000");
        }
        if self.from != self.to {
            f.write_str(&cell_name(self.from.into()))?;
        }
        f.write_str(&cell_name(self.to.into()))
    }
}

pub(super) fn cell_name(index: usize) -> String {
    grid::square_name(index % RANK, index / RANK)
}

/// Returns the cells of a set of squares, by name.
pub(super) fn cell_names(set: u64) -> Vec<String> {
    debug_assert!(set >> BITS == 0);
    bits(set).map(cell_name).collect()
}

pub(super) fn square(place: Place) -> u64 {
    bit(place.column, SIZE - 1 - place.row)
}

/// A move as it is written, before anything is known of the position.
enum Wanted {
    Pass,
    Clone { to: usize },
    Drop { of: Option<Player>, to: usize },
    Between { from: usize, to: usize },
}

fn read_wanted(text: &str) -> Result<Wanted, Complaint> {
    let form = || FORM.with("text", quote(text));
    let cell = |name: &[u8]| match name {
        [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit() => {
            read_cell(&String::from_utf8_lossy(name))
        }
        _ => Err(form()),
    };
    Ok(match text.trim().to_ascii_lowercase().as_bytes() {
        b"0000" | b"pass" | b"null" => Wanted::Pass,
        [b'p', b'@', to @ ..] => Wanted::Drop { of: None, to: cell(to)? },
        [b'x', b'@', to @ ..] => Wanted::Drop { of: Some(Player::First), to: cell(to)? },
        [b'o', b'@', to @ ..] => Wanted::Drop { of: Some(Player::Second), to: cell(to)? },
        to @ [_, _] => Wanted::Clone { to: cell(to)? },
        [file, rank, b'-', to @ ..] | [file, rank, to @ ..] => {
            Wanted::Between { from: cell(&[*file, *rank])?, to: cell(to)? }
        }
        _ => return Err(form()),
    })
}

fn read_cell(name: &str) -> Result<usize, Complaint> {
    grid::read_square(name, SIZE, SIZE).map(|(file, rank)| RANK * rank + file)
}

pub(super) fn read_move<S: Edition>(position: &Ataxx<S>, text: &str) -> Result<Step, Complaint> {
    let wanted = read_wanted(text)?;
    let side = S::INFO.named(position.turn);
    let must_pass = check_turn(position)?;
    let (from, to) = match wanted {
        Wanted::Pass if must_pass => return Ok(Step::PASS),
        Wanted::Pass => return Err(CANNOT_PASS.with("side", side)),
        _ if must_pass => return Err(MUST_PASS.with("side", side)),
        Wanted::Drop { of: Some(owner), .. } if owner != position.turn => {
            let other = S::INFO.named(owner);
            return Err(OTHER_SIDE.with("text", quote(text.trim())).with("other", other).with("side", side));
        }
        Wanted::Clone { to } | Wanted::Drop { to, .. } => (None, to),
        Wanted::Between { from, to } => (Some(check_owner(position, from)?), to),
    };
    if position.ground >> to & 1 == 0 {
        return Err(GAP.with("cell", cell_name(to)));
    }
    if position.owner(1 << to).is_some() {
        return Err(TAKEN.with("cell", cell_name(to)));
    }
    match from {
        None if NEAR[to] & position.mover == 0 => {
            Err(NOT_NEAR.with("side", side).with("cell", cell_name(to)))
        }
        None => Ok(Step::clone_to(to)),
        Some(from) if NEAR[from] >> to & 1 == 1 => Ok(Step::clone_to(to)),
        Some(from) if FAR[from] >> to & 1 == 1 => Ok(Step::jump(from, to)),
        Some(from) => Err(TOO_FAR.with("from", cell_name(from)).with("to", cell_name(to))),
    }
}

/// Returns whether a move can begin with the piece on this square.
pub(super) fn check_source<S: Edition>(position: &Ataxx<S>, cell: &str) -> Result<(), Complaint> {
    let from = read_cell(cell)?;
    if check_turn(position)? {
        return Err(MUST_PASS.with("side", S::INFO.named(position.turn)));
    }
    check_owner(position, from)?;
    if (NEAR[from] | FAR[from]) & position.empty() == 0 {
        Err(NO_WAY.with("cell", cell_name(from)))
    } else {
        Ok(())
    }
}

/// Returns whether the player to move must pass. Never so when the game is over.
fn check_turn<S: Edition>(position: &Ataxx<S>) -> Result<bool, Complaint> {
    match position.nth_move(0) {
        None => Err(OVER.message()),
        Some(mv) => Ok(mv == Step::PASS),
    }
}

fn check_owner<S: Edition>(position: &Ataxx<S>, from: usize) -> Result<usize, Complaint> {
    match position.owner(1 << from) {
        None => Err(NO_PIECE.with("cell", cell_name(from))),
        Some(owner) if owner != position.turn => {
            Err(NOT_YOURS.with("cell", cell_name(from)).with("side", S::INFO.named(position.turn)))
        }
        Some(_) => Ok(from),
    }
}

fn read_prolog<S: Edition>(text: &str) -> Result<Ataxx<S>, ParseError> {
    let state = PrologState::read(text)?;
    let mut squares = Squares::default();
    prolog::read_rows(&state.board, SIZE, SIZE, |row, column, term| {
        let content = match term.atom() {
            Some(" ") => return true,
            Some("a") => Content::Piece(S::A),
            Some("b") => Content::Piece(!S::A),
            Some("-") => Content::Gap,
            _ => return false,
        };
        squares.put(square(Place { column, row }), content);
        true
    })?;
    let turn = match &state.player {
        // The report's program calls its players by capital letters.
        Some(Term::Atom(name) | Term::Variable(name)) if name == "A" => Some(S::A),
        Some(Term::Atom(name) | Term::Variable(name)) if name == "B" => Some(!S::A),
        _ => state.turn(Player::BOTH.map(prolog_name::<S>), S::A)?,
    };
    let first_to_move: Ataxx<S> = squares.position(Player::First, 0, 1);
    Ok(match turn {
        Some(turn) => squares.position(turn, 0, 1),
        // The winner is never the side to move.
        None if first_to_move.outcome() == Some(Outcome::Win(Player::First)) => {
            squares.position(Player::Second, 0, 1)
        }
        None => first_to_move,
    })
}

pub(super) fn prolog_name<S: Edition>(player: Player) -> &'static str {
    if player == S::A { "a" } else { "b" }
}

pub(super) fn to_prolog<S: Edition>(position: &Ataxx<S>) -> String {
    let rows = prolog::write_rows(SIZE, SIZE, |row, column| {
        let square = square(Place { column, row });
        let atom = match position.owner(square) {
            Some(player) => prolog_name::<S>(player),
            None if position.ground & square == 0 => "-",
            None => " ",
        };
        prolog::write_atom(atom)
    });
    prolog::write_state(&rows, prolog_name::<S>(position.turn))
}
