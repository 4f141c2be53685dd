use super::*;

/// A store of the first version, with a game whose clocks run.
async fn old_store(folder: &Path) {
    let options = SqliteConnectOptions::new().filename(folder.join("games.sqlite")).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    Migrator::new(Embedded(1)).await.unwrap().run(&mut connection).await.unwrap();
    let start = (games::find("neutreeko").unwrap().start)().to_string();
    sqlx::query("INSERT INTO games (id, rules, start, created_at, initial_ms, increment_ms, touched_at) VALUES ('AAAAAAAAAAA', 'neutreeko', ?, 5, 60000, 0, 5)")
        .bind(start)
        .execute(&mut connection)
        .await
        .unwrap();
    for statement in [
        "INSERT INTO seats (game, side, who, secret) VALUES (1, 0, 'person', zeroblob(32)), (1, 1, 'open', NULL)",
        "INSERT INTO moves (game, ply, mv, first_ms, second_ms, version, at) VALUES (1, 0, 'b1-c1', 60000, 60000, 2, 7)",
    ] {
        sqlx::query(statement).execute(&mut connection).await.unwrap();
    }
    sqlx::Connection::close(connection).await.unwrap();
}

#[tokio::test]
async fn a_check_of_the_database_takes_no_reader() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let mut busy = Vec::new();
    for _ in 0..READERS {
        busy.push(store.readers.acquire().await.unwrap());
    }
    store.check().await.unwrap();
    drop(busy);
    store.close().await;
}

#[tokio::test]
async fn a_store_of_the_first_version_is_migrated_with_its_games() {
    let folder = tempfile::tempdir().unwrap();
    old_store(folder.path()).await;
    let store = Store::open(folder.path()).await.unwrap();
    let game = store.load("AAAAAAAAAAA").await.unwrap().unwrap();
    assert_eq!((game.moves[0].mv.as_str(), game.moves[0].at, game.deadline), ("b1-c1", 7, None));
    let deadline = Deadline { side: Player::Second, clock_ms: 1000, at_ms: 2000 };
    store.write(vec![Change::Clock { game: game.no, deadline: Some(deadline) }]).await.unwrap();
    assert_eq!(store.load("AAAAAAAAAAA").await.unwrap().unwrap().deadline, Some(deadline));
    assert_eq!(store.out_of_time(1999).await.unwrap(), []);
    assert_eq!(store.out_of_time(2000).await.unwrap(), [(game.no, "AAAAAAAAAAA".to_owned(), deadline)]);
    store.close().await;
    // A server that starts gives every player time to come back.
    let before = unix_ms();
    let store = Store::open(folder.path()).await.unwrap();
    let deadline = store.load("AAAAAAAAAAA").await.unwrap().unwrap().deadline.unwrap();
    assert!(deadline.at_ms >= before + 30_000 + 1000 && deadline.clock_ms == 1000, "{deadline:?}");
    store.close().await;
}
