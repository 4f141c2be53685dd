//! The writer task (group commit). Changes of all games that arrive while the disk is busy are written as one
//! transaction, so that a thousand moves a second cost a few dozen syncs. A change is acknowledged only once
//! it is on disk.

use std::sync::Mutex;
use std::time::Duration;

use sqlx::AssertSqlSafe;
use sqlx::postgres::PgConnectOptions;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::StoreError;
use super::changes::{ChangeSet, apply_all};
use super::database::{Connection, connect_postgres};
use super::files::Files;
use super::moves::{play_postgres, play_sqlite};
use crate::secrets::Hash;
use crate::time::unix_s;

/// The length of the queue; a sender waits when it is full.
const QUEUE_MAX: usize = 4096;
/// The number of writes in one transaction.
const BATCH_MAX: usize = 512;
/// How long PostgreSQL may take for one transaction; its outcome is unknown then.
const COMMIT_MAX: Duration = Duration::from_secs(5);

pub(super) enum WriteRequest {
    Write(ChangeSet),
    /// Finds out whether something can be written.
    Probe,
    LimitPages(Option<u32>),
    /// Does not answer until this channel is closed.
    Stall(oneshot::Receiver<()>),
}

impl WriteRequest {
    /// Returns the change set if it is a single move.
    fn lone_move(&self) -> Option<&ChangeSet> {
        match self {
            Self::Write(set) => Some(set).filter(|set| set.is_lone_move()),
            Self::Probe | Self::LimitPages(_) | Self::Stall(_) => None,
        }
    }

    /// Returns the first solver that the request concerns, if it is of solvers.
    fn solver(&self) -> Option<Hash> {
        match self {
            Self::Write(set) => set.solver(),
            Self::Probe | Self::LimitPages(_) | Self::Stall(_) => None,
        }
    }
}

type QueuedWrite = (WriteRequest, oneshot::Sender<Result<(), StoreError>>);

#[derive(Debug)]
pub(super) struct Writer {
    queue: Mutex<Option<mpsc::Sender<QueuedWrite>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(super) fn start(link: Link) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE_MAX);
        Self { queue: Mutex::new(Some(queue)), task: Mutex::new(Some(tokio::spawn(serve(link, waiting)))) }
    }

    pub(super) async fn write(&self, order: WriteRequest) -> Result<(), StoreError> {
        let closed = || StoreError::Failed("the store is closed".to_owned());
        let queue = lock(&self.queue).clone().ok_or_else(closed)?;
        let (done, answer) = oneshot::channel();
        queue.send((order, done)).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }

    /// Returns the number of writes in the queue.
    pub(super) fn waiting(&self) -> usize {
        lock(&self.queue).as_ref().map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    /// Waits until everything in the queue is written.
    pub(super) async fn finish(&self) {
        drop(lock(&self.queue).take());
        let task = lock(&self.task).take();
        if let Some(task) = task {
            let _ = task.await;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The connection that writes, and what has to be true before it may.
#[derive(Debug)]
pub(super) enum Link {
    /// The files must be those that were opened.
    Sqlite { connection: Connection, files: Files },
    /// A connection that is lost is made anew.
    Postgres { connection: Option<Connection>, options: Box<PgConnectOptions> },
}

impl Link {
    /// Returns the connection, if what is written by it can be kept.
    async fn ready(&mut self) -> Result<&mut Connection, StoreError> {
        match self {
            Self::Sqlite { connection, files } => files.check().map(|()| connection),
            Self::Postgres { connection, options } => {
                if connection.is_none() {
                    *connection = Some(Connection::Postgres(connect_postgres(options).await?));
                }
                connection.as_mut().ok_or_else(|| StoreError::Failed("no connection".to_owned()))
            }
        }
    }

    /// Writes a batch as one transaction, and answers.
    async fn write(&mut self, batch: &mut Vec<QueuedWrite>) {
        if batch.is_empty() {
            return;
        }
        match self.commit(batch).await {
            Ok(answers) => {
                for ((_, done), answer) in batch.drain(..).zip(answers) {
                    let _ = done.send(answer);
                }
            }
            Err(error) => {
                tracing::error!(%error, count = batch.len(), "a batch was not written");
                for (_, done) in batch.drain(..) {
                    let _ = done.send(Err(error.clone()));
                }
            }
        }
    }

    /// Writes a batch as one transaction. A write with a conflict is left out; if the database fails, all
    /// are.
    async fn commit(&mut self, batch: &[QueuedWrite]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let until = Instant::now() + COMMIT_MAX;
        let may_be_lost = matches!(self, Self::Postgres { connection: Some(_), .. });
        let written = self.try_commit(batch, until).await;
        // The connection may have been lost long before, as when the database was restarted. What was written
        // all the same is fenced the second time.
        if may_be_lost && written.is_err() && Instant::now() < until {
            return self.try_commit(batch, until).await;
        }
        written
    }

    async fn try_commit(
        &mut self,
        batch: &[QueuedWrite],
        until: Instant,
    ) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let connection = self.ready().await?;
        let written = match connection {
            Connection::Sqlite(_) => write_all(connection, batch).await,
            Connection::Postgres(_) => {
                let written = tokio::time::timeout_at(until, write_all(connection, batch)).await;
                written.unwrap_or_else(|_| Err(StoreError::Failed("the database does not answer".to_owned())))
            }
        };
        if written.is_err() {
            self.give_up().await;
        }
        // Before, so that nothing is written that cannot be kept; and after, so that nothing is acknowledged.
        if let Self::Sqlite { files, .. } = self {
            files.check()?;
        }
        written
    }

    /// Ends a transaction that failed.
    async fn give_up(&mut self) {
        match self {
            // SQLite itself may have done so already.
            Self::Sqlite { connection, .. } => drop(connection.execute("ROLLBACK", []).await),
            // What is still to come on this connection belongs to the transaction that failed.
            Self::Postgres { connection, .. } => *connection = None,
        }
    }

    async fn probe(&mut self) -> Result<(), StoreError> {
        let connection = self.ready().await?;
        let probed = match connection {
            Connection::Sqlite(_) => probe_sqlite(connection).await,
            Connection::Postgres(_) => {
                const SQL: &str = "INSERT INTO probe (no, at) VALUES (1, $1) ON CONFLICT (no) DO UPDATE SET at = excluded.at";
                let probed =
                    tokio::time::timeout(COMMIT_MAX, connection.execute(SQL, [unix_s().into()])).await;
                probed.map_or_else(
                    |_| Err(StoreError::Failed("the database does not answer".to_owned())),
                    |probed| probed.map(drop),
                )
            }
        };
        if probed.is_err() {
            self.give_up().await;
        }
        probed
    }

    async fn close(self) {
        match self {
            Self::Sqlite { connection, .. } | Self::Postgres { connection: Some(connection), .. } => {
                connection.close().await;
            }
            Self::Postgres { connection: None, .. } => {}
        }
    }
}

async fn serve(mut link: Link, mut waiting: mpsc::Receiver<QueuedWrite>) {
    let mut batch = Vec::with_capacity(BATCH_MAX);
    while waiting.recv_many(&mut batch, BATCH_MAX).await > 0 {
        for (request, done) in batch.extract_if(.., |(request, _)| matches!(request, WriteRequest::Stall(_)))
        {
            if let WriteRequest::Stall(end) = request {
                let _ = done.send(Ok(()));
                let _ = end.await;
            }
        }
        // Probes come last and for themselves: one that finds no room must not take writes with it that need
        // none.
        let mut probes: Vec<QueuedWrite> =
            batch.extract_if(.., |(request, _)| matches!(request, WriteRequest::Probe)).collect();
        // Any server may write any solver: games must not wait for them, nor fail with them; and servers that
        // lock them all in the same order do not wait for each other.
        let mut solvers: Vec<QueuedWrite> =
            batch.extract_if(.., |(request, _)| request.solver().is_some()).collect();
        solvers.sort_by_key(|(request, _)| request.solver());
        link.write(&mut batch).await;
        link.write(&mut solvers).await;
        // One probe answers all requests that wait for one; those that went away are skipped.
        probes.retain(|(_, done)| !done.is_closed());
        if !probes.is_empty() {
            let probed = link.probe().await;
            for (_, done) in probes {
                let _ = done.send(probed.clone());
            }
        }
    }
    link.close().await;
}

async fn write_all(
    connection: &mut Connection,
    batch: &[QueuedWrite],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let moves: Vec<&ChangeSet> = batch.iter().filter_map(|(order, _)| order.lone_move()).collect();
    let mut played = vec![false; moves.len()];
    if let Connection::Postgres(connection) = connection
        && !moves.is_empty()
    {
        played = play_postgres(connection, &moves).await?;
        if moves.len() == batch.len() && played.iter().all(|is_played| *is_played) {
            return Ok(vec![Ok(()); batch.len()]);
        }
    }
    if let Connection::Sqlite(sqlite) = connection
        && !moves.is_empty()
        && moves.len() == batch.len()
    {
        // If not, one of them is refused.
        if play_sqlite(sqlite, &moves).await? {
            return Ok(vec![Ok(()); batch.len()]);
        }
    }
    connection.begin().await?;
    if let Connection::Sqlite(sqlite) = connection
        && !moves.is_empty()
        && moves.len() < batch.len()
    {
        let are_played = play_sqlite(sqlite, &moves).await?;
        played.fill(are_played);
    }
    let mut played = played.into_iter();
    let mut answers = Vec::with_capacity(batch.len());
    for (order, _) in batch {
        let is_played = order.lone_move().is_some() && played.next() == Some(true);
        let answer = match order {
            WriteRequest::Write(_) if is_played => Ok(()),
            WriteRequest::Write(set) => apply_all(connection, set).await,
            WriteRequest::Probe | WriteRequest::Stall(_) => Ok(()),
            WriteRequest::LimitPages(pages) => limit(connection, *pages).await,
        };
        match answer {
            Err(error @ StoreError::Failed(_)) => return Err(error),
            answer => answers.push(answer),
        }
    }
    connection.execute("COMMIT", []).await?;
    Ok(answers)
}

/// Finds out whether the file may grow, and whether the disk takes what a few dozen moves would need: nothing
/// less than a commit, with its sync, finds a disk that is full or fails.
async fn probe_sqlite(connection: &mut Connection) -> Result<(), StoreError> {
    const GROW: &str =
        "INSERT OR REPLACE INTO probe (no, at, room) VALUES (1, unixepoch(), zeroblob(131072))";
    const WRITE: &str =
        "INSERT OR REPLACE INTO probe (no, at, room) VALUES (1, unixepoch(), randomblob(65536))";
    connection.begin().await?;
    // More than the last probe has left in the file.
    let grown = connection.execute(GROW, []).await;
    // SQLite itself may have done so already.
    let _ = connection.execute("ROLLBACK", []).await;
    grown?;
    connection.execute(WRITE, []).await.map(drop)
}

async fn limit(connection: &mut Connection, pages: Option<u32>) -> Result<(), StoreError> {
    // SQLite never goes below what it uses already.
    let pages = pages.unwrap_or(u32::MAX - 1);
    if let Connection::Sqlite(connection) = connection {
        // The statement takes no parameters, and a number cannot inject anything.
        sqlx::query(AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"))).execute(connection).await?;
    }
    Ok(())
}
