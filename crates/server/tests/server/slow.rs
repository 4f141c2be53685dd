//! Clients that do not keep up, and many at once.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Config, Limits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::host::{Browser, Host, PATIENCE, Socket};

/// A game of both sides that can go on for ever: a move, and back again.
struct Endless {
    ana: Browser,
    id: String,
    player: Socket,
    mv: Value,
    plies: usize,
}

impl Endless {
    async fn begin(host: &Host) -> Self {
        let mut ana = Browser::default();
        // A large board: its messages soon fill what a client does not read.
        let id = ana.create(host, json!({"game": "threedragons", "opponent": "self"})).await;
        let mut player = ana.connect(host, &id, "").await;
        let mv = player.ask(json!({"type": "moves"})).await["moves"][0]["move"].clone();
        Self { ana, id, player, mv, plies: 0 }
    }

    async fn step(&mut self) {
        let act = if self.plies == 0 {
            json!({"type": "move", "ply": 0, "move": self.mv})
        } else {
            json!({"type": "undo"})
        };
        assert_eq!(self.player.ask(act).await["type"], "ok");
        self.plies = 1 - self.plies;
    }

    async fn version(&mut self) -> u64 {
        self.player.ask(json!({"type": "ping"})).await["version"].as_u64().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_client_catches_up_with_one_message() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::start_in(folder.path(), Limits { patience: PATIENCE, ..Limits::generous() }).await;
    let mut game = Endless::begin(&host).await;
    let mut slow = game.ana.connect_narrowly(&host, &game.id, "moves=true").await;
    let state = slow.next_of("state").await;
    for _ in 0..401 {
        game.step().await;
    }
    let latest = game.version().await;

    let (mut version, mut moves) = (state["version"].as_u64().unwrap(), Vec::<Value>::new());
    let mut jumps = 0;
    while version < latest {
        let update = slow.next_of("update").await;
        let now = update["version"].as_u64().unwrap();
        assert!(now > version, "nothing comes twice: {update}");
        if update["cause"]["kind"] == "catch-up" {
            jumps += u32::from(now > version + 1);
        } else {
            assert_eq!(now, version + 1, "nothing is left out: {update}");
        }
        moves.truncate(update["moves"]["from"].as_u64().unwrap() as usize);
        moves.extend(update["moves"]["list"].as_array().unwrap().clone());
        assert_eq!(update["now"]["ply"], moves.len());
        version = now;
    }
    assert!(jumps > 0, "it was never too slow");
    assert_eq!(json!(moves), json!([game.mv]));
    // It is this client's turn, whichever way it came to know.
    let legal = slow.next_of("moves").await;
    assert_eq!((&legal["ply"], legal["version"].as_u64()), (&json!(1), Some(latest)));
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_never_reads_is_disconnected_and_can_reconnect() {
    let folder = tempfile::tempdir().unwrap();
    let host =
        Host::start_in(folder.path(), Limits { patience: Duration::from_secs(1), ..Limits::generous() })
            .await;
    let mut game = Endless::begin(&host).await;
    let stranger = Browser::default();
    let mut slow = stranger.connect_narrowly(&host, &game.id, "").await;
    let seen = slow.next_of("state").await["version"].as_u64().unwrap();
    let since = Instant::now();
    let state = format!("/api/games/{}", game.id);
    while game.ana.get(&host, &state).await.json()["now"]["spectators"] != 0 {
        assert!(since.elapsed() < PATIENCE, "it is still there");
        game.step().await;
    }
    let latest = game.version().await;
    let mut back = stranger.connect(&host, &game.id, &format!("version={seen}")).await;
    let news = back.next().await;
    assert_eq!(news["version"].as_u64(), Some(latest));
    // More than the server remembers comes as a whole.
    assert_eq!(news["type"], if latest - seen > 256 { "state" } else { "update" });
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presence_is_throttled() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let id = ana.create(&host, json!({"game": "neutreeko", "opponent": "self"})).await;
    let mut player = ana.connect(&host, &id, "").await;
    player.next_of("state").await;
    let since = Instant::now();
    let mut crowd = Vec::new();
    for _ in 0..120 {
        crowd.push(Browser::default().connect(&host, &id, "").await);
    }
    let mut told = 0;
    while player.next_of("presence").await["spectators"] != 120 {
        told += 1;
    }
    // Four times a second at most, however many come; and the first at once.
    let times = since.elapsed().as_millis() / 250 + 1;
    assert!(told <= times, "told {told} times in {times} quarters of a second");
    drop(crowd);
    while player.next_of("presence").await["spectators"] != 0 {}
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn incomplete_requests_time_out() {
    let folder = tempfile::tempdir().unwrap();
    let host =
        Host::start_in(folder.path(), Limits { patience: Duration::from_millis(300), ..Limits::generous() })
            .await;
    let head = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
    let body = "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    for (sent, answer) in [(head.to_owned(), ""), (format!("{head}{body}"), "HTTP/1.1 400")] {
        let mut stream = TcpStream::connect(host.addr).await.unwrap();
        stream.write_all(sent.as_bytes()).await.unwrap();
        let mut heard = Vec::new();
        tokio::time::timeout(PATIENCE, stream.read_to_end(&mut heard))
            .await
            .expect("the server hangs up")
            .unwrap();
        assert!(String::from_utf8_lossy(&heard).starts_with(answer), "{}", String::from_utf8_lossy(&heard));
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_limited_per_address_except_behind_a_proxy() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { connections_per_address: 2, ..Limits::generous() };
    let config =
        |name: &str| Config { limits, ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().join(name)) };
    let request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let ask = async |stream: &mut TcpStream| {
        let mut answer = [0; 12];
        stream.write_all(request).await?;
        stream.read_exact(&mut answer).await.map(|_| answer)
    };
    for (config, third) in [(config("one"), false), (Config { trusts_proxy: true, ..config("other") }, true)]
    {
        let host = Host::start_as(config).await;
        let mut streams = Vec::new();
        for _ in 0..3 {
            streams.push(TcpStream::connect(host.addr).await.unwrap());
        }
        let mut answered = Vec::new();
        for stream in &mut streams {
            answered.push(tokio::time::timeout(PATIENCE, ask(stream)).await.unwrap().is_ok());
        }
        assert_eq!(answered, [true, true, third]);
        drop(streams);
        host.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_never_reads_its_responses_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let limits =
        Limits { connections_per_address: 1, patience: Duration::from_millis(500), ..Limits::generous() };
    let host = Host::start_in(folder.path(), limits).await;
    let narrow = TcpSocket::new_v4().unwrap();
    narrow.set_recv_buffer_size(4 << 10).unwrap();
    let mut greedy = narrow.connect(host.addr).await.unwrap();
    // Many times what the buffers on the way hold.
    let requests = "GET /api/catalogue HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(200);
    greedy.write_all(requests.as_bytes()).await.unwrap();
    // The address has its one connection back once that one was given up.
    let since = Instant::now();
    loop {
        let mut other = TcpStream::connect(host.addr).await.unwrap();
        let mut answer = [0; 12];
        let asked = other.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
        if asked.is_ok() && other.read_exact(&mut answer).await.is_ok() {
            break;
        }
        assert!(since.elapsed() < PATIENCE, "the connection is still held");
    }
    drop(greedy);
    host.stop().await;
}
