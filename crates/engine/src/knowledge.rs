//! The one list of what is known about some games and not about all.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use fastrand::Rng;
use games::ataxx::{Ataxx, Competitive, Edition, Infection};
use games::knightline::{Feup, KnightLine, Official, Rules};
use games::neutreeko::Neutreeko;
use games::threedragons::{Basic, Dragons, Power, Strengths, ThreeDragons, Variant};
use games::{AnyPosition, Game, GameEntry, Outcome, Player, Position, Record, Visitor};

use crate::experts::ladders::{self, Ladder};
use crate::experts::{knightline, neutreeko, threedragons};
use crate::net::{Evaluator, Network};
use crate::proofs::Proofs;
use crate::search::Value;
use crate::search::tables::EndgameTables;
use crate::solve::neutreeko::Solution;
use crate::solve::threedragons::shared;

// The books of puzzles, which `cargo xtask puzzles` writes.
const NEUTREEKO: &str = include_str!("puzzles/neutreeko.txt");
const ATAXX: &str = include_str!("puzzles/ataxx.txt");
const KNIGHT_LINE: &str = include_str!("puzzles/knightline.txt");
const KNIGHT_LINE_FEUP: &str = include_str!("puzzles/knightline-feup.txt");
const THREE_DRAGONS: &str = include_str!("puzzles/threedragons.txt");
const THREE_DRAGONS_POWER: &str = include_str!("puzzles/threedragons-power.txt");
const THREE_DRAGONS_DRAGONS: &str = include_str!("puzzles/threedragons-dragons.txt");

/// The bot that a game's report describes.
pub type ReportBot<P> = fn(&P, &mut Rng) -> <P as Position>::Move;

/// A bot that never errs: gets the position and the keys of those before it. `None` when the game is over.
pub type PerfectBot<P> = fn(&P, &[u64], &mut Rng) -> Option<<P as Position>::Move>;

/// The legal moves with their exact values for the side to move, best first, and how each goes on with best
/// play: gets the position and the keys of those before it.
pub type ExactMoves<P> = fn(&P, &[u64]) -> Vec<(Value, Vec<<P as Position>::Move>)>;

/// Makes what proves positions of a game, with nothing proved yet.
pub type MakeProofs<P> = fn() -> Box<dyn Proofs<P>>;

/// Returns the endgame tables of a game that this process was given, if it was.
pub type FindTables<P> = fn() -> Option<Arc<dyn EndgameTables<P>>>;

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
    /// What is known of all positions with few pieces, where files of it were named.
    pub tables: Option<FindTables<P>>,
    /// Starts that are as good for one side as for the other, the best first.
    pub balanced_starts: Option<fn() -> Vec<P>>,
    /// The result of a position that need not be played out, as a proof; most positions have none.
    pub foregone: Option<fn(&P) -> Option<Outcome>>,
    /// The network that is part of the program.
    pub network: Option<fn() -> &'static Network>,
    /// How the levels think.
    pub levels: &'static Ladder,
    /// The book of puzzles, as `puzzles` reads it; empty where there is none.
    pub puzzles: &'static str,
}

/// Returns all that is known about a game.
pub fn knowledge<P: Position>() -> Knowledge<P> {
    let mut found = Knowledge {
        report: None,
        first_report: None,
        perfect: None,
        exact: None,
        proofs: None,
        tables: None,
        balanced_starts: None,
        foregone: None,
        network: None,
        levels: &ladders::ANY,
        puzzles: "",
    };
    learn::<P, KnightLine<Official>>(&mut found, learn_knight_line);
    learn::<P, KnightLine<Official>>(&mut found, |known| known.puzzles = KNIGHT_LINE);
    learn::<P, KnightLine<Feup>>(&mut found, learn_knight_line);
    learn::<P, KnightLine<Feup>>(&mut found, |known| known.puzzles = KNIGHT_LINE_FEUP);
    learn::<P, ThreeDragons<Basic>>(&mut found, learn_three_dragons);
    learn::<P, ThreeDragons<Basic>>(&mut found, |known| {
        known.puzzles = THREE_DRAGONS;
        known.tables = Some(|| Some(shared()?));
    });
    learn::<P, ThreeDragons<Power>>(&mut found, learn_three_dragons);
    learn::<P, ThreeDragons<Power>>(&mut found, |known| known.puzzles = THREE_DRAGONS_POWER);
    learn::<P, ThreeDragons<Dragons>>(&mut found, learn_three_dragons);
    learn::<P, ThreeDragons<Dragons>>(&mut found, |known| known.puzzles = THREE_DRAGONS_DRAGONS);
    learn::<P, Ataxx<Competitive>>(&mut found, learn_ataxx);
    learn::<P, Ataxx<Infection>>(&mut found, learn_ataxx);
    learn::<P, Neutreeko>(&mut found, |known| {
        known.levels = &ladders::NEUTREEKO;
        known.puzzles = NEUTREEKO;
        known.perfect = Some(neutreeko::perfect);
        known.exact = Some(neutreeko::exact_moves);
        known.balanced_starts =
            Some(|| Solution::shared().balanced_starts().into_iter().map(|start| start.position).collect());
    });
    found
}

fn learn_ataxx<S: Edition>(known: &mut Knowledge<Ataxx<S>>) {
    known.foregone = Some(Ataxx::easy_fill);
    known.network = Some(ataxx_network);
    known.levels = &ladders::ATAXX;
    // Both editions are one game in two colours.
    known.puzzles = ATAXX;
}

/// Both rule sets share inputs, and so the network. It is read when first needed.
fn ataxx_network() -> &'static Network {
    static NETWORK: OnceLock<Network> = OnceLock::new();
    NETWORK.get_or_init(|| {
        let network = Network::read(include_bytes!("../nets/ataxx.net")).and_then(|network| {
            network.check_for::<Ataxx<Competitive>>()?;
            Ok(network)
        });
        network.expect("the tests read every network that is part of the program")
    })
}

/// Returns the network that evaluates positions of `P` in a search, if one does.
pub fn network_of<P: Position>(evaluator: Evaluator<'_>) -> Option<&Network> {
    match evaluator {
        Evaluator::BuiltIn => knowledge::<P>().network.map(|network| network()),
        Evaluator::ByHand => None,
        Evaluator::Network(network) => Some(network),
    }
}

/// Returns the network that is part of the program for a game.
pub fn built_in_network(game: &'static GameEntry) -> Option<&'static Network> {
    games::visit(game.info.id, BuiltInNetwork).flatten()
}

struct BuiltInNetwork;

impl Visitor for BuiltInNetwork {
    type Output = Option<&'static Network>;

    fn visit<P: Game>(self) -> Self::Output {
        network_of::<P>(Evaluator::BuiltIn)
    }
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

/// Returns the book of puzzles of a game as text; empty where it has none.
pub fn puzzles(game: &'static GameEntry) -> &'static str {
    games::visit(game.info.id, Puzzles).unwrap_or("")
}

/// Returns whether there can be endgame tables of a game.
pub fn has_tables(game: &'static GameEntry) -> bool {
    games::visit(game.info.id, HasTables).unwrap_or(false)
}

struct HasTables;

impl Visitor for HasTables {
    type Output = bool;

    fn visit<P: Game>(self) -> bool {
        knowledge::<P>().tables.is_some()
    }
}

struct Puzzles;

impl Visitor for Puzzles {
    type Output = &'static str;

    fn visit<P: Game>(self) -> &'static str {
        knowledge::<P>().puzzles
    }
}

/// Returns whether single positions of a game can be proved.
pub fn has_proofs(game: &'static GameEntry) -> bool {
    games::visit(game.info.id, HasProofs).unwrap_or(false)
}

struct HasProofs;

impl Visitor for HasProofs {
    type Output = bool;

    fn visit<P: Game>(self) -> bool {
        knowledge::<P>().proofs.is_some()
    }
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

/// Returns the result of a position that need not be played out, in games that have such positions.
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

/// Returns which player wins the game from where it stands and in how many plies, where that is known for
/// certain. A known draw is not returned: a player that cannot be made to lose may still err.
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
