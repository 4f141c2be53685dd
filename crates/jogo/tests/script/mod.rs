//! An engine as a small shell script.

use std::fs;
use std::path::Path;

/// Writes the script of an engine that answers `go` like this, and returns its seat.
pub fn engine(folder: &Path, name: &str, go: &str) -> String {
    let path = folder.join(name);
    let body = format!(
        "while read -r word rest; do case $word in
            uai) echo uaiok;; isready) echo readyok;; go) {go};; quit) exit;;
        esac; done\n"
    );
    fs::write(&path, body).unwrap();
    format!("uai:sh '{}'", path.display())
}
