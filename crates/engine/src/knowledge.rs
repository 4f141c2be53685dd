//! The one list of what is known about some games and not about all.

use std::any::Any;

use fastrand::Rng;
use games::ataxx::{Ataxx, Competitive, Edition, Infection};
use games::knightline::{Feup, KnightLine, Official, Rules};
use games::neutreeko::Neutreeko;
use games::threedragons::{Basic, Dragons, Power, Strengths, ThreeDragons, Variant};
use games::{AnyPosition, Game, GameEntry, Outcome, Player, Position, Record, Visitor};

use crate::experts::ladders::{self, Ladder};
use crate::experts::{knightline, neutreeko, threedragons};
use crate::proofs::Proofs;
use crate::search::Value;
use crate::solve::neutreeko::Solution;

/// The bot that a game's report describes.
pub type ReportBot<P> = fn(&P, &mut Rng) -> <P as Position>::Move;

/// A bot that never errs: gets the position and the keys of those before it. `None` when the game is over.
pub type PerfectBot<P> = fn(&P, &[u64], &mut Rng) -> Option<<P as Position>::Move>;

/// The legal moves with their exact values for the side to move, best first, and how each goes on with best
/// play: gets the position and the keys of those before it.
pub type ExactMoves<P> = fn(&P, &[u64]) -> Vec<(Value, Vec<<P as Position>::Move>)>;

/// Makes what proves positions of a game, with nothing proved yet.
pub type MakeProofs<P> = fn() -> Box<dyn Proofs<P>>;

/// What is known about the game `P`. Looked up once per bot or search, never per node.
#[derive(Debug)]
pub struct Knowledge<P: Position> {
    pub report: Option<ReportBot<P>>,
    /// The weaker bot of a report that has two.
    pub first_report: Option<ReportBot<P>>,
    pub perfect: Option<PerfectBot<P>>,
    pub exact: Option<ExactMoves<P>>,
    /// Where not everything is known: what proves single positions.
    pub proofs: Option<MakeProofs<P>>,
    /// Starts that are as good for one side as for the other, the best first.
    pub balanced_starts: Option<fn() -> Vec<P>>,
    /// The result of a position that need not be played out, as a proof; most positions have none.
    pub foregone: Option<fn(&P) -> Option<Outcome>>,
    /// How the levels think.
    pub levels: &'static Ladder,
}

/// Returns all that is known about a game.
pub fn knowledge<P: Position>() -> Knowledge<P> {
    let mut found = Knowledge {
        report: None,
        first_report: None,
        perfect: None,
        exact: None,
        proofs: None,
        balanced_starts: None,
        foregone: None,
        levels: &ladders::ANY,
    };
    learn::<P, KnightLine<Official>>(&mut found, learn_knight_line);
    learn::<P, KnightLine<Feup>>(&mut found, learn_knight_line);
    learn::<P, ThreeDragons<Basic>>(&mut found, learn_three_dragons);
    learn::<P, ThreeDragons<Power>>(&mut found, learn_three_dragons);
    learn::<P, ThreeDragons<Dragons>>(&mut found, learn_three_dragons);
    learn::<P, Ataxx<Competitive>>(&mut found, learn_ataxx);
    learn::<P, Ataxx<Infection>>(&mut found, learn_ataxx);
    learn::<P, Neutreeko>(&mut found, |known| {
        known.levels = &ladders::NEUTREEKO;
        known.perfect = Some(neutreeko::perfect);
        known.exact = Some(neutreeko::exact_moves);
        known.balanced_starts =
            Some(|| Solution::shared().balanced_starts().into_iter().map(|start| start.position).collect());
    });
    found
}

fn learn_ataxx<S: Edition>(known: &mut Knowledge<Ataxx<S>>) {
    known.foregone = Some(Ataxx::easy_fill);
    known.levels = &ladders::ATAXX;
}

fn learn_knight_line<R: Rules>(known: &mut Knowledge<KnightLine<R>>) {
    known.report = Some(knightline::report);
    known.first_report = Some(knightline::first_report);
    known.proofs = Some(|| Box::<knightline::perfect::Proved>::default());
    known.levels = &ladders::KNIGHT_LINE;
}

fn learn_three_dragons<V: Variant>(known: &mut Knowledge<ThreeDragons<V>>) {
    known.report = Some(threedragons::report);
    known.levels =
        if V::Strengths::STRONGEST > 1 { &ladders::THREE_DRAGONS_POWER } else { &ladders::THREE_DRAGONS };
}

/// Returns the balanced starts of a game, the best first; none where the game has no such list.
pub fn balanced_starts(game: &'static GameEntry) -> Vec<Box<dyn AnyPosition>> {
    games::visit(game.info.id, Balanced).unwrap_or_default()
}

/// Returns whether a game has balanced starts; finding them may take longer than asking this.
pub fn has_balanced_starts(game: &'static GameEntry) -> bool {
    games::visit(game.info.id, HasBalanced).unwrap_or(false)
}

/// Returns whether the value of every position of a game is known.
pub fn is_solved(game: &'static GameEntry) -> bool {
    games::visit(game.info.id, IsSolved).unwrap_or(false)
}

struct IsSolved;

impl Visitor for IsSolved {
    type Output = bool;

    fn visit<P: Game>(self) -> bool {
        knowledge::<P>().exact.is_some()
    }
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

/// Returns the result of a position that need not be played out, where the game knows such.
pub fn foregone(position: &dyn AnyPosition) -> Option<Outcome> {
    games::visit(position.info().id, Foregone { position }).flatten()
}

struct Foregone<'a> {
    position: &'a dyn AnyPosition,
}

impl Visitor for Foregone<'_> {
    type Output = Option<Outcome>;

    fn visit<P: Game>(self) -> Self::Output {
        knowledge::<P>().foregone?(self.position.as_any().downcast_ref()?)
    }
}

/// Returns who wins the game from where it stands and in how many plies, where that is known for certain. A
/// draw that is known is none of this: who cannot be made to lose may still err.
pub fn certain_win(record: &Record) -> Option<(Player, u32)> {
    games::visit(record.info().id, CertainWin { record }).flatten()
}

struct CertainWin<'a> {
    record: &'a Record,
}

impl Visitor for CertainWin<'_> {
    type Output = Option<(Player, u32)>;

    fn visit<P: Game>(self) -> Self::Output {
        let exact = knowledge::<P>().exact?;
        let position: &P = self.record.position().as_any().downcast_ref()?;
        let mut history: Vec<u64> = self.record.keys().collect();
        history.pop();
        match exact(position, &history).first()?.0 {
            Value::WinIn(plies) => Some((position.turn(), plies)),
            Value::LossIn(plies) => Some((!position.turn(), plies)),
            Value::Draw | Value::About(_) => None,
        }
    }
}

/// Adds what is known about the game `G`, if that is the game asked for.
fn learn<P: Position, G: Position>(found: &mut Knowledge<P>, add: impl FnOnce(&mut Knowledge<G>)) {
    if let Some(known) = (found as &mut dyn Any).downcast_mut::<Knowledge<G>>() {
        add(known);
    }
}
