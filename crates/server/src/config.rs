//! The configuration of a server, and the limits on what it accepts.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::jobs::QueueConfig;

/// Where PostgreSQL is: `postgres://USER@HOST/DATABASE`. It may contain a password, and is never shown.
#[derive(Clone)]
pub struct DatabaseUrl(pub String);

impl std::fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DatabaseUrl(_)")
    }
}

/// A server among others on the same database.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Where it listens to the others: an address that clients can't reach.
    pub listen: SocketAddr,
    /// How the others reach it, `http://HOST:PORT`; where it listens, if not given.
    pub url: Option<String>,
    pub key: ClusterKey,
}

/// The key by which the nodes know one another. It is never shown.
#[derive(Clone)]
pub struct ClusterKey(pub String);

impl std::fmt::Debug for ClusterKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ClusterKey(_)")
    }
}

#[derive(Clone, Debug)]
pub struct Config {
    pub addr: SocketAddr,
    /// The folder of the games.
    pub data: PathBuf,
    /// How other servers on the same database reach this one, if they are to.
    pub cluster: Option<Cluster>,
    /// The database of the games, if they are not to be in the folder.
    pub database: Option<DatabaseUrl>,
    /// The queue of engine work, if workers on other machines are to do it.
    pub jobs: Option<QueueConfig>,
    /// The public address, when a proxy stands before the server: `https://play.example.org`.
    pub public_url: Option<String>,
    /// Whether the client address is taken from `X-Forwarded-For`.
    pub trusts_proxy: bool,
    /// How long a player must be away before the other side may claim the game.
    pub claim_after: Duration,
    /// How many days a player must be silent before the other side may claim a game without clocks.
    pub claim_days: u32,
    /// A bot's move is shown no sooner than this after the move that it answers.
    pub bot_delay: Duration,
    /// After how many days a finished game is deleted.
    pub keep_finished_days: Option<u32>,
    /// Where measurements are served to Prometheus, if at all.
    pub metrics: Option<SocketAddr>,
    pub limits: Limits,
}

impl Config {
    pub fn new(addr: SocketAddr, data: PathBuf) -> Self {
        Self {
            addr,
            data,
            cluster: None,
            database: None,
            jobs: None,
            public_url: None,
            trusts_proxy: false,
            claim_after: CLAIM_AFTER,
            claim_days: CLAIM_DAYS,
            bot_delay: BOT_DELAY,
            keep_finished_days: None,
            metrics: None,
            limits: Limits::default(),
        }
    }
}

/// Limits on what comes from outside. Per address means per IPv4 address or per /64 of IPv6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Rate limit of requests per address: a burst, and a rate per second.
    pub requests_burst: u32,
    pub requests_per_s: u32,
    /// Rate limit of new games per address: a burst, and a rate per minute.
    pub games_burst: u32,
    pub games_per_minute: u32,
    /// Exports and drawings of one address, likewise.
    pub exports_burst: u32,
    pub exports_per_minute: u32,
    /// Tries of one address to take a seat by a code, likewise.
    pub codes_burst: u32,
    pub codes_per_minute: u32,
    /// Hints for one address, likewise.
    pub hints_burst: u32,
    pub hints_per_minute: u32,
    /// Analyses for one address, likewise; and how many run or wait at once, of one address and in all.
    pub analyses_burst: u32,
    pub analyses_per_minute: u32,
    pub analyses_per_address: u32,
    pub analyses_max: usize,
    /// Tries at puzzles of one address, and what else is written of them, likewise.
    pub puzzles_burst: u32,
    pub puzzles_per_minute: u32,
    /// Messages of one socket, likewise per second.
    pub messages_burst: u32,
    pub messages_per_s: u32,
    /// Open sockets of one address.
    pub sockets_per_address: u32,
    /// Open connections of one address; not counted behind a proxy, whose address all have.
    pub connections_per_address: u32,
    /// Open connections in all.
    pub connections_max: usize,
    /// Games in memory.
    pub live_max: usize,
    /// Moves after which a game is drawn.
    pub plies_max: usize,
    /// Moves from which on a game is long.
    pub replay_long: usize,
    /// Games that are replayed at once, in all, and long ones for one address.
    pub replays_max: usize,
    pub replays_per_address: u32,
    /// How long a game that no client watches stays in memory.
    pub unload_after: Duration,
    /// Threads of the worker pool; 0: as many as the machine has cores for.
    pub workers: usize,
    /// Hints and drawings that may wait for a worker.
    pub queue_max: usize,
    /// How long a client may take to send a head or a body, or to read what it is sent.
    pub patience: Duration,
    /// How long the store may take for a probe; after that the server counts as not ready.
    pub probe_max: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests_burst: 200,
            requests_per_s: 50,
            games_burst: 30,
            games_per_minute: 20,
            exports_burst: 60,
            exports_per_minute: 120,
            codes_burst: 10,
            codes_per_minute: 5,
            hints_burst: 30,
            hints_per_minute: 60,
            analyses_burst: 120,
            analyses_per_minute: 240,
            analyses_per_address: 4,
            analyses_max: 64,
            puzzles_burst: 60,
            puzzles_per_minute: 120,
            messages_burst: 60,
            messages_per_s: 20,
            sockets_per_address: 64,
            connections_per_address: 256,
            connections_max: 16_000,
            live_max: 20_000,
            plies_max: 1000,
            replay_long: 200,
            replays_max: 4,
            replays_per_address: 2,
            unload_after: Duration::from_secs(30),
            workers: 0,
            queue_max: 16,
            patience: Duration::from_secs(15),
            probe_max: Duration::from_secs(5),
        }
    }
}

impl Limits {
    /// Practically no limit per address, for load tests.
    pub fn generous() -> Self {
        let many = 1_000_000;
        Self {
            requests_burst: many,
            requests_per_s: many,
            games_burst: many,
            games_per_minute: many,
            exports_burst: many,
            exports_per_minute: many,
            codes_burst: many,
            codes_per_minute: many,
            hints_burst: many,
            hints_per_minute: many,
            analyses_burst: many,
            analyses_per_minute: many,
            analyses_per_address: many,
            puzzles_burst: many,
            puzzles_per_minute: many,
            messages_burst: many,
            messages_per_s: many,
            sockets_per_address: many,
            connections_per_address: many,
            replays_per_address: many,
            ..Self::default()
        }
    }
}

const CLAIM_DAYS: u32 = 3;
/// Long enough to see one's own move before the answer.
const BOT_DELAY: Duration = Duration::from_millis(400);
/// Time for a walk through a tunnel or to charge a telephone.
const CLAIM_AFTER: Duration = Duration::from_secs(60);
/// After a restart of the server, a clock waits this long for its player to come back.
pub const RESUME_AFTER: Duration = Duration::from_secs(30);
/// Longest body of a request, in bytes.
pub const BODY_MAX: usize = 8 << 10;
/// Longest message on a socket, in bytes.
pub const FRAME_MAX: usize = 4 << 10;
/// Longest time on a clock and longest increment, in seconds.
pub const INITIAL_MAX_S: u32 = 24 * 3600;
pub const INCREMENT_MAX_S: u32 = 600;
/// Positions that are sent at once.
pub const POSITIONS_MAX: usize = 64;
/// How long a code for a seat can be used, in seconds.
pub const CODE_AGE_S: i64 = 600;
/// Longest text of a position, in bytes.
pub const POSITION_MAX: usize = 4 << 10;
/// Longest body with a study, in bytes.
pub const STUDY_MAX: usize = 128 << 10;
