//! The two databases behind one door: SQLite, a file in the folder of the games, and PostgreSQL, which
//! several servers share. Statements are the same for both wherever that is possible: parameters are `$1`,
//! `$2`, numbers are 64 bits wide.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow, Postgres};
use sqlx::sqlite::{
    Sqlite, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection as _, Decode, Row as _, Transaction, Type};

use super::StoreError;

/// How long a statement waits for another connection of SQLite.
const BUSY_MAX: Duration = Duration::from_secs(10);
/// How long it may take to reach PostgreSQL.
pub(super) const CONNECT_MAX: Duration = Duration::from_secs(3);
/// How long PostgreSQL may take for one answer. One that hangs, or a network that fails, says nothing at all.
const ANSWER_MAX: Duration = Duration::from_secs(5);
/// How long a connection that was used may take to show that it can be used again.
const PING_MAX: Duration = Duration::from_secs(2);

/// What PostgreSQL itself sees to, for a server that is stopped or cut off can't: no statement runs for
/// longer than its answer is waited for, and a transaction that is left open releases its rows before the
/// server counts as dead.
const SESSION: [(&str, &str); 3] = [
    ("statement_timeout", "5000"),
    ("lock_timeout", "5000"),
    ("idle_in_transaction_session_timeout", "1500"),
];

/// A parameter of a statement.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

macro_rules! into_value {
    ($($kind:ty => |$value:ident| $made:expr,)*) => {
        $(impl From<$kind> for Value {
            fn from($value: $kind) -> Self {
                $made
            }
        })*
    };
}

into_value! {
    i64 => |number| Self::Number(Some(number)),
    Option<i64> => |number| Self::Number(number),
    &str => |text| Self::Text(Some(text.to_owned())),
    &String => |text| Self::Text(Some(text.clone())),
    &Option<String> => |text| Self::Text(text.clone()),
    Option<&str> => |text| Self::Text(text.map(str::to_owned)),
    &[u8; 32] => |bytes| Self::Bytes(Some(bytes.to_vec())),
    Option<&[u8; 32]> => |bytes| Self::Bytes(bytes.map(|bytes| bytes.to_vec())),
}

/// The parameters of a statement, in order.
macro_rules! values {
    ($($value:expr),* $(,)?) => { [$($crate::store::database::Value::from($value)),*] };
}
pub(super) use values;

/// A query with its parameters, for whichever database.
macro_rules! bound {
    ($sql:expr, $values:expr) => {{
        let mut query = sqlx::query($sql);
        for value in $values {
            query = match value {
                Value::Number(number) => query.bind(number),
                Value::Text(text) => query.bind(text),
                Value::Bytes(bytes) => query.bind(bytes),
            };
        }
        query
    }};
}

/// A row of an answer.
#[derive(Debug)]
pub(super) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// What a column of either database can be read as.
pub(super) trait Column:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl<T> Column for T where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl Row {
    pub(super) fn get<T: Column>(&self, column: &str) -> Result<T, StoreError> {
        Ok(match self {
            Self::Sqlite(row) => row.try_get(column)?,
            Self::Postgres(row) => row.try_get(column)?,
        })
    }
}

/// The connection that writes.
#[derive(Debug)]
pub(super) enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Connection {
    /// Returns the number of rows that a statement has changed.
    pub(super) async fn execute<const N: usize>(
        &mut self,
        sql: &'static str,
        values: [Value; N],
    ) -> Result<u64, StoreError> {
        Ok(match self {
            Self::Sqlite(connection) => bound!(sql, values).execute(connection).await?.rows_affected(),
            Self::Postgres(connection) => bound!(sql, values).execute(connection).await?.rows_affected(),
        })
    }

    /// Returns the first row of an answer.
    pub(super) async fn first<const N: usize>(
        &mut self,
        sql: &'static str,
        values: [Value; N],
    ) -> Result<Option<Row>, StoreError> {
        Ok(match self {
            Self::Sqlite(connection) => {
                bound!(sql, values).fetch_optional(connection).await?.map(Row::Sqlite)
            }
            Self::Postgres(connection) => {
                bound!(sql, values).fetch_optional(connection).await?.map(Row::Postgres)
            }
        })
    }

    /// Begins a transaction that writes.
    pub(super) async fn begin(&mut self) -> Result<(), StoreError> {
        let sql = match self {
            // At once, for a transaction that began by reading could not go on if another one wrote
            // meanwhile.
            Self::Sqlite(_) => "BEGIN IMMEDIATE",
            Self::Postgres(_) => "BEGIN",
        };
        self.execute(sql, []).await.map(drop)
    }

    pub(super) async fn close(self) {
        let _ = match self {
            Self::Sqlite(connection) => connection.close().await,
            // By TLS, it would wait for the last word of a database that says nothing.
            Self::Postgres(connection) => {
                tokio::time::timeout(PING_MAX, connection.close()).await.unwrap_or(Ok(()))
            }
        };
    }
}

/// Connections that read.
#[derive(Clone, Debug)]
pub(super) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Pool {
    pub(super) fn sqlite(options: SqliteConnectOptions, connections: u32, patience: Duration) -> Self {
        let pool = SqlitePoolOptions::new().max_connections(connections).acquire_timeout(patience);
        Self::Sqlite(pool.connect_lazy_with(options.read_only(true).create_if_missing(false)))
    }

    pub(super) fn postgres(options: PgConnectOptions, connections: u32) -> Self {
        let pool = PgPoolOptions::new().max_connections(connections).acquire_timeout(CONNECT_MAX);
        // The pool itself would wait without an end for a connection whose question was given up.
        let pool = pool.after_release(|connection, _| {
            Box::pin(async move {
                let pinged = tokio::time::timeout(PING_MAX, connection.ping()).await;
                pinged.unwrap_or(Err(sqlx::Error::PoolTimedOut)).map(|()| true)
            })
        });
        Self::Postgres(pool.connect_lazy_with(options))
    }

    pub(super) async fn all<const N: usize>(
        &self,
        sql: &'static str,
        values: [Value; N],
    ) -> Result<Vec<Row>, StoreError> {
        Ok(match self {
            Self::Sqlite(pool) => {
                bound!(sql, values).fetch_all(pool).await?.into_iter().map(Row::Sqlite).collect()
            }
            Self::Postgres(pool) => {
                let rows = answered(bound!(sql, values).fetch_all(pool)).await?;
                rows.into_iter().map(Row::Postgres).collect()
            }
        })
    }

    pub(super) async fn first<const N: usize>(
        &self,
        sql: &'static str,
        values: [Value; N],
    ) -> Result<Option<Row>, StoreError> {
        Ok(match self {
            Self::Sqlite(pool) => bound!(sql, values).fetch_optional(pool).await?.map(Row::Sqlite),
            Self::Postgres(pool) => {
                answered(bound!(sql, values).fetch_optional(pool)).await?.map(Row::Postgres)
            }
        })
    }

    /// Returns the database as of one moment, however many questions follow.
    pub(super) async fn view(&self) -> Result<View, StoreError> {
        const POSTGRES: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        Ok(match self {
            Self::Sqlite(pool) => View::Sqlite(pool.begin().await?),
            Self::Postgres(pool) => View::Postgres(answered(pool.begin_with(POSTGRES)).await?),
        })
    }

    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            // A connection that hangs is not waited for.
            Self::Postgres(pool) => drop(tokio::time::timeout(PING_MAX, pool.close()).await),
        }
    }
}

/// The database as of one moment.
#[derive(Debug)]
pub(super) enum View {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl View {
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(view) => view.commit().await?,
            Self::Postgres(view) => answered(view.commit()).await?,
        }
        Ok(())
    }

    pub(super) async fn all<const N: usize>(
        &mut self,
        sql: &'static str,
        values: [Value; N],
    ) -> Result<Vec<Row>, StoreError> {
        Ok(match self {
            Self::Sqlite(view) => {
                bound!(sql, values).fetch_all(&mut **view).await?.into_iter().map(Row::Sqlite).collect()
            }
            Self::Postgres(view) => {
                let rows = answered(bound!(sql, values).fetch_all(&mut **view)).await?;
                rows.into_iter().map(Row::Postgres).collect()
            }
        })
    }
}

/// How the file of the games is opened.
pub(super) fn sqlite_options(folder: &std::path::Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(folder.join("games.sqlite"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_MAX)
        .disable_statement_logging()
}

/// How PostgreSQL is reached, from `postgres://USER@HOST/DATABASE`.
pub(super) fn postgres_options(url: &str) -> Result<PgConnectOptions, StoreError> {
    let options: PgConnectOptions =
        // What is wrong with it may contain a password.
        url.parse().map_err(|_| StoreError::Failed("the address of the database makes no sense".to_owned()))?;
    Ok(options.application_name("jogo").options(SESSION).disable_statement_logging())
}

/// Waits for an answer of PostgreSQL, but not for ever.
pub(super) async fn answered<T>(
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreError> {
    match tokio::time::timeout(ANSWER_MAX, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(StoreError::Failed("the database does not answer".to_owned())),
    }
}

pub(super) async fn connect_postgres(options: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    match tokio::time::timeout(CONNECT_MAX, options.connect()).await {
        Ok(connected) => Ok(connected?),
        Err(_) => Err(StoreError::Failed("the database does not answer".to_owned())),
    }
}
