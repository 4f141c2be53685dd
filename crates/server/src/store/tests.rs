use std::hash::{BuildHasher, RandomState};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _};
use tempfile::TempDir;

mod nodes;
mod solvers;

use super::copy::{Copied, StorePlace, copy_games};
use super::*;

/// A store of SQLite in a folder, and one of PostgreSQL in a schema of its own where tests are given a server
/// (`crates/server/tests/with-databases` does that).
async fn places() -> (Vec<StorePlace>, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut places = vec![StorePlace::Folder(folder.path().to_owned())];
    if let Ok(url) = std::env::var("JOGO_TEST_POSTGRES") {
        let schema = format!("test_{:x}", RandomState::new().hash_one(0));
        let mut connection = sqlx::PgConnection::connect(&url).await.unwrap();
        // A name of our own making.
        sqlx::query(AssertSqlSafe(format!("CREATE SCHEMA {schema}"))).execute(&mut connection).await.unwrap();
        places.push(StorePlace::Database(DatabaseUrl(format!("{url}?options[search_path]={schema}"))));
    }
    (places, folder)
}

async fn open(place: &StorePlace) -> Store {
    match place {
        StorePlace::Folder(folder) => Store::open(folder).await.unwrap(),
        StorePlace::Database(url) => Store::connect(url).await.unwrap(),
    }
}

/// A store of the first version, with a game whose clocks run.
async fn old_store(folder: &Path) {
    let options = SqliteConnectOptions::new().filename(folder.join("games.sqlite")).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    migrator(&migrations::SQLITE[..1]).await.unwrap().run(&mut connection).await.unwrap();
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
    let Pool::Sqlite(readers) = &store.readers else { panic!("a folder is SQLite") };
    let mut busy = Vec::new();
    for _ in 0..READERS {
        busy.push(readers.acquire().await.unwrap());
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
    assert_eq!((game.version, game.epoch), (2, 0), "the version of the last move counts");
    let deadline = Deadline { side: Player::Second, clock_ms: 1000, at_ms: 2000 };
    store.write(Change::Clock { game: game.no, deadline: Some(deadline) }).await.unwrap();
    assert_eq!(store.load("AAAAAAAAAAA").await.unwrap().unwrap().deadline, Some(deadline));
    assert_eq!(store.out_of_time(1999).await.unwrap(), []);
    let fence = Fence { game: game.no, epoch: 0, from: 2, to: 3 };
    let flagged = FlaggedGame { id: "AAAAAAAAAAA".to_owned(), fence, deadline };
    assert_eq!(store.out_of_time(2000).await.unwrap(), [flagged]);
    store.close().await;
    // A server that starts gives every player time to come back.
    let before = unix_ms();
    let store = Store::open(folder.path()).await.unwrap();
    let deadline = store.load("AAAAAAAAAAA").await.unwrap().unwrap().deadline.unwrap();
    assert!(deadline.at_ms >= before + 30_000 + 1000 && deadline.clock_ms == 1000, "{deadline:?}");
    store.close().await;
}

fn open_seat() -> SeatRow {
    SeatRow { who: "open".to_owned(), name: None, secret: None }
}

async fn game(store: &Store, id: &str) -> i64 {
    let start = (games::find("neutreeko").unwrap().start)().to_string();
    let seats = [open_seat(), open_seat()];
    let game = NewGame { id: id.to_owned(), rules: "neutreeko", start, created_at: 0, clock: None, seats };
    store.write(Change::Create(game)).await.unwrap();
    store.load(id).await.unwrap().unwrap().no
}

/// A move at this ply of a game in which nothing else has happened.
fn mv(game: i64, ply: usize) -> ChangeSet {
    let fence = Fence { game, epoch: 0, from: 1 + ply as u64, to: 2 + ply as u64 };
    let mv = format!("\"{ply}'");
    let left_ms = Some([5, ply as u64]);
    ChangeSet::fenced(fence, vec![Change::Move { game, ply, mv, left_ms, at: 7, deadline: None }])
}

#[tokio::test]
async fn a_conflict_fails_only_its_own_write() {
    let (places, _folder) = places().await;
    for place in places {
        let store = open(&place).await;
        let (one, other) = (game(&store, "AAAAAAAAAAA").await, game(&store, "BBBBBBBBBBB").await);
        let seat =
            Change::Seat { game: other, side: Player::First, was: "person".to_owned(), now: open_seat() };
        let mut with_seat = mv(other, 1);
        with_seat.changes.push(seat);
        // Those that come while the first is written go together: moves that are new, one twice, one of no
        // game, one of no seat.
        let writes = [
            mv(one, 0),
            mv(one, 1),
            mv(other, 0),
            mv(one, 1),
            mv(one + other + 1, 0),
            with_seat,
            mv(other, 1),
        ];
        let written = futures_util::future::join_all(writes.map(|set| store.write(set))).await;
        let accepted: Vec<bool> = written.iter().map(Result::is_ok).collect();
        assert_eq!(accepted, [true, true, true, false, false, false, true]);
        let refused = |answer: &Result<(), StoreError>| {
            matches!(answer, Ok(()) | Err(StoreError::Conflict | StoreError::Fenced))
        };
        assert!(written.iter().all(refused), "{written:?}");
        let kept = store.load("AAAAAAAAAAA").await.unwrap().unwrap();
        let moves: Vec<_> = kept.moves.iter().map(|kept| (kept.mv.as_str(), kept.left_ms)).collect();
        assert_eq!((moves, kept.version), (vec![("\"0'", Some([5, 0])), ("\"1'", Some([5, 1]))], 3));
        // The move that came with a wrong seat went with it, and so did its version.
        let other = store.load("BBBBBBBBBBB").await.unwrap().unwrap();
        assert_eq!((other.moves.len(), other.version), (2, 3));
        store.close().await;
    }
}

#[tokio::test]
async fn a_write_with_an_old_version_or_epoch_changes_nothing() {
    let (places, _folder) = places().await;
    for place in places {
        let store = open(&place).await;
        let no = game(&store, "AAAAAAAAAAA").await;
        let neighbour = game(&store, "BBBBBBBBBBB").await;
        store.write(mv(no, 0)).await.unwrap();
        let before = format!("{:?}", store.load("AAAAAAAAAAA").await.unwrap());
        let right = Fence { game: no, epoch: 0, from: 2, to: 3 };
        let deadline = Some(Deadline { side: Player::First, clock_ms: 1, at_ms: 1 });
        let settle = Change::Settle {
            game: no,
            closing: Some("agreed".to_owned()),
            result: Some("1/2-1/2"),
            offers: String::new(),
            next: None,
            at: 9,
            deadline: None,
        };
        let changes = [
            vec![Change::Move { game: no, ply: 1, mv: "x".to_owned(), left_ms: None, at: 9, deadline }],
            vec![Change::Truncate { game: no, ply: 0 }, settle],
            vec![Change::Clock { game: no, deadline }],
            vec![Change::Delete { game: no }],
            vec![Change::Code { game: no, side: Player::First, hash: [3; 32], expires_at: i64::MAX }],
        ];
        let mut innocent = (0..).map(|ply| mv(neighbour, ply));
        for fence in [
            Fence { from: 1, to: 2, ..right },
            Fence { from: 3, to: 4, ..right },
            Fence { epoch: 1, ..right },
        ] {
            for changes in &changes {
                // Alone, and in one transaction with a write that is in order.
                let fenced = store.write(ChangeSet::fenced(fence, changes.clone()));
                let (fenced, other) = tokio::join!(fenced, store.write(innocent.next().unwrap()));
                assert!(matches!(fenced, Err(StoreError::Fenced)), "{fence:?} {changes:?} {fenced:?}");
                other.unwrap();
                assert_eq!(format!("{:?}", store.load("AAAAAAAAAAA").await.unwrap()), before);
            }
        }
        assert_eq!(store.seat_of_code(&[3; 32], 0).await.unwrap(), None);
        store.write(ChangeSet::fenced(right, changes[0].clone())).await.unwrap();
        assert_eq!(store.load("AAAAAAAAAAA").await.unwrap().unwrap().version, 3);
        store.close().await;
    }
}

/// A finished game with clocks, moves, names and all.
async fn long_game(store: &Store, id: &str) -> i64 {
    let seats = [
        SeatRow {
            who: "person".to_owned(),
            name: Some("Ana 'ã' \u{1f600}".to_owned()),
            secret: Some([1; 32]),
        },
        SeatRow { who: "level:3".to_owned(), name: None, secret: None },
    ];
    let start = (games::find("neutreeko").unwrap().start)().to_string();
    let clock = Some([60_000, 2000]);
    let new = NewGame { id: id.to_owned(), rules: "neutreeko", start, created_at: 3, clock, seats };
    store.write(Change::Create(new)).await.unwrap();
    let no = store.load(id).await.unwrap().unwrap().no;
    for ply in 0..3 {
        store.write(mv(no, ply)).await.unwrap();
    }
    let fence = Fence { game: no, epoch: 0, from: 4, to: 5 };
    let settle = Change::Settle {
        game: no,
        closing: Some("agreed".to_owned()),
        result: Some("1/2-1/2"),
        offers: "{}".to_owned(),
        next: Some("NNNNNNNNNNN".to_owned()),
        at: 11,
        deadline: None,
    };
    store.write(ChangeSet::fenced(fence, vec![settle, Change::Keep { game: no }])).await.unwrap();
    no
}

#[tokio::test]
async fn every_question_has_the_same_answer_in_both_databases() {
    let (places, _folder) = places().await;
    for place in places {
        let store = open(&place).await;
        let no = long_game(&store, "AAAAAAAAAAA").await;
        let row = store.load("AAAAAAAAAAA").await.unwrap().unwrap();
        assert_eq!((row.version, row.epoch, row.moves.len(), row.is_kept), (5, 0, 3, true));
        assert_eq!(row.seats[0].name.as_deref(), Some("Ana 'ã' \u{1f600}"));
        assert_eq!(
            (row.clock, row.touched_at, row.result.as_deref()),
            (Some([60_000, 2000]), 11, Some("1/2-1/2"))
        );
        assert_eq!(store.version("AAAAAAAAAAA").await.unwrap(), Some((5, 3)));
        assert_eq!(store.version("BBBBBBBBBBB").await.unwrap(), None);
        assert_eq!(store.games_of(&[1; 32], i64::MAX).await.unwrap(), [("AAAAAAAAAAA".to_owned(), no)]);
        assert!(store.games_of(&[1; 32], no).await.unwrap().is_empty());
        assert!(store.has_issued(&[1; 32]).await.unwrap() && !store.has_issued(&[2; 32]).await.unwrap());
        assert_eq!(store.all_of(&[1; 32]).await.unwrap(), ["AAAAAAAAAAA"]);
        let other = game(&store, "BBBBBBBBBBB").await;
        // The later of two codes for a seat counts.
        for hash in [[7; 32], [8; 32]] {
            store
                .write(Change::Code { game: other, side: Player::Second, hash, expires_at: 50 })
                .await
                .unwrap();
        }
        assert_eq!(store.seat_of_code(&[7; 32], 49).await.unwrap(), None);
        let seat = Some(("BBBBBBBBBBB".to_owned(), Player::Second));
        assert_eq!(store.seat_of_code(&[8; 32], 49).await.unwrap(), seat);
        assert_eq!(store.seat_of_code(&[8; 32], 50).await.unwrap(), None);
        store.write(Change::Spend { hash: [8; 32] }).await.unwrap();
        assert!(matches!(store.write(Change::Spend { hash: [8; 32] }).await, Err(StoreError::Conflict)));
        let since = |unplayed| Since { unplayed, flagged: 100, abandoned: 100 };
        assert_eq!(store.overdue(since(1)).await.unwrap(), ["BBBBBBBBBBB"], "what is over is never overdue");
        assert!(store.overdue(since(0)).await.unwrap().is_empty());
        let deadline = Deadline { side: Player::First, clock_ms: 10, at_ms: 20 };
        store.write(Change::Clock { game: other, deadline: Some(deadline) }).await.unwrap();
        assert!(store.out_of_time(19).await.unwrap().is_empty());
        assert_eq!(store.out_of_time(20).await.unwrap()[0].deadline, deadline);
        store.probe().await.unwrap();
        store.check().await.unwrap();
        store.write(Change::Forget { before: 12, only_bots: true }).await.unwrap();
        assert!(store.load("AAAAAAAAAAA").await.unwrap().is_some(), "a person has played it");
        store.write(Change::Forget { before: 12, only_bots: false }).await.unwrap();
        assert!(store.load("AAAAAAAAAAA").await.unwrap().is_none());
        assert!(!store.has_issued(&[1; 32]).await.unwrap(), "its seats went with it");
        store.close().await;
    }
}

#[tokio::test]
async fn games_are_copied_between_stores_once() {
    let (mut places, _folder) = places().await;
    let back = tempfile::tempdir().unwrap();
    places.push(StorePlace::Folder(back.path().to_owned()));
    let store = open(&places[0]).await;
    for number in 0..5 {
        long_game(&store, &format!("AAAAAAAAAA{number}")).await;
    }
    game(&store, "BBBBBBBBBBB").await;
    let shown = async |store: &Store, id: &str| {
        let row = store.load(id).await.unwrap().unwrap();
        format!("{:?}", GameRow { no: 0, ..row })
    };
    let before = [shown(&store, "AAAAAAAAAA3").await, shown(&store, "BBBBBBBBBBB").await];
    store.close().await;
    // From the folder to the database, if there is one, and from there to another folder.
    for pair in places.windows(2) {
        let copied = copy_games(&pair[0], &pair[1], |_| {}).await.unwrap();
        assert_eq!(copied, Copied { games: 6, moves: 15, present: 0, different: 0 });
        let target = open(&pair[1]).await;
        assert_eq!([shown(&target, "AAAAAAAAAA3").await, shown(&target, "BBBBBBBBBBB").await], before);
        target.close().await;
    }
    let (from, to) = (places.first().unwrap(), places.last().unwrap());
    // As after an interruption: one game is missing, and one has gone on.
    let target = open(to).await;
    let lost = target.load("AAAAAAAAAA1").await.unwrap().unwrap().no;
    target.write(Change::Delete { game: lost }).await.unwrap();
    let played = target.load("BBBBBBBBBBB").await.unwrap().unwrap().no;
    target.write(mv(played, 0)).await.unwrap();
    target.close().await;
    let mut told = Vec::new();
    let copied = copy_games(from, to, |copied| told.push(copied)).await.unwrap();
    assert_eq!(copied, Copied { games: 1, moves: 3, present: 4, different: 1 });
    assert_eq!(told, [copied]);
    let target = open(to).await;
    assert_eq!(target.load("BBBBBBBBBBB").await.unwrap().unwrap().version, 2, "it is not overwritten");
    target.close().await;
    let nowhere = StorePlace::Folder(back.path().join("nowhere"));
    let error = copy_games(&nowhere, to, |_| {}).await.unwrap_err();
    assert!(error.to_string().contains("no games"), "{error}");
    assert!(!back.path().join("nowhere").exists());
}

#[tokio::test]
async fn reviews_go_with_their_games_and_finished_games_are_read_without_names() {
    let (places, _folder) = places().await;
    for place in places {
        let store = open(&place).await;
        let id = "AAAAAAAAAAA";
        let no = game(&store, id).await;
        let review = |text: &str| Change::Review { id: id.to_owned(), text: text.to_owned() };
        let refused = store.write(review("{}")).await;
        assert!(matches!(refused, Err(StoreError::Conflict)), "a running game has no review: {refused:?}");
        for (side, secret) in [(Player::First, [0; 32]), (Player::Second, [1; 32])] {
            assert!(store.contests_of(&[0; 32], "neutreeko").await.unwrap().is_empty());
            let now = SeatRow { who: "person".to_owned(), name: None, secret: Some(secret) };
            store.write(Change::Seat { game: no, side, was: "open".to_owned(), now }).await.unwrap();
        }
        assert_eq!(store.contests_of(&[0; 32], "neutreeko").await.unwrap(), [id]);
        assert!(store.contests_of(&[0; 32], "ataxx").await.unwrap().is_empty());
        store.write(mv(no, 0)).await.unwrap();
        assert_eq!(store.finished("neutreeko", 10).await.unwrap(), []);
        let over = Change::Settle {
            game: no,
            closing: Some("agreed".to_owned()),
            result: Some("1/2-1/2"),
            offers: String::new(),
            next: None,
            at: 9,
            deadline: None,
        };
        store.write(over).await.unwrap();
        assert!(store.contests_of(&[0; 32], "neutreeko").await.unwrap().is_empty());
        for text in ["{}", "{\"moves\":[]}"] {
            store.write(review(text)).await.unwrap();
            assert_eq!(store.review(id).await.unwrap().as_deref(), Some(text));
        }
        let finished = store.finished("neutreeko", 10).await.unwrap();
        assert_eq!(
            (finished[0].result.as_str(), &finished[0].moves[..]),
            ("1/2-1/2", &["\"0'".to_owned()][..])
        );
        store.write(Change::Delete { game: no }).await.unwrap();
        assert_eq!(store.review(id).await.unwrap(), None);
        store.close().await;
    }
}
