//! The server as a process of its own: killed at any moment, started twice, stopped by a signal.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
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
        Self::start_by(Command::new(env!("CARGO_BIN_EXE_jogo")), folder)
    }

    fn start_by(mut command: Command, folder: &Path) -> Self {
        command.args(["serve", "--addr", "127.0.0.1:0", "--log", "off", "--no-limits", "--data"]).arg(folder);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line
            .split_whitespace()
            .find_map(|word| word.strip_prefix("http://"))
            .unwrap_or_else(|| panic!("no address: {line}"));
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
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
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

/// Plays both sides at random until the server is gone; returns which moves were confirmed to be on disk, and
/// which one was not confirmed.
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
        let (head, created) = jogo.ask(
            "POST",
            "/api/games",
            &cookie,
            &json!({"game": game.info.id, "opponent": "self"}).to_string(),
        );
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
        let kept: Vec<String> =
            serde_json::from_value(state["moves"].clone()).unwrap_or_else(|_| panic!("{state}"));
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
fn a_second_server_on_the_same_folder_is_refused_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let jogo = Jogo::start(folder.path());
    let second = Command::new(env!("CARGO_BIN_EXE_jogo"))
        .args(["serve", "--addr", "127.0.0.1:0", "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(1));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(
        said.starts_with("jogo: another server already uses the folder") && said.lines().count() == 1,
        "{said}"
    );
    assert!(jogo.ask("GET", "/api/catalogue", "", "").0.starts_with("HTTP/1.1 200"));
}

/// How a server ends that has reason to.
fn end_of(child: &mut Child) -> ExitStatus {
    let since = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if since.elapsed() > PATIENCE {
            child.kill().unwrap();
        }
        thread::yield_now();
    }
}

/// Creates a game of both sides and gives its cookie and its id.
fn create(jogo: &Jogo, game: &str) -> (String, String) {
    let (head, created) =
        jogo.ask("POST", "/api/games", "", &json!({"game": game, "opponent": "self"}).to_string());
    let (_, cookie) = head.split_once("set-cookie: ").unwrap();
    (cookie.split(';').next().unwrap().to_owned(), created["id"].as_str().unwrap().to_owned())
}

#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_takes_nothing_is_said_and_forgiven() {
    let folder = tempfile::tempdir().unwrap();
    // A process that writes past the limit is killed unless it ignores the signal.
    let mut deaf = Command::new("sh");
    deaf.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_jogo")]);
    let jogo = Jogo::start_by(deaf, folder.path());
    let (cookie, id) = create(&jogo, "neutreeko");
    let mut socket = jogo.connect(&id, &cookie).unwrap();
    let mut send = |ply: usize, mv: &str| {
        socket
            .send(Message::text(json!({"type": "move", "id": ply, "ply": ply, "move": mv}).to_string()))
            .unwrap();
        loop {
            let answer = next(&mut socket).unwrap();
            if answer["re"] == ply {
                break answer;
            }
        }
    };
    let room = |bytes: u64| {
        let pid = i32::try_from(jogo.child.id()).unwrap();
        rlimit::prlimit(pid, rlimit::Resource::FSIZE, Some((bytes, rlimit::INFINITY)), None).unwrap();
    };
    let kept = |jogo: &Jogo| jogo.ask("GET", &format!("/api/games/{id}"), &cookie, "").1["moves"].clone();
    assert_eq!(send(0, "b1-c1")["type"], "ok");
    room(0);
    let refused = send(1, "b5-a5");
    assert_eq!(refused["code"], "storage", "{refused}");
    let (head, _) =
        jogo.ask("POST", "/api/games", &cookie, &json!({"game": "ataxx", "opponent": "self"}).to_string());
    assert!(head.starts_with("HTTP/1.1 503"), "{head}");
    assert_eq!(kept(&jogo), json!(["b1-c1"]), "what was refused did not happen");
    room(rlimit::INFINITY);
    assert_eq!(send(1, "b5-a5")["type"], "ok");
    jogo.kill();
    assert_eq!(kept(&Jogo::start(folder.path())), json!(["b1-c1", "b5-a5"]));
}

/// Gives everything in a folder these permissions, files and the folder itself.
#[cfg(unix)]
fn permit(folder: &Path, files: u32, itself: u32) {
    use std::os::unix::fs::PermissionsExt;
    for file in fs::read_dir(folder).unwrap() {
        fs::set_permissions(file.unwrap().path(), fs::Permissions::from_mode(files)).unwrap();
    }
    fs::set_permissions(folder, fs::Permissions::from_mode(itself)).unwrap();
}

#[test]
#[cfg(unix)]
fn a_folder_that_may_not_be_written_is_said_in_one_line() {
    use std::os::unix::fs::{PermissionsExt, chown};
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65534;

    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let jogo = Jogo::start(&games);
    let (cookie, id) = create(&jogo, "neutreeko");
    jogo.kill();
    permit(&games, 0o444, 0o555);
    // Root may write anywhere: then the folder is given to a user who may not, and who must be able to
    // reach the program.
    let is_root = fs::write(games.join("probe"), "").is_ok();
    let program = if is_root {
        let program = folder.path().join("jogo");
        fs::copy(env!("CARGO_BIN_EXE_jogo"), &program).unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        fs::remove_file(games.join("probe")).unwrap();
        for file in fs::read_dir(&games).unwrap() {
            chown(file.unwrap().path(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        chown(&games, Some(NOBODY), Some(NOBODY)).unwrap();
        program
    } else {
        env!("CARGO_BIN_EXE_jogo").into()
    };
    // Nothing may be written; or only the lock may, and no game.
    for (files, itself) in [(0o444, 0o555), (0o444, 0o755)] {
        permit(&games, files, itself);
        if itself == 0o755 {
            fs::set_permissions(games.join("lock"), fs::Permissions::from_mode(0o644)).unwrap();
        }
        let mut command = Command::new(&program);
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
            .args(["serve", "--addr", "127.0.0.1:0", "--data"])
            .arg(&games)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let status = end_of(&mut child);
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((status.code(), said.lines().count()), (Some(1), 1), "{said}");
        assert!(said.starts_with(&format!("jogo: cannot keep games in {}: ", games.display())), "{said}");
    }
    permit(&games, 0o644, 0o755);
    let state = Jogo::start(&games).ask("GET", &format!("/api/games/{id}"), &cookie, "").1;
    assert_eq!((&state["you"], &state["moves"]), (&json!("both"), &json!([])));
}

#[test]
#[cfg(unix)]
fn a_server_that_is_asked_to_stop_stops() {
    let folder = tempfile::tempdir().unwrap();
    let mut jogo = Jogo::start(folder.path());
    let (cookie, id) = create(&jogo, "neutreeko");
    let mut socket = jogo.connect(&id, &cookie).unwrap();
    assert_eq!(next(&mut socket).unwrap()["type"], "state");
    let asked = Command::new("kill").arg(jogo.child.id().to_string()).status().unwrap();
    assert!(asked.success());
    assert_eq!(end_of(&mut jogo.child).code(), Some(0));
    // Connected clients got a message.
    match socket.read().unwrap() {
        Message::Close(Some(frame)) => assert_eq!(u16::from(frame.code), 1001),
        other => panic!("{other:?}"),
    }
}

#[test]
fn wrong_arguments_are_said_in_one_line() {
    for (args, reason) in
        [(["--addr", "nowhere"], "invalid socket address"), (["--public-url", "ftp://x"], "https://HOST")]
    {
        let answer = Command::new(env!("CARGO_BIN_EXE_jogo")).arg("serve").args(args).output().unwrap();
        let said = String::from_utf8(answer.stderr).unwrap();
        assert!(
            answer.status.code() == Some(2) && said.contains(reason) && said.lines().count() == 1,
            "{said}"
        );
    }
}

/// A limit on the size of files fails a write as a full disk does: part of it is not there.
#[test]
#[cfg(unix)]
fn a_server_whose_files_cannot_grow_is_alive_and_not_ready_and_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 1000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_jogo")]);
    let jogo = Jogo::start_by(limited, folder.path());
    let status =
        |jogo: &Jogo, path: &str| jogo.ask("GET", path, "", "").0.split(' ').nth(1).unwrap().to_owned();
    assert_eq!(status(&jogo, "/readyz"), "200");
    let mut created = Vec::new();
    let (head, refusal) = loop {
        let (head, game) = jogo.ask("POST", "/api/games", "", r#"{"game": "neutreeko", "opponent": "self"}"#);
        match game["id"].as_str() {
            Some(id) => created.push(format!("/api/games/{id}")),
            None => break (head, game),
        }
        assert!(created.len() < 10_000, "the files grow");
    };
    assert!(head.contains(" 503 ") && refusal["code"] == "storage" && created.len() > 10, "{head} {refusal}");
    let since = Instant::now();
    while status(&jogo, "/readyz") != "503" {
        assert!(since.elapsed() < PATIENCE, "it says that it can write");
    }
    assert_eq!(status(&jogo, "/healthz"), "200");
    jogo.kill();
    let jogo = Jogo::start(folder.path());
    assert_eq!(status(&jogo, "/readyz"), "200");
    for game in &created {
        assert_eq!(status(&jogo, game), "200", "{game} was acknowledged");
    }
}
