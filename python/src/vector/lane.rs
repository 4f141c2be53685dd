//! The games of an environment, all of one rule set.

use fastrand::Rng;
use games::record::MOVES_MAX;
use games::{AnyPosition, Game, Outcome, Player};
use rayon::ThreadPool;
use rayon::prelude::*;

use super::{AnyLanes, Outputs};
use crate::encoding::{Deed, Encoded, spread_bits};

/// Games won by the first player, drawn, won by the second, truncated.
pub(crate) type Tally = [u64; 4];

/// How the work is done.
pub(crate) struct Plan<'a> {
    pub(crate) pool: Option<&'a ThreadPool>,
    pub(crate) threads: usize,
    pub(crate) auto_reset: bool,
}

/// Pieces of work per thread: a thread that the system holds up leaves the rest to the others.
const PIECES: usize = 4;

pub(crate) struct Lanes<P: Encoded> {
    start: P,
    lanes: Vec<Lane<P>>,
}

struct Lane<P: Encoded> {
    position: P,
    /// Of all positions of the game so far, where the rules count them.
    keys: Vec<u64>,
    first: Option<usize>,
    /// What the step that is under way does.
    deed: Option<Deed<P::Move>>,
    plies: usize,
    is_over: bool,
    rng: Rng,
    tally: Tally,
    room: Vec<P::Move>,
}

/// How a step left its game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Ended(Outcome),
    Truncated,
}

impl<P: Encoded> Lanes<P> {
    pub(crate) fn new(start: P, count: usize) -> Self {
        let lane = || Lane {
            position: start.clone(),
            keys: Vec::new(),
            first: None,
            deed: None,
            plies: 0,
            is_over: false,
            rng: Rng::with_seed(0),
            tally: [0; 4],
            room: Vec::new(),
        };
        let lanes = (0..count).map(|_| lane()).collect();
        Self { start, lanes }
    }

    /// Finds what each action does. Returns the first game with an illegal one.
    fn plan_deeds(&mut self, actions: &[i64], plan: &Plan<'_>) -> Option<usize> {
        let find = |(lane, action): (&mut Lane<P>, &i64)| {
            lane.deed = match usize::try_from(*action) {
                Ok(action) if !lane.is_over => lane.position.deed(lane.first, action, &mut lane.room),
                _ => None,
            };
            // A game that is over takes any action and does nothing.
            lane.deed.is_none() && !lane.is_over
        };
        match plan.pool {
            None => self.lanes.iter_mut().zip(actions).position(find),
            Some(pool) => {
                let size = self.lanes.len().div_ceil(plan.threads * PIECES);
                let lanes = self.lanes.par_iter_mut().with_min_len(size).zip(actions);
                pool.install(|| lanes.position_first(find))
            }
        }
    }

    /// Calls `work` with every game, its number and its rows of the outputs, on all threads.
    fn each(
        &mut self,
        plan: &Plan<'_>,
        outputs: Outputs<'_>,
        work: impl Fn(&mut Lane<P>, usize, &P, &mut Row<'_>) + Sync,
    ) {
        let start = &self.start;
        let piece = Piece { first: 0, lanes: &mut self.lanes, outputs };
        let Some(pool) = plan.pool else { return piece.work(start, &work) };
        let size = piece.lanes.len().div_ceil(plan.threads * PIECES);
        pool.in_place_scope(|scope| {
            let mut rest = piece;
            while rest.lanes.len() > size {
                let (now, later) = rest.split(size, P::ACTIONS, P::SHAPE.iter().product());
                rest = later;
                let work = &work;
                scope.spawn(move |_| now.work(start, work));
            }
            // The thread that asked does the last piece itself.
            rest.work(start, &work);
        });
    }
}

impl<P: Encoded + Game> AnyLanes for Lanes<P> {
    fn reset(&mut self, seed: u64, plan: &Plan<'_>, outputs: Outputs<'_>) {
        self.each(plan, outputs, |lane, number, start, row| {
            lane.rng = Rng::with_seed(scatter(seed, number as u64));
            lane.tally = [0; 4];
            lane.begin(start);
            *row.action = -1;
            lane.write(row, State::Open);
        });
    }

    fn step(&mut self, actions: &[i64], plan: &Plan<'_>, outputs: Outputs<'_>) -> Result<(), usize> {
        if let Some(number) = self.plan_deeds(actions, plan) {
            return Err(number);
        }
        let auto_reset = plan.auto_reset;
        self.each(plan, outputs, |lane, number, start, row| {
            *row.action = actions[number] as i32;
            let state = match lane.deed.take() {
                Some(deed) => lane.advance(deed),
                None => State::Open,
            };
            lane.settle(state, start, auto_reset);
            lane.write(row, state);
        });
        Ok(())
    }

    fn step_random(&mut self, steps: u64, plan: &Plan<'_>, outputs: Outputs<'_>) {
        let auto_reset = plan.auto_reset;
        self.each(plan, outputs, |lane, _, start, row| {
            let mut state = State::Open;
            *row.action = -1;
            for _ in 0..steps {
                let drawn = if lane.is_over {
                    None
                } else {
                    lane.position.draw(lane.first, &mut lane.rng, &mut lane.room)
                };
                state = match drawn {
                    Some((action, deed)) => {
                        *row.action = action as i32;
                        lane.advance(deed)
                    }
                    None => State::Open,
                };
                lane.settle(state, start, auto_reset);
            }
            lane.write(row, state);
        });
    }

    fn tally(&self) -> Tally {
        let add = |sum: Tally, lane: &Lane<P>| std::array::from_fn(|place| sum[place] + lane.tally[place]);
        self.lanes.iter().fold([0; 4], add)
    }

    fn position(&self, game: usize) -> Option<Box<dyn AnyPosition>> {
        Some(Box::new(self.lanes.get(game)?.position.clone()))
    }

    fn first(&self, game: usize) -> Option<usize> {
        self.lanes.get(game)?.first
    }
}

impl<P: Encoded> Lane<P> {
    fn begin(&mut self, start: &P) {
        self.position.clone_from(start);
        self.keys.clear();
        if P::INFO.repetition.is_some() {
            self.keys.push(start.key());
        }
        (self.first, self.plies, self.is_over) = (None, 0, false);
    }

    fn advance(&mut self, deed: Deed<P::Move>) -> State {
        let mv = match deed {
            Deed::Begin(first) => {
                self.first = Some(first);
                return State::Open;
            }
            Deed::Play(mv) => mv,
        };
        self.first = None;
        self.position.play(mv);
        self.plies += 1;
        if P::INFO.repetition.is_some() {
            self.keys.push(self.position.key());
        }
        if let Some(outcome) = self.position.outcome() {
            State::Ended(outcome)
        } else if P::INFO.repetition.is_some_and(|times| self.occurrences() >= times as usize) {
            State::Ended(Outcome::Draw)
        } else if self.plies >= MOVES_MAX || self.position.is_out_of_sight() {
            State::Truncated
        } else {
            State::Open
        }
    }

    /// How often the current position has occurred, this time included; 1 where the rules do not count.
    fn occurrences(&self) -> usize {
        match self.keys.last() {
            Some(now) => self.keys.iter().filter(|key| *key == now).count(),
            None => 1,
        }
    }

    /// Counts a game that has ended, and begins the next.
    fn settle(&mut self, state: State, start: &P, auto_reset: bool) {
        let place = match state {
            State::Open => return,
            State::Ended(Outcome::Win(Player::First)) => 0,
            State::Ended(Outcome::Draw) => 1,
            State::Ended(Outcome::Win(Player::Second)) => 2,
            State::Truncated => 3,
        };
        self.tally[place] += 1;
        if auto_reset {
            self.begin(start);
        } else {
            self.is_over = true;
        }
    }

    /// Writes what the last step led to: how it ended, and the position in which to go on.
    fn write(&mut self, row: &mut Row<'_>, state: State) {
        row.rewards.copy_from_slice(&match state {
            State::Ended(Outcome::Win(Player::First)) => [1.0, -1.0],
            State::Ended(Outcome::Win(Player::Second)) => [-1.0, 1.0],
            State::Open | State::Truncated | State::Ended(Outcome::Draw) => [0.0, 0.0],
        });
        *row.terminated = matches!(state, State::Ended(_));
        *row.truncated = state == State::Truncated;
        *row.hidden = !self.is_over && self.position.hides_moves(&mut self.room);
        *row.turn = self.position.turn().index() as u8;
        if let Some(out) = &mut row.observation {
            out.fill(0);
            let before = (self.occurrences() - 1).min(255) as u8;
            self.position.planes(self.first, before, out);
        }
        if row.mask.is_some() || row.packed.is_some() {
            self.write_masks(row);
        }
    }

    fn write_masks(&mut self, row: &mut Row<'_>) {
        /// More than any encoding has actions.
        const WORDS_MAX: usize = 64;
        const { assert!(P::ACTIONS <= 64 * WORDS_MAX) };
        let mut words = [0_u64; WORDS_MAX];
        let words = &mut words[..P::ACTIONS.div_ceil(64)];
        if !self.is_over {
            self.position.mask(self.first, words, &mut self.room);
        }
        if let Some(out) = &mut row.packed {
            for (bytes, word) in out.chunks_mut(8).zip(&*words) {
                bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
            }
        }
        if let Some(out) = &mut row.mask {
            let (eights, rest) = out.as_chunks_mut::<8>();
            let mut bytes = words.iter().flat_map(|word| word.to_le_bytes());
            for (eight, byte) in eights.iter_mut().zip(&mut bytes) {
                *eight = spread_bits(byte);
            }
            if let Some(byte) = bytes.next() {
                let left = rest.len();
                rest.copy_from_slice(&spread_bits(byte)[..left]);
            }
        }
    }
}

/// What is written for one game.
struct Row<'a> {
    observation: Option<&'a mut [u8]>,
    mask: Option<&'a mut [u8]>,
    packed: Option<&'a mut [u8]>,
    rewards: &'a mut [f32],
    terminated: &'a mut bool,
    truncated: &'a mut bool,
    hidden: &'a mut bool,
    turn: &'a mut u8,
    action: &'a mut i32,
}

/// Some consecutive games with what is written for them.
struct Piece<'a, P: Encoded> {
    first: usize,
    lanes: &'a mut [Lane<P>],
    outputs: Outputs<'a>,
}

impl<'a, P: Encoded> Piece<'a, P> {
    /// The first games, and the others.
    fn split(self, count: usize, actions: usize, cells: usize) -> (Self, Self) {
        fn cut<T>(all: Option<&mut [T]>, at: usize) -> (Option<&mut [T]>, Option<&mut [T]>) {
            match all.map(|all| all.split_at_mut(at)) {
                Some((now, later)) => (Some(now), Some(later)),
                None => (None, None),
            }
        }
        let (lanes, later_lanes) = self.lanes.split_at_mut(count);
        let all = self.outputs;
        let (observations, later_observations) = cut(all.observations, count * cells);
        let (masks, later_masks) = cut(all.masks, count * actions);
        let (packed, later_packed) = cut(all.packed, count * actions.div_ceil(8));
        let (rewards, later_rewards) = all.rewards.split_at_mut(2 * count);
        let (terminated, later_terminated) = all.terminated.split_at_mut(count);
        let (truncated, later_truncated) = all.truncated.split_at_mut(count);
        let (hidden, later_hidden) = all.hidden.split_at_mut(count);
        let (turns, later_turns) = all.turns.split_at_mut(count);
        let (done, later_done) = all.actions.split_at_mut(count);
        let now = Outputs {
            observations,
            masks,
            packed,
            rewards,
            terminated,
            truncated,
            hidden,
            turns,
            actions: done,
        };
        let later = Outputs {
            observations: later_observations,
            masks: later_masks,
            packed: later_packed,
            rewards: later_rewards,
            terminated: later_terminated,
            truncated: later_truncated,
            hidden: later_hidden,
            turns: later_turns,
            actions: later_done,
        };
        (
            Self { first: self.first, lanes, outputs: now },
            Self { first: self.first + count, lanes: later_lanes, outputs: later },
        )
    }

    fn work(self, start: &P, work: &impl Fn(&mut Lane<P>, usize, &P, &mut Row<'_>)) {
        let Outputs { observations, masks, packed, rewards, terminated, truncated, hidden, turns, actions } =
            self.outputs;
        let mut observations = observations.map(|all| all.chunks_exact_mut(P::SHAPE.iter().product()));
        let mut masks = masks.map(|all| all.chunks_exact_mut(P::ACTIONS));
        let mut packed = packed.map(|all| all.chunks_exact_mut(P::ACTIONS.div_ceil(8)));
        let rewards = rewards.chunks_exact_mut(2);
        let rows = rewards.zip(terminated).zip(truncated).zip(hidden).zip(turns).zip(actions);
        for ((number, lane), (((((rewards, terminated), truncated), hidden), turn), action)) in
            (self.first..).zip(self.lanes).zip(rows)
        {
            let mut row = Row {
                observation: observations.as_mut().and_then(Iterator::next),
                mask: masks.as_mut().and_then(Iterator::next),
                packed: packed.as_mut().and_then(Iterator::next),
                rewards,
                terminated,
                truncated,
                hidden,
                turn,
                action,
            };
            work(lane, number, start, &mut row);
        }
    }
}

/// A seed for each game, so that neighbours have nothing in common.
fn scatter(seed: u64, number: u64) -> u64 {
    let bits = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
