//! How likely the other side is to lose its way in a drawn position.
//!
//! The other side is modelled as a player that sees what is near and guesses beyond: each reply that holds
//! the draw is as likely as any other, and so is each that loses in many plies; one that loses in a few
//! hardly is. If both keep the draw otherwise, the chance that it errs sooner or later follows, a little less
//! the later.

use std::collections::HashMap;
use std::sync::OnceLock;

use games::neutreeko::Neutreeko;

use super::played;
use crate::solve::neutreeko::symmetry::canonical;
use crate::solve::neutreeko::{ExactValue, Solution};

/// What an error two plies later is worth of one now.
const PATIENCE: f64 = 0.97;
/// Rounds of iteration; what lies further ahead changes no choice.
const ROUNDS: usize = 60;

/// The chances in every drawn position up to symmetry.
#[derive(Debug)]
pub struct Chances {
    /// By the canonical sets of the side to move and of the other.
    numbers: HashMap<(u32, u32), usize>,
    /// How likely the side to move is to lose its way.
    errs: Vec<f64>,
}

/// What can come of a drawn position.
struct Node {
    /// Drawn positions one move on, as often as moves lead there.
    next: Vec<usize>,
    /// How likely the moves that lose are, a move that holds counting 1.
    traps: f64,
}

impl Chances {
    /// Returns the chances, computed on first use.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Chances> = OnceLock::new();
        SHARED.get_or_init(|| Self::compute(Solution::shared()))
    }

    fn compute(solution: &Solution) -> Self {
        let positions = solution.classes().map(|class| class.position);
        let drawn: Vec<Neutreeko> =
            positions.filter(|position| solution.value(position) == ExactValue::Draw).collect();
        let numbers: HashMap<(u32, u32), usize> =
            drawn.iter().enumerate().map(|(number, position)| (position.masks(), number)).collect();
        let node = |position: &Neutreeko| {
            let judged = solution.moves(position);
            let holding = judged.iter().filter(|(_, value)| *value == ExactValue::Draw);
            Node {
                next: holding
                    .map(|(slide, _)| numbers[&canonical(&played(position, *slide)).masks()])
                    .collect(),
                traps: judged.iter().map(|(_, value)| trap(*value)).sum(),
            }
        };
        let nodes: Vec<Node> = drawn.iter().map(node).collect();
        let mut errs = vec![0.0; nodes.len()];
        for _ in 0..ROUNDS {
            // This player goes where the chance is best; the other then comes to any drawn position that it
            // can reach.
            let best: Vec<f64> = nodes
                .iter()
                .map(|node| node.next.iter().map(|next| errs[*next]).fold(0.0, f64::max))
                .collect();
            let guesses = |node: &Node| {
                let later: f64 = node.next.iter().map(|next| best[*next]).sum();
                (node.traps + PATIENCE * later) / (node.traps + node.next.len() as f64)
            };
            errs = nodes.iter().map(guesses).collect();
        }
        Self { numbers, errs }
    }

    /// Returns how likely the side to move in a drawn position is to lose its way in the rest of the game; 0
    /// if the position is not drawn.
    pub fn of(&self, position: &Neutreeko) -> f64 {
        self.numbers.get(&canonical(position).masks()).map_or(0.0, |number| self.errs[*number])
    }
}

/// Returns how likely a move of this value is to be made in a drawn position, a move that holds counting 1.
fn trap(value: ExactValue) -> f64 {
    match value {
        ExactValue::Loss(..=2) | ExactValue::Draw | ExactValue::Win(_) => 0.0,
        ExactValue::Loss(..=4) => 0.05,
        ExactValue::Loss(_) => 1.0,
    }
}
