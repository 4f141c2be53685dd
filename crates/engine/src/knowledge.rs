//! The one list of what is known about some games and not about all.

use std::any::Any;

use fastrand::Rng;
use games::knightline::{Feup, KnightLine, Official};
use games::neutreeko::Neutreeko;
use games::threedragons::{Basic, Dragons, Power, ThreeDragons};
use games::{AnyPosition, Game, GameEntry, Position, Visitor};

use crate::players::{knightline, neutreeko, threedragons};
use crate::search::Value;
use crate::solve::neutreeko::Solution;

/// The bot that a game's report describes.
pub type ReportBot<P> = fn(&P, &mut Rng) -> <P as Position>::Move;

/// A bot that never errs: gets the position and the keys of those before it. `None` when the game is over.
pub type PerfectBot<P> = fn(&P, &[u64], &mut Rng) -> Option<<P as Position>::Move>;

/// The legal moves with their exact values for the side to move, best first, and how each goes on with best play: gets the position and the keys
/// of those before it.
pub type ExactMoves<P> = fn(&P, &[u64]) -> Vec<(Value, Vec<<P as Position>::Move>)>;

/// What is known about the game `P`. Looked up once per bot or search, never per node.
#[derive(Debug)]
pub struct Knowledge<P: Position> {
    pub report: Option<ReportBot<P>>,
    pub perfect: Option<PerfectBot<P>>,
    pub exact: Option<ExactMoves<P>>,
    /// Starts that are as good for one side as for the other, the best first.
    pub balanced_starts: Option<fn() -> Vec<P>>,
}

/// All that is known about a game.
pub fn knowledge<P: Position>() -> Knowledge<P> {
    let mut found = Knowledge { report: None, perfect: None, exact: None, balanced_starts: None };
    learn::<P, KnightLine<Official>>(&mut found, |known| known.report = Some(knightline::report));
    learn::<P, KnightLine<Feup>>(&mut found, |known| known.report = Some(knightline::report));
    learn::<P, ThreeDragons<Basic>>(&mut found, |known| known.report = Some(threedragons::report));
    learn::<P, ThreeDragons<Power>>(&mut found, |known| known.report = Some(threedragons::report));
    learn::<P, ThreeDragons<Dragons>>(&mut found, |known| known.report = Some(threedragons::report));
    learn::<P, Neutreeko>(&mut found, |known| {
        known.perfect = Some(neutreeko::perfect);
        known.exact = Some(neutreeko::exact_moves);
        known.balanced_starts = Some(|| Solution::shared().balanced_starts().into_iter().map(|start| start.position).collect());
    });
    found
}

/// The balanced starts of a game, the best first; none where the game has no such list.
pub fn balanced_starts(game: &'static GameEntry) -> Vec<Box<dyn AnyPosition>> {
    games::visit(game.info.id, Balanced).unwrap_or_default()
}

/// Whether a game has balanced starts; finding them may take longer than asking this.
pub fn has_balanced_starts(game: &'static GameEntry) -> bool {
    games::visit(game.info.id, HasBalanced).unwrap_or(false)
}

struct HasBalanced;

impl Visitor for HasBalanced {
    type Output = bool;

    fn visit<P: Game>(self) -> bool {
        knowledge::<P>().balanced_starts.is_some()
    }
}

struct Balanced;

impl Visitor for Balanced {
    type Output = Vec<Box<dyn AnyPosition>>;

    fn visit<P: Game>(self) -> Self::Output {
        let starts = knowledge::<P>().balanced_starts.map_or(Vec::new(), |starts| starts());
        starts.into_iter().map(|start| Box::new(start) as Box<dyn AnyPosition>).collect()
    }
}

/// Adds what is known about the game `G`, if that is the game asked for.
fn learn<P: Position, G: Position>(found: &mut Knowledge<P>, add: impl FnOnce(&mut Knowledge<G>)) {
    if let Some(known) = (found as &mut dyn Any).downcast_mut::<Knowledge<G>>() {
        add(known);
    }
}
