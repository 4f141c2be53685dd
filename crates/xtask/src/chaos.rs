//! Breaks real servers on a real database while clients play, and looks whether anything was lost: nodes are
//! killed, stopped and replaced, links are cut, the database, the queue and its workers are restarted. The
//! clients check every message; at the end every node must tell every game as they know it, and so must one
//! that reads all of them from the disk.

mod faults;
mod game;
mod looks;
mod nodes;
mod queue;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use faults::{ChaosCluster, ChaosFault, FAULTS};
use game::WatchedGame;

use crate::load;

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
    faults: Vec<(Instant, ChaosFault)>,
    /// How long it took from the loss of a connection to the next acknowledged move, in milliseconds, by what
    /// was broken last before the loss.
    outages: BTreeMap<ChaosFault, Vec<u64>>,
    /// How long bots took for their moves, in milliseconds.
    bot_waits: Vec<u64>,
    hints: u64,
}

impl ChaosTally {
    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A move was acknowledged, after a loss of the connection if there was one.
    pub fn acknowledge(&self, lost_at: Option<Instant>) {
        self.counts().acknowledged += 1;
        self.go_on(lost_at);
    }

    /// A game goes on, after a loss of the connection if there was one.
    pub fn go_on(&self, lost_at: Option<Instant>) {
        let Some(lost_at) = lost_at else { return };
        let mut counts = self.counts();
        let cause = counts.faults.iter().rev().find(|(since, _)| *since <= lost_at).map(|(_, fault)| *fault);
        if let Some(cause) = cause {
            counts.outages.entry(cause).or_default().push(millis_since(lost_at));
        }
    }

    /// A bot has moved whose turn it was since then.
    pub fn bot_moved(&self, since: Instant) {
        self.counts().bot_waits.push(millis_since(since));
    }

    pub fn hinted(&self) {
        self.counts().hints += 1;
    }

    fn begin(&self, fault: ChaosFault) {
        self.counts().faults.push((Instant::now(), fault));
    }

    pub fn refuse(&self, code: &str) {
        *self.counts().refused.entry(code.to_owned()).or_default() += 1;
    }
}

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
    let mut cluster = ChaosCluster::start(&args.jogo, &database, restart, args.nodes).await?;
    let wanted = FAULTS.iter().filter(|(_, name)| args.only.as_deref().is_none_or(|only| only == *name));
    let faults: Vec<ChaosFault> =
        wanted.map(|(fault, _)| *fault).filter(|fault| cluster.has(*fault)).collect();
    if faults.is_empty() {
        return Err("there is no nats-server, or no command in JOGO_TEST_POSTGRES_RESTART".to_owned());
    }
    let addresses = Arc::new(cluster.addresses());
    cluster.ready().await?;
    let tally = Arc::new(ChaosTally::default());
    let until = Instant::now() + Duration::from_secs(args.seconds);
    let playing: Vec<_> = (0..args.games)
        .map(|number| {
            tokio::spawn(play(Arc::clone(&addresses), Arc::clone(&tally), args.seed, number, until))
        })
        .collect();
    break_things(&mut cluster, &args, &faults, &tally, until).await;
    cluster.heal()?;
    cluster.ready().await?;
    let mut games = Vec::new();
    for one in playing {
        games.extend(one.await.map_err(|error| error.to_string())??);
    }
    check(&addresses, &games).await?;
    let has_queue = cluster.has_queue();
    let checked = check(&[cluster.leave_one().await?], &games).await?;
    drop(cluster);
    let mut counts = tally.counts();
    let broken = FAULTS.iter().filter(|(fault, _)| counts.faults.iter().any(|(_, broken)| broken == fault));
    let kinds: Vec<String> = broken.map(|(fault, name)| summary(&counts, *fault, name)).collect();
    let looks: u64 = games.iter().map(|game| game.looks.count).sum();
    let bots = std::mem::take(&mut counts.bot_waits);
    Ok(format!(
        "seed {} seconds {} nodes {} queue {has_queue} faults {} games {} moves {} checked {checked} looks {looks} lost 0 \
         backward 0 refused {:?}\nbots {} hints {}\n{}",
        args.seed,
        args.seconds,
        args.nodes,
        counts.faults.len(),
        games.len(),
        counts.acknowledged,
        counts.refused,
        spread(bots),
        counts.hints,
        kinds.join("\n"),
    ))
}

/// One line: how often something was broken, and how long clients had to wait for their next move.
fn summary(counts: &Counts, fault: ChaosFault, name: &str) -> String {
    let times = counts.faults.iter().filter(|(_, broken)| *broken == fault).count();
    let outages = counts.outages.get(&fault).cloned().unwrap_or_default();
    format!("{name} {times} outages {}", spread(outages))
}

/// Times in milliseconds: how many, and how long they are.
fn spread(mut times: Vec<u64>) -> String {
    times.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).or(times.last()).copied();
    let [median, most, worst] = [0.5, 0.9, 1.0].map(|share| at(share).unwrap_or(0));
    format!("{} ms_median {median} ms_p90 {most} ms_max {worst}", times.len())
}

fn millis_since(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
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
    cluster: &mut ChaosCluster,
    args: &ChaosArgs,
    faults: &[ChaosFault],
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
        let (number, lasts) = (rng.usize(..args.nodes), Duration::from_millis(rng.u64(500..4000)));
        tally.begin(fault);
        cluster.suffer(fault, number, lasts).await;
    }
}

/// Compares every game with what its clients know, at every node. Returns the number of moves.
async fn check(nodes: &[SocketAddr], games: &[WatchedGame]) -> Result<usize, String> {
    let mut moves = 0;
    for game in games {
        for node in nodes {
            let (status, state) = load::get(&node.to_string(), &format!("/api/games/{}", game.id)).await?;
            let kept: Vec<&str> =
                state["moves"].as_array().into_iter().flatten().filter_map(|mv| mv.as_str()).collect();
            let is_kept = kept.len() >= game.moves.len()
                && kept.len() <= game.moves.len() + game.unheard_max()
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
