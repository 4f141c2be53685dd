//! Endgame tables in files: docs/tables.md.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::solve::threedragons::{BadTables, Family, Tables, share};

use crate::console::said;
use crate::failure::{Failure, words};

/// Names the folder where no flag does.
const FOLDER_VARIABLE: &str = "JOGO_TABLES";

/// Gives this process the tables of a folder, or those that the environment names, if any are named.
pub fn use_tables(folder: Option<&Path>) -> Result<(), Failure> {
    let named = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    if let Some(folder) = folder.or(named.as_deref()) {
        share(Some(Arc::new(read(folder)?)));
    }
    Ok(())
}

/// Reads the tables of a folder: those of two against two at least.
pub fn read(folder: &Path) -> Result<Tables, Failure> {
    let mut tables = Tables::default();
    for family in Family::ALL {
        if !read_family(&mut tables, folder, family)? {
            break;
        }
    }
    if !tables.has(Family::ALL[0]) {
        let told = [("folder", folder.display().to_string().into())];
        return Err(Failure::said("tables-none-there", told));
    }
    Ok(tables)
}

/// Adds the tables of a family to those of fewer pieces. Returns whether the folder has them.
pub fn read_family(tables: &mut Tables, folder: &Path, family: Family) -> Result<bool, Failure> {
    let path = folder.join(family.file_name());
    let trouble = |error| Failure::Input(said::file_trouble(words(), &path.display().to_string(), &error));
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(trouble(error)),
    };
    let mut bytes = Vec::new();
    // What is too long is seen to be so by one byte more.
    file.take(family.file_bytes() as u64 + 1).read_to_end(&mut bytes).map_err(trouble)?;
    match tables.read(family, &bytes) {
        Ok(()) => Ok(true),
        Err(BadTables(error)) => {
            Err(Failure::Input(format!("{}: {}", path.display(), words().message(&error))))
        }
    }
}
