//! What is kept from one day to the next: the last game, and the choices of the menu.

use std::fs;
use std::path::PathBuf;

use games::Record;

use super::model::Remembered;
use crate::input;

/// Where games are kept; nowhere when the platform has no such place.
#[derive(Clone, Debug, Default)]
pub struct Store {
    folder: Option<PathBuf>,
}

impl Store {
    pub fn at(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    fn last_game(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("last.jogo"))
    }

    /// The game that was kept last.
    pub fn last(&self) -> Option<Record> {
        input::read_record(&self.last_game()?).ok()
    }

    /// Keeps a game. That this fails is no reason to keep anybody from leaving.
    pub fn keep(&self, record: &Record) {
        if let (Some(folder), Some(path)) = (&self.folder, self.last_game()) {
            let _ = fs::create_dir_all(folder).and_then(|()| fs::write(path, record.to_string()));
        }
    }

    pub fn remember(&self, _remembered: &Remembered) {}
}
