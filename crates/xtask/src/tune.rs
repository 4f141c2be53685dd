//! Search parameters: one set against another, and a search for better ones by simultaneous perturbation
//! (SPSA).

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use engine::knowledge::{knowledge, network_of};
use engine::net::{Evaluator, Network};
use engine::search::{Search, SearchLimits, SearchParameters, TranspositionTable};
use fastrand::Rng;
use games::{Game, Outcome, Player, Visitor};

/// Compares and tunes the parameters with which a network is searched.
#[derive(Args)]
pub struct Tune {
    /// The rule set.
    game: String,
    /// Nodes per move.
    #[arg(long, value_name = "N", default_value_t = 8_000)]
    nodes: u64,
    /// Pairs of games.
    #[arg(long, value_name = "N", default_value_t = 500)]
    pairs: u64,
    /// Ends after this long, whatever is left.
    #[arg(long, value_name = "N", default_value_t = 600)]
    seconds: u64,
    /// Changes of the first player: aspiration=30,futility_depth=5.
    #[arg(long, value_name = "NAME=N,...", default_value = "")]
    first: String,
    /// Changes of the second player.
    #[arg(long, value_name = "NAME=N,...", default_value = "")]
    second: String,
    /// The first player's network, if not the program's.
    #[arg(long, value_name = "FILE")]
    first_net: Option<PathBuf>,
    /// The second player's network.
    #[arg(long, value_name = "FILE")]
    second_net: Option<PathBuf>,
    /// Tune these, beginning with the first player's values.
    #[arg(long, value_name = "NAME,...")]
    spsa: Option<String>,
    /// How far a step goes, as a share of the perturbation.
    #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
    rate: f64,
    /// Decides openings and perturbations.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// A parameter: its name, where it stands, its range, and a change that should be felt.
struct Field {
    name: &'static str,
    get: fn(&mut SearchParameters) -> &mut i32,
    range: (i32, i32),
    step: i32,
}

macro_rules! fields {
    ($($name:ident $low:literal $high:literal $step:literal;)*) => {
        [$(Field {
            name: stringify!($name),
            get: |parameters| &mut parameters.$name,
            range: ($low, $high),
            step: $step,
        }),*]
    };
}

static FIELDS: [Field; 16] = fields! {
    aspiration 8 200 6;
    reverse_futility_depth 0 12 1;
    reverse_futility_margin 10 300 10;
    futility_depth 0 12 1;
    futility_base -400 800 40;
    futility_margin 10 400 20;
    ordering_unit 1 1024 32;
    ordering_weight 1 512 8;
    null_move_depth 0 20 1;
    internal_reduction_depth 0 20 1;
    late_move_depth 0 20 1;
    late_move_count 1 40 1;
    poor_moves_after 0 40 1;
    reduction_after 0 40 1;
    reduction_base 0 400 20;
    reduction_divisor 2 40 1;
};

fn field(name: &str) -> Result<&'static Field, String> {
    FIELDS.iter().find(|field| field.name == name).ok_or_else(|| format!("no parameter is called {name}"))
}

/// Reads `NAME=N,...` into parameters.
fn change(parameters: &mut SearchParameters, text: &str) -> Result<(), String> {
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').ok_or_else(|| format!("{part} is not NAME=N"))?;
        let field = field(name)?;
        let value = value.parse().map_err(|_| format!("{value} is no number"))?;
        if !(field.range.0..=field.range.1).contains(&value) {
            return Err(format!("{name} goes from {} to {}", field.range.0, field.range.1));
        }
        *(field.get)(parameters) = value;
    }
    Ok(())
}

pub fn run(tune: Tune, threads: usize) -> Result<Vec<String>, String> {
    let game = games::find(&tune.game).ok_or_else(|| format!("no game is called {}", tune.game))?;
    games::visit(game.info.id, Run { tune, threads }).expect("a registered game is visited")
}

struct Run {
    tune: Tune,
    threads: usize,
}

impl Visitor for Run {
    type Output = Result<Vec<String>, String>;

    fn visit<P: Game>(self) -> Self::Output {
        let Self { tune, threads } = self;
        let read = |path: &Option<PathBuf>| -> Result<Option<Network>, String> {
            let Some(path) = path else { return Ok(None) };
            let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            let network = Network::read(&bytes).map_err(|error| format!("{}: {error:?}", path.display()))?;
            network.check_for::<P>().map_err(|error| format!("{}: {error:?}", path.display()))?;
            Ok(Some(network))
        };
        let networks = [read(&tune.first_net)?, read(&tune.second_net)?];
        let player = |which: usize, text: &str| -> Result<Contestant<'_>, String> {
            let mut parameters = SearchParameters::by_network::<P>();
            change(&mut parameters, text)?;
            let network = networks[which].as_ref().or_else(|| network_of::<P>(Evaluator::BuiltIn));
            Ok(Contestant { parameters, network })
        };
        let players = [player(0, &tune.first)?, player(1, &tune.second)?];
        let deadline = Instant::now() + Duration::from_secs(tune.seconds);
        match &tune.spsa {
            None => Ok(vec![compare::<P>(&tune, players, threads, deadline)]),
            Some(names) => spsa::<P>(&tune, names, players[0], threads, deadline),
        }
    }
}

#[derive(Clone, Copy)]
struct Contestant<'a> {
    parameters: SearchParameters,
    network: Option<&'a Network>,
}

/// Plays pairs and returns the line that says how they went.
fn compare<P: Game>(tune: &Tune, players: [Contestant<'_>; 2], threads: usize, deadline: Instant) -> String {
    let counts = Mutex::new([0_u32; 5]);
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let tables = [TranspositionTable::new(8), TranspositionTable::new(8)];
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= tune.pairs || Instant::now() >= deadline {
                        break;
                    }
                    let points = pair::<P>(tune, number, players, &tables);
                    counts.lock().expect("no thread panics")[points as usize] += 1;
                }
            });
        }
    });
    let counts = counts.into_inner().expect("no thread panics").map(f64::from);
    let pairs: f64 = counts.iter().sum();
    let mean =
        counts.iter().zip(0..).map(|(count, points)| count * f64::from(points) / 4.0).sum::<f64>() / pairs;
    let variance = counts
        .iter()
        .zip(0..)
        .map(|(count, points)| count * (f64::from(points) / 4.0 - mean).powi(2))
        .sum::<f64>()
        / pairs;
    let error = 1.96 * (variance / pairs).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    format!(
        "{} against {}: {:.1}% of {} games, {:+.0} Elo, from {:+.0} to {:+.0}",
        if tune.first.is_empty() { "first" } else { &tune.first },
        if tune.second.is_empty() { "second" } else { &tune.second },
        100.0 * mean,
        2.0 * pairs,
        elo(mean),
        elo(mean - error),
        elo(mean + error)
    )
}

fn spsa<P: Game>(
    tune: &Tune,
    names: &str,
    player: Contestant<'_>,
    threads: usize,
    deadline: Instant,
) -> Result<Vec<String>, String> {
    let fields = names.split(',').map(field).collect::<Result<Vec<_>, _>>()?;
    let mut start = player.parameters;
    let values: Vec<f64> = fields.iter().map(|field| f64::from(*(field.get)(&mut start))).collect();
    let values = Mutex::new(values);
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let tables = [TranspositionTable::new(8), TranspositionTable::new(8)];
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= tune.pairs || Instant::now() >= deadline {
                        break;
                    }
                    let mut rng = Rng::with_seed(tune.seed.wrapping_mul(31) ^ number ^ 0x5eed << 32);
                    let signs: Vec<f64> =
                        fields.iter().map(|_| if rng.bool() { 1.0 } else { -1.0 }).collect();
                    let now = values.lock().expect("no thread panics").clone();
                    let moved = |side: f64| {
                        let mut parameters = player.parameters;
                        for ((field, value), sign) in fields.iter().zip(&now).zip(&signs) {
                            let wanted = value + side * sign * f64::from(field.step);
                            *(field.get)(&mut parameters) =
                                (wanted.round() as i32).clamp(field.range.0, field.range.1);
                        }
                        Contestant { parameters, ..player }
                    };
                    let points = pair::<P>(tune, number, [moved(1.0), moved(-1.0)], &tables);
                    let gain = (f64::from(points) - 2.0) / 2.0;
                    // Steps shrink to a tenth.
                    let rate = tune.rate * (1.0 - 0.9 * number as f64 / tune.pairs as f64);
                    let mut values = values.lock().expect("no thread panics");
                    for ((value, field), sign) in values.iter_mut().zip(&fields).zip(&signs) {
                        *value = (*value + rate * gain * sign * f64::from(field.step))
                            .clamp(field.range.0.into(), field.range.1.into());
                    }
                }
            });
        }
    });
    let values = values.into_inner().expect("no thread panics");
    let told = fields.iter().zip(values).map(|(field, value)| format!("{}={}", field.name, value.round()));
    let pairs = next.into_inner().saturating_sub(threads as u64).min(tune.pairs);
    Ok(vec![format!("after {pairs} pairs"), told.collect::<Vec<_>>().join(",")])
}

/// Plays an opening from both sides. Returns the points of the first player, from 0 to 4: two a win.
fn pair<P: Game>(
    tune: &Tune,
    number: u64,
    players: [Contestant<'_>; 2],
    tables: &[TranspositionTable; 2],
) -> u8 {
    let mut rng = Rng::with_seed(tune.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let start = loop {
        if let Some(position) = opening::<P>(&mut rng, players[0], &tables[0]) {
            break position;
        }
    };
    [0, 1].map(|swapped| play(tune, &start, players, tables, swapped == 1)).iter().sum()
}

fn opening<P: Game>(rng: &mut Rng, judge: Contestant<'_>, table: &TranspositionTable) -> Option<P> {
    let starts = P::INFO.starts;
    let start = if rng.u32(..4) == 0 { &starts[rng.usize(..starts.len())] } else { &starts[0] };
    let mut position: P = start.text.parse().ok()?;
    for _ in 0..rng.u32(4..8) {
        let mv = position.pick_move(|count| rng.usize(..count))?;
        position.play(mv);
    }
    table.clear();
    let limits = SearchLimits { nodes: Some(5_000), ..SearchLimits::NONE };
    let search = Search { network: judge.network, ..Search::new(position.clone(), table, limits) };
    let score = search.run(|_| {})?.lines[0].score;
    (score.abs() < 250).then_some(position)
}

fn play<P: Game>(
    tune: &Tune,
    start: &P,
    players: [Contestant<'_>; 2],
    tables: &[TranspositionTable; 2],
    swapped: bool,
) -> u8 {
    tables.iter().for_each(TranspositionTable::clear);
    let mut position = start.clone();
    let mut history = Vec::new();
    let first_seat = if swapped { Player::Second } else { Player::First };
    let foregone = knowledge::<P>().foregone;
    let outcome = loop {
        if let Some(outcome) =
            position.outcome().or_else(|| foregone.and_then(|foregone| foregone(&position)))
        {
            break outcome;
        }
        let key = position.key();
        let times = 1 + history.iter().filter(|before| **before == key).count();
        if P::INFO.repetition.is_some_and(|limit| times >= limit as usize) || history.len() > 400 {
            break Outcome::Draw;
        }
        let which = usize::from(position.turn() != first_seat);
        let Contestant { parameters, network } = players[which];
        let table = &tables[which];
        table.new_search();
        let limits = SearchLimits { nodes: Some(tune.nodes), ..SearchLimits::NONE };
        let search = Search {
            history: history.clone(),
            network,
            parameters: Some(parameters),
            ..Search::new(position.clone(), table, limits)
        };
        let Some(result) = search.run(|_| {}) else { break Outcome::Draw };
        history.push(key);
        position.play(result.lines[0].moves[0]);
    };
    match outcome {
        Outcome::Draw => 1,
        Outcome::Win(winner) if winner == first_seat => 2,
        Outcome::Win(_) => 0,
    }
}
