//! Work that keeps a core busy: the moves of bots, hints, drawings. A worker pool of a few threads does it.
//! Jobs are plain data, so that they could be sent to another process.

mod queue;

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use engine::analysis::{Analysis, HintBudget};
use engine::hints;
use engine::players::{self, BotName};
use engine::search::{SearchLimits, Time};
use games::Record;
use tokio::sync::oneshot;

pub use queue::Audience;
use queue::{Claimant, Cost, Queue};

use crate::config;
use crate::draw;
use crate::error::{ApiError, ErrorCode};

/// The longest a bot may take over a move. A machine that is not overloaded spends the bot's own budget long
/// before.
const BOT_TIME_MAX: Duration = Duration::from_secs(10);

/// The first level whose moves take long.
const LONG_FROM: u8 = 6;

/// A request to the worker pool.
#[derive(Clone, Debug)]
pub enum Job {
    /// Chooses the move of a bot. The bot is made anew for every move: the memory of bots would be most of
    /// the server's.
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
                let limits = SearchLimits { time: Some(time), ..SearchLimits::NONE };
                let bot = players::bot(bot, record.game(), fastrand::u64(..)).ok();
                Output::BotMove(bot.and_then(|mut bot| bot.choose_within(&record, &limits)))
            }
            Self::Hint { record, lines } => {
                Output::Hint(hints::hint(&record, lines, HintBudget::SERVER, &clock))
            }
            Self::Png { svg, size } => Output::Png(draw::png(&svg, size)),
        }
    }

    fn cost(&self) -> Cost {
        match self {
            Self::BotMove { bot: BotName::Level(LONG_FROM..) | BotName::Perfect, .. } | Self::Hint { .. } => {
                Cost::Long
            }
            Self::BotMove { .. } | Self::Png { .. } => Cost::Short,
        }
    }

    /// A bot's move is owed, and there are never more of them than games; what a client asked for may be
    /// refused.
    fn may_be_refused(&self) -> bool {
        !matches!(self, Self::BotMove { .. })
    }
}

/// A job in the queue.
#[derive(Debug)]
struct Pending {
    job: Job,
    started: oneshot::Sender<()>,
    done: oneshot::Sender<Output>,
}

/// A job that was accepted.
#[derive(Debug)]
pub struct Ticket {
    started: oneshot::Receiver<()>,
    done: oneshot::Receiver<Output>,
}

impl Ticket {
    /// Returns whether no worker has begun with the job yet.
    pub fn is_waiting(&mut self) -> bool {
        self.started.try_recv() == Err(oneshot::error::TryRecvError::Empty)
    }

    /// Waits until a worker begins with the job.
    pub async fn started(&mut self) {
        if !self.started.is_terminated() {
            let _ = (&mut self.started).await;
        }
    }

    /// Waits for the move of a bot; `None` if the bot failed.
    pub async fn bot_move(self) -> Option<String> {
        match self.done.await {
            Ok(Output::BotMove(mv)) => mv,
            _ => None,
        }
    }
}

/// The worker pool.
#[derive(Debug)]
pub struct Jobs {
    queue: Mutex<Queue<Pending>>,
    queue_max: usize,
}

impl Jobs {
    pub fn new(limits: &config::Limits) -> Self {
        // One core is left for everything else; but there is always a worker for short jobs beside the long
        // ones.
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
        let workers = if limits.workers == 0 { (cores - 1).max(2) } else { limits.workers };
        Self { queue: Mutex::new(Queue::new(workers)), queue_max: limits.queue_max }
    }

    /// Requests the move of a bot. It is owed, so it is never refused; there is at most one for each game.
    pub fn bot_move(
        self: &Arc<Self>,
        bot: BotName,
        record: Record,
        address: IpAddr,
        audience: Audience,
    ) -> Ticket {
        let job = Job::BotMove { bot, record };
        let claimant = Claimant { address, audience, cost: job.cost() };
        self.submit(claimant, job)
    }

    pub async fn hint(
        self: &Arc<Self>,
        record: Record,
        lines: usize,
        address: IpAddr,
    ) -> Result<Option<Analysis>, ApiError> {
        match self.ask(Job::Hint { record, lines }, address).await? {
            Output::Hint(analysis) => Ok(analysis),
            _ => Ok(None),
        }
    }

    pub async fn png(
        self: &Arc<Self>,
        svg: String,
        size: u32,
        address: IpAddr,
    ) -> Result<Option<Vec<u8>>, ApiError> {
        match self.ask(Job::Png { svg, size }, address).await? {
            Output::Png(png) => Ok(png),
            _ => Ok(None),
        }
    }

    /// Returns how many jobs wait and how many run.
    pub fn load(&self) -> (usize, usize) {
        let queue = self.queue();
        (queue.waiting().count(), queue.running())
    }

    /// A job that a client asks for: refused when too many wait, or too many of this address.
    async fn ask(self: &Arc<Self>, job: Job, address: IpAddr) -> Result<Output, ApiError> {
        {
            let mut queue = self.queue();
            queue.retain(|pending| !pending.done.is_closed());
            let asked = queue.waiting().filter(|(_, pending)| pending.job.may_be_refused());
            let (all, own) = asked.fold((0, 0), |(all, own), (claimant, _)| {
                (all + 1, own + usize::from(claimant.address == address))
            });
            if all > self.queue_max || own > self.queue_max / 2 {
                return Err(ErrorCode::EngineBusy.into());
            }
        }
        let claimant = Claimant { address, audience: Audience::Person, cost: job.cost() };
        self.submit(claimant, job).done.await.map_err(|_| {
            tracing::error!("a job failed");
            ErrorCode::Busy.into()
        })
    }

    fn submit(self: &Arc<Self>, claimant: Claimant, job: Job) -> Ticket {
        let (started, on_started) = oneshot::channel();
        let (done, on_done) = oneshot::channel();
        self.queue().push(claimant, Pending { job, started, done });
        self.dispatch();
        Ticket { started: on_started, done: on_done }
    }

    /// Gives jobs to free workers.
    fn dispatch(self: &Arc<Self>) {
        loop {
            let next = {
                let mut queue = self.queue();
                queue.retain(|pending| !pending.done.is_closed());
                queue.start()
            };
            let Some((claimant, Pending { job, started, done })) = next else { return };
            let _ = started.send(());
            let worker = Worker { jobs: Arc::clone(self), claimant };
            tokio::task::spawn_blocking(move || {
                let _worker = worker;
                let _ = done.send(job.run());
            });
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue<Pending>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A busy worker; free again when dropped, also when its job panicked.
struct Worker {
    jobs: Arc<Jobs>,
    claimant: Claimant,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.jobs.queue().finish(&self.claimant);
        self.jobs.dispatch();
    }
}
