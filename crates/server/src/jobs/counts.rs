//! What is counted of jobs.

use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;

use crate::metrics::seconds;

/// Histograms of seconds by label.
type SecondsBy = Family<Vec<(&'static str, &'static str)>, Histogram, fn() -> Histogram>;

/// Measurements of the worker pool.
#[derive(Clone, Debug)]
pub struct JobCounts {
    /// How long jobs took, by what did them: `threads` of this process, or `workers`.
    pub(crate) seconds: SecondsBy,
    /// Jobs that the queue could not do.
    pub(crate) came_back: Counter,
}

impl Default for JobCounts {
    fn default() -> Self {
        let make: fn() -> Histogram = seconds;
        Self { seconds: Family::new_with_constructor(make), came_back: Counter::default() }
    }
}

impl JobCounts {
    pub(super) fn done(&self, by: &'static str, time: Duration) {
        self.seconds.get_or_create(&vec![("by", by)]).observe(time.as_secs_f64());
    }

    pub(super) fn came_back(&self) {
        self.came_back.inc();
    }

    /// Returns how many jobs came back from the queue.
    pub fn returned(&self) -> u64 {
        self.came_back.get()
    }
}
