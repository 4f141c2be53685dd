//! Two clocks. They never ask the time: every question brings it.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use games::{Message, Player, phrases, quote};

phrases! {
    WRONG_CLOCK = "wrong-clock":
        "a clock is seconds and what a move adds, such as 300+3, 5m or 1+0.01, at most a day, not {clock}";
}

/// Longest time on a clock, a day: longer games are not played in one sitting.
const TIME_MAX: Duration = Duration::from_secs(24 * 3600);

/// Time for the whole game, and what every move adds. Written in seconds, `300+3`; also `5m` or `5m+3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    pub initial: Duration,
    pub increment: Duration,
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.initial.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl FromStr for TimeControl {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let (initial, increment) = text.split_once('+').unwrap_or((text, "0"));
        let control = read_time(initial)
            .zip(read_time(increment))
            .map(|(initial, increment)| Self { initial, increment });
        control
            .filter(|control| !control.initial.is_zero())
            .ok_or_else(|| WRONG_CLOCK.with("clock", quote(text)))
    }
}

fn read_time(text: &str) -> Option<Duration> {
    let (digits, unit) = match text.strip_suffix('m') {
        Some(minutes) => (minutes, 60.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    // A plain number: what else `f64` would read, signs, exponents and infinities, is no time.
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let time = Duration::try_from_secs_f64(digits.parse::<f64>().ok()? * unit).ok()?;
    (time <= TIME_MAX).then_some(time)
}

/// The clocks of a game.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// Of either side: engines of different strength may meet on different terms.
    controls: [TimeControl; 2],
    /// What the clocks showed after so many moves, from the start on; so that a move taken back gives its
    /// time back.
    shown: Vec<[Duration; 2]>,
    left: [Duration; 2],
    running: Option<(Player, Instant)>,
    has_started: bool,
}

impl Clocks {
    pub fn new(control: TimeControl) -> Self {
        Self::of_each([control; 2])
    }

    /// Clocks on different terms for the first and the second player.
    pub fn of_each(controls: [TimeControl; 2]) -> Self {
        let left = controls.map(|control| control.initial);
        Self { controls, shown: vec![left], left, running: None, has_started: false }
    }

    /// Clocks of a game that was kept somewhere: what they showed after each move, the start first. They
    /// stand still.
    pub fn restore(controls: [TimeControl; 2], shown: Vec<[Duration; 2]>) -> Self {
        let clocks = Self::of_each(controls);
        let left = shown.last().copied().unwrap_or(clocks.left);
        Self { left, shown: if shown.is_empty() { clocks.shown } else { shown }, ..clocks }
    }

    pub fn control(&self, player: Player) -> TimeControl {
        self.controls[player.index()]
    }

    /// Returns whether they ever ran since they were set up or restored.
    pub fn have_started(&self) -> bool {
        self.has_started
    }

    /// Returns whose clock runs.
    pub fn running(&self) -> Option<Player> {
        self.running.map(|(player, _)| player)
    }

    /// Returns what a clock shows.
    pub fn left(&self, player: Player, now: Instant) -> Duration {
        let used = match self.running {
            Some((running, since)) if running == player => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.left[player.index()].saturating_sub(used)
    }

    /// Returns how long the running clock has been running.
    pub fn elapsed(&self, now: Instant) -> Duration {
        self.running.map_or(Duration::ZERO, |(_, since)| now.saturating_duration_since(since))
    }

    /// When the running clock will have run out.
    pub fn deadline(&self) -> Option<Instant> {
        let (player, since) = self.running?;
        since.checked_add(self.left[player.index()])
    }

    /// Returns what the clocks showed after so many moves.
    pub fn shown(&self, played: usize) -> Option<[Duration; 2]> {
        self.shown.get(played).copied()
    }

    /// Lets the clock of this side run from now on, and the other stand.
    pub fn run(&mut self, player: Player, now: Instant) {
        self.halt(now);
        self.running = Some((player, now));
        self.has_started = true;
    }

    /// Does not count this much of the time since the running clock was set going, nor more than all of it.
    pub(crate) fn forgive(&mut self, time: Duration, now: Instant) {
        if let Some((_, since)) = &mut self.running {
            *since = since.checked_add(time).unwrap_or(now).min(now).max(*since);
        }
    }

    /// Both stand.
    pub fn halt(&mut self, now: Instant) {
        if let Some((player, _)) = self.running {
            self.left[player.index()] = self.left(player, now);
            self.running = None;
        }
    }

    /// A side has made its move, after so many before it: its time stops and its increment is added.
    pub(crate) fn punch(&mut self, player: Player, played: usize, now: Instant) {
        let was_running = self.running() == Some(player);
        self.halt(now);
        if was_running {
            self.left[player.index()] += self.controls[player.index()].increment;
        }
        self.shown.truncate(played + 1);
        self.shown.push(self.left);
    }

    /// Shows what they showed after so many moves, and stands.
    pub(crate) fn return_to(&mut self, played: usize) {
        self.running = None;
        if let Some(left) = self.shown.get(played) {
            self.left = *left;
        }
    }
}
