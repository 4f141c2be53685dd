//! Fixed searches on fixed positions: one number that changes exactly when the search does.

use games::{GAMES, Game, GameEntry, Visitor};

use crate::knowledge::network_of;
use crate::net::Evaluator;
use crate::search::{Search, SearchLimits, TranspositionTable};

/// The node limit of each search; most end earlier, at their depth.
const NODES: u64 = 60_000;

/// Nodes that the searches of one game visit.
pub fn bench(game: &'static GameEntry) -> u64 {
    games::visit(game.info.id, Bench).expect("a registered game is visited")
}

/// Nodes of all games.
pub fn signature() -> u64 {
    GAMES.iter().map(bench).sum()
}

struct Bench;

impl Visitor for Bench {
    type Output = u64;

    /// Positions along one game that the search plays against itself, from the start to some depth each.
    fn visit<P: Game>(self) -> u64 {
        let table = TranspositionTable::new(4);
        let network = network_of::<P>(Evaluator::BuiltIn);
        let mut position = P::default();
        let mut total = 0;
        for ply in 0..10 {
            table.clear();
            // The depth, not the nodes, ends most searches, so that the count says how the tree was pruned.
            let limits = SearchLimits { depth: Some(6 + ply % 3), nodes: Some(NODES), ..SearchLimits::NONE };
            let search = Search { network, ..Search::new(position.clone(), &table, limits) };
            let Some(report) = search.run(|_| {}) else { break };
            total += report.nodes;
            position.play(report.lines[0].moves[0]);
        }
        total
    }
}
