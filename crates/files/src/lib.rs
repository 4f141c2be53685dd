//! Files written whole or not at all. Everything that this program keeps is written here.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// What to do with a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    Never,
    /// The user was asked, and agreed.
    Asked,
}

/// Writes a file beside the wanted place and moves it there, so that a full disk costs nothing that was there
/// before.
///
/// # Errors
/// When the folder or the disk does not take it, or when the file is there and must not be replaced; nothing
/// is left behind then.
pub fn write(path: &Path, bytes: &[u8], replace: Replace) -> io::Result<()> {
    // What a link points to is meant, not the link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let there = fs::metadata(path).ok();
    if replace == Replace::Asked && there.as_ref().is_some_and(|there| !there.is_file()) {
        // Devices and pipes take bytes; they are not to be replaced by a file.
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let mut file = beside(folder)?;
    file.write_all(bytes)?;
    // A file that takes the place of another must not be empty after a power cut.
    file.as_file().sync_all()?;
    match (replace, there) {
        (Replace::Never, _) => file.persist_noclobber(path).map_err(|error| error.error)?,
        (Replace::Asked, there) => {
            there.map_or(Ok(()), |there| file.as_file().set_permissions(there.permissions()))?;
            file.persist(path).map_err(|error| error.error)?
        }
    };
    Ok(())
}

/// Creates a new file with the usual permissions, not the private ones of temporary files.
fn beside(folder: &Path) -> io::Result<NamedTempFile> {
    Builder::new().make_in(folder, |path| OpenOptions::new().write(true).create_new(true).open(path))
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;

    #[test]
    fn an_existing_file_is_kept_unless_replacement_was_agreed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jogo");
        write(&path, b"one", Replace::Never).unwrap();
        assert_eq!(write(&path, b"two", Replace::Never).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        write(&path, b"two", Replace::Asked).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_permissions_stay_what_they_are() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("game.jogo"), folder.path().join("link.jogo"));
        fs::write(&path, "one").unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write(&link, b"two", Replace::Asked).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        write(Path::new("/dev/null"), b"gone", Replace::Asked).unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }

    #[test]
    fn a_missing_folder_is_an_error_of_kind_not_found() {
        let folder = tempfile::tempdir().unwrap();
        let error = write(&folder.path().join("no/game.jogo"), b"one", Replace::Never).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert!(!error.to_string().contains("tmp"), "{error}");
    }
}
