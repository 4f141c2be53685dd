//! Single moves, which nearly all writes are: those of many games at once.

use serde::Serialize;
use sqlx::error::ErrorKind;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;

use super::StoreError;
use super::changes::{Change, ChangeSet, columns, halves, number};

/// A move with its fence, as the columns of both tables.
struct MoveColumns<'a> {
    game: i64,
    epoch: i64,
    from: i64,
    to: i64,
    /// `clock_side`, `clock_ms` and `deadline_ms`.
    clock: [Option<i64>; 3],
    ply: i64,
    mv: &'a str,
    left_ms: [Option<i64>; 2],
    at: i64,
}

impl<'a> MoveColumns<'a> {
    fn of(set: &'a ChangeSet) -> Option<Self> {
        let (fence, change) = set.lone_move()?;
        let Change::Move { game, ply, mv, left_ms, at, deadline } = change else { return None };
        Some(Self {
            game: *game,
            epoch: fence.epoch,
            from: number(fence.from),
            to: number(fence.to),
            clock: columns(*deadline),
            ply: number(*ply as u64),
            mv,
            left_ms: halves(*left_ms),
            at: *at,
        })
    }

    /// The columns in the order of [`PLAYED`].
    fn values(&self) -> impl Serialize + use<'a> {
        let ([side, clock, deadline], [first, second]) = (self.clock, self.left_ms);
        let Self { game, epoch, from, to, ply, mv, at, .. } = *self;
        (game, epoch, from, to, side, clock, deadline, ply, mv, first, second, at)
    }
}

/// What makes a move with its fence one row: SQLite then takes any number of them as one statement, which is
/// a transaction by itself. If a fence does not hold, a move of no game is refused like one whose ply is
/// played, and the statement undoes itself.
const PLAYED: &str = "CREATE TEMP VIEW played AS SELECT NULL AS game, NULL AS epoch, NULL AS since, NULL AS upto, \
    NULL AS side, NULL AS clock, NULL AS deadline, NULL AS ply, NULL AS mv, NULL AS first_ms, NULL AS second_ms, \
    NULL AS made_at; \
    CREATE TEMP TRIGGER play INSTEAD OF INSERT ON played BEGIN \
    UPDATE games SET version = NEW.upto, clock_side = NEW.side, clock_ms = NEW.clock, deadline_ms = NEW.deadline \
    WHERE no = NEW.game AND epoch = NEW.epoch AND version = NEW.since; \
    INSERT INTO moves (game, ply, mv, first_ms, second_ms, version, at) \
    VALUES (CASE WHEN changes() = 1 THEN NEW.game END, NEW.ply, NEW.mv, NEW.first_ms, NEW.second_ms, NEW.upto, \
    NEW.made_at); END";

/// Makes a connection ready for [`play_sqlite`].
pub(super) async fn prepare_sqlite(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(PLAYED).execute(connection).await.map(drop)
}

/// Writes single moves, all or none: whatever is done for them costs one round trip to the thread of the
/// connection. Returns whether it did; if one of them is refused each must be tried alone.
pub(super) async fn play_sqlite(
    connection: &mut SqliteConnection,
    sets: &[&ChangeSet],
) -> Result<bool, StoreError> {
    const SQL: &str = "INSERT INTO played SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, \
                       value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11 \
                       FROM json_each($1)";
    let rows: Vec<_> = sets.iter().filter_map(|set| MoveColumns::of(set)).map(|row| row.values()).collect();
    let rows = serde_json::to_string(&rows).map_err(|error| StoreError::Failed(error.to_string()))?;
    match sqlx::query(SQL).bind(rows).execute(connection).await {
        Ok(_) => Ok(true),
        Err(sqlx::Error::Database(error)) if matches!(error.kind(), ErrorKind::NotNullViolation) => Ok(false),
        Err(error) => match StoreError::from(error) {
            StoreError::Conflict => Ok(false),
            error => Err(error),
        },
    }
}

/// Writes single moves as one statement, which is a transaction by itself: one round trip to the database.
/// Returns for each whether it was written; those that were not must be tried alone.
pub(super) async fn play_postgres(
    connection: &mut PgConnection,
    sets: &[&ChangeSet],
) -> Result<Vec<bool>, StoreError> {
    const SQL: &str = "WITH rows AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], \
                       $6::bigint[], $7::bigint[], $8::bigint[], $9::text[], $10::bigint[], $11::bigint[], $12::bigint[]) \
                       AS r (game, epoch, since, upto, side, clock, deadline, ply, mv, first_ms, second_ms, made_at)), \
                       fenced AS (UPDATE games SET version = r.upto, clock_side = r.side, clock_ms = r.clock, deadline_ms = r.deadline \
                       FROM rows r WHERE games.no = r.game AND games.epoch = r.epoch AND games.version = r.since \
                       RETURNING games.no, games.version), \
                       played AS (INSERT INTO moves (game, ply, mv, first_ms, second_ms, version, at) \
                       SELECT r.game, r.ply, r.mv, r.first_ms, r.second_ms, r.upto, r.made_at \
                       FROM rows r JOIN fenced ON fenced.no = r.game AND fenced.version = r.upto) \
                       SELECT no, version FROM fenced";
    let rows: Vec<MoveColumns<'_>> = sets.iter().filter_map(|set| MoveColumns::of(set)).collect();
    let numbers = |of: fn(&MoveColumns<'_>) -> i64| rows.iter().map(of).collect::<Vec<i64>>();
    let optional =
        |of: fn(&MoveColumns<'_>) -> Option<i64>| rows.iter().map(of).collect::<Vec<Option<i64>>>();
    let written: Result<Vec<(i64, i64)>, sqlx::Error> = sqlx::query_as(SQL)
        .bind(numbers(|row| row.game))
        .bind(numbers(|row| row.epoch))
        .bind(numbers(|row| row.from))
        .bind(numbers(|row| row.to))
        .bind(optional(|row| row.clock[0]))
        .bind(optional(|row| row.clock[1]))
        .bind(optional(|row| row.clock[2]))
        .bind(numbers(|row| row.ply))
        .bind(rows.iter().map(|row| row.mv.to_owned()).collect::<Vec<String>>())
        .bind(optional(|row| row.left_ms[0]))
        .bind(optional(|row| row.left_ms[1]))
        .bind(numbers(|row| row.at))
        .fetch_all(connection)
        .await;
    match written.map_err(StoreError::from) {
        Ok(written) => {
            let written: std::collections::HashSet<(i64, i64)> = written.into_iter().collect();
            Ok(rows.iter().map(|row| written.contains(&(row.game, row.to))).collect())
        }
        // Nothing of it was written.
        Err(StoreError::Conflict) => Ok(vec![false; rows.len()]),
        Err(error) => Err(error),
    }
}
