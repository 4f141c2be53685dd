//! Facts about moves, checked a second time by the twins: every fact that a game says must be true by the
//! written rules alone.

use std::collections::{BTreeMap, HashSet};

use games::{GameEntry, Message, Player};

use crate::dice::Dice;
use crate::{PLIES_MAX, Twin};

/// Positions of each rule set.
const SAMPLE: usize = 10_000;
/// How often the sample must have met each fact that it is expected to meet, so that a fact that is never
/// said fails.
const SAID_MIN: usize = 3;

/// Facts that only an engine says; its own tests check them.
const OF_ENGINES: &[&str] = &[
    "reason-keeps-win",
    "reason-keeps-win-alone",
    "reason-keeps-draw",
    "reason-keeps-draw-alone",
    "reason-gives-win",
    "reason-gives-draw",
    "reason-resists",
    "reason-wins-within",
    "reason-loses-within",
    "reason-answer",
];
/// The word for a move of a game that has no kinds, and facts that hardly any position of these games shows.
const RARE: &[&str] = &["reason-kind", "reason-draws", "reason-loses", "reason-wins-next"];

macro_rules! families {
    ($($module:ident: $twin:ident),* $(,)?) => {
        mod sample {
            $(#[test]
            fn $module() {
                super::check::<crate::$module::$twin>(super::SAMPLE);
            })*
        }

        #[test]
        fn every_phrase_about_moves_is_checked() {
            let mut said: HashSet<&str> = OF_ENGINES.iter().chain(RARE).copied().collect();
            $(said.extend(check::<crate::$module::$twin>(SAMPLE / 20));)*
            for phrase in games::reasons::PHRASES {
                assert!(said.contains(phrase.key), "no position of the sample shows {}", phrase.key);
            }
        }
    };
}

families![ataxx: Ataxx, knightline: KnightLine, neutreeko: Neutreeko, threedragons: ThreeDragons];

/// Checks every fact about moves of this many different positions of each rule set, and gives the keys of
/// what was said.
fn check<T: Twin>(positions: usize) -> HashSet<&'static str> {
    let mut keys = HashSet::new();
    for (id, _) in T::RULE_SETS {
        let game = games::find(id).expect("a twin is of a registered game");
        let mut dice = Dice(0x7265_6173);
        let mut seen = HashSet::new();
        let mut said: BTreeMap<&'static str, usize> = BTreeMap::new();
        while seen.len() < positions {
            let (text, plies) = match dice.below(4) {
                0 => (dice.pick(game.info.starts).text.to_owned(), PLIES_MAX),
                _ => (T::deal(id, &mut dice).write(), 4),
            };
            walk::<T>(game, &text, plies, &mut dice, &mut seen, &mut said);
        }
        if positions >= SAMPLE {
            for phrase in T::FACTS {
                let times = said.get(phrase).copied().unwrap_or(0);
                let is_said_here = !(T::ABSENT.contains(&(*id, *phrase)));
                assert!(!is_said_here || times >= SAID_MIN, "{id}: {phrase} was said {times} times");
            }
        }
        keys.extend(said.into_keys());
    }
    keys
}

fn walk<T: Twin>(
    game: &GameEntry,
    text: &str,
    plies: usize,
    dice: &mut Dice,
    seen: &mut HashSet<String>,
    said: &mut BTreeMap<&'static str, usize>,
) {
    let mut twin = T::read(game.info.id, text);
    for _ in 0..plies {
        let moves = twin.moves();
        if moves.is_empty() || !twin.is_readable() {
            return;
        }
        let text = twin.write();
        let real = (game.read)(&text).expect("a readable position");
        let mv = dice.pick(&moves).clone();
        // A move that wins and one that stops a win are rare among all: both are looked for.
        let special = moves.iter().find(|mv| twin.play(mv).outcome().is_some());
        for mv in [Some(&mv), special].into_iter().flatten() {
            let kind = real.move_kind(mv).expect("a legal move");
            for fact in real.reasons(mv).expect("a legal move").into_iter().chain([kind]) {
                let truth = truth(game, &twin, mv, &fact);
                assert_eq!(truth, Some(true), "{}: {text}: {mv}: {fact} ({})", game.info.id, fact.key());
                *said.entry(fact.key()).or_default() += 1;
            }
        }
        seen.insert(text);
        twin = twin.play(&mv);
    }
}

/// Whether a fact is true; `None` when it has no check.
fn truth<T: Twin>(game: &GameEntry, twin: &T, mv: &str, fact: &Message) -> Option<bool> {
    let text = twin.write();
    let me = game.info.player(text.split(' ').nth(1)?.chars().next()?)?;
    let side_is = |player: Player| arg(fact, "side") == game.info.side(player).name;
    let (next, moves) = (twin.play(mv), twin.moves());
    let goes_on = next.outcome().is_none();
    let threats = |of: &T| cells::<T>(&wins(of, of.moves(), mover(game, of)));
    let replies_win = || wins(&next, next.moves(), !me);
    Some(match fact.key() {
        "reason-only-move" => moves.len() == 1,
        "reason-wins" => next.outcome() == Some(won(me)),
        "reason-loses" => next.outcome() == Some(won(!me)),
        "reason-draws" => next.outcome() == Some("1/2-1/2"),
        "reason-lets-win" => goes_on && side_is(!me) && replies_win().contains(&arg(fact, "reply")),
        "reason-wins-next" => {
            let wins_after = |reply: &String| {
                let then = next.play(reply);
                then.outcome().is_none() && !wins(&then, then.moves(), me).is_empty()
            };
            goes_on && side_is(!me) && next.moves().iter().all(wins_after)
        }
        "reason-blocks-only" | "reason-blocks-all" => {
            let met = threats(&passed(game, twin));
            let said =
                if fact.key() == "reason-blocks-only" { arg(fact, "cell") } else { arg(fact, "cells") };
            goes_on && same_cells(&met, &said) && replies_win().is_empty()
        }
        "reason-only-defence" | "reason-defence" => {
            let is_safe = |mv: &&String| {
                let next = twin.play(mv);
                match next.outcome() {
                    Some(outcome) => outcome != won(!me),
                    None => wins(&next, next.moves(), !me).is_empty(),
                }
            };
            let count = moves.iter().filter(is_safe).count();
            let said = if fact.key() == "reason-defence" { arg(fact, "count") } else { "1".to_owned() };
            side_is(!me) && said == count.to_string() && is_safe(&&mv.to_owned())
        }
        "reason-threatens" | "reason-threatens-many" => {
            let made = threats(&passed(game, &next));
            let said = if fact.key() == "reason-threatens" { arg(fact, "cell") } else { arg(fact, "cells") };
            let counted = fact
                .args
                .iter()
                .all(|(name, value)| *name != "count" || value.to_string() == made.len().to_string());
            goes_on && counted && same_cells(&made, &said)
        }
        _ => return twin.is_true(mv, &next, fact),
    })
}

/// The text of an argument.
pub fn arg(fact: &Message, name: &str) -> String {
    let found = fact.args.iter().find(|(given, _)| *given == name);
    found.map_or(String::new(), |(_, value)| value.to_string())
}

fn won(player: Player) -> &'static str {
    if player == Player::First { "1-0" } else { "0-1" }
}

fn mover<T: Twin>(game: &GameEntry, twin: &T) -> Player {
    let text = twin.write();
    let letter = text.split(' ').nth(1).and_then(|side| side.chars().next()).expect("a side");
    game.info.player(letter).expect("a side of the game")
}

/// The same board with the other side to move.
fn passed<T: Twin>(game: &GameEntry, twin: &T) -> T {
    let other = game.info.side(!mover(game, twin)).letter.to_string();
    let text = twin.write();
    let mut fields: Vec<&str> = text.split(' ').collect();
    fields[1] = &other;
    T::read(game.info.id, &fields.join(" "))
}

/// Those of the moves that win at once.
fn wins<T: Twin>(twin: &T, moves: Vec<String>, player: Player) -> Vec<String> {
    moves.into_iter().filter(|mv| twin.play(mv).outcome() == Some(won(player))).collect()
}

fn cells<T: Twin>(moves: &[String]) -> HashSet<String> {
    moves.iter().map(|mv| T::target(mv)).collect()
}

fn same_cells(cells: &HashSet<String>, said: &str) -> bool {
    let said: Vec<String> = said.split(", ").map(str::to_owned).collect();
    said.len() == cells.len() && said.iter().all(|cell| cells.contains(cell))
}
