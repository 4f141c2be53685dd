//! The games of files and folders, counted by position for the opening explorer.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::explorer::Explorer;
use games::GameEntry;

use crate::input::{self, RecordTrouble};

/// Most files of a folder that are read.
const FILES_MAX: usize = 100_000;
/// Games that were read are read again after this time.
const KEPT: Duration = Duration::from_secs(60);

/// Counts the games of a file; those of other rule sets are passed over. Returns `false` when there is no
/// room for more.
pub fn count(explorer: &mut Explorer, game: &GameEntry, file: &Path) -> Result<bool, RecordTrouble> {
    let records = input::read_records(file)?;
    let mut same = records.iter().filter(|record| record.info().id == game.info.id);
    Ok(same.all(|record| explorer.add(record)))
}

/// Returns the files of records in a folder and in the folders inside it, in the order of their names.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    list(folder, &mut files);
    files
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.is_symlink() {
            list(&path, files);
        } else if files.len() < FILES_MAX
            && path.is_file()
            && path
                .extension()
                .is_some_and(|ending| ["jogo", "txt", "pgn"].iter().any(|known| ending == *known))
        {
            files.push(path);
        }
    }
}

/// The games of one rule set, as they were read.
#[derive(Debug)]
struct Read {
    game: &'static str,
    at: Instant,
    explorer: Arc<Explorer>,
}

/// The games that were read last, shared by threads.
#[derive(Clone, Debug, Default)]
pub struct ReadGames(Arc<Mutex<Option<Read>>>);

impl ReadGames {
    /// Returns the games of these folders, as of a moment ago. Files that cannot be read are passed over.
    pub fn of(&self, game: &'static GameEntry, folders: &[PathBuf]) -> Arc<Explorer> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_fresh = |read: &&Read| read.game == game.info.id && read.at.elapsed() < KEPT;
        if let Some(read) = kept.as_ref().filter(is_fresh) {
            return Arc::clone(&read.explorer);
        }
        let mut explorer = Explorer::new(game);
        for file in folders.iter().flat_map(|folder| files(folder)) {
            if matches!(count(&mut explorer, game, &file), Ok(false)) {
                break;
            }
        }
        let explorer = Arc::new(explorer);
        *kept = Some(Read { game: game.info.id, at: Instant::now(), explorer: Arc::clone(&explorer) });
        explorer
    }
}
