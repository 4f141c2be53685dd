//! The store of all games, and of those who solve puzzles: the only module, with its writer, that uses the
//! database. Memory is a copy of the store; a change that could not be written did not happen.

mod changes;
pub mod copy;
mod database;
mod files;
mod migrations;
mod moves;
mod notifications;
mod ownership;
mod questions;
mod solvers;
mod writer;

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use games::Player;
use prometheus_client::metrics::histogram::Histogram;
use sqlx::ConnectOptions;
use sqlx::Row as _;
use sqlx::sqlite::SqliteSynchronous;
use tokio::sync::oneshot;

use crate::config::{DatabaseUrl, RESUME_AFTER};
use crate::metrics::seconds;
use crate::secrets::Hash;
use crate::time::{unix_ms, unix_s};
pub use changes::{Change, ChangeSet, Fence, NewGame};
use database::{Connection, Pool, connect_postgres, postgres_options, sqlite_options, values};
use files::Files;
use migrations::migrator;
use ownership::Beats;
pub use ownership::Claimed;
pub use questions::LISTED_MAX;
pub use solvers::SolverRow;
use writer::{Link, WriteRequest, Writer};

/// Connections for reading; writing has one of its own. Each has a thread in SQLite, and a process in
/// PostgreSQL.
const READERS: u32 = 2;
const POSTGRES_READERS: u32 = 8;
/// How long a reader waits for a connection before the request fails.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Clone, Debug)]
pub enum StoreError {
    /// Another server holds the folder.
    Held(String),
    /// Another request was faster: the seat is taken, the ply is played.
    Conflict,
    /// The game is not as the writer expects: it has changed, or belongs to another writer.
    Fenced,
    /// The disk is full, read-only or gone.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Held(folder) => write!(
                f,
                "another server already uses the folder {folder}; stop it, or choose another with --data"
            ),
            Self::Conflict => f.write_str("another request was faster"),
            Self::Fenced => f.write_str("another writer has the game"),
            Self::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            // The same was done before, or the game is gone.
            sqlx::Error::Database(reason)
                if reason.is_unique_violation() || reason.is_foreign_key_violation() =>
            {
                Self::Conflict
            }
            sqlx::Error::Database(reason) => Self::Failed(format!("the store failed: {}", reason.message())),
            _ => Self::Failed(format!("the store failed: {error}")),
        }
    }
}

/// A seat as the store holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// `open`, `person`, `gone`, or the name of a bot.
    pub who: String,
    pub name: Option<String>,
    pub secret: Option<Hash>,
}

/// A game as the store holds it.
#[derive(Clone, Debug)]
pub struct GameRow {
    pub no: i64,
    pub id: String,
    pub rules: String,
    pub start: String,
    pub created_at: i64,
    /// When something other than a move last happened.
    pub touched_at: i64,
    /// Initial time and increment in milliseconds.
    pub clock: Option<[u64; 2]>,
    pub version: u64,
    /// How often it has changed hands.
    pub epoch: i64,
    pub closing: Option<String>,
    pub result: Option<String>,
    pub offers: String,
    pub next: Option<String>,
    pub seats: [SeatRow; 2],
    pub moves: Vec<MoveRow>,
    /// Of a running clock of a person.
    pub deadline: Option<Deadline>,
    /// Whether this game between two bots is to be kept.
    pub is_kept: bool,
}

/// A finished game without those who played it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    pub start: String,
    pub result: String,
    pub moves: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct MoveRow {
    pub mv: String,
    /// What the clocks showed after it.
    pub left_ms: Option<[u64; 2]>,
    /// When it was made, in seconds since 1970.
    pub at: i64,
}

/// When the running clock of a game will have run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    pub side: Player,
    /// What the clock showed when it was set going, in milliseconds.
    pub clock_ms: u64,
    /// In milliseconds since 1970.
    pub at_ms: i64,
}

/// A game whose clock has run out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlaggedGame {
    pub id: String,
    /// Of the change that ends it.
    pub fence: Fence,
    pub deadline: Deadline,
}

/// Games are overdue in which nothing has happened since: games without moves, games with clocks, any others.
#[derive(Clone, Copy, Debug)]
pub struct Since {
    pub unplayed: i64,
    pub flagged: i64,
    pub abandoned: i64,
}

/// The database with all games.
#[derive(Debug)]
pub struct Store {
    readers: Pool,
    /// A connection for checks, which take long: readers must not wait for them.
    checker: Pool,
    writer: Writer,
    write_times: Histogram,
    is_damaged: AtomicBool,
    /// Of PostgreSQL, which several servers share.
    beats: Option<Beats>,
    /// Of the folder: held as long as the server runs; the system releases it even when the server is killed.
    lock: Option<File>,
}

impl Store {
    /// Opens the folder, making it if need be.
    ///
    /// # Errors
    /// When another server holds it, or it cannot be written.
    pub async fn open(folder: &Path) -> Result<Self, StoreError> {
        let failed = |error: &dyn fmt::Display| {
            StoreError::Failed(format!("cannot keep games in {}: {error}", folder.display()))
        };
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(folder.join("lock"))
            .map_err(|error| failed(&error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Held(folder.display().to_string())),
            Err(TryLockError::Error(error)) => return Err(failed(&error)),
        }
        let options = sqlite_options(folder);
        // Every migration is a transaction or two. None waits for the disk by itself: what is lost with the
        // machine is made again, and the first write of a game syncs all that came before it.
        let hasty = options.clone().synchronous(SqliteSynchronous::Normal);
        let mut connection = hasty.connect().await.map_err(|error| failed(&error))?;
        let migrator = migrator(migrations::SQLITE).await?;
        migrator.run(&mut connection).await.map_err(|error| failed(&error))?;
        let full = sqlx::query("PRAGMA synchronous = FULL").execute(&mut connection).await;
        full.map_err(|error| failed(&error))?;
        moves::prepare_sqlite(&mut connection).await.map_err(|error| failed(&error))?;
        let mut connection = Connection::Sqlite(connection);
        // SQLite opens a read-only file without an error, and even begins transactions; only a write finds
        // out.
        forget_codes(&mut connection).await.map_err(|error| failed(&error))?;
        // The time of the outage is not counted: every clock goes on from what it showed, once its player has
        // had time to come back.
        let grace = i64::try_from(RESUME_AFTER.as_millis()).unwrap_or(i64::MAX);
        let resume = "UPDATE games SET deadline_ms = $1 + clock_ms WHERE deadline_ms IS NOT NULL";
        connection.execute(resume, values![unix_ms() + grace]).await.map_err(|error| failed(&error))?;
        Ok(Self {
            readers: Pool::sqlite(options.clone(), READERS, PATIENCE),
            checker: Pool::sqlite(options, 1, PATIENCE),
            writer: Writer::start(Link::Sqlite { connection, files: Files::find(folder) }),
            write_times: seconds(),
            is_damaged: AtomicBool::new(false),
            beats: None,
            lock: Some(lock),
        })
    }

    /// Connects to PostgreSQL, `postgres://USER@HOST/DATABASE`, and makes the tables if need be.
    ///
    /// # Errors
    /// When it cannot be reached or written.
    pub async fn connect(url: &DatabaseUrl) -> Result<Self, StoreError> {
        let failed = |error: &dyn fmt::Display| {
            StoreError::Failed(format!("cannot keep games in the database: {error}"))
        };
        let options = postgres_options(&url.0)?;
        let mut connection = connect_postgres(&options).await.map_err(|error| failed(&error))?;
        let mut migrator = migrator(migrations::POSTGRES).await?;
        // While servers are replaced one after the other, the old ones run on the tables of the new ones.
        migrator.set_ignore_missing(true);
        // A new index may take as long as it takes.
        let unbound = sqlx::query("SET statement_timeout = 0").execute(&mut connection).await;
        unbound.map_err(|error| failed(&error))?;
        migrator.run(&mut connection).await.map_err(|error| failed(&error))?;
        let bound = sqlx::query("RESET statement_timeout").execute(&mut connection).await;
        bound.map_err(|error| failed(&error))?;
        let mut connection = Connection::Postgres(connection);
        forget_codes(&mut connection).await.map_err(|error| failed(&error))?;
        let readers = Pool::postgres(options.clone(), POSTGRES_READERS);
        Ok(Self {
            checker: readers.clone(),
            readers,
            beats: Some(Beats::new(options.clone())),
            writer: Writer::start(Link::Postgres {
                connection: Some(connection),
                options: Box::new(options),
            }),
            write_times: seconds(),
            is_damaged: AtomicBool::new(false),
            lock: None,
        })
    }

    /// Writes changes, all or none, and returns once they are on disk.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the ply is played or the seat taken already, [`StoreError::Fenced`] when
    /// the game is not as the writer expects; nothing is changed then.
    pub async fn write(&self, set: impl Into<ChangeSet>) -> Result<(), StoreError> {
        let since = Instant::now();
        let written = self.writer.write(WriteRequest::Write(set.into())).await;
        self.write_times.observe(since.elapsed().as_secs_f64());
        written
    }

    /// Keeps the store from growing, or lets it grow again: simulates a full disk.
    #[doc(hidden)]
    pub async fn limit_pages(&self, pages: Option<u32>) -> Result<(), StoreError> {
        self.writer.write(WriteRequest::LimitPages(pages)).await
    }

    /// Keeps the store from answering until the sender is dropped: simulates a disk that hangs.
    #[doc(hidden)]
    pub async fn stall(&self) -> Result<oneshot::Sender<()>, StoreError> {
        let (end, ended) = oneshot::channel();
        self.writer.write(WriteRequest::Stall(ended)).await.map(|()| end)
    }

    /// Finds out whether the store can be written: there is room, the disk takes it, the file is still where
    /// it was, and no check has found damage.
    ///
    /// # Errors
    /// What is wrong.
    pub async fn probe(&self) -> Result<(), StoreError> {
        if self.is_damaged.load(Ordering::Relaxed) {
            return Err(StoreError::Failed("the database is damaged".to_owned()));
        }
        self.writer.write(WriteRequest::Probe).await
    }

    /// Reads the whole database and looks for damage.
    ///
    /// # Errors
    /// What was found.
    pub async fn check(&self) -> Result<(), StoreError> {
        // PostgreSQL looks after its own files.
        let Pool::Sqlite(checker) = &self.checker else { return Ok(()) };
        let found = sqlx::query("PRAGMA quick_check(1)").fetch_one(checker).await;
        let found = match found.and_then(|row| row.try_get::<String, _>(0)) {
            Ok(found) => found,
            Err(sqlx::Error::Database(error)) => error.message().to_owned(),
            // No connection was free: nothing is known of the file.
            Err(error) => return Err(error.into()),
        };
        self.is_damaged.store(found != "ok", Ordering::Relaxed);
        if found == "ok" { Ok(()) } else { Err(StoreError::Failed(found)) }
    }

    pub fn write_times(&self) -> &Histogram {
        &self.write_times
    }

    /// Returns the number of writes that wait for the disk.
    pub fn writes_waiting(&self) -> usize {
        self.writer.waiting()
    }

    /// Writes what is queued and closes.
    pub async fn close(&self) {
        // The last connection to close checkpoints the write-ahead log, and a read-only one cannot.
        self.checker.close().await;
        self.readers.close().await;
        self.writer.finish().await;
        if let Some(lock) = &self.lock {
            let _ = lock.unlock();
        }
    }
}

/// Deletes the codes that can no longer be used.
async fn forget_codes(connection: &mut Connection) -> Result<(), StoreError> {
    connection.execute("DELETE FROM codes WHERE expires_at < $1", values![unix_s()]).await.map(drop)
}

#[cfg(test)]
mod tests;
