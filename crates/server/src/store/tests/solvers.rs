//! Solvers of puzzles, in both databases.

use super::*;

fn solver(secret: Hash, version: u64, text: &str) -> SolverRow {
    SolverRow { secret, version, text: text.to_owned(), touched_at: 100 + version as i64 }
}

#[tokio::test]
async fn a_solver_is_fenced_by_the_version() {
    let (places, _folder) = places().await;
    for place in places {
        let store = open(&place).await;
        let write =
            async |version, text: &str| store.write(Change::Solver(solver([1; 32], version, text))).await;
        assert_eq!(store.solver(&[1; 32]).await.unwrap(), None);
        assert!(!store.has_issued(&[1; 32]).await.unwrap());
        assert!(matches!(write(2, "early").await, Err(StoreError::Conflict)), "nothing is kept yet");
        // Of many who have read the same, one writes; those in the same transaction too.
        let writes = ["{}", "a", "b", "c"].map(|text| write(1, text));
        let written = futures_util::future::join_all(writes).await;
        assert_eq!(written.iter().filter(|written| written.is_ok()).count(), 1, "{written:?}");
        write(2, "ã'\"").await.unwrap();
        assert!(matches!(write(2, "late").await, Err(StoreError::Conflict)));
        assert_eq!(store.solver(&[1; 32]).await.unwrap(), Some(solver([1; 32], 2, "ã'\"")));
        assert!(store.has_issued(&[1; 32]).await.unwrap());
        store.write(Change::Solver(solver([2; 32], 1, "{}"))).await.unwrap();
        store.write(Change::ForgetSolvers { before: 102 }).await.unwrap();
        assert_eq!(store.solver(&[2; 32]).await.unwrap(), None, "who came last at 101");
        store.write(Change::ForgetSolver { secret: [1; 32] }).await.unwrap();
        assert_eq!(store.solver(&[1; 32]).await.unwrap(), None);
        store.close().await;
    }
}

#[tokio::test]
async fn games_do_not_wait_for_solvers_whom_another_server_writes() {
    let (places, _folder) = places().await;
    for place in places {
        let StorePlace::Database(DatabaseUrl(url)) = &place else { continue };
        let store = open(&place).await;
        let no = game(&store, "AAAAAAAAAAA").await;
        let mut other = sqlx::PgConnection::connect(url).await.unwrap();
        for secret in [1, 2] {
            store.write(Change::Solver(solver([secret; 32], 1, "{}"))).await.unwrap();
        }
        let lock = async |other: &mut sqlx::PgConnection, secret: u8| {
            let sql = "SELECT 1 FROM solvers WHERE secret = $1 FOR UPDATE";
            sqlx::query(sql).bind(vec![secret; 32]).execute(other).await.unwrap();
        };
        sqlx::query("BEGIN").execute(&mut other).await.unwrap();
        lock(&mut other, 1).await;
        let played = async {
            store.write(Change::Keep { game: no }).await.unwrap();
            // In the order of the secrets: with the second solver kept from it, this would be a deadlock.
            lock(&mut other, 2).await;
            sqlx::query("COMMIT").execute(&mut other).await.unwrap();
        };
        // All of one batch.
        let end = store.stall().await.unwrap();
        let [second, first] = [2, 1].map(|secret| store.write(Change::Solver(solver([secret; 32], 2, "{}"))));
        let (second, first, (), ()) = tokio::join!(second, first, played, async { drop(end) });
        assert_eq!((first.is_ok(), second.is_ok()), (true, true), "{first:?} {second:?}");
        store.close().await;
    }
}

#[tokio::test]
async fn solvers_are_copied_with_the_games_unless_they_are_there() {
    let (mut places, _folder) = places().await;
    let back = tempfile::tempdir().unwrap();
    places.push(StorePlace::Folder(back.path().to_owned()));
    let store = open(&places[0]).await;
    // More than are read at once.
    for number in 1..=250_u8 {
        store.write(Change::Solver(solver([number; 32], 1, &number.to_string()))).await.unwrap();
    }
    store.write(Change::Solver(solver([7; 32], 2, "seven"))).await.unwrap();
    store.close().await;
    for pair in places.windows(2) {
        let target = open(&pair[1]).await;
        target.write(Change::Solver(solver([9; 32], 1, "own"))).await.unwrap();
        target.close().await;
        copy_games(&pair[0], &pair[1], |_| {}).await.unwrap();
        let target = open(&pair[1]).await;
        assert_eq!(target.solver(&[7; 32]).await.unwrap(), Some(solver([7; 32], 2, "seven")));
        assert_eq!(target.solver(&[250; 32]).await.unwrap(), Some(solver([250; 32], 1, "250")));
        assert_eq!(target.solver(&[9; 32]).await.unwrap(), Some(solver([9; 32], 1, "own")));
        target.close().await;
    }
}
