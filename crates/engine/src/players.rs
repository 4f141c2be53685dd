//! The bots.

pub mod levels;
pub mod pie;
pub mod profile;

use std::fmt;
use std::str::FromStr;

use fastrand::Rng;
use games::{Game, GameEntry, Info, Position, Record, Visitor};

use crate::any;
use crate::knowledge::{Knowledge, knowledge};
use crate::proofs::Proofs;
use crate::search::{SearchLimits, TranspositionTable, Value};

/// A player that is not a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BotName {
    /// Uniform over the legal moves.
    Random,
    /// One move ahead.
    Greedy,
    /// The bot of the game's report; the stronger one where it has two.
    Report,
    /// The weaker of two bots of the game's report.
    FirstReport,
    /// From 1, which a beginner beats, to 10, which plays as well as it can.
    Level(u8),
    /// Never errs where the game is solved, and wins whatever it can prove to be won.
    Perfect,
}

impl BotName {
    /// The names of all bots, as messages and help list them in every language.
    pub const NAMES: &str = "random, greedy, report, report:1, level:1 ... level:10, perfect";

    pub const ALL: &[Self] = &[
        Self::Random,
        Self::Greedy,
        Self::FirstReport,
        Self::Report,
        Self::Level(1),
        Self::Level(2),
        Self::Level(3),
        Self::Level(4),
        Self::Level(5),
        Self::Level(6),
        Self::Level(7),
        Self::Level(8),
        Self::Level(9),
        Self::Level(10),
        Self::Perfect,
    ];
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Report => f.write_str("report"),
            Self::FirstReport => f.write_str("report:1"),
            Self::Perfect => f.write_str("perfect"),
            Self::Level(level) => write!(f, "level:{level}"),
        }
    }
}

impl FromStr for BotName {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        // The bot that is meant where no number is given has one all the same.
        let text = if text == "report:2" { "report" } else { text };
        Self::ALL.iter().copied().find(|name| name.to_string() == text).ok_or(())
    }
}

/// Chooses moves.
pub trait Bot: Send {
    /// Returns a legal move of the record's current position, in strict notation. `None` when the game is
    /// over.
    fn choose(&mut self, record: &Record) -> Option<String> {
        self.choose_within(record, &SearchLimits::NONE)
    }

    /// Likewise, of a bot that must answer for what it spends. With less than it needs, it plays worse.
    fn choose_within(&mut self, record: &Record, limits: &SearchLimits<'_>) -> Option<String>;
}

/// A rule set has no bot of this name.
#[derive(Clone, Debug)]
pub struct NoSuchBot {
    pub name: BotName,
    pub game: &'static Info,
}

impl fmt::Display for NoSuchBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no bot called {}", self.game.name, self.name)
    }
}

/// Returns a bot for a game; the seed fixes all its randomness.
///
/// # Errors
/// When this game has no such bot.
pub fn bot(name: BotName, game: &'static GameEntry, seed: u64) -> Result<Box<dyn Bot>, NoSuchBot> {
    let made = games::visit(game.info.id, Make { name, rng: Rng::with_seed(seed) });
    made.flatten().ok_or(NoSuchBot { name, game: game.info })
}

struct Make {
    name: BotName,
    rng: Rng,
}

impl Visitor for Make {
    type Output = Option<Box<dyn Bot>>;

    fn visit<P: Game>(self) -> Self::Output {
        let Self { name, mut rng } = self;
        let choose: Choose<P> = match name {
            BotName::Random => Box::new(move |position, _, _| random(position, &mut rng)),
            BotName::Greedy => Box::new(move |position, _, _| levels::greedy(position, &mut rng)),
            BotName::Report | BotName::FirstReport => {
                let known = knowledge::<P>();
                let report = if name == BotName::Report { known.report } else { known.first_report }?;
                Box::new(move |position, _, _| {
                    position.outcome().is_none().then(|| report(position, &mut rng))
                })
            }
            BotName::Level(level) => {
                // Made when first needed: asking whether there is such a bot costs nothing.
                let mut table = None;
                Box::new(move |position, history, limits| {
                    let table =
                        table.get_or_insert_with(|| TranspositionTable::new(levels::table_megabytes(level)));
                    levels::choose(level, limits, position, history, table, &mut rng)
                })
            }
            BotName::Perfect => match knowledge::<P>() {
                Knowledge { perfect: Some(perfect), .. } => {
                    Box::new(move |position, history, _| perfect(position, history, &mut rng))
                }
                Knowledge { proofs: Some(proofs), .. } => {
                    let (mut proofs, mut table) = (proofs(), None);
                    Box::new(move |position, history, limits| {
                        proved_win(&mut *proofs, position, limits).or_else(|| {
                            let table = table.get_or_insert_with(|| {
                                TranspositionTable::new(levels::table_megabytes(levels::STRONGEST))
                            });
                            levels::choose(levels::STRONGEST, limits, position, history, table, &mut rng)
                        })
                    })
                }
                _ => return None,
            },
        };
        // The weaker levels are as strong as they were measured.
        let asks_tables = matches!(name, BotName::Level(levels::STRONGEST) | BotName::Perfect);
        Some(Box::new(Typed { choose, asks_tables }))
    }
}

/// A bot bound to one game; the records it is given must be of that game.
struct Typed<P: Game> {
    choose: Choose<P>,
    /// Whether it plays by endgame tables, where there are any.
    asks_tables: bool,
}

/// Chooses a move, given the keys of the positions before this one and what it may spend.
type Choose<P> = Box<dyn FnMut(&P, &[u64], &SearchLimits<'_>) -> Option<<P as Position>::Move> + Send>;

impl<P: Game> Bot for Typed<P> {
    fn choose_within(&mut self, record: &Record, limits: &SearchLimits<'_>) -> Option<String> {
        let position =
            record.position().as_any().downcast_ref::<P>().expect("a bot plays the game it was made for");
        if self.asks_tables
            && let Some(mv) = any::by_tables(record, position)
        {
            return Some(mv.to_string());
        }
        let mut history: Vec<u64> = record.keys().collect();
        history.pop();
        (self.choose)(position, &history, limits).map(|mv| mv.to_string())
    }
}

/// Positions that perfect play may visit to prove a win: a second or two.
const PROOF_NODES: u64 = 200_000;

/// Returns the first move of a win that is known or can be proved.
fn proved_win<P: Game>(
    proofs: &mut dyn Proofs<P>,
    position: &P,
    limits: &SearchLimits<'_>,
) -> Option<P::Move> {
    let proof = match proofs.known(position) {
        Some(proof) => proof,
        None => proofs.prove_win(position, &SearchLimits { nodes: Some(PROOF_NODES), ..*limits })?,
    };
    matches!(proof.value, Value::WinIn(_)).then(|| proof.line.first().copied())?
}

/// Returns a legal move, each as likely as any other.
pub fn random<P: Game>(position: &P, rng: &mut Rng) -> Option<P::Move> {
    position.pick_move(|count| rng.usize(..count))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn the_list_of_names_has_every_bot() {
        for name in BotName::ALL.iter().filter(|name| !matches!(name, BotName::Level(2..=9))) {
            assert!(BotName::NAMES.contains(&name.to_string()), "{name}");
        }
    }

    #[test]
    fn bots_that_may_spend_nothing_still_have_a_move() {
        let stop = AtomicBool::new(true);
        for game in games::GAMES {
            let record = Record::new(game);
            for name in BotName::ALL {
                let Ok(mut bot) = bot(*name, game, 1) else { continue };
                let mv =
                    bot.choose_within(&record, &SearchLimits { stop: Some(&stop), ..SearchLimits::NONE });
                let mut after = record.clone();
                assert!(
                    mv.as_ref().is_some_and(|mv| after.play(mv).is_ok()),
                    "{name} in {}: {mv:?}",
                    game.info.id
                );
            }
        }
    }
}
