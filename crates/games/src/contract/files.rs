//! What the data files of a game hold its rules to: `perft.txt`, `invalid.txt` and `playthrough.txt`, in the
//! folder of the game, with a suffix for further rule sets of a family.
//!
//! With `JOGO_BLESS=1` the playthroughs, and the messages in `invalid.txt`, are written anew; read the diff.

use std::fs;
use std::path::PathBuf;

use super::{Dice, for_every_game, legal_moves};
use crate::text::{self, Marks, View};
use crate::{Game, Visitor};

/// Returns a data file of a game: in the folder of its family, with what is left of the id as suffix.
fn data_file<P: Game>(name: &str, ending: &str) -> PathBuf {
    let folder = P::INFO.family.to_lowercase().replace(' ', "");
    let suffix = match P::INFO.id.strip_prefix(&folder) {
        Some(rest) => rest.to_owned(),
        None => format!("-{}", P::INFO.id),
    };
    [env!("CARGO_MANIFEST_DIR"), "src", &folder, &format!("{name}{suffix}.{ending}")].iter().collect()
}

fn read_data<P: Game>(name: &str) -> String {
    let path = data_file::<P>(name, "txt");
    let what_to_do = if name == "playthrough" {
        "run `cargo xtask bless -p games`, and read what it wrote"
    } else {
        "write it by hand, as CONTRIBUTING.md says"
    };
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}: {what_to_do}", path.display()))
}

fn blessing() -> bool {
    std::env::var_os("JOGO_BLESS").is_some()
}

fn perft<P: Game>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return position.count_moves() as u64;
    }
    let after = |mv| {
        let mut next = position.clone();
        next.play(mv);
        perft(&next, depth - 1)
    };
    legal_moves(position).into_iter().map(after).sum()
}

law! {
    fn perft_counts_are_right<P: Game>() {
        let mut position = P::default();
        let mut checked = 0;
        for line in read_data::<P>("perft").lines() {
            match line.split_once(' ') {
                Some(("position", "start")) => position = P::default(),
                Some(("position", text)) => position = text.parse().expect(text),
                Some(("perft", counts)) => {
                    let (depth, nodes) = counts.split_once(' ').expect("perft DEPTH NODES");
                    let found = perft(&position, depth.parse().expect(depth));
                    assert_eq!(found.to_string(), nodes, "{}: perft {depth} of {position}", P::INFO.id);
                    checked += 1;
                }
                _ => assert!(line.is_empty() || line.starts_with('#') || line.starts_with("slow "), "{line}"),
            }
        }
        assert!(checked >= 3);
    }
}

law! {
    /// `position TEXT => ERROR`, and after `at POSITION` lines `move TEXT => COMPLAINT`, with the escapes of
    /// Rust strings.
    fn wrong_input_gets_the_expected_answer<P: Game>() {
        let mut at = P::default();
        let mut wrong = 0;
        let mut blessed = String::new();
        for line in read_data::<P>("invalid").lines() {
            let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
            let (text, expected) = rest.split_once(" =>").unwrap_or((rest, ""));
            let expected = expected.trim_start();
            let answer = match kind {
                "position" => P::from_str(&unescape(text)).map(|position| position.to_string()),
                "move" => at.read_move(&unescape(text)).map(|mv| mv.to_string()),
                "at" => {
                    at = rest.parse().unwrap_or_else(|error| panic!("{rest}: {error}"));
                    blessed.push_str(&format!("{line}\n"));
                    continue;
                }
                _ => {
                    assert!(line.is_empty() || line.starts_with('#'), "{line}");
                    blessed.push_str(&format!("{line}\n"));
                    continue;
                }
            };
            wrong += 1;
            match answer {
                Ok(accepted) => panic!("{}: {line}: was accepted as {accepted}", P::INFO.id),
                Err(error) => {
                    blessed.push_str(&format!("{kind} {text} => {error}\n"));
                    let is_as_expected = blessing() || error.to_string() == expected;
                    assert!(is_as_expected, "{}: {line}\n found: {error}", P::INFO.id);
                }
            }
        }
        assert!(wrong >= 25, "{} has only {wrong} wrong inputs", P::INFO.id);
        if blessing() {
            fs::write(data_file::<P>("invalid", "txt"), blessed).expect("the source tree is writable");
        }
    }
}

fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match character {
            '\\' => match rest.next() {
                Some('n') => plain.push('\n'),
                Some('t') => plain.push('\t'),
                Some('s') => plain.push(' '),
                Some('u') => {
                    let code: String = rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                    plain.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
                }
                other => plain.extend(other),
            },
            _ => plain.push(character),
        }
    }
    plain
}

law! {
    /// One random game with every answer along it. When a change alters a file, the diff shows what changed
    /// for the user.
    fn playthroughs_are_as_recorded<P: Game>() {
        let mut told = format!(
            "# {}: one random game with every answer along it. Made by `cargo xtask bless`.\n",
            P::INFO.id
        );
        let mut dice = Dice(1);
        let mut position = P::default();
        for ply in 0..=40 {
            let moves = legal_moves(&position);
            let texts: Vec<String> = moves.iter().map(P::Move::to_string).collect();
            told.push_str(&format!("\n## ply {ply}\nposition {position}\n"));
            if let Some(term) = position.to_prolog() {
                told.push_str(&format!("prolog {term}\n"));
            }
            told.push_str(&format!("turn {:?}\noutcome {:?}\n", position.turn(), position.outcome()));
            if let Some(ending) = position.ending() {
                told.push_str(&format!("ending {} {:?}\n", ending.reason, ending.cells));
            }
            told.push_str(&text::draw(&position.picture(), &P::INFO, View::default(), &Marks::default()));
            told.push_str(&format!("moves {} {}\n", moves.len(), texts.join(" ")));
            if moves.is_empty() {
                break;
            }
            let mv = moves[dice.below(moves.len())];
            told.push_str(&format!("play {mv} {:?}\n", position.gestures(mv)));
            position.play(mv);
        }
        let path = data_file::<P>("playthrough", "txt");
        if blessing() {
            fs::write(&path, &told).expect("the source tree is writable");
        }
        let recorded = read_data::<P>("playthrough");
        let differs = recorded.lines().zip(told.lines()).position(|(old, new)| old != new);
        assert_eq!(
            differs,
            None,
            "{} differs from that line on; if it should, run `cargo xtask bless -p games` and read the diff",
            path.display()
        );
        assert_eq!(recorded.len(), told.len(), "{}", path.display());
    }
}
