//! Slow twins: every rule set a second time, plainly, from the written rules alone.
//!
//! A twin uses nothing of the crate it checks. It works on arrays and maps of cells, takes and returns text,
//! and is compared with the real rules along random games: from the starts, and from dealt positions in which
//! the rare cases are common. The cases met are counted, so that a generator that stops producing them fails
//! the test too.

mod dice;
mod perft;
mod reasons;

use std::collections::{BTreeMap, HashSet};

use dice::Dice;
use games::{AnyPosition, GameEntry, Message};

/// An id, and in groups the special cases that the walks of this rule set must have met.
type RuleSet = (&'static str, &'static [&'static [&'static str]]);

/// A rule set in its plainest form. Moves and positions are strict, canonical text.
trait Twin: Sized {
    /// Every rule set that this twin plays.
    const RULE_SETS: &'static [RuleSet];

    /// Reads a canonical position text of the rule set with this id. Only ever sees texts that are right.
    fn read(id: &str, text: &str) -> Self;
    fn write(&self) -> String;
    /// Returns the result as records write it: `1-0` means that the first player won.
    fn outcome(&self) -> Option<&'static str>;
    /// Returns the legal moves in any order.
    fn moves(&self) -> Vec<String>;
    #[must_use]
    fn play(&self, mv: &str) -> Self;
    /// Some position that the text allows, likely to be a special case; legal play need not reach it.
    fn deal(id: &str, dice: &mut Dice) -> Self;
    /// Returns whether the rules allow to read what is written here: play may lead past a limit that holds
    /// for texts alone.
    fn is_readable(&self) -> bool {
        true
    }
    /// The facts of this game's own that the walks must have met; see `reasons.rs`.
    const FACTS: &'static [&'static str];
    /// Those of them that a rule set cannot say, as its id and the fact.
    const ABSENT: &'static [(&'static str, &'static str)] = &[];
    /// Returns the cell that a move comes to.
    fn target(mv: &str) -> String;
    /// Returns whether a fact of this game's own about a move to the position `next` is true; `None` when
    /// there is no such fact.
    fn is_true(&self, mv: &str, next: &Self, fact: &Message) -> Option<bool>;
    /// Returns the special cases that this position is.
    fn marks(&self, moves: &[String]) -> Vec<&'static str>;
    /// Returns the special cases that this move to the position `next` is.
    fn marks_of_move(&self, mv: &str, next: &Self) -> Vec<&'static str>;
}

/// How many different positions of a rule set are compared.
const POSITIONS_MIN: usize = 100_000;
/// How often each special case must have occurred.
const MARKS_MIN: usize = 200;
/// A walk from a start ends here at the latest: some games have no end of their own.
const PLIES_MAX: usize = 60;

macro_rules! twins {
    ($($module:ident: $twin:ident),* $(,)?) => {
        $(mod $module;

        #[test]
        fn $module() {
            compare::<$module::$twin>();
        })*

        /// The published move counts, to the depths that a twin reaches.
        mod counts {
            $(#[test]
            fn $module() {
                for (id, _) in <crate::$module::$twin as crate::Twin>::RULE_SETS {
                    crate::perft::check::<crate::$module::$twin>(stringify!($module), id);
                }
            })*
        }

        #[test]
        fn every_game_has_a_twin() {
            let twins = [$($module::$twin::RULE_SETS),*].concat();
            for game in games::GAMES {
                assert!(twins.iter().any(|(id, _)| *id == game.info.id), "{} has no twin", game.info.id);
            }
        }
    };
}

// The list of twins: a new one adds its module and its type here.
twins![ataxx: Ataxx, knightline: KnightLine, neutreeko: Neutreeko, threedragons: ThreeDragons];

fn compare<T: Twin>() {
    for (id, marks) in T::RULE_SETS {
        let game = games::find(id).expect("a twin is of a registered game");
        let mut dice = Dice(0x6a6f_676f);
        let mut tally = Tally::default();
        while tally.positions.len() < POSITIONS_MIN {
            // Short walks from dealt positions: the special cases are where these begin.
            let (text, plies) = match dice.below(32) {
                0 => (dice.pick(game.info.starts).text.to_owned(), PLIES_MAX),
                _ => (T::deal(id, &mut dice).write(), dice.between(1, 16)),
            };
            walk::<T>(game, &text, plies, &mut dice, &mut tally);
        }
        let marks = marks.concat();
        let mut rare: Vec<String> = Vec::new();
        for mark in &marks {
            let times = tally.marks.get(mark).copied().unwrap_or(0);
            if times < MARKS_MIN {
                rare.push(format!("{mark}: {times}"));
            }
        }
        assert!(
            rare.is_empty(),
            "{id}: the walks hardly met\n  {}\nof {:#?}",
            rare.join("\n  "),
            tally.marks
        );
        for mark in tally.marks.keys() {
            assert!(marks.contains(mark), "{id}: {mark:?} is counted but not wanted");
        }
    }
}

/// What the walks of one rule set have met.
#[derive(Default)]
struct Tally {
    positions: HashSet<String>,
    marks: BTreeMap<&'static str, usize>,
}

impl Tally {
    fn count(&mut self, marks: Vec<&'static str>) {
        for mark in marks {
            *self.marks.entry(mark).or_default() += 1;
        }
    }
}

/// One random game, both sides of it in step.
fn walk<T: Twin>(game: &GameEntry, text: &str, plies: usize, dice: &mut Dice, tally: &mut Tally) {
    let id = game.info.id;
    let mut twin = T::read(id, text);
    assert_eq!(twin.write(), text, "{id}: the twin does not write what it reads");
    let mut real = read(game, text);
    let mut text = text.to_owned();
    for ply in 0..plies {
        let moves = same_position(game, &text, &twin, &*real);
        tally.count(twin.marks(&moves));
        if moves.is_empty() {
            tally.positions.insert(text);
            return;
        }
        // Every move of some positions, one move of all: a slip in `play` may need a rare move.
        if dice.one_in(if ply == 0 { 4 } else { 50 }) {
            for mv in &moves {
                let (next, ..) = same_move(game, &text, &twin, &*real, mv);
                tally.count(twin.marks_of_move(mv, &next));
            }
        }
        let mv = dice.pick(&moves);
        let (next, next_text, after) = same_move(game, &text, &twin, &*real, mv);
        tally.count(twin.marks_of_move(mv, &next));
        tally.positions.insert(text);
        (twin, text, real) = (next, next_text, after);
        // What `play` keeps up to date must be what reading the text builds anew.
        if dice.one_in(8) && twin.is_readable() {
            let again = read(game, &text);
            assert_eq!(again.key(), real.key(), "{id}: the key of {text} depends on the moves before it");
            real = again;
        }
    }
}

fn read(game: &GameEntry, text: &str) -> Box<dyn AnyPosition> {
    let id = game.info.id;
    let real = (game.read)(text).unwrap_or_else(|error| panic!("{id}: {text} is refused: {error}"));
    assert_eq!(real.to_string(), text, "{id}: what is read is not written back");
    real
}

/// Compares all that a position says of itself, and gives its moves.
fn same_position<T: Twin>(game: &GameEntry, text: &str, twin: &T, real: &dyn AnyPosition) -> Vec<String> {
    let id = game.info.id;
    let mut wanted = twin.moves();
    wanted.sort_unstable();
    let mut given = real.moves();
    given.sort_unstable();
    if wanted != given {
        let missing: Vec<&String> = wanted.iter().filter(|mv| !given.contains(mv)).collect();
        let surplus: Vec<&String> = given.iter().filter(|mv| !wanted.contains(mv)).collect();
        panic!(
            "{id}: moves of {text} differ\n  missing {missing:?}\n  surplus {surplus:?}\n  twin {wanted:?}\n  real {given:?}"
        );
    }
    assert!(given.windows(2).all(|pair| pair[0] != pair[1]), "{id}: {text} lists a move twice: {given:?}");
    assert_eq!(real.count_moves(), given.len(), "{id}: {text} counts its moves wrongly");
    let outcome = real.outcome().map(games::Outcome::result);
    assert_eq!(outcome, twin.outcome(), "{id}: {text} ends otherwise (left: real, right: twin)");
    assert_eq!(
        given.is_empty(),
        outcome.is_some(),
        "{id}: {text} must have moves exactly while it has no result"
    );
    let letter = game.info.side(real.turn()).letter.to_string();
    assert_eq!(Some(letter.as_str()), text.split(' ').nth(1), "{id}: {text} has the wrong player to move");
    given
}

/// Plays a move on both sides, compares the texts, and gives the twin's position, its text and the real
/// position.
fn same_move<T: Twin>(
    game: &GameEntry,
    text: &str,
    twin: &T,
    real: &dyn AnyPosition,
    mv: &str,
) -> (T, String, Box<dyn AnyPosition>) {
    let id = game.info.id;
    let after = real
        .after(mv)
        .unwrap_or_else(|complaint| panic!("{id}: {text}: legal move {mv} is refused: {complaint}"));
    let next = twin.play(mv);
    let next_text = next.write();
    assert_eq!(after.to_string(), next_text, "{id}: {text}: {mv} leads elsewhere (left: real, right: twin)");
    (next, next_text, after)
}
