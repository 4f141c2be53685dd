//! The move picker: hands out the moves of a node, best first, without sorting those that a cutoff makes
//! unnecessary.

/// The moves of one node. Some can be picked before the others have been generated.
pub struct MovePicker<M> {
    /// All moves, in the order in which the game generates them.
    pub moves: Vec<M>,
    /// The game's ordering score of each move.
    pub move_scores: Vec<i32>,
    /// The priority of each move above its complemented index; [`PICKED`] once it has been picked.
    ranks: Vec<u64>,
    picked: Vec<M>,
}

const PICKED: u64 = 0;

impl<M: Copy + PartialEq> MovePicker<M> {
    pub fn new() -> Self {
        Self { moves: Vec::new(), move_scores: Vec::new(), ranks: Vec::new(), picked: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.moves.clear();
        self.move_scores.clear();
        self.ranks.clear();
        self.picked.clear();
    }

    /// Forgets the moves but not which of them were picked.
    pub fn restart(&mut self) {
        self.moves.clear();
        self.move_scores.clear();
        self.ranks.clear();
    }

    /// Picks a move before the others have been ranked or even generated. Returns `None` for a move that was
    /// picked before.
    pub fn pick_early(&mut self, mv: M) -> Option<M> {
        let is_new = !self.picked.contains(&mv);
        is_new.then(|| self.picked.push(mv)).map(|()| mv)
    }

    /// Ranks all moves by a priority computed from the move and its ordering score. Moves picked early are
    /// not picked again.
    pub fn rank(&mut self, priority: impl Fn(M, i32) -> i32) {
        debug_assert_eq!(self.moves.len(), self.move_scores.len());
        let moves = self.moves.iter().zip(&self.move_scores).enumerate();
        // Flipping the sign bit maps the order of i32 to that of u32.
        let rank = |mv: M, score: i32, index: usize| {
            u64::from((priority(mv, score) ^ i32::MIN) as u32) << 32 | u64::from(!(index as u32))
        };
        self.ranks.extend(moves.map(|(index, (mv, score))| rank(*mv, *score, index)));
        for early in &self.picked {
            if let Some(index) = self.moves.iter().position(|mv| mv == early) {
                self.ranks[index] = PICKED;
            }
        }
    }

    /// Drops the moves whose ordering score is not above `floor`. Returns the best score among the dropped.
    pub fn drop_below(&mut self, floor: i32) -> Option<i32> {
        let mut dropped = None;
        let mut kept = 0;
        for index in 0..self.moves.len() {
            let score = self.move_scores[index];
            if score > floor {
                self.moves[kept] = self.moves[index];
                self.move_scores[kept] = score;
                kept += 1;
            } else {
                dropped = dropped.max(Some(score));
            }
        }
        self.moves.truncate(kept);
        self.move_scores.truncate(kept);
        dropped
    }

    /// Picks the best move that is left.
    pub fn pick(&mut self) -> Option<M> {
        // A branchless maximum: comparisons of priorities are unpredictable.
        let best = self.ranks.iter().fold(PICKED, |best, rank| best.max(*rank));
        if best == PICKED {
            return None;
        }
        let index = !(best as u32) as usize;
        self.ranks[index] = PICKED;
        self.picked.push(self.moves[index]);
        Some(self.moves[index])
    }

    /// Returns the moves picked so far, the latest last.
    pub fn picked(&self) -> &[M] {
        &self.picked
    }
}
