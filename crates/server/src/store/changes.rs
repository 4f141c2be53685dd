//! The changes of the store, and the statements that make them.

use super::database::{Connection, Row, values};
use super::solvers::{self, SolverRow};
use super::{Deadline, GameRow, SeatRow, StoreError};
use crate::secrets::Hash;
use games::Player;

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

/// What a writer expects of a game. It is compared with the game's row before anything is written: a writer
/// that has missed a change, or lost the game to another one, writes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence {
    pub game: i64,
    /// How often the game had changed hands when the writer loaded it.
    pub epoch: i64,
    /// The version before the changes, and after them.
    pub from: u64,
    pub to: u64,
}

/// Changes that belong together: all or none.
#[derive(Clone, Debug)]
pub struct ChangeSet {
    /// None for what concerns no single game that exists already.
    pub fence: Option<Fence>,
    pub changes: Vec<Change>,
}

impl From<Change> for ChangeSet {
    fn from(change: Change) -> Self {
        Self { fence: None, changes: vec![change] }
    }
}

impl ChangeSet {
    pub fn fenced(fence: Fence, changes: Vec<Change>) -> Self {
        Self { fence: Some(fence), changes }
    }

    /// Returns the fence and the move if the set is a single move.
    pub(super) fn lone_move(&self) -> Option<(&Fence, &Change)> {
        match (&self.fence, &self.changes[..]) {
            (Some(fence), [change @ Change::Move { .. }]) => Some((fence, change)),
            _ => None,
        }
    }

    /// If the set is of solvers, not of a game, returns the first of them; those of many count as before all
    /// others.
    pub(super) fn solver(&self) -> Option<Hash> {
        match self.changes.first()? {
            Change::Solver(solver) | Change::ImportSolver(solver) => Some(solver.secret),
            Change::ForgetSolver { secret } => Some(*secret),
            Change::ForgetSolvers { .. } => Some([0; 32]),
            _ => None,
        }
    }

    pub(super) fn is_lone_move(&self) -> bool {
        self.lone_move().is_some()
    }
}

/// One change of one game, or of what is kept of a solver of puzzles.
#[derive(Clone, Debug)]
pub enum Change {
    Create(NewGame),
    /// A game of another store, with all its moves. No clock of it runs until its player is back.
    Import(Box<GameRow>),
    Move {
        game: i64,
        ply: usize,
        mv: String,
        left_ms: Option<[u64; 2]>,
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
    /// What a review of a finished game found, instead of what an earlier one did.
    Review {
        id: String,
        text: String,
    },
    Delete {
        game: i64,
    },
    /// The node that has the game since this epoch needs it no longer.
    Release {
        game: i64,
        epoch: i64,
    },
    /// What is kept of a solver from now on; a conflict if the version before is not the one that is kept.
    Solver(SolverRow),
    /// A solver of another store, unless this one has it.
    ImportSolver(SolverRow),
    ForgetSolver {
        secret: Hash,
    },
    /// Deletes the solvers who have not come since.
    ForgetSolvers {
        before: i64,
    },
}

/// A deadline as the columns `clock_side`, `clock_ms` and `deadline_ms`.
pub(super) fn columns(deadline: Option<Deadline>) -> [Option<i64>; 3] {
    deadline.map_or([None; 3], |deadline| {
        [Some(deadline.side.index() as i64), Some(number(deadline.clock_ms)), Some(deadline.at_ms)]
    })
}

/// Applies a change set, or nothing of it.
pub(super) async fn apply_all(connection: &mut Connection, set: &ChangeSet) -> Result<(), StoreError> {
    connection.execute("SAVEPOINT part", []).await?;
    let applied = try_all(connection, set).await;
    if let Err(StoreError::Conflict | StoreError::Fenced) = applied {
        connection.execute("ROLLBACK TO SAVEPOINT part", []).await?;
    }
    if !matches!(applied, Err(StoreError::Failed(_))) {
        connection.execute("RELEASE SAVEPOINT part", []).await?;
    }
    applied
}

async fn try_all(connection: &mut Connection, set: &ChangeSet) -> Result<(), StoreError> {
    if let Some(Fence { game, epoch, from, to }) = set.fence {
        const SQL: &str = "UPDATE games SET version = $1 WHERE no = $2 AND epoch = $3 AND version = $4";
        if connection.execute(SQL, values![number(to), game, epoch, number(from)]).await? == 0 {
            return Err(StoreError::Fenced);
        }
    }
    let version = set.fence.map_or(1, |fence| fence.to);
    for change in &set.changes {
        apply(connection, change, version).await?;
    }
    Ok(())
}

async fn apply(connection: &mut Connection, change: &Change, version: u64) -> Result<(), StoreError> {
    let changed = match change {
        Change::Create(game) => return create(connection, game).await,
        Change::Import(game) => return import(connection, game).await,
        Change::Move { game, ply, mv, left_ms, at, deadline } => {
            const SQL: &str = "INSERT INTO moves (game, ply, mv, first_ms, second_ms, version, at) \
                               VALUES ($1, $2, $3, $4, $5, $6, $7)";
            let [first, second] = halves(*left_ms);
            let values = values![*game, number(*ply as u64), mv, first, second, number(version), *at];
            connection.execute(SQL, values).await?;
            return set_clock(connection, *game, *deadline).await;
        }
        Change::Truncate { game, ply } => {
            const SQL: &str = "DELETE FROM moves WHERE game = $1 AND ply >= $2";
            connection.execute(SQL, values![*game, number(*ply as u64)]).await?;
            return Ok(());
        }
        Change::Settle { game, closing, result, offers, next, at, deadline } => {
            const SQL: &str = "UPDATE games SET closing = $1, result = $2, offers = $3, next = $4, touched_at = $5, \
                               clock_side = $6, clock_ms = $7, deadline_ms = $8 WHERE no = $9";
            let [side, clock_ms, deadline_ms] = columns(*deadline);
            let values = values![closing, *result, offers, next, *at, side, clock_ms, deadline_ms, *game];
            connection.execute(SQL, values).await?
        }
        Change::Seat { game, side, was, now } => {
            const SQL: &str = "UPDATE seats SET who = $1, name = $2, secret = $3 WHERE game = $4 AND side = $5 AND who = $6";
            let values = values![&now.who, &now.name, now.secret.as_ref(), *game, side.index() as i64, was];
            connection.execute(SQL, values).await?
        }
        Change::Code { game, side, hash, expires_at } => {
            const SQL: &str = "INSERT INTO codes (game, side, hash, expires_at) VALUES ($1, $2, $3, $4) \
                               ON CONFLICT (game, side) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at";
            connection.execute(SQL, values![*game, side.index() as i64, hash, *expires_at]).await?
        }
        Change::Spend { hash } => {
            connection.execute("DELETE FROM codes WHERE hash = $1", values![hash]).await?
        }
        Change::Clock { game, deadline } => return set_clock(connection, *game, *deadline).await,
        Change::Flag { game, deadline, closing, result, at } => {
            const SQL: &str = "UPDATE games SET closing = $1, result = $2, offers = '', touched_at = $3, \
                               clock_side = NULL, clock_ms = NULL, deadline_ms = NULL WHERE no = $4 AND deadline_ms = $5";
            connection.execute(SQL, values![closing, Some(*result), *at, *game, deadline.at_ms]).await?
        }
        Change::Forget { before, only_bots } => {
            let sql = if *only_bots {
                "DELETE FROM games WHERE no IN (SELECT no FROM games WHERE result IS NOT NULL AND touched_at < $1 AND NOT is_kept \
                 AND NOT EXISTS (SELECT 1 FROM seats WHERE game = no AND who IN ('open', 'person', 'gone')) LIMIT $2)"
            } else {
                "DELETE FROM games WHERE no IN (SELECT no FROM games WHERE result IS NOT NULL AND touched_at < $1 LIMIT $2)"
            };
            connection.execute(sql, values![*before, FORGET_MAX]).await?;
            return Ok(());
        }
        Change::Keep { game } => {
            connection.execute("UPDATE games SET is_kept = TRUE WHERE no = $1", values![*game]).await?
        }
        Change::Release { game, epoch } => {
            // No row: another node has it already.
            const SQL: &str = "UPDATE games SET owner = NULL WHERE no = $1 AND epoch = $2";
            connection.execute(SQL, values![*game, *epoch]).await?;
            return Ok(());
        }
        Change::Review { id, text } => {
            const SQL: &str = "INSERT INTO reviews (game, text) SELECT no, $1 FROM games WHERE id = $2 AND result IS NOT NULL \
                               ON CONFLICT (game) DO UPDATE SET text = excluded.text";
            connection.execute(SQL, values![text, id]).await?
        }
        Change::Solver(solver) => solvers::keep(connection, solver).await?,
        Change::ImportSolver(solver) => return solvers::import(connection, solver).await,
        Change::ForgetSolver { secret } => return solvers::forget(connection, secret).await,
        Change::ForgetSolvers { before } => return solvers::forget_before(connection, *before).await,
        Change::Delete { game } => {
            connection.execute("DELETE FROM games WHERE no = $1", values![*game]).await?;
            return Ok(());
        }
    };
    if changed == 0 { Err(StoreError::Conflict) } else { Ok(()) }
}

async fn set_clock(
    connection: &mut Connection,
    game: i64,
    deadline: Option<Deadline>,
) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE games SET clock_side = $1, clock_ms = $2, deadline_ms = $3 WHERE no = $4";
    let [side, clock_ms, deadline_ms] = columns(deadline);
    connection.execute(SQL, values![side, clock_ms, deadline_ms, game]).await.map(drop)
}

async fn create(connection: &mut Connection, game: &NewGame) -> Result<(), StoreError> {
    const GAME: &str = "INSERT INTO games (id, rules, start, created_at, initial_ms, increment_ms, touched_at) \
                        VALUES ($1, $2, $3, $4, $5, $6, $4) RETURNING no";
    let [initial, increment] = halves(game.clock);
    let values = values![&game.id, game.rules, &game.start, game.created_at, initial, increment];
    let no = number_of(connection.first(GAME, values).await?)?;
    seat_both(connection, no, &game.seats).await
}

async fn import(connection: &mut Connection, game: &GameRow) -> Result<(), StoreError> {
    const GAME: &str = "INSERT INTO games (id, rules, start, created_at, initial_ms, increment_ms, touched_at, version, \
                        closing, result, offers, next, is_kept) \
                        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 = 1) RETURNING no";
    const MOVE: &str = "INSERT INTO moves (game, ply, mv, first_ms, second_ms, version, at) \
                        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let [initial, increment] = halves(game.clock);
    let values = values![
        &game.id,
        &game.rules,
        &game.start,
        game.created_at,
        initial,
        increment,
        game.touched_at,
        number(game.version),
        &game.closing,
        &game.result,
        &game.offers,
        &game.next,
        i64::from(game.is_kept),
    ];
    let no = number_of(connection.first(GAME, values).await?)?;
    seat_both(connection, no, &game.seats).await?;
    for (ply, played) in (0..).zip(&game.moves) {
        let [first, second] = halves(played.left_ms);
        let values = values![no, ply, &played.mv, first, second, number(game.version), played.at];
        connection.execute(MOVE, values).await?;
    }
    Ok(())
}

fn number_of(row: Option<Row>) -> Result<i64, StoreError> {
    row.ok_or_else(|| StoreError::Failed("a game has no number".to_owned()))?.get("no")
}

async fn seat_both(connection: &mut Connection, game: i64, seats: &[SeatRow; 2]) -> Result<(), StoreError> {
    const SQL: &str = "INSERT INTO seats (game, side, who, name, secret) VALUES ($1, $2, $3, $4, $5)";
    for (side, seat) in (0..).zip(seats) {
        connection.execute(SQL, values![game, side, &seat.who, &seat.name, seat.secret.as_ref()]).await?;
    }
    Ok(())
}

pub(super) fn halves(pair: Option<[u64; 2]>) -> [Option<i64>; 2] {
    pair.map_or([None; 2], |pair| pair.map(|half| Some(number(half))))
}

pub(super) fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
