//! A plain retrograde solver of whole games with their records: slow, exact, and nothing in common with the
//! fast one.
//!
//! It solves up to 64 games at once, one bit each: which positions are won and which are lost in so many
//! plies, where coming to some positions is a draw. It goes through all positions of both sides to move, so
//! it takes seconds and some 200 MB.

use std::collections::HashMap;

use games::neutreeko::Neutreeko;
use games::{Player, Position};

use super::ExactValue;

/// Games that are solved at once.
pub const GAMES_MAX: usize = u64::BITS as usize;

/// One game to solve.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// Coming to one of these positions is a draw.
    pub drawn: Vec<Neutreeko>,
    /// The positions to judge, as they would be come to.
    pub positions: Vec<Neutreeko>,
}

const SIZE: i32 = 5;
pub(super) const SETS: usize = 25 * 24 * 23 / 6;

/// Returns the values of the positions of each game.
///
/// # Panics
/// When there are more than [`GAMES_MAX`] games.
pub fn values(games: &[RecordedGame]) -> Vec<Vec<ExactValue>> {
    assert!(games.len() <= GAMES_MAX, "a bit for each game");
    let mut solver = Solver::new(games);
    let mut plies = vec![HashMap::new(); games.len()];
    let mut newly = solver.finished();
    for layer in 0.. {
        for (bit, (game, plies)) in games.iter().zip(&mut plies).enumerate() {
            for position in &game.positions {
                if solver.is_decided(position, bit) {
                    plies.entry(position).or_insert(layer);
                }
            }
        }
        if newly.is_empty() {
            break;
        }
        newly = if layer % 2 == 0 { solver.wins(&newly) } else { solver.losses(&newly) };
    }
    let value = |plies: Option<&u8>| match plies {
        None => ExactValue::Draw,
        Some(plies) if plies % 2 == 1 => ExactValue::Win(*plies),
        Some(plies) => ExactValue::Loss(*plies),
    };
    games
        .iter()
        .zip(plies)
        .map(|(game, plies)| game.positions.iter().map(|position| value(plies.get(position))).collect())
        .collect()
}

/// A position by the ranks of its sets, and the games in which it has just been decided.
#[derive(Clone, Copy)]
struct Decided {
    mover: usize,
    waiting: usize,
    turn: Player,
    games: u64,
}

struct Solver {
    /// By side to move, the mover's set and the other set: the games in which the position is won.
    won: Vec<u64>,
    /// By side to move, the other set and the mover's set: the games in which the position is lost. The order
    /// is another one, so that what is looked at together lies together.
    lost: Vec<u64>,
    /// By the place in `won`: the games in which it is a draw to come here.
    drawn: HashMap<usize, u64>,
    /// By rank: the sets of three squares, and whether they are lines.
    sets: Vec<u32>,
    lines: Vec<bool>,
}

impl Solver {
    fn new(games: &[RecordedGame]) -> Self {
        let mut drawn = HashMap::new();
        for (bit, game) in games.iter().enumerate() {
            for position in &game.drawn {
                let (mover, waiting) = position.masks();
                *drawn.entry(place(position.turn(), rank(mover), rank(waiting))).or_default() |= 1 << bit;
            }
        }
        let size = 2 * SETS * SETS;
        // Sets in rising order stand in the order of their ranks.
        let sets: Vec<u32> = (0_u32..1 << 25).filter(|set| set.count_ones() == 3).collect();
        let lines = sets.iter().copied().map(is_line).collect();
        Self { won: vec![0; size], lost: vec![0; size], drawn, sets, lines }
    }

    /// Returns the positions in which the game is over, which are lost in every game.
    fn finished(&mut self) -> Vec<Decided> {
        let mut finished = Vec::new();
        for turn in Player::BOTH {
            for mover in (0..SETS).filter(|mover| !self.lines[*mover]) {
                for waiting in (0..SETS)
                    .filter(|waiting| self.lines[*waiting] && self.sets[mover] & self.sets[*waiting] == 0)
                {
                    self.lost[place(turn, waiting, mover)] = u64::MAX;
                    finished.push(Decided { mover, waiting, turn, games: u64::MAX });
                }
            }
        }
        finished
    }

    /// Positions from which a slide leads to one that has just been lost.
    fn wins(&mut self, lost: &[Decided]) -> Vec<Decided> {
        let (sets, lines, mut newly) = (&self.sets, &self.lines, Vec::new());
        for after in lost {
            let turn = !after.turn;
            for before in
                sets_before(sets[after.waiting], sets[after.mover]).map(rank).filter(|set| !lines[*set])
            {
                let place = place(turn, before, after.mover);
                let mut games = after.games & !self.won[place];
                if games != 0 {
                    games &= !self.drawn.get(&place).unwrap_or(&0);
                    self.won[place] |= games;
                    newly.push(Decided { mover: before, waiting: after.mover, turn, games });
                }
            }
        }
        newly.sort_unstable_by_key(|decided| (decided.turn, decided.mover));
        newly
    }

    /// Positions from which all slides lead to won ones, one of them to one that has just been won.
    fn losses(&mut self, won: &[Decided]) -> Vec<Decided> {
        let (sets, lines, mut newly) = (&self.sets, &self.lines, Vec::new());
        for after in won {
            let turn = !after.turn;
            for before in
                sets_before(sets[after.waiting], sets[after.mover]).map(rank).filter(|set| !lines[*set])
            {
                let place_before = place(turn, after.mover, before);
                let mut games = after.games & !self.lost[place_before];
                for next in slides(sets[before], sets[after.mover]) {
                    if games == 0 {
                        break;
                    }
                    games &= self.won[place(after.turn, after.mover, rank(next))];
                }
                if games != 0 {
                    games &= !self.drawn.get(&place(turn, before, after.mover)).unwrap_or(&0);
                    self.lost[place_before] |= games;
                    newly.push(Decided { mover: before, waiting: after.mover, turn, games });
                }
            }
        }
        newly
    }

    fn is_decided(&self, position: &Neutreeko, bit: usize) -> bool {
        let (mover, waiting) = position.masks();
        let (mover, waiting, turn) = (rank(mover), rank(waiting), position.turn());
        (self.won[place(turn, mover, waiting)] | self.lost[place(turn, waiting, mover)]) >> bit & 1 == 1
    }
}

fn place(turn: Player, row: usize, column: usize) -> usize {
    (turn.index() * SETS + row) * SETS + column
}

/// Returns the place of a set of three squares among all such sets in rising order.
pub(super) fn rank(set: u32) -> usize {
    let low = set.trailing_zeros() as usize;
    let middle = (set & (set - 1)).trailing_zeros() as usize;
    let high = set.ilog2() as usize;
    low + middle * (middle - 1) / 2 + high * (high - 1) * (high - 2) / 6
}

fn is_line(set: u32) -> bool {
    let square = |index: usize| {
        (0..SIZE * SIZE)
            .filter(|square| set >> square & 1 == 1)
            .nth(index)
            .map(|square| (square % SIZE, square / SIZE))
    };
    let (Some(low), Some(middle), Some(high)) = (square(0), square(1), square(2)) else { return false };
    let step = (middle.0 - low.0, middle.1 - low.1);
    step.0.abs() <= 1 && step.1 <= 1 && step == (high.0 - middle.0, high.1 - middle.1)
}

/// The squares ahead of a square in a direction, nearest first, and how many there are.
type Ray = ([u32; SIZE as usize - 1], usize);

/// The rays of each square in the 8 directions; opposite ones stand at opposite ends.
static RAYS: [[Ray; 8]; 25] = {
    const DIRECTIONS: [(i32, i32); 8] =
        [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut rays = [[([0; 4], 0); 8]; 25];
    let mut square = 0;
    while square < 25 {
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = DIRECTIONS[direction];
            let (mut file, mut rank) = (square as i32 % SIZE + files, square as i32 / SIZE + ranks);
            while 0 <= file && file < SIZE && 0 <= rank && rank < SIZE {
                let (ahead, count) = &mut rays[square][direction];
                ahead[*count] = 1 << (rank * SIZE + file);
                *count += 1;
                file += files;
                rank += ranks;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
};

/// Returns the squares of a ray before the first one that is taken.
fn free((ahead, count): &'static Ray, taken: u32) -> &'static [u32] {
    let free = ahead[..*count].iter().take_while(|square| *square & taken == 0).count();
    &ahead[..free]
}

fn squares(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        next
    })
}

/// Returns the sets to which a slide leads from this one.
fn slides(set: u32, others: u32) -> impl Iterator<Item = u32> {
    squares(set).flat_map(move |from| {
        let ends = RAYS[from].iter().filter_map(move |ray| free(ray, set | others).last());
        ends.map(move |to| set ^ 1 << from | to)
    })
}

/// Returns the sets from which a slide leads to this one.
pub(super) fn sets_before(set: u32, others: u32) -> impl Iterator<Item = u32> {
    let taken = set | others;
    squares(set).flat_map(move |to| {
        // A piece that came from one direction was stopped by what lies in the opposite one.
        let directions = (0..8).filter(move |direction| free(&RAYS[to][7 - direction], taken).is_empty());
        directions
            .flat_map(move |direction| free(&RAYS[to][direction], taken))
            .map(move |from| set ^ 1 << to | from)
    })
}
