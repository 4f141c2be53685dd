//! Connections that break, at every message.

use serde_json::{Value, json};

use crate::host::{Browser, Host, Socket, pick};

/// A page that loses its connection after every single message, and goes on with the state it has.
struct Unlucky {
    browser: Browser,
    side: &'static str,
    version: Option<u64>,
    moves: Vec<String>,
    /// A move that was sent but not seen to be accepted.
    pending: Option<Value>,
    turn: Value,
    result: Value,
}

impl Unlucky {
    fn new(browser: Browser, side: &'static str) -> Self {
        Self {
            browser,
            side,
            version: None,
            moves: Vec::new(),
            pending: None,
            turn: Value::Null,
            result: Value::Null,
        }
    }

    async fn connect(&mut self, host: &Host, id: &str) -> Socket {
        let query = self.version.map_or(String::new(), |version| format!("version={version}"));
        let mut socket = self.browser.connect(host, id, &query).await;
        let message = socket.next().await;
        let (from, list) = match message["type"].as_str() {
            Some("state") => (0, message["moves"].clone()),
            _ => (message["moves"]["from"].as_u64().unwrap() as usize, message["moves"]["list"].clone()),
        };
        assert!(
            self.version.is_none() || message["type"] == "update",
            "what was missed is still known: {message}"
        );
        assert!(message["version"].as_u64() >= self.version);
        self.version = message["version"].as_u64();
        self.moves.truncate(from);
        self.moves.extend(serde_json::from_value::<Vec<String>>(list).unwrap());
        assert_eq!(
            message["now"]["ply"].as_u64().unwrap() as usize,
            self.moves.len(),
            "nothing is missing and nothing is there twice"
        );
        (self.turn, self.result) = (message["now"]["turn"].clone(), message["now"]["result"].clone());
        socket
    }

    /// One connection, one message: sends what is to be sent and is gone, whether it was answered or not.
    async fn step(&mut self, host: &Host, id: &str, rng: &mut fastrand::Rng) {
        let mut socket = self.connect(host, id).await;
        if self.turn != self.side {
            return;
        }
        let pending = match self.pending.take().filter(|pending| pending["ply"] == self.moves.len()) {
            Some(pending) => pending,
            None => {
                let moves = socket.ask(json!({"type": "moves"})).await;
                json!({"type": "move", "ply": self.moves.len(), "move": pick(&moves, rng)})
            }
        };
        if rng.bool() {
            // Sent, and lost before anything came back.
            socket.send(pending.clone()).await;
            self.pending = Some(pending);
        } else {
            let answer = socket.ask(pending.clone()).await;
            assert_eq!(answer["type"], "ok", "{answer} {pending}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_survives_the_loss_of_every_connection() {
    let (host, _folder) = Host::start().await;
    for (seed, game) in games::GAMES.iter().enumerate() {
        let mut rng = fastrand::Rng::with_seed(seed as u64);
        let (mut ana, mut rui) = (Browser::default(), Browser::default());
        let id = ana.create(&host, json!({"game": game.info.id, "opponent": "friend"})).await;
        rui.join(&host, &id).await;
        let mut players = [Unlucky::new(ana, "first"), Unlucky::new(rui, "second")];
        while players[0].result.is_null() && players[0].moves.len() < 30 {
            for player in &mut players {
                player.step(&host, &id, &mut rng).await;
            }
        }
        // What is still on its way arrives at the latest with its repetition.
        for player in &mut players {
            let mut socket = player.connect(&host, &id).await;
            if let Some(pending) = player.pending.take() {
                let answer = socket.ask(pending).await;
                assert_eq!(answer["type"], "ok", "{answer}");
            }
        }
        for player in &mut players {
            drop(player.connect(&host, &id).await);
        }
        assert_eq!(players[0].moves, players[1].moves);
        let mut record = games::Record::new(game);
        for mv in &players[0].moves {
            record.play(mv).unwrap();
        }
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_played_once_however_often_it_is_sent() {
    let (host, _folder) = Host::start().await;
    let (mut ana, mut rui) = (Browser::default(), Browser::default());
    let id = ana.create(&host, json!({"game": "neutreeko", "opponent": "friend"})).await;
    rui.join(&host, &id).await;
    let mut ours = [ana.connect(&host, &id, "").await, ana.connect(&host, &id, "").await];
    // Two windows of one player, two different moves at once: one of them is played.
    ours[0].send(json!({"type": "move", "id": 1, "ply": 0, "move": "b1-c1"})).await;
    ours[1].send(json!({"type": "move", "id": 1, "ply": 0, "move": "d1-c1"})).await;
    let mut kinds = Vec::new();
    for socket in &mut ours {
        let answer = loop {
            let message = socket.next().await;
            if message["re"] == 1 {
                break message;
            }
        };
        kinds.push((answer["type"].as_str().unwrap().to_owned(), answer["code"].as_str().map(str::to_owned)));
    }
    kinds.sort();
    assert_eq!(kinds, [("error".to_owned(), Some("wrong-ply".to_owned())), ("ok".to_owned(), None)]);
    let state = ana.get(&host, &format!("/api/games/{id}")).await.json();
    let mv = state["moves"][0].clone();
    for _ in 0..3 {
        let again = ours[0].ask(json!({"type": "move", "ply": 0, "move": mv})).await;
        assert_eq!(
            (&again["type"], &again["again"], &again["version"]),
            (&json!("ok"), &json!(true), &state["version"])
        );
    }
    // The other side cannot claim it as theirs.
    let mut theirs = rui.connect(&host, &id, "").await;
    assert_eq!(Socket::code(&theirs.ask(json!({"type": "move", "ply": 0, "move": mv})).await), "wrong-ply");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_is_announced_and_a_restart_resumes_games() {
    let (host, folder) = Host::start().await;
    let mut ana = Browser::default();
    let clock = json!({"initial_s": 600, "increment_s": 5});
    let id = ana.create(&host, json!({"game": "neutreeko", "opponent": "self", "clock": clock})).await;
    let mut socket = ana.connect(&host, &id, "").await;
    for (ply, mv) in ["b1-c1", "b5-a5"].iter().enumerate() {
        assert_eq!(socket.ask(json!({"type": "move", "ply": ply, "move": mv})).await["type"], "ok");
    }
    let before = ana.get(&host, &format!("/api/games/{id}")).await.json();
    assert_eq!(before["now"]["clocks"]["running"], "first");
    host.stop().await;
    assert_eq!(
        loop {
            if let Err(code) = socket.try_next().await {
                break code;
            }
        },
        1001
    );

    let host = Host::start_in(folder.path(), server::Limits::generous()).await;
    let after = ana.get(&host, &format!("/api/games/{id}")).await.json();
    assert_eq!(
        (&after["moves"], &after["version"], &after["you"]),
        (&before["moves"], &before["version"], &before["you"])
    );
    // The clocks stand until the player is back, and the outage cost neither player time.
    assert_eq!(after["now"]["clocks"]["running"], Value::Null);
    assert!(after["now"]["clocks"]["left_ms"][0].as_u64() >= before["now"]["clocks"]["left_ms"][0].as_u64());
    let mut socket = ana.connect(&host, &id, &format!("version={}", before["version"])).await;
    let news = socket.next().await;
    assert_eq!(
        (&news["cause"]["kind"], &news["now"]["clocks"]["running"]),
        (&json!("catch-up"), &json!("first"))
    );
    host.stop().await;
}
