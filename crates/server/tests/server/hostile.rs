//! Clients that mean no good.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::json;
use server::{Config, Limits};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::host::{Browser, Host, PATIENCE, Socket};

async fn game(host: &Host) -> (Browser, Browser, String) {
    let (mut ana, mut rui) = (Browser::default(), Browser::default());
    let id = ana.create(host, json!({"game": "neutreeko", "opponent": "friend"})).await;
    rui.join(host, &id).await;
    (ana, rui, id)
}

#[tokio::test]
async fn only_the_holder_of_a_seat_acts_for_it() {
    let (host, _folder) = Host::start().await;
    let (ana, rui, id) = game(&host).await;
    let mut others = Browser::default();
    others.create(&host, json!({"game": "neutreeko", "opponent": "self"})).await;
    let forged = Browser { cookie: Some(format!("jogo={}", "0".repeat(64))) };
    let mv = json!({"type": "move", "ply": 0, "move": "b1-c1"});
    for (browser, code) in [
        (&Browser::default(), "not-seated"),
        (&others, "not-seated"),
        (&forged, "not-seated"),
        (&rui, "not-your-turn"),
    ] {
        let mut socket = browser.connect(&host, &id, "").await;
        assert_eq!(Socket::code(&socket.ask(mv.clone()).await), code);
    }
    let mut watcher = Browser::default().connect(&host, &id, "").await;
    for command in ["resign", "undo", "claim"] {
        assert_eq!(Socket::code(&watcher.ask(json!({"type": command})).await), "not-seated");
    }
    let mut socket = ana.connect(&host, &id, "").await;
    assert_eq!(
        Socket::code(&socket.ask(json!({"type": "move", "ply": 5, "move": "b1-c1"})).await),
        "wrong-ply"
    );
    assert_eq!(
        Socket::code(&socket.ask(json!({"type": "move", "ply": 0, "move": "b1-b2"})).await),
        "illegal-move"
    );
    assert_eq!(socket.ask(mv).await["type"], "ok");
}

#[tokio::test]
async fn malformed_messages_are_answered_until_the_socket_is_closed() {
    let (host, _folder) = Host::start().await;
    let (ana, _, id) = game(&host).await;
    let mut socket = ana.connect(&host, &id, "").await;
    let unknown = socket.ask(json!({"type": "offer", "offer": "x"})).await;
    assert_eq!(Socket::code(&unknown), "malformed", "which message it was is told, if it can be read");
    let deep = "[".repeat(4000);
    let nonsense = [
        "",
        "null",
        "{}",
        "{\"type\":\"shutdown\"}",
        "{\"type\":\"move\",\"ply\":-1,\"move\":7}",
        "\u{0}",
        deep.as_str(),
    ];
    let mut answers = 0;
    for text in nonsense.iter().cycle().take(60) {
        socket.send_text((*text).to_owned()).await;
    }
    let code = loop {
        match socket.try_next().await {
            Ok(message) if message["type"] == "error" => {
                assert_eq!(message["code"], "malformed");
                answers += 1;
            }
            Ok(_) => {}
            Err(code) => break code,
        }
    };
    assert_eq!(code, 1008);
    assert!(answers >= 5, "{answers}");
    // The game goes on without noticing.
    assert_eq!(
        ana.connect(&host, &id, "").await.ask(json!({"type": "move", "ply": 0, "move": "b1-c1"})).await["type"],
        "ok"
    );
}

#[tokio::test]
async fn large_and_binary_messages_close_the_socket() {
    let (host, _folder) = Host::start().await;
    let (ana, _, id) = game(&host).await;
    for message in [Message::text("x".repeat(5000)), Message::binary(vec![1, 2, 3])] {
        let mut socket = ana.connect(&host, &id, "").await;
        socket.send_raw(message).await;
        let code = loop {
            if let Err(code) = socket.try_next().await {
                break code;
            }
        };
        assert!([0, 1008].contains(&code), "{code}");
    }
}

#[tokio::test]
async fn messages_of_a_socket_are_rate_limited() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { messages_burst: 5, messages_per_s: 1, ..Limits::generous() };
    let host = Host::start_in(folder.path(), limits).await;
    let (ana, _, id) = game(&host).await;
    let mut socket = ana.connect(&host, &id, "").await;
    for _ in 0..40 {
        socket.send(json!({"type": "ping", "id": 1})).await;
    }
    let (mut pongs, mut refused) = (0, 0);
    let code = loop {
        match socket.try_next().await {
            Ok(message) if message["type"] == "pong" => pongs += 1,
            Ok(message) if message["code"] == "too-fast" => refused += 1,
            Ok(_) => {}
            Err(code) => break code,
        }
    };
    assert!(pongs >= 5 && refused > 0 && code == 1008, "{pongs} {refused} {code}");
}

#[tokio::test]
async fn games_sockets_codes_and_requests_are_limited_per_address() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        games_burst: 3,
        games_per_minute: 1,
        sockets_per_address: 2,
        codes_burst: 1,
        codes_per_minute: 1,
        ..Limits::generous()
    };
    let host = Host::start_in(folder.path(), limits).await;
    let mut ana = Browser::default();
    let body = json!({"game": "neutreeko", "opponent": "random"});
    let id = ana.create(&host, body.clone()).await;
    for _ in 0..2 {
        ana.create(&host, body.clone()).await;
    }
    let answer = ana.call(&host, "POST", "/api/games", Some(body)).await;
    answer.refused(429, "too-many-games");
    assert_ne!(answer.header("retry-after"), "");

    let guess = json!({"code": "AAAA-BBBB-CCCC-DDDD"});
    ana.call(&host, "POST", "/api/seats", Some(guess.clone())).await.refused(404, "code-unknown");
    ana.call(&host, "POST", "/api/seats", Some(guess)).await.refused(429, "too-fast");

    let _sockets = [ana.connect(&host, &id, "").await, ana.connect(&host, &id, "").await];
    match tokio_tungstenite::connect_async(ana.request(&host, &id, "")).await {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 429),
        other => panic!("{other:?}"),
    }

    let limits = Limits { requests_burst: 2, requests_per_s: 1, ..Limits::generous() };
    let folder = tempfile::tempdir().unwrap();
    let host = Host::start_in(folder.path(), limits).await;
    let mut statuses = Vec::new();
    for _ in 0..8 {
        statuses.push(host.get("/api/catalogue").await.status.as_u16());
    }
    assert!(statuses.starts_with(&[200, 200]) && statuses.contains(&429), "{statuses:?}");
}

#[tokio::test]
async fn exports_are_limited_per_address() {
    let folder = tempfile::tempdir().unwrap();
    let exports =
        ["record.txt", "record.pgn", "position.txt", "board.svg", "board.png", "link.svg", "review"];
    let limits =
        Limits { exports_burst: exports.len() as u32 + 2, exports_per_minute: 1, ..Limits::generous() };
    let config = Config {
        limits,
        trusts_proxy: true,
        ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned())
    };
    let host = Host::start_as(config).await;
    let id = Browser::default().create(&host, json!({"game": "ataxx", "opponent": "random"})).await;
    let of_game = exports.map(|export| format!("/api/games/{id}/{export}"));
    let paths = || of_game.iter().map(String::as_str).chain(["/api/me", "/api/me/export"]);
    let ask = |path: &str, address: &str| {
        host.ask(
            Request::get(path)
                .header("host", "localhost")
                .header("x-forwarded-for", address)
                .body(Body::empty())
                .unwrap(),
        )
    };
    for path in paths() {
        let status = ask(path, "203.0.113.1").await.status.as_u16();
        let wanted = match path {
            // An identity without games has none to delete.
            "/api/me/export" => 403,
            // The game is not over.
            path if path.ends_with("/review") => 409,
            _ => 200,
        };
        assert_eq!(status, wanted, "{path}");
    }
    for path in paths() {
        let answer = ask(path, "203.0.113.1").await;
        answer.refused(429, "too-fast");
        assert_ne!(answer.header("retry-after"), "", "{path}");
    }
    assert_eq!(ask(&of_game[0], "203.0.113.2").await.status, 200, "another address has a share of its own");
    assert_eq!(ask(&format!("/g/{id}"), "203.0.113.1").await.status, 200, "what is no export goes on");
}

#[tokio::test]
async fn foreign_origins_and_hosts_are_refused() {
    let (host, _folder) = Host::start().await;
    let (ana, _, id) = game(&host).await;
    let cookie = ana.cookie.clone().unwrap();
    for (name, value) in
        [("origin", "http://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site")]
    {
        let request = Request::delete(format!("/api/games/{id}"))
            .header(header::HOST, "localhost")
            .header(header::COOKIE, &cookie);
        host.ask(request.header(name, value).body(Body::empty()).unwrap())
            .await
            .refused(403, "foreign-origin");
    }
    let rebound = Request::get("/api/me")
        .header(header::HOST, "evil.example:7878")
        .header(header::COOKIE, &cookie)
        .body(Body::empty())
        .unwrap();
    host.ask(rebound).await.refused(421, "foreign-host");

    let mut request = ana.request(&host, &id, "");
    request.headers_mut().insert(header::ORIGIN, "http://evil.example".parse().unwrap());
    match tokio_tungstenite::connect_async(request).await {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 403),
        other => panic!("{other:?}"),
    }
    match tokio_tungstenite::connect_async(ana.request(&host, "AAAAAAAAAAA", "")).await {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 404),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn hints_are_limited_in_all_and_per_address() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::start_in(folder.path(), Limits { queue_max: 0, ..Limits::generous() }).await;
    let mut ana = Browser::default();
    let id = ana.create(&host, json!({"game": "ataxx", "opponent": "self"})).await;
    let path = format!("/api/games/{id}/hint");
    let asked: Vec<_> = (0..8)
        .map(|_| {
            let mut ana = ana.clone();
            let (host, path) = (&host, &path);
            async move { ana.call(host, "POST", path, Some(json!({"lines": 5}))).await.status.as_u16() }
        })
        .collect();
    let statuses = futures_util::future::join_all(asked).await;
    assert!(statuses.contains(&200) && statuses.contains(&429), "{statuses:?}");

    let folder = tempfile::tempdir().unwrap();
    let host =
        Host::start_in(folder.path(), Limits { hints_burst: 1, hints_per_minute: 1, ..Limits::generous() })
            .await;
    let id = ana.create(&host, json!({"game": "neutreeko", "opponent": "self"})).await;
    let path = format!("/api/games/{id}/hint");
    assert_eq!(ana.call(&host, "POST", &path, Some(json!({}))).await.status, 200);
    ana.call(&host, "POST", &path, Some(json!({}))).await.refused(429, "too-fast");
}

/// A request by way of a proxy, from this address.
fn from(address: &str, mut request: Request<()>) -> Request<()> {
    request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
    request
}

/// Returns the number of jobs that wait for a worker.
async fn jobs_waiting(host: &Host) -> usize {
    let text = host.scrape().await;
    let count = text.lines().find_map(|line| line.strip_prefix("jogo_jobs_waiting "));
    count.unwrap_or_else(|| panic!("{text}")).parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_does_not_starve_the_bots_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { workers: 2, ..Limits::generous() };
    let config = Config {
        trusts_proxy: true,
        metrics: Some(([127, 0, 0, 1], 0).into()),
        ..Host::config(folder.path(), limits)
    };
    let host = Host::start_as(config).await;
    let connect = async |browser: &Browser, id: &str, address: &str| {
        let (stream, _) =
            tokio_tungstenite::connect_async(from(address, browser.request(&host, id, ""))).await.unwrap();
        Socket::of(stream)
    };
    let mut ana = Browser::default();
    let mut watched = Vec::new();
    for _ in 0..16 {
        let id =
            ana.create(&host, json!({"game": "ataxx", "opponent": "level:10", "watch": "level:10"})).await;
        watched.push(connect(&ana, &id, "203.0.113.1").await);
    }
    let mut rui = Browser::default();
    let wish = json!({"game": "neutreeko", "opponent": "level:3", "clock": {"initial_s": 600}});
    let id = rui.create(&host, wish).await;
    let mut socket = connect(&rui, &id, "203.0.113.2").await;
    let since = Instant::now();
    loop {
        let before = jobs_waiting(&host).await;
        socket.send(json!({"type": "move", "ply": 0, "move": "b1-c1"})).await;
        let update = socket.next_of("update").await;
        let after = jobs_waiting(&host).await;
        // The clock of a bot stands while it waits for a worker.
        assert_eq!(update["now"]["clocks"]["running"], "second", "it waits behind {before} others");
        while socket.next_of("update").await["now"]["ply"] != 2 {}
        if before > 0 && after > 0 {
            break;
        }
        assert!(since.elapsed() < PATIENCE, "nothing else is to be done");
        assert_eq!(socket.ask(json!({"type": "undo"})).await["type"], "ok");
    }
    drop(watched);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_message_disturbs_the_game_of_others() {
    let (host, _folder) = Host::start().await;
    let (ana, _rui, id) = game(&host).await;
    let mut rng = fastrand::Rng::with_seed(13);
    let messages = [
        r#"{"type":"move","id":1,"ply":0,"move":"b1-c1"}"#,
        r#"{"type":"objection","id":2,"cells":["a1","b2"]}"#,
        r#"{"type":"offer","id":3,"offer":"draw"}"#,
        r#"{"type":"claim","id":18446744073709551615}"#,
    ];
    for _ in 0..30 {
        let mut socket = Browser::default().connect(&host, &id, "").await;
        for _ in 0..15 {
            let mut bytes = rng.choice(messages).unwrap().as_bytes().to_vec();
            for _ in 0..rng.usize(..4) {
                let at = rng.usize(..bytes.len());
                match rng.u8(..3) {
                    0 => bytes[at] = rng.u8(..128),
                    1 => drop(bytes.splice(at..at, *b"{\"[")),
                    _ => bytes.truncate(at.max(1)),
                }
            }
            socket.send_text(String::from_utf8_lossy(&bytes).into_owned()).await;
        }
        let pong = socket.ask(json!({"type": "ping"})).await;
        assert_eq!(pong["type"], "pong", "the socket is still served: {pong}");
    }
    let mut socket = ana.connect(&host, &id, "").await;
    assert_eq!(socket.next_of("state").await["moves"], json!([]));
    assert_eq!(socket.ask(json!({"type": "move", "ply": 0, "move": "b1-c1"})).await["type"], "ok");
}

#[tokio::test]
async fn a_forwarded_address_may_have_a_port() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { games_burst: 1, games_per_minute: 1, ..Limits::generous() };
    let host = Host::start_as(Config { trusts_proxy: true, ..Host::config(folder.path(), limits) }).await;
    let create = async |address: &str| {
        let body = Body::from(json!({"game": "neutreeko", "opponent": "self"}).to_string());
        let request = Request::post("/api/games")
            .header("host", "localhost")
            .header("content-type", "application/json");
        host.ask(request.header("x-forwarded-for", address).body(body).unwrap()).await.status.as_u16()
    };
    assert_eq!(create("203.0.113.1:4711").await, 201);
    assert_eq!(create("203.0.113.1:4712").await, 429);
    assert_eq!(create("203.0.113.2:4711").await, 201, "another address has a share of its own");
    assert_eq!((create("[2001:db8::1]:1").await, create("[2001:db8::2]").await), (201, 429));
}

#[tokio::test]
async fn replays_of_long_games_are_limited_per_address() {
    let folder = tempfile::tempdir().unwrap();
    let limits =
        Limits { replay_long: 0, replays_per_address: 1, unload_after: Duration::ZERO, ..Limits::generous() };
    let host = Host::start_as(Config { trusts_proxy: true, ..Host::config(folder.path(), limits) }).await;
    let mut ids = Vec::new();
    for _ in 0..4 {
        ids.push(Browser::default().create(&host, json!({"game": "neutreeko", "opponent": "self"})).await);
    }
    let get = |id: &str, address: &str| {
        let request = Request::get(format!("/api/games/{id}"))
            .header("host", "localhost")
            .header("x-forwarded-for", address);
        host.ask(request.body(Body::empty()).unwrap())
    };
    let asked = ids.iter().map(|id| get(id, "203.0.113.1")).chain([get(&ids[0], "203.0.113.2")]);
    let statuses: Vec<u16> =
        futures_util::future::join_all(asked).await.iter().map(|answer| answer.status.as_u16()).collect();
    let (own, other) = statuses.split_at(ids.len());
    assert!(own.contains(&200) && own.contains(&429) && other == [200], "{statuses:?}");
    // Once it was replayed it is remembered, until it changes.
    let again = futures_util::future::join_all((0..8).map(|_| get(&ids[0], "203.0.113.1"))).await;
    assert!(again.iter().all(|answer| answer.status == 200));
}
