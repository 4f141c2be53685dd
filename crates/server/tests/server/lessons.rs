//! Lessons: every step of every one, right and wrong tries, and what is no try at all.

use axum::body::Body;
use axum::http::Request;
use games::GAMES;
use games::lesson::lesson;
use serde_json::{Value, json};

use crate::host::{Answer, Host};

async fn attempt(host: &Host, path: &str, body: &Value) -> Answer {
    let request = Request::post(path)
        .header("content-type", "application/json")
        .header("origin", "http://localhost")
        .header("host", "localhost")
        .body(Body::from(body.to_string()))
        .unwrap();
    host.ask(request).await
}

#[tokio::test]
async fn every_step_is_passed_by_its_solution_and_by_no_move_that_it_does_not_accept() {
    let (host, _folder) = Host::start().await;
    for game in GAMES {
        let steps = lesson(game).unwrap();
        for (number, step) in (1..).zip(&steps) {
            let path = format!("/api/lessons/{}/{number}", game.info.id);
            let shown = host.get(&path).await.json();
            assert_eq!(shown["position"], step.position.to_string());
            assert_eq!(shown["ask"]["pt"], step.ask("pt"));
            assert_eq!(shown["moves"].as_array().unwrap().len(), step.position.count_moves());
            assert_eq!(shown["count"], steps.len());
            let solution = host.get(&format!("{path}/solution")).await.json();
            let right = attempt(&host, &path, &json!({"move": solution["move"]})).await.json();
            assert_eq!(right["accepted"], true, "{path}: {right}");
            assert!(right["after"]["picture"].is_object());
            assert_eq!(right["reply"].is_object(), step.reply.is_some(), "{path}");
            let next = if number == steps.len() { Value::Null } else { json!(number + 1) };
            assert_eq!(right["next"], next, "{path}");
            if let Some(other) = step.position.moves().into_iter().find(|mv| !step.accepts(mv)) {
                let wrong = attempt(&host, &path, &json!({"move": other})).await.json();
                assert_eq!(wrong["accepted"], false, "{path}: {other}");
                assert_eq!(wrong["text"]["en"], step.miss("en"));
                assert_eq!(wrong["after"], Value::Null);
            }
        }
        let last = format!("/api/lessons/{}/{}", game.info.id, steps.len() + 1);
        host.get(&last).await.refused(404, "page-not-found");
        let page = host.get(&format!("/learn/{}", game.info.id)).await.text();
        assert!(page.contains("data-module=\"learn\"") && page.contains("class=\"task\""));
    }
}

#[tokio::test]
async fn a_try_that_breaks_a_rule_gets_its_name_and_nonsense_is_refused() {
    let (host, _folder) = Host::start().await;
    let path = "/api/lessons/neutreeko/1";
    let illegal = attempt(&host, path, &json!({"move": "a1-a2"})).await.json();
    assert_eq!(illegal["accepted"], false);
    assert_ne!(illegal["text"]["en"], illegal["text"]["pt"]);
    let touched = attempt(&host, path, &json!({"cells": ["c3"]})).await.json();
    assert!(!touched["text"]["en"].as_str().unwrap().is_empty(), "{touched}");
    for body in [
        json!({"move": "x".repeat(101)}),
        json!({"cells": vec!["a1"; 9]}),
        json!({"cells": ["x".repeat(101)]}),
        json!({"move": 3}),
        json!({"moves": []}),
    ] {
        attempt(&host, path, &body).await.refused(400, "malformed");
    }
    host.get("/api/lessons/chess/1").await.refused(422, "unknown-game");
    host.get("/api/lessons/neutreeko/0").await.refused(404, "page-not-found");
    assert_eq!(host.get("/api/lessons/neutreeko/-1").await.status.as_u16(), 400);
    assert_eq!(host.get("/learn/chess").await.status.as_u16(), 404);
}
