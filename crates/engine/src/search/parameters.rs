//! The numbers of the search: depths, margins and reductions, for an evaluation by hand and by a network.

use games::Heuristics;

/// A depth that is never reached: switches a step off.
const NEVER: i32 = 1000;

/// Depths are in plies, margins in the unit of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchParameters {
    /// Half of the first aspiration window.
    pub aspiration: i32,
    /// Reverse futility pruning: the greatest depth, and the margin of a ply.
    pub reverse_futility_depth: i32,
    pub reverse_futility_margin: i32,
    /// Futility pruning: the greatest depth, and the margin: a constant and so much a ply.
    pub futility_depth: i32,
    pub futility_base: i32,
    pub futility_margin: i32,
    /// What an ordering score of 256 predicts of the evaluation.
    pub ordering_unit: i32,
    /// What an ordering score weighs beside history.
    pub ordering_weight: i32,
    /// The least depth of null-move pruning.
    pub null_move_depth: i32,
    /// The least depth of internal iterative reduction.
    pub internal_reduction_depth: i32,
    /// Late move pruning: the greatest depth, and the moves tried at depth 1; their number grows with the
    /// square of the depth.
    pub late_move_depth: i32,
    pub late_move_count: i32,
    /// After so many moves, poor ones are left out at every depth.
    pub poor_moves_after: i32,
    /// Late move reductions: the moves that are not reduced, hundredths of a ply for every other move, and
    /// what the product of the logarithms of depth and move count is divided by.
    pub reduction_after: i32,
    pub reduction_base: i32,
    pub reduction_divisor: i32,
    /// Whether all legal moves are searched, not only the [main ones](Heuristics::generate_scored).
    pub all_moves: bool,
}

impl SearchParameters {
    /// Returns the parameters for the evaluation of the game itself.
    pub const fn by_hand<P: Heuristics>() -> Self {
        // Ordering scores predict the evaluation where there is a margin.
        let (margin, ordering_weight) = match P::FUTILITY_MARGIN {
            Some(margin) => (margin, 8),
            None => (0, 64),
        };
        let reduction_divisor = match P::FUTILITY_MARGIN {
            Some(_) if P::MANY_MOVES => 7,
            Some(_) => 8,
            None => 10,
        };
        let (internal_reduction_depth, late_move_depth) = if P::MANY_MOVES { (4, 4) } else { (NEVER, 0) };
        Self {
            aspiration: 40,
            reverse_futility_depth: 4,
            reverse_futility_margin: margin,
            futility_depth: 3,
            futility_base: 0,
            futility_margin: margin,
            ordering_unit: 256,
            ordering_weight,
            null_move_depth: 3,
            internal_reduction_depth,
            late_move_depth,
            late_move_count: 5,
            poor_moves_after: NEVER,
            reduction_after: 3,
            reduction_base: 0,
            reduction_divisor,
            all_moves: false,
        }
    }

    /// Returns the parameters for a network, which sees more at once than an evaluation by hand: more is
    /// pruned. They were chosen by `cargo xtask tune`; docs/strength.md has the matches.
    pub const fn by_network<P: Heuristics>() -> Self {
        if !P::MANY_MOVES {
            return Self { reverse_futility_depth: 6, reverse_futility_margin: 60, ..Self::by_hand::<P>() };
        }
        Self {
            reverse_futility_depth: 8,
            reverse_futility_margin: 25,
            futility_depth: 6,
            futility_base: 60,
            futility_margin: 60,
            poor_moves_after: 2,
            reduction_after: 2,
            reduction_base: 40,
            reduction_divisor: 12,
            all_moves: true,
            ..Self::by_hand::<P>()
        }
    }

    pub(super) const fn of<P: Heuristics>(has_network: bool) -> Self {
        if has_network { Self::by_network::<P>() } else { Self::by_hand::<P>() }
    }

    /// Returns how many moves late move pruning leaves at a depth.
    pub(super) const fn late_moves(&self, depth: i32) -> i32 {
        self.late_move_count * (1 + depth) * (1 + depth) / 4
    }

    /// Returns the late move reduction in plies, which is one ply less in PV nodes.
    pub(super) const fn reduction(&self, depth: i32, move_count: usize, is_pv: bool) -> i32 {
        let product = logarithm(depth as u32) * logarithm(move_count as u32);
        let plies = (self.reduction_base + 100 * product / self.reduction_divisor) / 100;
        let plies = if is_pv { plies - 1 } else { plies };
        if plies < 0 {
            0
        } else if plies > depth - 2 {
            depth - 2
        } else {
            plies
        }
    }
}

/// Returns about twice the binary logarithm.
const fn logarithm(number: u32) -> i32 {
    (number.ilog2() * 2 + (number >> number.ilog2().saturating_sub(1) & 1)) as i32
}
