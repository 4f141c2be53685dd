//! Whole games, of every rule set.

use serde_json::{Value, json};

use crate::host::{Browser, Host, Socket, pick};

/// Longer random games are given up.
const PLIES_MAX: u64 = 80;

/// Keeps what a page would keep, and checks what a page would rely on.
struct Page {
    version: u64,
    moves: Vec<String>,
    now: Value,
}

impl Page {
    fn of(state: &Value) -> Self {
        assert_eq!(state["type"], "state", "{state}");
        Self {
            version: state["version"].as_u64().unwrap(),
            moves: serde_json::from_value(state["moves"].clone()).unwrap(),
            now: state["now"].clone(),
        }
    }

    fn apply(&mut self, update: &Value) {
        assert_eq!(update["type"], "update", "{update}");
        assert_eq!(update["version"].as_u64(), Some(self.version + 1), "no version is left out");
        self.version += 1;
        self.moves.truncate(update["moves"]["from"].as_u64().unwrap() as usize);
        self.moves.extend(
            update["moves"]["list"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_owned()),
        );
        self.now = update["now"].clone();
        assert_eq!(self.now["ply"].as_u64(), Some(self.moves.len() as u64));
    }

    fn is_over(&self) -> bool {
        !self.now["result"].is_null()
    }

    /// The record, played anew by the rules alone, is where the page is.
    fn check(&self, id: &str) {
        let mut record = games::Record::new(games::find(id).unwrap());
        for mv in &self.moves {
            record.play(mv).unwrap();
        }
        assert_eq!(self.now["position"], record.position().to_string());
        if record.outcome().is_some() {
            assert_eq!(self.now["result"], record.outcome().unwrap().result());
        }
    }
}

/// Reads until the next move or the end.
async fn follow(socket: &mut Socket, page: &mut Page) {
    page.apply(&socket.next_of("update").await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_every_rule_set_against_a_bot() {
    let (host, _folder) = Host::start().await;
    for (seed, game) in games::GAMES.iter().enumerate() {
        let mut rng = fastrand::Rng::with_seed(seed as u64);
        let mut ana = Browser::default();
        let side = ["first", "second"][seed % 2];
        let opponent = ["level:2", "greedy"][seed / 2 % 2];
        let id = ana.create(&host, json!({"game": game.info.id, "opponent": opponent, "side": side})).await;
        let mut socket = ana.connect(&host, &id, "moves=true").await;
        let mut page = Page::of(&socket.next().await);
        while !page.is_over() {
            let message = socket.next().await;
            match message["type"].as_str() {
                Some("update") => page.apply(&message),
                Some("moves") => {
                    assert_eq!(message["ply"], page.now["ply"]);
                    if page.moves.len() as u64 >= PLIES_MAX {
                        socket.send(json!({"type": "resign"})).await;
                    } else {
                        socket.send(json!({"type": "move", "ply": page.now["ply"], "move": pick(&message, &mut rng)})).await;
                    }
                }
                Some("ok" | "presence") => {}
                _ => panic!("{message}"),
            }
        }
        page.check(game.info.id);
        assert!(page.now["ending"]["en"].as_str().is_some() && page.now["turn"].is_null());
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_play_every_rule_set_while_another_watches() {
    let (host, _folder) = Host::start().await;
    for (seed, game) in games::GAMES.iter().enumerate() {
        let mut rng = fastrand::Rng::with_seed(100 + seed as u64);
        let (mut ana, mut rui) = (Browser::default(), Browser::default());
        let id = ana.create(&host, json!({"game": game.info.id, "opponent": "friend"})).await;
        let mut watcher = Browser::default().connect(&host, &id, "").await;
        let mut seen = Page::of(&watcher.next().await);
        assert_eq!(seen.now["seats"][1]["open"], true);
        rui.join(&host, &id).await;
        follow(&mut watcher, &mut seen).await;
        let mut sockets = [ana.connect(&host, &id, "").await, rui.connect(&host, &id, "").await];
        let mut pages =
            [Page::of(&sockets[0].next_of("state").await), Page::of(&sockets[1].next_of("state").await)];
        while !pages[0].is_over() {
            let mover = usize::from(pages[0].now["turn"] == "second");
            if pages[0].moves.len() as u64 >= PLIES_MAX {
                sockets[mover].send(json!({"type": "resign"})).await;
            } else {
                let moves = sockets[mover].ask(json!({"type": "moves"})).await;
                sockets[mover].send(json!({"type": "move", "ply": pages[mover].moves.len(), "move": pick(&moves, &mut rng)})).await;
            }
            for (socket, page) in sockets.iter_mut().zip(&mut pages) {
                follow(socket, page).await;
            }
            follow(&mut watcher, &mut seen).await;
            assert_eq!((&seen.moves, &seen.now["picture"]), (&pages[0].moves, &pages[1].now["picture"]));
        }
        seen.check(game.info.id);
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_bots_play_while_there_are_spectators() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let id =
        ana.create(&host, json!({"game": "threedragons", "opponent": "random", "watch": "level:1"})).await;
    let mut watcher = ana.connect(&host, &id, "").await;
    let mut page = Page::of(&watcher.next().await);
    follow(&mut watcher, &mut page).await;
    follow(&mut watcher, &mut page).await;
    assert_eq!(page.moves.len(), 2);
    let refused = watcher.ask(json!({"type": "move", "ply": 2, "move": "a1-a2"})).await;
    assert_eq!(Socket::code(&refused), "not-seated");
}

#[tokio::test]
async fn a_finished_game_between_two_bots_can_be_kept() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    // The side to move wins with its next move.
    let wish = json!({
        "game": "neutreeko", "position": "1w1w1/5/2w2/5/bb1b1 b", "opponent": "perfect", "watch": "perfect",
    });
    let id = ana.create(&host, wish).await;
    let (path, game) = (format!("/api/games/{id}/keep"), format!("/api/games/{id}"));
    ana.call(&host, "POST", &path, None).await.refused(409, "not-over");
    let mut socket = Browser::default().connect(&host, &id, "").await;
    let over = socket.next_of("update").await;
    assert_eq!((&over["now"]["result"], &over["now"]["kept"]), (&json!("1-0"), &json!(false)));
    for _ in 0..2 {
        assert_eq!(ana.call(&host, "POST", &path, None).await.status, 204);
    }
    let kept = socket.next_of("update").await;
    assert_eq!((&kept["cause"]["kind"], &kept["now"]["kept"]), (&json!("keep"), &json!(true)));
    assert_eq!(ana.get(&host, &game).await.json()["version"], kept["version"], "once is enough");
    // A game of people stays anyway.
    let id = ana.create(&host, json!({"game": "neutreeko", "opponent": "self"})).await;
    assert_eq!(ana.call(&host, "POST", &format!("/api/games/{id}/keep"), None).await.status, 204);
    assert_eq!(ana.get(&host, &format!("/api/games/{id}")).await.json()["now"]["kept"], Value::Null);
    host.stop().await;
}
