//! What is kept from one day to the next: the games, and the choices of the menu.

use std::io;
#[cfg(test)]
use std::path::Path;

use games::Record;

use super::message::Remembered;
use crate::library::{Library, LibraryPlace};
use crate::progress_file::ProgressFile;
use crate::settings::{self, Settings};

/// What earlier versions kept: the game that was played last.
const LAST_GAME: &str = "last.jogo";

/// Where things are kept.
#[derive(Clone, Debug, Default)]
pub enum Storage {
    /// In tests that keep nothing.
    #[default]
    Nowhere,
    /// The places of the platform; it may have no folder for games.
    Platform(Option<Library>),
    /// A folder for games, and no place for settings.
    #[cfg(test)]
    Folder(Library, ProgressFile),
}

impl Storage {
    /// The places of the platform. The game that an earlier version kept is taken over.
    pub fn of_platform() -> Self {
        let library = settings::data_folder().map(|folder| Library::at(folder.join("games")));
        if let (Some(library), Some(state)) = (&library, settings::state_folder()) {
            library.take_over(&state.join(LAST_GAME));
        }
        Self::Platform(library)
    }

    #[cfg(test)]
    pub fn at(folder: &Path) -> Self {
        Self::Folder(Library::at(folder.to_owned()), ProgressFile::at(folder))
    }

    pub fn library(&self) -> Option<&Library> {
        match self {
            Self::Nowhere => None,
            Self::Platform(library) => library.as_ref(),
            #[cfg(test)]
            Self::Folder(library, _) => Some(library),
        }
    }

    /// The file of the progress in puzzles; none where nothing is to be kept.
    pub fn progress_file(&self) -> io::Result<Option<ProgressFile>> {
        let no_folder =
            || io::Error::new(io::ErrorKind::NotFound, crate::failure::words().say("training-no-folder"));
        match self {
            Self::Nowhere => Ok(None),
            Self::Platform(_) => ProgressFile::of_platform().map(Some).ok_or_else(no_folder),
            #[cfg(test)]
            Self::Folder(_, file) => Ok(Some(file.clone())),
        }
    }

    /// Keeps a game where it is kept already, or in a new place.
    pub fn keep(&self, place: &mut Option<LibraryPlace>, record: &Record) -> io::Result<()> {
        self.keep_in(self.library().cloned(), place, record)
    }

    /// Likewise, for a study of the analysis board.
    pub fn keep_analysis(&self, place: &mut Option<LibraryPlace>, record: &Record) -> io::Result<()> {
        self.keep_in(self.library().map(Library::analyses), place, record)
    }

    fn keep_in(
        &self,
        library: Option<Library>,
        place: &mut Option<LibraryPlace>,
        record: &Record,
    ) -> io::Result<()> {
        let Some(library) = library else {
            return match self {
                Self::Nowhere => Ok(()),
                _ => Err(io::Error::new(io::ErrorKind::NotFound, "there is no folder for games")),
            };
        };
        if place.is_none() {
            *place = Some(library.place(record)?);
        }
        place.as_ref().map_or(Ok(()), |place| place.keep(record))
    }

    /// Remembers the choices of the menu.
    pub fn remember(&self, remembered: &Remembered) -> io::Result<()> {
        if !matches!(self, Self::Platform(_)) {
            return Ok(());
        }
        Settings::change(|settings| {
            settings.language = remembered.language.or(settings.language);
            settings.menu = Some(remembered.menu.clone());
        })
    }
}
