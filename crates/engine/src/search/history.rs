//! The history heuristic: how often each move has caused a beta cutoff, in whatever position.

use games::Player;

/// Entries per player. Move numbers are hashed into them, so moves may share an entry.
const ENTRIES: usize = 1 << 12;
/// Scores saturate here, below the weight of a game's own ordering scores.
const SCORE_MAX: i32 = 1 << 14;

/// The history scores of both players.
pub struct MoveHistory {
    scores: [Box<[i32; ENTRIES]>; 2],
}

/// The history scores of one player.
#[derive(Clone, Copy)]
pub struct PlayerHistory<'a>(&'a [i32; ENTRIES]);

impl PlayerHistory<'_> {
    /// Returns the score of a move by its number.
    pub fn get(self, number: u32) -> i32 {
        self.0[index(number)]
    }
}

fn index(number: u32) -> usize {
    (number.wrapping_mul(0x9e37_79b1) >> 20) as usize
}

impl MoveHistory {
    pub fn new() -> Self {
        Self { scores: std::array::from_fn(|_| Box::new([0; ENTRIES])) }
    }

    pub fn of(&self, player: Player) -> PlayerHistory<'_> {
        PlayerHistory(&self.scores[player.index()])
    }

    /// Gives a bonus to the move that caused a cutoff and a malus to those tried before it. Updates shrink as
    /// a score nears its maximum, so scores decay towards recent results.
    pub fn update<M: Copy + Into<u32>>(&mut self, player: Player, best: M, tried: &[M], depth: i32) {
        let bonus = (depth * depth).min(400) * 4;
        let scores = &mut self.scores[player.index()];
        let mut add = |mv: M, bonus: i32| {
            let score = &mut scores[index(mv.into())];
            *score += bonus - *score * bonus.abs() / SCORE_MAX;
        };
        add(best, bonus);
        for mv in tried {
            add(*mv, -bonus);
        }
    }
}
