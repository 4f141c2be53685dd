//! A bot that teaches: it warns before it answers, waits, and marks the record.

use serde_json::{Value, json};

use crate::host::{Browser, Host, Socket};

/// White threatens to slide from d1 to d5 and to win.
const THREAT: &str = "1ww2/5/b3b/2b2/3w1 b";

fn wish() -> Value {
    json!({"game": "neutreeko", "opponent": "level:10", "teach": true, "position": THREAT})
}

/// Plays the move that overlooks the threat, and returns the warning.
async fn blunder(socket: &mut Socket, ply: u64) -> Value {
    socket.send(json!({"type": "move", "ply": ply, "move": "c2-c4"})).await;
    loop {
        let update = socket.next_of("update").await;
        if update["cause"]["kind"] == "warning" {
            return update["now"].clone();
        }
        // A hint about a move that was taken back is allowed now.
        assert_eq!(update["cause"]["side"], "first", "the bot waits: {update}");
    }
}

#[tokio::test]
async fn a_move_that_loses_much_is_warned_of_and_can_be_taken_back_or_kept() {
    let (host, _folder) = Host::start().await;
    let mut browser = Browser::default();
    let id = browser.create(&host, wish()).await;
    let mut socket = browser.connect(&host, &id, "").await;
    let state = socket.next_of("state").await;
    assert_eq!(state["now"]["seats"][1]["teaches"], true);
    assert_eq!(state["now"]["seats"][1]["bot"], "level:10");
    let now = blunder(&mut socket, 0).await;
    assert_eq!(now["warning"]["line"], json!(["d1-d5"]));
    assert_ne!(now["warning"]["text"]["en"], now["warning"]["text"]["pt"]);
    assert!(!now["warning"]["facts"].as_array().unwrap().is_empty());
    let line = host.get(&format!("/api/games/{id}/refutation")).await.json();
    let shown: Vec<&Value> =
        line["positions"].as_array().unwrap().iter().map(|one| &one["last"]["move"]).collect();
    assert_eq!(shown, ["c2-c4", "d1-d5"]);
    // Taken back, it is the person's turn again, and nothing is warned of.
    socket.ask(json!({"type": "undo"})).await;
    let look = browser.get(&host, &format!("/api/games/{id}")).await.json();
    assert_eq!((&look["now"]["ply"], &look["now"]["warning"]), (&json!(0), &Value::Null));
    host.get(&format!("/api/games/{id}/refutation")).await.refused(404, "no-such-ply");
    // Kept, the bot answers.
    blunder(&mut socket, 0).await;
    socket.send(json!({"type": "go-on"})).await;
    let over = loop {
        let update = socket.next_of("update").await;
        if update["cause"]["kind"] == "move" {
            break update;
        }
    };
    assert_eq!(over["now"]["result"], "0-1", "{over}");
    let record = host.get(&format!("/api/games/{id}/record.txt")).await.text();
    assert!(record.contains("Teaching"), "{record}");
    // What is not warned of need not be kept.
    assert_eq!(socket.ask(json!({"type": "go-on"})).await["again"], true);
}

#[tokio::test]
async fn a_good_move_is_answered_at_once_and_spectators_do_not_decide() {
    let (host, _folder) = Host::start().await;
    let mut browser = Browser::default();
    let id = browser.create(&host, wish()).await;
    let mut socket = browser.connect(&host, &id, "").await;
    socket.ask(json!({"type": "move", "ply": 0, "move": "e3-d4"})).await;
    let answer = loop {
        let update = socket.next_of("update").await;
        if update["cause"]["side"] == "second" {
            break update;
        }
    };
    assert_eq!(answer["cause"]["kind"], "move");
    let hint = browser.call(&host, "POST", &format!("/api/games/{id}/hint"), Some(json!({}))).await.json();
    assert_eq!(hint["steps"]["move"], hint["lines"][0]["moves"][0]);
    assert!(hint["steps"]["kind"]["pt"].is_string() && hint["steps"]["piece"].is_string(), "{hint}");
    let mut stranger = Browser::default().connect(&host, &id, "").await;
    assert_eq!(Socket::code(&stranger.ask(json!({"type": "go-on"})).await), "not-seated");
}

#[tokio::test]
async fn only_a_bot_can_teach_and_only_without_a_clock() {
    let (host, _folder) = Host::start().await;
    let mut browser = Browser::default();
    for (change, code) in [
        (json!({"clock": {"initial_s": 60, "increment_s": 0}}), "bad-clock"),
        (json!({"opponent": "friend"}), "unknown-opponent"),
        (json!({"opponent": "self"}), "unknown-opponent"),
        (json!({"watch": "level:1"}), "unknown-opponent"),
    ] {
        let mut wish = wish();
        for (key, value) in change.as_object().unwrap() {
            wish[key] = value.clone();
        }
        browser.call(&host, "POST", "/api/games", Some(wish)).await.refused(422, code);
    }
}
