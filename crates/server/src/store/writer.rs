//! The writer task (group commit). Changes of all games that arrive while the disk is busy are written as one
//! transaction, so that a thousand moves a second cost a few dozen syncs. A change is acknowledged only once
//! it is on disk.

use std::sync::Mutex;

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::StoreError;
use super::changes::{Change, apply, apply_all, execute, play_all};
use super::files::Files;

/// The length of the queue; a sender waits when it is full.
const QUEUE_MAX: usize = 4096;
/// The number of writes in one transaction.
const BATCH_MAX: usize = 512;

pub(super) enum WriteRequest {
    Write(Vec<Change>),
    /// Finds out whether something can be written.
    Probe,
    LimitPages(Option<u32>),
    /// Does not answer until this channel is closed.
    Stall(oneshot::Receiver<()>),
}

impl WriteRequest {
    /// Returns the move if the order is a single move.
    fn lone_move(&self) -> Option<&Change> {
        match self {
            Self::Write(changes) => match &changes[..] {
                [change @ Change::Move { .. }] => Some(change),
                _ => None,
            },
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
    pub(super) fn start(connection: SqliteConnection, files: Files) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE_MAX);
        Self {
            queue: Mutex::new(Some(queue)),
            task: Mutex::new(Some(tokio::spawn(serve(connection, waiting, files)))),
        }
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

async fn serve(mut connection: SqliteConnection, mut waiting: mpsc::Receiver<QueuedWrite>, files: Files) {
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
        let answers = match files.check() {
            // Before, so that nothing is written that cannot be kept; and after, so that nothing is
            // acknowledged.
            Ok(()) if batch.is_empty() => Ok(Vec::new()),
            Ok(()) => {
                commit(&mut connection, &batch).await.and_then(|answers| files.check().map(|()| answers))
            }
            Err(error) => Err(error),
        };
        let count = batch.len();
        match answers {
            Ok(answers) => {
                for ((_, done), answer) in batch.drain(..).zip(answers) {
                    let _ = done.send(answer);
                }
            }
            Err(error) => {
                tracing::error!(%error, count, "a batch was not written");
                for (_, done) in batch.drain(..) {
                    let _ = done.send(Err(error.clone()));
                }
            }
        }
        // One probe answers all who wait for one; nobody waits for those who went away.
        probes.retain(|(_, done)| !done.is_closed());
        if !probes.is_empty() {
            let probed = match files.check() {
                Ok(()) => probe(&mut connection).await,
                Err(error) => Err(error),
            };
            for (_, done) in probes {
                let _ = done.send(probed.clone());
            }
        }
    }
    let _ = connection.close().await;
}

/// Writes a batch as one transaction. A write with a conflict is left out; if the disk fails, all are.
async fn commit(
    connection: &mut SqliteConnection,
    batch: &[QueuedWrite],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let written = write_all(connection, batch).await;
    if written.is_err() {
        // SQLite itself may have done so already.
        let _ = execute(connection, "ROLLBACK").await;
    }
    written
}

async fn write_all(
    connection: &mut SqliteConnection,
    batch: &[QueuedWrite],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let moves: Vec<&Change> = batch.iter().filter_map(|(order, _)| order.lone_move()).collect();
    let only_moves = moves.len() == batch.len();
    let with_clocks = moves.iter().any(|change| matches!(change, Change::Move { left_ms: Some(_), .. }));
    // One statement is a transaction by itself.
    if only_moves && !with_clocks && play_all(connection, &moves).await? {
        return Ok(vec![Ok(()); batch.len()]);
    }
    let mut answers = Vec::with_capacity(batch.len());
    execute(connection, "BEGIN IMMEDIATE").await?;
    let played = (!only_moves || with_clocks) && play_all(connection, &moves).await?;
    for (order, _) in batch {
        let answer = match order {
            WriteRequest::Write(_) if played && order.lone_move().is_some() => Ok(()),
            // A single statement undoes itself when it fails.
            WriteRequest::Write(changes) if changes.len() == 1 => apply(connection, &changes[0]).await,
            WriteRequest::Write(changes) => apply_all(connection, changes).await,
            WriteRequest::Probe | WriteRequest::Stall(_) => Ok(()),
            WriteRequest::LimitPages(pages) => limit(connection, *pages).await,
        };
        match answer {
            Err(error @ StoreError::Failed(_)) => return Err(error),
            answer => answers.push(answer),
        }
    }
    execute(connection, "COMMIT").await?;
    Ok(answers)
}

/// Finds out whether the file may grow, and whether the disk takes what a few dozen moves would need: nothing
/// less than a commit, with its sync, finds a disk that is full or fails.
async fn probe(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    const GROW: &str =
        "INSERT OR REPLACE INTO probe (no, at, room) VALUES (1, unixepoch(), zeroblob(131072))";
    const WRITE: &str =
        "INSERT OR REPLACE INTO probe (no, at, room) VALUES (1, unixepoch(), randomblob(65536))";
    execute(connection, "BEGIN IMMEDIATE").await?;
    // More than the last probe has left in the file.
    let grown = execute(connection, GROW).await;
    // SQLite itself may have done so already.
    let _ = execute(connection, "ROLLBACK").await;
    grown?;
    execute(connection, WRITE).await
}

async fn limit(connection: &mut SqliteConnection, pages: Option<u32>) -> Result<(), StoreError> {
    // SQLite never goes below what it uses already.
    let pages = pages.unwrap_or(u32::MAX - 1);
    // The statement takes no parameters, and a number cannot inject anything.
    sqlx::query(AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"))).execute(connection).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use games::Player;

    use super::super::{NewGame, SeatRow, Store};
    use super::*;

    fn open_seat() -> SeatRow {
        SeatRow { who: "open".to_owned(), name: None, secret: None }
    }

    async fn game(store: &Store, id: &str) -> i64 {
        let start = (games::find("neutreeko").unwrap().start)().to_string();
        let seats = [open_seat(), open_seat()];
        let game =
            NewGame { id: id.to_owned(), rules: "neutreeko", start, created_at: 0, clock: None, seats };
        store.write(vec![Change::Create(game)]).await.unwrap();
        store.load(id).await.unwrap().unwrap().no
    }

    fn mv(game: i64, ply: usize) -> Vec<Change> {
        vec![Change::Move {
            game,
            ply,
            mv: format!("\"{ply}'"),
            left_ms: Some([5, ply as u64]),
            version: 2 + ply as u64,
            at: 7,
            deadline: None,
        }]
    }

    #[tokio::test]
    async fn a_conflict_fails_only_its_own_write() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let (one, other) = (game(&store, "AAAAAAAAAAA").await, game(&store, "BBBBBBBBBBB").await);
        let seat =
            Change::Seat { game: other, side: Player::First, was: "person".to_owned(), now: open_seat() };
        // Those that come while the first is written go together: moves that are new, one twice, one of no
        // game, one of no seat.
        let writes = [
            mv(one, 0),
            mv(one, 1),
            mv(other, 0),
            mv(one, 1),
            mv(one + other + 1, 0),
            vec![mv(other, 1).remove(0), seat],
            mv(other, 2),
        ];
        let written = futures_util::future::join_all(writes.map(|changes| store.write(changes))).await;
        let accepted: Vec<bool> = written.iter().map(Result::is_ok).collect();
        assert_eq!(accepted, [true, true, true, false, false, false, true]);
        assert!(
            written.iter().all(|answer| matches!(answer, Ok(()) | Err(StoreError::Conflict))),
            "{written:?}"
        );
        let kept = store.load("AAAAAAAAAAA").await.unwrap().unwrap();
        let moves: Vec<_> = kept.moves.iter().map(|kept| (kept.mv.as_str(), kept.left_ms)).collect();
        assert_eq!((moves, kept.version), (vec![("\"0'", Some([5, 0])), ("\"1'", Some([5, 1]))], 3));
        // The move that came with a wrong seat went with it.
        assert_eq!(store.load("BBBBBBBBBBB").await.unwrap().unwrap().moves.len(), 2);
        store.close().await;
    }
}
