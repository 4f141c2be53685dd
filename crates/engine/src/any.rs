//! The erased door to the search: an engine for whatever game, records in, text out. Built once per game by the registry's visitor.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use games::{Game, GameEntry, Record, Visitor};

use crate::knowledge::knowledge;
use crate::proofs::{self, Distance, Proofs};
use crate::search::{Limits, Report, Search, Table, Value, complete, confirm};

/// How to think about one position.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    pub limits: Limits<'a>,
    /// How many best lines to find.
    pub lines: usize,
    pub threads: usize,
}

impl<'a> Ask<'a> {
    pub const THREADS_MAX: usize = 256;

    pub fn new(limits: Limits<'a>) -> Self {
        Self { limits, lines: 1, threads: 1 }
    }
}

/// What an engine thinks of a position.
#[derive(Clone, Debug)]
pub struct Thought {
    pub depth: u32,
    pub nodes: u64,
    /// Best first; the first move of the first line is the move to play.
    pub lines: Vec<ThoughtLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThoughtLine {
    /// For the side to move.
    pub value: Value,
    /// Whether a win or loss could be faster than the value says.
    pub distance: Distance,
    pub moves: Vec<String>,
}

impl ThoughtLine {
    /// The value in words.
    pub fn verdict(&self) -> String {
        match (self.value, self.distance) {
            (Value::WinIn(plies), Distance::AtMost) => format!("wins within {plies}"),
            (Value::LossIn(plies), Distance::AtMost) => format!("loses within {plies}"),
            (value, _) => value.to_string(),
        }
    }
}

impl Thought {
    pub fn best_move(&self) -> Option<&str> {
        self.lines.first()?.moves.first().map(String::as_str)
    }
}

/// An engine that thinks about one game and remembers what it found.
pub trait AnyEngine: Send {
    /// Thinks about the current position, telling each step. `None` when the game is over. Records of other games are not understood.
    fn think(&mut self, record: &Record, ask: &Ask<'_>, tell: &mut dyn FnMut(&Thought)) -> Option<Thought>;

    /// Makes ready what takes a while, so that the first answer does not wait for it.
    fn prepare(&mut self);

    /// Forgets what it found, for a new game.
    fn clear(&mut self);
}

/// An engine for a game with a table of about this many megabytes.
pub fn engine(game: &'static GameEntry, megabytes: usize) -> Box<dyn AnyEngine> {
    games::visit(game.info.id, Make { megabytes }).expect("a registered game is visited")
}

struct Make {
    megabytes: usize,
}

impl Visitor for Make {
    type Output = Box<dyn AnyEngine>;

    fn visit<P: Game>(self) -> Self::Output {
        Box::new(Typed::<P> { table: Table::new(self.megabytes), proofs: knowledge::<P>().proofs.map(|proofs| proofs()) })
    }
}

struct Typed<P> {
    table: Table,
    proofs: Option<Box<dyn Proofs<P>>>,
}

impl<P: Game> AnyEngine for Typed<P> {
    fn think(&mut self, record: &Record, ask: &Ask<'_>, tell: &mut dyn FnMut(&Thought)) -> Option<Thought> {
        let position = record.position().as_any().downcast_ref::<P>()?;
        let mut history: Vec<u64> = record.keys().collect();
        history.pop();
        if let Some(exact) = knowledge::<P>().exact {
            return known(exact(position, &history), ask).inspect(|thought| tell(thought));
        }
        let proof = self.proofs.as_deref_mut().and_then(|proofs| proofs::prove(proofs, position, &ask.limits));
        if let Some(proof) = proof.as_ref().filter(|proof| ask.lines <= 1 && !proof.line.is_empty()) {
            return Some(proofs::thought(proof)).inspect(|thought| tell(thought));
        }
        self.table.grow_older();
        // Of a loss that is proved already, half of the time is left to show it.
        let is_lost = proof.as_ref().is_some_and(|proof| matches!(proof.value, Value::LossIn(_)));
        let time = ask.limits.time.map(|time| if is_lost { time.halved() } else { time });
        let in_time = Ask { limits: Limits { time, ..ask.limits }, ..*ask };
        let mut report = think(position, &history, &self.table, &in_time, |report| tell(&thought(report)))?;
        let exact = confirm(position, &history, &mut report, &ask.limits);
        for line in &mut report.lines {
            complete(position, line, &self.table, &ask.limits);
        }
        let mut thought = thought(&report);
        for (line, _) in thought.lines.iter_mut().zip(exact).filter(|(_, is_exact)| *is_exact) {
            line.distance = Distance::Exact;
        }
        if let Some(proofs) = &mut self.proofs {
            proofs::amend(&mut thought, &mut **proofs, position, proof.as_ref(), ask);
        }
        Some(thought)
    }

    fn prepare(&mut self) {
        if let Some(proofs) = &self.proofs {
            proofs.prepare();
        }
    }

    fn clear(&mut self) {
        self.table.renew();
        self.proofs = knowledge::<P>().proofs.map(|proofs| proofs());
    }
}

/// What there is to say when the value of every move is known.
fn known<M: ToString>(moves: Vec<(Value, Vec<M>)>, ask: &Ask<'_>) -> Option<Thought> {
    let count = moves.len() as u64;
    let line =
        |(value, moves): (Value, Vec<M>)| ThoughtLine { value, distance: Distance::Exact, moves: moves.iter().map(M::to_string).collect() };
    let lines: Vec<ThoughtLine> = moves.into_iter().take(ask.lines.max(1)).map(line).collect();
    let depth = lines.first()?.moves.len() as u32;
    Some(Thought { depth, nodes: count, lines })
}

/// Searches on several threads that share the table. The first one decides; the others find things out for it.
pub fn think<P: Game>(
    position: &P,
    history: &[u64],
    table: &Table,
    ask: &Ask<'_>,
    tell: impl FnMut(&Report<P::Move>),
) -> Option<Report<P::Move>> {
    let search = |limits| Search { history: history.to_vec(), lines: ask.lines, ..Search::new(position.clone(), table, limits) };
    let (done, helped) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        for helper in 1..ask.threads.min(Ask::THREADS_MAX) {
            let limits = Limits { stop: Some(&done), nodes: None, ..ask.limits };
            let (search, helped) = (Search { helper, lines: 1, ..search(limits) }, &helped);
            let help = move || {
                let nodes = search.run(|_| {}).map_or(0, |report| report.nodes);
                helped.fetch_add(nodes, Ordering::Relaxed);
            };
            // Where the system has no more threads to give, those that there are must do.
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        let report = search(ask.limits).run(tell);
        done.store(true, Ordering::Relaxed);
        report
    })
    .map(|report| Report { nodes: report.nodes + helped.load(Ordering::Relaxed), ..report })
}

fn thought<M: ToString>(report: &Report<M>) -> Thought {
    let line = |line: &crate::search::Line<M>| ThoughtLine {
        value: line.value(),
        // A selective search may overlook the shortest way.
        distance: Distance::AtMost,
        moves: line.moves.iter().map(M::to_string).collect(),
    };
    Thought { depth: report.depth, nodes: report.nodes, lines: report.lines.iter().map(line).collect() }
}
