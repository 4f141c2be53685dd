//! What can be asked of the store.

use games::Player;

use super::database::{Row, View, values};
use super::{
    Deadline, Fence, FinishedGame, FlaggedGame, GameRow, MoveRow, SeatRow, Since, Store, StoreError,
};
use crate::secrets::Hash;

/// The number of games in one list of a player's games.
pub const LISTED_MAX: i64 = 50;
/// The number of games in one export of a player's games.
const EXPORTED_MAX: i64 = 2000;
/// The number of games that are swept at once.
const OVERDUE_MAX: i64 = 1000;

impl Store {
    /// Returns the version of a game, and the number of its moves.
    pub async fn version(&self, id: &str) -> Result<Option<(u64, usize)>, StoreError> {
        let sql = "SELECT version, (SELECT coalesce(max(ply) + 1, 0) FROM moves WHERE game = no) AS plies FROM games WHERE id = $1";
        let Some(row) = self.readers.first(sql, values![id]).await? else { return Ok(None) };
        let (version, plies): (i64, i64) = (row.get("version")?, row.get("plies")?);
        Ok(Some((version.unsigned_abs(), usize::try_from(plies).unwrap_or(0))))
    }

    /// Loads a game with all its moves.
    pub async fn load(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        // One transaction: the game and its moves as of one moment.
        let mut view = self.readers.view().await?;
        let games = view.all("SELECT * FROM games WHERE id = $1", values![id]).await?;
        match games.first() {
            Some(game) => read_game(&mut view, game).await.map(Some),
            None => Ok(None),
        }
    }

    /// Lists games in the order in which they were created, with their numbers, from after this number on.
    pub async fn games_after(&self, no: i64, count: i64) -> Result<Vec<(i64, String)>, StoreError> {
        let sql = "SELECT no, id FROM games WHERE no > $1 ORDER BY no LIMIT $2";
        let rows = self.readers.all(sql, values![no, count]).await?;
        rows.iter().map(|row| Ok((row.get("no")?, row.get("id")?))).collect()
    }

    /// Lists the games in which this secret holds a seat, newest first, each with the number to go on before.
    pub async fn games_of(&self, secret: &Hash, before: i64) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT DISTINCT id, no FROM games JOIN seats ON game = no WHERE secret = $1 AND no < $2 ORDER BY no DESC LIMIT $3";
        let rows = self.readers.all(sql, values![secret, before, LISTED_MAX]).await?;
        rows.iter().map(|row| Ok((row.get("id")?, row.get("no")?))).collect()
    }

    /// Returns whether this secret is one that the server has given: it holds a seat, or solves puzzles.
    pub async fn has_issued(&self, secret: &Hash) -> Result<bool, StoreError> {
        let sql =
            "SELECT 1 FROM seats WHERE secret = $1 UNION ALL SELECT 1 FROM solvers WHERE secret = $1 LIMIT 1";
        Ok(self.readers.first(sql, values![secret]).await?.is_some())
    }

    /// Lists the ids of all games in which this secret holds a seat, newest first.
    pub async fn all_of(&self, secret: &Hash) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT DISTINCT id, no FROM games JOIN seats ON game = no WHERE secret = $1 ORDER BY no DESC LIMIT $2";
        let rows = self.readers.all(sql, values![secret, EXPORTED_MAX]).await?;
        rows.iter().map(|row| row.get("id")).collect()
    }

    /// Lists the running games of these rules in which this secret plays against another person, newest
    /// first.
    pub async fn contests_of(&self, secret: &Hash, rules: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM seats AS mine JOIN games ON mine.game = no JOIN seats AS other ON other.game = no AND other.side <> mine.side \
                   WHERE mine.secret = $1 AND rules = $2 AND result IS NULL AND other.who = 'person' AND other.secret <> mine.secret \
                   ORDER BY no DESC LIMIT $3";
        let rows = self.readers.all(sql, values![secret, rules, LISTED_MAX]).await?;
        rows.iter().map(|row| row.get("id")).collect()
    }

    /// Returns what the latest review of a game found.
    pub async fn review(&self, id: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT text FROM reviews JOIN games ON game = no WHERE id = $1";
        self.readers.first(sql, values![id]).await?.map(|row| row.get("text")).transpose()
    }

    /// Returns the start, the moves and the result of the latest finished games of these rules.
    pub async fn finished(&self, rules: &str, limit: i64) -> Result<Vec<FinishedGame>, StoreError> {
        let sql = "SELECT no, start, result, mv FROM (SELECT no, start, result FROM games \
                   WHERE rules = $1 AND result IS NOT NULL ORDER BY no DESC LIMIT $2) AS latest \
                   JOIN moves ON game = no ORDER BY no DESC, ply";
        let rows = self.readers.all(sql, values![rules, limit]).await?;
        let mut games: Vec<(i64, FinishedGame)> = Vec::new();
        for row in &rows {
            let no: i64 = row.get("no")?;
            if games.last().is_none_or(|(last, _)| *last != no) {
                let (start, result) = (row.get("start")?, row.get("result")?);
                games.push((no, FinishedGame { start, result, moves: Vec::new() }));
            }
            if let Some((_, game)) = games.last_mut() {
                game.moves.push(row.get("mv")?);
            }
        }
        Ok(games.into_iter().map(|(_, game)| game).collect())
    }

    /// Returns the seat of a one-time code, unless it has expired.
    pub async fn seat_of_code(&self, code: &Hash, now: i64) -> Result<Option<(String, Player)>, StoreError> {
        let sql = "SELECT id, side FROM codes JOIN games ON game = no WHERE hash = $1 AND expires_at > $2";
        let row = self.readers.first(sql, values![code, now]).await?;
        row.map(|row| Ok((row.get("id")?, read_side(row.get("side")?)))).transpose()
    }

    /// Lists the unfinished games in which nothing has happened for too long, oldest first.
    pub async fn overdue(&self, since: Since) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM (SELECT id, initial_ms, touched_at, count(ply) AS plies, coalesce(max(at), 0) AS moved_at \
                   FROM games LEFT JOIN moves ON game = no WHERE result IS NULL AND touched_at < $4 GROUP BY no) AS ages \
                   WHERE CASE WHEN touched_at > moved_at THEN touched_at ELSE moved_at END \
                   < CASE WHEN plies = 0 THEN $1 WHEN initial_ms IS NOT NULL THEN $2 ELSE $3 END \
                   ORDER BY CASE WHEN touched_at > moved_at THEN touched_at ELSE moved_at END LIMIT $5";
        let Since { unplayed, flagged, abandoned } = since;
        let latest = unplayed.max(flagged).max(abandoned);
        let values = values![unplayed, flagged, abandoned, latest, OVERDUE_MAX];
        self.readers.all(sql, values).await?.iter().map(|row| row.get("id")).collect()
    }

    /// Lists the games whose clock has run out, the first first.
    pub async fn out_of_time(&self, now_ms: i64) -> Result<Vec<FlaggedGame>, StoreError> {
        let sql = "SELECT no, id, version, epoch, clock_side, clock_ms, deadline_ms FROM games \
                   WHERE deadline_ms <= $1 ORDER BY deadline_ms LIMIT $2";
        let rows = self.readers.all(sql, values![now_ms, OVERDUE_MAX]).await?;
        let mut listed = Vec::with_capacity(rows.len());
        for row in &rows {
            if let Some(deadline) = read_deadline(row)? {
                let (game, version): (i64, i64) = (row.get("no")?, row.get("version")?);
                let version = version.unsigned_abs();
                let fence = Fence { game, epoch: row.get("epoch")?, from: version, to: version + 1 };
                listed.push(FlaggedGame { id: row.get("id")?, fence, deadline });
            }
        }
        Ok(listed)
    }
}

/// Reads the rest of a game.
pub(super) async fn read_game(view: &mut View, game: &Row) -> Result<GameRow, StoreError> {
    let no: i64 = game.get("no")?;
    let seats = view.all("SELECT * FROM seats WHERE game = $1 ORDER BY side", values![no]).await?;
    let moves = view.all("SELECT * FROM moves WHERE game = $1 ORDER BY ply", values![no]).await?;
    let [first, second] = &seats[..] else {
        return Err(StoreError::Failed(format!("game {no} does not have two seats")));
    };
    let version: i64 = game.get("version")?;
    Ok(GameRow {
        no,
        id: game.get("id")?,
        rules: game.get("rules")?,
        start: game.get("start")?,
        created_at: game.get("created_at")?,
        touched_at: game.get("touched_at")?,
        clock: pair(game, "initial_ms", "increment_ms")?,
        version: version.unsigned_abs(),
        epoch: game.get("epoch")?,
        closing: game.get("closing")?,
        result: game.get("result")?,
        offers: game.get("offers")?,
        next: game.get("next")?,
        seats: [read_seat(first)?, read_seat(second)?],
        moves: moves.iter().map(read_move).collect::<Result<_, _>>()?,
        deadline: read_deadline(game)?,
        is_kept: game.get("is_kept")?,
    })
}

fn pair(row: &Row, first: &str, second: &str) -> Result<Option<[u64; 2]>, StoreError> {
    let (first, second): (Option<i64>, Option<i64>) = (row.get(first)?, row.get(second)?);
    Ok(first.zip(second).map(|(first, second)| [first.unsigned_abs(), second.unsigned_abs()]))
}

fn read_seat(row: &Row) -> Result<SeatRow, StoreError> {
    let secret: Option<Vec<u8>> = row.get("secret")?;
    Ok(SeatRow {
        who: row.get("who")?,
        name: row.get("name")?,
        secret: secret.and_then(|secret| secret.try_into().ok()),
    })
}

fn read_deadline(row: &Row) -> Result<Option<Deadline>, StoreError> {
    let side: Option<i64> = row.get("clock_side")?;
    let at_ms: Option<i64> = row.get("deadline_ms")?;
    let clock_ms: Option<i64> = row.get("clock_ms")?;
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

fn read_move(row: &Row) -> Result<MoveRow, StoreError> {
    Ok(MoveRow { mv: row.get("mv")?, left_ms: pair(row, "first_ms", "second_ms")?, at: row.get("at")? })
}
