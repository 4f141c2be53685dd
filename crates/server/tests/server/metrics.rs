//! Measurements, as Prometheus fetches them.

use serde_json::json;
use server::{Config, Limits};

use crate::host::{Browser, Host};

#[tokio::test]
async fn measurements_are_served_at_an_address_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        metrics: Some(([127, 0, 0, 1], 0).into()),
        ..Host::config(folder.path(), Limits::generous())
    };
    let host = Host::start_as(config).await;
    let mut ana = Browser::default();
    let id = ana.create(&host, json!({"game": "neutreeko", "opponent": "self"})).await;
    let mut socket = ana.connect(&host, &id, "").await;
    assert_eq!(socket.ask(json!({"type": "move", "ply": 0, "move": "b1-c1"})).await["type"], "ok");
    assert_eq!(socket.ask(json!({"type": "move", "ply": 1, "move": "a1-a2"})).await["type"], "error");
    host.get("/api/games/AAAAAAAAAAA").await.refused(404, "game-not-found");
    let text = host.scrape().await;
    for line in [
        "HTTP/1.1 200 OK",
        "jogo_live_games 1",
        "jogo_sockets 1",
        "jogo_moves_total 1",
        "jogo_move_seconds_count 1",
        "jogo_jobs_waiting 0",
        "jogo_jobs_running 0",
        "jogo_writes_waiting 0",
        "jogo_refused_total{code=\"illegal-move\"} 1",
        "jogo_refused_total{code=\"game-not-found\"} 1",
        "jogo_store_write_seconds_count ",
        "jogo_build_info{version=\"",
    ] {
        assert!(text.lines().any(|one| one.starts_with(line)), "{line} is missing in\n{text}");
    }
    assert!(text.contains("jogo_http_request_seconds_bucket{le="), "{text}");
    // They are not for the public.
    host.get("/metrics").await.refused(404, "page-not-found");
    host.stop().await;
}
