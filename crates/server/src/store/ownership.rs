//! Which node has a game: only in PostgreSQL, which several nodes share. The clock that decides is the
//! database's.

use sqlx::Row as _;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgRow};
use tokio::sync::Mutex;

use super::database::{Pool, Row, View, answered, connect_postgres, values};
use super::questions::read_game;
use super::{GameRow, Store, StoreError};
use crate::node::{DEAD_AFTER_MS, GIVEN_BACK_MAX_MS};
use crate::time::unix_ms;

/// The number of the advisory lock under which games are swept: any number that no other program uses.
const SWEEP_LOCK: i64 = 0x6a6f_676f;
/// Nodes that have not beaten for this long are forgotten, in milliseconds.
const FORGOTTEN_AFTER_MS: i64 = 3_600_000;

/// What came of claiming a game.
#[derive(Debug)]
pub enum Claimed {
    /// The game, which is this node's from now on.
    Mine(Box<GameRow>),
    /// Another node has it.
    Elsewhere,
    /// There is no such game.
    NotFound,
    /// This node itself counts as dead.
    Lapsed,
}

/// The connection of the beats: they must not wait for anything else.
#[derive(Debug)]
pub(super) struct Beats {
    pub(super) options: PgConnectOptions,
    connection: Mutex<Option<PgConnection>>,
}

impl Beats {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        Self { options, connection: Mutex::new(None) }
    }
}

/// Keeps other nodes from sweeping, until it is dropped.
#[derive(Debug)]
pub struct SweepPermit {
    _view: Option<View>,
}

impl Store {
    /// Returns whether several nodes may share the store.
    pub fn is_shared(&self) -> bool {
        self.beats.is_some()
    }

    pub(super) fn shared(&self) -> Result<(&PgPool, &Beats), StoreError> {
        match (&self.readers, &self.beats) {
            (Pool::Postgres(pool), Some(beats)) => Ok((pool, beats)),
            _ => Err(StoreError::Failed("a folder belongs to one server".to_owned())),
        }
    }

    /// Enters a node.
    pub async fn enrol(&self, id: &str, url: &str) -> Result<(), StoreError> {
        const SQL: &str = "INSERT INTO nodes (id, url, beat) VALUES ($1, $2, clock_timestamp())";
        let (pool, _) = self.shared()?;
        answered(sqlx::query(SQL).bind(id).bind(url).execute(pool)).await.map(drop)
    }

    /// Writes that a node lives. Returns whether it did not count as dead already.
    pub async fn beat(&self, id: &str) -> Result<bool, StoreError> {
        const SQL: &str = "UPDATE nodes SET beat = clock_timestamp() \
                           WHERE id = $1 AND beat > clock_timestamp() - $2 * interval '1 millisecond'";
        let (_, beats) = self.shared()?;
        let mut held = beats.connection.lock().await;
        // Taken out: a beat that is given up, or fails, takes its connection with it.
        let mut connection = match held.take() {
            Some(connection) => connection,
            None => connect_postgres(&beats.options).await?,
        };
        let beaten = sqlx::query(SQL).bind(id).bind(DEAD_AFTER_MS).execute(&mut connection).await?;
        *held = Some(connection);
        Ok(beaten.rows_affected() == 1)
    }

    /// Deletes a node, and those that died long ago. Its games belong to none from now on.
    pub async fn retire(&self, id: &str) -> Result<(), StoreError> {
        const SQL: &str =
            "DELETE FROM nodes WHERE id = $1 OR beat < clock_timestamp() - $2 * interval '1 millisecond'";
        let (pool, _) = self.shared()?;
        answered(sqlx::query(SQL).bind(id).bind(FORGOTTEN_AFTER_MS).execute(pool)).await.map(drop)
    }

    /// Lists where the nodes are that live.
    pub async fn living(&self) -> Result<Vec<String>, StoreError> {
        const SQL: &str =
            "SELECT url FROM nodes WHERE beat > clock_timestamp() - $1 * interval '1 millisecond'";
        self.readers.all(SQL, values![DEAD_AFTER_MS]).await?.iter().map(|row| row.get("url")).collect()
    }

    /// Returns where the node is that has a game, if it is another one and lives.
    pub async fn owner(&self, id: &str, me: &str) -> Result<Option<String>, StoreError> {
        const SQL: &str = "SELECT url FROM games JOIN nodes ON nodes.id = owner WHERE games.id = $1 AND owner <> $2 \
                           AND beat > clock_timestamp() - $3 * interval '1 millisecond'";
        let row = self.readers.first(SQL, values![id, me, DEAD_AFTER_MS]).await?;
        row.map(|row| row.get("url")).transpose()
    }

    /// Takes a game for a node, unless another node that lives has it, and loads it. A clock that ran on a
    /// node that died gets back the time since its last beat, if not too much, unless it has run out already.
    pub async fn claim(&self, id: &str, me: &str) -> Result<Claimed, StoreError> {
        const GAME: &str = "SELECT no, owner FROM games WHERE id = $1 FOR UPDATE";
        const OWNER: &str = "SELECT beat > clock_timestamp() - $2 * interval '1 millisecond' AS lives, \
                             (extract(epoch FROM clock_timestamp() - beat) * 1000)::bigint AS silent_ms FROM nodes WHERE id = $1";
        const TAKE: &str = "UPDATE games SET owner = $1, epoch = epoch + 1, \
                            deadline_ms = CASE WHEN deadline_ms > $2 THEN deadline_ms + $3 ELSE deadline_ms END \
                            WHERE no = $4 AND EXISTS (SELECT 1 FROM nodes \
                            WHERE id = $1 AND beat > clock_timestamp() - $5 * interval '1 millisecond') RETURNING *";
        let (pool, _) = self.shared()?;
        let mut claim = answered(pool.begin()).await?;
        let Some(game) = answered(sqlx::query(GAME).bind(id).fetch_optional(&mut *claim)).await? else {
            return Ok(Claimed::NotFound);
        };
        let (no, owner): (i64, Option<String>) = (game.try_get("no")?, game.try_get("owner")?);
        let mut given_ms = 0;
        if let Some(owner) = owner.filter(|owner| owner != me) {
            let owner = sqlx::query(OWNER).bind(owner).bind(DEAD_AFTER_MS).fetch_optional(&mut *claim);
            let owner: Option<PgRow> = answered(owner).await?;
            if let Some(owner) = owner {
                if owner.try_get("lives")? {
                    return Ok(Claimed::Elsewhere);
                }
                let silent_ms: i64 = owner.try_get("silent_ms")?;
                given_ms = silent_ms.clamp(0, GIVEN_BACK_MAX_MS);
            }
        }
        let taken = sqlx::query(TAKE).bind(me).bind(unix_ms()).bind(given_ms).bind(no).bind(DEAD_AFTER_MS);
        let Some(game) = answered(taken.fetch_optional(&mut *claim)).await? else {
            return Ok(Claimed::Lapsed);
        };
        let mut view = View::Postgres(claim);
        let row = read_game(&mut view, &Row::Postgres(game)).await?;
        view.commit().await?;
        Ok(Claimed::Mine(Box::new(row)))
    }

    /// Keeps other nodes from sweeping for a while; none if another one sweeps.
    pub async fn permit_to_sweep(&self) -> Result<Option<SweepPermit>, StoreError> {
        if !self.is_shared() {
            return Ok(Some(SweepPermit { _view: None }));
        }
        let mut view = self.readers.view().await?;
        // A node that is stopped while it sweeps must not keep the others from it for ever.
        view.all("SET LOCAL idle_in_transaction_session_timeout = 60000", []).await?;
        let rows = view.all("SELECT pg_try_advisory_xact_lock($1) AS is_locked", values![SWEEP_LOCK]).await?;
        let is_locked = rows.first().map_or(Ok(false), |row| row.get("is_locked"))?;
        Ok(is_locked.then_some(SweepPermit { _view: Some(view) }))
    }

    /// Of some games, lists those that another node has which lives.
    pub async fn owned_elsewhere(&self, me: &str, ids: &[String]) -> Result<Vec<String>, StoreError> {
        const SQL: &str = "SELECT games.id FROM games JOIN nodes ON nodes.id = owner WHERE games.id = ANY($1) AND owner <> $2 \
                           AND beat > clock_timestamp() - $3 * interval '1 millisecond'";
        let (pool, _) = self.shared()?;
        let rows = answered(sqlx::query(SQL).bind(ids).bind(me).bind(DEAD_AFTER_MS).fetch_all(pool)).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }
}
