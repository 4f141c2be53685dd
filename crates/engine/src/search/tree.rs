//! The tree search: principal variation search in numbered steps.

use games::{Game, Horizon, NO_MOVE, StaticResult};

use super::evaluate::static_result_score;
use super::history::MoveHistory;
use super::move_picker::MovePicker;
use super::parameters::SearchParameters;
use super::tables::EndgameTables;
use super::transposition::{Bound, Entry, TranspositionTable};
use super::value::{EVALUATION_MAX, INFINITE, PLIES_MAX, PROVED, Score, WIN};
use super::{SearchLimits, Style};
use crate::net::Network;

/// Nodes between two checks of the limits: well under a millisecond.
const NODES_BETWEEN_CHECKS: u64 = 512;

/// Threat extensions end at this ply.
const EXTENDED_PLIES_MAX: usize = 3 * PLIES_MAX / 4;

/// The priority of the transposition table's move at the root.
const TABLE_MOVE: i32 = 1 << 24;

/// The buffers of one ply, kept so that no node allocates.
pub(super) struct Ply<M> {
    pub(super) picker: MovePicker<M>,
    /// The principal variation from here.
    pub(super) pv: Vec<M>,
    /// Numbers of the latest moves that caused a cutoff at this ply; [`NO_MOVE`] where there are none.
    killers: [u32; 2],
}

/// The search of one thread.
pub struct Tree<'a, P: Game> {
    pub(super) table: &'a TranspositionTable,
    limits: SearchLimits<'a>,
    style: Style,
    /// How much worse than even a draw is for the side to move at the root.
    pub(super) contempt: Score,
    pub(super) network: Option<&'a Network>,
    pub(super) parameters: SearchParameters,
    pub(super) tables: Option<&'a dyn EndgameTables<P>>,
    /// The quiet plies that are left at the root, where a game counts them.
    pub(super) root_plies: Option<u32>,
    nodes: u64,
    /// The nodes below each root move, by its number.
    pub(super) root_nodes: Vec<(u32, u64)>,
    stopped: bool,
    /// Keys from the start of the game to the current node, and the index of the root among them.
    pub(super) path: Vec<u64>,
    pub(super) root: usize,
    pub(super) plies: Vec<Ply<P::Move>>,
    /// Distinguishes results in the table that were found with another set of positions that the game may not
    /// return to.
    pub(super) salt: u64,
    history: MoveHistory,
    helper: usize,
}

impl<'a, P: Game> Tree<'a, P> {
    pub fn new(
        table: &'a TranspositionTable,
        limits: SearchLimits<'a>,
        style: Style,
        history: Vec<u64>,
        helper: usize,
    ) -> Self {
        let ply = || Ply { picker: MovePicker::new(), pv: Vec::new(), killers: [NO_MOVE; 2] };
        Self {
            table,
            limits,
            style,
            contempt: 0,
            network: None,
            parameters: SearchParameters::by_hand::<P>(),
            tables: None,
            root_plies: None,
            nodes: 0,
            root_nodes: Vec::new(),
            stopped: false,
            root: history.len(),
            salt: salt::<P>(&history),
            path: history,
            plies: std::iter::repeat_with(ply).take(PLIES_MAX + 2).collect(),
            history: MoveHistory::new(),
            helper,
        }
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn is_selective(&self) -> bool {
        self.style == Style::Selective
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    pub(super) fn node(
        &mut self,
        position: &P,
        mut depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: usize,
        null_move: NullMove,
    ) -> Score {
        self.plies[ply].pv.clear();
        let is_pv = beta - alpha > 1;
        let selective = self.style == Style::Selective;

        // Step 1: limits.
        self.count_node();
        if self.stopped {
            return 0;
        }

        // Endgame tables know better than any search.
        if self.tables.is_some()
            && let Some(score) = self.probe_tables(position, ply)
        {
            return score;
        }

        // Step 2: the horizon: static evaluation, quiescence search or threats. (Plain negamax detects
        // repetitions even here; a selective search gains more by skipping that.)
        let horizon = if selective { P::HORIZON } else { Horizon::Evaluate };
        if ply >= PLIES_MAX {
            return self.evaluate_or_result(position, ply);
        }
        if depth <= 0 && horizon == Horizon::Evaluate && selective {
            return self.evaluate_or_static_result(position, ply);
        }
        if depth <= 0 && horizon == Horizon::Quiescence {
            let score = self.quiescence(position, alpha, beta, ply);
            // A repetition hides no proof: where the game is drawn already, no capture wins it.
            let is_drawn =
                score.abs() > PROVED && P::INFO.repetition.is_some() && self.repeats(position.key());
            return if is_drawn { self.draw(ply) } else { score };
        }
        // Beyond a horizon of threats the search continues only where a threat must be answered. Most nodes
        // end here, so this check comes first.
        let mut forced = false;
        if depth <= 0 && horizon == Horizon::Threats {
            if P::INFO.repetition.is_some() && self.repeats(position.key()) {
                return self.draw(ply);
            }
            match position.evaluate_threats() {
                (StaticResult::Threatened, _) if ply < EXTENDED_PLIES_MAX => (forced, depth) = (true, 1),
                (StaticResult::Threatened, _) => return self.evaluate(position, ply),
                (StaticResult::Open, evaluation) => return evaluation.clamp(-EVALUATION_MAX, EVALUATION_MAX),
                (decided, _) => return static_result_score(decided, position.turn(), ply),
            }
        }

        // Step 3: repetition: a draw at the third occurrence, or at the second if the first was in this
        // search.
        let key = position.key();
        let table_key = key ^ self.salt;
        self.table.prefetch(table_key);
        if P::INFO.repetition.is_some() && self.repeats(key) {
            return self.draw(ply);
        }
        if depth <= 0 && horizon == Horizon::Evaluate {
            return self.evaluate_or_result(position, ply);
        }

        // Step 4: mate-distance pruning.
        alpha = alpha.max(ply as Score - WIN);
        // (A move can lose the game for its own side, so this very position can be won.)
        beta = beta.min(WIN - ply as Score);
        if alpha >= beta {
            return alpha;
        }

        // Step 5: the result of the game, where the horizon does not find it.
        let has_margins = selective && P::FUTILITY_MARGIN.is_some();
        if has_margins && let Some(outcome) = position.outcome() {
            return self.result(outcome, position.turn(), ply);
        }

        // The static evaluation, where pruning depends on it. It comes before the table is probed, because a
        // network takes about as long as the bucket takes to arrive from memory.
        let static_eval = if has_margins && !is_pv { self.evaluate(position, ply) } else { 0 };

        // Step 6: transposition table. An exact search accepts only entries of exactly its depth.
        let tt_entry = if depth > 0 { self.table.probe(table_key, ply) } else { None };
        if let Some(entry) = tt_entry {
            let deep_enough = if selective { entry.depth >= depth } else { entry.depth == depth };
            if deep_enough && !(is_pv && selective) && is_in_time(position, entry.score, ply) {
                match entry.bound {
                    Bound::Exact => return entry.score,
                    Bound::Lower if entry.score >= beta => return entry.score,
                    Bound::Upper if entry.score <= alpha => return entry.score,
                    _ => {}
                }
            }
        }

        // Step 7: static results: threats prove results without a search; a threat that must be answered
        // extends the depth.
        if !forced && (selective || depth >= 2) {
            match position.static_result() {
                StaticResult::Open => {}
                StaticResult::Threatened => forced = true,
                decided => return static_result_score(decided, position.turn(), ply),
            }
            if selective && forced && ply < EXTENDED_PLIES_MAX {
                depth += 1;
            }
        }

        let parameters = self.parameters;
        // Step 8: internal iterative reduction.
        if P::MANY_MOVES && selective && tt_entry.is_none() && depth >= parameters.internal_reduction_depth {
            depth -= 1;
        }

        let may_prune = selective && !is_pv && !forced;
        if may_prune && beta.abs() < PROVED {
            // Step 9: reverse futility pruning.
            if has_margins
                && depth <= parameters.reverse_futility_depth
                && static_eval - parameters.reverse_futility_margin * depth >= beta
            {
                return static_eval;
            }
            // Step 10: null-move pruning.
            if depth >= parameters.null_move_depth
                && null_move == NullMove::Allowed
                && (if has_margins { static_eval } else { self.evaluate(position, ply) }) >= beta
                && let Some(passed) = position.pass()
            {
                self.path.push(key);
                let score =
                    -self.node(&passed, depth - 3 - depth / 4, -beta, 1 - beta, ply + 1, NullMove::Used);
                self.path.pop();
                if self.stopped || score >= beta {
                    self.plies[ply].pv.clear();
                    return if score > PROVED { beta } else { score };
                }
            }
        }

        // Step 11: the move picker. The table move and the killers are tried before the other moves are
        // generated.
        let mut picker = std::mem::replace(&mut self.plies[ply].picker, MovePicker::new());
        picker.clear();
        let table_move = tt_entry.and_then(|entry| entry.mv);
        // Under a threat, killers are not known to be evasions.
        let killers = if forced { [NO_MOVE; 2] } else { self.plies[ply].killers };
        let mut early = [table_move.unwrap_or(NO_MOVE), killers[0], killers[1]]
            .into_iter()
            .filter(|number| *number != NO_MOVE);
        let mut is_generated = false;
        let mut is_complete = true;

        // Step 12: the moves: the first with the full window, the others with a zero window until one raises
        // alpha.
        let first_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut move_count = 0;
        self.path.push(key);
        loop {
            let mv = if let Some(mv) = early.find_map(|number| {
                position.find_pseudo_legal(number, &mut picker.moves).and_then(|mv| picker.pick_early(mv))
            }) {
                mv
            } else {
                if !is_generated {
                    is_generated = true;
                    is_complete = self.generate(&mut picker, position, forced);
                    // Step 13: futility pruning.
                    if has_margins && may_prune && depth <= parameters.futility_depth {
                        let hope =
                            static_eval + parameters.futility_base + parameters.futility_margin * depth;
                        let unit = parameters.ordering_unit;
                        if let Some(move_score) = picker.drop_below((alpha - hope) * 256 / unit) {
                            best = best.max(hope + move_score * unit / 256);
                        }
                    }
                    self.rank(&mut picker, position);
                }
                let Some(mv) = picker.pick() else {
                    // The moves that were left out, where all others are proved to lose: together they prove
                    // the loss, or avoid it.
                    if is_complete || best >= -PROVED {
                        break;
                    }
                    is_complete = true;
                    self.generate_all(&mut picker, position, forced);
                    continue;
                };
                mv
            };
            // Step 14: late move pruning.
            if P::MANY_MOVES
                && may_prune
                && is_generated
                && depth <= parameters.late_move_depth
                && move_count as i32 >= parameters.late_moves(depth)
                && best > -PROVED
            {
                break;
            }
            let is_left_out = selective
                && !forced
                && move_count as i32 >= parameters.poor_moves_after
                && best > -PROVED
                && position.is_poor(mv);
            if is_left_out {
                continue;
            }
            let mut next = position.clone();
            next.play(mv);
            let mut score = -INFINITE;
            let deeper = depth - 1;
            if move_count > 0 {
                // Step 15: late move reductions, with a re-search at full depth when the move raises alpha.
                let reduction =
                    if forced { 0 } else { self.reduction(position, mv, depth, move_count, is_pv) };
                score = -self.node(&next, deeper - reduction, -alpha - 1, -alpha, ply + 1, NullMove::Allowed);
                if score > alpha && reduction > 0 && !self.stopped {
                    score = -self.node(&next, deeper, -alpha - 1, -alpha, ply + 1, NullMove::Allowed);
                }
            }
            if move_count == 0 || (score > alpha && score < beta && !self.stopped) {
                score = -self.node(&next, deeper, -beta, -alpha, ply + 1, NullMove::Allowed);
            }
            if self.stopped {
                break;
            }
            move_count += 1;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    let (here, below) = self.plies.split_at_mut(ply + 1);
                    here[ply].pv.clear();
                    here[ply].pv.push(mv);
                    here[ply].pv.extend_from_slice(&below[0].pv);
                }
                if alpha >= beta {
                    // Step 16: a beta cutoff updates history and killers.
                    self.update_history(position, &picker, depth, ply);
                    break;
                }
            }
        }
        self.path.pop();
        self.plies[ply].picker = picker;
        if self.stopped {
            return 0;
        }

        // Step 17: without moves the game is over, or no move answers the threat. A move that does not answer
        // it loses in two plies, which may be later than all evasions lose.
        if move_count == 0
            && best == -INFINITE
            && let Some(outcome) = position.outcome()
        {
            return self.result(outcome, position.turn(), ply);
        }
        if forced || best == -INFINITE {
            best = best.max(ply as Score + 2 - WIN);
        }

        // Step 18: store the result.
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best <= first_alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table.store(table_key, ply, Entry { mv: best_move.map(Into::into), score: best, depth, bound });
        best
    }

    /// Counts a node and checks the limits now and then.
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS)
            || self.limits.nodes.is_some_and(|limit| self.nodes >= limit)
        {
            self.stopped |= self.limits.are_spent(self.nodes);
        }
    }

    /// Generates the moves to try with their ordering scores. Returns whether the position is lost when all
    /// of them lose.
    fn generate(&self, picker: &mut MovePicker<P::Move>, position: &P, forced: bool) -> bool {
        let selective = self.style == Style::Selective;
        if selective && !forced && !self.parameters.all_moves {
            return position.generate_scored(&mut picker.moves, &mut picker.move_scores);
        }
        let all_moves = !selective || self.parameters.all_moves;
        if all_moves {
            // Looking up the table move may have generated only the main moves.
            picker.moves.clear();
            position.moves(&mut picker.moves);
        } else if picker.moves.is_empty() {
            position.main_moves(&mut picker.moves);
        }
        if forced {
            position.evasions(&mut picker.moves);
        }
        position.score_moves(&picker.moves, &mut picker.move_scores);
        all_moves
    }

    /// Generates and ranks all moves once more; those that were picked before are not picked again.
    fn generate_all(&self, picker: &mut MovePicker<P::Move>, position: &P, forced: bool) {
        picker.restart();
        position.moves(&mut picker.moves);
        if forced {
            position.evasions(&mut picker.moves);
        }
        position.score_moves(&picker.moves, &mut picker.move_scores);
        self.rank(picker, position);
    }

    /// Ranks the moves by the game's ordering scores and by history.
    fn rank(&self, picker: &mut MovePicker<P::Move>, position: &P) {
        let history = self.history.of(position.turn());
        let weight = self.parameters.ordering_weight;
        picker.rank(|mv, move_score| weight * move_score + history.get(mv.into()));
    }

    /// Ranks the root moves: the table move first.
    pub(super) fn rank_root(&self, picker: &mut MovePicker<P::Move>, position: &P, known: Option<u32>) {
        let history = self.history.of(position.turn());
        let weight = self.parameters.ordering_weight;
        let shuffle = self.helper as u32;
        picker.rank(|mv, move_score| {
            let number: u32 = mv.into();
            // Helper threads search the root moves in another order, so that threads do not all search the
            // same subtrees.
            let shuffled =
                if shuffle > 0 { (number.wrapping_mul(2 * shuffle + 1) & 0xfff) as i32 } else { 0 };
            if known == Some(number) {
                TABLE_MOVE
            } else {
                weight * move_score + history.get(number) + shuffled
            }
        });
    }

    /// Returns the late move reduction in plies; only quiet moves are reduced.
    pub(super) fn reduction(
        &self,
        position: &P,
        mv: P::Move,
        depth: i32,
        move_count: usize,
        is_pv: bool,
    ) -> i32 {
        let late = self.is_selective()
            && depth >= 3
            && move_count as i32 >= self.parameters.reduction_after
            && !position.is_noisy(mv);
        if late { self.parameters.reduction(depth, move_count, is_pv) } else { 0 }
    }

    fn update_history(&mut self, position: &P, picker: &MovePicker<P::Move>, depth: i32, ply: usize) {
        let Some((best, before)) = picker.picked().split_last() else { return };
        self.history.update(position.turn(), *best, before, depth);
        let number: u32 = (*best).into();
        let killers = &mut self.plies[ply].killers;
        if killers[0] != number {
            *killers = [number, killers[0]];
        }
    }
}

/// Returns the keys that occurred so often in the game that one more occurrence draws it, in order.
pub(super) fn drawn_keys<P: Game>(history: &[u64]) -> Vec<u64> {
    let Some(repetition) = P::INFO.repetition else { return Vec::new() };
    let mut keys = history.to_vec();
    keys.sort_unstable();
    let often = keys.chunk_by(|a, b| a == b).filter(|same| same.len() + 1 >= repetition as usize);
    often.map(|same| same[0]).collect()
}

/// Returns a number for the set of those keys; 0 where there are none, as in most games.
fn salt<P: Game>(history: &[u64]) -> u64 {
    drawn_keys::<P>(history)
        .iter()
        .fold(0, |salt, key| (salt ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23))
}

/// Returns whether a score from the table holds for a position whose count of plies to a draw may differ from
/// that of the position it was found for: a proof that is no longer than what is left of the count always
/// does.
fn is_in_time<P: Game>(position: &P, score: Score, ply: usize) -> bool {
    score.abs() <= PROVED
        || position.plies_to_draw().is_none_or(|plies| WIN - score.abs() - ply as Score <= plies as Score)
}

/// Whether a null move may be tried: not twice in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NullMove {
    Allowed,
    Used,
}
