//! The figures of docs/performance.md, measured in one process: `cargo bench` in this folder. A word after
//! `--` measures only what has it in its name.

use std::fs;
use std::hint::black_box;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use bench::{Laps, Side, race};
use board_game::board::Board;
use board_game::games::ataxx::AtaxxBoard;
use board_game::util::game_stats;
use engine::perft::perft;
use engine::solve::neutreeko::Solution;
use games::ataxx::{Ataxx, Competitive};
use games::neutreeko::Neutreeko;
use games::{GAMES, Game, Position, Visitor, visit};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

// The flags of the repository hold here too, for all sides.
#[cfg(target_arch = "x86_64")]
const _: () = assert!(cfg!(target_feature = "popcnt"), "the flags in .cargo/config.toml were not found");

const ROUNDS: RangeInclusive<usize> = 5..=101;
/// How often Neutreeko is solved.
const SOLUTIONS: usize = 50;
/// Random games in one round: a few milliseconds, so that most rounds are not interrupted.
const GAMES_PER_ROUND: usize = 200;
/// Counts larger than this are checked but not timed.
const TIMED_NODES_MAX: u64 = 1_000_000_000;

fn main() {
    let only = std::env::args().nth(1).filter(|word| !word.starts_with('-')).unwrap_or_default();
    let chosen = |name: &str| name.contains(&only);
    println!("{:<50}{:>10}{:>10}{:>8}", "", "median", "fastest", "ratio");
    if chosen("ataxx peers") {
        ataxx_perft();
        ataxx_games();
    }
    for game in GAMES {
        if chosen(game.info.id) {
            visit(game.info.id, Perft);
            visit(game.info.id, RandomGames);
        }
    }
    if chosen("neutreeko solution") {
        neutreeko_solution();
    }
}

/// Ours comes first; the ratios say how many times as fast it is as each of the others.
fn tell(what: &str, unit: &str, laps: &[Laps]) {
    println!("{what}");
    for (place, side) in laps.iter().enumerate() {
        let ratio = if place == 0 { String::new() } else { format!("{:.2}", laps[0].ratio(side)) };
        let [median, fastest] = [side.median(), side.fastest()].map(|rate| format!("{:.1}", rate / 1e6));
        let name = format!("{}, M {unit}/s", side.name);
        println!("{}", format!("    {name:<46}{median:>10}{fastest:>10}{ratio:>8}").trim_end());
    }
}

fn ataxx_perft() {
    const DEPTH: u32 = 6;
    const NODES: u64 = 141_865_520;
    let start = Ataxx::<Competitive>::default();
    let text = start.to_string();
    let ataxx_start: ataxx::Position =
        text.parse().unwrap_or_else(|_| panic!("the crate ataxx reads {text}"));
    let board_game_start = AtaxxBoard::from_fen(&text).expect("board-game reads the same text");
    let laps = race(
        ROUNDS,
        vec![
            Side::new("jogo", || perft(&start, DEPTH)),
            Side::new("ataxx 0.2, bulk", || ataxx::perft::<false, true>(ataxx_start, DEPTH as u8)),
            Side::new("board-game 0.8", || game_stats::perft_naive(&board_game_start, DEPTH)),
            Side::new("board-game 0.8, with a hash table", || game_stats::perft(&board_game_start, DEPTH)),
        ],
    );
    for side in &laps {
        assert!(side.units.iter().all(|nodes| *nodes == NODES), "{} counts {:?}", side.name, side.units);
    }
    tell(&format!("ataxx: perft {DEPTH} from the start, {NODES} nodes"), "nodes", &laps);
}

fn ataxx_games() {
    let (mut our_rng, mut peer_rng) = (SmallRng::seed_from_u64(1), SmallRng::seed_from_u64(1));
    let peer = || {
        let mut moves = 0;
        for _ in 0..GAMES_PER_ROUND {
            let mut board = AtaxxBoard::default();
            while board.play_random_available_move(&mut peer_rng).is_ok() {
                moves += 1;
            }
        }
        moves
    };
    let ours = Side::new("jogo", || random_games::<Ataxx<Competitive>>(&mut our_rng));
    let laps = race(ROUNDS, vec![ours, Side::new("board-game 0.8", peer)]);
    tell("ataxx: random games", "moves", &laps);
}

/// Plays random games to the end of each, every legal move being as likely as any other, and counts the
/// moves.
fn random_games<P: Position>(rng: &mut SmallRng) -> u64 {
    let start = P::default();
    let mut moves = 0;
    for _ in 0..GAMES_PER_ROUND {
        let mut position = start.clone();
        while let Some(mv) = position.pick_move(|count| rng.gen_range(0..count as u32) as usize) {
            position.play(mv);
            moves += 1;
        }
    }
    moves
}

/// Checks every count that the tests leave to the benchmark, and times the deepest one from the start.
struct Perft;

impl Visitor for Perft {
    type Output = ();

    fn visit<P: Game>(self) {
        let mut position = P::default();
        let mut timed = (0, 0);
        for line in perft_data::<P>().lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["position", "start"] => position = P::default(),
                ["position", ..] => position = line["position ".len()..].parse().expect(line),
                [kind @ ("perft" | "slow"), depth, nodes] => {
                    let (depth, nodes) = (depth.parse().expect(line), nodes.parse().expect(line));
                    assert!(
                        kind == "perft" || perft(&position, depth) == nodes,
                        "{}: {position}: {line}",
                        P::INFO.id
                    );
                    if position == P::default() && nodes <= TIMED_NODES_MAX {
                        timed = timed.max((depth, nodes));
                    }
                }
                _ => assert!(line.is_empty() || line.starts_with('#'), "{line}"),
            }
        }
        let (depth, nodes) = timed;
        let start = P::default();
        let laps = race(ROUNDS, vec![Side::new("jogo", || perft(&start, depth))]);
        assert!(laps[0].units.iter().all(|found| *found == nodes));
        tell(&format!("{}: perft {depth} from the start, {nodes} nodes", P::INFO.id), "nodes", &laps);
    }
}

struct RandomGames;

impl Visitor for RandomGames {
    type Output = ();

    fn visit<P: Game>(self) {
        let mut rng = SmallRng::seed_from_u64(1);
        let laps = race(ROUNDS, vec![Side::new("jogo", || random_games::<P>(&mut rng))]);
        let length = laps[0].units.iter().sum::<u64>() / (laps[0].units.len() * GAMES_PER_ROUND) as u64;
        tell(&format!("{}: random games of {length} moves", P::INFO.id), "moves", &laps);
    }
}

/// The counts beside the rules: in the folder of the family, with what is left of the id as suffix.
fn perft_data<P: Game>() -> String {
    let folder = P::INFO.family.to_lowercase().replace(' ', "");
    let suffix = match P::INFO.id.strip_prefix(&folder) {
        Some(rest) => rest.to_owned(),
        None => format!("-{}", P::INFO.id),
    };
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "..", "crates", "games", "src", &folder, &format!("perft{suffix}.txt")]
            .iter()
            .collect();
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn neutreeko_solution() {
    let mut solve = || {
        black_box(Solution::solve());
        1
    };
    let laps = race(SOLUTIONS..=SOLUTIONS, vec![Side::new("jogo", &mut solve)]);
    tell_time("neutreeko: the whole game solved", "ms", 1e3, &laps[0]);

    let (solution, positions) = (Solution::shared(), neutreeko_positions(1000));
    let look_up = || {
        for position in &positions {
            black_box((solution.value(position), solution.moves(position)));
        }
        positions.len() as u64
    };
    let laps = race(ROUNDS, vec![Side::new("jogo", look_up)]);
    tell_time("neutreeko: a position and all its moves looked up", "us", 1e6, &laps[0]);
}

fn tell_time(what: &str, unit: &str, units_per_second: f64, laps: &Laps) {
    let [median, fastest] =
        [laps.median(), laps.fastest()].map(|rate| format!("{:.2}", units_per_second / rate));
    println!("{what}\n    {:<46}{median:>10}{fastest:>10}", format!("{}, {unit}", laps.name));
}

/// Positions of random games.
fn neutreeko_positions(count: usize) -> Vec<Neutreeko> {
    let mut rng = SmallRng::seed_from_u64(2);
    let mut position = Neutreeko::default();
    let mut positions = Vec::new();
    while positions.len() < count {
        positions.push(position.clone());
        match position.pick_move(|count| rng.gen_range(0..count)) {
            Some(mv) => position.play(mv),
            None => position = Neutreeko::default(),
        }
    }
    positions
}
