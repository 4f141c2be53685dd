//! What a search may ask of Neutreeko. There is no passing: the game has zugzwangs.

use super::{Neutreeko, RANK, Slide, bits, has_line};
use crate::{Glance, Position, Tactics};

impl Tactics for Neutreeko {
    fn evaluate(&self) -> i32 {
        // Pieces close together need fewer moves to a line; pieces that can move can get there.
        let waiting = Self { mover: self.waiting, waiting: self.mover, turn: !self.turn };
        let mobility = |side: &Self| side.count_moves() as i32;
        12 * (spread(self.waiting) - spread(self.mover)) + 5 * (mobility(self) - mobility(&waiting)) + 6
    }

    /// Moves to the middle keep more ways open.
    fn hint(&self, mv: Slide) -> i32 {
        centrality(mv.to.into()) - centrality(mv.from.into())
    }

    fn glance(&self, moves: &mut Vec<Slide>) -> Glance {
        let wins = |mv: &Slide| has_line(self.mover ^ (1 << mv.from | 1 << mv.to));
        if moves.iter().any(wins) { Glance::WinIn(1) } else { Glance::Open }
    }
}

/// The sum of the distances between the three pieces, in king's moves.
fn spread(pieces: u32) -> i32 {
    let mut squares = bits(pieces).map(|square| ((square % RANK) as i32, (square / RANK) as i32));
    let (Some(a), Some(b), Some(c)) = (squares.next(), squares.next(), squares.next()) else { return 0 };
    let distance = |(x, y): (i32, i32), (u, v): (i32, i32)| (x - u).abs().max((y - v).abs());
    distance(a, b) + distance(a, c) + distance(b, c)
}

fn centrality(square: usize) -> i32 {
    let (file, rank) = ((square % RANK) as i32, (square / RANK) as i32);
    4 - (file - 2).abs().max((rank - 2).abs()) - (file - 2).abs().min((rank - 2).abs())
}
