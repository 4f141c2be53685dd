//! The server as a process of its own: killed at any moment, started twice, stopped with good manners.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use games::Record;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// No answer takes as long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

struct Jogo {
    child: Child,
    host: String,
}

impl Jogo {
    fn start(folder: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jogo"));
        command.args(["serve", "--addr", "127.0.0.1:0", "--log", "off", "--no-limits", "--data"]).arg(folder);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.split_whitespace().find_map(|word| word.strip_prefix("http://")).unwrap_or_else(|| panic!("no address: {line}"));
        Self { host: host.to_owned(), child }
    }

    /// Ends it as a power cut would.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn ask(&self, method: &str, path: &str, cookie: &str, body: &str) -> (String, Value) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), serde_json::from_str(body).unwrap_or(Value::Null))
    }

    fn connect(&self, id: &str, cookie: &str) -> tungstenite::Result<WebSocket<TcpStream>> {
        let mut request = format!("ws://{}/api/games/{id}/socket", self.host).into_client_request()?;
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let stream = TcpStream::connect(&self.host)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        tungstenite::client(request, stream).map(|(socket, _)| socket).map_err(|error| match error {
            tungstenite::HandshakeError::Failure(error) => error,
            tungstenite::HandshakeError::Interrupted(_) => tungstenite::Error::ConnectionClosed,
        })
    }
}

impl Drop for Jogo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn next(socket: &mut WebSocket<TcpStream>) -> Option<Value> {
    loop {
        match socket.read().ok()? {
            Message::Text(text) => return serde_json::from_str(&text).ok(),
            Message::Close(_) => return None,
            _ => {}
        }
    }
}

/// Plays both sides at random until the server is gone; tells which moves it was told are on disk, and which one it did not hear of.
fn play(socket: &mut WebSocket<TcpStream>, record: &mut Record, rng: &mut fastrand::Rng) -> Option<String> {
    while record.outcome().is_none() {
        let ply = record.moves().len();
        let moves = record.position().moves();
        let mv = moves[rng.usize(..moves.len())].clone();
        let message = json!({"type": "move", "id": ply, "ply": ply, "move": mv}).to_string();
        if socket.send(Message::text(message)).is_err() {
            return Some(mv);
        }
        loop {
            let Some(answer) = next(socket) else { return Some(mv) };
            if answer["re"] == ply {
                assert_eq!(answer["type"], "ok", "{answer}");
                record.play(&mv).unwrap();
                break;
            }
        }
    }
    None
}

#[test]
fn a_server_that_is_killed_has_kept_every_move_it_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = fastrand::Rng::with_seed(20);
    let mut jogo = Jogo::start(folder.path());
    let mut cookie = String::new();
    let mut acknowledged = 0;
    for round in 0..40 {
        let game = &games::GAMES[round % games::GAMES.len()];
        let (head, created) = jogo.ask("POST", "/api/games", &cookie, &json!({"game": game.info.id, "opponent": "self"}).to_string());
        if let Some((_, rest)) = head.split_once("set-cookie: ") {
            cookie = rest.split(';').next().unwrap().to_owned();
        }
        let id = created["id"].as_str().unwrap();
        let mut socket = jogo.connect(id, &cookie).unwrap();
        assert_eq!(next(&mut socket).unwrap()["you"], "both");
        let mut record = Record::new(game);
        let (told, heard) = mpsc::channel();
        let wait = Duration::from_micros(rng.u64(0..40_000));
        let player = thread::spawn({
            let mut rng = fastrand::Rng::with_seed(rng.u64(..));
            move || {
                let unheard = play(&mut socket, &mut record, &mut rng);
                let _ = told.send((record, unheard));
            }
        });
        // The moment of the kill is random on purpose: there is nothing to wait for.
        thread::sleep(wait);
        jogo.kill();
        player.join().unwrap();
        let (record, unheard) = heard.recv_timeout(PATIENCE).unwrap();

        jogo = Jogo::start(folder.path());
        let (_, state) = jogo.ask("GET", &format!("/api/games/{id}"), &cookie, "");
        let kept: Vec<String> = serde_json::from_value(state["moves"].clone()).unwrap_or_else(|_| panic!("{state}"));
        let mut possible = record.moves().to_vec();
        if kept != possible {
            // Written, but the answer did not come through any more.
            possible.extend(unheard);
        }
        assert_eq!(kept, possible, "round {round}");
        assert_eq!(state["you"], "both");
        acknowledged += record.moves().len();
    }
    assert!(acknowledged > 0, "at least some rounds played");
}

#[test]
fn a_second_server_on_the_same_folder_says_so_and_harms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let jogo = Jogo::start(folder.path());
    let second =
        Command::new(env!("CARGO_BIN_EXE_jogo")).args(["serve", "--addr", "127.0.0.1:0", "--data"]).arg(folder.path()).output().unwrap();
    assert_eq!(second.status.code(), Some(1));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(said.starts_with("jogo: another server already uses the folder") && said.lines().count() == 1, "{said}");
    assert!(jogo.ask("GET", "/api/catalogue", "", "").0.starts_with("HTTP/1.1 200"));
}

#[test]
#[cfg(unix)]
fn a_server_that_is_asked_to_stop_stops() {
    let folder = tempfile::tempdir().unwrap();
    let mut jogo = Jogo::start(folder.path());
    let asked = Command::new("kill").arg(jogo.child.id().to_string()).status().unwrap();
    assert!(asked.success());
    let since = Instant::now();
    let status = loop {
        if let Some(status) = jogo.child.try_wait().unwrap() {
            break status;
        }
        assert!(since.elapsed() < PATIENCE, "it did not stop");
        thread::yield_now();
    };
    assert_eq!(status.code(), Some(0));
}

#[test]
fn wrong_arguments_are_said_in_one_line() {
    for (args, reason) in [(["--addr", "nowhere"], "invalid socket address"), (["--public-url", "ftp://x"], "https://HOST")] {
        let answer = Command::new(env!("CARGO_BIN_EXE_jogo")).arg("serve").args(args).output().unwrap();
        let said = String::from_utf8(answer.stderr).unwrap();
        assert!(answer.status.code() == Some(2) && said.contains(reason) && said.lines().count() == 1, "{said}");
    }
}
