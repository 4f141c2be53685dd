//! Studies that leave the app and come back, by files and by the page.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;

use fastrand::Rng;
use games::record::Closing;
use games::study::{Mark, NodeId};
use games::{GAMES, Study};
use serde_json::{Value, json};
use server::{Config, Limits, Server};
use tokio::runtime::Runtime;

use super::*;

/// The page, as far as it keeps studies: it sends the text of a file to the server, and saves what comes back.
struct Page {
    host: String,
    _runtime: Runtime,
    _folder: tempfile::TempDir,
}

impl Page {
    fn open() -> Self {
        let (folder, runtime) = (tempfile::tempdir().unwrap(), Runtime::new().unwrap());
        let config = Config {
            limits: Limits::generous(),
            ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned())
        };
        let server = runtime.block_on(Server::bind(config)).unwrap();
        let host = server.addr().to_string();
        runtime.spawn(server.run(std::future::pending()));
        Self { host, _runtime: runtime, _folder: folder }
    }

    /// Opens the file of a study, and saves it as another one.
    fn pass_on(&self, from: &Path, to: &Path) {
        let body = json!({"text": fs::read_to_string(from).unwrap()}).to_string();
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(
            stream,
            "POST /api/study HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let view: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
        fs::write(to, view["text"].as_str().unwrap_or_else(|| panic!("{view}"))).unwrap();
    }
}

/// A study with variations, comments, marks, tags and a result, made by chance.
fn random_study(game: &'static GameEntry, rng: &mut Rng) -> Study {
    let start = game.named_start(game.info.starts[rng.usize(..game.info.starts.len())].name).unwrap();
    let mut study = Study::from_position(game, start);
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..rng.usize(1..25) {
        let node = if rng.u8(..4) == 0 { nodes[rng.usize(..nodes.len())] } else { nodes[nodes.len() - 1] };
        let moves = study.position(node).moves();
        if moves.is_empty() {
            continue;
        }
        let Ok(child) = study.play(node, &moves[rng.usize(..moves.len())]) else { continue };
        if rng.u8(..5) == 0 {
            let comments = ["Olá, mundo!", "a {brace} \"quoted\"; (1. a1)", "x", "[%csl Gd4] $7"];
            study.set_comment(child, comments[rng.usize(..comments.len())]);
        }
        if rng.u8(..5) == 0 {
            study.set_marks(child, &[Mark(rng.u16(1..=6)), Mark(139)]);
        }
        if study.children(node)[0] != child && rng.bool() {
            study.set_comment_before(child, "or else");
        }
        nodes.push(child);
    }
    for tag in ["First", "Date", "Annotator"] {
        if rng.bool() {
            study.set_tag(tag, "Zé \"the\" \\ first");
        }
    }
    if rng.bool() && study.outcome().is_none() {
        study.close(Some(Closing::Agreed));
    }
    study
}

#[test]
fn a_thousand_studies_go_from_the_app_by_files_through_the_page_and_back_unchanged() {
    let (page, folder) = (Page::open(), tempfile::tempdir().unwrap());
    let file = |name: &str| folder.path().join(name);
    let mut bench = Bench::playing(&GAMES[0], [Seat::Human, Seat::Human], (100, 30));
    bench.press("a e");
    let command = |bench: &mut Bench, command: &str, name: &str| {
        bench.press(":");
        bench.type_text(&format!("{command} {}", file(name).display()));
    };
    let mut rng = Rng::with_seed(21);
    let mut branched = 0;
    for number in 0..1000 {
        let made = random_study(&GAMES[number % GAMES.len()], &mut rng);
        bench.send(AppMessage::Paste(made.to_string()));
        command(&mut bench, "save!", "app.jogo");
        page.pass_on(&file("app.jogo"), &file("page.jogo"));
        command(&mut bench, "load", "page.jogo");
        command(&mut bench, "save!", "again.jogo");
        let [first, page, again] =
            ["app.jogo", "page.jogo", "again.jogo"].map(|name| fs::read_to_string(file(name)).unwrap());
        assert_eq!((first.as_str(), first.as_str()), (page.as_str(), again.as_str()), "{made}");
        // It is the study that was made, and not only the same text three times.
        let kept = Study::read_all(&first).unwrap().remove(0);
        assert_eq!(kept.count_moves(), made.count_moves(), "{first}");
        let moves = |study: &Study| study.to_string().split_once("\n\n").unwrap().1.to_owned();
        assert_eq!(moves(&kept), moves(&made));
        branched += usize::from(first.contains('('));
    }
    assert!(branched > 300, "{branched} had variations");
}
