//! The files of the database: whether they are still those that were opened.

use std::path::{Path, PathBuf};

use super::StoreError;

/// The files of the database. SQLite goes on writing into files that were deleted or replaced, and all of
/// that would be lost.
#[derive(Debug)]
pub(super) struct Files(Vec<(PathBuf, Identity)>);

/// What distinguishes a file from another one of the same name.
type Identity = Option<(u64, u64)>;

impl Files {
    pub(super) fn find(folder: &Path) -> Self {
        Self(
            ["games.sqlite", "games.sqlite-wal"]
                .map(|name| folder.join(name))
                .map(|path| (path.clone(), identity(&path)))
                .into(),
        )
    }

    /// # Errors
    /// When a file was removed or replaced.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        match self.0.iter().find(|(path, was)| identity(path) != *was) {
            Some((path, _)) => Err(StoreError::Failed(format!("{} was removed or replaced", path.display()))),
            None => Ok(()),
        }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Identity {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Identity {
    // Open files cannot be removed there.
    None
}
