//! Ends or deletes abandoned games.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use crate::error::ApiError;
use games::record::Closing;

use crate::hub::Hub;
use crate::live::{GameRequest, closing_word};
use crate::store::{Change, ChangeSet, FlaggedGame, Since, StoreError};
use crate::time::{unix_ms, unix_s};

const SWEEP_EVERY: Duration = Duration::from_secs(3600);
const DAY_S: i64 = 24 * 3600;
/// A game without a move is deleted after a day.
const UNPLAYED_S: i64 = DAY_S;
/// A game with clocks is lost on time after two days: no clock has more than one, and the server may have
/// been down.
const FLAGGED_S: i64 = 2 * DAY_S;
/// Any other game counts as abandoned after two weeks.
const ABANDONED_S: i64 = 14 * DAY_S;

/// How often games are ended whose clock has run out while they were not in memory.
const FLAGS_EVERY: Duration = Duration::from_secs(5);
/// Games between two bots, which have no owner, are deleted this long after their end.
const BOTS_KEPT_S: i64 = 30 * DAY_S;

/// A solver of puzzles who has not come for longer than browsers keep the cookie cannot come back.
const SOLVER_KEPT_S: i64 = 366 * DAY_S;

/// Sweeps at the start and then every hour, and ends games on time every few seconds.
pub async fn sweep_now_and_then(hub: Arc<Hub>, keep_finished_days: Option<u32>) {
    let (mut hour, mut seconds) = (tokio::time::interval(SWEEP_EVERY), tokio::time::interval(FLAGS_EVERY));
    loop {
        let swept = tokio::select! {
            _ = hour.tick() => match sweep(&hub, unix_s()).await {
                Ok(count) => forget(&hub, keep_finished_days, unix_s()).await.map(|()| count),
                Err(error) => Err(error),
            },
            _ = seconds.tick() => flag(&hub, unix_ms()).await,
        };
        match swept {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "swept"),
            Err(error) => tracing::warn!(code = error.code(), "sweeping failed"),
        }
    }
}

/// Looks for damage in the database, at the start and then every day.
pub async fn check_now_and_then(hub: Arc<Hub>) {
    let mut day = tokio::time::interval(Duration::from_secs(DAY_S.unsigned_abs()));
    loop {
        day.tick().await;
        if let Err(error) = hub.store().check().await {
            tracing::error!(%error, "the check of the database failed");
        }
    }
}

/// Ends the games that are not in memory and whose clock has run out, without loading them. Returns their
/// number.
pub async fn flag(hub: &Arc<Hub>, now_ms: i64) -> Result<usize, ApiError> {
    let mut count = 0;
    let Some(_permit) = hub.store().permit_to_sweep().await? else { return Ok(0) };
    let flagged = hub.store().out_of_time(now_ms).await?;
    let ids: Vec<String> = flagged.iter().map(|game| game.id.clone()).collect();
    let elsewhere = owned_elsewhere(hub, &ids).await?;
    for FlaggedGame { id, fence, deadline } in flagged {
        // A game in memory ends by itself.
        if hub.find(&id).is_some() || elsewhere.contains(&id) {
            continue;
        }
        let lost = Closing::OutOfTime(deadline.side);
        let (closing, result) = (closing_word(lost).unwrap_or_default(), lost.outcome().result());
        let at = now_ms.div_euclid(1000);
        let change = Change::Flag { game: fence.game, deadline, closing, result, at };
        match hub.store().write(ChangeSet::fenced(fence, vec![change])).await {
            Ok(()) => count += 1,
            // It was loaded meanwhile.
            Err(StoreError::Conflict | StoreError::Fenced) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(count)
}

/// Of some games, lists those that another node sees to.
async fn owned_elsewhere(hub: &Hub, ids: &[String]) -> Result<HashSet<String>, ApiError> {
    match hub.node() {
        Some(node) if !ids.is_empty() => {
            Ok(hub.store().owned_elsewhere(&node.id(), ids).await?.into_iter().collect())
        }
        _ => Ok(HashSet::new()),
    }
}

/// Deletes finished games, and solvers, that are not to be kept any longer, unless another node sweeps.
pub async fn forget(hub: &Arc<Hub>, keep_finished_days: Option<u32>, now: i64) -> Result<(), ApiError> {
    let Some(_permit) = hub.store().permit_to_sweep().await? else { return Ok(()) };
    let mut changes = vec![
        Change::Forget { before: now - BOTS_KEPT_S, only_bots: true },
        Change::ForgetSolvers { before: now - SOLVER_KEPT_S },
    ];
    if let Some(days) = keep_finished_days {
        changes.push(Change::Forget { before: now - i64::from(days) * DAY_S, only_bots: false });
    }
    Ok(hub.store().write(ChangeSet { fence: None, changes }).await?)
}

/// Ends or deletes overdue games. Returns their number.
pub async fn sweep(hub: &Arc<Hub>, now: i64) -> Result<usize, ApiError> {
    let since = Since { unplayed: now - UNPLAYED_S, flagged: now - FLAGGED_S, abandoned: now - ABANDONED_S };
    let mut count = 0;
    let Some(_permit) = hub.store().permit_to_sweep().await? else { return Ok(0) };
    let overdue = hub.store().overdue(since).await?;
    let elsewhere = owned_elsewhere(hub, &overdue).await?;
    for game in overdue.into_iter().filter(|game| !elsewhere.contains(game)) {
        match hub.ask(&game, |reply| GameRequest::Sweep { reply }).await {
            Ok(()) => count += 1,
            // A game that cannot be read must not stop the others from being swept.
            Err(error) => tracing::warn!(game, code = error.code(), "a game was not swept"),
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::store::{Deadline, Fence, NewGame, SeatRow, Store};

    /// A game that was created long ago, and one move made a day later.
    async fn old_game(hub: &Hub, id: &str, clock: Option<[u64; 2]>, mv: Option<&str>) {
        let seat = |secret| SeatRow { who: "person".to_owned(), name: None, secret: Some([secret; 32]) };
        let start = (games::find("neutreeko").unwrap().start)().to_string();
        let game = NewGame {
            id: id.to_owned(),
            rules: "neutreeko",
            start,
            created_at: 0,
            clock,
            seats: [seat(1), seat(2)],
        };
        hub.store().write(Change::Create(game)).await.unwrap();
        let no = hub.store().load(id).await.unwrap().unwrap().no;
        if let Some(mv) = mv {
            let mv = mv.to_owned();
            let left_ms = clock.map(|_| [1000; 2]);
            let played = Change::Move { game: no, ply: 0, mv, left_ms, at: DAY_S, deadline: None };
            let fence = Fence { game: no, epoch: 0, from: 1, to: 2 };
            hub.store().write(ChangeSet::fenced(fence, vec![played])).await.unwrap();
        }
    }

    async fn strange_game(hub: &Hub, id: &str) {
        let seat = SeatRow { who: "open".to_owned(), name: None, secret: None };
        let game = NewGame {
            id: id.to_owned(),
            rules: "of no game",
            start: String::new(),
            created_at: -1,
            clock: None,
            seats: [seat.clone(), seat],
        };
        hub.store().write(Change::Create(game)).await.unwrap();
    }

    async fn closing(hub: &Hub, id: &str) -> Option<String> {
        hub.store().load(id).await.unwrap().unwrap().closing
    }

    /// Stores a game that was agreed drawn at the beginning of time.
    async fn draw_long_ago(hub: &Hub, id: &str, seats: [SeatRow; 2]) {
        let start = (games::find("neutreeko").unwrap().start)().to_string();
        let id = id.to_owned();
        let game = NewGame { id: id.clone(), rules: "neutreeko", start, created_at: 0, clock: None, seats };
        hub.store().write(Change::Create(game)).await.unwrap();
        let game = hub.store().load(&id).await.unwrap().unwrap().no;
        let settle = Change::Settle {
            game,
            closing: Some("agreed".to_owned()),
            result: Some("1/2-1/2"),
            offers: String::new(),
            next: None,
            at: 0,
            deadline: None,
        };
        hub.store().write(settle).await.unwrap();
    }

    #[tokio::test]
    async fn abandoned_games_are_ended_or_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned());
        let hub = Hub::new(Store::open(folder.path()).await.unwrap(), None, &config);
        let (unplayed, timed, slow) = ("AAAAAAAAAAA", "BBBBBBBBBBB", "CCCCCCCCCCC");
        strange_game(&hub, "DDDDDDDDDDD").await;
        old_game(&hub, unplayed, None, None).await;
        old_game(&hub, timed, Some([1000, 0]), Some("b1-c1")).await;
        old_game(&hub, slow, None, Some("b1-c1")).await;

        assert_eq!(sweep(&hub, DAY_S).await.unwrap(), 0, "a day is not over yet");
        assert_eq!(sweep(&hub, DAY_S + 1).await.unwrap(), 1);
        assert!(hub.store().load(unplayed).await.unwrap().is_none());
        assert_eq!(sweep(&hub, DAY_S + FLAGGED_S + 1).await.unwrap(), 1);
        assert_eq!(
            (closing(&hub, timed).await.as_deref(), closing(&hub, slow).await),
            (Some("time second"), None)
        );
        assert_eq!(sweep(&hub, DAY_S + ABANDONED_S + 1).await.unwrap(), 1);
        assert_eq!(closing(&hub, slow).await.as_deref(), Some("abandoned second"));
        assert_eq!(sweep(&hub, 100 * DAY_S).await.unwrap(), 0, "what is over is left alone");
    }

    #[tokio::test]
    async fn a_clock_that_has_run_out_ends_its_game_without_loading_it() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned());
        let hub = Hub::new(Store::open(folder.path()).await.unwrap(), None, &config);
        let id = "AAAAAAAAAAA";
        old_game(&hub, id, Some([1000, 0]), Some("b1-c1")).await;
        let game = hub.store().load(id).await.unwrap().unwrap().no;
        let deadline = Deadline { side: games::Player::Second, clock_ms: 1000, at_ms: 2000 };
        hub.store().write(Change::Clock { game, deadline: Some(deadline) }).await.unwrap();
        assert_eq!(flag(&hub, 1999).await.unwrap(), 0, "the clock still runs");
        assert_eq!(flag(&hub, 2000).await.unwrap(), 1);
        assert_eq!((hub.count(), closing(&hub, id).await.as_deref()), (0, Some("time second")));
        assert_eq!(flag(&hub, 9999).await.unwrap(), 0, "what is over is left alone");
    }

    #[tokio::test]
    async fn a_kept_game_between_bots_is_not_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned());
        let hub = Hub::new(Store::open(folder.path()).await.unwrap(), None, &config);
        let seat = SeatRow { who: "level:1".to_owned(), name: None, secret: None };
        for id in ["AAAAAAAAAAA", "BBBBBBBBBBB"] {
            let seats = [seat.clone(), seat.clone()];
            draw_long_ago(&hub, id, seats).await;
        }
        hub.ask("BBBBBBBBBBB", |reply| GameRequest::Keep { reply }).await.unwrap();
        let now = unix_s() + 1000 * DAY_S;
        forget(&hub, None, now).await.unwrap();
        let kept = async |id| hub.store().load(id).await.unwrap().map(|row| row.is_kept);
        assert_eq!((kept("AAAAAAAAAAA").await, kept("BBBBBBBBBBB").await), (None, Some(true)));
        forget(&hub, Some(400), now).await.unwrap();
        assert_eq!(kept("BBBBBBBBBBB").await, None, "what the operator wants holds for all");
    }

    #[tokio::test]
    async fn finished_games_are_kept_as_long_as_they_are_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned());
        let hub = Hub::new(Store::open(folder.path()).await.unwrap(), None, &config);
        let (people, bots) = ("AAAAAAAAAAA", "BBBBBBBBBBB");
        for (id, who) in [(people, "person"), (bots, "level:3")] {
            let seat =
                SeatRow { who: who.to_owned(), name: None, secret: (who == "person").then_some([1; 32]) };
            let seats = [SeatRow { who: "level:1".to_owned(), name: None, secret: None }, seat];
            draw_long_ago(&hub, id, seats).await;
        }
        let kept = async || {
            [people, bots].map(|id| hub.store().load(id)).map(async |row| row.await.unwrap().is_some())
        };
        let kept = async || futures_util::future::join_all(kept().await).await;
        forget(&hub, None, BOTS_KEPT_S).await.unwrap();
        assert_eq!(kept().await, [true, true]);
        forget(&hub, None, BOTS_KEPT_S + 1).await.unwrap();
        assert_eq!(kept().await, [true, false], "nobody owns what bots have played");
        forget(&hub, Some(400), 400 * DAY_S).await.unwrap();
        assert_eq!(kept().await, [true, false]);
        forget(&hub, Some(400), 400 * DAY_S + 1).await.unwrap();
        assert_eq!(kept().await, [false, false]);
    }
}
