//! Plain minimax with a memory, on the rules alone.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use games::{Outcome, Position};

use crate::search::Value;

/// What brute force has seen of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// A win or loss with its distance in plies when both play their best.
    pub value: Option<Value>,
    /// Without a value: neither side can force a result within so many plies; [`u32::MAX`] where neither
    /// ever can.
    pub plies: u32,
}

impl Judgement {
    const NOTHING: Self = Self { value: None, plies: 0 };
    const DRAW: Self = Self { value: None, plies: u32::MAX };

    /// Returns whether more plies would change nothing.
    pub fn is_final(self) -> bool {
        self.value.is_some() || self.plies == u32::MAX
    }
}

/// Hashes whole positions, counters and all, faster than the hash of the standard library.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let word = word.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.write_u64(word);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// Judges positions of one game and caches the judgements. Of the moves before, it uses only the positions
/// that would be repeated once too often: the fastest win never comes to a position twice.
#[derive(Debug)]
pub struct Oracle<P: Position> {
    seen: HashMap<P, Judgement, BuildHasherDefault<WordHasher>>,
    drawn: Vec<u64>,
    positions_max: usize,
}

impl<P: Position> Oracle<P> {
    /// Returns an oracle for what follows a game with the positions of these keys, the current one last. It
    /// remembers, and so visits, at most `positions_max` positions.
    pub fn new(history: &[u64], positions_max: usize) -> Self {
        // One more occurrence is the one that is judged. The current position counts too: after a move that
        // is not the best, the opponent may be able to come back to it.
        let count = |key: &u64| history.iter().filter(|before| *before == key).count() + 1;
        let is_drawn = |key: &&u64| P::INFO.repetition.is_some_and(|times| count(key) >= times as usize);
        Self {
            seen: HashMap::default(),
            drawn: history.iter().filter(is_drawn).copied().collect(),
            positions_max,
        }
    }

    /// Judges a position that is reached once more than the history says.
    pub fn judge(&mut self, position: &P) -> Judgement {
        self.deepen(|oracle, plies| oracle.look(position, plies))
    }

    /// Judges the current position, whose occurrences do not end the game yet.
    pub fn judge_current(&mut self, position: &P) -> Judgement {
        if position.outcome().is_some() {
            return self.judge(position);
        }
        self.deepen(
            |oracle, plies| {
                if plies == 0 { Some(Judgement::NOTHING) } else { oracle.expand(position, plies) }
            },
        )
    }

    /// Looks one ply further at a time, until the position is decided or the memory is full.
    fn deepen(&mut self, look: impl Fn(&mut Self, u32) -> Option<Judgement>) -> Judgement {
        let mut best = Judgement::NOTHING;
        for plies in 0.. {
            match look(self, plies) {
                Some(judgement) => best = judgement,
                None => break,
            }
            if best.is_final() {
                break;
            }
        }
        best
    }

    /// Judges a position by all that can happen in so many plies; `None` when the memory is full.
    pub fn look(&mut self, position: &P, plies: u32) -> Option<Judgement> {
        let decided = |value| Some(Judgement { value: Some(value), plies: 0 });
        match position.outcome() {
            Some(Outcome::Draw) => return Some(Judgement::DRAW),
            Some(Outcome::Win(winner)) => {
                return decided(if winner == position.turn() { Value::WinIn(0) } else { Value::LossIn(0) });
            }
            None if self.drawn.contains(&position.key()) => return Some(Judgement::DRAW),
            None if plies == 0 => return Some(Judgement::NOTHING),
            None => {}
        }
        if let Some(seen) = self.seen.get(position).filter(|seen| seen.is_final() || seen.plies >= plies) {
            return Some(*seen);
        }
        if self.seen.len() >= self.positions_max {
            return None;
        }
        let judgement = self.expand(position, plies)?;
        self.seen.insert(position.clone(), judgement);
        Some(judgement)
    }

    /// Judges a position where the game goes on by its moves, each seen one ply less deep.
    fn expand(&mut self, position: &P, plies: u32) -> Option<Judgement> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        // The fastest win, the slowest loss, and how far those moves were seen that are neither.
        let (mut win, mut loss, mut open) = (None::<u32>, 0, u32::MAX);
        let mut is_lost = true;
        for mv in moves {
            let mut next = position.clone();
            next.play(mv);
            let after = self.look(&next, plies - 1)?;
            match after.value {
                Some(Value::LossIn(distance)) => {
                    win = Some(win.map_or(distance + 1, |win| win.min(distance + 1)));
                }
                Some(Value::WinIn(distance)) => loss = loss.max(distance + 1),
                _ => (is_lost, open) = (false, open.min(after.plies.saturating_add(1))),
            }
        }
        Some(match win {
            // A win that was seen deeper before is the fastest only if no other move can be faster.
            Some(win) if win <= open => Judgement { value: Some(Value::WinIn(win)), plies: 0 },
            Some(_) => Judgement { value: None, plies: open },
            None if is_lost => Judgement { value: Some(Value::LossIn(loss)), plies: 0 },
            None => Judgement { value: None, plies: open },
        })
    }
}
