//! Several servers on one database. These tests need PostgreSQL, which `crates/server/tests/with-databases`
//! gives them; without it they do nothing.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use server::{Cluster, ClusterKey, Config, DatabaseUrl, Limits};
use sqlx::{Connection, PgConnection};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::host::{Browser, Host, PATIENCE, Socket, schema};

const KEY: &str = "a key that nodes share";

/// A TCP connection between a node and its database that can be cut: what goes through it stops, as when a
/// network fails, and neither end is notified.
struct Link {
    addr: SocketAddr,
    is_cut: Arc<watch::Sender<bool>>,
    /// Turns when all connections end.
    end: Arc<watch::Sender<()>>,
}

impl Link {
    async fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        let is_cut = Arc::new(watch::channel(false).0);
        let end = Arc::new(watch::channel(()).0);
        let (cut, ends) = (Arc::clone(&is_cut), Arc::clone(&end));
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let (mut cut, mut ends) = (cut.subscribe(), ends.subscribe());
                tokio::spawn(async move {
                    let _ = cut.wait_for(|is_cut| !*is_cut).await;
                    let Ok(mut far) = TcpStream::connect(target).await else { return };
                    let is_over = tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut near, &mut far) => true,
                        _ = ends.changed() => true,
                        _ = cut.wait_for(|is_cut| *is_cut) => false,
                    };
                    if !is_over {
                        // Held open, in silence, until the network is there again.
                        let _ = cut.wait_for(|is_cut| !*is_cut).await;
                    }
                });
            }
        });
        Self { addr, is_cut, end }
    }

    /// Ends all connections that there are.
    fn end(&self) {
        self.end.send_replace(());
    }

    fn cut(&self, is_cut: bool) {
        self.is_cut.send_replace(is_cut);
    }
}

/// The database of one test.
struct Database {
    url: String,
    folder: TempDir,
}

impl Database {
    async fn new() -> Option<Self> {
        let url = std::env::var("JOGO_TEST_POSTGRES").ok()?;
        let folder = tempfile::tempdir().unwrap();
        let DatabaseUrl(url) = schema(&url, folder.path()).await;
        Some(Self { url, folder })
    }

    fn config(&self) -> Config {
        let key = ClusterKey(KEY.to_owned());
        let limits = Limits { unload_after: Duration::from_secs(60), ..Limits::generous() };
        Config {
            database: Some(DatabaseUrl(self.url.clone())),
            cluster: Some(Cluster { listen: ([127, 0, 0, 1], 0).into(), url: None, key }),
            metrics: Some(([127, 0, 0, 1], 0).into()),
            ..Host::config(self.folder.path(), limits)
        }
    }

    async fn node(&self) -> Host {
        Host::start_here(self.config()).await
    }

    /// A node that reaches the database through a link, and by TLS if that is there.
    async fn linked_node(&self) -> (Host, Link) {
        let (_, rest) = self.url.split_once('@').unwrap();
        let (place, _) = rest.split_once('/').unwrap();
        let link = Link::to(place.parse().unwrap()).await;
        let mut config = self.config();
        let url = self.url.replace(place, &link.addr.to_string());
        config.database = Some(DatabaseUrl(format!("{url}&sslmode=prefer")));
        (Host::start_here(config).await, link)
    }
}

/// Connects again and again until a node takes the socket; then waits for the state.
async fn connect(browser: &Browser, host: &Host, id: &str) -> (Socket, Value) {
    let since = Instant::now();
    loop {
        let request = browser.request(host, id, "");
        if let Ok(Ok((stream, _))) =
            tokio::time::timeout(PATIENCE, tokio_tungstenite::connect_async(request)).await
        {
            let mut socket = Socket::of(stream);
            if let Ok(state) = socket.try_next().await {
                return (socket, state);
            }
        }
        assert!(since.elapsed() < PATIENCE, "no node takes the game");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Returns the status of a node for operators.
async fn figure(host: &Host, name: &str) -> u64 {
    let measured = host.scrape().await;
    let figure = measured.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    figure.unwrap_or_else(|| panic!("no {name} in {measured}"))
}

async fn play(socket: &mut Socket, ply: usize, mv: &str) {
    let answer = socket.ask(json!({"type": "move", "ply": ply, "move": mv})).await;
    assert_eq!(answer["type"], "ok", "{answer}");
}

/// Waits for the news of a move.
async fn seen(socket: &mut Socket, mv: &str) -> Value {
    loop {
        let update = socket.next_of("update").await;
        if update["cause"]["move"] == mv {
            return update;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_lives_on_one_node_and_can_be_played_through_all() {
    let Some(database) = Database::new().await else { return };
    let (one, other) = (database.node().await, database.node().await);
    let (mut ana, mut rui) = (Browser::default(), Browser::default());
    let id = ana.create(&one, json!({"game": "neutreeko", "opponent": "friend", "side": "first"})).await;
    let (mut first, state) = connect(&ana, &one, &id).await;
    assert_eq!(state["you"], "first", "{state}");
    // Everything of this player goes through the other node.
    assert_eq!(rui.join(&other, &id).await.status, 200);
    let (mut second, state) = connect(&rui, &other, &id).await;
    assert_eq!(state["you"], "second", "{state}");
    play(&mut first, 0, "b1-c1").await;
    assert_eq!(second.next_of("update").await["moves"]["list"], json!(["b1-c1"]));
    play(&mut second, 1, "b5-a5").await;
    assert_eq!(seen(&mut first, "b5-a5").await["now"]["seats"][1]["name"], "Rui");
    for host in [&one, &other] {
        let state = ana.get(host, &format!("/api/games/{id}")).await.json();
        assert_eq!((&state["moves"], &state["you"]), (&json!(["b1-c1", "b5-a5"]), &json!("first")));
        assert_eq!(ana.get(host, "/api/me").await.json()["games"][0]["id"], json!(id));
    }
    // A code is used at the node that does not have the game, and a game is deleted there.
    let code = rui.call(&other, "POST", &format!("/api/games/{id}/code"), None).await.json();
    let mut phone = Browser::default();
    let moved = phone.call(&other, "POST", "/api/seats", Some(json!({"code": code["code"]}))).await;
    assert_eq!((moved.status.as_u16(), &moved.json()["side"]), (200, &json!("second")), "{}", moved.text());
    assert_eq!(phone.call(&other, "DELETE", "/api/me", None).await.status, 204);
    assert!(phone.get(&one, "/api/me").await.json()["games"].as_array().unwrap().is_empty());
    drop((first, second));
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_stops_hands_its_games_over_at_once() {
    let Some(database) = Database::new().await else { return };
    let (one, other) = (database.node().await, database.node().await);
    let mut ana = Browser::default();
    let clock = json!({"initial_s": 60, "increment_s": 0});
    let id = ana.create(&one, json!({"game": "neutreeko", "opponent": "self", "clock": clock})).await;
    let (mut socket, _) = connect(&ana, &one, &id).await;
    play(&mut socket, 0, "b1-c1").await;
    let mut database = PgConnection::connect(&database.url).await.unwrap();
    let stopping = tokio::spawn(one.stop());
    let ended = loop {
        if let Err(code) = socket.try_next().await {
            break code;
        }
    };
    assert_eq!(ended, 1001);
    // When its clients hear of it, its games are any node's already.
    let owned = "SELECT 1 FROM games JOIN nodes ON nodes.id = owner";
    assert!(sqlx::query(owned).fetch_optional(&mut database).await.unwrap().is_none());
    stopping.await.unwrap();
    let (mut socket, state) = connect(&ana, &other, &id).await;
    assert_eq!(state["moves"], json!(["b1-c1"]));
    // The clock has gone on: it shows no more than before.
    assert!(state["now"]["clocks"]["left_ms"][1].as_u64().unwrap() <= 60_000, "{state}");
    play(&mut socket, 1, "b5-a5").await;
    drop(socket);
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_cut_off_answers_nothing_and_its_games_go_on_elsewhere() {
    let Some(database) = Database::new().await else { return };
    let ((cut_off, link), other) = (database.linked_node().await, database.node().await);
    let mut ana = Browser::default();
    let id = ana.create(&cut_off, json!({"game": "neutreeko", "opponent": "self"})).await;
    let (mut socket, _) = connect(&ana, &cut_off, &id).await;
    play(&mut socket, 0, "b1-c1").await;
    assert_eq!(cut_off.get("/readyz").await.status, 200);
    link.cut(true);
    // Its sockets end, and it refuses requests.
    while socket.try_next().await.is_ok() {}
    assert_eq!(cut_off.get("/readyz").await.status, 503);
    let (mut socket, state) = connect(&ana, &other, &id).await;
    assert_eq!(state["moves"], json!(["b1-c1"]), "nothing is lost");
    play(&mut socket, 1, "b5-a5").await;
    link.cut(false);
    let since = Instant::now();
    while cut_off.get("/readyz").await.status != 200 {
        assert!(since.elapsed() < PATIENCE, "the node does not recover");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // It passes on what comes for the game, which it does not have any more.
    let (mut again, state) = connect(&ana, &cut_off, &id).await;
    assert_eq!(state["moves"], json!(["b1-c1", "b5-a5"]), "no old state is shown");
    play(&mut again, 2, "c1-a1").await;
    seen(&mut socket, "c1-a1").await;
    drop((socket, again));
    cut_off.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_silent_is_waited_for_with_a_limit() {
    let Some(database) = Database::new().await else { return };
    let ((node, link), other) = (database.linked_node().await, database.node().await);
    let since = Instant::now();
    while figure(&node, "jogo_lease").await != 1 {
        assert!(since.elapsed() < PATIENCE, "the node has no lease");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut ana = Browser::default();
    let here = ana.create(&node, json!({"game": "neutreeko", "opponent": "self"})).await;
    let stored = ana.create(&other, json!({"game": "neutreeko", "opponent": "self"})).await;
    // What was asked before the database fell silent has no answer either.
    let mut locker = PgConnection::connect(&database.url).await.unwrap();
    sqlx::query("BEGIN").execute(&mut locker).await.unwrap();
    sqlx::query("LOCK TABLE games").execute(&mut locker).await.unwrap();
    let cut_when_asked = async {
        let waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'games'::regclass";
        let since = Instant::now();
        while sqlx::query(waiting).fetch_optional(&mut locker).await.unwrap().is_none() {
            assert!(since.elapsed() < PATIENCE, "the database is not asked");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        link.cut(true);
    };
    // A slow machine may have lost one before.
    let ended = figure(&node, "jogo_leases_ended").await;
    let (answer, ()) = tokio::join!(ana.get(&node, "/api/me"), cut_when_asked);
    assert_eq!(answer.status, 503, "{}", answer.text());
    assert_eq!(node.get("/readyz").await.status, 503);
    assert_eq!(figure(&node, "jogo_lease").await, 0);
    assert!(figure(&node, "jogo_leases_ended").await > ended);
    for path in ["/api/me", &format!("/api/games/{here}"), &format!("/api/games/{stored}")] {
        let answer = ana.get(&node, path).await;
        assert_eq!(answer.status, 503, "{path}: {}", answer.text());
    }
    // People get a page.
    let page = Request::get(format!("/g/{here}")).header("accept", "text/html").header("host", "localhost");
    let page = node.ask(page.body(Body::empty()).unwrap()).await;
    assert_eq!((page.status.as_u16(), page.header("content-type")), (503, "text/html; charset=utf-8"));
    assert!(page.text().contains("try again in a moment") && !page.header("retry-after").is_empty());
    // Nor does one that receives a signal to stop wait for it.
    node.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_not_refused_because_a_connection_was_lost_before_it() {
    let Some(database) = Database::new().await else { return };
    let (node, link) = database.linked_node().await;
    let mut ana = Browser::default();
    let id = ana.create(&node, json!({"game": "neutreeko", "opponent": "self"})).await;
    let (mut socket, _) = connect(&ana, &node, &id).await;
    for (ply, mv) in ["b1-c1", "b5-a5", "c1-a1"].into_iter().enumerate() {
        play(&mut socket, ply, mv).await;
        // All connections to the database end, as when it is restarted.
        link.end();
    }
    drop(socket);
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_under_way_when_the_lease_ends_is_not_refused_but_left_to_the_next_node() {
    let Some(database) = Database::new().await else { return };
    let ((cut_off, link), other) = (database.linked_node().await, database.node().await);
    let mut ana = Browser::default();
    let id = ana.create(&cut_off, json!({"game": "neutreeko", "opponent": "self"})).await;
    let (mut socket, _) = connect(&ana, &cut_off, &id).await;
    play(&mut socket, 0, "b1-c1").await;
    link.cut(true);
    socket.send(json!({"type": "move", "id": 9, "ply": 1, "move": "b5-a5"})).await;
    // No answer, and so no client forgets what it wants; and not after the time that a write may take.
    let ended = loop {
        match socket.try_next().await {
            Ok(message) => assert_ne!(message["re"], 9, "{message}"),
            Err(code) => break code,
        }
    };
    assert_eq!(ended, 1001);
    let (mut socket, _) = connect(&ana, &other, &id).await;
    play(&mut socket, 1, "b5-a5").await;
    drop(socket);
    link.cut(false);
    cut_off.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_that_one_node_makes_is_followed_by_all() {
    let Some(database) = Database::new().await else { return };
    let mut config = database.config();
    // One thread, which is busy with something else first; and games are unloaded at once.
    (config.limits.workers, config.limits.unload_after) = (1, Duration::ZERO);
    let (one, other) = (Host::start_here(config.clone()).await, Host::start_here(config).await);
    let mut ana = Browser::default();
    let id = ana.create(&one, json!({"game": "neutreeko", "opponent": "self"})).await;
    let (mut socket, _) = connect(&ana, &one, &id).await;
    play(&mut socket, 0, "b1-c1").await;
    assert_eq!(socket.ask(json!({"type": "resign"})).await["type"], "ok");
    drop(socket);
    let path = format!("/api/games/{id}/review");
    let busy = async {
        let thought = json!({"game": "ataxx", "moves": [], "time_ms": 2000});
        let answer = Browser::default().call(&one, "POST", "/api/analysis", Some(thought)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    };
    let reviewed = async {
        while figure(&one, "jogo_jobs_running").await == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let mut ana = ana.clone();
        assert_eq!(ana.call(&one, "POST", &path, None).await.status, 202);
        let since = Instant::now();
        loop {
            let [here, there] = [&one, &other].map(async |node| {
                let answer = ana.clone().get(node, &path).await;
                assert_eq!(answer.status, 200, "{}", answer.text());
                answer.json()["state"].as_str().unwrap().to_owned()
            });
            let states = [here.await, there.await];
            assert!(!states.contains(&"none".to_owned()), "{states:?}");
            if states == ["done", "done"] {
                return;
            }
            assert!(since.elapsed() < PATIENCE, "the review takes too long");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::join!(busy, reviewed);
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_hear_of_games_on_other_nodes() {
    let Some(database) = Database::new().await else { return };
    let (one, other) = (database.node().await, database.node().await);
    let mut ana = Browser::default();
    let id = ana.create(&one, json!({"game": "neutreeko", "opponent": "self"})).await;
    let mut news = ana.news(&other).await;
    let (mut socket, _) = connect(&ana, &one, &id).await;
    // The first ones may be of what came before: of the new game, or that the node has just begun to listen.
    for (ply, mv) in ["b1-c1", "b5-a5", "c1-a1"].into_iter().enumerate() {
        play(&mut socket, ply, mv).await;
        news.next().await;
    }
    assert_eq!(ana.get(&other, "/api/me").await.json()["games"][0]["ply"], 3);
    drop((socket, news));
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_with_tls_is_trusted_by_its_authority_and_name_and_wants_its_password() {
    let Some(database) = Database::new().await else { return };
    let Ok(ca) = std::env::var("JOGO_TEST_POSTGRES_CA") else { return };
    let other = ca.replace("ca.pem", "other-ca.pem");
    let (login, rest) = database.url.split_once("@127.0.0.1:").expect("the address of the tests");
    let schema = rest.split_once("search_path]=").unwrap().1;
    let mut connection = PgConnection::connect(&database.url).await.unwrap();
    let statements =
        format!("CREATE ROLE by_password LOGIN PASSWORD 'p@ss'; GRANT ALL ON SCHEMA {schema} TO by_password");
    // A name of our own making.
    sqlx::raw_sql(sqlx::AssertSqlSafe(statements)).execute(&mut connection).await.unwrap();
    assert!(login.starts_with("postgres://"), "{login}");
    let start = async |password: &str, host: &str, ca: &str, mode: &str| {
        let url = format!("postgres://by_password:{password}@{host}:{rest}&sslmode={mode}&sslrootcert={ca}");
        server::Server::bind(Config { database: Some(DatabaseUrl(url)), ..database.config() }).await.is_ok()
    };
    assert!(start("p%40ss", "localhost", &ca, "verify-full").await);
    assert!(!start("wrong", "localhost", &ca, "verify-full").await);
    assert!(!start("p%40ss", "localhost", &other, "verify-full").await, "another authority");
    assert!(!start("p%40ss", "127.0.0.1", &ca, "verify-full").await, "another name");
    assert!(!start("p%40ss", "localhost", &ca, "disable").await, "the password goes by TLS alone");
}

/// Asks a node as another node does; the status of the answer.
async fn ask_as_node(node: &Host, key: &str, method: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(node.cluster.unwrap()).await.unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: x\r\nx-jogo-cluster: {key}\r\nx-jogo-client: 203.0.113.9\r\n\
         Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer[9..12].to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_are_asked_only_with_their_key() {
    let Some(database) = Database::new().await else { return };
    let node = database.node().await;
    let id = Browser::default().create(&node, json!({"game": "neutreeko", "opponent": "self"})).await;
    let path = format!("/api/games/{id}");
    assert_eq!(ask_as_node(&node, "wrong", "GET", &path).await, "403");
    assert_eq!(ask_as_node(&node, KEY, "GET", &path).await, "200");
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_comes_from_a_node_is_not_passed_on_again() {
    let Some(database) = Database::new().await else { return };
    let (owner, other) = (database.node().await, database.node().await);
    let mut ana = Browser::default();
    let id = ana.create(&owner, json!({"game": "neutreeko", "opponent": "friend"})).await;
    let (socket, _) = connect(&ana, &owner, &id).await;
    let path = format!("/api/games/{id}/join");
    assert_eq!(ask_as_node(&other, KEY, "POST", &path).await, "503", "it does not have the game");
    assert_eq!(ask_as_node(&owner, KEY, "POST", &path).await, "200");
    drop(socket);
    owner.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limit_of_the_owner_counts_the_client_and_not_the_node_that_passes_on() {
    let Some(database) = Database::new().await else { return };
    let mut config = Config { trusts_proxy: true, ..database.config() };
    (config.limits.hints_burst, config.limits.hints_per_minute) = (1, 1);
    let (owner, other) = (Host::start_here(config.clone()).await, Host::start_here(config).await);
    let mut ana = Browser::default();
    let id = ana.create(&owner, json!({"game": "neutreeko", "opponent": "self"})).await;
    let (socket, _) = connect(&ana, &owner, &id).await;
    let hint = async |host: &Host, address: &str| {
        let request = Request::post(format!("/api/games/{id}/hint"))
            .header("host", "localhost")
            .header("x-forwarded-for", address)
            .header("content-type", "application/json");
        host.ask(request.body(Body::from("{}")).unwrap()).await.status
    };
    assert_eq!(hint(&other, "203.0.113.1").await, 200);
    for host in [&other, &owner] {
        assert_eq!(hint(host, "203.0.113.1").await, 429, "by whichever node");
    }
    assert_eq!(hint(&other, "203.0.113.2").await, 200);
    drop(socket);
    owner.stop().await;
    other.stop().await;
}
