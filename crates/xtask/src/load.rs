//! Plays many games at once against a running server and measures its latency, memory and processor time.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use games::{GAMES, Record};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::time::{interval_at, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// A move that takes longer than this to come back is lost.
const LOST: Duration = Duration::from_secs(30);
/// Connections that are opened at the same time.
const OPENING: usize = 32;

#[derive(clap::Args)]
pub struct LoadArgs {
    /// Where the server listens.
    #[arg(long, default_value = "127.0.0.1:7878")]
    host: String,
    /// Where several servers on one database listen: games are created at all of them in turn, and the two
    /// players of each are at different ones.
    #[arg(long, value_name = "ADDR,ADDR", value_delimiter = ',', conflicts_with = "host")]
    nodes: Vec<String>,
    /// Games at once.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// How long to play.
    #[arg(long, value_name = "S", default_value_t = 20)]
    seconds: u64,
    /// Milliseconds between the moves of one game.
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    every_ms: u64,
    /// Let clients ask for the legal moves as a page does.
    #[arg(long)]
    pages: bool,
    /// Clients that analyse one position after another meanwhile.
    #[arg(long, value_name = "N", default_value_t = 0)]
    analyses: usize,
    /// The server's process, to print its memory and CPU too.
    #[arg(long)]
    pid: Option<u32>,
}

/// What all games measure together.
#[derive(Default)]
struct Tally {
    accepted: AtomicU64,
    refused: AtomicU64,
    lost: AtomicU64,
    doubled: AtomicU64,
    finished: AtomicU64,
    /// Analyses that were streamed to their end, and requests for one that were put off.
    analysed: AtomicU64,
    put_off: AtomicU64,
    /// Microseconds from sending a move until the other player has it.
    latencies: Mutex<Vec<u32>>,
}

/// Returns one line of the table: what was asked, and how it went.
pub fn run(load: LoadArgs) -> Result<String, String> {
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    runtime.block_on(play_all(Arc::new(load)))
}

async fn play_all(load: Arc<LoadArgs>) -> Result<String, String> {
    let tally = Arc::new(Tally::default());
    let room = Arc::new(tokio::sync::Semaphore::new(OPENING));
    let mut opening = Vec::new();
    for number in 0..load.games {
        let (load, room) = (Arc::clone(&load), Arc::clone(&room));
        opening.push(tokio::spawn(async move {
            let _place = room.acquire().await.map_err(|error| error.to_string())?;
            Match::open(&load, number).await
        }));
    }
    let mut matches = Vec::new();
    for one in opening {
        matches.push(one.await.map_err(|error| error.to_string())??);
    }
    let (cpu, since) = (cpu_seconds(load.pid), Instant::now());
    let start = tokio::time::Instant::now() + Duration::from_millis(500);
    let playing: Vec<_> = matches
        .into_iter()
        .map(|one| tokio::spawn(one.play(Arc::clone(&load), Arc::clone(&tally), start)))
        .collect();
    let until = start + Duration::from_secs(load.seconds);
    let analysing: Vec<_> = (0..load.analyses)
        .map(|number| tokio::spawn(analyse(Arc::clone(&load), Arc::clone(&tally), number, until)))
        .collect();
    for one in playing.into_iter().chain(analysing) {
        one.await.map_err(|error| error.to_string())??;
    }
    let elapsed = since.elapsed().as_secs_f64();
    let cpu = cpu_seconds(load.pid).zip(cpu).map(|(after, before)| (after - before) / elapsed * 100.0);
    let mut latencies = std::mem::take(&mut *tally.latencies.lock().await);
    latencies.sort_unstable();
    let at = |share: f64| {
        latencies
            .get(((latencies.len() as f64 * share) as usize).min(latencies.len().saturating_sub(1)))
            .map_or(0.0, |us| f64::from(*us) / 1000.0)
    };
    let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
    let accepted = count(&tally.accepted);
    Ok(format!(
        "games {} every_ms {} pages {} seconds {elapsed:.0} moves {accepted} moves_per_s {:.0} p50_ms {:.1} p99_ms {:.1} max_ms {:.1} refused {} lost {} doubled {} \
         finished {} analyses {} analysed {} put_off {} server_mb {} server_cpu_percent {}",
        load.games,
        load.every_ms,
        load.pages,
        accepted as f64 / elapsed,
        at(0.5),
        at(0.99),
        at(1.0),
        count(&tally.refused),
        count(&tally.lost),
        count(&tally.doubled),
        count(&tally.finished),
        load.analyses,
        count(&tally.analysed),
        count(&tally.put_off),
        memory_mb(load.pid).map_or("?".to_owned(), |mb| mb.to_string()),
        cpu.map_or("?".to_owned(), |cpu| format!("{cpu:.0}")),
    ))
}

pub type Socket = tokio_tungstenite::WebSocketStream<TcpStream>;

/// One game between two people, each with a socket.
struct Match {
    sockets: [Socket; 2],
    record: Record,
    rng: fastrand::Rng,
}

impl Match {
    async fn open(load: &LoadArgs, number: usize) -> Result<Self, String> {
        let (sockets, record) = open(load, number).await?;
        Ok(Self { sockets, record, rng: fastrand::Rng::with_seed(number as u64) })
    }

    async fn play(
        mut self,
        load: Arc<LoadArgs>,
        tally: Arc<Tally>,
        start: tokio::time::Instant,
    ) -> Result<(), String> {
        let every = Duration::from_millis(load.every_ms.max(1));
        // Games do not all move at the same moment.
        let mut beat = interval_at(start + every.mul_f64(self.rng.f64()), every);
        let until = start + Duration::from_secs(load.seconds);
        let mut latencies = Vec::new();
        let mut number = self.rng.usize(..);
        while tokio::time::Instant::now() < until {
            beat.tick().await;
            if self.record.outcome().is_some() {
                tally.finished.fetch_add(1, Ordering::Relaxed);
                number = number.wrapping_add(1);
                (self.sockets, self.record) = open(&load, number).await?;
            }
            match timeout(LOST, self.step()).await {
                Ok(Ok(Some(latency))) => {
                    tally.accepted.fetch_add(1, Ordering::Relaxed);
                    latencies.push(u32::try_from(latency.as_micros()).unwrap_or(u32::MAX));
                }
                Ok(Ok(None)) => drop(tally.refused.fetch_add(1, Ordering::Relaxed)),
                Ok(Err(error)) => return Err(error),
                Err(_) => drop(tally.lost.fetch_add(1, Ordering::Relaxed)),
            }
        }
        // The server's list of moves is the players' own: nothing lost, nothing twice.
        let kept = self.state().await?;
        if kept != self.record.moves() {
            let wrong = if kept.len() > self.record.moves().len() { &tally.doubled } else { &tally.lost };
            wrong.fetch_add(1, Ordering::Relaxed);
        }
        tally.latencies.lock().await.extend(latencies);
        Ok(())
    }

    /// Plays one move and returns how long it took to reach the other player; `None` when it was refused.
    async fn step(&mut self) -> Result<Option<Duration>, String> {
        let ply = self.record.moves().len();
        let mover = self.record.position().turn().index();
        let moves = self.record.position().moves();
        let mv = moves[self.rng.usize(..moves.len())].clone();
        let sent = Instant::now();
        let message = json!({"type": "move", "id": ply, "ply": ply, "move": mv}).to_string();
        self.sockets[mover].send(Message::text(message)).await.map_err(|error| error.to_string())?;
        loop {
            let news = next(&mut self.sockets[1 - mover]).await?;
            if news.kind == "update" && news.now.is_some_and(|now| now.ply == ply + 1) {
                break;
            }
        }
        let latency = sent.elapsed();
        loop {
            let answer = next(&mut self.sockets[mover]).await?;
            if answer.re == Some(ply) {
                if answer.kind != "ok" {
                    return Ok(None);
                }
                break;
            }
        }
        self.record.play(&mv).map_err(|error| error.to_string())?;
        Ok(Some(latency))
    }

    async fn state(&mut self) -> Result<Vec<String>, String> {
        self.sockets[0].send(Message::text(r#"{"type":"sync"}"#)).await.map_err(|error| error.to_string())?;
        loop {
            let text =
                timeout(LOST, next_text(&mut self.sockets[0])).await.map_err(|error| error.to_string())??;
            if read::<News>(&text)?.kind == "state" {
                return Ok(read::<State>(&text)?.moves);
            }
        }
    }
}

/// Asks for analyses as the page does, one after another, and again after a second where the engine is busy.
async fn analyse(
    load: Arc<LoadArgs>,
    tally: Arc<Tally>,
    number: usize,
    until: tokio::time::Instant,
) -> Result<(), String> {
    let mut rng = fastrand::Rng::with_seed(number as u64);
    let game = &GAMES[number % GAMES.len()];
    while tokio::time::Instant::now() < until {
        let mut record = Record::new(game);
        for _ in 0..rng.usize(..20) {
            let moves = record.position().moves();
            if record.outcome().is_none() && !moves.is_empty() {
                let mv = &moves[rng.usize(..moves.len())];
                record.play(mv).map_err(|error| error.to_string())?;
            }
        }
        let ask =
            json!({"game": game.info.id, "moves": record.moves(), "values": rng.bool(), "time_ms": 1000});
        let answer = exchange(&load.host, "/api/analysis", &ask.to_string()).await?;
        if answer.contains("\"done\":true") {
            tally.analysed.fetch_add(1, Ordering::Relaxed);
        } else {
            tally.put_off.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
    Ok(())
}

async fn open(load: &LoadArgs, number: usize) -> Result<([Socket; 2], Record), String> {
    let game = &GAMES[number % GAMES.len()];
    let body = json!({"game": game.info.id, "opponent": "friend"}).to_string();
    let host = |player: usize| match load.nodes.len() {
        0 => &load.host,
        count => &load.nodes[(number.wrapping_add(player)) % count],
    };
    let (first, created) = post(host(0), "/api/games", &body).await?;
    let id = created["id"]
        .as_str()
        .ok_or_else(|| format!("no game was created: {created}; is the server started with --no-limits?"))?;
    let (second, _) = post(host(1), &format!("/api/games/{id}/join"), "{}").await?;
    let query = if load.pages { "?moves=true" } else { "" };
    let sockets = [connect(host(0), id, query, &first).await?, connect(host(1), id, query, &second).await?];
    Ok((sockets, Record::new(game)))
}

pub async fn connect(host: &str, id: &str, query: &str, cookie: &str) -> Result<Socket, String> {
    let mut request = format!("ws://{host}/api/games/{id}/socket{query}")
        .into_client_request()
        .map_err(|error| error.to_string())?;
    request.headers_mut().insert("cookie", cookie.parse().map_err(|_| "a strange cookie")?);
    let stream = TcpStream::connect(host).await.map_err(|error| error.to_string())?;
    let _ = stream.set_nodelay(true);
    let socket = tokio_tungstenite::client_async(request, stream).await;
    socket.map(|(socket, _)| socket).map_err(|error| error.to_string())
}

/// What a player looks for in a message; the rest is read over, since the players have no cores of their own.
#[derive(Deserialize)]
struct News {
    #[serde(rename = "type")]
    kind: String,
    re: Option<usize>,
    now: Option<Now>,
}

#[derive(Deserialize)]
struct Now {
    ply: usize,
}

#[derive(Deserialize)]
struct State {
    moves: Vec<String>,
}

fn read<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

async fn next(socket: &mut Socket) -> Result<News, String> {
    read(&next_text(socket).await?)
}

pub async fn next_text(socket: &mut Socket) -> Result<Utf8Bytes, String> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text),
            Some(Ok(Message::Close(frame))) => return Err(format!("the server closed a socket: {frame:?}")),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error.to_string()),
            None => return Err("the server closed a socket".to_owned()),
        }
    }
}

/// Sends a message.
pub async fn send(socket: &mut Socket, text: &str) -> Result<(), String> {
    socket.send(Message::text(text)).await.map_err(|error| error.to_string())
}

/// Gets a path; the status and the answer, as JSON if it is.
pub async fn get(host: &str, path: &str) -> Result<(u16, Value), String> {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    let asked = async {
        let mut stream = TcpStream::connect(host).await.map_err(|error| format!("{host}: {error}"))?;
        stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.map_err(|error| error.to_string())?;
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("no status")?;
        Ok((status, serde_json::from_str(body).unwrap_or(Value::Null)))
    };
    timeout(LOST, asked).await.map_err(|error| error.to_string())?
}

/// Posts a body; the cookie that came back, and the answer.
pub async fn post(host: &str, path: &str, body: &str) -> Result<(String, Value), String> {
    let answer = exchange(host, path, body).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    let cookie = head.split_once("set-cookie: ").map_or("", |(_, rest)| rest.split(';').next().unwrap_or(""));
    Ok((cookie.to_owned(), serde_json::from_str(body).unwrap_or(Value::Null)))
}

/// Posts a body, and returns the whole answer with its head.
async fn exchange(host: &str, path: &str, body: &str) -> Result<String, String> {
    let mut stream = TcpStream::connect(host).await.map_err(|error| format!("{host}: {error}"))?;
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.map_err(|error| error.to_string())?;
    Ok(answer)
}

/// Returns the memory that a process holds, where the system reports it.
fn memory_mb(pid: Option<u32>) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", pid?)).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
}

/// Returns the processor time of a process so far, in seconds, where the system reports it.
fn cpu_seconds(pid: Option<u32>) -> Option<f64> {
    const TICKS_PER_S: f64 = 100.0;
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid?)).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some((fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?) / TICKS_PER_S)
}
