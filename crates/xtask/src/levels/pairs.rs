//! Matches between two bots from balanced openings, played by the runner of `jogo match`.

use std::sync::Arc;

use engine::players::{self, Bot, BotName, NoSuchBot, levels, random};
use engine::search::{Search, SearchLimits, Style, TranspositionTable};
use fastrand::Rng;
use games::{Game, GameEntry, Outcome, Record, Visitor};
use matches::BotSource;
use matches::adjudicate::AdjudicationRules;
use matches::contender::{Contender, Terms};
use matches::runner::Runner;
use matches::schedule::{Schedule, TournamentFormat};
use matches::standings::Standings;
use matches::state::{Match, MatchPlan};
use table::Seat;

/// Games longer than this are called a draw. Three Dragons lasts three hundred plies even by chance.
const PLIES_MAX: usize = 1_000;

/// A player of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelPlayer {
    Random,
    /// Takes a win in one move; else makes every other move by chance, the rest greedily.
    Beginner,
    Greedy,
    Report,
    /// A level, and the most nodes that it may spend on a move.
    Level(u8, u64),
    /// Plain alpha-beta of four plies with the same evaluation.
    Plain,
}

/// Wins, draws and losses of the first of two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelScore {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// Openings that the same side of the board won with either player.
    pub by_opening: u32,
}

impl LevelScore {
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub fn percent(self) -> f64 {
        100.0 * (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }
}

impl std::fmt::Display for LevelScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0}% (+{} ={} -{})", self.percent(), self.wins, self.draws, self.losses)
    }
}

/// Plays two games from each opening, the players changing sides. `None` where a player does not play this
/// game.
pub fn score(
    game: &'static GameEntry,
    pair: [LevelPlayer; 2],
    openings: &[String],
    threads: usize,
) -> Option<LevelScore> {
    let source = LevelBots { pair };
    if pair.contains(&LevelPlayer::Report) && players::bot(BotName::Report, game, 0).is_err() {
        return None;
    }
    let plan = MatchPlan {
        version: 0,
        game: game.info.id.to_owned(),
        engines: Vec::new(),
        format: TournamentFormat::RoundRobin,
        openings: openings.to_vec(),
        seed: 0,
        rules: AdjudicationRules { plies_max: Some(PLIES_MAX), ..AdjudicationRules::default() },
        sprt: None,
        concurrency: threads,
    };
    let contenders: Vec<Contender> =
        pair.iter().enumerate().map(|(index, player)| contender(index, *player)).collect();
    let schedule = Schedule::new(plan.format, contenders.len(), openings.len());
    let played = Match { plan, game, contenders, schedule };
    let mut standings = Standings::new(&played);
    let mut outcomes = vec![[None; 2]; openings.len()];
    let runner =
        Runner { played: &played, bots: &source, remote: None, concurrency: threads, stop: Arc::default() };
    let run = runner.run(
        &mut standings,
        |_| Ok(()),
        |_, finished| {
            if let Some((fixture, record)) = finished {
                outcomes[fixture.round][fixture.number % 2] = record.outcome();
            }
            Ok(())
        },
    );
    run.expect("nothing is written that could fail");
    let tally = standings.encounter(0);
    let is_by_opening = |outcomes: &&[Option<Outcome>; 2]| matches!(outcomes, [Some(Outcome::Win(one)), Some(Outcome::Win(other))] if one == other);
    let by_opening = outcomes.iter().filter(is_by_opening).count() as u32;
    Some(LevelScore { wins: tally.wins, draws: tally.draws, losses: tally.losses, by_opening })
}

/// Returns a contender of the runner. Its name is its place, by which [`LevelBots`] finds it.
fn contender(index: usize, player: LevelPlayer) -> Contender {
    let (name, nodes) = match player {
        LevelPlayer::Level(level, nodes) => (BotName::Level(level), Some(nodes)),
        LevelPlayer::Report => (BotName::Report, None),
        LevelPlayer::Greedy => (BotName::Greedy, None),
        LevelPlayer::Random | LevelPlayer::Beginner | LevelPlayer::Plain => (BotName::Random, None),
    };
    let terms = Terms { nodes, ..Terms::OPEN };
    Contender {
        name: index.to_string(),
        seat: Seat::Bot(name),
        options: Vec::new(),
        terms,
        words: Vec::new(),
    }
}

/// The bots of the program, and two that are only made to measure it.
#[derive(Debug)]
struct LevelBots {
    pair: [LevelPlayer; 2],
}

impl BotSource for LevelBots {
    fn make(
        &self,
        contender: &Contender,
        name: BotName,
        game: &'static GameEntry,
        seed: u64,
    ) -> Result<Box<dyn Bot>, NoSuchBot> {
        let player = contender.name.parse().ok().and_then(|index: usize| self.pair.get(index));
        match player {
            Some(player @ (LevelPlayer::Beginner | LevelPlayer::Plain)) => {
                let made = games::visit(game.info.id, MakeMeasuring { player: *player, seed });
                made.ok_or(NoSuchBot { name, game: game.info })
            }
            _ => players::bot(name, game, seed),
        }
    }
}

struct MakeMeasuring {
    player: LevelPlayer,
    seed: u64,
}

impl Visitor for MakeMeasuring {
    type Output = Box<dyn Bot>;

    fn visit<P: Game>(self) -> Self::Output {
        let rng = Rng::with_seed(self.seed);
        let choose: Choose<P> = match self.player {
            LevelPlayer::Plain => |position, keys, _| plain(position, keys),
            _ => |position, _, rng| beginner(position, rng),
        };
        Box::new(Measuring { choose, rng })
    }
}

type Choose<P> = fn(&P, &[u64], &mut Rng) -> Option<<P as games::Position>::Move>;

/// A bot that only measures others.
struct Measuring<P: Game> {
    choose: Choose<P>,
    rng: Rng,
}

impl<P: Game> Bot for Measuring<P> {
    fn choose_within(&mut self, record: &Record, _: &SearchLimits<'_>) -> Option<String> {
        let position: &P = record.position().as_any().downcast_ref()?;
        let mut keys: Vec<u64> = record.keys().collect();
        keys.pop();
        (self.choose)(position, &keys, &mut self.rng).map(|mv| mv.to_string())
    }
}

fn beginner<P: Game>(position: &P, rng: &mut Rng) -> Option<P::Move> {
    // Greed takes a win wherever there is one.
    let greedy = levels::greedy(position, rng)?;
    let mut next = position.clone();
    next.play(greedy);
    let wins = next.outcome() == Some(Outcome::Win(position.turn()));
    if wins || rng.bool() { Some(greedy) } else { random(position, rng) }
}

/// Four plies of exact search; equal to plain negamax, only faster.
fn plain<P: Game>(position: &P, keys: &[u64]) -> Option<P::Move> {
    let table = TranspositionTable::new(4);
    let limits = SearchLimits { depth: Some(4), ..SearchLimits::NONE };
    let search = Search {
        style: Style::Exact,
        history: keys.to_vec(),
        ..Search::new(position.clone(), &table, limits)
    };
    Some(search.run(|_| {})?.lines[0].moves[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_of_the_tables_plays_both_sides_of_every_opening() {
        let game = games::find("ataxx").unwrap();
        let openings = vec![(game.start)().to_string(), game.named_start("cross").unwrap().to_string()];
        for opponent in [LevelPlayer::Random, LevelPlayer::Beginner, LevelPlayer::Level(1, 100)] {
            let found = score(game, [LevelPlayer::Greedy, opponent], &openings, 2).unwrap();
            assert_eq!(found.games(), 4, "{opponent:?}");
            assert_eq!(
                score(game, [LevelPlayer::Greedy, opponent], &openings, 1),
                Some(found),
                "threads change nothing"
            );
        }
        assert_eq!(score(game, [LevelPlayer::Greedy, LevelPlayer::Report], &openings, 1), None);
        let strong = score(game, [LevelPlayer::Plain, LevelPlayer::Random], &openings[..1], 2).unwrap();
        assert_eq!(strong.wins, 2, "four plies beat chance: {strong}");
    }
}
