//! Which move to try first.

use games::Game;

/// Learned preferences have this many entries per player; moves share them by chance.
const ENTRIES: usize = 1 << 12;
/// Preferences saturate here, below what a game's own hint can weigh.
const PREFERENCE_MAX: i32 = 1 << 14;

/// What cutoffs have taught about moves, whatever the position.
pub struct Preferences {
    learned: Vec<i32>,
}

impl Preferences {
    pub fn new() -> Self {
        Self { learned: vec![0; 2 * ENTRIES] }
    }

    fn index<P: Game>(position: &P, mv: P::Move) -> usize {
        let number: u32 = mv.into();
        let hash = number.wrapping_mul(0x9e37_79b1) >> 20;
        position.turn().index() * ENTRIES + hash as usize
    }

    pub fn get<P: Game>(&self, position: &P, mv: P::Move) -> i32 {
        self.learned[Self::index(position, mv)]
    }

    /// Moves that cut off gain, those tried before them lose; the more is known the less is learned.
    pub fn learn<P: Game>(&mut self, position: &P, best: P::Move, tried: &[P::Move], depth: i32) {
        let bonus = (depth * depth).min(400) * 4;
        self.shift(Self::index(position, best), bonus);
        for mv in tried {
            self.shift(Self::index(position, *mv), -bonus);
        }
    }

    fn shift(&mut self, index: usize, bonus: i32) {
        let entry = &mut self.learned[index];
        *entry += bonus - *entry * bonus.abs() / PREFERENCE_MAX;
    }
}

/// Moves with their promise, handed out best first.
pub struct Queue<M> {
    moves: Vec<M>,
    promise: Vec<i32>,
}

impl<M: Copy> Queue<M> {
    pub fn new() -> Self {
        Self { moves: Vec::new(), promise: Vec::new() }
    }

    pub fn moves_mut(&mut self) -> &mut Vec<M> {
        &mut self.moves
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Asks for the promise of all moves at once; `weigh` appends one number per move.
    pub fn weigh(&mut self, weigh: impl FnOnce(&[M], &mut Vec<i32>)) {
        self.promise.clear();
        weigh(&self.moves, &mut self.promise);
        debug_assert_eq!(self.moves.len(), self.promise.len());
    }

    /// The move at this place once the places before it have been handed out.
    pub fn take(&mut self, place: usize) -> M {
        let mut best = place;
        for other in place + 1..self.moves.len() {
            if self.promise[other] > self.promise[best] {
                best = other;
            }
        }
        self.moves.swap(place, best);
        self.promise.swap(place, best);
        self.moves[place]
    }

    pub fn taken(&self, count: usize) -> &[M] {
        &self.moves[..count]
    }
}
