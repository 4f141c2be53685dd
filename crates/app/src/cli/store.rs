//! `jogo store`: what keeps the games of a server.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use server::{Copied, DatabaseUrl, StorePlace, copy_games};

use crate::console::said;
use crate::failure::{Failure, words};

/// How the address of a PostgreSQL database begins.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];
/// Longest file with a secret, in bytes.
const SECRET_MAX: u64 = 4096;

#[derive(Subcommand, Debug)]
pub enum StoreCommand {
    /// Copy all games to another folder or database; what is there already is passed over
    Copy(CopyArgs),
}

#[derive(Args, Debug)]
pub struct CopyArgs {
    /// The folder or database with the games; no server may use it
    #[arg(value_name = "FROM")]
    from: String,
    /// The folder or database that gets them: a folder, postgres://USER@HOST/NAME, or @FILE with such an
    /// address
    // The address is an example in the help text, not a link.
    #[allow(rustdoc::bare_urls)]
    #[arg(value_name = "TARGET")]
    to: String,
}

pub fn store(output: &mut impl Write, command: &StoreCommand) -> Result<(), Failure> {
    let StoreCommand::Copy(CopyArgs { from, to }) = command;
    let (from, to) = (place(from)?, place(to)?);
    if let StorePlace::Folder(folder) = &from
        && from.is_folder_without_games()
    {
        let told = [("folder", folder.display().to_string().into())];
        return Err(Failure::World(words().say_with("store-no-games", told)));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut said = Ok(());
    let copied = runtime.block_on(copy_games(&from, &to, |copied| {
        if said.is_ok() {
            said = say(output, "store-copied", copied);
        }
    }));
    said?;
    let copied = copied.map_err(|error| Failure::World(error.to_string()))?;
    say(output, "store-done", copied)?;
    if copied.different > 0 {
        let count = [("count", copied.different.into())];
        return Err(Failure::World(words().say_with("store-different", count)));
    }
    Ok(())
}

fn say(output: &mut impl Write, key: &str, copied: Copied) -> std::io::Result<()> {
    let counts = [
        ("games", copied.games.into()),
        ("moves", copied.moves.into()),
        ("present", copied.present.into()),
        ("all", copied.all().into()),
    ];
    writeln!(output, "{}", words().say_with(key, counts))?;
    output.flush()
}

fn place(text: &str) -> Result<StorePlace, Failure> {
    let is_database = text.starts_with('@') || SCHEMES.iter().any(|scheme| text.starts_with(scheme));
    if is_database {
        database(text).map(StorePlace::Database)
    } else {
        Ok(StorePlace::Folder(PathBuf::from(text)))
    }
}

/// Reads the address of a database as an argument has it: itself, without a password, which other users of
/// the computer would see; or `@FILE`, a file that contains it.
pub fn database(text: &str) -> Result<DatabaseUrl, Failure> {
    if let Some(file) = text.strip_prefix('@') {
        return address(&secret_in(Path::new(file))?);
    }
    let url = address(text)?;
    let authority =
        text.split_once("://").map_or("", |(_, rest)| rest.split(['/', '?']).next().unwrap_or(""));
    let has_password = authority.rsplit_once('@').is_some_and(|(user, _)| user.contains(':'));
    if has_password || text.contains("password=") {
        return Err(Failure::said("store-password", []));
    }
    Ok(url)
}

/// Reads the address of a database where only this user sees it.
pub fn address(text: &str) -> Result<DatabaseUrl, Failure> {
    let text = text.trim();
    if SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
        Ok(DatabaseUrl(text.to_owned()))
    } else {
        Err(Failure::said("store-address", []))
    }
}

/// Reads a file with one secret.
pub fn secret_in(file: &Path) -> Result<String, Failure> {
    let name = file.display().to_string();
    let failed = |error| Failure::World(said::file_trouble(words(), &name, &error));
    let mut text = String::new();
    File::open(file).map_err(failed)?.take(SECRET_MAX).read_to_string(&mut text).map_err(failed)?;
    Ok(text)
}
