//! Win probability: fits a curve to games of the engine against itself for every rule set, measures it on
//! games that were held out, and prints the lines of `crates/engine/src/winprob/curves.txt`.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use clap::Args;
use clap::builder::PossibleValuesParser;
use engine::net::data::Variety;
use engine::net::{Evaluator, Network};
use engine::search::TranspositionTable;
use engine::selfplay::{SelfplayOptions, play_game};
use engine::winprob::fit::{ERROR_MAX, ScoreResults};
use engine::winprob::{Curve, FittedCurve, WinChances};
use games::{GAMES, Game, Visitor};

const HEAD: &str = "\
# Win probability of the evaluation that is part of the program: `cargo xtask winprob` prints these lines, docs/review.md explains them.
# game                   scale    draw    turn   games positions  nodes  seed  errors of result, win, draw
";

#[derive(Args)]
pub struct WinProbability {
    /// Games of each rule set; every second one is held out to measure the curve.
    #[arg(long, value_name = "N", default_value_t = 6000)]
    games: u64,
    /// No iteration of a search begins after this many nodes.
    #[arg(long, value_name = "N", default_value_t = 500)]
    nodes: u64,
    /// Fixes all games.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Only this rule set.
    #[arg(long, value_name = "ID", value_parser = PossibleValuesParser::new(GAMES.iter().map(|game| game.info.id)))]
    game: Option<String>,
    /// Play with this network, and measure the curve of networks beside a fitted one.
    #[arg(long, value_name = "FILE", requires = "game")]
    net: Option<PathBuf>,
    /// Fit nothing: measure the curves that the program has, on games of another seed.
    #[arg(long)]
    check: bool,
}

/// Fits and measures the curves. Also returns whether all are good enough.
///
/// # Errors
/// When the network cannot be read.
pub fn page(options: &WinProbability, threads: usize) -> Result<(String, bool), String> {
    let read = |path: &PathBuf| {
        let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
        Network::read(&bytes).map_err(|error| error.to_string())
    };
    let network = options.net.as_ref().map(read).transpose()?;
    let evaluator = network.as_ref().map_or(Evaluator::BuiltIn, Evaluator::Network);
    let settings =
        SelfplayOptions { nodes: options.nodes, seed: options.seed, evaluator, variety: Variety::DEFAULT };
    let (mut page, mut all_good) = (HEAD.to_owned(), true);
    for game in GAMES.iter().filter(|game| options.game.as_ref().is_none_or(|id| id == game.info.id)) {
        let play = Play { settings, games: options.games, threads };
        let [fit_on, held_out] = games::visit(game.info.id, play).expect("a registered game is visited")?;
        let curve = match &network {
            Some(network) if options.check => Curve::of_network(network),
            _ if options.check => Curve::of_game(game.info),
            _ => fit_on.fit(),
        };
        let errors = held_out.errors(&curve);
        let line = FittedCurve {
            game: game.info.id.to_owned(),
            curve,
            games: options.games,
            positions: fit_on.count() + held_out.count(),
            nodes: options.nodes,
            seed: options.seed,
            errors,
        };
        all_good &= errors.result <= ERROR_MAX;
        page.push_str(&line.line());
        page.push('\n');
    }
    Ok((page, all_good))
}

struct Play<'a> {
    settings: SelfplayOptions<'a>,
    games: u64,
    threads: usize,
}

impl Visitor for Play<'_> {
    type Output = Result<[ScoreResults; 2], String>;

    /// Plays the games, and counts the even ones apart from the odd ones.
    fn visit<P: Game>(self) -> Self::Output {
        if let Evaluator::Network(network) = self.settings.evaluator {
            network.check_for::<P>().map_err(|error| error.to_string())?;
        }
        let next = AtomicU64::new(0);
        let counted = Mutex::new([ScoreResults::default(), ScoreResults::default()]);
        let work = || {
            let table = TranspositionTable::new(1);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    break;
                }
                let Some(game) = play_game::<P>(&self.settings, number, &table) else { continue };
                let mut counted = counted.lock().expect("counting does not panic");
                for scored in game.positions {
                    let result = WinChances::of_outcome(game.outcome, scored.position.turn());
                    counted[(number % 2) as usize].add(scored.score, result);
                }
            }
        };
        thread::scope(|scope| (0..self.threads.max(1)).for_each(|_| drop(scope.spawn(work))));
        Ok(counted.into_inner().expect("counting does not panic"))
    }
}
