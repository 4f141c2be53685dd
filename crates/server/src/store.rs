//! The store of all games: the only module, with its writer, that uses the database. Memory is a copy of the
//! store; a change that could not be written did not happen.

mod changes;
mod files;
mod writer;

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use games::Player;
use prometheus_client::metrics::histogram::Histogram;
use sqlx::error::BoxDynError;
use sqlx::migrate::{Migration, MigrationSource, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row, SqlStr};
use tokio::sync::oneshot;

use crate::config::RESUME_AFTER;
use crate::metrics::seconds;
use crate::secrets::Hash;
use crate::time::unix_ms;
pub use changes::{Change, NewGame};
use files::Files;
use writer::{WriteRequest, Writer};

/// Connections for reading; writing has one of its own.
const READERS: u32 = 2;
/// How long a reader waits for a connection before the request fails.
const PATIENCE: Duration = Duration::from_secs(10);
/// The number of games in one list of a player's games.
pub const LISTED_MAX: i64 = 50;
/// The number of games in one export of a player's games.
const EXPORTED_MAX: i64 = 2000;
/// The number of games that are swept at once.
const OVERDUE_MAX: i64 = 1000;

#[derive(Clone, Debug)]
pub enum StoreError {
    /// Another server holds the folder.
    Held(String),
    /// Another request was faster: the seat is taken, the ply is played.
    Conflict,
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
    /// Initial time and increment in milliseconds.
    pub clock: Option<[u64; 2]>,
    pub version: u64,
    pub closing: Option<String>,
    pub offers: String,
    pub next: Option<String>,
    pub seats: [SeatRow; 2],
    pub moves: Vec<MoveRow>,
    /// Of a running clock of a person.
    pub deadline: Option<Deadline>,
    /// Somebody has asked to keep this game between two bots.
    pub is_kept: bool,
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

/// Games are overdue in which nothing has happened since: games without moves, games with clocks, any others.
#[derive(Clone, Copy, Debug)]
pub struct Since {
    pub unplayed: i64,
    pub flagged: i64,
    pub abandoned: i64,
}

/// The migrations, in order. They are only ever added to.
const MIGRATIONS: [(&str, &str); 3] = [
    ("games", include_str!("../migrations/0001_games.sql")),
    ("deadlines", include_str!("../migrations/0002_deadlines.sql")),
    ("kept", include_str!("../migrations/0003_kept.sql")),
];

/// The first so many migrations.
#[derive(Debug)]
struct Embedded(usize);

impl MigrationSource<'static> for Embedded {
    fn resolve(self) -> Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send>> {
        let migration = |(version, (name, sql)): (i64, &(&'static str, &'static str))| {
            Migration::new(version, (*name).into(), MigrationType::Simple, SqlStr::from_static(sql), false)
        };
        Box::pin(async move { Ok((1..).zip(&MIGRATIONS).take(self.0).map(migration).collect()) })
    }
}

/// The folder with all games.
#[derive(Debug)]
pub struct Store {
    readers: SqlitePool,
    /// A connection for checks, which take long: readers must not wait for them.
    checker: SqlitePool,
    writer: Writer,
    write_times: Histogram,
    is_damaged: AtomicBool,
    /// Held as long as the server runs; the system releases it even when the server is killed.
    lock: File,
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
        let options = SqliteConnectOptions::new()
            .filename(folder.join("games.sqlite"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(PATIENCE)
            .disable_statement_logging();
        let mut connection = options.connect().await.map_err(|error| failed(&error))?;
        let migrator = Migrator::new(Embedded(MIGRATIONS.len())).await.map_err(|error| failed(&error))?;
        migrator.run(&mut connection).await.map_err(|error| failed(&error))?;
        // SQLite opens a read-only file without an error, and even begins transactions; only a write finds
        // out.
        let forget = sqlx::query("DELETE FROM codes WHERE expires_at < unixepoch()").execute(&mut connection);
        forget.await.map_err(|error| failed(&error))?;
        // The time of the outage is not counted: every clock goes on from what it showed, once its player has
        // had time to come back.
        let grace = i64::try_from(RESUME_AFTER.as_millis()).unwrap_or(i64::MAX);
        let resume = sqlx::query("UPDATE games SET deadline_ms = ? + clock_ms WHERE deadline_ms IS NOT NULL")
            .bind(unix_ms() + grace);
        resume.execute(&mut connection).await.map_err(|error| failed(&error))?;
        let pool =
            |connections| SqlitePoolOptions::new().max_connections(connections).acquire_timeout(PATIENCE);
        let options = options.read_only(true).create_if_missing(false);
        let checker = pool(1).connect_lazy_with(options.clone());
        let readers = pool(READERS).connect_lazy_with(options);
        let files = Files::find(folder);
        Ok(Self {
            readers,
            checker,
            writer: Writer::start(connection, files),
            write_times: seconds(),
            is_damaged: AtomicBool::new(false),
            lock,
        })
    }

    /// Writes changes, all or none, and returns once they are on disk.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the ply is played or the seat taken already; nothing is changed then.
    pub async fn write(&self, changes: Vec<Change>) -> Result<(), StoreError> {
        let since = Instant::now();
        let written = self.writer.write(WriteRequest::Write(changes)).await;
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
        let found = sqlx::query("PRAGMA quick_check(1)").fetch_one(&self.checker).await;
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

    /// Returns the version of a game, and the number of its moves.
    pub async fn version(&self, id: &str) -> Result<Option<(u64, usize)>, StoreError> {
        let sql = "SELECT max(games.version, coalesce(moves.version, 0)), coalesce(ply + 1, 0) FROM games LEFT JOIN moves ON game = no \
                   WHERE id = ? ORDER BY ply DESC LIMIT 1";
        let Some(row) = sqlx::query(sql).bind(id).fetch_optional(&self.readers).await? else {
            return Ok(None);
        };
        let (version, plies): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        Ok(Some((version.unsigned_abs(), usize::try_from(plies).unwrap_or(0))))
    }

    /// Loads a game with all its moves.
    pub async fn load(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        // One transaction: the game and its moves as of one moment.
        let mut view = self.readers.begin().await?;
        let Some(game) =
            sqlx::query("SELECT * FROM games WHERE id = ?").bind(id).fetch_optional(&mut *view).await?
        else {
            return Ok(None);
        };
        let no: i64 = game.try_get("no")?;
        let seats = sqlx::query("SELECT * FROM seats WHERE game = ? ORDER BY side")
            .bind(no)
            .fetch_all(&mut *view)
            .await?;
        let moves = sqlx::query("SELECT * FROM moves WHERE game = ? ORDER BY ply")
            .bind(no)
            .fetch_all(&mut *view)
            .await?;
        let [first, second] = &seats[..] else {
            return Err(StoreError::Failed(format!("the game {id} does not have two seats")));
        };
        let latest_move: i64 = moves.last().map_or(Ok(0), |row| row.try_get("version"))?;
        let version: i64 = game.try_get("version")?;
        Ok(Some(GameRow {
            no,
            id: game.try_get("id")?,
            rules: game.try_get("rules")?,
            start: game.try_get("start")?,
            created_at: game.try_get("created_at")?,
            clock: pair(&game, "initial_ms", "increment_ms")?,
            version: version.max(latest_move).unsigned_abs(),
            closing: game.try_get("closing")?,
            offers: game.try_get("offers")?,
            next: game.try_get("next")?,
            seats: [read_seat(first)?, read_seat(second)?],
            moves: moves.iter().map(read_move).collect::<Result<_, _>>()?,
            deadline: read_deadline(&game)?,
            is_kept: game.try_get("is_kept")?,
        }))
    }

    /// Lists the games in which this secret holds a seat, newest first, each with the number to go on before.
    pub async fn games_of(&self, secret: &Hash, before: i64) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT DISTINCT id, no FROM games JOIN seats ON game = no WHERE secret = ? AND no < ? ORDER BY no DESC LIMIT ?";
        let rows =
            sqlx::query(sql).bind(&secret[..]).bind(before).bind(LISTED_MAX).fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok((row.try_get("id")?, row.try_get("no")?))).collect()
    }

    /// Returns whether this secret holds a seat.
    pub async fn has_seats(&self, secret: &Hash) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT 1 FROM seats WHERE secret = ? LIMIT 1")
            .bind(&secret[..])
            .fetch_optional(&self.readers)
            .await?;
        Ok(found.is_some())
    }

    /// Lists the ids of all games in which this secret holds a seat, newest first.
    pub async fn all_of(&self, secret: &Hash) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT DISTINCT id, no FROM games JOIN seats ON game = no WHERE secret = ? ORDER BY no DESC LIMIT ?";
        let rows = sqlx::query(sql).bind(&secret[..]).bind(EXPORTED_MAX).fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    /// Returns the seat of a one-time code, unless it has expired.
    pub async fn seat_of_code(&self, code: &Hash, now: i64) -> Result<Option<(String, Player)>, StoreError> {
        let sql = "SELECT id, side FROM codes JOIN games ON game = no WHERE hash = ? AND expires_at > ?";
        let row = sqlx::query(sql).bind(&code[..]).bind(now).fetch_optional(&self.readers).await?;
        row.map(|row| Ok((row.try_get("id")?, read_side(row.try_get("side")?)))).transpose()
    }

    /// Lists the unfinished games in which nothing has happened for too long, oldest first.
    pub async fn overdue(&self, since: Since) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM (SELECT id, initial_ms, count(ply) AS plies, max(touched_at, coalesce(max(at), 0)) AS latest \
                   FROM games LEFT JOIN moves ON game = no WHERE result IS NULL AND touched_at < max(?1, ?2, ?3) GROUP BY no) \
                   WHERE latest < CASE WHEN plies = 0 THEN ?1 WHEN initial_ms IS NOT NULL THEN ?2 ELSE ?3 END ORDER BY latest LIMIT ?4";
        let Since { unplayed, flagged, abandoned } = since;
        let rows = sqlx::query(sql)
            .bind(unplayed)
            .bind(flagged)
            .bind(abandoned)
            .bind(OVERDUE_MAX)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    /// Lists the games whose clock has run out, with their deadlines, the first first.
    pub async fn out_of_time(&self, now_ms: i64) -> Result<Vec<(i64, String, Deadline)>, StoreError> {
        let sql = "SELECT no, id, clock_side, clock_ms, deadline_ms FROM games WHERE deadline_ms <= ? ORDER BY deadline_ms LIMIT ?";
        let rows = sqlx::query(sql).bind(now_ms).bind(OVERDUE_MAX).fetch_all(&self.readers).await?;
        let listed = rows.iter().map(|row| {
            Ok(read_deadline(row)?.map(|deadline| (row.try_get("no"), row.try_get("id"), deadline)))
        });
        let listed: Result<Vec<_>, StoreError> = listed.collect();
        listed?.into_iter().flatten().map(|(no, id, deadline)| Ok((no?, id?, deadline))).collect()
    }

    /// Writes what is queued and closes.
    pub async fn close(&self) {
        // The last connection to close checkpoints the write-ahead log, and a read-only one cannot.
        self.checker.close().await;
        self.readers.close().await;
        self.writer.finish().await;
        let _ = self.lock.unlock();
    }
}

fn pair(row: &SqliteRow, first: &str, second: &str) -> Result<Option<[u64; 2]>, StoreError> {
    let (first, second): (Option<i64>, Option<i64>) = (row.try_get(first)?, row.try_get(second)?);
    Ok(first.zip(second).map(|(first, second)| [first.unsigned_abs(), second.unsigned_abs()]))
}

fn read_seat(row: &SqliteRow) -> Result<SeatRow, StoreError> {
    let secret: Option<Vec<u8>> = row.try_get("secret")?;
    Ok(SeatRow {
        who: row.try_get("who")?,
        name: row.try_get("name")?,
        secret: secret.and_then(|secret| secret.try_into().ok()),
    })
}

fn read_deadline(row: &SqliteRow) -> Result<Option<Deadline>, StoreError> {
    let side: Option<i64> = row.try_get("clock_side")?;
    let at_ms: Option<i64> = row.try_get("deadline_ms")?;
    let clock_ms: Option<i64> = row.try_get("clock_ms")?;
    let deadline = side.zip(clock_ms).zip(at_ms).map(|((side, clock_ms), at_ms)| Deadline {
        side: read_side(side),
        clock_ms: clock_ms.unsigned_abs(),
        at_ms,
    });
    Ok(deadline)
}

fn read_side(side: i64) -> Player {
    if side == 0 { Player::First } else { Player::Second }
}

fn read_move(row: &SqliteRow) -> Result<MoveRow, StoreError> {
    Ok(MoveRow {
        mv: row.try_get("mv")?,
        left_ms: pair(row, "first_ms", "second_ms")?,
        at: row.try_get("at")?,
    })
}

#[cfg(test)]
mod tests;
