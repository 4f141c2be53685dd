//! Games on a board of squares with one kind of piece a side. Such a game writes its [`GridRules`];
//! positions, their texts, the notation of moves, pictures, gestures and refusals come from here.
//!
//! A position is the squares of both sides and the turn. Squares are numbered row by row from a1, which is 0,
//! and sets of squares are bits of a `u64`, so a board has at most 64 squares and 9 columns. A move places a
//! piece on a square, or takes one from a square to another.

#[cfg(test)]
mod tests;

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::marker::PhantomData;
use std::str::FromStr;

use crate::grid::{self, Fields, Place, square_name};
use crate::{
    Complaint, Ending, Face, Gesture, Ground, Heuristics, Info, Message, Outcome, ParseError, Picture, Piece,
    Player, Position, quote,
};

phrases! {
    FORM = "grid-form": "a move is written like {example}, not {text}";
    OVER = "grid-over": "the game is over";
    NO_PIECE = "grid-no-piece": "there is no piece on {cell}";
    NOT_YOURS = "grid-not-yours": "the piece on {cell} is not {side}'s";
    STUCK = "grid-stuck": "the piece on {cell} cannot move";
    TAKEN = "grid-taken": "{cell} is taken";
    NOT_PLACED = "grid-not-placed": "no piece can be placed on {cell} now";
    NOT_REACHED = "grid-not-reached": "the piece on {from} cannot move to {to}";
}

/// What a game on squares says of itself. The defaults suit a game in which a piece takes what stands on the
/// square that it comes to.
pub trait GridRules: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    const INFO: Info;
    const COLUMNS: usize;
    const ROWS: usize;

    /// Returns the result that the position itself shows.
    fn outcome(position: &GridPosition<Self>) -> Option<Outcome>;

    /// Appends the legal moves of a position without an outcome, in a fixed order; at least one.
    fn moves(position: &GridPosition<Self>, out: &mut Vec<GridMove<Self>>);

    /// Returns why a game is over that has this outcome, and the squares that decided it.
    fn ending(position: &GridPosition<Self>, outcome: Outcome) -> (Message, u64);

    /// Changes the pieces by a legal move; the turn then passes.
    fn play(position: &mut GridPosition<Self>, mv: GridMove<Self>) {
        position.put(mv);
    }

    /// Refuses positions that no game comes to, when they are read.
    fn check(_position: &GridPosition<Self>) -> Result<(), ParseError> {
        Ok(())
    }

    /// Returns why a move is illegal, where the game can say more than that the piece cannot move there.
    fn refusal(_position: &GridPosition<Self>, _mv: GridMove<Self>) -> Option<Complaint> {
        None
    }

    /// Returns the evaluation for the side to move; see [`Heuristics::evaluate`].
    fn evaluate(_position: &GridPosition<Self>) -> i32 {
        0
    }
}

/// The squares of both sides, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GridPosition<R> {
    sides: [u64; 2],
    turn: Player,
    rules: PhantomData<R>,
}

/// A piece that comes to a square, from another square or from outside the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GridMove<R> {
    from: Option<u8>,
    to: u8,
    rules: PhantomData<R>,
}

impl<R: GridRules> GridMove<R> {
    /// A piece of the side to move is placed on a square.
    pub fn place(to: usize) -> Self {
        Self { from: None, to: to as u8, rules: PhantomData }
    }

    pub fn step(from: usize, to: usize) -> Self {
        Self { from: Some(from as u8), to: to as u8, rules: PhantomData }
    }

    /// Returns the square that the piece leaves; none if it is placed.
    pub fn from(self) -> Option<usize> {
        self.from.map(usize::from)
    }

    pub fn to(self) -> usize {
        self.to.into()
    }

    fn cells(self) -> impl Iterator<Item = String> {
        self.from().into_iter().chain([self.to()]).map(GridPosition::<R>::cell)
    }
}

impl<R: GridRules> From<GridMove<R>> for u32 {
    fn from(mv: GridMove<R>) -> Self {
        Self::from(mv.from.unwrap_or(u8::MAX)) << 8 | Self::from(mv.to)
    }
}

/// `b2`, or `a1-b2`.
impl<R: GridRules> fmt::Display for GridMove<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cells().collect::<Vec<_>>().join("-"))
    }
}

impl<R: GridRules> GridPosition<R> {
    /// Returns the squares of a player.
    pub fn pieces(&self, player: Player) -> u64 {
        self.sides[player.index()]
    }

    pub fn owner(&self, square: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.pieces(*player) >> square & 1 == 1)
    }

    pub fn empty(&self) -> u64 {
        let board = u64::MAX >> (64 - R::COLUMNS * R::ROWS);
        board & !(self.sides[0] | self.sides[1])
    }

    /// Places or moves a piece of the side to move. What stood on the square is gone.
    pub fn put(&mut self, mv: GridMove<R>) {
        let [own, other] = [self.turn, !self.turn].map(Player::index);
        if let Some(from) = mv.from {
            self.sides[own] &= !(1 << from);
        }
        self.sides[own] |= 1 << mv.to;
        self.sides[other] &= !(1 << mv.to);
    }

    /// Returns the name of a square, as messages and moves say it.
    pub fn cell(square: usize) -> String {
        square_name(square % R::COLUMNS, square / R::COLUMNS)
    }

    /// Returns the square that lies so many columns to the right and rows up, if the board has it.
    pub fn neighbour(square: usize, right: isize, up: isize) -> Option<usize> {
        let column = (square % R::COLUMNS).checked_add_signed(right).filter(|column| *column < R::COLUMNS)?;
        let rank = (square / R::COLUMNS).checked_add_signed(up).filter(|rank| *rank < R::ROWS)?;
        Some(R::COLUMNS * rank + column)
    }

    /// Returns the squares of the first unbroken straight line of this length among these squares, diagonals
    /// included; 0 if there is none.
    pub fn line(squares: u64, length: usize) -> u64 {
        let starts =
            bits(squares).flat_map(|start| [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|way| (start, way)));
        let line = |(start, (right, up)): (usize, (isize, isize))| {
            let steps = 0..length as isize;
            let mut reached = steps.map(|step| Self::neighbour(start, right * step, up * step));
            reached.try_fold(0, |line, square| Some(line | 1 << square?)).filter(|line| line & !squares == 0)
        };
        starts.filter_map(line).next().unwrap_or(0)
    }

    fn legal_moves(&self) -> Vec<GridMove<R>> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves
    }

    /// Refuses a piece that cannot be moved now.
    fn check_source(&self, from: usize) -> Result<(), Complaint> {
        match self.owner(from) {
            None => Err(NO_PIECE.with("cell", Self::cell(from))),
            Some(owner) if owner != self.turn => {
                let side = R::INFO.named(self.turn);
                Err(NOT_YOURS.with("cell", Self::cell(from)).with("side", side))
            }
            Some(_) => Ok(()),
        }
    }
}

/// Returns the squares of a set, from a1 on.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        next
    })
}

fn square<R: GridRules>(place: Place) -> usize {
    R::COLUMNS * (R::ROWS - 1 - place.row) + place.column
}

impl<R: GridRules> Position for GridPosition<R> {
    type Move = GridMove<R>;

    const INFO: Info = R::INFO;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        R::outcome(self)
    }

    fn moves(&self, out: &mut Vec<GridMove<R>>) {
        if self.outcome().is_none() {
            R::moves(self, out);
        }
    }

    fn play(&mut self, mv: GridMove<R>) {
        R::play(self, mv);
        self.turn = !self.turn;
    }

    fn key(&self) -> u64 {
        let mix = |bits: u64| {
            let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            bits ^ bits >> 31
        };
        let [first, second] = self.sides;
        mix(mix(first).wrapping_add(second)).wrapping_add(self.turn.index() as u64)
    }

    fn read_move(&self, text: &str) -> Result<GridMove<R>, Complaint> {
        let bare = text.trim();
        let read = |cell: &str| {
            grid::read_square(cell, R::COLUMNS, R::ROWS).map(|(column, rank)| R::COLUMNS * rank + column)
        };
        let mv = match (bare.is_ascii(), bare.len(), bare.get(2..3)) {
            (true, 2, _) => GridMove::place(read(bare)?),
            (true, 4, _) => GridMove::step(read(&bare[..2])?, read(&bare[2..])?),
            (true, 5, Some("-")) => GridMove::step(read(&bare[..2])?, read(&bare[3..])?),
            _ => {
                let start = Self::default().legal_moves();
                let example = start.first().map_or(String::new(), ToString::to_string);
                return Err(FORM.with("example", example).with("text", quote(text)));
            }
        };
        if self.outcome().is_some() {
            return Err(OVER.message());
        }
        if let Some(from) = mv.from() {
            self.check_source(from)?;
        }
        if self.legal_moves().contains(&mv) {
            return Ok(mv);
        }
        Err(R::refusal(self, mv).unwrap_or_else(|| match mv.from() {
            from if self.owner(mv.to()).is_some_and(|owner| from.is_none() || owner == self.turn) => {
                TAKEN.with("cell", Self::cell(mv.to()))
            }
            Some(from) => NOT_REACHED.with("from", Self::cell(from)).with("to", Self::cell(mv.to())),
            None => NOT_PLACED.with("cell", Self::cell(mv.to())),
        }))
    }
}

impl<R: GridRules> Heuristics for GridPosition<R> {
    fn evaluate(&self) -> i32 {
        R::evaluate(self)
    }
}

impl<R: GridRules> Face for GridPosition<R> {
    fn picture(&self) -> Picture {
        grid::picture(&R::INFO, R::COLUMNS, R::ROWS, |file, rank| {
            (Ground::Plain, self.owner(R::COLUMNS * rank + file).map(Piece::of))
        })
    }

    fn gestures(&self, mv: GridMove<R>) -> Vec<Gesture> {
        vec![Gesture::touch(mv.cells())]
    }

    fn objection(&self, cells: &[&str]) -> Option<Complaint> {
        if cells.is_empty() {
            return None;
        }
        let moves = self.legal_moves();
        let begins = |mv: &GridMove<R>| {
            let known = mv.cells().zip(cells).filter(|(cell, touched)| cell == *touched);
            known.count() == cells.len()
        };
        if moves.iter().any(begins) {
            return None;
        }
        let read = |cell: &&str| grid::read_square(cell, R::COLUMNS, R::ROWS);
        match (cells, moves.iter().any(|mv| mv.from.is_some())) {
            ([cell], true) => match read(cell).map(|(column, rank)| R::COLUMNS * rank + column) {
                Ok(from) => self.check_source(from).err().or(Some(STUCK.with("cell", *cell))),
                Err(complaint) => Some(complaint),
            },
            _ => self.read_move(&cells.join("-")).err(),
        }
    }

    fn ending(&self) -> Option<Ending> {
        let (reason, squares) = R::ending(self, self.outcome()?);
        Some(Ending { reason, cells: bits(squares).map(Self::cell).collect() })
    }
}

/// The standard start.
impl<R: GridRules> Default for GridPosition<R> {
    fn default() -> Self {
        R::INFO.starts[0].text.parse().expect("the standard start is legal: the contract reads it")
    }
}

impl<R: GridRules> fmt::Display for GridPosition<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player| R::INFO.side(player).letter;
        grid::write_board(f, R::COLUMNS, R::ROWS, |place| self.owner(square::<R>(place)).map(letter))?;
        write!(f, " {}", letter(self.turn))
    }
}

impl<R: GridRules> FromStr for GridPosition<R> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut fields = Fields::of(text);
        let mut sides = [0; 2];
        grid::read_board(fields.need(grid::BOARD)?, R::COLUMNS, R::ROWS, |place, letter, _| {
            let player = R::INFO.player(letter);
            if let Some(player) = player {
                sides[player.index()] |= 1 << square::<R>(place);
            }
            player.is_some()
        })?;
        let turn = grid::read_side(fields.need(grid::TURN)?, &R::INFO)?;
        fields.end()?;
        let position = Self { sides, turn, rules: PhantomData };
        R::check(&position)?;
        Ok(position)
    }
}
