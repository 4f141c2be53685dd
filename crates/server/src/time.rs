//! The time of the calendar.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the milliseconds since 1970.
pub fn unix_ms() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Returns the seconds since 1970.
pub fn unix_s() -> i64 {
    unix_ms().div_euclid(1000)
}
