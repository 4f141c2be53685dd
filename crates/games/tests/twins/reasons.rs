//! Facts about moves, checked a second time by the twins: every fact that a game says must be true by the
//! written rules alone.

use std::collections::{BTreeMap, HashSet};

use games::{GameEntry, Message, Player, Record};

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
    "reason-wins-within-one",
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
            // Where a third occurrence ends the game, the players of some games go back and forth.
            let is_shuffled = game.info.repetition.is_some() && dice.one_in(4);
            let (text, plies) = match dice.below(4) {
                0 => (dice.pick(game.info.starts).text.to_owned(), PLIES_MAX),
                _ => (T::deal(id, &mut dice).write(), if is_shuffled { 12 } else { 4 }),
            };
            let mut walk = Walk::new(game, T::read(id, &text), is_shuffled);
            for _ in 0..plies {
                let text = walk.twin.write();
                let Some(next) = walk.step(&mut dice, &mut said) else { break };
                seen.insert(text);
                walk = next;
            }
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

/// A random game, played by the twin and by a record in step.
struct Walk<T> {
    game: &'static GameEntry,
    twin: T,
    record: Record,
    /// Every position so far, without its counters; the current one last.
    met: Vec<String>,
    is_shuffled: bool,
}

impl<T: Twin> Walk<T> {
    fn new(game: &'static GameEntry, twin: T, is_shuffled: bool) -> Self {
        let start = (game.read)(&twin.write()).expect("a readable position");
        let met = vec![place(&twin)];
        Self { game, record: Record::from_position(game, start), met, twin, is_shuffled }
    }

    /// Checks what is said of a move or two, and plays one. `None` where there is no move to speak of.
    fn step(mut self, dice: &mut Dice, said: &mut BTreeMap<&'static str, usize>) -> Option<Self> {
        let moves = self.twin.moves();
        if moves.is_empty() || self.record.outcome().is_some() || !self.twin.is_readable() {
            return None;
        }
        let leads = |is_there: &dyn Fn(&T) -> bool| -> Vec<String> {
            moves.iter().filter(|mv| is_there(&self.twin.play(mv))).cloned().collect()
        };
        let goes_back = self.is_shuffled && !dice.one_in(4);
        let back = if goes_back { leads(&|next| self.met.contains(&place(next))) } else { Vec::new() };
        let mv = dice.pick(if back.is_empty() { &moves } else { &back }).clone();
        // A move that ends the game is rare among all: one is looked for.
        let ends = leads(&|next| self.outcome(next).is_some());
        let special = (!ends.is_empty()).then(|| dice.pick(&ends));
        for mv in [Some(&mv), special].into_iter().flatten() {
            let kind = self.record.position().move_kind(mv).expect("a legal move");
            for fact in self.record.reasons(mv).expect("a legal move").into_iter().chain([kind]) {
                let truth = self.truth(mv, &fact);
                let (id, key) = (self.game.info.id, fact.key());
                assert_eq!(truth, Some(true), "{id}: {mv}: {fact} ({key}) in\n{}", self.record);
                *said.entry(fact.key()).or_default() += 1;
            }
        }
        self.twin = self.twin.play(&mv);
        self.met.push(place(&self.twin));
        self.record.play(&mv).expect("a legal move");
        Some(self)
    }

    /// The result of a position that would be reached next, or a move later.
    fn outcome(&self, next: &T) -> Option<&'static str> {
        let occurrences = self.met.iter().filter(|met| **met == place(next)).count() as u32;
        let is_drawn = |times: u32| occurrences + 1 >= times;
        next.outcome().or_else(|| self.game.info.repetition.is_some_and(is_drawn).then_some("1/2-1/2"))
    }

    /// Whether a fact is true; `None` when it has no check.
    fn truth(&self, mv: &str, fact: &Message) -> Option<bool> {
        let (game, twin) = (self.game, &self.twin);
        let me = mover(game, twin);
        let side_is = |player: Player| arg(fact, "side") == game.info.side(player).name;
        let (next, moves) = (twin.play(mv), twin.moves());
        let outcome = self.outcome(&next);
        let goes_on = outcome.is_none();
        let threats = |of: &T| cells::<T>(&wins(of, of.moves(), mover(game, of)));
        let replies_win = |next: &T| wins(next, next.moves(), !me);
        Some(match fact.key() {
            "reason-only-move" => moves.len() == 1,
            "reason-wins" => outcome == Some(won(me)),
            "reason-loses" => outcome == Some(won(!me)),
            "reason-draws" => outcome == Some("1/2-1/2"),
            "reason-lets-win" => goes_on && side_is(!me) && replies_win(&next).contains(&arg(fact, "reply")),
            "reason-wins-next" => {
                let wins_after = |reply: &String| {
                    let then = next.play(reply);
                    self.outcome(&then).is_none() && !wins(&then, then.moves(), me).is_empty()
                };
                goes_on && side_is(!me) && next.moves().iter().all(wins_after)
            }
            "reason-blocks-only" | "reason-blocks-all" => {
                let met = threats(&passed(game, twin));
                let said =
                    if fact.key() == "reason-blocks-only" { arg(fact, "cell") } else { arg(fact, "cells") };
                goes_on && same_cells(&met, &said) && replies_win(&next).is_empty()
            }
            "reason-only-defence" | "reason-defence" => {
                let is_safe = |mv: &&String| {
                    let next = twin.play(mv);
                    match self.outcome(&next) {
                        Some(outcome) => outcome != won(!me),
                        None => replies_win(&next).is_empty(),
                    }
                };
                let count = moves.iter().filter(is_safe).count();
                let said = if fact.key() == "reason-defence" { arg(fact, "count") } else { "1".to_owned() };
                side_is(!me) && said == count.to_string() && is_safe(&&mv.to_owned())
            }
            "reason-threatens" | "reason-threatens-many" => {
                let made = threats(&passed(game, &next));
                let said =
                    if fact.key() == "reason-threatens" { arg(fact, "cell") } else { arg(fact, "cells") };
                let counted = fact
                    .args
                    .iter()
                    .all(|(name, value)| *name != "count" || value.to_string() == made.len().to_string());
                goes_on && counted && same_cells(&made, &said)
            }
            // Nothing that a position would allow is true of a game that a repetition has ended.
            key if !goes_on && next.outcome().is_none() => is_kind(key),
            _ => return twin.is_true(mv, &next, fact),
        })
    }
}

/// Whether it is a kind of move; in Neutreeko those are directions.
fn is_kind(key: &str) -> bool {
    key.contains("-kind-") || ["neutreeko-straight", "neutreeko-diagonal"].contains(&key)
}

/// The placement and the side to move, which repetition goes by.
fn place<T: Twin>(twin: &T) -> String {
    let text = twin.write();
    text.split(' ').take(2).collect::<Vec<_>>().join(" ")
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
