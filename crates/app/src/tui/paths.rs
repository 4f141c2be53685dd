//! Names of files as people type them.

use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use directories::BaseDirs;

/// Files of a folder that are looked at for a completion.
const FILES_MAX: usize = 10_000;

/// The path that a text means: `~` is the home folder of the user.
pub fn expand(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), BaseDirs::new()) {
        (Ok(rest), Some(folders)) => folders.home_dir().join(rest),
        _ => path.to_owned(),
    }
}

/// All that a beginning of a path can become, as it would be typed; folders end with a separator.
pub fn complete(typed: &str) -> Vec<String> {
    let folder_end = typed.rfind(['/', MAIN_SEPARATOR]).map_or(0, |index| index + 1);
    let (folder, beginning) = typed.split_at(folder_end);
    let place = if folder.is_empty() { PathBuf::from(".") } else { expand(Path::new(folder)) };
    let Ok(files) = fs::read_dir(place) else { return Vec::new() };
    let mut found: Vec<String> = files
        .take(FILES_MAX)
        .filter_map(|file| {
            let file = file.ok()?;
            let name = file.file_name().into_string().ok()?;
            // Hidden files are listed only if the text begins with a dot.
            let is_meant =
                name.starts_with(beginning) && (beginning.starts_with('.') || !name.starts_with('.'));
            let is_printable = !name.chars().any(char::is_control);
            // What a link points to is meant.
            let end = if fs::metadata(file.path()).is_ok_and(|file| file.is_dir()) {
                MAIN_SEPARATOR.to_string()
            } else {
                String::new()
            };
            (is_meant && is_printable).then(|| format!("{folder}{name}{end}"))
        })
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_completed_as_they_were_begun() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["one.jogo", "once.jogo", ".hidden", "two.jogo"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("on")).unwrap();
        let begun = |name: &str| format!("{}/{name}", folder.path().display());
        assert_eq!(
            complete(&begun("on")),
            [begun(&format!("on{MAIN_SEPARATOR}")), begun("once.jogo"), begun("one.jogo")]
        );
        assert_eq!(complete(&begun(".h")), [begun(".hidden")]);
        assert_eq!(complete(&begun("")).len(), 4);
        assert!(complete(&begun("no/such/folder/")).is_empty());
    }
}
