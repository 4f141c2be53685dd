//! The promises every game keeps, as tests. A game joins by being registered; the template joins by hand.

use std::collections::HashSet;

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

mod files;

law! {
    fn the_standard_start_is_the_default<P: Game>() {
        let [standard, ..] = P::INFO.starts else { panic!("{} has no start", P::INFO.id) };
        assert_eq!(standard.name, "standard");
        assert_eq!(P::default().to_string(), standard.text);
        assert_eq!(P::default().turn(), Player::First);
        for start in P::INFO.starts {
            let read = P::from_str(start.text).expect(start.name);
            assert_eq!(read.to_string(), start.text, "canonical text of {}", start.name);
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
            let (there, here) = (legal_moves(&read), legal_moves(position));
            assert_eq!(there, here, "the order of moves must not depend on the path: {text}");
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
            let id = P::INFO.id;
            assert!(!codes.contains(&NO_MOVE), "{id}: a move has the number that stands for no move");
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
                let drawn = (before.changes(&after), after.counts);
                assert_eq!((preview.changes, preview.counts), drawn, "{position}: {mv}");
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
                    assert!(cells.iter().all(|cell| picture.cell(cell).is_some()), "{position}: {mv}");
                    assert!(seen.insert(gesture.clone()), "{position}: {mv} shares {gesture:?}");
                }
            }
            // A gesture that says nothing must not begin another one: a front end could not decide when it
            // ends.
            for gesture in seen.iter().filter(|gesture| gesture.choice.is_none()) {
                let longer =
                    |other: &&crate::Gesture| *other != gesture && other.cells.starts_with(&gesture.cells);
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
        walk(8, 60, |position: &P| {
            texts.push(position.to_string());
            texts.extend(position.to_prolog());
        });
        let alphabet: Vec<char> =
            " 0123456789abcdefghimnowxABCDMOPWX/-@.:,[]()'%#*\u{e9}\n\t\u{0}".chars().collect();
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
                        let mut listed = P::INFO.phrases.iter().chain(crate::PHRASES.iter().copied().flatten());
                        let is_listed = listed.any(|phrase| *phrase == complaint.phrase);
                        assert!(is_listed, "{} is not listed", complaint.key());
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
