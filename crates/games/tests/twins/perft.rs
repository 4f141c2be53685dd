//! The published move counts, to the depths that a slow twin reaches.

use std::fs;
use std::path::Path;

use crate::Twin;

/// Counts beyond this are left to the real rules.
const LEAVES_MAX: u64 = 600_000;

/// Counts what the lines `perft DEPTH NODES` say of the line `position TEXT` above them, in the file of this
/// rule set in the folder of its game.
pub fn check<T: Twin>(folder: &str, id: &str) {
    let suffix = id.strip_prefix(folder).map_or_else(|| format!("-{id}"), str::to_owned);
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder).join(format!("perft{suffix}.txt"));
    let counts = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut position = None;
    let mut checked = 0;
    for line in counts.lines() {
        match line.split_once(' ') {
            Some(("position", "start")) => {
                let start = &games::find(id).expect("a registered game").info.starts[0];
                position = Some(T::read(id, start.text));
            }
            Some(("position", text)) => position = Some(T::read(id, text)),
            Some(("perft", numbers)) => {
                let (depth, leaves) = numbers.split_once(' ').expect("a depth and a count");
                let leaves: u64 = leaves.parse().expect("a count");
                if leaves <= LEAVES_MAX {
                    let position = position.as_ref().expect("a position first");
                    assert_eq!(
                        perft(position, depth.parse().expect("a depth")),
                        leaves,
                        "{id}: {line} of {}",
                        position.write()
                    );
                    checked += 1;
                }
            }
            _ => {}
        }
    }
    assert!(checked >= 3, "{id}: only {checked} counts checked");
}

fn perft<T: Twin>(position: &T, depth: u32) -> u64 {
    let moves = position.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| perft(&position.play(mv), depth - 1)).sum()
}
