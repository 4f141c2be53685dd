//! `jogo serve`, `jogo worker` and a nats-server, as processes that are killed.
//! `crates/server/tests/with-nats` runs these tests.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

const JOGO: &str = env!("CARGO_BIN_EXE_jogo");

/// Nothing takes as long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process that is killed when the test ends.
struct Process(Child);

impl Process {
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn until(what: &str, is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < PATIENCE, "never: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

fn nats(port: u16, folder: &Path) -> Process {
    let mut command = Command::new("nats-server");
    command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"]).arg(folder);
    let child =
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("nats-server is installed");
    until("nats-server listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    Process(child)
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn worker(url: &str) -> Process {
    let mut command = Command::new(JOGO);
    command.args(["worker", "--threads", "2", "--log", "off", "--jobs", url]);
    Process(command.stdout(Stdio::null()).spawn().unwrap())
}

/// A server whose queue is named in the environment.
struct Serve {
    _process: Process,
    host: String,
    metrics: String,
}

impl Serve {
    fn start(url: &str, folder: &Path) -> Self {
        Self::start_by(Command::new(JOGO), url, folder)
    }

    fn start_by(mut command: Command, url: &str, folder: &Path) -> Self {
        let metrics = format!("127.0.0.1:{}", free_port());
        command.args([
            "serve",
            "--addr",
            "127.0.0.1:0",
            "--log",
            "off",
            "--no-limits",
            "--metrics",
            &metrics,
        ]);
        command.arg("--data").arg(folder).env("JOGO_JOBS", url);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.split_whitespace().find_map(|word| word.strip_prefix("http://")).expect(&line);
        Self { host: host.to_owned(), metrics, _process: Process(child) }
    }

    fn ready(&self) -> String {
        ask(&self.host, "GET", "/readyz", "").1
    }

    /// Returns how many jobs were done, by `threads` or `workers`.
    fn jobs_by(&self, by: &str) -> u64 {
        let name = format!("jogo_job_seconds_count{{by=\"{by}\"}} ");
        let (_, text) = ask(&self.metrics, "GET", "/metrics", "");
        text.lines().find_map(|line| line.strip_prefix(&name)).map_or(0, |count| count.parse().unwrap())
    }

    /// Waits until this many jobs were done by threads and by workers. They are counted after they are
    /// answered.
    fn has_done(&self, by_threads: u64, by_workers: u64) {
        let counted = || (self.jobs_by("threads"), self.jobs_by("workers"));
        until("the jobs are counted", || counted().0 + counted().1 >= by_threads + by_workers);
        assert_eq!(counted(), (by_threads, by_workers));
    }

    /// Asks for a hint in a game.
    fn hint(&self, id: &str) -> Value {
        let (head, body) = ask(&self.host, "POST", &format!("/api/games/{id}/hint"), r#"{"lines": 2}"#);
        assert!(head.contains(" 200 "), "{head} {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// Begins a game against oneself.
    fn game(&self, game: &str) -> String {
        let body = json!({"game": game, "opponent": "self"}).to_string();
        let (_, created) = ask(&self.host, "POST", "/api/games", &body);
        let created: Value = serde_json::from_str(&created).unwrap();
        created["id"].as_str().unwrap().to_owned()
    }
}

fn ask(host: &str, method: &str, path: &str, body: &str) -> (String, String) {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

#[test]
fn hints_come_from_workers_and_from_threads_while_nats_is_away() {
    let (folder, store) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let port = free_port();
    let url = format!("nats://127.0.0.1:{port}");
    // The server does not wait for the queue.
    let serve = Serve::start(&url, store.path());
    assert_eq!(serve.ready(), "ok\njobs: threads; the queue is away");
    // Neutreeko is solved, so that all hints are the same.
    let (first, second, third) = (serve.game("neutreeko"), serve.game("neutreeko"), serve.game("neutreeko"));
    let lines = |hint: Value| hint["lines"].clone();
    let hint = lines(serve.hint(&first));
    serve.has_done(1, 0);
    let mut server = nats(port, folder.path());
    until("the queue is connected", || serve.ready() == "ok\njobs: threads; no worker is there");
    let _worker = worker(&url);
    until("a worker is there", || serve.ready() == "ok\njobs: workers");
    assert_eq!(lines(serve.hint(&second)), hint);
    serve.has_done(1, 1);
    server.kill();
    until("the queue is away", || serve.ready() == "ok\njobs: threads; the queue is away");
    assert_eq!(lines(serve.hint(&third)), hint);
    serve.has_done(2, 1);
    let _server = nats(port, folder.path());
    until("a worker is there again", || serve.ready() == "ok\njobs: workers");
    assert_eq!(lines(serve.hint(&first)), hint);
    serve.has_done(2, 2);
    let (head, _) = ask(&serve.host, "GET", &format!("/api/games/{first}/board.png"), "");
    assert!(head.contains(" 200 "), "{head}");
    // Drawings too.
    serve.has_done(2, 3);
}

/// The next message of a socket.
fn next(socket: &mut WebSocket<TcpStream>) -> Value {
    loop {
        if let Message::Text(text) = socket.read().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

#[test]
fn bots_analyses_and_reviews_come_from_workers() {
    let (folder, store) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let port = free_port();
    let url = format!("nats://127.0.0.1:{port}");
    let _nats = nats(port, folder.path());
    let serve = Serve::start(&url, store.path());
    let _worker = worker(&url);
    until("a worker is there", || serve.ready() == "ok\njobs: workers");
    // A bot.
    let body = json!({"game": "neutreeko", "opponent": "level:2", "side": "first"}).to_string();
    let (head, created) = ask(&serve.host, "POST", "/api/games", &body);
    let cookie = head.split_once("set-cookie: ").unwrap().1.split(';').next().unwrap().to_owned();
    let created: Value = serde_json::from_str(&created).unwrap();
    let id = created["id"].as_str().unwrap();
    let mut request = format!("ws://{}/api/games/{id}/socket", serve.host).into_client_request().unwrap();
    request.headers_mut().insert("cookie", cookie.parse().unwrap());
    let stream = TcpStream::connect(&serve.host).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let (mut socket, _) = tungstenite::client(request, stream).unwrap();
    let played = json!({"type": "move", "id": 1, "ply": 0, "move": "b1-c1"});
    socket.send(Message::text(played.to_string())).unwrap();
    while next(&mut socket)["now"]["ply"] != 2 {}
    serve.has_done(0, 1);
    socket.send(Message::text(json!({"type": "resign", "id": 2}).to_string())).unwrap();
    while !next(&mut socket)["now"]["result"].is_string() {}
    // A review, in parts.
    let path = format!("/api/games/{id}/review");
    let (head, _) = ask(&serve.host, "POST", &path, "");
    assert!(head.contains(" 202 "), "{head}");
    let review = || serde_json::from_str::<Value>(&ask(&serve.host, "GET", &path, "").1).unwrap();
    until("the review is done", || review()["state"] == "done");
    assert_eq!(review()["review"]["complete"], true);
    until("it is counted", || serve.jobs_by("workers") >= 2);
    // An analysis.
    let before = serve.jobs_by("workers");
    let wanted = json!({"game": "ataxx", "moves": [], "time_ms": 200}).to_string();
    let (head, events) = ask(&serve.host, "POST", "/api/analysis", &wanted);
    assert!(head.contains(" 200 ") && events.contains("\"done\":true"), "{head} {events}");
    serve.has_done(0, before + 1);
}

#[test]
fn addresses_of_queues_are_checked_and_show_no_password() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("queue");
    let run = |args: &[&str], variable: &str| {
        let output = Command::new(JOGO).arg("worker").args(args).env("JOGO_JOBS", variable).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let named = format!("@{}", file.display());
    fs::write(&file, "http://secret@localhost\n").unwrap();
    for (args, variable, said) in [
        (vec![], "", "which queue?"),
        (vec!["--jobs", "http://localhost"], "", "nats://HOST:4222"),
        (vec!["--jobs", "nats://me:secret@localhost"], "", "can be seen by other users"),
        (vec!["--jobs", &named], "", "nats://HOST:4222"),
        (vec!["--jobs", "@/no/such/file"], "", "/no/such/file"),
        (vec![], "ftp://me:secret@localhost", "nats://HOST:4222"),
    ] {
        let (status, error) = run(&args, variable);
        assert!(status == Some(2) && error.contains(said), "{args:?}: {error}");
        assert!(!error.contains("secret"), "{error}");
    }
}

#[test]
fn a_queue_with_a_password_takes_it_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (port, store) = (free_port(), folder.path().join("store"));
    let configuration = format!(
        "listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: \"{}\" }}\n\
         authorization {{ user: jogo, password: \"p@ss/word\" }}\n",
        folder.path().join("nats").display()
    );
    let path = folder.path().join("nats.conf");
    fs::write(&path, configuration).unwrap();
    let mut command = Command::new("nats-server");
    command.arg("-c").arg(&path).stdout(Stdio::null()).stderr(Stdio::null());
    let _nats = Process(command.spawn().unwrap());
    let address = folder.path().join("queue");
    fs::write(&address, format!("nats://jogo:p%40ss%2Fword@127.0.0.1:{port}\n")).unwrap();
    let named = format!("@{}", address.display());
    let serve = Serve::start(&named, &store);
    let _worker = worker(&named);
    until("a worker is there", || serve.ready() == "ok\njobs: workers");
}

/// An authority, and a certificate by it for this name alone: `NAME-ca.pem`, `NAME.pem`, `NAME.key`.
fn certificate(folder: &Path, name: &str) {
    let openssl = |arguments: &str| {
        let mut command = Command::new("openssl");
        command.current_dir(folder).args(arguments.split(' ')).stderr(Stdio::null());
        assert!(command.status().expect("openssl is installed").success(), "{arguments}");
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(&format!("req -x509 {key} -keyout {name}-ca.key -out {name}-ca.pem -days 2 -subj /CN=authority"));
    openssl(&format!("req {key} -keyout {name}.key -out {name}.csr -subj /CN={name}"));
    fs::write(folder.join("names"), format!("subjectAltName=DNS:{name}")).unwrap();
    let signed = format!("-CA {name}-ca.pem -CAkey {name}-ca.key -CAcreateserial -extfile names");
    openssl(&format!("x509 -req -in {name}.csr {signed} -days 2 -out {name}.pem"));
}

#[test]
fn a_queue_with_tls_is_trusted_by_its_authority_and_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    certificate(folder.path(), "localhost");
    certificate(folder.path(), "elsewhere");
    let port = free_port();
    let configuration = format!(
        "listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: \"{}\" }}\nlog_file: \"{}\"\n\
         tls {{ cert_file: \"{}\", key_file: \"{}\" }}\nauthorization {{ token: secret }}\n",
        path("nats").display(),
        path("log").display(),
        path("localhost.pem").display(),
        path("localhost.key").display(),
    );
    fs::write(path("nats.conf"), configuration).unwrap();
    let mut command = Command::new("nats-server");
    command.arg("-c").arg(path("nats.conf")).stdout(Stdio::null()).stderr(Stdio::null());
    let _nats = Process(command.spawn().unwrap());
    until("nats-server listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    let serve = |host: &str, authority: &str| {
        let mut command = Command::new(JOGO);
        command.env("JOGO_JOBS_CA", path(authority));
        let store = path(&format!("{host}-{authority}"));
        Serve::start_by(command, &format!("tls://secret@{host}:{port}"), &store)
    };
    let trusted = serve("localhost", "localhost-ca.pem");
    fs::write(path("queue"), format!("tls://secret@localhost:{port}")).unwrap();
    let mut command = Command::new(JOGO);
    command.args(["worker", "--threads", "2", "--log", "off", "--jobs-ca"]).arg(path("localhost-ca.pem"));
    command.arg("--jobs").arg(format!("@{}", path("queue").display()));
    let _worker = Process(command.stdout(Stdio::null()).spawn().unwrap());
    until("a worker is there", || trusted.ready() == "ok\njobs: workers");
    // Each of these hangs up when it sees the certificate, which the queue notes.
    let refused = || fs::read_to_string(path("log")).unwrap().matches("TLS handshake error").count();
    for (host, authority) in [("localhost", "elsewhere-ca.pem"), ("127.0.0.1", "localhost-ca.pem")] {
        let before = refused();
        let serve = serve(host, authority);
        until("the certificate is refused", || refused() > before);
        assert_eq!(serve.ready(), "ok\njobs: threads; the queue is away", "{host} {authority}");
    }
}

/// The moves and results of a match, by number.
fn games_of(log: &Path) -> Vec<String> {
    let text = fs::read_to_string(log).unwrap();
    let mut games: Vec<(usize, String)> = games::Record::read_all(&text)
        .unwrap()
        .iter()
        .map(|record| {
            let number = record.tag("Round").expect("a number").parse().unwrap();
            (number, format!("{:?} {:?} {}", record.outcome(), record.tag("First"), record.moves().join(" ")))
        })
        .collect();
    games.sort();
    games.into_iter().map(|(_, game)| game).collect()
}

#[test]
fn matches_and_data_are_the_same_by_workers_and_a_worker_may_die() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let url = format!("nats://127.0.0.1:{port}");
    let _nats = nats(port, &folder.path().join("nats"));
    let path = |name: &str| folder.path().join(name);
    let run = |args: &[&str], out: &str, workers: bool| {
        let mut command = Command::new(JOGO);
        command.args(args).arg(path(out));
        if workers {
            command.arg("--workers").env("JOGO_JOBS", &url);
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let finish = |child: Child| {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let played = ["match", "ataxx", "--engine", "level:3", "--engine", "level:2", "--engine", "greedy"];
    let played = [&played[..], &["--games", "6", "--seed", "7", "--json", "--records"]].concat();
    // The workers come after the match, and one of them is killed while it plays.
    let away = run(&played, "away.txt", true);
    let mut killed = worker(&url);
    until("a game is over", || fs::metadata(path("away.txt")).is_ok_and(|file| file.len() > 0));
    let _other = worker(&url);
    killed.kill();
    let statistics = |json: Vec<u8>| -> Value {
        let mut json: Value = serde_json::from_slice(&json).unwrap();
        json.as_object_mut().unwrap().remove("records").expect("the name of the file");
        json
    };
    let away = statistics(finish(away));
    let here = statistics(finish(run(&played, "here.txt", false)));
    assert_eq!(away, here);
    let games = games_of(&path("here.txt"));
    assert!(games.len() == 18 && games == games_of(&path("away.txt")));
    // A match goes on with workers that was begun without them.
    let text = fs::read_to_string(path("here.txt")).unwrap();
    let half = text[..text.len() / 2].rfind("\n\n").map_or(0, |end| end + 2);
    fs::write(path("half.txt"), &text[..half]).unwrap();
    fs::copy(path("here.txt.match"), path("half.txt.match")).unwrap();
    finish(run(&["match", "--resume"], "half.txt", true));
    assert_eq!(games_of(&path("half.txt")), games);

    let data = ["datagen", "ataxx", "--nodes", "20", "--seed", "5", "--positions", "4000", "--out"];
    finish(run(&data, "away.data", true));
    finish(run(&data, "here.data", false));
    assert_eq!(fs::read(path("away.data")).unwrap(), fs::read(path("here.data")).unwrap());

    // A network goes to the workers with the games.
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/nets/ataxx.net");
    let data = ["datagen", "ataxx", "--net", net, "--nodes", "20", "--positions", "2000", "--out"];
    finish(run(&data, "net-away.data", true));
    finish(run(&data, "net-here.data", false));
    assert_eq!(fs::read(path("net-away.data")).unwrap(), fs::read(path("net-here.data")).unwrap());

    // Nothing that comes from a network starts a program.
    let program = format!("engine:{JOGO} ugi ataxx");
    let played = ["match", "ataxx", "--engine", "jogo", "--engine", &program, "--records"];
    let refused = run(&played, "refused.txt", true).wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(2) && said.contains("start no other programs"), "{said}");
    assert!(!path("refused.txt").exists(), "nothing is half done");
}
