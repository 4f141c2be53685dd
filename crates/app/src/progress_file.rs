//! The file in which the progress of the solver of puzzles is kept (docs/puzzles.md).

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use files::Replace;
use puzzles::Progress;

use crate::settings;

const FILE: &str = "puzzles.json";
const LOCK: &str = "puzzles.lock";
/// Files that were set aside because they could not be read.
const DAMAGED_MAX: usize = 100;

/// Where progress is kept.
#[derive(Clone, Debug)]
pub struct ProgressFile {
    folder: PathBuf,
}

/// What the file said.
#[derive(Debug, Default)]
pub struct OpenedProgress {
    pub progress: Progress,
    /// Where a file is now that made no sense, and what was wrong with it.
    pub damaged: Option<(PathBuf, String)>,
}

impl ProgressFile {
    /// In the data folder of the platform; nowhere where it has none.
    pub fn of_platform() -> Option<Self> {
        settings::data_folder().map(|folder| Self { folder })
    }

    #[cfg(test)]
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// Reads the progress. A file that makes no sense is set aside, and the progress begins anew.
    pub fn open(&self) -> io::Result<OpenedProgress> {
        match self.read()? {
            Ok(progress) => Ok(OpenedProgress { progress, damaged: None }),
            Err(_) => {
                let _lock = self.lock()?;
                self.read_or_set_aside()
            }
        }
    }

    /// Changes the progress as it stands now. No other program changes it meanwhile.
    pub fn change<T>(&self, edit: impl FnOnce(&mut Progress) -> T) -> io::Result<(OpenedProgress, T)> {
        fs::create_dir_all(&self.folder)?;
        let _lock = self.lock()?;
        let mut opened = self.read_or_set_aside()?;
        let edited = edit(&mut opened.progress);
        files::write(&self.folder.join(FILE), opened.progress.text().as_bytes(), Replace::Asked)?;
        Ok((opened, edited))
    }

    fn read(&self) -> io::Result<Result<Progress, String>> {
        match File::open(self.folder.join(FILE)) {
            Ok(file) => read(file),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Ok(Progress::default())),
            Err(error) => Err(error),
        }
    }

    /// To be called under the lock.
    fn read_or_set_aside(&self) -> io::Result<OpenedProgress> {
        let wrong = match self.read()? {
            Ok(progress) => return Ok(OpenedProgress { progress, damaged: None }),
            Err(wrong) => wrong,
        };
        let aside =
            (1..=DAMAGED_MAX).map(|number| self.folder.join(format!("puzzles-damaged-{number}.json")));
        let aside = aside.into_iter().find(|path| !path.exists()).ok_or(ErrorKind::AlreadyExists)?;
        fs::rename(self.folder.join(FILE), &aside)?;
        Ok(OpenedProgress { progress: Progress::default(), damaged: Some((aside, wrong)) })
    }

    /// The file is replaced whenever it is written, so the lock is one beside it. The system gives it back
    /// when the program ends, however it ends.
    fn lock(&self) -> io::Result<File> {
        let path = self.folder.join(LOCK);
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        file.lock()?;
        Ok(file)
    }
}

/// Reads progress that was exported, from a file or a pipe.
pub fn read_exported(path: &Path) -> io::Result<Result<Progress, String>> {
    if path == Path::new("-") { read(io::stdin().lock()) } else { read(File::open(path)?) }
}

fn read(source: impl Read) -> io::Result<Result<Progress, String>> {
    let mut bytes = Vec::new();
    source.take(Progress::TEXT_MAX as u64 + 1).read_to_end(&mut bytes)?;
    Ok(String::from_utf8(bytes).map_err(|_| "not UTF-8".to_owned()).and_then(|text| Progress::parse(&text)))
}

#[cfg(test)]
mod tests {
    use engine::puzzles::PuzzleBook;

    use super::*;
    use crate::solving::{Solving, SolvingEvent};

    fn solve(file: &ProgressFile, solving: &Solving) -> Progress {
        file.change(|progress| solving.apply(SolvingEvent::Finished, progress)).unwrap().0.progress
    }

    #[test]
    fn two_programs_at_once_lose_nothing_of_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = ProgressFile::at(&folder.path().join("deep"));
        assert_eq!(file.open().unwrap().progress, Progress::default());
        assert!(!folder.path().join("deep").exists(), "to look writes nothing");
        let game = games::find("ataxx").unwrap();
        let (one, other) = (file.clone(), file.clone());
        let count = |progress: &Progress| {
            let game = &progress.games["ataxx"];
            (game.seen.len(), game.finished())
        };
        // Both have the same puzzle at hand; the second to end it has not seen the first one's progress.
        let posed = Solving::training(&mut one.open().unwrap().progress, game).unwrap();
        let same = Solving::training(&mut other.open().unwrap().progress, game).unwrap();
        let after_one = solve(&one, &posed);
        let after_both = solve(&other, &same);
        assert_eq!((count(&after_one), count(&after_both)), ((1, 1), (1, 2)));
        assert_eq!(after_one.games["ataxx"].rating, after_both.games["ataxx"].rating, "rated once");
        // And many at a time.
        let entries = &PuzzleBook::of(game).unwrap().puzzles;
        std::thread::scope(|scope| {
            for half in [0, 20] {
                let (file, posed) = (&file, &posed);
                scope.spawn(move || {
                    for entry in &entries[half..half + 20] {
                        let mut next = Solving::practice(puzzles::PosedEntry { entry, ..posed.posed });
                        next.kind = posed.kind;
                        solve(file, &next);
                    }
                });
            }
        });
        let seen = file.open().unwrap().progress.games["ataxx"].seen.clone();
        assert!(entries[..40].iter().all(|entry| seen.contains(&entry.id.to_string())), "{seen:?}");
    }

    #[test]
    fn a_file_that_makes_no_sense_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let file = ProgressFile::at(folder.path());
        let long = " ".repeat(Progress::TEXT_MAX + 1);
        for (number, bytes) in [&b"{\"games\": 7}"[..], b"\xff", b"", long.as_bytes()].iter().enumerate() {
            fs::write(folder.path().join(FILE), bytes).unwrap();
            let opened = file.open().unwrap();
            let (path, _) = opened.damaged.unwrap();
            assert_eq!(path, folder.path().join(format!("puzzles-damaged-{}.json", number + 1)));
            assert_eq!((fs::read(path).unwrap(), opened.progress), (bytes.to_vec(), Progress::default()));
            assert!(file.open().unwrap().damaged.is_none());
        }
        fs::write(folder.path().join(FILE), "{").unwrap();
        let posed = Solving::training(&mut Progress::default(), games::find("ataxx").unwrap()).unwrap();
        assert_eq!(solve(&file, &posed).games.len(), 1, "a change sets it aside too");
        fs::remove_file(folder.path().join(FILE)).unwrap();
        fs::create_dir(folder.path().join(FILE)).unwrap();
        assert!(file.open().is_err() && file.change(|_| ()).is_err());
    }
}
