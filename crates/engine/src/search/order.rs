//! Which move to try first.

use games::Player;

/// Learned preferences have this many entries per player; moves share them by chance.
const ENTRIES: usize = 1 << 12;
/// Preferences saturate here, below what a game's own hint can weigh.
const PREFERENCE_MAX: i32 = 1 << 14;

/// What cutoffs have taught about moves, whatever the position.
pub struct Preferences {
    learned: [Box<[i32; ENTRIES]>; 2],
}

/// One player's preferences.
#[derive(Clone, Copy)]
pub struct PlayerPreferences<'a>(&'a [i32; ENTRIES]);

impl PlayerPreferences<'_> {
    /// The preference for a move by its number.
    pub fn get(self, number: u32) -> i32 {
        self.0[entry(number)]
    }
}

fn entry(number: u32) -> usize {
    (number.wrapping_mul(0x9e37_79b1) >> 20) as usize
}

impl Preferences {
    pub fn new() -> Self {
        Self { learned: std::array::from_fn(|_| Box::new([0; ENTRIES])) }
    }

    pub fn of(&self, player: Player) -> PlayerPreferences<'_> {
        PlayerPreferences(&self.learned[player.index()])
    }

    /// Moves that cut off gain, those tried before them lose; the more is known the less is learned.
    pub fn learn<M: Copy + Into<u32>>(&mut self, player: Player, best: M, tried: &[M], depth: i32) {
        let bonus = (depth * depth).min(400) * 4;
        let learned = &mut self.learned[player.index()];
        let mut shift = |mv: M, bonus: i32| {
            let entry = &mut learned[entry(mv.into())];
            *entry += bonus - *entry * bonus.abs() / PREFERENCE_MAX;
        };
        shift(best, bonus);
        for mv in tried {
            shift(*mv, -bonus);
        }
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

    /// Puts a move first, if it is there. The others may then wait to be weighed until it has been tried.
    pub fn put_first(&mut self, is_it: impl Fn(&M) -> bool) -> bool {
        let Some(place) = self.moves.iter().position(is_it) else { return false };
        self.moves.swap(0, place);
        true
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
