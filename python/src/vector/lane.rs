//! The games of an environment, all of one rule set.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fastrand::Rng;
use games::record::MOVES_MAX;
use games::{AnyPosition, Game, Outcome, Player};

use super::crew::Crew;
use super::{AnyLanes, Outputs};
use crate::encoding::{AVX2, AVX512, Deed, Encoded, PLAIN, mask_words, spread_words};

/// Games won by the first player, drawn, won by the second, truncated.
pub(crate) type Tally = [u64; 4];

/// How the work is done.
pub(crate) struct Plan<'a> {
    /// The threads besides the one that asks.
    pub(crate) crew: Option<&'a Crew>,
    pub(crate) threads: usize,
    pub(crate) auto_reset: bool,
    /// One of those that the processor has the instructions for.
    pub(crate) width: usize,
}

/// Pieces of work per thread: a thread that the system holds up leaves the rest to the others.
const PIECES: usize = 4;

pub(crate) struct Lanes<P: Encoded> {
    start: P,
    lanes: Vec<Lane<P>>,
}

pub(crate) struct Lane<P: Encoded> {
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
        };
        let lanes = (0..count).map(|_| lane()).collect();
        Self { start, lanes }
    }

    /// Finds what each action does. Returns the first game with an illegal one.
    fn plan_deeds(&mut self, actions: &[i64], plan: &Plan<'_>) -> Option<usize> {
        let illegal = AtomicUsize::new(usize::MAX);
        let size = plan.piece(self.lanes.len());
        let pieces = self.lanes.chunks_mut(size).zip(actions.chunks(size)).enumerate();
        plan.share(pieces, |(piece, (lanes, actions))| {
            let mut room = Vec::new();
            for (place, (lane, action)) in lanes.iter_mut().zip(actions).enumerate() {
                lane.deed = match usize::try_from(*action) {
                    Ok(action) if !lane.is_over => lane.position.deed(lane.first, action, &mut room),
                    _ => None,
                };
                // A game that is over takes any action and does nothing.
                if lane.deed.is_none() && !lane.is_over {
                    illegal.fetch_min(piece * size + place, Ordering::Relaxed);
                    break;
                }
            }
        });
        Some(illegal.into_inner()).filter(|number| *number != usize::MAX)
    }

    /// Calls `work` with every game, its number and its rows of the outputs, on all threads.
    fn each(&mut self, plan: &Plan<'_>, outputs: Outputs<'_>, work: &impl Work<P>) {
        let start = &self.start;
        let size = plan.piece(self.lanes.len());
        let mut pieces = Vec::new();
        let mut rest = Piece { first: 0, lanes: &mut self.lanes, outputs };
        while rest.lanes.len() > size {
            let (now, later) = rest.split(size, P::ACTIONS, P::SHAPE.iter().product());
            pieces.push(now);
            rest = later;
        }
        pieces.push(rest);
        plan.share(pieces, |piece: Piece<'_, P>| match plan.width {
            // SAFETY: the processor has the instructions.
            AVX512 => unsafe { piece.work_avx512(start, work) },
            // SAFETY: likewise.
            AVX2 => unsafe { piece.work_avx2(start, work) },
            _ => piece.work::<PLAIN>(start, work),
        });
    }
}

impl Plan<'_> {
    /// Returns how many of so many games make a piece of work.
    fn piece(&self, games: usize) -> usize {
        if self.crew.is_some() { games.div_ceil(self.threads * PIECES) } else { games }
    }

    /// Does the work on all threads. Each begins with pieces of its own, the same ones in every step, since
    /// its processor has their memory at hand, and helps the others when it is done with them.
    fn share<T: Send>(&self, pieces: impl IntoIterator<Item = T>, work: impl Fn(T) + Sync) {
        let Some(crew) = self.crew else { return pieces.into_iter().for_each(work) };
        let pieces: Vec<Mutex<Option<T>>> = pieces.into_iter().map(|piece| Mutex::new(Some(piece))).collect();
        let take = |piece: &Mutex<Option<T>>| piece.lock().unwrap_or_else(PoisonError::into_inner).take();
        let run = |thread: usize| {
            let own = (thread * PIECES).min(pieces.len());
            let (before, own) = pieces.split_at(own);
            let (own, after) = own.split_at(PIECES.min(own.len()));
            // The last piece of another thread is the one that it comes to last.
            for piece in own.iter().chain(before.iter().rev()).chain(after.iter().rev()) {
                if let Some(piece) = take(piece) {
                    work(piece);
                }
            }
        };
        crew.run(&run);
    }
}

/// Something to do in every game. The list is room to work in.
trait Work<P: Encoded>: Sync {
    fn run<const WIDTH: usize>(
        &self,
        lane: &mut Lane<P>,
        number: usize,
        start: &P,
        row: &mut Row<'_>,
        room: &mut Vec<P::Move>,
    );
}

struct Reset {
    seed: u64,
}

impl<P: Encoded> Work<P> for Reset {
    fn run<const WIDTH: usize>(
        &self,
        lane: &mut Lane<P>,
        number: usize,
        start: &P,
        row: &mut Row<'_>,
        room: &mut Vec<P::Move>,
    ) {
        lane.rng = Rng::with_seed(scatter(self.seed, number as u64));
        lane.tally = [0; 4];
        lane.begin(start);
        *row.action = -1;
        lane.write::<WIDTH>(row, State::Open, room);
    }
}

struct Step<'a> {
    actions: &'a [i64],
    auto_reset: bool,
}

impl<P: Encoded> Work<P> for Step<'_> {
    #[inline(always)]
    fn run<const WIDTH: usize>(
        &self,
        lane: &mut Lane<P>,
        number: usize,
        start: &P,
        row: &mut Row<'_>,
        room: &mut Vec<P::Move>,
    ) {
        *row.action = self.actions[number] as i32;
        let state = match lane.deed.take() {
            Some(deed) => lane.advance(deed),
            None => State::Open,
        };
        lane.settle(state, start, self.auto_reset);
        lane.write::<WIDTH>(row, state, room);
    }
}

struct RandomSteps {
    steps: u64,
    auto_reset: bool,
}

impl<P: Encoded> Work<P> for RandomSteps {
    #[inline(always)]
    fn run<const WIDTH: usize>(
        &self,
        lane: &mut Lane<P>,
        _: usize,
        start: &P,
        row: &mut Row<'_>,
        room: &mut Vec<P::Move>,
    ) {
        let mut state = State::Open;
        *row.action = -1;
        for _ in 0..self.steps {
            let drawn = if lane.is_over {
                None
            } else {
                lane.position.draw::<WIDTH>(lane.first, &mut lane.rng, room)
            };
            state = match drawn {
                Some((action, deed)) => {
                    *row.action = action as i32;
                    lane.advance(deed)
                }
                None => State::Open,
            };
            lane.settle(state, start, self.auto_reset);
        }
        lane.write::<WIDTH>(row, state, room);
    }
}

impl<P: Encoded + Game> AnyLanes for Lanes<P> {
    fn reset(&mut self, seed: u64, plan: &Plan<'_>, outputs: Outputs<'_>) {
        self.each(plan, outputs, &Reset { seed });
    }

    fn step(&mut self, actions: &[i64], plan: &Plan<'_>, outputs: Outputs<'_>) -> Result<(), usize> {
        if let Some(number) = self.plan_deeds(actions, plan) {
            return Err(number);
        }
        self.each(plan, outputs, &Step { actions, auto_reset: plan.auto_reset });
        Ok(())
    }

    fn step_random(&mut self, steps: u64, plan: &Plan<'_>, outputs: Outputs<'_>) {
        self.each(plan, outputs, &RandomSteps { steps, auto_reset: plan.auto_reset });
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

    #[inline(always)]
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

    /// Returns how often the current position has occurred, this time included; 1 where the rules do not
    /// count.
    fn occurrences(&self) -> usize {
        match self.keys.last() {
            Some(now) => self.keys.iter().filter(|key| *key == now).count(),
            None => 1,
        }
    }

    /// Counts a game that has ended, and begins the next.
    #[inline(always)]
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
    #[inline(always)]
    fn write<const WIDTH: usize>(&mut self, row: &mut Row<'_>, state: State, room: &mut Vec<P::Move>) {
        row.rewards.copy_from_slice(&match state {
            State::Ended(Outcome::Win(Player::First)) => [1.0, -1.0],
            State::Ended(Outcome::Win(Player::Second)) => [-1.0, 1.0],
            State::Open | State::Truncated | State::Ended(Outcome::Draw) => [0.0, 0.0],
        });
        *row.terminated = matches!(state, State::Ended(_));
        *row.truncated = state == State::Truncated;
        *row.hidden = !self.is_over && self.position.hides_moves(room);
        *row.turn = self.position.turn().index() as u8;
        if let Some(out) = &mut row.observation {
            let before = (self.occurrences() - 1).min(255) as u8;
            self.position.planes::<WIDTH>(self.first, before, out);
        }
        if row.mask.is_some() || row.packed.is_some() {
            self.write_masks::<WIDTH>(row, room);
        }
    }

    #[inline(always)]
    fn write_masks<const WIDTH: usize>(&mut self, row: &mut Row<'_>, room: &mut Vec<P::Move>) {
        /// More than any encoding has actions.
        const WORDS_MAX: usize = 64;
        const { assert!(mask_words(P::ACTIONS) <= WORDS_MAX) };
        let mut words = [0_u64; WORDS_MAX];
        let words = &mut words[..mask_words(P::ACTIONS)];
        if !self.is_over {
            self.position.mask::<WIDTH>(self.first, words, room);
        }
        if let Some(out) = &mut row.packed {
            for (bytes, word) in out.chunks_mut(8).zip(&*words) {
                bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
            }
        }
        if let Some(out) = &mut row.mask {
            spread_words::<WIDTH>(words, out);
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
    /// Returns the first games, and the others.
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

    /// The same code as [`work`](Self::work), compiled for the instructions of most processors of today.
    #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt"))]
    unsafe fn work_avx2(self, start: &P, work: &impl Work<P>) {
        self.work::<AVX2>(start, work);
    }

    /// Likewise for those with 64 bytes.
    #[cfg_attr(
        target_arch = "x86_64",
        target_feature(
            enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq"
        )
    )]
    unsafe fn work_avx512(self, start: &P, work: &impl Work<P>) {
        self.work::<AVX512>(start, work);
    }

    #[inline(always)]
    fn work<const WIDTH: usize>(self, start: &P, work: &impl Work<P>) {
        let mut room = Vec::new();
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
            work.run::<WIDTH>(lane, number, start, &mut row, &mut room);
        }
    }
}

/// Returns a seed for each game, so that neighbours have nothing in common.
fn scatter(seed: u64, number: u64) -> u64 {
    let bits = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
