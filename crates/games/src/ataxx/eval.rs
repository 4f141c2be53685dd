//! What a search may ask of Ataxx.

use super::{
    Ataxx, BITS, CLOCK_MAX, Edition, FAR, NEAR, RANK, SIZE, Step, bit, bits, can_move, features, spread,
};
use crate::{Features, Heuristics, Position, StaticResult};

/// With so few empty squares, whether to fill one or to wait may decide the game, so all moves are generated.
const FEW_EMPTY: u32 = 8;

/// Squares that are empty when a game on a board without gaps begins. Weights change evenly from there to the
/// full board.
const OPENING: i32 = 45;

/// What it is worth to be to move: at the beginning, and at the end.
const TEMPO: (i32, i32) = (140, 395);

/// Squares of one kind, and what a piece there is worth more than on the other squares: at the beginning, and
/// at the end.
const PLACES: [(u64, i32, i32); 4] = [
    // In a corner only three squares are near from which a piece can be turned.
    (symmetric(0, 0), 68, 58),
    (symmetric(1, 0), 7, 103),
    (symmetric(2, 0) | symmetric(2, 2), -16, 107),
    (symmetric(2, 1), -19, 52),
];

impl<S: Edition> Heuristics for Ataxx<S> {
    const FUTILITY_MARGIN: Option<i32> = Some(130);
    const MANY_MOVES: bool = true;
    const FEATURES: Option<Features> = Some(features::FEATURES);

    fn features(&self, out: &mut [u16]) -> usize {
        self.windows(out)
    }

    fn bucket(&self) -> usize {
        features::bucket(self.empty().count_ones())
    }

    fn cells(&self, out: &mut [u8]) {
        self.cell_states(out);
    }

    /// The weights were fitted to the results of games that the engine played against itself, except for the
    /// tempo, which matches made larger.
    fn evaluate(&self) -> i32 {
        let empty = self.empty();
        let (mut early, mut late) = TEMPO;
        let mut add = |own: u64, other: u64, (at_first, at_last): (i32, i32)| {
            let lead = own.count_ones() as i32 - other.count_ones() as i32;
            early += at_first * lead;
            late += at_last * lead;
        };
        // Pieces are what counts in the end.
        add(self.mover, self.waiting, (90, 110));
        for (squares, at_first, at_last) in PLACES {
            add(self.mover & squares, self.waiting & squares, (at_first, at_last));
        }
        // Next to an empty square a piece can be turned at once; one that is walled in is safe.
        let open = spread(empty);
        add(self.mover & open, self.waiting & open, (-151, 45));
        // Squares to clone to are next turn's pieces.
        let [own, other] = [self.mover, self.waiting].map(spread);
        add(own & empty, other & empty, (16, 9));
        // Squares from where three, and five, would be turned.
        let [own, other] = [own, other].map(|near| spread(near) & empty);
        let [taken, lost] = [self.waiting, self.mover].map(crowds);
        add(taken.0 & own, 0, (-114, 196));
        add(0, lost.0 & other, (-83, 125));
        add(taken.1 & own, 0, (-186, 324));
        add(0, lost.1 & other, (-147, 251));
        let empty = (empty.count_ones() as i32).min(OPENING);
        (early * empty + late * (OPENING - empty)) / OPENING
    }

    /// A jump that turns nothing.
    fn is_poor(&self, mv: Step) -> bool {
        mv.from != mv.to && NEAR[usize::from(mv.to)] & self.waiting == 0
    }

    /// What is turned, what is won, and what is left open behind a jump.
    fn score_moves(&self, moves: &[Step], out: &mut Vec<i32>) {
        let taken = !self.empty();
        out.extend(moves.iter().map(|mv| {
            // The tables have an entry for the squares of a pass, and it is empty.
            let arrival = self.arrival(mv.to.into(), taken);
            arrival + if mv.from == mv.to { CLONE } else { self.departure(mv.from.into()) }
        }));
    }

    /// A jump to where one could clone leaves a hole for nothing.
    fn generate_scored(&self, moves: &mut Vec<Step>, hints: &mut Vec<i32>) -> bool {
        let empty = self.empty();
        if self.is_stopped() || empty.count_ones() <= FEW_EMPTY {
            moves.clear();
            self.moves(moves);
            self.score_moves(moves, hints);
            return true;
        }
        moves.clear();
        let taken = !empty;
        let near = spread(self.mover) & empty;
        for to in bits(near) {
            moves.push(Step::clone_to(to));
            hints.push(self.arrival(to, taken) + CLONE);
        }
        for to in bits(spread(spread(self.mover)) & empty & !near) {
            let arrival = self.arrival(to, taken);
            for from in bits(FAR[to] & self.mover) {
                moves.push(Step::jump(from, to));
                hints.push(arrival + self.departure(from));
            }
        }
        if moves.is_empty() && can_move(self.waiting, empty) {
            moves.push(Step::PASS);
            hints.push(-SWING);
        }
        false
    }

    fn find_pseudo_legal(&self, number: u32, _: &mut Vec<Step>) -> Option<Step> {
        let mv = Step { from: (number >> 8) as u8, to: number as u8 };
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        if self.is_stopped() || number >> 16 != 0 || from >= BITS || to >= BITS || self.empty() >> to & 1 == 0
        {
            return None;
        }
        let legal =
            if from == to { NEAR[to] & self.mover != 0 } else { FAR[to] & self.mover & 1 << from != 0 };
        legal.then_some(mv)
    }

    fn plies_to_draw(&self) -> Option<u32> {
        Some(CLOCK_MAX.saturating_sub(self.clock).into())
    }

    fn static_result(&self) -> StaticResult {
        self.last_square()
    }

    /// The larger, the less is left to be filled.
    fn foregone_evaluation(&self) -> Option<i32> {
        self.easy_fill().map(|_| 50 * self.empty().count_ones() as i32 - FOREGONE)
    }

    /// With a square to clone to, a move never hurts: not moving is worse.
    fn pass(&self) -> Option<Self> {
        let clones = spread(self.mover) & self.empty() != 0;
        (clones && !self.is_stopped() && self.clock < 90).then(|| Self {
            mover: self.waiting,
            waiting: self.mover,
            turn: !self.turn,
            clock: self.clock + 1,
            ..self.clone()
        })
    }
}

/// What a won game is worth that need not be played out; more than any evaluation.
const FOREGONE: i32 = 15_000;

/// One piece more.
const CLONE: i32 = 100;

/// How much less the position seems worth once the other side is to move.
const SWING: i32 = 400;

impl<S: Edition> Ataxx<S> {
    /// Returns what coming to a square changes: pieces are turned, the other side gets its turn, and company
    /// is safer.
    fn arrival(&self, to: usize, taken: u64) -> i32 {
        let count = |set: u64| set.count_ones() as i32;
        200 * count(NEAR[to] & self.waiting) + 8 * count(NEAR[to] & taken) - SWING
    }

    /// Returns what leaving a square changes: the more neighbours stay behind, the better the hole is for the
    /// other side.
    fn departure(&self, from: usize) -> i32 {
        -20 * (NEAR[from] & self.mover).count_ones() as i32
    }
}

/// Returns the squares with at least three pieces of a set around them, and those with at least five.
const fn crowds(set: u64) -> (u64, u64) {
    // All squares add up their neighbours at once, one binary digit in each word: first within the rank, then
    // with the ranks beside it.
    let (left, right) = (set << 1, set >> 1);
    let (two1, two2) = (left ^ right, left & right);
    let (three1, three2) = (two1 ^ set, two2 | two1 & set);
    let (above1, above2, below1, below2) = (three1 << RANK, three2 << RANK, three1 >> RANK, three2 >> RANK);
    let ones = above1 ^ below1 ^ two1;
    let carry = above1 & below1 | (above1 ^ below1) & two1;
    let (some2, both2) = (above2 ^ below2, above2 & below2);
    let (more2, all2) = (two2 ^ carry, two2 & carry);
    let twos = some2 ^ more2;
    let fours = (both2 ^ all2) | some2 & more2;
    let eights = both2 & all2;
    (eights | fours | twos & ones, eights | fours & (twos | ones))
}

/// Returns a square and those that turning and mirroring the board make of it.
const fn symmetric(file: usize, rank: usize) -> u64 {
    let (far_file, far_rank) = (SIZE - 1 - file, SIZE - 1 - rank);
    bit(file, rank)
        | bit(far_file, rank)
        | bit(file, far_rank)
        | bit(far_file, far_rank)
        | bit(rank, file)
        | bit(far_rank, file)
        | bit(rank, far_file)
        | bit(far_rank, far_file)
}
