//! One name, one meaning: no public type of one crate or module shares its name with another.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Every Rust file of the folder and the folders inside it.
fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the crates are where they were built").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

/// Returns the name of the type that a line of source declares as public.
fn declared(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = ["struct ", "enum ", "trait ", "type ", "union "]
        .into_iter()
        .find_map(|word| rest.strip_prefix(word))?;
    rest.split(|character: char| !character.is_alphanumeric() && character != '_').next()
}

#[test]
fn no_two_public_types_share_a_name() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in fs::read_dir(&crates).expect("the crates are where they were built").flatten() {
        let folder = entry.path().join("src");
        if folder.is_dir() {
            sources(&folder, &mut files);
        }
    }
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("sources are UTF-8");
        let shown = path.strip_prefix(&crates).unwrap_or(&path).display().to_string();
        for name in text.lines().filter_map(declared) {
            places.entry(name.to_owned()).or_default().push(shown.clone());
        }
    }
    assert!(places.len() > 100, "the types of the workspace are found: {}", places.len());
    places.retain(|_, files| files.len() > 1);
    assert!(places.is_empty(), "public types of the same name: {places:#?}");
}

#[test]
fn declarations_are_distinguished_from_other_lines() {
    assert_eq!(declared("pub struct Table<P> {"), Some("Table"));
    assert_eq!(declared("    pub type Key = u64;"), Some("Key"));
    for other in ["pub(super) struct Inner;", "struct Inner;", "pub use other::Table;", "// pub struct Table"]
    {
        assert_eq!(declared(other), None, "{other}");
    }
}
