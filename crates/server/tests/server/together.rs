//! What two players do with each other: offers, resigning, rematches, clocks.

use serde_json::{Value, json};

use crate::host::{Browser, Host, Socket};

struct Pair {
    host: Host,
    _folder: tempfile::TempDir,
    id: String,
    ana: Browser,
    one: Socket,
    other: Socket,
}

impl Pair {
    async fn sit(extra: Value) -> Self {
        let (host, folder) = Host::start().await;
        let (mut ana, mut rui) = (Browser::default(), Browser::default());
        let mut body = json!({"game": "neutreeko", "opponent": "friend"});
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        let id = ana.create(&host, body).await;
        let mut one = ana.connect(&host, &id, "").await;
        let early = one.ask(json!({"type": "move", "ply": 0, "move": "b1-c1"})).await;
        assert_eq!(Socket::code(&early), "not-started");
        rui.join(&host, &id).await;
        let other = rui.connect(&host, &id, "").await;
        Self { host, _folder: folder, id, ana, one, other }
    }

    async fn play(&mut self, ply: usize, mv: &str) {
        let socket = if ply.is_multiple_of(2) { &mut self.one } else { &mut self.other };
        let answer = socket.ask(json!({"type": "move", "ply": ply, "move": mv})).await;
        assert_eq!(answer["type"], "ok", "{answer}");
    }

    async fn state(&mut self) -> Value {
        self.ana.get(&self.host, &format!("/api/games/{}", self.id)).await.json()
    }
}

fn ok(answer: &Value) {
    assert_eq!(answer["type"], "ok", "{answer}");
}

#[tokio::test]
async fn moves_are_taken_back_by_consent_with_their_time() {
    let mut pair = Pair::sit(json!({"clock": {"initial_s": 300, "increment_s": 3}})).await;
    assert_eq!(pair.one.ask(json!({"type": "ping"})).await["type"], "pong");
    assert_eq!(
        Socket::code(&pair.one.ask(json!({"type": "offer", "offer": "takeback"})).await),
        "offer-refused",
        "nothing was played"
    );
    pair.play(0, "b1-c1").await;
    pair.play(1, "b5-a5").await;
    assert_eq!(
        Socket::code(&pair.other.ask(json!({"type": "accept", "offer": "takeback"})).await),
        "no-offer"
    );
    assert_eq!(
        Socket::code(&pair.one.ask(json!({"type": "undo"})).await),
        "nothing-to-undo",
        "not against a person"
    );
    ok(&pair.one.ask(json!({"type": "offer", "offer": "takeback"})).await);
    assert_eq!(pair.state().await["now"]["offers"]["takeback"], "first");
    assert_eq!(
        Socket::code(&pair.one.ask(json!({"type": "accept", "offer": "takeback"})).await),
        "no-offer",
        "nobody accepts the own offer"
    );
    ok(&pair.other.ask(json!({"type": "accept", "offer": "takeback"})).await);
    let state = pair.state().await;
    assert_eq!((&state["moves"], &state["now"]["turn"]), (&json!([]), &json!("first")));
    assert!(state["now"]["clocks"]["left_ms"][1] == 300_000, "{state}");
    pair.play(0, "d1-c1").await;
    // A move answers what the other side offered before it, but goes with one's own offer of a draw.
    ok(&pair.one.ask(json!({"type": "offer", "offer": "draw"})).await);
    pair.play(1, "b5-a5").await;
    assert_eq!(pair.state().await["now"]["offers"]["draw"], Value::Null);
    ok(&pair.one.ask(json!({"type": "offer", "offer": "draw"})).await);
    pair.play(2, "c1-e1").await;
    assert_eq!(pair.state().await["now"]["offers"]["draw"], "first");
    ok(&pair.other.ask(json!({"type": "accept", "offer": "draw"})).await);
    assert_eq!(pair.state().await["now"]["result"], "1/2-1/2");
}

#[tokio::test]
async fn draws_are_agreed_and_offers_are_limited() {
    let mut pair = Pair::sit(json!({})).await;
    pair.play(0, "b1-c1").await;
    ok(&pair.one.ask(json!({"type": "offer", "offer": "draw"})).await);
    ok(&pair.other.ask(json!({"type": "decline", "offer": "draw"})).await);
    assert_eq!(Socket::code(&pair.one.ask(json!({"type": "offer", "offer": "draw"})).await), "offer-refused");
    assert_eq!(Socket::code(&pair.one.ask(json!({"type": "offer", "offer": "rematch"})).await), "not-over");
    assert_eq!(Socket::code(&pair.one.ask(json!({"type": "claim"})).await), "claim-early");
    ok(&pair.other.ask(json!({"type": "offer", "offer": "draw"})).await);
    ok(&pair.one.ask(json!({"type": "accept", "offer": "draw"})).await);
    let state = pair.state().await;
    assert_eq!((&state["now"]["result"], &state["now"]["turn"]), (&json!("1/2-1/2"), &Value::Null));
    assert_eq!(Socket::code(&pair.one.ask(json!({"type": "resign"})).await), "game-over");
}

#[tokio::test]
async fn a_rematch_swaps_the_sides() {
    let mut pair = Pair::sit(json!({"clock": {"initial_s": 60}})).await;
    ok(&pair.other.ask(json!({"type": "resign"})).await);
    assert_eq!(pair.state().await["now"]["result"], "1-0");
    ok(&pair.one.ask(json!({"type": "offer", "offer": "rematch"})).await);
    ok(&pair.other.ask(json!({"type": "offer", "offer": "rematch"})).await);
    let next = pair.state().await["now"]["next"].as_str().unwrap().to_owned();
    let state = pair.ana.get(&pair.host, &format!("/api/games/{next}")).await.json();
    assert_eq!(
        (&state["you"], &state["game"]["clock"]["initial_s"], &state["moves"]),
        (&json!("second"), &json!(60), &json!([]))
    );
}

#[tokio::test]
async fn bots_let_people_undo_and_play_again() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let id = ana.create(&host, json!({"game": "ataxx", "opponent": "level:1"})).await;
    let mut socket = ana.connect(&host, &id, "").await;
    assert_eq!(Socket::code(&socket.ask(json!({"type": "undo"})).await), "nothing-to-undo");
    ok(&socket.ask(json!({"type": "move", "ply": 0, "move": "b6"})).await);
    loop {
        let update = socket.next_of("update").await;
        if update["now"]["ply"] == 2 {
            break;
        }
    }
    assert_eq!(Socket::code(&socket.ask(json!({"type": "offer", "offer": "draw"})).await), "offer-refused");
    ok(&socket.ask(json!({"type": "undo"})).await);
    let state = ana.get(&host, &format!("/api/games/{id}")).await.json();
    assert_eq!((&state["moves"], &state["now"]["turn"]), (&json!([]), &json!("first")));
    ok(&socket.ask(json!({"type": "resign"})).await);
    ok(&socket.ask(json!({"type": "offer", "offer": "rematch"})).await);
    let next =
        ana.get(&host, &format!("/api/games/{id}")).await.json()["now"]["next"].as_str().unwrap().to_owned();
    assert_eq!(ana.get(&host, &format!("/api/games/{next}")).await.json()["you"], "second");
}

#[tokio::test]
async fn running_out_of_time_loses() {
    let mut pair = Pair::sit(json!({"clock": {"initial_s": 1}})).await;
    assert_eq!(
        pair.state().await["now"]["clocks"]["running"],
        Value::Null,
        "no clock runs before the first move"
    );
    pair.play(0, "b1-c1").await;
    let flag = loop {
        let update = pair.one.next_of("update").await;
        if update["cause"]["kind"] == "flag" {
            break update;
        }
    };
    assert_eq!((&flag["cause"]["side"], &flag["now"]["result"]), (&json!("second"), &json!("1-0")));
    assert_eq!(flag["now"]["clocks"], json!({"left_ms": [1000, 0], "running": null}));
    assert_eq!(
        Socket::code(&pair.other.ask(json!({"type": "move", "ply": 1, "move": "b5-a5"})).await),
        "game-over"
    );
}

#[tokio::test]
async fn presence_is_announced() {
    let Pair { host, id, mut one, other, .. } = Pair::sit(json!({})).await;
    let watcher = Browser::default().connect(&host, &id, "").await;
    let presence = loop {
        let presence = one.next_of("presence").await;
        if presence["spectators"] == 1 {
            break presence;
        }
    };
    assert_eq!((&presence["here"], &presence["claim_ms"]), (&json!([true, true]), &Value::Null));
    drop(watcher);
    drop(other);
    let presence = loop {
        let presence = one.next_of("presence").await;
        if presence["here"] == json!([true, false]) {
            break presence;
        }
    };
    assert!(presence["claim_ms"].as_u64().is_some_and(|left| left <= 60_000), "{presence}");
}
