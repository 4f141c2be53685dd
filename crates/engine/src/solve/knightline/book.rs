//! A certificate as a guide for play.

use std::collections::HashMap;

use games::knightline::{Cell, KnightLine, Rules, Split};
use games::{Outcome, Player, Position};

use super::{Certificate, CertificateLine};

/// The moves of a certificate, by position.
#[derive(Debug)]
pub struct Book {
    player: Player,
    /// Stacks of the other side that the strategy takes to hold one tile.
    dead: Vec<Cell>,
    moves: HashMap<Placement, (u8, Split)>,
}

/// Row, column, owner and height of each stack, sorted. Heights of the other side count as 0: the strategy
/// does not look at them.
type Placement = Vec<(i16, i16, Player, u8)>;

/// The two first moves of the game are mirror images in row 0, and so is all that follows: what row numbers
/// are multiplied by.
const SIDES: [i16; 2] = [1, -1];

/// Returns the mirror image of a cell, or the cell itself.
pub(super) fn mirror(cell: Cell, side: i16) -> Cell {
    Cell { column: cell.column, row: side * cell.row }
}

impl From<&Certificate> for Book {
    fn from(certificate: &Certificate) -> Self {
        let player = certificate.player;
        let placement = |line: &CertificateLine| {
            let stack = |(owner, height, cell): &(Player, Option<u8>, Cell)| {
                (cell.row, cell.column, *owner, if *owner == player { height.unwrap_or(0) } else { 0 })
            };
            let mut placement: Placement = line.stacks.iter().map(stack).collect();
            placement.sort_unstable();
            placement
        };
        let mut moves = HashMap::with_capacity(certificate.lines.len());
        for line in &certificate.lines {
            // Of several moves for survival the one that looks furthest ahead is kept.
            let known = moves.entry(placement(line)).or_insert((line.left, line.mv));
            if known.0 < line.left {
                *known = (line.left, line.mv);
            }
        }
        // Stacks never die on the way, so the first position has them all.
        let first = certificate.lines.first().map_or(&[][..], |line| &line.stacks);
        let dead = first
            .iter()
            .filter(|(owner, height, _)| *owner != player && height.is_some())
            .map(|(.., cell)| *cell)
            .collect();
        Self { player, dead, moves }
    }
}

impl Book {
    /// Returns whose moves the book has.
    pub fn player(&self) -> Player {
        self.player
    }

    /// Returns the move of the book in a real position: an immediate win if there is one, or the move that
    /// the certificate has for it or for its mirror image in row 0.
    pub fn choose<R: Rules>(&self, position: &KnightLine<R>) -> Option<Split> {
        self.find(position).map(|(_, mv)| mv)
    }

    /// Likewise, with what the certificate counts: own moves to the win at worst, or turns to survive.
    pub fn find<R: Rules>(&self, position: &KnightLine<R>) -> Option<(u8, Split)> {
        if position.turn() != self.player || position.outcome().is_some() {
            return None;
        }
        if let Some(win) = winning_move(position) {
            return Some((1, win));
        }
        SIDES.into_iter().find_map(|side| {
            let (left, mv) = self.moves.get(&self.placement(position, side)?)?;
            let (from, to, tiles) = mv.parts()?;
            Some((*left, Split::between(mirror(from, side), mirror(to, side), tiles)?))
        })
    }

    /// Returns how many own moves the player of the book needs at worst when the other side is to move.
    /// `None` unless there is an answer to everything.
    pub fn left_after_any_move<R: Rules>(&self, position: &KnightLine<R>) -> Option<u8> {
        if position.turn() == self.player || position.outcome().is_some() {
            return None;
        }
        // The book does not tell counts apart, but the rules do: with another count the game may not be over.
        after_each_move(position).try_fold(0, |worst, (_, next)| match next.outcome() {
            Some(outcome) => (outcome == Outcome::Win(self.player)).then_some(worst),
            None => self.find(&next).map(|(left, _)| left.max(worst)),
        })
    }

    /// Returns how the game may go on when one side follows the book and the other holds out as long as it
    /// lets itself be held.
    pub fn line<R: Rules>(&self, position: &KnightLine<R>) -> Vec<Split> {
        let mut line = Vec::new();
        let mut position = position.clone();
        while position.outcome().is_none() {
            let mv = if position.turn() == self.player {
                self.choose(&position)
            } else {
                let left = |next: &KnightLine<R>| self.find(next).map_or(0, |(left, _)| left);
                // Of equal ones a half, as people play it; and of those the first, so that the line is always
                // the same.
                let answers: Vec<_> = after_each_move(&position)
                    .map(|(mv, next)| ((left(&next), is_half(&position, mv)), mv))
                    .collect();
                answers.into_iter().rev().max_by_key(|(worth, _)| *worth).map(|(_, mv)| mv)
            };
            let Some(mv) = mv else { break };
            position.play(mv);
            line.push(mv);
        }
        line
    }

    /// Returns a real position as the book stores it, with all row numbers times `side`. `None` where it
    /// cannot be one of the book's.
    fn placement<R: Rules>(&self, position: &KnightLine<R>, side: i16) -> Option<Placement> {
        let is_dead = |cell: &Cell| position.at(mirror(*cell, side)).is_some_and(|(_, height)| height == 1);
        if !self.dead.iter().all(is_dead) {
            return None;
        }
        let mut placement = Placement::new();
        for owner in Player::BOTH {
            placement.extend(position.stacks(owner).iter().map(|stack| {
                let height = if owner == self.player { stack.height() } else { 0 };
                (side * stack.cell().row, stack.cell().column, owner, height)
            }));
        }
        placement.sort_unstable();
        Some(placement)
    }
}

/// Returns every move of a position and what it leads to.
fn after_each_move<R: Rules>(position: &KnightLine<R>) -> impl Iterator<Item = (Split, KnightLine<R>)> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.into_iter().map(|mv| {
        let mut next = position.clone();
        next.play(mv);
        (mv, next)
    })
}

/// Returns a move that wins at once.
fn winning_move<R: Rules>(position: &KnightLine<R>) -> Option<Split> {
    let win = Some(Outcome::Win(position.turn()));
    after_each_move(position).find(|(_, next)| next.outcome() == win).map(|(mv, _)| mv)
}

/// Returns whether half of a stack moves, or what comes nearest to it.
fn is_half<R: Rules>(position: &KnightLine<R>, mv: Split) -> bool {
    mv.parts()
        .is_some_and(|(from, _, tiles)| position.at(from).is_some_and(|(_, height)| tiles == height / 2))
}
