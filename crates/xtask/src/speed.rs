//! How fast the search is, and how soon it stops.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use engine::analysis::SearchOptions;
use engine::any::search_threads;
use engine::search::{SearchLimits, Time, TranspositionTable};
use games::{GAMES, Game, Visitor};

/// Each search goes on for so long.
const SEARCH: Duration = Duration::from_millis(1500);
/// How often a search is stopped, and after how long at first; then a little longer each time, so that it is
/// met at any point.
const STOPS: u32 = 50;
const BEFORE_STOP: Duration = Duration::from_millis(20);

const MEGABYTES: usize = 64;

#[expect(clippy::print_stdout, reason = "the table goes to standard output")]
pub fn print() {
    println!("| rule set | million nodes/s | two threads | stops in (median) | at worst |");
    println!("|---|---:|---:|---:|---:|");
    for game in GAMES {
        println!("{}", games::visit(game.info.id, Measure).expect("a registered game is visited"));
    }
}

struct Measure;

impl Visitor for Measure {
    type Output = String;

    fn visit<P: Game>(self) -> String {
        let [one, two] = [1, 2].map(nodes_per_second::<P>);
        let mut stops: Vec<Duration> = (0..STOPS)
            .map(|round| time_to_stop::<P>(BEFORE_STOP + Duration::from_micros(137) * round))
            .collect();
        stops.sort();
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        let (median, worst) = (millis(stops[stops.len() / 2]), millis(stops[stops.len() - 1]));
        format!(
            "| `{}` | {:.2} | {:.2} times | {median:.2} ms | {worst:.2} ms |",
            P::INFO.id,
            one / 1e6,
            two / one
        )
    }
}

/// Of a search of the start; nothing but the search is asked, even where the game is solved.
fn nodes_per_second<P: Game>(threads: usize) -> f64 {
    let (table, clock) = (TranspositionTable::new(MEGABYTES), Instant::now());
    let limits =
        SearchLimits { time: Some(Time { clock: &clock, soft: SEARCH, hard: SEARCH }), ..SearchLimits::NONE };
    let report = search_threads(
        &P::default(),
        &[],
        &table,
        &SearchOptions { threads, ..SearchOptions::new(limits) },
        |_| {},
    );
    report.map_or(0, |report| report.nodes) as f64 / clock.elapsed().as_secs_f64()
}

/// From the order to stop until the search has answered.
fn time_to_stop<P: Game>(after: Duration) -> Duration {
    let (table, stop) = (TranspositionTable::new(MEGABYTES), AtomicBool::new(false));
    let limits = SearchLimits { stop: Some(&stop), ..SearchLimits::NONE };
    thread::scope(|scope| {
        let search = scope.spawn(|| {
            search_threads(&P::default(), &[], &table, &SearchOptions::new(limits), |_| {})
                .map(|_| Instant::now())
        });
        thread::sleep(after);
        let told = Instant::now();
        stop.store(true, Ordering::Relaxed);
        let answered = search.join().ok().flatten().unwrap_or(told);
        answered.saturating_duration_since(told)
    })
}
