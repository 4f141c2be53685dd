//! Disks that fail and folders that are not ours.

use std::time::{Duration, Instant};

use serde_json::json;
use server::{Config, Limits, ServeError, Server, StoreError};

use crate::host::{Browser, Host, PATIENCE, Socket};

#[tokio::test]
async fn a_full_disk_is_reported_and_loses_no_move() {
    let (host, folder) = Host::start().await;
    let mut ana = Browser::default();
    let id = ana.create(&host, json!({"game": "knightline", "opponent": "self"})).await;
    let mut socket = ana.connect(&host, &id, "").await;
    let mut rng = fastrand::Rng::with_seed(1);
    host.disk.fill(true).await.unwrap();
    // What fits into pages that are there already is still written.
    let (mut accepted, mut refused) = (Vec::new(), None);
    for _ in 0..2000 {
        let state = socket.ask(json!({"type": "moves"})).await;
        if state["moves"].as_array().unwrap().is_empty() {
            break;
        }
        let mv = crate::host::pick(&state, &mut rng).clone();
        let answer = socket.ask(json!({"type": "move", "ply": accepted.len(), "move": mv})).await;
        if answer["type"] == "ok" {
            accepted.push(mv);
            continue;
        }
        assert_eq!(Socket::code(&answer), "storage");
        refused = Some(mv);
        break;
    }
    if refused.is_none() {
        // The game was over first: a game more finds no room.
        let body = json!({"game": "neutreeko", "opponent": "self", "name": "x"});
        let mut answer = ana.call(&host, "POST", "/api/games", Some(body.clone())).await;
        for _ in 0..500 {
            if answer.status == 503 {
                break;
            }
            answer = ana.call(&host, "POST", "/api/games", Some(body.clone())).await;
        }
        answer.refused(503, "storage");
    }
    let state = ana.get(&host, &format!("/api/games/{id}")).await.json();
    assert_eq!(state["moves"], json!(accepted), "what was refused did not happen");
    host.disk.fill(false).await.unwrap();
    if let Some(mv) = refused {
        let again = socket.ask(json!({"type": "move", "ply": accepted.len(), "move": mv})).await;
        assert_eq!(again["type"], "ok", "{again}");
        accepted.push(mv);
    }
    drop(socket);
    host.stop().await;
    let host = Host::start_in(folder.path(), Limits::generous()).await;
    assert_eq!(ana.get(&host, &format!("/api/games/{id}")).await.json()["moves"], json!(accepted));
    host.stop().await;
}

#[tokio::test]
async fn a_folder_is_locked_by_one_server() {
    let (host, folder) = Host::start().await;
    let config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned());
    match Server::bind(config.clone()).await {
        Err(ServeError::Store(error @ StoreError::Held(_))) => {
            assert!(error.to_string().contains("--data"), "{error}");
        }
        other => panic!("{other:?}"),
    }
    host.stop().await;
    assert!(!folder.path().join("games.sqlite-wal").exists(), "everything is in its place");
    assert!(Server::bind(config).await.is_ok(), "a server that stopped lets go of its folder");
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    for place in [file.join("games"), "/proc/self/jogo".into()] {
        let error = Server::bind(Config::new(([127, 0, 0, 1], 0).into(), place.clone())).await.unwrap_err();
        assert!(
            error.to_string().starts_with(&format!("cannot keep games in {}", place.display())),
            "{error}"
        );
    }
}

/// Asks until the answer is this; an answer of the server may be as old as its last probe.
async fn becomes(host: &Host, path: &str, status: u16) {
    let since = Instant::now();
    loop {
        let answer = host.get(path).await;
        if answer.status == status {
            return;
        }
        assert!(since.elapsed() < PATIENCE, "{path}: {} {}", answer.status, answer.text());
    }
}

#[tokio::test]
async fn a_server_that_cannot_write_is_alive_and_not_ready() {
    let (host, _folder) = Host::start().await;
    becomes(&host, "/readyz", 200).await;
    host.disk.fill(true).await.unwrap();
    becomes(&host, "/readyz", 503).await;
    assert_eq!(host.get("/healthz").await.text(), "ok");
    host.disk.fill(false).await.unwrap();
    becomes(&host, "/readyz", 200).await;
    host.stop().await;
}

#[tokio::test]
async fn a_server_is_not_ready_while_its_disk_hangs() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { probe_max: Duration::from_millis(50), ..Limits::generous() };
    let host = Host::start_in(folder.path(), limits).await;
    let hung = host.disk.stall().await.unwrap();
    becomes(&host, "/readyz", 503).await;
    assert_eq!(host.get("/healthz").await.text(), "ok");
    drop(hung);
    becomes(&host, "/readyz", 200).await;
    host.stop().await;
}

#[tokio::test]
#[cfg(unix)]
async fn no_move_is_acknowledged_into_a_deleted_database() {
    for file in ["games.sqlite", "games.sqlite-wal"] {
        let (host, folder) = Host::start().await;
        let mut ana = Browser::default();
        let id = ana.create(&host, json!({"game": "neutreeko", "opponent": "self"})).await;
        let mut socket = ana.connect(&host, &id, "").await;
        assert_eq!(socket.ask(json!({"type": "move", "ply": 0, "move": "b1-c1"})).await["type"], "ok");
        std::fs::remove_file(folder.path().join(file)).unwrap();
        let answer = socket.ask(json!({"type": "move", "ply": 1, "move": "b5-a5"})).await;
        assert_eq!(Socket::code(&answer), "storage", "{file}");
        let state = ana.get(&host, &format!("/api/games/{id}")).await.json();
        assert_eq!(state["moves"], json!(["b1-c1"]), "{file}");
        becomes(&host, "/readyz", 503).await;
        host.stop().await;
    }
}

#[tokio::test]
async fn damage_to_the_database_is_found() {
    let (host, folder) = Host::start().await;
    let mut ana = Browser::default();
    for _ in 0..60 {
        ana.create(
            &host,
            json!({"game": "knightline", "opponent": "self", "name": "A name of thirty-two characters."}),
        )
        .await;
    }
    host.stop().await;
    let file = folder.path().join("games.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let length = bytes.len();
    bytes[length - 4096..].fill(0xA5);
    std::fs::write(&file, bytes).unwrap();
    let host = Host::start_in(folder.path(), Limits::generous()).await;
    becomes(&host, "/readyz", 503).await;
    host.stop().await;
}
