//! The changes that the store can be told of, and the statements that make them.

use games::Player;
use sqlx::sqlite::SqliteConnection;

use super::{Deadline, SeatRow, StoreError};
use crate::secrets::Hash;

/// The number of games that are deleted at once, so that others do not wait for long.
const FORGET_MAX: i64 = 1000;

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
    /// A finished game between two bots stays as long as those of people.
    Keep {
        game: i64,
    },
    Delete {
        game: i64,
    },
}

/// Writes many moves as one statement: each statement costs a round trip to the thread of the connection.
/// Returns whether it did; if one of them conflicts none is written, and each must be tried alone.
pub(super) async fn play_all(
    connection: &mut SqliteConnection,
    moves: &[&Change],
) -> Result<bool, StoreError> {
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
pub(super) async fn apply_all(
    connection: &mut SqliteConnection,
    changes: &[Change],
) -> Result<(), StoreError> {
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

pub(super) async fn execute(
    connection: &mut SqliteConnection,
    statement: &'static str,
) -> Result<(), StoreError> {
    sqlx::query(statement).execute(connection).await?;
    Ok(())
}

pub(super) async fn apply(connection: &mut SqliteConnection, change: &Change) -> Result<(), StoreError> {
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
                "DELETE FROM games WHERE no IN (SELECT no FROM games WHERE result IS NOT NULL AND touched_at < ? AND is_kept = 0 \
                 AND NOT EXISTS (SELECT 1 FROM seats WHERE game = no AND who IN ('open', 'person', 'gone')) LIMIT ?)"
            } else {
                "DELETE FROM games WHERE no IN (SELECT no FROM games WHERE result IS NOT NULL AND touched_at < ? LIMIT ?)"
            };
            sqlx::query(sql).bind(before).bind(FORGET_MAX).execute(connection).await?;
            return Ok(());
        }
        Change::Keep { game } => {
            sqlx::query("UPDATE games SET is_kept = 1 WHERE no = ?").bind(game).execute(connection).await?
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
