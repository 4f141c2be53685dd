//! Several nodes on one database: these tests need PostgreSQL.

use super::*;
use crate::config::Config;
use crate::hub::Hub;
use crate::node::Node;
use crate::store::ownership::SweepPermit;
use crate::sweep::{flag, forget};

/// Lets a node have beaten that much earlier.
async fn age(place: &StorePlace, node: &str, ms: i64) {
    let StorePlace::Database(url) = place else { return };
    let mut connection = sqlx::PgConnection::connect(&url.0).await.unwrap();
    sqlx::query("UPDATE nodes SET beat = beat - $2 * interval '1 millisecond' WHERE id = $1")
        .bind(node)
        .bind(ms)
        .execute(&mut connection)
        .await
        .unwrap();
}

#[tokio::test]
async fn the_game_of_a_dead_node_is_taken_over_and_the_dead_node_changes_nothing() {
    let (places, _folder) = places().await;
    // Only PostgreSQL has several nodes.
    for place in places.into_iter().filter(|place| matches!(place, StorePlace::Database(_))) {
        let store = open(&place).await;
        let no = game(&store, "AAAAAAAAAAA").await;
        store.write(mv(no, 0)).await.unwrap();
        for node in ["one", "two"] {
            store.enrol(node, &format!("http://{node}")).await.unwrap();
        }
        let claim = async |node| store.claim("AAAAAAAAAAA", node).await.unwrap();
        let mine = async |node| match claim(node).await {
            Claimed::Mine(row) => row,
            other => panic!("{node}: {other:?}"),
        };
        assert_eq!(mine("one").await.epoch, 1);
        assert!(matches!(claim("two").await, Claimed::Elsewhere));
        assert_eq!(store.owner("AAAAAAAAAAA", "two").await.unwrap().as_deref(), Some("http://one"));
        assert_eq!(store.owner("AAAAAAAAAAA", "one").await.unwrap(), None);
        let far = unix_ms() + 60_000;
        let clock = |at_ms| Change::Clock {
            game: no,
            deadline: Some(Deadline { side: Player::Second, clock_ms: 1, at_ms }),
        };
        store.write(clock(far)).await.unwrap();
        // Three seconds of silence are given back, and no more than five of a minute.
        age(&place, "one", 3000).await;
        assert!(!store.beat("one").await.unwrap(), "a node that counts as dead stays dead");
        let row = mine("two").await;
        let given = row.deadline.unwrap().at_ms - far;
        assert!(row.epoch == 2 && (3000..=5000).contains(&given), "{row:?}");
        let late = Fence { game: no, epoch: 1, from: 2, to: 3 };
        let played =
            Change::Move { game: no, ply: 1, mv: "x".to_owned(), left_ms: None, at: 1, deadline: None };
        let fenced = store.write(ChangeSet::fenced(late, vec![played.clone()])).await;
        assert!(matches!(fenced, Err(StoreError::Fenced)), "{fenced:?}");
        assert!(matches!(claim("one").await, Claimed::Elsewhere), "two lives");
        store.retire("one").await.unwrap();
        store.enrol("three", "http://three").await.unwrap();
        age(&place, "two", 60_000).await;
        let before = row.deadline.unwrap().at_ms;
        assert_eq!(mine("three").await.deadline.unwrap().at_ms - before, 5000);
        // A clock that has run out stays so, and a node that retires gives nothing back.
        store.write(clock(1)).await.unwrap();
        age(&place, "three", 60_000).await;
        assert!(matches!(claim("three").await, Claimed::Lapsed), "a dead node takes no game");
        store.enrol("four", "http://four").await.unwrap();
        assert_eq!(mine("four").await.deadline.unwrap().at_ms, 1);
        store.write(clock(far)).await.unwrap();
        store.retire("four").await.unwrap();
        store.enrol("five", "http://five").await.unwrap();
        let row = mine("five").await;
        assert_eq!((row.deadline.unwrap().at_ms, row.epoch), (far, 5));
        assert_eq!(store.living().await.unwrap(), ["http://five"]);
        // Released, it is any node's.
        store.write(Change::Release { game: no, epoch: 4 }).await.unwrap();
        store.enrol("six", "http://six").await.unwrap();
        assert!(matches!(claim("six").await, Claimed::Elsewhere), "an old release releases nothing");
        store.write(Change::Release { game: no, epoch: 5 }).await.unwrap();
        assert_eq!(mine("six").await.epoch, 6);
        store.close().await;
    }
}

#[tokio::test]
async fn of_nodes_that_claim_a_game_at_once_one_has_it() {
    let (places, _folder) = places().await;
    for place in places.into_iter().filter(|place| matches!(place, StorePlace::Database(_))) {
        let store = open(&place).await;
        let nodes = ["one", "two", "three", "four", "five"];
        for node in nodes {
            store.enrol(node, &format!("http://{node}")).await.unwrap();
        }
        // Nobody beats for them, and a slow machine must not make them count as dead.
        let Pool::Postgres(pool) = &store.readers else { panic!("a database is PostgreSQL") };
        let alive = "UPDATE nodes SET beat = clock_timestamp() + interval '1 hour'";
        sqlx::query(alive).execute(pool).await.unwrap();
        for number in 0..10 {
            let id = format!("AAAAAAAAAA{number}");
            game(&store, &id).await;
            let claims = nodes.map(|node| store.claim(&id, node));
            let claims = futures_util::future::join_all(claims).await;
            let mine =
                claims.iter().filter(|claim| matches!(claim, Ok(Claimed::Mine(row)) if row.epoch == 1));
            let elsewhere = claims.iter().filter(|claim| matches!(claim, Ok(Claimed::Elsewhere)));
            assert_eq!((mine.count(), elsewhere.count()), (1, 4), "{claims:?}");
        }
        store.close().await;
    }
}

#[tokio::test]
async fn a_database_that_servers_use_is_not_copied() {
    let (places, _folder) = places().await;
    let [folder, database] = &places[..] else { return };
    open(folder).await.close().await;
    let store = open(database).await;
    store.enrol("one", "http://one").await.unwrap();
    for (from, to) in [(folder, database), (database, folder)] {
        let error = copy_games(from, to, |_| {}).await.unwrap_err();
        assert!(error.to_string().contains("stop them first"), "{error}");
    }
    age(database, "one", 2001).await;
    assert_eq!(copy_games(database, folder, |_| {}).await.unwrap(), Copied::default());
    store.close().await;
}

/// Waits for the permit to sweep: the lock is one for the whole database, so other tests may have it.
async fn permit(store: &Store) -> SweepPermit {
    loop {
        if let Some(permit) = store.permit_to_sweep().await.unwrap() {
            return permit;
        }
    }
}

#[tokio::test]
async fn only_one_node_sweeps_or_forgets_at_a_time() {
    let (places, folder) = places().await;
    for place in places.into_iter().filter(|place| matches!(place, StorePlace::Database(_))) {
        let config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned());
        let (hub, other) = (Hub::new(open(&place).await, None, &config), open(&place).await);
        let game = game(hub.store(), "AAAAAAAAAAA").await;
        let over = Change::Settle {
            game,
            closing: Some("agreed".to_owned()),
            result: Some("1/2-1/2"),
            offers: String::new(),
            next: None,
            at: 0,
            deadline: None,
        };
        hub.store().write(over).await.unwrap();
        let is_there = async || other.load("AAAAAAAAAAA").await.unwrap().is_some();
        let permit = permit(&other).await;
        assert!(hub.store().permit_to_sweep().await.unwrap().is_none());
        forget(&hub, Some(1), unix_s()).await.unwrap();
        assert!(is_there().await, "the other node sweeps");
        drop(permit);
        while is_there().await {
            forget(&hub, Some(1), unix_s()).await.unwrap();
        }
        hub.store().close().await;
        other.close().await;
    }
}

#[tokio::test]
async fn any_node_ends_a_game_that_is_out_of_time_and_that_no_living_node_has() {
    let (places, folder) = places().await;
    for place in places.into_iter().filter(|place| matches!(place, StorePlace::Database(_))) {
        let config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned());
        let store = open(&place).await;
        let node = Node::enrol(&store, "http://sweeper".to_owned()).await.unwrap();
        let hub = Hub::new(store, Some(node), &config);
        let store = hub.store();
        let no = game(store, "AAAAAAAAAAA").await;
        store.enrol("one", "http://one").await.unwrap();
        let Claimed::Mine(row) = store.claim("AAAAAAAAAAA", "one").await.unwrap() else {
            panic!("it is free")
        };
        let deadline = Deadline { side: Player::First, clock_ms: 10, at_ms: 20 };
        store.write(Change::Clock { game: no, deadline: Some(deadline) }).await.unwrap();
        let shown = async || {
            let row = store.load("AAAAAAAAAAA").await.unwrap().unwrap();
            (row.result, row.version)
        };
        // The lock of the sweepers is one for the whole database, and other tests may have it.
        let swept = async || {
            drop(permit(store).await);
            flag(&hub, 1000).await.unwrap()
        };
        age(&place, "one", -3_600_000).await;
        for _ in 0..3 {
            assert_eq!(swept().await, 0, "its owner lives and ends it by itself");
        }
        assert_eq!(shown().await, (None, row.version));
        age(&place, "one", 3_600_000 + 2001).await;
        while swept().await == 0 {}
        assert_eq!(shown().await, (Some("0-1".to_owned()), row.version + 1), "the fence has moved too");
        store.close().await;
    }
}

#[tokio::test]
async fn a_database_of_the_first_version_is_migrated_with_its_games() {
    let (places, _folder) = places().await;
    for place in places {
        let StorePlace::Database(DatabaseUrl(url)) = &place else { continue };
        let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
        migrator(&migrations::POSTGRES[..1]).await.unwrap().run(&mut connection).await.unwrap();
        let start = (games::find("neutreeko").unwrap().start)().to_string();
        let game = "INSERT INTO games (id, rules, start, created_at, touched_at, version, epoch, deadline_ms, clock_side, clock_ms) \
                    VALUES ('AAAAAAAAAAA', 'neutreeko', $1, 5, 5, 2, 3, 2000, 1, 1000)";
        sqlx::query(game).bind(start).execute(&mut connection).await.unwrap();
        for statement in [
            "INSERT INTO seats (game, side, who) VALUES (1, 0, 'person'), (1, 1, 'open')",
            "INSERT INTO moves (game, ply, mv, version, at) VALUES (1, 0, 'b1-c1', 2, 7)",
        ] {
            sqlx::query(statement).execute(&mut connection).await.unwrap();
        }
        let store = open(&place).await;
        let row = store.load("AAAAAAAAAAA").await.unwrap().unwrap();
        assert_eq!((row.version, row.epoch, row.moves[0].mv.as_str()), (2, 3, "b1-c1"));
        let deadline = Deadline { side: Player::Second, clock_ms: 1000, at_ms: 2000 };
        assert_eq!(row.deadline, Some(deadline), "a clock goes on while servers are replaced");
        store.close().await;
    }
}

#[tokio::test]
async fn a_server_runs_on_the_tables_of_the_next_version() {
    let (places, _folder) = places().await;
    for place in places {
        let StorePlace::Database(DatabaseUrl(url)) = &place else { continue };
        open(&place).await.close().await;
        let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
        // As a migration that only adds leaves them.
        for statement in [
            "ALTER TABLE games ADD COLUMN later TEXT NOT NULL DEFAULT 'x'",
            "ALTER TABLE moves ADD COLUMN later BIGINT",
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
             VALUES (999, 'later', TRUE, '', 1)",
        ] {
            sqlx::query(statement).execute(&mut connection).await.unwrap();
        }
        let store = open(&place).await;
        let no = game(&store, "AAAAAAAAAAA").await;
        store.write(mv(no, 0)).await.unwrap();
        store.enrol("one", "http://one").await.unwrap();
        let Claimed::Mine(row) = store.claim("AAAAAAAAAAA", "one").await.unwrap() else {
            panic!("it is free")
        };
        assert_eq!((row.version, row.moves.len()), (2, 1));
        store.close().await;
    }
}
