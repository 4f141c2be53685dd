//! How the full-screen app feels, measured from outside: the first frame, keys while the engine works, and
//! what it costs to do nothing.

use std::error::Error;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::pty::PtySession;

const STARTS: usize = 20;
const KEYS: usize = 100;
const IDLE: Duration = Duration::from_secs(5);

/// Measures, and gives the lines to print.
///
/// # Errors
/// When the program does not do as it should.
pub fn measure(jogo: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut frames = Vec::new();
    for _ in 0..STARTS {
        let begin = Instant::now();
        let mut session = PtySession::start(jogo, &[], (80, 24))?;
        // The keys in the last line are drawn last.
        frames.push(session.wait_for(|screen| screen.contents().contains("? keys"))? - begin);
    }
    let mut session = PtySession::start(jogo, &["play", "threedragons-dragons"], (80, 24))?;
    session.watch();
    let before = session.ticks();
    thread::sleep(IDLE);
    let idle = session.ticks().zip(before).map(|(after, before)| after - before);
    let mut busy = PtySession::start(
        jogo,
        &["play", "ataxx", "--first", "level:10", "--second", "level:10", "--pace", "0"],
        (80, 24),
    )?;
    busy.watch();
    busy.press("e")?;
    let mut answers = Vec::new();
    for key in 0..KEYS {
        thread::sleep(Duration::from_millis(37));
        // The keys popup comes and goes: an answer that nothing else on the screen looks like.
        let opens = key % 2 == 0;
        let begin = Instant::now();
        busy.press(if opens { "?" } else { "q" })?;
        answers.push(busy.wait_for(|screen| screen.contents().contains("Backspace") == opens)? - begin);
    }
    frames.sort();
    answers.sort();
    let ms = |time: &Duration| time.as_secs_f64() * 1000.0;
    Ok(vec![
        format!(
            "first frame, {STARTS} starts: median {:.1} ms, slowest {:.1} ms",
            ms(&frames[STARTS / 2]),
            ms(&frames[STARTS - 1])
        ),
        format!(
            "a key answered while two threads search, {KEYS} keys: median {:.1} ms, slowest {:.1} ms",
            ms(&answers[KEYS / 2]),
            ms(&answers[KEYS - 1])
        ),
        format!(
            "processor time in {} idle seconds: {} ticks",
            IDLE.as_secs(),
            idle.map_or("unknown".to_owned(), |ticks| ticks.to_string())
        ),
    ])
}
