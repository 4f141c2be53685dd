//! The promises every game keeps, as tests. A game joins by being registered; the template joins by hand.
//!
//! Data files lie in the folder of the game: `perft.txt`, `invalid.txt` and `playthrough.txt`, with a suffix
//! for further rule sets of a family. With `JOGO_BLESS=1` the playthroughs, and the messages in
//! `invalid.txt`, are written anew; read the diff.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use crate::template::Noughts;
use crate::text::{Marks, View};
use crate::{AnyPosition, GAMES, Game, NO_MOVE, Player, Visitor, text, visit};

/// A fixed stream of numbers, good enough to walk games with.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

/// Runs one law for every game.
fn for_every_game<L: Visitor<Output = ()> + Copy>(law: L) {
    for game in GAMES {
        visit(game.info.id, law).expect("the registry finds its own ids");
    }
    law.visit::<Noughts>();
}

fn legal_moves<P: Game>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// Calls `see` with every position of random games from every named start.
fn walk<P: Game>(games: usize, plies_max: usize, mut see: impl FnMut(&P)) {
    let mut dice = Dice(2026);
    for game in 0..games {
        let start = &P::INFO.starts[game % P::INFO.starts.len()];
        let mut position = P::from_str(start.text).expect("named starts are legal");
        for _ in 0..plies_max {
            see(&position);
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position.play(moves[dice.below(moves.len())]);
        }
    }
}

macro_rules! law {
    ($(#[$doc:meta])* fn $name:ident<P: Game>() $body:block) => {
        $(#[$doc])*
        #[test]
        fn $name() {
            #[derive(Clone, Copy)]
            struct Law;
            impl Visitor for Law {
                type Output = ();
                fn visit<P: Game>(self) $body
            }
            for_every_game(Law);
        }
    };
}

law! {
    fn the_standard_start_is_the_default<P: Game>() {
        let [standard, ..] = P::INFO.starts else { panic!("{} has no start", P::INFO.id) };
        assert_eq!(standard.name, "standard");
        assert_eq!(P::default().to_string(), standard.text);
        assert_eq!(P::default().turn(), Player::First);
        for start in P::INFO.starts {
            assert_eq!(P::from_str(start.text).expect(start.name).to_string(), start.text, "canonical text of {}", start.name);
        }
    }
}

law! {
    /// What the rules say in one language they say in all: as many headings, the same boards, the same
    /// examples of notation.
    fn rules_say_the_same_in_every_language<P: Game>() {
        let [(first, english), others @ ..] = P::INFO.rules else { panic!("{} has no rules", P::INFO.id) };
        assert_eq!(*first, "en");
        assert_eq!(others.iter().map(|(tag, _)| *tag).collect::<Vec<_>>(), ["pt"], "{}", P::INFO.id);
        for (tag, text) in others {
            assert_eq!(outline(text), outline(english), "{} in {tag}", P::INFO.id);
            assert_ne!(text, english, "{} in {tag}", P::INFO.id);
        }
    }
}

/// Returns what does not depend on the language in a text of rules: levels of headings, indented lines, and
/// what stands between backticks.
fn outline(rules: &str) -> (Vec<usize>, Vec<&str>, Vec<&str>) {
    let headings = rules
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| line.split(' ').next().map_or(0, str::len));
    let boards = rules.lines().filter(|line| line.starts_with("    "));
    let mut examples: Vec<&str> = rules.split('`').skip(1).step_by(2).collect();
    examples.sort_unstable();
    (headings.collect(), boards.collect(), examples)
}

law! {
    fn texts_round_trip<P: Game>() {
        walk(60, 400, |position: &P| {
            let text = position.to_string();
            let read = P::from_str(&text).unwrap_or_else(|error| panic!("{}: {text}: {error}", P::INFO.id));
            assert_eq!(&read, position, "{text}");
            assert_eq!(read.to_string(), text);
            assert_eq!(read.key(), position.key(), "{text}");
            assert_eq!(legal_moves(&read), legal_moves(position), "the order of moves must not depend on the path: {text}");
        });
    }
}

law! {
    fn moves_are_distinct_and_read_back<P: Game>() {
        walk(40, 400, |position: &P| {
            let moves = legal_moves(position);
            assert_eq!(moves.is_empty(), position.outcome().is_some(), "{position}");
            assert_eq!(position.count_moves(), moves.len(), "{position}");
            let texts: HashSet<String> = moves.iter().map(P::Move::to_string).collect();
            let codes: HashSet<u32> = moves.iter().map(|mv| (*mv).into()).collect();
            assert!(!codes.contains(&NO_MOVE), "{}: a move has the number that stands for no move", P::INFO.id);
            assert_eq!((texts.len(), codes.len()), (moves.len(), moves.len()), "{position}");
            for (index, mv) in moves.iter().enumerate() {
                assert_eq!(position.read_move(&mv.to_string()), Ok(*mv), "{position}");
                assert_eq!(position.nth_move(index), Some(*mv), "{position}");
                let picked = position.pick_move(|count| index + usize::from(count != moves.len()));
                assert_eq!(picked, Some(*mv), "{position}");
            }
            assert_eq!(position.nth_move(moves.len()), None, "{position}");
            assert_eq!(position.pick_move(|count| count), None, "{position}");
            let replies = moves.iter().map(|mv| {
                let mut next = position.clone();
                next.play(*mv);
                next.count_moves() as u64
            });
            assert_eq!(position.count_replies(&mut Vec::new()), replies.sum::<u64>(), "{position}");
        });
    }
}

law! {
    fn endings_explain_outcomes<P: Game>() {
        walk(60, 400, |position: &P| {
            let ending = position.ending();
            assert_eq!(ending.is_some(), position.outcome().is_some(), "{position}");
            let picture = position.picture();
            for cell in ending.into_iter().flat_map(|ending| ending.cells) {
                assert!(picture.cell(&cell).is_some(), "{position}: {cell} is not in the picture");
            }
        });
    }
}

law! {
    fn pictures_are_whole<P: Game>() {
        walk(20, 400, |position: &P| {
            let picture = position.picture();
            let size = picture.columns.len() * picture.rows.len();
            assert_eq!((picture.cells.len(), picture.report.symbols.len()), (size, size), "{position}");
            assert_eq!(picture.report.columns.len(), picture.columns.len());
            assert_eq!(picture.report.rows.len(), picture.rows.len());
            let names: HashSet<&str> = picture.cells.iter().map(|cell| cell.name.as_str()).collect();
            assert_eq!(names.len(), size, "{position}");
        });
    }
}

law! {
    /// The changes that games compute without drawing are those that a comparison of two drawings shows.
    fn previews_show_what_pictures_would<P: Game>() {
        walk(3, 60, |position: &P| {
            let (before, any): (_, &dyn AnyPosition) = (position.picture(), position);
            assert_eq!(position.counts(), before.counts, "{position}");
            let previews = any.previews();
            assert!(previews.iter().map(|preview| &preview.handle).eq(&any.handles()), "{position}");
            for (preview, mv) in previews.into_iter().zip(legal_moves(position)) {
                let mut later = position.clone();
                later.play(mv);
                let after = later.picture();
                assert_eq!((preview.changes, preview.counts), (before.changes(&after), after.counts), "{position}: {mv}");
                assert_eq!(any.changes(&later), before.changes(&after), "{position}: {mv}");
            }
        });
    }
}

law! {
    fn gestures_tell_moves_apart<P: Game>() {
        walk(10, 400, |position: &P| {
            let picture = position.picture();
            let mut seen = HashSet::new();
            for mv in legal_moves(position) {
                let gestures = position.gestures(mv);
                assert!(!gestures.is_empty(), "{position}: {mv}");
                for gesture in gestures {
                    let cells: Vec<&str> = gesture.cells.iter().map(String::as_str).collect();
                    for touched in 0..=cells.len() {
                        assert_eq!(position.objection(&cells[..touched]), None, "{position}: {mv}");
                    }
                    assert!(gesture.cells.iter().all(|cell| picture.cell(cell).is_some()), "{position}: {mv}");
                    assert!(seen.insert(gesture.clone()), "{position}: {mv} shares {gesture:?}");
                }
            }
            // A gesture that says nothing must not begin another one: a front end could not decide when it
            // ends.
            for gesture in seen.iter().filter(|gesture| gesture.choice.is_none()) {
                let longer = |other: &&crate::Gesture| *other != gesture && other.cells.starts_with(&gesture.cells);
                assert_eq!(seen.iter().find(longer), None, "{position}: {gesture:?}");
            }
        });
    }
}

law! {
    fn prolog_keeps_placement_and_side<P: Game>() {
        walk(30, 400, |position: &P| {
            let Some(term) = position.to_prolog() else { return };
            let read = P::from_str(&term).unwrap_or_else(|error| panic!("{}: {term}: {error}", P::INFO.id));
            assert_eq!(read.key(), position.key(), "{term}");
            assert_eq!(read.to_prolog(), Some(term));
        });
    }
}

law! {
    /// Bytes changed, lost, doubled and moved about: whatever is accepted must be a position like any other,
    /// and nothing may panic.
    fn mutilated_texts_are_refused_or_sound<P: Game>() {
        let mut dice = Dice(7);
        let mut texts = Vec::new();
        walk(8, 60, |position: &P| texts.extend([Some(position.to_string()), position.to_prolog()].into_iter().flatten()));
        let alphabet: Vec<char> = " 0123456789abcdefghimnowxABCDMOPWX/-@.:,[]()'%#*\u{e9}\n\t\u{0}".chars().collect();
        for round in 0..6000 {
            let mut text: Vec<char> = texts[dice.below(texts.len())].chars().collect();
            for _ in 0..=round % 3 {
                let at = dice.below(text.len().max(1)).min(text.len().saturating_sub(1));
                match dice.below(4) {
                    0 if !text.is_empty() => text[at] = alphabet[dice.below(alphabet.len())],
                    1 if !text.is_empty() => drop(text.remove(at)),
                    2 => text.insert(at, alphabet[dice.below(alphabet.len())]),
                    _ => {
                        let other = dice.below(text.len().max(1));
                        if at < text.len() && other < text.len() {
                            text.swap(at, other);
                        }
                    }
                }
            }
            let text: String = text.into_iter().collect();
            let Ok(position) = P::from_str(&text) else { continue };
            let canonical = position.to_string();
            assert_eq!(P::from_str(&canonical).as_ref(), Ok(&position), "{text}");
            let moves = legal_moves(&position);
            assert_eq!(moves.is_empty(), position.outcome().is_some(), "{text}");
            assert_eq!(moves.len(), position.count_moves(), "{text}");
            assert_eq!(position.ending().is_some(), position.outcome().is_some(), "{text}");
            text::draw(&position.picture(), &P::INFO, View::default(), &Marks::default());
            for mv in moves {
                let mut next = position.clone();
                next.play(mv);
                assert_eq!(P::from_str(&next.to_string()).as_ref(), Ok(&next), "{text}: {mv}");
            }
        }
    }
}

law! {
    /// Moves of one position, typed in another and mutilated, are legal there or refused with a phrase that
    /// translators know.
    fn complaints_are_listed_phrases<P: Game>() {
        let mut dice = Dice(11);
        let mut moves = vec![String::new(), "pass".into(), "0000".into(), "\u{e9}\u{e9}".into()];
        walk(4, 60, |position: &P| moves.extend(legal_moves(position).iter().map(P::Move::to_string)));
        walk(4, 60, |position: &P| {
            for _ in 0..40 {
                let mut text = moves[dice.below(moves.len())].clone();
                if !text.is_empty() && text.is_ascii() && dice.below(3) == 0 {
                    text.remove(dice.below(text.len()));
                }
                match position.read_move(&text) {
                    Ok(mv) => assert!(legal_moves(position).contains(&mv), "{position}: {text}"),
                    Err(complaint) => {
                        let listed = P::INFO.phrases.iter().chain(crate::PHRASES.iter().copied().flatten());
                        assert!(listed.into_iter().any(|phrase| *phrase == complaint.phrase), "{} is not listed", complaint.key());
                        assert!(!complaint.to_string().contains('{'), "{complaint}");
                    }
                }
            }
        });
    }
}

#[test]
fn phrase_keys_are_unique() {
    let mut families = HashSet::new();
    let games = GAMES.iter().filter(|game| families.insert(game.info.family)).map(|game| game.info.phrases);
    let mut keys = HashSet::new();
    for phrase in games.chain(crate::PHRASES.iter().copied()).flatten() {
        assert!(keys.insert(phrase.key), "the key {} stands twice", phrase.key);
    }
}

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
            let (text, expected) = rest.split_once(" =>").map_or((rest, ""), |(text, expected)| (text, expected.trim_start()));
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
                    assert!(blessing() || error.to_string() == expected, "{}: {line}\n found: {error}", P::INFO.id);
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
        let mut told = format!("# {}: one random game with every answer along it. Made by `cargo xtask bless`.\n", P::INFO.id);
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
        assert_eq!(differs, None, "{} differs from that line on; if it should, run `cargo xtask bless -p games` and read the diff", path.display());
        assert_eq!(recorded.len(), told.len(), "{}", path.display());
    }
}
