//! Clocks: only that of the side to move runs, and no message gives time back.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Config, Limits};
use tempfile::TempDir;

use crate::host::{Browser, Host, PATIENCE, Socket};

/// Two people with a clock each, who have made some moves.
struct Timed {
    host: Host,
    folder: TempDir,
    id: String,
    players: [Browser; 2],
    sockets: [Socket; 2],
}

const MOVES: [&str; 4] = ["b1-c1", "b5-a5", "c1-a1", "a5-c5"];

impl Timed {
    async fn start(change: impl FnOnce(&mut Config), clock: Value, plies: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Host::config(folder.path(), Limits::generous());
        change(&mut config);
        let host = Host::start_as(config).await;
        let (mut ana, mut rui) = (Browser::default(), Browser::default());
        let id = ana.create(&host, json!({"game": "neutreeko", "opponent": "friend", "clock": clock})).await;
        rui.join(&host, &id).await;
        let sockets = [ana.connect(&host, &id, "").await, rui.connect(&host, &id, "").await];
        let mut timed = Self { host, folder, id, players: [ana, rui], sockets };
        for ply in 0..plies {
            timed.play(ply).await;
        }
        timed
    }

    async fn play(&mut self, ply: usize) {
        let answer = self.sockets[ply % 2].ask(json!({"type": "move", "ply": ply, "move": MOVES[ply]})).await;
        assert_eq!(answer["type"], "ok", "{answer}");
    }

    async fn state(&mut self) -> Value {
        self.players[0].get(&self.host, &format!("/api/games/{}", self.id)).await.json()
    }

    async fn left_ms(&mut self, side: usize) -> u64 {
        left_ms(&self.state().await["now"]["clocks"], side)
    }

    /// Waits until the clock of a side shows less than this.
    async fn run_down(&mut self, side: usize, below_ms: u64) -> u64 {
        let since = Instant::now();
        loop {
            let left = self.left_ms(side).await;
            if left < below_ms {
                return left;
            }
            assert!(since.elapsed() < PATIENCE, "the clock does not run");
        }
    }

    /// Starts the server again, as after a crash.
    async fn restart(mut self) -> Self {
        self.host.stop().await;
        self.host = Host::start_in(self.folder.path(), Limits::generous()).await;
        self
    }
}

fn left_ms(clocks: &Value, side: usize) -> u64 {
    clocks["left_ms"][side].as_u64().unwrap_or_else(|| panic!("no clocks: {clocks}"))
}

fn minute() -> Value {
    json!({"initial_s": 60})
}

#[tokio::test]
async fn a_pong_contains_the_clocks() {
    let mut timed = Timed::start(|_| (), minute(), 1).await;
    let left = timed.run_down(1, 59_950).await;
    let pong = timed.sockets[0].ask(json!({"type": "ping"})).await;
    assert!(left_ms(&pong["clocks"], 1) <= left && pong["clocks"]["running"] == "second", "{pong}");
    let mut ana = Browser::default();
    let id = ana.create(&timed.host, json!({"game": "neutreeko", "opponent": "self"})).await;
    let pong = ana.connect(&timed.host, &id, "").await.ask(json!({"type": "ping"})).await;
    assert!(pong.get("clocks").is_none(), "{pong}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redeeming_a_code_twice_at_once_gives_no_time_back() {
    let mut timed = Timed::start(|_| (), minute(), 1).await;
    for round in 1..=8 {
        let before = timed.run_down(1, 60_000 - round * 20).await;
        let path = format!("/api/games/{}/code", timed.id);
        let code = timed.players[1].call(&timed.host, "POST", &path, None).await.json()["code"].clone();
        let mut twins = [timed.players[1].clone(), timed.players[1].clone()];
        let [one, other] = &mut twins;
        let redeem = json!({"code": code});
        let answers = tokio::join!(
            one.call(&timed.host, "POST", "/api/seats", Some(redeem.clone())),
            other.call(&timed.host, "POST", "/api/seats", Some(redeem.clone())),
        );
        assert!(answers.0.status == 200 || answers.1.status == 200);
        let state = timed.state().await;
        assert!(left_ms(&state["now"]["clocks"], 1) <= before, "time was given back: {before} {state}");
        assert_eq!(state["now"]["clocks"]["running"], "second");
    }
}

#[tokio::test]
async fn after_a_restart_only_the_side_to_move_starts_its_clock() {
    let timed = Timed::start(|_| (), minute(), 2).await;
    let mut timed = timed.restart().await;
    // The other side, and a spectator, do all they can.
    let mut other = timed.players[1].connect(&timed.host, &timed.id, "").await;
    let mut spectator = Browser::default().connect(&timed.host, &timed.id, "").await;
    for socket in [&mut other, &mut spectator] {
        for command in ["ping", "moves", "undo", "claim"] {
            socket.ask(json!({"type": command})).await;
        }
    }
    other.ask(json!({"type": "offer", "offer": "draw"})).await;
    assert_eq!(timed.state().await["now"]["clocks"]["running"], Value::Null);
    let mut mover = timed.players[0].connect(&timed.host, &timed.id, "").await;
    assert_eq!(mover.next_of("state").await["now"]["clocks"]["running"], "first");
}

#[tokio::test]
async fn time_that_was_used_before_a_crash_and_an_offer_stays_used() {
    let mut timed = Timed::start(|_| (), minute(), 2).await;
    let used = timed.run_down(0, 59_900).await;
    timed.sockets[1].ask(json!({"type": "offer", "offer": "draw"})).await;
    let mut timed = timed.restart().await;
    assert!(timed.left_ms(0).await <= used);
}

/// A client that is busy elsewhere: it reads nothing for so long, and with that answers no ping of the
/// server.
async fn busy(host: &Host, time: Duration) {
    let since = Instant::now();
    while since.elapsed() < time {
        host.get("/api/catalogue").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lag_is_measured_and_compensated() {
    const LAG: Duration = Duration::from_millis(150);
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let since = Instant::now();
    // A move takes some time by itself. If that was more than what is compensated, another game shows it.
    loop {
        let id = ana
            .create(&host, json!({"game": "neutreeko", "opponent": "self", "clock": {"initial_s": 600}}))
            .await;
        let mut socket = ana.connect(&host, &id, "").await;
        busy(&host, LAG).await;
        socket.send(json!({"type": "move", "ply": 0, "move": "b1-c1"})).await;
        busy(&host, LAG).await;
        // The first answer comes after the server's pings, so that they are answered before the second.
        socket.ask(json!({"type": "ping"})).await;
        let before = left_ms(&socket.ask(json!({"type": "ping"})).await["clocks"], 1);
        assert_eq!(socket.ask(json!({"type": "move", "ply": 1, "move": "b5-a5"})).await["type"], "ok");
        let state = ana.get(&host, &format!("/api/games/{id}")).await.json();
        let after = left_ms(&state["now"]["clocks"], 1);
        assert!(after <= before + 100, "more than 100 ms were given back: {before} {after}");
        if after > before {
            break;
        }
        assert!(since.elapsed() < PATIENCE, "no lag was compensated");
    }
}

/// Waits for the answer to a claim.
async fn claim_of(socket: &mut Socket, kind: &str) {
    while socket.next_of("presence").await["claim_kind"] != kind {}
}

#[tokio::test]
async fn with_clocks_only_the_side_to_move_loses_by_a_claim() {
    for (plies, code) in [(2, Some("claim-early")), (3, None)] {
        let at_once = |config: &mut Config| config.claim_after = Duration::ZERO;
        let timed = Timed::start(at_once, minute(), plies).await;
        let Timed { host, id, players: [mut ana, _], sockets: [mut one, other], .. } = timed;
        assert_eq!(
            Socket::code(&one.ask(json!({"type": "claim"})).await),
            "claim-early",
            "everybody is here"
        );
        drop(other);
        while one.next_of("presence").await["here"] != json!([true, false]) {}
        let answer = one.ask(json!({"type": "claim"})).await;
        assert_eq!(answer["code"].as_str(), code, "{answer}");
        let state = ana.get(&host, &format!("/api/games/{id}")).await.json();
        assert_eq!(state["now"]["result"], if code.is_some() { Value::Null } else { json!("1-0") });
    }
}

#[tokio::test]
async fn without_clocks_only_days_of_silence_lose_by_a_claim() {
    for (days, code) in [(3, Some("claim-early")), (0, None)] {
        let at_once = |config: &mut Config| (config.claim_after, config.claim_days) = (Duration::ZERO, days);
        let timed = Timed::start(at_once, Value::Null, 3).await;
        let Timed { sockets: [mut one, other], .. } = timed;
        drop(other);
        claim_of(&mut one, "win").await;
        let answer = one.ask(json!({"type": "claim"})).await;
        assert_eq!(answer["code"].as_str(), code, "{answer}");
    }
}

#[tokio::test]
async fn a_game_that_has_hardly_begun_is_called_off() {
    for plies in [0, 1] {
        let at_once = |config: &mut Config| config.claim_after = Duration::ZERO;
        let timed = Timed::start(at_once, minute(), plies).await;
        let Timed { host, id, players: [mut ana, _], sockets: [mut one, other], .. } = timed;
        let mut spectator = Browser::default().connect(&host, &id, "").await;
        drop(other);
        claim_of(&mut one, "call-off").await;
        assert_eq!(one.ask(json!({"type": "claim"})).await["type"], "ok");
        let code = loop {
            if let Err(code) = spectator.try_next().await {
                break code;
            }
        };
        assert_eq!(code, 1000);
        ana.get(&host, &format!("/api/games/{id}")).await.refused(404, "game-not-found");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_clock_of_a_bot_stands_while_it_waits_for_a_worker() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { workers: 1, ..Limits::generous() };
    let host = Host::start_in(folder.path(), limits).await;
    let mut ana = Browser::default();
    let busy = ana.create(&host, json!({"game": "ataxx", "opponent": "self"})).await;
    let id = ana
        .create(&host, json!({"game": "neutreeko", "opponent": "random", "clock": {"initial_s": 600}}))
        .await;
    let mut socket = ana.connect(&host, &id, "").await;
    let hints = async {
        loop {
            let hints = (0..6).map(|_| {
                let (mut ana, host, busy) = (ana.clone(), &host, &busy);
                async move {
                    ana.call(host, "POST", &format!("/api/games/{busy}/hint"), Some(json!({"lines": 5})))
                        .await
                }
            });
            futures_util::future::join_all(hints).await;
        }
    };
    let play = async {
        let since = Instant::now();
        loop {
            assert!(since.elapsed() < PATIENCE, "no clock stands");
            let mv = socket.ask(json!({"type": "moves"})).await["moves"][0]["move"].clone();
            socket.send(json!({"type": "move", "id": 1, "ply": 0, "move": mv})).await;
            let update = socket.next_of("update").await;
            let stood = update["now"]["clocks"]["running"].is_null();
            let clocks = if stood { Some(socket.next_of("clocks").await["clocks"].clone()) } else { None };
            while socket.next_of("update").await["now"]["ply"] != 2 {}
            if let Some(clocks) = clocks {
                break clocks;
            }
            // No hint was being thought about yet.
            socket.ask(json!({"type": "undo"})).await;
        }
    };
    let clocks = tokio::select! { clocks = play => clocks, () = hints => unreachable!("they go on") };
    assert_eq!(
        (&clocks["running"], left_ms(&clocks, 1)),
        (&json!("second"), 600_000),
        "the wait cost nothing"
    );
}

#[tokio::test]
async fn a_bot_holds_its_answer_back_on_its_own_time() {
    let folder = tempfile::tempdir().unwrap();
    let delay = Duration::from_millis(300);
    let host =
        Host::start_as(Config { bot_delay: delay, ..Host::config(folder.path(), Limits::generous()) }).await;
    let mut ana = Browser::default();
    let id = ana
        .create(&host, json!({"game": "neutreeko", "opponent": "random", "clock": {"initial_s": 60}}))
        .await;
    let mut socket = ana.connect(&host, &id, "").await;
    let sent = Instant::now();
    socket.send(json!({"type": "move", "ply": 0, "move": "b1-c1"})).await;
    socket.next_of("update").await;
    let clocks = socket.next_of("update").await["now"]["clocks"].clone();
    assert!(sent.elapsed() >= delay, "the person's move is seen first");
    let [person, bot] = [0, 1].map(|side| 60_000 - left_ms(&clocks, side));
    assert!(bot >= 300, "{clocks}");
    // What the person has used came after; each is rounded up.
    let elapsed = sent.elapsed().as_millis() as u64 + 2;
    assert!(person + bot <= elapsed, "not on the person's time as well: {clocks} after {elapsed} ms");
}

#[tokio::test]
async fn no_answer_is_held_back_when_a_clock_is_short_or_between_bots() {
    let folder = tempfile::tempdir().unwrap();
    let delay = Duration::from_secs(3600);
    let host =
        Host::start_as(Config { bot_delay: delay, ..Host::config(folder.path(), Limits::generous()) }).await;
    let mut ana = Browser::default();
    for game in [
        json!({"game": "neutreeko", "opponent": "random", "clock": {"initial_s": 9}}),
        json!({"game": "neutreeko", "opponent": "random", "watch": "random"}),
    ] {
        let id = ana.create(&host, game).await;
        let mut socket = ana.connect(&host, &id, "").await;
        socket.send(json!({"type": "move", "ply": 0, "move": "b1-c1"})).await;
        while socket.next_of("update").await["now"]["ply"] != 2 {}
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_are_left_alone_are_unloaded_and_still_end_on_time() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { live_max: 3, unload_after: Duration::ZERO, ..Limits::generous() };
    let host = Host::start_in(folder.path(), limits).await;
    let mut ana = Browser::default();
    let mut ids = Vec::new();
    for _ in 0..8 {
        let id = ana
            .create(&host, json!({"game": "neutreeko", "opponent": "self", "clock": {"initial_s": 1}}))
            .await;
        // More games than fit into memory at once, each with a clock that runs: another must have gone by
        // now.
        let since = Instant::now();
        let mut socket = loop {
            match tokio_tungstenite::connect_async(ana.request(&host, &id, "")).await {
                Ok((stream, _)) => break Socket::of(stream),
                Err(error) => assert!(since.elapsed() < PATIENCE, "{error}"),
            }
        };
        assert_eq!(socket.ask(json!({"type": "move", "ply": 0, "move": "b1-c1"})).await["type"], "ok");
        ids.push(id);
    }
    // No request loads them; their deadline ends them.
    let since = Instant::now();
    loop {
        let mine = ana.get(&host, "/api/me").await.json();
        let results: Vec<&Value> =
            mine["games"].as_array().unwrap().iter().map(|game| &game["result"]).collect();
        if results.iter().all(|result| **result == "1-0") && results.len() == ids.len() {
            break;
        }
        assert!(since.elapsed() < PATIENCE, "{results:?}");
    }
    let record = ana.get(&host, &format!("/api/games/{}/record.txt", ids[0])).await.text();
    assert!(record.contains("[Termination \"time forfeit\"]"), "{record}");
    host.stop().await;
}

#[tokio::test]
async fn a_clock_runs_on_while_its_game_is_not_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { unload_after: Duration::ZERO, ..Limits::generous() };
    let host = Host::start_in(folder.path(), limits).await;
    let mut ana = Browser::default();
    let id =
        ana.create(&host, json!({"game": "neutreeko", "opponent": "self", "clock": {"initial_s": 60}})).await;
    let mut socket = ana.connect(&host, &id, "").await;
    assert_eq!(socket.ask(json!({"type": "move", "ply": 0, "move": "b1-c1"})).await["type"], "ok");
    drop(socket);
    let mut last = 60_000;
    while last > 59_800 {
        let clocks = ana.get(&host, &format!("/api/games/{id}")).await.json()["now"]["clocks"].clone();
        assert!(left_ms(&clocks, 1) <= last && clocks["running"] == "second", "{clocks}");
        last = left_ms(&clocks, 1);
        // Connecting loads the game; leaving unloads it again.
        let state = ana.connect(&host, &id, "").await.next_of("state").await;
        assert!(left_ms(&state["now"]["clocks"], 1) <= last, "{state}");
    }
}
