//! Work that takes long: bots, hints, drawings. A few threads do it, and who would have to wait for too many others is sent away.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use engine::any::{self, Analysis, SearchOptions};
use engine::players::{self, BotName};
use engine::search::{Limits, Time};
use games::Record;
use tokio::sync::Semaphore;

use crate::refusal::{Reason, Refusal};

/// What a hint may cost.
const HINT_NODES_MAX: u64 = 400_000;
const HINT_TIME_MAX: Duration = Duration::from_millis(1500);
const HINT_MEGABYTES: usize = 16;
pub const HINT_LINES_MAX: usize = 5;

/// What a bot's move may take. On a machine that has time for it, a bot's own budget is spent long before.
const BOT_TIME_MAX: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct Thinkers {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    queue_max: usize,
}

/// What to do when all threads are busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Patience {
    /// A bot's move is owed: there are never more of them than games.
    Wait,
    /// Somebody only asked.
    GiveUp,
}

impl Thinkers {
    pub fn new(queue_max: usize) -> Self {
        // One core is left for those who play.
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
        Self { permits: Arc::new(Semaphore::new((cores - 1).max(1))), waiting: AtomicUsize::new(0), queue_max }
    }

    /// A bot's move. The bot is made anew for every move: what bots remember would be most of the server's memory.
    pub async fn choose(&self, bot: BotName, record: Record) -> Option<String> {
        let choose = move || {
            let seed = fastrand::u64(..);
            let clock = Instant::now();
            let time = Time { clock: &clock, soft: BOT_TIME_MAX, hard: BOT_TIME_MAX };
            players::bot(bot, record.game(), seed).ok()?.choose_within(&record, &Limits { time: Some(time), ..Limits::NONE })
        };
        self.work(Patience::Wait, choose).await.ok()?
    }

    /// What the engine thinks of a record's current position.
    pub async fn hint(&self, record: Record, lines: usize) -> Result<Option<Analysis>, Refusal> {
        let think = move || {
            let clock = Instant::now();
            let time = Time { clock: &clock, soft: HINT_TIME_MAX / 2, hard: HINT_TIME_MAX };
            let limits = Limits { nodes: Some(HINT_NODES_MAX), time: Some(time), ..Limits::NONE };
            let ask = SearchOptions { limits, lines: lines.clamp(1, HINT_LINES_MAX), threads: 1 };
            any::engine(record.game(), HINT_MEGABYTES).analyze(&record, &ask, &mut |_| {})
        };
        self.work(Patience::GiveUp, think).await
    }

    /// Any other work that keeps a core busy for a while.
    pub async fn draw<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        self.work(Patience::GiveUp, work).await
    }

    async fn work<T: Send + 'static>(&self, patience: Patience, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let waiting = Waiting::join(&self.waiting);
        if patience == Patience::GiveUp && waiting.before > self.queue_max {
            return Err(Reason::EngineBusy.into());
        }
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| Reason::Busy)?;
        drop(waiting);
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "work failed");
            Reason::Busy.into()
        })
    }
}

/// One who waits; leaves the queue even if whoever asked went away.
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
