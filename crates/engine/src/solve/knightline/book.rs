//! A certificate as a guide for play.

use std::collections::HashMap;

use games::knightline::{Cell, KnightLine, Rules, Split};
use games::{Outcome, Player, Position};

use super::verify::{self, Entry, Stack, VerifyError};

/// The moves of a certificate, by position. It is read, not checked: [`verify`](verify::verify) does that.
#[derive(Debug)]
pub struct Book {
    player: Player,
    moves: HashMap<Placement, (Option<u8>, Split)>,
}

/// Row, column, owner and height of each stack, sorted. Heights of the other side count as 0: the strategy does not look at them.
type Placement = Vec<(i16, i16, Player, u8)>;

impl Book {
    /// # Errors
    /// Names the first line that cannot be read.
    pub fn read(text: &str) -> Result<Self, VerifyError> {
        let lines = verify::read_entries(text)?;
        let owner = |entry: &Entry| entry.stacks.iter().find(|stack| stack.cell() == entry.from).map(|stack| stack.owner);
        let player = lines.first().and_then(owner).unwrap_or(Player::First);
        let mut moves: HashMap<Placement, (Option<u8>, Split)> = HashMap::with_capacity(lines.len());
        for line in lines {
            let Some(mv) = Split::between(line.from, line.to, line.tiles) else {
                let message = format!("{} and {} are not a knight's move apart", line.from, line.to);
                return Err(VerifyError { line: line.line, message });
            };
            let height = |stack: &Stack| if stack.owner == player { stack.tiles.unwrap_or(0) } else { 0 };
            let placement = line.stacks.iter().map(|stack| (stack.row, stack.column, stack.owner, height(stack))).collect();
            // Of several moves for survival the one that looks furthest ahead is kept.
            let known = moves.entry(placement).or_insert((line.left, mv));
            if known.0 < line.left {
                *known = (line.left, mv);
            }
        }
        Ok(Self { player, moves })
    }

    /// Whose moves the book has.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The move of the book in a real position: an immediate win if there is one, or the move that the certificate has for it
    /// or for its mirror image in row 0.
    pub fn choose<R: Rules>(&self, position: &KnightLine<R>) -> Option<Split> {
        if position.turn() != self.player || position.outcome().is_some() {
            return None;
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let wins = |mv: &Split| {
            let mut next = position.clone();
            next.play(*mv);
            next.outcome() == Some(Outcome::Win(self.player))
        };
        if let Some(win) = moves.iter().copied().find(wins) {
            return Some(win);
        }
        // The two first moves of the game are mirror images in row 0, and so is all that follows.
        let found = [1, -1].into_iter().find_map(|side| {
            let (_, mv) = self.moves.get(&self.placement(position, side))?;
            let (from, to, tiles) = mv.parts()?;
            let mirror = |cell: Cell| Cell { column: cell.column, row: side * cell.row };
            Split::between(mirror(from), mirror(to), tiles)
        });
        found.filter(|mv| moves.contains(mv))
    }

    /// A real position as the book knows it, with all row numbers times `side`.
    fn placement<R: Rules>(&self, position: &KnightLine<R>, side: i16) -> Placement {
        let mut placement = Placement::new();
        for owner in Player::BOTH {
            placement.extend(position.stacks(owner).iter().map(|stack| {
                let height = if owner == self.player { stack.height() } else { 0 };
                (side * stack.cell().row, stack.cell().column, owner, height)
            }));
        }
        placement.sort_unstable();
        placement
    }
}
