//! Games that nobody goes on with.

use std::sync::Arc;
use std::time::Duration;

use crate::hub::Hub;
use crate::live::{Ask, unix_now};
use crate::refusal::Refusal;

const SWEEP_EVERY: Duration = Duration::from_secs(3600);
const DAY_S: i64 = 24 * 3600;
/// A game without a move goes after a day.
const UNPLAYED_S: i64 = DAY_S;
/// A game with clocks is over when nobody has come back for two: no clock has more than one, and the server may have been down.
const FLAGGED_S: i64 = 2 * DAY_S;
/// Any other is given up after two weeks.
const ABANDONED_S: i64 = 14 * DAY_S;

/// Sweeps at the start and then every hour.
pub async fn sweep_now_and_then(hub: Arc<Hub>) {
    let mut hour = tokio::time::interval(SWEEP_EVERY);
    loop {
        hour.tick().await;
        match sweep(&hub, unix_now()).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "swept"),
            Err(refusal) => tracing::warn!(code = refusal.code(), "sweeping failed"),
        }
    }
}

/// Ends or deletes what has waited too long. How many games that were.
pub async fn sweep(hub: &Arc<Hub>, now: i64) -> Result<usize, Refusal> {
    let mut count = 0;
    for game in hub.store().idle_since(now - UNPLAYED_S).await? {
        let patience = match game {
            _ if game.plies == 0 => UNPLAYED_S,
            _ if game.has_clock => FLAGGED_S,
            _ => ABANDONED_S,
        };
        if game.touched_at < now - patience {
            hub.ask(&game.id, |answer| Ask::Sweep { answer }).await?;
            count += 1;
        }
    }
    Ok(count)
}
