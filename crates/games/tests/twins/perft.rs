//! The published move counts, to the depths that a slow twin reaches.

use crate::Twin;
use crate::ataxx::Ataxx;
use crate::knightline::KnightLine;
use crate::neutreeko::Neutreeko;
use crate::threedragons::ThreeDragons;

/// Counts beyond this are left to the real rules.
const LEAVES_MAX: u64 = 600_000;

#[test]
fn neutreeko() {
    check::<Neutreeko>("neutreeko", include_str!("../../src/neutreeko/perft.txt"));
}

#[test]
fn knightline() {
    check::<KnightLine>("knightline", include_str!("../../src/knightline/perft.txt"));
    check::<KnightLine>("knightline-feup", include_str!("../../src/knightline/perft-feup.txt"));
}

#[test]
fn ataxx() {
    check::<Ataxx>("ataxx", include_str!("../../src/ataxx/perft.txt"));
    check::<Ataxx>("infection", include_str!("../../src/ataxx/perft-infection.txt"));
}

#[test]
fn threedragons() {
    check::<ThreeDragons>("threedragons", include_str!("../../src/threedragons/perft.txt"));
    check::<ThreeDragons>("threedragons-power", include_str!("../../src/threedragons/perft-power.txt"));
    check::<ThreeDragons>("threedragons-dragons", include_str!("../../src/threedragons/perft-dragons.txt"));
}

/// Counts what the lines `perft DEPTH NODES` say of the line `position TEXT` above them.
fn check<T: Twin>(id: &str, counts: &str) {
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
