//! What is kept of those who solve puzzles: one row for each identity, fenced by its version.

use super::changes::number;
use super::database::{Connection, Row, values};
use super::{Store, StoreError};
use crate::secrets::Hash;

/// The number of solvers that are forgotten at once, so that others do not wait for long.
const FORGET_MAX: i64 = 1000;

/// The progress of one solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverRow {
    pub secret: Hash,
    pub version: u64,
    /// JSON, for the crate `puzzles` to read.
    pub text: String,
    pub touched_at: i64,
}

impl Store {
    /// Returns what is kept of a solver.
    pub async fn solver(&self, secret: &Hash) -> Result<Option<SolverRow>, StoreError> {
        let sql = "SELECT * FROM solvers WHERE secret = $1";
        self.readers.first(sql, values![secret]).await?.as_ref().map(read).transpose()
    }

    /// Lists solvers in the order of their secrets, from after this one on.
    pub(super) async fn solvers_after(&self, last: &Hash, count: i64) -> Result<Vec<SolverRow>, StoreError> {
        let sql = "SELECT * FROM solvers WHERE secret > $1 ORDER BY secret LIMIT $2";
        self.readers.all(sql, values![last, count]).await?.iter().map(read).collect()
    }
}

fn read(row: &Row) -> Result<SolverRow, StoreError> {
    let (secret, version): (Vec<u8>, i64) = (row.get("secret")?, row.get("version")?);
    let odd = |_| StoreError::Failed("a solver has an odd secret".to_owned());
    Ok(SolverRow {
        secret: secret.try_into().map_err(odd)?,
        version: version.unsigned_abs(),
        text: row.get("text")?,
        touched_at: row.get("touched_at")?,
    })
}

/// Writes the progress of a solver if its version is the expected one; 0: there is none. Returns the number
/// of rows.
pub(super) async fn keep(connection: &mut Connection, solver: &SolverRow) -> Result<u64, StoreError> {
    const NEW: &str = "INSERT INTO solvers (secret, version, text, touched_at) VALUES ($1, $2, $3, $4)";
    const NEXT: &str =
        "UPDATE solvers SET version = $2, text = $3, touched_at = $4 WHERE secret = $1 AND version = $2 - 1";
    let SolverRow { secret, version, text, touched_at } = solver;
    let sql = if *version == 1 { NEW } else { NEXT };
    connection.execute(sql, values![secret, number(*version), text, *touched_at]).await
}

/// Writes what another store has kept of a solver, unless something is kept already.
pub(super) async fn import(connection: &mut Connection, solver: &SolverRow) -> Result<(), StoreError> {
    const SQL: &str = "INSERT INTO solvers (secret, version, text, touched_at) VALUES ($1, $2, $3, $4) \
                       ON CONFLICT (secret) DO NOTHING";
    let SolverRow { secret, version, text, touched_at } = solver;
    connection.execute(SQL, values![secret, number(*version), text, *touched_at]).await.map(drop)
}

pub(super) async fn forget(connection: &mut Connection, secret: &Hash) -> Result<(), StoreError> {
    connection.execute("DELETE FROM solvers WHERE secret = $1", values![secret]).await.map(drop)
}

/// Deletes those who have not come since.
pub(super) async fn forget_before(connection: &mut Connection, before: i64) -> Result<(), StoreError> {
    const SQL: &str =
        "DELETE FROM solvers WHERE secret IN (SELECT secret FROM solvers WHERE touched_at < $1 LIMIT $2)";
    connection.execute(SQL, values![before, FORGET_MAX]).await.map(drop)
}
