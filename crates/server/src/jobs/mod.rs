//! Work that keeps a core busy: the moves of bots, hints, drawings. A worker pool of a few threads does it. Jobs are plain data, so that they
//! could be sent to another process.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use engine::any::{self, Analysis, SearchOptions};
use engine::players::{self, BotName};
use engine::search::{Limits, Time};
use games::Record;
use tokio::sync::Semaphore;

use crate::draw;
use crate::error::{ApiError, ErrorCode};

/// What a hint may cost.
const HINT_NODES_MAX: u64 = 400_000;
const HINT_TIME_MAX: Duration = Duration::from_millis(1500);
const HINT_MEGABYTES: usize = 16;
pub const HINT_LINES_MAX: usize = 5;

/// The longest a bot may take over a move. A machine that is not overloaded spends the bot's own budget long before.
const BOT_TIME_MAX: Duration = Duration::from_secs(10);

/// A request to the worker pool.
#[derive(Clone, Debug)]
pub enum Job {
    /// Chooses the move of a bot. The bot is made anew for every move: the memory of bots would be most of the server's.
    BotMove { bot: BotName, record: Record },
    /// Analyses the current position of a record.
    Hint { record: Record, lines: usize },
    /// Draws an SVG as PNG, its longer side this many pixels.
    Png { svg: String, size: u32 },
}

/// What a job produces, in the same order.
#[derive(Debug)]
enum Output {
    BotMove(Option<String>),
    Hint(Option<Analysis>),
    Png(Option<Vec<u8>>),
}

impl Job {
    fn run(self) -> Output {
        let clock = Instant::now();
        match self {
            Self::BotMove { bot, record } => {
                let time = Time { clock: &clock, soft: BOT_TIME_MAX, hard: BOT_TIME_MAX };
                let limits = Limits { time: Some(time), ..Limits::NONE };
                let bot = players::bot(bot, record.game(), fastrand::u64(..)).ok();
                Output::BotMove(bot.and_then(|mut bot| bot.choose_within(&record, &limits)))
            }
            Self::Hint { record, lines } => {
                let time = Time { clock: &clock, soft: HINT_TIME_MAX / 2, hard: HINT_TIME_MAX };
                let limits = Limits { nodes: Some(HINT_NODES_MAX), time: Some(time), ..Limits::NONE };
                let options = SearchOptions { limits, lines: lines.clamp(1, HINT_LINES_MAX), threads: 1 };
                Output::Hint(any::engine(record.game(), HINT_MEGABYTES).analyze(&record, &options, &mut |_| {}))
            }
            Self::Png { svg, size } => Output::Png(draw::png(&svg, size)),
        }
    }

    /// A bot's move is owed, and there are never more of them than games; what a client asked for may be refused.
    fn may_be_refused(&self) -> bool {
        !matches!(self, Self::BotMove { .. })
    }
}

/// The worker pool.
#[derive(Debug)]
pub struct Jobs {
    workers: Arc<Semaphore>,
    waiting: AtomicUsize,
    queue_max: usize,
}

impl Jobs {
    pub fn new(queue_max: usize) -> Self {
        // One core is left for everything else.
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
        Self { workers: Arc::new(Semaphore::new((cores - 1).max(1))), waiting: AtomicUsize::new(0), queue_max }
    }

    pub async fn bot_move(&self, job: Job) -> Option<String> {
        match self.run(job).await {
            Ok(Output::BotMove(mv)) => mv,
            _ => None,
        }
    }

    pub async fn hint(&self, record: Record, lines: usize) -> Result<Option<Analysis>, ApiError> {
        match self.run(Job::Hint { record, lines }).await? {
            Output::Hint(analysis) => Ok(analysis),
            _ => Ok(None),
        }
    }

    pub async fn png(&self, svg: String, size: u32) -> Result<Option<Vec<u8>>, ApiError> {
        match self.run(Job::Png { svg, size }).await? {
            Output::Png(png) => Ok(png),
            _ => Ok(None),
        }
    }

    async fn run(&self, job: Job) -> Result<Output, ApiError> {
        let waiting = Waiting::join(&self.waiting);
        if job.may_be_refused() && waiting.before > self.queue_max {
            return Err(ErrorCode::EngineBusy.into());
        }
        let worker = Arc::clone(&self.workers).acquire_owned().await.map_err(|_| ErrorCode::Busy)?;
        drop(waiting);
        let done = tokio::task::spawn_blocking(move || {
            let _worker = worker;
            job.run()
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "a job failed");
            ErrorCode::Busy.into()
        })
    }
}

/// A job in the queue; leaves the queue even if its client disconnects.
struct Waiting<'a> {
    count: &'a AtomicUsize,
    before: usize,
}

impl<'a> Waiting<'a> {
    fn join(count: &'a AtomicUsize) -> Self {
        Self { count, before: count.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::Relaxed);
    }
}
