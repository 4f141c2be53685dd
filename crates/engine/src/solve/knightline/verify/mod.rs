//! Checks certificates. Shares nothing with the search: the rules are written out anew, slowly and plainly.

mod text;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;

use games::knightline::{Cell, KnightLine, Rules, TILES_MAX};
use games::{Player, Position};

use super::{FirstMove, Goal};
use text::{read_entry, write_stacks};

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The line of the text that is wrong, from 1.
    pub line: usize,
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for VerifyError {}

/// What a certificate proves of its first position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    pub goal: Goal,
    /// The player who wins or survives, and is to move in the first position.
    pub player: Player,
    /// The player wins within so many own moves, or survives so many turns of the other side.
    pub count: u8,
    pub positions: usize,
    /// Answers of the other side that were looked at.
    pub replies: u64,
    first: Stacks,
}

impl Summary {
    /// Returns whether what is proved holds in this real position: the first one of the certificate must
    /// allow the other side at least as much.
    pub fn begins_at<R: Rules>(&self, position: &KnightLine<R>) -> bool {
        let stacks = || {
            Player::BOTH
                .into_iter()
                .flat_map(|owner| position.stacks(owner).iter().map(move |stack| (owner, *stack)))
        };
        let fits = |stack: &Stack| {
            let real = position.at(Cell { row: stack.row, column: stack.column });
            real.is_some_and(|(owner, height)| {
                owner == stack.owner && stack.tiles.is_none_or(|tiles| tiles == height)
            })
        };
        position.turn() == self.player && stacks().count() == self.first.len() && self.first.iter().all(fits)
    }

    /// Returns the first position as the certificate writes it, in reading order.
    pub fn first(&self) -> String {
        write_stacks(&self.first)
    }
}

/// A stack; how many tiles are in it is unknown where the certificate says `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Stack {
    pub row: i16,
    pub column: i16,
    pub owner: Player,
    pub tiles: Option<u8>,
}

/// Sorted.
type Stacks = Vec<Stack>;

/// One line of a certificate.
#[derive(Debug)]
pub(super) struct Entry {
    pub line: usize,
    pub left: Option<u8>,
    pub stacks: Stacks,
    pub from: Cell,
    pub to: Cell,
    pub tiles: u8,
}

/// Checks a certificate of either kind.
///
/// # Errors
/// Names the first line found wrong, and what is wrong with it.
pub fn verify(text: &str, first_move: FirstMove) -> Result<Summary, VerifyError> {
    let entries = read_entries(text)?;
    let mut places = HashMap::with_capacity(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        if let Some(earlier) = places.insert((entry.left, entry.stacks.clone()), index) {
            let message = format!("the position stands in line {} already", entries[earlier].line);
            return Err(VerifyError { line: entry.line, message });
        }
    }
    let Some(first) = entries.first() else {
        return Err(VerifyError {
            line: text.lines().count().max(1),
            message: "there is no position".to_owned(),
        });
    };
    let goal = if first.left.is_some() { Goal::Survive } else { Goal::Win };
    let player = owner_at(&first.stacks, first.from).ok_or_else(|| VerifyError {
        line: first.line,
        message: format!("there is no stack on {}", first.from),
    })?;
    let checker = Checker { places, goal, player, first_move };

    // Each move adds a stack, so what follows a position is known before it when the largest come first.
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|index| {
        std::cmp::Reverse(entries[*index].stacks.iter().filter(|stack| stack.owner == player).count())
    });
    let mut found = Found { moves: vec![0; entries.len()], reached: vec![false; entries.len()], replies: 0 };
    for index in order {
        let entry = &entries[index];
        let worst =
            checker.check(entry, &mut found).map_err(|message| VerifyError { line: entry.line, message })?;
        found.moves[index] = worst;
    }
    // A position that nothing leads to proves nothing wrong, but claims that the one which led there is lost:
    // perhaps the first.
    if let Some(astray) = (1..entries.len()).find(|index| !found.reached[*index]) {
        let message =
            format!("nothing leads from the first position, {}, to this one", write_stacks(&first.stacks));
        return Err(VerifyError { line: entries[astray].line, message });
    }
    let count = first.left.unwrap_or(found.moves[0]);
    Ok(Summary {
        goal,
        player,
        count,
        positions: entries.len(),
        replies: found.replies,
        first: first.stacks.clone(),
    })
}

/// Reads a certificate without checking more than the form of its lines.
pub(super) fn read_entries(text: &str) -> Result<Vec<Entry>, VerifyError> {
    let lines = (1..)
        .zip(text.lines())
        .filter(|(_, content)| !content.starts_with('#') && !content.trim().is_empty());
    lines
        .map(|(line, content)| read_entry(line, content).map_err(|message| VerifyError { line, message }))
        .collect()
}

/// What was seen so far.
struct Found {
    /// For each position, the moves to the win at worst.
    moves: Vec<u8>,
    /// For each position, whether another one leads to it.
    reached: Vec<bool>,
    replies: u64,
}

/// What the positions of a certificate have in common.
struct Checker {
    places: HashMap<(Option<u8>, Stacks), usize>,
    goal: Goal,
    /// The side that moves in each position of the certificate.
    player: Player,
    first_move: FirstMove,
}

impl Checker {
    /// Checks one position: its move, and that every answer is provided for. Gives the moves to the win at
    /// worst.
    fn check(&self, entry: &Entry, found: &mut Found) -> Result<u8, String> {
        self.check_stacks(entry)?;
        let mut board = Board::of(&entry.stacks)?;
        for stack in &entry.stacks {
            if board.makes_line(stack.owner, stack.cell()) {
                return Err(format!("there is a line of four through {} already", stack.cell()));
            }
        }
        let mut stacks = self.play(entry, &board)?;
        board.put(entry.to, self.player);
        if board.makes_line(self.player, entry.to) {
            return Ok(1);
        }
        let mut worst = 0;
        for reply in std::iter::once(None).chain(self.replies(&stacks, &board).into_iter().map(Some)) {
            found.replies += 1;
            if let Some(cell) = reply {
                let stack = Stack { row: cell.row, column: cell.column, owner: !self.player, tiles: None };
                stacks.insert(stacks.partition_point(|other| *other < stack), stack);
                board.put(cell, !self.player);
            }
            let after = self.after(entry, reply, &stacks, &board, found);
            worst = worst.max(after.map_err(|message| match reply {
                Some(cell) => format!(
                    "after {}-{}:{} and the reply on {cell} {message}",
                    entry.from, entry.to, entry.tiles
                ),
                None => format!("after {}-{}:{} and a pass {message}", entry.from, entry.to, entry.tiles),
            })?);
            if let Some(cell) = reply {
                stacks.retain(|stack| stack.cell() != cell);
                board.clear(cell);
            }
        }
        Ok(worst.saturating_add(1))
    }

    /// One side's heights are known, the other's are unknown or 1.
    fn check_stacks(&self, entry: &Entry) -> Result<(), String> {
        if entry.left.is_some() != (self.goal == Goal::Survive) {
            return Err("some positions begin with a number and some do not".to_owned());
        }
        for stack in &entry.stacks {
            match stack.tiles {
                None if stack.owner == self.player => {
                    return Err(format!("the height of the mover's stack on {} is missing", stack.cell()));
                }
                Some(2..) if stack.owner != self.player => {
                    return Err(format!(
                        "the stack on {} must be ? or 1, for its side does not move here",
                        stack.cell()
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the stacks after the move of the line, if it is legal.
    fn play(&self, entry: &Entry, board: &Board) -> Result<Stacks, String> {
        let (from, to) = (entry.from, entry.to);
        let mut stacks = entry.stacks.clone();
        let Some(source) = stacks.iter_mut().find(|stack| stack.cell() == from) else {
            return Err(format!("there is no stack on {from}"));
        };
        if source.owner != self.player {
            return Err(format!("the stack on {from} is the other side's"));
        }
        let height = source.tiles.unwrap_or(0);
        if entry.tiles < 1 || entry.tiles >= height {
            return Err(format!("{} tiles cannot leave a stack of {height}", entry.tiles));
        }
        if self.first_move == FirstMove::OneTile && entry.stacks.len() == 2 && entry.tiles != 1 {
            return Err("the first move of the game takes one tile".to_owned());
        }
        if !is_knights_move(from, to) {
            return Err(format!("{from} and {to} are not a knight's move apart"));
        }
        if board.at(to).is_some() {
            return Err(format!("there is a stack on {to}"));
        }
        if !board.touches(to) {
            return Err(format!("{to} touches no stack"));
        }
        source.tiles = Some(height - entry.tiles);
        stacks.push(Stack { row: to.row, column: to.column, owner: self.player, tiles: Some(entry.tiles) });
        stacks.sort_unstable();
        Ok(stacks)
    }

    /// Returns where the other side may put a stack: its unknown stacks never shrink.
    fn replies(&self, stacks: &Stacks, board: &Board) -> Vec<Cell> {
        let unknown = stacks.iter().filter(|stack| stack.owner != self.player && stack.tiles.is_none());
        let mut cells: Vec<Cell> = unknown.flat_map(|stack| knights_moves(stack.cell())).collect();
        cells.sort_unstable_by_key(|cell| (cell.row, cell.column));
        cells.dedup();
        cells.retain(|cell| board.at(*cell).is_none() && board.touches(*cell));
        cells
    }

    /// Checks that a position after a reply is provided for. Gives the moves to the win at worst.
    fn after(
        &self,
        entry: &Entry,
        reply: Option<Cell>,
        stacks: &Stacks,
        board: &Board,
        found: &mut Found,
    ) -> Result<u8, String> {
        if reply.is_some_and(|cell| board.makes_line(!self.player, cell)) {
            return Err("the other side has a line of four".to_owned());
        }
        let left = entry.left.map(|left| left - 1);
        if left == Some(0) {
            // When neither side has a move the game is over, and perhaps lost.
            let can_move = self.targets(stacks, board).next().is_some();
            return if can_move { Ok(0) } else { Err("the survivor has no move".to_owned()) };
        }
        if self.targets(stacks, board).any(|to| board.would_make_line(self.player, to)) {
            return Ok(1);
        }
        match self.places.get(&(left, stacks.clone())) {
            Some(place) => {
                found.reached[*place] = true;
                Ok(found.moves[*place])
            }
            None => Err(format!(
                "the position {} is missing",
                left.map_or_else(String::new, |left| format!("{left} ")) + &write_stacks(stacks)
            )),
        }
    }

    /// Returns where the side that plays by the rules can put a stack.
    fn targets<'a>(&self, stacks: &'a Stacks, board: &'a Board) -> impl Iterator<Item = Cell> + use<'a> {
        let player = self.player;
        let sources = stacks
            .iter()
            .filter(move |stack| stack.owner == player && stack.tiles.is_some_and(|tiles| tiles > 1));
        sources
            .flat_map(|stack| knights_moves(stack.cell()))
            .filter(|cell| board.at(*cell).is_none() && board.touches(*cell))
    }
}

impl Stack {
    pub const fn cell(&self) -> Cell {
        Cell { row: self.row, column: self.column }
    }
}

/// The owners of the stacks on and around the box that holds them.
struct Board {
    left: i16,
    bottom: i16,
    width: usize,
    owners: Vec<Option<Player>>,
}

/// Two moves can each leave the box by one cell, and lines are looked at three cells further.
const MARGIN: i16 = 6;
/// Stacks that hang together cannot lie further apart than they are many.
const SPAN_MAX: i16 = 2 * TILES_MAX as i16;

impl Board {
    fn of(stacks: &Stacks) -> Result<Self, String> {
        let span = |numbers: &mut dyn Iterator<Item = i16>| {
            numbers.fold((i16::MAX, i16::MIN), |(low, high), n| (low.min(n), high.max(n)))
        };
        let (bottom, top) = span(&mut stacks.iter().map(|stack| stack.row));
        let (left, right) = span(&mut stacks.iter().map(|stack| stack.column));
        if top - bottom >= SPAN_MAX || right - left >= SPAN_MAX {
            return Err("the stacks lie too far apart".to_owned());
        }
        let width = (right - left + 1 + 2 * MARGIN) as usize;
        let height = (top - bottom + 1 + 2 * MARGIN) as usize;
        let mut board =
            Self { left: left - MARGIN, bottom: bottom - MARGIN, width, owners: vec![None; width * height] };
        for stack in stacks {
            board.put(stack.cell(), stack.owner);
        }
        Ok(board)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let row = usize::try_from(cell.row - self.bottom).ok()?;
        let column = usize::try_from(cell.column - self.left).ok().filter(|column| *column < self.width)?;
        Some(row * self.width + column)
    }

    fn at(&self, cell: Cell) -> Option<Player> {
        self.owners.get(self.index(cell)?).copied().flatten()
    }

    fn put(&mut self, cell: Cell, owner: Player) {
        if let Some(place) = self.index(cell).and_then(|index| self.owners.get_mut(index)) {
            *place = Some(owner);
        }
    }

    fn clear(&mut self, cell: Cell) {
        if let Some(place) = self.index(cell).and_then(|index| self.owners.get_mut(index)) {
            *place = None;
        }
    }

    fn touches(&self, cell: Cell) -> bool {
        cell.neighbours().any(|neighbour| self.at(neighbour).is_some())
    }

    /// Returns whether a stack on this cell is one of four or more in a line.
    fn makes_line(&self, owner: Player, cell: Cell) -> bool {
        self.at(cell) == Some(owner) && self.would_make_line(owner, cell)
    }

    /// Returns whether a stack of this owner on this cell is, or would be, one of four or more in a line.
    fn would_make_line(&self, owner: Player, cell: Cell) -> bool {
        let run = |right: i16, up: i16| {
            let along =
                (1..4).map(|steps| Cell { column: cell.column + steps * right, row: cell.row + steps * up });
            along.take_while(|cell| self.at(*cell) == Some(owner)).count()
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .into_iter()
            .any(|(right, up)| run(right, up) + run(-right, -up) >= 3)
    }
}

fn is_knights_move(from: Cell, to: Cell) -> bool {
    matches!(((from.row - to.row).abs(), (from.column - to.column).abs()), (1, 2) | (2, 1))
}

fn knights_moves(from: Cell) -> impl Iterator<Item = Cell> {
    let steps = (-2..=2).flat_map(move |up| {
        (-2..=2).map(move |right| Cell { row: from.row + up, column: from.column + right })
    });
    steps.filter(move |to| is_knights_move(from, *to))
}

fn owner_at(stacks: &Stacks, cell: Cell) -> Option<Player> {
    stacks.iter().find(|stack| stack.cell() == cell).map(|stack| stack.owner)
}
