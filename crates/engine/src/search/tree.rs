//! The tree search, step by step.

use games::{Game, Glance, Horizon};

use super::judge::glance_score;
use super::order::{Preferences, Queue};
use super::table::{Bound, Entry, NO_MOVE, Table};
use super::value::{EVALUATION_MAX, INFINITE, PLIES_MAX, PROVED, Score, WIN};
use super::{Limits, Style};

/// Nodes between two looks at the limits: well under a millisecond.
const NODES_BETWEEN_LOOKS: u64 = 512;

/// Forced replies are followed beyond the depth until here.
const EXTENDED_PLIES_MAX: usize = 3 * PLIES_MAX / 4;

/// Promise of a move that the table knows.
const TABLE_MOVE: i32 = 1 << 24;

/// How near the horizon must be for a guess to stand for a search: for positions far above the window, and for moves far below it.
const REVERSE_DEPTH: i32 = 4;
const FUTILE_DEPTH: i32 = 3;

/// Where moves are many: from which depth on a position that the table does not know is searched a ply less deep, and near the horizon, how
/// many moves are tried.
const UNKNOWN_DEPTH: i32 = 4;
const FEW_MOVES_DEPTH: i32 = 4;
const fn few_moves(depth: i32) -> i32 {
    5 * (1 + depth) * (1 + depth) / 4
}

/// What is kept per ply, so that nothing is allocated per node.
pub(super) struct Ply<M> {
    pub(super) queue: Queue<M>,
    /// The best line from here.
    pub(super) line: Vec<M>,
    /// Numbers of moves that cut off here; [`NO_MOVE`] where there are none yet.
    killers: [u32; 2],
}

/// One thread's search.
pub struct Tree<'a, P: Game> {
    pub(super) table: &'a Table,
    limits: Limits<'a>,
    style: Style,
    /// What a draw costs the side to move at the root.
    pub(super) contempt: Score,
    nodes: u64,
    stopped: bool,
    /// Keys from the start of the game to the current node, and where the root is among them.
    pub(super) path: Vec<u64>,
    pub(super) root: usize,
    pub(super) plies: Vec<Ply<P::Move>>,
    preferences: Preferences,
    helper: usize,
}

impl<'a, P: Game> Tree<'a, P> {
    pub fn new(table: &'a Table, limits: Limits<'a>, style: Style, history: Vec<u64>, helper: usize) -> Self {
        let ply = || Ply { queue: Queue::new(), line: Vec::new(), killers: [NO_MOVE; 2] };
        Self {
            table,
            limits,
            style,
            contempt: 0,
            nodes: 0,
            stopped: false,
            root: history.len(),
            path: history,
            plies: std::iter::repeat_with(ply).take(PLIES_MAX + 2).collect(),
            preferences: Preferences::new(),
            helper,
        }
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    pub(super) fn node(&mut self, position: &P, mut depth: i32, mut alpha: Score, mut beta: Score, ply: usize, null: Null) -> Score {
        self.plies[ply].line.clear();
        let wide = beta - alpha > 1;
        let selective = self.style == Style::Selective;

        // Step 1: limits.
        self.count_node();
        if self.stopped {
            return 0;
        }

        // Step 2: the horizon. Quiet games are judged at once, others only when no capture hangs over them. (Plain negamax sees repetitions
        // even here; a selective search gains more by not asking.)
        let horizon = if selective { P::HORIZON } else { Horizon::Judge };
        if (depth <= 0 && horizon == Horizon::Judge && selective) || ply >= PLIES_MAX {
            return self.judge(position, ply);
        }
        if depth <= 0 && horizon == Horizon::Captures {
            return self.captures(position, alpha, beta, ply);
        }
        // Past a horizon of threats only one that must be answered is worth going on for. Most nodes end here, so nothing else is asked before.
        let mut forced = false;
        if depth <= 0 && horizon == Horizon::Threats {
            if P::INFO.repetition.is_some() && self.repeats(position.key()) {
                return self.draw(ply);
            }
            match position.judge_threats() {
                (Glance::Threatened, _) if ply < EXTENDED_PLIES_MAX => (forced, depth) = (true, 1),
                (Glance::Threatened, _) => return self.evaluate(position, ply),
                (Glance::Open, evaluation) => return evaluation.clamp(-EVALUATION_MAX, EVALUATION_MAX),
                (decided, _) => return glance_score(decided, position.turn(), ply),
            }
        }

        // Step 3: a repetition is a draw: at the third time, or at the second if the first was in this search.
        let key = position.key();
        self.table.expect(key);
        if P::INFO.repetition.is_some() && self.repeats(key) {
            return self.draw(ply);
        }
        if depth <= 0 && horizon == Horizon::Judge {
            return self.judge(position, ply);
        }

        // Step 4: a shorter proof found elsewhere makes longer ones pointless.
        alpha = alpha.max(ply as Score - WIN);
        // (The last move may have lost the game for its own side, so this very position can be won.)
        beta = beta.min(WIN - ply as Score);
        if alpha >= beta {
            return alpha;
        }

        // Step 5: what the position seems worth, where that steers the search. (By now the table's line is on its way.)
        let drift = P::DRIFT.filter(|_| selective);
        if drift.is_some()
            && let Some(outcome) = position.outcome()
        {
            return self.result(outcome, position.turn(), ply);
        }
        let standing = if drift.is_some() { self.evaluate(position, ply) } else { 0 };

        // Step 6: the table. In an exact search only what was found at just this depth counts.
        let known = if depth > 0 { self.table.get(key, ply) } else { None };
        if let Some(entry) = known {
            let deep_enough = if selective { entry.depth >= depth } else { entry.depth == depth };
            if deep_enough && !(wide && selective) {
                match entry.bound {
                    Bound::Exact => return entry.score,
                    Bound::Lower if entry.score >= beta => return entry.score,
                    Bound::Upper if entry.score <= alpha => return entry.score,
                    _ => {}
                }
            }
        }

        // Step 7: threats. They prove results without a search.
        if !forced && (selective || depth >= 2) {
            match position.glance() {
                Glance::Open => {}
                Glance::Threatened => forced = true,
                decided => return glance_score(decided, position.turn(), ply),
            }
            if selective && forced && ply < EXTENDED_PLIES_MAX {
                depth += 1;
            }
        }

        // Step 8: what nobody has looked at yet is seldom where the game goes.
        if P::MANY_MOVES && selective && known.is_none() && depth >= UNKNOWN_DEPTH {
            depth -= 1;
        }

        let may_prune = selective && !wide && !forced;
        if may_prune && beta.abs() < PROVED {
            // Step 9: near the horizon, a position far above the window stays there.
            if let Some(drift) = drift
                && depth <= REVERSE_DEPTH
                && standing - drift * depth >= beta
            {
                return standing;
            }
            // Step 10: a position so good that even a pass would keep it above the window needs no closer look.
            if depth >= 3
                && null == Null::Allowed
                && (if drift.is_some() { standing } else { self.evaluate(position, ply) }) >= beta
                && let Some(passed) = position.pass()
            {
                self.path.push(key);
                let score = -self.node(&passed, depth - 3 - depth / 4, -beta, 1 - beta, ply + 1, Null::Used);
                self.path.pop();
                if self.stopped || score >= beta {
                    self.plies[ply].line.clear();
                    return if score > PROVED { beta } else { score };
                }
            }
        }

        // Step 11: the order. Moves that the table knows, or that cut off next to here, are tried before the others are even listed.
        let mut queue = std::mem::replace(&mut self.plies[ply].queue, Queue::new());
        queue.clear();
        let table_move = known.and_then(|entry| entry.mv);
        // Only the table knows what answers a threat.
        let killers = if forced { [NO_MOVE; 2] } else { self.plies[ply].killers };
        let mut early = [table_move.unwrap_or(NO_MOVE), killers[0], killers[1]].into_iter().filter(|number| *number != NO_MOVE);
        let mut listed = false;
        let mut provable = true;

        // Step 12: the moves in turn. The first with the whole window, the rest only to show that they are no better.
        let first_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut place = 0;
        self.path.push(key);
        loop {
            let mv =
                if let Some(mv) = early.find_map(|number| position.recall(number, &mut queue.moves).and_then(|mv| queue.take_early(mv))) {
                    mv
                } else {
                    if !listed {
                        listed = true;
                        provable = self.list(&mut queue, position, forced);
                        // Step 13: near the horizon, moves that promise too little are left out.
                        if let Some(drift) = drift
                            && may_prune
                            && depth <= FUTILE_DEPTH
                            && let Some(hint) = queue.drop_below(alpha - standing - drift * depth)
                        {
                            best = best.max(standing + hint + drift * depth);
                        }
                        self.rank(&mut queue, position);
                    }
                    let Some(mv) = queue.take() else { break };
                    mv
                };
            // Step 14: near the horizon, where moves are many, the late ones are left out.
            if P::MANY_MOVES && may_prune && listed && depth <= FEW_MOVES_DEPTH && place as i32 >= few_moves(depth) && best > -PROVED {
                break;
            }
            let mut next = position.clone();
            next.play(mv);
            let mut score = -INFINITE;
            let deeper = depth - 1;
            if place > 0 {
                // Step 15: late moves that look quiet get less depth, unless they turn out well.
                let reduction = if forced { 0 } else { self.reduction(position, mv, depth, place, wide) };
                score = -self.node(&next, deeper - reduction, -alpha - 1, -alpha, ply + 1, Null::Allowed);
                if score > alpha && reduction > 0 && !self.stopped {
                    score = -self.node(&next, deeper, -alpha - 1, -alpha, ply + 1, Null::Allowed);
                }
            }
            if place == 0 || (score > alpha && score < beta && !self.stopped) {
                score = -self.node(&next, deeper, -beta, -alpha, ply + 1, Null::Allowed);
            }
            if self.stopped {
                break;
            }
            place += 1;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    let (here, below) = self.plies.split_at_mut(ply + 1);
                    here[ply].line.clear();
                    here[ply].line.push(mv);
                    here[ply].line.extend_from_slice(&below[0].line);
                }
                if alpha >= beta {
                    // Step 16: remember what cut off.
                    self.remember(position, &queue, depth, ply);
                    break;
                }
            }
        }
        self.path.pop();
        self.plies[ply].queue = queue;
        if self.stopped {
            return 0;
        }

        // Step 17: no moves at all mean that the game is over, or that none answers the threat.
        if place == 0 && best == -INFINITE {
            return match position.outcome() {
                Some(outcome) => self.result(outcome, position.turn(), ply),
                None => ply as Score + 2 - WIN,
            };
        }
        // What was left out might have saved what is otherwise lost.
        if !provable && best < -PROVED {
            best = -EVALUATION_MAX;
        }

        // Step 18: store what was found.
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best <= first_alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table.put(key, ply, Entry { mv: best_move.map(Into::into), score: best, depth, bound });
        best
    }

    /// Counts, and now and then looks whether to go on.
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) || self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.stopped |= self.limits.are_spent(self.nodes);
        }
    }

    /// Lists the moves to try, with their hints. Says whether the position is lost when all of them lose.
    fn list(&self, queue: &mut Queue<P::Move>, position: &P, forced: bool) -> bool {
        let selective = self.style == Style::Selective;
        if selective && !forced {
            return position.promising(&mut queue.moves, &mut queue.hints);
        }
        if !selective {
            // A move that was looked up may have listed only the main ones.
            queue.moves.clear();
            position.moves(&mut queue.moves);
        } else if queue.moves.is_empty() {
            position.main_moves(&mut queue.moves);
        }
        if forced {
            position.answers(&mut queue.moves);
        }
        position.hints(&queue.moves, &mut queue.hints);
        true
    }

    /// Ranks the moves by what the game and other positions say of them.
    fn rank(&self, queue: &mut Queue<P::Move>, position: &P) {
        let preferences = self.preferences.of(position.turn());
        queue.rank(|mv, hint| hint_scale::<P>() * hint + preferences.get(mv.into()));
    }

    /// Likewise at the root, where the table's move comes first.
    pub(super) fn rank_root(&self, queue: &mut Queue<P::Move>, position: &P, known: Option<u32>) {
        let preferences = self.preferences.of(position.turn());
        let shuffle = self.helper as u32;
        queue.rank(|mv, hint| {
            let number: u32 = mv.into();
            // Helpers see the moves in another order, so that threads do not all walk the same way.
            let shuffled = if shuffle > 0 { (number.wrapping_mul(2 * shuffle + 1) & 0xfff) as i32 } else { 0 };
            if known == Some(number) { TABLE_MOVE } else { hint_scale::<P>() * hint + preferences.get(number) + shuffled }
        });
    }

    /// By how many plies a late move that looks quiet is searched less deep.
    pub(super) fn reduction(&self, position: &P, mv: P::Move, depth: i32, place: usize, wide: bool) -> i32 {
        let late = self.style == Style::Selective && depth >= 3 && place >= 3;
        if late && !position.is_noisy(mv) { reduction::<P>(depth, place, wide) } else { 0 }
    }

    fn remember(&mut self, position: &P, queue: &Queue<P::Move>, depth: i32, ply: usize) {
        let Some((best, before)) = queue.taken().split_last() else { return };
        self.preferences.learn(position.turn(), *best, before, depth);
        let number: u32 = (*best).into();
        let killers = &mut self.plies[ply].killers;
        if killers[0] != number {
            *killers = [number, killers[0]];
        }
    }
}

/// Whether the other side has just been given a free move; two in a row would prove nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Null {
    Allowed,
    Used,
}

/// What a hint weighs beside what was learned. Hints in hundredths are large numbers already.
const fn hint_scale<P: Game>() -> i32 {
    if P::DRIFT.is_some() { 8 } else { 64 }
}

/// Grows slowly with depth and lateness; the main line is looked at more closely.
fn reduction<P: Game>(depth: i32, place: usize, wide: bool) -> i32 {
    let log = |number: u32| (number.ilog2() * 2 + (number >> number.ilog2().saturating_sub(1) & 1)) as i32;
    // Where hints foretell the evaluation, late moves are late for a reason; where there are many, even more so.
    let slowness = match P::DRIFT {
        Some(_) if P::MANY_MOVES => 7,
        Some(_) => 8,
        None => 10,
    };
    let plies = log(depth as u32) * log(place as u32) / slowness;
    (plies - i32::from(wide)).clamp(0, depth - 2)
}
