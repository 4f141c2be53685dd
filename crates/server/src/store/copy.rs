//! Copies games, and what is kept of those who solve puzzles, from one store to another, between folders and
//! databases. What was copied before is left alone, so a copy that was interrupted goes on where it ended.

use std::path::PathBuf;

use super::{Change, ChangeSet, Store, StoreError};
use crate::config::DatabaseUrl;

/// The number of games that are read and then written together.
const BATCH: i64 = 200;

/// Where a store is.
#[derive(Clone, Debug)]
pub enum StorePlace {
    Folder(PathBuf),
    Database(DatabaseUrl),
}

impl StorePlace {
    /// Returns whether this is a folder without the games of a server. It is a mistake in the place to copy
    /// from, not a store to be made.
    pub fn is_folder_without_games(&self) -> bool {
        matches!(self, Self::Folder(folder) if !folder.join("games.sqlite").is_file())
    }

    async fn open(&self) -> Result<Store, StoreError> {
        match self {
            Self::Folder(folder) => Store::open(folder).await,
            Self::Database(url) => Store::connect(url).await,
        }
    }
}

/// What became of the games of a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Games that were copied, and their moves.
    pub games: u64,
    pub moves: u64,
    /// Games that were there already, as they are.
    pub present: u64,
    /// Games that were there already, and are different; they were left as they are.
    pub different: u64,
}

impl Copied {
    /// Returns the number of games in the store that was copied.
    pub fn all(self) -> u64 {
        self.games + self.present + self.different
    }
}

/// Copies all games. No server may use either store; `on_progress` is called now and then.
///
/// # Errors
/// When a store cannot be opened, read or written. What was copied until then stays, and is passed over next
/// time.
pub async fn copy_games(
    from: &StorePlace,
    to: &StorePlace,
    mut on_progress: impl FnMut(Copied),
) -> Result<Copied, StoreError> {
    if from.is_folder_without_games()
        && let StorePlace::Folder(folder) = from
    {
        return Err(StoreError::Failed(format!("there are no games in {}", folder.display())));
    }
    let (from, to) = (from.open().await?, to.open().await?);
    let copied = copy_between(&from, &to, &mut on_progress).await;
    from.close().await;
    to.close().await;
    copied
}

async fn copy_between(
    from: &Store,
    to: &Store,
    on_progress: &mut impl FnMut(Copied),
) -> Result<Copied, StoreError> {
    // A folder is held by one server alone; of a database its servers say themselves that they are there.
    for store in [from, to] {
        if store.is_shared() && !store.living().await?.is_empty() {
            return Err(StoreError::Failed("servers use the database; stop them first".to_owned()));
        }
    }
    copy_solvers(from, to).await?;
    copy_all(from, to, on_progress).await
}

async fn copy_solvers(from: &Store, to: &Store) -> Result<(), StoreError> {
    let mut last = [0; 32];
    loop {
        let solvers = from.solvers_after(&last, BATCH).await?;
        let Some(solver) = solvers.last() else { return Ok(()) };
        last = solver.secret;
        let changes = solvers.into_iter().map(Change::ImportSolver).collect();
        to.write(ChangeSet { fence: None, changes }).await?;
    }
}

async fn copy_all(
    from: &Store,
    to: &Store,
    on_progress: &mut impl FnMut(Copied),
) -> Result<Copied, StoreError> {
    let mut copied = Copied::default();
    let mut last = i64::MIN;
    loop {
        let listed = from.games_after(last, BATCH).await?;
        let Some((no, _)) = listed.last() else { return Ok(copied) };
        last = *no;
        let mut games = Vec::new();
        for (_, id) in listed {
            let Some(game) = from.load(&id).await? else { continue };
            match to.version(&id).await? {
                None => games.push(game),
                Some((version, plies)) if (version, plies) == (game.version, game.moves.len()) => {
                    copied.present += 1;
                }
                Some(_) => copied.different += 1,
            }
        }
        let counts =
            games.iter().fold((0, 0), |(games, moves), game| (games + 1, moves + game.moves.len() as u64));
        let writes = games.into_iter().map(|game| to.write(Change::Import(Box::new(game))));
        for written in futures_util::future::join_all(writes).await {
            written?;
        }
        copied.games += counts.0;
        copied.moves += counts.1;
        on_progress(copied);
    }
}
