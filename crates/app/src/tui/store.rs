//! What is kept from one day to the next: the last game, and the choices of the menu.

use std::fs;
#[cfg(test)]
use std::path::Path;
use std::path::PathBuf;

use games::Record;

use super::message::Remembered;
use crate::input;
use crate::output::{self, Replace};
use crate::settings::{self, Settings};

/// Where things are kept; nowhere in tests, and when the platform has no such place.
#[derive(Clone, Debug, Default)]
pub struct Store {
    folder: Option<PathBuf>,
    keeps_settings: bool,
}

impl Store {
    /// The places of the platform.
    pub fn of_platform() -> Self {
        Self { folder: settings::state_folder(), keeps_settings: true }
    }

    /// A folder for games, and no place for settings.
    #[cfg(test)]
    pub fn at(folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()), keeps_settings: false }
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
        if let Some(path) = self.last_game() {
            let folder = path.parent().unwrap_or(&path);
            let _ = fs::create_dir_all(folder).and_then(|()| output::write(&path, record.to_string().as_bytes(), Replace::Asked));
        }
    }

    /// Remembers the choices of the menu. That this fails is no reason not to play.
    pub fn remember(&self, remembered: &Remembered) {
        if self.keeps_settings {
            let _ = Settings::change(|settings| {
                settings.language = remembered.language.or(settings.language);
                settings.menu = Some(remembered.menu.clone());
            });
        }
    }
}
