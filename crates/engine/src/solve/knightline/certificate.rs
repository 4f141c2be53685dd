//! A proof as text: one line for each position that the strategy leads to, with its move.

use std::fmt;

use games::Player;
use games::knightline::{Cell, Split};

use super::relaxed::Window;
use super::strategy::Inner;
use super::{FirstMove, Goal};

/// A closed strategy, ready to be written. [`verify`](super::verify::verify) reads it back.
#[derive(Clone, Debug)]
pub struct Certificate {
    pub goal: Goal,
    pub player: Player,
    pub count: u8,
    pub first_move: FirstMove,
    pub lines: Vec<CertificateLine>,
}

/// A position with the player to move, and the move.
#[derive(Clone, Debug)]
pub struct CertificateLine {
    /// Own moves to the win at worst; or the turns that the other side has left, where the goal is to survive
    /// them.
    pub left: u8,
    /// Owner, height if it is known, cell.
    pub stacks: Vec<(Player, Option<u8>, Cell)>,
    pub mv: Split,
}

impl CertificateLine {
    pub(super) fn of(inner: &Inner, window: &Window) -> Self {
        let exact = inner
            .position
            .heights()
            .iter()
            .map(|(spot, height)| (window.exact, Some(*height), window.cell(*spot)));
        let free = inner.position.free_stacks();
        let free =
            free.map(|(spot, live)| (!window.exact, if live { None } else { Some(1) }, window.cell(spot)));
        let mut stacks: Vec<_> = exact.chain(free).collect();
        // The first player's stacks come first, each side's from the bottom row up.
        stacks.sort_by_key(|(owner, _, cell)| (*owner, cell.row, cell.column));
        Self { left: inner.left, stacks, mv: window.split(inner.step) }
    }
}

impl fmt::Display for CertificateLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (owner, height, cell) in &self.stacks {
            let letter = if *owner == Player::First { 'w' } else { 'b' };
            match height {
                Some(height) => write!(f, "{letter}{height}{cell} ")?,
                None => write!(f, "{letter}?{cell} ")?,
            }
        }
        write!(f, "| {}", self.mv)
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = if self.player == Player::First { "first" } else { "second" };
        match self.goal {
            Goal::Win => writeln!(
                f,
                "# Knight Line: the {player} player wins the first position below within {} own moves.",
                self.count
            )?,
            Goal::Survive => writeln!(
                f,
                "# Knight Line: the {player} player survives {} turns of the other side.",
                self.count
            )?,
        }
        if self.first_move == FirstMove::Free {
            writeln!(f, "# Played without the rule that the first move takes one tile.")?;
        }
        writeln!(
            f,
            "# {} positions, each with the move to play. A height of ? may be anything; such stacks never shrink.",
            self.lines.len()
        )?;
        self.lines.iter().try_for_each(|line| match self.goal {
            Goal::Win => writeln!(f, "{line}"),
            Goal::Survive => writeln!(f, "{} {line}", line.left),
        })
    }
}
