//! What a search may ask of Neutreeko. There is no passing: the game has zugzwangs.

use super::{BITS, Neutreeko, RANK, STEPS, Slide, bits, has_line, stop};
use crate::{Heuristics, Horizon, Position, StaticResult};

impl Heuristics for Neutreeko {
    const HORIZON: Horizon = Horizon::Threats;

    fn evaluate(&self) -> i32 {
        // Pieces close together need fewer moves to a line; pieces that can move can get there.
        let waiting = Self { mover: self.waiting, waiting: self.mover, turn: !self.turn };
        let mobility = |side: &Self| side.count_moves() as i32;
        12 * (spread(self.waiting) - spread(self.mover)) + 5 * (mobility(self) - mobility(&waiting)) + 6
    }

    /// Moves to the middle keep more ways open.
    fn score_moves(&self, moves: &[Slide], out: &mut Vec<i32>) {
        out.extend(moves.iter().map(|mv| CENTRALITY[usize::from(mv.to)] - CENTRALITY[usize::from(mv.from)]));
    }

    fn find_pseudo_legal(&self, number: u32, _: &mut Vec<Slide>) -> Option<Slide> {
        let (from, to) = (number as usize >> 8, number as usize & 0xff);
        let blockers = self.blockers();
        let legal = from < BITS
            && self.mover >> from & 1 == 1
            && to != from
            && (0..STEPS.len()).any(|way| stop(from, way, blockers) == to);
        (legal && !has_line(self.waiting)).then_some(Slide { from: from as u8, to: to as u8 })
    }

    fn static_result(&self) -> StaticResult {
        if let Some(outcome) = self.outcome() {
            return StaticResult::Over(outcome);
        }
        let blockers = self.blockers();
        let wins = |from: usize| {
            let others = self.mover ^ 1 << from;
            (0..STEPS.len()).any(|direction| has_line(others | 1 << stop(from, direction, blockers)))
        };
        if bits(self.mover).any(wins) { StaticResult::WinIn(1) } else { StaticResult::Open }
    }
}

/// Returns the sum of the distances between the three pieces, in king's moves.
fn spread(pieces: u32) -> i32 {
    let mut squares = bits(pieces).map(|square| ((square % RANK) as i32, (square / RANK) as i32));
    let (Some(a), Some(b), Some(c)) = (squares.next(), squares.next(), squares.next()) else { return 0 };
    let distance = |(x, y): (i32, i32), (u, v): (i32, i32)| (x - u).abs().max((y - v).abs());
    distance(a, b) + distance(a, c) + distance(b, c)
}

/// How near a square is to the middle.
const CENTRALITY: [i32; BITS] = {
    let mut table = [0; BITS];
    let mut square = 0;
    while square < BITS {
        let (file, rank) = ((square % RANK) as i32, (square / RANK) as i32);
        table[square] = 4 - (file - 2).abs() - (rank - 2).abs();
        square += 1;
    }
    table
};
