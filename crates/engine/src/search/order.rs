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

/// Moves handed out best first. Some may be known before the others are even listed.
pub struct Queue<M> {
    /// All moves, in the order in which the game lists them.
    pub moves: Vec<M>,
    /// What the game says of each move.
    pub hints: Vec<i32>,
    /// The promise of each move above its complemented index; [`TAKEN`] once it has been handed out.
    ranks: Vec<u64>,
    taken: Vec<M>,
}

const TAKEN: u64 = 0;

impl<M: Copy + PartialEq> Queue<M> {
    pub fn new() -> Self {
        Self { moves: Vec::new(), hints: Vec::new(), ranks: Vec::new(), taken: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.moves.clear();
        self.hints.clear();
        self.ranks.clear();
        self.taken.clear();
    }

    /// Hands out a move before the others have been ranked, or even listed; not twice.
    pub fn take_early(&mut self, mv: M) -> Option<M> {
        let is_new = !self.taken.contains(&mv);
        is_new.then(|| self.taken.push(mv)).map(|()| mv)
    }

    /// Ranks all moves by what `promise` makes of move and hint. What was handed out before is not handed out again.
    pub fn rank(&mut self, promise: impl Fn(M, i32) -> i32) {
        debug_assert_eq!(self.moves.len(), self.hints.len());
        let moves = self.moves.iter().zip(&self.hints).enumerate();
        self.ranks
            .extend(moves.map(|(index, (mv, hint))| u64::from((promise(*mv, *hint) ^ i32::MIN) as u32) << 32 | u64::from(!(index as u32))));
        for early in &self.taken {
            if let Some(index) = self.moves.iter().position(|mv| mv == early) {
                self.ranks[index] = TAKEN;
            }
        }
    }

    /// Drops the moves whose hint is not above a floor; the best hint among them.
    pub fn drop_below(&mut self, floor: i32) -> Option<i32> {
        let mut dropped = None;
        let mut kept = 0;
        for index in 0..self.moves.len() {
            let hint = self.hints[index];
            if hint > floor {
                self.moves[kept] = self.moves[index];
                self.hints[kept] = hint;
                kept += 1;
            } else {
                dropped = dropped.max(Some(hint));
            }
        }
        self.moves.truncate(kept);
        self.hints.truncate(kept);
        dropped
    }

    /// The most promising move that is left.
    pub fn take(&mut self) -> Option<M> {
        // No branch depends on the numbers, which nobody could foresee.
        let best = self.ranks.iter().fold(TAKEN, |best, rank| best.max(*rank));
        if best == TAKEN {
            return None;
        }
        let index = !(best as u32) as usize;
        self.ranks[index] = TAKEN;
        self.taken.push(self.moves[index]);
        Some(self.moves[index])
    }

    /// What has been handed out so far, the latest last.
    pub fn taken(&self) -> &[M] {
        &self.taken
    }
}
