//! Whole games for workers on other machines: of matches, and of training data.
//!
//! A game depends on its seed and number alone, so it is the same wherever it is played; but only by the same
//! program, which is why a worker of another build refuses.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use engine::net::data::{DataBlock, Variety};
use engine::net::{BadNetwork, Evaluator, Network};
use engine::search::TranspositionTable;
use engine::selfplay::{self, SelfplayOptions};
use games::{Game, Record, Visitor};
use matches::Bots;
use matches::game::MatchBoard;
use matches::runner::{CONCURRENCY_MAX, RemoteBoard};
use matches::schedule::Fixture;
use matches::state::{Match, MatchPlan};
use serde::{Deserialize, Serialize};
use server::jobs::{Base64Bytes, Bus, Cost, JobContext, JobFile, JobKind, RunAnswer};
use tokio::runtime::{Builder, Runtime};

use super::protocol::EVAL_FILE;
use super::{version, worker};
use crate::failure::{Failure, complain, words};

/// The longest that a game or a block of games may take.
const GAME_TIME_MAX: Duration = Duration::from_secs(6 * 3600);
/// How often it is looked whether the games are to stop.
const STOP_EVERY: Duration = Duration::from_millis(100);
/// Most games of a block of training data.
const BLOCK_GAMES_MAX: u32 = 1024;
/// The transposition table of self-play, in megabytes.
pub const TABLE_MEGABYTES: usize = 1;

/// That games are played by workers.
#[derive(Args, Debug)]
pub struct WorkersArgs {
    /// Let the workers of this queue play the games (see `jogo worker`): nats://HOST:4222, or @FILE with such
    /// an address; without one, the environment's JOGO_JOBS
    // The address is an example in the help text, not a link.
    #[allow(rustdoc::bare_urls)]
    #[arg(long, value_name = "URL", num_args = 0..=1, default_missing_value = "")]
    workers: Option<String>,
    /// Certificates to trust in place of the system's when the queue has TLS, as PEM [default: the
    /// environment's JOGO_JOBS_CA]
    #[arg(long, value_name = "FILE", requires = "workers")]
    jobs_ca: Option<PathBuf>,
}

impl WorkersArgs {
    pub fn are_wanted(&self) -> bool {
        self.workers.is_some()
    }

    /// Connects to the queue, if workers are to play, and waits until there are any.
    pub fn connect(&self) -> Result<Option<Workers>, Failure> {
        let Some(url) = &self.workers else { return Ok(None) };
        let url = Some(url.as_str()).filter(|url| !url.is_empty());
        let queue = worker::queue(url, self.jobs_ca.clone())?;
        let Some(queue) = queue else { return Err(Failure::said("worker-which", [])) };
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let bus = runtime.block_on(Bus::connect(&queue)).map_err(Failure::World)?;
        complain(&words().say_with("workers-awaited", [("queue", queue.to_string().into())]));
        let capacity = runtime.block_on(bus.capacity());
        complain(&words().say_with("workers-there", [("threads", capacity.into())]));
        Ok(Some(Workers { runtime, bus, capacity, id: format!("{:016x}", fastrand::u64(..)) }))
    }
}

/// The workers of a queue.
pub struct Workers {
    runtime: Runtime,
    bus: Arc<Bus>,
    capacity: usize,
    /// Distinguishes the games of this run from those of others.
    id: String,
}

impl Workers {
    /// How many games they could play at once when they were first asked.
    pub fn capacity(&self) -> usize {
        self.capacity.clamp(1, CONCURRENCY_MAX)
    }

    /// Has a job done; `None` when `stop` was set before.
    fn run<K>(&self, job: K, stop: &AtomicBool) -> Result<Option<K::Output>, String>
    where
        K: JobKind,
    {
        let stopped = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(STOP_EVERY).await;
            }
        };
        match self.runtime.block_on(self.bus.run(job, stopped)) {
            RunAnswer::Done(output) => Ok(Some(output)),
            RunAnswer::Stopped => Ok(None),
            RunAnswer::Failed => Err(words().say("workers-failed")),
        }
    }

    /// Plays a block of games of training data.
    pub fn block(
        &self,
        game: &str,
        settings: &SelfplayOptions<'_>,
        network: Option<&JobFile>,
        block: DataBlock,
        stop: &AtomicBool,
    ) -> Result<Option<DataBlock>, String> {
        let job = DataBlockJob {
            run: self.id.clone(),
            build: version().to_owned(),
            game: game.to_owned(),
            nodes: settings.nodes,
            seed: settings.seed,
            variety: settings.variety.to_bytes(),
            first_game: block.first_game,
            games: block.games,
            has_network: network.is_some(),
            network: network.cloned(),
        };
        let Some(output) = self.run(job, stop)? else { return Ok(None) };
        output.map(|Base64Bytes(samples)| Some(DataBlock { samples, ..block }))
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workers").field("capacity", &self.capacity).finish_non_exhaustive()
    }
}

impl RemoteBoard for Workers {
    fn play(&self, played: &Match, fixture: Fixture, stop: &AtomicBool) -> Result<Option<Record>, String> {
        // One opening of many, so that the plan stays small.
        let opening = played.plan.openings.get(fixture.round).cloned();
        let plan = MatchPlan { openings: opening.into_iter().collect(), sprt: None, ..played.plan.clone() };
        let job = MatchGameJob {
            run: self.id.clone(),
            build: version().to_owned(),
            plan,
            number: fixture.number,
            players: fixture.players,
        };
        let Some(output) = self.run(job, stop)? else { return Ok(None) };
        let mut records = Record::read_all(&output?).map_err(|error| error.message.to_string())?;
        records.pop().map(Some).ok_or_else(|| words().say("workers-failed"))
    }
}

/// One game of a match. The output is its record, or why it cannot be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatchGameJob {
    run: String,
    build: String,
    /// With the opening of this game alone.
    plan: MatchPlan,
    number: usize,
    players: [usize; 2],
}

impl JobKind for MatchGameJob {
    const NAME: &'static str = "match-game";
    const TIME_MAX: Duration = GAME_TIME_MAX;
    type Update = ();
    type Output = Result<String, String>;

    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn key(&self) -> Option<String> {
        Some(format!("{}.{}", self.run, self.number))
    }

    fn run(&self, context: &JobContext<'_, ()>) -> Result<String, String> {
        same_build(&self.build)?;
        let played = self.plan.clone().check().map_err(|error| error.to_string())?;
        check_players(&played)?;
        if self.players.iter().any(|player| *player >= played.contenders.len()) {
            return Err("there is no such player".to_owned());
        }
        let fixture = Fixture { number: self.number, players: self.players, round: 0, encounter: 0 };
        let mut board = MatchBoard::new(&played, &Bots, Arc::clone(context.stop));
        // A game that was stopped is not wanted, so what is said of it is not either.
        board.play(fixture).map(|record| record.to_string()).map_err(|_| "stopped".to_owned())
    }
}

/// Consecutive games of training data. The output is their samples, or why they cannot be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DataBlockJob {
    run: String,
    build: String,
    game: String,
    nodes: u64,
    seed: u64,
    /// See [`Variety::to_bytes`].
    variety: [u8; 4],
    first_game: u64,
    games: u32,
    /// The file of the job is the network that plays.
    has_network: bool,
    #[serde(skip)]
    network: Option<JobFile>,
}

impl JobKind for DataBlockJob {
    const NAME: &'static str = "data-block";
    const TIME_MAX: Duration = GAME_TIME_MAX;
    type Update = ();
    type Output = Result<Base64Bytes, String>;

    fn cost(&self) -> Cost {
        Cost::Long
    }

    fn key(&self) -> Option<String> {
        Some(format!("{}.{}", self.run, self.first_game))
    }

    fn file(&self) -> Option<&JobFile> {
        self.network.as_ref()
    }

    fn run(&self, context: &JobContext<'_, ()>) -> Result<Base64Bytes, String> {
        same_build(&self.build)?;
        if self.games > BLOCK_GAMES_MAX {
            return Err(format!("a block has at most {BLOCK_GAMES_MAX} games"));
        }
        let network = match (self.has_network, context.file) {
            (false, _) => None,
            (true, Some(file)) => Some(Network::read(file.bytes()).map_err(|error| told(&error))?),
            (true, None) => return Err("the network is missing".to_owned()),
        };
        let block = DataBlock { first_game: self.first_game, games: self.games, samples: Vec::new() };
        let settings = SelfplayOptions {
            nodes: self.nodes,
            seed: self.seed,
            evaluator: network.as_ref().map_or(Evaluator::ByHand, Evaluator::Network),
            variety: Variety::from_bytes(self.variety),
        };
        let played = games::visit(
            &self.game,
            PlayBlock { block, settings, network: network.as_ref(), stop: context.stop },
        );
        let block = played.ok_or_else(|| "there is no such game".to_owned())??;
        Ok(Base64Bytes(block.samples))
    }
}

fn told(BadNetwork(error): &BadNetwork) -> String {
    words().message(error)
}

struct PlayBlock<'a> {
    block: DataBlock,
    settings: SelfplayOptions<'a>,
    network: Option<&'a Network>,
    stop: &'a AtomicBool,
}

impl Visitor for PlayBlock<'_> {
    type Output = Result<DataBlock, String>;

    fn visit<P: Game>(self) -> Self::Output {
        if let Some(network) = self.network {
            network.check_for::<P>().map_err(|error| told(&error))?;
        }
        Ok(play_block::<P>(self.block, &self.settings, &TranspositionTable::new(TABLE_MEGABYTES), self.stop))
    }
}

/// Plays the games of a block, until `stop` is set.
pub fn play_block<P: Game>(
    mut block: DataBlock,
    settings: &SelfplayOptions<'_>,
    table: &TranspositionTable,
    stop: &AtomicBool,
) -> DataBlock {
    for game in 0..u64::from(block.games) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let samples = selfplay::play_by_id(P::INFO.id, settings, block.first_game + game, table);
        for sample in samples.iter().flatten() {
            block.push(sample);
        }
    }
    block
}

/// Makes sure that workers can play a match. Nothing that comes from a network starts a program, other than
/// this one itself, or names a file.
pub fn check_players(played: &Match) -> Result<(), String> {
    let is_file = |(name, _): &(String, String)| name.eq_ignore_ascii_case(EVAL_FILE);
    let reads_files = played.contenders.iter().any(|contender| contender.options.iter().any(is_file));
    if played.starts_programs() || reads_files {
        return Err(words().say("workers-programs"));
    }
    Ok(())
}

fn same_build(build: &str) -> Result<(), String> {
    if build == version() {
        return Ok(());
    }
    let told = [("own", version().into()), ("other", build.into())];
    Err(words().say_with("workers-build", told))
}
