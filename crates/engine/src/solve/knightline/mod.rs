//! Knight Line, proved: who wins, and how fast.
//!
//! Two kinds of claims are proved: that a player wins within so many own moves, and that a player survives so
//! many turns of the other side. Both are searched in a relaxed game that is harder for that player, so what
//! is proved holds; what is not proved may hold all the same. A proof can be written as a [`Certificate`] and
//! checked by [`verify::verify`], which shares no code with the search. docs/knightline.md has the reasoning.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use engine::solve::knightline::{Control, Goal, Opening, ProofOptions, Prover, Verdict, verify::verify};
//! use games::{Player, knightline::Official};
//!
//! let options = ProofOptions { memory_mb: 4, ..ProofOptions::default() };
//! let opening = Opening::<Official>::read("", options.first_move).unwrap();
//! let (position, first) = opening.turn_of(Player::First).unwrap();
//! let mut control = Control { stop: &AtomicBool::new(false), progress: &mut |_nodes| {} };
//!
//! let mut prover = Prover::new(position, first, Goal::Survive, &options).unwrap();
//! assert_eq!(prover.prove(3, &mut control), Verdict::Proved);
//! let certificate = prover.certificate(&mut control).unwrap().to_string();
//! assert_eq!(verify(&certificate, options.first_move).unwrap().count, 3);
//! ```

mod book;
mod cells;
mod certificate;
mod opening;
mod proof_table;
mod relaxed;
pub mod replies;
mod search;
mod strategy;
pub mod verify;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use games::knightline::{KnightLine, Rules, Split, TILES_MAX};
use games::{Player, Position};

pub use book::Book;
pub use certificate::{Certificate, CertificateLine};
pub use opening::Opening;
use proof_table::{Numbers, ProofTable};
use relaxed::{ExactMove, Relaxed, Window};
use search::{Branch, ProofSearch, Turn};
use strategy::Inner;

/// How many tiles the very first move of the game may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstMove {
    /// Exactly one, as both rulebooks have it.
    #[default]
    OneTile,
    /// Any number, as with every other move.
    Free,
}

/// What a player is to achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A line within so many own moves.
    Win,
    /// No loss during so many turns of the other side.
    Survive,
}

/// Which counts the claiming player tries. Fewer make the search shorter and may miss a proof; what is found
/// holds either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Splits {
    /// Halves, and every count from small stacks.
    #[default]
    Few,
    All,
}

impl Splits {
    /// Up to this height all counts are tried: few tiles are where single ones matter.
    const SMALL_MAX: u8 = 4;

    fn of(self, height: u8) -> impl Iterator<Item = u8> {
        let all = self == Self::All || height <= Self::SMALL_MAX;
        if all { 1..=height - 1 } else { height / 2..=height.div_ceil(2) }
    }
}

/// The largest table that can be asked for.
pub const MEMORY_MB_MAX: usize = 1 << 16;

/// What bounds a search.
#[derive(Clone, Copy, Debug)]
pub struct ProofOptions {
    pub first_move: FirstMove,
    pub splits: Splits,
    /// Size of the table of positions, at most [`MEMORY_MB_MAX`]. Certificates come on top, at about a
    /// kilobyte for each of their positions.
    pub memory_mb: usize,
    /// Positions that one call may visit.
    pub nodes_max: u64,
}

impl Default for ProofOptions {
    fn default() -> Self {
        Self { first_move: FirstMove::OneTile, splits: Splits::Few, memory_mb: 64, nodes_max: u64::MAX }
    }
}

/// How the caller follows a search and ends it early.
pub struct Control<'a> {
    pub stop: &'a AtomicBool,
    /// Called with the positions visited so far, many times a second.
    pub progress: &'a mut dyn FnMut(u64),
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("stop", self.stop).finish_non_exhaustive()
    }
}

impl Control<'_> {
    fn is_stopped(&mut self, nodes: u64) -> bool {
        (self.progress)(nodes);
        self.stop.load(Ordering::Relaxed)
    }
}

/// What came of an attempt to prove a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim holds.
    Proved,
    /// There is no proof with these splits in the relaxed game. The claim may hold all the same.
    NoProof,
    /// Stopped by the caller or out of nodes: nothing is known.
    Stopped,
}

/// Why a position cannot be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The stacks lie too far apart for the window that the search uses.
    TooWide,
    Over,
    /// The move that is to come first is not legal.
    IllegalMove(Split),
    /// A player without a move has no strategy.
    NoMove,
    /// There is no memory for a table of so many megabytes.
    NoMemory(usize),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooWide => f.write_str("the stacks lie too far apart to be searched"),
            Self::Over => f.write_str("the game is over"),
            Self::IllegalMove(mv) => write!(f, "{mv} is not legal here"),
            Self::NoMove => f.write_str("the player to move must pass"),
            Self::NoMemory(megabytes) => write!(f, "there is no memory for a table of {megabytes} MB"),
        }
    }
}

impl std::error::Error for Unfit {}

/// Proves claims about one player in one position. Claims with other counts share what has been found.
#[derive(Debug)]
pub struct Prover {
    search: ProofSearch,
    window: Window,
    root: Relaxed,
    turn: Turn,
    first: Option<ExactMove>,
    nodes_max: u64,
    /// The count of the last claim that was proved.
    proved: Option<u8>,
}

impl Prover {
    /// Makes ready to prove that the player to move reaches the goal, with the given move first if there is
    /// one.
    ///
    /// # Errors
    /// When this position has nothing to prove, the move is not legal in it, or the table does not fit in
    /// memory.
    pub fn new<R: Rules>(
        position: &KnightLine<R>,
        first: Option<Split>,
        goal: Goal,
        options: &ProofOptions,
    ) -> Result<Self, Unfit> {
        if position.outcome().is_some() {
            return Err(Unfit::Over);
        }
        if position.nth_move(0) == Some(Split::PASS) {
            return Err(Unfit::NoMove);
        }
        let window = Window::around(position, position.turn());
        let root = Relaxed::of(position, &window)?;
        let first = match first {
            Some(mv) => {
                Some(legal_step(position, &window, mv, options.first_move).ok_or(Unfit::IllegalMove(mv))?)
            }
            None => None,
        };
        Ok(Self { first, ..Self::at(root, window, Turn::Exact, goal, options)? })
    }

    /// Makes ready to prove that the player who is not to move wins, whatever the other one does. There is no
    /// certificate of that: its first position would have several moves.
    ///
    /// # Errors
    /// When this position has nothing to prove.
    pub fn against_mover<R: Rules>(position: &KnightLine<R>, options: &ProofOptions) -> Result<Self, Unfit> {
        if position.outcome().is_some() {
            return Err(Unfit::Over);
        }
        let window = Window::around(position, !position.turn());
        let root = Relaxed::of(position, &window)?;
        Self::at(root, window, Turn::Free, Goal::Win, options)
    }

    fn at(
        root: Relaxed,
        window: Window,
        turn: Turn,
        goal: Goal,
        options: &ProofOptions,
    ) -> Result<Self, Unfit> {
        let megabytes = options.memory_mb.min(MEMORY_MB_MAX);
        let table = ProofTable::new(megabytes).ok_or(Unfit::NoMemory(megabytes))?;
        let search = ProofSearch::new(goal, options, table);
        Ok(Self { search, window, root, turn, first: None, nodes_max: options.nodes_max, proved: None })
    }

    /// Tries to prove the claim: a win within `count` own moves, or survival of `count` turns of the other
    /// side.
    pub fn prove(&mut self, count: u8, control: &mut Control<'_>) -> Verdict {
        self.search.allow(self.nodes_max);
        self.proved = None;
        let proved = match (self.turn, self.first) {
            (Turn::Free, _) => self.prove_waiting(count, control),
            // A move that is given has to be played, even where another one wins at once.
            (Turn::Exact, Some(step)) if count > 0 => self.prove_first(step, count, control),
            (Turn::Exact, _) => match self.search.look(&self.root, count) {
                Some(proved) => proved,
                None => {
                    self.search.visit(&self.root, Turn::Exact, count, Numbers::UNLIMITED, control).proof == 0
                }
            },
        };
        if proved {
            self.proved = Some(count);
            Verdict::Proved
        } else if self.search.stopped {
            Verdict::Stopped
        } else {
            Verdict::NoProof
        }
    }

    /// Returns the strategy behind the claim that was proved last. `None` if none was, if it takes no move at
    /// all, or when stopped; and for a player who is not to move.
    pub fn certificate(&mut self, control: &mut Control<'_>) -> Option<Certificate> {
        let count = self.proved.filter(|count| *count > 0 && self.turn == Turn::Exact)?;
        self.search.allow(self.nodes_max);
        let inner = match self.winning_step() {
            Some(step) => vec![Inner { position: self.root.clone(), left: count, step }],
            None => strategy::collect(&mut self.search, &self.root, count, self.first, control)?,
        };
        Some(self.write_out(count, &inner))
    }

    /// Returns the certificate whose moves these are, in the order in which it has them. `None` if there is
    /// no such certificate.
    pub fn unfold(&mut self, count: u8, moves: &[Split]) -> Option<Certificate> {
        let steps: Vec<ExactMove> = moves.iter().map(|mv| self.window.step(*mv)).collect::<Option<_>>()?;
        let inner = strategy::unfold(&mut self.search, &self.root, count, steps.into_iter())?;
        Some(self.write_out(count, &inner))
    }

    fn write_out(&self, count: u8, inner: &[Inner]) -> Certificate {
        let lines = inner.iter().map(|inner| CertificateLine::of(inner, &self.window)).collect();
        Certificate {
            goal: self.search.goal,
            player: self.window.exact,
            count,
            first_move: self.search.first_move,
            lines,
        }
    }

    /// Lets each of the calls to come visit so many positions.
    pub fn allow(&mut self, nodes_max: u64) {
        self.nodes_max = nodes_max;
    }

    /// Returns the player that the claims are about.
    pub fn player(&self) -> Player {
        self.window.exact
    }

    /// Positions visited so far, over all calls.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Returns the move that makes a line at once: the given one, or any if none is given.
    fn winning_step(&self) -> Option<ExactMove> {
        let mut wins = self.root.exact_wins();
        match self.first {
            Some(step) => wins.any(|win| win == step.to).then_some(step),
            None => {
                let to = wins.next()?;
                let (from, _) = self.root.sources(to).next()?;
                Some(ExactMove { from, to, tiles: 1 })
            }
        }
    }

    fn prove_first(&mut self, step: ExactMove, count: u8, control: &mut Control<'_>) -> bool {
        if self.winning_step().is_some() {
            return true;
        }
        // A side that does not stop a line loses to it.
        if self.root.free_wins().any(|win| win != step.to) {
            return false;
        }
        let branch = self.search.after_exact(&self.root, step, count);
        self.follow(branch, count - 1, control)
    }

    fn prove_waiting(&mut self, count: u8, control: &mut Control<'_>) -> bool {
        if self.root.free_wins().next().is_some() {
            return false;
        }
        let branch = self.search.answer_to(self.root.clone(), count);
        self.follow(branch, count, control)
    }

    /// Returns whether what a branch from the root leads to can be proved.
    fn follow(&mut self, branch: Branch, left: u8, control: &mut Control<'_>) -> bool {
        if branch.numbers.is_decided() {
            return branch.numbers.proof == 0;
        }
        self.search.visit(&branch.after(&self.root), branch.turn, left, Numbers::UNLIMITED, control).proof
            == 0
    }
}

/// Returns the move in the window, if it is legal.
fn legal_step<R: Rules>(
    position: &KnightLine<R>,
    window: &Window,
    mv: Split,
    first_move: FirstMove,
) -> Option<ExactMove> {
    let (from, to, tiles) = mv.parts()?;
    let one = Split::between(from, to, 1)?;
    let (_, height) = position.at(from)?;
    let mut moves = Vec::with_capacity(8 * TILES_MAX);
    position.moves(&mut moves);
    let free = first_move == FirstMove::Free && position.is_first_move();
    let legal = moves.contains(&mv) || free && moves.contains(&one) && (1..height).contains(&tiles);
    window.step(mv).filter(|_| legal)
}
