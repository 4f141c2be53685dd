//! The writer task (group commit). Changes of all games that arrive while the disk is busy are written as one transaction, so that a thousand
//! moves a second cost a few dozen syncs. A change is acknowledged only once it is on disk.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use games::Player;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{Deadline, SeatRow, StoreError};
use crate::secrets::Hash;

/// The length of the queue; a sender waits when it is full.
const QUEUE_MAX: usize = 4096;
/// The number of games that are deleted at once, so that others do not wait for long.
const FORGET_MAX: i64 = 1000;
/// The number of writes in one transaction.
const BATCH_MAX: usize = 512;

#[derive(Clone, Debug)]
pub struct NewGame {
    pub id: String,
    pub rules: &'static str,
    pub start: String,
    pub created_at: i64,
    pub clock: Option<[u64; 2]>,
    pub seats: [SeatRow; 2],
}

/// One change of one game.
#[derive(Clone, Debug)]
pub enum Change {
    Create(NewGame),
    Move {
        game: i64,
        ply: usize,
        mv: String,
        left_ms: Option<[u64; 2]>,
        version: u64,
        at: i64,
        deadline: Option<Deadline>,
    },
    /// Deletes the moves from this ply on.
    Truncate {
        game: i64,
        ply: usize,
    },
    /// All that changes of a game besides moves and seats.
    Settle {
        game: i64,
        version: u64,
        closing: Option<String>,
        result: Option<&'static str>,
        offers: String,
        next: Option<String>,
        at: i64,
        deadline: Option<Deadline>,
    },
    /// A clock was set going, or stopped.
    Clock {
        game: i64,
        deadline: Option<Deadline>,
    },
    /// Ends a game that is not in memory, because its clock has run out; a conflict if that is no longer so.
    Flag {
        game: i64,
        deadline: Deadline,
        closing: String,
        result: &'static str,
        at: i64,
    },
    /// Deletes games that ended before this time.
    Forget {
        before: i64,
        only_bots: bool,
    },
    /// Changes the holder of a seat; a conflict if `was` is not its holder.
    Seat {
        game: i64,
        side: Player,
        was: String,
        now: SeatRow,
    },
    Code {
        game: i64,
        side: Player,
        hash: Hash,
        expires_at: i64,
    },
    /// A code is used; a conflict if it was used before.
    Spend {
        hash: Hash,
    },
    Delete {
        game: i64,
    },
}

pub(super) enum WriteRequest {
    Write(Vec<Change>),
    /// Finds out whether something can be written.
    Probe,
    LimitPages(Option<u32>),
}

impl WriteRequest {
    /// Returns the move if the order is a single move.
    fn lone_move(&self) -> Option<&Change> {
        match self {
            Self::Write(changes) => match &changes[..] {
                [change @ Change::Move { .. }] => Some(change),
                _ => None,
            },
            Self::Probe | Self::LimitPages(_) => None,
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

/// The files of the database. SQLite goes on writing into files that were deleted or replaced, and all of that would be lost.
#[derive(Debug)]
pub(super) struct Files(Vec<(PathBuf, Identity)>);

/// What tells a file from another one of the same name.
type Identity = Option<(u64, u64)>;

impl Files {
    pub(super) fn find(folder: &Path) -> Self {
        Self(
            ["games.sqlite", "games.sqlite-wal"]
                .map(|name| folder.join(name))
                .map(|path| (path.clone(), identity(&path)))
                .into(),
        )
    }

    fn check(&self) -> Result<(), StoreError> {
        match self.0.iter().find(|(path, was)| identity(path) != *was) {
            Some((path, _)) => Err(StoreError::Failed(format!("{} was removed or replaced", path.display()))),
            None => Ok(()),
        }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Identity {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Identity {
    // Open files cannot be removed there.
    None
}

async fn serve(mut connection: SqliteConnection, mut waiting: mpsc::Receiver<QueuedWrite>, files: Files) {
    let mut batch = Vec::with_capacity(BATCH_MAX);
    while waiting.recv_many(&mut batch, BATCH_MAX).await > 0 {
        // Probes come last and for themselves: one that finds no room must not take writes with it that need none.
        let mut probes: Vec<QueuedWrite> =
            batch.extract_if(.., |(request, _)| matches!(request, WriteRequest::Probe)).collect();
        let answers = match files.check() {
            // Before, so that nothing is written that cannot be kept; and after, so that nothing is acknowledged.
            Ok(()) if batch.is_empty() => Ok(Vec::new()),
            Ok(()) => {
                commit(&mut connection, &batch).await.and_then(|answers| files.check().map(|()| answers))
            }
            Err(error) => Err(error),
        };
        for (_, done) in probes.drain(..) {
            let probed = match files.check() {
                Ok(()) => probe(&mut connection).await,
                Err(error) => Err(error),
            };
            let _ = done.send(probed);
        }
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
            WriteRequest::Probe => Ok(()),
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

/// Writes many moves as one statement: each statement costs a round trip to the thread of the connection. Returns whether it did; if one of
/// them conflicts none is written, and each must be tried alone.
async fn play_all(connection: &mut SqliteConnection, moves: &[&Change]) -> Result<bool, StoreError> {
    const SQL: &str = "INSERT INTO moves (game, ply, mv, first_ms, second_ms, version, at) \
                       SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?)";
    let rows = moves.iter().copied().filter_map(|change| match change {
        Change::Move { game, ply, mv, left_ms, version, at, .. } => {
            let [first, second] = halves(*left_ms);
            Some((*game, number(*ply as u64), mv, first, second, number(*version), *at))
        }
        _ => None,
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return Ok(true);
    }
    let rows = serde_json::to_string(&rows).map_err(|error| StoreError::Failed(error.to_string()))?;
    match sqlx::query(SQL).bind(rows).execute(&mut *connection).await.map_err(StoreError::from) {
        Ok(_) => set_clocks(connection, moves).await.map(|()| true),
        Err(StoreError::Conflict) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Sets the deadlines of all games with clocks in which these moves were made.
async fn set_clocks(connection: &mut SqliteConnection, moves: &[&Change]) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE games SET clock_side = value ->> 1, clock_ms = value ->> 2, deadline_ms = value ->> 3 \
                       FROM json_each(?) WHERE no = value ->> 0";
    let clocks = moves.iter().filter_map(|change| match change {
        Change::Move { game, left_ms: Some(_), deadline, .. } => Some((*game, columns(*deadline))),
        _ => None,
    });
    // Of two moves of one game the later counts.
    let clocks: std::collections::BTreeMap<i64, [Option<i64>; 3]> = clocks.collect();
    if clocks.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = clocks.into_iter().map(|(game, [side, clock, at])| (game, side, clock, at)).collect();
    let rows = serde_json::to_string(&rows).map_err(|error| StoreError::Failed(error.to_string()))?;
    sqlx::query(SQL).bind(rows).execute(connection).await?;
    Ok(())
}

/// A deadline as the columns `clock_side`, `clock_ms` and `deadline_ms`.
fn columns(deadline: Option<Deadline>) -> [Option<i64>; 3] {
    deadline.map_or([None; 3], |deadline| {
        [Some(deadline.side.index() as i64), Some(number(deadline.clock_ms)), Some(deadline.at_ms)]
    })
}

/// Changes that belong together: all or none.
async fn apply_all(connection: &mut SqliteConnection, changes: &[Change]) -> Result<(), StoreError> {
    execute(connection, "SAVEPOINT part").await?;
    for change in changes {
        let applied = apply(connection, change).await;
        if let Err(StoreError::Conflict) = applied {
            execute(connection, "ROLLBACK TO part").await?;
            execute(connection, "RELEASE part").await?;
        }
        applied?;
    }
    execute(connection, "RELEASE part").await
}

async fn execute(connection: &mut SqliteConnection, statement: &'static str) -> Result<(), StoreError> {
    sqlx::query(statement).execute(connection).await?;
    Ok(())
}

/// Takes room and gives it back, then writes a row and waits for the disk.
async fn probe(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    execute(connection, "BEGIN IMMEDIATE").await?;
    let room = execute(
        connection,
        "INSERT OR REPLACE INTO probe (no, at, room) VALUES (1, unixepoch(), zeroblob(65536))",
    )
    .await;
    // SQLite itself may have done so already.
    let _ = execute(connection, "ROLLBACK").await;
    room?;
    execute(connection, "INSERT OR REPLACE INTO probe (no, at) VALUES (1, unixepoch())").await
}

async fn limit(connection: &mut SqliteConnection, pages: Option<u32>) -> Result<(), StoreError> {
    // SQLite never goes below what it uses already.
    let pages = pages.unwrap_or(u32::MAX - 1);
    // The statement takes no parameters, and a number cannot inject anything.
    sqlx::query(AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"))).execute(connection).await?;
    Ok(())
}

async fn apply(connection: &mut SqliteConnection, change: &Change) -> Result<(), StoreError> {
    let changed = match change {
        Change::Create(game) => return create(connection, game).await,
        Change::Move { game, ply, mv, left_ms, version, at, .. } => {
            let [first, second] = halves(*left_ms);
            sqlx::query("INSERT INTO moves (game, ply, mv, first_ms, second_ms, version, at) VALUES (?, ?, ?, ?, ?, ?, ?)")
                .bind(game)
                .bind(number(*ply as u64))
                .bind(mv)
                .bind(first)
                .bind(second)
                .bind(number(*version))
                .bind(at)
                .execute(&mut *connection)
                .await?;
            return set_clocks(connection, &[change]).await;
        }
        Change::Truncate { game, ply } => {
            sqlx::query("DELETE FROM moves WHERE game = ? AND ply >= ?")
                .bind(game)
                .bind(number(*ply as u64))
                .execute(connection)
                .await?;
            return Ok(());
        }
        Change::Settle { game, version, closing, result, offers, next, at, deadline } => {
            let [side, clock_ms, deadline_ms] = columns(*deadline);
            const SQL: &str = "UPDATE games SET version = ?, closing = ?, result = ?, offers = ?, next = ?, touched_at = ?, \
                               clock_side = ?, clock_ms = ?, deadline_ms = ? WHERE no = ?";
            sqlx::query(SQL)
                .bind(number(*version))
                .bind(closing)
                .bind(*result)
                .bind(offers)
                .bind(next)
                .bind(at)
                .bind(side)
                .bind(clock_ms)
                .bind(deadline_ms)
                .bind(game)
                .execute(connection)
                .await?
        }
        Change::Seat { game, side, was, now } => {
            sqlx::query(
                "UPDATE seats SET who = ?, name = ?, secret = ? WHERE game = ? AND side = ? AND who = ?",
            )
            .bind(&now.who)
            .bind(&now.name)
            .bind(now.secret.as_ref().map(|secret| &secret[..]))
            .bind(game)
            .bind(side.index() as i64)
            .bind(was)
            .execute(connection)
            .await?
        }
        Change::Code { game, side, hash, expires_at } => {
            sqlx::query("INSERT OR REPLACE INTO codes (game, side, hash, expires_at) VALUES (?, ?, ?, ?)")
                .bind(game)
                .bind(side.index() as i64)
                .bind(&hash[..])
                .bind(expires_at)
                .execute(connection)
                .await?
        }
        Change::Spend { hash } => {
            sqlx::query("DELETE FROM codes WHERE hash = ?").bind(&hash[..]).execute(connection).await?
        }
        Change::Clock { game, deadline } => {
            let [side, clock_ms, deadline_ms] = columns(*deadline);
            sqlx::query("UPDATE games SET clock_side = ?, clock_ms = ?, deadline_ms = ? WHERE no = ?")
                .bind(side)
                .bind(clock_ms)
                .bind(deadline_ms)
                .bind(game)
                .execute(connection)
                .await?
        }
        Change::Flag { game, deadline, closing, result, at } => {
            const SQL: &str = "UPDATE games SET closing = ?, result = ?, offers = '', touched_at = ?, \
                               version = 1 + max(version, coalesce((SELECT max(version) FROM moves WHERE game = no), 0)), \
                               clock_side = NULL, clock_ms = NULL, deadline_ms = NULL WHERE no = ? AND deadline_ms = ?";
            sqlx::query(SQL)
                .bind(closing)
                .bind(*result)
                .bind(at)
                .bind(game)
                .bind(deadline.at_ms)
                .execute(connection)
                .await?
        }
        Change::Forget { before, only_bots } => {
            let sql = if *only_bots {
                "DELETE FROM games WHERE no IN (SELECT no FROM games WHERE result IS NOT NULL AND touched_at < ? \
                 AND NOT EXISTS (SELECT 1 FROM seats WHERE game = no AND who IN ('open', 'person', 'gone')) LIMIT ?)"
            } else {
                "DELETE FROM games WHERE no IN (SELECT no FROM games WHERE result IS NOT NULL AND touched_at < ? LIMIT ?)"
            };
            sqlx::query(sql).bind(before).bind(FORGET_MAX).execute(connection).await?;
            return Ok(());
        }
        Change::Delete { game } => {
            sqlx::query("DELETE FROM games WHERE no = ?").bind(game).execute(connection).await?;
            return Ok(());
        }
    };
    if changed.rows_affected() == 0 { Err(StoreError::Conflict) } else { Ok(()) }
}

async fn create(connection: &mut SqliteConnection, game: &NewGame) -> Result<(), StoreError> {
    let [initial, increment] = halves(game.clock);
    let made = sqlx::query(
        "INSERT INTO games (id, rules, start, created_at, initial_ms, increment_ms, touched_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?4)",
    )
    .bind(&game.id)
    .bind(game.rules)
    .bind(&game.start)
    .bind(game.created_at)
    .bind(initial)
    .bind(increment)
    .execute(&mut *connection)
    .await?;
    for (side, seat) in game.seats.iter().enumerate() {
        sqlx::query("INSERT INTO seats (game, side, who, name, secret) VALUES (?, ?, ?, ?, ?)")
            .bind(made.last_insert_rowid())
            .bind(side as i64)
            .bind(&seat.who)
            .bind(&seat.name)
            .bind(seat.secret.as_ref().map(|secret| &secret[..]))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

fn halves(pair: Option<[u64; 2]>) -> [Option<i64>; 2] {
    pair.map_or([None; 2], |pair| pair.map(|half| Some(number(half))))
}

fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::Store;
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
        // Those that come while the first is written go together: moves that are new, one twice, one of no game, one of no seat.
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
