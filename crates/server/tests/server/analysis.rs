//! The analysis board, the engine on its leash, the editor, reviews and the explorer, by HTTP.

use games::record::Closing;
use games::study::Study;
use serde_json::{Value, json};

use crate::host::{Answer, Browser, Host, PATIENCE};

async fn post(host: &Host, path: &str, body: Value) -> Answer {
    Browser::default().call(host, "POST", path, Some(body)).await
}

async fn study(host: &Host, body: Value) -> Value {
    let answer = post(host, "/api/study", body).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// The data of every event.
fn events(answer: &Answer) -> Vec<Value> {
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "text/event-stream"));
    let text = answer.text();
    let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).unwrap()).collect()
}

#[tokio::test]
async fn a_study_is_branched_promoted_and_cut_for_every_rule_set() {
    let (host, _folder) = Host::start().await;
    for game in games::GAMES {
        let id = game.info.id;
        let moves = (game.start)().moves();
        let (first, second) = (&moves[0], &moves[moves.len() - 1]);
        let view = study(&host, json!({"game": id, "moves": [first]})).await;
        assert_eq!((view["at"].as_u64(), view["nodes"].as_array().unwrap().len()), (Some(1), 2), "{id}");
        let edit = json!({"kind": "play", "move": second});
        let view =
            study(&host, json!({"text": view["text"], "at": 0, "edit": edit, "also": [0, 1, 99]})).await;
        assert_eq!(
            (view["at"].as_u64(), view["nodes"][2]["move"].as_str()),
            (Some(2), Some(second.as_str()))
        );
        assert_eq!(view["places"].as_array().unwrap().len(), 3, "two more were asked for and are there");
        let legal = view["places"][0]["moves"].as_array().unwrap().len();
        assert_eq!(legal, (game.start)().after(second).unwrap().moves().len());
        for (edit, told) in [
            (json!({"kind": "comment", "text": "Why {not}?"}), "comment"),
            (json!({"kind": "marks", "marks": [5]}), "marks"),
        ] {
            let view = study(&host, json!({"text": view["text"], "at": 2, "edit": edit})).await;
            assert!(!view["nodes"][2][told].is_null(), "{view}");
        }
        let view = study(&host, json!({"text": view["text"], "at": 2, "edit": {"kind": "promote"}})).await;
        assert_eq!(
            (view["at"].as_u64(), view["nodes"][1]["move"].as_str()),
            (Some(1), Some(second.as_str()))
        );
        let text = view["text"].as_str().unwrap();
        assert_eq!(Study::read_all(text).unwrap()[0].to_string(), text);
        let view = study(&host, json!({"text": text, "at": 1, "edit": {"kind": "remove"}})).await;
        assert_eq!((view["at"].as_u64(), view["nodes"].as_array().unwrap().len()), (Some(0), 2));
    }
    host.stop().await;
}

#[tokio::test]
async fn pasted_text_is_read_or_refused_with_the_reason() {
    let (host, _folder) = Host::start().await;
    let pgn = "[Event \"?\"]\n[Black \"one\"]\n[White \"two\"]\n[Variant \"Ataxx\"]\n[Result \"*\"]\n\n1. g2 a2 2. f1 *\n";
    let pasted = post(&host, "/api/study", json!({"game": "neutreeko", "text": pgn, "pgn": true})).await;
    assert_eq!(pasted.status, 200, "{}", pasted.text());
    let pasted = pasted.json();
    assert_eq!((&pasted["game"]["rules"], pasted["nodes"].as_array().unwrap().len()), (&json!("ataxx"), 4));
    assert!(pasted["pgn"].as_str().unwrap().contains("g2"));
    // A position of another game is known by its form.
    let start = (games::find("knightline").unwrap().start)().to_string();
    let view = study(&host, json!({"game": "neutreeko", "text": start})).await;
    assert!(view["game"]["family"].as_str() == Some("Knight Line"), "{view}");
    // So is one in a link, whatever game the link names.
    let linked = study(&host, json!({"game": "knightline", "position": "x5o/7/7/7/7/7/o5x x 0 1"})).await;
    assert_eq!(linked["game"]["rules"], "ataxx");
    assert!(linked["text"].as_str().unwrap().starts_with("[Game \"ataxx\"]"), "{linked}");
    let two = "[Game \"neutreeko\"]\n\n*\n\n[Game \"neutreeko\"]\n\n1. b1-c1 *\n";
    let view = study(&host, json!({"text": two, "number": 1})).await;
    assert_eq!((view["count"].as_u64(), view["nodes"].as_array().unwrap().len()), (Some(2), 2));
    let refused = async |body: Value, status: u16, code: &str| {
        post(&host, "/api/study", body).await.refused(status, code);
    };
    refused(json!({"text": two, "number": 2}), 404, "no-such-ply").await;
    refused(json!({"text": "[Game \"neutreeko\"]\n\n1. z9 *"}), 422, "bad-record").await;
    refused(json!({"game": "neutreeko", "text": "what"}), 422, "bad-position").await;
    refused(json!({"game": "chess"}), 422, "unknown-game").await;
    refused(json!({"game": "neutreeko", "at": 7}), 404, "no-such-ply").await;
    refused(json!({"game": "neutreeko", "edit": {"kind": "play", "move": "a1-a1"}}), 422, "illegal-move")
        .await;
    refused(json!({"game": "neutreeko", "edit": {"kind": "marks", "marks": [7]}}), 400, "malformed").await;
    refused(json!({"game": "neutreeko", "edit": {"kind": "remove"}}), 404, "no-such-ply").await;
    refused(json!({"game": "neutreeko", "text": "[".repeat(200_000)}), 413, "too-large").await;
    let line = post(&host, "/api/study", json!({"text": "[Game \"neutreeko\"]\n\n1. z9 *"})).await.json();
    assert!(line["text"]["pt"].as_str().unwrap().starts_with("Linha 3"), "{line}");
    host.stop().await;
}

#[tokio::test]
async fn every_move_is_valued_within_the_limits_of_the_engine() {
    let (host, _folder) = Host::start().await;
    for game in games::GAMES {
        let id = game.info.id;
        let ask = json!({"game": id, "values": true, "time_ms": 100});
        let told = events(&post(&host, "/api/analysis", ask).await);
        let last = told.last().unwrap();
        assert!(last["done"] == true && told.len() > 1, "{id}: something is told at once");
        let lines = last["lines"].as_array().unwrap();
        assert_eq!(lines.len(), (game.start)().moves().len(), "{id}");
        let keeping = lines.iter().filter(|line| line["class"] == "keeps").count();
        assert!(keeping > 0 && last["keeping"].as_u64() == Some(keeping as u64), "{id}");
        let ask = json!({"game": id, "lines": 2, "time_ms": 60});
        let told = events(&post(&host, "/api/analysis", ask).await);
        let last = told.last().unwrap();
        assert_eq!((last["lines"].as_array().unwrap().len(), &last["keeping"]), (2, &Value::Null), "{id}");
        assert!((0.0..=1.0).contains(&last["expected"].as_f64().unwrap()));
    }
    let ask = async |body: Value| post(&host, "/api/analysis", body).await;
    ask(json!({"game": "neutreeko", "moves": ["z9"]})).await.refused(422, "illegal-move");
    ask(json!({"game": "neutreeko", "position": "what"})).await.refused(422, "bad-position");
    ask(json!({"game": "neutreeko", "moves": vec!["b1-c1"; 3000]})).await.refused(413, "too-large");
    host.stop().await;
}

#[tokio::test]
async fn players_of_a_running_game_between_people_get_no_help_with_it() {
    let (host, _folder) = Host::start().await;
    let (mut ana, mut rui, mut eva) = (Browser::default(), Browser::default(), Browser::default());
    let id = ana.create(&host, json!({"game": "neutreeko", "opponent": "friend"})).await;
    let line = json!({"game": "neutreeko", "values": true, "time_ms": 50});
    let open = ana.call(&host, "POST", "/api/analysis", Some(line.clone())).await;
    assert_eq!(open.status, 200, "nobody plays it yet");
    rui.join(&host, &id).await;
    for player in [&mut ana, &mut rui] {
        player
            .call(&host, "POST", "/api/analysis", Some(line.clone()))
            .await
            .refused(403, "analysis-refused");
        let explored = player.call(&host, "POST", "/api/explorer", Some(json!({"game": "neutreeko"}))).await;
        explored.refused(403, "analysis-refused");
        // Nor by way of another game with the same position.
        let other = player.create(&host, json!({"game": "neutreeko", "opponent": "level:1"})).await;
        let hint = player.call(&host, "POST", &format!("/api/games/{other}/hint"), Some(json!({}))).await;
        hint.refused(403, "analysis-refused");
        let ataxx = json!({"game": "ataxx", "values": true, "time_ms": 50});
        assert_eq!(player.call(&host, "POST", "/api/analysis", Some(ataxx)).await.status, 200);
    }
    assert_eq!(eva.call(&host, "POST", "/api/analysis", Some(line.clone())).await.status, 200);
    let mut socket = ana.connect(&host, &id, "").await;
    socket.next_of("state").await;
    assert_eq!(socket.ask(json!({"type": "resign"})).await["type"], "ok");
    for player in [&mut ana, &mut rui] {
        assert_eq!(player.call(&host, "POST", "/api/analysis", Some(line.clone())).await.status, 200);
    }
    host.stop().await;
}

#[tokio::test]
async fn no_other_way_leads_to_help_with_a_running_game() {
    let (host, _folder) = Host::start().await;
    let (mut ana, mut rui) = (Browser::default(), Browser::default());
    // A game of one's own is over, and not reviewed yet.
    let start = (games::find("ataxx").unwrap().start)().to_string();
    let own = json!({"game": "infection", "opponent": "self", "position": start});
    let own = ana.create(&host, own).await;
    let mut socket = ana.connect(&host, &own, "").await;
    socket.next_of("state").await;
    for (ply, mv) in ["g2", "a2"].iter().enumerate() {
        assert_eq!(socket.ask(json!({"type": "move", "ply": ply, "move": mv})).await["type"], "ok");
    }
    assert_eq!(socket.ask(json!({"type": "resign"})).await["type"], "ok");
    let id = ana.create(&host, json!({"game": "ataxx", "opponent": "friend"})).await;
    rui.join(&host, &id).await;
    let mut playing = ana.connect(&host, &id, "").await;
    playing.next_of("state").await;
    assert_eq!(playing.ask(json!({"type": "move", "ply": 0, "move": "g2"})).await["type"], "ok");
    // The same board under the name of another rule set.
    let line = json!({"game": "infection", "position": start, "moves": ["g2"]});
    for path in ["/api/analysis", "/api/explorer"] {
        ana.call(&host, "POST", path, Some(line.clone())).await.refused(403, "analysis-refused");
    }
    // The review of a game that came to the same position.
    let review = format!("/api/games/{own}/review");
    for method in ["GET", "POST"] {
        ana.call(&host, method, &review, None).await.refused(403, "analysis-refused");
    }
    // A bot that is put in the player's place.
    let position = (games::find("ataxx").unwrap().start)().after("g2").unwrap().to_string();
    let bot = json!({"game": "ataxx", "opponent": "level:10", "side": "first", "position": position});
    ana.call(&host, "POST", "/api/games", Some(bot)).await.refused(403, "analysis-refused");
    let friend = json!({"game": "ataxx", "opponent": "self", "position": position});
    assert_eq!(ana.call(&host, "POST", "/api/games", Some(friend)).await.status, 201);
    // Once the game has left the position behind, the other game can be reviewed.
    let mut other = rui.connect(&host, &id, "").await;
    other.next_of("state").await;
    assert_eq!(other.ask(json!({"type": "move", "ply": 1, "move": "b1"})).await["type"], "ok");
    assert_eq!(ana.get(&host, &review).await.json()["state"], "none");
    host.stop().await;
}

#[tokio::test]
async fn a_finished_game_is_reviewed_once_and_counted_without_names() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let start =
        json!({"game": "neutreeko", "opponent": "self", "position": "3w1/b4/5/bw3/1wb2 b", "name": "Ana"});
    let id = ana.create(&host, start).await;
    let path = format!("/api/games/{id}/review");
    ana.call(&host, "POST", &path, None).await.refused(409, "not-over");
    let mut socket = ana.connect(&host, &id, "").await;
    socket.next_of("state").await;
    assert_eq!(socket.ask(json!({"type": "move", "ply": 0, "move": "a2-a1"})).await["type"], "ok");
    assert_eq!(socket.ask(json!({"type": "resign"})).await["type"], "ok");
    assert_eq!(ana.get(&host, &path).await.json()["state"], "none");
    let begun = ana.call(&host, "POST", &path, None).await;
    assert!([200, 202].contains(&begun.status.as_u16()), "{}", begun.text());
    let review = reviewed(&host, &path).await;
    assert_eq!((&review["complete"], &review["judged"][0]["quality"]), (&json!(true), &json!("blunder")));
    let told = review["judged"][0]["text"]["en"].as_str().unwrap();
    assert_eq!(told, "After 1. a2-a1 White wins in 7 own moves; a2-a3 kept the win.");
    assert_eq!((review["expected"][0].as_f64(), review["expected"][1].as_f64()), (Some(1.0), Some(0.0)));
    let study = Study::read_all(review["study"].as_str().unwrap()).unwrap();
    assert_eq!(study[0].children(games::study::NodeId::ROOT).len(), 2, "the better line is a variation");
    // It is not made again.
    assert_eq!(ana.call(&host, "POST", &path, None).await.json()["state"], "done");
    let line = json!({"game": "neutreeko", "position": "3w1/b4/5/bw3/1wb2 b"});
    let explored = post(&host, "/api/explorer", line).await;
    let explored_json = explored.json();
    let moves = explored_json["moves"].as_array().unwrap();
    assert_eq!(
        (&moves[0]["move"], &moves[0]["known"]["kind"]),
        (&json!("a2-a3"), &json!("win")),
        "{moves:?}"
    );
    let played: Vec<&Value> = moves.iter().filter(|one| one["games"] != 0).collect();
    assert_eq!(
        (played.len(), &played[0]["move"], &played[0]["results"]),
        (1, &json!("a2-a1"), &json!([1, 0, 0]))
    );
    assert_eq!((&played[0]["known"]["kind"], &played[0]["known"]["plies"]), (&json!("loss"), &json!(14)));
    let unknown = post(&host, "/api/explorer", json!({"game": "threedragons"})).await.json();
    assert_eq!(unknown["moves"], json!([]), "nothing was played, and nothing is known");
    assert!(!explored.text().contains("Ana"));
    ana.call(&host, "DELETE", &format!("/api/games/{id}"), None).await;
    host.get(&path).await.refused(404, "game-not-found");
    host.stop().await;
}

/// Asks how far a review is until it is made or stopped.
async fn reviewed(host: &Host, path: &str) -> Value {
    let waiting = async {
        loop {
            let state = host.get(path).await.json();
            if state["state"] == "done" {
                break state["review"].clone();
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.unwrap()
}

#[tokio::test]
async fn a_review_that_is_stopped_keeps_what_is_done() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let id = ana.create(&host, json!({"game": "infection", "opponent": "self"})).await;
    let mut socket = ana.connect(&host, &id, "").await;
    socket.next_of("state").await;
    let mut record = games::Record::new(games::find("infection").unwrap());
    for ply in 0..40 {
        let mv = record.position().moves()[ply % 5].clone();
        record.play(&mv).unwrap();
        assert_eq!(socket.ask(json!({"type": "move", "ply": ply, "move": mv})).await["type"], "ok");
    }
    assert_eq!(socket.ask(json!({"type": "resign"})).await["type"], "ok");
    let path = format!("/api/games/{id}/review");
    assert_eq!(ana.call(&host, "POST", &path, None).await.status, 202);
    assert_eq!(ana.call(&host, "DELETE", &path, None).await.status, 204);
    let stopped = reviewed(&host, &path).await;
    let known = |review: &Value| {
        let expected = review["expected"].as_array().unwrap();
        (expected.iter().filter(|one| !one.is_null()).count(), expected.len())
    };
    let (done, all) = known(&stopped);
    assert!(stopped["complete"] == false && done < all && all == 41, "{done} of {all}");
    assert!(stopped["study"].as_str().unwrap().starts_with("[Game \"infection\"]"));
    assert_eq!(ana.call(&host, "POST", &path, None).await.status, 202);
    let whole = reviewed(&host, &path).await;
    assert_eq!((&whole["complete"], known(&whole)), (&json!(true), (41, 41)));
    host.stop().await;
}

#[tokio::test]
async fn positions_are_edited_and_illegal_ones_have_a_reason() {
    let (host, _folder) = Host::start().await;
    for game in games::GAMES {
        let id = game.info.id;
        let ask = async |body: Value| {
            let answer = post(&host, "/api/editor", body).await;
            assert_eq!(answer.status, 200, "{id}: {}", answer.text());
            answer.json()
        };
        let view = ask(json!({"game": id})).await;
        let start = (game.start)().to_string();
        assert_eq!(view["position"].as_str(), Some(start.as_str()));
        let empty = ask(json!({"game": id, "setup": view["setup"], "edit": {"kind": "clear"}})).await;
        if empty["position"].is_null() {
            assert!(!empty["problem"]["pt"].as_str().unwrap().is_empty(), "{id}: {empty}");
        }
        let back = json!({"kind": "paste", "text": start});
        let back = ask(json!({"game": id, "setup": empty["setup"], "edit": back})).await;
        assert_eq!(back["position"], view["position"], "{id}");
        let turned = json!({"kind": "turn", "turn": "second"});
        let turned = ask(json!({"game": id, "setup": back["setup"], "edit": turned})).await;
        assert_eq!(turned["setup"]["turn"], "second");
        let cell = back["picture"]["cells"][0]["name"].clone();
        for content in back["contents"].as_array().unwrap() {
            let put = json!({"kind": "put", "cell": cell, "content": content});
            let put =
                post(&host, "/api/editor", json!({"game": id, "setup": back["setup"], "edit": put})).await;
            assert!([200, 422].contains(&put.status.as_u16()), "{id}: {}", put.text());
        }
    }
    let refused = async |body: Value, status: u16, code: &str| {
        post(&host, "/api/editor", body).await.refused(status, code);
    };
    refused(json!({"game": "chess"}), 422, "unknown-game").await;
    let put = json!({"kind": "put", "cell": "z99", "content": {"owner": "first"}});
    refused(json!({"game": "neutreeko", "edit": put}), 422, "bad-position").await;
    let put = json!({"kind": "put", "cell": "a1", "content": {"owner": "first", "size": 250}});
    refused(json!({"game": "neutreeko", "edit": put}), 422, "bad-position").await;
    let many: Vec<Value> = (0..600).map(|number| json!([format!("a{number}"), {"owner": "first"}])).collect();
    let setup = json!({"cells": many, "turn": "first", "counters": []});
    refused(json!({"game": "neutreeko", "setup": setup}), 413, "too-large").await;
    host.stop().await;
}

#[tokio::test]
async fn pages_of_analysis_come_in_both_languages() {
    let (host, _folder) = Host::start().await;
    for path in ["/analysis/ataxx", "/analysis/knightline?p=x", "/editor/threedragons-power", "/library"] {
        let page = host.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.text().contains("data-module=") && !page.header("content-security-policy").is_empty());
    }
    assert_eq!(host.get("/analysis/chess").await.status, 404);
    let home = host.get("/").await.text();
    assert!(home.contains("/analysis/ataxx") && !home.contains("analysis.js"));
    host.stop().await;
}

/// A study with variations, comments, marks, tags and a result, made by chance, from any named start.
fn random_study(game: &'static games::GameEntry, rng: &mut fastrand::Rng) -> Study {
    let start = game.named_start(game.info.starts[rng.usize(..game.info.starts.len())].name).unwrap();
    let mut study = Study::from_position(game, start);
    let mut nodes = vec![games::study::NodeId::ROOT];
    for _ in 0..rng.usize(1..25) {
        let node = if rng.u8(..4) == 0 { nodes[rng.usize(..nodes.len())] } else { nodes[nodes.len() - 1] };
        let moves = study.position(node).moves();
        if moves.is_empty() {
            continue;
        }
        let Ok(child) = study.play(node, &moves[rng.usize(..moves.len())]) else { continue };
        if rng.u8(..5) == 0 {
            study.set_comment(child, ["Olá, mundo!", "a {brace} \"quoted\"", "x"][rng.usize(..3)]);
        }
        if rng.u8(..5) == 0 {
            study.set_marks(child, &[games::study::Mark(rng.u16(1..=6)), games::study::Mark(139)]);
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

#[tokio::test]
async fn a_study_comes_back_as_it_was_sent_also_after_a_change_that_changes_nothing() {
    let (host, _folder) = Host::start().await;
    let mut rng = fastrand::Rng::with_seed(21);
    for number in 0..160 {
        let text = random_study(&games::GAMES[number % games::GAMES.len()], &mut rng).to_string();
        let view = study(&host, json!({"text": text})).await;
        assert_eq!(view["text"].as_str(), Some(text.as_str()));
        let at = rng.usize(..view["nodes"].as_array().unwrap().len());
        let comment = view["nodes"][at]["comment"].as_str().unwrap_or("");
        let edit = json!({"kind": "comment", "text": comment});
        let again = study(&host, json!({"text": text, "at": at, "edit": edit})).await;
        assert_eq!(again["text"].as_str(), Some(text.as_str()));
    }
    host.stop().await;
}

#[tokio::test]
async fn too_many_analyses_at_once_are_put_off_and_bots_still_answer() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let id = ana.create(&host, json!({"game": "ataxx", "opponent": "level:1"})).await;
    let mut socket = ana.connect(&host, &id, "moves=true").await;
    let moves = socket.next_of("moves").await;
    let ask = || post(&host, "/api/analysis", json!({"game": "ataxx", "lines": 5, "time_ms": 50}));
    let flood = futures_util::future::join_all((0..40).map(|_| ask()));
    let play = async {
        let mv = moves["moves"][0]["move"].clone();
        assert_eq!(socket.ask(json!({"type": "move", "ply": 0, "move": mv})).await["type"], "ok");
        let path = format!("/api/games/{id}");
        while host.get(&path).await.json()["now"]["ply"] != 2 {
            tokio::task::yield_now().await;
        }
    };
    let (answers, ()) = tokio::join!(flood, play);
    let count = |status: u16| answers.iter().filter(|answer| answer.status.as_u16() == status).count();
    assert!(count(200) > 0 && count(429) > 0 && count(200) + count(429) == 40);
    for answer in answers.iter().filter(|answer| answer.status.as_u16() == 429) {
        answer.refused(429, "engine-busy");
    }
    host.stop().await;
}
