//! A server for one test, and clients of it.

use std::path::Path;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use server::{Config, DatabaseUrl, Limits, Server};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tower::ServiceExt;

/// No answer takes as long, however busy the machine is.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Host {
    pub addr: std::net::SocketAddr,
    pub disk: server::Disk,
    pub metrics: Option<std::net::SocketAddr>,
    pub cluster: Option<std::net::SocketAddr>,
    router: Router,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Host {
    /// A server with a folder of its own, and no limit that a test would meet by accident.
    pub async fn start() -> (Self, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        (Self::start_in(folder.path(), Limits::generous()).await, folder)
    }

    pub async fn start_in(folder: &Path, limits: Limits) -> Self {
        Self::start_as(Self::config(folder, limits)).await
    }

    /// A server whose bots answer at once.
    pub fn config(folder: &Path, limits: Limits) -> Config {
        Config {
            limits,
            bot_delay: Duration::ZERO,
            ..Config::new(([127, 0, 0, 1], 0).into(), folder.to_owned())
        }
    }

    /// Starts a server, on PostgreSQL where tests are given one; a folder then stands for a schema there.
    pub async fn start_as(mut config: Config) -> Self {
        if let Ok(url) = std::env::var("JOGO_TEST_POSTGRES") {
            config.database = Some(schema(&url, &config.data).await);
        }
        Self::start_here(config).await
    }

    /// Starts a server on the given database.
    pub async fn start_here(config: Config) -> Self {
        let server = Server::bind(config).await.unwrap();
        let cluster = server.cluster_addr();
        let (addr, router, disk, metrics) =
            (server.addr(), server.router(), server.disk(), server.metrics_addr());
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async move {
            let _ = stopped.await;
        }));
        Self { addr, disk, metrics, cluster, router, stop, task }
    }

    pub async fn stop(self) {
        drop((self.router, self.disk));
        let _ = self.stop.send(());
        tokio::time::timeout(PATIENCE, self.task).await.expect("a server stops when asked").unwrap();
    }

    pub async fn ask(&self, request: Request<Body>) -> Answer {
        let response =
            tokio::time::timeout(PATIENCE, self.router.clone().oneshot(request)).await.unwrap().unwrap();
        let (parts, body) = response.into_parts();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body: body.collect().await.unwrap().to_bytes().to_vec(),
        }
    }

    /// Fetches the measurements, as Prometheus does.
    pub async fn scrape(&self) -> String {
        let mut stream = TcpStream::connect(self.metrics.unwrap()).await.unwrap();
        let request = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(request).await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        text
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask(Request::get(path).body(Body::empty()).unwrap()).await
    }
}

/// The address of a schema that belongs to a folder.
pub async fn schema(url: &str, folder: &Path) -> DatabaseUrl {
    let name: String = folder.to_string_lossy().chars().filter(char::is_ascii_alphanumeric).collect();
    let name = name.to_ascii_lowercase();
    let mut connection = PgConnection::connect(url).await.unwrap();
    // Letters and digits only.
    let create = AssertSqlSafe(format!("CREATE SCHEMA IF NOT EXISTS {name}"));
    sqlx::query(create).execute(&mut connection).await.unwrap();
    DatabaseUrl(format!("{url}?options[search_path]={name}"))
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) {
        assert_eq!(
            (self.status.as_u16(), self.json()["code"].as_str()),
            (status, Some(code)),
            "{}",
            self.text()
        );
        assert!(!self.json()["text"]["pt"].as_str().unwrap().is_empty());
    }
}

/// A browser: it keeps its cookie.
#[derive(Clone, Default)]
pub struct Browser {
    pub cookie: Option<String>,
}

impl Browser {
    pub async fn call(&mut self, host: &Host, method: &str, path: &str, body: Option<Value>) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "localhost")
            .header(header::ORIGIN, "http://localhost");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let body = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        let answer = host.ask(request.body(body).unwrap()).await;
        if let Some(cookie) = answer.headers.get(header::SET_COOKIE) {
            self.cookie = cookie.to_str().unwrap().split(';').next().map(str::to_owned);
        }
        answer
    }

    pub async fn get(&mut self, host: &Host, path: &str) -> Answer {
        self.call(host, "GET", path, None).await
    }

    /// Creates a game and gives its id.
    pub async fn create(&mut self, host: &Host, body: Value) -> String {
        let answer = self.call(host, "POST", "/api/games", Some(body)).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
        answer.json()["id"].as_str().unwrap().to_owned()
    }

    pub async fn join(&mut self, host: &Host, id: &str) -> Answer {
        self.call(host, "POST", &format!("/api/games/{id}/join"), Some(json!({"name": "Rui"}))).await
    }

    pub async fn connect(&self, host: &Host, id: &str, query: &str) -> Socket {
        let request = self.request(host, id, query);
        let (stream, _) =
            tokio::time::timeout(PATIENCE, tokio_tungstenite::connect_async(request)).await.unwrap().unwrap();
        Socket { stream }
    }

    /// Connects with so little room for what it does not read that the server soon notices.
    pub async fn connect_narrowly(&self, host: &Host, id: &str, query: &str) -> Socket {
        let narrow = TcpSocket::new_v4().unwrap();
        narrow.set_recv_buffer_size(4 << 10).unwrap();
        let stream = MaybeTlsStream::Plain(narrow.connect(host.addr).await.unwrap());
        let connected = tokio_tungstenite::client_async(self.request(host, id, query), stream);
        Socket { stream: tokio::time::timeout(PATIENCE, connected).await.unwrap().unwrap().0 }
    }

    /// Listens to the news of this player's games.
    pub async fn news(&self, host: &Host) -> NewsStream {
        let mut request = Request::get("/api/me/changes").body(Body::empty()).unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(header::COOKIE, cookie.parse().unwrap());
        }
        let answer = host.router.clone().oneshot(request).await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/event-stream");
        NewsStream(answer.into_body())
    }

    pub fn request(&self, host: &Host, id: &str, query: &str) -> Request<()> {
        let mut request =
            format!("ws://{}/api/games/{id}/socket?{query}", host.addr).into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(header::COOKIE, cookie.parse().unwrap());
        }
        request.headers_mut().insert(header::ORIGIN, format!("http://{}", host.addr).parse().unwrap());
        request
    }
}

pub struct NewsStream(Body);

impl NewsStream {
    /// Waits for the next piece of news; false if there will be none.
    pub async fn next(&mut self) -> bool {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.0.frame()).await.expect("there is news");
            let Some(frame) = frame else { return false };
            if frame.unwrap().into_data().is_ok_and(|data| data.starts_with(b"data: ")) {
                return true;
            }
        }
    }
}

pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    pub fn of(stream: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Self {
        Self { stream }
    }

    pub async fn send(&mut self, message: Value) {
        self.send_text(message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: String) {
        self.send_raw(Message::text(text)).await;
    }

    pub async fn send_raw(&mut self, message: Message) {
        // A server that has had enough has closed already; what it said is still to be read.
        let _ = self.stream.send(message).await;
    }

    /// The next message, or why there is none.
    pub async fn try_next(&mut self) -> Result<Value, u16> {
        loop {
            match tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("the server answers") {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => return Err(frame.map_or(0, |frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(
                    Error::ConnectionClosed | Error::Io(_) | Error::AlreadyClosed | Error::Protocol(_),
                ))
                | None => return Err(0),
                Some(Err(error)) => panic!("{error}"),
            }
        }
    }

    pub async fn next(&mut self) -> Value {
        self.try_next().await.expect("the socket is open")
    }

    /// The next message of this type; others are passed over.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Asks and gives the answer; what happens meanwhile is passed over.
    pub async fn ask(&mut self, mut message: Value) -> Value {
        message["id"] = json!(4711);
        self.send(message).await;
        loop {
            let answer = self.next().await;
            if answer["re"] == 4711 {
                return answer;
            }
        }
    }

    #[track_caller]
    pub fn code(answer: &Value) -> &str {
        answer["code"].as_str().unwrap_or_else(|| panic!("no error: {answer}"))
    }
}

/// A wish for a game against a bot, by a player with a name that must be escaped.
pub fn bot_game() -> Value {
    json!({"game": "neutreeko", "opponent": "random", "name": "Ana <b>"})
}

/// Plays legal moves at random.
pub fn pick<'a>(moves: &'a Value, rng: &mut fastrand::Rng) -> &'a Value {
    let list = moves["moves"].as_array().unwrap();
    &list[rng.usize(..list.len())]["move"]
}
