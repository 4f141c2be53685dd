//! Puzzles found in the solution.

use fastrand::Rng;
use games::neutreeko::{Neutreeko, Slide};
use games::{Player, Position};

use super::symmetry::{Symmetry, canonical};
use super::{ExactValue, Solution};

/// What a puzzle asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleKind {
    /// The side to move wins in exactly this many plies, and only one of its moves wins at all.
    OneWin { plies: u8 },
    /// The side to move wins in exactly this many plies, 3 or more, and only one of its moves wins at all;
    /// and so again after every reply that resists longest. Only the last move, which makes the line, may be
    /// one of several.
    OnlyMoves { plies: u8 },
    /// The position is drawn, and only one move keeps it so: the others lose.
    HoldDraw,
    /// Both sides would rather not move. Take the result for the side to move as 1, 0 or -1: the sum of the
    /// results with one side to move and with the other is below 0. So a side that is to move gets less than
    /// it would get if the other were. Either the side to move loses; or one side loses when it is to move,
    /// but the other then only draws. The side to move is one that loses. Positions that differ only in who
    /// is to move count as one.
    MutualZugzwang,
}

/// A position to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub position: Neutreeko,
    /// The moves to find, for [`PuzzleKind::OnlyMoves`] with the replies in between. None for
    /// [`PuzzleKind::MutualZugzwang`], where what is to be found is the reason.
    pub solution: Vec<Slide>,
}

impl Solution {
    /// Returns all puzzles of one kind, no two the same up to symmetry. The seed decides their order, which
    /// way round each board is and who is to move: the same seed gives the same puzzles.
    pub fn puzzles(&self, kind: PuzzleKind, seed: u64) -> impl Iterator<Item = Puzzle> {
        let mut rng = Rng::with_seed(seed);
        let mut candidates: Vec<(u32, u32)> = self
            .classes()
            .map(|class| class.position)
            .filter(|position| kind.suits(self.value(position)))
            .map(|position| position.masks())
            .collect();
        rng.shuffle(&mut candidates);
        candidates.into_iter().filter_map(move |(mover, waiting)| {
            // The dice are thrown for every candidate, so that one puzzle's look does not depend on those
            // before it being taken.
            let turn = if rng.bool() { Player::First } else { Player::Second };
            let symmetry = Symmetry::ALL[rng.usize(..Symmetry::ALL.len())];
            let position = symmetry.position(&Neutreeko::from_masks(mover, waiting, turn)?);
            let solution = self.solution(kind, &position)?;
            Some(Puzzle { position, solution })
        })
    }

    /// Returns what a puzzle asks to be found, if the position is one.
    fn solution(&self, kind: PuzzleKind, position: &Neutreeko) -> Option<Vec<Slide>> {
        match kind {
            PuzzleKind::OneWin { .. } | PuzzleKind::HoldDraw => {
                self.only_move(position).map(|slide| vec![slide])
            }
            PuzzleKind::OnlyMoves { .. } => self.only_moves(position),
            PuzzleKind::MutualZugzwang => self.is_mutual_zugzwang(position).then(Vec::new),
        }
    }

    /// Returns the only move that keeps the result, where others spoil it.
    fn only_move(&self, position: &Neutreeko) -> Option<Slide> {
        match self.moves(position)[..] {
            [(best, value), (_, second), ..] if value.result() > second.result() => Some(best),
            _ => None,
        }
    }

    /// Returns the line of only moves, each answered by the first of the longest replies; `None` if one of
    /// those replies leaves a choice.
    fn only_moves(&self, position: &Neutreeko) -> Option<Vec<Slide>> {
        if self.value(position) == ExactValue::Win(1) {
            return self.moves(position).first().map(|(slide, _)| vec![*slide]);
        }
        let slide = self.only_move(position)?;
        let after = played(position, slide);
        let mut line = vec![slide];
        let replies = self.moves(&after);
        let longest = replies.first().map(|(_, value)| *value);
        for (index, (reply, _)) in replies.iter().take_while(|(_, value)| Some(*value) == longest).enumerate()
        {
            let rest = self.only_moves(&played(&after, *reply))?;
            if index == 0 {
                line.push(*reply);
                line.extend(rest);
            }
        }
        Some(line)
    }

    fn is_mutual_zugzwang(&self, position: &Neutreeko) -> bool {
        let (mover, waiting) = position.masks();
        let Some(passed) = Neutreeko::from_masks(waiting, mover, position.turn()) else { return false };
        match self.value(position).result() + self.value(&passed).result() {
            // Both sides lose if they are to move, so the same zugzwang has two positions: the lesser stands
            // for it.
            -2 => canonical(position).masks() <= canonical(&passed).masks(),
            -1 => true,
            _ => false,
        }
    }
}

impl PuzzleKind {
    /// Returns whether a position of this value may be such a puzzle.
    fn suits(self, value: ExactValue) -> bool {
        match self {
            Self::OneWin { plies } => value == ExactValue::Win(plies),
            Self::OnlyMoves { plies } => plies >= 3 && value == ExactValue::Win(plies),
            Self::HoldDraw => value == ExactValue::Draw,
            Self::MutualZugzwang => matches!(value, ExactValue::Loss(1..)),
        }
    }
}

fn played(position: &Neutreeko, slide: Slide) -> Neutreeko {
    let mut next = position.clone();
    next.play(slide);
    next
}
