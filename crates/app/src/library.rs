//! The games of this computer: every game that goes on has a file of its own, and finished ones are archived.
//! docs/library.md describes the files.

#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use games::{GameEntry, Outcome, Record};

use crate::input::{self, RecordTrouble};
use crate::output::{self, Replace};

const GOING: &str = "going";
const FINISHED: &str = "finished";
/// The folder of analyses, and the end of their names.
const ANALYSES: &str = "analyses";
const ANALYSIS: &str = "-analysis";
const RECORD: &str = "jogo";
const LOCK: &str = "lock";
/// A list holds the lock of a game for a moment to see whether it is in use. So often is the lock asked for
/// again...
const OPEN_TRIES: u32 = 20;
/// ...after this time.
const OPEN_PAUSE: Duration = Duration::from_millis(5);
/// Games of one kind that can begin on one day.
const NUMBER_MAX: u32 = 100_000;
/// Games that the list of those that go on reads: the newest.
const GOING_MAX: usize = 100;
/// Games of each kind that the list of all reads, likewise.
const ALL_MAX: usize = 10_000;

/// A folder of games.
#[derive(Clone, Debug)]
pub struct Library {
    folder: PathBuf,
    /// Whether these are analyses: they never end, and are no games that were played.
    is_of_analyses: bool,
}

/// A game of the library, as a list shows it.
#[derive(Clone, Debug)]
pub struct LibraryEntry {
    /// The name of its file, without the ending.
    pub name: String,
    pub game: &'static GameEntry,
    pub moves: usize,
    /// The tags `First` and `Second`.
    pub players: [String; 2],
    /// Another program plays it now.
    pub is_in_use: bool,
    /// How the game ended; `None` while it goes on, and for analyses.
    pub outcome: Option<Outcome>,
}

/// Returns whether this is the name of an analysis, not of a game.
pub fn is_analysis(name: &str) -> bool {
    name.ends_with(ANALYSIS)
}

/// Why a game of the library cannot be gone on with.
#[derive(Debug)]
pub enum OpenTrouble {
    /// Another program plays it now.
    InUse,
    Record(RecordTrouble),
}

impl Library {
    pub fn at(folder: PathBuf) -> Self {
        Self { folder, is_of_analyses: false }
    }

    /// Returns the studies that were made on the analysis board.
    pub fn analyses(&self) -> Self {
        Self { folder: self.folder.join(ANALYSES), is_of_analyses: true }
    }

    /// Returns the part of the library that an entry of [`all`](Self::all) is in.
    pub fn part_of(&self, name: &str) -> Self {
        if is_analysis(name) { self.analyses() } else { self.clone() }
    }

    /// Returns the folders of the games of this computer: these, and those of matches.
    pub fn game_folders(&self) -> Vec<PathBuf> {
        vec![self.folder.join(GOING), self.folder.join(FINISHED), self.folder.with_file_name("matches")]
    }

    /// Takes over the one game that earlier versions kept. A file that is no record stays where it is.
    pub fn take_over(&self, last: &Path) {
        if let Ok(record) = input::read_record(last)
            && let Ok(place) = self.place(&record)
        {
            let folder = if record.outcome().is_some() { FINISHED } else { GOING };
            // Whichever of two programs comes second finds nothing to rename.
            let taken = fs::create_dir_all(self.folder.join(folder)).and_then(|()| {
                match fs::rename(last, place.path(folder)) {
                    Err(error) if error.kind() == ErrorKind::CrossesDevices => {
                        fs::copy(last, place.path(folder)).and_then(|_| fs::remove_file(last))
                    }
                    renamed => renamed,
                }
            });
            if taken.is_err() || folder != GOING {
                let _ = fs::remove_file(place.path(GOING));
            }
        }
    }

    /// The game that was played last of those that go on, and that no other program plays.
    pub fn newest(&self) -> Option<LibraryEntry> {
        self.names(GOING)
            .into_iter()
            .filter_map(|name| self.entry(GOING, &name))
            .find(|entry| !entry.is_in_use)
    }

    /// The games that go on, the one that was played last first.
    pub fn going(&self) -> Vec<LibraryEntry> {
        self.listed(GOING, GOING_MAX)
    }

    /// Returns all games and analyses: games that go on, analyses, games that are over, each kind with the
    /// one that was changed last first.
    pub fn all(&self) -> Vec<LibraryEntry> {
        let mut all = self.listed(GOING, ALL_MAX);
        all.extend(self.analyses().listed(GOING, ALL_MAX));
        all.extend(self.listed(FINISHED, ALL_MAX));
        all
    }

    fn listed(&self, folder: &str, most: usize) -> Vec<LibraryEntry> {
        self.names(folder).into_iter().take(most).filter_map(|name| self.entry(folder, &name)).collect()
    }

    /// Reads a game of the archive.
    pub fn read(&self, name: &str) -> Result<Record, RecordTrouble> {
        input::read_record(&self.path(FINISHED, name))
    }

    /// Deletes a game for good, unless a program plays it.
    pub fn delete(&self, name: &str) -> Result<(), OpenTrouble> {
        let trouble = |error| {
            OpenTrouble::Record(RecordTrouble::File {
                name: self.path(GOING, name).display().to_string(),
                error,
            })
        };
        let _guard = self.guard().map_err(trouble)?;
        let lock = match self.lock(name) {
            Ok(lock) => lock,
            Err(TryLockError::WouldBlock) => return Err(OpenTrouble::InUse),
            Err(TryLockError::Error(error)) => return Err(trouble(error)),
        };
        for path in [self.path(GOING, name), self.path(FINISHED, name)] {
            match fs::remove_file(path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(trouble(error)),
                _ => {}
            }
        }
        drop(lock);
        let _ = fs::remove_file(self.lock_path(name));
        Ok(())
    }

    /// The names of the games that go on, by when they were played last.
    fn names(&self, folder: &str) -> Vec<String> {
        let Ok(files) = fs::read_dir(self.folder.join(folder)) else { return Vec::new() };
        let mut names: Vec<(SystemTime, String)> = files
            .filter_map(|file| {
                let file = file.ok()?;
                let path = file.path();
                let name = path
                    .file_stem()
                    .filter(|_| path.extension() == Some(OsStr::new(RECORD)))?
                    .to_str()?
                    .to_owned();
                Some((file.metadata().ok()?.modified().ok()?, name))
            })
            .collect();
        names.sort_unstable_by(|one, other| other.cmp(one));
        names.into_iter().map(|(_, name)| name).collect()
    }

    fn entry(&self, folder: &str, name: &str) -> Option<LibraryEntry> {
        let record = input::read_record(&self.path(folder, name)).ok()?;
        let tag = |name: &str| record.tag(name).unwrap_or_default().to_owned();
        Some(LibraryEntry {
            name: name.to_owned(),
            game: record.game(),
            moves: record.moves().len(),
            players: [tag("First"), tag("Second")],
            is_in_use: self.is_in_use(name),
            outcome: record.outcome().filter(|_| !self.is_of_analyses),
        })
    }

    /// Whether a program plays this game. Lists share the lock, so that none takes another list for a player.
    fn is_in_use(&self, name: &str) -> bool {
        File::open(self.lock_path(name))
            .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Goes on with a game. No other program can do so as long as its place lives.
    pub fn open(&self, name: &str) -> Result<(LibraryPlace, Record), OpenTrouble> {
        self.open_after(name, || thread::sleep(OPEN_PAUSE))
    }

    /// Goes on with a game, and lets some time pass where its lock is held.
    fn open_after(&self, name: &str, mut pass: impl FnMut()) -> Result<(LibraryPlace, Record), OpenTrouble> {
        let path = self.folder.join(GOING).join(name).with_added_extension(RECORD);
        let trouble =
            |error| OpenTrouble::Record(RecordTrouble::File { name: path.display().to_string(), error });
        let mut tries = 1;
        let lock = loop {
            let guard = self.guard().map_err(trouble)?;
            match self.lock(name) {
                Ok(lock) => break lock,
                Err(TryLockError::Error(error)) => return Err(trouble(error)),
                Err(TryLockError::WouldBlock) if tries == OPEN_TRIES => return Err(OpenTrouble::InUse),
                Err(TryLockError::WouldBlock) => {
                    drop(guard);
                    tries += 1;
                    pass();
                }
            }
        };
        let mut place =
            LibraryPlace { library: self.clone(), name: name.to_owned(), day: output::today(), _lock: lock };
        let record = input::read_record(&path).map_err(OpenTrouble::Record)?;
        // What was kept has a date; what was put there by hand may have none.
        if let Some(day) = record.tag("Date").filter(|day| *day != "?") {
            place.day = day.to_owned();
        }
        Ok((place, record))
    }

    /// Keeps a new game, in a place that is named after the day and the game.
    pub fn place(&self, record: &Record) -> io::Result<LibraryPlace> {
        self.place_on(&output::today(), record)
    }

    fn place_on(&self, day: &str, record: &Record) -> io::Result<LibraryPlace> {
        fs::create_dir_all(self.folder.join(GOING))?;
        let _guard = self.guard()?;
        for number in 1..=NUMBER_MAX {
            let end = if self.is_of_analyses { ANALYSIS } else { "" };
            let name = format!("{}-{}-{number}{end}", day.replace('.', "-"), record.info().id);
            if [GOING, FINISHED].iter().any(|folder| self.path(folder, &name).exists()) {
                continue;
            }
            let lock = match self.lock(&name) {
                Ok(lock) => lock,
                Err(TryLockError::WouldBlock) => continue,
                Err(TryLockError::Error(error)) => return Err(error),
            };
            // From now on no other program can take the name, even one without locks.
            let mut record = record.clone();
            output::date(&mut record, day);
            match output::write(&self.path(GOING, &name), record.to_string().as_bytes(), Replace::Never) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                written => written?,
            }
            return Ok(LibraryPlace { library: self.clone(), name, day: day.to_owned(), _lock: lock });
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    fn path(&self, folder: &str, name: &str) -> PathBuf {
        self.folder.join(folder).join(name).with_added_extension(RECORD)
    }

    fn lock_path(&self, name: &str) -> PathBuf {
        self.folder.join(GOING).join(name).with_added_extension(LOCK)
    }

    /// A record is replaced whenever it is written, so the lock is a file beside it. To be called under the
    /// guard.
    fn lock(&self, name: &str) -> Result<File, TryLockError> {
        let file = lock_file(&self.lock_path(name)).map_err(TryLockError::Error)?;
        file.try_lock().map(|()| file)
    }

    /// Held for the moment in which the lock of a game is taken or its file removed. Without it a program
    /// could lock a file that another one has just removed, while a third one locks a new file of the same
    /// name.
    fn guard(&self) -> io::Result<File> {
        let file = lock_file(&self.folder.join(LOCK))?;
        file.lock().map(|()| file)
    }
}

fn lock_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).truncate(false).write(true).open(path)
}

/// Where one game is kept. As long as this lives, no other program writes there.
#[derive(Debug)]
pub struct LibraryPlace {
    library: Library,
    name: String,
    /// The day on which the game began, as the tag `Date` has it.
    day: String,
    _lock: File,
}

impl LibraryPlace {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The day on which the game began, as the tag `Date` has it.
    pub fn day(&self) -> &str {
        &self.day
    }

    fn path(&self, folder: &str) -> PathBuf {
        self.library.path(folder, &self.name)
    }

    /// Writes the game as it stands: among those that go on, or in the archive when it is over. A game
    /// without a date gets the day on which it began.
    pub fn keep(&self, record: &Record) -> io::Result<()> {
        let is_over = record.outcome().is_some() && !self.library.is_of_analyses;
        let (here, there) = if is_over { (FINISHED, GOING) } else { (GOING, FINISHED) };
        fs::create_dir_all(self.library.folder.join(here))?;
        let mut record = record.clone();
        output::date(&mut record, &self.day);
        output::write(&self.path(here), record.to_string().as_bytes(), Replace::Asked)?;
        match fs::remove_file(self.path(there)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

impl Drop for LibraryPlace {
    fn drop(&mut self) {
        // The lock of a game that goes on stays, so that there is only ever one file to lock.
        if let Ok(_guard) = self.library.guard()
            && !self.path(GOING).exists()
        {
            let _ = fs::remove_file(self.library.lock_path(&self.name));
        }
    }
}
