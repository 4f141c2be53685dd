//! The modules of the crate depend on one another one way only.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The Rust files under a path, tests left out.
fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            sources(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
        found.push(path.to_owned());
    }
}

/// Returns the modules that the code of a file names as `crate::MODULE`, its comments and tests left out.
fn named_modules(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let uses = lines.flat_map(|line| line.split("crate::").skip(1));
    let name =
        |rest: &str| rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect::<String>();
    uses.map(name).collect()
}

#[test]
fn modules_do_not_depend_on_one_another_in_a_circle() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let library = fs::read_to_string(src.join("lib.rs")).unwrap();
    let modules: Vec<&str> =
        library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(modules.contains(&"any") && modules.contains(&"knowledge"), "{modules:?}");
    let mut needs: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for module in &modules {
        let mut files = Vec::new();
        for path in
            [src.join(module), src.join(format!("{module}.rs"))].into_iter().filter(|path| path.exists())
        {
            sources(&path, &mut files);
        }
        let named: BTreeSet<String> = files.iter().flat_map(|file| named_modules(file)).collect();
        needs.insert(
            module,
            modules.iter().copied().filter(|other| other != module && named.contains(*other)).collect(),
        );
    }
    // What needs nothing that is left is taken away, again and again; a circle stays.
    while let Some(free) = needs.iter().find(|(_, needed)| needed.is_empty()).map(|(module, _)| *module) {
        needs.remove(free);
        for needed in needs.values_mut() {
            needed.remove(free);
        }
    }
    assert!(needs.is_empty(), "these depend on one another: {needs:?}");
}
