//! Breaks real servers on a real database while clients play, and looks whether anything was lost: nodes are
//! killed, stopped and replaced, links are cut, the database is restarted. The clients check every message;
//! at the end every node must tell every game as they know it.

mod game;
mod nodes;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use game::WatchedGame;
use nodes::ServerProcess;

use crate::load;

/// How long the nodes have to answer again when all is mended.
const HEALED_MAX: Duration = Duration::from_secs(30);

#[derive(clap::Args)]
pub struct ChaosArgs {
    /// The program to run.
    #[arg(long, value_name = "FILE", default_value = "target/debug/jogo")]
    jogo: PathBuf,
    /// How long to play.
    #[arg(long, value_name = "S", default_value_t = 600)]
    seconds: u64,
    /// Decides what breaks, and when.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Games at once.
    #[arg(long, value_name = "N", default_value_t = 12)]
    games: usize,
    /// Servers.
    #[arg(long, value_name = "N", default_value_t = 3)]
    nodes: usize,
    /// Seconds between two faults.
    #[arg(long, value_name = "S", default_value_t = 5.0)]
    every: f64,
    /// Break only this, by its name in the report, and nothing else.
    #[arg(long, value_name = "NAME", value_parser = FAULTS.map(|(_, name)| name))]
    only: Option<String>,
}

/// What all clients count together.
#[derive(Default)]
pub struct ChaosTally(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    acknowledged: u64,
    refused: BTreeMap<String, u64>,
    /// What was broken, and since when.
    faults: Vec<(Instant, Fault)>,
    /// How long it took from the loss of a connection to the next acknowledged move, in milliseconds, by what
    /// was broken last before the loss.
    outages: BTreeMap<Fault, Vec<u64>>,
}

impl ChaosTally {
    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A move was acknowledged, after a loss of the connection if there was one.
    pub fn acknowledge(&self, lost_at: Option<Instant>) {
        let mut counts = self.counts();
        counts.acknowledged += 1;
        let Some(lost_at) = lost_at else { return };
        let cause = counts.faults.iter().rev().find(|(since, _)| *since <= lost_at).map(|(_, fault)| *fault);
        if let Some(cause) = cause {
            let outage = u64::try_from(lost_at.elapsed().as_millis()).unwrap_or(u64::MAX);
            counts.outages.entry(cause).or_default().push(outage);
        }
    }

    fn begin(&self, fault: Fault) {
        self.counts().faults.push((Instant::now(), fault));
    }

    pub fn refuse(&self, code: &str) {
        *self.counts().refused.entry(code.to_owned()).or_default() += 1;
    }
}

/// A way to break something, and what it is called in the report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    Kill,
    Stop,
    CutDatabase,
    CutNode,
    RestartDatabase,
    HangDatabase,
    Replace,
}

const FAULTS: [(Fault, &str); 7] = [
    (Fault::Kill, "killed"),
    (Fault::Stop, "stopped"),
    (Fault::CutDatabase, "cut_from_database"),
    (Fault::CutNode, "cut_from_nodes"),
    (Fault::RestartDatabase, "database_restarts"),
    (Fault::HangDatabase, "database_hangs"),
    (Fault::Replace, "replaced"),
];

/// What was broken, and how the games held up.
///
/// # Errors
/// What was lost or contradicted, or why the servers could not be run.
pub fn run(args: ChaosArgs) -> Result<String, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(break_all(args))
}

async fn break_all(args: ChaosArgs) -> Result<String, String> {
    let database = std::env::var("JOGO_TEST_POSTGRES")
        .map_err(|_| "no database: crates/server/tests/with-databases -- cargo xtask chaos".to_owned())?;
    let restart = std::env::var("JOGO_TEST_POSTGRES_RESTART").ok();
    let wanted = FAULTS.iter().filter(|(_, name)| args.only.as_deref().is_none_or(|only| only == *name));
    let faults: Vec<Fault> = wanted
        .map(|(fault, _)| *fault)
        .filter(|fault| *fault != Fault::RestartDatabase || restart.is_some())
        .collect();
    if faults.is_empty() {
        return Err("no command in JOGO_TEST_POSTGRES_RESTART restarts the database".to_owned());
    }
    let mut nodes = Vec::new();
    for _ in 0..args.nodes {
        nodes.push(ServerProcess::start(&args.jogo, &database).await?);
    }
    let addresses: Arc<Vec<SocketAddr>> = Arc::new(nodes.iter().map(|node| node.addr).collect());
    ready(&addresses).await?;
    let tally = Arc::new(ChaosTally::default());
    let until = Instant::now() + Duration::from_secs(args.seconds);
    let playing: Vec<_> = (0..args.games)
        .map(|number| {
            tokio::spawn(play(Arc::clone(&addresses), Arc::clone(&tally), args.seed, number, until))
        })
        .collect();
    break_things(&mut nodes, &args, &faults, restart.as_deref(), &tally, until).await;
    for node in &mut nodes {
        heal(node).await?;
    }
    ready(&addresses).await?;
    let mut games = Vec::new();
    for one in playing {
        games.extend(one.await.map_err(|error| error.to_string())??);
    }
    let checked = check(&addresses, &games).await?;
    for node in &mut nodes {
        node.stop().await;
    }
    let counts = tally.counts();
    let broken = FAULTS.iter().filter(|(fault, _)| counts.faults.iter().any(|(_, broken)| broken == fault));
    let kinds: Vec<String> = broken.map(|(fault, name)| summary(&counts, *fault, name)).collect();
    Ok(format!(
        "seed {} seconds {} nodes {} faults {} games {} moves {} checked {checked} lost 0 backward 0 refused {:?}\n{}",
        args.seed,
        args.seconds,
        args.nodes,
        counts.faults.len(),
        games.len(),
        counts.acknowledged,
        counts.refused,
        kinds.join("\n"),
    ))
}

/// One line: how often something was broken, and how long clients had to wait for their next move.
fn summary(counts: &Counts, fault: Fault, name: &str) -> String {
    let times = counts.faults.iter().filter(|(_, broken)| *broken == fault).count();
    let mut outages = counts.outages.get(&fault).cloned().unwrap_or_default();
    outages.sort_unstable();
    let at = |share: f64| outages.get((outages.len() as f64 * share) as usize).or(outages.last()).copied();
    let [median, most, worst] = [0.5, 0.9, 1.0].map(|share| at(share).unwrap_or(0));
    format!("{name} {times} outages {} ms_median {median} ms_p90 {most} ms_max {worst}", outages.len())
}

/// Plays one game after the other, and returns them all.
async fn play(
    nodes: Arc<Vec<SocketAddr>>,
    tally: Arc<ChaosTally>,
    seed: u64,
    number: usize,
    until: Instant,
) -> Result<Vec<WatchedGame>, String> {
    let mut games = Vec::new();
    let mut round = 0;
    while Instant::now() < until {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add((number * 10_007 + round) as u64);
        let Some(mut game) = WatchedGame::begin(Arc::clone(&nodes), seed, until).await else { break };
        game.play(&tally, until, Duration::from_millis(100)).await?;
        games.push(game);
        round += 1;
    }
    Ok(games)
}

/// Breaks something now and then.
async fn break_things(
    nodes: &mut [ServerProcess],
    args: &ChaosArgs,
    faults: &[Fault],
    restart: Option<&str>,
    tally: &ChaosTally,
    until: Instant,
) {
    let mut rng = fastrand::Rng::with_seed(args.seed);
    // Every kind in turn, in another order each time, so that a short run has them all.
    let mut kinds = Vec::new();
    loop {
        let pause = Duration::from_secs_f64(args.every * (0.5 + rng.f64()));
        // The games have some time at the end in which nothing breaks.
        if Instant::now() + pause + Duration::from_secs(5) > until {
            return;
        }
        tokio::time::sleep(pause).await;
        if kinds.is_empty() {
            kinds = faults.to_vec();
            rng.shuffle(&mut kinds);
        }
        let Some(fault) = kinds.pop() else { continue };
        let number = rng.usize(..nodes.len());
        let node = &mut nodes[number];
        let lasts = Duration::from_millis(rng.u64(500..4000));
        tally.begin(fault);
        match fault {
            Fault::Kill => {
                node.kill();
                tokio::time::sleep(lasts).await;
            }
            Fault::Stop => {
                node.signal("-STOP");
                tokio::time::sleep(lasts).await;
                node.signal("-CONT");
            }
            Fault::CutDatabase => {
                node.to_database.cut(true);
                tokio::time::sleep(lasts).await;
            }
            Fault::CutNode => {
                node.to_node.cut(true);
                tokio::time::sleep(lasts).await;
            }
            Fault::RestartDatabase => {
                if let Some(command) = restart.map(str::to_owned) {
                    let restarted = move || Command::new("sh").args(["-c", &command]).status();
                    let _ = tokio::task::spawn_blocking(restarted).await;
                }
            }
            Fault::HangDatabase => {
                for node in nodes.iter() {
                    node.to_database.cut(true);
                }
                tokio::time::sleep(lasts).await;
            }
            Fault::Replace => {
                // All of them, one after the other, as for a new version.
                for node in nodes.iter_mut() {
                    node.stop().await;
                    let _ = heal(node).await;
                    let _ = ready(&[node.addr]).await;
                }
            }
        }
        for node in nodes.iter_mut() {
            let _ = heal(node).await;
        }
    }
}

async fn heal(node: &mut ServerProcess) -> Result<(), String> {
    node.to_database.cut(false);
    node.to_node.cut(false);
    node.run()
}

/// Waits until all nodes can write and have their lease.
async fn ready(nodes: &[SocketAddr]) -> Result<(), String> {
    let until = Instant::now() + HEALED_MAX;
    for node in nodes {
        while !matches!(load::get(&node.to_string(), "/readyz").await, Ok((200, _))) {
            if Instant::now() > until {
                return Err(format!("the node {node} does not become ready"));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    Ok(())
}

/// Compares every game with what its clients know, at every node. Returns the number of moves.
async fn check(nodes: &[SocketAddr], games: &[WatchedGame]) -> Result<usize, String> {
    let mut moves = 0;
    for game in games {
        for node in nodes {
            let (status, state) = load::get(&node.to_string(), &format!("/api/games/{}", game.id)).await?;
            let kept: Vec<&str> =
                state["moves"].as_array().into_iter().flatten().filter_map(|mv| mv.as_str()).collect();
            // The last move may have been made though its client got no answer.
            let is_kept = kept.len() >= game.moves.len()
                && kept.len() <= game.moves.len() + 1
                && kept.iter().zip(&game.moves).all(|(kept, known)| kept == known);
            if status != 200 || !is_kept {
                return Err(format!(
                    "game {} at {node}: {status} {kept:?}, and {:?} was acknowledged",
                    game.id, game.moves
                ));
            }
            if let Some(result) = &game.result
                && state["now"]["result"].as_str() != Some(result)
            {
                return Err(format!(
                    "game {} ended {result}, and {} at {node}",
                    game.id, state["now"]["result"]
                ));
            }
        }
        moves += game.moves.len();
    }
    Ok(moves)
}
