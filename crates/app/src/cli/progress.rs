//! Progress of long work, on standard error and only where that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often the time is drawn anew while nothing else happens.
const TICK: Duration = Duration::from_millis(200);

/// Shows the time since now and what is being done, until it is dropped.
#[derive(Debug)]
pub struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    pub fn start(what: &str) -> Self {
        // Where standard error is no terminal, nothing is drawn.
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}") {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(TICK);
        Self { bar }
    }

    pub fn tell(&self, what: String) {
        self.bar.set_message(what);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
